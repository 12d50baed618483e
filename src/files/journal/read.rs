//! From a journal back to a history.

use super::{
    State, Version,
    record::{AssetFiles, Change, Hash, MAGIC, Record, Root, hash, records},
};
use crate::{
    Error,
    disk::{Disk, Kind},
    folder, place,
};
use asset::{Id, Project};
use formats::project::{ProjectFiles, ROOT_FILE, Written, salvage, written};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::Path,
    sync::{Arc, LazyLock},
};

/// A history that was brought back.
#[derive(Debug)]
pub struct Restored {
    pub state: State,
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
    let nothing = || Error::new(path, "nothing in it can be restored.");
    let Listed { contents, change, roots } = listed(&bytes).ok_or_else(nothing)?;
    let folder = change.place();
    let mut reader = Reader { disk, contents, folder: folder.as_deref(), on_disk: None, lost: BTreeSet::new() };
    let mut projects: Vec<Arc<Project>> = Vec::new();
    for root in &roots {
        let previous = projects.last().map(|project| (**project).clone()).unwrap_or_default();
        projects.push(Arc::new(reader.root(previous, root)));
    }
    let lost = reader.lost.into_iter().collect();
    // The saved root, and versions that are the very same as others, are shared as they were.
    let mut projects = shared(projects).into_iter();
    let saved = projects.next().ok_or_else(nothing)?;
    let version = |(project, root): (Arc<Project>, &Root)| Version {
        project,
        label: root.label.clone(),
        note: root.note.clone(),
    };
    let versions: Vec<Version> = projects.zip(&roots[1..]).map(version).collect();
    match change.at < versions.len() {
        true => {
            let state = State { folder, saved, versions, at: change.at };
            Ok(Restored { state, time: change.time, lost })
        }
        false => Err(nothing()),
    }
}

/// What a journal's records come to.
pub(super) struct Listed {
    contents: HashMap<Hash, Vec<u8>>,
    /// The last.
    pub change: Change,
    pub roots: Vec<Root>,
}

pub(super) fn listed(bytes: &[u8]) -> Option<Listed> {
    let (mut contents, mut roots, mut last) = (HashMap::new(), Vec::new(), None);
    for record in records(bytes)? {
        match record {
            Record::Content(hash, bytes) => drop(contents.insert(hash, bytes)),
            Record::Change(mut change) => {
                roots.truncate(change.keep);
                roots.append(&mut change.push);
                last = Some(change);
            }
        }
    }
    last.filter(|change| change.at + 1 < roots.len()).map(|change| Listed { contents, change, roots })
}

/// Why [`listed`] gives nothing.
pub(super) fn why_not(bytes: &[u8]) -> &'static str {
    let (name, version) = MAGIC.split_at(MAGIC.len() - 1);
    match bytes.strip_prefix(name) {
        Some(rest) if !rest.starts_with(version) => "another version of the program wrote it",
        Some(_) => "no step in it is whole",
        None => "its beginning is damaged",
    }
}

/// Roots without a difference are one.
fn shared(projects: Vec<Arc<Project>>) -> Vec<Arc<Project>> {
    let mut out: Vec<Arc<Project>> = Vec::new();
    for project in projects {
        let same = out.iter().find(|known| known.is_same(&project));
        out.push(same.cloned().unwrap_or(project));
    }
    out
}

struct Reader<'a> {
    disk: &'a dyn Disk,
    contents: HashMap<Hash, Vec<u8>>,
    folder: Option<&'a Path>,
    /// Paths by the ids in the folder's files, read when they are needed.
    on_disk: Option<BTreeMap<Id, String>>,
    lost: BTreeSet<String>,
}

impl Reader<'_> {
    fn root(&mut self, mut project: Project, root: &Root) -> Project {
        (project.name, project.slot_groups) = (root.name.clone(), root.slot_groups.clone());
        (project.quick_slots, project.preview) = (root.quick_slots.clone(), root.preview.clone());
        let mut found = ProjectFiles::default();
        for (id, files) in &root.assets {
            // Of an edit of which nothing is left, what was there before it stays.
            if files.as_ref().is_none_or(|files| self.asset(*id, files, &mut found)) {
                project.remove(*id);
            }
        }
        if found.files.is_empty() {
            return project;
        }
        found.files.insert(ROOT_FILE.to_owned(), formats::project::root_text(&project));
        let read = salvage(&found);
        self.lost.extend(read.broken.into_iter().map(|broken| broken.name));
        let read = self.folder.map_or_else(|| read.project.clone(), |folder| place::opened(&read.project, folder));
        read.assets().map(|(id, _)| id).collect::<Vec<_>>().into_iter().for_each(|id| project.share(&read, id));
        project.derive_children();
        project
    }

    /// As it was; where that is nowhere any more, as it lies in the folder now. False where it is not there either.
    fn asset(&mut self, id: Id, files: &AssetFiles, found: &mut ProjectFiles) -> bool {
        let contents: Option<Vec<(String, Vec<u8>)>> =
            files.files.iter().map(|(path, hash)| Some((path.clone(), self.content(path, hash)?))).collect();
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

    fn content(&self, path: &str, wanted: &Hash) -> Option<Vec<u8>> {
        let kept = self.contents.get(wanted).cloned();
        let in_folder = || {
            let place = folder::place(self.folder?, path);
            folder::read_on(self.disk, &place).ok().filter(|bytes| hash(bytes) == *wanted)
        };
        kept.or_else(in_folder).or_else(|| SAMPLE.get(wanted).map(|bytes| bytes.to_vec()))
    }

    fn as_on_disk(&mut self, id: Id) -> Option<Vec<(String, Vec<u8>)>> {
        let folder = self.folder?;
        let (disk, read) = (self.disk, |path: &str| folder::read_on(self.disk, &folder::place(folder, path)).ok());
        let paths = self.on_disk.get_or_insert_with(|| {
            let of = |(path, _): (String, Kind)| match written(&path, &read(&path)?) {
                Some(Written::Asset(id)) => Some((id, path)),
                _ => None,
            };
            folder::list_on(disk, folder).unwrap_or_default().into_iter().filter_map(of).collect()
        });
        let path = paths.get(&id)?.clone();
        let text = read(&path)?;
        let said = String::from_utf8_lossy(&text).into_owned();
        let blobs = folder::list_on(disk, folder).unwrap_or_default();
        let named = blobs.into_iter().map(|(path, _)| path);
        let named = named.filter(|blob| blob.strip_prefix("blobs/").is_some_and(|name| said.contains(name)));
        let blobs: Option<Vec<(String, Vec<u8>)>> = named.map(|blob| Some((blob.clone(), read(&blob)?))).collect();
        Some([vec![(path, text)], blobs?].concat())
    }
}

/// What the program itself brings along.
static SAMPLE: LazyLock<HashMap<Hash, &'static [u8]>> =
    LazyLock::new(|| crate::sample::contents().map(|bytes| (hash(bytes), bytes)).collect());

pub(super) fn is_of_sample(hash: &Hash) -> bool {
    SAMPLE.contains_key(hash)
}
