//! How work crosses between the game thread and workers.

mod carrier;
mod crew;
mod jobs;
#[cfg(test)]
#[path = "tests/modelled.rs"]
mod modelled;

/// Primitives that the carrier is built on; the model check of the carrier substitutes others.
mod primitives {
    pub(super) use std::sync::{Condvar, Mutex, MutexGuard};
}

pub(crate) use carrier::Flight;
pub use crew::WorkerMode;
pub(crate) use crew::{each, hand_over};
pub use jobs::{JobSystem, WorkerJob};
