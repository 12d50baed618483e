//! Results that go where a person has named a place: what lies there already is not lost by a slip
//! of the hand.

use crate::{
    Error,
    atomic::write_on,
    disk::{Disk, DiskEntryKind},
    transaction::is_of_project,
};
use formats::project::ROOT_FILE;
use std::{
    ffi::OsStr,
    fs::OpenOptions,
    io::{self, Write},
    path::{Component, Path, PathBuf},
};
use words::{Word, tr, word};

/// Type of a file that is written, recognised by its first bytes among files of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    Bundle,
    /// A `.glb` file whose `generator` is this program.
    Gltf,
    /// A PNG file whose `Software` is this program.
    Picture,
    /// An AVI file whose `ISFT` is this program.
    Video,
    /// Keys for a network.
    KeyStream,
    /// Requests to a character.
    Script,
    /// A recorded session.
    Session,
    /// Series of a session, as a table.
    SeriesTable,
    /// The record of what a bundle was built from.
    BuildRecord,
    /// The files that a bundle is built from, for Make and Ninja.
    Depfile,
    /// The result of scenarios, as JUnit XML.
    TestResult,
    /// What scenarios reach.
    Coverage,
    /// A file of a project, which may replace one of a project.
    Asset,
}

/// Which files at the output path may be replaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Over {
    /// Files of the same type that this program has written, and empty files.
    #[default]
    Own,
    /// Whatever file lies there, but a project's own: somebody was asked, or has said so.
    Any,
}

/// Bytes at the start of a file in which the program that wrote it is looked for.
const HEAD: u64 = 4096;
/// The author that glTF, PNG and AVI files of this program name.
pub const AUTHOR: Word = word!("Mutoscope");

impl Product {
    fn is_one(self, head: &[u8]) -> bool {
        let has = |text: &str| head.windows(text.len()).any(|part| part == text.as_bytes());
        match self {
            Product::Bundle => head.starts_with(&bundle::MAGIC),
            Product::Gltf => {
                head.starts_with(b"glTF") && has(&format!("\"generator\":\"{AUTHOR} "))
            }
            Product::Picture => head.starts_with(b"\x89PNG") && has(&format!("Software\0{AUTHOR}")),
            Product::Video => {
                head.starts_with(b"RIFF") && has("AVI LIST") && has(&format!("{AUTHOR}\0"))
            }
            Product::KeyStream => head.starts_with(&anim::codec::keyframes::MAGIC),
            Product::Session => head.starts_with(&::session::MAGIC),
            Product::SeriesTable => head.starts_with(b"tick,seconds"),
            Product::Script => has("\"requests\""),
            Product::BuildRecord => has("\"format\": \"mutoscope.build\""),
            Product::Depfile => has(".mbundle: \\\n"),
            Product::Coverage => has("\"never_reached\""),
            Product::TestResult => has("<testsuites name=\"mutoscope test\""),
            Product::Asset => has("\"format\": \"mutoscope."),
        }
    }

    fn words(self) -> &'static str {
        match self {
            Product::Bundle => tr!("a bundle"),
            Product::Gltf => tr!("a glTF file from Mutoscope"),
            Product::Picture => tr!("a picture from Mutoscope"),
            Product::Video => tr!("a video from Mutoscope"),
            Product::KeyStream => tr!("a key stream"),
            Product::Session => tr!("a session"),
            Product::SeriesTable => tr!("a table of series"),
            Product::Script => tr!("a request script"),
            Product::BuildRecord => tr!("a build record of Mutoscope"),
            Product::Depfile => tr!("a list of a bundle's inputs"),
            Product::Coverage => tr!("a coverage report of Mutoscope"),
            Product::TestResult => tr!("a test result of Mutoscope"),
            Product::Asset => tr!("a project file"),
        }
    }
}

/// Destination of a result.
#[derive(Debug, PartialEq, Eq)]
enum OutputKind {
    /// The output that this program itself prints to.
    Printed,
    /// A pipe, a device, or what this process has open: it is written to, and stays what it is.
    Stream,
    File,
}

/// Whether what is written there comes out where the program prints, so that nothing else may be
/// printed there.
pub fn is_printed(path: &Path) -> bool {
    place(&crate::disk::Real, path).is_ok_and(|place| place == OutputKind::Printed)
}

/// Whether what is written there becomes a file with a name, which a pipe or a device is not.
pub(crate) fn is_file_on(disk: &dyn Disk, path: &Path) -> io::Result<bool> {
    Ok(place(disk, path)? == OutputKind::File)
}

