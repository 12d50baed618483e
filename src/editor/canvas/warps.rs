//! Nodes of pose warping as they are when they are added: on bones of the skeleton that look like them.

use super::limbs::{above, goal, is_goal, legs};
use asset::{
    BoneKey, Skeleton,
    graph::{ControlKind, Leg, OrientationWarping, SlopeWarping, StrideWarping, WarpedFoot},
};

/// `bone` is what controls begin with where nothing is found.
pub fn warps(rig: Option<&Skeleton>, bone: &BoneKey) -> Vec<(ControlKind, &'static str)> {
    let feet: Vec<WarpedFoot> = rig.map(feet).unwrap_or_default();
    let pelvis = feet.first().and_then(|foot| above(rig?, &foot.thigh, 1)).unwrap_or(bone).clone();
    let foot_root = rig.and_then(|rig| named(rig, |name| is_goal(name) && name.contains("foot_root")).next());
    let spine = rig.into_iter().flat_map(|rig| named(rig, |name| name.contains("spine"))).collect();
    vec![
        (
            ControlKind::StrideWarping(StrideWarping {
                pelvis: pelvis.clone(),
                feet: feet.clone(),
                ..StrideWarping::default()
            }),
            "stride speed steps feet sliding locomotion pose",
        ),
        (
            ControlKind::OrientationWarping(OrientationWarping {
                spine,
                foot_root: foot_root.clone(),
                feet: feet.clone(),
                ..OrientationWarping::default()
            }),
            "strafe direction angle locomotion pose",
        ),
        (
            ControlKind::SlopeWarping(SlopeWarping { pelvis, foot_root, feet, ..SlopeWarping::default() }),
            "ground floor hill feet terrain pose",
        ),
    ]
}

fn named(rig: &Skeleton, is_meant: impl Fn(&str) -> bool) -> impl Iterator<Item = BoneKey> {
    rig.bones.iter().filter(move |bone| is_meant(&bone.name.to_lowercase())).map(|bone| bone.key.clone())
}

/// The legs there are, each with where its foot is to be.
fn feet(rig: &Skeleton) -> Vec<WarpedFoot> {
    let foot = |leg: Leg| WarpedFoot { ik: goal(Some(rig), &leg.foot), fk: leg.foot, thigh: leg.hip };
    legs(rig).into_iter().map(foot).collect()
}
