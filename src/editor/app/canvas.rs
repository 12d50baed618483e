//! Actions on the canvas: what is selected there, and its pages.

use super::App;
use crate::canvas::{self, Page, Reveal, Scene};
use asset::{
    Id, PoseGraph,
    graph::{Comment, Machine, Node, NodeKind, StateKind},
};
use document::{Command, GraphCommand, Selection};
use egui::{Pos2, Rect};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// What is copied lies so far from where it was, points.
const STEP: f32 = 32.0;

impl App {
    /// What is selected in the open graph.
    fn selected_nodes(&self) -> Option<(Id, Arc<PoseGraph>, BTreeSet<Id>)> {
        let (id, graph) = self.open_graph()?;
        let selection = self.document.selection();
        (selection.asset == Some(id)).then(|| (id, graph, selection.items.clone()))
    }

    fn edit_graph(&mut self, id: Id, edits: Vec<GraphCommand>) {
        let edits = edits.into_iter().map(|edit| Command::Graph(id, edit)).collect();
        self.perform(&Command::Batch(edits), None);
    }

    pub(super) fn dive(&mut self) {
        let Some((id, graph, items)) = self.selected_nodes() else { return };
        let Some(first) = items.first() else { return };
        let is_machine = matches!(graph.wiring.node(*first), Some(Node { kind: NodeKind::StateMachine(_), .. }));
        let page = match is_machine {
            true => Page::Machine(*first),
            false if canvas::can_show(&graph, *first) => Page::Nodes(Some(*first)),
            false => return,
        };
        self.session.kinds.graph.turn_to(id, page);
    }

    /// The page that is left is selected on the one around it.
    pub(super) fn leave_page(&mut self) {
        let Some((id, graph)) = self.open_graph() else { return };
        let page = self.session.kinds.graph.page(id);
        let Some(above) = canvas::parent(&graph, page) else { return };
        self.session.kinds.graph.turn_to(id, above);
        if let Page::Machine(left) | Page::Nodes(Some(left)) = page {
            self.document.select(Selection::item(id, left));
        }
    }

    pub(super) fn add_comment(&mut self) {
        let new = self.session.edits.id();
        let Some((id, graph)) = self.open_graph() else { return };
        let Page::Nodes(page) = self.session.kinds.graph.page(id) else { return };
        let selected = self.document.selection().items.clone();
        let scene = Scene::new(self.document.project(), &graph, page);
        let chosen = scene.cards.iter().filter(|card| card.id.is_some_and(|id| selected.contains(&id)));
        let at = self.session.kinds.graph.pointer.unwrap_or(Pos2::ZERO);
        let rect = canvas::around(chosen.map(|card| card.rect))
            .unwrap_or_else(|| Rect::from_min_size(at, egui::vec2(320.0, 192.0)));
        let (at, size) = canvas::comment_of(rect);
        let comment = Comment { id: new, text: "Comment".into(), page, at, size, color: 0 };
        self.edit_graph(id, vec![GraphCommand::SetComment(comment)]);
        self.document.select(Selection::item(id, new));
    }

    /// What is selected where there are several, else all.
    pub(super) fn tidy(&mut self) {
        let Some((id, graph)) = self.open_graph() else { return };
        let Page::Nodes(page) = self.session.kinds.graph.page(id) else { return };
        let selected = self.document.selection().items.clone();
        let mut scene = Scene::new(self.document.project(), &graph, page);
        let chosen = |id: Option<Id>| id.is_some_and(|id| selected.contains(&id));
        if scene.cards.iter().filter(|card| chosen(card.id)).count() > 1 {
            scene.cards.retain(|card| chosen(card.id));
        }
        let before = scene.cards.iter().filter(|card| card.id.is_some()).map(|card| card.rect);
        let before = before.fold(Rect::NOTHING, Rect::union);
        let places = canvas::ordered(&scene.cards);
        let left = places.values().map(|at| at.x).fold(f32::INFINITY, f32::min);
        let top = places.values().map(|at| at.y).fold(f32::INFINITY, f32::min);
        let shift = before.min - egui::pos2(left, top);
        let places = places.into_iter().map(|(node, at)| (node, (at + shift).into())).collect();
        self.edit_graph(id, vec![GraphCommand::Place(places)]);
    }

