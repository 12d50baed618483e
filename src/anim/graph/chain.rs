//! The graph of a character that has none of its own: a clip, under every slot that a montage of
//! its skeleton has.

use super::{Graph, GraphParts, Node, NodeId, SmoothingMethod};
use crate::{
    Library, Name,
    graph::data::node::{InertializationNode, OutputNode, SequencePlayerNode, SlotNode},
};

impl Graph {
    /// A graph of a player without a clip, every slot that the library's montages for a skeleton
    /// use, an inertialization and the output.
    pub fn of_slots(library: &Library, skeleton: Name) -> Self {
        let mut nodes = vec![Node::SequencePlayer(SequencePlayerNode {
            clip: None,
            play: None,
        })];
        let top = |nodes: &[Node]| (nodes.len() - 1) as NodeId;
        for slot in slots_of(library, skeleton) {
            nodes.push(Node::Slot(SlotNode {
                source: top(&nodes),
                slot,
                always_update_source: true,
            }));
        }
        nodes.push(Node::Inertialization(InertializationNode {
            source: top(&nodes),
            method: SmoothingMethod::Offset,
            history: Default::default(),
            jumps: None,
        }));
        nodes.push(Node::Output(OutputNode {
            source: top(&nodes),
        }));
        let ids = nodes.iter().map(id).collect();
        Self::new(GraphParts {
            ids,
            ..nodes.as_slice().into()
        })
        .unwrap_or_default()
    }
}

/// A slot by its name, so that it stays itself where others come and go.
fn id(node: &Node) -> u64 {
    match node {
        Node::Slot(SlotNode { slot, .. }) => slot.0,
        Node::SequencePlayer(_) => 1,
        Node::Inertialization(_) => 2,
        _ => 3,
    }
}

/// Slots of the skeleton's montages, lower slots first. The slots of a montage keep their order, as
/// far as montages agree; slots that no montage orders are sorted by name. So neither a montage
/// that does not play nor the name of its slots changes what another montage shows.
fn slots_of(library: &Library, skeleton: Name) -> Vec<Name> {
    let montages = || {
        library
            .montages
            .iter()
            .filter(|montage| montage.skeleton == skeleton)
    };
    let mut left: Vec<Name> = montages()
        .flat_map(|montage| montage.slots.iter().map(|slot| slot.name))
        .collect();
    left.sort();
    left.dedup();
    let mut sorted = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let has_none_below = |slot: &Name| {
            montages().all(|montage| {
                let below = montage.slots.iter().take_while(|other| other.name != *slot);
                let is_in = montage.find_slot(*slot).is_some();
                !is_in || below.into_iter().all(|other| !left.contains(&other.name))
            })
        };
        let at = left.iter().position(has_none_below).unwrap_or(0);
        sorted.push(left.remove(at));
    }
    sorted
}
