//! What controls reach for, and what that is relative to.

use crate::{Name, Skeleton, Transform, graph::Value, spaces::Space};
use serde::{Deserialize, Serialize};

/// The most numbers that a kind reads.
pub(super) const MOST_INPUTS: usize = 9;

/// A target position for a control, in metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ControlTarget {
    /// Metres along x, y and z of what the target is relative to.
    pub at: [Value; 3],
    /// Frame that the position of the target is relative to.
    pub within: Within,
}

/// The frame that the position of a target is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Within {
    /// [`Space::ParentBone`] is that of the bone that the target is for.
    Space(Space),
    Socket {
        bone: u16,
        local: Transform,
    },
    /// The character's warp target of this name. If there is no such target, the pose passes
    /// unchanged.
    WarpTarget(Name),
}

impl Default for ControlTarget {
    fn default() -> Self {
        Self::new([Value::default(); 3], Space::Model)
    }
}

impl ControlTarget {
    /// A target relative to a space.
    pub const fn new(at: [Value; 3], space: Space) -> Self {
        Self {
            at,
            within: Within::Space(space),
        }
    }
}

impl Within {
    /// The space that its bone, if it has one, is looked for in.
    pub(super) fn space(&self) -> Space {
        match *self {
            Within::Space(space) => space,
            Within::Socket { bone, .. } => Space::Bone(bone.into()),
            Within::WarpTarget(_) => Space::World,
        }
    }
}

/// Whether a bone hangs on another one, not on itself.
pub(super) fn is_above(skeleton: &Skeleton, bone: usize, above: usize) -> bool {
    let mut at = skeleton.parent(bone);
    while let Some(parent) = at.filter(|parent| *parent > above) {
        at = skeleton.parent(parent);
    }
    at == Some(above)
}
