//! The body stays above the ground.

#[cfg(test)]
mod tests;

use super::{Check, Failures, Film, feet, film::Moment};
use crate::rig::Rig;
use glam::DVec3;

pub const CHECK: Check = Check {
    heads: &["lowest mm", "at s"],
    run,
};

/// Metres; skin may give way by this much.
const DEPTH: f64 = 0.012;
/// Metres of the pelvis above which a figure whose feet do not stand is in the air, not on the
/// ground.
const LYING: f64 = 0.5;

fn run(film: &Film, failures: &mut Failures) -> Vec<String> {
    if film.additive || film.frames[0].vertices.is_empty() {
        return Vec::new();
    }
    let ground = feet::contacts(film)
        .iter()
        .map(|contact| contact.ground(film))
        .fold(0.0, f64::min);
    let of = |frame: &Moment| {
        let lowest = frame
            .vertices
            .iter()
            .min_by(|a, b| a.y.total_cmp(&b.y))
            .map_or(DVec3::ZERO, |at| at.as_dvec3());
        (lowest.y - ground, frame.time, nearest(frame, lowest))
    };
    let landed = film.frames.iter().skip_while(|frame| is_in_the_air(frame));
    let Some((height, time, bone)) = landed.map(of).min_by(|a, b| a.0.total_cmp(&b.0)) else {
        return Vec::new();
    };
    failures.limit(height >= -DEPTH, || {
        format!(
            "the body is {:.0} mm in the ground at {time:.3} s, near {bone}",
            -height * 1e3
        )
    });
    vec![format!("{:.0}", height * 1e3), format!("{time:.2}")]
}

/// The bone whose joint is nearest.
fn nearest(frame: &Moment, at: DVec3) -> &'static str {
    let far = |bone: &usize| frame.joints[*bone].distance_squared(at);
    let bone = (0..frame.joints.len())
        .min_by(|a, b| far(a).total_cmp(&far(b)))
        .unwrap_or(0);
    &Rig::get().joints[bone].name
}

/// What begins there has no ground until it lands.
fn is_in_the_air(frame: &Moment) -> bool {
    frame.stands == [false; 2] && frame.at("pelvis").y > LYING
}
