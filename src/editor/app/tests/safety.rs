//! Nothing is lost: what others write, what was not saved when the program was stopped, what cannot
//! be read.

use super::*;
use crate::jobs::Task;
use document::{ClipCommand, Command};
use std::{collections::BTreeMap, fs};

fn saved() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("P");
    ::files::save_project(&path, &mannequin::excerpt(), &::files::Saving::since(None)).unwrap();
    (folder, path)
}

fn opened(path: &Path) -> Window {
    let mut window = open_at(SIZE, 1.0, Some(path.to_owned()));
    wait_until(&mut window, "opening", |app| {
        app.disk.path.is_some() && app.session.active.is_some()
    });
    settle(&mut window);
    window
}

fn on_disk(path: &Path) -> Project {
    match ::files::open(path).unwrap() {
        ::files::Opened::Project {
            project, broken, ..
        } if broken.is_empty() => project,
        other => panic!("{other:?}"),
    }
}

/// Bytes and times of every file of a project.
fn state(path: &Path) -> BTreeMap<PathBuf, (Vec<u8>, std::time::SystemTime)> {
    let mut found = BTreeMap::new();
    let mut open = vec![path.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
            match entry.file_type().unwrap().is_dir() {
                true if entry.file_name() == ".mutoscope" => {}
                true => open.push(entry.path()),
                false => {
                    let modified = entry.metadata().unwrap().modified().unwrap();
                    found.insert(entry.path(), (fs::read(entry.path()).unwrap(), modified));
                }
            }
        }
    }
    found
}

/// What another program does to the project.
fn elsewhere(path: &Path, edit: impl FnOnce(&mut Project)) {
    let since = on_disk(path);
    let mut project = since.clone();
    edit(&mut project);
    ::files::save_project(path, &project, &::files::Saving::since(Some(&since))).unwrap();
}

fn clip(project: &mut Project, name: &str) -> (Id, &'static str) {
    let found = project
        .clips
        .iter()
        .find(|(_, clip)| clip.name == name)
        .map(|(id, _)| *id);
    (found.unwrap(), "")
}

fn set_rate(project: &mut Project, name: &str, rate: f32) {
    let (id, _) = clip(project, name);
    Arc::make_mut(project.clips.get_mut(&id).unwrap()).rate_scale = rate;
}

fn rate(project: &Project, name: &str) -> f32 {
    project
        .clips
        .values()
        .find(|clip| clip.name == name)
        .unwrap()
        .rate_scale
}

fn edit(window: &mut Window, name: &str, rate: f32) {
    let (id, _) = clip(&mut project(window).as_ref().clone(), name);
    window
        .state_mut()
        .perform(&Command::Clip(id, ClipCommand::SetRateScale(rate)), None);
    settle(window);
}

#[test]
fn a_project_without_edits_is_not_written_again() {
    let (_folder, path) = saved();
    let mut window = opened(&path);
    let before = state(&path);
    chord(&mut window, Modifiers::COMMAND, Key::S);
    settle(&mut window);
    assert!(has(&window, "Sample is saved already") && state(&path) == before);
}

#[test]
fn what_others_write_is_taken_in_where_nothing_is_in_the_way() {
    let (_folder, path) = saved();
    let mut window = opened(&path);
    let root = project(&window).clone();
    elsewhere(&path, |project| set_rate(project, "Walk_Fwd", 2.0));
    wait_until(&mut window, "taking it in", |app| {
        rate(app.document.project(), "Walk_Fwd") == 2.0
    });
    settle(&mut window);
    assert!(
        has(&window, "Updated from disk")
            && window.state().document.is_saved()
            && steps(&window) == 1
    );
    let before = state(&path);
    let clip_before = root
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Idle")
        .unwrap();
    assert!(
        Arc::ptr_eq(clip_before.1, &project(&window).clips[clip_before.0]),
        "what is the same stays the same"
    );
    chord(&mut window, Modifiers::COMMAND, Key::S);
    settle(&mut window);
    assert!(state(&path) == before, "nothing is written over it");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(rate(project(&window), "Walk_Fwd"), 1.0);
    assert!(!window.state().document.is_saved());
}

