//! A machine as it is compiled.

use super::Happened;
use crate::{Name, montage::Easing, program::Program};
use serde::{Deserialize, Serialize};
use std::fmt;
use words::tr;

/// Condition of a transition or conduit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Rule {
    Own(Program),
    /// Index among the machine's shared rules; a search evaluates each shared rule only once.
    Shared(u16),
}

/// A state of a machine, which has a pose, or a conduit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct State {
    /// Name of the state.
    pub name: Name,
    /// A crossing of transitions with a condition of its own, and no state that can be current.
    pub conduit: Option<Rule>,
    /// If true, entering the state restarts its players, even if the state still has weight.
    pub reset_on_entry: bool,
    /// With `reset_on_entry`, entering the state while it has weight is inertialized instead of
    /// blended.
    pub inertialize_reentry: bool,
}

/// Ways in which a transition gets from one pose to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Logic {
    /// Both states play, by weight.
    #[default]
    Standard,
    /// The new state takes over at once, and the jump decays.
    Inertialize,
    /// Same as [`Logic::Standard`], but the transition's own graph makes the pose.
    Custom,
}

/// Blend settings of a transition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Settings {
    /// Seconds, 0 or more.
    pub duration: f64,
    /// Shape of the blend over the duration.
    pub easing: Easing,
    /// Method that joins the two poses.
    pub logic: Logic,
    /// Blend profile by which bones go ahead of the weight; none for no profile.
    /// [`Graph::fits`](crate::Graph::fits) refuses one that the skeleton does not have. The pose of
    /// a transition's own graph goes without.
    pub profile: Name,
}

/// Source of a transition: a state, or an alias for several states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TransitionSource {
    State(u16),
    /// Index among the aliases.
    Alias(u16),
}

/// A transition between states, and when it is taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Transition {
    /// Name of the transition.
    pub name: Name,
    /// The state that it leaves, or an alias for several.
    pub from: TransitionSource,
    /// Index of the state or conduit that it leads to.
    pub to: u16,
    /// Lower ones are tried first, equal ones in their order.
    pub priority: i32,
    /// The condition under which it is taken.
    pub rule: Rule,
    /// True only where the player that matters in the state is so near its end, in seconds; below 0
    /// stands for the duration of the transition.
    pub automatic: Option<f64>,
    /// Blend settings; on a path through conduits, None uses the settings of the transition before
    /// it.
    pub settings: Option<Settings>,
    /// Seconds that must have passed since the target was left.
    pub least_time_away: f64,
    /// With [`Logic::Custom`], index of the transition's pose among the links that follow the links
    /// of the states. None blends in the standard way.
    pub pose: Option<u16>,
    /// If true, the source state fires no notifies while the transition is under way, and the
    /// source's notify states end.
    pub mutes_source: bool,
    /// True only where this sync group went by markers in the last tick; none asks for no group.
    pub required_group: Name,
}

/// The parts that a machine is compiled from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineParts {
    /// States and conduits, by their index.
    pub states: Vec<State>,
    /// Transitions, by their index.
    pub transitions: Vec<Transition>,
    /// Indices of the states that an alias stands for; None is every state but a transition's
    /// target. Conduits are left out.
    pub aliases: Vec<Option<Vec<u16>>>,
    /// Conditions that several transitions or conduits use, by the index in [`Rule::Shared`].
    pub shared: Vec<Program>,
    /// Notifies that a game gets, each with what happens to the machine at that moment.
    pub notifies: Vec<(Happened, Name)>,
    /// Number of transition poses that graphs make.
    pub poses: u16,
    /// Index of the state or conduit in which the machine begins.
    pub entry: u16,
    /// Most transitions in a tick; a path through conduits counts as one.
    pub most_per_tick: u8,
    /// If true, the machine takes no transition in the tick in which it begins.
    pub skips_first: bool,
    /// If true, the machine restarts after a tick in which the machine had no weight.
    pub restarts: bool,
}

/// A compiled state machine. It is immutable; a [`MachineState`](super::MachineState) is what an
/// instance of it keeps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "MachineParts", into = "MachineParts")]
pub struct Machine {
    pub(super) parts: MachineParts,
    /// Transitions that leave the states, one state after the other, each by priority.
    leaving: Vec<u16>,
    /// Start of each state's transitions in `leaving`, followed by the total count.
    starts: Vec<u32>,
}

/// Reasons why parts are not a valid machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineError {
    /// More than 65,535 states, transitions, aliases or rules.
    TooMany,
    /// The entry is no state.
    Entry,
    /// The machine has nothing but conduits, or nothing at all.
    NoState,
    /// An end or a rule of this transition is not there.
    Transition(u16),
    /// The time of this transition is not a number, 0 or more.
    Time(u16),
    /// A state of this alias is not there.
    Alias(u16),
    /// The rule of this conduit is not there.
    Conduit(u16),
    /// The graph of this transition is not there.
    Pose(u16),
}

impl fmt::Display for MachineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MachineError::TooMany => f.write_str(&tr!(
                "a state machine has more than {} parts of one type",
                u16::MAX
            )),
            MachineError::Entry => {
                f.write_str(tr!("the entry of a state machine is not one of its states"))
            }
            MachineError::NoState => f.write_str(tr!("a state machine has no playable state")),
            MachineError::Transition(at) => {
                f.write_str(&tr!("a state or the rule of transition {at} is missing"))
            }
            MachineError::Time(at) => {
                f.write_str(&tr!("a time of transition {at} is not 0 or more"))
            }
            MachineError::Alias(at) => f.write_str(&tr!("a state of alias {at} is missing")),
            MachineError::Conduit(at) => f.write_str(&tr!("the rule of conduit {at} is missing")),
            MachineError::Pose(at) => f.write_str(&tr!("the graph of transition {at} is missing")),
        }
    }
}

