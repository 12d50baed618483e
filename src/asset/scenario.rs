//! Scenarios: tests of motion. A script or a recorded session is played, and what must hold of it is
//! measured from the poses. They are for people and build machines: no bundle has them.

#[cfg(test)]
mod tests;
mod track;

pub use track::BoneTrack;

use crate::script::{ScenarioScript, Whom};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// What is played, and what must hold of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scenario {
    /// Unique among the scenarios of the project.
    pub name: String,
    /// Description for people.
    pub description: String,
    /// What is played.
    pub source: ScenarioSource,
    /// What must hold, in any order.
    pub expect: Vec<ScenarioExpectation>,
}

/// What a scenario plays.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum ScenarioSource {
    /// Requests by name.
    Script(ScenarioTake),
    /// Inputs that were recorded.
    Session(ScenarioSession),
}

/// A script, and how long it plays.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScenarioTake {
    /// Requests that are played.
    pub script: ScenarioScript,
    /// Seconds that are played, more than 0 and at most [`Scenario::LONGEST`].
    pub duration: f64,
    /// Lengths of ticks in seconds, each more than 0 and at most 1, repeated from the first on.
    pub dt: Vec<f64>,
}

/// A recorded session whose inputs are played from its first state on, with the library that is
/// tested in place of its own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScenarioSession {
    /// Seconds that it lasts.
    pub seconds: f64,
    /// The session's file (`.msession`), self-contained.
    #[serde(skip)]
    pub bytes: Arc<[u8]>,
}

impl Scenario {
    /// Seconds that a scenario plays at most.
    pub const LONGEST: f64 = 600.0;
    /// Expectations that a scenario has at most.
    pub const MOST_EXPECTATIONS: usize = 1000;
    /// Ticks that a scenario has at most.
    pub const MOST_TICKS: f64 = 100_000.0;

    /// Seconds that are played.
    pub fn seconds(&self) -> f64 {
        match &self.source {
            ScenarioSource::Script(take) => take.duration,
            ScenarioSource::Session(session) => session.seconds,
        }
    }

    /// The recorded session that it plays; None of one that plays a script.
    pub fn session(&self) -> Option<&ScenarioSession> {
        match &self.source {
            ScenarioSource::Script(_) => None,
            ScenarioSource::Session(session) => Some(session),
        }
    }
}

/// What must hold of a character.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(extend("unevaluatedProperties" = false))
)]
pub struct ScenarioExpectation {
    /// The character that is looked at; None looks at the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character: Option<Whom>,
    /// The expectation; its fields stand beside `character` in the file.
    #[serde(flatten)]
    pub what: Expectation,
}

/// One thing that must hold. Times are seconds from the start of the scenario; what holds at a time
/// is looked at in the first tick that ends then or later. Places are in world space, in metres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "that", rename_all = "snake_case", deny_unknown_fields)]
pub enum Expectation {
    /// These events fire in this order, each at its time.
    Events {
        events: Vec<ExpectedEvent>,
        /// Seconds that an event may be early or late.
        #[serde(default = "sixtieth_second")]
        within: f64,
    },
    /// Events of these names never fire.
    NoEvents {
        names: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<f64>,
    },
    /// A state machine is in these states, in this order and in no others between. The first is
    /// where it begins.
    States {
        /// Name of the machine's node.
        machine: String,
        states: Vec<String>,
    },
    /// A bone stays where it is at `from`.
    Planted {
        bone: String,
        from: f64,
        to: f64,
        /// Distance that it may move, in millimetres.
        within_mm: f64,
    },
    /// A bone is at a place at a time.
    BoneAt {
        bone: String,
        at: f64,
        place: [f64; 3],
        /// Distance that it may be off, in millimetres.
        within_mm: f64,
    },
    /// The character is at a place at a time.
    RootAt {
        at: f64,
        place: [f64; 3],
        /// Degrees about +Y from +Z towards +X that it faces. None asks for no direction.
        #[serde(skip_serializing_if = "Option::is_none")]
        facing: Option<f64>,
        /// Distance that it may be off, in millimetres.
        within_mm: f64,
        /// Angle that it may be off, in degrees.
        #[serde(default = "one_degree")]
        within_degrees: f64,
    },
    /// No bone jumps from one tick to the next, seen from the character.
    NoPop {
        /// Distance that a bone may move in a tick, in centimetres.
        most_cm: f64,
        /// Names of the bones; none stands for all.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        bones: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<f64>,
    },
    /// Bones are where they were when the reference was written, seen from the character.
    PosesAsBefore {
        /// Ticks from one compared pose to the next, 1 or more. The first tick is compared.
        #[serde(default = "ten")]
        every: u32,
        /// Distance that a bone may be off, in millimetres.
        within_mm: f64,
        /// Names of the bones; none stands for all.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        bones: Vec<String>,
        /// Where each bone was in each compared pose; `mutoscope test --update` writes it.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        reference: BTreeMap<String, BoneTrack>,
    },
    /// The scenario takes less time than playing a clip on a character for as many ticks.
    CostBelow {
        /// Name of the clip.
        clip: String,
        /// How many times the time of the clip it may take.
        most: f64,
    },
}

impl Expectation {
    /// The word for the type of expectation, as in a file.
    pub fn word(&self) -> &'static str {
        match self {
            Expectation::Events { .. } => "events",
            Expectation::NoEvents { .. } => "no_events",
            Expectation::States { .. } => "states",
            Expectation::Planted { .. } => "planted",
            Expectation::BoneAt { .. } => "bone_at",
            Expectation::RootAt { .. } => "root_at",
            Expectation::NoPop { .. } => "no_pop",
            Expectation::PosesAsBefore { .. } => "poses_as_before",
            Expectation::CostBelow { .. } => "cost_below",
        }
    }
}

fn sixtieth_second() -> f64 {
    1.0 / 60.0
}

fn one_degree() -> f64 {
    1.0
}

fn ten() -> u32 {
    10
}

/// An event that must fire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExpectedEvent {
    /// Name of the notify, section, montage or warp target.
    pub name: String,
    /// Time of the event, seconds.
    pub at: f64,
    /// Type of the event. None takes one of any type but the ticks of notify states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<ExpectedPhase>,
}

/// Types of events that a scenario can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExpectedPhase {
    /// A notify of one moment.
    Notify,
    /// A notify state begins.
    Begin,
    /// A notify state ends.
    End,
    /// A montage starts.
    Started,
    /// A montage blends out.
    BlendingOut,
    /// A montage ends.
    Ended,
    /// A montage moves to another section.
    Section,
    /// A window of motion warping ends.
    WarpEnded,
}
