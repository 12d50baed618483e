//! What a control says of what it did in a tick.

use crate::{
    ik::{LockWord, Reason},
    warp::{OrientationTurn, Sloped, Strode},
};
use glam::DVec3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ControlReport {
    /// The end of the limb or of the chain, the bone that looks, the foot.
    pub bone: u16,
    pub reason: Reason,
    /// By which bones were lengthened, 1 for not at all.
    pub stretch: f64,
    /// Metres from the root that were asked for; None where nothing was.
    pub reach: Option<f64>,
    /// Of a foot on the ground.
    pub lock: Option<LockWord>,
}

/// What a node of pose warping decided in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WarpDecision {
    Stride(Strode),
    Orientation(OrientationTurn),
    /// Without a normal it is in the air.
    Slope {
        sloped: Sloped,
        ground: Option<DVec3>,
    },
}

impl WarpDecision {
    /// For machines.
    pub fn word(&self) -> &'static str {
        match self {
            WarpDecision::Stride(strode) => strode.reason.word(),
            WarpDecision::Orientation(turn) if turn.inverted => "inverted",
            WarpDecision::Orientation(turn) if turn.angle == 0.0 => "ahead",
            WarpDecision::Orientation(_) => "turned",
            WarpDecision::Slope { ground: None, .. } => "in_air",
            WarpDecision::Slope { .. } => "on_ground",
        }
    }
}

impl ControlReport {
    /// Of a bone of which there is nothing more to say.
    pub(super) const fn new(bone: u16, reason: Reason) -> Self {
        Self {
            bone,
            reason,
            stretch: 1.0,
            reach: None,
            lock: None,
        }
    }
}
