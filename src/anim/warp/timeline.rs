//! The windows of a clip or a montage, and how those move their root.

use super::{Rigid, motion::Root};
use crate::{
    Clip, Library, Montage, Skeleton, float::Extreme, instance::root_travel, mirror::MirrorTable,
    notify::Range,
};
use glam::{DQuat, DVec3};

/// Maximum number of samples of a path that is measured axis by axis.
const MOST_STOPS: f64 = 256.0;
/// Seconds between two samples of a montage's path, because a montage has no keys of its own.
const STOP: f64 = 1.0 / 60.0;

/// A clip's root, as it is seen in a mirror.
pub(crate) struct ClipRoot<'a> {
    /// The clip whose root moves.
    pub clip: &'a Clip,
    /// Skeleton of the clip.
    pub skeleton: &'a Skeleton,
    /// The mirror that it is seen in; None as authored.
    pub mirror: Option<&'a MirrorTable>,
}

impl Root for ClipRoot<'_> {
    fn at(&self, time: f64) -> Rigid {
        let moved = self.clip.root_delta(self.skeleton, 0.0, time);
        self.mirror
            .map_or(moved, |mirror| mirror.root_delta(&moved))
            .into()
    }

    fn delta(&self, from: f64, to: f64) -> Rigid {
        let moved = self.clip.root_delta(self.skeleton, from, to);
        self.mirror
            .map_or(moved, |mirror| mirror.root_delta(&moved))
            .into()
    }

    fn variation(&self, from: f64, to: f64, frame: DQuat) -> DVec3 {
        let keys = f64::from(self.clip.key_count.saturating_sub(1)).higher(1.0);
        variation(self, (from, to), frame, f64::from(self.clip.length) / keys)
    }

    fn length(&self) -> f64 {
        self.clip.length.into()
    }

    fn is_absent(&self) -> bool {
        !self.clip.root_motion.enabled || self.clip.additive.is_some()
    }
}

/// Root motion of the first slot of a montage, as seen in a mirror.
pub(crate) struct SlotRoot<'a> {
    /// The montage whose root moves.
    pub montage: &'a Montage,
    /// Library that contains the clips of the montage.
    pub library: &'a Library,
    /// Skeleton of the clips.
    pub skeleton: &'a Skeleton,
    /// The mirror that it is seen in; None as authored.
    pub mirror: Option<&'a MirrorTable>,
}

impl Root for SlotRoot<'_> {
    fn at(&self, time: f64) -> Rigid {
        self.delta(0.0, time)
    }

    fn delta(&self, from: f64, to: f64) -> Rigid {
        if from == to {
            return Rigid::IDENTITY;
        }
        let moved = root_travel(
            self.montage,
            self.library,
            self.skeleton,
            Range::new(from, to),
        );
        self.mirror
            .map_or(moved, |mirror| mirror.root_delta(&moved))
            .into()
    }

    fn variation(&self, from: f64, to: f64, frame: DQuat) -> DVec3 {
        variation(self, (from, to), frame, STOP)
    }

    fn length(&self) -> f64 {
        self.montage.length.into()
    }

    fn is_absent(&self) -> bool {
        let Some(slot) = self.montage.slots.first() else {
            return true;
        };
        let mut clips = self
            .montage
            .slot_segments(slot)
            .iter()
            .map(|it| &self.library.clips[it.clip as usize]);
        !clips.any(|clip| clip.root_motion.enabled)
    }
}

/// Between stops that lie on multiples of `step` seconds, so that where ticks end does not matter.
fn variation(root: &dyn Root, (from, to): (f64, f64), frame: DQuat, step: f64) -> DVec3 {
    let step = step.higher((to - from) / MOST_STOPS).higher(1e-6);
    let first = (from / step).floor() as i64 + 1;
    let inside = (first..)
        .map(|nth| nth as f64 * step)
        .take_while(|at| *at < to);
    let (mut way, mut last) = (DVec3::ZERO, root.at(from).translation);
    for stop in inside.chain([to]) {
        let next = root.at(stop).translation;
        way += (frame * (next - last)).abs();
        last = next;
    }
    way
}
