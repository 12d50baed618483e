use super::*;
use crate::ProjectCommand;

fn named(name: &str) -> Command {
    Command::Project(ProjectCommand::Rename(name.into()))
}

fn name(document: &Document) -> &str {
    &document.project().name
}

/// Each of the names, as steps of a gesture or of their own.
fn rename(document: &mut Document, names: &[&str], gesture: Option<u64>) {
    for name in names {
        assert_eq!(
            document.perform(&named(name), gesture.map(Gesture)),
            Ok(true),
            "{name}"
        );
    }
}

#[test]
fn there_is_nothing_to_undo_or_redo_at_first_and_at_the_ends() {
    let mut document = Document::new(Project::default());
    let (none, label) = (None, Some("Rename project"));
    fn labels(document: &Document) -> (Option<&str>, Option<&str>) {
        (document.undo_label(), document.redo_label())
    }
    assert!(!document.undo() && !document.redo() && document.is_saved());
    assert_eq!(
        (labels(&document), document.step_count()),
        ((none, none), 0)
    );
    rename(&mut document, &["a", "b"], None);
    assert_eq!(
        (labels(&document), document.step_count()),
        ((label, none), 2)
    );
    assert!(document.undo());
    assert_eq!(
        (name(&document), labels(&document), document.step_count()),
        ("a", (label, label), 1)
    );
    assert!(document.undo() && !document.undo());
    assert_eq!((name(&document), labels(&document)), ("", (none, label)));
    assert!(document.redo() && document.redo() && !document.redo());
    assert_eq!(
        (name(&document), labels(&document), document.step_count()),
        ("b", (label, none), 2)
    );
}

#[test]
fn only_an_edit_that_changes_something_drops_what_was_undone() {
    let mut document = Document::new(Project::default());
    rename(&mut document, &["a", "b"], None);
    document.undo();
    assert_eq!(document.perform(&named("a"), None), Ok(false));
    assert_eq!(
        document.perform(&named(" "), None),
        Err(EditError::NameEmpty)
    );
    assert_eq!(document.redo_label(), Some("Rename project"));
    rename(&mut document, &["c"], None);
    assert!(document.redo_label().is_none() && !document.redo());
    assert!(document.undo() && name(&document) == "a");
}

#[test]
fn a_gesture_that_comes_to_nothing_leaves_what_was_undone() {
    let mut document = Document::new(Project::default());
    rename(&mut document, &["a", "b"], None);
    document.undo();
    rename(&mut document, &["c", "d"], Some(1));
    document.cancel(Gesture(1));
    assert_eq!(
        (name(&document), document.redo_label()),
        ("a", Some("Rename project"))
    );
    rename(&mut document, &["c", "a"], Some(2));
    document.finish_gesture(Gesture(2));
    assert!(document.redo() && name(&document) == "b");
    document.undo();
    rename(&mut document, &["c"], Some(3));
    document.finish_gesture(Gesture(3));
    document.cancel(Gesture(3));
    assert!(!document.redo() && name(&document) == "c");
}

#[test]
fn undo_brings_the_selection_back_and_selecting_is_no_step() {
    let mut document = Document::new(Project::default());
    let (first, second, third) = (
        Selection::asset(Id(1)),
        Selection::item(Id(1), Id(2)),
        Selection::asset(Id(3)),
    );
    assert_eq!(*document.selection(), Selection::default());
    document.select(first.clone());
    assert_eq!(document.step_count(), 0);
    rename(&mut document, &["a"], None);
    document.select(second.clone());
    assert!(document.undo() && *document.selection() == first);
    assert!(document.redo() && *document.selection() == second);
    rename(&mut document, &["b"], Some(1));
    document.select(third);
    document.cancel(Gesture(1));
    assert_eq!((document.selection(), name(&document)), (&second, "a"));
}

#[test]
fn what_is_saved_is_the_root_that_was_written() {
    let mut document = Document::new(Project::default());
    rename(&mut document, &["a"], None);
    assert!(!document.is_saved());
    let written = document.project().clone();
    rename(&mut document, &["b"], None);
    document.mark_saved(&written);
    assert!(!document.is_saved() && Arc::ptr_eq(document.saved(), &written));
    assert_eq!(document.steps_since_saved(), Some(1));
    assert!(document.undo() && document.is_saved() && document.steps_since_saved() == Some(0));
    assert!(document.undo() && !document.is_saved() && document.steps_since_saved() == Some(1));
    rename(&mut document, &["c", "d", "e"], None);
    assert_eq!(
        document.steps_since_saved(),
        None,
        "no step leads back to it"
    );
    document.mark_saved(&document.project().clone());
    rename(&mut document, &["f", "g"], None);
    assert_eq!(
        (document.steps_since_saved(), document.step_count()),
        (Some(2), 5)
    );
    (0..4).for_each(|_| assert!(document.undo()));
    assert_eq!(document.steps_since_saved(), Some(2));
}

