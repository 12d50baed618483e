//! Motion warping as it is authored: a notify state that brings the root to a target by its end.

use crate::{BoneKey, Id};
use anim::{
    montage::Easing,
    warp::motion::{Method, RotationMethod, RotationType},
};
use serde::{Deserialize, Serialize};

/// Point that arrives at the target in place of the root. Only its position counts; the rotation
/// remains that of the root.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WarpPoint {
    /// Position of this bone in the pose at the end of the window.
    Bone(BoneKey),
    Socket(Id),
    /// Metres, relative to the root.
    Offset([f32; 3]),
}

/// Changes that a notify state makes to the root motion under it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Warp {
    /// Name of the warp target, by which a game sets it.
    pub target: String,
    /// Method by which the root motion is warped.
    pub modifier: Method,
    /// Warps where the root goes; else that is as authored.
    pub translation: bool,
    /// Warps how the root turns; else that is as authored.
    pub rotation: bool,
    /// The height is as authored.
    pub ignore_up: bool,
    /// Greatest speed as a multiple of the authored speed; 0 sets no limit.
    pub speed_clamp: f64,
    /// Easing over time of a warp where the root motion itself does not move.
    pub easing: Easing,
    /// Whether it warps where nothing moves the root.
    pub without_root_motion: bool,
    /// Point that arrives at the target; None is the root.
    pub point: Option<WarpPoint>,
    /// The root is to be there at the end of the timeline in place of the window's.
    pub subtract_remaining: bool,
    /// Factors of [`Method::Scale`], by axis.
    pub scale: [f64; 3],
    /// Distribution of the added rotation over the window.
    pub rotation_method: RotationMethod,
    /// Facing of the root at the end of the window.
    pub rotation_type: RotationType,
    /// Part of the window after which the rotation is there, more than 0 to 1.
    pub multiplier: f64,
    /// Degrees a second of the timeline.
    pub rate: f64,
    /// Rotation added to the target facing: degrees about x, y, z.
    pub rotation_offset: [f64; 3],
}

impl Default for Warp {
    fn default() -> Self {
        Self {
            target: String::new(),
            modifier: Method::Skew,
            translation: true,
            rotation: true,
            ignore_up: false,
            speed_clamp: 0.0,
            easing: Easing::Linear,
            without_root_motion: false,
            point: None,
            subtract_remaining: false,
            scale: [1.0; 3],
            rotation_method: RotationMethod::Slerp,
            rotation_type: RotationType::Default,
            multiplier: 1.0,
            rate: 180.0,
            rotation_offset: [0.0; 3],
        }
    }
}

impl Warp {
    /// Whether it does nothing without a target.
    pub fn needs_target(&self) -> bool {
        self.modifier != Method::Scale
    }
}
