//! A leg whose foot is put somewhere else.

use super::Rigid;
use crate::ik::turn::{between, direction, normalized};
use glam::DVec3;

/// A leg in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WarpLeg {
    /// Target position and rotation of the foot, model space.
    pub ik: Rigid,
    /// Position of the foot in the pose, model space.
    pub fk: DVec3,
    /// The thigh as the pose has it, moved with the pelvis.
    pub thigh: Rigid,
}

impl WarpLeg {
    /// Metres from the hip to the foot as the pose has it.
    pub fn length(&self) -> f64 {
        self.fk.distance(self.thigh.translation)
    }

    /// The hip moves along with the pelvis, the thigh turns as its foot does, and the foot stays
    /// within the leg.
    pub(super) fn follow(&mut self, shift: DVec3, turns: bool, clamps: bool) {
        let (length, before) = (self.length(), self.fk - self.thigh.translation);
        self.thigh.translation += shift;
        let to = self.ik.translation - self.thigh.translation;
        if turns && before != to {
            self.thigh.rotation = normalized(between(before, to, || None) * self.thigh.rotation);
        }
        if clamps && to.length() > length {
            self.ik.translation =
                self.thigh.translation + direction(to).unwrap_or(DVec3::ZERO) * length;
        }
    }
}
