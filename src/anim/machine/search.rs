//! Which transition is taken, and why the others are not.

use super::{MOST_CONDUITS, Machine, MachineState, Rule, state::RuleContext};
use crate::Name;

/// Reasons why a transition was not taken. Indices are of transitions and states; terms are
/// operations of the rule's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalReason {
    /// The machine begins in this tick.
    FirstUpdate,
    /// The tick already took as many transitions as it allows.
    Limit,
    /// An earlier transition was taken.
    Shadowed {
        by: u16,
    },
    /// This term makes the rule of the transition false; the rule may have several such terms.
    Rule {
        transition: u16,
        term: u16,
    },
    /// The player is not near enough to its end.
    Automatic {
        transition: u16,
    },
    NoPlayer {
        transition: u16,
    },
    /// The target was left too short a time ago.
    TimeAway {
        transition: u16,
    },
    /// The sync group that it requires did not go by markers in the last tick.
    Group {
        transition: u16,
    },
    /// A term of the conduit's own rule.
    Conduit {
        state: u16,
        term: u16,
    },
    /// No transition leaves the conduit.
    DeadEnd {
        state: u16,
    },
    /// The search for the same transition has tried this conduit already.
    Visited {
        state: u16,
    },
    /// [`MOST_CONDUITS`] conduits were tried for the transition, so this one was not.
    Depth {
        state: u16,
    },
    /// The path leads back to the current state.
    SelfThroughConduit {
        transition: u16,
    },
}

/// A transition that was not taken in a round of a tick. A transition with several reasons has one
/// entry for each reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Number of transitions that were taken before in the same tick.
    pub round: u8,
    /// Index of the transition that would have left the current state.
    pub transition: u16,
    /// Reason why the transition was not taken.
    pub reason: RefusalReason,
}

/// A transition that was taken in a round of a tick; a path through conduits has one entry for each
/// step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Number of transitions that were taken before in the same tick.
    pub round: u8,
    /// The state that was left.
    pub from: u16,
    /// Index of the transition.
    pub transition: u16,
    /// The term of its rule that decided.
    pub term: u16,
}

/// The transitions from a state to one that can be current.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TransitionPath {
    steps: [u16; MOST_CONDUITS + 1],
    length: usize,
}

impl TransitionPath {
    fn new() -> Self {
        Self {
            steps: [0; MOST_CONDUITS + 1],
            length: 0,
        }
    }

    fn with(mut self, transition: u16) -> Self {
        self.steps[self.length] = transition;
        self.length += 1;
        self
    }

    pub(super) fn steps(&self) -> &[u16] {
        &self.steps[..self.length]
    }
}

/// Gathers reasons where somebody asks for them.
pub(super) struct RefusalLog<'a> {
    pub(super) told: Option<&'a mut Vec<Refused>>,
    pub(super) round: u8,
    pub(super) transition: u16,
}

impl RefusalLog<'_> {
    pub(super) fn tell(&mut self, reason: RefusalReason) {
        if let Some(told) = &mut self.told {
            told.push(Refused {
                round: self.round,
                transition: self.transition,
                reason,
            });
        }
    }
}

/// One search: from a state, or from a conduit that is the entry.
pub(super) struct Search<'a, 'b> {
    pub(super) machine: &'a Machine,
    pub(super) state: &'a MachineState,
    pub(super) asked: RuleContext<'a>,
    /// Results of the shared rules in this search; None for a rule not evaluated yet.
    pub(super) memo: &'a mut Vec<Option<bool>>,
    pub(super) why: RefusalLog<'b>,
    visited: [u16; MOST_CONDUITS],
    visits: usize,
}

impl<'a, 'b> Search<'a, 'b> {
    pub(super) fn new(
        machine: &'a Machine,
        state: &'a MachineState,
        asked: RuleContext<'a>,
        memo: &'a mut Vec<Option<bool>>,
        why: RefusalLog<'b>,
    ) -> Self {
        memo.clear();
        memo.resize(machine.parts.shared.len(), None);
        Self {
            machine,
            state,
            asked,
            memo,
            why,
            visited: [0; MOST_CONDUITS],
            visits: 0,
        }
    }

    /// The first that leads somewhere.
    pub(super) fn find(&mut self, from: u16) -> Option<TransitionPath> {
        let machine = self.machine;
        let mut found: Option<TransitionPath> = None;
        for transition in machine.leaving(from) {
            self.why.transition = *transition;
            match &found {
                Some(path) => self.why.tell(RefusalReason::Shadowed { by: path.steps[0] }),
                None => {
                    let told = self.why.told.as_ref().map_or(0, |told| told.len());
                    self.visits = 0;
                    found = self.follow(*transition, TransitionPath::new());
                    if let (Some(_), Some(list)) = (found, &mut self.why.told) {
                        list.truncate(told);
                    }
                }
            }
            if found.is_some() && self.why.told.is_none() {
                break;
            }
        }
        found
    }

