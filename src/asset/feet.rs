//! Which bones of a skeleton are feet, as its graphs or the names of its bones say.

use crate::{
    BoneKey, Id, Project, Skeleton,
    graph::{ControlKind, NodeKind, PlacedLeg},
};
use anim::Name;

/// A foot of a skeleton, by the names of its bones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foot {
    pub foot: String,
    /// A bone below it that stands on the ground too.
    pub ball: Option<String>,
    /// Above 0.5 while it stands.
    pub contact: Option<String>,
}

impl Foot {
    /// Of the foot, of what is below it, and of its curve.
    pub fn names(&self) -> [Option<Name>; 3] {
        [Some(self.foot.as_str()), self.ball.as_deref(), self.contact.as_deref()].map(|name| name.map(Name::new))
    }
}

/// What bones at the end of a leg are called, in small letters without anything between; and what is below them.
const FEET: [&str; 3] = ["foot", "ankle", "paw"];
const BALLS: [&str; 3] = ["ball", "toe", "toebase"];

/// Those that a foot placement of one of its graphs puts on the ground, else those that are called so.
pub fn feet(project: &Project, skeleton: Id) -> Vec<Foot> {
    let Some(rig) = project.skeletons.get(&skeleton) else { return Vec::new() };
    let name = |key: &BoneKey| Some(rig.bones[rig.index(key)?].name.clone());
    let graphs = project.graphs.values().filter(|graph| graph.skeleton == skeleton);
    let placed = graphs.flat_map(|graph| &graph.wiring.nodes).find_map(|node| match &node.kind {
        NodeKind::Control { kind: ControlKind::FootPlacement(feet), .. } if !feet.legs.is_empty() => Some(feet),
        _ => None,
    });
    let foot = |placed: &PlacedLeg| {
        let (ball, contact) = (placed.ball.as_ref().and_then(name), placed.lock_curve.clone());
        Some(Foot { foot: name(&placed.leg.foot)?, ball, contact })
    };
    let found: Vec<Foot> = placed.map_or_else(Vec::new, |feet| feet.legs.iter().filter_map(foot).collect());
    if found.is_empty() { named(rig) } else { found }
}

fn named(skeleton: &Skeleton) -> Vec<Foot> {
    let is_called = |bone: usize, words: &[&str]| {
        let plain: String = skeleton.bones[bone].name.chars().filter(|c| c.is_alphabetic()).collect();
        let plain = plain.to_lowercase();
        words.iter().any(|word| plain.contains(word))
    };
    let children = |of: usize| {
        let is_child = move |at: &usize| skeleton.bones[*at].parent == Some(of as u32);
        (0..skeleton.bones.len()).filter(is_child)
    };
    // A foot below a foot, and a helper of one without a leg above it, is none.
    let is_end = |at: &usize| {
        let parent = skeleton.bones[*at].parent.map(|parent| parent as usize);
        is_called(*at, &FEET)
            && parent.is_some_and(|parent| !is_called(parent, &FEET) && skeleton.bones[parent].parent.is_some())
    };
    let foot = |at: usize| {
        let ball = children(at).find(|child| is_called(*child, &BALLS)).map(|child| skeleton.bones[child].name.clone());
        Foot { foot: skeleton.bones[at].name.clone(), ball, contact: None }
    };
    (0..skeleton.bones.len()).filter(is_end).map(foot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Bone;
    use anim::Transform;

    fn rig(bones: &[(&str, Option<u32>)]) -> Skeleton {
        let bones = bones.iter().map(|(name, parent)| Bone::new(*name, *parent, Transform::IDENTITY)).collect();
        Skeleton { bones, ..Skeleton::default() }
    }

    #[test]
    fn feet_are_found_by_the_names_that_programs_give_them() {
        let found = |bones: &[(&str, Option<u32>)]| -> Vec<(String, Option<String>)> {
            named(&rig(bones)).into_iter().map(|foot| (foot.foot, foot.ball)).collect()
        };
        let pair = |foot: &str, ball: Option<&str>| (foot.to_owned(), ball.map(str::to_owned));
        let mixamo = [
            ("mixamorig:Hips", None),
            ("mixamorig:LeftLeg", Some(0)),
            ("mixamorig:LeftFoot", Some(1)),
            ("mixamorig:LeftToeBase", Some(2)),
            ("mixamorig:LeftFootTip", Some(2)),
        ];
        assert_eq!(found(&mixamo), [pair("mixamorig:LeftFoot", Some("mixamorig:LeftToeBase"))]);
        let unreal =
            [("pelvis", None), ("calf_r", Some(0)), ("foot_r", Some(1)), ("ball_r", Some(2)), ("ik_foot_root", None)];
        assert_eq!(found(&unreal), [pair("foot_r", Some("ball_r"))]);
        assert_eq!(found(&[("root", None), ("tail", Some(0))]), []);
    }
}