fn place(disk: &dyn Disk, path: &Path) -> io::Result<OutputKind> {
    let parts: Vec<&OsStr> = path.components().map(Component::as_os_str).collect();
    let texts: Vec<&str> = parts
        .iter()
        .map(|part| part.to_str().unwrap_or_default())
        .collect();
    match texts[..] {
        ["/", "dev", "stdout"] | ["/", "dev", "fd", "1"] | ["/", "proc", "self", "fd", "1"] => {
            Ok(OutputKind::Printed)
        }
        ["/", "dev", "stderr"] | ["/", "dev", "fd", _] | ["/", "proc", _, "fd", _] => {
            Ok(OutputKind::Stream)
        }
        _ => match disk.kind(path)? {
            Some(DiskEntryKind::Other) if disk.canonical(path).is_ok() => Ok(OutputKind::Stream),
            _ => Ok(OutputKind::File),
        },
    }
}

/// Checks, before anything is worked out, whether [`write_output`] would refuse to replace the file
/// at `path`.
pub fn check_output(path: &Path, product: Product, over: Over) -> Result<(), Error> {
    check_on(&crate::disk::Real, path, product, over)
}

pub(crate) fn check_on(
    disk: &dyn Disk,
    path: &Path,
    product: Product,
    over: Over,
) -> Result<(), Error> {
    let failed = |error: io::Error| Error::writing(path, &error);
    if place(disk, path).map_err(failed)? != OutputKind::File {
        return Ok(());
    }
    let target = disk.canonical(path).unwrap_or_else(|_| path.to_owned());
    if product != Product::Asset && is_projects_own(disk, &target) {
        let text = tr!("this is a project file and must not be overwritten. Choose another name.");
        return Err(Error::new(path, text));
    }
    let Some(DiskEntryKind::File { bytes }) = disk.kind(&target).map_err(failed)? else {
        return Ok(());
    };
    if over == Over::Any || bytes == 0 || product.is_one(&disk.head(&target, HEAD).map_err(failed)?)
    {
        return Ok(());
    }
    let text = tr!(
        "a file with this name exists and is not {}. Choose another name.",
        product.words()
    );
    Err(Error::exists(path, text))
}

/// Whether a file belongs to the project in whose folder it lies.
fn is_projects_own(disk: &dyn Disk, target: &Path) -> bool {
    let absolute = std::path::absolute(target).unwrap_or_else(|_| target.to_owned());
    let of = |root: &Path| {
        let inside: PathBuf = absolute.strip_prefix(root).ok()?.to_owned();
        let path = inside
            .components()
            .map(|part| part.as_os_str().to_str())
            .collect::<Option<Vec<_>>>()?
            .join("/");
        let is_project = matches!(
            disk.kind(&root.join(ROOT_FILE)),
            Ok(Some(DiskEntryKind::File { .. }))
        );
        Some(
            is_project
                && (is_of_project(&path) || path.starts_with(".mutoscope/"))
                && is_ours(disk, root),
        )
    };
    absolute
        .ancestors()
        .skip(1)
        .take(3)
        .any(|root| of(root).unwrap_or(false))
}

/// Other programs have files of that name, too.
fn is_ours(disk: &dyn Disk, root: &Path) -> bool {
    disk.head(&root.join(ROOT_FILE), HEAD)
        .is_ok_and(|head| Product::Asset.is_one(&head))
}

/// Writes a result: a file whole or not at all, and into a pipe or a device byte after byte. What
/// [`check_output`] refuses is refused.
pub fn write_output(path: &Path, bytes: &[u8], product: Product, over: Over) -> Result<(), Error> {
    write_output_on(&crate::disk::Real, path, bytes, product, over)
}

pub(crate) fn write_output_on(
    disk: &dyn Disk,
    path: &Path,
    bytes: &[u8],
    product: Product,
    over: Over,
) -> Result<(), Error> {
    check_on(disk, path, product, over)?;
    let failed = |error: io::Error| Error::writing(path, &error);
    match place(disk, path).map_err(failed)? {
        OutputKind::File => write_on(disk, path, bytes),
        OutputKind::Stream => OpenOptions::new()
            .append(true)
            .open(path)
            .and_then(|mut file| file.write_all(bytes))
            .map_err(failed),
        OutputKind::Printed => {
            let mut printed = io::stdout().lock();
            printed
                .write_all(bytes)
                .and_then(|()| printed.flush())
                .map_err(failed)
        }
    }
}

#[cfg(test)]
mod tests;
