//! Steps that fit how fast a character goes, and root motion that goes as far as they do.

use super::{
    bones::ControlContext,
    gait::{Ridden, RootMotionChange, RootMotionGait},
    memory::Memory,
    told::WarpDecision,
    warped_feet::WarpedFeet,
};
use crate::{
    graph::Value,
    ground::Probe,
    warp::{Drive, Stride, StrideTick},
};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Metres above and below the character's own ground in which the floor is looked for.
const LOOKS: f64 = 0.5;

/// Stride warping: scales the steps, and the root motion with them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StrideWarping {
    /// Index of the bone above all thighs.
    pub pelvis: u16,
    /// The feet whose steps are scaled.
    pub feet: WarpedFeet,
    /// Source of the scale of the steps.
    pub drive: StrideDrive,
    /// Bounds and speeds of the scale, and how feet and pelvis follow it.
    pub settings: Stride,
}

/// The source of the step length: root motion or a given scale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StrideDrive<V = Value> {
    /// Speed of the root motion below the node; `speed` is the speed of the character, metres a
    /// second.
    RootMotion { speed: V },
    /// The direction is in model space.
    Given { scale: V, direction: [V; 3] },
}

impl StrideWarping {
    pub(super) fn for_each_input(&self, mut each: impl FnMut(&Value)) {
        match &self.drive {
            StrideDrive::RootMotion { speed } => each(speed),
            StrideDrive::Given { scale, direction } => {
                std::iter::once(scale).chain(direction).for_each(each)
            }
        }
    }

    pub(super) fn probe(&self) -> Option<Probe> {
        let probe = Probe {
            bone: 0,
            up: LOOKS,
            down: LOOKS,
            radius: 0.0,
        };
        self.settings.orient_to_floor.then_some(probe)
    }

    /// Given steps leave the root motion alone.
    pub(super) fn lead(&self, gait: &mut RootMotionGait, ridden: &Ridden<'_>) -> RootMotionChange {
        let mut pace = match *gait {
            RootMotionGait::Stride { pace, .. } => pace,
            _ => Default::default(),
        };
        let inputs = ridden.inputs;
        let drive = match self.drive {
            StrideDrive::RootMotion { .. } => Drive::RootMotion {
                delta: ridden.delta,
                speed: inputs[0],
            },
            StrideDrive::Given { .. } => Drive::Given {
                scale: inputs[0],
                direction: DVec3::from_slice(&inputs[1..]),
            },
        };
        let normal = ridden.normal;
        let strode = self.settings.decide(
            &mut pace,
            &StrideTick {
                dt: ridden.dt,
                drive,
                normal,
            },
        );
        *gait = RootMotionGait::Stride {
            pace,
            strode,
            normal,
        };
        let is_led = matches!(self.drive, StrideDrive::RootMotion { .. }) && !strode.passes();
        RootMotionChange {
            scale: if is_led { strode.scale } else { 1.0 },
            ..RootMotionChange::default()
        }
    }

    pub(super) fn solve(&self, bones: &mut ControlContext<'_>, memory: Memory) -> Memory {
        let RootMotionGait::Stride { strode, normal, .. } = bones.warp.gait else {
            return memory;
        };
        bones.warped = Some(WarpDecision::Stride(strode));
        let mut swing = match memory {
            Memory::Stride(place, speed) => Some((place, speed)),
            _ => None,
        };
        let mut pelvis = bones.rigid(self.pelvis);
        self.feet.gather(bones);
        let legs = &mut bones.warp.legs[..];
        let shift = self.settings.bend(
            &strode,
            (bones.dt, normal),
            &mut swing,
            pelvis.translation,
            legs,
        );
        if shift != DVec3::ZERO || !self.feet.rest(bones) {
            pelvis.translation += shift;
            bones.give_rigid(self.pelvis, &pelvis);
            self.feet.give(bones);
        }
        swing.map_or(Memory::Nothing, |(place, speed)| {
            Memory::Stride(place, speed)
        })
    }
}
