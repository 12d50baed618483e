//! What rules may ask about: players of every kind.

use super::{
    Node, Tick, composite::CompositeState, evaluator::Seek, player::ClipPlayer, random::RandomState, space::SpacePlayer,
};
use crate::machine::PlayerView;

pub(super) struct Players<'a> {
    pub(super) players: &'a [ClipPlayer],
    pub(super) spaces: &'a [SpacePlayer],
    pub(super) seeks: &'a [Seek],
    pub(super) randoms: &'a [RandomState],
    pub(super) composites: &'a [CompositeState],
}

impl Players<'_> {
    pub(super) fn view(&self, node: u32, tick: &Tick<'_>) -> PlayerView {
        let (placed, parts) = (&tick.graph.nodes[node as usize], tick.graph.parts());
        let state = usize::from(placed.state);
        match placed.node {
            Node::BlendSpace { .. } | Node::BlendSpaceEvaluator { .. } => self.spaces[state].view(),
            Node::SequenceEvaluator { .. } => self.seeks[state].view(),
            Node::RandomPlayer { random } => {
                self.randoms[state].view(&parts.randoms[usize::from(random)], tick.library)
            }
            Node::SequenceComposite { composite } => {
                self.composites[state].view(&parts.composites[usize::from(composite)])
            }
            _ => match self.players.get(state).and_then(ClipPlayer::newest) {
                Some(playing) => playing.view(tick.library),
                None => PlayerView::default(),
            },
        }
    }
}
