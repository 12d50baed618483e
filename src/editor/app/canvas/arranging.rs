//! Where nodes stand to one another.

use crate::{
    app::App,
    canvas::{self, Card, Page, Scene},
    kinds::{NodeAlignEdge, NodeDistributeAxis},
    toast::Tone,
};
use asset::{Id, graph::Reroute};
use document::GraphCommand;
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use std::collections::{BTreeMap, BTreeSet};
use words::tr;

impl App {
    /// Arranges the selected nodes if there are several, else all nodes.
    pub(in crate::app) fn tidy(&mut self) {
        let Some((id, graph)) = self.open_graph() else {
            return;
        };
        let Page::Nodes(page) = self.views.kinds.graph.page(id) else {
            return;
        };
        let selected = self.document.selection().items.clone();
        let mut scene = Scene::new(self.document.project(), &graph, page);
        let chosen = |id: Option<Id>| id.is_some_and(|id| selected.contains(&id));
        if scene.cards.iter().filter(|card| chosen(card.id)).count() > 1 {
            scene.cards.retain(|card| chosen(card.id));
        }
        let own = scene.cards.iter().filter(|card| card.id.is_some());
        let before = own.map(|card| card.rect).fold(Rect::NOTHING, Rect::union);
        canvas::put_in_order(&mut scene.cards, before.min);
        let places = scene.cards.iter();
        let places = places
            .map(|card| (card.place, card.rect.min.into()))
            .collect();
        self.edit_graph(id, vec![GraphCommand::Place(places)]);
    }

    /// Selected nodes on the open page, in the order of selection; None if no page of nodes is
    /// open.
    fn chosen(&self) -> Option<(Id, Scene, Vec<Id>)> {
        let (id, graph, items) = self.selected_nodes()?;
        let Page::Nodes(page) = self.views.kinds.graph.page(id) else {
            return None;
        };
        let scene = Scene::new(self.document.project(), &graph, page);
        let order = self.views.kinds.graph.order.iter().copied();
        let chosen = order
            .filter(|it| items.contains(it) && scene.card(*it).is_some())
            .collect();
        Some((id, scene, chosen))
    }

    fn place(&mut self, graph: Id, places: Vec<(Id, Pos2)>) {
        let places = places
            .into_iter()
            .map(|(item, at)| (item, at.into()))
            .collect();
        self.edit_graph(graph, vec![GraphCommand::Place(places)]);
    }

    /// Aligns the selected nodes to an edge of the node that was selected first.
    pub(in crate::app) fn align(&mut self, edge: NodeAlignEdge) {
        let Some((id, scene, chosen)) = self.chosen().filter(|(_, _, chosen)| chosen.len() > 1)
        else {
            return self.session.toast(
                Tone::Warning,
                tr!("Nothing aligned"),
                tr!("Select several nodes first."),
            );
        };
        let cards: Vec<&Card> = chosen.iter().filter_map(|it| scene.card(*it)).collect();
        let to = cards[0].rect;
        let at = |rect: Rect| match edge {
            NodeAlignEdge::Top => pos2(rect.left(), to.top()),
            NodeAlignEdge::Left => pos2(to.left(), rect.top()),
            NodeAlignEdge::Bottom => pos2(rect.left(), to.bottom() - rect.height()),
            NodeAlignEdge::Right => pos2(to.right() - rect.width(), rect.top()),
        };
        self.place(
            id,
            cards
                .iter()
                .filter_map(|card| Some((card.id?, at(card.rect))))
                .collect(),
        );
    }

    /// Distributes the selected nodes with equal gaps between them; the outer nodes stay.
    pub(in crate::app) fn distribute(&mut self, axis: NodeDistributeAxis) {
        let Some((id, scene, chosen)) = self.chosen().filter(|(_, _, chosen)| chosen.len() > 2)
        else {
            return self.session.toast(
                Tone::Warning,
                tr!("Nothing distributed"),
                tr!("Select three nodes or more first."),
            );
        };
        let span = |rect: Rect| match axis {
            NodeDistributeAxis::Across => (rect.left(), rect.width()),
            NodeDistributeAxis::Down => (rect.top(), rect.height()),
        };
        let mut cards: Vec<&Card> = chosen.iter().filter_map(|it| scene.card(*it)).collect();
        cards.sort_by(|a, b| span(a.rect).0.total_cmp(&span(b.rect).0));
        let (first, last) = (span(cards[0].rect), span(cards[cards.len() - 1].rect));
        let filled: f32 = cards.iter().map(|card| span(card.rect).1).sum();
        let room = (last.0 + last.1 - first.0 - filled) / (cards.len() - 1) as f32;
        let mut at = first.0;
        let mut places = Vec::new();
        for card in cards {
            let corner = match axis {
                NodeDistributeAxis::Across => pos2(at, card.rect.top()),
                NodeDistributeAxis::Down => pos2(card.rect.left(), at),
            };
            places.extend(card.id.map(|id| (id, corner)));
            at += span(card.rect).1 + room;
        }
        self.place(id, places);
    }

