//! A compiled pose graph, and what an instance of it does in a tick: it is updated, then evaluated.
//!
//! A [`Graph`] is flat and immutable: its nodes stand in evaluation order, and a link is the index of a node before it.
//! Everything that a tick changes is in one [`GraphState`], which is copied, saved and compared whole. An update walks
//! from the output down and hands out weights; then the players move; then an evaluation walks upwards and writes
//! poses, and changes no time.

#[cfg(test)]
mod adding;
mod additive;
mod aim;
#[cfg(test)]
mod aiming;
#[cfg(test)]
mod asking;
mod blends;
#[cfg(test)]
mod bone_blending;
mod bone_blends;
#[cfg(test)]
mod bone_paces;
mod chain;
mod compiled;
mod composite;
#[cfg(test)]
mod contributing;
mod contributions;
pub mod control;
mod copied;
#[cfg(test)]
mod crosses;
mod crossing;
mod curves;
#[cfg(test)]
mod drawing;
mod evaluate;
mod evaluator;
#[cfg(test)]
mod going_on;
#[cfg(test)]
mod hostile;
mod initialize;
mod interpolation;
#[cfg(test)]
mod interrupting;
mod kinds;
mod layers;
#[cfg(test)]
mod leaving_out;
mod live;
#[cfg(test)]
mod merging;
#[cfg(test)]
mod mirroring;
mod mix;
#[cfg(test)]
mod mixing;
#[cfg(test)]
mod model;
mod montage_sync;
mod parts;
mod passed;
mod player;
mod playing;
mod pose_nodes;
#[cfg(test)]
mod posing;
mod queries;
mod random;
mod roam;
mod root_inertia;
mod sampling;
#[cfg(test)]
mod seeking;
mod slot;
#[cfg(test)]
mod slot_curves;
mod space;
mod space_bones;
mod state;
#[cfg(test)]
mod striding;
mod tables;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod turning;
mod update;
mod warping;
mod watch;
#[cfg(test)]
mod watching;

pub use aim::{AimOffset, LookAt, LookSource, yaw_and_pitch};
pub use compiled::{Graph, GraphError, MOST_DEPTH};
pub use composite::Composite;
pub use contributions::Contribution;
pub use curves::{CurveChange, CurveEdit};
pub use evaluator::{Evaluator, FirstTime};
pub use interpolation::Interpolation;
pub use layers::{CurveRule, LayerRule};
pub use live::LiveFrame;
pub use parts::{
    Alpha, GraphParts, Layer, List, NO_NODE, Node, NodeId, Parameter, Play, SmoothingMethod, SpacePlay, TransitionEnd,
    Value,
};
pub use pose_nodes::{Driver, DriverFrame, DriverOutput};
pub use random::{Random, RandomEntry};
pub use state::GraphState;

pub(crate) use copied::Copied;
pub(crate) use evaluate::{Caches, Scratch};
pub(crate) use montage_sync::{GroupStep, SyncedMontage};
pub(crate) use player::Show;
pub(crate) use slot::MontageRecord;
pub(crate) use update::{Outcome, Tick};
pub(crate) use watch::{Look, Watch};
