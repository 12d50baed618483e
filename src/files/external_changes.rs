//! What others have changed in a project's folder since it was opened or saved here.

use crate::{
    Error,
    below::Below,
    disk::Disk,
    found::{FolderContents, There, asset_in},
    settled::Folder,
    transaction,
    written::{
        Bytes, FileFingerprint, ProjectFile, ProjectFileMap, Remembered, files_of, files_of_both,
    },
};
use asset::{Id, Project};
use formats::project::{ROOT_FILE, Salvage};
use std::{
    cell::LazyCell,
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};
use words::tr;

/// A change that somebody else has made to a file of the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Path relative to the folder, with forward slashes; where a removed file lay.
    pub path: String,
    /// The asset of the file; None of the project's own file, and of a file that cannot be read.
    pub asset: Option<Id>,
    /// Against what the folder held when the project was opened or saved last.
    pub how: How,
}

/// Type of a change to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Added,
    Changed,
    Removed,
}

/// Changes that others have made in a project's folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExternalChanges {
    /// Files of the project that differ, one item each.
    pub edits: Vec<Edit>,
    /// Files of keys, vertices and pictures that were left there and are gone or cut short. Saving
    /// writes them again.
    pub lost: Vec<String>,
}

/// Looks at the folder of a project that was `since` when it was opened or saved last, and is to
/// become `here`: what a save would be refused for.
pub fn changes_outside(
    dir: &Path,
    since: &Project,
    here: &Project,
    remembered: Option<&Remembered>,
) -> Result<ExternalChanges, Error> {
    let disk = Below::open(dir).map_err(|error| Error::reading(dir, &error))?;
    let _lock = transaction::read_lock(&disk, dir);
    let [new, left] = if std::ptr::eq(since, here) {
        let left = files_of(since, dir, remembered, Bytes::Dropped);
        [left.clone(), left]
    } else {
        files_of_both(here, since, dir, remembered)
    };
    let found = FolderContents::read(&disk, dir, [&left, &new].into_iter())?;
    let lost = if found.is_empty() {
        Vec::new()
    } else {
        found.lost(&left)
    };
    Ok(ExternalChanges {
        lost,
        ..ExternalChanges::of(&disk, dir, &found, Some(&left), Some(&new))?
    })
}

impl ExternalChanges {
    /// `left` is what the project that was opened or saved last has there. What is on disk already
    /// as it is to be written (`new`) is no change.
    pub(crate) fn of(
        disk: &dyn Disk,
        dir: &Path,
        found: &FolderContents,
        left: Option<&ProjectFileMap>,
        new: Option<&ProjectFileMap>,
    ) -> Result<Self, Error> {
        let Some(left) = left.filter(|_| !found.is_empty()) else {
            return Ok(Self::default());
        };
        let left = Left::new(left);
        let today = LazyCell::new(|| Today::read(disk, dir));
        let mut edits = Vec::new();
        for (path, There { mark, .. }) in &found.files {
            let asset = found.assets.get(path).copied();
            // Of a former version, or written by hand: what counts is what it says.
            let is_known = asset.is_some() || path == ROOT_FILE;
            let says_as_left = || {
                is_known
                    && today
                        .files
                        .get(&asset)
                        .is_some_and(|today| left.has(asset, FileFingerprint::of(today)))
            };
            let is_left = left.has(asset, *mark) || says_as_left();
            let is_to_be =
                new.is_some_and(|new| new.get(path).is_some_and(|new| new.mark == *mark));
            let how = if left.knows(asset, path) {
                How::Changed
            } else {
                How::Added
            };
            // A file that is no asset's, was none's and becomes none's is not the project's; nor is
            // one that was broken from the first.
            let is_ours = asset.is_some()
                || how == How::Changed
                || new.is_some_and(|new| new.contains_key(path));
            let is_broken = || {
                how == How::Added
                    && !new.is_some_and(|new| new.contains_key(path))
                    && today.is_broken(path)
            };
            if !is_left && !is_to_be && is_ours && !is_broken() {
                edits.push(Edit {
                    path: path.clone(),
                    asset,
                    how,
                });
            }
        }
        let there: BTreeSet<Id> = found.assets.values().copied().collect();
        let changed: BTreeSet<&String> = found.files.keys().collect();
        let removed = left
            .assets
            .iter()
            .filter(|(id, (path, _))| !there.contains(id) && !changed.contains(path));
        let wanted =
            |id: &Id| new.is_none_or(|new| new.values().any(|file| file.asset == Some(*id)));
        let removed = removed.filter(|(id, _)| wanted(id));
        edits.extend(removed.map(|(id, (path, _))| Edit {
            path: path.to_string(),
            asset: Some(*id),
            how: How::Removed,
        }));
        Ok(Self {
            edits,
            lost: Vec::new(),
        })
    }

