//! Idle, in flight, idle: one piece of work goes to whoever takes it first and comes back once.
//!
//! Invariant: what is launched is worked at by exactly one thread and lands exactly once, whoever
//! comes late or never.

use super::primitives::{Condvar, Mutex, MutexGuard};
use std::sync::PoisonError;

#[derive(Debug)]
enum FlightState<T> {
    Idle,
    /// The work is in flight, and no thread works at it.
    Waiting(T),
    /// The work is in flight, and the thread that took the work has it.
    Taken,
    /// The work is in flight, and ready to land.
    Done(T),
}

#[derive(Debug)]
struct FlightSlot<T> {
    state: FlightState<T>,
    /// The game thread waits until it is done.
    is_awaited: bool,
}

#[derive(Debug)]
pub(crate) struct Flight<T> {
    state: Mutex<FlightSlot<T>>,
    done: Condvar,
}

impl<T> Flight<T> {
    pub(crate) fn new() -> Self {
        Self {
            state: Mutex::new(FlightSlot {
                state: FlightState::Idle,
                is_awaited: false,
            }),
            done: Condvar::new(),
        }
    }

    /// Game thread. Gives the load back where something is in flight already.
    pub(crate) fn launch(&self, load: T) -> Result<(), T> {
        let mut held = self.lock();
        match held.state {
            FlightState::Idle => {
                held.state = FlightState::Waiting(load);
                Ok(())
            }
            _ => Err(load),
        }
    }

    /// Any thread, at any time. Works at what waits; returns whether there was something. Contract:
    /// `work` returns.
    pub(crate) fn work(&self, work: impl FnOnce(&mut T)) -> bool {
        let taken = {
            let mut held = self.lock();
            match std::mem::replace(&mut held.state, FlightState::Taken) {
                FlightState::Waiting(load) => Some(load),
                other => {
                    held.state = other;
                    None
                }
            }
        };
        let Some(mut load) = taken else { return false };
        work(&mut load);
        let is_awaited = {
            let mut held = self.lock();
            held.state = FlightState::Done(load);
            std::mem::take(&mut held.is_awaited)
        };
        // To wake nobody is a call of the system all the same.
        if is_awaited {
            self.done.notify_all();
        }
        true
    }

    /// Whether nothing is in flight, or what was is ready to land.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self.lock().state, FlightState::Idle | FlightState::Done(_))
    }

    /// Waits, on the game thread, for the thread that works at the load; None when nothing is in
    /// flight. Contract: some thread works or worked at the load, if need be the caller before.
    pub(crate) fn land(&self) -> Option<T> {
        let mut held = self.lock();
        loop {
            match std::mem::replace(&mut held.state, FlightState::Idle) {
                FlightState::Idle => return None,
                FlightState::Done(load) => return Some(load),
                other => held.state = other,
            }
            held.is_awaited = true;
            held = self.done.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, FlightSlot<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
