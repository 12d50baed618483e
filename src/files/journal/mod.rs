//! What was done to a project since it was saved, on disk as it happens: a history of roots that
//! survives its program.
//!
//! A journal is a list of roots, the one saved last and then every version of the history, each by
//! the files of the assets that differ from the root before. So it is in the project's own format,
//! of any version that can be read, and knows no edits. Invariant: whatever is torn off its end,
//! what is before it can be restored.

mod lists;
mod read;
mod record;
mod sessions;
mod state;
#[cfg(test)]
mod tests;

pub use read::{Restored, restore};
pub use sessions::{JournalSession, Listing, OrphanJournal, Unreadable, kept_history};
pub use state::{JournalState, Version};

use crate::{
    Error,
    disk::{Disk, make_folders},
    place,
};
use asset::{Id, Project};
use formats::project::{ProjectFiles, asset_files};
use lists::ListExtract;
use record::{AssetFiles, Hash, JournalChange, JournalRoot, MAGIC, hash};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

/// Size in bytes from which on a journal is rewritten with fewer versions.
const MOST: u64 = 256 << 20;
/// Versions before the shown one that it then has.
const AROUND: usize = 50;

/// A journal that is written.
pub(crate) struct Journal {
    path: PathBuf,
    /// State that was written last; None if the next write begins the journal from the start.
    written: Option<JournalState>,
    /// Hashes of the contents that the journal holds or that are found elsewhere.
    contents: BTreeSet<Hash>,
    /// Assets that it holds as they were saved last, since what lies in the folder may be written
    /// over.
    kept: BTreeSet<Id>,
    bytes: u64,
    /// Size in bytes from which on the journal is rewritten with fewer versions.
    most: u64,
    /// The first version that it holds, counted from the first that there ever was.
    from: usize,
}

impl Journal {
    /// A journal at this path. Nothing is written before the first [`Self::write`].
    pub fn new(path: PathBuf) -> Self {
        let (contents, kept) = (BTreeSet::new(), BTreeSet::new());
        Self {
            path,
            written: None,
            contents,
            kept,
            bytes: 0,
            most: MOST,
            from: 0,
        }
    }

    /// The next [`Self::write`] writes the whole history, not only what is new.
    pub fn begin_anew(&mut self) {
        self.written = None;
    }

    /// Appends what is new in the state to the journal. After an error the next call writes
    /// everything again.
    pub fn write(&mut self, disk: &dyn Disk, state: &JournalState) -> Result<(), Error> {
        let at = state.forgotten + state.at;
        if self.bytes > self.most || at < self.from {
            (self.written, self.from) = (None, at.saturating_sub(AROUND));
        }
        // What has been forgotten stays in a journal that goes on, and is in none that begins.
        let from = self.from.max(state.forgotten);
        let versions = state.versions[from - state.forgotten..].to_vec();
        let recent = JournalState {
            forgotten: from,
            versions,
            at: at - from,
            ..state.clone()
        };
        if !self
            .written
            .as_ref()
            .is_some_and(|written| written.goes_on(&recent))
        {
            (self.written, self.from) = (None, from);
        }
        let written = self.append(disk, recent);
        if written.is_err() {
            self.written = None;
        }
        written
    }

    fn append(&mut self, disk: &dyn Disk, state: JournalState) -> Result<(), Error> {
        let is_new = self.written.is_none();
        let mut out = Vec::new();
        if is_new {
            out.extend(MAGIC);
            (self.contents, self.kept) = (BTreeSet::new(), BTreeSet::new());
            self.bytes = 0;
        }
        let Some(change) = self.change(&state, &mut out) else {
            return Ok(());
        };
        record::change(&change, &mut out);
        let done = if is_new {
            self.begin_journal(disk, &out)
        } else {
            disk.append(&self.path, &out)
        };
        done.map_err(|error| Error::writing(&self.path, &error))?;
        self.bytes += out.len() as u64;
        self.written = Some(state);
        Ok(())
    }

