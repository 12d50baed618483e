//! A project's folder on disk. Invariant: nothing outside it, and nothing deeper than a project's
//! own folders, is looked at; links to folders are not followed.

#[cfg(test)]
mod tests;

use crate::disk::{Disk, DiskEntryKind, Real};
use std::{
    io,
    path::{Path, PathBuf},
};
use words::tr;

/// The folder in a project's for what a save would have overwritten. Its name begins with a dot, so
/// opening a project does not look into it.
pub const KEPT: &str = ".kept";

/// The most files that a folder may have to be read as a project.
const MAX_FILES: usize = 100_000;
/// Bytes of the largest file that is read.
const MAX_BYTES: u64 = 2 << 30;

/// The bytes of a plain file of bearable size.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_on(&Real, path)
}

pub(crate) fn read_on(disk: &dyn Disk, path: &Path) -> io::Result<Vec<u8>> {
    read_known(disk, path, disk.kind(path)?.ok_or(io::ErrorKind::NotFound)?)
}

/// Reads a file as [`read_on`], with its `kind` known from a listing.
pub(crate) fn read_known(disk: &dyn Disk, path: &Path, kind: DiskEntryKind) -> io::Result<Vec<u8>> {
    match kind {
        DiskEntryKind::File { bytes } => bearable(bytes).and_then(|_| disk.read(path)),
        _ => Err(io::Error::other(tr!(
            "it is not a file, or is a link to another place"
        ))),
    }
}

/// A size that is not too much to be read.
pub(crate) fn bearable(bytes: u64) -> io::Result<u64> {
    match bytes {
        0..=MAX_BYTES => Ok(bytes),
        _ => Err(io::Error::other(tr!(
            "it has {bytes} bytes; the limit is {MAX_BYTES}"
        ))),
    }
}

/// Relative paths with forward slashes of the files in a folder and in the folders right below it,
/// without hidden ones. A link to a folder is a name alone.
pub(crate) fn list_on(disk: &dyn Disk, root: &Path) -> io::Result<Vec<(String, DiskEntryKind)>> {
    let mut found = Vec::new();
    for (name, kind) in entries(disk, root)? {
        if kind == DiskEntryKind::Folder {
            let below = entries(disk, &root.join(&name))?.into_iter();
            let files = below.filter(|(_, kind)| *kind != DiskEntryKind::Folder);
            found.extend(files.map(|(file, kind)| (format!("{name}/{file}"), kind)));
        } else {
            found.push((name, kind));
        }
        if found.len() > MAX_FILES {
            return Err(io::Error::other(tr!("it has more than {MAX_FILES} files")));
        }
    }
    Ok(found)
}

fn entries(disk: &dyn Disk, folder: &Path) -> io::Result<Vec<(String, DiskEntryKind)>> {
    Ok(disk
        .list(folder)?
        .into_iter()
        .filter(|(name, _)| !name.starts_with('.'))
        .collect())
}

/// Whether a relative path leads to a place within its folder, and nowhere else on any system.
pub(crate) fn is_inside(path: &str) -> bool {
    let is_plain = |part: &str| {
        !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':', '\0'])
    };
    path.split('/').all(is_plain)
}

/// Place of a project's relative path below `root`.
pub(crate) fn place(root: &Path, path: &str) -> PathBuf {
    path.split('/')
        .fold(root.to_owned(), |place, part| place.join(part))
}
