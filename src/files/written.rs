//! What a project's files would be: made on all processors, once of what two projects share.

#[cfg(test)]
mod tests;

use crate::{compile::each, place};
use asset::{Id, Project};
use formats::project::{ROOT_FILE, asset_files, root_text};
use std::{
    borrow::Cow,
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};
use xxhash_rust::xxh3::xxh3_128;

/// Length and hash of a file's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileFingerprint {
    /// Length of the file, bytes.
    pub length: u64,
    hash: u128,
}

impl FileFingerprint {
    /// The mark of a file that holds these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self {
            length: bytes.len() as u64,
            hash: xxh3_128(bytes),
        }
    }

    /// As [`FileFingerprint::of`], for a file that was just made: the hash of a blob is its name.
    fn of_made(path: &str, bytes: &[u8]) -> Self {
        path.strip_prefix("blobs/")
            .and_then(|name| u128::from_str_radix(name.split('.').next()?, 16).ok())
            .map_or_else(
                || Self::of(bytes),
                |hash| Self {
                    length: bytes.len() as u64,
                    hash,
                },
            )
    }
}

/// A file of a project.
#[derive(Clone, Debug)]
pub(crate) struct ProjectFile {
    /// The asset whose own file it is; None of the root file and of blobs.
    pub asset: Option<Id>,
    /// Fingerprint of the file's content.
    pub mark: FileFingerprint,
    /// The asset whose file or blob it is; None of the root file.
    of: Option<Id>,
    /// Content of the file; None if the file was made for an earlier save or has not changed since
    /// the last one.
    bytes: Option<Vec<u8>>,
}

impl ProjectFile {
    fn new(path: &str, asset: Option<Id>, of: Option<Id>, bytes: Vec<u8>) -> Self {
        Self {
            asset,
            mark: FileFingerprint::of_made(path, &bytes),
            of,
            bytes: Some(bytes),
        }
    }

    /// Contract: it is the file under that path of that project as it lies in that folder.
    pub fn bytes(&self, path: &str, project: &Project, dir: &Path) -> Cow<'_, [u8]> {
        if let Some(bytes) = &self.bytes {
            return Cow::Borrowed(bytes);
        }
        let again = self.of.and_then(|id| {
            made(project, dir, id)
                .into_iter()
                .find(|(known, _)| known == path)
        });
        let bytes = again.and_then(|(_, file)| file.bytes);
        Cow::Owned(
            bytes.unwrap_or_else(|| unreachable!("an asset that is the same makes the same files")),
        )
    }
}

/// Files of a project by path.
pub(crate) type ProjectFileMap = BTreeMap<String, Arc<ProjectFile>>;

/// The files of one asset.
type OfAsset = Vec<(String, Arc<ProjectFile>)>;

/// Files of the project that was saved or compared last. Files of assets that are the same since
/// need not be made again while the program runs. It keeps that project's assets alive.
#[derive(Default)]
pub struct Remembered(Mutex<Option<Last>>);

struct Last {
    dir: PathBuf,
    project: Project,
    files: BTreeMap<Id, OfAsset>,
}

impl Remembered {
    fn lock(&self) -> MutexGuard<'_, Option<Last>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn files(&self, project: &Project, dir: &Path, id: Id) -> Option<OfAsset> {
        let last = self.lock();
        let last = last
            .as_ref()
            .filter(|last| last.dir == dir && last.project.shares(project, id))?;
        last.files.get(&id).cloned()
    }

    /// Remembers the files of assets, without their bytes.
    fn keep(&self, project: &Project, dir: &Path, ids: &[Id], files: &[OfAsset]) {
        let bare = |(path, file): &(String, Arc<ProjectFile>)| match file.bytes {
            None => (path.clone(), file.clone()),
            Some(_) => (
                path.clone(),
                Arc::new(ProjectFile {
                    bytes: None,
                    ..(**file).clone()
                }),
            ),
        };
        let files = ids
            .iter()
            .zip(files)
            .map(|(id, files)| (*id, files.iter().map(bare).collect()))
            .collect();
        *self.lock() = Some(Last {
            dir: dir.to_owned(),
            project: project.clone(),
            files,
        });
    }
}

