//! Journals of sessions: one for each open project of each running program, in a folder of the
//! user's.
//!
//! The one of a running session is locked; one that nobody holds belongs to a session that was
//! stopped. It is kept for seven days. Where all was saved, the last journal of a project is kept as
//! its history, so that undo goes on at the next start.

use super::{
    Journal, JournalState, read,
    record::{Hash, JournalRoot, Lists, hash},
};
use crate::{Error, disk::Real};
use asset::{Id, project::ProjectHead};
use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use words::tr;

const ENDING: &str = "journal";
/// Ending of a journal that was put aside.
const ASIDE: &str = "aside";
/// Ending of a journal that was kept as the history of a saved project.
const HISTORY: &str = "history";
/// Ending of a journal that cannot be read.
const UNREADABLE: &str = "unreadable";
const KEPT: Duration = Duration::from_secs(7 * 24 * 3600);
/// Bytes of all journals that nobody holds; the oldest go first.
const MOST: u64 = 1 << 30;

/// The journal of a running session. It begins with the first write.
pub struct JournalSession {
    journal: Journal,
    path: PathBuf,
    lock: Option<File>,
}

impl JournalSession {
    /// A session with a journal in this folder, which need not be there yet.
    pub fn new(folder: &Path) -> Self {
        let time = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_micros());
        let path = folder.join(format!("{time:016}-{}.{ENDING}", std::process::id()));
        Self {
            journal: Journal::new(path.clone()),
            path,
            lock: None,
        }
    }

    /// Writes what has changed since the last call; it is on disk when the call returns.
    pub fn write(&mut self, state: &JournalState) -> Result<(), Error> {
        if self.lock.is_none() {
            let failed = |error: std::io::Error| Error::writing(&self.path, &error);
            let folder = self.path.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(folder).map_err(failed)?;
            let file = OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(false)
                .open(lock_of(&self.path));
            let file = file.map_err(failed)?;
            // Nobody else has this name.
            let _ = file.try_lock();
            self.lock = Some(file);
        }
        self.journal.write(&Real, state)
    }

    /// Deletes the journal of a session whose work is all saved.
    pub fn remove(self) {
        remove(&self.path);
    }

    /// Keeps the journal of a session whose work is all saved as the history of this project, in
    /// place of an older one.
    pub fn keep(self, project: &Path) {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        if self.lock.is_some() {
            let _ = fs::rename(&self.path, history_path(folder, project));
            let _ = fs::remove_file(lock_of(&self.path));
        }
    }

    /// The next write is of everything: the last one was cut off where nobody knows.
    pub fn begin_anew(&mut self) {
        self.journal.begin_anew();
    }

    /// Marks the journal of a session whose work was given up. It can still be restored, but nobody
    /// is asked about it.
    pub fn put_aside(self) {
        if self.lock.is_some() {
            put_aside(&self.path);
        }
    }
}

/// The history that was kept for a project in a folder of journals. None if there is no history, or
/// if a part of it is gone. The caller must check whether the project still is as it was saved
/// then.
pub fn kept_history(folder: &Path, project: &Path) -> Option<JournalState> {
    let restored = read::restore(&history_path(folder, project)).ok()?;
    restored.lost.is_empty().then_some(restored.state)
}

/// One file a project, wherever it was opened from.
fn history_path(folder: &Path, project: &Path) -> PathBuf {
    let whole = fs::canonicalize(project);
    let whole = whole.as_deref().unwrap_or(project);
    let name = hash(whole.as_os_str().as_encoded_bytes());
    folder.join(format!("{name}.{HISTORY}"))
}

fn lock_of(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

/// A journal that nobody holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrphanJournal {
    /// The journal's file.
    pub path: PathBuf,
    /// Name of the project.
    pub name: String,
    /// Folder of the project; None if the project was never saved.
    pub folder: Option<PathBuf>,
    /// Seconds since 1970 of the last edit.
    pub time: u64,
    /// Number of edits between the saved and the shown version; all edits if no version is as it
    /// was saved.
    pub edits: usize,
    /// Label of the last edit.
    pub last: String,
    /// Whether everything in it was saved.
    pub is_saved: bool,
    /// Whether somebody has decided against it.
    pub is_aside: bool,
}

/// A journal of which nothing can be read here. It is kept as long as others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The file, under the name that it has now.
    pub path: PathBuf,
    /// The reason, in words.
    pub why: &'static str,
    /// Whether the journal was not reported before.
    pub is_new: bool,
}

/// Journals in a folder whose sessions nobody holds any more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Journals that can be read, the newest first.
    pub found: Vec<OrphanJournal>,
    /// Journals that cannot be read.
    pub unreadable: Vec<Unreadable>,
}

