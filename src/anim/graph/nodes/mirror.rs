//! A pose seen in a mirror.

use super::{Next, NodeSources, PoseDestination, PoseNode, Visit, is_in};
use crate::{
    graph::{
        GraphParts, GraphState, NodeId, Value,
        data::{compiled::NodeStateCounts, node::MirrorNode},
        run::{evaluate::Draw, outcome::below, walk::Walk},
    },
    program::truth,
};

impl PoseNode for MirrorNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::One([self.source])
    }

    fn has_tables(&self, parts: &GraphParts) -> bool {
        is_in(self.mirror, &parts.mirrors)
    }

    fn for_each_value(&self, each: &mut dyn FnMut(Value)) {
        each(self.on);
    }

    fn written(&self) -> PoseDestination {
        PoseDestination::OfSource
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.levels)
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        let on = truth(state.read(self.on, visit.tick));
        state.levels[visit.slot] = f32::from(u8::from(on));
        below(
            self.source,
            visit.context.through(self.mirror, on),
            (1.0, true),
        )
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        draw.source(self.source);
        if state.levels[draw.slot()] > 0.0 {
            let tick = draw.tick;
            let table = &tick.graph.parts().mirrors[usize::from(self.mirror)];
            let (scratch, pose) = draw.split();
            table.mirror(&tick.skeleton, &mut scratch.mirrored, pose);
        }
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        let (graph, own) = (walk.tick.graph, walk.bone);
        if walk.state.levels[graph.slot(at.into())] > 0.0 {
            walk.bone = graph.parts().mirrors[usize::from(self.mirror)].partner(own);
        }
        walk.link(self.source, at, weight);
        walk.bone = own;
    }
}