    fn begin_journal(&self, disk: &dyn Disk, bytes: &[u8]) -> std::io::Result<()> {
        make_folders(disk, self.path.parent().unwrap_or(Path::new("")))?;
        let new = self.path.with_extension("new");
        disk.write(&new, bytes, None)?;
        disk.rename(&new, &self.path)?;
        disk.sync_folder(self.path.parent().unwrap_or(Path::new(".")))
    }

    /// Change from the written state to `state`; None if nothing is new. Puts contents that are not
    /// there yet into `out`, before the change that needs them.
    fn change(&mut self, state: &JournalState, out: &mut Vec<u8>) -> Option<JournalChange> {
        let before = self
            .written
            .as_ref()
            .map(|written| roots(written, state.forgotten))
            .unwrap_or_default();
        let now = roots(state, state.forgotten);
        let is_same = |(a, b): &(RootOf<'_>, RootOf<'_>)| {
            Arc::ptr_eq(a.project, b.project) && a.label == b.label
        };
        let same = |from: usize| {
            before
                .iter()
                .copied()
                .zip(now.iter().copied())
                .skip(from)
                .take_while(is_same)
                .count()
        };
        let (is_saved_anew, versions) = (same(0) == 0, same(1));
        let lies_elsewhere = self
            .written
            .as_ref()
            .is_none_or(|written| written.folder != state.folder);
        let place = |state: &JournalState| state.forgotten + state.at;
        let is_elsewhere = self
            .written
            .as_ref()
            .is_none_or(|written| place(written) != place(state));
        if !(is_saved_anew || lies_elsewhere || is_elsewhere)
            && 1 + versions == now.len().max(before.len())
        {
            return None;
        }
        let folder = state.folder.as_deref();
        let mut replaced = 0;
        let (mut replace, mut keep) = (Vec::new(), 1 + versions);
        if is_saved_anew || lies_elsewhere {
            self.kept.clear();
            // What is saved anew is in the place of what was; the versions go on from there, if
            // paths are still the same.
            let hidden = state.forgotten - std::mem::replace(&mut self.from, state.forgotten);
            if lies_elsewhere || versions == 0 {
                keep = 0
            } else {
                replaced = 2 + hidden;
                replace = (0..2).map(|at| self.root(folder, &now, at, out)).collect();
            }
        }
        let push = (keep..now.len())
            .map(|at| self.root(folder, &now, at, out))
            .collect();
        let hidden = state.forgotten - self.from;
        let keep = if keep == 0 { 0 } else { keep + hidden };
        let time = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs());
        let folder_bytes = folder.and_then(record::bytes_of);
        let folder = folder.map(|folder| folder.to_string_lossy().into_owned());
        Some(JournalChange {
            time,
            folder,
            folder_bytes,
            replaced,
            replace,
            keep,
            push,
            at: hidden + state.at,
        })
    }

    /// The one at a place of the list.
    fn root(
        &mut self,
        folder: Option<&Path>,
        now: &[RootOf<'_>],
        at: usize,
        out: &mut Vec<u8>,
    ) -> JournalRoot {
        let (root, previous) = (
            now[at],
            at.checked_sub(1).map(|before| &**now[before].project),
        );
        let empty = Project::default();
        let from = previous.unwrap_or(&empty);
        let ids: BTreeSet<Id> = from
            .assets()
            .chain(root.project.assets())
            .map(|(id, _)| id)
            .collect();
        let changed = ids.into_iter().filter(|id| !root.project.shares(from, *id));
        // What lies in the folder is found there, as long as nobody touches it; what is touched is
        // kept here as it was.
        let lies_on_disk = previous.is_none() && folder.is_some();
        let mut assets = BTreeMap::new();
        for id in changed.collect::<Vec<_>>() {
            if let Some(before) = previous.filter(|_| folder.is_some() && self.kept.insert(id)) {
                self.keep(files(before, None, id, folder), out);
            }
            let mut listed = files(root.project, previous, id, folder);
            if lies_on_disk {
                listed
                    .as_mut()
                    .filter(|files| !files.listed.lists.is_empty())
                    .iter_mut()
                    .for_each(|files| {
                        files.listed.whole = whole(root.project, id, folder);
                    });
            }
            let listed = if lies_on_disk {
                listed.map(|files| files.listed)
            } else {
                self.keep(listed, out)
            };
            assets.insert(id, listed);
        }
        JournalRoot {
            name: root.project.name.clone(),
            slot_groups: root.project.slot_groups.clone(),
            quick_slots: root.project.quick_slots.clone(),
            preview: root.project.preview.clone(),
            packaging: root.project.packaging.clone(),
            label: root.label.to_owned(),
            note: root.note.to_owned(),
            assets,
        }
    }

    fn keep(&mut self, files: Option<Files>, out: &mut Vec<u8>) -> Option<AssetFiles> {
        let Files {
            listed,
            contents,
            pieces,
        } = files?;
        let of_files = listed
            .files
            .iter()
            .map(|(path, hash)| (hash, &contents.files[path]));
        for (hash, bytes) in of_files.chain(pieces.iter().map(|(hash, bytes)| (hash, bytes))) {
            if !read::is_of_sample(hash) && self.contents.insert(hash.clone()) {
                record::content(bytes, out);
            }
        }
        Some(listed)
    }
}

