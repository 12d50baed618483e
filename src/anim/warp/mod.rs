//! Warping: motion that is bent so that it arrives, and poses that are bent so that they fit how a
//! character moves.
//!
//! Double precision, without allocations once it is made.

mod leg;
mod live;
pub mod motion;
mod orientation;
mod pelvis;
mod rigid;
mod slope;
mod stride;
mod timeline;
mod windows;

pub use leg::WarpLeg;
pub(crate) use live::{LiveWarps, WarpStepContext, tell};
pub use orientation::{
    Heading, Orientation, OrientationBody, OrientationPace, OrientationTurn, about_up,
};
pub use pelvis::{MOST_PULLS, Pelvis, Springiness};
pub use rigid::Rigid;
pub use slope::{Slope, SlopeSwing, SlopeTick, Sloped};
pub use stride::{Drive, PelvisSwing, Stride, StridePace, StrideReason, StrideTick, Strode};
pub(crate) use timeline::{ClipRoot, SlotRoot};
pub use windows::{WindowOf, Windows};

#[cfg(test)]
#[path = "tests/cases.rs"]
mod cases;
#[cfg(test)]
#[path = "tests/properties.rs"]
mod properties;
#[cfg(test)]
#[path = "tests/worked.rs"]
mod worked;

/// Moves `from` towards `goal` by the fraction `speed` of the distance per second; a speed of
/// 0 reaches the goal at once.
fn approach(from: f64, goal: f64, speed: f64, dt: f64) -> f64 {
    if speed <= 0.0 {
        goal
    } else {
        from + (goal - from) * (dt * speed).clamp(0.0, 1.0)
    }
}
