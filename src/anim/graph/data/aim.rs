//! Aim offsets: a pose is turned towards something by differences that a blend space mixes.

use super::value::Value;
use crate::Skeleton;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// A blend space put on a pose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AimOffset {
    /// Index among [`crate::graph::GraphParts::spaces`]; its clips are mesh-space differences.
    pub space: u16,
    /// Index among [`crate::graph::GraphParts::alphas`].
    pub alpha: u16,
    /// Factor of the alpha, before the bias and the bounds. The default is 1.
    pub scale: f64,
    /// Added to the scaled alpha. The default is 0.
    pub bias: f64,
    /// Lower bound of the sum. The default is 0.
    pub least: f64,
    /// Upper bound of the sum; where the bounds cross, this one holds. The default is 1, and the
    /// result is clamped to 0..=1.
    pub most: f64,
    /// Works at this level of detail and finer ones; less than 0 works at every level.
    pub lod: i32,
    /// Target of the look; None uses the inputs of the space.
    pub look: Option<LookAt>,
}

impl Default for AimOffset {
    fn default() -> Self {
        Self {
            space: 0,
            alpha: 0,
            scale: 1.0,
            bias: 0.0,
            least: 0.0,
            most: 1.0,
            lod: -1,
            look: None,
        }
    }
}

/// Yaw and pitch towards a point, in degrees, are the coordinates of the space. They follow at
/// once, and the clips stand at the start of their play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookAt {
    /// Model space, metres. What is no number turns nothing.
    pub target: [Value; 3],
    /// The bone or socket from which the target is seen, and in whose frame.
    pub source: LookSource,
    /// Forward, right and up in that frame, at right angles and of length 1.
    #[cfg_attr(feature = "schema", schemars(with = "[[f32; 3]; 3]"))]
    pub axes: [Vec3; 3],
}

/// The bone or socket from which a [`LookAt`] measures yaw and pitch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LookSource {
    Bone(u32),
    /// Index among the skeleton's sockets.
    Socket(u32),
}

impl LookSource {
    /// Bone index of the source; None if the skeleton has no such socket.
    pub(in crate::graph) fn bone(self, skeleton: &Skeleton) -> Option<usize> {
        match self {
            LookSource::Bone(bone) => Some(bone as usize),
            LookSource::Socket(socket) => skeleton
                .sockets
                .get(socket as usize)
                .map(|socket| socket.bone as usize),
        }
    }
}

/// Radians, about up and above the plane of forward and right. Without a direction both are 0.
pub fn yaw_and_pitch(direction: Vec3, axes: &[Vec3; 3]) -> [f64; 2] {
    let [forward, right, up] = axes.map(|axis| f64::from(direction.dot(axis)));
    [
        libm::atan2(right, forward),
        libm::atan2(up, libm::hypot(forward, right)),
    ]
}
