//! Notifies from the keyboard: under digits and with Enter, while it stands and while it plays.

use super::*;
use crate::action::TransportAction;

fn menu_of(window: &mut Window, label: &str) {
    window.get_by_label(label).click_secondary();
    settle(window);
}

/// The notify stands under the digit.
fn keep_in(window: &mut Window, notify: &str, digit: u8) {
    menu_of(window, &format!("Notify {notify}"));
    click_button(window, "Keep in quick slot");
    let label = format!("{digit}  ");
    let entry = window
        .query_all_by_label_contains(&label)
        .next()
        .expect("the digit is offered");
    entry.click();
    settle(window);
    press(window, Key::Escape);
    to_timeline(window);
}

fn act(window: &mut Window, action: TransportAction) {
    window.state_mut().act_on_transport(&action);
    settle_playing(window);
}

fn settle_playing(window: &mut Window) {
    for _ in 0..3 {
        window.step();
        std::thread::sleep(Duration::from_millis(6));
    }
}

fn key(key: Key, pressed: bool) -> Event {
    Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    }
}

/// Of this name, by time.
fn times(window: &Window, name: &str) -> Vec<(f32, Option<f32>)> {
    let mut all: Vec<_> = montage(window)
        .notifies
        .iter()
        .filter(|notify| notify.name.starts_with(name))
        .map(|notify| (notify.time, notify.duration))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

fn is_on_a_frame(window: &Window, time: f32) -> bool {
    let count = time / frame(window);
    (count - count.round()).abs() < 1e-2
}

#[test]
fn a_digit_adds_what_is_kept_under_it_at_the_playhead() {
    let mut window = sample();
    keep_in(&mut window, "Foot_L", 3);
    assert_eq!(project(&window).quick_slots.len(), 1);
    keep(&mut window, "quick slots kept");
    let count = steps(&window);
    act(&mut window, TransportAction::Seek(0.7));
    to_timeline(&mut window);
    press(&mut window, Key::Num3);
    let added = times(&window, "Foot_L");
    assert!(
        added.iter().any(|(time, _)| (time - 0.7).abs() < 1e-3),
        "{added:?}"
    );
    let (kept, new) = (
        notify(&window, "Foot_L"),
        montage(&window).notify(selected(&window)[0]).unwrap(),
    );
    assert_eq!(
        (new.track, new.socket, new.class),
        (kept.track, kept.socket, kept.class)
    );
    assert_eq!(steps(&window), count + 1);
    press(&mut window, Key::Num4);
    assert_eq!(steps(&window), count + 1);
    assert_eq!(
        window.state().session.toasts.last().unwrap().title,
        "Quick slot 4 is empty"
    );
    // A state that is tapped while nothing plays is as long as the one that was kept.
    keep_in(&mut window, "HitWindow", 4);
    act(&mut window, TransportAction::Seek(0.2));
    to_timeline(&mut window);
    press(&mut window, Key::Num4);
    assert!(times(&window, "HitWindow").iter().any(|(time, duration)| {
        (time - 0.2).abs() < 1e-3
            && duration.is_some_and(|duration| (duration - 0.1666667).abs() < 1e-3)
    }));
    click_tab(&mut window, "Quick slots");
    keep(&mut window, "quick slots panel");
    let before = montage(&window).notifies.len();
    click(&mut window, "Quick slot 3 Foot_L");
    assert_eq!(montage(&window).notifies.len(), before + 1);
}

#[test]
fn a_digit_held_while_it_plays_makes_one_state_from_press_to_release() {
    let mut window = sample();
    keep_in(&mut window, "HitWindow", 2);
    let count = steps(&window);
    act(
        &mut window,
        TransportAction::SetScope(studio::MontageScope::All),
    );
    act(&mut window, TransportAction::Seek(0.0));
    act(&mut window, TransportAction::TogglePlay);
    wait_until(&mut window, "the playhead", |app| {
        app.session.transport.position > 0.2
    });
    let pressed = window.state().session.transport.position as f32;
    window.event(key(Key::Num2, true));
    window.step();
    wait_until(&mut window, "half a second", |app| {
        app.session.transport.position > f64::from(pressed) + 0.5
    });
    assert_eq!(steps(&window), count, "it is added when it ends");
    let released = window.state().session.transport.position as f32;
    window.event(key(Key::Num2, false));
    window.step();
    window.step();
    assert!(window.state().session.transport.playing, "playing goes on");
    act(&mut window, TransportAction::Pause);
    settle(&mut window);
    let states = times(&window, "HitWindow");
    let (time, duration) = states[0];
    let duration = duration.unwrap();
    assert_eq!((states.len(), steps(&window)), (2, count + 1));
    // The playhead goes on by some frames in a pass, however slow: the press is of the picture
    // before it.
    assert!((time - pressed).abs() < 0.03, "{time} {pressed}");
    assert!(
        (time + duration - released).abs() < 0.03,
        "{} {released}",
        time + duration
    );
    assert!(is_on_a_frame(&window, time) && is_on_a_frame(&window, duration));
}

#[test]
fn enter_adds_while_it_plays_at_what_was_on_the_screen() {
    let mut window = sample();
    act(
        &mut window,
        TransportAction::SetScope(studio::MontageScope::All),
    );
    act(&mut window, TransportAction::Seek(0.0));
    to_timeline(&mut window);
    act(&mut window, TransportAction::TogglePlay);
    let mut pressed = Vec::new();
    for part in 1..=5 {
        let at = 0.3 * f64::from(part);
        wait_until(&mut window, "the playhead", |app| {
            app.session.transport.position > at
        });
        pressed.push(window.state().session.transport.position as f32);
        window.event(key(Key::Enter, true));
        window.event(key(Key::Enter, false));
        window.step();
        assert!(window.state().session.transport.playing);
    }
    act(&mut window, TransportAction::Pause);
    settle(&mut window);
    let added = times(&window, "Notify");
    assert_eq!((added.len(), steps(&window)), (5, 5));
    for ((time, _), wanted) in added.iter().zip(&pressed) {
        assert!(
            (time - wanted).abs() <= frame(&window) && is_on_a_frame(&window, *time),
            "{added:?} {pressed:?}"
        );
    }
    assert!(window.state().views.renaming.is_none());
}

#[test]
fn three_presses_in_one_slow_pass_are_three_notifies_apart() {
    let mut window = sample();
    keep_in(&mut window, "Foot_R", 1);
    act(
        &mut window,
        TransportAction::SetScope(studio::MontageScope::All),
    );
    act(&mut window, TransportAction::Seek(0.0));
    act(&mut window, TransportAction::TogglePlay);
    wait_until(&mut window, "the playhead", |app| {
        app.session.transport.position > 0.4
    });
    let count = steps(&window);
    window.state_mut().session.last_pass = 0.3;
    for _ in 0..3 {
        for pressed in [true, false] {
            window.input_mut().events.push(key(Key::Num1, pressed));
        }
    }
    window.input_mut().time = window.input_mut().time.map(|time| time + 0.3);
    window.step();
    act(&mut window, TransportAction::Pause);
    settle(&mut window);
    assert_eq!(steps(&window), count + 3);
    let added: Vec<f32> = times(&window, "Foot_R")
        .into_iter()
        .map(|it| it.0)
        .filter(|time| *time > 0.39)
        .collect();
    assert_eq!(added.len(), 3, "{added:?}");
}

#[test]
fn a_slot_brings_its_track_and_leaves_what_only_its_timeline_has() {
    let mut window = sample();
    keep_in(&mut window, "Release", 9);
    let clip = segment(&window, "Charge_Start").clip;
    window.state_mut().open_asset(clip);
    settle(&mut window);
    to_timeline(&mut window);
    press(&mut window, Key::Num9);
    let clip = &project(&window).clips[&clip];
    let added = clip
        .notifies
        .iter()
        .find(|notify| notify.name == "Release")
        .expect("it is added");
    assert_eq!(
        added.action,
        asset::notify::Action::None,
        "the section is not there"
    );
    assert!(
        clip.tracks
            .iter()
            .any(|track| track.id == added.track && track.name == "Hit windows")
    );
}