#[test]
fn an_asset_is_saved_while_it_is_the_one_that_was_written() {
    let mut project = Project::default();
    let clip = |name: &str| Arc::new(asset::Clip::new(name, Id(9), Default::default(), 30.0));
    project
        .clips
        .extend([(Id(1), clip("a")), (Id(2), clip("b"))]);
    let mut document = Document::new(project);
    let looping = Command::Clip(Id(1), crate::ClipCommand::SetLooping(true));
    document.perform(&looping, None).unwrap();
    assert_eq!(
        [1, 2].map(|id| document.is_asset_saved(Id(id))),
        [false, true]
    );
    document.mark_saved(&document.project().clone());
    assert!(document.is_asset_saved(Id(1)));
    document.undo();
    assert_eq!(
        [1, 2].map(|id| document.is_asset_saved(Id(id))),
        [false, true]
    );
}

#[test]
fn a_gesture_goes_on_from_its_start_until_it_ends_or_is_undone() {
    let mut document = Document::new(Project::default());
    rename(&mut document, &["a"], None);
    let start = document.project().clone();
    rename(&mut document, &["b", "c"], Some(1));
    assert_eq!((name(&document), document.step_count()), ("c", 2));
    assert_eq!(
        document.perform(&named(" "), Some(Gesture(1))),
        Err(EditError::NameEmpty)
    );
    assert_eq!(name(&document), "c");
    assert_eq!(
        document.perform(&named("a"), Some(Gesture(1))),
        Ok(true),
        "back at the start it changed once more"
    );
    assert!(Arc::ptr_eq(&start, document.project()));
    document.finish_gesture(Gesture(2));
    assert_eq!(
        document.step_count(),
        2,
        "another gesture that ends leaves it alone"
    );
    document.finish_gesture(Gesture(1));
    assert_eq!(document.step_count(), 1);
    rename(&mut document, &["d"], Some(1));
    document.finish_gesture(Gesture(1));
    document.cancel(Gesture(1));
    assert_eq!(
        (name(&document), document.step_count()),
        ("d", 2),
        "what has ended is not taken back"
    );
    rename(&mut document, &["e"], Some(2));
    assert!(document.undo() && document.redo());
    rename(&mut document, &["f"], Some(2));
    assert_eq!(document.step_count(), 4, "undo and redo end it");
}

#[test]
fn a_gesture_that_is_no_edit_in_the_end_keeps_what_could_be_redone() {
    let mut document = Document::new(Project::default());
    rename(&mut document, &["a", "b"], None);
    document.undo();
    rename(&mut document, &["c", "d"], Some(1));
    assert!(document.redo_label().is_none());
    document.cancel(Gesture(1));
    assert!(name(&document) == "a" && document.redo_label().is_some());
    rename(&mut document, &["c", "a"], Some(2));
    document.finish_gesture(Gesture(2));
    assert!(
        document.redo() && name(&document) == "b",
        "it came back to where it began"
    );
    document.undo();
    rename(&mut document, &["c"], Some(3));
    document.finish_gesture(Gesture(3));
    assert!(!document.redo() && document.undo() && name(&document) == "a");
    rename(&mut document, &["e"], Some(4));
    document.finish_gesture(Gesture(4));
    document.cancel(Gesture(4));
    assert!(
        !document.redo() && name(&document) == "e",
        "what has ended is an edit"
    );
}

#[test]
fn a_gesture_that_begins_with_nothing_makes_no_step() {
    let mut document = Document::new(Project {
        name: "a".into(),
        ..Project::default()
    });
    assert_eq!(document.perform(&named("a"), Some(Gesture(1))), Ok(false));
    assert!(document.is_saved() && document.step_count() == 0);
    rename(&mut document, &["b"], None);
    assert_eq!(document.perform(&named("b"), Some(Gesture(1))), Ok(false));
    document.cancel(Gesture(1));
    assert_eq!((name(&document), document.step_count()), ("b", 1));
}

/// Bytes of one step of [`named`].
fn bytes_of_a_step() -> usize {
    let mut document = Document::new(Project::default());
    rename(&mut document, &["a"], None);
    document.history_bytes()
}

