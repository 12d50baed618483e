//! Compression in the background, its rows in the details, and its report.

use super::*;
use anim::codec::{Bound, CodecReport, EncoderSettings};
use std::sync::{MutexGuard, atomic::Ordering};

/// The sample with its walk open, and every clip to be compressed here.
fn walk() -> Window {
    keep_no_clips();
    let mut window = sample();
    double_click(&mut window, "Asset Walk_Fwd");
    window
}

fn id(window: &Window) -> Id {
    window.state().session.active.unwrap()
}

fn settings(window: &Window) -> Option<EncoderSettings> {
    project(window).clips[&id(window)].compression
}

fn report(window: &Window) -> &CodecReport {
    &window.state().compiled.reports[&id(window)]
}

/// Whether the walk plays compressed keys.
fn plays_compressed(window: &Window) -> bool {
    window
        .state()
        .compiled
        .library
        .clip(anim::Name::new("Walk_Fwd"))
        .unwrap()
        .compressed
        .is_some()
}

fn begun(window: &Window) -> usize {
    window.state().compressor.probe.begun.load(Ordering::SeqCst)
}

/// While the guard lives, nothing that was begun gets done.
fn held(probe: &crate::compression::CompressionProbe) -> MutexGuard<'_, ()> {
    probe.gate.lock().unwrap()
}

fn type_precision(window: &mut Window, cm: &str) {
    type_number(window, "Tolerance", cm);
}

#[track_caller]
fn type_number(window: &mut Window, field: &str, text: &str) {
    window.get_by_label(field).click();
    settle(window);
    chord(window, Modifiers::COMMAND, Key::A);
    type_text(window, text);
    press(window, Key::Enter);
}

#[test]
fn the_window_goes_on_while_a_clip_is_compressed_beside_it() {
    let mut window = walk();
    assert!(plays_compressed(&window) && has(&window, "Within tolerance"));
    let (probe, before) = (window.state().compressor.probe.clone(), begun(&window));
    let gate = held(&probe);
    type_precision(&mut window, "0.05");
    assert_eq!(settings(&window).unwrap().precision, 5e-4);
    assert!(
        !plays_compressed(&window) && has(&window, "Compressing…"),
        "raw keys play in the meantime"
    );
    assert!(
        window.state().engine.frame.is_some()
            && !window.state().compiled.reports.contains_key(&id(&window))
    );
    assert!(
        window.query_by_label_contains(" : 1").is_some(),
        "the facts of before stay where they are"
    );
    // An edit of anything else neither waits for it nor begins it again.
    to_timeline(&mut window);
    press(&mut window, Key::Enter);
    assert_eq!(
        (steps(&window), window.state().compiled.pending.len()),
        (2, 1)
    );
    drop(gate);
    compressed(&mut window);
    assert_eq!(
        (report(&window).precision, begun(&window) - before),
        (5e-4, 1)
    );
    assert!(plays_compressed(&window) && has(&window, "Within tolerance"));
}

#[test]
fn an_edit_while_its_work_runs_begins_again_and_the_last_one_counts() {
    let mut window = walk();
    let (probe, before) = (window.state().compressor.probe.clone(), begun(&window));
    let gate = held(&probe);
    for cm in ["0.02", "0.03", "0.04"] {
        type_precision(&mut window, cm);
    }
    wait_until(&mut window, "the first", |app| {
        app.compressor.probe.begun.load(Ordering::SeqCst) > before
    });
    assert_eq!(
        begun(&window) - before,
        1,
        "a clip has one thread at a time"
    );
    drop(gate);
    compressed(&mut window);
    assert_eq!(
        (report(&window).precision, begun(&window) - before),
        (4e-4, 2),
        "what was overtaken is left out"
    );
    // The settings of before are other work again.
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    compressed(&mut window);
    assert_eq!(
        (report(&window).precision, begun(&window) - before),
        (3e-4, 3)
    );
}

