//! Where things lie on the canvas. Nothing here changes a pose.

use crate::Id;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Places, pages and frames of a graph's canvas.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Layout {
    /// Places of nodes, states, aliases, sub-graphs, reroutes and, by [`PageEnd::place`], the ends
    /// of pages, in points: the corner at the top left, of a reroute the point itself. What is not
    /// listed is placed by the editor.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub places: BTreeMap<Id, [f32; 2]>,
    /// The state, transition or sub-graph on whose page a node, sub-graph or reroute lies; on the
    /// first page without one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pages: BTreeMap<Id, Id>,
    /// Comments in the order in which they are drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<Comment>,
    /// Sub-graphs in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sub_graphs: Vec<SubGraph>,
    /// Points of wires; those of one wire in the order in which it runs through them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reroutes: Vec<Reroute>,
}

/// A frame with words, behind the nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comment {
    /// Unique in its graph.
    pub id: Id,
    /// Shown on the frame.
    pub text: String,
    /// The state, transition or sub-graph on whose page it lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<Id>,
    /// Position of the comment on the canvas, points.
    pub at: [f32; 2],
    /// Size of the comment on the canvas, points.
    pub size: [f32; 2],
    /// Index in the category palette.
    #[serde(default)]
    pub color: u8,
}

/// Nodes that lie on a page of their own and are one card around it. They play as they would
/// without.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SubGraph {
    /// Unique in its graph; also the page of its nodes.
    pub id: Id,
    /// Shown on its card.
    pub name: String,
}

/// A point that a wire runs through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reroute {
    /// Unique in its graph.
    pub id: Id,
    /// The node whose pose the wire carries.
    pub wire: Id,
}

/// An end of a page of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageEnd {
    /// The input of a sub-graph from the graph around it.
    Input,
    /// The output of the page: the pose that it shows.
    Output,
}

impl PageEnd {
    /// The key of this end of a page in [`Layout::places`]; `page` is None for the first page.
    pub fn place(self, page: Option<Id>) -> Id {
        let end = match self {
            PageEnd::Input => "page input",
            PageEnd::Output => "page output",
        };
        let page = page.map_or(String::new(), |page| page.0.to_string());
        Id::derive(&[end, &page])
    }
}

impl Layout {
    /// The sub-graph of this id; None of another item.
    pub fn sub_graph(&self, id: Id) -> Option<&SubGraph> {
        self.sub_graphs.iter().find(|sub_graph| sub_graph.id == id)
    }

    /// Items that hold the pages above an item, from its own page up to the first page. `machine`
    /// gives the node that a state or transition belongs to. A cycle, which only a damaged file
    /// has, ends the list.
    pub fn holders(&self, item: Id, machine: &dyn Fn(Id) -> Option<Id>) -> Vec<Id> {
        let mut holders = Vec::new();
        let mut at = item;
        while let Some(page) = self.pages.get(&at) {
            let holder = if self.sub_graph(*page).is_some() {
                Some(*page)
            } else {
                machine(*page)
            };
            let Some(holder) = holder.filter(|holder| *holder != item && !holders.contains(holder))
            else {
                break;
            };
            holders.push(holder);
            at = holder;
        }
        holders
    }

    /// Removes every trace of what is neither among `items` nor in the layout itself.
    pub fn keep_only(&mut self, items: &BTreeSet<Id>) {
        self.reroutes
            .retain(|reroute| items.contains(&reroute.wire));
        loop {
            let known: BTreeSet<Id> = items.union(&self.own_ids()).copied().collect();
            let is_page =
                |id: &Id| items.contains(id) || self.sub_graphs.iter().any(|it| it.id == *id);
            self.comments
                .retain(|comment| comment.page.is_none_or(|page| is_page(&page)));
            if self.places.keys().any(|id| !known.contains(id)) {
                let ends: BTreeSet<Id> = known
                    .iter()
                    .copied()
                    .filter(is_page)
                    .map(Some)
                    .chain([None])
                    .flat_map(|page| [PageEnd::Input, PageEnd::Output].map(|end| end.place(page)))
                    .collect();
                self.places
                    .retain(|id, _| known.contains(id) || ends.contains(id));
            }
            // What lay on a page that is gone is gone with it; nodes of the graph are there without
            // a page.
            let on_page = |id: Id| self.pages.get(&id).is_none_or(is_page);
            let lost: BTreeSet<Id> = self
                .own_ids()
                .into_iter()
                .filter(|id| !on_page(*id))
                .collect();
            self.pages
                .retain(|id, page| known.contains(id) && is_page(page));
            if lost.is_empty() {
                break;
            }
            self.sub_graphs.retain(|it| !lost.contains(&it.id));
            self.reroutes.retain(|it| !lost.contains(&it.id));
        }
    }

    /// Ids of sub-graphs and reroutes.
    pub fn own_ids(&self) -> BTreeSet<Id> {
        let reroutes = self.reroutes.iter().map(|reroute| reroute.id);
        self.sub_graphs
            .iter()
            .map(|sub_graph| sub_graph.id)
            .chain(reroutes)
            .collect()
    }
}
