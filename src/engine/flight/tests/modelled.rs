//! Every order in which threads can meet in a [`Flight`], by a model checker.

mod primitives {
    pub(super) use loom::sync::{Condvar, Mutex, MutexGuard};
}

#[expect(
    clippy::duplicate_mod,
    reason = "the same code on the checker's primitives"
)]
#[path = "../carrier.rs"]
mod carrier;

use carrier::Flight;
use loom::{sync::Arc, thread};

/// Two workers that come when they like, and a game thread that helps and joins.
///
/// Property 06.12.
#[test]
fn a_load_is_worked_at_once_and_lands_once() {
    loom::model(|| {
        let flight = Arc::new(Flight::new());
        flight.launch(0u32).unwrap();
        let workers = [0, 1].map(|_| {
            let flight = flight.clone();
            thread::spawn(move || flight.work(|load| *load += 1))
        });
        flight.work(|load| *load += 1);
        assert_eq!(flight.land(), Some(1));
        assert_eq!(flight.land(), None);
        for worker in workers {
            worker.join().unwrap();
        }
        assert_eq!(flight.land(), None);
    });
}

/// A worker that is late for one load may take the next one: that one, too, is worked at once.
///
/// Property 06.12.
#[test]
fn a_worker_that_comes_late_harms_no_later_load() {
    loom::model(|| {
        let flight = Arc::new(Flight::new());
        let worker = {
            let flight = flight.clone();
            thread::spawn(move || {
                u32::from(flight.work(|load| *load += 1))
                    + u32::from(flight.work(|load| *load += 1))
            })
        };
        let mut own = 0;
        for load in [10, 20] {
            assert_eq!(flight.launch(load), Ok(()));
            assert_eq!(flight.launch(99), Err(99));
            own += u32::from(flight.work(|load| *load += 1));
            assert_eq!(flight.land(), Some(load + 1));
        }
        assert_eq!(worker.join().unwrap() + own, 2);
    });
}

/// A game thread that does something else until the load is done finds it done, and then has
/// nothing to wait for.
#[test]
fn a_load_that_is_done_lands_without_waiting() {
    loom::model(|| {
        let flight = Arc::new(Flight::new());
        assert!(flight.is_done());
        flight.launch(0u32).unwrap();
        assert!(!flight.is_done());
        let worker = {
            let flight = flight.clone();
            thread::spawn(move || flight.work(|load| *load += 1))
        };
        let was_done = flight.is_done();
        flight.work(|load| *load += 1);
        let landed = flight.land();
        assert_eq!((landed, flight.is_done()), (Some(1), true));
        let worked = worker.join().unwrap();
        assert!(worked || !was_done);
    });
}
