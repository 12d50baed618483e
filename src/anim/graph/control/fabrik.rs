//! A chain of any length that reaches for a target by passes there and back.

use super::{ControlTarget, ReachingChain, bones::ControlContext};
use crate::ik::fabrik::{FabrikGoal, solve};
use serde::{Deserialize, Serialize};

/// FABRIK on a chain of bones: passes from the tip to the root and back move the tip to a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fabrik {
    /// The chain and what its tip reaches for.
    pub chain: ReachingChain,
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
        let (target, end) = self.chain.take(bones);
        let root = bones.joints[0].place;
        let first = 3 + self.chain.tip_rotation.values().len();
        let hint = self
            .pole
            .map(|pole| bones.target(first, self.chain.tip, &pole) - root);
        let (precision, iterations) = (self.precision, self.iterations);
        let ask = FabrikGoal {
            target,
            precision,
            iterations,
            limits: &self.limits,
            hint,
        };
        let solved = solve(&ask, bones.joints, end, bones.work);
        self.chain.give(bones, solved.reason, target.distance(root));
    }
}
