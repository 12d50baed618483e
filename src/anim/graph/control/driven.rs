//! A number that one bone makes moves another bone, or a curve.

use super::bones::ControlContext;
use crate::{
    Name, Transform,
    curve::{self, CurveKey},
    ik::turn::{axis_angle, twist_angle},
};
use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

/// A component of a bone's local transform, relative to the reference pose. Axes are 0 for x to 2
/// for z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DrivenChannel {
    /// Metres, along an axis of the parent.
    Translation(u8),
    /// Degrees about an axis of the bone.
    Rotation(u8),
    /// Times, along an axis of the bone.
    Scale(u8),
}

/// A channel of one bone, mapped to another number, drives a channel of another bone or a curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoneDriven {
    /// Index of the bone whose channel is read.
    pub source: u16,
    /// Channel that is read from the source: its local transform relative to its reference pose.
    pub channel: DrivenChannel,
    /// Maps the number that is read to the number that drives.
    pub map: Remap,
    /// Bone channel or curve that the mapped number drives.
    pub driven: Driven,
}

/// Maps the number that is read from the source to the number that drives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Remap {
    /// Maps one range to another, clamped at the ends. An input range without length gives the
    /// first end.
    Range { from: [f64; 2], to: [f64; 2] },
    /// The number takes the place of the time. Keys ascend strictly.
    Curve(Vec<CurveKey>),
}

/// The bone channel or curve that a [`BoneDriven`] drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Driven {
    /// Moves away from where it is.
    Bone { bone: u16, channel: DrivenChannel },
    /// Such as that of a morph target.
    Curve(Name),
}

impl BoneDriven {
    pub(super) fn for_each_bone(&self, mut each: impl FnMut(u16)) {
        each(self.source);
        if let Driven::Bone { bone, .. } = self.driven {
            each(bone);
        }
    }

    pub(super) fn solve(&self, bones: &mut ControlContext<'_>) {
        let skeleton = bones.model.skeleton();
        let source = usize::from(self.source);
        let found = self
            .channel
            .read(&skeleton.reference(source), &bones.model.pose().get(source));
        let value = self.map.value(found);
        match self.driven {
            Driven::Bone { bone, channel } => {
                let mut local = bones.model.pose().get(bone.into());
                channel.drive(value, &mut local);
                bones.give_local(bone, &local);
            }
            Driven::Curve(name) => bones.curve = Some((name, value as f32)),
        }
    }
}

impl Remap {
    fn value(&self, x: f64) -> f64 {
        match self {
            Remap::Range {
                from: [from, until],
                to: [a, b],
            } => {
                let length = until - from;
                let part = if length == 0.0 {
                    0.0
                } else {
                    ((x - from) / length).clamp(0.0, 1.0)
                };
                a + (b - a) * part
            }
            Remap::Curve(keys) => curve::evaluate(keys, x as f32).into(),
        }
    }
}

impl DrivenChannel {
    fn read(self, reference: &Transform, local: &Transform) -> f64 {
        match self {
            DrivenChannel::Translation(axis) => {
                part(local.translation - reference.translation, axis)
            }
            DrivenChannel::Rotation(axis) => {
                let turned = reference.rotation.as_dquat().conjugate() * local.rotation.as_dquat();
                twist_angle(turned, unit(axis)).to_degrees()
            }
            DrivenChannel::Scale(axis) => {
                let whole = part(reference.scale, axis);
                if whole == 0.0 {
                    0.0
                } else {
                    part(local.scale, axis) / whole
                }
            }
        }
    }

    fn drive(self, value: f64, local: &mut Transform) {
        match self {
            DrivenChannel::Translation(axis) => local.translation += (unit(axis) * value).as_vec3(),
            DrivenChannel::Rotation(axis) => {
                let turn = axis_angle(unit(axis), value.to_radians()).as_quat();
                local.rotation = (local.rotation * turn).normalize();
            }
            DrivenChannel::Scale(axis) => {
                local.scale *= (DVec3::ONE + unit(axis) * (value - 1.0)).as_vec3()
            }
        }
    }
}

fn unit(axis: u8) -> DVec3 {
    DVec3::AXES[usize::from(axis.min(2))]
}

fn part(v: Vec3, axis: u8) -> f64 {
    v[usize::from(axis.min(2))].into()
}
