//! A pose that was kept.

use super::{Next, PoseNode, Visit};
use crate::{
    Name,
    graph::{GraphState, evaluate::Draw},
};
use serde::{Deserialize, Serialize};

/// The pose that was kept under this name; before one was, the reference pose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PoseSnapshotNode {
    pub name: Name,
}

impl PoseNode for PoseSnapshotNode {
    fn update(&self, _: &mut GraphState, _: Visit<'_, '_>) -> Next {
        None
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let tick = draw.tick;
        state.snapshot_pose(self.name, tick, draw.pose());
    }
}
