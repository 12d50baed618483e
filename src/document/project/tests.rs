use super::*;
use crate::Document;
use anim::ground::{Shape, Terrain};
use asset::PreviewTarget;

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
    PreviewSettings {
        ground,
        targets: names.iter().enumerate().map(target).collect(),
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
    let edits: [fn(&mut PreviewSettings); 7] = [
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
        edit(&mut broken);
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
