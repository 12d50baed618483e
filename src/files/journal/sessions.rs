//! Journals of sessions: one for each open project of each running program, in a folder of the user's.
//!
//! The one of a running session is locked; one that nobody holds belongs to a session that was stopped. It is kept for
//! seven days.

use super::{Journal, State, read};
use crate::{Error, disk::Real};
use std::{
    fs::{self, File, OpenOptions},
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

const ENDING: &str = "journal";
/// Of one that was put aside.
const ASIDE: &str = "aside";
const KEPT: Duration = Duration::from_secs(7 * 24 * 3600);
/// Bytes of all journals that nobody holds; the oldest go first.
const MOST: u64 = 1 << 30;

/// The journal of a running session. It begins with the first write.
pub struct Session {
    journal: Journal,
    path: PathBuf,
    lock: Option<File>,
}

impl Session {
    /// In this folder, which need not be there yet.
    pub fn new(folder: &Path) -> Self {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros());
        let path = folder.join(format!("{time:016}-{}.{ENDING}", std::process::id()));
        Self { journal: Journal::new(path.clone()), path, lock: None }
    }

    /// What has changed since the last call is on disk when this returns.
    pub fn write(&mut self, state: &State) -> Result<(), Error> {
        if self.lock.is_none() {
            let failed = |error: std::io::Error| Error::writing(&self.path, &error);
            let folder = self.path.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(folder).map_err(failed)?;
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(lock_of(&self.path));
            let file = file.map_err(failed)?;
            // Nobody else has this name.
            let _ = file.try_lock();
            self.lock = Some(file);
        }
        self.journal.write(&Real, state)
    }

    /// Of a session whose work is all saved.
    pub fn remove(self) {
        remove(&self.path);
    }

    /// The next write is of everything: the last one was cut off where nobody knows.
    pub fn begin_anew(&mut self) {
        self.journal.begin_anew();
    }

    /// Of a session whose work was given up. It can still be restored, but nobody is asked about it.
    pub fn put_aside(self) {
        if self.lock.is_some() {
            put_aside(&self.path);
        }
    }
}

fn lock_of(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

/// A journal that nobody holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub path: PathBuf,
    pub name: String,
    /// None of a project that was never saved.
    pub folder: Option<PathBuf>,
    /// Seconds since 1970 of the last edit.
    pub time: u64,
    /// How many edits lie between what was saved and what was shown.
    pub edits: usize,
    /// The last of them.
    pub last: String,
    /// Whether everything in it was saved.
    pub is_saved: bool,
    /// Whether somebody has decided against it.
    pub is_aside: bool,
}

impl Found {
    /// In a folder, the newest first. Those that are too old, too many or of no use are removed on the way.
    pub fn list(folder: &Path) -> Vec<Found> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_journal = |path: &PathBuf| path.extension().is_some_and(|ending| ending == ENDING || ending == ASIDE);
        let mut paths: Vec<PathBuf> = entries.filter(is_journal).filter(|path| !is_held(path)).collect();
        paths.sort_unstable();
        let (mut found, mut bytes) = (Vec::new(), 0);
        for path in paths.into_iter().rev() {
            let file = fs::metadata(&path);
            bytes += file.as_ref().map_or(0, |file| file.len());
            let age = file.and_then(|file| file.modified()).ok().and_then(|modified| modified.elapsed().ok());
            let is_kept = age.is_none_or(|age| age < KEPT) && bytes <= MOST;
            match Self::read(&path).filter(|_| is_kept) {
                Some(journal) => found.push(journal),
                None => remove(&path),
            }
        }
        found
    }

    fn read(path: &Path) -> Option<Found> {
        let listed = read::listed(&fs::read(path).ok()?)?;
        let (change, roots) = (&listed.change, &listed.roots);
        let shown = &roots[change.at + 1];
        let is_head = |root: &super::record::Root| {
            let (first, groups) = (&roots[0], &root.slot_groups);
            (&root.name, groups, &root.quick_slots, &root.preview)
                == (&first.name, &first.slot_groups, &first.quick_slots, &first.preview)
        };
        let is_saved = roots[1..=change.at + 1].iter().all(|root| root.assets.is_empty() && is_head(root));
        Some(Found {
            path: path.to_owned(),
            name: shown.name.clone(),
            folder: change.folder.as_ref().map(PathBuf::from),
            time: change.time,
            edits: change.at,
            last: shown.label.clone(),
            is_saved,
            is_aside: path.extension().is_some_and(|ending| ending == ASIDE),
        })
    }

    /// Nobody is asked about it any more, but it can still be restored.
    pub fn put_aside(&self) {
        put_aside(&self.path);
    }

    /// Nothing of it can be restored afterwards.
    pub fn remove(&self) {
        remove(&self.path);
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

/// What cannot be removed is met again at the next start.
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
    let _ = fs::remove_file(lock_of(path));
}
