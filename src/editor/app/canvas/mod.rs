//! Actions on the canvas: what is selected there, and its pages.

mod arranging;
mod disabling;
mod mirroring;
mod nesting;
mod putting;
mod removal;
mod renaming;

pub(super) use putting::are_nodes;

use super::App;
use crate::canvas::{self, Page, Reveal, RuleInPlace, Scene};
use asset::{
    Id, PoseGraph,
    graph::{Comment, Node, NodeKind},
};
use document::{Command, GraphCommand, ItemCommand, Selection};
use egui::{Pos2, Rect};
use std::{collections::BTreeSet, sync::Arc};

impl App {
    /// The open graph with its id and its selected items; None if the selection is not in it.
    fn selected_nodes(&self) -> Option<(Id, Arc<PoseGraph>, BTreeSet<Id>)> {
        let (id, graph) = self.open_graph()?;
        let selection = self.document.selection();
        (selection.asset == Some(id)).then(|| (id, graph, selection.items.clone()))
    }

    /// The id and title of the one selected node; None if none or several are.
    pub(super) fn selected_node_title(&self) -> Option<(u64, String)> {
        let (_, graph, items) = self.selected_nodes()?;
        let only = items.first().filter(|_| items.len() == 1)?;
        Some((only.0, graph.wiring.node(*only)?.title().to_owned()))
    }

    fn edit_graph(&mut self, id: Id, edits: Vec<GraphCommand>) {
        let edits = edits
            .into_iter()
            .map(|edit| Command::Graph(id, edit))
            .collect();
        self.perform(&Command::Batch(edits), None);
    }

    pub(super) fn dive(&mut self) {
        let Some((id, graph, items)) = self.selected_nodes() else {
            return;
        };
        let Some(first) = items.first() else { return };
        let is_machine = matches!(
            graph.wiring.node(*first),
            Some(Node {
                kind: NodeKind::StateMachine(_),
                ..
            })
        );
        let page = match is_machine {
            true => Page::Machine(*first),
            false if canvas::can_show(&graph, *first) => Page::Nodes(Some(*first)),
            false => return self.edit_rule(*first),
        };
        self.views.kinds.graph.turn_to(id, page);
    }

    /// Opens a field for the rule of `item` at its place on the machine's page. Does nothing if
    /// `item` has no rule.
    pub(super) fn edit_rule(&mut self, item: Id) {
        let Some((_, graph)) = self.open_graph() else {
            return;
        };
        let mut machines = graph.wiring.machines();
        if machines.any(|(_, machine)| canvas::has_rule(machine, item)) {
            self.views.kinds.graph.rule = Some(RuleInPlace::new(item));
        }
    }

    /// The page that is left is selected on the one around it.
    pub(super) fn leave_page(&mut self) {
        let Some((id, graph)) = self.open_graph() else {
            return;
        };
        let page = self.views.kinds.graph.page(id);
        let Some(above) = canvas::parent(&graph, page) else {
            return;
        };
        self.views.kinds.graph.turn_to(id, above);
        if let Page::Machine(left) | Page::Nodes(Some(left)) = page {
            self.document.select(Selection::item(id, left));
        }
    }

    pub(super) fn add_comment(&mut self) {
        let new = self.views.edits.id();
        let Some((id, graph)) = self.open_graph() else {
            return;
        };
        let Page::Nodes(page) = self.views.kinds.graph.page(id) else {
            return;
        };
        let selected = self.document.selection().items.clone();
        let scene = Scene::new(self.document.project(), &graph, page);
        let chosen = scene
            .cards
            .iter()
            .filter(|card| card.id.is_some_and(|id| selected.contains(&id)));
        let at = self.views.kinds.graph.pointer.unwrap_or(Pos2::ZERO);
        let rect = canvas::around(chosen.map(|card| card.rect))
            .unwrap_or_else(|| Rect::from_min_size(at, egui::vec2(320.0, 192.0)));
        let (at, size) = canvas::comment_of(rect);
        let comment = Comment {
            id: new,
            text: "Comment".into(),
            page,
            at,
            size,
            color: 0,
        };
        self.edit_graph(id, vec![GraphCommand::Comment(ItemCommand::Put(comment))]);
        self.document.select(Selection::item(id, new));
        self.start_rename();
    }

    pub(super) fn find_next(&mut self) {
        let Some((id, graph)) = self.open_graph() else {
            return;
        };
        let Some(text) = self
            .views
            .kinds
            .graph
            .find
            .clone()
            .filter(|text| !text.trim().is_empty())
        else {
            return;
        };
        let found: Vec<Id> = canvas::find(self.document.project(), &graph, &text);
        let now = self.document.selection().items.first().copied();
        let at = now
            .and_then(|now| found.iter().position(|id| *id == now))
            .map_or(0, |at| at + 1);
        let Some(next) = found.get(at).or(found.first()) else {
            return;
        };
        self.document.select(Selection::item(id, *next));
        self.views.kinds.graph.reveal = Some(Reveal::Selection);
    }

    /// All on the page; whether the graph was what is edited.
    pub(super) fn select_all_on_canvas(&mut self) -> bool {
        let Some((id, graph)) = self.open_graph() else {
            return false;
        };
        let items: BTreeSet<Id> = match self.views.kinds.graph.page(id) {
            Page::Nodes(page) => {
                let scene = Scene::new(self.document.project(), &graph, page);
                let comments = scene.comments.iter().map(|it| it.id);
                let reroutes = scene.reroutes().map(|(id, _)| id);
                scene
                    .cards
                    .iter()
                    .filter_map(|card| card.id)
                    .chain(comments)
                    .chain(reroutes)
                    .collect()
            }
            Page::Machine(at) => match graph.wiring.node(at).map(|node| &node.kind) {
                Some(NodeKind::StateMachine(machine)) => {
                    machine.states.iter().map(|state| state.id).collect()
                }
                _ => BTreeSet::new(),
            },
        };
        self.document.select(Selection {
            asset: Some(id),
            items,
        });
        true
    }
}
