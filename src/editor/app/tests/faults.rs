//! Faults of the program itself: they are told, reported, and the window goes on.

use super::{graphs::act, *};
use crate::action::{EditAction, TransportAction};
use crate::jobs::{JobTitle, Task};
use anim::Library;
use std::{fs, sync::atomic::Ordering};
use studio::{PreviewSubject, Snapshot};

/// Reports go into this folder.
fn reporting(folder: &Path) -> Window {
    let mut window = sample();
    window.state_mut().faults.report_folder = Some(folder.to_owned());
    window
}

fn reports(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten();
    files
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect()
}

/// Nothing comes to rest from here on.
fn play(window: &mut Window) {
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .act(&ctx, TransportAction::PlayAt(1.0).into());
}

fn toast(window: &Window) -> String {
    window
        .state()
        .session
        .toasts
        .last()
        .map(|toast| format!("{}\n{}", toast.title, toast.line))
        .unwrap_or_default()
}

/// A library that no compiler makes: playing a montage of it panics.
fn hostile(library: &Library) -> Arc<Library> {
    let mut library = library.clone();
    for montage in &mut library.montages {
        Arc::make_mut(montage).sections = Vec::new().into();
    }
    library.into()
}

#[test]
fn a_panic_of_the_engine_is_told_and_the_preview_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = reporting(folder.path());
    wait_until(&mut window, "the montage", |app| app.engine.frame.is_some());
    let sound = window.state().compiled.library.clone();
    let app = window.state_mut();
    app.compiled.library = hostile(&sound);
    app.engine.engine().set_snapshot(Snapshot {
        revision: app.engine.revision(),
        library: app.compiled.library.clone(),
    });
    play(&mut window);
    wait_until(&mut window, "the fault", |app| {
        app.faults.rests(app.engine.revision(), app.wanted())
    });
    settle(&mut window);
    let told = toast(&window);
    assert!(
        told.starts_with("The preview hit an internal error\nThis asset stays hidden"),
        "{told}"
    );
    assert!(
        told.contains("Report: ") && reports(folder.path()).len() >= 2,
        "{told}"
    );
    assert_eq!(
        (
            window.state().engine.shown(),
            window.state().session.transport.playing
        ),
        (PreviewSubject::None, false)
    );
    window.state_mut().show_panel(Panel::Problems);
    settle(&mut window);
    assert!(
        window
            .query_by_label_contains("errors. This asset stays hidden")
            .is_some()
    );
    assert!(has(&window, "Preview stopped"));
    keep(&mut window, "a fault of the preview");
    let count = reports(folder.path()).len();
    click(&mut window, "Restart preview");
    wait_until(&mut window, "the fault", |app| {
        app.faults.rests(app.engine.revision(), app.wanted())
    });
    assert!(reports(folder.path()).len() > count);
    // An edit compiles anew: what plays is sound again.
    change(&mut window, |project| project.name.push('!'));
    wait_until(&mut window, "a frame", |app| {
        app.engine.frame.is_some() && app.engine.shown() != PreviewSubject::None
    });
    play(&mut window);
    wait_until(&mut window, "time", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| frame.position > 0.1)
    });
    assert!(
        window
            .query_by_label_contains("The preview hit internal errors")
            .is_none()
    );
}

#[test]
fn an_edit_that_cannot_be_compiled_shows_the_state_before_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = reporting(folder.path());
    window.state_mut().show_panel(Panel::Problems);
    let library = window.state().compiled.library.clone();
    window.state_mut().compiler.fault();
    settle(&mut window);
    assert!(
        toast(&window).starts_with("The last edit cannot be compiled\n"),
        "{}",
        toast(&window)
    );
    assert!(
        Arc::ptr_eq(&window.state().compiled.library, &library)
            && !window.state().compiler.is_busy()
    );
    let told = window.query_all_by_label_contains("The last edit cannot be compiled");
    assert_eq!(told.count(), 2, "a toast and a problem");
    assert!(reports(folder.path())[0].contains("made-up fault"));
    act(&mut window, EditAction::Undo);
    change(&mut window, |project| project.name.push('!'));
    assert!(!Arc::ptr_eq(&window.state().compiled.library, &library));
    assert!(window.state().told_faults().is_empty());
}

