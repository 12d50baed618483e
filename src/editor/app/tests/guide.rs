//! The user guide in the window.

use super::{graphs::act, *};
use crate::action::ViewAction;

#[test]
fn a_tutorial_opens_beside_the_work_and_its_links_lead_on() {
    let mut window = sample();
    act(&mut window, ViewAction::OpenGuide("walkthrough.md"));
    settle(&mut window);
    keep(&mut window, "guide_tutorial");
    let told = |window: &Window, text: &str| window.query_all_by_label_contains(text).count() > 0;
    assert!(told(&window, "A blend space: how fast"));
    assert!(
        has(&window, "Assets of the project"),
        "the work is still there"
    );
    click(&mut window, "All pages");
    assert!(told(&window, "Tutorials") && !told(&window, "A blend space: how fast"));
    keep(&mut window, "guide_list");
    scroll_to(&mut window, "Tune IK and warping");
    click(&mut window, "Tune IK and warping");
    assert!(has(&window, "Previous page") && !told(&window, "How-to guides"));
    click(&mut window, "Previous page");
    assert!(told(&window, "Tutorials"));
}

#[test]
fn the_guide_is_searched() {
    let mut window = sample();
    act(&mut window, ViewAction::OpenGuide(""));
    settle(&mut window);
    type_into(&mut window, "Search the guide", "turntable");
    settle(&mut window);
    keep(&mut window, "guide_found");
    click(&mut window, "Render pictures and videos");
    assert!(has(&window, "Previous page"));
    type_into(&mut window, "Search the guide", "zzzz");
    settle(&mut window);
    assert!(has(&window, "No match for “zzzz”"));
}

#[test]
fn a_skeleton_without_a_mesh_shows_its_bones_and_asks_for_a_character() {
    let mut window = sample();
    double_click(&mut window, "Asset Walk_Fwd");
    assert!(!has(&window, "No mesh: bones shown"));
    let dressed = window.render().unwrap();
    change(&mut window, |project| project.meshes.clear());
    assert!(has(&window, "No mesh: bones shown") && has(&window, "Import a character…"));
    keep(&mut window, "bare_skeleton");
    let bare = window.render().unwrap();
    assert_ne!(dressed, bare);
    let view = rect(&window, "Viewport").center();
    hold(&mut window, view);
    release(&mut window, view);
    let is_off = !window.state().settings.bones;
    assert!(is_off, "the choice of the user is as it was");
}
