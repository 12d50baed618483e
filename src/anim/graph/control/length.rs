//! A chain that is made as long as its target is away.

use super::{ControlTarget, bones::ControlContext};
use crate::ik::turn::LEAST;
use serde::{Deserialize, Serialize};

/// Every bone of the chain moves away from its root, or towards it, by the same factor; none turns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScaleLength {
    /// Index of the bone that the chain starts at; it stays where it is.
    pub root: u16,
    /// Index of the last bone of the chain, somewhere below the root.
    pub end: u16,
    /// The links are made to sum up to its distance from the root.
    pub target: ControlTarget,
}

impl ScaleLength {
    pub(super) fn solve(&self, bones: &mut ControlContext<'_>) {
        let skeleton = bones.model.skeleton();
        let root = bones.model.precise_model(self.root.into()).0;
        let mut length = 0.0;
        let mut at = usize::from(self.end);
        while let Some(parent) = skeleton.parent(at).filter(|_| at != usize::from(self.root)) {
            length += bones
                .model
                .precise_model(at)
                .0
                .distance(bones.model.precise_model(parent).0);
            at = parent;
        }
        let factor = bones.target(0, self.root, &self.target).distance(root) / length;
        if length < LEAST || !factor.is_finite() {
            return;
        }
        at = usize::from(self.end);
        while let Some(parent) = skeleton.parent(at).filter(|_| at != usize::from(self.root)) {
            let mut model = bones.model.model(at);
            model.translation =
                (root + (bones.model.precise_model(at).0 - root) * factor).as_vec3();
            bones.give(at as u16, model);
            at = parent;
        }
        bones.entries.reverse();
    }
}
