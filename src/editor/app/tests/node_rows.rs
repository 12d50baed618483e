//! Rows of a node's details that a person fills: what they show, and what the node has then.

use super::{graphs::*, *};
use crate::action::{EditAction, GraphAction, SelectAction, TransportAction};
use asset::graph::nodes::{InertializationNode, PoseSnapshotNode, SequencePlayerNode};
use asset::graph::{InterpolationSpeeds, JumpRules, Node, NodeKind};
use document::{Command, GraphCommand, Selection};
use egui_kittest::kittest::NodeT;

/// A node beside the others, whose details are open.
fn added(window: &mut Window, kind: NodeKind) {
    let add = GraphCommand::AddNode(Box::new(Node::new(id(20), kind)));
    let place = GraphCommand::Place(vec![(id(20), [0.0, 320.0])]);
    let batch = [add, place].map(|edit| Command::Graph(GRAPH, edit));
    act(
        window,
        EditAction::Perform(Command::Batch(batch.to_vec()), None),
    );
    chosen(window, 20);
}

fn chosen(window: &mut Window, at: u64) {
    let items = [id(at)].into_iter().collect();
    act(
        window,
        SelectAction::These(Selection {
            asset: Some(GRAPH),
            items,
        }),
    );
    window.state_mut().show_panel(Panel::Details);
    settle(window);
}

/// Replaces what a field holds, and enters it.
fn fill(window: &mut Window, row: &str, text: &str) {
    scroll_to(window, row);
    click(window, row);
    chord(window, Modifiers::COMMAND, Key::A);
    press(window, Key::Delete);
    type_text(window, text);
    press(window, Key::Enter);
}

fn tick(window: &mut Window, row: &str) {
    scroll_to(window, row);
    click(window, row);
}

#[test]
fn an_inertialization_says_which_curves_snap_and_how_far_an_offset_may_grow() {
    let mut window = opened();
    let (source, history) = (None, Default::default());
    added(
        &mut window,
        NodeKind::Inertialization(InertializationNode {
            source,
            dead_blend: None,
            history,
            jumps: JumpRules::default(),
        }),
    );
    assert!(!has(&window, "Outward limit"));
    tick(&mut window, "Keep outward velocity");
    fill(&mut window, "Outward limit", "0.25");
    fill(&mut window, "Filtered curves", "jaw, , blink ");
    keep(&mut window, "inertialization rows");
    let jumps = |window: &Window| match node(window, 20) {
        NodeKind::Inertialization(InertializationNode { jumps, .. }) => jumps.clone(),
        other => panic!("{other:?}"),
    };
    let filtered_curves = vec!["jaw".to_owned(), "blink".to_owned()];
    assert_eq!(
        jumps(&window),
        JumpRules {
            filtered_curves,
            keep_outward_velocity: Some(0.25)
        }
    );
    fill(&mut window, "Filtered curves", "");
    tick(&mut window, "Keep outward velocity");
    assert_eq!(jumps(&window), JumpRules::default());
    tick(&mut window, "Dead blending");
    assert!(
        !has(&window, "Keep outward velocity"),
        "dead blending keeps every velocity"
    );
}

#[test]
fn a_player_s_rate_is_scaled_biased_bounded_and_followed() {
    let mut window = opened();
    chosen(&mut window, 1);
    fill(&mut window, "Rate scale", "1.5");
    fill(&mut window, "Rate bias", "0.25");
    tick(&mut window, "Bounded rate");
    fill(&mut window, "Min rate", "0.4");
    fill(&mut window, "Max rate", "1.75");
    tick(&mut window, "Interpolated rate");
    fill(&mut window, "Rising speed", "4");
    fill(&mut window, "Falling speed", "2");
    assert!(!has(&window, "Match sync point"), "it is in no group");
    fill(&mut window, "Sync group", "Gait");
    tick(&mut window, "Match sync point");
    keep(&mut window, "player rows");
    let NodeKind::SequencePlayer(SequencePlayerNode { play, .. }) = node(&window, 1) else {
        panic!()
    };
    assert_eq!(
        (play.scale, play.bias, play.bounds),
        (1.5, 0.25, Some([0.4, 1.75]))
    );
    assert_eq!(
        play.interpolation,
        Some(InterpolationSpeeds {
            rising: 4.0,
            falling: 2.0
        })
    );
    assert_eq!(
        (play.group.as_str(), play.match_sync_point),
        ("Gait", false)
    );
}

/// Local places of all bones, of the pose that the engine showed last.
fn pose(window: &Window) -> Vec<anim::Transform> {
    window
        .state()
        .engine
        .frame
        .as_ref()
        .unwrap()
        .pose
        .iter()
        .collect()
}

#[test]
fn a_pose_that_is_kept_is_what_its_node_shows_from_then_on() {
    let mut window = opened();
    added(
        &mut window,
        NodeKind::PoseSnapshot(PoseSnapshotNode {
            snapshot: "Fallen".into(),
        }),
    );
    let is_offered = |window: &Window| {
        !window
            .get_by_label("Save snapshot")
            .accesskit_node()
            .is_disabled()
    };
    scroll_to(&mut window, "Save snapshot");
    assert!(!is_offered(&window), "nothing takes its pose");
    let behind = GraphCommand::Link {
        node: id(3),
        pin: 1,
        source: Some(id(20)),
    };
    act(
        &mut window,
        EditAction::Perform(Command::Graph(GRAPH, behind), None),
    );
    assert!(is_offered(&window));
    scroll_to(&mut window, "Save snapshot");
    let (ctx, began) = (
        window.ctx.clone(),
        window.state().engine.frame.as_ref().unwrap().time,
    );
    window
        .state_mut()
        .act(&ctx, TransportAction::TogglePlay.into());
    wait_until(&mut window, "some steps", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|it| it.time > began + 0.3)
    });
    window.get_by_label("Save snapshot").click();
    window.run_steps(3);
    let over = GraphAction::SetParameters(vec![(anim::Name::new("Speed"), 1.0)]);
    window.state_mut().act(&ctx, over.into());
    let (mut last, mut since) = (Vec::new(), 0.0);
    wait_until(&mut window, "a pose that stays", |app| {
        let Some(frame) = &app.engine.frame else {
            return false;
        };
        let now: Vec<anim::Transform> = frame.pose.iter().collect();
        if now != last {
            (last, since) = (now, frame.time);
        }
        frame.time > since + 0.3
    });
    let kept = pose(&window);
    let reference = project(&window).skeletons[&shown(&window).skeleton]
        .bones
        .iter()
        .map(|bone| bone.reference);
    let moved =
        |(a, b): (anim::Transform, &anim::Transform)| a.rotation.angle_between(b.rotation) > 0.1;
    assert!(
        reference.zip(&kept).any(moved),
        "the figure walked when it was kept"
    );
}
