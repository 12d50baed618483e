//! Looking at a graph while it plays: its tree, why it shows what it shows, the last seconds,
//! watched poses, costs.

use super::{graph, *};
use crate::canvas;
use crate::{
    action::{GraphAction, SelectAction, TransportAction},
    canvas::Page,
};
use anim::Name;
use asset::graph::{Logic, NodeKind, Settings, State, Transition};
use egui::accesskit::Role;
use egui_kittest::kittest::NodeT;

const GRAPH: Id = Id(0x9_0000);
const STAND: Id = Id(0x9_0000 + 10);
const GOES: Id = Id(0x9_0000 + 12);
const REST: Id = Id(0x9_0000 + 20);
const WALK: Id = Id(0x9_0000 + 21);
const MACHINE: Id = Id(0x9_0000 + 22);

fn act(window: &mut Window, action: impl Into<EditorAction>) {
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, action.into());
    window.run_steps(2);
}

fn set_speed(window: &mut Window, speed: f64) {
    act(
        window,
        GraphAction::SetParameters(vec![(Name::new("Speed"), speed)]),
    );
}

fn pause(window: &mut Window) {
    act(window, TransportAction::Pause);
    wait_until(window, "the pause", |app| !app.session.transport.playing);
    settle(window);
}

fn frame(app: &App) -> &studio::PreviewFrame {
    app.engine.frame.as_deref().unwrap()
}

/// It has gone off, and stands still there.
fn walking() -> Window {
    let mut window = graph::opened();
    set_speed(&mut window, 3.0);
    wait_until(&mut window, "the walk", |app| {
        graph::state(app) == "Go"
            && frame(app)
                .graph_state
                .machine(&frame(app).graph, 2)
                .is_some_and(|it| it.time_in_state() > 0.3)
    });
    pause(&mut window);
    window
}

#[test]
fn the_tree_shows_nodes_and_states_selects_them_and_turns_the_page() {
    let mut window = walking();
    let row = |window: &Window, label: &str| {
        window
            .query_by_role_and_label(Role::TreeItem, label)
            .is_some()
    };
    for label in [
        "Graph node Pose graph",
        "Graph node State Machine",
        "Graph state Stand",
        "Graph state Go",
    ] {
        assert!(row(&window, label), "{label}");
    }
    assert!(
        !row(&window, "Graph node Walk_Fwd"),
        "what a state shows is folded away"
    );
    click(&mut window, "Graph state Stand");
    assert_eq!(selected(&window), [STAND]);
    assert_eq!(
        window.state().views.kinds.graph.page(GRAPH),
        Page::Machine(MACHINE)
    );
    click(&mut window, "Graph node Pose graph");
    assert_eq!(selected(&window), []);
    assert_eq!(
        window.state().views.kinds.graph.page(GRAPH),
        Page::default()
    );
    type_into(&mut window, "Find node or state", "walk");
    assert!(row(&window, "Graph node Walk_Fwd") && !row(&window, "Graph state Stand"));
    click(&mut window, "Graph node Walk_Fwd");
    assert_eq!(selected(&window), [WALK]);
    type_into(&mut window, "Find node or state", "xyz");
    click(&mut window, "Clear filter");
    assert!(row(&window, "Graph state Stand"));
}

#[test]
fn transitions_tell_why_they_were_not_taken_and_lead_to_themselves() {
    let mut window = graph::opened();
    let told = "Not taken Stand → Go: Speed > 1 is false: Speed is 0";
    wait_until(&mut window, "the reason", |app| {
        !frame(app).inspected.not_taken.is_empty()
    });
    pause(&mut window);
    click(&mut window, told);
    assert_eq!(selected(&window), [GOES]);
    assert_eq!(
        window.state().views.kinds.graph.page(GRAPH),
        Page::Machine(MACHINE)
    );
    keep(&mut window, "graph panel");
}

