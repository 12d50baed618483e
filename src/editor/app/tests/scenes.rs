//! Scenes of single assets, partners and props: set in the Preview panel, each a step that can be
//! taken back, and seen in what the engine shows.

use super::{graphs::act, walkthrough::type_into_number, *};
use crate::action::{TransportAction, ViewAction};
use anim::ground::Shape;
use asset::{PoseTie, PreviewPartner, PreviewScene};
use egui::accesskit::Role;
use studio::FIRST_PARTNER;

/// A named clip or montage of the sample, at rest, with the panel alone beside it.
fn opened(name: &str) -> Window {
    let mut window = open_at(vec2(1920.0, 2400.0), 1.0, None);
    change(&mut window, |project| *project = mannequin::sample());
    show(&mut window, name);
    details_alone(&mut window);
    window.state_mut().show_panel(Panel::Preview);
    settle(&mut window);
    window
}

fn id_of(window: &Window, name: &str) -> Id {
    let known = project(window).assets().find(|(_, it)| it.name() == name);
    known.expect("it is in the sample").0
}

fn show(window: &mut Window, name: &str) {
    let id = id_of(window, name);
    window.state_mut().open_asset(id);
    act(window, TransportAction::Pause);
    wait_until(window, "the picture", |app| {
        app.engine.frame.is_some() && app.session.active == Some(id)
    });
}

fn scene(window: &Window) -> &PreviewScene {
    let active = window.state().session.active;
    project(window).preview.scene_of(active)
}

fn partner(window: &Window) -> &PreviewPartner {
    &scene(window).partners[0]
}

fn choose(window: &mut Window, label: &str, option: &str) {
    scroll_to(window, label);
    window
        .query_all_by_role_and_label(Role::ComboBox, label)
        .last()
        .expect("it is there")
        .click();
    settle(window);
    if has(window, &format!("Search {label}")) {
        type_text(window, option);
        return press(window, Key::Enter);
    }
    click(window, option);
}

fn set(window: &mut Window, field: &str, text: &str) {
    scroll_to(window, field);
    type_into_number(window, field, text);
}

