//! A part of a graph that can be put into another one, or beside itself.

use super::{Layout, Machine, Node, NodeKind, PoseGraph, Rule, Wiring};
use crate::Id;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Nodes, or parts of a machine, with all that lies on the pages below them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Fragment {
    /// Nodes of a pose page, with the links among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Node>,
    /// States, the transitions among them and aliases; they go to a machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<Machine>,
    /// Page layout of the nodes; items without a page go on the page that receives the fragment.
    #[serde(default)]
    pub layout: Layout,
    /// The texts of shared rules, for a graph that does not have them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rules: BTreeMap<Id, String>,
}

impl PoseGraph {
    /// The items with all that lies on their pages, however deep.
    pub fn with_pages(&self, items: &BTreeSet<Id>) -> BTreeSet<Id> {
        let mut lying: BTreeMap<Id, Vec<Id>> = BTreeMap::new();
        for (item, page) in &self.layout.pages {
            lying.entry(*page).or_default().push(*item);
        }
        for comment in &self.layout.comments {
            comment
                .page
                .into_iter()
                .for_each(|page| lying.entry(page).or_default().push(comment.id));
        }
        let parts: BTreeMap<Id, Vec<Id>> = self
            .wiring
            .machines()
            .map(|(node, machine)| (node, machine.items().collect()))
            .collect();
        let mut all = items.clone();
        let mut open: Vec<Id> = items.iter().copied().collect();
        while let Some(id) = open.pop() {
            let below = [lying.get(&id), parts.get(&id)]
                .into_iter()
                .flatten()
                .flatten();
            open.extend(below.copied().filter(|id| all.insert(*id)));
        }
        all
    }

    /// A fragment of what is chosen on one page: nodes, sub-graphs, comments and reroutes, or
    /// states and aliases.
    pub fn fragment(&self, chosen: &BTreeSet<Id>) -> Fragment {
        let machine = self
            .wiring
            .machines()
            .find_map(|(_, machine)| part_of(machine, chosen));
        let crossings = machine
            .iter()
            .flat_map(|machine| machine.transitions.iter().map(|transition| transition.id));
        let all = self.with_pages(&chosen.iter().copied().chain(crossings).collect());
        let nodes: Vec<Node> = self
            .wiring
            .nodes
            .iter()
            .filter(|node| all.contains(&node.id))
            .cloned()
            .collect();
        let mut layout = (*self.layout).clone();
        layout.comments.retain(|comment| all.contains(&comment.id));
        layout
            .sub_graphs
            .retain(|sub_graph| all.contains(&sub_graph.id));
        layout
            .reroutes
            .retain(|reroute| all.contains(&reroute.id) && all.contains(&reroute.wire));
        layout
            .comments
            .iter_mut()
            .for_each(|comment| comment.page = comment.page.filter(|page| all.contains(page)));
        layout
            .pages
            .retain(|item, page| all.contains(item) && all.contains(page));
        layout.places.retain(|item, _| all.contains(item));
        let mut found = Fragment {
            nodes,
            machine,
            layout,
            rules: BTreeMap::new(),
        };
        let named: BTreeSet<Id> = found
            .rules_mut()
            .into_iter()
            .filter_map(|rule| shared(rule))
            .collect();
        let texts = self
            .wiring
            .rules
            .iter()
            .filter(|rule| named.contains(&rule.id));
        found.rules = texts.map(|rule| (rule.id, rule.text.clone())).collect();
        found
    }
}

fn shared(rule: &Rule) -> Option<Id> {
    if let Rule::Shared(id) = rule {
        Some(*id)
    } else {
        None
    }
}

/// The chosen states and aliases, and what leads from one to another.
fn part_of(machine: &Machine, chosen: &BTreeSet<Id>) -> Option<Machine> {
    let mut part = machine.clone();
    part.states.retain(|state| chosen.contains(&state.id));
    part.aliases.retain(|alias| chosen.contains(&alias.id));
    let is_end = |id: &Id| chosen.contains(id);
    part.transitions
        .retain(|transition| is_end(&transition.from) && is_end(&transition.to));
    part.entry = part.entry.filter(|entry| chosen.contains(entry));
    (!part.states.is_empty() || !part.aliases.is_empty()).then_some(part)
}

impl Fragment {
    /// Whether there is nothing to be put anywhere.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// All ids in the fragment.
    pub fn items(&self) -> BTreeSet<Id> {
        let nodes = self.nodes.iter().flat_map(Node::items);
        let parts = self.machine.iter().flat_map(Machine::items);
        let comments = self.layout.comments.iter().map(|comment| comment.id);
        nodes
            .chain(parts)
            .chain(comments)
            .chain(self.layout.own_ids())
            .collect()
    }

    /// Ids of the items that lie directly on the page that receives the fragment.
    pub fn top(&self) -> BTreeSet<Id> {
        let of_machine: BTreeSet<Id> = self
            .nodes
            .iter()
            .flat_map(|node| node.items().into_iter().skip(1))
            .collect();
        let inner = |id: &Id| self.layout.pages.contains_key(id) || of_machine.contains(id);
        let comments = |id: &Id| {
            self.layout
                .comments
                .iter()
                .any(|it| it.id == *id && it.page.is_some())
        };
        self.items()
            .into_iter()
            .filter(|id| !inner(id) && !comments(id))
            .collect()
    }

    /// A copy with ids of its own. A link to what is not in it stays where `keeps` says so, else it
    /// is cut; rules that `target` does not share are written out.
    pub fn renewed(
        mut self,
        new: &mut dyn FnMut() -> Id,
        target: &Wiring,
        keeps: &dyn Fn(Id) -> bool,
    ) -> Self {
        let texts = std::mem::take(&mut self.rules);
        for rule in self.rules_mut() {
            let Some(id) =
                shared(rule).filter(|id| target.rules.iter().all(|known| known.id != *id))
            else {
                continue;
            };
            *rule = Rule::Text(texts.get(&id).cloned().unwrap_or_default());
        }
        let ids: BTreeMap<Id, Id> = self.items().into_iter().map(|id| (id, new())).collect();
        let map = |id: Id| ids.get(&id).copied().or_else(|| keeps(id).then_some(id));
        let own = |id: Id| ids.get(&id).copied().unwrap_or(id);
        self.nodes.iter_mut().for_each(|node| node.renumber(&map));
        self.machine
            .iter_mut()
            .for_each(|machine| machine.renumber(&map));
        let layout = &mut self.layout;
        layout.places = layout
            .places
            .iter()
            .map(|(item, at)| (own(*item), *at))
            .collect();
        layout.pages = layout
            .pages
            .iter()
            .map(|(item, page)| (own(*item), own(*page)))
            .collect();
        layout
            .sub_graphs
            .iter_mut()
            .for_each(|it| it.id = own(it.id));
        layout
            .reroutes
            .iter_mut()
            .for_each(|it| (it.id, it.wire) = (own(it.id), own(it.wire)));
        layout
            .comments
            .iter_mut()
            .for_each(|it| (it.id, it.page) = (own(it.id), it.page.map(own)));
        self
    }

    fn rules_mut(&mut self) -> Vec<&mut Rule> {
        let machines = self
            .nodes
            .iter_mut()
            .filter_map(|node| match &mut node.kind {
                NodeKind::StateMachine(machine) => Some(machine),
                _ => None,
            });
        machines
            .chain(&mut self.machine)
            .flat_map(Machine::rules_mut)
            .collect()
    }
}
