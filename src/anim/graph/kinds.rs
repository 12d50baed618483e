//! Whether a node gives a full pose or a difference, and of which kind: what stands above a node
//! decides.

use super::{
    GraphError, GraphParts, NodeId,
    data::{
        node::{Node, UsedPoseNode},
        value::PoseKind,
    },
};

/// One a node. Contract: links and tables are checked.
pub(super) fn kinds(parts: &GraphParts) -> Result<Vec<PoseKind>, GraphError> {
    let mut wanted: Vec<Option<PoseKind>> = vec![None; parts.nodes.len()];
    for at in (0..parts.nodes.len()).rev() {
        let node = &parts.nodes[at];
        // A saved pose that nobody uses is a full one.
        let kind = *wanted[at].get_or_insert(None);
        if !node.as_kind().gives(kind) {
            return Err(GraphError::Kind(at as NodeId));
        }
        if let Node::UsedPose(UsedPoseNode { saved }) = *node {
            let saved_kind = wanted[usize::from(saved)].get_or_insert(kind);
            if *saved_kind != kind {
                return Err(GraphError::Kind(saved));
            }
        }
        node.as_kind()
            .for_each_wanted(kind, parts, &mut |link, kind| {
                wanted[usize::from(link)] = Some(kind)
            });
    }
    Ok(wanted.into_iter().map(Option::flatten).collect())
}
