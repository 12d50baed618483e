//! A compiled pose graph, and what an instance of it does in a tick: it is updated, then evaluated.
//!
//! A [`Graph`] is flat and immutable: its nodes stand in evaluation order, and a link is the index of a node before it.
//! Everything that a tick changes is in one [`GraphState`], which is copied, saved and compared whole. An update walks
//! from the output down and hands out weights; then the players move; then an evaluation walks upwards and writes
//! poses, and changes no time.

#[cfg(test)]
mod asking;
mod blends;
mod chain;
mod compiled;
pub mod control;
mod evaluate;
mod initialize;
mod live;
mod mix;
#[cfg(test)]
mod mixing;
#[cfg(test)]
mod model;
mod parts;
mod passed;
mod player;
mod queries;
mod slot;
mod space;
mod state;
#[cfg(test)]
mod tests;
mod update;

pub use compiled::{Graph, GraphError};
pub use live::LiveFrame;
pub use parts::{Alpha, GraphParts, Layer, List, NO_NODE, Node, NodeId, Parameter, Play, SpacePlay, Value};
pub use state::GraphState;

pub(crate) use evaluate::Scratch;
pub(crate) use player::Show;
pub(crate) use slot::MontageRecord;
pub(crate) use update::{Outcome, Tick};
