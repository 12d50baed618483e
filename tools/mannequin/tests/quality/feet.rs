//! Feet that stand neither slide nor sink nor hover.

#[cfg(test)]
mod tests;

use super::{Check, Failures, Film, film::Moment};
use crate::rig::{Rig, Side};
use glam::DVec3;
use std::ops::Range;

pub const CHECK: Check = Check {
    heads: &["slide mm", "sole mm"],
    run,
};

/// Metres that a foot may slide in one contact.
const SLIDE: f64 = 0.002;
/// Metres of the sole's lowest point from the ground.
const HOVER: f64 = 0.005;
/// Metres above the lowest point up to which others touch too.
const TOUCH: f64 = 0.005;
/// Metres; ground that is further from 0 is an obstacle.
const OBSTACLE: f64 = 0.05;
/// Behind the ankle, metres.
const HEEL: f64 = 0.055;
/// In front of the ball, metres.
const TOE: f64 = 0.075;

/// Samples over which a foot stands.
pub struct Contact {
    pub side: Side,
    pub samples: Range<usize>,
}

pub fn contacts(film: &Film) -> Vec<Contact> {
    let mut out = Vec::new();
    for side in Side::BOTH {
        let stands = |at: usize| film.frames[at].stands[side as usize];
        let mut at = 0;
        while at < film.frames.len() {
            let end = (at..film.frames.len())
                .find(|at| !stands(*at))
                .unwrap_or(film.frames.len());
            if end > at {
                out.push(Contact {
                    side,
                    samples: at..end,
                });
            }
            at = end + 1;
        }
    }
    out
}

/// Places of the sole: heel and ball of the foot, ball and tip of the toes; `across` metres
/// outwards of the middle.
pub fn sole(frame: &Moment, side: Side, across: f64) -> [DVec3; 4] {
    sole_of(side, across, |bone, at| frame.point(bone, at))
}

/// `point` puts a place on a bone into the world.
pub fn sole_of(side: Side, across: f64, point: impl Fn(usize, DVec3) -> DVec3) -> [DVec3; 4] {
    let rig = Rig::get();
    let [foot, ball] = ["foot", "ball"].map(|stem| rig.bone(&side.of(stem)));
    let out = across * side.sign();
    let (ankle, toes) = (rig.joints[foot].at, rig.joints[ball].at);
    let fore = toes - ankle;
    [
        point(foot, DVec3::new(out, -ankle.y, -HEEL)),
        point(foot, DVec3::new(fore.x + out, -ankle.y, fore.z)),
        point(ball, DVec3::new(out, -toes.y, 0.0)),
        point(ball, DVec3::new(out, -toes.y, TOE)),
    ]
}

pub fn lowest(points: &[DVec3]) -> f64 {
    points.iter().map(|point| point.y).fold(f64::MAX, f64::min)
}

impl Contact {
    /// The height on which the foot rests in the middle of the contact, where that is an obstacle.
    pub fn ground(&self, film: &Film) -> f64 {
        let middle = &film.frames[(self.samples.start + self.samples.end - 1) / 2];
        let height = lowest(&sole(middle, self.side, 0.0));
        if height.abs() > OBSTACLE { height } else { 0.0 }
    }

    /// Metres of the furthest that the foot gets from where it stood, and when it is there. Of the
    /// points that touch the one that moves least counts: a foot that rolls has slid nowhere. What
    /// it trembles between keys, back and forth, does not add up.
    fn slide(&self, film: &Film) -> (f64, f64) {
        let frames = &film.frames[self.samples.clone()];
        let soles: Vec<_> = frames
            .iter()
            .map(|frame| sole(frame, self.side, 0.0))
            .collect();
        let (mut slid, mut furthest) = (DVec3::ZERO, (0.0, frames[0].time));
        for (pair, frame) in soles.windows(2).zip(&frames[1..]) {
            slid += least_move(&pair[0], &pair[1]);
            if slid.length() > furthest.0 {
                furthest = (slid.length(), frame.time);
            }
        }
        furthest
    }

    /// The sole's height over the ground: the least and the most, each with its time.
    fn heights(&self, film: &Film) -> [(f64, f64); 2] {
        let ground = self.ground(film);
        let height = |frame: &Moment| (lowest(&sole(frame, self.side, 0.0)) - ground, frame.time);
        let heights = || film.frames[self.samples.clone()].iter().map(height);
        let order = |a: &(f64, f64), b: &(f64, f64)| a.0.total_cmp(&b.0);
        [heights().min_by(order), heights().max_by(order)]
            .map(|found| found.expect("a contact has samples"))
    }
}

/// Over the ground, of a point that touches before and after, or else at all.
pub fn least_move(before: &[DVec3; 4], after: &[DVec3; 4]) -> DVec3 {
    let touches = |sole: &[DVec3; 4], at: usize| sole[at].y <= lowest(sole) + TOUCH;
    let moved = |at: usize| (after[at] - before[at]).with_y(0.0);
    let least = |points: &mut dyn Iterator<Item = usize>| {
        points
            .map(moved)
            .min_by(|a, b| a.length().total_cmp(&b.length()))
    };
    least(&mut (0..4).filter(|at| touches(before, *at) && touches(after, *at)))
        .or_else(|| least(&mut (0..4).filter(|at| touches(before, *at) || touches(after, *at))))
        .unwrap_or(DVec3::ZERO)
}

fn run(film: &Film, failures: &mut Failures) -> Vec<String> {
    let contacts = contacts(film);
    if contacts.is_empty() || film.is_still() {
        return Vec::new();
    }
    let (mut most, mut low, mut high) = (0.0f64, 0.0f64, 0.0f64);
    for contact in &contacts {
        let [from, to] =
            [contact.samples.start, contact.samples.end - 1].map(|at| film.frames[at].time);
        let foot = contact.side.of("foot");
        let (slide, time) = contact.slide(film);
        failures.limit(slide < SLIDE, || {
            format!(
                "{foot} slid {:.1} mm by {time:.3} s in the contact from {from:.2} s to {to:.2} s",
                slide * 1e3
            )
        });
        for (height, time) in contact.heights(film) {
            failures.limit(height.abs() <= HOVER, || {
                format!(
                    "{foot} stands {:.1} mm off the ground at {time:.3} s",
                    height * 1e3
                )
            });
            (low, high) = (low.min(height), high.max(height));
        }
        most = most.max(slide);
    }
    vec![
        format!("{:.1}", most * 1e3),
        format!("{:.1}..{:.1}", low * 1e3, high * 1e3),
    ]
}
