use super::*;
use crate::kinds::motions;
use std::sync::Arc;

fn told(project: &Project) -> Vec<(bool, String)> {
    let library = asset::compile(
        project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let space = project
        .blend_spaces
        .values()
        .find(|it| it.name == "BS_Locomotion")
        .unwrap();
    let found = checks(project, space, &motions(project, &library));
    found
        .into_iter()
        .map(|check| (check.is_met, format!("{}: {}", check.title, check.detail)))
        .collect()
}

#[test]
fn who_stands_needs_no_markers_and_who_goes_does() {
    let mut project = mannequin::sample();
    let of = |project: &Project, name: &str| {
        *project
            .clips
            .iter()
            .find(|(_, it)| it.name == name)
            .unwrap()
            .0
    };
    let idle = of(&project, "Idle");
    assert!(project.clips[&idle].sync_markers.is_empty());
    let space = project
        .blend_spaces
        .values_mut()
        .find(|it| it.name == "BS_Locomotion")
        .unwrap();
    let standing = Sample {
        id: Id(1),
        clip: idle,
        at: [0.0, 0.0],
        rate: 1.0,
    };
    Arc::make_mut(space).samples.push(standing);
    let found = told(&project);
    assert!(
        found[0].0 && found[0].1.contains("that move share"),
        "{found:?}"
    );
    assert!(
        found[0].1.contains("Idle is still and has none"),
        "what it costs is told: {found:?}"
    );
    let run = of(&project, "Run_Fwd");
    Arc::make_mut(project.clips.get_mut(&run).unwrap())
        .sync_markers
        .clear();
    let found = told(&project);
    assert!(
        !found[0].0 && found[0].1.starts_with("Run_Fwd has other sync markers"),
        "{found:?}"
    );
}

/// A space of these clips at their own motion: speed from 0 to 6 m/s, direction all around.
fn moving(samples: &[(&str, [f32; 2])]) -> (Project, BlendSpace, BTreeMap<Id, ClipRootMotion>) {
    let mut project = mannequin::sample();
    let axis = |name: &str, unit: &str, min: f32, max: f32| asset::blend_space::Axis {
        unit: unit.into(),
        ..asset::blend_space::Axis::new(name, min, max)
    };
    let known = project.blend_spaces.values_mut().next().unwrap();
    let mut space = (**known).clone();
    space.axes = vec![
        axis("Speed", "m/s", 0.0, 6.0),
        axis("Direction", "°", -180.0, 180.0),
    ];
    let clip = |name: &str| {
        let mut clips = project.clips.iter();
        *clips.find(|(_, it)| it.name == name).unwrap().0
    };
    let mut motions = BTreeMap::new();
    space.samples = Vec::new();
    for (at, (name, [speed, direction])) in samples.iter().enumerate() {
        let id = clip(name);
        let (speed, direction) = (*speed, *direction);
        motions.insert(id, ClipRootMotion { speed, direction });
        space.samples.push(Sample {
            id: Id(at as u64 + 1),
            clip: id,
            at: [speed, direction],
            rate: 1.0,
        });
    }
    (project, space, motions)
}

fn blends_of(samples: &[(&str, [f32; 2])]) -> Option<(bool, String)> {
    let (project, space, motions) = moving(samples);
    let found = checks(&project, &space, &motions).into_iter();
    let mut found = found.filter(|check| check.title.starts_with("Blends"));
    found.next().map(|check| (check.is_met, check.detail))
}

#[test]
fn a_mix_of_clips_that_go_against_each_other_is_told_with_its_speed() {
    let opposed = [
        ("Idle", [0.0, 0.0]),
        ("Run_Fwd", [5.0, 0.0]),
        ("Walk_Bwd", [1.4, 180.0]),
    ];
    let (is_met, detail) = blends_of(&opposed).unwrap();
    assert!(!is_met, "{detail}");
    assert!(
        detail.contains("Walk_Bwd") && detail.contains("Add a sample there"),
        "{detail}"
    );
    // By a plain mean of both velocities at the told place.
    let (_, space, motions) = moving(&opposed);
    let worst = super::super::blends::worst_blend(&space, &motions).unwrap();
    let compiled = crate::kinds::blend_space::compiled_space(&space).unwrap();
    let mut weights = anim::blend_space::Weights::default();
    compiled.weights(worst.at, &mut weights);
    let ahead = weights.of(1) * 5.0 - weights.of(2) * 1.4;
    assert!(
        (worst.speed - ahead.abs()).abs() < 1e-3,
        "{} {ahead}",
        worst.speed
    );
    assert_eq!(worst.asked, worst.at[0]);
}

#[test]
fn clips_that_go_the_same_way_blend_at_the_speed_between_them() {
    let (project, mut space, motions) = moving(&[
        ("Idle", [0.0, 0.0]),
        ("Walk_Fwd", [1.4, 0.0]),
        ("Run_Fwd", [6.0, 0.0]),
    ]);
    space.axes.truncate(1);
    let found = checks(&project, &space, &motions);
    let blends = found
        .iter()
        .find(|check| check.title.starts_with("Blends"))
        .unwrap();
    assert!(blends.is_met, "{}", blends.detail);
    assert_eq!(blends.title, "Blends keep the axis speed");
}
