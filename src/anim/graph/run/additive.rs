//! Differences put on a pose.

use super::{scratch::EvaluationScratch, tick::Tick};
use crate::{Pose, additive::AdditiveKind};

impl EvaluationScratch {
    /// Puts part of a difference, which stays as it is, on a pose.
    pub(super) fn put(
        &mut self,
        kind: AdditiveKind,
        deltas: &mut Pose,
        weight: f32,
        tick: &Tick<'_>,
        pose: &mut Pose,
    ) {
        self.delta.kind = kind;
        std::mem::swap(&mut self.delta.deltas, deltas);
        self.delta.apply(&tick.skeleton, weight, pose);
        std::mem::swap(&mut self.delta.deltas, deltas);
    }
}
