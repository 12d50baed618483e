//! Tells that something in a folder has changed on disk, whoever did it. What, it does not tell.

#[cfg(test)]
mod tests;

use crate::jobs::Wake;
use notify::{Config, Event, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// Time between two looks, where the system does not report changes by itself.
const PAUSE: Duration = Duration::from_secs(2);

/// Watches one folder with all below it, but for Mutoscope's own subfolder.
pub struct Watch {
    folder: PathBuf,
    has_changed: Arc<AtomicBool>,
    _watcher: Option<Box<dyn Watcher + Send>>,
}

impl Watch {
    /// `wake` is called after each change.
    pub fn new(folder: &Path, wake: Wake) -> Self {
        let has_changed = Arc::new(AtomicBool::new(false));
        let told = |wake: Wake| {
            let (changed, own) = (has_changed.clone(), folder.join(files::OWN));
            move |event: notify::Result<Event>| {
                let is_of_others = |event: &Event| {
                    !event.kind.is_access()
                        && event.paths.iter().any(|path| !path.starts_with(&own))
                };
                if event.as_ref().map_or(true, is_of_others) {
                    changed.store(true, Ordering::Relaxed);
                    wake();
                }
            }
        };
        let by_system = RecommendedWatcher::new(told(wake.clone()), Config::default()).and_then(
            |mut watcher| {
                watcher
                    .watch(folder, RecursiveMode::Recursive)
                    .map(|()| boxed(watcher))
            },
        );
        let by_looking = || {
            let config = Config::default().with_poll_interval(PAUSE);
            let mut watcher = PollWatcher::new(told(wake), config).ok()?;
            watcher
                .watch(folder, RecursiveMode::Recursive)
                .ok()
                .map(|()| boxed(watcher))
        };
        let watcher = by_system.ok().or_else(by_looking);
        Self {
            folder: folder.to_owned(),
            has_changed,
            _watcher: watcher,
        }
    }

    /// The watched folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether there was a change since the last call.
    pub fn take(&self) -> bool {
        self.has_changed.swap(false, Ordering::Relaxed)
    }
}

fn boxed(watcher: impl Watcher + Send + 'static) -> Box<dyn Watcher + Send> {
    Box::new(watcher)
}
