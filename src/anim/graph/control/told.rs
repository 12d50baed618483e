//! What a control says of what it did in a tick.

use crate::{
    ik::{LockWord, Reason},
    warp::{OrientationTurn, Sloped, Strode},
};
use glam::DVec3;

/// What a control did to one bone in the last tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ControlReport {
    /// The end of the limb or of the chain, the bone that looks, the foot.
    pub bone: u16,
    /// How the solve ended.
    pub reason: Reason,
    /// Factor by which bones were lengthened; 1 for not at all.
    pub stretch: f64,
    /// Metres from the root that were asked for; None where nothing was.
    pub reach: Option<f64>,
    /// What a placed foot does, and why it was let go; None for what is no placed foot.
    pub lock: Option<LockWord>,
}

/// What a node of pose warping decided in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WarpDecision {
    Stride(Strode),
    Orientation(OrientationTurn),
    /// Result of slope warping; `ground` is the normal of the ground, None while the character is
    /// in the air.
    Slope {
        sloped: Sloped,
        ground: Option<DVec3>,
    },
}

impl WarpDecision {
    /// The decision as one fixed word, for output that programs read.
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