impl Listing {
    /// Finds the journals of the folder that nobody holds. Journals that are too old or too many
    /// are removed, and those that cannot be read get another name.
    pub fn of(folder: &Path) -> Self {
        let entries = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path());
        let is_journal = |path: &PathBuf| {
            path.extension().is_some_and(|ending| {
                [ENDING, ASIDE, HISTORY, UNREADABLE]
                    .iter()
                    .any(|known| ending == *known)
            })
        };
        let mut paths: Vec<PathBuf> = entries
            .filter(is_journal)
            .filter(|path| !is_held(path))
            .collect();
        paths.sort_unstable();
        let (mut listing, mut bytes) = (Self::default(), 0);
        for path in paths.into_iter().rev() {
            let file = fs::metadata(&path);
            bytes += file.as_ref().map_or(0, |file| file.len());
            let age = file
                .and_then(|file| file.modified())
                .ok()
                .and_then(|modified| modified.elapsed().ok());
            if age.is_some_and(|age| age >= KEPT) || bytes > MOST {
                remove(&path);
                continue;
            }
            if path.extension().is_some_and(|ending| ending == HISTORY) {
                continue;
            }
            match OrphanJournal::read(&path) {
                Ok(journal) => listing.found.push(journal),
                Err(why) => listing.unreadable.push(Unreadable::put_by(path, why)),
            }
        }
        listing
    }
}

impl Unreadable {
    fn put_by(path: PathBuf, why: &'static str) -> Self {
        let is_new = path.extension().is_none_or(|ending| ending != UNREADABLE);
        let other = path.with_extension(UNREADABLE);
        let _ = fs::remove_file(lock_of(&path));
        // What cannot be renamed is told of again.
        let path = if is_new && fs::rename(&path, &other).is_ok() {
            other
        } else {
            path
        };
        Self { path, why, is_new }
    }
}

impl OrphanJournal {
    fn read(path: &Path) -> Result<OrphanJournal, &'static str> {
        let bytes = fs::read(path).map_err(|_| tr!("no permission to read it"))?;
        let listed = read::listed(&bytes).ok_or_else(|| read::why_not(&bytes))?;
        let (change, roots) = (&listed.change, &listed.roots);
        let shown = &roots[change.at + 1];
        let since = since_saved(roots, change.at);
        Ok(OrphanJournal {
            path: path.to_owned(),
            name: shown.name.clone(),
            folder: change.place(),
            time: change.time,
            edits: since.unwrap_or(change.at),
            last: shown.label.clone(),
            is_saved: since == Some(0),
            is_aside: path.extension().is_some_and(|ending| ending == ASIDE),
        })
    }

    /// Nobody is asked about it any more, but it can still be restored.
    pub fn put_aside(&self) {
        put_aside(&self.path);
    }

    /// Removes the journal; nothing of it can be restored afterwards.
    pub fn remove(&self) {
        remove(&self.path);
    }
}

/// Number of versions from the last version that equals the saved one to the shown one. None if no
/// version equals the saved one.
fn since_saved(roots: &[JournalRoot], at: usize) -> Option<usize> {
    let [first, versions @ ..] = roots else {
        return None;
    };
    let (mut saved, mut whole, mut last) = (Whole::default(), Whole::default(), None);
    saved.go_on(first);
    whole.go_on(first);
    for (version, root) in versions.iter().take(at + 1).enumerate() {
        whole.go_on(root);
        last = if whole == saved { Some(version) } else { last };
    }
    last.map(|last| at - last)
}

/// A root by what all of it holds.
#[derive(Default, PartialEq)]
struct Whole<'a> {
    head: Option<ProjectHead<'a>>,
    assets: BTreeMap<Id, (&'a str, &'a BTreeMap<String, Hash>, Lists)>,
}

impl<'a> Whole<'a> {
    /// Advances to `root`, which lists only the assets that differ from the root before it.
    fn go_on(&mut self, root: &'a JournalRoot) {
        self.head = Some((
            &root.name,
            &root.slot_groups,
            &root.quick_slots,
            &root.preview,
            &root.packaging,
        ));
        for (id, files) in &root.assets {
            match files {
                Some(files) => {
                    let before = self.assets.get(id).map(|(_, _, lists)| lists);
                    let lists = files.lists(before).unwrap_or_default();
                    self.assets.insert(*id, (&files.path, &files.files, lists));
                }
                None => drop(self.assets.remove(id)),
            }
        }
    }
}

fn is_held(path: &Path) -> bool {
    let file = OpenOptions::new().write(true).open(lock_of(path));
    file.is_ok_and(|file| matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)))
}

fn put_aside(path: &Path) {
    let _ = fs::rename(path, path.with_extension(ASIDE));
    let _ = fs::remove_file(lock_of(path));
}

/// Removes a journal and its lock. What cannot be removed is met again at the next start.
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
    let _ = fs::remove_file(lock_of(path));
}
