//! An arm or a leg that reaches for a target.

use super::{ControlTarget, Within, bones::ControlContext, memory::Memory};
use crate::{
    Transform,
    graph::Value,
    ik::{
        EndTurn, Joint,
        turn::{direction, euler},
        two_bone::{LimbGoal, Stretch, TooClose, Turns, turn_limb},
    },
};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// Two-bone IK: an arm or a leg reaches for a target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TwoBoneIk {
    /// Index of the end bone. The parent of the end bone is the joint that bends, and the parent of
    /// that joint is the root of the limb.
    pub end: u16,
    /// Target position of the end bone.
    pub effector: ControlTarget,
    /// The limb bends towards it.
    pub pole: ControlTarget,
    /// Rotation of the end bone after the limb has turned.
    pub end_rotation: EndRotation,
    /// Stretching of the bones; None keeps their lengths.
    pub stretch: Option<Stretch>,
    /// Local to the upper and the lower bone, which do not turn about it; None lets them.
    #[cfg_attr(feature = "schema", schemars(with = "Option<[f32; 3]>"))]
    pub twist_axis: Option<Vec3>,
    /// Behaviour if the target is nearer to the root than the limb can fold.
    pub too_close: TooClose,
}

/// The rotation that the end of a solved limb or chain gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EndRotation<V = Value> {
    /// Keeps the model-space rotation of the bone.
    #[default]
    Keep,
    /// Keeps the rotation of the bone relative to its parent.
    Maintain,
    /// Relative to what the effector is: degrees about x, y, z.
    Take([V; 3]),
}

impl EndRotation {
    pub(super) fn values(&self) -> &[Value] {
        match self {
            EndRotation::Take(values) => values,
            EndRotation::Keep | EndRotation::Maintain => &[],
        }
    }

    /// Rotation that `bone` gets as the end, from the inputs at `first`.
    pub(super) fn turn(
        &self,
        bones: &mut ControlContext<'_>,
        first: usize,
        bone: u16,
        within: &Within,
    ) -> EndTurn {
        match self {
            EndRotation::Keep => EndTurn::Keep,
            EndRotation::Maintain => EndTurn::Maintain,
            EndRotation::Take(_) => {
                let given = Transform::from_rotation(euler(bones.precise_input3(first)).as_quat());
                EndTurn::Take(bones.within(bone, within, &given).rotation.as_dquat())
            }
        }
    }
}

impl TwoBoneIk {
    pub(super) fn solve(&self, bones: &mut ControlContext<'_>, memory: Memory) -> Memory {
        let skeleton = bones.model.skeleton();
        let end = usize::from(self.end);
        let Some((middle, root)) = skeleton
            .parent(end)
            .and_then(|middle| skeleton.parent(middle).map(|root| (middle, root)))
        else {
            return memory;
        };
        let chain = [root, middle, end];
        let mut joints = chain.map(|bone| {
            let (place, rotation) = bones.model.precise_model(bone);
            Joint { place, rotation }
        });
        let (target, pole) = (
            bones.target(0, self.end, &self.effector),
            bones.target(3, self.end, &self.pole),
        );
        let turn = self
            .end_rotation
            .turn(bones, 6, self.end, &self.effector.within);
        let previous = if let Memory::Reach(way) = memory {
            Some(way)
        } else {
            None
        };
        let ask = LimbGoal {
            target,
            stretch: self.stretch,
            too_close: self.too_close,
            previous,
        };
        let turns = Turns {
            end: turn,
            twist_axis: self.twist_axis.map(|axis| axis.as_dvec3()),
        };
        let solved = turn_limb(&mut joints, &ask, pole, &turns);
        let reach = target.distance(joints[0].place);
        bones.tell(
            self.end,
            solved.reason,
            solved.stretch,
            reach.is_finite().then_some(reach),
        );
        if !solved.reason.moves() {
            return memory;
        }
        if bones.is_whole && self.only_turns() {
            let turned = [0, 1, 2].map(|at| (chain[at], joints[at].rotation));
            let count = if turn == EndTurn::Maintain { 2 } else { 3 };
            bones.model.turn_chain(&turned[..count]);
        } else {
            for (bone, joint) in chain.into_iter().zip(&joints) {
                let scale = bones.model.model_scale(bone);
                let (place, rotation) = (joint.place.as_vec3(), joint.rotation.as_quat());
                bones.give(bone as u16, Transform::new(place, rotation, scale));
            }
        }
        direction(solved.limb.end - solved.limb.root).map_or(memory, Memory::Reach)
    }

    /// Whether its bones keep their places on their parents.
    fn only_turns(&self) -> bool {
        self.stretch.is_none()
            && self.twist_axis.is_none()
            && self.too_close == TooClose::KeepLengths
    }
}
