//! Nodes of pose warping as they are authored.

use super::{
    Input,
    node::{Label, xyz},
};
use crate::BoneKey;
use anim::warp::{Orientation, Slope, Stride};
use serde::{Deserialize, Serialize};

/// A foot of a character.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WarpedFoot {
    /// Says where the foot is to be; the foot itself where no bone of its own does.
    pub ik: BoneKey,
    pub fk: BoneKey,
    pub thigh: BoneKey,
}

/// Steps that fit how fast the character goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StrideWarping {
    /// Above all thighs.
    pub pelvis: BoneKey,
    pub feet: Vec<WarpedFoot>,
    /// Thighs and knees bring the feet to where they are to be; else a node above has to.
    pub solves_legs: bool,
    pub drive: StrideDrive,
    pub settings: Stride,
}

/// What says how long the steps are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrideDrive {
    /// How fast the root motion below the node is, and how fast the character goes: metres a second.
    RootMotion { speed: Input },
    /// The direction is in model space.
    Given { scale: Input, direction: [Input; 3] },
}

/// Legs that go where the character does while the chest looks ahead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrientationWarping {
    /// From the pelvis on, each hanging on the one before it; the last one looks ahead.
    pub spine: Vec<BoneKey>,
    /// Above the bones that say where feet are to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub foot_root: Option<BoneKey>,
    pub feet: Vec<WarpedFoot>,
    pub solves_legs: bool,
    pub heading: WarpedHeading,
    pub settings: Orientation,
}

/// Where the character goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WarpedHeading {
    /// Degrees about +Y from the root motion below the node.
    Angle(Input),
    /// In model space.
    Direction([Input; 3]),
}

/// A pose that stands on the floor there is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SlopeWarping {
    /// Above all thighs.
    pub pelvis: BoneKey,
    /// Above the bones that say where feet are to be. None turns them about the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub foot_root: Option<BoneKey>,
    pub feet: Vec<WarpedFoot>,
    pub solves_legs: bool,
    pub settings: Slope,
}

impl Default for StrideWarping {
    fn default() -> Self {
        let drive = StrideDrive::RootMotion { speed: Input::Number(1.0) };
        Self { pelvis: BoneKey::default(), feet: Vec::new(), solves_legs: true, drive, settings: Stride::default() }
    }
}

impl Default for OrientationWarping {
    fn default() -> Self {
        Self {
            spine: Vec::new(),
            foot_root: None,
            feet: Vec::new(),
            solves_legs: true,
            heading: WarpedHeading::Angle(Input::Number(0.0)),
            settings: Orientation::default(),
        }
    }
}

impl Default for SlopeWarping {
    fn default() -> Self {
        Self {
            pelvis: BoneKey::default(),
            foot_root: None,
            feet: Vec::new(),
            solves_legs: true,
            settings: Slope::default(),
        }
    }
}

impl StrideWarping {
    pub(super) fn inputs_mut(&mut self) -> Vec<(Label, &mut Input)> {
        match &mut self.drive {
            StrideDrive::RootMotion { speed } => vec![("Speed".into(), speed)],
            StrideDrive::Given { scale, direction } => {
                std::iter::once(("Scale".into(), scale)).chain(xyz("Direction", direction)).collect()
            }
        }
    }
}

impl OrientationWarping {
    pub(super) fn inputs_mut(&mut self) -> Vec<(Label, &mut Input)> {
        match &mut self.heading {
            WarpedHeading::Angle(angle) => vec![("Angle".into(), angle)],
            WarpedHeading::Direction(direction) => xyz("Direction", direction).collect(),
        }
    }
}
