//! What the levels of detail of the body do without.

use crate::{sculpt::LODS, skeleton::Joint};

/// The most influences of a vertex at each level of detail.
pub const INFLUENCES: [usize; LODS] = [8, 4, 4];

/// Bones that are not there from each level of detail on, by how their names begin.
const DROPPED: [&[&str]; LODS] = [
    &[],
    &[
        "upperarm_twist",
        "lowerarm_twist",
        "thigh_twist",
        "calf_twist",
        "thumb_03",
        "index_03",
        "middle_03",
        "ring_03",
        "pinky_03",
    ],
    &["thumb", "index", "middle", "ring", "pinky"],
];

/// Parts of the picture's height that the body has when it goes over to a level.
pub const SCREEN_SIZES: [f32; LODS] = [1.0, 0.35, 0.1];

/// Names of the bones that a level of detail does without, parents first.
pub fn dropped(joints: &[Joint], lod: usize) -> Vec<String> {
    let is_dropped = |name: &str| {
        DROPPED[..=lod]
            .iter()
            .copied()
            .flatten()
            .any(|stem| name.starts_with(stem))
    };
    joints
        .iter()
        .map(|joint| joint.name.clone())
        .filter(|name| is_dropped(name))
        .collect()
}
