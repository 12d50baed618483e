//! Clips are compressed in the background while they already play: what waits, what runs, what was
//! called off.

mod status;

pub use status::{CompressionState, Status, centimetres, decimals, number, sizes};

use crate::jobs::{Handle, JobOutcome, JobTitle, Jobs};
use anim::codec::CodecReport;
use asset::{Compiled, Done, Id, Work};
use files::ClipCache;
use std::{
    collections::{BTreeMap, VecDeque},
    panic::resume_unwind,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use words::tr;

/// Work that is done sooner is not listed among the jobs.
const PATIENCE: Duration = Duration::from_millis(500);
/// The other processors are for playing.
const MOST_THREADS: usize = 4;

#[derive(Default)]
struct CompressionQueue {
    waiting: VecDeque<Work>,
    running: Vec<Work>,
    /// Results that are not collected yet.
    finished: Vec<(Work, Done)>,
    /// Number of finished items, collected or not.
    done: usize,
    /// Nobody takes from it any more.
    closed: bool,
}

impl CompressionQueue {
    fn total(&self) -> usize {
        self.done + self.running.len() + self.waiting.len()
    }
}

/// State that the threads of one job share.
#[derive(Clone, Default)]
struct CompressionBatch {
    queue: Arc<Mutex<CompressionQueue>>,
    kept: Arc<ClipCache>,
    #[cfg(test)]
    probe: Arc<CompressionProbe>,
}

/// Hooks with which tests hold back, count and fail compression work.
#[cfg(test)]
#[derive(Default)]
pub struct CompressionProbe {
    /// Lock that tests hold to keep compression work that has begun from finishing.
    pub gate: Mutex<()>,
    /// Number of times that compression work has begun.
    pub begun: std::sync::atomic::AtomicUsize,
    /// Number of pieces of work that are still to panic.
    pub panics: std::sync::atomic::AtomicUsize,
}

impl CompressionBatch {
    fn lock(&self) -> MutexGuard<'_, CompressionQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run_batch(&self, handle: &Handle, threads: usize) -> JobOutcome {
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads)
                .map(|_| scope.spawn(|| self.drain(handle)))
                .collect();
            self.drain(handle);
            let panics: Vec<_> = others
                .into_iter()
                .filter_map(|other| other.join().err())
                .collect();
            if let Some(first) = panics.into_iter().next() {
                resume_unwind(first);
            }
        });
        self.kept.tidy();
        let queue = self.lock();
        JobOutcome::Compressed {
            done: queue.done,
            of: queue.total(),
        }
    }

    fn drain(&self, handle: &Handle) {
        while let Some(work) = self.next(handle) {
            #[cfg(test)]
            {
                self.probe
                    .begun
                    .fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                drop(self.probe.gate.lock());
                let order = std::sync::atomic::Ordering::SeqCst;
                let panics = self
                    .probe
                    .panics
                    .fetch_update(order, order, |left| left.checked_sub(1))
                    .is_ok();
                assert!(!panics, "made-up fault");
            }
            let done = self.kept.compress(work.clone());
            let mut queue = self.lock();
            if handle.is_cancelled() {
                return;
            }
            queue.running.retain(|running| !running.is_same(&work));
            queue.finished.push((work, done));
            queue.done += 1;
            handle.report(queue.done as f32 / queue.total() as f32);
            drop(queue);
            handle.wake();
        }
    }

    /// A clip that was edited while its work runs waits until that is over.
    fn next(&self, handle: &Handle) -> Option<Work> {
        let mut queue = self.lock();
        if handle.is_cancelled() {
            return None;
        }
        let free = queue
            .waiting
            .iter()
            .position(|work| queue.running.iter().all(|running| running.id != work.id));
        let work = free.and_then(|at| queue.waiting.remove(at));
        match &work {
            Some(work) => queue.running.push(work.clone()),
            None => queue.closed = queue.running.is_empty(),
        }
        work
    }
}

/// Compresses clips in the background, as one job for all that wait.
pub struct Compressor {
    kept: Arc<ClipCache>,
    /// The batch in progress, with the id of its job.
    batch: Option<(u64, CompressionBatch)>,
    /// Cancelled work, not started again until it changes.
    cancelled: Vec<Work>,
    /// The last of each clip, to be shown while the next is made.
    reports: BTreeMap<Id, Arc<CodecReport>>,
    /// A job that takes no longer than this is not listed.
    pub patience: Duration,
    /// Test hooks for batches that begin from here on.
    #[cfg(test)]
    pub probe: Arc<CompressionProbe>,
}

impl Compressor {
    /// A compressor that begins with the clips in this cache.
    pub fn new(kept: ClipCache) -> Self {
        Self {
            kept: Arc::new(kept),
            batch: None,
            cancelled: Vec::new(),
            reports: BTreeMap::new(),
            patience: PATIENCE,
            #[cfg(test)]
            probe: Arc::default(),
        }
    }
}

