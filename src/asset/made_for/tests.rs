use super::*;
use crate::{
    Cache, Clip, Project, compile,
    diagnostic::Kind,
    skeleton::Bone,
    source::{Channel, ClipSource},
};
use anim::{Pose, Transform, retarget::Retarget};
use std::sync::Arc;

const RIG: Id = Id(1);
const CLIP: Id = Id(2);
const LONG: Id = Id(3);

fn figure(arm: f32) -> Skeleton {
    let bone = |name: &str, parent, y: f32| {
        Bone::new(name, parent, Transform::from_translation(Vec3::Y * y))
    };
    let mut skeleton = Skeleton {
        bones: vec![bone("root", None, 0.0), bone("arm", Some(0), arm)],
        ..Skeleton::default()
    };
    skeleton.name = format!("arm of {arm}");
    skeleton.bones[1].retarget = Retarget::Scaled;
    skeleton
}

/// Where the arm is, on an arm of 1 m, when a clip says 3 m that came with one of 2 m.
fn arm(made_for: MadeFor) -> (f32, Vec<Kind>) {
    let mut rig = figure(1.0);
    rig.retarget_sources
        .push(RetargetSource::of(LONG, &figure(6.0), &rig));
    let translation = Channel {
        times: vec![0.0],
        values: vec![0.0, 3.0, 0.0],
        ..Channel::default()
    };
    let reference = Some([0.0, 2.0, 0.0]);
    let track = Track {
        bone: "arm".into(),
        translation: Some(translation),
        reference,
        ..Track::default()
    };
    let source = ClipSource {
        duration: 0.0,
        tracks: vec![track],
        curves: Vec::new(),
    };
    let clip = Clip {
        made_for,
        compression: None,
        ..Clip::new("clip", RIG, Arc::new(source), 30.0)
    };
    let mut project = Project::default();
    project.skeletons.insert(RIG, Arc::new(rig));
    project.clips.insert(CLIP, Arc::new(clip));
    let compiled = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let mut pose = Pose::default();
    compiled.library.clips[0].sample(&compiled.library.skeletons[0], 0.0, &mut pose);
    (
        pose.translation(1).y,
        compiled
            .diagnostics
            .into_iter()
            .map(|found| found.kind)
            .collect(),
    )
}

#[test]
fn a_bone_without_a_length_that_is_scaled_is_told() {
    let told = |here: f32, there: f32| {
        let mut rig = figure(here);
        rig.bones[1].reference.translation.y = here;
        let keys = Channel {
            times: vec![0.0],
            values: vec![0.0, 3.0, 0.0],
            ..Channel::default()
        };
        let reference = Some([0.0, there, 0.0]);
        let track = Track {
            bone: "arm".into(),
            translation: Some(keys),
            reference,
            ..Track::default()
        };
        let source = ClipSource {
            duration: 0.0,
            tracks: vec![track],
            curves: Vec::new(),
        };
        let clip = Clip {
            compression: None,
            ..Clip::new("clip", RIG, Arc::new(source), 30.0)
        };
        let mut project = Project::default();
        project.skeletons.insert(RIG, Arc::new(rig));
        project.clips.insert(CLIP, Arc::new(clip));
        let found = compile(
            &project,
            &mut Cache::default(),
            crate::CompileOptions::default(),
        )
        .diagnostics;
        found
            .into_iter()
            .map(|found| found.kind)
            .collect::<Vec<_>>()
    };
    let kind = || {
        vec![Kind::ScaledWithoutLength {
            bones: vec!["arm".into()],
        }]
    };
    assert_eq!([told(1.0, 0.0), told(0.0, 1.0)], [kind(), kind()]);
    assert_eq!(
        [told(1.0, 2.0), told(0.0, 0.0)],
        [vec![], vec![]],
        "the same rest is not scaled"
    );
}

#[test]
fn a_clip_is_compared_with_the_figure_that_it_was_made_for() {
    assert_eq!(arm(MadeFor::Source), (1.5, Vec::new()));
    assert_eq!(arm(MadeFor::Skeleton), (3.0, Vec::new()));
    assert_eq!(arm(MadeFor::Pose(LONG)), (0.5, Vec::new()));
    assert_eq!(
        arm(MadeFor::Pose(Id(9))),
        (1.5, vec![Kind::RetargetSourceMissing])
    );
}
