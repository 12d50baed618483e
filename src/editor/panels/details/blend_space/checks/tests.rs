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
