//! What the canvas tells where one points at it, and what is edited there in place.

use super::{graphs::*, *};
use crate::{
    action::{EditAction, SelectAction, TransportAction},
    canvas::Page,
};
use asset::graph::{
    ControlKind, Machine, NodeKind, Rule, State, StateKind, TargetSpace, Transition,
    nodes::ControlNode,
};
use document::{Command, GraphCommand, Selection};

fn title(window: &Window, name: &str) -> Pos2 {
    rect(window, name).center_top() + vec2(0.0, 10.0)
}

/// Two clicks at a place, long after any other one.
fn click_twice(window: &mut Window, at: Pos2) {
    window.run_steps(40);
    for _ in 0..2 {
        hold(window, at);
        release(window, at);
    }
    settle(window);
}

fn turn_to(window: &mut Window, page: Page) {
    let view = &mut window.state_mut().views.kinds.graph;
    view.turn_to(GRAPH, page);
    settle(window);
}

fn select(window: &mut Window, item: u64) {
    act(
        window,
        SelectAction::These(Selection::item(GRAPH, id(item))),
    );
    window.state_mut().session.panels.active = Panel::Canvas;
    settle(window);
}

fn machine(window: &Window) -> &Machine {
    match node(window, 5) {
        NodeKind::StateMachine(machine) => machine,
        other => panic!("{other:?}"),
    }
}

fn is_disabled(window: &Window, at: u64) -> bool {
    shown(window).wiring.node(id(at)).unwrap().is_disabled
}

/// Whether a tooltip over a point has a text: one more than there are without it.
fn told_at(window: &mut Window, at: Pos2, text: &str) -> bool {
    let count = |window: &Window| window.query_all_by_label_contains(text).count();
    let before = count(window);
    window.hover_at(at);
    window.run_steps(60);
    let told = count(window) > before;
    window.hover_at(Pos2::new(2.0, 2.0));
    window.run_steps(60);
    assert_eq!(count(window), before, "the tooltip of “{text}” is gone");
    told
}

/// The machine as it is edited.
fn set_machine(window: &mut Window, edit: impl FnOnce(&mut Machine)) {
    let mut edited = machine(window).clone();
    edit(&mut edited);
    let known = shown(window).wiring.node(id(5)).unwrap().clone();
    let node = asset::graph::Node {
        kind: NodeKind::StateMachine(edited),
        ..known
    };
    let command = Command::Graph(GRAPH, GraphCommand::SetNode(Box::new(node)));
    act(window, EditAction::Perform(command, None));
}

#[test]
fn d_disables_what_is_selected_and_enables_it_again() {
    let mut window = opened();
    // The blend leads on to its first pose, the walk.
    select(&mut window, 3);
    press(&mut window, Key::D);
    assert!(is_disabled(&window, 3));
    keep(&mut window, "disabled node");
    let nodes = |window: &Window| {
        let frame = window.state().engine.frame.clone().unwrap();
        frame.graph.parts().ids.clone()
    };
    wait_until(&mut window, "the compiled graph", |app| {
        let frame = app.engine.frame.as_ref().unwrap();
        !frame.graph.parts().ids.contains(&id(3).0)
    });
    assert_eq!(nodes(&window), [id(1).0, id(4).0, 0]);
    press(&mut window, Key::D);
    assert!(!is_disabled(&window, 3));
    // Of several, all become alike.
    let both = Selection {
        asset: Some(GRAPH),
        items: [id(1), id(3)].into(),
    };
    press(&mut window, Key::D);
    act(&mut window, SelectAction::These(both));
    window.state_mut().session.panels.active = Panel::Canvas;
    let before = steps(&window);
    press(&mut window, Key::D);
    assert!(is_disabled(&window, 1) && is_disabled(&window, 3));
    assert_eq!(steps(&window), before + 1);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(!is_disabled(&window, 1) && is_disabled(&window, 3));
    // In Details too.
    select(&mut window, 3);
    scroll_to(&mut window, "Disabled");
    click(&mut window, "Disabled");
    assert!(!is_disabled(&window, 3));
}

#[test]
fn the_rule_of_an_arrow_is_edited_where_it_stands() {
    let mut window = opened();
    turn_to(&mut window, Page::Machine(id(5)));
    let rule = |window: &Window| machine(window).transitions[0].rule.clone();
    let arrow = at(&window, "Transition Stand → Go");
    click_twice(&mut window, arrow);
    let view = &window.state().views.kinds.graph;
    assert_eq!(view.page(GRAPH), Page::Machine(id(5)));
    assert!(view.rule.is_some());
    keep(&mut window, "rule in place");
    // All of it is selected: what is typed takes its place.
    type_text(&mut window, "Speed > 2");
    press(&mut window, Key::Enter);
    assert_eq!(rule(&window), Rule::from("Speed > 2"));
    assert!(window.state().views.kinds.graph.rule.is_none());
    // Esc leaves it as it is, and so does a click elsewhere without a change.
    click_twice(&mut window, arrow);
    type_text(&mut window, "Nonsense");
    press(&mut window, Key::Escape);
    assert_eq!(rule(&window), Rule::from("Speed > 2"));
    assert!(window.state().views.kinds.graph.rule.is_none());
    // By a key, for what is selected.
    select(&mut window, 12);
    press(&mut window, Key::Enter);
    assert!(window.state().views.kinds.graph.rule.is_some());
    type_text(&mut window, "Speed > 3");
    let elsewhere = at(&window, "State box Go") + vec2(0.0, 160.0);
    click_at(&mut window, elsewhere);
    assert_eq!(rule(&window), Rule::from("Speed > 3"), "leaving it counts");
    assert!(window.state().views.kinds.graph.rule.is_none());
}

