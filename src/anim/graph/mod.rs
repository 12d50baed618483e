//! A compiled pose graph, and what an instance of it does in a tick: it is updated, then evaluated.
//!
//! A [`Graph`] is flat and immutable: its nodes stand in evaluation order, and a link is the index
//! of a node before it. Everything that a tick changes is in one [`GraphState`], which is copied,
//! saved and compared whole. An update walks from the output down and hands out weights; then the
//! players move; then an evaluation walks upwards and writes poses, and changes no time.
//!
//! The files lie in three layers. `data` is what a compiled graph is, and knows neither of the
//! others. `run` is what an instance keeps, and what updates and evaluates it. What each kind of
//! node does is in [`nodes`], and all kinds are told apart there alone: a node knows no other one,
//! and reaches its sources through the state and the tick that `run` hands it; [`control`] is what
//! one of the kinds does. Beside them lies what asks nodes of every kind outside of a tick, as to
//! compile a graph does, and the graph of a character that has none of its own.

#[cfg(test)]
#[path = "tests/adding.rs"]
mod adding;
#[cfg(test)]
#[path = "tests/aiming.rs"]
mod aiming;
#[cfg(test)]
#[path = "tests/asking.rs"]
mod asking;
#[cfg(test)]
#[path = "tests/bone_blending.rs"]
mod bone_blending;
#[cfg(test)]
#[path = "tests/bone_paces.rs"]
mod bone_paces;
mod by_kind;
mod bypass;
mod chain;
mod compile;
#[cfg(test)]
#[path = "tests/contributing.rs"]
mod contributing;
pub mod control;
mod data;
#[cfg(test)]
#[path = "tests/drawing.rs"]
mod drawing;
#[cfg(test)]
#[path = "tests/going_on.rs"]
mod going_on;
#[cfg(test)]
#[path = "tests/hostile.rs"]
mod hostile;
#[cfg(test)]
#[path = "tests/interrupting.rs"]
mod interrupting;
mod kinds;
#[cfg(test)]
#[path = "tests/leaving_out.rs"]
mod leaving_out;
#[cfg(test)]
#[path = "tests/merging.rs"]
mod merging;
#[cfg(test)]
#[path = "tests/mirroring.rs"]
mod mirroring;
#[cfg(test)]
#[path = "tests/mixing.rs"]
mod mixing;
#[cfg(test)]
#[path = "tests/model/mod.rs"]
mod model;
pub mod nodes;
#[cfg(test)]
#[path = "tests/posing.rs"]
mod posing;
mod run;
#[cfg(test)]
#[path = "tests/seeking.rs"]
mod seeking;
#[cfg(test)]
#[path = "tests/slot_curves.rs"]
mod slot_curves;
#[cfg(test)]
#[path = "tests/striding.rs"]
mod striding;
mod tables;
#[cfg(test)]
mod tests;
#[cfg(test)]
#[path = "tests/transition_graphs.rs"]
mod transition_graphs;
#[cfg(test)]
#[path = "tests/turning.rs"]
mod turning;
#[cfg(test)]
#[path = "tests/watching.rs"]
mod watching;

pub use data::{
    aim::{AimOffset, LookAt, LookSource, yaw_and_pitch},
    compiled::Graph,
    composite::Composite,
    curves::{CurveChange, CurveEdit},
    driver::{Driver, DriverFrame, DriverOutput},
    error::{GraphError, MOST_DEPTH},
    explicit_time::{ExplicitTime, FirstTime},
    interpolation::Interpolation,
    layer_rule::{CurveRule, LayerRule},
    node::{Node, SmoothingMethod, TransitionEnd},
    parts::GraphParts,
    random::{Random, RandomEntry},
    settings::{Alpha, BoneLayer, List, Parameter, Play, SpacePlay},
    value::{NO_NODE, NodeId, Value},
};
pub use run::{live::LiveFrame, state::GraphState, walk::Contribution};

pub(crate) use run::{
    copied::PartnerPose,
    montage_record::ActiveMontage,
    montage_sync::{GroupStep, SyncedMontage},
    outcome::UpdateOutcome,
    player::Show,
    scratch::{Caches, EvaluationScratch},
    tick::{Tick, TickInputs},
    watch::{GraphWatch, WatchRequest},
};
