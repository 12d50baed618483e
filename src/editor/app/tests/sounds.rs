//! Sounds: imported, on a timeline, named by notifies, heard and muted. What is heard is asked of
//! the mixer and measured.

use super::{
    files::{answer, drop_files},
    *,
};
use crate::action::{NotifyClassAction, TimelineAction, TransportAction, ViewAction};
use asset::{
    LaneSound,
    notify_class::{FieldValue, Template},
};
use document::{Command, NotifyCommand, ProjectCommand};
use std::f32::consts::TAU;

const RATE: u32 = 8000;

/// A tone of half of full scale, as a WAV file.
fn wav(hertz: f32, seconds: f32) -> Vec<u8> {
    let count = (RATE as f32 * seconds) as u32;
    let mut bytes = Vec::new();
    bytes.extend(b"RIFF");
    bytes.extend((36 + count * 2).to_le_bytes());
    bytes.extend(b"WAVEfmt ");
    bytes.extend(16u32.to_le_bytes());
    for half in [1u16, 1] {
        bytes.extend(half.to_le_bytes());
    }
    bytes.extend(RATE.to_le_bytes());
    bytes.extend((RATE * 2).to_le_bytes());
    for half in [2u16, 16] {
        bytes.extend(half.to_le_bytes());
    }
    bytes.extend(b"data");
    bytes.extend((count * 2).to_le_bytes());
    for at in 0..count {
        let value = (at as f32 / RATE as f32 * hertz * TAU).sin() * 16_384.0;
        bytes.extend((value as i16).to_le_bytes());
    }
    bytes
}

fn write(folder: &tempfile::TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

fn act(window: &mut Window, action: impl Into<crate::action::EditorAction>) {
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, action.into());
    settle(window);
}

/// While it plays no pass is the last.
fn playing(window: &mut Window, action: TransportAction) {
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, action.into());
    window.run_steps(2);
}

/// A second of 440 Hz, dropped beside the timeline, called “line”.
fn with_sound() -> (Window, Id, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder, "line.wav", &wav(440.0, 1.0));
    let mut window = sample();
    let open = window.state().session.active.unwrap();
    window.hover_at(Pos2::new(20.0, 20.0));
    window.step();
    drop_files(&mut window, &[path]);
    wait_until(&mut window, "the sound", |app| {
        !app.document.project().sounds.is_empty()
    });
    act(&mut window, ViewAction::OpenAsset(open));
    let sound = *project(&window).sounds.keys().next().unwrap();
    let file = project(&window).sounds[&sound].clone();
    window.state_mut().views.sounds.get(&file);
    wait_until(&mut window, "decoding", |app| {
        !app.views.sounds.is_loading()
    });
    (window, sound, folder)
}

fn lane(window: &Window) -> &[LaneSound] {
    &montage(window).sounds
}

/// Passes at the pace of the clock, and all that is heard meanwhile: the greatest value of each
/// hundredth of a second.
fn listen(window: &mut Window, seconds: f64) -> Vec<f32> {
    let (start, mut asked) = (Instant::now(), 0);
    let mut loud = Vec::new();
    while start.elapsed().as_secs_f64() < seconds {
        window.step();
        let due = (start.elapsed().as_secs_f64() * 100.0) as usize;
        while asked < due {
            let mut out = [[0.0f32; 2]; 480];
            window.state().sounding.player().fill(&mut out);
            loud.push(
                out.iter()
                    .flatten()
                    .fold(0.0, |most, value| value.abs().max(most)),
            );
            asked += 1;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    loud
}

fn loudest(heard: &[f32]) -> f32 {
    heard.iter().copied().fold(0.0, f32::max)
}

#[test]
fn a_dropped_sound_is_an_asset_that_is_saved_opened_and_undone() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder, "Step.wav", &wav(440.0, 0.25));
    let mut window = sample();
    details_alone(&mut window);
    window.hover_at(Pos2::new(20.0, 20.0));
    drop_files(&mut window, std::slice::from_ref(&path));
    wait_until(&mut window, "the sound", |app| {
        !app.document.project().sounds.is_empty()
    });
    settle(&mut window);
    assert_eq!(steps(&window), 1);
    let sound = project(&window).sounds.values().next().unwrap().clone();
    assert_eq!(
        (sound.name.as_str(), sound.ending.as_str()),
        ("Step", "wav")
    );
    assert_eq!(*sound.bytes, *std::fs::read(&path).unwrap());
    assert!((sound.seconds - 0.25).abs() < 1e-3);
    assert!(has(&window, "Waveform") && has(&window, "Play sound"));
    keep(&mut window, "sound");
    // The very same file again is no second one.
    drop_files(&mut window, &[path]);
    wait_until(&mut window, "the toast", |app| {
        let mut toasts = app.session.toasts.iter();
        toasts.any(|toast| toast.title == "Already in the project")
    });
    assert_eq!(steps(&window), 1);
    let before = project(&window).clone();
    chord(&mut window, Modifiers::COMMAND, Key::S);
    answer(&mut window, folder.path(), "saved");
    wait_until(&mut window, "saving", |app| app.document.is_saved());
    let saved = folder.path().join("saved");
    let Ok(::files::Opened::Project {
        project: opened, ..
    }) = ::files::open(&saved)
    else {
        panic!("it opens")
    };
    assert_eq!(opened.sounds, before.sounds);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(project(&window).sounds.is_empty());
}

