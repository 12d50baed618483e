//! A blend space in the window: its samples are added, moved and taken away, its axes named.

use super::*;
use asset::BlendSpace;

fn space(window: &Window) -> &BlendSpace {
    project(window)
        .blend_spaces
        .values()
        .find(|space| space.name == "BS_Space")
        .unwrap()
}

/// A space plays as it opens; this one stands still, so that every pass is alike.
fn rest(window: &mut Window) {
    window.run_steps(4);
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .act(&ctx, crate::action::TransportAction::Pause.into());
    wait_until(window, "the pause", |app| !app.session.transport.playing);
    settle(window);
}

/// The sample's own, which plays, and its id.
fn locomotion() -> (Window, Id) {
    let mut window = open_at(vec2(1920.0, 1080.0), 1.0, None);
    change(&mut window, |project| *project = mannequin::sample());
    let id = project(&window)
        .blend_spaces
        .iter()
        .find(|(_, it)| it.name == "BS_Locomotion")
        .map(|(id, _)| *id)
        .unwrap();
    window.state_mut().open_asset(id);
    wait_until(&mut window, "the trial", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| frame.graph.name() == anim::Name::new("BS_Locomotion (trial)"))
    });
    (window, id)
}

fn at(window: &Window, label: &str) -> Pos2 {
    rect(window, label).center()
}

