//! A state machine: states with poses, and rules that lead from one to another.

use crate::Id;
use anim::montage::Easing;
use serde::{Deserialize, Serialize};
use words::tr;

/// A state machine of a graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Machine {
    /// States and conduits, in any order.
    #[serde(default)]
    pub states: Vec<State>,
    /// Transitions; their order counts where priorities are equal.
    #[serde(default)]
    pub transitions: Vec<Transition>,
    /// Groups of states that transitions may come from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<Alias>,
    /// The state, or conduit, that it begins with.
    #[serde(default)]
    pub entry: Option<Id>,
    /// Transitions in one tick at most.
    #[serde(default = "three")]
    pub most_per_tick: u8,
    /// No transition is taken in the tick in which the machine begins.
    #[serde(default = "yes")]
    pub skips_first: bool,
    /// If true, the machine restarts when it had no weight in the tick before.
    #[serde(default = "yes")]
    pub restarts: bool,
}

impl Default for Machine {
    fn default() -> Self {
        Self {
            states: Vec::new(),
            transitions: Vec::new(),
            aliases: Vec::new(),
            entry: None,
            most_per_tick: three(),
            skips_first: true,
            restarts: true,
        }
    }
}

fn three() -> u8 {
    3
}

fn yes() -> bool {
    true
}

/// A state, or a conduit, of a machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct State {
    /// Unique in its graph.
    pub id: Id,
    /// Unique in its machine.
    pub name: String,
    /// Whether it shows a pose or only leads on.
    #[serde(flatten)]
    pub kind: StateKind,
}

/// Contents of a state: a pose with its notifies, or a conduit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum StateKind {
    /// A state that shows a pose.
    Pose {
        /// The node whose pose it shows.
        source: Option<Id>,
        /// Whether entering the state resets its players, even while the state still has weight.
        #[serde(default)]
        reset_on_entry: bool,
        /// A new beginning by `reset_on_entry` is smoothed instead of blended.
        #[serde(default)]
        inertialize_reentry: bool,
        /// Name of a notify that fires as the state is entered; empty fires none.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        on_entered: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        on_left: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        on_fully_blended: String,
    },
    /// A crossing of transitions with a condition of its own.
    Conduit { rule: Rule },
}

impl StateKind {
    /// A state with this pose, without notifies; entering it restarts nothing.
    pub fn pose(source: Option<Id>) -> Self {
        StateKind::Pose {
            source,
            reset_on_entry: false,
            inertialize_reentry: false,
            on_entered: String::new(),
            on_left: String::new(),
            on_fully_blended: String::new(),
        }
    }
}

/// States that a transition may come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Alias {
    /// Unique in its graph.
    pub id: Id,
    /// Name of the alias in rules and on the canvas.
    pub name: String,
    /// The states; None is every state but the target.
    #[serde(default)]
    pub states: Option<Vec<Id>>,
}

/// Condition under which a transition may be taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// See [`crate::expression`]; an empty one is never true.
    Text(String),
    /// A rule of the graph.
    Shared(Id),
}

impl From<&str> for Rule {
    fn from(text: &str) -> Self {
        Rule::Text(text.to_owned())
    }
}

/// Blend logic while a transition is active.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Logic {
    /// Both states play, by weight.
    #[default]
    Standard,
    /// The new state takes over at once, and the jump decays.
    Inertialize,
    /// Both states play by weight, and the pose is that of the transition's own graph.
    Custom,
}

/// Blend settings of a transition.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Settings {
    /// Seconds, 0 or more.
    pub duration: f64,
    /// Shape of the weight over `duration`.
    #[serde(default)]
    pub easing: Easing,
    /// Blend logic of both states during the transition.
    #[serde(default)]
    pub logic: Logic,
    /// Blend profile of the skeleton; None moves every bone together, and so does the pose of a
    /// transition's own graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<Id>,
}

impl Settings {
    /// Blends for `duration` seconds.
    pub fn new(duration: f64) -> Self {
        Self {
            duration,
            easing: Easing::default(),
            logic: Logic::Standard,
            profile: None,
        }
    }
}

