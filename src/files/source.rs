//! Source files: what other programs made.

use crate::{
    Error,
    disk::{self, Disk, Real},
    folder, foreign,
    kind::{self, ENDINGS, SourceFileKind},
    place,
};
use asset::{Diagnostic, Id, Loss, Severity, SoundFile, Subject, vertex_cache::VertexCache};
use formats::{ImportErrorPlace, ImportProblem, Imported, Options, SourceFile};
use std::{
    path::{Path, PathBuf},
    sync::OnceLock,
};
use words::tr;

/// Bytes of all files together that one import may read.
const MAX_TOTAL: u64 = 4 << 30;

/// List of what can be opened, in words.
pub(crate) fn readable() -> String {
    tr!(
        "a project folder (or its project.json), .{}, or a bundle (.mbundle)",
        ENDINGS.join(", .")
    )
}

/// Reads a source file for a project. `folder` is where the project lies, None if it lies nowhere
/// yet. Files that the source file refers to are looked for in its own folder and below, nowhere
/// else. `progress` receives the part that is read, 0 to 1; false from it cancels.
pub fn import(
    path: &Path,
    folder: Option<&Path>,
    options: &Options,
    progress: &dyn Fn(f32) -> bool,
) -> Result<Imported, Error> {
    import_on(&Real, path, folder, options, progress)
}

/// More files of one folder are hardly meant.
const MAX_FILES: usize = 10_000;

/// The source files in a folder and in those below it, by their endings, in the order of their
/// paths. Links and hidden folders are left alone.
pub fn source_files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        let failed = |error: std::io::Error| Error::reading(&folder, &error);
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(failed)?);
            let ending = path
                .extension()
                .map(|ending| ending.to_string_lossy().to_ascii_lowercase());
            if kind.is_dir() && !entry.file_name().to_string_lossy().starts_with('.') {
                open.push(path);
            } else if kind.is_file()
                && ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
            {
                found.push(path);
            }
        }
        if found.len() > MAX_FILES {
            return Err(Error::new(
                &folder,
                tr!("it has more than {MAX_FILES} source files. Import fewer at a time."),
            ));
        }
    }
    if found.is_empty() {
        let text = tr!(
            "it has no file to import. Supported extensions: .{}.",
            ENDINGS.join(", .")
        );
        return Err(Error::new(folder, text));
    }
    found.sort();
    Ok(found)
}

/// Tells in the report which clips no frames can show as the file has them. Takes about as long as
/// compiling them raw.
pub fn tell_losses(imported: &mut Imported) {
    let project = &imported.project;
    let ids: Vec<Id> = project.clips.keys().copied().collect();
    let lost: Vec<OnceLock<Option<Loss>>> = ids.iter().map(|_| OnceLock::new()).collect();
    crate::compile::each(ids.len(), &|at| {
        let _ = lost[at].set(asset::lost(project, ids[at]));
    });
    let texts: Vec<String> = ids
        .iter()
        .zip(lost)
        .filter_map(|(id, lost)| {
            let Loss { error, bone, time } = lost.into_inner()??;
            let subject = Subject {
                asset: *id,
                item: None,
            };
            let kind = asset::diagnostic::Kind::SourceMissed { bone, time, error };
            Some(asset::describe(
                project,
                &Diagnostic {
                    severity: Severity::Warning,
                    subject,
                    kind,
                },
            ))
        })
        .collect();
    texts
        .into_iter()
        .for_each(|text| imported.report.warn(ImportErrorPlace::File, text));
}

/// Bytes of the largest sound file that is read.
const MAX_SOUND: u64 = 256 << 20;

/// Whether a file may be a sound of a project, by the end of its name.
pub fn is_sound_file(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.unwrap_or_default().to_ascii_lowercase();
    SoundFile::ENDINGS.contains(&ending.as_str())
}