/// Whether the bytes of files are kept once their marks are known. The mark alone identifies a file
/// that lies there already. Memory for all bytes takes longer to fetch than making the few other
/// files again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bytes {
    Kept,
    Dropped,
}

/// The files of a project as it lies in that folder.
pub(crate) fn files_of(
    project: &Project,
    dir: &Path,
    remembered: Option<&Remembered>,
    bytes: Bytes,
) -> ProjectFileMap {
    let ids: Vec<Id> = project.assets().map(|(id, _)| id).collect();
    let files = written(project, dir, &ids, remembered, &|_| bytes);
    remembered.inspect(|remembered| remembered.keep(project, dir, &ids, &files));
    gathered(project, files.into_iter().flatten())
}

/// The files of a project, and of what it was before. The bytes are those of what has changed.
pub(crate) fn files_of_both(
    project: &Project,
    before: &Project,
    dir: &Path,
    remembered: Option<&Remembered>,
) -> [ProjectFileMap; 2] {
    let ids: Vec<Id> = project.assets().map(|(id, _)| id).collect();
    let is_kept = |id| {
        if project.shares(before, id) {
            Bytes::Dropped
        } else {
            Bytes::Kept
        }
    };
    let files = written(project, dir, &ids, remembered, &is_kept);
    let (mut kept, mut changed) = (Vec::new(), Vec::new());
    let at: BTreeMap<Id, usize> = ids.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    for (id, _) in before.assets() {
        match at.get(&id).filter(|_| project.shares(before, id)) {
            Some(at) => kept.extend(files[*at].iter().cloned()),
            None => changed.push(id),
        }
    }
    let changed = written(before, dir, &changed, remembered, &|_| Bytes::Dropped)
        .into_iter()
        .flatten();
    let before = gathered(before, kept.into_iter().chain(changed));
    remembered.inspect(|remembered| remembered.keep(project, dir, &ids, &files));
    [gathered(project, files.into_iter().flatten()), before]
}

fn gathered(
    project: &Project,
    files: impl Iterator<Item = (String, Arc<ProjectFile>)>,
) -> ProjectFileMap {
    let root = ProjectFile::new(ROOT_FILE, None, None, root_text(project));
    files.chain([(ROOT_FILE.to_owned(), root.into())]).collect()
}

/// The files of each asset, blobs included.
fn written(
    project: &Project,
    dir: &Path,
    ids: &[Id],
    remembered: Option<&Remembered>,
    bytes: &(dyn Fn(Id) -> Bytes + Sync),
) -> Vec<OfAsset> {
    let all: Vec<OnceLock<OfAsset>> = ids.iter().map(|_| OnceLock::new()).collect();
    each(ids.len(), &|at| {
        let known = remembered.and_then(|remembered| remembered.files(project, dir, ids[at]));
        all[at].get_or_init(|| {
            known.unwrap_or_else(|| shared(made(project, dir, ids[at]), bytes(ids[at])))
        });
    });
    all.into_iter()
        .map(|files| files.into_inner().unwrap_or_default())
        .collect()
}

fn shared(files: Vec<(String, ProjectFile)>, bytes: Bytes) -> OfAsset {
    let share = |(path, file): (String, ProjectFile)| match bytes {
        Bytes::Kept => (path, Arc::new(file)),
        Bytes::Dropped => (
            path,
            Arc::new(ProjectFile {
                bytes: None,
                ..file
            }),
        ),
    };
    files.into_iter().map(share).collect()
}

fn made(project: &Project, dir: &Path, id: Id) -> Vec<(String, ProjectFile)> {
    let mut alone = Project::default();
    alone.share(project, id);
    let Some((own, files)) = asset_files(&place::saved(&alone, dir), id) else {
        return Vec::new();
    };
    let file = |(path, bytes): (String, Vec<u8>)| {
        let asset = (path == own).then_some(id);
        let made = ProjectFile::new(&path, asset, Some(id), bytes);
        (path, made)
    };
    files.files.into_iter().map(file).collect()
}
