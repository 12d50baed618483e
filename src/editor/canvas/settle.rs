//! An item has a place from the moment that it is made, and what lies on a canvas stays where it is
//! seen: an edit of a graph also lists the places of what has none.

use super::{page::Scene, state::Page, states::States};
use asset::{
    Id, PoseGraph, Project,
    graph::{Layout, NodeKind, PageEnd},
};
use document::{Command, GraphCommand};
use egui::Pos2;
use std::{collections::BTreeSet, sync::Arc};

/// The edit that lists the positions of all items that an edit leaves without a position; None if
/// no item lacks one. Items that were there before stay where the canvas showed them.
pub fn settled(before: &Project, after: &Project) -> Option<Command> {
    let mut edits = Vec::new();
    for (id, graph) in &after.graphs {
        let was = before.graphs.get(id);
        if was.is_some_and(|was| Arc::ptr_eq(was, graph)) {
            continue;
        }
        let places = places((before, was.map(|was| &**was)), (after, graph));
        if !places.is_empty() {
            edits.push(Command::Graph(*id, GraphCommand::Place(places)));
        }
    }
    (!edits.is_empty()).then_some(Command::Batch(edits))
}

fn places(
    (before, was): (&Project, Option<&PoseGraph>),
    (after, graph): (&Project, &PoseGraph),
) -> Vec<(Id, [f32; 2])> {
    let is_loose = |(id, _): &(Id, Pos2)| !graph.layout.places.contains_key(id);
    let mut found = Vec::new();
    for page in pages(graph) {
        if is_listed(graph, page) {
            continue;
        }
        let kept = was.filter(|was| pages(was).contains(&page));
        let kept = kept.map_or(Vec::new(), |was| shown(before, was, page));
        let mut known = PoseGraph::clone(graph);
        let mut layout = Layout::clone(&graph.layout);
        for (id, at) in kept {
            layout.places.entry(id).or_insert(at.into());
        }
        known.layout = Arc::new(layout);
        // Places of a damaged file may be too far away for any other one.
        let loose = shown(after, &known, page).into_iter().filter(is_loose);
        let loose = loose.filter(|(_, at)| at.is_finite());
        found.extend(loose.map(|(id, at)| (id, at.into())));
    }
    found
}

/// Whether all that lies on a page surely has a place in the layout.
fn is_listed(graph: &PoseGraph, page: Page) -> bool {
    let layout = &graph.layout;
    let has_place = |id: Id| layout.places.contains_key(&id);
    match page {
        Page::Nodes(page) => {
            let lies_here = |id: &Id| layout.pages.get(id).copied() == page;
            let nodes = graph.wiring.nodes.iter().map(|node| node.id);
            let sub_graphs = layout.sub_graphs.iter().map(|it| it.id);
            // Only of a sub-graph does the page have an input, and not of each.
            page.is_none_or(|page| layout.sub_graph(page).is_none())
                && has_place(PageEnd::Output.place(page))
                && nodes.chain(sub_graphs).filter(lies_here).all(has_place)
        }
        Page::Machine(node) => match graph.wiring.node(node).map(|node| &node.kind) {
            Some(NodeKind::StateMachine(machine)) => {
                let states = machine.states.iter().map(|state| state.id);
                let aliases = machine.aliases.iter().map(|alias| alias.id);
                states.chain(aliases).all(has_place)
            }
            _ => true,
        },
    }
}

/// All pages that something lies on; the first also where nothing does.
pub(super) fn pages(graph: &PoseGraph) -> BTreeSet<Page> {
    let machines = graph.wiring.machines().map(|(node, _)| Page::Machine(node));
    let nodes = graph
        .layout
        .pages
        .values()
        .map(|page| Page::Nodes(Some(*page)));
    machines.chain(nodes).chain([Page::Nodes(None)]).collect()
}

/// Position of each item of a page, with the id that its place is listed under.
fn shown(project: &Project, graph: &PoseGraph, page: Page) -> Vec<(Id, Pos2)> {
    match page {
        Page::Nodes(page) => {
            let scene = Scene::new(project, graph, page);
            scene
                .cards
                .iter()
                .map(|card| (card.place, card.rect.min))
                .collect()
        }
        Page::Machine(node) => match graph.wiring.node(node).map(|node| &node.kind) {
            Some(NodeKind::StateMachine(machine)) => {
                let states = States::new(graph, machine);
                states.boxes.iter().map(|it| (it.id, it.rect.min)).collect()
            }
            _ => Vec::new(),
        },
    }
}
