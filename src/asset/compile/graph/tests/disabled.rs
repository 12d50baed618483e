//! A disabled node is as if its wire led past it.

use super::tests::*;
use crate::{
    BoneKey, Cache, Id, PoseGraph,
    compile::compile,
    graph::{Node, NodeKind, Offer, Wiring, nodes::LinkedGraphNode, offered},
};
use anim::{Name, graph::GraphParts};
use std::sync::Arc;

const PLAYER: u64 = 10;
const TRIED: u64 = 11;

fn parts(wiring: Wiring) -> GraphParts {
    let compiled = compile(
        &project(wiring),
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let graph = compiled.library.graph(Name::new("PG"));
    graph.expect("it compiles").parts().clone()
}

/// Every kind as the palette offers it, its first pin fed by a player where it has one.
fn tried() -> Vec<Node> {
    let offer = Offer {
        rig: None,
        bone: BoneKey::default(),
    };
    let kinds = offered(&offer).into_iter().map(|(kind, _)| kind);
    kinds
        .map(|mut kind| {
            if let Some(link) = kind.link_mut(0) {
                *link = Some(Id(PLAYER));
            }
            node(TRIED, kind)
        })
        .collect()
}

#[test]
fn the_first_input_of_a_disabled_node_passes() {
    let player = player(PLAYER, Some(CLIP));
    let past = parts(wiring(vec![player.clone()], PLAYER));
    let nothing = parts(Wiring {
        output: None,
        ..wiring(vec![player.clone()], PLAYER)
    });
    for tried in tried() {
        let word = tried.kind.word();
        let has_source = tried.kind.pins().iter().any(|pin| pin.source.is_some());
        let disabled = Node {
            is_disabled: true,
            ..tried.clone()
        };
        let made = parts(wiring(vec![player.clone(), disabled], TRIED));
        let wanted = match (tried.can_be_disabled(), has_source) {
            (false, _) => parts(wiring(vec![player.clone(), tried], TRIED)),
            (true, true) => past.clone(),
            (true, false) => nothing.clone(),
        };
        assert_eq!(made, wanted, "{word}");
    }
}

#[test]
fn what_feeds_its_other_inputs_does_not_play() {
    let other = player(12, Some(CLIP));
    let two = Node {
        is_disabled: true,
        ..two_way(TRIED, PLAYER, 12, 0.5.into())
    };
    let nodes = vec![player(PLAYER, Some(CLIP)), other, two];
    assert_eq!(parts(wiring(nodes, TRIED)).ids, [PLAYER, 0]);
}

#[test]
fn the_state_of_a_disabled_player_is_the_reference_pose() {
    let mut nodes = with_machine(machine()).nodes;
    for node in &mut nodes {
        node.is_disabled = !matches!(node.kind, NodeKind::StateMachine(_));
    }
    let machine = with_machine(machine());
    let states = machine.nodes.len();
    let made = parts(Wiring { nodes, ..machine });
    assert!(states > 1);
    assert_eq!(made.nodes.len(), 2, "the machine and the output are left");
}

#[test]
fn a_linked_graph_leads_past_what_is_disabled_in_it() {
    let inner = |is_disabled| {
        let smooth = Node {
            is_disabled,
            ..two_way(21, 20, 22, 0.5.into())
        };
        let nodes = vec![player(20, Some(CLIP)), player(22, Some(CLIP)), smooth];
        wiring(nodes, 21)
    };
    let link = |graph| {
        let kind = NodeKind::LinkedGraph(LinkedGraphNode {
            graph: Some(graph),
            inputs: Vec::new(),
            values: Default::default(),
            swap: None,
        });
        wiring(vec![node(TRIED, kind)], TRIED)
    };
    let count = |is_disabled| {
        let mut project = project(link(Id(900)));
        let other = PoseGraph {
            wiring: Arc::new(inner(is_disabled)),
            ..PoseGraph::new("Inner", RIG)
        };
        project.graphs.insert(Id(900), Arc::new(other));
        let options = crate::CompileOptions::default();
        let compiled = compile(&project, &mut Cache::default(), options);
        let graph = compiled.library.graph(Name::new("PG")).unwrap();
        graph.parts().nodes.len()
    };
    assert_eq!(count(false), count(true) + 2);
}
