//! Asks the window for another pass, from any thread and whichever window there is.

use crate::jobs::Wake;
use std::sync::{Arc, Mutex, PoisonError};

/// A handle on the window; copies share it.
#[derive(Clone)]
pub struct Waker(Arc<Mutex<egui::Context>>);

impl Waker {
    /// Wakes the window of this context.
    pub fn new(ctx: &egui::Context) -> Self {
        Self(Arc::new(Mutex::new(ctx.clone())))
    }

    /// Asks the window for another pass; does not wait.
    pub fn wake(&self) {
        // A copy, so that nothing is locked while egui works.
        let ctx = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        ctx.request_repaint();
    }

    /// The waker as a plain function, for code that knows nothing of windows.
    pub fn as_wake(&self) -> Wake {
        let waker = self.clone();
        Arc::new(move || waker.wake())
    }

    /// All copies wake this window from here on.
    pub fn turn_to(&self, ctx: &egui::Context) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = ctx.clone();
    }
}
