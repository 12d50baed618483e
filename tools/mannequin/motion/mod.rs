//! The motions of the sample, grouped by what they are for.

mod acting;
mod additive;
mod combat;
mod gait;
mod idle;
mod jump;
mod locomotion;
mod transition;
mod traversal;

use crate::take::Take;

/// Every take of the sample, in a fixed order.
pub fn all() -> Vec<Take> {
    let takes = [
        idle::all(),
        locomotion::all(),
        transition::all(),
        jump::all(),
        traversal::all(),
        combat::all(),
        acting::all(),
        additive::all(),
    ];
    takes.into_iter().flatten().collect()
}