    pub(super) fn find_next(&mut self) {
        let Some((id, graph)) = self.open_graph() else { return };
        let Some(text) = self.session.kinds.graph.find.clone().filter(|text| !text.trim().is_empty()) else { return };
        let found: Vec<Id> = canvas::find(self.document.project(), &graph, &text);
        let now = self.document.selection().items.first().copied();
        let at = now.and_then(|now| found.iter().position(|id| *id == now)).map_or(0, |at| at + 1);
        let Some(next) = found.get(at).or(found.first()) else { return };
        self.document.select(Selection::item(id, *next));
        self.session.kinds.graph.reveal = Some(Reveal::Selection);
    }

    /// Whether the graph was what is edited.
    pub(super) fn delete_on_canvas(&mut self) -> bool {
        let Some((id, graph, items)) = self.selected_nodes() else { return false };
        let mut edits: Vec<GraphCommand> = Vec::new();
        let nodes: Vec<Id> = items.iter().copied().filter(|id| graph.wiring.node(*id).is_some()).collect();
        let mut gone = with_pages(&graph, &nodes);
        for (node, machine) in graph.wiring.machines() {
            if gone.contains(&node) {
                continue;
            }
            let (left, pages) = without(machine, &items);
            if left == *machine {
                continue;
            }
            gone.extend(with_pages(&graph, &nodes_on(&graph, &pages)));
            let name = graph.wiring.node(node).map_or(String::new(), |node| node.name.clone());
            let node = Node { id: node, name, kind: NodeKind::StateMachine(left) };
            edits.push(GraphCommand::SetNode(Box::new(node)));
        }
        edits.extend(bridges(&graph, &nodes));
        if !gone.is_empty() {
            edits.push(GraphCommand::RemoveNodes(gone));
        }
        let comments = graph.layout.comments.iter().filter(|comment| items.contains(&comment.id));
        edits.extend(comments.map(|comment| GraphCommand::RemoveComment(comment.id)));
        if !edits.is_empty() {
            self.edit_graph(id, edits);
            self.document.select(Selection::asset(id));
        }
        true
    }

    /// Nodes with the wires among them; whether the graph was what is edited.
    pub(super) fn duplicate_on_canvas(&mut self) -> bool {
        let Some((id, graph, items)) = self.selected_nodes() else { return false };
        let plain = |node: &&Node| items.contains(&node.id) && !matches!(node.kind, NodeKind::StateMachine(_));
        let nodes: Vec<&Node> = graph.wiring.nodes.iter().filter(plain).collect();
        let new: BTreeMap<Id, Id> = nodes.iter().map(|node| (node.id, self.session.edits.id())).collect();
        let mut edits = Vec::new();
        let Page::Nodes(page) = self.session.kinds.graph.page(id) else { return true };
        let scene = Scene::new(self.document.project(), &graph, page);
        for node in nodes {
            let copy = copied(node, &new);
            let at = scene.card(node.id).map_or(Pos2::ZERO, |card| card.rect.min) + egui::Vec2::splat(STEP);
            let place = GraphCommand::Place(vec![(copy.id, at.into())]);
            let page = GraphCommand::SetPage { node: copy.id, page };
            edits.extend([GraphCommand::AddNode(Box::new(copy)), page, place]);
        }
        if !edits.is_empty() {
            self.edit_graph(id, edits);
            self.document.select(Selection { asset: Some(id), items: new.into_values().collect() });
        }
        true
    }

    /// All on the page; whether the graph was what is edited.
    pub(super) fn select_all_on_canvas(&mut self) -> bool {
        let Some((id, graph)) = self.open_graph() else { return false };
        let items: BTreeSet<Id> = match self.session.kinds.graph.page(id) {
            Page::Nodes(page) => {
                let scene = Scene::new(self.document.project(), &graph, page);
                scene.cards.iter().filter_map(|card| card.id).chain(scene.comments.iter().map(|it| it.id)).collect()
            }
            Page::Machine(at) => match graph.wiring.node(at).map(|node| &node.kind) {
                Some(NodeKind::StateMachine(machine)) => machine.states.iter().map(|state| state.id).collect(),
                _ => BTreeSet::new(),
            },
        };
        self.document.select(Selection { asset: Some(id), items });
        true
    }
}

