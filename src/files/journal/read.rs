//! From a journal back to a history.

use super::{
    JournalState, Version,
    lists::{self, Pieces},
    record::{
        AssetFiles, Hash, JournalChange, JournalRoot, Lists, MAGIC, READ, Record, hash, records,
    },
};
use crate::{
    Error,
    disk::{Disk, DiskEntryKind},
    folder, place,
};
use asset::{Id, Project};
use formats::project::{ProjectFileKind, ProjectFiles, ROOT_FILE, salvage, written};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::Path,
    sync::{Arc, LazyLock},
};
use words::tr;

/// A history that was brought back.
#[derive(Debug)]
pub struct Restored {
    /// The history and the version that was shown.
    pub state: JournalState,
    /// Seconds since 1970 of the last edit.
    pub time: u64,
    /// Assets of which an edit, or everything, is gone, by what is known of them.
    pub lost: Vec<String>,
}

/// Everything of a journal that is whole.
pub fn restore(path: &Path) -> Result<Restored, Error> {
    restore_on(&crate::disk::Real, path)
}

pub(crate) fn restore_on(disk: &dyn Disk, path: &Path) -> Result<Restored, Error> {
    let bytes = folder::read_on(disk, path).map_err(|error| Error::reading(path, &error))?;
    let nothing = || Error::new(path, tr!("it has nothing to restore."));
    let Listed {
        contents,
        change,
        roots,
    } = listed(&bytes).ok_or_else(nothing)?;
    let folder = change.place();
    let (on_disk, lists, pieces, lost) =
        (None, BTreeMap::new(), Pieces::default(), BTreeSet::new());
    let mut reader = JournalReader {
        disk,
        contents,
        folder: folder.as_deref(),
        on_disk,
        lists,
        pieces,
        lost,
    };
    let mut projects: Vec<Arc<Project>> = Vec::new();
    for root in &roots {
        let previous = projects
            .last()
            .map(|project| (**project).clone())
            .unwrap_or_default();
        projects.push(Arc::new(reader.root(previous, root)));
    }
    let lost = reader.lost.into_iter().collect();
    // The saved root, and versions that are the very same as others, are shared as they were.
    let mut projects = shared(projects).into_iter();
    let saved = projects.next().ok_or_else(nothing)?;
    let version = |(project, root): (Arc<Project>, &JournalRoot)| Version {
        project,
        label: root.label.as_str().into(),
        note: root.note.as_str().into(),
    };
    let versions: Vec<Version> = projects.zip(&roots[1..]).map(version).collect();
    if change.at < versions.len() {
        let state = JournalState {
            folder,
            saved,
            forgotten: 0,
            versions,
            at: change.at,
        };
        Ok(Restored {
            state,
            time: change.time,
            lost,
        })
    } else {
        Err(nothing())
    }
}

/// Contents, roots and last change that the records of a journal result in.
pub(super) struct Listed {
    contents: HashMap<Hash, Vec<u8>>,
    /// Change of the last record.
    pub change: JournalChange,
    /// The saved root, then the history, as all records before the end leave them.
    pub roots: Vec<JournalRoot>,
}

pub(super) fn listed(bytes: &[u8]) -> Option<Listed> {
    let (mut contents, mut roots, mut last) = (HashMap::new(), Vec::new(), None);
    for record in records(bytes)? {
        match record {
            Record::Content(hash, bytes) => drop(contents.insert(hash, bytes)),
            Record::Change(mut change) => {
                let replaced = change.replaced.min(roots.len());
                roots.splice(..replaced, change.replace.drain(..));
                roots.truncate(change.keep);
                roots.append(&mut change.push);
                last = Some(change);
            }
        }
    }
    last.filter(|change| change.at + 1 < roots.len())
        .map(|change| Listed {
            contents,
            change,
            roots,
        })
}

/// Reason why [`listed`] gives nothing.
pub(super) fn why_not(bytes: &[u8]) -> &'static str {
    match bytes.strip_prefix(&MAGIC[..MAGIC.len() - 1]) {
        Some(rest) if rest.first().is_none_or(|version| !READ.contains(version)) => {
            tr!("another version of Mutoscope wrote it")
        }
        Some(_) => tr!("it has no complete step"),
        None => tr!("its start is damaged"),
    }
}

/// Roots without a difference are one.
fn shared(projects: Vec<Arc<Project>>) -> Vec<Arc<Project>> {
    let mut known: HashMap<u64, Vec<Arc<Project>>> = HashMap::new();
    let one = |project: Arc<Project>| {
        let alike = known.entry(project.fingerprint()).or_default();
        match alike.iter().find(|known| known.is_same(&project)) {
            Some(same) => same.clone(),
            None => {
                alike.push(project.clone());
                project
            }
        }
    };
    projects.into_iter().map(one).collect()
}

struct JournalReader<'a> {
    disk: &'a dyn Disk,
    contents: HashMap<Hash, Vec<u8>>,
    folder: Option<&'a Path>,
    /// Paths by the ids in the folder's files, read when they are needed.
    on_disk: Option<BTreeMap<Id, String>>,
    /// Long lists of the assets of the root that was read last.
    lists: BTreeMap<Id, Lists>,
    pieces: Pieces,
    lost: BTreeSet<String>,
}

