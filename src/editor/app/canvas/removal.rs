//! Taking things off the canvas.

use crate::{
    app::App,
    canvas::{Drag, WireEnd},
};
use asset::{
    Id, PoseGraph,
    graph::{Machine, Node, NodeKind, StateKind},
};
use document::{GraphCommand, ItemCommand, Selection};
use std::collections::BTreeSet;

impl App {
    /// Whether the graph was what is edited. What went through a node that goes is led on where
    /// `bridges`.
    pub(in crate::app) fn delete_on_canvas(&mut self, bridges: bool) -> bool {
        if self.drop_held_wire() {
            return true;
        }
        let Some((id, graph, items)) = self.selected_nodes() else {
            return false;
        };
        let edits = removal(&graph, &items, bridges);
        if !edits.is_empty() {
            self.edit_graph(id, edits);
            self.document.select(Selection::asset(id));
        }
        true
    }

    /// The wire that hangs at the pointer is gone.
    fn drop_held_wire(&mut self) -> bool {
        let (Some((id, graph)), Some(Drag::Wire(end))) =
            (self.open_graph(), self.views.kinds.graph.drag.clone())
        else {
            return false;
        };
        self.views.kinds.graph.drag = None;
        let edits = match end {
            WireEnd::Pose(source) => unlinked(&graph, source),
            WireEnd::Pin(_) => None,
        };
        edits
            .into_iter()
            .for_each(|edit| self.edit_graph(id, vec![edit]));
        true
    }
}

/// The edit that takes a pose from where it goes.
fn unlinked(graph: &PoseGraph, source: Id) -> Option<GraphCommand> {
    let pin = graph.wiring.nodes.iter().find_map(|node| {
        let pin = node
            .kind
            .pins()
            .iter()
            .position(|pin| pin.source == Some(source))?;
        Some(GraphCommand::Link {
            node: node.id,
            pin,
            source: None,
        })
    });
    pin.or((graph.wiring.output == Some(source)).then_some(GraphCommand::SetOutput(None)))
}

fn removal(graph: &PoseGraph, items: &BTreeSet<Id>, bridges: bool) -> Vec<GraphCommand> {
    let mut gone = graph.with_pages(items);
    let mut machines: Vec<GraphCommand> = Vec::new();
    for (node, machine) in graph
        .wiring
        .machines()
        .filter(|(node, _)| !items.contains(node))
    {
        let (left, pages) = without(machine, items);
        if left == *machine {
            continue;
        }
        gone.extend(graph.with_pages(&pages.into_iter().collect()));
        let kind = NodeKind::StateMachine(left);
        let node = match graph.wiring.node(node) {
            Some(known) => Node {
                kind,
                ..known.clone()
            },
            None => Node::new(node, kind),
        };
        machines.push(GraphCommand::SetNode(Box::new(node)));
    }
    machines.retain(|edit| !matches!(edit, GraphCommand::SetNode(node) if gone.contains(&node.id)));
    let nodes: Vec<Id> = graph
        .wiring
        .nodes
        .iter()
        .map(|node| node.id)
        .filter(|id| gone.contains(id))
        .collect();
    let layout = &graph.layout;
    let comments = layout
        .comments
        .iter()
        .map(|it| it.id)
        .filter(|id| gone.contains(id));
    let reroutes = layout
        .reroutes
        .iter()
        .map(|it| it.id)
        .filter(|id| gone.contains(id));
    let sub_graphs = layout
        .sub_graphs
        .iter()
        .map(|it| it.id)
        .filter(|id| gone.contains(id));
    let mut edits: Vec<GraphCommand> = comments
        .map(|it| GraphCommand::Comment(ItemCommand::Remove(it)))
        .collect();
    edits.extend(reroutes.map(GraphCommand::RemoveReroute));
    edits.extend(sub_graphs.map(|it| GraphCommand::SubGraph(ItemCommand::Remove(it))));
    edits.extend(machines);
    if bridges {
        edits.extend(bridged(graph, &nodes));
    }
    if !nodes.is_empty() {
        edits.push(GraphCommand::RemoveNodes(nodes));
    }
    edits
}

fn parts(machine: &Machine) -> impl Iterator<Item = Id> {
    let states = machine.states.iter().map(|state| state.id);
    states.chain(machine.transitions.iter().map(|transition| transition.id))
}

/// A machine without some of its parts, and the pages that go with them.
fn without(machine: &Machine, items: &BTreeSet<Id>) -> (Machine, Vec<Id>) {
    let mut left = machine.clone();
    left.states.retain(|state| !items.contains(&state.id));
    left.aliases.retain(|alias| !items.contains(&alias.id));
    let is_end = |id: &Id| {
        left.states.iter().any(|it| it.id == *id) || left.aliases.iter().any(|it| it.id == *id)
    };
    left.transitions
        .retain(|it| !items.contains(&it.id) && is_end(&it.from) && is_end(&it.to));
    for alias in &mut left.aliases {
        if let Some(states) = &mut alias.states {
            states.retain(|state| !items.contains(state));
        }
    }
    if left.entry.is_some_and(|entry| items.contains(&entry)) {
        let poses = left
            .states
            .iter()
            .filter(|state| matches!(state.kind, StateKind::Pose { .. }));
        left.entry = poses.map(|state| state.id).next();
    }
    let stays: BTreeSet<Id> = parts(&left).collect();
    let gone = parts(machine)
        .filter(|part| !stays.contains(part))
        .collect();
    (left, gone)
}

/// Commands that bridge the removed nodes: the source of a node's first pin goes to the pins that
/// took the node's pose.
fn bridged(graph: &PoseGraph, gone: &[Id]) -> Vec<GraphCommand> {
    let first = |id: Id| {
        let mut at = Some(id);
        // Through others that go too.
        while let Some(id) = at.filter(|id| gone.contains(id)) {
            at = graph.wiring.node(id)?.kind.pins().first()?.source;
        }
        at
    };
    let mut edits = Vec::new();
    for node in graph
        .wiring
        .nodes
        .iter()
        .filter(|node| !gone.contains(&node.id))
    {
        for (pin, source) in node
            .kind
            .pins()
            .iter()
            .enumerate()
            .filter_map(|(at, pin)| Some((at, pin.source?)))
        {
            if let Some(before) = first(source).filter(|_| gone.contains(&source)) {
                edits.push(GraphCommand::Link {
                    node: node.id,
                    pin,
                    source: Some(before),
                });
            }
        }
    }
    let output = graph
        .wiring
        .output
        .filter(|output| gone.contains(output))
        .and_then(first);
    edits.extend(output.map(|before| GraphCommand::SetOutput(Some(before))));
    edits
}
