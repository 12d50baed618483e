//! Hands and head move without jolts.

#[cfg(test)]
mod tests;

use super::{Check, Failures, Film};
use crate::rig::Rig;
use glam::DVec3;

pub const CHECK: Check = Check {
    heads: &["spike"],
    run,
};

const BONES: [&str; 3] = ["hand_l", "hand_r", "head"];
/// Times the 95th percentile of the clip's other accelerations.
const MOST: f64 = 5.0;
/// Metres per second squared; the percentile counts as at least this.
const FLOOR: f64 = 2.0;
/// Keys of a clip that is measured.
const FEWEST: usize = 8;

fn run(film: &Film, failures: &mut Failures) -> Vec<String> {
    let keys = film.keys();
    if keys.len() < FEWEST {
        return Vec::new();
    }
    let mut most = 0.0f64;
    for name in BONES {
        let bone = Rig::get().bone(name);
        let joints: Vec<DVec3> = keys.iter().map(|frame| frame.joints[bone]).collect();
        let (at, highest, usual) = highest(&accelerations(&joints, film.step));
        failures.limit(highest <= MOST * usual, || {
            format!(
                "{name} jolts at {:.3} s with {highest:.0} m/s2; elsewhere 19 of 20 keys stay under {usual:.0}",
                keys[at + 1].time
            )
        });
        most = most.max(highest / usual);
    }
    vec![format!("{most:.1}")]
}

/// From the second joint to the last but one.
fn accelerations(joints: &[DVec3], step: f64) -> Vec<f64> {
    joints
        .windows(3)
        .map(|of| (of[2] - of[1] * 2.0 + of[0]).length() / (step * step))
        .collect()
}

/// Where the highest is, it, and the percentile of those that do not share its joint.
fn highest(accelerations: &[f64]) -> (usize, f64, f64) {
    let order = |a: &usize, b: &usize| accelerations[*a].total_cmp(&accelerations[*b]);
    let at = (0..accelerations.len()).max_by(order).unwrap_or(0);
    let others = (0..accelerations.len()).filter(|other| other.abs_diff(at) > 1);
    let mut others: Vec<f64> = others.map(|other| accelerations[other]).collect();
    others.sort_by(f64::total_cmp);
    (
        at,
        accelerations[at],
        others[(others.len() - 1) * 95 / 100].max(FLOOR),
    )
}
