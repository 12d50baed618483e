//! A skeletal control.

use super::{Before, Next, NodeSources, PoseDestination, PoseNode, Visit, is_in};
use crate::{
    Library,
    graph::{
        Graph, GraphParts, GraphState, NodeId,
        control::Control,
        data::{compiled::NodeStateCounts, node::ControlNode},
        run::{evaluate::Draw, outcome::below, walk::Walk},
    },
};
use std::mem::discriminant;

impl ControlNode {
    pub(in crate::graph) fn control<'a>(&self, parts: &'a GraphParts) -> &'a Control {
        &parts.controls[usize::from(self.control)]
    }
}

impl PoseNode for ControlNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::One([self.source])
    }

    fn has_tables(&self, parts: &GraphParts) -> bool {
        is_in(self.control, &parts.controls)
    }

    fn is_sound(&self, parts: &GraphParts) -> bool {
        self.control(parts).kind.is_sound()
    }

    fn written(&self) -> PoseDestination {
        PoseDestination::OfSource
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.controls)
    }

    fn initialize(&self, slot: usize, _: &Graph, _: &Library, state: &mut GraphState) {
        state.controls[slot] = Default::default();
    }

    fn go_on(&self, slot: usize, graph: &Graph, state: &mut GraphState, before: Before<'_>) {
        let super::Node::Control(known) = before.node else {
            return;
        };
        let (from, to) = (
            known.control(before.graph.parts()),
            self.control(graph.parts()),
        );
        if discriminant(&from.kind) == discriminant(&to.kind) {
            std::mem::swap(
                &mut state.controls[slot],
                &mut before.state.controls[before.slot],
            );
            state.controls[slot].rebind();
        }
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        let Visit {
            at,
            context,
            became_relevant,
            tick,
            ..
        } = visit;
        state.update_control(at, self.control, tick, became_relevant);
        let leads = self.control(tick.graph.parts()).kind.leads();
        below(
            self.source,
            if leads {
                context.led_by(at as NodeId)
            } else {
                context
            },
            (1.0, true),
        )
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let (at, tick) = (draw.at, draw.tick);
        draw.source(self.source);
        let (scratch, pose) = draw.split();
        state.evaluate_control(
            at,
            (self.source, self.control),
            tick,
            &mut scratch.controls,
            pose,
        );
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.link(self.source, at, weight);
    }
}