#[test]
fn a_file_that_is_no_sound_says_so_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder, "music.ogg", b"ID3 and more");
    let mut window = sample();
    drop_files(&mut window, &[path]);
    wait_until(&mut window, "the error", |app| {
        !app.session.toasts.is_empty()
    });
    let toast = window.state().session.toasts[0].clone();
    assert_eq!(toast.title, "music.ogg could not be imported");
    assert!(toast.line.contains("MP3"), "{}", toast.line);
    assert_eq!(steps(&window), 0);
}

#[test]
fn a_sound_dropped_on_the_timeline_lies_at_its_time_and_is_dragged_renamed_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder, "line.wav", &wav(440.0, 0.5));
    let mut window = sample();
    to_timeline(&mut window);
    let track = rect(&window, "Notify Foot_L");
    let foot = notify(&window, "Foot_L").time;
    window.hover_at(track.center());
    window.step();
    drop_files(&mut window, &[path]);
    wait_until(&mut window, "the sound", |app| {
        !app.document.project().sounds.is_empty()
    });
    settle(&mut window);
    assert_eq!((lane(&window).len(), steps(&window)), (1, 1));
    assert!((lane(&window)[0].time - foot).abs() < 1.5 * frame(&window));
    let (start, by) = (lane(&window)[0].time, seconds(&window, 0.4));
    let at = rect(&window, "Sound line");
    assert!(
        (at.width() - seconds(&window, 0.5).x).abs() < 2.0,
        "as long as it is"
    );
    keep(&mut window, "sound lane");
    hold(&mut window, at.center());
    move_to(&mut window, at.center(), at.center() + by);
    release(&mut window, at.center() + by);
    let moved = lane(&window)[0].time;
    assert!(
        (moved - start - 0.4).abs() < 1.5 * frame(&window),
        "{moved}"
    );
    assert_eq!(steps(&window), 2);
    to_timeline(&mut window);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(lane(&window)[0].time, start);
    click(&mut window, "Sound line");
    press(&mut window, Key::F2);
    type_text(&mut window, "Hello");
    press(&mut window, Key::Enter);
    assert_eq!(lane(&window)[0].name, "Hello");
    assert_eq!(
        project(&window).sounds.values().next().unwrap().name,
        "line"
    );
    click(&mut window, "Sound Hello");
    assert_eq!(selected(&window).len(), 1);
    to_timeline(&mut window);
    press(&mut window, Key::Delete);
    assert!(lane(&window).is_empty());
}

#[test]
fn a_sound_from_the_assets_lands_on_the_timeline_and_one_at_the_playhead() {
    let (mut window, sound, _folder) = with_sound();
    let from = rect(&window, "Asset line").center();
    let to = rect(&window, "Notify Foot_L").center();
    hold(&mut window, from);
    move_to(&mut window, from, to);
    release(&mut window, to);
    assert_eq!(lane(&window).len(), 1);
    assert!((lane(&window)[0].time - notify(&window, "Foot_L").time).abs() < 1.5 * frame(&window));
    act(&mut window, TransportAction::GoTo(0.5));
    act(&mut window, TimelineAction::AddSoundOf(sound));
    assert!((lane(&window)[1].time - 0.5).abs() < 1e-3);
    // The only one of the project needs no question.
    act(&mut window, TimelineAction::AddSound);
    assert_eq!(lane(&window).len(), 3);
}

#[test]
fn a_sound_on_the_timeline_is_heard_in_step_until_playback_stops_or_is_muted() {
    let (mut window, sound, _folder) = with_sound();
    act(&mut window, TransportAction::GoTo(0.2));
    act(&mut window, TimelineAction::AddSoundOf(sound));
    act(&mut window, TransportAction::GoTo(0.0));
    listen(&mut window, 0.3);
    playing(&mut window, TransportAction::TogglePlay);
    let heard = listen(&mut window, 0.7);
    let app = window.state();
    let place = app.session.transport.position - 0.2;
    let voice = app
        .sounding
        .heard_at(lane(&window)[0].id)
        .expect("it plays");
    assert!((voice - place).abs() < 0.1, "{voice} {place}");
    let first = heard
        .iter()
        .position(|value| *value > 0.1)
        .expect("it is heard");
    assert!(
        (10..40).contains(&first),
        "{first}: about 0.2 s after the start"
    );
    // Half of full scale at 80 %, which is 0.64.
    assert!((loudest(&heard) - 0.32).abs() < 0.01, "{}", loudest(&heard));
    playing(&mut window, TransportAction::ToggleMute);
    listen(&mut window, 0.05);
    assert_eq!(loudest(&listen(&mut window, 0.1)), 0.0);
    assert!(has(&window, "Unmute sound"));
    playing(&mut window, TransportAction::ToggleMute);
    assert!(loudest(&listen(&mut window, 0.2)) > 0.1);
    act(&mut window, TransportAction::Pause);
    listen(&mut window, 0.05);
    assert_eq!(loudest(&listen(&mut window, 0.2)), 0.0);
    act(&mut window, TransportAction::GoTo(0.3));
    listen(&mut window, 0.2);
    playing(&mut window, TransportAction::PlayAt(-1.0));
    assert_eq!(loudest(&listen(&mut window, 0.15)), 0.0, "silent backwards");
}