/// Nobody is told of what happened before the folder was watched.
#[test]
fn what_others_write_while_a_project_is_opened_is_taken_in_too() {
    let (_folder, path) = saved();
    let mut window = open_at(SIZE, 1.0, Some(path.clone()));
    wait_until(&mut window, "opening", |app| app.disk.path.is_some());
    window.state_mut().disk.watch = None;
    elsewhere(&path, |project| set_rate(project, "Walk_Fwd", 2.0));
    wait_until(&mut window, "taking it in", |app| {
        rate(app.document.project(), "Walk_Fwd") == 2.0
    });
    assert!(
        window.state().disk.look_at.is_none() && window.state().document.is_saved(),
        "it looks once"
    );
}

#[test]
fn an_import_from_elsewhere_survives_a_save() {
    let (folder, path) = saved();
    let source = folder.path().join("char.glb");
    let whole = ::files::GltfExport::all(&mannequin::excerpt());
    ::files::export_gltf(
        &mannequin::excerpt(),
        &whole,
        (&source, ::files::Over::Own),
        &|_| true,
    )
    .unwrap();
    let mut window = opened(&path);
    let imported = ::files::import(&source, Some(&path), &Default::default(), &|_| true)
        .unwrap()
        .project;
    elsewhere(&path, |project| {
        for id in imported.assets().map(|(id, _)| id).collect::<Vec<_>>() {
            project.share(&imported, id);
        }
    });
    let theirs = on_disk(&path);
    chord(&mut window, Modifiers::COMMAND, Key::S);
    wait_until(&mut window, "taking it in", |app| {
        app.document.project().clips.len() == theirs.clips.len()
    });
    chord(&mut window, Modifiers::COMMAND, Key::S);
    settle(&mut window);
    assert_eq!(on_disk(&path), theirs);
    assert!(!path.join(::files::KEPT).exists());
}