/// A sound file for a project, under the name of the file. `check` gives what a name of such a file
/// ends with and how many seconds it has, or says what is wrong with its bytes.
pub fn read_sound(
    path: &Path,
    check: impl Fn(&[u8]) -> Result<(&'static str, f64), String>,
) -> Result<SoundFile, Error> {
    let bytes = sound_bytes(path)?;
    let (ending, seconds) =
        check(&bytes).map_err(|why| Error::new(path, tr!("In the file, {why}")))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match stem.trim() {
        "" => tr!("Sound").to_owned(),
        name => name.to_owned(),
    };
    Ok(SoundFile {
        name,
        ending: ending.to_owned(),
        seconds: seconds as f32,
        bytes: bytes.into(),
    })
}

fn sound_bytes(path: &Path) -> Result<Vec<u8>, Error> {
    let failed = |error: std::io::Error| Error::reading(path, &error);
    if let Some(disk::DiskEntryKind::File { bytes }) = Real.kind(path).map_err(failed)?
        && bytes > MAX_SOUND
    {
        let text = tr!("it has more than {} MiB. Cut the sound.", MAX_SOUND >> 20);
        return Err(Error::new(path, text));
    }
    folder::read_on(&Real, path).map_err(failed)
}

/// A point cache, see [`formats::vertex_cache`].
pub fn vertex_cache(path: &Path, frames_per_second: Option<f32>) -> Result<VertexCache, Error> {
    let bytes = folder::read_on(&Real, path).map_err(|error| Error::reading(path, &error))?;
    formats::vertex_cache::read(&bytes, frames_per_second)
        .map_err(|error| Error::new(path, error.to_string()))
}

pub(crate) fn import_on(
    disk: &dyn Disk,
    path: &Path,
    folder: Option<&Path>,
    options: &Options,
    progress: &dyn Fn(f32) -> bool,
) -> Result<Imported, Error> {
    let bytes = folder::read_on(disk, path).map_err(|error| Error::reading(path, &error))?;
    import_bytes(disk, path, folder, &bytes, options, progress)
}

pub(crate) fn import_bytes(
    disk: &dyn Disk,
    path: &Path,
    folder: Option<&Path>,
    bytes: &[u8],
    options: &Options,
    progress: &dyn Fn(f32) -> bool,
) -> Result<Imported, Error> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let absolute = place::absolute(path);
    let identity = folder.map_or_else(
        || absolute.clone(),
        |folder| place::relative(&absolute, folder),
    );
    let file = SourceFile {
        name: &name,
        path: &absolute,
        identity: &identity,
    };
    let mut beside = Beside::new(disk, path, bytes.len() as u64)?;
    let mut resolve = |relative: &str| beside.read(relative);
    let imported = match kind::of(path, bytes) {
        SourceFileKind::Gltf => {
            formats::gltf::import(&file, bytes, &mut resolve, options, progress)
        }
        SourceFileKind::Fbx => foreign::read_fbx(bytes, options, progress).and_then(|found| {
            formats::fbx::finish_import(found, &file, bytes, &mut resolve, options, progress)
        }),
        SourceFileKind::Bvh => formats::bvh::import(&file, bytes, options, progress),
        SourceFileKind::Other { name, way } => {
            return Err(Error::new(path, tr!("this is {name}. {way}")));
        }
        SourceFileKind::Unknown => {
            let text = tr!(
                "this is not an animation file. Supported extensions: .{}.",
                ENDINGS.join(", .")
            );
            return Err(Error::new(path, text));
        }
    };
    imported.map_err(|error| match error.problem {
        ImportProblem::Cancelled => Error::cancelled(path),
        ImportProblem::Memory { .. } => Error::memory(path, error.to_string()),
        _ => Error::new(path, error.to_string()),
    })
}

/// The folder of a source file, and how much may still be read of it.
struct Beside<'a> {
    disk: &'a dyn Disk,
    folder: PathBuf,
    left: u64,
}

impl<'a> Beside<'a> {
    fn new(disk: &'a dyn Disk, path: &Path, read: u64) -> Result<Self, Error> {
        let file = disk
            .canonical(path)
            .map_err(|error| Error::reading(path, &error))?;
        let folder = file.parent().unwrap_or(Path::new(".")).to_owned();
        Ok(Self {
            disk,
            folder,
            left: MAX_TOTAL.saturating_sub(read),
        })
    }

    /// Reads a file of the folder. Contract: `relative` is a plain path that never leads up; a link
    /// in it that leads out of the folder is refused.
    fn read(&mut self, relative: &str) -> Result<Vec<u8>, String> {
        let path = self
            .disk
            .canonical(&folder::place(&self.folder, relative))
            .map_err(|error| error.to_string())?;
        if !path.starts_with(&self.folder) {
            return Err(tr!("it is a link to outside the folder").to_owned());
        }
        let length = match self.disk.kind(&path).map_err(|error| error.to_string())? {
            Some(disk::DiskEntryKind::File { bytes }) => bytes,
            _ => 0,
        };
        self.left = self
            .left
            .checked_sub(length)
            .ok_or(tr!("the files together are too large"))?;
        folder::read_on(self.disk, &path).map_err(|error| error.to_string())
    }
}
