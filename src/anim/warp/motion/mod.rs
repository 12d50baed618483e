//! Motion warping: root motion that is changed while a window is open, so that who moves is at a
//! place when it closes.
//!
//! An animation has windows. Its motion is split where they open and close ([`next_split`]), so
//! that a split lies in a window wholly or not at all. [`Warping`] takes the authored motion of
//! each split and gives what is to be moved instead; after the move it is told where that ended.
//! What is still to go is measured anew every time, so a target that moves and a wall in the way
//! are made up for as long as there is motion left.
//!
//! Motion backwards is not warped, and changes nothing here.

mod baked;
mod modifier;
mod report;
mod rotation;
mod translation;
mod warping;
mod window;

#[cfg(test)]
#[path = "tests/keyed.rs"]
mod keyed;
#[cfg(test)]
#[path = "tests/properties.rs"]
mod properties;
#[cfg(test)]
#[path = "tests/worked.rs"]
mod worked;

pub use modifier::Modifier;
pub use report::{Arrival, Breach, Broken, End, Report, Why};
pub use warping::{Split, Warping};
pub use window::{Channel, Method, RotationMethod, RotationType, Window, next_split, snapped};

use super::Rigid;
use glam::{DQuat, DVec3};

/// Source of an animation's root motion, in the animation's own space. All times are seconds on the
/// animation.
pub trait Root {
    /// Position and rotation of the root at `time`.
    fn at(&self, time: f64) -> Rigid;
    /// Length of the path from one time to another, per axis; turning back never shortens it.
    /// `frame` turns from root space to the requested axes.
    fn variation(&self, from: f64, to: f64, frame: DQuat) -> DVec3;
    /// Seconds that the animation takes.
    fn length(&self) -> f64;
    /// Whether root motion is absent; a root that merely stays in place is not absent.
    fn is_absent(&self) -> bool;

    /// The motion from one time to another as it is seen from the root at the first.
    fn delta(&self, from: f64, to: f64) -> Rigid {
        if from == to || self.is_absent() {
            Rigid::IDENTITY
        } else {
            self.at(from).relative_to(&self.at(to))
        }
    }
}