#[test]
fn a_space_is_tried_with_the_mouse_and_its_samples_are_moved() {
    let (mut window, id) = locomotion();
    rest(&mut window);
    assert!(
        window
            .state()
            .compiled
            .diagnostics
            .iter()
            .all(|it| it.subject.asset != asset::trial::TRIAL)
    );
    let (jog, run) = (
        at(&window, "Sample point Jog_Fwd"),
        at(&window, "Sample point Run_Fwd"),
    );
    drag(&mut window, jog.lerp(run, 0.3), (run - jog) * 0.2);
    let tried = window.state().views.kinds.blend_space.input;
    let at_of = |window: &Window, name: &str| {
        let project = project(window);
        let clip = project
            .clips
            .iter()
            .find(|(_, clip)| clip.name == name)
            .map(|(id, _)| *id);
        project.blend_spaces[&id]
            .samples
            .iter()
            .find(|sample| Some(sample.clip) == clip)
            .unwrap()
            .at
    };
    let between = |a: f32, b: f32, part: f32| f64::from(a + (b - a) * part);
    let (jog_at, run_at) = (at_of(&window, "Jog_Fwd"), at_of(&window, "Run_Fwd"));
    for axis in 0..2 {
        let wanted = between(jog_at[axis], run_at[axis], 0.5);
        assert!(
            (tried[axis] - wanted).abs() < 0.05 * (1.0 + wanted.abs()),
            "{tried:?}, {jog_at:?} to {run_at:?}"
        );
    }
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .act(&ctx, crate::action::TransportAction::TogglePlay.into());
    wait_until(&mut window, "the trial to hear it", |app| {
        let heard = app
            .engine
            .frame
            .as_ref()
            .and_then(|frame| frame.graph_state.parameter(anim::Name::new("X")));
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
    let clip = project(&window)
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Idle")
        .map(|(id, _)| *id)
        .unwrap();
    window.state_mut().act(
        &ctx,
        crate::action::BlendSpaceAction::DropClip(clip, [0.0, 0.0]).into(),
    );
    settle(&mut window);
    assert_eq!(project(&window).blend_spaces[&id].samples.len(), count + 1);
}

#[test]
fn samples_and_axes_are_edited_in_the_details() {
    let mut window = sample();
    details_alone(&mut window);
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .act(&ctx, crate::action::BlendSpaceAction::New.into());
    rest(&mut window);
    click(&mut window, "Add sample");
    click(&mut window, "Add sample");
    assert_eq!(space(&window).samples.len(), 2);
    assert!(has(&window, "LOD Auto (0)"), "the figure stands there");
    keep(&mut window, "blend space");
    let at = rect(&window, "At Speed").center();
    drag(&mut window, at, vec2(60.0, 0.0));
    let moved: Vec<f32> = space(&window)
        .samples
        .iter()
        .map(|sample| sample.at[0])
        .collect();
    assert!(moved[0] == 0.0 && moved[1] > 0.0, "{moved:?}");
    scroll_to(&mut window, "Wrap X");
    click(&mut window, "Wrap X");
    assert!(space(&window).axes[0].wrap);
    scroll_to(&mut window, "Division");
    click(&mut window, "Division");
    click(&mut window, "Grid: between axis grid lines");
    assert_eq!(space(&window).division, asset::blend_space::Division::Grid);
    scroll_to(&mut window, "Delete sample");
    click(&mut window, "Delete sample");
    assert_eq!(space(&window).samples.len(), 1);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(space(&window).samples.len(), 2);
}

#[test]
fn samples_stand_where_their_clips_go_and_the_way_is_traced() {
    let (mut window, id) = locomotion();
    let whole = project(&window).blend_spaces[&id].clone();
    rest(&mut window);
    assert!(
        has(&window, "Root speed matches the axis"),
        "the sample says so of itself"
    );
    change(&mut window, |project| {
        let space = Arc::make_mut(project.blend_spaces.get_mut(&id).unwrap());
        space
            .samples
            .iter_mut()
            .for_each(|sample| sample.at[1] = 2.0);
    });
    assert!(!has(&window, "Root speed matches the axis"));
    click_button(&mut window, "Place from motion");
    let placed = &project(&window).blend_spaces[&id];
    assert_eq!(steps(&window), 1);
    for (sample, known) in placed.samples.iter().zip(&whole.samples) {
        let near = (0..2).all(|axis| {
            (sample.at[axis] - known.at[axis]).abs() < 0.05 * (1.0 + known.at[axis].abs())
        });
        assert!(near, "{:?} and {:?}", sample.at, known.at);
    }
    for button in ["Trace", "Response"] {
        click_button(&mut window, button);
    }
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .act(&ctx, crate::action::TransportAction::TogglePlay.into());
    for at in [[0.0, 1.0], [60.0, 4.0]] {
        window
            .state_mut()
            .act(&ctx, crate::action::BlendSpaceAction::Try(at).into());
        play_on(&mut window, 0.5);
    }
    rest(&mut window);
    let trail = &window.state().views.kinds.blend_space.trail.points;
    assert!(
        trail.len() > 8 && trail.iter().any(|point| (point.2[1] - 4.0).abs() < 0.5),
        "{}",
        trail.len()
    );
    let room = rect(&window, "Blend space BS_Locomotion");
    let plots =
        ["Direction, °", "Speed, m/s"].map(|axis| rect(&window, &format!("Response of {axis}")));
    // The last number of each stands around its right edge.
    assert!(
        plots[0].right() + 12.0 < plots[1].left() && plots[1].right() + 12.0 < room.right(),
        "{plots:?} in {room}"
    );
    keep(&mut window, "blend space traced");
}

#[test]
fn an_aim_offset_is_filled_by_a_form() {
    let mut window = open_at(vec2(1920.0, 1080.0), 1.0, None);
    change(&mut window, |project| *project = mannequin::sample());
    details_alone(&mut window);
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .act(&ctx, crate::action::BlendSpaceAction::NewAimOffset.into());
    rest(&mut window);
    let made = |window: &Window| {
        let id = window.state().session.active.unwrap();
        project(window).blend_spaces[&id].clone()
    };
    assert_eq!(
        made(&window)
            .axes
            .iter()
            .map(|axis| axis.name.as_str())
            .collect::<Vec<_>>(),
        ["Yaw", "Pitch"]
    );
    let choose = |window: &mut Window, way: &str, clip: &str| {
        let role = egui::accesskit::Role::ComboBox;
        window.get_by_role_and_label(role, way).scroll_to_me();
        settle(window);
        window.get_by_role_and_label(role, way).click();
        settle(window);
        let entry = || {
            egui_kittest::kittest::By::new()
                .role(egui::accesskit::Role::Button)
                .label(clip)
        };
        window.get(entry()).scroll_to_me();
        settle(window);
        window.get(entry()).click();
        settle(window);
    };
    choose(&mut window, "Left up", "Aim_LU");
    choose(&mut window, "Ahead", "Aim_CC");
    let places: Vec<[f32; 2]> = made(&window)
        .samples
        .iter()
        .map(|sample| sample.at)
        .collect();
    assert_eq!(places, [[-90.0, 90.0], [0.0, 0.0]]);
    keep(&mut window, "aim offset form");
    choose(&mut window, "Left up", "No clip");
    assert_eq!(made(&window).samples.len(), 1);
}

#[test]
fn bones_have_speeds_of_their_own() {
    let mut window = sample();
    details_alone(&mut window);
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .act(&ctx, crate::action::BlendSpaceAction::New.into());
    rest(&mut window);
    let speeds = |window: &Window| space(window).bone_speeds.clone();
    scroll_to(&mut window, "Add bone speed");
    click(&mut window, "Add bone speed");
    let first = speeds(&window);
    let rig = project(&window).skeletons[&space(&window).skeleton].clone();
    assert_eq!((first.len(), &first[0].bone), (1, &rig.bones[0].key));
    let label = format!("Speed of {}", rig.bones[0].name);
    scroll_to(&mut window, &label);
    let at = window
        .get_by_role_and_label(egui::accesskit::Role::SpinButton, &label)
        .rect()
        .center();
    let before = steps(&window);
    drag(&mut window, at, vec2(40.0, 0.0));
    assert!(speeds(&window)[0].speed > 0.0);
    assert_eq!(steps(&window), before + 1, "one drag, one step");
    scroll_to(&mut window, "Bone 1");
    click(&mut window, "Bone 1");
    click(&mut window, &rig.bones[1].name);
    assert_eq!(speeds(&window)[0].bone, rig.bones[1].key);
    let remove = format!("Remove speed of {}", rig.bones[1].name);
    scroll_to(&mut window, &remove);
    keep(&mut window, "blend space bone speeds");
    click(&mut window, &remove);
    assert!(speeds(&window).is_empty());
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(speeds(&window).len(), 1);
}

#[test]
fn a_space_is_stepped_through_by_ticks_and_back() {
    let (mut window, _) = locomotion();
    let ctx = window.ctx.clone();
    let time = |app: &App| app.engine.frame.as_ref().map_or(0.0, |frame| frame.time);
    wait_until(&mut window, "it to play", |app| time(app) > 0.1);
    window
        .state_mut()
        .act(&ctx, crate::action::TransportAction::Pause.into());
    wait_until(&mut window, "the pause", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| !frame.playing)
    });
    rest(&mut window);
    let before = time(window.state());
    press(&mut window, Key::ArrowRight);
    wait_until(&mut window, "a tick", |app| time(app) > before);
    assert!((time(window.state()) - before - studio::TICK).abs() < 1e-9);
    for _ in 0..2 {
        press(&mut window, Key::ArrowLeft);
    }
    wait_until(&mut window, "the ticks back", |app| time(app) < before);
}