#[test]
fn a_transition_that_waits_for_its_clip_needs_no_rule() {
    let mut window = opened();
    set_machine(&mut window, |machine| {
        let new = Transition::new(id(13), id(11), id(10), "false", 0.2);
        machine.transitions.push(new);
    });
    turn_to(&mut window, Page::Machine(id(5)));
    select(&mut window, 13);
    let found = |window: &Window| {
        let it = &machine(window).transitions[1];
        (it.rule.clone(), it.automatic.is_some())
    };
    scroll_to(&mut window, "When the clip ends");
    click(&mut window, "When the clip ends");
    assert_eq!(found(&window), (Rule::from(""), true));
    click(&mut window, "When the clip ends");
    assert_eq!(found(&window), (Rule::from("false"), false));
    // A rule that somebody wrote stays.
    select(&mut window, 12);
    scroll_to(&mut window, "When the clip ends");
    click(&mut window, "When the clip ends");
    assert_eq!(
        machine(&window).transitions[0].rule,
        Rule::from("Speed > 1")
    );
}

#[test]
fn tooltips_tell_settings_reasons_and_the_order() {
    let mut window = opened();
    let blend = title(&window, "Node Two-Way Blend");
    let disabled = "Passes its first input unchanged.";
    assert!(told_at(&mut window, blend, "Weight"));
    assert!(!told_at(&mut window, blend, disabled));
    select(&mut window, 3);
    press(&mut window, Key::D);
    let blend = title(&window, "Node Two-Way Blend");
    assert!(told_at(&mut window, blend, disabled));
    press(&mut window, Key::D);
    let walk = title(&window, "Node Walk_Fwd");
    assert!(told_at(&mut window, walk, "Weight"));
    turn_to(&mut window, Page::Machine(id(5)));
    let arrow = at(&window, "Transition Stand → Go");
    assert!(told_at(&mut window, arrow, "1 of 1"));
    let state = at(&window, "State box Stand");
    assert!(told_at(&mut window, state, "Speed > 1"));
}

#[test]
fn a_row_of_the_tree_opens_its_page_and_brings_its_node_into_sight() {
    let mut window = opened();
    // Far away from all nodes.
    let view = &mut window.state_mut().views.kinds.graph;
    let mut camera = view.camera(GRAPH, Page::default()).unwrap();
    camera.center += vec2(9000.0, 0.0);
    view.set_camera(GRAPH, Page::default(), camera);
    settle(&mut window);
    assert!(!has(&window, "Node Two-Way Blend"));
    click(&mut window, "Graph node Two-Way Blend");
    assert!(has(&window, "Node Two-Way Blend"), "it is in sight");
    let zoom = window
        .state()
        .views
        .kinds
        .graph
        .camera(GRAPH, Page::default());
    assert_eq!(zoom.unwrap().zoom, camera.zoom, "the zoom stays");
    // What is in sight does not move.
    let before = rect(&window, "Node Walk_Fwd");
    click(&mut window, "Graph node Walk_Fwd");
    assert_eq!(rect(&window, "Node Walk_Fwd"), before);
    let row = at(&window, "Graph node Legs");
    click_twice(&mut window, row);
    let view = &window.state().views.kinds.graph;
    assert_eq!(view.page(GRAPH), Page::Machine(id(5)));
}

#[test]
fn a_look_begins_at_the_head_and_has_a_target_of_its_own() {
    let mut window = opened();
    let ground = empty(&window);
    for nth in 0..2 {
        window.hover_at(ground + vec2(0.0, 90.0 * nth as f32));
        window.step();
        press(&mut window, Key::Tab);
        type_text(&mut window, "look at");
        press(&mut window, Key::Enter);
    }
    let looks = shown(&window).wiring.nodes.iter().filter_map(|node| {
        let NodeKind::Control(ControlNode { kind, .. }) = &node.kind else {
            return None;
        };
        let ControlKind::LookAt(look) = kind else {
            return None;
        };
        let TargetSpace::WarpTarget(target) = &look.target.space else {
            return None;
        };
        Some((look.chain[0].bone.to_string(), target.clone()))
    });
    let mut looks: Vec<_> = looks.collect();
    looks.sort();
    let head = |target: &str| ("head".to_owned(), target.to_owned());
    assert_eq!(looks, [head("LookTarget"), head("LookTarget 2")]);
    let targets = &project(&window).preview.scene.targets;
    for name in ["LookTarget", "LookTarget 2"] {
        let target = targets.iter().find(|it| it.name == name).unwrap();
        assert!(target.at[1] > 1.2 && target.at[2] > 1.0, "{target:?}");
    }
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    let known = project(&window).preview.scene.targets.iter();
    assert!(
        known.clone().all(|it| it.name != "LookTarget 2"),
        "one step"
    );
}

