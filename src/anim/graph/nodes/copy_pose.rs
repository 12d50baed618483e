//! What another character shows.

use super::{Next, NodeSources, PoseDestination, PoseNode, Visit};
use crate::graph::{
    GraphParts, GraphState, NodeId,
    data::node::CopyPoseNode,
    run::{evaluate::Draw, outcome::below, walk::Walk},
};

impl PoseNode for CopyPoseNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::One([self.source])
    }

    fn written(&self) -> PoseDestination {
        PoseDestination::OfSource
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        state.miss_partner(visit.at, self.partner, visit.tick);
        below(self.source, visit.context, (1.0, true))
    }

    fn evaluate(&self, _: &mut GraphState, mut draw: Draw<'_, '_>) {
        let copied = draw.tick.copied(self.partner);
        let pose = draw.source(self.source);
        if let Some(copied) = copied {
            copied.write(pose, self.retargets);
        }
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        if walk.tick.covers(self.partner, walk.bone) {
            walk.told(at).clip(None, 0.0, weight);
        } else {
            walk.link(self.source, at, weight);
        }
    }
}
