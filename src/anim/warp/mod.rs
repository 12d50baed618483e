//! Warping: motion that is bent so that it arrives, and poses that are bent so that they fit how a character moves.
//!
//! Double precision, without allocations once it is made.

pub mod motion;
mod rigid;

pub use rigid::Rigid;

#[cfg(test)]
mod cases;
