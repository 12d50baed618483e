//! That what a skeleton takes grows with its bones, not with how deep each lies. Times are compared, so that the machine does
//! not count: ten times as deep may take forty times as long, where a way over all bones above each would take a hundred.

use crate::{
    Bones, Cache, Clip, Id, Project, Skeleton, mover,
    skeleton::Bone,
    source::{Channel, ClipSource, Track},
};
use anim::Transform;
use glam::Vec3;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// Each the child of the one before.
fn chain(bones: u32) -> Skeleton {
    let reference = Transform::from_translation(Vec3::Y * 0.01);
    let bone = |at: u32| Bone::new(format!("b{at}"), at.checked_sub(1), reference);
    Skeleton { name: "chain".into(), bones: (0..bones).map(bone).collect(), ..Skeleton::default() }
}

/// Every bone has keys, and none goes anywhere.
fn source(skeleton: &Skeleton) -> ClipSource {
    let still = Channel { times: vec![0.0, 1.0], values: [0.0, 0.01, 0.0].repeat(2), ..Channel::default() };
    let track = |bone: &Bone| Track { bone: bone.key.clone(), translation: Some(still.clone()), ..Track::default() };
    ClipSource { duration: 1.0, tracks: skeleton.bones.iter().map(track).collect(), ..ClipSource::default() }
}

/// The shortest of several times, for a machine does other work meanwhile.
fn taken(times: usize, work: impl Fn()) -> Duration {
    let one = |_| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    (0..times).map(one).min().unwrap()
}

#[test]
fn ten_times_as_deep_takes_about_ten_times_as_long() {
    let [short, long] = [3_000, 30_000].map(chain);
    let [few, many] = [&short, &long].map(source);
    let check = |what: &str, work: &dyn Fn(&Skeleton, &ClipSource)| {
        let (least, most) = (taken(5, || work(&short, &few)), taken(5, || work(&long, &many)));
        println!("{what}: {least:?} for 3,000 bones, {most:?} for 30,000");
        assert!(most < 40 * least + Duration::from_millis(20), "{what}: {least:?}, and {most:?} for ten times as many");
    };
    check("the mover", &|skeleton, source| assert!(mover::mover(source, skeleton).is_none()));
    check("bones that are missing", &|skeleton, source| {
        let bare = Skeleton::default();
        let missing = Bones::of(&bare).missing(source.tracks.iter().map(|track| &track.bone));
        assert_eq!(missing.len(), skeleton.bones.len());
    });
    check("a skeleton", &|skeleton, _| {
        let mut project = Project::default();
        project.skeletons.insert(Id(1), Arc::new(skeleton.clone()));
        assert!(crate::compile(&project, &mut Cache::default()).diagnostics.is_empty());
    });
}

#[test]
#[ignore = "half a minute without optimisation"]
fn a_compressed_clip_of_a_deep_skeleton_is_as_quick_by_bone() {
    for bones in [400, 4_000] {
        let mut skeleton = chain(bones);
        skeleton.name = "chain".into();
        let clip = Clip::new("clip", Id(1), Arc::new(source(&skeleton)), 30.0);
        let mut project = Project::default();
        project.skeletons.insert(Id(1), Arc::new(skeleton));
        project.clips.insert(Id(2), Arc::new(clip));
        let took = taken(1, || drop(crate::compile(&project, &mut Cache::default())));
        println!("a clip of {bones} bones: {took:?}");
    }
}
