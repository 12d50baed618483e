//! Nodes to a page of their own, and back. Neither changes a pose.

use crate::{
    app::App,
    canvas::{self, Page, Scene},
    timeline::item::free_name,
    toast::Tone,
};
use asset::{
    Id, PoseGraph,
    graph::{Comment, SubGraph},
};
use document::{GraphCommand, ItemCommand, Selection};
use egui::{Pos2, Rect, vec2};
use std::collections::BTreeSet;
use words::tr;

/// Approximate width of a sub-graph's card, points.
const WIDTH: f32 = 184.0;

impl App {
    pub(in crate::app) fn collapse(&mut self) {
        let new = self.views.edits.id();
        let Some((id, graph, items)) = self.selected_nodes() else {
            return;
        };
        let Page::Nodes(page) = self.views.kinds.graph.page(id) else {
            return;
        };
        let scene = Scene::new(self.document.project(), &graph, page);
        let cards = scene
            .cards
            .iter()
            .filter(|card| card.id.is_some_and(|id| items.contains(&id)));
        let bounds = cards.clone().map(|card| card.rect).reduce(Rect::union);
        let Some(bounds) = bounds else {
            return self.session.toast(
                Tone::Warning,
                tr!("No sub-graph"),
                tr!("Select the nodes to collapse first."),
            );
        };
        let inner: BTreeSet<Id> = cards.filter_map(|card| card.id).collect();
        let name = free_name(
            "Sub-graph",
            graph.layout.sub_graphs.iter().map(|it| it.name.as_str()),
        );
        // What comes to it lies left of it, where it goes right.
        let at = bounds.right_top() - vec2(WIDTH, 0.0);
        let mut edits = vec![
            GraphCommand::SubGraph(ItemCommand::Put(SubGraph { id: new, name })),
            GraphCommand::SetPage { node: new, page },
        ];
        let places = scene
            .cards
            .iter()
            .filter_map(|card| Some((card.id?, card.rect.min.into())));
        let places = places
            .filter(|(item, _)| inner.contains(item))
            .chain([(new, at.into())]);
        let places = places.collect();
        let ends = |wire: &&canvas::Wire| {
            let out = scene
                .cards
                .iter()
                .find(|card| card.outs.iter().any(|out| out.source == wire.source));
            let pin = scene
                .cards
                .iter()
                .find(|card| card.pins.iter().any(|pin| pin.target == wire.target));
            let is_inner = |card: Option<&canvas::Card>| {
                card.and_then(|card| card.id)
                    .is_some_and(|id| inner.contains(&id))
            };
            is_inner(out) && is_inner(pin)
        };
        let reroutes = scene
            .wires
            .iter()
            .filter(ends)
            .flat_map(|wire| wire.via.iter().map(|(id, _)| *id));
        let comments = scene
            .comments
            .iter()
            .filter(|it| items.contains(&it.id))
            .cloned();
        let goes = inner.iter().copied().chain(reroutes);
        edits.extend(goes.map(|node| GraphCommand::SetPage {
            node,
            page: Some(new),
        }));
        edits.extend(comments.map(|it| {
            GraphCommand::Comment(ItemCommand::Put(Comment {
                page: Some(new),
                ..it
            }))
        }));
        edits.push(GraphCommand::Place(places));
        self.edit_graph(id, edits);
        self.document.select(Selection::item(id, new));
    }

    /// The selected sub-graphs, or that whose page is open.
    pub(in crate::app) fn expand(&mut self) {
        let Some((id, graph)) = self.open_graph() else {
            return;
        };
        let selected = self.document.selection().items.clone();
        let mut chosen: Vec<Id> = graph
            .layout
            .sub_graphs
            .iter()
            .map(|it| it.id)
            .filter(|id| selected.contains(id))
            .collect();
        if let (true, Page::Nodes(Some(open))) =
            (chosen.is_empty(), self.views.kinds.graph.page(id))
        {
            chosen.extend(graph.layout.sub_graph(open).map(|it| it.id));
            self.leave_page();
        }
        if chosen.is_empty() {
            return self.session.toast(
                Tone::Warning,
                tr!("Nothing to expand"),
                tr!("Select a sub-graph first."),
            );
        }
        let mut edits = Vec::new();
        let mut inner = BTreeSet::new();
        for sub_graph in chosen {
            let (own, items) = self.expansion(&graph, sub_graph);
            edits.extend(own);
            inner.extend(items);
        }
        self.edit_graph(id, edits);
        self.document.select(Selection {
            asset: Some(id),
            items: inner,
        });
    }

    /// Commands that expand `sub_graph`, and the items that they place. The top right corner of the
    /// items lies where that of the card was.
    fn expansion(&self, graph: &PoseGraph, sub_graph: Id) -> (Vec<GraphCommand>, BTreeSet<Id>) {
        let scene = Scene::new(self.document.project(), graph, Some(sub_graph));
        let own = scene.cards.iter().filter(|card| card.id.is_some());
        let corner = own
            .clone()
            .map(|card| card.rect)
            .reduce(Rect::union)
            .map_or(Pos2::ZERO, |all| all.right_top());
        let at: Pos2 = graph
            .layout
            .places
            .get(&sub_graph)
            .copied()
            .unwrap_or_default()
            .into();
        let shift = at + vec2(WIDTH, 0.0) - corner;
        let cards = own.filter_map(|card| Some((card.id?, card.rect.min)));
        let places: Vec<(Id, [f32; 2])> = cards
            .chain(scene.reroutes())
            .map(|(item, at)| (item, (at + shift).into()))
            .collect();
        let items = places.iter().map(|(item, _)| *item).collect();
        let comments = scene.comments.iter().map(|it| Comment {
            at: (Pos2::from(it.at) + shift).into(),
            ..it.clone()
        });
        let mut edits: Vec<GraphCommand> = comments
            .map(|it| GraphCommand::Comment(ItemCommand::Put(it)))
            .collect();
        edits.extend([
            GraphCommand::Place(places),
            GraphCommand::SubGraph(ItemCommand::Remove(sub_graph)),
        ]);
        (edits, items)
    }
}
