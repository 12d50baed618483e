//! Nodes of pose warping as they are when they are added: on bones of the skeleton that look like them.

use asset::{
    BoneKey, Skeleton,
    graph::{ControlKind, OrientationWarping, SlopeWarping, StrideWarping, WarpedFoot},
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

fn is_goal(name: &str) -> bool {
    name.starts_with("ik") || name.contains("_ik") || name.contains("goal")
}

/// So many bones above one.
fn above<'a>(rig: &'a Skeleton, bone: &BoneKey, count: usize) -> Option<&'a BoneKey> {
    let parent = |at: &usize| rig.bones.get(*at)?.parent.map(|at| at as usize);
    let at = std::iter::successors(rig.index(bone), parent).nth(count)?;
    Some(&rig.bones[at].key)
}

/// Of the bones that are called feet and are no goals, those with a knee and a thigh. A goal is called as its foot is.
fn feet(rig: &Skeleton) -> Vec<WarpedFoot> {
    let foot = |fk: BoneKey| {
        let name = rig.bone_name(&fk).to_lowercase();
        let ik = named(rig, |other| is_goal(other) && other.contains(&name)).next();
        Some(WarpedFoot { ik: ik.unwrap_or_else(|| fk.clone()), thigh: above(rig, &fk, 2)?.clone(), fk })
    };
    named(rig, |name| name.contains("foot") && !is_goal(name)).filter_map(foot).collect()
}
