//! Controls of chains, legs and feet as they are when they are added: on bones of the skeleton that look like them.

use asset::{
    BoneKey, Skeleton,
    graph::{Ccd, ControlKind, Fabrik, FootPlacement, Leg, LegGoal, LegIk, PlacedLeg},
};

/// `bone` is what controls begin with.
pub fn limbs(rig: Option<&Skeleton>, bone: &BoneKey) -> Vec<(ControlKind, &'static str)> {
    let (root, tip) = (rig.and_then(|rig| above(rig, bone, 2)).unwrap_or(bone).clone(), bone.clone());
    let legs = rig.map(legs).unwrap_or_default();
    let goals = legs.iter().map(|leg| LegGoal { leg: leg.clone(), goal: goal(rig, &leg.foot) }).collect();
    let pelvis = legs.first().and_then(|leg| above(rig?, &leg.hip, 1)).unwrap_or(bone).clone();
    let placed = |leg: Leg| PlacedLeg { ball: rig.and_then(|rig| ball(rig, &leg.foot)), leg, lock_curve: None };
    let placed = legs.into_iter().map(placed).collect();
    vec![
        (
            ControlKind::Fabrik(Fabrik { root: root.clone(), tip: tip.clone(), ..Fabrik::default() }),
            "ik chain spine tail tentacle rope reach",
        ),
        (ControlKind::Ccd(Ccd { root, tip, ..Ccd::default() }), "ccdik ik chain tail tentacle reach"),
        (ControlKind::LegIk(LegIk { legs: goals }), "ik foot knee hip goal"),
        (
            ControlKind::FootPlacement(FootPlacement { pelvis, legs: placed, ..FootPlacement::default() }),
            "ik ground slope stairs pelvis plant lock feet terrain",
        ),
    ]
}

/// The bone below a foot that is called a ball or a toe.
fn ball(rig: &Skeleton, foot: &BoneKey) -> Option<BoneKey> {
    let foot = rig.index(foot)? as u32;
    let is_ball = |name: &str| name.contains("ball") || name.contains("toe");
    let mut below = rig.bones.iter().filter(|bone| bone.parent == Some(foot));
    below.find(|bone| is_ball(&bone.name.to_lowercase())).map(|bone| bone.key.clone())
}

/// So many bones above one.
pub(super) fn above<'a>(rig: &'a Skeleton, bone: &BoneKey, count: usize) -> Option<&'a BoneKey> {
    let parent = |at: &usize| rig.bones.get(*at)?.parent.map(|at| at as usize);
    let at = std::iter::successors(rig.index(bone), parent).nth(count)?;
    Some(&rig.bones[at].key)
}

/// Of the bones that are called feet and are no goals, those with a knee and a hip.
pub(super) fn legs(rig: &Skeleton) -> Vec<Leg> {
    let is_foot = |name: &str| name.contains("foot") && !is_goal(name);
    let feet = rig.bones.iter().filter(|bone| is_foot(&bone.name.to_lowercase()));
    let leg = |foot: &BoneKey| Some(Leg { hip: above(rig, foot, 2)?.clone(), foot: foot.clone(), ..Leg::default() });
    feet.filter_map(|foot| leg(&foot.key)).collect()
}

pub(super) fn is_goal(name: &str) -> bool {
    name.starts_with("ik") || name.contains("_ik") || name.contains("goal")
}

/// The bone that is called most like the foot, and is a goal; the foot itself where there is none.
pub(super) fn goal(rig: Option<&Skeleton>, foot: &BoneKey) -> BoneKey {
    let name = rig.map_or(String::new(), |rig| rig.bone_name(foot).to_lowercase());
    let is_its_own = |other: &str| is_goal(other) && other.contains(&name);
    let found = rig.into_iter().flat_map(|rig| &rig.bones).filter(|bone| is_its_own(&bone.name.to_lowercase()));
    found.min_by_key(|bone| bone.name.len()).map_or_else(|| foot.clone(), |bone| bone.key.clone())
}
