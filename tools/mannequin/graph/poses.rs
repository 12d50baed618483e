//! The pose asset of the sample: moments of clips that have names.

use crate::take::Take;
use asset::{Id, NamedPose, PoseAsset};

pub(super) const POSES: &str = "PA_Mannequin";
pub(super) const FISTS: &str = "Fists";

/// Name, clip and time in seconds.
const MOMENTS: [(&str, &str, f32); 4] = [
    ("Stand", "Idle", 0.0),
    ("Crouch", "Crouch_Idle", 0.0),
    ("Fall", "Jump_Loop", 0.0),
    (FISTS, "Run_Fwd", 0.0),
];

pub(crate) fn id() -> Id {
    crate::id("pose asset", POSES)
}

/// The pose asset, for the skeleton of the tall build.
pub fn poses(skeleton: Id) -> PoseAsset {
    let pose = |(name, clip, time): &(&str, &str, f32)| NamedPose {
        id: Id::derive(&["sample", POSES, "pose", name]),
        name: (*name).to_owned(),
        clip: Take::clip_id(clip),
        time: *time,
    };
    PoseAsset {
        poses: MOMENTS.iter().map(pose).collect(),
        ..PoseAsset::new(POSES, skeleton)
    }
}
