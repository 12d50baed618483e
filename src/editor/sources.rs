//! Which source files have changed on disk since the project took them in. A thread of its own
//! looks at them.

#[cfg(test)]
mod tests;

use crate::jobs::Wake;
use asset::Project;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, SystemTime},
};

/// Between two looks. A file counts when it was the same at both: others are being written.
const PAUSE: Duration = Duration::from_secs(1);

/// Contents that the project holds of each source, by path: one for each import of the source.
type Held = BTreeMap<PathBuf, BTreeSet<String>>;

/// Quick mark that shows whether a file has changed: the time when the file was written, and its
/// length in bytes.
pub type Stamp = (SystemTime, u64);

/// Sources that hold something else than the project, as they are now.
pub type Changed = BTreeMap<PathBuf, Stamp>;

#[derive(Default)]
struct SharedSourceWatch {
    held: Mutex<(Held, bool)>,
    /// The list is another one, or the end has come.
    told: Condvar,
    changed: Mutex<Arc<Changed>>,
    has_ended: AtomicBool,
}

/// Watches the source files of a project. Its thread starts with the first list and ends with it.
pub struct Sources {
    shared: Arc<SharedSourceWatch>,
    wake: Wake,
    is_running: bool,
    /// Project from which the list was made.
    of: Option<Arc<Project>>,
    list: Held,
}

impl Sources {
    /// `wake` is called when the answer is another one.
    pub fn new(wake: Wake) -> Self {
        Self {
            shared: Arc::default(),
            wake,
            is_running: false,
            of: None,
            list: Held::default(),
        }
    }

    /// Looks at the sources of this project from now on.
    pub fn follow(&mut self, project: &Arc<Project>) {
        if self.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, project)) {
            return;
        }
        self.of = Some(project.clone());
        let list = held(project);
        if list == self.list {
            return;
        }
        self.list.clone_from(&list);
        *lock(&self.shared.held) = (list, true);
        self.shared.told.notify_one();
        if !self.is_running {
            self.is_running = true;
            let (shared, wake) = (self.shared.clone(), self.wake.clone());
            std::thread::spawn(move || look(&shared, &wake));
        }
    }

    /// Sources that hold something else now than the project.
    pub fn changed(&self) -> Arc<Changed> {
        lock(&self.shared.changed).clone()
    }
}

impl Drop for Sources {
    fn drop(&mut self) {
        self.shared.has_ended.store(true, Ordering::Relaxed);
        self.shared.told.notify_one();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A project may come from anybody: what it names is looked at only where it could be a source, and
/// on no other machine.
fn held(project: &Project) -> Held {
    let mut held = Held::new();
    for (_, origin) in project.origins() {
        let path = Path::new(&origin.file);
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        if ending.is_some_and(|ending| files::ENDINGS.contains(&&*ending))
            && !origin.file.starts_with("//")
        {
            held.entry(path.to_owned())
                .or_default()
                .insert(origin.content.clone());
        }
    }
    held
}

fn stamp(path: &Path) -> Option<Stamp> {
    let data = std::fs::metadata(path)
        .ok()
        .filter(std::fs::Metadata::is_file)?;
    Some((
        data.modified().unwrap_or(SystemTime::UNIX_EPOCH),
        data.len(),
    ))
}

/// A file as it was judged.
struct SourceFileVerdict {
    stamp: Stamp,
    held: BTreeSet<String>,
    is_changed: bool,
}

fn look(shared: &SharedSourceWatch, wake: &Wake) {
    let (mut seen, mut judged) = (
        BTreeMap::<PathBuf, Stamp>::new(),
        BTreeMap::<PathBuf, SourceFileVerdict>::new(),
    );
    loop {
        let list = lock(&shared.held).0.clone();
        let stamps: BTreeMap<PathBuf, Stamp> = list
            .keys()
            .filter_map(|path| Some((path.clone(), stamp(path)?)))
            .collect();
        judged.retain(|path, _| stamps.contains_key(path));
        for (path, stamp) in &stamps {
            let held = &list[path];
            let is_known = judged
                .get(path)
                .is_some_and(|known| known.stamp == *stamp && known.held == *held);
            // One that is seen for the first time is at rest most likely; what is not whole cannot
            // be read.
            let is_at_rest = seen.get(path).is_none_or(|before| before == stamp);
            if is_known || !is_at_rest || shared.has_ended.load(Ordering::Relaxed) {
                continue;
            }
            if let Some(is_changed) = files::is_changed(path, held) {
                judged.insert(
                    path.clone(),
                    SourceFileVerdict {
                        stamp: *stamp,
                        held: held.clone(),
                        is_changed,
                    },
                );
            }
        }
        seen = stamps;
        let told = judged.iter().filter(|(_, judged)| judged.is_changed);
        let changed = told
            .map(|(path, judged)| (path.clone(), judged.stamp))
            .collect();
        if **lock(&shared.changed) != changed {
            *lock(&shared.changed) = Arc::new(changed);
            wake();
        }
        let waits = |held: &mut (Held, bool)| {
            !std::mem::take(&mut held.1) && !shared.has_ended.load(Ordering::Relaxed)
        };
        drop(
            shared
                .told
                .wait_timeout_while(lock(&shared.held), PAUSE, waits),
        );
        if shared.has_ended.load(Ordering::Relaxed) {
            return;
        }
    }
}
