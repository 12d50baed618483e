//! What a control says of what it did in a tick.

use crate::{
    ik::{LockWord, Reason},
    warp::{Sloped, Strode, Turn},
};
use glam::DVec3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
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
pub enum Warped {
    Stride(Strode),
    Orientation(Turn),
    /// Without a normal it is in the air.
    Slope {
        sloped: Sloped,
        ground: Option<DVec3>,
    },
}

impl Warped {
    /// For machines.
    pub fn word(&self) -> &'static str {
        match self {
            Warped::Stride(strode) => strode.reason.word(),
            Warped::Orientation(turn) if turn.inverted => "inverted",
            Warped::Orientation(turn) if turn.angle == 0.0 => "ahead",
            Warped::Orientation(_) => "turned",
            Warped::Slope { ground: None, .. } => "in_air",
            Warped::Slope { .. } => "on_ground",
        }
    }
}

impl Told {
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
