//! A place for the newest value: writers never wait, readers take what is newest, older values are
//! dropped.

use std::sync::{Mutex, PoisonError};

/// A slot between threads that holds one value at most.
pub struct LatestSlot<T>(Mutex<Option<T>>);

impl<T> Default for LatestSlot<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T> LatestSlot<T> {
    /// Replaces what nobody has taken yet.
    pub fn put(&self, value: T) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
    }

    /// Takes the value; None if no value came since the last take.
    pub fn take(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
