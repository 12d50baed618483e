//! Who works: the calling thread alone, or a pool beside it.

#[cfg(test)]
mod tests;

use super::{Flight, JobSystem};
use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

/// Threads on which proxies run.
#[derive(Clone, Debug, Default)]
pub enum WorkerMode {
    /// All work is done on the calling thread, through the same function.
    #[default]
    Inline,
    Workers(Arc<rayon::ThreadPool>),
    /// A game's own threads, which work at proxies alone.
    Jobs(Arc<dyn JobSystem>),
}

impl WorkerMode {
    /// Workers on `count` threads; None if the platform refuses to start threads.
    pub fn workers(count: usize) -> Option<Self> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(count)
            .thread_name(|i| format!("anim worker {i}"));
        pool.build()
            .ok()
            .map(|pool| WorkerMode::Workers(Arc::new(pool)))
    }

    /// Whether [`each`] is a way to have the whole of a character's tick done.
    pub(crate) fn works_at_each(&self) -> bool {
        !matches!(self, WorkerMode::Jobs(_))
    }

    /// Works at something else of the game's while the caller waits. Returns whether there was
    /// something.
    pub(crate) fn help(&self) -> bool {
        match self {
            WorkerMode::Jobs(jobs) => jobs.help(),
            WorkerMode::Inline | WorkerMode::Workers(_) => false,
        }
    }
}

/// What is handed over in one go, with the next place of each share.
struct FlightLoad<T> {
    flights: Arc<[Arc<Flight<T>>]>,
    next: Arc<[AtomicUsize]>,
}

impl<T> FlightLoad<T> {
    fn new(flights: &mut Vec<Arc<Flight<T>>>, threads: usize) -> Self {
        let flights: Arc<[_]> = flights.drain(..).collect();
        let count = threads.min(flights.len());
        let next = (0..count)
            .map(|share| start(share, count, flights.len()).into())
            .collect();
        Self { flights, next }
    }

    fn count(&self) -> usize {
        self.next.len()
    }

    /// Works at one share, then at what is left of the others.
    fn work(&self, own: usize, work: fn(&mut T)) {
        let count = self.count();
        for share in (own..own + count).map(|share| share % count) {
            let end = start(share + 1, count, self.flights.len());
            while let Some(at) =
                Some(self.next[share].fetch_add(1, Ordering::Relaxed)).filter(|at| *at < end)
            {
                self.flights[at].work(work);
            }
        }
    }
}

impl<T> Clone for FlightLoad<T> {
    fn clone(&self) -> Self {
        Self {
            flights: self.flights.clone(),
            next: self.next.clone(),
        }
    }
}

/// Start of one of `count` shares of `all`. A thread begins with the same share every tick, so that
/// its data is mostly in its caches, and goes on with the others' shares.
fn start(share: usize, count: usize, all: usize) -> usize {
    share * all / count
}

/// Gives what was launched to the pool; inline it is done when this returns. `work` must not panic.
pub(crate) fn hand_over<T: Send + 'static>(
    mode: &WorkerMode,
    flights: &mut Vec<Arc<Flight<T>>>,
    work: fn(&mut T),
) {
    match mode {
        WorkerMode::Inline => {
            for flight in flights.drain(..) {
                flight.work(work);
            }
        }
        WorkerMode::Workers(pool) => {
            let load = FlightLoad::new(flights, pool.current_num_threads());
            for _ in 0..load.count() {
                let load = load.clone();
                pool.spawn(move || load.work(rayon::current_thread_index().unwrap_or(0), work));
            }
        }
        WorkerMode::Jobs(jobs) => {
            let load = FlightLoad::new(flights, jobs.threads().max(1));
            for own in 0..load.count() {
                let load = load.clone();
                jobs.submit(Box::new(move || load.work(own, work)));
            }
        }
    }
}

/// Items that a thread takes at once, at most: neighbours in memory, and few enough that all
/// threads end together.
const MOST_AT_ONCE: usize = 8;

/// Works at every item, with its place, and returns when all are done: by the pool where there are
/// as many as `least`.
pub(crate) fn each<T: Send>(
    mode: &WorkerMode,
    items: &mut [T],
    least: usize,
    work: impl Fn(usize, &mut T) + Sync,
) {
    let pool = match mode {
        WorkerMode::Workers(pool) if items.len() >= least.max(2) => pool,
        _ => {
            return items
                .iter_mut()
                .enumerate()
                .for_each(|(at, item)| work(at, item));
        }
    };
    let count = pool.current_num_threads();
    let size = (items.len() / (count * 4)).clamp(1, MOST_AT_ONCE);
    let chunks: Vec<Mutex<&mut [T]>> = items.chunks_mut(size).map(Mutex::new).collect();
    let next: Vec<AtomicUsize> = (0..count)
        .map(|share| start(share, count, chunks.len()).into())
        .collect();
    let takes = |_: &rayon::Scope<'_>| {
        let own = rayon::current_thread_index().unwrap_or(0);
        for share in (own..own + count).map(|share| share % count) {
            let end = start(share + 1, count, chunks.len());
            while let Some(at) =
                Some(next[share].fetch_add(1, Ordering::Relaxed)).filter(|at| *at < end)
            {
                // Nobody else is given this place.
                let mut chunk = chunks[at].lock().unwrap_or_else(PoisonError::into_inner);
                chunk
                    .iter_mut()
                    .enumerate()
                    .for_each(|(nth, item)| work(at * size + nth, item));
            }
        }
    };
    pool.scope(|scope| (0..count).for_each(|_| scope.spawn(takes)));
}
