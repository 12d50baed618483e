use crate::{
    Cache, CompileOptions, Id, PreviewPartner, PreviewScene, SceneProp, Severity, compile,
    diagnostic::Kind, whole,
};

#[test]
fn what_is_wrong_in_a_scene_of_any_asset_is_reported_once() {
    let mut project = whole::project();
    let (id, rig) = (
        *project.clips.keys().next().unwrap(),
        *project.skeletons.keys().next().unwrap(),
    );
    let told = |project: &crate::Project| -> Vec<Kind> {
        let compiled = compile(project, &mut Cache::default(), CompileOptions::default());
        let of_scene = compiled
            .diagnostics
            .iter()
            .filter(|it| it.subject.asset == id);
        let of_scene = of_scene.filter(|it| it.severity == Severity::Warning);
        let is_it = |kind: &Kind| matches!(kind, Kind::Partner { .. } | Kind::PropMissing);
        of_scene.map(|it| it.kind.clone()).filter(is_it).collect()
    };
    let partner = |skeleton| PreviewPartner::new(Id(801), "Enemy".into(), skeleton);
    let scene = |skeleton, props| PreviewScene {
        partners: vec![partner(skeleton)],
        props,
        ..PreviewScene::default()
    };
    project.preview.scenes.insert(id, scene(rig, Vec::new()));
    assert_eq!(told(&project), []);
    let prop = SceneProp {
        id: Id(802),
        socket: Id(803),
        mesh: Id(804),
    };
    project
        .preview
        .scenes
        .insert(id, scene(Id(999), vec![prop]));
    let found = told(&project);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(matches!(&found[0], Kind::Partner { name, .. } if name == "Enemy"));
    assert_eq!(found[1], Kind::PropMissing);
}