impl Compressor {
    /// Compression results that have finished since the last call.
    pub fn collect(&mut self, jobs: &Jobs) -> Vec<Done> {
        let Some((job, batch)) = &self.batch else {
            return Vec::new();
        };
        let mut queue = batch.lock();
        let finished = std::mem::take(&mut queue.finished);
        let is_cancelled = jobs.is_cancelled(*job);
        if is_cancelled {
            self.cancelled
                .extend(queue.running.iter().chain(&queue.waiting).cloned());
        }
        let is_over = is_cancelled || queue.closed;
        drop(queue);
        if is_over {
            self.batch = None;
        }
        finished.into_iter().map(|(_, done)| done).collect()
    }

    /// Notes that job `job` has panicked: the work that was running is not begun again while its
    /// input stays the same.
    pub fn faulted(&mut self, job: u64) {
        if let Some((_, batch)) = self.batch.as_ref().filter(|(id, _)| *id == job) {
            let mut queue = batch.lock();
            queue.closed = true;
            self.cancelled.append(&mut queue.running);
        }
    }

    /// Begins the pending work that is neither under way nor cancelled, with the clip `first`
    /// before the others.
    pub fn begin_batch(&mut self, compiled: &Compiled, first: Option<Id>, jobs: &mut Jobs) {
        self.reports.extend(
            compiled
                .reports
                .iter()
                .map(|(id, report)| (*id, report.clone())),
        );
        self.cancelled
            .retain(|work| compiled.pending.iter().any(|other| other.is_same(work)));
        if !self.join(&compiled.pending, first, jobs) {
            self.start(&compiled.pending, first, jobs);
        }
    }

    /// Gives the running batch what is left to do. Returns false when none runs.
    fn join(&mut self, pending: &[Work], first: Option<Id>, jobs: &mut Jobs) -> bool {
        let Some((job, batch)) = &self.batch else {
            return false;
        };
        let mut queue = batch.lock();
        if queue.closed {
            // Collecting what is finished compiles again, and that begins what is left.
            return !queue.finished.is_empty();
        }
        let known: Vec<&Work> = queue
            .running
            .iter()
            .chain(queue.finished.iter().map(|(work, _)| work))
            .collect();
        let waiting = self.wanted(pending, first, &known);
        queue.waiting = waiting;
        jobs.rename(*job, title(&queue));
        true
    }

    fn start(&mut self, pending: &[Work], first: Option<Id>, jobs: &mut Jobs) {
        let waiting = self.wanted(pending, first, &[]);
        if waiting.is_empty() {
            return;
        }
        let threads = std::thread::available_parallelism()
            .map_or(1, |all| all.get() / 2)
            .clamp(1, MOST_THREADS);
        let threads = threads.min(waiting.len());
        let batch = CompressionBatch {
            queue: Arc::new(Mutex::new(CompressionQueue {
                waiting,
                ..CompressionQueue::default()
            })),
            kept: self.kept.clone(),
            #[cfg(test)]
            probe: self.probe.clone(),
        };
        let (name, shared) = (title(&batch.lock()), batch.clone());
        let job = jobs.start(
            JobTitle::from(name).listed_after(self.patience),
            move |handle| shared.run_batch(handle, threads),
        );
        self.batch = Some((job, batch));
    }

    fn wanted(&self, pending: &[Work], first: Option<Id>, known: &[&Work]) -> VecDeque<Work> {
        let is_new = |work: &&Work| {
            self.cancelled
                .iter()
                .chain(known.iter().copied())
                .all(|known| !known.is_same(work))
        };
        let mut wanted: Vec<Work> = pending.iter().filter(is_new).cloned().collect();
        wanted.sort_by_key(|work| Some(work.id) != first);
        wanted.into()
    }

    /// Lets what was cancelled begin again.
    pub fn forgive(&mut self, clip: Id) {
        self.cancelled.retain(|work| work.id != clip);
    }

    /// Clears the cancelled work and the reports, for another project.
    pub fn forget(&mut self) {
        self.cancelled.clear();
        self.reports.clear();
    }

    fn is_cancelled(&self, clip: Id) -> bool {
        self.cancelled.iter().any(|work| work.id == clip)
    }

    /// Whether no clip waits and none is being compressed.
    #[cfg(test)]
    pub fn is_idle(&self) -> bool {
        self.batch.is_none()
    }
}

fn title(queue: &CompressionQueue) -> String {
    match (
        queue.total(),
        queue.waiting.front().or(queue.running.first()),
    ) {
        (1, Some(only)) => tr!("Compress {}", only.name()),
        (total, _) => tr!("Compress {total} clips"),
    }
}
