//! Threads on which characters are evaluated.

use bevy::tasks::{ComputeTaskPool, TaskPool};
use engine::{JobSystem, WorkerJob, WorkerMode};
use std::sync::Arc;

/// Threads on which characters are evaluated. The poses are the same on all of them, bit for bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Workers {
    /// Bevy's compute tasks, beside its systems.
    #[default]
    TaskPool,
    /// The thread of the system that steps.
    SteppingThread,
    /// So many threads of the runtime's own, or the stepping thread where the platform starts none.
    Threads(usize),
}

impl Workers {
    pub(crate) fn mode(self) -> WorkerMode {
        match self {
            Workers::TaskPool => WorkerMode::Jobs(Arc::new(TaskPoolJobs)),
            Workers::SteppingThread => WorkerMode::Inline,
            Workers::Threads(count) => WorkerMode::workers(count).unwrap_or_default(),
        }
    }
}

/// Bevy's compute tasks as a job system of the runtime.
#[derive(Debug)]
struct TaskPoolJobs;

impl TaskPoolJobs {
    fn pool() -> &'static ComputeTaskPool {
        ComputeTaskPool::get_or_init(TaskPool::default)
    }
}

impl JobSystem for TaskPoolJobs {
    fn threads(&self) -> usize {
        Self::pool().thread_num()
    }

    fn submit(&self, job: WorkerJob) {
        Self::pool().spawn(async move { job() }).detach();
    }

    /// The stepping thread works at characters that nobody has begun, and at nothing else.
    fn help(&self) -> bool {
        false
    }
}
