//! Poses that come from a stream, a frame at a time, and are known by their bones' names.

use crate::{Name, Pose, Skeleton, Transform, transform::WEIGHT_EPSILON};
use serde::{Deserialize, Serialize};

/// A subject as it is now: someone whose moves are captured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LiveFrame {
    /// Name of the stream, by which nodes choose it.
    pub subject: Name,
    /// Transforms local to the parent bone, by the bone's name. Those that the skeleton does not
    /// have, or that are not finite, are left out.
    pub bones: Vec<(Name, Transform)>,
    /// Names and values of curves. Values that are not finite are left out.
    pub curves: Vec<(Name, f32)>,
}

/// The last frame that a node received for its subject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct LiveState {
    subject: Name,
    /// Transforms local to the parent bone, by bone index in the skeleton.
    bones: Vec<(u16, Transform)>,
    curves: Vec<(Name, f32)>,
    /// Seconds since the newest frame; infinite before the first.
    age: f64,
    /// Weight with which a curve source applies the curves, 0 to 1.
    part: f32,
}

impl LiveState {
    pub(in crate::graph) fn new(subject: Name) -> Self {
        Self {
            subject,
            bones: Vec::new(),
            curves: Vec::new(),
            age: f64::INFINITY,
            part: 0.0,
        }
    }

    /// The skeleton is another one: the next frame finds its bones.
    pub(super) fn forget(&mut self) {
        *self = Self::new(self.subject);
    }

    /// Takes over the state from before an edit if the subject is the same.
    pub(in crate::graph) fn go_on(&mut self, before: &mut Self) {
        if self.subject == before.subject {
            std::mem::swap(self, before);
        }
    }

    pub(super) fn pass_time(&mut self, dt: f64) {
        self.age += dt;
    }

    /// Numbers that are none are left out.
    pub(super) fn tell(&mut self, frame: &LiveFrame, skeleton: &Skeleton) {
        if frame.subject != self.subject {
            return;
        }
        let found =
            |(name, local): &(Name, Transform)| Some((skeleton.find(*name)? as u16, *local));
        self.bones.clear();
        self.bones.extend(
            frame
                .bones
                .iter()
                .filter(|bone| bone.1.is_finite())
                .filter_map(found),
        );
        self.curves.clear();
        self.curves
            .extend(frame.curves.iter().filter(|curve| curve.1.is_finite()));
        self.age = 0.0;
    }

    pub(in crate::graph) fn set_part(&mut self, part: f32) {
        self.part = part;
    }

    /// Whether [`LiveState::write`] writes this bone.
    pub(in crate::graph) fn covers(&self, bone: usize, patience: f32) -> bool {
        self.age <= f64::from(patience)
            && self
                .bones
                .iter()
                .any(|(known, _)| usize::from(*known) == bone)
    }

    /// Writes only the curves, at any age of the last frame.
    pub(in crate::graph) fn write_curves(&self, pose: &mut Pose) {
        if self.part > WEIGHT_EPSILON {
            for (name, value) in &self.curves {
                let there = pose.curve(*name).unwrap_or(0.0);
                pose.set_curve(*name, there + (value - there) * self.part);
            }
        }
    }

    /// Writes the last frame over `pose`, unless the frame is older than `patience` seconds.
    pub(in crate::graph) fn write(&self, patience: f32, pose: &mut Pose) {
        if self.age <= f64::from(patience) {
            let count = pose.len();
            let there = self
                .bones
                .iter()
                .filter(|(bone, _)| usize::from(*bone) < count);
            there.for_each(|(bone, local)| pose.set((*bone).into(), local));
            self.curves
                .iter()
                .for_each(|(name, value)| pose.set_curve(*name, *value));
        }
    }
}
