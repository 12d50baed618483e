//! A leg whose foot is put somewhere else.

use super::Rigid;
use crate::ik::turn::{between, direction, normalized};
use glam::DVec3;

/// In model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WarpLeg {
    /// Where the foot is to be.
    pub ik: Rigid,
    /// Where the pose has it.
    pub fk: DVec3,
    /// Where the thigh is, and how it is turned.
    pub thigh: Rigid,
}

impl WarpLeg {
    /// From the hip to the foot as the pose has it, metres.
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
