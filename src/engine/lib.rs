//! What a game links: a world of characters, the split between game thread and workers, streaming,
//! recording.
//!
//! [`Evaluator::step`] is synchronous and deterministic. The crate knows no preview, no document,
//! no egui and no GPU.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

#[cfg(test)]
#[path = "tests/arriving.rs"]
mod arriving;
#[cfg(test)]
#[path = "tests/between.rs"]
mod between;
mod character;
mod characters;
#[cfg(test)]
#[path = "../../tests/support/dice.rs"]
mod dice;
#[cfg(test)]
#[path = "tests/edits.rs"]
mod edits;
mod evaluator;
mod flight;
#[cfg(test)]
#[path = "tests/followed.rs"]
mod followed;
pub mod hash;
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
#[cfg(test)]
#[path = "tests/properties/mod.rs"]
mod properties;
#[cfg(test)]
#[path = "tests/reasons.rs"]
mod reasons;
mod rollback;
mod saved;
mod session;
mod stopwatch;
pub mod streaming;
#[cfg(test)]
#[path = "tests/walking.rs"]
mod walking;
#[cfg(test)]
#[path = "whole/tests.rs"]
mod whole;
mod why;

pub use character::panic_text;
pub use evaluator::{Evaluator, EvaluatorState};
pub use flight::{JobSystem, WorkerJob, WorkerMode};
pub use input::{CharacterId, EngineInput, InputRefusal};
pub use inspect::{ContributionShare, Inspected, Inspection, LinkPose, NotTaken};
pub use ledger::{Decided, Decision};
pub use pace::{EvaluationRate, Visibility};
pub use rollback::{Rollback, RollbackEvent};
pub use saved::{StateError, library_place};
pub use session::{
    RecordedSession, Recording, RecordingLimits, SessionFault, SessionMark, SessionPlayer,
    SessionSegment, SessionTick, TickError,
};
pub use why::why;
