//! Inverse kinematics: joints that reach for a target, and bones that look at one.
//!
//! Solved in model space and double precision, in buffers of the caller.

pub mod ccd;
#[cfg(test)]
#[path = "tests/edges.rs"]
mod edges;
pub mod fabrik;
pub mod foot_placement;
mod joint;
pub mod leg;
pub mod look_at;
mod plant;
#[cfg(test)]
#[path = "tests/properties.rs"]
mod properties;
mod reason;
pub mod turn;
pub mod two_bone;
#[cfg(test)]
#[path = "tests/worked.rs"]
mod worked;

/// Passes or rounds of a chain at most: a longer search shows in the time of a frame.
pub const MOST_ITERATIONS: u32 = 100;

pub use joint::{EndTurn, Joint, Work};
pub use plant::LockWord;
pub use reason::Reason;
