//! Bones that are moved, turned or sized by numbers or by other bones.

use super::bones::ControlContext;
use crate::{
    Transform,
    graph::Value,
    ik::turn::{axis_angle, direction, euler, twist_angle},
    spaces::Space,
};
use glam::{DVec3, Quat, Vec3};
use serde::{Deserialize, Serialize};

/// Ways to change a part of a bone's transform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    #[default]
    Ignore,
    Replace,
    /// Moves by so much, turns by so much, or sizes by so many times.
    Add,
}

/// Change that a control makes to the translation, the rotation or the scale of a bone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Modify {
    /// Whether the part is left alone, replaced or added to.
    pub mode: Mode,
    /// Metres for a translation, degrees about x, then y, then z of the space for a rotation, and
    /// factors for a scale.
    pub by: [Value; 3],
    /// The space in which the part changes.
    pub space: Space,
}

/// Changes the translation, the rotation and the scale of a bone, each in a space of its own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModifyBone {
    /// Index of the bone; virtual bones come after the bones of the skeleton.
    pub bone: u16,
    /// Change of the translation, in metres.
    pub translation: Modify,
    /// Change of the rotation, in degrees about x, then y, then z.
    pub rotation: Modify,
    /// Change of the scale, a factor along each axis.
    pub scale: Modify,
}

impl ModifyBone {
    /// Each part in its space as the bone was: none depends on another one.
    pub(super) fn solve(&self, bones: &mut ControlContext<'_>) {
        let bone = usize::from(self.bone);
        let mut model = bones.model.model(bone);
        let given = Transform::new(
            bones.input3(0),
            euler(bones.precise_input3(3)).as_quat(),
            bones.input3(6),
        );
        if let Some(changed) = changed(bones, &self.scale, bone, |old| match self.scale.mode {
            Mode::Add => old.scale *= given.scale,
            _ => old.scale = given.scale,
        }) {
            model.scale = changed.scale;
        }
        if let Some(changed) = changed(bones, &self.rotation, bone, |old| {
            match self.rotation.mode {
                Mode::Add => old.rotation = given.rotation * old.rotation,
                _ => old.rotation = given.rotation,
            }
        }) {
            model.rotation = changed.rotation;
        }
        if let Some(changed) = changed(bones, &self.translation, bone, |old| {
            match self.translation.mode {
                Mode::Add => old.translation += given.translation,
                _ => old.translation = given.translation,
            }
        }) {
            model.translation = changed.translation;
        }
        bones.give(self.bone, model);
    }
}

/// A bone in model space after a change in another one.
fn changed(
    bones: &mut ControlContext<'_>,
    modify: &Modify,
    bone: usize,
    change: impl FnOnce(&mut Transform),
) -> Option<Transform> {
    if modify.mode == Mode::Ignore {
        return None;
    }
    let model = bones.model.model(bone);
    let mut inside = bones.model.from_model(&model, bone, modify.space);
    change(&mut inside);
    Some(bones.model.to_model(&inside, bone, modify.space))
}

/// A control that copies translation, rotation or scale from one bone to another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CopyBone {
    /// Index of the bone that is copied; virtual bones come after the bones of the skeleton.
    pub from: u16,
    /// Index of the bone that changes; virtual bones come after the bones of the skeleton.
    pub to: u16,
    /// Whether the translation is copied; otherwise it stays as it is.
    pub translation: bool,
    /// Whether the rotation is copied; otherwise it stays as it is.
    pub rotation: bool,
    /// Whether the scale is copied; otherwise it stays as it is.
    pub scale: bool,
    /// Space in which the copied parts become equal. [`Space::ParentBone`] is the space of each
    /// bone's own parent.
    pub space: Space,
}

impl CopyBone {
    pub(super) fn solve(&self, bones: &mut ControlContext<'_>) {
        let (from, to) = (usize::from(self.from), usize::from(self.to));
        let (source, mut model) = (bones.model.model(from), bones.model.model(to));
        let seen = bones.model.from_model(&source, from, self.space);
        let copied = bones.model.to_model(&seen, to, self.space);
        let take =
            |is_taken: bool, to: &mut Vec3, from: Vec3| *to = if is_taken { from } else { *to };
        take(self.translation, &mut model.translation, copied.translation);
        take(self.scale, &mut model.scale, copied.scale);
        model.rotation = if self.rotation {
            copied.rotation
        } else {
            model.rotation
        };
        bones.give(self.to, model);
    }
}

/// A bone turns about its axis by a multiple of what another one has turned about its own, away
/// from the reference pose: twist bones of an arm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RotationMultiplier {
    /// Index of the bone whose turn is read.
    pub source: u16,
    /// Index of the bone that turns.
    pub target: u16,
    /// Local to both. Without a length it does nothing.
    #[cfg_attr(feature = "schema", schemars(with = "[f32; 3]"))]
    pub axis: Vec3,
    /// Factor of the angle that the source has turned.
    pub multiplier: Value,
    /// The target turns on top of its own turn; otherwise it turns away from its reference pose.
    pub is_additive: bool,
}

impl RotationMultiplier {
    pub(super) fn solve(&self, bones: &mut ControlContext<'_>) {
        let Some(axis) = direction(self.axis.as_dvec3()) else {
            return;
        };
        let (skeleton, pose) = (bones.model.skeleton(), bones.model.pose());
        let source = usize::from(self.source);
        let turned = skeleton.reference(source).rotation.as_dquat().conjugate()
            * pose.rotation(source).as_dquat();
        let turn = axis_angle(axis, twist_angle(turned, axis) * bones.inputs[0]).as_quat();
        let mut local = pose.get(self.target.into());
        let base = if self.is_additive {
            local.rotation
        } else {
            skeleton.reference(self.target.into()).rotation
        };
        local.rotation = (base * turn).normalize();
        bones.give_local(self.target, &local);
    }
}

/// The whole character turns where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RotateRootBone {
    /// Degrees to its left.
    pub yaw: Value,
    /// Pitch upwards, degrees.
    pub pitch: Value,
}

impl RotateRootBone {
    pub(super) fn solve(&self, bones: &mut ControlContext<'_>) {
        let angle = |at: usize| bones.inputs[at].to_radians();
        // Left is +X of a model that looks along +Z.
        let turn: Quat =
            (axis_angle(DVec3::Y, angle(0)) * axis_angle(DVec3::X, -angle(1))).as_quat();
        let mut model = bones.model.model(0);
        model.rotation = (turn * model.rotation).normalize();
        bones.give(0, model);
    }
}
