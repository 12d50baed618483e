use super::*;
use crate::Document;
use anim::Transform;
use asset::{
    skeleton::Bone,
    source::{Channel, ClipSource, Track},
};
use glam::Vec3;
use std::sync::Arc;

const NAMES: [&str; 4] = ["root", "pelvis", "spine", "head"];

fn rig() -> Skeleton {
    let bone = |at: usize| {
        let parent = at.checked_sub(1).map(|parent| parent as u32);
        Bone::new(
            NAMES[at],
            parent,
            Transform::from_translation(Vec3::Y * 0.5),
        )
    };
    Skeleton {
        name: "rig".into(),
        bones: (0..4).map(bone).collect(),
        ..Skeleton::default()
    }
}

/// Of a figure so many times as large.
fn clip(size: f32, keyed: &[&str]) -> Clip {
    let key = || {
        Some(Channel {
            times: vec![0.0],
            values: vec![0.0, 0.5 * size, 0.0],
            ..Channel::default()
        })
    };
    let track = |name: &&str| Track {
        bone: (*name).into(),
        translation: key(),
        reference: Some([0.0, 0.5 * size, 0.0]),
        ..Track::default()
    };
    let tracks = keyed.iter().map(track).collect();
    Clip::new(
        "walk",
        Id(1),
        Arc::new(ClipSource {
            tracks,
            ..ClipSource::default()
        }),
        30.0,
    )
}

#[test]
fn a_figure_of_another_size_is_told_with_a_mode_for_each_bone_that_its_keys_would_move() {
    assert_eq!(OtherRest::of(&clip(1.0, &NAMES), &rig()), None);
    assert_eq!(
        OtherRest::of(&clip(2.0, &["root"]), &rig()),
        None,
        "the root goes where it goes"
    );
    let told = OtherRest::of(&clip(2.0, &NAMES), &rig()).unwrap();
    let modes: Vec<_> = told
        .modes
        .iter()
        .map(|it| (it.bone, it.name.as_str(), it.mode))
        .collect();
    let kept = Retarget::Skeleton;
    assert_eq!(
        modes,
        [
            (1, "pelvis", Retarget::Scaled),
            (2, "spine", kept),
            (3, "head", kept)
        ]
    );
    assert_eq!(
        (told.farthest, told.skeleton_name.as_str(), told.skeleton),
        (0.5, "rig", Id(1))
    );
    assert_eq!(
        told.proposal(),
        "“Animation, scaled” for pelvis and “Skeleton” for spine, head"
    );
}

#[test]
fn what_is_proposed_is_one_step_that_settles_it_and_can_be_undone() {
    let mut project = Project::default();
    project.skeletons.insert(Id(1), Arc::new(rig()));
    project.clips.insert(Id(2), Arc::new(clip(2.0, &NAMES)));
    let mut document = Document::new(project);
    let told = OtherRest::of_clip(document.project(), Id(2)).unwrap();
    assert!(told.is_open(document.project()));
    document.perform(&told.command(), None).unwrap();
    assert!(!told.is_open(document.project()));
    assert_eq!(OtherRest::of_clip(document.project(), Id(2)), None);
    document.undo();
    assert!(told.is_open(document.project()), "one step");
    assert_eq!(
        OtherRest::of_clip(document.project(), Id(1)),
        None,
        "no clip"
    );
}
