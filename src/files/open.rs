//! Opening whatever a person names.

use crate::{
    Error,
    below::Below,
    disk::{Disk, Real},
    folder,
    kind::{self, SourceFileKind},
    place,
    save::has_project,
    settled::Folder,
    source, transaction,
};
use anim::Store;
use asset::Project;
use bundle::Bundle;
use engine::streaming::{Streaming, StreamingSettings};
use formats::{
    ImportReport, Options,
    project::{BrokenFile, ProjectError, ROOT_FILE, Salvage},
};
use std::{
    fs::File,
    io::{self, Read, Seek},
    path::Path,
};
use words::tr;

/// What was found at a path.
#[derive(Debug)]
pub enum Opened {
    /// A project's own folder.
    Project {
        project: Project,
        report: ImportReport,
        /// Files that could not be read: they are not in the project, and no save touches them.
        broken: Vec<BrokenFile>,
    },
    /// A source file, as the project that importing it alone makes.
    Source {
        project: Project,
        report: ImportReport,
    },
    /// Runs, but cannot be edited.
    Bundle(Bundle),
}

/// The bytes of a plain file of bearable size.
pub fn read(path: &Path) -> Result<Vec<u8>, Error> {
    folder::read(path).map_err(|error| Error::reading(path, &error))
}

/// A project's folder or its `project.json`, a source file, or a bundle.
pub fn open(path: &Path) -> Result<Opened, Error> {
    open_with(path, &Options::default())
}

/// Opens a path as [`open`]; `options` is for source files.
pub fn open_with(path: &Path, options: &Options) -> Result<Opened, Error> {
    if path.is_dir() {
        return open_project(path);
    }
    if path.file_name().is_some_and(|name| name == ROOT_FILE) {
        return open_project(path.parent().unwrap_or(Path::new(".")));
    }
    if let Some(bundle) = open_bundle(path)? {
        return Ok(Opened::Bundle(bundle));
    }
    let bytes = read(path)?;
    if kind::of(path, &bytes) == SourceFileKind::Unknown {
        return Err(Error::new(
            path,
            tr!("cannot open this file type. Choose {}.", source::readable()),
        ));
    }
    let imported = source::import_bytes(&Real, path, None, &bytes, options, &|_| true)?;
    Ok(Opened::Source {
        project: imported.project,
        report: imported.report,
    })
}

fn open_project(folder: &Path) -> Result<Opened, Error> {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    open_project_on(
        &Below::open(folder).map_err(|error| Error::reading(folder, &error))?,
        folder,
    )
}

/// A save that was stopped is read as if it were finished; nothing is written.
pub(crate) fn open_project_on(disk: &dyn Disk, folder: &Path) -> Result<Opened, Error> {
    let _lock = transaction::read_lock(disk, folder);
    if !has_project(disk, folder)? {
        let text = tr!(
            "this folder is not a project: it has no {ROOT_FILE}. Choose {}.",
            source::readable()
        );
        return Err(Error::new(folder, text));
    }
    let Salvage {
        mut project,
        report,
        broken,
    } = formats::project::salvage(&Folder::new(disk, folder)?);
    if broken.iter().any(|broken| broken.file == ROOT_FILE) {
        if project.is_empty() {
            let problems = broken.into_iter().map(|broken| broken.problem).collect();
            return Err(Error::new(folder, ProjectError { problems }.to_string()));
        }
        let named = folder.file_name().unwrap_or_default().to_string_lossy();
        project.name = named.into_owned();
    }
    Ok(Opened::Project {
        project: place::opened(&project, folder),
        report,
        broken,
    })
}

/// Opens a bundle whose long clips come in chunks while they play; everything else is in memory.
pub fn stream(path: &Path, settings: StreamingSettings) -> Result<Streaming, Error> {
    let bundle = open_bundle(path)?
        .ok_or_else(|| Error::new(path, tr!("is not a bundle. Make one with `export`.")))?;
    let failed = |error: io::Error| Error::reading(path, &error);
    Streaming::begin_apart(&bundle, File::open(path).map_err(failed)?, settings).map_err(failed)
}

/// Read once into the memory that it stays in. None where the file is another one, or none that can
/// be read.
fn open_bundle(path: &Path) -> Result<Option<Bundle>, Error> {
    let failed = |error: io::Error| Error::reading(path, &error);
    let mut head = [0; bundle::MAGIC.len()];
    // A pipe would be waited for.
    if !matches!(
        Real.kind(path),
        Ok(Some(crate::disk::DiskEntryKind::File { .. }))
    ) {
        return Ok(None);
    }
    let Ok(mut file) = File::open(path) else {
        return Ok(None);
    };
    if file.read_exact(&mut head).is_err() || head != bundle::MAGIC {
        return Ok(None);
    }
    let length = folder::bearable(file.metadata().map_err(failed)?.len()).map_err(failed)? as usize;
    file.rewind().map_err(failed)?;
    let store = Store::read(length, &mut file).map_err(failed)?;
    bundle::read(store, length)
        .map(Some)
        .map_err(|error| Error::new(path, error.to_string()))
}
