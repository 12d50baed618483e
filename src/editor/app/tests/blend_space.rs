//! A blend space in the window: its samples are added, moved and taken away, its axes named.

use super::*;
use asset::BlendSpace;

fn space(window: &Window) -> &BlendSpace {
    project(window).blend_spaces.values().find(|space| space.name == "BS_Space").unwrap()
}

#[test]
fn samples_and_axes_are_edited_in_the_details() {
    let mut window = sample();
    details_alone(&mut window);
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, crate::action::BlendSpaceAction::New.into());
    settle(&mut window);
    click(&mut window, "Add sample");
    click(&mut window, "Add sample");
    assert_eq!(space(&window).samples.len(), 2);
    assert!(has(&window, "LOD Auto (0)"), "the figure stands there");
    keep(&mut window, "blend space");
    let at = rect(&window, "At Speed").center();
    drag(&mut window, at, vec2(60.0, 0.0));
    let moved: Vec<f32> = space(&window).samples.iter().map(|sample| sample.at[0]).collect();
    assert!(moved[0] == 0.0 && moved[1] > 0.0, "{moved:?}");
    scroll_to(&mut window, "Wrap X");
    click(&mut window, "Wrap X");
    assert!(space(&window).axes[0].wrap);
    scroll_to(&mut window, "Division");
    click(&mut window, "Division");
    click(&mut window, "Grid: between the lines of the axes");
    assert_eq!(space(&window).division, asset::blend_space::Division::Grid);
    scroll_to(&mut window, "Delete sample");
    click(&mut window, "Delete sample");
    assert_eq!(space(&window).samples.len(), 1);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(space(&window).samples.len(), 2);
}
