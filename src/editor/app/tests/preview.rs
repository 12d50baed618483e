//! What the project is previewed with: its ground, obstacles and targets, set in their panel, each
//! in one step.

use super::{graphs::*, walkthrough::type_into_number, *};
use anim::ground::Shape;
use asset::PreviewScene;
use egui::accesskit::Role;

fn shown_alone() -> Window {
    let mut window = opened_at(vec2(1920.0, 2000.0), SettingsStore::default());
    details_alone(&mut window);
    window.state_mut().show_panel(Panel::Preview);
    settle(&mut window);
    window
}

fn preview(window: &Window) -> &PreviewScene {
    &project(window).preview.scene
}

fn shape(window: &Window) -> Shape {
    preview(window).ground.shape
}

fn choose_shape(window: &mut Window, option: &str) {
    scroll_to(window, "Shape");
    window
        .query_all_by_role_and_label(Role::ComboBox, "Shape")
        .last()
        .expect("it is there")
        .click();
    settle(window);
    click(window, option);
}

fn set(window: &mut Window, field: &str, text: &str) {
    scroll_to(window, field);
    type_into_number(window, field, text);
}

fn undo(window: &mut Window) {
    chord(window, Modifiers::COMMAND, Key::Z);
}

#[test]
fn a_ground_is_chosen_and_set_a_step_each() {
    let mut window = shown_alone();
    let (before, kept) = (steps(&window), preview(&window).clone());
    choose_shape(&mut window, "Stairs");
    assert_eq!(
        shape(&window),
        Shape::Stairs {
            rise: 0.18,
            run: 0.3,
            steps: 0
        }
    );
    set(&mut window, "Rise", "-0.2");
    set(&mut window, "Run", "0.35");
    set(&mut window, "Steps", "7");
    set(&mut window, "Uphill", "90");
    assert_eq!(
        shape(&window),
        Shape::Stairs {
            rise: -0.2,
            run: 0.35,
            steps: 7
        }
    );
    assert_eq!(
        (preview(&window).ground.heading, steps(&window)),
        (90.0, before + 5)
    );
    choose_shape(&mut window, "Slope");
    set(&mut window, "Angle", "-45");
    assert_eq!(shape(&window), Shape::Slope { angle: -45.0 });
    choose_shape(&mut window, "Waves");
    set(&mut window, "Amplitude", "0.05");
    set(&mut window, "Length", "2");
    assert_eq!(
        shape(&window),
        Shape::Waves {
            amplitude: 0.05,
            length: 2.0
        }
    );
    assert!(preview(&window).ground.is_sound());
    while steps(&window) > before {
        undo(&mut window);
    }
    assert_eq!(preview(&window), &kept, "taken back, step by step");
}

#[test]
fn obstacles_and_targets_are_added_set_and_deleted() {
    let mut window = shown_alone();
    let kept = preview(&window).clone();
    click(&mut window, "Add obstacle");
    let nth = kept.ground.blocks.len() + 1;
    set(&mut window, &format!("{nth} height"), "0.45");
    set(&mut window, &format!("{nth} ahead"), "3.5");
    let block = *preview(&window).ground.blocks.last().unwrap();
    assert_eq!((block.size[1], block.at[1]), (0.45, 3.5));
    click(&mut window, &format!("Delete obstacle {nth}"));
    assert_eq!(preview(&window), &kept);
    click(&mut window, "Add target");
    let name = preview(&window).targets.last().unwrap().name.clone();
    set(&mut window, &format!("{name} up"), "1.25");
    set(&mut window, &format!("{name} turn"), "-30");
    let target = preview(&window).targets.last().unwrap();
    assert_eq!((target.at[1], target.turn[1]), (1.25, -30.0));
    click(&mut window, "Add target");
    let names: Vec<_> = preview(&window)
        .targets
        .iter()
        .map(|target| target.name.as_str())
        .collect();
    assert!(
        names
            .iter()
            .all(|name| names.iter().filter(|other| *other == name).count() == 1),
        "{names:?}"
    );
    for _ in 0..2 {
        let name = preview(&window).targets.last().unwrap().name.clone();
        click(&mut window, &format!("Delete target {name}"));
    }
    assert_eq!(preview(&window), &kept);
}
