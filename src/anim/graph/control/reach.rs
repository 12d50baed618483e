//! What chains that reach for a target have in common, however they do it.

use super::{ControlTarget, EndRotation, bones::ControlContext};
use crate::{
    graph::Value,
    ik::{EndTurn, Reason},
};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// A chain of bones and what its tip reaches for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        bound = "Self: Default + Serialize, B: schemars::JsonSchema, T: schemars::JsonSchema, V: schemars::JsonSchema"
    )
)]
#[serde(default)]
pub struct ReachingChain<B = u16, T = ControlTarget, V = Value> {
    /// The bone that the chain starts at; it stays where it is.
    pub root: B,
    /// The last bone of the chain, somewhere below the root.
    pub tip: B,
    /// Target position of the tip.
    pub target: T,
    /// Rotation of the tip after the chain has turned.
    pub tip_rotation: EndRotation<V>,
}

impl ReachingChain {
    /// Takes the joints: where the tip is to be in model space, and how it is turned.
    pub(super) fn take(&self, bones: &mut ControlContext<'_>) -> (DVec3, EndTurn) {
        bones.take_chain(self.root, self.tip);
        let target = bones.target(0, self.tip, &self.target);
        let end = self
            .tip_rotation
            .turn(bones, 3, self.tip, &self.target.within);
        (target, end)
    }

    /// Gives the joints where the solver moved them. `reach` is how far from the root the target
    /// was, metres.
    pub(super) fn give(&self, bones: &mut ControlContext<'_>, reason: Reason, reach: f64) {
        let reach = Some(reach).filter(|reach| reach.is_finite());
        bones.tell(self.tip, reason, 1.0, reach);
        if reason.moves() {
            bones.give_chain();
        }
    }
}