#[test]
fn a_job_that_panics_has_failed_and_nothing_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = reporting(folder.path());
    window.state_mut().disk.after_save = Some(FileAction::Quit.into());
    window.state_mut().disk.unsaved.asks = true;
    for (what, task) in [
        ("Save", Task::Save),
        ("Look", Task::LookOutside),
        ("Reduce", Task::ReduceKeys),
    ] {
        let app = window.state_mut();
        let title = JobTitle::from(what.to_owned()).of(task);
        app.jobs.start(title, |_| panic!("made-up fault"));
        wait_until(&mut window, "its end", |app| !app.jobs.is_busy());
        settle(&mut window);
        assert!(
            toast(&window).starts_with(&format!("{what} hit an internal error\n")),
            "{}",
            toast(&window)
        );
    }
    let app = window.state();
    assert!(app.disk.after_save.is_none() && !app.disk.unsaved.asks);
    assert!(!app.views.kinds.clip.is_reducing);
    assert!(app.jobs.listed().all(|job| job.failed && !job.is_running()));
    assert_eq!(reports(folder.path()).len(), 3);
    // Saving works as before.
    let path = folder.path().join("project");
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .save_to(&ctx, path.clone(), ::files::Others::Refuse, true);
    assert!(::files::is_project(&path));
}

#[test]
fn a_clip_whose_compression_panics_plays_every_key_and_the_others_are_compressed() {
    keep_no_clips();
    let folder = tempfile::tempdir().unwrap();
    let mut window = reporting(folder.path());
    let (probe, clips) = (
        window.state().compressor.probe.clone(),
        project(&window).clips.len(),
    );
    probe.panics.store(2, Ordering::SeqCst);
    change(&mut window, |project| {
        for clip in project.clips.values_mut() {
            let settings = Arc::make_mut(clip).compression.as_mut().unwrap();
            settings.precision *= 0.5;
        }
    });
    let is_over = |app: &App| app.compressor.is_idle() && app.session.toasts.len() == 2;
    wait_until(&mut window, "the others", |app| {
        is_over(app) && app.compiled.pending.len() < 3
    });
    settle(&mut window);
    assert!(
        toast(&window).contains("made-up fault"),
        "{}",
        toast(&window)
    );
    assert!(
        clips > 3 && window.state().compiled.pending.len() == 2,
        "{clips}"
    );
}

#[test]
fn a_fault_that_ended_the_program_is_offered_once_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    ::files::write_report(
        folder.path(),
        1,
        "fault    made-up\nplace    src/anim/clip.rs:1",
        true,
    )
    .unwrap();
    let mut window = reporting(folder.path());
    window.state_mut().find_report();
    settle(&mut window);
    assert!(has(&window, "Mutoscope hit an internal error"));
    assert!(
        window
            .query_by_label_contains("src/anim/clip.rs:1")
            .is_some()
    );
    keep(&mut window, "a report");
    click(&mut window, "Copy report");
    settle(&mut window);
    assert!(toast(&window).starts_with("Report copied\n"));
    assert!(!has(&window, "Mutoscope hit an internal error"));
    window.state_mut().find_report();
    settle(&mut window);
    assert!(!has(&window, "Mutoscope hit an internal error"));
}

#[test]
fn a_window_whose_device_is_lost_goes_on_in_another_one() {
    let mut window = sample();
    let montage = document::Selection::asset(*project(&window).montages.keys().next().unwrap());
    act(&mut window, EditAction::RenameTo(montage, "Kept".into()));
    let device = window.state().viewport.as_ref().unwrap().device().clone();
    device.destroy();
    let _ = device.poll(wgpu::PollType::wait_indefinitely());
    window.step();
    assert!(window.state().is_moving && window.state().viewport.as_ref().unwrap().is_lost());
    let (steps_before, root) = (steps(&window), project(&window).clone());
    let mut other = open_in(SIZE, 1.0, |cc| {
        let empty = App::empty(
            cc,
            Picker::in_app(),
            Recent::default(),
            SettingsStore::default(),
        )
        .unwrap();
        let mut app = std::mem::replace(window.state_mut(), empty);
        app.move_to(cc);
        app
    });
    settle(&mut other);
    assert!(!other.state().is_moving && !other.state().viewport.as_ref().unwrap().is_lost());
    assert!(Arc::ptr_eq(project(&other), &root) && steps(&other) == steps_before);
    assert!(toast(&other).starts_with("The graphics device was lost\n"));
    let pictures = |window: &Window| window.state().viewport.as_ref().unwrap().pictures();
    assert!(pictures(&other) > 0, "the character is drawn");
    play(&mut other);
    wait_until(&mut other, "time", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| frame.position > 0.1)
    });
    assert!(pictures(&other) > 1);
}
