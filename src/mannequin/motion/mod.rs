//! The motion set.

mod gait;
mod idle;
mod locomotion;

use crate::take::Take;

/// Every take of the sample.
pub fn all() -> Vec<Take> {
    [idle::all(), locomotion::all()].into_iter().flatten().collect()
}
