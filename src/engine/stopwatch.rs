//! What parts of a tick take. It is told to whoever looks, and nothing that plays depends on it.

use std::time::Duration;

/// Started with [`Stopwatch::start`]. On WebAssembly without a host that gives the time, everything
/// takes none.
pub(crate) struct Stopwatch(
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))] std::time::Instant,
);

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
impl Stopwatch {
    /// Begins to measure.
    pub fn start() -> Self {
        Self(std::time::Instant::now())
    }

    /// The time since [`Self::start`].
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
impl Stopwatch {
    /// Measures nothing, for no clock is at hand.
    pub fn start() -> Self {
        Self()
    }

    /// Always 0, for no clock is at hand.
    pub fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}
