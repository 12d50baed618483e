//! The state of a machine that is edited while it runs.

use super::{
    Machine, MachineState,
    state::{Active, most_active},
};
use crate::Name;
use std::collections::BTreeMap;

/// New index of each item of an edited machine, by old index; None if the item is gone.
struct MovedIndices(Vec<Option<u16>>);

impl MovedIndices {
    /// Matches items by name, and equal names in their order. If equally many remain on both sides,
    /// they count as renamed and are matched in order.
    fn new(known: &[Name], now: &[Name]) -> Self {
        let mut free: BTreeMap<(Name, usize), u16> = numbered(now).zip(0..).collect();
        let mut moved: Vec<Option<u16>> = numbered(known).map(|key| free.remove(&key)).collect();
        let mut left: Vec<u16> = free.into_values().collect();
        left.sort_unstable();
        if left.len() == moved.iter().filter(|it| it.is_none()).count() {
            let renamed = moved.iter_mut().filter(|it| it.is_none());
            renamed.zip(left).for_each(|(it, now)| *it = Some(now));
        }
        Self(moved)
    }

    fn of(&self, known: u16) -> Option<u16> {
        self.0[usize::from(known)]
    }
}

/// Each name with how many equal ones stand before it.
fn numbered(names: &[Name]) -> impl Iterator<Item = (Name, usize)> {
    let mut seen: BTreeMap<Name, usize> = BTreeMap::new();
    names.iter().map(move |name| {
        let count = seen.entry(*name).or_default();
        *count += 1;
        (*name, *count)
    })
}

/// Mapping from a machine to its edited version.
struct MachineEdit<'a> {
    known: &'a Machine,
    now: &'a Machine,
    states: MovedIndices,
    transitions: MovedIndices,
}

impl<'a> MachineEdit<'a> {
    fn new(known: &'a Machine, now: &'a Machine) -> Self {
        let states = |machine: &Machine| -> Vec<Name> {
            machine.parts.states.iter().map(|it| it.name).collect()
        };
        let transitions = |machine: &Machine| -> Vec<Name> {
            machine.parts.transitions.iter().map(|it| it.name).collect()
        };
        Self {
            known,
            now,
            states: MovedIndices::new(&states(known), &states(now)),
            transitions: MovedIndices::new(&transitions(known), &transitions(now)),
        }
    }

    /// New index of a state; None if the state is gone or is now a conduit.
    fn state(&self, known: u16) -> Option<u16> {
        let state = self.states.of(known)?;
        self.now.state(state).conduit.is_none().then_some(state)
    }

    /// The graph of a transition that makes its pose, by its turn among them.
    fn pose(&self, known: u16) -> Option<u16> {
        let transitions = &self.known.parts.transitions;
        let of = transitions.iter().position(|it| it.pose == Some(known))?;
        self.now.transition(self.transitions.of(of as u16)?).pose
    }

    /// The transition in the edited machine; None if the transition or its target is gone.
    fn active(&self, known: &Active) -> Option<Active> {
        let mut active = *known;
        active.transition = self.transitions.of(known.transition)?;
        active.to = self.state(known.to)?;
        active.mutes = known.mutes.and_then(|state| self.states.of(state));
        active.pose = known.pose.and_then(|pose| self.pose(pose));
        Some(active)
    }
}

impl MachineState {
    /// State for an edited machine. States and transitions are matched by name, so adding,
    /// removing, renaming or reordering others keeps the current state and the transitions under
    /// way. If the current state is gone, the machine enters its entry again.
    ///
    /// A transition that is gone ends at once, so its target covers the layers below. The next
    /// update finds the relevant players again.
    pub(crate) fn fitted(&self, known: &Machine, now: &Machine) -> Self {
        let edit = MachineEdit::new(known, now);
        let mut fitted = Self::new(now);
        let Some(current) = self.current.and_then(|state| edit.state(state)) else {
            return fitted;
        };
        fitted.is_fresh = self.is_fresh;
        (fitted.clock, fitted.time_in_state) = (self.clock, self.time_in_state);
        for (state, left) in (0..).zip(&self.left_at) {
            if let Some(state) = edit.states.of(state) {
                fitted.left_at[usize::from(state)] = *left;
            }
        }
        fitted.current = Some(current);
        fitted.show_what_is_left(self, &edit);
        while fitted.stack.len() > most_active(now) {
            fitted.fold();
        }
        fitted
    }

    /// Takes over the base and the transitions under way that still exist. The newest one leads to
    /// the current state, or the base is the current state.
    fn show_what_is_left(&mut self, known: &MachineState, edit: &MachineEdit<'_>) {
        let mut base = edit.state(known.base);
        for active in &known.stack {
            match edit.active(active) {
                Some(active) if base.is_some() => self.stack.push(active),
                // What it covered is gone, or the transition is: its target shows alone.
                _ => {
                    let target = edit.state(active.to);
                    if target.is_some() {
                        self.stack.clear();
                        base = target;
                    }
                }
            }
        }
        self.base = base.or(self.current).unwrap_or_default();
    }
}
