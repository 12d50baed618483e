//! A figure that stands or sits still has its centre of mass over what bears it.

#[cfg(test)]
mod tests;

use super::{Check, Failures, Film, feet, film::Moment};
use crate::rig::Side;
use glam::{DVec2, DVec3};

pub const CHECK: Check = Check {
    heads: &["balance mm"],
    run,
};

/// Parts of the names of clips that are still.
const STILL: [&str; 2] = ["Idle", "Sit_"];
/// Half of a sole's width, metres.
const HALF_WIDTH: f64 = 0.04;
/// Metres above a sole's lowest point up to which the others bear too.
const BEARS: f64 = 0.01;
/// Half of a seat's side, metres.
const SEAT: f64 = 0.2;
/// Metres that the hips are above the knees at most of a figure that sits.
const SEATED: f64 = 0.15;

fn level(point: DVec3) -> DVec2 {
    DVec2::new(point.x, point.z)
}

/// The points on the ground between which a figure is borne.
fn support(frame: &Moment, may_sit: bool) -> Vec<DVec2> {
    let mut out = Vec::new();
    for side in Side::BOTH
        .into_iter()
        .filter(|side| frame.stands[*side as usize])
    {
        let sole: Vec<DVec3> = [-HALF_WIDTH, HALF_WIDTH]
            .iter()
            .flat_map(|x| feet::sole(frame, side, *x))
            .collect();
        let low = feet::lowest(&sole);
        out.extend(
            sole.into_iter()
                .filter(|point| point.y <= low + BEARS)
                .map(level),
        );
    }
    let is_seated =
        |side: &Side| frame.at(&side.of("thigh")).y - frame.at(&side.of("calf")).y < SEATED;
    if may_sit && Side::BOTH.iter().any(is_seated) {
        let middle = level(frame.at("pelvis"));
        let corners = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)];
        out.extend(corners.map(|(x, z)| middle + DVec2::new(x, z) * SEAT));
    }
    out
}

/// The corners of the hull, counter-clockwise.
fn hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|a, b| (a.x, a.y).partial_cmp(&(b.x, b.y)).expect("finite points"));
    let half = |points: &mut dyn Iterator<Item = &DVec2>| {
        let mut out: Vec<DVec2> = Vec::new();
        for point in points {
            while let [.., a, b] = out[..]
                && (b - a).perp_dot(*point - b) <= 0.0
            {
                out.pop();
            }
            out.push(*point);
        }
        out.pop();
        out
    };
    let (lower, upper) = (half(&mut points.iter()), half(&mut points.iter().rev()));
    [lower, upper].concat()
}

/// Metres that a point is inside of the hull of others, less than 0 outside of it.
fn margin(point: DVec2, around: Vec<DVec2>) -> f64 {
    let corners = hull(around);
    if corners.len() < 3 {
        return -1.0;
    }
    let inside = |at: usize| {
        let (a, b) = (corners[at], corners[(at + 1) % corners.len()]);
        (b - a).normalize().perp_dot(point - a)
    };
    (0..corners.len()).map(inside).fold(f64::MAX, f64::min)
}

fn run(film: &Film, failures: &mut Failures) -> Vec<String> {
    if film.additive || !STILL.iter().any(|part| film.name.contains(part)) {
        return Vec::new();
    }
    let may_sit = film.name.starts_with("Sit_");
    let of = |frame: &Moment| {
        (
            margin(level(frame.centre_of_mass()), support(frame, may_sit)),
            frame.time,
        )
    };
    let (least, time) = film
        .frames
        .iter()
        .map(of)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .expect("a film has frames");
    failures.limit(least >= 0.0, || {
        format!(
            "the centre of mass is {:.0} mm outside of what bears it at {time:.3} s",
            -least * 1e3
        )
    });
    vec![format!("{:.0}", least * 1e3)]
}
