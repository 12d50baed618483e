use super::*;
use anim::Transform;
use asset::{Clip, Id, Mesh, Origin, Skeleton, origin::STAND_IN, skeleton::Bone};

/// A take of a figure with these bones, with a body to look at.
fn take(number: u64, bones: &[&str]) -> Arc<Project> {
    let file = format!("/take_{number}.bvh");
    let origin = |place: &str| {
        let place = place.to_owned();
        let (said, options, properties) = Default::default();
        Some(Origin {
            file: file.clone(),
            place,
            content: file.clone(),
            said,
            options,
            properties,
        })
    };
    let [skeleton, mesh, clip] = [1, 2, 3].map(|kind| Id(number * 10 + kind));
    let bone = |(at, name): (usize, &&str)| {
        Bone::new(
            *name,
            at.checked_sub(1).map(|parent| parent as u32),
            Transform::IDENTITY,
        )
    };
    let bones = bones.iter().enumerate().map(bone).collect();
    let skeleton_of = Skeleton {
        name: "Figure".into(),
        bones,
        origin: origin("skeleton"),
        ..Skeleton::default()
    };
    let body = Mesh {
        origin: origin(STAND_IN),
        ..Mesh::new("Body", (skeleton, Arc::default()), Vec::new(), Vec::new())
    };
    let clip_of = Clip {
        origin: origin("clip"),
        ..Clip::new(format!("take {number}"), skeleton, Arc::default(), 30.0)
    };
    Arc::new(Project {
        skeletons: [(skeleton, Arc::new(skeleton_of))].into(),
        meshes: [(mesh, Arc::new(body))].into(),
        clips: [(clip, Arc::new(clip_of))].into(),
        ..Project::default()
    })
}

#[test]
fn each_file_joins_what_those_before_it_made_and_a_doubt_stops_no_other() {
    let files = [
        take(1, &["a", "b", "c"]),
        take(2, &["a", "b", "c"]),
        take(3, &["x", "y"]),
        take(4, &["a", "b", "c"]),
    ];
    let choices = ImportChoices::default();
    let (planned, after) = plan(
        &Arc::default(),
        files.iter().map(|file| (file, &choices)),
        &|_| true,
    );
    let planned: Vec<Planned> = planned.into_iter().map(Result::unwrap).collect();
    let bound: Vec<Option<Id>> = planned
        .iter()
        .map(|it| it.import.bindings.values().next().copied())
        .collect();
    assert_eq!(bound, [None, Some(Id(11)), None, Some(Id(11))]);
    let mut project = Project::default();
    planned
        .iter()
        .for_each(|planned| project = planned.import.joined(&project).0);
    // A figure that is there already needs no other body.
    assert_eq!(
        (
            project.skeletons.len(),
            project.meshes.len(),
            project.clips.len()
        ),
        (2, 2, 4)
    );
    assert!(project == *after && files.iter().all(|file| !is_character(file)));
    // A choice that has become void is none.
    let void = ImportChoices {
        skeleton: Some(Id(99)),
        ..ImportChoices::default()
    };
    let (planned, _) = plan(
        &Arc::default(),
        [(&files[0], &choices), (&files[1], &void)],
        &|_| true,
    );
    let bound: Vec<Id> = planned
        .into_iter()
        .flat_map(|it| it.unwrap().import.bindings.into_values())
        .collect();
    assert_eq!(bound, [Id(11)]);
}
