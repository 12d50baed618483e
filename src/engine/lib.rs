//! Background evaluation: the game-thread/worker split, preview, recording, golden vectors.
//!
//! [`Evaluator::step`] is synchronous and deterministic; the engine's thread is a thin shell around it. The crate
//! knows no document, no egui and no GPU.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

#[cfg(test)]
#[path = "tests/arriving.rs"]
mod arriving;
#[cfg(test)]
#[path = "tests/between.rs"]
mod between;
mod cast;
mod character;
pub mod drive;
#[cfg(test)]
#[path = "tests/edits.rs"]
mod edits;
mod evaluator;
mod flight;
mod frame;
pub mod golden;
#[cfg(test)]
#[path = "tests/holding.rs"]
mod holding;
mod input;
mod inspect;
mod ledger;
#[cfg(test)]
#[path = "tests/linked.rs"]
mod linked;
#[cfg(test)]
#[path = "tests/looking.rs"]
mod looking;
#[cfg(test)]
#[path = "tests/mirrored.rs"]
mod mirrored;
mod pace;
mod preview;
#[cfg(test)]
#[path = "tests/properties/mod.rs"]
mod properties;
mod recording;
pub mod slide;
mod slot;
mod steps;
mod stopwatch;
pub mod streaming;
pub mod sweep;
mod thread;
#[cfg(test)]
#[path = "tests/walking.rs"]
mod walking;
mod warp_path;
#[cfg(test)]
#[path = "whole/tests.rs"]
mod whole;
mod why;

pub use evaluator::{Evaluator, Saved};
pub use flight::Mode;
pub use frame::{Frame, LogEntry, Snapshot};
pub use input::{CharacterId, Input, PREVIEWED, Refused, Scope, Subject, Transport};
pub use inspect::{Inspected, Inspection, NotTaken, Share, Watched};
pub use ledger::{Decided, Decision};
pub use pace::{EvaluationRate, Visibility};
pub use preview::Preview;
pub use recording::{Mismatch, Recording};
pub use slot::Slot;
pub use steps::Steps;
pub use thread::Engine;
pub use warp_path::{Reach, WarpPath, WindowEnd};
pub use why::why;
