//! Whole sessions: what is compiled beside the window, and what the engine was given, recorded and
//! replayed.

use super::*;
use engine::{RecordedSession, WorkerMode};

pub(super) fn recorded(window: &Window) -> RecordedSession {
    window
        .state()
        .engine
        .engine()
        .session()
        .recv_timeout(Duration::from_secs(120))
        .expect("the recording comes")
}

/// A few pictures, in some of which it may be playing.
fn go(window: &mut Window) {
    for _ in 0..6 {
        window.step();
        std::thread::sleep(Duration::from_millis(8));
    }
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    go(window);
}

/// Another project in place of the open one, while it plays or not.
fn edit(window: &mut Window, edit: impl FnOnce(&mut Project)) {
    let mut edited = Project::clone(project(window));
    edit(&mut edited);
    window.state_mut().document = document::Document::new(edited);
    go(window);
}

/// Everything that the window sends the engine, through the real engine's thread at whatever pace
/// the machine has.
#[test]
fn a_session_in_the_window_replays_from_its_inputs_alone() {
    let mut window = sample();
    for round in 0..3 {
        press(&mut window, Key::Space);
        edit(&mut window, |project| {
            let montage = Arc::make_mut(project.montages.values_mut().next().unwrap());
            montage.rate_scale = 1.0 + round as f32 / 4.0;
        });
        press(&mut window, Key::Home);
        press(&mut window, Key::ArrowRight);
        let clips: Vec<Id> = project(&window).clips.keys().copied().collect();
        window.state_mut().session.active = Some(clips[round % clips.len()]);
        press(&mut window, Key::Space);
        edit(&mut window, |project| {
            if round == 1 {
                project.clips.pop_first();
            }
        });
        press(&mut window, Key::End);
    }
    let recording = recorded(&window);
    assert!(recording.len() > 40, "{} ticks", recording.len());
    for from in recording.kept() {
        assert_eq!(recording.replay(WorkerMode::Inline, from), Ok(()));
    }
    assert_eq!(recording.replay(WorkerMode::workers(2).unwrap(), 0), Ok(()));
}
