//! Root motion of several sources in one tick: which of it is taken, and what it comes to by
//! weight; the missing weight stays where it is.

#[cfg(test)]
mod tests;

use crate::{
    Name, Transform,
    float::Extreme,
    ik::turn::{from_turn_vector, turn_vector},
    mirror::MirrorTable,
    transform::{TINY, WEIGHT_EPSILON, nlerp},
};
use glam::{DQuat, Quat, Vec3};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Use of the root motion of everything that plays on a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RootMotionMode {
    /// No root motion is extracted: the root moves in the pose.
    NoExtraction,
    /// Root motion is taken out of the pose and moves nothing.
    Ignore,
    /// Clips and montages move the character, each by its weight.
    #[default]
    FromEverything,
    /// Only the montage that owns the root moves the character, whatever its weight; roots of clips
    /// move in the pose. A montage owns the root from its start to its end, unless a request stops
    /// it or another montage with root motion starts.
    FromMontagesOnly,
}

impl RootMotionMode {
    /// Every mode, in the order in which they are declared.
    pub const ALL: [RootMotionMode; 4] = [
        RootMotionMode::NoExtraction,
        RootMotionMode::Ignore,
        RootMotionMode::FromEverything,
        RootMotionMode::FromMontagesOnly,
    ];

    /// Whether root motion of the graph's clips is removed from the pose.
    pub(crate) fn takes_clips(self) -> bool {
        matches!(
            self,
            RootMotionMode::Ignore | RootMotionMode::FromEverything
        )
    }

    /// Like [`RootMotionMode::takes_clips`], for montages.
    pub(crate) fn takes_montages(self) -> bool {
        self != RootMotionMode::NoExtraction
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct RootMotionBlend {
    weight: f32,
    translation: Vec3,
    rotation: Quat,
    /// Translation added to the weighted mean.
    offset: Vec3,
    turned: Quat,
}

impl RootMotionBlend {
    pub(crate) const NONE: Self = {
        let rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        Self {
            weight: 0.0,
            translation: Vec3::ZERO,
            rotation,
            offset: Vec3::ZERO,
            turned: Quat::IDENTITY,
        }
    };

    pub(crate) fn add(&mut self, delta: &Transform, weight: f32) {
        self.weight += weight;
        self.translation += delta.translation * weight;
        let signed = if self.rotation.dot(delta.rotation) < 0.0 {
            -delta.rotation
        } else {
            delta.rotation
        };
        self.rotation += signed * weight;
    }

    /// Adds an offset to the weighted mean, independent of the other weights.
    pub(crate) fn carry(&mut self, offset: &Transform, weight: f32) {
        self.offset += offset.translation * weight;
        self.turned = (nlerp(Quat::IDENTITY, offset.rotation, weight) * self.turned).normalize();
    }

    /// The blended root motion. Weights that sum to more than 1 are normalised; below 1 the rest is
    /// identity.
    pub(crate) fn delta(mut self) -> Transform {
        if self.weight < 1.0 {
            self.add(&Transform::IDENTITY, 1.0 - self.weight);
        }
        let length = self.rotation.length();
        let rotation = if length < TINY {
            Quat::IDENTITY
        } else {
            self.rotation * (1.0 / length)
        };
        if self.offset == Vec3::ZERO && self.turned == Quat::IDENTITY {
            return Transform::new(self.translation / self.weight, rotation, Vec3::ONE);
        }
        Transform::new(
            self.translation / self.weight + self.offset,
            (self.turned * rotation).normalize(),
            Vec3::ONE,
        )
    }
}

/// Root motion that a montage made in a tick, and what it counts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MontageRoot {
    pub(crate) instance: u32,
    pub(crate) slot: Name,
    /// All of it, as if it had counted alone.
    pub(crate) whole: Transform,
    /// Root motion that counts, each part scaled by the weight at its time.
    pub(super) counted: Transform,
    /// The mean over the tick; None counts alone.
    pub(crate) weight: Option<f32>,
    /// Mirror that the root motion already went through; None without mirroring.
    pub(super) mirror: Option<Arc<MirrorTable>>,
}

impl MontageRoot {
    /// Appends a part of the root motion, with the weight at its time.
    pub(super) fn go(&mut self, moved: &Transform, weight: f32) {
        self.whole = self.whole.compose(moved);
        let counts = if weight == 1.0 {
            *moved
        } else {
            Transform::IDENTITY.blend(moved, weight)
        };
        self.counted = self.counted.compose(&counts);
    }

    /// Root motion as seen through `mirror`, whichever mirror it went through before.
    pub(crate) fn seen_in(&self, mirror: Option<&Arc<MirrorTable>>) -> Transform {
        let travelled = self.travelled();
        if self.mirror.as_ref().map(Arc::as_ptr) == mirror.map(Arc::as_ptr) {
            return travelled;
        }
        let seen = self.mirror.iter().chain(mirror);
        seen.fold(travelled, |travelled, mirror| mirror.root_delta(&travelled))
    }

    /// Root motion that gives `counted` when scaled by the weight.
    pub(crate) fn travelled(&self) -> Transform {
        match self.weight {
            Some(weight) if weight > WEIGHT_EPSILON && weight != 1.0 => {
                let turn =
                    before_weighed(self.counted.rotation.as_dquat(), weight.into()).as_quat();
                Transform::new(self.counted.translation / weight, turn, Vec3::ONE)
            }
            _ => self.counted,
        }
    }
}

/// The turn of which a weighted mean with no turn gives this one, or the nearest where none does.
fn before_weighed(turn: DQuat, weight: f64) -> DQuat {
    let vector = turn_vector(turn);
    let half = vector.length() / 2.0;
    if half < 1e-9 {
        return from_turn_vector(vector / weight);
    }
    // The mean of two unit quaternions lies on the chord between them: the law of sines in that
    // triangle.
    let beyond = libm::asin((libm::sin(half) * (1.0 - weight) / weight).lower(1.0));
    from_turn_vector(vector * ((half + beyond) / half))
}
