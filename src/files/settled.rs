//! A project's folder is read as if the save that was stopped in it were finished.

#[cfg(test)]
mod tests;

use crate::{
    Error,
    disk::{Disk, DiskEntryKind},
    folder::{list_on, place, read_on},
    transaction::Pending,
};
use formats::project::ProjectFileSource;
use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};
use words::tr;

/// A project's folder as it is, or as it will be when the save is finished that was stopped in it.
pub(crate) struct Folder<'a> {
    disk: &'a dyn Disk,
    root: &'a Path,
    pending: Option<Arc<Pending>>,
}

impl<'a> Folder<'a> {
    /// Reads the list of a stopped save, if there is one. An Err comes where it cannot be read.
    pub fn new(disk: &'a dyn Disk, root: &'a Path) -> Result<Self, Error> {
        Ok(Self {
            disk,
            root,
            pending: Pending::of(disk, root)?.map(Arc::new),
        })
    }

    /// Lists the folder's files as [`list_on`].
    pub fn entries(&self) -> io::Result<Vec<(String, DiskEntryKind)>> {
        let found = list_on(self.disk, self.root)?;
        let Some(pending) = &self.pending else {
            return Ok(found);
        };
        let is_as_it_was =
            |path: &str| !pending.is_removed(path) && pending.content(path).is_none();
        let mut entries: Vec<(String, DiskEntryKind)> = found
            .into_iter()
            .filter(|(path, _)| is_as_it_was(path))
            .collect();
        for (path, staged) in pending
            .contents()
            .filter(|(path, _)| !path.starts_with('.'))
        {
            entries.extend(self.disk.kind(staged)?.map(|kind| (path.clone(), kind)));
        }
        Ok(entries)
    }

    /// Path on the disk of the content of `path`: the staged content if there is one, else the file
    /// in the project's folder.
    pub fn place(&self, path: &str) -> PathBuf {
        let staged = self
            .pending
            .as_ref()
            .and_then(|pending| pending.content(path));
        staged.map_or_else(|| place(self.root, path), Path::to_owned)
    }
}

impl ProjectFileSource for Folder<'_> {
    fn list(&self) -> Result<Vec<String>, String> {
        let found = self.entries().map_err(|error| error.to_string())?;
        Ok(found.into_iter().map(|(path, _)| path).collect())
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        read_on(self.disk, &self.place(path)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => tr!("the file does not exist").to_owned(),
            _ => error.to_string(),
        })
    }

    fn each(&self, count: usize, call: &(dyn Fn(&dyn ProjectFileSource, usize) + Sync)) {
        let (root, pending) = (self.root, &self.pending);
        self.disk.each(count, &|disk, at| {
            call(
                &Folder {
                    disk,
                    root,
                    pending: pending.clone(),
                },
                at,
            )
        });
    }
}
