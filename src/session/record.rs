//! What the chunks of a session's file hold, in postcard's wire format.

use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct HeaderRecord {
    /// Version of the program that wrote the file.
    pub(crate) program: String,
    pub(crate) origin: String,
    pub(crate) title: String,
    /// [`engine::EvaluatorState::VERSION`] of the states.
    pub(crate) state_version: u32,
    /// Ticks before the first that is there, and before the end.
    pub(crate) first: u64,
    pub(crate) end: u64,
    pub(crate) seconds: f64,
    pub(crate) segments: u32,
    pub(crate) libraries: u32,
}

/// Chunks of libraries are in the order of their places.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct LibraryRecord {
    /// XXH3-128 of the bundle without golden vectors.
    pub(crate) hash: u128,
    pub(crate) name: String,
    /// The bundle; empty in a light session.
    pub(crate) bytes: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SegmentRecord {
    pub(crate) first: u64,
    pub(crate) start: f64,
    pub(crate) count: u32,
    pub(crate) seconds: f64,
    /// Places of the libraries of inputs that set one, in order.
    pub(crate) libraries: Vec<u32>,
    pub(crate) state: Vec<u8>,
    pub(crate) ticks: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct MarkRecord {
    pub(crate) tick: u64,
    pub(crate) text: String,
}