/// Out of sight nothing is worked out.
#[test]
fn the_engine_is_asked_only_for_what_is_in_sight() {
    let mut window = graph::opened();
    let asked = |window: &Window| {
        (
            window.state().engine.inspection().why,
            window.state().engine.inspection().times,
        )
    };
    assert_eq!(asked(&window), (true, true));
    window.state_mut().dock.close(Panel::Graph);
    window.run_steps(3);
    assert_eq!(asked(&window), (false, true));
    window.state_mut().dock.close(Panel::Canvas);
    window.run_steps(3);
    assert_eq!(asked(&window), (false, false));
    wait_until(&mut window, "a frame without it", |app| {
        let inspected = &frame(app).inspected;
        inspected.shares.is_empty() && inspected.not_taken.is_empty() && inspected.times.is_empty()
    });
    window.state_mut().show_panel(Panel::Canvas);
    wait_until(&mut window, "the costs", |app| {
        app.views.looking.costs.of(MACHINE).is_some()
    });
}

#[test]
fn why_this_pose_tells_shares_and_what_was_decided() {
    let mut window = graph::opened();
    set_speed(&mut window, 3.0);
    wait_until(&mut window, "the walk", |app| {
        graph::state(app) == "Go" && !app.views.looking.decisions.is_empty()
    });
    pause(&mut window);
    assert!(!has(&window, "Decisions"));
    click(&mut window, "Why this pose?");
    let took = "Took Stand → Go: Speed > 1 is true: Speed is 3";
    assert!(has(&window, took));
    assert!(has(&window, "Share of the whole body"));
    act(&mut window, SelectAction::Bone(Some(3)));
    settle(&mut window);
    let bone = &project(&window).skeletons.values().next().unwrap().bones[3].name;
    let title = format!("Share of {}", bone.as_str());
    assert!(has(&window, &title), "{title}");
    assert_eq!(frame(window.state()).inspected.bone, Some(3));
    let full = frame(window.state())
        .inspected
        .shares
        .iter()
        .map(|it| it.weight)
        .sum::<f32>();
    assert!((full - 1.0).abs() < 1e-3, "{full}");
    assert!(window.query_by_label_contains("Share Walk_Fwd ").is_some());
    keep(&mut window, "why this pose");
    click(&mut window, "Why this pose?");
    assert!(!has(&window, "Decisions"));
    window.state_mut().dock.close(Panel::Graph);
    settle(&mut window);
    act(&mut window, GraphAction::Why);
    settle(&mut window);
    assert!(
        window.state().dock.is_shown(Panel::Graph) && has(&window, "Decisions"),
        "it is raised"
    );
}

#[test]
fn a_machine_shows_the_states_of_the_last_seconds() {
    let mut window = graph::opened();
    play_on(&mut window, 0.4);
    set_speed(&mut window, 3.0);
    wait_until(&mut window, "the walk", |app| graph::state(app) == "Go");
    play_on(&mut window, 0.3);
    pause(&mut window);
    act(
        &mut window,
        SelectAction::These(document::Selection::item(GRAPH, STAND)),
    );
    settle(&mut window);
    let block = |window: &Window, name: &str| {
        window
            .query_by_label_contains(&format!("Was in {name} "))
            .map(|it| it.rect())
    };
    let (stand, go) = (
        block(&window, "Stand").unwrap(),
        block(&window, "Go").unwrap(),
    );
    assert!(
        stand.right() <= go.left() + 3.0 && go.width() > 4.0,
        "{stand:?} {go:?}"
    );
    keep(&mut window, "history strip");
}

#[test]
fn parameters_are_plotted_over_time_with_their_units() {
    let mut window = graph::opened();
    window.get_by_label("Plot parameters over time").click();
    window.run_steps(4);
    assert!(has(&window, "Nothing to plot"));
    window.get_by_label("Plot Speed over time").click();
    window.run_steps(4);
    set_speed(&mut window, 2.0);
    wait_until(&mut window, "the value", |app| {
        app.views
            .looking
            .history
            .parameter(Name::new("Speed"))
            .iter()
            .any(|point| point[1] == 2.0)
    });
    assert!(has(&window, "Plot of Speed (m/s)"));
    play_on(&mut window, 0.3);
    keep(&mut window, "parameter plot");
    window.get_by_label("Plot Speed over time").scroll_to_me();
    window.run_steps(8);
    window.get_by_label("Plot Speed over time").click();
    window.run_steps(4);
    assert!(has(&window, "Nothing to plot"));
    window.get_by_label("Plot parameters over time").click();
    window.run_steps(4);
    assert!(!has(&window, "Nothing to plot"));
}

