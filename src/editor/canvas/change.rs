//! Where on its pages a graph differs from another state of it.

use super::{
    page::{is_sound, page_of},
    settle,
    state::Page,
};
use asset::{
    Id, PoseGraph,
    graph::{Comment, Node, NodeKind, PageEnd},
};
use std::collections::{BTreeMap, BTreeSet};

/// Pages of `now` on which something was added, removed, changed or moved.
pub fn changed_pages(before: &PoseGraph, now: &PoseGraph) -> BTreeSet<Page> {
    let mut found = BTreeSet::new();
    let (was, is) = (nodes(before), nodes(now));
    for id in was.keys().chain(is.keys()) {
        match (was.get(id), is.get(id)) {
            (Some(a), Some(b)) if a == b => {}
            (Some(a), Some(b)) if has_other_states(a, b) => drop(found.insert(Page::Machine(*id))),
            _ => drop(found.insert(page_of(holder(before, now, *id), *id))),
        }
    }
    if before.wiring.output != now.wiring.output {
        found.insert(Page::Nodes(None));
    }
    let comments = changed(comments(before), comments(now));
    found.extend(comments.map(|comment| Page::Nodes(comment.page)));
    let sub_graphs = changed(sub_graphs(before), sub_graphs(now));
    found.extend(sub_graphs.map(|id| page_of(holder(before, now, id), id)));
    found.extend(moved(before, now, |was, is| was.is_some() && is.is_some()));
    if found.is_empty() {
        found.extend(moved(before, now, |_, _| true));
    }
    found.retain(|page| is_sound(now, *page));
    found
}

type ListedPlace = Option<[f32; 2]>;

/// Pages of what has another place, where that `counts`: what got a place or lost it mostly lies
/// where it was shown before.
fn moved(
    before: &PoseGraph,
    now: &PoseGraph,
    counts: impl Fn(ListedPlace, ListedPlace) -> bool,
) -> BTreeSet<Page> {
    let (was, is) = (&before.layout.places, &now.layout.places);
    let ends: BTreeMap<Id, Page> = settle::pages(now)
        .into_iter()
        .filter_map(|page| match page {
            Page::Nodes(part) => Some((part, page)),
            Page::Machine(_) => None,
        })
        .flat_map(|(part, page)| {
            [PageEnd::Input, PageEnd::Output].map(|end| (end.place(part), page))
        })
        .collect();
    let is_moved = |id: &&Id| {
        let (was, is) = (was.get(*id).copied(), is.get(*id).copied());
        was != is && counts(was, is)
    };
    let page = |id: &Id| match ends.get(id) {
        Some(page) => *page,
        None => page_of(holder(before, now, *id), *id),
    };
    was.keys()
        .chain(is.keys())
        .filter(is_moved)
        .map(page)
        .collect()
}

/// The graph that has an item, the newer one first.
fn holder<'a>(before: &'a PoseGraph, now: &'a PoseGraph, item: Id) -> &'a PoseGraph {
    let has = now.wiring.item_text(item).is_some() || now.layout.sub_graph(item).is_some();
    if has { now } else { before }
}

fn nodes(graph: &PoseGraph) -> BTreeMap<Id, &Node> {
    graph
        .wiring
        .nodes
        .iter()
        .map(|node| (node.id, node))
        .collect()
}

fn comments(graph: &PoseGraph) -> Vec<&Comment> {
    graph.layout.comments.iter().collect()
}

fn sub_graphs(graph: &PoseGraph) -> Vec<Id> {
    graph.layout.sub_graphs.iter().map(|it| it.id).collect()
}

/// Items that are in only one of the two lists.
fn changed<T: PartialEq + Clone>(was: Vec<T>, is: Vec<T>) -> impl Iterator<Item = T> {
    let lost = was.iter().filter(|it| !is.contains(it));
    let new = is.iter().filter(|it| !was.contains(it));
    new.chain(lost).cloned().collect::<Vec<_>>().into_iter()
}

fn has_other_states(a: &Node, b: &Node) -> bool {
    match (&a.kind, &b.kind) {
        (NodeKind::StateMachine(a), NodeKind::StateMachine(b)) => a != b,
        _ => false,
    }
}
