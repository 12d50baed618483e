//! Clips that are differences where full poses are wanted, full poses where differences are, or
//! differences of another kind.

use super::builder::From;
use crate::{Id, compile::Output, diagnostic::Kind, graph::NodeKind};
use anim::{Graph, graph::NodeId};
use std::collections::BTreeSet;

/// Told of the node that plays the clip; of one in a linked graph only where how it is linked makes
/// it wrong, and then of the node that links it. `owners` are the authored nodes of the compiled
/// ones.
pub(super) fn report(from: &From<'_>, graph: &Graph, owners: &[Id], out: &mut Output) {
    let mut told = BTreeSet::new();
    for (at, clip) in graph.mismatched_clips(from.library) {
        let wanted = graph.wanted_of(at);
        let owner = owners[usize::from(at)];
        let is_told = if is_link(from, owner) {
            wanted.is_none() || wanted_of(graph, owner).is_some()
        } else {
            wanted.is_some() || !from.made.is_linked
        };
        let authored = from
            .made
            .clips
            .iter()
            .find(|(_, index)| **index == Some(clip));
        let name = authored
            .and_then(|(id, _)| from.project.clips.get(id))
            .map(|clip| clip.name.clone());
        if let Some(clip) = name.filter(|name| is_told && told.insert((owner, name.clone()))) {
            out.warn(
                from.id,
                Some(owner),
                Kind::AdditiveMismatch { clip, wanted },
            );
        }
    }
}

fn is_link(from: &From<'_>, node: Id) -> bool {
    from.graph
        .wiring
        .node(node)
        .is_some_and(|node| matches!(node.kind, NodeKind::LinkedGraph(_)))
}

fn wanted_of(graph: &Graph, node: Id) -> Option<anim::additive::AdditiveKind> {
    let at = graph.parts().ids.iter().position(|id| *id == node.0)?;
    graph.wanted_of(at as NodeId)
}
