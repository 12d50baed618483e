//! A guess of the unit of a BVH file, which stores none, from the size of its figure.

#[cfg(test)]
mod tests;

use super::{hierarchy::BvhJoint, motion::BvhMotion};
use crate::{ImportErrorPlace, ImportFix, ImportReport, Options};
use glam::{DQuat, DVec3};
use std::ops::Range;
use words::{Word, tr, word};

/// One unit that the length of a figure may be in.
struct BvhLengthUnit {
    /// Longest side of the box around the joints, in units of the file.
    length: Range<f64>,
    metres: f32,
    name: Word,
    /// Metres of another unit that may be meant; None where this one is clear.
    or: Option<f32>,
}

const fn reading(length: Range<f64>, metres: f32, name: Word, or: Option<f32>) -> BvhLengthUnit {
    BvhLengthUnit {
        length,
        metres,
        name,
        or,
    }
}

/// Unit of Acclaim files, in metres: an inch divided by 0.45. A well-known library and all that was
/// made from it use it.
const ACCLAIM: f32 = 0.056_444_4;

/// Readings in ascending order and without gaps.
const READINGS: [BvhLengthUnit; 13] = [
    reading(0.0..0.03, 100.0, word!("hundreds of metres"), Some(10.0)),
    reading(0.03..0.25, 10.0, word!("tens of metres"), Some(100.0)),
    reading(0.25..2.3, 1.0, word!("metres"), None),
    reading(2.3..3.6, 1.0, word!("metres"), Some(0.3048)),
    reading(3.6..9.0, 0.3048, word!("feet"), Some(0.1)),
    reading(9.0..19.0, 0.1, word!("decimetres"), None),
    reading(19.0..34.0, ACCLAIM, word!("Acclaim units (5.64 cm)"), None),
    reading(34.0..50.0, 0.0254, word!("inches"), Some(ACCLAIM)),
    reading(50.0..85.0, 0.0254, word!("inches"), Some(0.01)),
    reading(85.0..260.0, 0.01, word!("centimetres"), None),
    reading(260.0..900.0, 0.01, word!("centimetres"), Some(0.001)),
    reading(900.0..2300.0, 0.001, word!("millimetres"), None),
    reading(
        2300.0..f64::INFINITY,
        0.001,
        word!("millimetres"),
        Some(1e-4),
    ),
];

/// Metres of one unit: from the options, else guessed from the length of the figure, with an entry
/// in the report.
pub fn metres(length: f64, options: &Options, report: &mut ImportReport) -> f32 {
    if let Some(unit) = options.bvh.unit {
        return unit * options.scale;
    }
    if options.scale != 1.0 {
        return options.scale;
    }
    let found = READINGS
        .iter()
        .find(|reading| length > 0.0 && reading.length.contains(&length));
    let Some(BvhLengthUnit {
        metres, name, or, ..
    }) = found
    else {
        report.warn(
            ImportErrorPlace::File,
            tr!("All joints are in one place; the unit is assumed to be 1 m."),
        );
        return 1.0;
    };
    let size = |metres: f32| rounded(length * f64::from(metres));
    let text = tr!(
        "The file has no unit. The character is {} units long, read as {name}: {} m.",
        rounded(length),
        size(*metres)
    );
    match or {
        None => report.note(ImportErrorPlace::File, text),
        Some(other) => {
            let text = tr!("{text} With scale {other} it would be {} m.", size(*other));
            report.offer(ImportErrorPlace::File, text, ImportFix::Scale(*other));
        }
    }
    *metres
}

/// Rounds to three digits.
fn rounded(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

/// Sides of the box around the joints in the first frame, or at rest if there is no frame; in units
/// of the file. `bases` are added to position channels, and `turned` is how the roots are turned
/// beyond what the file says.
pub fn sides(joints: &[BvhJoint], motion: &BvhMotion, bases: &[DVec3], turned: DQuat) -> DVec3 {
    let mut places: Vec<(DVec3, DQuat)> = Vec::with_capacity(joints.len());
    let (mut least, mut most) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for ((joint, keys), base) in joints.iter().zip(&motion.keys).zip(bases) {
        let local = keys.positions.first().map_or(joint.offset, |at| {
            base + DVec3::from_array(at.map(f64::from))
        });
        let turn = keys
            .rotations
            .first()
            .map(|turn| glam::Quat::from_array(*turn).as_dquat());
        let (at, turn) = match joint.parent.map(|parent| places[parent]) {
            // Keys of a root are turned already, but not its places.
            None => (turned * local, turn.unwrap_or(turned)),
            Some((above, turned)) => (
                above + turned * local,
                turned * turn.unwrap_or(DQuat::IDENTITY),
            ),
        };
        (least, most) = (least.min(at), most.max(at));
        places.push((at, turn));
    }
    (most - least).max(DVec3::ZERO)
}
