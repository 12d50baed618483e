//! Copies of what lies on the canvas: from the clipboard, or beside what they are copies of.

use crate::{
    app::App,
    canvas::{self, Page, Scene},
    timeline::item::free_name,
    toast::Tone,
};
use asset::{
    Id, PoseGraph,
    graph::{Comment, Fragment, Machine, Node, NodeKind},
};
use document::{GraphCommand, ItemCommand, Selection};
use egui::{Pos2, Rect, Vec2};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use words::tr;

/// A duplicate lies so far from what it is of, points.
const BESIDE: f32 = 32.0;

/// The text of the clipboard.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeClipboardText {
    /// Version of the format; its key also distinguishes this text from any other.
    mutoscope_nodes: u32,
    fragment: Fragment,
}

const VERSION: u32 = 1;

/// Whether a text is of nodes, of whatever version.
pub(in crate::app) fn are_nodes(text: &str) -> bool {
    text.trim_start().starts_with('{') && text.contains("\"mutoscope_nodes\"")
}

impl App {
    /// The selected part of the open graph, as text; None if nothing is selected.
    pub(in crate::app) fn copied_nodes(&self) -> Option<String> {
        let fragment = self.selected_fragment()?;
        serde_json::to_string_pretty(&NodeClipboardText {
            mutoscope_nodes: VERSION,
            fragment,
        })
        .ok()
    }

    /// The selected part of the open graph, with places for items that the layout has no place for.
    fn selected_fragment(&self) -> Option<Fragment> {
        let (id, graph, items) = self.selected_nodes()?;
        let mut fragment = graph.fragment(&items);
        if let Page::Nodes(page) = self.views.kinds.graph.page(id) {
            let scene = Scene::new(self.document.project(), &graph, page);
            for item in fragment.top() {
                if let Some(card) = scene.card(item) {
                    fragment.layout.places.insert(item, card.rect.min.into());
                }
            }
        }
        (!fragment.is_empty()).then_some(fragment)
    }

    /// Pastes nodes at the pointer, else in the middle of the visible part. Cuts links to nodes
    /// that were not copied, unless `relinks` is set and the pose there is free.
    pub(in crate::app) fn paste_nodes(&mut self, text: &str, relinks: bool) {
        let refuse = |app: &mut Self, why: String| {
            app.session.toast(Tone::Warning, tr!("Nothing pasted"), why)
        };
        let fragment = match serde_json::from_str::<NodeClipboardText>(text) {
            Ok(copied) if copied.mutoscope_nodes == VERSION => copied.fragment,
            Ok(copied) => {
                return refuse(
                    self,
                    tr!(
                        "It was copied from another version of Mutoscope ({}).",
                        copied.mutoscope_nodes
                    ),
                );
            }
            Err(_) => {
                return refuse(
                    self,
                    tr!("The clipboard has no nodes from Mutoscope.").into(),
                );
            }
        };
        let Some((id, graph)) = self.open_graph() else {
            return;
        };
        let view = &self.views.kinds.graph;
        let Some(at) = view
            .pointer
            .or(view.camera(id, view.page(id)).map(|camera| camera.center))
        else {
            return;
        };
        let bounds = places(&fragment);
        let shift = canvas::snapped(at) - canvas::snapped(bounds.center());
        self.put(fragment, (id, &graph), shift, relinks);
    }

    /// Whether the graph was what is edited.
    pub(in crate::app) fn duplicate_on_canvas(&mut self) -> bool {
        let Some((id, graph, _)) = self.selected_nodes() else {
            return false;
        };
        if let Some(fragment) = self.selected_fragment() {
            self.put(fragment, (id, &graph), Vec2::splat(BESIDE), false);
        }
        true
    }

    /// Puts `fragment` on the open page, clear of the items that lie there, and selects it.
    fn put(
        &mut self,
        fragment: Fragment,
        (id, graph): (Id, &PoseGraph),
        shift: Vec2,
        relinks: bool,
    ) {
        let wiring = &graph.wiring;
        let sources = wiring.sources();
        let keeps = |link: Id| match wiring.node(link).map(|node| &node.kind) {
            Some(NodeKind::SavedPose(_)) => true,
            Some(_) => relinks && !sources.contains(&link),
            None => false,
        };
        let fragment = fragment.renewed(&mut || self.views.edits.id(), wiring, &keeps);
        let page = self.views.kinds.graph.page(id);
        let mut shift = shift;
        let taken: Vec<[f32; 2]> = graph.layout.places.values().copied().collect();
        let tops = fragment.top();
        let lies_on = |shift: Vec2| {
            let mut at = fragment
                .layout
                .places
                .iter()
                .filter(|(item, _)| tops.contains(item))
                .map(|(_, at)| *at);
            at.any(|at| taken.contains(&(Pos2::from(at) + shift).into()))
        };
        while lies_on(shift) {
            shift += Vec2::splat(canvas::GRID);
        }
        match edits(&fragment, (graph, page), shift) {
            Ok(edits) => {
                let before = self.document.step_count();
                self.edit_graph(id, edits);
                if self.document.step_count() != before {
                    self.document.select(Selection {
                        asset: Some(id),
                        items: tops,
                    });
                }
            }
            Err(why) => self
                .session
                .toast(Tone::Warning, tr!("Nothing pasted"), why),
        }
    }
}

