//! Skeletal controls as they are authored: bones by their keys, numbers as inputs.

use super::{
    Ccd, Fabrik, FootPlacement, Input, Interpolation, LegIk,
    node::{Label, xyz},
    warping::{OrientationWarping, SlopeWarping, StrideWarping},
};
use crate::{BoneKey, Id};
use anim::{
    graph::control::{Channel, Mode},
    ik::two_bone::{Stretch, TooClose},
    montage::Easing,
};
use serde::{Deserialize, Serialize};

/// How much a control does: scaled, biased and bounded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ControlAlpha {
    pub input: AlphaInput,
    pub scale: f64,
    pub bias: f64,
    pub bounds: [f64; 2],
    /// What comes of that is followed; None is there at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interpolation: Option<Interpolation>,
}

impl Default for ControlAlpha {
    fn default() -> Self {
        Self { input: AlphaInput::Value(1.0.into()), scale: 1.0, bias: 0.0, bounds: [0.0, 1.0], interpolation: None }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlphaInput {
    Value(Input),
    /// All or nothing, with seconds to get there.
    Switch {
        on: Input,
        time_in: f64,
        time_out: f64,
        #[serde(default)]
        easing: Easing,
    },
    /// A curve of the pose that the control gets.
    Curve(String),
}

/// What a place is relative to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Space {
    World,
    #[default]
    Model,
    /// The parent of the bone that is spoken of.
    ParentBone,
    Bone(BoneKey),
}

/// A place, metres.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Target {
    pub at: [Input; 3],
    #[serde(default)]
    pub space: TargetSpace,
}

impl Target {
    pub fn new(at: [Input; 3], space: Space) -> Self {
        Self { at, space: space.into() }
    }
}

/// What a target is relative to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetSpace {
    World,
    #[default]
    Model,
    /// The parent of the bone that reaches for it.
    ParentBone,
    Bone(BoneKey),
    /// Of the graph's skeleton.
    Socket(Id),
    /// The character's warp target of this name; while it has none the pose passes.
    WarpTarget(String),
}

impl From<Space> for TargetSpace {
    fn from(space: Space) -> Self {
        match space {
            Space::World => TargetSpace::World,
            Space::Model => TargetSpace::Model,
            Space::ParentBone => TargetSpace::ParentBone,
            Space::Bone(bone) => TargetSpace::Bone(bone),
        }
    }
}

/// What becomes of a part of a bone's transform.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Modify {
    pub mode: Mode,
    /// Metres; degrees about x, then y, then z; or times.
    pub by: [Input; 3],
    pub space: Space,
}

/// A bone that turns along with one that looks, and its share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LookBone {
    pub bone: BoneKey,
    pub weight: f64,
}

/// Degrees away from the reference pose, about each axis of the bone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AngleLimit {
    pub bone: BoneKey,
    pub least: [f32; 3],
    pub most: [f32; 3],
}

/// What a driven number goes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Driven {
    Bone { bone: BoneKey, channel: Channel },
    Curve(String),
}

/// What happens to the turn of the end of a limb.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndRotation {
    /// As it is in model space.
    #[default]
    Keep,
    /// As it is to its parent.
    Maintain,
    /// Relative to what the effector is: degrees about x, y, z.
    Take([Input; 3]),
}

impl EndRotation {
    fn inputs_mut(&mut self) -> impl Iterator<Item = (Label, &mut Input)> {
        let by = match self {
            EndRotation::Take(by) => Some(xyz("Turn", by)),
            EndRotation::Keep | EndRotation::Maintain => None,
        };
        by.into_iter().flatten()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "control", rename_all = "snake_case")]
