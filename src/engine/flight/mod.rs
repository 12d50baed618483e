//! How work crosses between the game thread and workers.

mod carrier;
mod crew;
#[cfg(test)]
#[path = "tests/modelled.rs"]
mod modelled;

/// What the carrier is built on; its model check puts others in their place.
mod primitives {
    pub(super) use std::sync::{Condvar, Mutex, MutexGuard};
}

pub(crate) use carrier::Flight;
pub use crew::WorkerMode;
pub(crate) use crew::{each, hand_over};
