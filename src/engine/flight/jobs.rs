//! A game's own threads in place of a pool of ours.

use std::fmt::Debug;

/// Work that is run once, on any thread. It does not panic.
pub type WorkerJob = Box<dyn FnOnce() + Send>;

/// A game's own job system. A job that runs late, or never, costs time and nothing else: the game
/// thread works at what nobody has begun when it comes to the barrier.
pub trait JobSystem: Debug + Send + Sync {
    /// Number of threads that work at jobs; 0 counts as 1. At most so many jobs are submitted for a
    /// tick.
    fn threads(&self) -> usize;

    /// Takes a job, to be run at once or later. Called on the game thread.
    fn submit(&self, job: WorkerJob);

    /// Runs another job of the game on the game thread, which waits for a character. Returns
    /// whether there was one; without one the game thread sleeps.
    fn help(&self) -> bool;
}
