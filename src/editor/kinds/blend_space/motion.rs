//! Where clips go, and where samples stand by that; what a space was asked for of late.

#[cfg(test)]
mod tests;

use anim::Library;
use asset::{
    Id, Project,
    blend_space::{Axis, Sample},
};
use std::collections::{BTreeMap, VecDeque};

/// The mean motion of a clip's root over the ground, from its beginning to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClipRootMotion {
    /// Metres a second, at the clip's own rate.
    pub speed: f32,
    /// Degrees to the right of the facing direction at the beginning, -180 to 180; 0 for a clip
    /// that does not move.
    pub direction: f32,
}

impl ClipRootMotion {
    /// Whether it is slower than 0.05 m/s, so that it has no direction.
    pub fn stands(&self) -> bool {
        self.speed < STANDS
    }
}

/// Slower it has no direction, metres a second.
const STANDS: f32 = 0.05;

/// The root motion of every clip that was compiled.
pub fn motions(project: &Project, library: &Library) -> BTreeMap<Id, ClipRootMotion> {
    let of = |clip: &asset::Clip| {
        let compiled = library.clip(anim::Name::new(&clip.name))?;
        let skeleton = library.skeleton(compiled.skeleton)?;
        let length = f64::from(compiled.length).max(1e-6);
        let way = compiled.root_delta(skeleton, 0.0, length).translation;
        let speed = way.x.hypot(way.z) / length as f32 * compiled.rate_scale.abs();
        // Ahead is +Z, to the right -X.
        let direction = if speed < STANDS {
            0.0
        } else {
            (-way.x).atan2(way.z).to_degrees()
        };
        Some(ClipRootMotion { speed, direction })
    };
    project
        .clips
        .iter()
        .filter_map(|(id, clip)| Some((*id, of(clip)?)))
        .collect()
}

/// Value of a motion on an axis, in m/s or degrees by the unit of the axis; None for other units.
fn on_axis(motion: ClipRootMotion, axis: &Axis, sample: &Sample, now: f32) -> Option<f32> {
    match axis.unit.as_str() {
        "m/s" => Some(motion.speed * sample.rate),
        "°" | "deg" if motion.stands() => Some(now),
        // Straight back is both ends: it stays on its own.
        "°" | "deg" if motion.direction.abs() > 179.0 => Some(180.0f32.copysign(now)),
        "°" | "deg" => Some(motion.direction),
        _ => None,
    }
}

/// A sample where its clip goes, inside the axes, and how far outside that is; None where no axis
/// has to do with it.
pub fn placed(
    sample: &Sample,
    axes: &[Axis],
    motion: ClipRootMotion,
) -> Option<(Sample, [f32; 2])> {
    let mut placed = sample.clone();
    let (mut beyond, mut is_measured) = ([0.0; 2], false);
    for (at, axis) in axes.iter().enumerate().take(2) {
        let Some(value) = on_axis(motion, axis, sample, sample.at[at]) else {
            continue;
        };
        // To hundredths, and never a 0 with a sign.
        let value = (value * 100.0).round() / 100.0 + 0.0;
        placed.at[at] = value.clamp(axis.min, axis.max);
        beyond[at] = value - placed.at[at];
        is_measured = true;
    }
    is_measured.then_some((placed, beyond))
}

/// Seconds that are kept.
pub const KEPT: f64 = 3.0;

/// The time of a frame in seconds, what was asked for, and where it was, in the axes' units.
pub type Point = (f64, [f64; 2], [f64; 2]);

/// Recent inputs and positions of a blend space, newest last.
#[derive(Default)]
pub struct Trail {
    /// Blend space that the trail belongs to.
    of: Option<Id>,
    /// Points of the last [`KEPT`] seconds, each later than the one before.
    pub points: VecDeque<Point>,
}

impl Trail {
    /// Adds a point. A new space, or a time before the last one, first clears the trail.
    pub fn push(&mut self, of: Id, (time, asked, at): Point) {
        if self.of.replace(of) != Some(of) {
            self.points.clear();
        }
        let last = self.points.back().map(|point| point.0);
        if last == Some(time) {
            return;
        }
        if last.is_some_and(|last| last > time) {
            self.points.clear();
        }
        self.points.push_back((time, asked, at));
        while self
            .points
            .front()
            .is_some_and(|point| point.0 < time - KEPT)
        {
            self.points.pop_front();
        }
    }
}
