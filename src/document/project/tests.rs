use super::*;
use crate::Document;
use anim::ground::{Shape, Terrain};
use asset::PreviewTarget;
use std::sync::Arc;

fn preview(names: &[&str]) -> PreviewSettings {
    let target = |(at, name): (usize, &&str)| PreviewTarget {
        id: Id(at as u64 + 1),
        name: (*name).to_owned(),
        at: [at as f32, 0.5, 0.0],
        turn: [0.0, 90.0, 0.0],
    };
    let ground = Terrain {
        shape: Shape::Slope { angle: 20.0 },
        height: 0.25,
        ..Terrain::default()
    };
    let scene = PreviewScene {
        ground,
        targets: names.iter().enumerate().map(target).collect(),
        ..PreviewScene::default()
    };
    PreviewSettings {
        scene,
        ..PreviewSettings::default()
    }
}

fn perform(document: &mut Document, preview: PreviewSettings) -> Result<bool, EditError> {
    document.perform(
        &Command::Project(ProjectCommand::SetPreview(Box::new(preview))),
        None,
    )
}

#[test]
fn a_preview_is_set_in_one_step_and_comes_back() {
    let mut document = Document::new(Project::default());
    assert_eq!(
        perform(&mut document, PreviewSettings::default()),
        Ok(false)
    );
    assert_eq!(
        perform(&mut document, preview(&[" crate ", "ledge"])),
        Ok(true)
    );
    assert_eq!(
        document.project().preview,
        preview(&["crate", "ledge"]),
        "names without what is around them"
    );
    assert_eq!(
        perform(&mut document, preview(&["crate", " ledge"])),
        Ok(false)
    );
    assert_eq!(
        (document.step_count(), document.undo_label()),
        (1, Some("Set preview"))
    );
    assert!(document.undo() && document.project().preview.is_default());
    assert!(document.redo() && document.project().preview == preview(&["crate", "ledge"]));
}

#[test]
fn names_of_preview_targets_are_some_and_each_is_taken_once() {
    let mut document = Document::new(Project::default());
    let taken = EditError::NameTaken {
        name: "crate".into(),
    };
    assert_eq!(
        perform(&mut document, preview(&["crate", "ledge", " crate"])),
        Err(taken)
    );
    assert_eq!(
        perform(&mut document, preview(&["crate", " "])),
        Err(EditError::NameEmpty)
    );
    assert!(document.project().preview.is_default() && document.step_count() == 0);
}

#[test]
fn a_preview_with_numbers_that_are_none_is_refused() {
    let mut document = Document::new(Project::default());
    let edits: [fn(&mut PreviewScene); 7] = [
        |it| it.targets[0].at[2] = f32::NAN,
        |it| it.targets[0].turn[1] = f32::INFINITY,
        |it| it.ground.height = f64::NAN,
        |it| it.ground.heading = f64::NEG_INFINITY,
        |it| it.ground.shape = Shape::Slope { angle: 90.0 },
        |it| {
            it.ground.shape = Shape::Stairs {
                rise: 0.2,
                run: 0.0,
                steps: 3,
            }
        },
        |it| {
            it.ground.shape = Shape::Waves {
                amplitude: 0.2,
                length: 0.0,
            }
        },
    ];
    for edit in edits {
        let mut broken = preview(&["crate"]);
        edit(&mut broken.scene);
        assert!(
            matches!(
                perform(&mut document, broken.clone()),
                Err(EditError::OutOfRange { .. })
            ),
            "{broken:?}"
        );
    }
    assert!(document.project().preview.is_default());
}

/// What an asset has of its own is copied and taken back as one step, goes with the asset, and is
/// refused where it cannot be.
#[test]
fn an_asset_has_a_scene_of_its_own_until_it_goes() {
    let (skeleton, other) = (Id(1), Id(2));
    let mut project = Project::default();
    for (id, name) in [(skeleton, "a"), (other, "b")] {
        let rig = asset::Skeleton {
            name: name.into(),
            ..asset::Skeleton::default()
        };
        project.skeletons.insert(id, Arc::new(rig));
    }
    let mut document = Document::new(project);
    let whole = preview(&["crate"]);
    perform(&mut document, whole.clone()).unwrap();
    let mut own = whole.clone();
    own.scenes.insert(skeleton, whole.scene.clone());
    own = own.with_scene(Some(skeleton), preview(&["ledge"]).scene);
    assert_eq!(perform(&mut document, own.clone()), Ok(true));
    let name = |document: &Document, id| {
        let scene = document.project().preview.scene_of(id);
        scene.targets[0].name.clone()
    };
    assert_eq!(name(&document, Some(skeleton)), "ledge");
    assert_eq!(name(&document, Some(other)), "crate");
    assert_eq!(name(&document, None), "crate");
    let mut missing = own.clone();
    missing.scenes.insert(Id(9), whole.scene.clone());
    assert_eq!(
        perform(&mut document, missing),
        Err(EditError::AssetMissing)
    );
    let mut twice = own.clone();
    twice.scenes.insert(skeleton, preview(&["x", "x "]).scene);
    assert!(matches!(
        perform(&mut document, twice),
        Err(EditError::NameTaken { .. })
    ));
    let delete = Command::Project(ProjectCommand::DeleteAsset(skeleton));
    document.perform(&delete, None).unwrap();
    assert!(document.project().preview.scenes.is_empty());
    assert!(document.undo() && document.project().preview == own);
}