#[test]
fn the_oldest_steps_are_forgotten_and_never_the_last() {
    let mut document = Document::new(Project::default());
    let names: Vec<String> = (0..10).map(|at| format!("{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    document.set_most_bytes(bytes_of_a_step() * 9 / 2);
    rename(&mut document, &names, None);
    assert_eq!((document.step_count(), document.forgotten()), (10, 6));
    assert!(document.history_bytes() <= bytes_of_a_step() * 9 / 2);
    let history = document.history();
    assert_eq!(
        (history.forgotten, history.versions.len(), history.at),
        (6, 5, 4)
    );
    (0..4).for_each(|_| assert!(document.undo()));
    assert!(!document.undo() && name(&document) == "5" && document.step_count() == 6);
    (0..4).for_each(|_| assert!(document.redo()));
    assert!(!document.redo() && name(&document) == "9");
    document.set_most_bytes(0);
    assert_eq!((document.step_count(), document.forgotten()), (10, 9));
    rename(&mut document, &["a", "b"], Some(1));
    document.finish_gesture(Gesture(1));
    assert_eq!((document.step_count(), document.forgotten()), (11, 10));
    assert!(document.undo() && name(&document) == "9" && !document.undo());
    assert!(document.redo() && name(&document) == "b");
    let restored = Document::restored(document.history(), document.saved().clone()).unwrap();
    assert_eq!((restored.step_count(), restored.forgotten()), (11, 10));
}

#[test]
fn what_is_undone_counts_and_is_not_forgotten() {
    let mut document = Document::new(Project::default());
    rename(&mut document, &["a", "b", "c", "d"], None);
    (0..4).for_each(|_| assert!(document.undo()));
    assert!(document.history_bytes() >= bytes_of_a_step() * 3);
    document.set_most_bytes(0);
    (0..4).for_each(|_| assert!(document.redo()));
    assert_eq!((name(&document), document.forgotten()), ("d", 0));
    rename(&mut document, &["e"], None);
    assert_eq!((document.step_count(), document.forgotten()), (5, 4));
}

#[test]
fn steps_since_what_was_saved_are_counted_also_where_it_was_forgotten() {
    let mut document = Document::new(Project::default());
    document.set_most_bytes(bytes_of_a_step() * 7 / 2);
    rename(&mut document, &["a", "b", "c"], None);
    document.mark_saved(&document.project().clone());
    for (at, name) in ["d", "e", "f", "g", "h", "i"].into_iter().enumerate() {
        rename(&mut document, &[name], None);
        assert_eq!(
            (document.steps_since_saved(), document.is_saved()),
            (Some(at + 1), false)
        );
    }
    assert_eq!(document.forgotten(), 6);
    (0..3).for_each(|_| assert!(document.undo()));
    assert!(!document.undo());
    assert_eq!(document.steps_since_saved(), Some(3));
    rename(&mut document, &["x"], None);
    assert_eq!(document.steps_since_saved(), Some(4));
    document.mark_saved(&document.project().clone());
    assert_eq!(document.steps_since_saved(), Some(0));
    document.undo();
    assert_eq!(document.steps_since_saved(), Some(1), "it lies ahead");
    rename(&mut document, &["y"], None);
    assert_eq!(
        document.steps_since_saved(),
        None,
        "no step leads back to it"
    );
}

#[test]
fn a_restored_document_undoes_and_redoes_as_the_one_that_it_was() {
    let mut document = Document::new(Project::default());
    for (at, name) in ["a", "b", "c", "d"].into_iter().enumerate() {
        rename(&mut document, &[name], None);
        document.select(Selection::asset(Id(at as u64)));
    }
    let saved = document.project().clone();
    document.undo();
    document.undo();
    document.select(Selection::item(Id(9), Id(8)));
    let history = document.history();
    assert_eq!((history.versions.len(), history.at), (5, 2));
    assert!(history.versions[0].label.is_empty() && history.versions[4].label == "Rename project");
    let mut restored = Document::restored(history, saved).unwrap();
    let state = |document: &Document| {
        let labels =
            [document.undo_label(), document.redo_label()].map(|label| label.map(str::to_owned));
        (
            name(document).to_owned(),
            document.selection().clone(),
            labels,
            document.is_saved(),
        )
    };
    for step in [
        "", "redo", "redo", "redo", "undo", "undo", "undo", "undo", "undo", "redo",
    ] {
        for document in [&mut document, &mut restored] {
            match step {
                "redo" => drop(document.redo()),
                "undo" => drop(document.undo()),
                _ => {}
            }
        }
        let (is, was) = (state(&restored), state(&document));
        assert_eq!((is.0, is.1, is.2), (was.0, was.1, was.2), "{step}");
    }
    let history = document.history();
    assert!(
        Document::restored(
            EditHistory {
                at: history.versions.len(),
                ..history
            },
            Arc::default()
        )
        .is_none()
    );
}
