//! Which states of a machine nothing can reach, proven from its rules.
//!
//! A state is unreachable where every way to it has rules that no values of the parameters make
//! true at once, or that an earlier transition always goes before. Whatever is not understood of a
//! rule may be true: what remains is unknown and never called reachable.

mod regions;
#[cfg(test)]
mod tests;

use anim::{
    Name,
    machine::{MOST_CONDUITS, Machine, MachineParts, Rule, TransitionSource},
    program::{Op, Program},
};
use regions::can_hold;

/// Machines with more states are not searched.
pub const MOST_STATES: usize = 64;
/// Paths through conduits that are followed from one state; with more, all that lies behind any
/// conduit counts as reached.
const MOST_PATHS: usize = 256;

/// Whether each state of a machine, by its index, is proven to be out of reach. Conduits never are
/// current and are false, and so is every state of a machine with more than [`MOST_STATES`].
pub fn unreachable_states(machine: &Machine) -> Vec<bool> {
    let parts = machine.parts();
    let mut search = ReachSearch {
        parts,
        reached: vec![false; parts.states.len()],
        open: Vec::new(),
        paths: 0,
    };
    if parts.states.len() > MOST_STATES {
        return search.reached;
    }
    search.enter();
    while let Some(state) = search.open.pop() {
        search.leave(state);
    }
    let states = parts.states.iter().zip(&search.reached);
    states
        .map(|(state, is_reached)| state.conduit.is_none() && !is_reached)
        .collect()
}

struct ReachSearch<'a> {
    parts: &'a MachineParts,
    /// States that may become current.
    reached: Vec<bool>,
    /// Those of them whose transitions were not followed yet.
    open: Vec<u16>,
    /// Paths through conduits that were followed from the present state.
    paths: usize,
}

/// Rules that are true at once on the way through conduits, and the ones that are not.
#[derive(Clone, Default)]
struct PathRules<'a> {
    hold: Vec<&'a Program>,
    /// Rules of transitions that would be taken before.
    fail: Vec<&'a Program>,
}

impl<'a> ReachSearch<'a> {
    fn reach(&mut self, state: u16) {
        let at = usize::from(state);
        if !std::mem::replace(&mut self.reached[at], true) {
            self.open.push(state);
        }
    }

    /// The entry; where a conduit leads nowhere, the first state that can be current is entered.
    fn enter(&mut self) {
        let entry = self.parts.entry;
        if self.conduit(entry).is_none() {
            return self.reach(entry);
        }
        let first = self
            .parts
            .states
            .iter()
            .position(|state| state.conduit.is_none());
        if let Some(first) = first {
            self.reach(first as u16);
        }
        self.paths = 0;
        self.through(entry, &PathRules::default(), &mut Vec::new());
    }

    fn leave(&mut self, state: u16) {
        self.paths = 0;
        let mut fail = Vec::new();
        for transition in self.leaving(state) {
            let own = &self.parts.transitions[usize::from(transition)];
            let rules = PathRules {
                hold: vec![self.program(&own.rule)],
                fail: fail.clone(),
            };
            self.go(own.to, &rules, &mut Vec::new());
            fail.extend(self.always_taken(transition));
        }
    }

    /// Follows a transition to a state or conduit under rules that include its own.
    fn go(&mut self, to: u16, rules: &PathRules<'a>, passed: &mut Vec<u16>) {
        let is_conduit = self.conduit(to).is_some();
        if (!is_conduit && self.reached[usize::from(to)]) || !can_hold(&rules.hold, &rules.fail) {
            return;
        }
        if is_conduit {
            self.through(to, rules, passed);
        } else {
            self.reach(to);
        }
    }

    fn through(&mut self, conduit: u16, rules: &PathRules<'a>, passed: &mut Vec<u16>) {
        if passed.contains(&conduit) || passed.len() == MOST_CONDUITS {
            return;
        }
        self.paths += 1;
        if self.paths > MOST_PATHS {
            // Too many ways to tell them apart.
            return (0..self.parts.states.len() as u16).for_each(|state| self.reach_state(state));
        }
        passed.push(conduit);
        let mut rules = rules.clone();
        rules
            .hold
            .extend(self.conduit(conduit).map(|rule| self.program(rule)));
        if can_hold(&rules.hold, &rules.fail) {
            for transition in self.leaving(conduit) {
                let own = &self.parts.transitions[usize::from(transition)];
                let mut rules = rules.clone();
                rules.hold.push(self.program(&own.rule));
                self.go(own.to, &rules, passed);
            }
        }
        passed.pop();
    }

    fn reach_state(&mut self, state: u16) {
        if self.conduit(state).is_none() {
            self.reach(state);
        }
    }

    fn conduit(&self, state: u16) -> Option<&'a Rule> {
        let parts = self.parts;
        parts.states[usize::from(state)].conduit.as_ref()
    }

    fn program(&self, rule: &'a Rule) -> &'a Program {
        match rule {
            Rule::Own(program) => program,
            Rule::Shared(at) => &self.parts.shared[usize::from(*at)],
        }
    }

    /// The rule of a transition that is taken whenever it is true: it leads straight to a state, and
    /// nothing but parameters decides it.
    fn always_taken(&self, transition: u16) -> Option<&'a Program> {
        let parts = self.parts;
        let own = &parts.transitions[usize::from(transition)];
        let rule = self.program(&own.rule);
        let is_plain = own.automatic.is_none()
            && own.least_time_away == 0.0
            && own.required_group == Name::NONE
            && self.conduit(own.to).is_none();
        let asks_nothing = rule.ops().iter().all(|op| !matches!(op, Op::Query(_)));
        (is_plain && asks_nothing).then_some(rule)
    }

    /// Transitions that leave a state or conduit, in the order in which they are tried.
    fn leaving(&self, state: u16) -> Vec<u16> {
        let parts = self.parts;
        let starts_here = |at: &u16| {
            let transition = &parts.transitions[usize::from(*at)];
            match transition.from {
                TransitionSource::State(from) => from == state,
                TransitionSource::Alias(_) if self.conduit(state).is_some() => false,
                TransitionSource::Alias(alias) => match &parts.aliases[usize::from(alias)] {
                    Some(states) => states.contains(&state),
                    None => transition.to != state,
                },
            }
        };
        let all = 0..parts.transitions.len() as u16;
        let mut leaving: Vec<u16> = all.filter(starts_here).collect();
        leaving.sort_by_key(|at| parts.transitions[usize::from(*at)].priority);
        leaving
    }
}
