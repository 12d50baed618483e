//! A pose that was kept.

use super::{Next, PoseNode, Visit};
use crate::graph::{GraphState, data::node::PoseSnapshotNode, run::evaluate::Draw};

impl PoseNode for PoseSnapshotNode {
    fn update(&self, _: &mut GraphState, _: Visit<'_, '_>) -> Next {
        None
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let tick = draw.tick;
        state.snapshot_pose(self.name, tick, draw.pose());
    }
}