pub enum ControlKind {
    TwoBoneIk {
        /// Its parent is the joint that bends, and that one's parent the root of the limb.
        end: BoneKey,
        effector: Target,
        /// The limb bends towards it.
        pole: Target,
        #[serde(default)]
        end_rotation: EndRotation,
        /// None keeps lengths.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stretch: Option<Stretch>,
        /// Local to the upper and the lower bone, which do not turn about it; None lets them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        twist_axis: Option<[f32; 3]>,
        #[serde(default, skip_serializing_if = "is_default")]
        too_close: TooClose,
    },
    LookAt {
        /// From the spine to the bone that looks.
        chain: Vec<LookBone>,
        /// Local to the bone that looks: what points at the target.
        axis: [f32; 3],
        /// Local to it: what points up as far as it can.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        up_axis: Option<[f32; 3]>,
        /// In model space.
        #[serde(default = "upwards", skip_serializing_if = "is_upwards")]
        up: [f32; 3],
        target: Target,
        /// Degrees away from where it looks in its pose; 0 is no bound.
        clamp: f64,
        /// Seconds to a new target.
        time: f64,
        /// Degrees: a target that has jumped by more is a new one.
        trigger: f64,
        #[serde(default)]
        easing: Easing,
    },
    ModifyBone {
        bone: BoneKey,
        #[serde(default)]
        translation: Modify,
        #[serde(default)]
        rotation: Modify,
        #[serde(default)]
        scale: Modify,
    },
    CopyBone {
        from: BoneKey,
        to: BoneKey,
        translation: bool,
        rotation: bool,
        scale: bool,
        #[serde(default)]
        space: Space,
    },
    /// A bone turns about its axis by a multiple of what another one has turned.
    RotationMultiplier {
        driver: BoneKey,
        target: BoneKey,
        /// Local to both.
        axis: [f32; 3],
        multiplier: Input,
        /// On top of how it is turned; else away from the reference pose.
        additive: bool,
    },
    /// Degrees to the left, and upwards.
    RotateRootBone {
        yaw: Input,
        pitch: Input,
    },
    BoneDriven {
        driver: BoneKey,
        channel: Channel,
        /// From one range to another, held at its ends.
        from: [f64; 2],
        to: [f64; 2],
        driven: Driven,
    },
    ApplyLimits {
        limits: Vec<AngleLimit>,
    },
    Spring {
        bone: BoneKey,
        /// Per second squared.
        stiffness: f64,
        /// Per second.
        damping: f64,
        /// Metres that it goes astray at most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<f64>,
        translates: [bool; 3],
        rotates: [bool; 3],
    },
    ScaleLength {
        root: BoneKey,
        end: BoneKey,
        target: Target,
    },
    /// Bones that something outside the graph moves, as it was told last under this name.
    ExternalPose {
        stream: String,
    },
    Fabrik(Fabrik),
    Ccd(Ccd),
    LegIk(LegIk),
    FootPlacement(FootPlacement),
    StrideWarping(StrideWarping),
    OrientationWarping(OrientationWarping),
    SlopeWarping(SlopeWarping),
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn upwards() -> [f32; 3] {
    [0.0, 1.0, 0.0]
}

fn is_upwards(up: &[f32; 3]) -> bool {
    *up == upwards()
}

impl ControlKind {
    pub fn word(&self) -> &'static str {
        match self {
            ControlKind::TwoBoneIk { .. } => "Two-Bone IK",
            ControlKind::LookAt { .. } => "Look At",
            ControlKind::ModifyBone { .. } => "Modify Bone",
            ControlKind::CopyBone { .. } => "Copy Bone",
            ControlKind::RotationMultiplier { .. } => "Rotation Multiplier",
            ControlKind::RotateRootBone { .. } => "Rotate Root Bone",
            ControlKind::BoneDriven { .. } => "Bone-Driven Value",
            ControlKind::ApplyLimits { .. } => "Apply Limits",
            ControlKind::Spring { .. } => "Spring",
            ControlKind::ScaleLength { .. } => "Scale Length",
            ControlKind::ExternalPose { .. } => "External Pose",
            ControlKind::Fabrik(_) => "FABRIK",
            ControlKind::Ccd(_) => "CCD IK",
            ControlKind::LegIk(_) => "Leg IK",
            ControlKind::FootPlacement(_) => "Foot Placement",
            ControlKind::StrideWarping(_) => "Stride Warping",
            ControlKind::OrientationWarping(_) => "Orientation Warping",
            ControlKind::SlopeWarping(_) => "Slope Warping",
        }
    }

    /// What it reaches for; the second is what its joints bend towards.
    pub fn targets(&self) -> [Option<&Target>; 2] {
        match self {
            ControlKind::TwoBoneIk { effector, pole, .. } => [Some(effector), Some(pole)],
            ControlKind::LookAt { target, .. } | ControlKind::ScaleLength { target, .. } => [Some(target), None],
            ControlKind::Fabrik(chain) => [Some(&chain.target), chain.pole.as_ref()],
            ControlKind::Ccd(chain) => [Some(&chain.target), None],
            _ => [None, None],
        }
    }

    pub fn targets_mut(&mut self) -> [Option<&mut Target>; 2] {
        match self {
            ControlKind::TwoBoneIk { effector, pole, .. } => [Some(effector), Some(pole)],
            ControlKind::LookAt { target, .. } | ControlKind::ScaleLength { target, .. } => [Some(target), None],
            ControlKind::Fabrik(chain) => [Some(&mut chain.target), chain.pole.as_mut()],
            ControlKind::Ccd(chain) => [Some(&mut chain.target), None],
            _ => [None, None],
        }
    }

    pub(super) fn inputs_mut(&mut self) -> Vec<(Label, &mut Input)> {
        match self {
            ControlKind::TwoBoneIk { effector, pole, end_rotation, .. } => {
                let reach = xyz("Effector", &mut effector.at).chain(xyz("Pole", &mut pole.at));
                reach.chain(end_rotation.inputs_mut()).collect()
            }
            ControlKind::LookAt { target, .. } | ControlKind::ScaleLength { target, .. } => {
                xyz("Target", &mut target.at).collect()
            }
            ControlKind::ModifyBone { translation, rotation, scale, .. } => {
                let parts = xyz("Move", &mut translation.by).chain(xyz("Turn", &mut rotation.by));
                parts.chain(xyz("Scale", &mut scale.by)).collect()
            }
            ControlKind::RotationMultiplier { multiplier, .. } => vec![("Multiplier".into(), multiplier)],
            ControlKind::RotateRootBone { yaw, pitch } => vec![("Yaw".into(), yaw), ("Pitch".into(), pitch)],
            ControlKind::CopyBone { .. }
            | ControlKind::BoneDriven { .. }
            | ControlKind::ApplyLimits { .. }
            | ControlKind::Spring { .. }
            | ControlKind::LegIk(_)
            | ControlKind::SlopeWarping(_)
            | ControlKind::ExternalPose { .. } => Vec::new(),
            ControlKind::Fabrik(chain) => {
                let reach = xyz("Target", &mut chain.target.at).chain(chain.tip_rotation.inputs_mut());
                reach.chain(chain.pole.iter_mut().flat_map(|pole| xyz("Pole", &mut pole.at))).collect()
            }
            ControlKind::Ccd(chain) => {
                xyz("Target", &mut chain.target.at).chain(chain.tip_rotation.inputs_mut()).collect()
            }
            ControlKind::FootPlacement(placement) => vec![("In air".into(), &mut placement.in_air)],
            ControlKind::StrideWarping(stride) => stride.inputs_mut(),
            ControlKind::OrientationWarping(orientation) => orientation.inputs_mut(),
        }
    }
}
