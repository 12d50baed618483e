//! Where the translation of a bone comes from when a clip was made for a skeleton of other
//! proportions.

#[cfg(test)]
mod tests;

use crate::transform::TINY;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// The retarget mode of one bone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Retarget {
    /// The clip's, as its keys say.
    #[default]
    Animation,
    /// The skeleton's reference pose: the clip only turns the bone.
    Skeleton,
    /// The clip's, times the length of this bone to that of the clip's own skeleton.
    Scaled,
    /// The clip's, moved by what this bone's reference differs from that of the clip's own
    /// skeleton.
    Relative,
}

impl Retarget {
    /// Every mode, in the order of their numbers in files.
    pub const ALL: [Retarget; 4] = [
        Retarget::Animation,
        Retarget::Skeleton,
        Retarget::Scaled,
        Retarget::Relative,
    ];

    /// Local metres. `source` and `target` are the reference translations of the clip's skeleton
    /// and of the one that it plays on. A bone that had no length there keeps its keys under
    /// [`Retarget::Scaled`].
    pub fn translation(self, key: Vec3, source: Vec3, target: Vec3) -> Vec3 {
        match self {
            Retarget::Animation => key,
            Retarget::Skeleton => target,
            Retarget::Scaled if source.length() <= TINY => key,
            Retarget::Scaled => key * (target.length() / source.length()),
            Retarget::Relative => key + (target - source),
        }
    }
}
