//! A state machine as a node: its links and its form; what it holds is in `machine`.

use super::{AuthoredNode, Family, Offer, count};
use crate::Id;
use crate::graph::{Machine, Pin, StateKind, Transition};
use words::{noun, tr};

impl AuthoredNode for Machine {
    fn word(&self) -> &'static str {
        tr!("State Machine")
    }

    fn family(&self) -> Family {
        Family::Machines
    }

    /// Pins of states that show a pose, then of transitions with a graph of their own.
    fn pins(&self) -> Vec<Pin> {
        let states = self.states.iter().filter_map(|state| match state.kind {
            StateKind::Pose { source, .. } => Some(Pin {
                state: Some(state.id),
                ..Pin::new(&state.name, source)
            }),
            StateKind::Conduit { .. } => None,
        });
        let crossing = |transition: &Transition| Pin {
            state: Some(transition.id),
            ..Pin::new(&self.transition_text(transition), transition.pose)
        };
        let crossings = self
            .transitions
            .iter()
            .filter(|transition| transition.is_custom());
        states.chain(crossings.map(crossing)).collect()
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        let sources = self
            .states
            .iter_mut()
            .filter_map(|state| match &mut state.kind {
                StateKind::Pose { source, .. } => Some(source),
                StateKind::Conduit { .. } => None,
            });
        let crossings = self
            .transitions
            .iter_mut()
            .filter(|transition| transition.is_custom());
        sources
            .chain(crossings.map(|transition| &mut transition.pose))
            .collect()
    }

    fn note(&self) -> String {
        count(self.states.len(), noun!("state"))
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(Self::default(), "states transitions")]
    }
}
