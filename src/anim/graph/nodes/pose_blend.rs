//! Poses of an asset by curves.

use super::{Next, NodeSources, PoseDestination, PoseNode, Visit, is_in};
use crate::{
    Name,
    graph::{
        GraphParts, GraphState, NodeId,
        data::node::PoseBlendNode,
        run::{
            evaluate::Draw, outcome::below, pose_nodes::eased, scratch::PoseScratch, walk::Walk,
        },
    },
};

impl PoseNode for PoseBlendNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::One([self.source])
    }

    fn has_tables(&self, parts: &GraphParts) -> bool {
        is_in(self.asset, &parts.pose_assets)
    }

    fn written(&self) -> PoseDestination {
        PoseDestination::OfSource
    }

    fn update(&self, _: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        below(self.source, visit.context, (1.0, true))
    }

    fn evaluate(&self, _: &mut GraphState, mut draw: Draw<'_, '_>) {
        draw.source(self.source);
        let asset = &draw.tick.graph.parts().pose_assets[usize::from(self.asset)];
        let (scratch, pose) = draw.split();
        let PoseScratch { room, weights, .. } = &mut scratch.assets;
        let weight = |name: &Name| {
            pose.curve(*name)
                .map_or(0.0, |value| eased(self.easing, value))
        };
        weights.clear();
        weights.extend(asset.names().iter().map(weight));
        asset.apply(weights, room, pose);
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.link(self.source, at, weight);
    }
}
