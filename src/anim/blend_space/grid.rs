//! A blend space by a grid: the mix is worked out where lines cross, and blended straight between
//! four crossings.

use super::{Weights, field::BlendSampleField};
use crate::float::Extreme;
use glam::DVec2;

/// Divisions of an axis at most.
pub const MOST_DIVISIONS: u16 = 100;

/// The mix at `point`, which is finite and in axis lengths; a point outside the axes counts as on
/// their ends. `divisions` are those of the first axis, and of the second if there is one.
///
/// A crossing has at most three samples: those of the triangle around it or of the edge next to it.
/// Each call looks up the samples of its four crossings, because a table of all crossings would be
/// large for what a few numbers in a file ask for.
pub(super) fn weights(
    field: &BlendSampleField,
    divisions: [Option<u16>; 2],
    point: DVec2,
    out: &mut Weights,
) {
    let [x, y] = [cell(divisions[0], point.x), cell(divisions[1], point.y)];
    let mut corner = Weights::default();
    out.clear();
    for (along_y, part_y) in y {
        for (along_x, part_x) in x {
            let part = part_x * part_y;
            if part > 0.0 {
                field.weights(DVec2::new(along_x, along_y), &mut corner);
                corner
                    .as_slice()
                    .iter()
                    .for_each(|share| out.add(share.sample, share.weight * part));
            }
        }
    }
    out.settle();
}

/// The lines on both sides, each with its part.
fn cell(divisions: Option<u16>, along: f64) -> [(f64, f64); 2] {
    let Some(divisions) = divisions.map(f64::from) else {
        return [(0.0, 1.0), (0.0, 0.0)];
    };
    let scaled = along.clamp(0.0, 1.0) * divisions;
    let low = scaled.floor().lower(divisions - 1.0);
    let part = scaled - low;
    [
        (low / divisions, 1.0 - part),
        ((low + 1.0) / divisions, part),
    ]
}