/// Files of an asset that a journal keeps.
struct Files {
    listed: AssetFiles,
    contents: ProjectFiles,
    /// Pieces of the long lists that are not among the contents, with their hashes.
    pieces: Vec<(Hash, Vec<u8>)>,
}

/// The files of an asset as it differs from the one before.
fn files(
    project: &Project,
    before: Option<&Project>,
    id: Id,
    folder: Option<&Path>,
) -> Option<Files> {
    let mut alone = alone(project, id, folder);
    let ListExtract { changes, pieces } = lists::take_out(&mut alone, before, id);
    let (path, contents) = asset_files(&alone, id)?;
    let files = contents
        .files
        .iter()
        .map(|(path, bytes)| (path.clone(), hash(bytes)))
        .collect();
    Some(Files {
        listed: AssetFiles {
            path,
            files,
            lists: changes,
            whole: None,
        },
        contents,
        pieces,
    })
}

/// Hash of an asset's own file as it lies in the folder.
fn whole(project: &Project, id: Id, folder: Option<&Path>) -> Option<Hash> {
    let (path, contents) = asset_files(&alone(project, id, folder), id)?;
    contents.files.get(&path).map(|bytes| hash(bytes))
}

/// A project with only the asset `id`, as written into `folder` if one is given.
fn alone(project: &Project, id: Id, folder: Option<&Path>) -> Project {
    let mut alone = Project::default();
    alone.share(project, id);
    folder.map_or_else(|| alone.clone(), |folder| place::saved(&alone, folder))
}

#[derive(Clone, Copy)]
struct RootOf<'a> {
    project: &'a Arc<Project>,
    label: &'a str,
    note: &'a str,
}

/// The one that was saved, then the history from a version on, counted from the first that there
/// ever was.
fn roots(state: &JournalState, from: usize) -> Vec<RootOf<'_>> {
    fn of(version: &Version) -> RootOf<'_> {
        RootOf {
            project: &version.project,
            label: &version.label,
            note: &version.note,
        }
    }
    let saved = RootOf {
        project: &state.saved,
        label: "",
        note: "",
    };
    std::iter::once(saved)
        .chain(state.versions.iter().skip(from - state.forgotten).map(of))
        .collect()
}

impl JournalState {
    /// Whether its history and the other's have the first version of the other in common.
    fn goes_on(&self, other: &JournalState) -> bool {
        let same = other
            .forgotten
            .checked_sub(self.forgotten)
            .and_then(|at| self.versions.get(at));
        same.zip(other.versions.first())
            .is_some_and(|(same, first)| Arc::ptr_eq(&same.project, &first.project))
    }
}
