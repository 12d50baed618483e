//! A compiled pose graph, and what an instance of it does in a tick: it is updated, then evaluated.
//!
//! A [`Graph`] is flat and immutable: its nodes stand in evaluation order, and a link is the index
//! of a node before it. Everything that a tick changes is in one [`GraphState`], which is copied,
//! saved and compared whole. An update walks from the output down and hands out weights; then the
//! players move; then an evaluation walks upwards and writes poses, and changes no time.
//!
//! The files lie in layers, and import downwards. At the bottom are types that know no tick: nodes,
//! the tables that they point into, the compiled graph, and what a state keeps of each kind. On
//! them lies what a tick brings, what it finds and what it needs for its work. Above that is what a
//! tick does with all this; where one file has a type's name and another one `_update` behind it,
//! this is the second. What each kind of node does is in [`nodes`], and all kinds are told apart
//! there alone: a node knows no other one, and reaches its sources through the state and the tick
//! that it is handed.

#[cfg(test)]
#[path = "tests/adding.rs"]
mod adding;
mod additive;
mod aim;
mod aim_state;
mod aim_update;
#[cfg(test)]
#[path = "tests/aiming.rs"]
mod aiming;
#[cfg(test)]
#[path = "tests/asking.rs"]
mod asking;
mod blend_space_update;
mod blends;
#[cfg(test)]
#[path = "tests/bone_blending.rs"]
mod bone_blending;
mod bone_blends;
#[cfg(test)]
#[path = "tests/bone_paces.rs"]
mod bone_paces;
mod by_kind;
mod chain;
mod clip_warps;
mod compile;
mod compiled;
mod composite;
mod composite_update;
#[cfg(test)]
#[path = "tests/contributing.rs"]
mod contributing;
mod contributions;
pub mod control;
mod copied;
mod copying;
mod crossing;
mod curve_update;
mod curves;
#[cfg(test)]
#[path = "tests/drawing.rs"]
mod drawing;
mod driver;
mod error;
mod evaluate;
mod explicit_time;
mod fit;
#[cfg(test)]
#[path = "tests/going_on.rs"]
mod going_on;
#[cfg(test)]
#[path = "tests/hostile.rs"]
mod hostile;
mod initialize;
mod interpolation;
#[cfg(test)]
#[path = "tests/interrupting.rs"]
mod interrupting;
mod kinds;
mod layer_rule;
mod layers;
#[cfg(test)]
#[path = "tests/leaving_out.rs"]
mod leaving_out;
mod live;
#[cfg(test)]
#[path = "tests/merging.rs"]
mod merging;
#[cfg(test)]
#[path = "tests/mirroring.rs"]
mod mirroring;
mod mix;
#[cfg(test)]
#[path = "tests/mixing.rs"]
mod mixing;
#[cfg(test)]
#[path = "tests/model/mod.rs"]
mod model;
mod montage_posting;
mod montage_record;
mod montage_sync;
mod node;
pub mod nodes;
mod outcome;
mod pace;
mod parts;
mod player;
mod playing;
mod pose_nodes;
#[cfg(test)]
#[path = "tests/posing.rs"]
mod posing;
mod queries;
mod random;
mod random_state;
mod random_update;
mod reached;
mod root_inertia;
mod root_inertia_update;
mod sampling;
mod scratch;
#[cfg(test)]
#[path = "tests/seeking.rs"]
mod seeking;
mod settings;
mod slot;
#[cfg(test)]
#[path = "tests/slot_curves.rs"]
mod slot_curves;
mod sources;
mod space;
mod space_bones;
mod space_update;
mod state;
#[cfg(test)]
#[path = "tests/striding.rs"]
mod striding;
mod tables;
#[cfg(test)]
mod tests;
mod tick;
#[cfg(test)]
#[path = "tests/transition_graphs.rs"]
mod transition_graphs;
mod travelled;
#[cfg(test)]
#[path = "tests/turning.rs"]
mod turning;
mod update;
mod value;
mod walk;
mod warping;
mod watch;
#[cfg(test)]
#[path = "tests/watching.rs"]
mod watching;

pub use aim::{AimOffset, LookAt, LookSource, yaw_and_pitch};
pub use compiled::Graph;
pub use composite::Composite;
pub use curves::{CurveChange, CurveEdit};
pub use driver::{Driver, DriverFrame, DriverOutput};
pub use error::{GraphError, MOST_DEPTH};
pub use explicit_time::{ExplicitTime, FirstTime};
pub use interpolation::Interpolation;
pub use layer_rule::{CurveRule, LayerRule};
pub use live::LiveFrame;
pub use node::{Node, SmoothingMethod, TransitionEnd};
pub use parts::GraphParts;
pub use random::{Random, RandomEntry};
pub use settings::{Alpha, BoneLayer, List, Parameter, Play, SpacePlay};
pub use state::GraphState;
pub use value::{NO_NODE, NodeId, Value};
pub use walk::Contribution;

pub(crate) use copied::PartnerPose;
pub(crate) use montage_record::ActiveMontage;
pub(crate) use montage_sync::{GroupStep, SyncedMontage};
pub(crate) use outcome::UpdateOutcome;
pub(crate) use player::Show;
pub(crate) use scratch::{Caches, EvaluationScratch};
pub(crate) use tick::{Tick, TickInputs};
pub(crate) use watch::{GraphWatch, WatchRequest};
