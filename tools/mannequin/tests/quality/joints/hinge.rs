//! Knees and elbows: how far they are bent, which way, and that the way does not flip.

use super::super::{Failures, Film, film::Moment};
use crate::rig::{Rig, Side, bones::LimbChain};
use glam::DVec3;

/// Degrees of flexion from which on the joints tell the hinge.
const BENT: f64 = 15.0;
/// Degrees that a hinge may turn from key to key.
const FLIP: f64 = 35.0;

/// Of the two bones of a limb.
fn along(frame: &Moment, limb: &LimbChain) -> [DVec3; 2] {
    let joint = |bone: usize| frame.joints[bone];
    [
        joint(limb.middle) - joint(limb.root),
        joint(limb.end) - joint(limb.middle),
    ]
    .map(DVec3::normalize)
}

/// Degrees, 0 straight, less than 0 bent backwards.
pub fn flexion(frame: &Moment, limb: &LimbChain) -> f64 {
    let [upper, lower] = along(frame, limb);
    let hinge = frame.turns[limb.root] * limb.hinge;
    let (across, angle) = (upper.cross(lower), upper.angle_between(lower).to_degrees());
    if across.dot(hinge) < 0.0 {
        -angle
    } else {
        angle
    }
}

/// About which the joints say that the limb is bent, in the space of the body that it hangs on.
/// None of a straight one.
fn hinge(frame: &Moment, limb: &LimbChain, body: usize) -> Option<DVec3> {
    let [upper, lower] = along(frame, limb);
    let is_bent = upper.angle_between(lower).to_degrees() > BENT;
    is_bent.then(|| frame.turns[body].inverse() * upper.cross(lower).normalize())
}

pub fn flips(film: &Film, failures: &mut Failures) {
    let rig = Rig::get();
    let (pelvis, chest) = (rig.bone("pelvis"), rig.bone("spine_05"));
    for side in Side::BOTH {
        for (name, limb, body) in [
            ("knee", rig.leg(side), pelvis),
            ("elbow", rig.arm(side), chest),
        ] {
            let turned = film
                .keys()
                .windows(2)
                .filter_map(|pair| {
                    let (before, after) =
                        (hinge(pair[0], limb, body)?, hinge(pair[1], limb, body)?);
                    Some((before.angle_between(after).to_degrees(), pair[1].time))
                })
                .max_by(|a, b| a.0.total_cmp(&b.0));
            let (turn, time) = turned.unwrap_or_default();
            failures.limit(turn < FLIP, || {
                format!(
                    "the hinge of {} turns {turn:.0} degrees from one key to the next at {time:.3} s",
                    side.of(name)
                )
            });
        }
    }
}

/// The least and the most flexion of both sides.
pub fn extent(film: &Film, limb: fn(&Rig, Side) -> &LimbChain) -> String {
    let of = |frame| Side::BOTH.map(|side| flexion(frame, limb(Rig::get(), side)));
    let all = || film.frames.iter().flat_map(of);
    format!(
        "{:.0}..{:.0}",
        all().fold(f64::MAX, f64::min),
        all().fold(f64::MIN, f64::max)
    )
}
