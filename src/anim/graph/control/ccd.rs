//! A chain of any length that reaches for a target by turning one joint after the other.

use super::{ReachingChain, bones::ControlContext};
use crate::ik::ccd::{Ask, Order, solve};
use serde::{Deserialize, Serialize};

/// Limits are in radians, by joint from the root to the parent of the tip; none where a list is
/// empty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ccd {
    /// The chain and what its tip reaches for.
    pub chain: ReachingChain,
    /// Whether joints near the tip or near the root turn most.
    pub order: Order,
    /// Radians that any joint turns in a round at most; None is no limit.
    pub most_step: Option<f64>,
    /// Radians that each joint turns in a round at most.
    pub steps: Vec<Option<f64>>,
    /// Radians that each joint turns away from the pose at most, over all rounds.
    pub totals: Vec<Option<f64>>,
    /// Metres from the target that will do.
    pub precision: f64,
    /// Rounds at most, up to [`MOST_ITERATIONS`](crate::ik::MOST_ITERATIONS); 0 does nothing.
    pub iterations: u32,
}

impl Ccd {
    pub(super) fn solve(&self, bones: &mut ControlContext<'_>) {
        let (target, end) = self.chain.take(bones);
        let ask = Ask {
            target,
            precision: self.precision,
            iterations: self.iterations,
            order: self.order,
            most_step: self.most_step,
            steps: &self.steps,
            totals: &self.totals,
        };
        let reach = target.distance(bones.joints[0].place);
        let solved = solve(&ask, bones.joints, end, bones.work);
        self.chain.give(bones, solved.reason, reach);
    }
}
