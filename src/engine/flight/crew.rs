//! Who works: the calling thread alone, or a pool beside it.

use super::Flight;
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// Where proxies run.
#[derive(Clone, Debug, Default)]
pub enum Mode {
    /// On the calling thread, through the same function.
    #[default]
    Inline,
    Workers(Arc<rayon::ThreadPool>),
}

impl Mode {
    /// None when the platform refuses to start threads.
    pub fn workers(count: usize) -> Option<Self> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).thread_name(|i| format!("anim worker {i}"));
        pool.build().ok().map(|pool| Mode::Workers(Arc::new(pool)))
    }
}

/// Where one of `count` shares of `all` begins. A thread begins with the same share every tick, so that what it works at is
/// mostly in its caches, and goes on with the others'.
fn start(share: usize, count: usize, all: usize) -> usize {
    share * all / count
}

/// Gives what was launched to the pool; inline it is done when this returns. `work` must not panic.
pub(crate) fn kick<T: Send + 'static>(mode: &Mode, flights: &mut Vec<Arc<Flight<T>>>, work: fn(&mut T)) {
    match mode {
        Mode::Inline => {
            for flight in flights.drain(..) {
                flight.work(work);
            }
        }
        Mode::Workers(pool) => {
            let flights: Arc<[_]> = flights.drain(..).collect();
            let count = pool.current_num_threads().min(flights.len());
            let next: Arc<[AtomicUsize]> = (0..count).map(|share| start(share, count, flights.len()).into()).collect();
            for _ in 0..count {
                let (flights, next) = (flights.clone(), next.clone());
                pool.spawn(move || {
                    let own = rayon::current_thread_index().unwrap_or(0);
                    for share in (own..own + count).map(|share| share % count) {
                        let end = start(share + 1, count, flights.len());
                        while let Some(at) = Some(next[share].fetch_add(1, Ordering::Relaxed)).filter(|at| *at < end) {
                            flights[at].work(work);
                        }
                    }
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fewer than threads, as many, and more; a thread that finds nothing left goes on with the others' shares.
    #[test]
    fn every_load_is_worked_at_once_whatever_the_shares() {
        for (threads, count) in [(1, 1), (2, 1), (3, 3), (3, 4), (4, 103), (8, 7)] {
            let starts: Vec<usize> = (0..=threads).map(|share| start(share, threads, count)).collect();
            assert!(starts.is_sorted() && starts[0] == 0 && starts[threads] == count);
            let mode = Mode::workers(threads).unwrap();
            let all: Vec<Arc<Flight<u32>>> = (0..count).map(|_| Arc::new(Flight::new())).collect();
            for round in 0..50 {
                all.iter().for_each(|flight| flight.launch(round).unwrap());
                kick(&mode, &mut all.clone(), |load| *load += 1);
                for flight in &all {
                    flight.work(|load| *load += 1);
                    assert_eq!(flight.land(), Some(round + 1));
                }
            }
        }
    }
}