/// With an edit here and one there; the strip that tells of it is shown.
fn in_both(here: (&str, f32), there: (&'static str, f32)) -> (tempfile::TempDir, PathBuf, Window) {
    let (folder, path) = saved();
    let mut window = opened(&path);
    edit(&mut window, here.0, here.1);
    elsewhere(&path, |project| set_rate(project, there.0, there.1));
    wait_until(&mut window, "noticing it", |app| app.disk.outside.is_some());
    settle(&mut window);
    assert!(has(
        &window,
        "Sample was changed on disk by another program."
    ));
    (folder, path, window)
}

#[test]
fn edits_here_and_elsewhere_come_together_before_anything_is_written() {
    let (_folder, path, mut window) = in_both(("Walk_Fwd", 0.5), ("Idle", 3.0));
    let before = state(&path);
    chord(&mut window, Modifiers::COMMAND, Key::S);
    settle(&mut window);
    assert!(
        has(&window, "Merge both") && state(&path) == before,
        "it asks before it writes"
    );
    keep(&mut window, "changed on disk");
    click(&mut window, "Merge both");
    settle(&mut window);
    assert!(!has(
        &window,
        "Sample was changed on disk by another program."
    ));
    let merged = project(&window).clone();
    assert_eq!(
        (rate(&merged, "Walk_Fwd"), rate(&merged, "Idle")),
        (0.5, 3.0)
    );
    chord(&mut window, Modifiers::COMMAND, Key::S);
    settle(&mut window);
    assert!(window.state().document.is_saved() && on_disk(&path) == *merged);
    assert!(!path.join(::files::KEPT).exists(), "nothing was in the way");
    for _ in 0..2 {
        chord(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(
        (
            rate(project(&window), "Walk_Fwd"),
            rate(project(&window), "Idle")
        ),
        (1.0, 1.0)
    );
}

#[test]
fn a_field_that_both_changed_is_chosen_side_by_side() {
    for (theirs, expected) in [(false, 0.5), (true, 2.0)] {
        let (_folder, path, mut window) = in_both(("Walk_Fwd", 0.5), ("Walk_Fwd", 2.0));
        click(&mut window, "Compare and merge…");
        settle(&mut window);
        keep(&mut window, "three ways");
        if theirs {
            click(&mut window, "Walk_Fwd: rate scale on disk");
            settle(&mut window);
        }
        click(&mut window, "Merge both");
        settle(&mut window);
        chord(&mut window, Modifiers::COMMAND, Key::S);
        settle(&mut window);
        assert_eq!(
            (
                rate(project(&window), "Walk_Fwd"),
                rate(&on_disk(&path), "Walk_Fwd")
            ),
            (expected, expected)
        );
    }
}

#[test]
fn either_side_can_be_taken_whole_and_nothing_of_the_other_is_gone() {
    let (_folder, path, mut window) = in_both(("Walk_Fwd", 0.5), ("Walk_Fwd", 2.0));
    click(&mut window, "Compare and merge…");
    settle(&mut window);
    click(&mut window, "Keep my version");
    settle(&mut window);
    assert_eq!(rate(&on_disk(&path), "Walk_Fwd"), 0.5);
    assert!(
        window.state().document.is_saved() && path.join(::files::KEPT).is_dir(),
        "theirs is kept beside"
    );
    let (_folder, path, mut window) = in_both(("Walk_Fwd", 0.5), ("Walk_Fwd", 2.0));
    click(&mut window, "Compare and merge…");
    settle(&mut window);
    click(&mut window, "Use the version on disk");
    settle(&mut window);
    assert_eq!(
        (
            rate(project(&window), "Walk_Fwd"),
            rate(&on_disk(&path), "Walk_Fwd")
        ),
        (2.0, 2.0)
    );
    assert!(window.state().document.is_saved());
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(
        rate(project(&window), "Walk_Fwd"),
        0.5,
        "undo brings back what was here"
    );
}

#[test]
fn a_question_that_waits_is_asked_anew_when_the_disk_or_the_project_goes_on() {
    let (_folder, path, mut window) = in_both(("Walk_Fwd", 0.5), ("Idle", 3.0));
    click(&mut window, "Compare and merge…");
    settle(&mut window);
    elsewhere(&path, |project| set_rate(project, "Idle", 4.0));
    wait_until(&mut window, "the second change", |app| {
        app.disk
            .outside
            .as_ref()
            .is_some_and(|outside| rate(&outside.theirs, "Idle") == 4.0)
    });
    settle(&mut window);
    click(&mut window, "Merge both");
    settle(&mut window);
    assert!(has(&window, "Merge both"), "it shows what is there now");
    click(&mut window, "Merge both");
    settle(&mut window);
    assert_eq!(
        (
            rate(project(&window), "Walk_Fwd"),
            rate(project(&window), "Idle")
        ),
        (0.5, 4.0)
    );
}

#[test]
fn broken_files_have_places_and_reasons_and_are_taken_in_when_they_are_mended() {
    let (_folder, path) = saved();
    let file = state(&path)
        .into_keys()
        .find(|file| file.to_string_lossy().contains("clips/Walk_Fwd"))
        .unwrap();
    let whole = fs::read(&file).unwrap();
    fs::write(&file, b"<<<<<<< ours").unwrap();
    let mut window = opened(&path);
    assert!(has(&window, "Broken Walk_Fwd") && window.state().session.broken.len() == 1);
    window.state_mut().show_panel(Panel::Problems);
    settle(&mut window);
    keep(&mut window, "a broken file");
    edit(&mut window, "Idle", 2.0);
    chord(&mut window, Modifiers::COMMAND, Key::S);
    settle(&mut window);
    assert!(window.state().document.is_saved() && fs::read(&file).unwrap() == b"<<<<<<< ours");
    fs::write(&file, &whole).unwrap();
    wait_until(&mut window, "the mended file", |app| {
        app.session.broken.is_empty()
    });
    settle(&mut window);
    assert!(!has(&window, "Broken Walk_Fwd") && rate(project(&window), "Walk_Fwd") == 1.0);
}

/// As a window whose program is stopped: nothing is told to end.
fn killed(mut window: Window) {
    let journal = std::mem::take(&mut window.state_mut().disk.journal);
    std::thread::sleep(Duration::from_millis(600));
    std::mem::forget(journal);
}

fn end_journal(window: &mut Window) {
    let app = window.state_mut();
    app.disk.end(app.document.is_saved());
}

fn with_journals(folder: &Path, path: Option<PathBuf>) -> Window {
    let mut window = open_at(SIZE, 1.0, path);
    window.state_mut().disk.journal.folder = Some(folder.to_owned());
    window
}

/// As after a fault of the window: everything goes, and nobody ends the journal.
#[test]
fn work_of_a_window_that_went_without_an_end_is_offered_with_the_last_edit() {
    let journals = tempfile::tempdir().unwrap();
    let mut window = with_journals(journals.path(), None);
    settle(&mut window);
    edit(&mut window, "Idle", 2.0);
    edit(&mut window, "Idle", 3.0);
    // At once, and in the pause after a write.
    drop(window);
    let mut window = with_journals(journals.path(), None);
    window.state_mut().find_unsaved();
    settle(&mut window);
    click(&mut window, "Restore Sample");
    settle(&mut window);
    assert_eq!((rate(project(&window), "Idle"), steps(&window)), (3.0, 2));
}

/// Journals in a folder as they are after the machine went down: nobody holds them.
fn after_the_end(journals: &Path) {
    for entry in fs::read_dir(journals)
        .unwrap()
        .map(|entry| entry.unwrap().path())
    {
        if entry.extension().is_some_and(|ending| ending == "lock") {
            fs::remove_file(entry).unwrap();
        }
    }
}

#[test]
fn work_that_was_not_saved_when_the_program_was_stopped_comes_back_with_its_steps() {
    let journals = tempfile::tempdir().unwrap();
    let (_folder, path) = saved();
    for place in [Some(path), None] {
        let mut window = with_journals(journals.path(), place.clone());
        settle(&mut window);
        let first = project(&window).clone();
        edit(&mut window, "Walk_Fwd", 0.5);
        edit(&mut window, "Idle", 3.0);
        edit(&mut window, "Idle", 4.0);
        chord(&mut window, Modifiers::COMMAND, Key::Z);
        settle(&mut window);
        let last = project(&window).clone();
        killed(window);
        after_the_end(journals.path());

        let mut window = with_journals(journals.path(), None);
        window.state_mut().find_unsaved();
        settle(&mut window);
        assert!(has(&window, "Mutoscope stopped before this work was saved"));
        keep(&mut window, "recovery");
        click(&mut window, "Restore Sample");
        settle(&mut window);
        assert!(has(&window, "Sample restored") && *project(&window).as_ref() == *last);
        assert_eq!(
            (window.state().disk.path.clone(), steps(&window)),
            (place.clone(), 2)
        );
        assert!(!window.state().document.is_saved());
        chord(
            &mut window,
            Modifiers::COMMAND.plus(Modifiers::SHIFT),
            Key::Z,
        );
        assert_eq!(rate(project(&window), "Idle"), 4.0, "redo, too");
        for _ in 0..3 {
            chord(&mut window, Modifiers::COMMAND, Key::Z);
        }
        assert!(
            *project(&window).as_ref() == *first
                && (place.is_none() || window.state().document.is_saved())
        );
        end_journal(&mut window);
        fs::read_dir(journals.path())
            .unwrap()
            .for_each(|entry| fs::remove_file(entry.unwrap().path()).unwrap());
    }
}

#[test]
fn a_session_that_ends_well_leaves_no_question_and_what_was_given_up_can_still_be_had() {
    let journals = tempfile::tempdir().unwrap();
    let mut window = with_journals(journals.path(), None);
    edit(&mut window, "Idle", 3.0);
    wait_until(&mut window, "the journal", |_| {
        fs::read_dir(journals.path()).unwrap().count() > 1
    });
    end_journal(&mut window);
    let mut window = with_journals(journals.path(), None);
    window.state_mut().find_unsaved();
    settle(&mut window);
    assert!(
        !has(&window, "Mutoscope stopped before this work was saved"),
        "it was given up"
    );
    let ctx = window.ctx.clone();
    window.state_mut().route(&ctx, FileAction::Recover.into());
    settle(&mut window);
    click(&mut window, "Restore Sample");
    settle(&mut window);
    assert_eq!(rate(project(&window), "Idle"), 3.0);
}

fn file_of(path: &Path, part: &str) -> PathBuf {
    state(path)
        .into_keys()
        .find(|file| file.to_string_lossy().contains(part))
        .unwrap()
}

/// Conflict markers, undo, save: whatever is in the way is asked about.
#[test]
fn a_save_over_a_file_that_was_broken_meanwhile_asks_and_keeps_a_copy() {
    let (_folder, path) = saved();
    let mut window = opened(&path);
    let file = file_of(&path, "clips/Walk_Fwd");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, b"<<<<<<< ours").unwrap();
    wait_until(&mut window, "the broken file", |app| {
        !app.session.broken.is_empty()
    });
    settle(&mut window);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(rate(project(&window), "Walk_Fwd"), 1.0);
    chord(&mut window, Modifiers::COMMAND, Key::S);
    wait_until(&mut window, "a question", |app| {
        !app.dialogs.questions.is_empty()
    });
    settle(&mut window);
    assert!(
        has(&window, "Walk_Fwd cannot be read")
            && !has(&window, "Nothing is lost: no field changed in both.")
    );
    assert_eq!(fs::read(&file).unwrap(), b"<<<<<<< ours");
    keep(&mut window, "a save over a broken file");
    click(&mut window, "Keep my version");
    wait_until(&mut window, "saving", |app| {
        app.is_saved() && app.jobs.running_task(Task::Save).is_none()
    });
    settle(&mut window);
    assert_eq!(
        (
            fs::read(&file).unwrap(),
            fs::read(file_of(&path, ".kept/clips/Walk_Fwd")).unwrap()
        ),
        (whole, b"<<<<<<< ours".to_vec())
    );
    assert!(window.state().session.broken.is_empty());
}

#[test]
fn a_file_of_keys_that_is_gone_is_told_and_written_again() {
    let (_folder, path) = saved();
    let mut window = opened(&path);
    let blob = file_of(&path, "blobs/");
    let whole = fs::read(&blob).unwrap();
    let clips = project(&window).clips.len();
    fs::remove_file(&blob).unwrap();
    wait_until(&mut window, "missing it", |app| {
        !app.disk.unsaved.lost.is_empty()
    });
    settle(&mut window);
    assert!(has(&window, "Project files are missing on disk"));
    // Another program's edit is taken in, and what is only gone stays.
    let other = file_of(&path, "clips/Idle");
    let text = String::from_utf8(fs::read(&other).unwrap()).unwrap();
    fs::write(
        &other,
        text.replace("\"rate_scale\": 1.0", "\"rate_scale\": 2.0"),
    )
    .unwrap();
    wait_until(&mut window, "taking it in", |app| {
        app.session
            .toasts
            .iter()
            .any(|toast| toast.title == "Updated from disk")
    });
    settle(&mut window);
    assert_eq!(
        (
            project(&window).clips.len(),
            window.state().session.broken.len()
        ),
        (clips, 0)
    );
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .route(&ctx, FileAction::CloseProject.into());
    settle(&mut window);
    assert!(
        has(&window, "Files missing on disk are not saved.")
            || window.state().dialogs.confirm.is_some()
    );
    window.state_mut().dialogs.confirm = None;
    chord(&mut window, Modifiers::COMMAND, Key::S);
    wait_until(&mut window, "saving", |app| {
        app.is_saved() && app.jobs.running_task(Task::Save).is_none()
    });
    assert_eq!(fs::read(&blob).unwrap(), whole);
}

#[test]
fn the_question_counts_the_edits_since_the_last_save() {
    let (_folder, path) = saved();
    let mut window = opened(&path);
    for rate in [2.0, 3.0, 4.0] {
        edit(&mut window, "Idle", rate);
    }
    chord(&mut window, Modifiers::COMMAND, Key::S);
    wait_until(&mut window, "saving", |app| {
        app.is_saved() && app.jobs.running_task(Task::Save).is_none()
    });
    edit(&mut window, "Idle", 5.0);
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .route(&ctx, FileAction::CloseProject.into());
    settle(&mut window);
    assert!(
        window
            .get_all_by_label_contains("1 edit is not saved.")
            .count()
            == 1
            && steps(&window) == 4
    );
}

/// A journal's disk that fails is told of at once, and written when it can be.
#[test]
fn a_journal_that_cannot_be_written_is_told_at_once_and_written_again() {
    let place = tempfile::tempdir().unwrap();
    // A file where the folder is to be.
    let folder = place.path().join("journal");
    fs::write(&folder, "").unwrap();
    let mut window = with_journals(&folder, None);
    settle(&mut window);
    edit(&mut window, "Idle", 2.0);
    wait_until(&mut window, "the warning", |app| {
        app.disk.journal.has_failed
    });
    settle(&mut window);
    assert!(has(&window, "Edits are not backed up"));
    fs::remove_file(&folder).unwrap();
    wait_until(&mut window, "writing again", |app| {
        !app.disk.journal.has_failed
    });
    settle(&mut window);
    assert!(has(&window, "Edits are backed up again"));
    drop(window);
    let listing = ::files::journal::Listing::of(&folder);
    assert_eq!((listing.found.len(), listing.found[0].edits), (1, 1));
}

#[test]
fn a_journal_that_cannot_be_read_is_told_of_at_the_start_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("1.journal"),
        b"mtjourn\x09 of a later version",
    )
    .unwrap();
    let mut window = with_journals(folder.path(), None);
    window.state_mut().find_unsaved();
    settle(&mut window);
    assert!(has(
        &window,
        "Unsaved work of an earlier session cannot be read"
    ));
    keep(&mut window, "unreadable work");
    click(&mut window, "Close");
    settle(&mut window);
    window.state_mut().find_unsaved();
    settle(&mut window);
    assert!(
        !has(&window, "Unsaved work of an earlier session cannot be read"),
        "once is enough"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Ctrl+S takes what is being typed.
#[test]
fn a_save_takes_the_name_that_is_being_typed() {
    let (_folder, path) = saved();
    let mut window = opened(&path);
    let host = *project(&window)
        .montages
        .iter()
        .find(|(_, montage)| !montage.notifies.is_empty())
        .unwrap()
        .0;
    window.state_mut().open_asset(host);
    settle(&mut window);
    let notify = project(&window).montages[&host].notifies[0].id;
    let ctx = window.ctx.clone();
    window.state_mut().act(
        &ctx,
        crate::action::SelectAction::These(document::Selection::item(host, notify)).into(),
    );
    settle(&mut window);
    press(&mut window, Key::F2);
    settle(&mut window);
    type_text(&mut window, "Typed");
    chord(&mut window, Modifiers::COMMAND, Key::S);
    wait_until(&mut window, "saving", |app| {
        app.document.step_count() == 1
            && app.is_saved()
            && app.jobs.running_task(Task::Save).is_none()
    });
    assert_eq!(on_disk(&path).montages[&host].notifies[0].name, "Typed");
}

/// A small file that asks for much memory: a person is asked, and what was allowed last is not
/// offered again.
#[test]
fn an_import_that_asks_for_much_memory_is_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("greedy.gltf");
    let text = r#"{"asset": {"version": "2.0"}, "nodes": [{"mesh": 0, "name": "a"}],
        "accessors": [{"componentType": 5126, "count": 4000000000, "type": "VEC3"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}]}"#;
    fs::write(&file, text).unwrap();
    let mut window = open_at(SIZE, 1.0, None);
    settle(&mut window);
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .route(&ctx, FileAction::ImportPaths(vec![file]).into());
    wait_until(&mut window, "the question", |app| {
        !app.dialogs.questions.is_empty()
    });
    settle(&mut window);
    assert!(has(&window, "greedy.gltf needs a lot of memory"));
    keep(&mut window, "much memory");
    let way = |window: &Window, title: &str| window.query_all_by_label_contains(title).count();
    assert_eq!(
        (
            way(&window, "Allow up to 1 GB more"),
            way(&window, "Allow up to 4 GB more")
        ),
        (1, 1)
    );
    window
        .get_by_label_contains("Allow up to 1 GB more")
        .click();
    settle(&mut window);
    wait_until(&mut window, "the second question", |app| {
        !app.dialogs.questions.is_empty()
    });
    settle(&mut window);
    assert_eq!(
        (
            way(&window, "Allow up to 1 GB more"),
            way(&window, "Allow up to 4 GB more")
        ),
        (0, 1)
    );
    press(&mut window, Key::Escape);
    settle(&mut window);
    assert!(window.state().dialogs.questions.is_empty());
}

