//! The ids of a node and of what is in it, and giving it others.

use super::{Machine, Node, NodeKind, Rule, StateKind};
use crate::Id;
use crate::graph::nodes::UsedPoseNode;

impl Node {
    /// Ids of the node and of what is in it: states, transitions, aliases.
    pub fn items(&self) -> Vec<Id> {
        let NodeKind::StateMachine(machine) = &self.kind else {
            return vec![self.id];
        };
        std::iter::once(self.id).chain(machine.items()).collect()
    }

    /// Other ids for it, for what is in it, and where it names items of the graph: `map` gives
    /// them. A link to what it gives none for is cut.
    pub fn renumber(&mut self, map: &dyn Fn(Id) -> Option<Id>) {
        self.id = map(self.id).unwrap_or(self.id);
        if let NodeKind::StateMachine(machine) = &mut self.kind {
            return machine.renumber(map);
        }
        for pin in 0..self.kind.pins().len() {
            if let Some(source) = self.kind.link_mut(pin) {
                *source = source.and_then(map);
            }
        }
        if let NodeKind::UsedPose(UsedPoseNode { saved }) = &mut self.kind {
            *saved = saved.and_then(map);
        }
    }
}

impl Machine {
    /// States, transitions and aliases.
    pub fn items(&self) -> impl Iterator<Item = Id> {
        let states = self.states.iter().map(|state| state.id);
        let transitions = self.transitions.iter().map(|transition| transition.id);
        states
            .chain(transitions)
            .chain(self.aliases.iter().map(|alias| alias.id))
    }

    /// Gives other ids, as [`Node::renumber`]. A transition that would lead nowhere goes.
    pub fn renumber(&mut self, map: &dyn Fn(Id) -> Option<Id>) {
        for state in &mut self.states {
            state.id = map(state.id).unwrap_or(state.id);
            if let StateKind::Pose { source, .. } = &mut state.kind {
                *source = source.and_then(map);
            }
        }
        for alias in &mut self.aliases {
            alias.id = map(alias.id).unwrap_or(alias.id);
            alias
                .states
                .iter_mut()
                .for_each(|states| *states = states.iter().filter_map(|id| map(*id)).collect());
        }
        self.transitions.retain_mut(|transition| {
            let Some((from, to)) = map(transition.from).zip(map(transition.to)) else {
                return false;
            };
            (transition.from, transition.to) = (from, to);
            transition.id = map(transition.id).unwrap_or(transition.id);
            transition.pose = transition.pose.and_then(map);
            true
        });
        self.entry = self.entry.and_then(map);
    }

    /// Every rule of its transitions and conduits.
    pub fn rules_mut(&mut self) -> impl Iterator<Item = &mut Rule> {
        let conduits = self
            .states
            .iter_mut()
            .filter_map(|state| match &mut state.kind {
                StateKind::Conduit { rule } => Some(rule),
                StateKind::Pose { .. } => None,
            });
        self.transitions
            .iter_mut()
            .map(|transition| &mut transition.rule)
            .chain(conduits)
    }
}
