//! A project's files are found in its folder, each with what it is known by.

#[cfg(test)]
mod tests;

use crate::{
    Error,
    disk::{Disk, DiskEntryKind},
    folder,
    settled::Folder,
    written::{FileFingerprint, ProjectFileMap},
};
use asset::Id;
use formats::project::{ProjectFileKind, ROOT_FILE, kind_of, written};
use std::{
    borrow::Cow,
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// A file in a project's folder.
pub(crate) struct There {
    /// Content of the file.
    pub bytes: Vec<u8>,
    /// Mark of `bytes` with plain line ends, by which the file is compared.
    pub mark: FileFingerprint,
}

/// A project's files in its folder.
pub(crate) struct FolderContents {
    /// Files by path: the root file and whatever lies where assets do.
    pub files: BTreeMap<String, There>,
    /// Ids of assets by the paths of their files.
    pub assets: BTreeMap<String, Id>,
    /// Entries of the folder where files of keys, vertices and pictures belong, by path.
    pub blobs: BTreeMap<String, DiskEntryKind>,
}

impl FolderContents {
    /// Files that are as one of the `known` need no look inside.
    pub fn read<'a>(
        disk: &dyn Disk,
        dir: &Path,
        known: impl Iterator<Item = &'a ProjectFileMap> + Clone,
    ) -> Result<Self, Error> {
        let mut found = Self {
            files: BTreeMap::new(),
            assets: BTreeMap::new(),
            blobs: BTreeMap::new(),
        };
        let folder = Folder::new(disk, dir)?;
        let all = folder
            .entries()
            .map_err(|error| Error::reading(dir, &error))?;
        let (blobs, others): (Vec<_>, Vec<_>) = all
            .into_iter()
            .partition(|(path, _)| path.starts_with("blobs/"));
        found.blobs.extend(blobs);
        let paths: Vec<(String, DiskEntryKind)> = others
            .into_iter()
            .filter(|(path, _)| path == ROOT_FILE || kind_of(path).is_some())
            .collect();
        let places: Vec<PathBuf> = paths.iter().map(|(path, _)| folder.place(path)).collect();
        let read: Vec<OnceLock<Result<There, Error>>> =
            paths.iter().map(|_| OnceLock::new()).collect();
        disk.each(paths.len(), &|disk, at| {
            let (_, kind) = &paths[at];
            let place = &places[at];
            let bytes = folder::read_known(disk, place, *kind)
                .map_err(|error| Error::reading(place, &error));
            read[at].get_or_init(|| {
                bytes.map(|bytes| There {
                    mark: FileFingerprint::of(&with_plain_ends(&bytes)),
                    bytes,
                })
            });
        });
        for ((path, _), read) in paths.into_iter().zip(read) {
            let there = read
                .into_inner()
                .unwrap_or_else(|| unreachable!("each was read"))?;
            let mut as_known = known
                .clone()
                .filter_map(|files| files.get(&path))
                .filter(|file| file.mark == there.mark);
            let asset = as_known
                .next()
                .map_or_else(|| asset_in(&path, &there.bytes), |file| file.asset);
            found.assets.extend(asset.map(|id| (path.clone(), id)));
            found.files.insert(path, there);
        }
        Ok(found)
    }

    /// True where the folder holds no file of a project.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Blobs of `left` that are not there whole.
    pub fn lost(&self, left: &ProjectFileMap) -> Vec<String> {
        let is_whole = |path: &String, mark: FileFingerprint| {
            self.blobs.get(path) == Some(&DiskEntryKind::File { bytes: mark.length })
        };
        let blobs = left.iter().filter(|(path, _)| path.starts_with("blobs/"));
        blobs
            .filter(|(path, file)| !is_whole(path, file.mark))
            .map(|(path, _)| path.clone())
            .collect()
    }
}

/// A text as it is written here: version control may have given its lines other ends.
fn with_plain_ends(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.windows(2).any(|two| two == b"\r\n") {
        return Cow::Borrowed(text);
    }
    let is_end = |at: &usize| text[*at] != b'\r' || text.get(at + 1) != Some(&b'\n');
    Cow::Owned((0..text.len()).filter(is_end).map(|at| text[at]).collect())
}

/// The asset that a file is of. A blob is of none, and is not looked at.
pub(crate) fn asset_in(path: &str, bytes: &[u8]) -> Option<Id> {
    match kind_of(path).and_then(|_| written(path, bytes)) {
        Some(ProjectFileKind::Asset(id)) => Some(id),
        _ => None,
    }
}
