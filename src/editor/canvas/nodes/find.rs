//! Nodes by a text in what they show.

use crate::{
    canvas::state::CanvasView,
    canvas::{
        host::Host,
        look,
        page::{Card, Scene},
    },
};
use asset::{Id, graph::NodeKind};
use std::collections::BTreeSet;

/// Nodes that have what was typed in their title, line, numbers or settings.
pub(super) fn found(host: &Host<'_>, scene: &Scene, view: &CanvasView) -> Option<BTreeSet<Id>> {
    let text = view
        .find
        .as_ref()
        .filter(|text| !text.trim().is_empty())?
        .to_lowercase();
    Some(
        scene
            .cards
            .iter()
            .filter(|card| is_found(host.graph, card, &text))
            .filter_map(|card| card.id)
            .collect(),
    )
}

fn is_found(graph: &asset::PoseGraph, card: &Card, text: &str) -> bool {
    let has = |it: &str| it.to_lowercase().contains(text);
    let numbers = || {
        card.numbers
            .iter()
            .any(|it| has(&it.label) || has(&look::input_text(&it.input)))
    };
    let of_machine = || match card
        .id
        .and_then(|id| graph.wiring.node(id))
        .map(|node| &node.kind)
    {
        Some(NodeKind::StateMachine(machine)) => {
            machine.states.iter().any(|state| has(&state.name))
        }
        Some(kind) => has(kind.word()),
        None => false,
    };
    has(&card.title) || has(&card.line) || numbers() || of_machine()
}

/// All nodes of a graph that have a text in what they show, page by page.
pub fn find(project: &asset::Project, graph: &asset::PoseGraph, text: &str) -> Vec<Id> {
    let text = text.to_lowercase();
    let pages: BTreeSet<Option<Id>> = graph
        .wiring
        .nodes
        .iter()
        .map(|node| graph.layout.pages.get(&node.id).copied())
        .collect();
    let scenes = pages
        .into_iter()
        .map(|page| Scene::new(project, graph, page));
    let found = scenes.flat_map(|scene| {
        let ids = scene
            .cards
            .iter()
            .filter(|card| is_found(graph, card, &text))
            .filter_map(|card| card.id);
        ids.collect::<Vec<_>>()
    });
    found.collect()
}