/// The ground of one asset is not that of another; both ways are one step, and the asset's goes
/// with it.
#[test]
fn a_ground_of_one_asset_is_not_another_ones() {
    let mut window = opened("Walk_Fwd");
    let (before, walk) = (steps(&window), id_of(&window, "Walk_Fwd"));
    let of_project = project(&window).preview.scene.clone();
    choose(&mut window, "Scene", "Only Walk_Fwd's");
    assert_eq!(steps(&window), before + 1);
    assert_eq!(project(&window).preview.scenes[&walk], of_project);
    choose(&mut window, "Shape", "Stairs");
    assert!(matches!(scene(&window).ground.shape, Shape::Stairs { .. }));
    assert_eq!(project(&window).preview.scene, of_project);
    show(&mut window, "Jog_Fwd");
    assert_eq!(scene(&window), &of_project);
    let told = window.state().engine.scene();
    assert_eq!(
        told.map(|it| it.ground.shape),
        Some(of_project.ground.shape)
    );
    show(&mut window, "Walk_Fwd");
    let told = window.state().engine.scene();
    assert!(matches!(told.unwrap().ground.shape, Shape::Stairs { .. }));
    choose(&mut window, "Scene", "The project's");
    assert!(project(&window).preview.scenes.is_empty());
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(matches!(scene(&window).ground.shape, Shape::Stairs { .. }));
    while steps(&window) > before {
        chord(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(project(&window).preview.scene, of_project);
    assert!(project(&window).preview.scenes.is_empty());
}

/// Every row of a partner, and the character that it makes.
#[test]
fn a_partner_is_added_set_and_seen() {
    let mut window = opened("AM_Lunge");
    let before = steps(&window);
    let kept = scene(&window).clone();
    click(&mut window, "Add partner");
    let name = partner(&window).name.clone();
    assert_eq!(name, "Partner");
    set(&mut window, "Partner: ahead", "2.5");
    set(&mut window, "Partner: turn", "170");
    choose(&mut window, "Partner: plays", "AM_Lunge");
    window
        .get_by_role_and_label(Role::CheckBox, "Partner: in step")
        .click();
    settle(&mut window);
    choose(&mut window, "Partner: pose link", "None");
    let set_up = partner(&window).clone();
    assert_eq!((set_up.at[2], set_up.turn), (2.5, 170.0));
    assert_eq!(set_up.plays, Some(id_of(&window, "AM_Lunge")));
    assert!(set_up.follows_montage && set_up.pose == PoseTie::Apart);
    act(&mut window, TransportAction::Seek(0.25));
    wait_until(&mut window, "the partner", |app| {
        let frame = app.engine.frame.as_ref();
        frame.is_some_and(|it| !it.partners.is_empty() && (it.position - 0.25).abs() < 1e-6)
    });
    let frame = window.state().engine.frame.clone().unwrap();
    let theirs = &frame.partners[0];
    assert_eq!(theirs.character, FIRST_PARTNER);
    assert_eq!(
        theirs.montages.last().map(|it| it.position),
        frame.montages.last().map(|it| it.position),
        "in step"
    );
    scroll_to(&mut window, "Add warp target at Partner");
    click(&mut window, "Add warp target at Partner");
    choose(&mut window, "Partner 1: at", "pelvis");
    assert_eq!(partner(&window).targets[0].of, "pelvis");
    let label = "Delete warp target 1 at Partner";
    scroll_to(&mut window, label);
    click(&mut window, label);
    assert!(partner(&window).targets.is_empty());
    scroll_to(&mut window, "Delete partner Partner");
    click(&mut window, "Delete partner Partner");
    assert_eq!(scene(&window), &kept);
    wait_until(&mut window, "nobody", |app| {
        let frame = app.engine.frame.as_ref();
        frame.is_some_and(|frame| frame.partners.is_empty())
    });
    while steps(&window) > before {
        chord(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(scene(&window), &kept);
}

/// What cannot be is said where it is set, and in Problems.
#[test]
fn a_partner_that_cannot_be_says_why() {
    let mut window = opened("AM_Lunge");
    let clip = id_of(&window, "Walk_Fwd");
    let of = project(&window).clips[&clip].skeleton;
    change(&mut window, |project| {
        let mut partner = PreviewPartner::new(Id(77), "Enemy".into(), of);
        partner.plays = Some(Id(4321));
        partner.follows_montage = true;
        partner.targets.push(asset::PartnerTarget {
            id: Id(78),
            target: "Enemy".into(),
            of: "no_such_bone".into(),
            offset: [0.0; 3],
            turn: 0.0,
        });
        project.preview.scene.partners.push(partner);
    });
    settle(&mut window);
    for text in [
        "What this partner plays is not in the project",
        "Only a montage can follow ours",
        "has no bone or socket no_such_bone",
    ] {
        scroll_to(&mut window, "Add partner");
        assert!(
            window.query_all_by_label_contains(text).next().is_some(),
            "{text}"
        );
    }
    window.state_mut().show_panel(Panel::Problems);
    settle(&mut window);
    let shown = window.query_all_by_label_contains("partner Enemy of the preview");
    assert!(shown.count() >= 3);
}

/// A prop is held in one scene alone.
#[test]
fn a_prop_is_held_in_the_scene_of_one_asset() {
    let mut window = opened("Walk_Fwd");
    choose(&mut window, "Scene", "Only Walk_Fwd's");
    scroll_to(&mut window, "Add prop");
    click(&mut window, "Add prop");
    let prop = scene(&window).props[0].clone();
    let (walk, jog) = (id_of(&window, "Walk_Fwd"), id_of(&window, "Jog_Fwd"));
    let rig = project(&window).clips[&walk].skeleton;
    let held = |window: &Window, asset| {
        let project = project(window);
        let scene = project.preview.scene_of(Some(asset));
        project.scene_props(rig, scene).len()
    };
    assert!(
        project(&window).skeletons[&rig]
            .socket(prop.socket)
            .is_some()
    );
    assert_eq!((held(&window, walk), held(&window, jog)), (1, 0));
    scroll_to(&mut window, "Delete prop 1");
    click(&mut window, "Delete prop 1");
    assert_eq!(held(&window, walk), 0);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(held(&window, walk), 1);
}

/// The engine goes on as it does; the picture holds the character at home.
#[test]
fn root_motion_is_held_at_home_in_the_picture_alone() {
    use crate::viewport::RootView;
    let mut window = opened("AM_Lunge");
    act(&mut window, TransportAction::Seek(0.5));
    wait_until(&mut window, "the way", |app| {
        let frame = app.engine.frame.as_ref();
        frame.is_some_and(|it| it.placement.translation.length() > 0.3)
    });
    let shown = |window: &mut Window| {
        let frame = window.state_mut().shown_frame();
        frame.unwrap().placement.translation
    };
    let there = window.state().engine.frame.clone().unwrap().placement;
    assert_eq!(shown(&mut window), there.translation);
    act(&mut window, ViewAction::SetRootView(RootView::Home));
    assert!(shown(&mut window).length() < 1e-5);
    let now = window.state().engine.frame.clone().unwrap().placement;
    assert_eq!(now, there, "what plays hears nothing of it");
    act(&mut window, ViewAction::SetRootView(RootView::Moves));
    assert_eq!(shown(&mut window), there.translation);
}
