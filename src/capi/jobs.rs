//! The game's own job system.

use crate::guard::{CallAnswer, CallError, MutoscopeResult};
use engine::{JobSystem, WorkerJob, WorkerMode};
use std::{ffi::c_void, fmt, sync::Arc};
use words::tr;

/// Runs a job, once, on any thread. What it does cannot fail.
pub type MutoscopeRunFn = unsafe extern "C" fn(job: *mut c_void);

/// Takes a job: `run(job)` is called once, at once or later, on any thread.
pub type MutoscopeSubmitFn =
    Option<unsafe extern "C" fn(user: *mut c_void, run: MutoscopeRunFn, job: *mut c_void)>;

/// Runs another job of the game on the thread that waits for the step. Answers 1 if there was one,
/// and 0 where the thread is to sleep.
pub type MutoscopeHelpFn = Option<unsafe extern "C" fn(user: *mut c_void) -> u32>;

/// A job system of the game. Without `submit` there is none. A job that is never run is memory that
/// is never freed, and costs the step nothing else: the thread that steps works at what nobody has
/// begun.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct MutoscopeJobs {
    /// Takes jobs; called on the thread that steps.
    pub submit: MutoscopeSubmitFn,
    /// Helps while the step waits; may be null.
    pub help: MutoscopeHelpFn,
    /// Given to both.
    pub user: *mut c_void,
    /// Number of threads that work at jobs; 0 counts as 1.
    pub threads: u32,
}

impl fmt::Debug for MutoscopeJobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MutoscopeJobs({})", self.threads)
    }
}

#[derive(Debug)]
struct GameJobs(MutoscopeJobs);

// SAFETY: the functions and `user` may be used on any thread, by the contract of `mutoscope_world_create`.
unsafe impl Send for GameJobs {}
// SAFETY: as above.
unsafe impl Sync for GameJobs {}

impl JobSystem for GameJobs {
    fn threads(&self) -> usize {
        self.0.threads as usize
    }

    fn submit(&self, job: WorkerJob) {
        let Some(submit) = self.0.submit else { return };
        let job = Box::into_raw(Box::new(job));
        // SAFETY: by the contract of the world's settings; `run` is called once with this job.
        unsafe { submit(self.0.user, run, job.cast()) };
    }

    fn help(&self) -> bool {
        // SAFETY: by the contract of the world's settings.
        self.0
            .help
            .is_some_and(|help| unsafe { help(self.0.user) } != 0)
    }
}

unsafe extern "C" fn run(job: *mut c_void) {
    // SAFETY: the game passes what `submit` gave it, once.
    unsafe { Box::from_raw(job.cast::<WorkerJob>())() };
}

/// Who evaluates characters: the game's own threads, so many of ours, or the calling thread.
pub(crate) fn worker_mode(jobs: MutoscopeJobs, workers: u32) -> CallAnswer<WorkerMode> {
    if jobs.submit.is_some() {
        return Ok(WorkerMode::Jobs(Arc::new(GameJobs(jobs))));
    }
    if workers == 0 {
        return Ok(WorkerMode::Inline);
    }
    WorkerMode::workers(workers as usize).ok_or_else(|| {
        CallError::new(
            MutoscopeResult::System,
            tr!("no threads could be started for workers: set workers to 0"),
        )
    })
}