    /// Whether no file was changed; lost files alone do not count, for saving writes them again.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Whether a file is not as it was left.
    pub fn has(&self, path: &str) -> bool {
        self.edits
            .iter()
            .any(|edit| edit.how != How::Removed && edit.path == path)
    }

    pub(crate) fn refusal(&self, dir: &Path) -> Error {
        const SHOWN: usize = 5;
        let mut lines: Vec<String> = self
            .edits
            .iter()
            .take(SHOWN)
            .map(|edit| format!("\n  {edit}"))
            .collect();
        if self.edits.len() > SHOWN {
            lines.push(tr!("\n  and {} more", self.edits.len() - SHOWN));
        }
        let text = tr!(
            "nothing was saved, because another program changed the project on disk:{}",
            lines.concat()
        );
        Error::changed(dir, text)
    }
}

impl std::fmt::Display for Edit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let how = match self.how {
            How::Added => tr!("added"),
            How::Changed => tr!("changed"),
            How::Removed => tr!("removed"),
        };
        write!(f, "{how}: {}", self.path)
    }
}

/// Fingerprints of the root file and of the assets' files as a project has left them in its folder.
struct Left<'a> {
    root: Option<FileFingerprint>,
    assets: BTreeMap<Id, (&'a String, FileFingerprint)>,
}

impl<'a> Left<'a> {
    fn new(files: &'a ProjectFileMap) -> Self {
        let root = files.get(ROOT_FILE).map(|file| file.mark);
        let asset = |(path, file): (&'a String, &'a Arc<ProjectFile>)| {
            Some((file.asset?, (path, file.mark)))
        };
        Self {
            root,
            assets: files.iter().filter_map(asset).collect(),
        }
    }

    fn has(&self, asset: Option<Id>, mark: FileFingerprint) -> bool {
        match asset {
            Some(id) => self.assets.get(&id).is_some_and(|(_, left)| *left == mark),
            None => self.root == Some(mark),
        }
    }

    fn knows(&self, asset: Option<Id>, path: &str) -> bool {
        let is_known = asset.is_some_and(|id| self.assets.contains_key(&id));
        is_known || path == ROOT_FILE || self.assets.values().any(|(known, _)| *known == path)
    }
}

/// The folder's files as this program reads them.
struct Today {
    /// The files in today's version, by asset; the root file has none.
    files: BTreeMap<Option<Id>, Vec<u8>>,
    broken: BTreeSet<String>,
}

impl Today {
    fn read(disk: &dyn Disk, dir: &Path) -> Self {
        let Ok(folder) = Folder::new(disk, dir) else {
            return Self {
                files: BTreeMap::new(),
                broken: BTreeSet::new(),
            };
        };
        let Salvage {
            project, broken, ..
        } = formats::project::salvage(&folder);
        let of = |(path, bytes): (String, Vec<u8>)| match asset_in(&path, &bytes) {
            Some(id) => Some((Some(id), bytes)),
            None => (path == ROOT_FILE).then_some((None, bytes)),
        };
        Self {
            files: formats::project::write(&project)
                .files
                .into_iter()
                .filter_map(of)
                .collect(),
            broken: broken.into_iter().map(|broken| broken.file).collect(),
        }
    }

    fn is_broken(&self, path: &str) -> bool {
        self.broken.contains(path)
    }
}
