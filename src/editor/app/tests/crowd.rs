//! Copies of the shown character, in the viewport and in figures.

use super::{graph::opened, *};
use crate::action::ViewAction;

/// While something plays the window never comes to rest.
fn toggle(window: &mut Window) {
    let ctx = window.ctx.clone();
    let panel = ViewAction::TogglePanel(Panel::Crowd);
    window.state_mut().act(&ctx, panel.into());
    window.run_steps(3);
}

#[test]
fn copies_of_the_shown_character_stand_in_the_viewport_with_their_costs() {
    let mut window = opened();
    play_on(&mut window, 0.2);
    toggle(&mut window);
    assert!(has(&window, "Play a crowd"));
    window.state_mut().views.crowd.count = 12;
    window.get_by_label("Play a crowd").click();
    window.run_steps(2);
    wait_until(&mut window, "the crowd", |app| {
        app.crowd.members().len() == 12
    });
    window.run_steps(4);
    keep(&mut window, "crowd");
    assert!(
        window
            .query_all_by_label_contains("Tick of 12 copies")
            .count()
            > 0
    );
    let ids: Vec<_> = window
        .state()
        .crowd
        .members()
        .iter()
        .map(|it| it.skeleton.name)
        .collect();
    let own = window.state().engine.frame.as_ref().unwrap().skeleton.name;
    assert!(ids.iter().all(|it| *it == own));
    // Another number begins anew; a stop takes them away.
    window.state_mut().views.crowd.count = 30;
    wait_until(&mut window, "more", |app| app.crowd.members().len() == 30);
    window.get_by_label("Stop the crowd").click();
    window.run_steps(3);
    assert!(window.state().crowd.members().is_empty());
    // A panel that is closed keeps no thread at work.
    window.get_by_label("Play a crowd").click();
    window.run_steps(2);
    wait_until(&mut window, "the crowd again", |app| {
        !app.crowd.members().is_empty()
    });
    toggle(&mut window);
    assert!(window.state().crowd.members().is_empty());
}