#[test]
fn a_cancelled_clip_plays_every_key_says_so_and_can_begin_again() {
    let mut window = walk();
    window.state_mut().compressor.patience = Duration::ZERO;
    let (probe, before) = (window.state().compressor.probe.clone(), begun(&window));
    let gate = held(&probe);
    type_precision(&mut window, "0.05");
    wait_until(&mut window, "the work", |app| {
        app.compressor.probe.begun.load(Ordering::SeqCst) > before
    });
    click(&mut window, "Show jobs");
    assert!(has(&window, "Compress Walk_Fwd"));
    click(&mut window, "Cancel");
    assert!(has(&window, "Cancelled: plays uncompressed") && window.state().compressor.is_idle());
    drop(gate);
    wait_until(&mut window, "the job", |app| !app.jobs.is_busy());
    settle(&mut window);
    assert!(
        has(
            &window,
            "Cancelled after 0 of 1; the other clips are not compressed"
        ) && !plays_compressed(&window)
    );
    to_timeline(&mut window);
    press(&mut window, Key::Enter);
    assert!(
        steps(&window) == 2 && begun(&window) - before == 1,
        "another edit does not begin it again"
    );
    press(&mut window, Key::Escape);
    click(&mut window, "Compress now");
    compressed(&mut window);
    assert!(plays_compressed(&window) && begun(&window) - before == 2);
    // An edit of what was cancelled is new work.
    type_precision(&mut window, "0.06");
    compressed(&mut window);
    assert_eq!(report(&window).precision, 6e-4);
}

#[test]
fn short_work_is_not_listed() {
    let mut window = walk();
    window.state_mut().compressor.patience = Duration::MAX;
    let probe = window.state().compressor.probe.clone();
    let gate = held(&probe);
    type_precision(&mut window, "0.05");
    assert!(window.state().jobs.is_busy() && !has(&window, "Show jobs"));
    drop(gate);
    compressed(&mut window);
    wait_until(&mut window, "the job", |app| !app.jobs.is_busy());
    assert!(window.state().dock.is_shown(Panel::EventLog));
    click(&mut window, "Jobs");
    assert!(has(&window, "No jobs"));
}

