use super::*;
use anim::Transform;
use asset::{Id, skeleton::Bone};
use std::sync::Arc;

fn project(skeletons: &[&[&str]]) -> Project {
    let mut project = Project::default();
    for (at, names) in skeletons.iter().enumerate() {
        let bone = |(at, name): (usize, &&str)| {
            Bone::new(
                *name,
                at.checked_sub(1).map(|at| at as u32),
                Transform::IDENTITY,
            )
        };
        let bones = names.iter().enumerate().map(bone).collect();
        project.skeletons.insert(
            Id(at as u64 + 1),
            Arc::new(Skeleton {
                bones,
                ..Skeleton::default()
            }),
        );
    }
    project
}

#[test]
fn names_come_in_as_those_of_the_skeleton_that_has_most_of_them() {
    let file = project(&[&["rig:Hips", "rig:Spine", "rig:Head", "Camera"]]);
    let asked = |skeletons: &[&[&str]]| keeps_prefixes(&project(skeletons), &file);
    assert_eq!(asked(&[]), None);
    assert_eq!(
        asked(&[&["Tail", "Jaw", "Hips"]]),
        None,
        "a third of the names is not enough"
    );
    assert_eq!(asked(&[&["Hips", "Spine", "Tail"]]), Some(false));
    assert_eq!(asked(&[&["rig:Hips", "rig:Spine"]]), Some(true));
    assert_eq!(
        asked(&[&["Hips", "Spine", "Head"], &["rig:Hips", "rig:Spine"]]),
        Some(false)
    );
    assert_eq!(
        asked(&[&["Hips", "Spine"], &["rig:Hips", "rig:Spine"]]),
        Some(true),
        "as the file has them, where both fit"
    );
    assert_eq!(
        keeps_prefixes(&file, &project(&[&["Hips"]])),
        None,
        "no prefix, no question"
    );
}
