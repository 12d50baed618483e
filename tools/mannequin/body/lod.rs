//! What the coarser levels of detail of the body leave out, and when they are shown.

use crate::{sculpt::LODS, skeleton::FigureJoint};

/// Most influences of a vertex at each level of detail.
pub const INFLUENCES: [usize; LODS] = [8, 4, 4];

/// Bones that each level of detail removes, and all coarser ones with it, by the beginnings of
/// their names.
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

/// Screen size of each level: part of the picture's height below which it is drawn.
pub const SCREEN_SIZES: [f32; LODS] = [1.0, 0.35, 0.1];

/// Names of the bones that a level of detail removes, parents first.
pub fn dropped(joints: &[FigureJoint], lod: usize) -> Vec<String> {
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
