//! A bone that looks at a target.

use super::{ControlTarget, bones::ControlContext, memory::Memory};
use crate::{
    Transform,
    ik::{
        Joint,
        look_at::{Gaze, Look, solve},
        turn::direction,
    },
    montage::Easing,
};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// A look-at control: a chain of bones turns an axis of its last bone towards a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompiledLookAt {
    /// Bones from the spine to the bone that looks, at least one, each a descendant of the bone
    /// before it.
    pub chain: Vec<LookBone>,
    /// Axis that points at the target, local to the bone that looks. If the axis has no length, the
    /// control does nothing.
    #[cfg_attr(feature = "schema", schemars(with = "[f32; 3]"))]
    pub axis: Vec3,
    /// Axis that points up as far as possible, local to the bone that looks; None adds no twist to
    /// that end.
    #[cfg_attr(feature = "schema", schemars(with = "Option<[f32; 3]>"))]
    pub up_axis: Option<Vec3>,
    /// Up direction, model space; +Y if the vector has no length.
    #[cfg_attr(feature = "schema", schemars(with = "[f32; 3]"))]
    pub up: Vec3,
    /// Target that the last bone of the chain looks at.
    pub target: ControlTarget,
    /// Largest angle between the bone's look direction and its direction in the pose, degrees; 0
    /// means no bound.
    pub clamp: f64,
    /// Seconds to a new target.
    pub time: f64,
    /// Degrees: a target that has jumped by more is a new one.
    pub trigger: f64,
    /// Shape of the blend to a new target.
    pub easing: Easing,
}

/// A bone that turns along with the bone that looks, and its share of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookBone<B = u16> {
    /// The bone that turns along.
    pub bone: B,
    /// Share of the turn that the bone takes, relative to the sum of all weights; the last bone
    /// takes the remainder.
    pub weight: f64,
}

impl CompiledLookAt {
    fn look(&self) -> Option<Look> {
        let unit = |v: Vec3| direction(v.as_dvec3());
        Some(Look {
            axis: unit(self.axis)?,
            up_axis: self.up_axis.and_then(unit),
            up: unit(self.up).unwrap_or(glam::DVec3::Y),
            clamp: self.clamp.to_radians(),
            time: self.time,
            trigger: self.trigger.to_radians(),
            easing: self.easing,
        })
    }

    pub(super) fn solve(&self, bones: &mut ControlContext<'_>, memory: Memory) -> Memory {
        let (Some(look), Some(last)) = (self.look(), self.chain.last()) else {
            return memory;
        };
        let mut gaze = match memory {
            Memory::Gaze(gaze) => gaze,
            _ => Gaze::default(),
        };
        bones.joints.clear();
        for link in &self.chain {
            let (place, rotation) = bones.model.precise_model(link.bone.into());
            bones.joints.push(Joint { place, rotation });
        }
        let target = bones.target(0, last.bone, &self.target);
        let weight = |at: usize| self.chain[at].weight;
        let found = solve(&look, bones.joints, weight, target, bones.dt, &mut gaze);
        bones.tell(last.bone, found.reason, 1.0, None);
        for (at, link) in self.chain.iter().enumerate() {
            let Joint { place, rotation } = bones.joints[at];
            let scale = bones.model.model(link.bone.into()).scale;
            bones.give(
                link.bone,
                Transform::new(place.as_vec3(), rotation.as_quat(), scale),
            );
        }
        Memory::Gaze(gaze)
    }
}