    /// Up or down until the wires among what is selected are level, from the one that was selected
    /// first on. One alone goes to what it leads to.
    pub(in crate::app) fn straighten(&mut self) {
        let Some((id, scene, chosen)) = self.chosen().filter(|(_, _, chosen)| !chosen.is_empty())
        else {
            return;
        };
        let ends = level_ends(&scene);
        let mut moved: BTreeMap<Id, f32> = BTreeMap::new();
        if let [only] = chosen[..] {
            let leads = ends.iter().find(|end| end.from == only);
            moved.extend(leads.map(|end| (only, end.to_y - end.from_y)));
        } else {
            let within: BTreeSet<Id> = chosen.iter().copied().collect();
            for first in &chosen {
                moved.entry(*first).or_insert(0.0);
                let mut open = vec![*first];
                while let Some(at) = open.pop() {
                    let by = moved[&at];
                    for end in &ends {
                        let (next, wanted) = match at {
                            at if end.from == at => (end.to, end.from_y + by - end.to_y),
                            at if end.to == at => (end.from, end.to_y + by - end.from_y),
                            _ => continue,
                        };
                        if within.contains(&next) && !moved.contains_key(&next) {
                            moved.insert(next, wanted);
                            open.push(next);
                        }
                    }
                }
            }
        }
        let places = moved
            .into_iter()
            .filter_map(|(item, by)| Some((item, scene.card(item)?.rect.min + vec2(0.0, by))));
        self.place(id, places.collect());
    }

    /// Moves the selected nodes by steps of the grid.
    pub(in crate::app) fn nudge_nodes(&mut self, (x, y): (i8, i8)) {
        let Some((id, scene, chosen)) = self.chosen() else {
            return;
        };
        let by = Vec2::new(f32::from(x), f32::from(y)) * canvas::GRID;
        let places = chosen
            .iter()
            .filter_map(|it| Some((*it, scene.card(*it)?.rect.min + by)));
        self.place(id, places.collect());
    }

    /// Adds a reroute node on the wire under the pointer.
    pub(in crate::app) fn add_reroute(&mut self) {
        let new = self.views.edits.id();
        let Some((id, graph)) = self.open_graph() else {
            return;
        };
        let Page::Nodes(page) = self.views.kinds.graph.page(id) else {
            return;
        };
        let scene = Scene::new(self.document.project(), &graph, page);
        let at = self.views.kinds.graph.pointer;
        let found = at.and_then(|at| Some((at, canvas::wire_near(&scene, at)?)));
        let Some((at, (wire, part))) = found else {
            return self.session.toast(
                Tone::Warning,
                tr!("No reroute"),
                tr!("Point at a wire first."),
            );
        };
        let edits = canvas::rerouted(
            &graph,
            page,
            (wire, part),
            Reroute {
                id: new,
                wire: wire.source,
            },
            at,
        );
        self.edit_graph(id, edits);
        self.document.select(document::Selection::item(id, new));
    }
}

/// A wire between two nodes, and the heights of its ends.
struct WireEnds {
    from: Id,
    to: Id,
    from_y: f32,
    to_y: f32,
}

fn level_ends(scene: &Scene) -> Vec<WireEnds> {
    let ends = scene.wires.iter().filter_map(|wire| {
        let from = scene
            .cards
            .iter()
            .find(|card| card.outs.iter().any(|out| out.source == wire.source))?
            .id?;
        let to = scene
            .cards
            .iter()
            .find(|card| card.pins.iter().any(|pin| pin.target == wire.target))?
            .id?;
        Some(WireEnds {
            from,
            to,
            from_y: wire.from.y,
            to_y: wire.to.y,
        })
    });
    ends.collect()
}
