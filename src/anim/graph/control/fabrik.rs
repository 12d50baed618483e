//! A chain of any length that reaches for a target by passes there and back.

use super::{ControlTarget, EndRotation, bones::ControlContext};
use crate::ik::fabrik::{FabrikGoal, solve};
use serde::{Deserialize, Serialize};

/// FABRIK on a chain of bones: passes from the tip to the root and back move the tip to a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fabrik {
    /// Index of the bone that the chain starts at; it stays where it is.
    pub root: u16,
    /// Index of the last bone of the chain, somewhere below the root.
    pub tip: u16,
    /// Where the tip is to be.
    pub target: ControlTarget,
    /// How the tip is rotated after the chain has turned.
    pub tip_rotation: EndRotation,
    /// A straight chain bends towards it.
    pub pole: Option<ControlTarget>,
    /// Radians that each link turns away from the one before it, by link from the root; none where
    /// it is empty.
    pub limits: Vec<Option<f64>>,
    /// Metres from the target that will do.
    pub precision: f64,
    /// Passes at most, up to [`MOST_ITERATIONS`](crate::ik::MOST_ITERATIONS); 0 does nothing.
    pub iterations: u32,
}

impl Fabrik {
    pub(super) fn solve(&self, bones: &mut ControlContext<'_>) {
        bones.take_chain(self.root, self.tip);
        let target = bones.target(0, self.tip, &self.target);
        let end = self
            .tip_rotation
            .turn(bones, 3, self.tip, &self.target.within);
        let root = bones.joints[0].place;
        let first = 3 + self.tip_rotation.values().len();
        let hint = self
            .pole
            .map(|pole| bones.target(first, self.tip, &pole) - root);
        let (precision, iterations) = (self.precision, self.iterations);
        let ask = FabrikGoal {
            target,
            precision,
            iterations,
            limits: &self.limits,
            hint,
        };
        let solved = solve(&ask, bones.joints, end, bones.work);
        bones.tell(
            self.tip,
            solved.reason,
            1.0,
            Some(target.distance(root)).filter(|reach| reach.is_finite()),
        );
        if solved.reason.moves() {
            bones.give_chain();
        }
    }
}