#[test]
fn dragging_the_playhead_plays_snips_and_a_still_one_nothing() {
    let (mut window, sound, _folder) = with_sound();
    act(&mut window, TransportAction::GoTo(0.0));
    act(&mut window, TimelineAction::AddSoundOf(sound));
    listen(&mut window, 0.3);
    act(&mut window, TransportAction::Seek(0.4));
    let snip = listen(&mut window, 0.3);
    let sounding = snip.iter().filter(|value| **value > 0.01).count();
    assert!(
        (5..=8).contains(&sounding),
        "{sounding} hundredths of a second"
    );
    assert_eq!(loudest(&listen(&mut window, 0.2)), 0.0);
}

#[test]
fn a_notify_that_fires_plays_the_sound_that_it_names() {
    let (mut window, _, _folder) = with_sound();
    let open = window.state().session.active.unwrap();
    act(&mut window, NotifyClassAction::New(Template::PlaySound));
    let class_id = window.state().session.active.unwrap();
    let class = &project(&window).notify_classes[&class_id];
    let fields = [class.fields[0].id, class.fields[1].id];
    act(&mut window, ViewAction::OpenAsset(open));
    details_alone(&mut window);
    let name = |window: &mut Window, text: &str| {
        let mut notify = notify(window, "Foot_L").clone();
        notify.class = Some(class_id);
        notify
            .fields
            .insert(fields[0], FieldValue::Asset(text.into()));
        notify.fields.insert(fields[1], FieldValue::Number(-6.0206));
        let set = Command::Notify(open, NotifyCommand::Set(notify));
        act(window, crate::action::EditAction::Perform(set, None));
    };
    name(&mut window, "of_the_game");
    click(&mut window, "Notify Foot_L");
    scroll_to(&mut window, "Not heard here");
    name(&mut window, "line");
    assert!(!has(&window, "Not heard here"));
    scroll_to(&mut window, "Play sound");
    keep(&mut window, "sound of a notify");
    let at = f64::from(notify(&window, "Foot_L").time);
    act(&mut window, TransportAction::GoTo((at - 0.15).max(0.0)));
    listen(&mut window, 0.3);
    playing(&mut window, TransportAction::TogglePlay);
    let heard = listen(&mut window, 0.6);
    let id = notify(&window, "Foot_L").id.0;
    let mut rows = window.state().session.log.rows.iter();
    let fired = rows.find(|row| row.event.id == id).expect("it fired");
    assert!((0.3..=1.0).contains(&fired.event.weight));
    // Half of full scale, 6 dB less, at 0.64, and as much as the montage counts.
    let due = 0.16 * fired.event.weight;
    let loudest_heard = loudest(&heard);
    assert!((loudest_heard - due).abs() < 0.01, "{loudest_heard} {due}");
    act(&mut window, TransportAction::Pause);
    listen(&mut window, 0.3);
    // By itself, whatever plays.
    window.get_by_label("Play sound").click();
    window.run_steps(2);
    let alone = listen(&mut window, 0.3);
    assert!((loudest(&alone) - 0.32).abs() < 0.03, "{}", loudest(&alone));
    window.get_by_label("Stop sound").click();
    window.run_steps(2);
    listen(&mut window, 0.05);
    assert_eq!(loudest(&listen(&mut window, 0.1)), 0.0);
}

#[test]
fn a_sound_that_is_gone_is_a_problem_that_says_what_to_do() {
    let (mut window, sound, _folder) = with_sound();
    act(&mut window, TimelineAction::AddSoundOf(sound));
    let delete = Command::Project(ProjectCommand::DeleteAsset(sound));
    act(
        &mut window,
        crate::action::EditAction::Perform(delete, None),
    );
    assert!(project(&window).sounds.contains_key(&sound), "it is in use");
    change(&mut window, |project| drop(project.sounds.remove(&sound)));
    wait_until(&mut window, "the problem", |app| {
        let mut found = app.compiled.diagnostics.iter();
        found.any(|it| it.kind == asset::diagnostic::Kind::SoundMissing)
    });
    settle(&mut window);
    assert!(has(&window, "Sound line"), "it is still there");
}

#[test]
fn loudness_and_mute_are_remembered() {
    let mut window = sample();
    act(&mut window, TransportAction::SetVolume(35));
    act(&mut window, TransportAction::ToggleMute);
    let kept = super::super::stored::stored_preferences(&window.state().store);
    assert_eq!((kept.volume, kept.is_muted), (35, true));
    act(&mut window, TransportAction::SetVolume(50));
    assert!(
        !window.state().session.preferences.is_muted,
        "who turns it up wants to hear it"
    );
}