#[test]
fn samples_tell_their_weights_and_why_they_have_them() {
    let (mut window, id) = locomotion();
    let ctx = window.ctx.clone();
    let asked = crate::action::BlendSpaceAction::Try([0.0, 4.0]);
    window.state_mut().act(&ctx, asked.into());
    let now = |app: &App| {
        let space = &app.document.project().blend_spaces[&id];
        let input = app.views.kinds.blend_space.input;
        crate::kinds::blend_space::BlendSpaceNow::of(space, app.engine.frame.as_deref(), input)
    };
    wait_until(&mut window, "the mix", |app| {
        let now = now(app);
        (now.position[1] - 4.0).abs() < 1e-3 && now.weights == now.goals
    });
    rest(&mut window);
    let told = now(window.state());
    let sum: f64 = told.weights.iter().sum();
    assert!((sum - 1.0).abs() < 1e-6);
    keep(&mut window, "blend space weights");
    for line in [
        "Speed 4.00 m/s is within its range.",
        "Smoothing has reached the input.",
    ] {
        assert!(has(&window, line), "{line}");
    }
    let between = window
        .query_all_by_label_contains("On the line between")
        .count();
    assert_eq!(between, 1, "{told:?}");
    let name = |sample: usize| {
        let space = &project(&window).blend_spaces[&id];
        let clip = space.samples[sample].clip;
        project(&window).asset_name(clip).unwrap().to_owned()
    };
    let (first, _) = told
        .weights
        .iter()
        .enumerate()
        .max_by(|a, b| a.1.total_cmp(b.1))
        .unwrap();
    let heaviest = format!("On the line between {}", name(first));
    assert_eq!(window.query_all_by_label_contains(&heaviest).count(), 1);
}
