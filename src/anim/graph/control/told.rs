//! What a control says of what it did in a tick.

use crate::{
    ik::{LockWord, Reason},
    warp::{OrientationTurn, Sloped, Strode},
};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Report on what a control did to one bone in the last tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ControlReport {
    /// Index of the reported bone: the end of a limb or chain, the bone that looks, or the foot.
    pub bone: u16,
    /// Reason why the solve ended as it did.
    pub reason: Reason,
    /// Factor by which bones were lengthened; 1 for not at all.
    pub stretch: f64,
    /// Metres from the root that were asked for; None where nothing was.
    pub reach: Option<f64>,
    /// State of a placed foot, with the reason for its release; None for a bone that is not a
    /// placed foot.
    pub lock: Option<LockWord>,
}

/// Decision of a pose warping node in one tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Report on a bone without further details.
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