#[test]
fn the_pose_of_a_node_is_watched_beside_the_character() {
    let mut window = walking();
    act(
        &mut window,
        SelectAction::These(document::Selection::item(GRAPH, WALK)),
    );
    settle(&mut window);
    window.state_mut().session.panels.active = Panel::Canvas;
    let hash = frame(window.state()).pose.hash();
    press(&mut window, Key::V);
    assert_eq!(window.state().views.looking.watched, Some(WALK));
    wait_until(&mut window, "the pose", |app| app.engine.watched.is_some());
    settle(&mut window);
    assert!(has(&window, "Pose at Walk_Fwd") && has(&window, "Stop watching Walk_Fwd"));
    assert_eq!(
        frame(window.state()).pose.hash(),
        hash,
        "what plays is as it was"
    );
    keep(&mut window, "watched pose");
    press(&mut window, Key::Escape);
    assert_eq!(window.state().views.looking.watched, None);
    assert_eq!(selected(&window), [WALK], "one step each press");
    assert!(window.state().engine.watched.is_none() && !has(&window, "Pose at Walk_Fwd"));
    act(&mut window, GraphAction::WatchPose(Some(REST)));
    settle(&mut window);
    assert!(has(&window, "Reference Pose is inactive: no pose to show"));
    act(&mut window, GraphAction::WatchPose(None));
    act(&mut window, SelectAction::Nothing);
    act(&mut window, GraphAction::Watch);
    assert_eq!(
        window.state().session.toasts.last().unwrap().title,
        "Nothing to watch"
    );
}

/// V takes the wire under the pointer before what is selected, and again ends it.
#[test]
fn a_wire_under_the_pointer_is_watched() {
    let mut window = walking();
    act(
        &mut window,
        SelectAction::These(document::Selection::item(GRAPH, GRAPH)),
    );
    act(&mut window, GraphAction::Out);
    window
        .state_mut()
        .views
        .kinds
        .graph
        .turn_to(GRAPH, Page::default());
    window.state_mut().session.panels.active = Panel::Canvas;
    settle(&mut window);
    let (from, to) = (
        rect(&window, "Pose of State Machine").center(),
        rect(&window, "Pin Pose of Output").center(),
    );
    window.hover_at(from.lerp(to, 0.5));
    settle(&mut window);
    press(&mut window, Key::V);
    assert_eq!(window.state().views.looking.watched, Some(MACHINE));
    press(&mut window, Key::V);
    assert_eq!(window.state().views.looking.watched, None);
}

/// 1440 × 900 pixels at an interface scale of 125 %, and as many points.
#[test]
fn tools_and_transport_fit_where_the_window_is_small() {
    for (size, scale) in [(vec2(1152.0, 720.0), 1.25), (SIZE, 1.0)] {
        let mut window = open_at(size, scale, None);
        settle(&mut window);
        let [first, last] =
            ["View: Perspective", "Frame all"].map(|name| rect(&window, name).center().y);
        assert!((first - last).abs() < 2.0, "{size}: {first} {last}");
        assert!(
            has(&window, "Link Relative"),
            "what new items follow can be chosen"
        );
        let in_bar = |name: &str| {
            window
                .get_all_by_label_contains(name)
                .map(|it| it.rect())
                .next()
                .unwrap()
        };
        let (magnet, add) = (in_bar("Snapping"), in_bar("Add"));
        assert!(
            (magnet.center().y - add.center().y).abs() < 2.0 && magnet.right() < add.left(),
            "{magnet} {add}"
        );
        keep(
            &mut window,
            if scale > 1.0 {
                "tools in a small window"
            } else {
                "tools"
            },
        );
    }
}

/// From the smallest window at an interface scale of 150 % on, of a montage and of a clip.
#[test]
fn nothing_in_the_transport_covers_anything_else() {
    for width in (640..=1480).step_by(40) {
        let mut window = open_at(vec2(width as f32, 700.0), 1.0, None);
        settle(&mut window);
        in_order(&window, width);
        let clip = *window
            .state()
            .document
            .project()
            .clips
            .keys()
            .next()
            .unwrap();
        window.state_mut().open_asset(clip);
        settle(&mut window);
        in_order(&window, width);
    }
}