impl std::error::Error for MachineError {}

impl TryFrom<MachineParts> for Machine {
    type Error = MachineError;

    fn try_from(parts: MachineParts) -> Result<Self, MachineError> {
        Self::new(parts)
    }
}

impl From<Machine> for MachineParts {
    fn from(machine: Machine) -> Self {
        machine.parts
    }
}

impl Machine {
    /// Checks the parts and orders the transitions of each state by priority. An Err comes where a
    /// part refers to what is not there, a time is no number of 0 or more, no state can play, or
    /// there are too many parts of a kind.
    pub fn new(parts: MachineParts) -> Result<Self, MachineError> {
        check(&parts)?;
        let (mut leaving, mut starts) = (Vec::new(), vec![0]);
        for state in 0..parts.states.len() as u16 {
            let first = leaving.len();
            leaving.extend(
                (0..parts.transitions.len() as u16).filter(|at| starts_at(&parts, *at, state)),
            );
            leaving[first..].sort_by_key(|at| parts.transitions[usize::from(*at)].priority);
            starts.push(leaving.len() as u32);
        }
        Ok(Self {
            parts,
            leaving,
            starts,
        })
    }

    /// The parts that the machine was compiled from.
    pub fn parts(&self) -> &MachineParts {
        &self.parts
    }

    /// Poses that it is made of: one a state, then one a graph of a transition.
    pub fn link_count(&self) -> usize {
        self.parts.states.len() + usize::from(self.parts.poses)
    }

    /// All of its conditions.
    pub fn programs(&self) -> impl Iterator<Item = &Program> {
        let rules = self
            .parts
            .transitions
            .iter()
            .map(|transition| &transition.rule);
        let conduits = self
            .parts
            .states
            .iter()
            .filter_map(|state| state.conduit.as_ref());
        rules
            .chain(conduits)
            .map(|rule| self.program(rule))
            .chain(&self.parts.shared)
    }

    /// Transitions that leave `state`, in the order in which they are tried.
    pub(super) fn leaving(&self, state: u16) -> &[u16] {
        let at = usize::from(state);
        &self.leaving[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    pub(super) fn state(&self, at: u16) -> &State {
        &self.parts.states[usize::from(at)]
    }

    pub(super) fn transition(&self, at: u16) -> &Transition {
        &self.parts.transitions[usize::from(at)]
    }

    pub(super) fn program<'a>(&'a self, rule: &'a Rule) -> &'a Program {
        match rule {
            Rule::Own(program) => program,
            Rule::Shared(at) => &self.parts.shared[usize::from(*at)],
        }
    }
}

fn starts_at(parts: &MachineParts, transition: u16, state: u16) -> bool {
    let transition = &parts.transitions[usize::from(transition)];
    match transition.from {
        TransitionSource::State(from) => from == state,
        // An alias stands for states that can be current.
        TransitionSource::Alias(_) if parts.states[usize::from(state)].conduit.is_some() => false,
        TransitionSource::Alias(alias) => match &parts.aliases[usize::from(alias)] {
            Some(states) => states.contains(&state),
            None => transition.to != state,
        },
    }
}

fn check(parts: &MachineParts) -> Result<(), MachineError> {
    let MachineParts {
        states,
        transitions,
        aliases,
        shared,
        entry,
        ..
    } = parts;
    if [states.len(), transitions.len(), aliases.len(), shared.len()]
        .into_iter()
        .any(|len| len > usize::from(u16::MAX))
    {
        return Err(MachineError::TooMany);
    }
    let is_state = |at: u16| usize::from(at) < states.len();
    let is_rule =
        |rule: &Rule| !matches!(rule, Rule::Shared(at) if usize::from(*at) >= shared.len());
    if states.iter().all(|state| state.conduit.is_some()) {
        return Err(MachineError::NoState);
    }
    if !is_state(*entry) {
        return Err(MachineError::Entry);
    }
    if let Some(at) = states
        .iter()
        .position(|state| state.conduit.as_ref().is_some_and(|rule| !is_rule(rule)))
    {
        return Err(MachineError::Conduit(at as u16));
    }
    if let Some(at) = aliases
        .iter()
        .position(|alias| alias.iter().flatten().any(|state| !is_state(*state)))
    {
        return Err(MachineError::Alias(at as u16));
    }
    for (at, transition) in transitions.iter().enumerate() {
        let has_source = match transition.from {
            TransitionSource::State(from) => is_state(from),
            TransitionSource::Alias(alias) => usize::from(alias) < aliases.len(),
        };
        if !has_source || !is_state(transition.to) || !is_rule(&transition.rule) {
            return Err(MachineError::Transition(at as u16));
        }
        if transition.pose.is_some_and(|pose| pose >= parts.poses) {
            return Err(MachineError::Pose(at as u16));
        }
        let times = [
            transition.least_time_away,
            transition
                .settings
                .map_or(0.0, |settings| settings.duration),
        ];
        if !times.iter().all(|time| *time >= 0.0) || transition.automatic.is_some_and(f64::is_nan) {
            return Err(MachineError::Time(at as u16));
        }
    }
    Ok(())
}