/// The machine as what the page shows, so that it plays.
fn with_machine_playing() -> Window {
    let mut window = opened();
    let output = GraphCommand::SetOutput(Some(id(5)));
    act(
        &mut window,
        EditAction::Perform(Command::Graph(GRAPH, output), None),
    );
    let ctx = window.ctx.clone();
    let app = window.state_mut();
    let speed = (anim::Name::new("Speed"), 2.0);
    let set = crate::action::GraphAction::SetParameters(vec![speed]);
    app.act(&ctx, set.into());
    app.act(&ctx, TransportAction::TogglePlay.into());
    wait_until(&mut window, "the second state", |app| state(app) == Some(1));
    let app = window.state_mut();
    app.act(&ctx, TransportAction::Pause.into());
    wait_until(&mut window, "the pause", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| !frame.playing)
    });
    settle(&mut window);
    window
}

fn state(app: &App) -> Option<u16> {
    let frame = app.engine.frame.as_ref()?;
    let (node, _) = frame.graph.machines().next()?;
    frame.graph_state.machine(&frame.graph, node)?.current()
}

#[test]
fn a_state_that_is_added_does_not_restart_the_machine() {
    let mut window = with_machine_playing();
    turn_to(&mut window, Page::Machine(id(5)));
    set_machine(&mut window, |machine| {
        let first = State {
            id: id(14),
            name: "First".to_owned(),
            kind: StateKind::pose(None),
        };
        machine.states.insert(0, first);
        let back = Transition::new(id(15), id(11), id(14), "false", 0.2);
        machine.transitions.insert(0, back);
    });
    wait_until(&mut window, "the new state", |app| {
        let frame = app.engine.frame.as_ref().unwrap();
        let (_, machine) = frame.graph.machines().next().unwrap();
        machine.parts().states.len() == 3
    });
    assert_eq!(state(window.state()), Some(2), "it is in Go, as before");
    // What was decided before leads to the transition that it was, which has another index now.
    let decisions = &window.state().views.looking.decisions;
    let indices: Vec<u16> = decisions.iter().map(|it| it.transition).collect();
    assert_eq!(indices, [1], "Stand → Go");
}

#[test]
fn a_graph_is_stepped_through_by_ticks_and_back() {
    let mut window = with_machine_playing();
    let time = |app: &App| app.engine.frame.as_ref().map_or(0.0, |frame| frame.time);
    let before = time(window.state());
    press(&mut window, Key::ArrowRight);
    wait_until(&mut window, "a tick", |app| time(app) > before);
    let on = time(window.state());
    assert!((on - before - studio::TICK).abs() < 1e-9, "{}", on - before);
    press(&mut window, Key::ArrowLeft);
    wait_until(&mut window, "the tick back", |app| time(app) < on);
    assert!((time(window.state()) - before).abs() < 1e-9);
    // To before the transition was taken, which on a slow machine was long ago.
    for _ in 0..studio::MOST_PAST {
        if state(window.state()) == Some(0) {
            break;
        }
        press(&mut window, Key::ArrowLeft);
    }
    wait_until(&mut window, "the first state", |app| state(app) == Some(0));
    let early = time(window.state());
    click(&mut window, "One frame forward (Right)");
    wait_until(&mut window, "a tick", |app| time(app) > early);
}

#[test]
fn nodes_states_parameters_and_bones_are_found_by_name() {
    let mut window = opened();
    let search = |window: &mut Window, text: &str, row: &str| {
        chord(window, Modifiers::COMMAND, Key::P);
        type_text(window, text);
        click(window, row);
        settle(window);
    };
    search(&mut window, "Two-Way", "Two-Way Blend, Node in PG_Test");
    assert_eq!(selected(&window), [id(3)]);
    search(&mut window, "Stand", "Stand → Go, Transition in PG_Test");
    assert_eq!(selected(&window), [id(12)]);
    let view = &window.state().views.kinds.graph;
    assert_eq!(view.page(GRAPH), Page::Machine(id(5)));
    search(&mut window, "Speed", "Speed, Parameter in PG_Test");
    assert_eq!(window.state().views.kinds.graph.parameter, Some(id(6)));
    search(&mut window, "lowerarm_r", "lowerarm_r, Bone");
    let bone = window.state().views.kinds.skeleton.selected_bone.unwrap();
    let rigs = &project(&window).skeletons;
    let rig = rigs.values().find(|rig| rig.bones.len() > 20).unwrap();
    assert_eq!(rig.bones[bone].name, "lowerarm_r");
}
