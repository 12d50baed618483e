//! What the engine of the preview is told, and told again.

use super::{session::recorded, *};
use crate::app::preferences::taken_up::start_engine;

/// Every input of the recorded session from a tick on, as text.
fn told(window: &Window, from: u64) -> String {
    let session = recorded(window);
    let ticks = session.segments.iter().flat_map(|it| it.ticks().unwrap());
    let ticks = ticks.skip((from - session.first()) as usize);
    ticks.map(|tick| format!("{:?}", tick.inputs)).collect()
}

/// The ground and what montages warp to belong to the project, and no engine knows them by itself.
#[test]
fn an_engine_that_begins_anew_is_told_the_ground_again() {
    let mut window = sample();
    wait_until(&mut window, "the montage", |app| app.engine.frame.is_some());
    let app = window.state_mut();
    let anew = start_engine(&app.waker, 1).unwrap();
    let library = app.compiled.library.clone();
    app.engine.begin_anew(Some(anew), Some(library));
    assert!(app.engine.frame.is_none(), "what it showed is gone");
    app.compile_if_changed();
    wait_until(&mut window, "its picture", |app| app.engine.frame.is_some());
    settle(&mut window);
    let told = told(&window, 0);
    for part in ["SetGround", "SetLibrary", "AddCharacter"] {
        assert!(told.contains(part), "{part} is missing");
    }
}

/// Nothing that it knows is told once more.
#[test]
fn an_engine_is_told_what_is_new_alone() {
    let mut window = sample();
    wait_until(&mut window, "the montage", |app| app.engine.frame.is_some());
    settle(&mut window);
    let app = window.state_mut();
    let known = app.engine.engine().session();
    let known = known.recv_timeout(Duration::from_secs(120)).unwrap().end();
    app.compile_if_changed();
    settle(&mut window);
    let told = told(&window, known);
    for part in ["SetGround", "SetLibrary", "AddCharacter"] {
        assert!(!told.contains(part), "{part} was told");
    }
}
