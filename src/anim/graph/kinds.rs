//! Whether a node gives a full pose or a difference, and of which kind: what stands above a node decides.

use super::{GraphError, GraphParts, NO_NODE, Node, NodeId};
use crate::additive::AdditiveKind;

/// None is a full pose.
pub(super) type Kind = Option<AdditiveKind>;

/// One a node. Contract: links and tables are checked.
pub(super) fn kinds(parts: &GraphParts) -> Result<Vec<Kind>, GraphError> {
    let mut wanted: Vec<Option<Kind>> = vec![None; parts.nodes.len()];
    for at in (0..parts.nodes.len()).rev() {
        let node = &parts.nodes[at];
        // A saved pose that nobody uses is a full one.
        let kind = *wanted[at].get_or_insert(None);
        if !gives(node, kind) {
            return Err(GraphError::Kind(at as NodeId));
        }
        if let Node::UsedPose { saved } = *node {
            let saved_kind = wanted[usize::from(saved)].get_or_insert(kind);
            if *saved_kind != kind {
                return Err(GraphError::Kind(saved));
            }
        }
        want(parts, node, kind, |link, kind| wanted[usize::from(link)] = Some(kind));
    }
    Ok(wanted.into_iter().map(Option::flatten).collect())
}

/// Clips are shown as what is asked for; see [`super::sampling`].
fn gives(node: &Node, kind: Kind) -> bool {
    match node {
        Node::MakeDynamicAdditive { kind: made, .. } => kind == Some(*made),
        Node::Layered { rule, .. } => kind.is_none() || !rule.is_in_mesh(),
        Node::ReferencePose
        | Node::SequencePlayer { .. }
        | Node::BlendSpace { .. }
        | Node::SequenceEvaluator { .. }
        | Node::BlendSpaceEvaluator { .. }
        | Node::RandomPlayer { .. }
        | Node::SequenceComposite { .. }
        | Node::PoseByName { .. }
        | Node::InputPose
        | Node::TransitionPose { .. }
        | Node::TwoWay { .. }
        | Node::List { .. }
        | Node::Machine { .. }
        | Node::SavedPose { .. }
        | Node::UsedPose { .. }
        | Node::ModifyCurve { .. }
        | Node::CurveSource { .. }
        | Node::Inertialization { .. } => true,
        _ => kind.is_none(),
    }
}

/// What a node that gives `kind` wants of its sources: the same, unless it turns one into the other.
fn want(parts: &GraphParts, node: &Node, kind: Kind, mut each: impl FnMut(NodeId, Kind)) {
    match *node {
        Node::ApplyAdditive { base, additive, kind, .. } => {
            let links = [(base, None), (additive, Some(kind))];
            links.into_iter().filter(|(link, _)| *link != NO_NODE).for_each(|(link, kind)| each(link, kind));
        }
        Node::MakeDynamicAdditive { .. } => parts.for_each_link(node, |link| each(link, None)),
        _ => parts.for_each_link(node, |link| each(link, kind)),
    }
}
