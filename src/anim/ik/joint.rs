//! Joints of a chain, and what it takes to turn them.

use super::turn::{between, normalized};
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// Model space, metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Joint {
    /// Metres, model space.
    pub place: DVec3,
    /// Unit length, model space.
    pub rotation: DQuat,
}

impl Joint {
    /// Whether all its numbers are finite.
    pub fn is_finite(&self) -> bool {
        self.place.is_finite() && self.rotation.is_finite()
    }

    /// Turned about a place.
    pub fn about(&self, pivot: DVec3, turn: DQuat) -> Self {
        Self {
            place: pivot + turn * (self.place - pivot),
            rotation: normalized(turn * self.rotation),
        }
    }

    /// A joint of this space, where it is in the space that this one is in.
    pub fn compose(&self, inner: &Joint) -> Self {
        Self {
            place: self.place + self.rotation * inner.place,
            rotation: normalized(self.rotation * inner.rotation),
        }
    }

    /// The inverse of the move from the space of the joint to model space.
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.conjugate();
        Self {
            place: -(rotation * self.place),
            rotation,
        }
    }
}

/// Rotation of the last bone of a chain when the chain is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EndTurn {
    /// The bone keeps its rotation in model space.
    Keep,
    /// The bone keeps its rotation relative to its parent.
    Maintain,
    /// The bone takes this rotation, model space.
    Take(DQuat),
}

impl EndTurn {
    /// Whether the rotation that is given, if any, is finite.
    pub fn is_finite(&self) -> bool {
        !matches!(self, EndTurn::Take(rotation) if !rotation.is_finite())
    }

    /// Rotation of the end bone, whose parent turned from `parent` to `turned`.
    pub(super) fn of(&self, own: DQuat, parent: DQuat, turned: DQuat) -> DQuat {
        match self {
            EndTurn::Keep => own,
            EndTurn::Maintain => normalized(turned * parent.conjugate() * own),
            EndTurn::Take(rotation) => normalized(*rotation),
        }
    }
}

/// Buffers that a solver writes to; the caller keeps them so that solving does not allocate each
/// time.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// Joint positions of a chain before solving; `points` are those after solving.
    pub(super) start: Vec<DVec3>,
    pub(super) points: Vec<DVec3>,
    pub(super) best: Vec<DVec3>,
    pub(super) lengths: Vec<f64>,
    pub(super) turns: Vec<DQuat>,
    /// Radians, of what is solved within another solver.
    pub(super) limits: Vec<Option<f64>>,
}

impl Work {
    pub(super) fn take_start(&mut self, joints: &[Joint]) {
        self.start.clear();
        self.start.extend(joints.iter().map(|joint| joint.place));
    }

    /// Whether all solved positions are finite.
    pub(super) fn is_finite(&self) -> bool {
        self.points.iter().all(|place| place.is_finite())
    }
}

/// Puts joints on new places, and turns all but the last so that each link goes along.
pub(super) fn turn_links(joints: &mut [Joint], places: &[DVec3], hint: Option<DVec3>) {
    for at in 0..joints.len() {
        if let (Some(next), Some(wanted)) = (joints.get(at + 1), places.get(at + 1)) {
            let turn = between(next.place - joints[at].place, *wanted - places[at], || hint);
            joints[at].rotation = normalized(turn * joints[at].rotation);
        }
        joints[at].place = places[at];
    }
}

/// Whether all can be worked with.
pub(super) fn are_finite(joints: &[Joint]) -> bool {
    joints.iter().all(Joint::is_finite)
}
