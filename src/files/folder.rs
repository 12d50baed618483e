//! A project's folder on disk. Invariant: nothing outside it, and nothing deeper than a project's own folders, is
//! looked at; links to folders are not followed.

#[cfg(test)]
mod tests;

use crate::{
    Error,
    disk::{Disk, Kind, Real},
    transaction::Pending,
};
use formats::project::Source;
use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The most files that a folder may have to be read as a project.
const MAX_FILES: usize = 100_000;
/// Bytes of the largest file that is read.
const MAX_BYTES: u64 = 2 << 30;

/// A project's folder as it is, or as it will be when the save is finished that was stopped in it.
pub(crate) struct Folder<'a> {
    disk: &'a dyn Disk,
    root: &'a Path,
    pending: Option<Arc<Pending>>,
}

impl<'a> Folder<'a> {
    pub fn new(disk: &'a dyn Disk, root: &'a Path) -> Result<Self, Error> {
        Ok(Self { disk, root, pending: Pending::of(disk, root)?.map(Arc::new) })
    }

    /// As [`list_on`].
    pub fn entries(&self) -> io::Result<Vec<(String, Kind)>> {
        let found = list_on(self.disk, self.root)?;
        let Some(pending) = &self.pending else { return Ok(found) };
        let is_as_it_was = |path: &str| !pending.is_removed(path) && pending.content(path).is_none();
        let mut entries: Vec<(String, Kind)> = found.into_iter().filter(|(path, _)| is_as_it_was(path)).collect();
        for (path, staged) in pending.contents().filter(|(path, _)| !path.starts_with('.')) {
            entries.extend(self.disk.kind(staged)?.map(|kind| (path.clone(), kind)));
        }
        Ok(entries)
    }

    /// Where the content of a path lies.
    pub fn place(&self, path: &str) -> PathBuf {
        let staged = self.pending.as_ref().and_then(|pending| pending.content(path));
        staged.map_or_else(|| place(self.root, path), Path::to_owned)
    }
}

impl Source for Folder<'_> {
    fn list(&self) -> Result<Vec<String>, String> {
        let found = self.entries().map_err(|error| error.to_string())?;
        Ok(found.into_iter().map(|(path, _)| path).collect())
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        read_on(self.disk, &self.place(path)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            _ => error.to_string(),
        })
    }

    fn each(&self, count: usize, call: &(dyn Fn(&dyn Source, usize) + Sync)) {
        let (root, pending) = (self.root, &self.pending);
        self.disk.each(count, &|disk, at| call(&Folder { disk, root, pending: pending.clone() }, at));
    }
}

/// The bytes of a plain file of bearable size.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_on(&Real, path)
}

pub(crate) fn read_on(disk: &dyn Disk, path: &Path) -> io::Result<Vec<u8>> {
    read_known(disk, path, disk.kind(path)?.ok_or(io::ErrorKind::NotFound)?)
}

/// As [`read_on`], of what was listed.
pub(crate) fn read_known(disk: &dyn Disk, path: &Path, kind: Kind) -> io::Result<Vec<u8>> {
    match kind {
        Kind::File { bytes } => bearable(bytes).and_then(|_| disk.read(path)),
        _ => Err(io::Error::other("it is no file, or a link that leads elsewhere")),
    }
}

/// A size that is not too much to be read.
pub(crate) fn bearable(bytes: u64) -> io::Result<u64> {
    match bytes {
        0..=MAX_BYTES => Ok(bytes),
        _ => Err(io::Error::other(format!("it has {bytes} bytes, more than the {MAX_BYTES} that are read"))),
    }
}

/// Relative paths with forward slashes of the files in a folder and in the folders right below it, without hidden ones.
/// A link to a folder is a name alone.
pub(crate) fn list_on(disk: &dyn Disk, root: &Path) -> io::Result<Vec<(String, Kind)>> {
    let mut found = Vec::new();
    for (name, kind) in entries(disk, root)? {
        if kind == Kind::Folder {
            let below = entries(disk, &root.join(&name))?.into_iter();
            let files = below.filter(|(_, kind)| *kind != Kind::Folder);
            found.extend(files.map(|(file, kind)| (format!("{name}/{file}"), kind)));
        } else {
            found.push((name, kind));
        }
        if found.len() > MAX_FILES {
            return Err(io::Error::other(format!("there are more than {MAX_FILES} files in it")));
        }
    }
    Ok(found)
}

fn entries(disk: &dyn Disk, folder: &Path) -> io::Result<Vec<(String, Kind)>> {
    Ok(disk.list(folder)?.into_iter().filter(|(name, _)| !name.starts_with('.')).collect())
}

/// Whether a relative path leads to a place within its folder, and nowhere else on any system.
pub(crate) fn is_inside(path: &str) -> bool {
    let is_plain = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':', '\0']);
    path.split('/').all(is_plain)
}

/// Where a relative path of a project lies.
pub(crate) fn place(root: &Path, path: &str) -> PathBuf {
    path.split('/').fold(root.to_owned(), |place, part| place.join(part))
}