/// Links among what is copied lead to the copies; others are gone.
fn copied(node: &Node, new: &BTreeMap<Id, Id>) -> Node {
    let mut copy = Node { id: new[&node.id], ..node.clone() };
    for pin in 0..copy.kind.pins().len() {
        if let Some(source) = copy.kind.link_mut(pin) {
            *source = source.and_then(|source| new.get(&source).copied());
        }
    }
    copy
}

/// Nodes, and all that lies on the pages of the machines among them.
fn with_pages(graph: &PoseGraph, nodes: &[Id]) -> Vec<Id> {
    let mut all: Vec<Id> = nodes.to_vec();
    let mut at = 0;
    while let Some(id) = all.get(at).copied() {
        if let Some(Node { kind: NodeKind::StateMachine(machine), .. }) = graph.wiring.node(id) {
            let pages: Vec<Id> = parts(machine).collect();
            let more: Vec<Id> = nodes_on(graph, &pages).into_iter().filter(|id| !all.contains(id)).collect();
            all.extend(more);
        }
        at += 1;
    }
    all
}

fn parts(machine: &Machine) -> impl Iterator<Item = Id> {
    let states = machine.states.iter().map(|state| state.id);
    states.chain(machine.transitions.iter().map(|transition| transition.id))
}

fn nodes_on(graph: &PoseGraph, pages: &[Id]) -> Vec<Id> {
    let on = graph.layout.pages.iter().filter(|(_, page)| pages.contains(page));
    on.map(|(node, _)| *node).filter(|node| graph.wiring.node(*node).is_some()).collect()
}

/// A machine without some of its parts, and the pages that go with them.
fn without(machine: &Machine, items: &BTreeSet<Id>) -> (Machine, Vec<Id>) {
    let mut left = machine.clone();
    left.states.retain(|state| !items.contains(&state.id));
    left.aliases.retain(|alias| !items.contains(&alias.id));
    let is_end = |id: &Id| left.states.iter().any(|it| it.id == *id) || left.aliases.iter().any(|it| it.id == *id);
    left.transitions.retain(|it| !items.contains(&it.id) && is_end(&it.from) && is_end(&it.to));
    for alias in &mut left.aliases {
        if let Some(states) = &mut alias.states {
            states.retain(|state| !items.contains(state));
        }
    }
    if left.entry.is_some_and(|entry| items.contains(&entry)) {
        let poses = left.states.iter().filter(|state| matches!(state.kind, StateKind::Pose { .. }));
        left.entry = poses.map(|state| state.id).next();
    }
    let stays: BTreeSet<Id> = parts(&left).collect();
    let gone = parts(machine).filter(|part| !stays.contains(part)).collect();
    (left, gone)
}

/// Where a node goes, what it took at its first pin is led to where its pose went.
fn bridges(graph: &PoseGraph, gone: &[Id]) -> Vec<GraphCommand> {
    let first = |id: Id| {
        let mut at = Some(id);
        // Through others that go too.
        while let Some(id) = at.filter(|id| gone.contains(id)) {
            at = graph.wiring.node(id)?.kind.pins().first()?.source;
        }
        at
    };
    let mut edits = Vec::new();
    for node in graph.wiring.nodes.iter().filter(|node| !gone.contains(&node.id)) {
        for (pin, source) in node.kind.pins().iter().enumerate().filter_map(|(at, pin)| Some((at, pin.source?))) {
            if let Some(before) = first(source).filter(|_| gone.contains(&source)) {
                edits.push(GraphCommand::Link { node: node.id, pin, source: Some(before) });
            }
        }
    }
    let output = graph.wiring.output.filter(|output| gone.contains(output)).and_then(first);
    edits.extend(output.map(|before| GraphCommand::SetOutput(Some(before))));
    edits
}
