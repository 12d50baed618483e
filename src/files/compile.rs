//! Compiling a whole project at once: clips are compressed on all processors, and found where they were before.

use crate::Kept;
use asset::{Compiled, Done, Means, Project, Work};
use std::{
    panic::resume_unwind,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
};

/// As [`asset::compile`].
pub fn compile(project: &Project, cache: &mut asset::Cache) -> Compiled {
    compile_with(project, cache, &Kept::of_user())
}

/// As [`compile`], with what is kept elsewhere.
pub fn compile_with(project: &Project, cache: &mut asset::Cache, kept: &Kept) -> Compiled {
    let compiled = compile_live(project, cache, kept);
    if compiled.pending.is_empty() {
        return compiled;
    }
    compress(compiled.pending, kept, &mut |done| {
        cache.finish(done);
        true
    });
    asset::compile(project, cache)
}

/// As [`asset::compile_live`]: on all processors, and what is kept is found.
pub fn compile_live(project: &Project, cache: &mut asset::Cache, kept: &Kept) -> Compiled {
    asset::compile_live_by(project, cache, Means { each, known: &|recipe| kept.find(recipe) })
}

/// On all processors; a panic of one is that of the caller, as it was raised.
pub fn each(count: usize, call: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(at) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < count) {
            call(at);
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads(count)).map(|_| scope.spawn(work)).collect();
        work();
        let panics: Vec<_> = others.into_iter().filter_map(|other| other.join().err()).collect();
        if let Some(first) = panics.into_iter().next() {
            resume_unwind(first);
        }
    });
}

fn threads(count: usize) -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(count)
}

/// `done` is told of each on this thread, in any order; after false from it no more is begun.
pub(crate) fn compress(work: Vec<Work>, kept: &Kept, done: &mut dyn FnMut(Done) -> bool) {
    let (next, all) = (AtomicUsize::new(0), work.len());
    std::thread::scope(|scope| {
        let (outbox, finished) = mpsc::channel();
        for _ in 0..threads(all) {
            let (outbox, next, work) = (outbox.clone(), &next, &work);
            scope.spawn(move || {
                while let Some(work) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if outbox.send(kept.run(work.clone())).is_err() {
                        return;
                    }
                }
            });
        }
        drop(outbox);
        for outcome in finished {
            if !done(outcome) {
                next.store(all, Ordering::Relaxed);
                break;
            }
        }
    });
    kept.tidy();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::Kept;

    #[test]
    fn on_all_processors_it_comes_to_the_same() {
        let project = mannequin::excerpt();
        let wanted = asset::compile(&project, &mut asset::Cache::default());
        let folder = tempfile::TempDir::new().unwrap();
        for kept in [Kept::default(), Kept::at(folder.path().into()), Kept::at(folder.path().into())] {
            let found = compile_with(&project, &mut asset::Cache::default(), &kept);
            assert!(found.library == wanted.library && found.reports == wanted.reports);
        }
    }

    #[test]
    fn each_is_called_once_and_a_panic_is_the_callers() {
        for count in [0, 1, 2, 100] {
            let calls: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
            each(count, &|at| {
                calls[at].fetch_add(1, Ordering::Relaxed);
            });
            assert!(calls.iter().all(|calls| calls.load(Ordering::Relaxed) == 1));
        }
        for bad in [0, 50, 99] {
            let panic = std::panic::catch_unwind(|| each(100, &|at| assert!(at != bad, "made-up fault"))).unwrap_err();
            assert_eq!(panic.downcast_ref::<&str>(), Some(&"made-up fault"));
        }
    }

    #[test]
    fn what_is_cancelled_begins_no_more() {
        let pending = asset::compile_live(&mannequin::excerpt(), &mut asset::Cache::default()).pending;
        let many: Vec<Work> = pending.iter().cycle().take(200).cloned().collect();
        let mut told = 0;
        compress(many, &Kept::default(), &mut |_| {
            told += 1;
            told < 3
        });
        assert_eq!(told, 3);
        compress(Vec::new(), &Kept::default(), &mut |_| unreachable!("there is nothing"));
    }
}