/// A window of a project, whose journals lie there.
fn reopened(journals: &Path, path: &Path) -> Window {
    let mut window = with_journals(journals, None);
    let ctx = window.ctx.clone();
    window.state_mut().open_path(&ctx, path.to_owned());
    wait_until(&mut window, "opening", |app| {
        app.disk.path.is_some() && app.session.active.is_some()
    });
    settle(&mut window);
    window
}

fn save(window: &mut Window) {
    let ctx = window.ctx.clone();
    window.state_mut().save(&ctx);
    wait_until(window, "saving", |app| {
        app.is_saved() && !app.jobs.is_busy()
    });
    settle(window);
}

/// Undo goes on at the next start, where all was saved: once, and again after that.
#[test]
fn the_history_of_a_saved_project_comes_back_with_its_tabs() {
    let (_folder, path) = saved();
    let journals = tempfile::tempdir().unwrap();
    let mut window = reopened(journals.path(), &path);
    edit(&mut window, "Idle", 2.0);
    edit(&mut window, "Idle", 3.0);
    save(&mut window);
    edit(&mut window, "Idle", 4.0);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    let count = steps(&window);
    assert!(window.state().is_saved() && count >= 2);
    end_journal(&mut window);
    drop(window);
    for _ in 0..2 {
        let mut window = reopened(journals.path(), &path);
        assert!(window.state().is_saved());
        assert_eq!(
            (rate(project(&window), "Idle"), steps(&window)),
            (3.0, count)
        );
        chord(&mut window, Modifiers::COMMAND, Key::Z);
        assert_eq!(rate(project(&window), "Idle"), 2.0);
        chord(&mut window, Modifiers::COMMAND, Key::Y);
        chord(&mut window, Modifiers::COMMAND, Key::Y);
        assert_eq!(rate(project(&window), "Idle"), 4.0, "what was undone too");
        chord(&mut window, Modifiers::COMMAND, Key::Z);
        assert!(window.state().is_saved(), "it is the saved one again");
        window.state_mut().find_unsaved();
        settle(&mut window);
        assert!(!has(&window, "Restore Sample"), "nobody is asked");
        end_journal(&mut window);
    }
    let kept = fs::read_dir(journals.path()).unwrap().count();
    assert_eq!(kept, 1, "one history a project");
}