    /// Index of the term that decided the rule of a transition that may be taken.
    pub(super) fn decider(&self, transition: u16) -> u16 {
        let rule = &self.machine.transition(transition).rule;
        let asking = if matches!(rule, Rule::Shared(_)) {
            None
        } else {
            Some(transition)
        };
        self.machine.program(rule).decider(&RuleContext {
            asking,
            ..self.asked
        }) as u16
    }

    /// Searches from an entry that is a conduit.
    pub(super) fn enter(&mut self, conduit: u16) -> Option<TransitionPath> {
        (self.visited[0], self.visits) = (conduit, 1);
        self.through(conduit, TransitionPath::new())
    }

    fn follow(&mut self, transition: u16, before: TransitionPath) -> Option<TransitionPath> {
        let machine = self.machine;
        let target = machine.transition(transition).to;
        if !self.may_leave(transition) {
            return None;
        }
        if machine.state(target).conduit.is_none() {
            return self
                .may_enter(transition, before.length > 0)
                .then(|| before.with(transition));
        }
        if self.visited[..self.visits].contains(&target) {
            self.why.tell(RefusalReason::Visited { state: target });
            return None;
        }
        if self.visits == MOST_CONDUITS {
            self.why.tell(RefusalReason::Depth { state: target });
            return None;
        }
        self.visited[self.visits] = target;
        self.visits += 1;
        self.through(target, before.with(transition))
    }

    fn through(&mut self, conduit: u16, path: TransitionPath) -> Option<TransitionPath> {
        let machine = self.machine;
        if let Some(rule) = &machine.state(conduit).conduit
            && !self.is_true(rule)
        {
            self.blame(rule, |term| RefusalReason::Conduit {
                state: conduit,
                term,
            });
            return None;
        }
        if machine.leaving(conduit).is_empty() {
            self.why.tell(RefusalReason::DeadEnd { state: conduit });
        }
        machine
            .leaving(conduit)
            .iter()
            .find_map(|next| self.follow(*next, path))
    }

    fn may_leave(&mut self, transition: u16) -> bool {
        let machine = self.machine;
        self.asked.asking = Some(transition);
        let Some(automatic) = self
            .passes(transition)
            .then(|| machine.transition(transition).automatic)
        else {
            return false;
        };
        if !self.has_group(transition) {
            self.why.tell(RefusalReason::Group { transition });
            return false;
        }
        let Some(trigger) = automatic else {
            return true;
        };
        let Some(remaining) = self.asked.remaining() else {
            self.why.tell(RefusalReason::NoPlayer { transition });
            return false;
        };
        let duration = machine
            .transition(transition)
            .settings
            .map_or(0.0, |settings| settings.duration);
        let is_near = remaining <= if trigger >= 0.0 { trigger } else { duration };
        if !is_near {
            self.why.tell(RefusalReason::Automatic { transition });
        }
        is_near
    }

    fn has_group(&self, transition: u16) -> bool {
        let group = self.machine.transition(transition).required_group;
        group == Name::NONE || (self.asked.group)(group)
    }

    fn passes(&mut self, transition: u16) -> bool {
        let rule = &self.machine.transition(transition).rule;
        let passes = self.is_true(rule);
        if !passes {
            self.blame(rule, |term| RefusalReason::Rule { transition, term });
        }
        passes
    }

    fn may_enter(&mut self, transition: u16, through_conduit: bool) -> bool {
        let target = self.machine.transition(transition);
        if through_conduit && self.state.current() == Some(target.to) {
            self.why
                .tell(RefusalReason::SelfThroughConduit { transition });
            return false;
        }
        let is_early = self.state.time_away(target.to) < target.least_time_away;
        if is_early {
            self.why.tell(RefusalReason::TimeAway { transition });
        }
        !is_early
    }

    /// A shared rule is asked by nobody in particular.
    fn is_true(&mut self, rule: &Rule) -> bool {
        match rule {
            Rule::Own(program) => program.is_true(&self.asked),
            Rule::Shared(at) => {
                let at = usize::from(*at);
                if let Some(known) = self.memo[at] {
                    return known;
                }
                let asked = RuleContext {
                    asking: None,
                    ..self.asked
                };
                let is_true = self.machine.parts.shared[at].is_true(&asked);
                self.memo[at] = Some(is_true);
                is_true
            }
        }
    }

    fn blame(&mut self, rule: &Rule, reason: impl Fn(u16) -> RefusalReason) {
        if self.why.told.is_none() {
            return;
        }
        let asking = if matches!(rule, Rule::Shared(_)) {
            None
        } else {
            self.asked.asking
        };
        let asked = RuleContext {
            asking,
            ..self.asked
        };
        let (machine, why) = (self.machine, &mut self.why);
        machine
            .program(rule)
            .blame(&asked, |term| why.tell(reason(term as u16)));
    }
}
