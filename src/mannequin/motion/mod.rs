//! The motion set.

mod gait;
mod idle;
mod locomotion;
mod transition;

use crate::take::Take;

/// Every take of the sample.
pub fn all() -> Vec<Take> {
    [idle::all(), locomotion::all(), transition::all()].into_iter().flatten().collect()
}