/// What is pressed in the transport lies side by side.
fn in_order(window: &Window, width: i32) {
    let bar = window
        .get_all_by_label_contains("One frame back")
        .next()
        .unwrap()
        .rect()
        .y_range();
    // The panel beside it has buttons of its own.
    let end = rect(window, "Details").left();
    let of_bar = window
        .query_all(egui_kittest::kittest::By::new())
        .filter_map(|node| {
            let (label, role) = (node.accesskit_node().label()?, node.accesskit_node().role());
            let is_pressed = matches!(role, Role::Button | Role::TextInput | Role::SpinButton);
            let is_there = bar.contains(node.rect().center().y) && node.rect().center().x < end;
            (is_pressed && is_there).then(|| (label, node.rect()))
        });
    let mut all: Vec<_> = of_bar.collect();
    assert!(all.len() > 7, "{width}: {all:?}");
    all.sort_by(|a, b| a.1.left().total_cmp(&b.1.left()));
    for pair in all.windows(2) {
        assert!(
            pair[0].1.right() <= pair[1].1.left() + 0.5,
            "{width}: {pair:?}"
        );
    }
}

/// Arrows that are lit on the page of the machine, by their ids.
fn lit(app: &App) -> Vec<Id> {
    let project = app.document.project();
    let graph = &project.graphs[&GRAPH];
    let host = canvas::host::Host {
        document: &app.document,
        session: &app.session,
        project,
        id: GRAPH,
        graph,
        selection: app.document.selection(),
        frame: app.engine.frame.as_deref(),
        sources: app.compiled.sources.graphs.get(&GRAPH),
        told: &[],
    };
    let NodeKind::StateMachine(machine) = &graph.wiring.node(MACHINE).unwrap().kind else {
        panic!("a machine");
    };
    let live = canvas::live::Live::new(graph, host.frame);
    let all = live.map(|live| live.transitions(&host, MACHINE, machine, &app.views.looking));
    all.unwrap_or_default().into_keys().collect()
}

/// Another arrow to the same state stands before the one that is taken; the panel that asks why is
/// not there.
#[test]
fn the_arrow_that_is_taken_is_lit_however_it_blends() {
    for logic in [Logic::Standard, Logic::Inertialize] {
        let mut window = graph::opened();
        window.state_mut().dock.close(Panel::Graph);
        pause(&mut window);
        change(&mut window, |project| {
            let graph = Arc::make_mut(project.graphs.get_mut(&GRAPH).unwrap());
            let wiring = Arc::make_mut(&mut graph.wiring);
            let machine = wiring
                .nodes
                .iter_mut()
                .find_map(|node| match &mut node.kind {
                    NodeKind::StateMachine(machine) => Some(machine),
                    _ => None,
                });
            let machine = machine.unwrap();
            let (lies, go) = (Id(GRAPH.0 + 40), machine.states[1].id);
            let lying = State {
                id: lies,
                name: "Lie".into(),
                ..machine.states[0].clone()
            };
            machine.states.push(lying);
            let other = Transition::new(Id(GRAPH.0 + 41), lies, go, "Speed > 9", 0.1);
            machine.transitions.insert(0, other);
            let taken = machine.transitions.iter_mut().find(|it| it.id == GOES);
            taken.unwrap().settings = Some(Settings {
                logic,
                ..Settings::new(30.0)
            });
        });
        wait_until(&mut window, "the edit", |app| {
            let sources = app.compiled.sources.graphs.get(&GRAPH);
            sources.is_some_and(|it| it.machines[&MACHINE].transitions.len() == 3)
        });
        assert_eq!(lit(window.state()), []);
        act(&mut window, TransportAction::TogglePlay);
        set_speed(&mut window, 3.0);
        wait_until(&mut window, "the walk", |app| graph::state(app) == "Go");
        wait_until(&mut window, "an arrow", |app| !lit(app).is_empty());
        assert_eq!(lit(window.state()), [GOES], "{logic:?}");
    }
}
