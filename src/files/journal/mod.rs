//! What was done to a project since it was saved, on disk as it happens: a history of roots that survives its program.
//!
//! A journal is a list of roots, the one saved last and then every version of the history, each by the files of the
//! assets that differ from the root before. So it is in the project's own format, of any version that can be read, and
//! knows no edits. Invariant: whatever is torn off its end, what is before it can be restored.

mod read;
mod record;
mod sessions;
#[cfg(test)]
mod tests;

pub use read::{Restored, restore};
pub use sessions::{Found, Listing, Session, Unreadable};

use crate::{
    Error,
    disk::{Disk, make_folders},
    place,
};
use asset::{Id, Project};
use formats::project::{ProjectFiles, asset_files};
use record::{AssetFiles, Change, Hash, MAGIC, Root, hash};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

/// Bytes from which on a journal begins anew, with fewer versions.
const MOST: u64 = 256 << 20;
/// Versions before the shown one that it then has.
const AROUND: usize = 50;

/// One root of the history.
#[derive(Clone, Debug)]
pub struct Version {
    pub project: Arc<Project>,
    /// The edit that made it; of the first nothing.
    pub label: String,
    /// The caller's own, given back as it was.
    pub note: String,
}

/// All that a journal holds.
#[derive(Clone, Debug)]
pub struct State {
    /// Where the project lies; None where it was never saved.
    pub folder: Option<PathBuf>,
    pub saved: Arc<Project>,
    /// Never empty.
    pub versions: Vec<Version>,
    /// The shown one.
    pub at: usize,
}

/// A journal that is written.
pub(crate) struct Journal {
    path: PathBuf,
    /// What its list of roots is.
    written: Option<State>,
    /// What it holds, and what is found elsewhere.
    contents: BTreeSet<Hash>,
    bytes: u64,
    /// Bytes from which on it begins anew, with fewer versions.
    most: u64,
    /// The first version that it holds.
    from: usize,
}

impl Journal {
    pub fn new(path: PathBuf) -> Self {
        Self { path, written: None, contents: BTreeSet::new(), bytes: 0, most: MOST, from: 0 }
    }

    pub fn begin_anew(&mut self) {
        self.written = None;
    }

    /// Appends what is new. After an error the next call writes all of it anew.
    pub fn write(&mut self, disk: &dyn Disk, state: &State) -> Result<(), Error> {
        if self.bytes > self.most || state.at < self.from {
            (self.written, self.from) = (None, state.at.saturating_sub(AROUND));
        }
        let versions = state.versions.get(self.from..).unwrap_or_default().to_vec();
        let recent = State { versions, at: state.at - self.from, ..state.clone() };
        let written = self.append(disk, recent);
        if written.is_err() {
            self.written = None;
        }
        written
    }

    fn append(&mut self, disk: &dyn Disk, state: State) -> Result<(), Error> {
        let is_new = self.written.is_none();
        let mut out = Vec::new();
        if is_new {
            out.extend(MAGIC);
            self.contents.clear();
            self.bytes = 0;
        }
        let Some(change) = self.change(&state, &mut out) else { return Ok(()) };
        record::change(&change, &mut out);
        let done = if is_new { self.begin(disk, &out) } else { disk.append(&self.path, &out) };
        done.map_err(|error| Error::writing(&self.path, &error))?;
        self.bytes += out.len() as u64;
        self.written = Some(state);
        Ok(())
    }

    fn begin(&self, disk: &dyn Disk, bytes: &[u8]) -> std::io::Result<()> {
        make_folders(disk, self.path.parent().unwrap_or(Path::new("")))?;
        let new = self.path.with_extension("new");
        disk.write(&new, bytes, None)?;
        disk.rename(&new, &self.path)?;
        disk.sync_folder(self.path.parent().unwrap_or(Path::new(".")))
    }