/// A transition from one state to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Transition {
    /// Unique in its graph.
    pub id: Id,
    /// A state or an alias.
    pub from: Id,
    /// A state or a conduit.
    pub to: Id,
    /// True where the transition may be taken.
    pub rule: Rule,
    /// Lower ones are tried first, equal ones in their order.
    #[serde(default)]
    pub priority: i32,
    /// True only where the player that matters in the state is so near its end, in seconds; below 0
    /// stands for the duration of the transition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub automatic: Option<f64>,
    /// Blend settings of the transition. None in front of a conduit takes the settings of the
    /// transition before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Settings>,
    /// Seconds since the target was left.
    #[serde(default)]
    pub least_time_away: f64,
    /// The node whose pose it shows with [`Logic::Custom`]; None blends as standard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pose: Option<Id>,
    /// While the transition is active, the state that it leaves fires no notifies, and the notify
    /// states of that state end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mutes_source: bool,
    /// A sync group that must have gone by markers in the last tick; empty asks for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub required_group: String,
    /// Name of a notify that fires as it begins; empty fires none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub on_start: String,
    /// Name of a notify that fires as its blend ends; empty fires none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub on_end: String,
    /// Name of a notify that fires as another transition is taken before its end; empty fires none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub on_interrupt: String,
}

impl Transition {
    /// Blends for `duration` seconds.
    pub fn new(id: Id, from: Id, to: Id, rule: impl Into<Rule>, duration: f64) -> Self {
        Self {
            id,
            from,
            to,
            rule: rule.into(),
            priority: 0,
            automatic: None,
            settings: Some(Settings::new(duration)),
            least_time_away: 0.0,
            pose: None,
            mutes_source: false,
            required_group: String::new(),
            on_start: String::new(),
            on_end: String::new(),
            on_interrupt: String::new(),
        }
    }

    /// Whether its pose is that of a graph of its own.
    pub fn is_custom(&self) -> bool {
        self.settings
            .is_some_and(|settings| settings.logic == Logic::Custom)
    }
}

impl Machine {
    /// The state or conduit of this id.
    pub fn state(&self, id: Id) -> Option<&State> {
        self.states.iter().find(|state| state.id == id)
    }

    pub(super) fn texts_mut(&mut self) -> Vec<&mut String> {
        let texts = self.rules_mut().filter_map(|rule| match rule {
            Rule::Text(text) => Some(text),
            Rule::Shared(_) => None,
        });
        texts.collect()
    }

    /// Name of a state or an alias.
    pub fn name_of(&self, id: Id) -> Option<&str> {
        let alias = || {
            self.aliases
                .iter()
                .find(|alias| alias.id == id)
                .map(|alias| alias.name.as_str())
        };
        self.state(id)
            .map(|state| state.name.as_str())
            .or_else(alias)
    }

    /// Transitions out of a state in the order in which they are asked: lower priorities first,
    /// equal ones as they are listed. Those of aliases that stand for the state are among them. Of an
    /// alias, its own.
    pub fn leaving(&self, item: Id) -> Vec<&Transition> {
        let stands_for = |alias: &Alias, to: Id| match &alias.states {
            None => item != to,
            Some(states) => states.contains(&item),
        };
        let state = self.state(item);
        let is_state = state.is_some_and(|it| matches!(it.kind, StateKind::Pose { .. }));
        let leaves = |it: &&Transition| {
            let alias = self.aliases.iter().find(|alias| alias.id == it.from);
            it.from == item || is_state && alias.is_some_and(|alias| stands_for(alias, it.to))
        };
        let mut all: Vec<&Transition> = self.transitions.iter().filter(leaves).collect();
        all.sort_by_key(|it| it.priority);
        all
    }

    /// Both states by name, as in “Idle → Walk”; “?” is one that is gone.
    pub fn transition_text(&self, transition: &Transition) -> String {
        let name = |id| self.name_of(id).unwrap_or("?");
        format!("{} → {}", name(transition.from), name(transition.to))
    }

    /// Text that describes a part of the machine: a state, conduit, alias or transition; None if
    /// the machine has no such part.
    pub fn item_text(&self, item: Id) -> Option<String> {
        if let Some(state) = self.state(item) {
            let word = if let StateKind::Conduit { .. } = state.kind {
                tr!("conduit")
            } else {
                tr!("state")
            };
            return Some(format!("{word} “{}”", state.name));
        }
        if let Some(alias) = self.aliases.iter().find(|alias| alias.id == item) {
            return Some(tr!("alias “{}”", alias.name));
        }
        let transition = self
            .transitions
            .iter()
            .find(|transition| transition.id == item)?;
        Some(tr!("transition “{}”", self.transition_text(transition)))
    }
}
