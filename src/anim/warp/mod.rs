//! Warping: motion that is bent so that it arrives, and poses that are bent so that they fit how a character moves.
//!
//! Double precision, without allocations once it is made.

mod live;
pub mod motion;
mod rigid;
mod timeline;

pub(crate) use live::{LiveWarps, Way, tell};
pub use rigid::Rigid;
pub(crate) use timeline::{ClipRoot, SlotRoot};
pub use timeline::{WindowOf, Windows};

#[cfg(test)]
mod cases;
