//! The way from what plays back to what was authored.

use crate::{AssetKind, Id, graph::Parameter};
use anim::Name;
use std::{collections::BTreeMap, ops::Range};

/// Ties what plays to what was authored, both ways. Notify and segment ids are the authored ids
/// already.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceMap {
    /// Authored section ids by compiled index, per montage.
    pub sections: BTreeMap<Id, Vec<Id>>,
    /// Sources of graphs, by the graph's id.
    pub graphs: BTreeMap<Id, GraphSources>,
    pub(super) assets: BTreeMap<(AssetKind, Name), Id>,
}

impl SourceMap {
    /// The authored asset of a compiled name; None where no asset of that kind compiled under it.
    pub fn asset(&self, kind: AssetKind, name: Name) -> Option<Id> {
        self.assets.get(&(kind, name)).copied()
    }
}

/// Ties a compiled graph to what was authored. Ids of nodes are the authored ids already.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphSources {
    /// Sources of machines, by the node that each machine is.
    pub machines: BTreeMap<Id, MachineSources>,
    /// Parameters that a game may set, in the game's order: the graph's own, then those of graphs
    /// that it links.
    pub parameters: Vec<Parameter>,
}

/// Ids of a machine's authored items, by compiled index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MachineSources {
    /// Ids of states, by compiled index.
    pub states: Vec<Id>,
    /// Ids of transitions, by compiled index.
    pub transitions: Vec<Id>,
    /// Byte ranges of the operations of each transition's rule in the rule's text; empty for a
    /// shared rule.
    pub rules: Vec<Vec<Range<usize>>>,
}