#[test]
fn precision_and_bound_are_edits() {
    let mut window = walk();
    let root = project(&window).clone();
    let at = rect(&window, "Tolerance").center();
    drag(&mut window, at, vec2(40.0, 0.0));
    compressed(&mut window);
    assert!(
        settings(&window).unwrap().precision > 1e-4 && steps(&window) == 1,
        "a drag is one step"
    );
    let choose = |window: &mut Window, option: &str| {
        window.get_by_label("Mode").click();
        settle(window);
        click(window, option);
        compressed(window);
    };
    choose(&mut window, "Lossy, 99 % within tolerance");
    assert_eq!(settings(&window).unwrap().bound, Bound::P99);
    assert!(
        report(&window).p99_error <= report(&window).precision && has(&window, "Within tolerance")
    );
    choose(&mut window, "Off: keep every key");
    assert!(
        settings(&window).is_none() && has(&window, "Not compressed") && !has(&window, "Report")
    );
    assert!(!plays_compressed(&window) && !has(&window, "Tolerance"));
    for _ in 0..steps(&window) {
        chord(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert!(Arc::ptr_eq(project(&window), &root));
    compressed(&mut window);
    let before = settings(&window).unwrap().precision;
    type_precision(&mut window, "0");
    assert_eq!(
        settings(&window).unwrap().precision,
        before,
        "out of range is refused"
    );
    assert!(window.query_by_label_contains("0 is outside").is_some());
    type_precision(&mut window, "0.0001");
    assert_eq!(settings(&window).unwrap().precision, 1e-6);
}

#[test]
fn a_precision_out_of_reach_is_red_and_says_what_to_do() {
    let mut window = walk();
    press(&mut window, Key::F9);
    let (clip, out_of_reach) = (
        id(&window),
        EncoderSettings {
            precision: 1e-7,
            ..EncoderSettings::default()
        },
    );
    let command = document::Command::Clip(
        clip,
        document::ClipCommand::SetCompression(Some(out_of_reach)),
    );
    window.state_mut().document.perform(&command, None).unwrap();
    window.step();
    compressed(&mut window);
    assert!(report(&window).is_red() && has(&window, "Over tolerance"));
    assert!(
        window
            .query_by_label_contains("Raise the tolerance")
            .is_some()
    );
    assert!(has(&window, "Show problems") && plays_compressed(&window));
    keep(&mut window, "compression missed");
}

#[test]
fn a_clip_that_cannot_be_compressed_says_why() {
    let mut window = walk();
    let clip = id(&window);
    let reason = anim::codec::EncodeError::BadValue { frame: 3, bone: 2 };
    let compiled = &mut window.state_mut().compiled;
    compiled.reports.remove(&clip);
    compiled.diagnostics.push(asset::Diagnostic {
        severity: asset::Severity::Warning,
        subject: asset::Subject {
            asset: clip,
            item: None,
        },
        kind: asset::diagnostic::Kind::NotCompressed { reason },
    });
    press(&mut window, Key::F9);
    assert!(
        has(&window, "Failed: plays uncompressed")
            && has(&window, "Frame 3 has no usable value for bone 2.")
    );
    assert!(has(
        &window,
        "The clip plays uncompressed: frame 3 has no usable value for bone 2."
    ));
    assert!(!has(&window, "Worst frame"));
}

/// Of a frame of the compiled walk, which need not be even.
fn time_of(window: &Window, frame: u32) -> f64 {
    let library = &window.state().compiled.library;
    library
        .clip(anim::Name::new("Walk_Fwd"))
        .unwrap()
        .key_time(frame as usize)
}

#[test]
fn the_worst_frame_is_one_click_away() {
    let mut window = walk();
    click(&mut window, "Worst frame");
    let (bone, frame) = (report(&window).worst_bone, report(&window).worst_frame);
    let time = time_of(&window, frame);
    assert_eq!(
        window.state().views.kinds.skeleton.selected_bone,
        Some(bone)
    );
    assert!(window.state().dock.is_shown(Panel::Skeleton));
    assert!((window.state().session.transport.position - time).abs() < 1e-4);
    let name = &project(&window).skeletons.values().next().unwrap().bones[bone].name;
    assert!(
        has(&window, &format!("Bone {name}")),
        "the panel has come to it"
    );
    keep(&mut window, "compression worst frame");
    double_click(&mut window, "Tab AM_ChargedAttack");
    chord(&mut window, Modifiers::COMMAND, Key::P);
    type_text(&mut window, "worst frame");
    press(&mut window, Key::Enter);
    assert!(
        window.state().dialogs.palette.is_some(),
        "a montage has none"
    );
}

#[test]
fn the_report_shows_where_the_error_is() {
    let mut window = walk();
    press(&mut window, Key::F9);
    assert!(window.state().dock.is_shown(Panel::Compression));
    keep(&mut window, "compression report");
    let plot = rect(&window, "Error over time");
    let at = plot.center();
    window.hover_at(at);
    window.step();
    hold(&mut window, at);
    release(&mut window, at);
    let position = window.state().session.transport.position;
    assert!(
        (position - 0.5).abs() < 0.1 && (position * 30.0).fract() < 1e-6,
        "{position}"
    );
    let worst = report(&window).worst_bone;
    let bones = project(&window)
        .skeletons
        .values()
        .next()
        .unwrap()
        .bones
        .clone();
    let rows: Vec<f32> = window
        .query_all_by_label_contains("Error of ")
        .map(|row| row.rect().top())
        .collect();
    let first = rect(&window, &format!("Error of {}", bones[worst].name)).top();
    assert!(
        rows.len() > 3 && rows.iter().all(|top| *top >= first),
        "the worst bone stands first"
    );
    click(&mut window, &format!("Error of {}", bones[worst].name));
    assert_eq!(
        window.state().views.kinds.skeleton.selected_bone,
        Some(worst)
    );
    let time = time_of(&window, report(&window).worst_frame);
    assert!((window.state().session.transport.position - time).abs() < 1e-4);
    keep(&mut window, "compression bone");
    click_tab(&mut window, "Timeline");
    assert!(!has(&window, "Error over time") && has(&window, "Sync marker L"));
    click_tab(&mut window, "Compression");
    double_click(&mut window, "Tab AM_ChargedAttack");
    assert!(has(&window, "Section Windup"), "a montage has its timeline");
}

#[test]
fn a_small_window_holds_the_report() {
    let mut window = open_at(vec2(960.0, 600.0), 1.0, None);
    let clip = super::walkthrough::only(&window, asset::AssetKind::Clip, "Walk_Fwd");
    window.state_mut().open_asset(clip);
    settle(&mut window);
    press(&mut window, Key::F9);
    keep(&mut window, "compression small");
    for label in [
        "Play (Space)",
        "Timeline",
        "Frame all (Home)",
        "Error over time",
    ] {
        let at = rect(&window, label);
        assert!(
            Rect::from_min_size(Pos2::ZERO, vec2(960.0, 600.0)).contains_rect(at),
            "{label} {at:?}"
        );
    }
}

#[test]
fn without_a_report_it_says_why() {
    let mut window = walk();
    press(&mut window, Key::F9);
    window.get_by_label("Mode").click();
    settle(&mut window);
    click(&mut window, "Off: keep every key");
    assert!(has(
        &window,
        "This clip keeps every key. Compression makes it much smaller."
    ));
    keep(&mut window, "compression off");
    click_button(&mut window, "Compress");
    compressed(&mut window);
    assert!(
        has(&window, "Error over time") && settings(&window) == Some(EncoderSettings::default())
    );
}
