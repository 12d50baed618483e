//! A pose graph that hears live frames: over the loopback, from a performer made of bytes.

use super::*;
use anim::Name;
use asset::graph::nodes::{LivePoseNode, ReferencePoseNode};
use asset::{
    PoseGraph,
    graph::{Node, NodeKind, Wiring},
};
use std::net::{Ipv4Addr, UdpSocket};

const GRAPH: Id = Id(0x9_1000);

fn opened() -> Window {
    let mut window = sample();
    change(&mut window, |project| {
        let skeleton = project
            .clips
            .values()
            .find(|clip| clip.name == "Walk_Fwd")
            .unwrap()
            .skeleton;
        let [source, live] = [1, 2].map(|at| Id(GRAPH.0 + at));
        let over = NodeKind::LivePose(LivePoseNode {
            source: Some(source),
            subject: "actor".into(),
            patience: 1e6,
        });
        let nodes = vec![
            Node::new(source, NodeKind::ReferencePose(ReferencePoseNode {})),
            Node::new(live, over),
        ];
        let wiring = Wiring {
            nodes,
            output: Some(live),
            ..Wiring::default()
        };
        project.graphs.insert(
            GRAPH,
            PoseGraph {
                wiring: wiring.into(),
                ..PoseGraph::new("PG_Live", skeleton)
            }
            .into(),
        );
    });
    for _ in 0..2 {
        window.get_by_label("Asset PG_Live").click();
        window.run_steps(1);
    }
    wait_until(&mut window, "the graph", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| frame.graph.name() == Name::new("PG_Live"))
    });
    window.run_steps(2);
    window
}

fn type_into(window: &mut Window, role: egui::accesskit::Role, label: &str, text: &str) {
    window.get_by_role_and_label(role, label).scroll_to_me();
    window.run_steps(3);
    window.get_by_role_and_label(role, label).click();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run_steps(1);
    window.event(Event::Text(text.into()));
    window.run_steps(2);
    window.key_press(Key::Enter);
    window.run_steps(2);
}

fn set_port(window: &mut Window, port: u16) {
    type_into(
        window,
        egui::accesskit::Role::SpinButton,
        "Live port",
        &port.to_string(),
    );
    assert_eq!(window.state().live.asked().port, port);
}

fn switch(window: &mut Window) {
    window
        .get_by_role_and_label(egui::accesskit::Role::CheckBox, "Receive VMC")
        .click();
    window.run_steps(3);
}

/// OSC, as a performer writes it: the hips that far to Unity's left and one up.
fn datagram(x: f32) -> Vec<u8> {
    let padded = |text: &str| [text.as_bytes(), &vec![0; 4 - text.len() % 4]].concat();
    let numbers = [x, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
        .map(f32::to_be_bytes)
        .concat();
    [
        padded("/VMC/Ext/Bone/Pos"),
        padded(",sfffffff"),
        padded("Hips"),
        numbers,
    ]
    .concat()
}

fn hips(app: &App) -> f32 {
    let frame = app.engine.frame.as_ref().unwrap();
    frame
        .pose
        .translation(frame.skeleton.find(Name::new("pelvis")).unwrap())
        .x
}

#[test]
fn a_performer_moves_the_character_that_plays_a_live_pose() {
    let mut window = opened();
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    // Free again for the window.
    let port = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    set_port(&mut window, port);
    switch(&mut window);
    let waits =
        format!("listening on {port} · subject VMC · no data yet · no Live Pose node uses it");
    assert!(
        has(&window, &waits),
        "{:?}",
        window.state().live.state(&["actor"])
    );
    switch(&mut window);
    type_into(
        &mut window,
        egui::accesskit::Role::TextInput,
        "Live subject",
        "actor",
    );
    switch(&mut window);
    assert!(has(
        &window,
        &format!("listening on {port} · subject actor · no data yet")
    ));
    let send = |x: f32| {
        socket
            .send_to(&datagram(x), (Ipv4Addr::LOCALHOST, port))
            .map(drop)
            .unwrap()
    };
    assert_eq!(hips(window.state()), 0.0);
    send(-0.25);
    wait_until(&mut window, "the performer", |app| hips(app) == 0.25);
    send(-0.5);
    wait_until(&mut window, "the next frame", |app| hips(app) == 0.5);
    switch(&mut window);
    send(-0.75);
    play_on(&mut window, 0.2);
    assert_eq!(hips(window.state()), 0.5, "nobody listens any more");
    assert!(window.query_by_label_contains("listening on").is_none());
}

#[test]
fn a_port_that_is_taken_is_told_and_another_one_opens() {
    let mut window = opened();
    let taken = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    set_port(&mut window, port);
    switch(&mut window);
    assert!(!window.state().live.asked().is_on);
    assert!(
        window
            .query_by_label_contains(&format!("Port {port} is in use"))
            .is_some()
    );
    drop(taken);
    switch(&mut window);
    assert!(window.state().live.asked().is_on);
    assert!(window.query_by_label_contains("is in use").is_none());
}
