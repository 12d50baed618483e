//! Nodes as if they had never run: what a state that is entered asks for everything under it.

use super::{Graph, GraphState, NO_NODE, Node, NodeId, parts::Play, state::TwoWayState};
use crate::Library;

impl GraphState {
    /// A saved pose is shared, and goes on.
    pub(super) fn initialize(&mut self, graph: &Graph, library: &Library, at: NodeId) {
        if at == NO_NODE {
            return;
        }
        let placed = graph.nodes[usize::from(at)];
        let state = usize::from(placed.state);
        match placed.node {
            Node::SequencePlayer { clip, play } => {
                let start = play.map_or(0.0, |play: u16| start(&graph.parts().plays[usize::from(play)]));
                self.players[state].restart(clip, start, library);
            }
            Node::BlendSpace { space } => {
                self.spaces[state].restart(graph.parts().spaces[usize::from(space)].play.start)
            }
            Node::BlendSpaceEvaluator { .. } => self.spaces[state].restart(0.0),
            Node::SequenceEvaluator { .. } => self.seeks[state] = Default::default(),
            Node::AimOffset { aim, .. } => {
                let start = graph.parts().spaces[usize::from(graph.parts().aims[usize::from(aim)].space)].play.start;
                self.aims[state] = Default::default();
                self.aims[state].space.restart(start);
            }
            Node::RandomPlayer { .. } => self.randoms[state].restart(),
            Node::SequenceComposite { .. } => self.composites[state] = Default::default(),
            Node::ModifyCurve { first, count, .. } => {
                let edits = usize::from(first)..usize::from(first) + usize::from(count);
                self.edits[edits].fill(Default::default());
            }
            Node::TwoWay { .. } | Node::ApplyAdditive { .. } => self.two_ways[state] = TwoWayState::default(),
            Node::List { .. } => self.lists[state].active = None,
            Node::Machine { .. } => self.machines[state].restart(),
            Node::Control { .. } => self.controls[state] = Default::default(),
            Node::Inertialization { .. } => {
                self.inertializers[state] = Default::default();
                self.dead_blends[state] = Default::default();
                self.root_inertias[state] = Default::default();
            }
            Node::ReferencePose
            | Node::PoseByName { .. }
            | Node::PoseSnapshot { .. }
            | Node::InputPose
            | Node::TransitionPose { .. }
            | Node::MakeDynamicAdditive { .. }
            | Node::Mirror { .. }
            | Node::PoseBlend { .. }
            | Node::PoseDriver { .. }
            | Node::Layered { .. }
            | Node::SavedPose { .. }
            | Node::UsedPose { .. }
            | Node::Slot { .. }
            | Node::LivePose { .. }
            | Node::CurveSource { .. }
            | Node::CopyPose { .. }
            | Node::Output { .. } => {}
        }
        graph.parts().for_each_link(&placed.node, |link| self.initialize(graph, library, link));
    }
}

pub(super) fn start(play: &Play) -> f64 {
    if play.start.is_finite() { play.start } else { 0.0 }
}
