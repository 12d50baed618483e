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
            let next = Arc::new(AtomicUsize::new(0));
            for _ in 0..pool.current_num_threads().min(flights.len()) {
                let (flights, next) = (flights.clone(), next.clone());
                pool.spawn(move || {
                    while let Some(flight) = flights.get(next.fetch_add(1, Ordering::Relaxed)) {
                        flight.work(work);
                    }
                });
            }
        }
    }
}