impl JournalReader<'_> {
    fn root(&mut self, mut project: Project, root: &JournalRoot) -> Project {
        (project.name, project.slot_groups) = (root.name.clone(), root.slot_groups.clone());
        (project.quick_slots, project.preview) = (root.quick_slots.clone(), root.preview.clone());
        project.packaging = root.packaging.clone();
        let (mut found, mut taken_out) = (ProjectFiles::default(), Vec::new());
        for (id, files) in &root.assets {
            let lists = files
                .as_ref()
                .and_then(|files| files.lists(self.lists.get(id)));
            self.lists.remove(id);
            // Of an edit of which nothing is left, what was there before it stays.
            let is_known = match (files, &lists) {
                (None, _) => true,
                (Some(files), lists) => {
                    self.asset(*id, files, lists.as_ref(), &mut found, &mut taken_out)
                }
            };
            if is_known {
                project.remove(*id);
            }
            self.lists.extend(
                lists
                    .filter(|lists| !lists.is_empty())
                    .map(|lists| (*id, lists)),
            );
        }
        if found.files.is_empty() {
            return project;
        }
        found
            .files
            .insert(ROOT_FILE.to_owned(), formats::project::root_text(&project));
        let mut read = salvage(&found);
        self.lost
            .extend(read.broken.into_iter().map(|broken| broken.name));
        for id in taken_out {
            if let Some(lists) = self.lists.get(&id) {
                self.pieces
                    .put_back(&mut read.project, id, lists, &self.contents);
            }
        }
        let read = self.folder.map_or_else(
            || read.project.clone(),
            |folder| place::opened(&read.project, folder),
        );
        read.assets()
            .map(|(id, _)| id)
            .collect::<Vec<_>>()
            .into_iter()
            .for_each(|id| project.share(&read, id));
        project.derive_children();
        project
    }

    /// Adds the files of an asset to `found`: as they were, or as they lie in the folder now where
    /// the former content is lost. False where the folder lacks them too. The lists are still to be
    /// put into the assets of `taken_out`.
    fn asset(
        &mut self,
        id: Id,
        files: &AssetFiles,
        lists: Option<&Lists>,
        found: &mut ProjectFiles,
        taken_out: &mut Vec<Id>,
    ) -> bool {
        let contents = if files.lists.is_empty() {
            self.contents_of(&files.files)
        } else {
            self.without_lists(id, files, lists, taken_out)
                .or_else(|| self.whole(files))
        };
        match contents.or_else(|| self.as_on_disk(id)) {
            Some(contents) => {
                found.files.extend(contents);
                true
            }
            None => {
                self.lost.insert(files.path.clone());
                false
            }
        }
    }

    fn contents_of(&self, files: &BTreeMap<String, Hash>) -> Option<Vec<(String, Vec<u8>)>> {
        files
            .iter()
            .map(|(path, hash)| Some((path.clone(), self.content(path, hash)?)))
            .collect()
    }

    /// Files of an asset without its lists; None unless all pieces of the lists are there. An asset
    /// that another version of the program wrote is put together, to be brought forward as a whole.
    fn without_lists(
        &self,
        id: Id,
        files: &AssetFiles,
        lists: Option<&Lists>,
        taken_out: &mut Vec<Id>,
    ) -> Option<Vec<(String, Vec<u8>)>> {
        let lists = lists?;
        if !lists
            .values()
            .flatten()
            .all(|piece| self.contents.contains_key(piece))
        {
            return None;
        }
        let mut contents = self.contents_of(&files.files)?;
        let (_, own) = contents.iter_mut().find(|(path, _)| *path == files.path)?;
        if lists::is_of_this_version(own) {
            taken_out.push(id)
        } else {
            *own = lists::joined(own, lists, &self.contents)?
        }
        Some(contents)
    }

    /// The files of an asset with its lists, out of the folder.
    fn whole(&self, files: &AssetFiles) -> Option<Vec<(String, Vec<u8>)>> {
        let own = (files.path.clone(), files.whole.clone()?);
        self.contents_of(&files.files.clone().into_iter().chain([own]).collect())
    }

    fn content(&self, path: &str, wanted: &Hash) -> Option<Vec<u8>> {
        let kept = self.contents.get(wanted).cloned();
        let in_folder = || {
            let place = folder::place(self.folder?, path);
            folder::read_on(self.disk, &place)
                .ok()
                .filter(|bytes| hash(bytes) == *wanted)
        };
        kept.or_else(in_folder)
            .or_else(|| SAMPLE.get(wanted).map(|bytes| bytes.to_vec()))
    }

    fn as_on_disk(&mut self, id: Id) -> Option<Vec<(String, Vec<u8>)>> {
        let folder = self.folder?;
        let (disk, read) = (self.disk, |path: &str| {
            folder::read_on(self.disk, &folder::place(folder, path)).ok()
        });
        let paths = self.on_disk.get_or_insert_with(|| {
            let of = |(path, _): (String, DiskEntryKind)| match written(&path, &read(&path)?) {
                Some(ProjectFileKind::Asset(id)) => Some((id, path)),
                _ => None,
            };
            folder::list_on(disk, folder)
                .unwrap_or_default()
                .into_iter()
                .filter_map(of)
                .collect()
        });
        let path = paths.get(&id)?.clone();
        let text = read(&path)?;
        let said = String::from_utf8_lossy(&text).into_owned();
        let blobs = folder::list_on(disk, folder).unwrap_or_default();
        let named = blobs.into_iter().map(|(path, _)| path);
        let named = named.filter(|blob| {
            blob.strip_prefix("blobs/")
                .is_some_and(|name| said.contains(name))
        });
        let blobs: Option<Vec<(String, Vec<u8>)>> = named
            .map(|blob| Some((blob.clone(), read(&blob)?)))
            .collect();
        Some([vec![(path, text)], blobs?].concat())
    }
}

/// Contents that the program itself brings along, by hash.
static SAMPLE: LazyLock<HashMap<Hash, &'static [u8]>> = LazyLock::new(|| {
    crate::sample::contents()
        .map(|bytes| (hash(bytes), bytes))
        .collect()
});

pub(super) fn is_of_sample(hash: &Hash) -> bool {
    SAMPLE.contains_key(hash)
}
