//! Where the compiler is: in a graph, or in one that is linked from there, whose nodes become nodes
//! of the outermost.

use crate::{Id, PoseGraph, graph::Node};
use std::rc::Rc;

/// A graph, as it is linked.
#[derive(Clone)]
pub(super) struct LinkedGraphPlace<'a> {
    pub(super) asset: Id,
    pub(super) graph: &'a PoseGraph,
    /// For each number of the graph's parameters, the index of the number in the outermost graph.
    pub(super) numbers: Vec<u16>,
    /// The titles of the nodes that link it, each with a `/`.
    pub(super) titles: String,
    /// The link that leads here; None in the outermost graph.
    pub(super) link: Option<GraphLink<'a>>,
}

/// The node that links a graph.
#[derive(Clone)]
pub(super) struct GraphLink<'a> {
    pub(super) outer: Rc<LinkedGraphPlace<'a>>,
    pub(super) node: &'a Node,
    /// Whether the node stands in the graph of a transition.
    pub(super) in_transition: bool,
    /// The saved poses that inputs are, where several graphs take them.
    pub(super) saved: Rc<[Option<anim::graph::NodeId>]>,
    /// Tells the nodes of graphs apart that one node links.
    pub(super) seed: u64,
}

impl LinkedGraphPlace<'_> {
    /// Id of a compiled node: its own id in the outermost graph, else one that is as stable.
    pub(super) fn id(&self, node: Id) -> Id {
        match &self.link {
            None => node,
            Some(link) => Id(mixed(
                mixed(link.outer.id(link.node.id).0, link.seed),
                node.0,
            )),
        }
    }

    /// Id of a compiled node that nobody authored, and that another node needs.
    pub(super) fn id_beside(&self, node: Id, nth: u64) -> Id {
        Id(mixed(self.id(node).0, !nth))
    }

    /// Whether it is the graph itself, or linked from inside it.
    pub(super) fn is_inside(&self, graph: Id) -> bool {
        self.asset == graph
            || self
                .link
                .as_ref()
                .is_some_and(|link| link.outer.is_inside(graph))
    }

    /// The node of the outermost graph that leads here.
    pub(super) fn outermost_link(&self) -> Option<Id> {
        let link = self.link.as_ref()?;
        link.outer.outermost_link().or(Some(link.node.id))
    }
}

/// Neither 0, which is the output's, nor like either of them.
fn mixed(a: u64, b: u64) -> u64 {
    let mut all = a.rotate_left(32) ^ b.wrapping_add(0x9e37_79b9_7f4a_7c15);
    for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
        all = (all ^ (all >> 30)).wrapping_mul(factor);
    }
    (all ^ (all >> 31)).max(1)
}
