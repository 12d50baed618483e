//! Layers over a base.

use super::{Next, NodeSources, PoseNode, Visit, has_range};
use crate::{
    graph::{
        GraphParts, GraphState, NodeId,
        data::{
            node::LayeredNode,
            value::{PoseKind, unit},
        },
        run::{evaluate::Draw, walk::Walk},
    },
    mesh_levels::runs_at,
};

impl PoseNode for LayeredNode {
    fn sources<'a>(&self, parts: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::of(&parts.links, self.first, usize::from(self.count) + 1)
    }

    fn has_tables(&self, parts: &GraphParts) -> bool {
        let links = self.sources(parts).as_slice().len();
        links == usize::from(self.count) + 1 && has_range(self.layer, self.count, &parts.layers)
    }

    fn gives(&self, kind: PoseKind) -> bool {
        kind.is_none() || !self.rule.is_in_mesh()
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        let Visit {
            context,
            tick,
            outcome,
            ..
        } = visit;
        let sources = self.sources(tick.graph.parts());
        let (base, layers) = sources.as_slice().split_first()?;
        state.child(*base, context, (1.0, true), tick, outcome);
        let runs = runs_at(self.lod, tick.lod);
        for (nth, link) in layers.iter().enumerate() {
            let nth = usize::from(self.layer) + nth;
            let weight = state.read(tick.graph.parts().layers[nth].weight, tick);
            let weight = if runs { unit(weight) as f32 } else { 0.0 };
            state.layers[nth] = weight;
            state.child(*link, context, (weight, false), tick, outcome);
        }
        None
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let tick = draw.tick;
        draw.mix(|mixer, pose| state.mix_layers(self, tick, mixer, pose));
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.layered(at, self, weight);
    }
}