    /// None where nothing is new. Puts contents that are not there yet before the change that needs them.
    fn change(&mut self, state: &State, out: &mut Vec<u8>) -> Option<Change> {
        let before = self.written.as_ref().map(roots).unwrap_or_default();
        let now = roots(state);
        let is_same = |(a, b): &(RootOf<'_>, RootOf<'_>)| Arc::ptr_eq(a.project, b.project) && a.label == b.label;
        let keep = before.iter().copied().zip(now.iter().copied()).take_while(is_same).count();
        let has_moved =
            self.written.as_ref().is_none_or(|written| written.at != state.at || written.folder != state.folder);
        if keep == now.len() && keep == before.len() && !has_moved {
            return None;
        }
        let folder = state.folder.as_deref();
        let mut push = Vec::new();
        for at in keep..now.len() {
            let previous = at.checked_sub(1).map(|at| now[at].project);
            push.push(self.root(folder, previous, now[at], out));
        }
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let folder_bytes = folder.and_then(record::bytes_of);
        let folder = folder.map(|folder| folder.to_string_lossy().into_owned());
        Some(Change { time, folder, folder_bytes, keep, push, at: state.at })
    }

    fn root(
        &mut self,
        folder: Option<&Path>,
        previous: Option<&Arc<Project>>,
        root: RootOf<'_>,
        out: &mut Vec<u8>,
    ) -> Root {
        let empty = Project::default();
        let from = previous.map_or(&empty, |previous| &**previous);
        let ids: BTreeSet<Id> = from.assets().chain(root.project.assets()).map(|(id, _)| id).collect();
        let changed = ids.into_iter().filter(|id| !root.project.shares(from, *id));
        // What lies in the folder is found there, as long as nobody touches it; what is touched is kept here as it was.
        let lies_on_disk = previous.is_none() && folder.is_some();
        let mut assets = BTreeMap::new();
        for id in changed.collect::<Vec<_>>() {
            if let Some(before) = previous.filter(|_| folder.is_some()) {
                self.keep(self.files(before, id, folder).as_ref(), out);
            }
            let files = self.files(root.project, id, folder);
            if !lies_on_disk {
                self.keep(files.as_ref(), out);
            }
            assets.insert(id, files.map(|(files, _)| files));
        }
        Root {
            name: root.project.name.clone(),
            slot_groups: root.project.slot_groups.clone(),
            quick_slots: root.project.quick_slots.clone(),
            preview: root.project.preview.clone(),
            label: root.label.to_owned(),
            note: root.note.to_owned(),
            assets,
        }
    }

    fn files(&self, project: &Project, id: Id, folder: Option<&Path>) -> Option<(AssetFiles, ProjectFiles)> {
        let mut alone = Project::default();
        alone.share(project, id);
        let alone = folder.map_or_else(|| alone.clone(), |folder| place::saved(&alone, folder));
        let (path, contents) = asset_files(&alone, id)?;
        let files = contents.files.iter().map(|(path, bytes)| (path.clone(), hash(bytes))).collect();
        Some((AssetFiles { path, files }, contents))
    }

    fn keep(&mut self, files: Option<&(AssetFiles, ProjectFiles)>, out: &mut Vec<u8>) {
        let Some((listed, contents)) = files else { return };
        for (path, hash) in &listed.files {
            if !read::is_of_sample(hash) && self.contents.insert(hash.clone()) {
                record::content(&contents.files[path], out);
            }
        }
    }
}

#[derive(Clone, Copy)]
struct RootOf<'a> {
    project: &'a Arc<Project>,
    label: &'a str,
    note: &'a str,
}

/// The one that was saved, then the history.
fn roots(state: &State) -> Vec<RootOf<'_>> {
    fn of(version: &Version) -> RootOf<'_> {
        RootOf { project: &version.project, label: &version.label, note: &version.note }
    }
    let saved = RootOf { project: &state.saved, label: "", note: "" };
    std::iter::once(saved).chain(state.versions.iter().map(of)).collect()
}
