//! A blend space in the window: its samples are added, moved and taken away, its axes named.

use super::*;
use asset::BlendSpace;

fn space(window: &Window) -> &BlendSpace {
    project(window).blend_spaces.values().find(|space| space.name == "BS_Space").unwrap()
}

/// A space plays as it opens; this one stands still, so that every pass is alike.
fn rest(window: &mut Window) {
    window.run_steps(4);
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, crate::action::TransportAction::Pause.into());
    wait_until(window, "the pause", |app| !app.session.transport.playing);
    settle(window);
}

fn at(window: &Window, label: &str) -> Pos2 {
    rect(window, label).center()
}

#[test]
fn a_space_is_tried_with_the_mouse_and_its_samples_are_moved() {
    let mut window = open_at(vec2(1920.0, 1080.0), 1.0, None);
    change(&mut window, |project| *project = mannequin::sample());
    let id =
        project(&window).blend_spaces.iter().find(|(_, it)| it.name == "BS_Locomotion").map(|(id, _)| *id).unwrap();
    window.state_mut().open_asset(id);
    wait_until(&mut window, "the trial", |app| {
        app.frame.as_ref().is_some_and(|frame| frame.graph.name() == anim::Name::new("BS_Locomotion (trial)"))
    });
    rest(&mut window);
    assert!(window.state().compiled.diagnostics.iter().all(|it| it.subject.asset != super::super::trial::TRIAL));
    let (jog, run) = (at(&window, "Sample point Jog_Fwd"), at(&window, "Sample point Run_Fwd"));
    drag(&mut window, jog.lerp(run, 0.3), (run - jog) * 0.2);
    let tried = window.state().session.kinds.blend_space.input;
    let at_of = |window: &Window, name: &str| {
        let project = project(window);
        let clip = project.clips.iter().find(|(_, clip)| clip.name == name).map(|(id, _)| *id);
        project.blend_spaces[&id].samples.iter().find(|sample| Some(sample.clip) == clip).unwrap().at
    };
    let between = |a: f32, b: f32, part: f32| f64::from(a + (b - a) * part);
    let (jog_at, run_at) = (at_of(&window, "Jog_Fwd"), at_of(&window, "Run_Fwd"));
    for axis in 0..2 {
        let wanted = between(jog_at[axis], run_at[axis], 0.5);
        assert!((tried[axis] - wanted).abs() < 0.05 * (1.0 + wanted.abs()), "{tried:?}, {jog_at:?} to {run_at:?}");
    }
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, crate::action::TransportAction::TogglePlay.into());
    wait_until(&mut window, "the trial to hear it", |app| {
        let heard = app.frame.as_ref().and_then(|frame| frame.graph_state.parameter(anim::Name::new("X")));
        heard.is_some_and(|heard| (heard - tried[0]).abs() < 1e-6)
    });
    rest(&mut window);
    keep(&mut window, "blend space locomotion");
    let before = steps(&window);
    let from = at(&window, "Sample point Run_Fwd");
    drag(&mut window, from, vec2(30.0, 24.0));
    assert_ne!(at_of(&window, "Run_Fwd"), run_at);
    assert_eq!(steps(&window), before + 1, "one drag, one step");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(at_of(&window, "Run_Fwd"), run_at);
    let count = project(&window).blend_spaces[&id].samples.len();
    let clip = project(&window).clips.iter().find(|(_, clip)| clip.name == "Idle").map(|(id, _)| *id).unwrap();
    window.state_mut().act(&ctx, crate::action::BlendSpaceAction::DropClip(clip, [0.0, 0.0]).into());
    settle(&mut window);
    assert_eq!(project(&window).blend_spaces[&id].samples.len(), count + 1);
}

#[test]
fn samples_and_axes_are_edited_in_the_details() {
    let mut window = sample();
    details_alone(&mut window);
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, crate::action::BlendSpaceAction::New.into());
    rest(&mut window);
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
