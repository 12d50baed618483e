//! What of a page stands for what lies on it, or on the pages below it.

use asset::{Id, PoseGraph, graph::Pin};
use std::collections::BTreeMap;

/// Looks up which node or sub-graph of a page holds an item.
pub struct Nesting<'a> {
    graph: &'a PoseGraph,
    /// Node of the machine that holds each state and transition, by their ids.
    machines: BTreeMap<Id, Id>,
}

/// A link as a page sees it.
pub struct PageLink {
    /// The node that has the pin.
    pub node: Id,
    /// Index of the pin among the pins of the node.
    pub index: usize,
    /// The pin as the node has it, with its source.
    pub pin: Pin,
    /// The node or sub-graph of the page that has the pin; None if it lies elsewhere.
    pub to: Option<Id>,
    /// The node or sub-graph of the page that the pose comes from; None where it lies elsewhere.
    pub from: Option<Id>,
}

impl<'a> Nesting<'a> {
    /// Indexes the machines of the graph by their states and transitions.
    pub fn new(graph: &'a PoseGraph) -> Self {
        let parts = graph.wiring.machines();
        let machines = parts
            .flat_map(|(node, machine)| machine.items().map(move |part| (part, node)))
            .collect();
        Self { graph, machines }
    }

    /// The node or sub-graph of the page.
    pub fn on(&self, page: Option<Id>, item: Id) -> Option<Id> {
        let layout = &self.graph.layout;
        let holders = layout.holders(item, &|part| self.machines.get(&part).copied());
        std::iter::once(item)
            .chain(holders)
            .find(|it| layout.pages.get(it).copied() == page)
    }

    /// Every pin of the graph.
    pub fn links(&self, page: Option<Id>) -> Vec<PageLink> {
        let on: BTreeMap<Id, Option<Id>> = self
            .graph
            .wiring
            .nodes
            .iter()
            .map(|node| (node.id, self.on(page, node.id)))
            .collect();
        let of_node = |node: &asset::graph::Node| {
            let (id, to) = (node.id, on[&node.id]);
            let on = &on;
            let pins = node.kind.pins().into_iter().enumerate();
            let links = pins.map(move |(index, pin)| {
                let from = pin
                    .source
                    .and_then(|source| on.get(&source).copied().flatten());
                PageLink {
                    node: id,
                    index,
                    pin,
                    to,
                    from,
                }
            });
            links.collect::<Vec<_>>()
        };
        self.graph.wiring.nodes.iter().flat_map(of_node).collect()
    }
}
