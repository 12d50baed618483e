//! Montages tried on the slots of a pose graph.

use super::{graphs::*, *};
use crate::{action::GraphAction, on_slot::MontageTrial};

fn attack(window: &Window) -> Id {
    let found = project(window).montages.iter();
    let mut found = found.filter(|(_, it)| it.name == "AM_ChargedAttack");
    *found.next().unwrap().0
}

fn playing(app: &App) -> Vec<anim::instance::MontageState> {
    app.engine
        .frame
        .as_ref()
        .map_or(Vec::new(), |frame| frame.montages.clone())
}

/// The pose of the frame that is shown, bone by bone.
fn pose(window: &Window) -> Vec<anim::Transform> {
    let frame = window.state().engine.frame.clone().unwrap();
    frame.pose.iter().collect()
}

/// While something plays nothing settles.
fn ask(window: &mut Window, action: impl Into<crate::action::EditorAction>) {
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, action.into());
    window.run_steps(4);
}

/// With a graph open that ends in a slot of its montages.
fn with_slot() -> Window {
    let mut window = opened();
    let slot = project(&window).montages[&attack(&window)].slots[0]
        .name
        .clone();
    change(&mut window, |project| {
        let graph = Arc::make_mut(project.graphs.get_mut(&GRAPH).unwrap());
        let wiring = Arc::make_mut(&mut graph.wiring);
        let node = asset::graph::nodes::SlotNode {
            source: wiring.output,
            slot,
            always_update_source: true,
        };
        let node = asset::graph::Node::new(id(900), asset::graph::NodeKind::Slot(node));
        wiring.nodes.push(node);
        wiring.output = Some(id(900));
    });
    window
}

#[test]
fn a_montage_plays_on_the_slot_of_the_open_graph_and_stops() {
    let mut window = with_slot();
    let before = pose(&window);
    let trial = MontageTrial::of(attack(&window));
    ask(&mut window, GraphAction::PlayMontage(trial));
    wait_until(&mut window, "the montage", |app| {
        playing(app).iter().any(|it| it.weight > 0.5)
    });
    assert_eq!(window.state().session.active, Some(GRAPH));
    assert_ne!(pose(&window), before, "its pose is seen");
    keep(&mut window, "on_slot");
    ask(&mut window, GraphAction::StopMontages(None));
    wait_until(&mut window, "its end", |app| playing(app).is_empty());
}

#[test]
fn a_section_and_a_rate_are_chosen() {
    let mut window = with_slot();
    let section = project(&window).montages[&attack(&window)].sections[2].clone();
    window.state_mut().views.on_slot.rate = 0.25;
    let trial = MontageTrial {
        section: Some(section.id),
        ..MontageTrial::of(attack(&window))
    };
    ask(&mut window, GraphAction::PlayMontage(trial));
    wait_until(&mut window, "the montage", |app| !playing(app).is_empty());
    let state = playing(window.state())[0];
    assert_eq!(state.section, anim::Name::new(&section.name));
    assert_eq!(state.rate, 0.25);
}

#[test]
fn from_a_montage_a_graph_comes_to_the_front_and_a_drop_on_the_view_plays() {
    let mut window = with_slot();
    let montage = attack(&window);
    ask(&mut window, crate::action::ViewAction::OpenAsset(montage));
    let trial = MontageTrial {
        graph: Some(GRAPH),
        ..MontageTrial::of(montage)
    };
    ask(&mut window, GraphAction::PlayMontage(trial));
    wait_until(&mut window, "the montage", |app| !playing(app).is_empty());
    assert_eq!(window.state().session.active, Some(GRAPH));
    ask(&mut window, GraphAction::StopMontages(None));
    wait_until(&mut window, "its end", |app| playing(app).is_empty());

    let row = "Asset AM_ChargedAttack";
    ask(&mut window, crate::action::ViewAction::RevealInAssets);
    window.state_mut().views.assets.reveal = Some(montage);
    window.run_steps(4);
    let (from, to) = (
        rect(&window, row).center(),
        rect(&window, "Viewport").center(),
    );
    hold(&mut window, from);
    move_to(&mut window, from, to);
    window.event(button(to, PointerButton::Primary, false));
    wait_until(&mut window, "the dropped montage", |app| {
        !playing(app).is_empty()
    });
}

#[test]
fn what_has_no_slot_is_refused_with_the_reason() {
    let mut window = opened();
    let trial = MontageTrial::of(attack(&window));
    ask(&mut window, GraphAction::PlayMontage(trial));
    window.run_steps(4);
    assert!(has(&window, "Nothing played"));
    assert!(window.query_by_label_contains("has no slot").is_some());
    assert!(playing(window.state()).is_empty());
}
