//! Compiling a whole project at once: clips are compressed on all processors, and found where they
//! were before.

#[cfg(test)]
mod tests;

use crate::ClipCache;
use asset::{CompileOptions, Compiled, Done, Project, Work};
use std::{
    panic::resume_unwind,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
};

/// Options that compile on all processors and find what is kept. Keys that are not are left raw;
/// see [`CompileOptions::defers_compression`].
pub fn compile_options(kept: &ClipCache) -> CompileOptions<'_> {
    CompileOptions {
        defers_compression: true,
        each,
        known: kept,
    }
}

/// The whole project with its clips compressed, by the [`compile_options`] of what is kept.
pub fn compile(project: &Project, cache: &mut asset::Cache, kept: &ClipCache) -> Compiled {
    let compiled = asset::compile(project, cache, compile_options(kept));
    if compiled.pending.is_empty() {
        return compiled;
    }
    compress(compiled.pending, kept, &mut |done| {
        cache.take_compressed(done);
        true
    });
    asset::compile(project, cache, CompileOptions::default())
}

/// Calls for each of `count` items on all processors; a panic of one is that of the caller, as it
/// was raised.
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
        let panics: Vec<_> = others
            .into_iter()
            .filter_map(|other| other.join().err())
            .collect();
        if let Some(first) = panics.into_iter().next() {
            resume_unwind(first);
        }
    });
}

fn threads(count: usize) -> usize {
    std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(count)
}

/// Compresses `work` on several threads. Calls `done` with each result on this thread, in any
/// order; after `done` returns false, no more work begins.
pub(crate) fn compress(work: Vec<Work>, kept: &ClipCache, done: &mut dyn FnMut(Done) -> bool) {
    let (next, all) = (AtomicUsize::new(0), work.len());
    std::thread::scope(|scope| {
        let (outbox, finished) = mpsc::channel();
        for _ in 0..threads(all) {
            let (outbox, next, work) = (outbox.clone(), &next, &work);
            scope.spawn(move || {
                while let Some(work) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if outbox.send(kept.compress(work.clone())).is_err() {
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
