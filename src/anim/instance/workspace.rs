//! What a run needs and nothing depends on.

use crate::{
    Pose,
    graph::{EvaluationScratch, UpdateOutcome},
};

/// Buffers of [`AnimInstanceProxy::run_tick`](super::AnimInstanceProxy::run_tick). One serves any
/// number of characters, one after the other; a thread has one of its own. It grows with what it
/// has met and then allocates nothing.
#[derive(Debug, Default)]
pub struct Workspace {
    pub(super) scratch: EvaluationScratch,
    /// Input pose of a graph that runs after another one.
    pub(super) input: Pose,
    pub(super) after: UpdateOutcome,
}