#[test]
fn a_project_that_was_changed_elsewhere_has_no_history_from_here() {
    let (_folder, path) = saved();
    let journals = tempfile::tempdir().unwrap();
    let mut window = reopened(journals.path(), &path);
    edit(&mut window, "Idle", 2.0);
    save(&mut window);
    end_journal(&mut window);
    drop(window);
    let mut other = on_disk(&path);
    let (id, clip) = other
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Idle")
        .unwrap();
    let (id, mut clip) = (*id, asset::Clip::clone(clip));
    clip.rate_scale = 5.0;
    let before = on_disk(&path);
    other.clips.insert(id, clip.into());
    ::files::save_project(&path, &other, &::files::Saving::since(Some(&before))).unwrap();
    let window = reopened(journals.path(), &path);
    assert_eq!((rate(project(&window), "Idle"), steps(&window)), (5.0, 0));
}

#[test]
fn tabs_pages_and_playheads_come_back() {
    let (_folder, path) = saved();
    let store = || SettingsStore::of(path.with_extension("settings"));
    let mut window = open_with(SIZE, 1.0, Some(path.clone()), store());
    settle(&mut window);
    let clips: Vec<Id> = project(&window).clips.keys().copied().take(3).collect();
    for clip in &clips {
        window.state_mut().open_asset(*clip);
        settle(&mut window);
    }
    window.state_mut().open_asset(clips[1]);
    window.state_mut().session.put_beside(clips[2]);
    window.state_mut().open_asset(clips[1]);
    window.state_mut().session.transport.position = 0.25;
    settle(&mut window);
    let open = |window: &Window| {
        let session = &window.state().session;
        (
            session.tabs.clone(),
            session.active,
            session.front,
            session.beside.clone(),
        )
    };
    let before = open(&window);
    let ctx = window.ctx.clone();
    window.state_mut().new_project();
    window.state_mut().open_path(&ctx, path.clone());
    settle(&mut window);
    assert_eq!(open(&window), before);
    assert_eq!(window.state().session.transport.position, 0.25);
    drop(window);
    let window = open_with(SIZE, 1.0, Some(path.clone()), store());
    assert_eq!(open(&window), before, "also at the next start");
}
