//! What evaluations of controls need and nothing depends on.

use super::{bones::BoneTarget, feet};
use crate::{
    graph::NodeId,
    ik::{Joint, Work},
    spaces::Models,
    warp::{Rigid, WarpLeg},
};

/// Kept for its buffers, and from a control to the next in a row.
#[derive(Clone, Debug, Default)]
pub(in crate::graph) struct ControlScratch {
    pub(super) models: Models,
    /// The control that the models are of, as it left the pose.
    last: Option<NodeId>,
    pub(super) entries: Vec<BoneTarget>,
    /// Present transforms of the bones of the entries.
    pub(super) before: Vec<crate::Transform>,
    pub(super) joints: Vec<Joint>,
    pub(super) path: Vec<u16>,
    pub(super) work: Work,
    pub(super) footing: feet::FootPlacementBuffers,
    pub(super) legs: Vec<WarpLeg>,
    pub(super) rigids: Vec<Rigid>,
}

impl ControlScratch {
    /// Another evaluation: poses are no longer those that were.
    pub(in crate::graph) fn begin_control(&mut self) {
        self.last = None;
    }

    /// One that goes on from the pose of the last control goes on with what is known of it; returns
    /// whether it is the first in a row.
    pub(super) fn go_on(&mut self, source: NodeId, at: usize, bones: usize) -> bool {
        let is_first = self.last.is_none_or(|last| last != source);
        if is_first {
            self.models.forget(bones);
        }
        self.last = Some(at as NodeId);
        self.entries.clear();
        is_first
    }
}
