//! How far a lossy pose is off: the furthest that any point of a shell around each bone is from
//! where it is in the raw pose, whichever way from the bone it lies. In object space, what is wrong
//! high up in a chain counts at the end of the chain, where it is seen.

#[cfg(test)]
mod tests;

use crate::{
    Pose, Skeleton,
    additive::{AdditiveKind, AdditivePose},
    float::Extreme,
};
use glam::{DAffine3, DMat3, DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// A shell around a bone in model space: the middle, and the offset from the middle to the shell
/// along each axis of the bone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shell {
    middle: DVec3,
    axes: DMat3,
}

/// Space in which a bone's error is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorMetricSpace {
    /// Model space: errors above a bone count at the bone too.
    #[default]
    Object,
    /// Space of the bone's parent, taken as correct: the error of each bone counts by itself. A
    /// chain may be off by the sum.
    Parent,
}

impl ErrorMetricSpace {
    pub(super) fn is_object(&self) -> bool {
        *self == Self::Object
    }
}

/// Measures poses of one clip. Differences of an additive clip are put on a base first.
pub struct Meter<'a> {
    skeleton: &'a Skeleton,
    additive: Option<AdditivePose>,
    /// Pose to which differences are added; None for the reference pose.
    base: Option<&'a Pose>,
    /// Metres, one a bone.
    shells: &'a [f32],
    full: Pose,
    models: Vec<DAffine3>,
    space: ErrorMetricSpace,
}

impl<'a> Meter<'a> {
    /// Measures in object space, with differences put on the reference pose. `shells` are metres,
    /// one a bone.
    pub fn new(skeleton: &'a Skeleton, additive: Option<AdditiveKind>, shells: &'a [f32]) -> Self {
        let additive = additive.map(AdditivePose::new);
        Self {
            skeleton,
            additive,
            base: None,
            shells,
            full: Pose::default(),
            models: Vec::new(),
            space: ErrorMetricSpace::Object,
        }
    }

    /// Sets the space in which errors are measured; object space is the default.
    pub fn looking(self, space: ErrorMetricSpace) -> Self {
        Self { space, ..self }
    }

    /// Sets the pose to which differences are added; None is the reference pose, which is the
    /// default.
    pub fn put_on(&mut self, base: Option<&'a Pose>) {
        self.base = base;
    }

    /// `model_from_bone` of every bone, in double precision; in the parent's space
    /// `parent_from_bone`.
    pub fn models(&mut self, pose: &Pose) -> &[DAffine3] {
        let full = match &mut self.additive {
            None => pose,
            Some(additive) => {
                additive.deltas.copy_from(pose);
                match self.base {
                    Some(base) => self.full.copy_from(base),
                    None => self.full.reset(self.skeleton),
                }
                additive.apply(self.skeleton, 1.0, &mut self.full);
                &self.full
            }
        };
        matrices(self.skeleton, full, self.space, &mut self.models);
        &self.models
    }

    /// The shell of every bone, into `out` in place of what was there.
    pub fn shells(&mut self, pose: &Pose, out: &mut Vec<Shell>) {
        let shells = self.shells;
        out.clear();
        out.extend(
            self.models(pose)
                .iter()
                .zip(shells)
                .map(|(model, distance)| shell(model, *distance)),
        );
    }

    /// Per bone, metres: the largest distance of a point from where it was in `raw`.
    pub fn errors(&mut self, pose: &Pose, raw: &[Shell], out: &mut Vec<f64>) {
        let shells = self.shells;
        out.clear();
        let lossy = self
            .models(pose)
            .iter()
            .zip(shells)
            .map(|(model, distance)| shell(model, *distance));
        out.extend(lossy.zip(raw).map(|(lossy, raw)| apart(&lossy, raw)));
    }
}

fn shell(model: &DAffine3, distance: f32) -> Shell {
    Shell {
        middle: model.translation,
        axes: model.matrix3 * f64::from(distance),
    }
}

/// Upper bound on the distance between a point that moves with shell `a` and the same point moving
/// with shell `b`. No point within the shells is further apart.
pub fn apart(a: &Shell, b: &Shell) -> f64 {
    a.middle.distance(b.middle) + stretch(&(a.axes - b.axes))
}

/// Largest length that `map` gives to a vector of length 1 at most. The result is exact for the
/// difference of two turns, and so for an error along one direction alone; for other maps it is too
/// large by less than a sixth.
fn stretch(map: &DMat3) -> f64 {
    // The eigenvalues of the map's square, by their sum and the sum of their squares: with two
    // turns, two are equal and one is 0.
    let (x, y, z) = (map.x_axis, map.y_axis, map.z_axis);
    let sum = x.length_squared() + y.length_squared() + z.length_squared();
    let squared = |value: f64| value * value;
    let beside = squared(x.dot(y)) + squared(y.dot(z)) + squared(z.dot(x));
    let along =
        squared(x.length_squared()) + squared(y.length_squared()) + squared(z.length_squared());
    let squares = along + 2.0 * beside;
    if (2.0 * squares - sum * sum).abs() <= 1e-6 * sum * sum {
        return (sum * 0.5).sqrt();
    }
    let spread = (2.0 * (3.0 * squares - sum * sum)).higher(0.0).sqrt();
    ((sum + spread) / 3.0).sqrt()
}

fn matrices(skeleton: &Skeleton, pose: &Pose, space: ErrorMetricSpace, out: &mut Vec<DAffine3>) {
    out.clear();
    for (bone, local) in pose.iter().enumerate() {
        let rotation = DQuat::from_array(local.rotation.to_array().map(f64::from)).normalize();
        let turned = DMat3::from_quat(rotation);
        let scale = local.scale.as_dvec3();
        let matrix3 = DMat3::from_cols(
            turned.x_axis * scale.x,
            turned.y_axis * scale.y,
            turned.z_axis * scale.z,
        );
        let local = DAffine3 {
            matrix3,
            translation: local.translation.as_dvec3(),
        };
        let above = skeleton
            .parent(bone)
            .filter(|_| space == ErrorMetricSpace::Object);
        out.push(above.map_or(local, |parent| out[parent] * local));
    }
}