/// Bounds of the places of the top items of `fragment`.
fn places(fragment: &Fragment) -> Rect {
    let top = fragment.top();
    let places = fragment
        .layout
        .places
        .iter()
        .filter(|(item, _)| top.contains(item));
    let places = places.map(|(_, at)| Rect::from_min_size((*at).into(), Vec2::ZERO));
    let comments = fragment
        .layout
        .comments
        .iter()
        .filter(|comment| top.contains(&comment.id));
    let comments =
        comments.map(|comment| Rect::from_min_size(comment.at.into(), comment.size.into()));
    places
        .chain(comments)
        .reduce(Rect::union)
        .unwrap_or(Rect::ZERO)
}

/// The edits that put a fragment on a page; the error is one line.
fn edits(
    fragment: &Fragment,
    (graph, page): (&PoseGraph, Page),
    shift: Vec2,
) -> Result<Vec<GraphCommand>, String> {
    let top = fragment.top();
    let mut edits: Vec<GraphCommand> = fragment
        .nodes
        .iter()
        .map(|node| GraphCommand::AddNode(Box::new(node.clone())))
        .collect();
    let page = match (page, &fragment.machine) {
        (Page::Nodes(page), None) => page,
        (Page::Machine(node), Some(part)) => {
            edits.push(joined(graph, node, part).ok_or(tr!("The state machine was deleted."))?);
            None
        }
        (Page::Nodes(_), Some(_)) => {
            return Err(tr!("States belong in a state machine. Open one first.").into());
        }
        (Page::Machine(_), None) => {
            return Err(tr!("Nodes belong on the page of a state or of the graph.").into());
        }
    };
    let layout = &fragment.layout;
    edits.extend(
        layout
            .sub_graphs
            .iter()
            .cloned()
            .map(|it| GraphCommand::SubGraph(ItemCommand::Put(it))),
    );
    let reroutes = layout.reroutes.iter().cloned();
    edits.extend(reroutes.map(|reroute| GraphCommand::AddReroute {
        reroute,
        at: usize::MAX,
    }));
    let moved = |at: [f32; 2]| (Pos2::from(at) + shift).into();
    let place =
        |(item, at): (&Id, &[f32; 2])| (*item, if top.contains(item) { moved(*at) } else { *at });
    let lies = |item: &Id| layout.sub_graph(*item).is_some() || !is_part(fragment, *item);
    let on_top = top
        .iter()
        .filter(|item| page.is_some() && lies(item) && !is_comment(fragment, **item));
    edits.extend(on_top.map(|item| GraphCommand::SetPage { node: *item, page }));
    edits.extend(
        layout
            .pages
            .iter()
            .map(|(node, page)| GraphCommand::SetPage {
                node: *node,
                page: Some(*page),
            }),
    );
    edits.push(GraphCommand::Place(
        layout.places.iter().map(place).collect(),
    ));
    let comment = |comment: &Comment| match comment.page {
        Some(_) => comment.clone(),
        None => Comment {
            page,
            at: moved(comment.at),
            ..comment.clone()
        },
    };
    edits.extend(
        layout
            .comments
            .iter()
            .map(|it| GraphCommand::Comment(ItemCommand::Put(comment(it)))),
    );
    Ok(edits)
}

fn is_part(fragment: &Fragment, item: Id) -> bool {
    fragment
        .machine
        .iter()
        .any(|machine| machine.items().any(|part| part == item))
}

fn is_comment(fragment: &Fragment, item: Id) -> bool {
    fragment
        .layout
        .comments
        .iter()
        .any(|comment| comment.id == item)
}

/// A machine with more parts, under names that it does not have yet.
fn joined(graph: &PoseGraph, node: Id, part: &Machine) -> Option<GraphCommand> {
    let node = graph.wiring.node(node)?;
    let NodeKind::StateMachine(machine) = &node.kind else {
        return None;
    };
    let mut whole = machine.clone();
    let mut names: BTreeSet<String> = whole
        .states
        .iter()
        .map(|state| state.name.clone())
        .collect();
    names.extend(whole.aliases.iter().map(|alias| alias.name.clone()));
    let mut free = |wanted: &str| {
        let name = free_name(wanted, names.iter().map(String::as_str));
        names.insert(name.clone());
        name
    };
    for state in &part.states {
        whole.states.push(asset::graph::State {
            name: free(&state.name),
            ..state.clone()
        });
    }
    for alias in &part.aliases {
        whole.aliases.push(asset::graph::Alias {
            name: free(&alias.name),
            ..alias.clone()
        });
    }
    whole.transitions.extend(part.transitions.iter().cloned());
    whole.entry = whole.entry.or(part.entry);
    Some(GraphCommand::SetNode(Box::new(Node {
        kind: NodeKind::StateMachine(whole),
        ..node.clone()
    })))
}
