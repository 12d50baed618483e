//! “Feet on stairs” and “A vault that fits any wall”: every step of docs/tuning.md, with the mouse
//! and the keys.

use super::{graphs::act, walkthrough::menu, *};
use crate::{
    action::{TransportAction, ViewAction},
    viewport::TuningFigure,
};
use anim::ground::Shape;
use egui::accesskit::Role;
use egui_kittest::kittest::NodeT;

pub fn sample_in(arranged: &str) -> Window {
    let mut window = open_at(vec2(1920.0, 1080.0), 1.0, None);
    change(&mut window, |project| *project = mannequin::sample());
    let open = project(&window)
        .graphs
        .iter()
        .find(|(_, it)| it.name == arranged)
        .map(|it| *it.0);
    let montage = project(&window)
        .montages
        .iter()
        .find(|(_, it)| it.name == arranged)
        .map(|it| *it.0);
    window.state_mut().open_asset(open.or(montage).unwrap());
    wait_until(&mut window, "the picture", |app| {
        let is_it = |frame: &studio::PreviewFrame| {
            frame.graph.name() == anim::Name::new(arranged) && frame.time > 0.2
        };
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| montage.is_some() || is_it(frame))
    });
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, TransportAction::Pause.into());
    wait_until(&mut window, "the pause", |app| {
        !app.session.transport.playing
    });
    settle(&mut window);
    window
}

/// Millimetres before and after; none while there are none.
fn figure(app: &App, label: &str) -> Option<[f32; 2]> {
    let frame = app.engine.frame.as_ref()?;
    let tuning = app
        .scene(frame)?
        .tuning(app.engine.watched.as_ref(), &app.views.looking.slides);
    let TuningFigure { before, after, .. } = tuning
        .figures
        .iter()
        .find(|figure| figure.label.starts_with(label))?
        .clone();
    let number = |text: Option<String>| text?.trim_end_matches(" mm").parse().ok();
    Some([number(before)?, number(after)?])
}

#[test]
fn feet_on_stairs() {
    let mut window = sample_in("PG_Hero");
    menu(&mut window, "Window", "Arrange for tuning");
    click_tab(&mut window, "Preview scene");
    window
        .query_all_by_role_and_label(Role::ComboBox, "Shape")
        .last()
        .expect("it is there")
        .click();
    settle(&mut window);
    click(&mut window, "Stairs");
    assert!(matches!(
        project(&window).preview.scene.ground.shape,
        Shape::Stairs { .. }
    ));
    click_tab(&mut window, "Details");
    click(&mut window, "Graph node Feet on the ground");
    click_button(&mut window, "Before and after");
    keep(&mut window, "tuning begin");
    assert!(has(&window, "Feet on the ground Before After"));
    window.get_by_role_and_label(Role::Button, "Drive").click();
    wait_until(&mut window, "driving", |app| {
        app.session.drive.on.is_some() && app.session.transport.playing
    });
    window.key_down(Key::W);
    let (mut most, mut sums, mut last) = ([0.0f32; 2], [[0.0f32; 2]; 2], 0.0);
    wait_until(&mut window, "some steps up the stairs", |app| {
        let time = app.engine.frame.as_ref().map_or(0.0, |frame| frame.time);
        let is_new = std::mem::replace(&mut last, time) != time;
        for (at, label) in ["foot_l through ground", "foot_r through ground"]
            .into_iter()
            .enumerate()
            .filter(|_| is_new)
        {
            let now = figure(app, label).unwrap_or_default();
            most[at] = most[at].max(now[0]);
            sums[at] = [sums[at][0] + now[0], sums[at][1] + now[1]];
        }
        let is_up = app
            .engine
            .frame
            .as_ref()
            .is_some_and(|frame| frame.placement.translation.y > 1.2);
        is_up && most.iter().all(|before| *before > 30.0)
    });
    // How deep for a moment is told by tests of the engine in even steps: here steps are as long as
    // the machine is slow.
    assert!(
        sums.iter().all(|[before, after]| *after < before / 2.0),
        "{sums:?}"
    );
    let slides = window.state().views.looking.slides.clone();
    assert_eq!(slides.feet.len(), 2);
    keep(&mut window, "tuning feet");
    for foot in ["foot_l", "foot_r"] {
        let blocks = window.query_all_by_label_contains("s, until ");
        let labels: Vec<String> = blocks
            .filter_map(|block| block.accesskit_node().label())
            .collect();
        let is_its = |label: &&String| label.starts_with(&format!("{foot} "));
        assert!(
            labels.iter().any(|label| is_its(&label)),
            "{foot}: {labels:?}"
        );
    }
    window.key_up(Key::W);
    window.key_press(Key::Escape);
    wait_until(&mut window, "the end", |app| app.session.drive.on.is_none());
}

#[test]
fn a_vault_that_fits_any_wall() {
    let mut window = sample_in("AM_Vault");
    let arrives = |app: &App, ledge: f32| {
        let placed = &app.document.project().preview.scene.targets;
        let is_there = placed
            .iter()
            .any(|it| it.name == "Ledge" && (it.at[1] - ledge).abs() < 1e-3);
        let sandbox = app.sandbox.shown()?;
        let now = sandbox
            .ranges
            .iter()
            .find(|ranged| ranged.target == "Ledge")?;
        let is_new = (now.place.y - ledge).abs() < 1e-3 && is_there;
        Some(
            is_new
                && sandbox.arrivals.len() == 3
                && sandbox.arrivals.iter().all(|it| it.end.arrived()),
        )
    };
    let height = |window: &Window| {
        project(window)
            .preview
            .scene
            .targets
            .iter()
            .find(|target| target.name == "Ledge")
            .unwrap()
            .at[1]
    };
    let first = height(&window);
    wait_until(&mut window, "the way over the wall", |app| {
        arrives(app, first) == Some(true)
    });
    act(&mut window, ViewAction::FrameAll);
    keep(&mut window, "tuning vault");
    let before = steps(&window);
    let at = rect(&window, "Handle Ledge").center();
    hold(&mut window, at);
    move_to(&mut window, at, at + vec2(0.0, -12.0));
    for letter in ["y", "0", ".", "2"] {
        window.event(Event::Text(letter.into()));
        settle(&mut window);
    }
    release(&mut window, at + vec2(0.0, -12.0));
    assert!((height(&window) - first - 0.2).abs() < 1e-3 && steps(&window) == before + 1);
    wait_until(&mut window, "the way over a higher wall", |app| {
        arrives(app, first + 0.2) == Some(true)
    });
    settle(&mut window);
    keep(&mut window, "tuning vault higher");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(height(&window), first);
}
