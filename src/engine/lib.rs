//! Background evaluation of projects and bundles: the game-thread/worker split, preview, golden vectors, baking.
//!
//! [`Evaluator::step`] is synchronous and deterministic; the engine's thread is a thin shell around it. The crate
//! knows no document, no egui and no GPU.

pub mod bake;
mod evaluator;
mod frame;
pub mod golden;
mod preview;
mod slot;
mod thread;

pub use evaluator::{Addressed, Evaluator, Mode};
pub use frame::{Frame, LogEntry, Snapshot};
pub use preview::{Preview, Scope, Subject, Transport};
pub use slot::Slot;
pub use thread::Engine;
