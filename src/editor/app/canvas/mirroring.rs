//! A control set up for the other side of the skeleton, in one step.

use crate::{app::App, toast::Tone};
use asset::graph::nodes::ControlNode;
use asset::{
    Id, PoseGraph,
    graph::{ControlKind, MirrorRefusal, Node, NodeKind, mirror_leg, mirrored, same_bones},
};
use document::{GraphCommand, Selection};
use egui::Vec2;
use words::tr;

/// The new one lies so far from what it is of, points.
const BESIDE: Vec2 = egui::vec2(24.0, 132.0);

impl App {
    /// The selected control also works on the other side: the one there becomes as it is, or comes
    /// after it. One with legs in a list gets those that lack.
    pub(in crate::app) fn mirror_node(&mut self) {
        let new = self.views.edits.id();
        let Some((id, graph, items)) = self.selected_nodes() else {
            return;
        };
        let chosen: Vec<Id> = items.into_iter().collect();
        let node = if let [item] = chosen[..] {
            graph.wiring.node(item)
        } else {
            None
        };
        let Some(node) = node.filter(|node| matches!(node.kind, NodeKind::Control(_))) else {
            let why = tr!("Select one node that moves bones, such as a Two-Bone IK, first.");
            return self
                .session
                .toast(Tone::Warning, tr!("Nothing to mirror"), why);
        };
        let Some(rig) = self
            .document
            .project()
            .skeletons
            .get(&graph.skeleton)
            .cloned()
        else {
            return;
        };
        match mirroring(&graph, node, &rig, new) {
            Ok((edits, selected)) => {
                self.edit_graph(id, edits);
                self.document.select(Selection::item(id, selected));
            }
            Err(why) => {
                let title = tr!("{} cannot be mirrored", node.title());
                self.session.toast(Tone::Warning, title, format!("{why}."));
            }
        }
    }
}

/// The edits, and the node that is set up by them.
fn mirroring(
    graph: &PoseGraph,
    node: &Node,
    rig: &asset::Skeleton,
    new: Id,
) -> Result<(Vec<GraphCommand>, Id), MirrorRefusal> {
    let mut own = node.clone();
    if let NodeKind::Control(ControlNode { kind, .. }) = &mut own.kind
        && let count @ 1.. = kind.legs()
    {
        for leg in 0..count {
            if kind.other_leg(leg, rig).is_none() {
                mirror_leg(kind, leg, rig, &graph.wiring)?;
            }
        }
        if own.kind == node.kind {
            return Err(MirrorRefusal::BothSides);
        }
        return Ok((vec![GraphCommand::SetNode(Box::new(own))], node.id));
    }
    let kind = mirrored(&node.kind, rig, &graph.wiring)?;
    if let Some(there) = graph
        .wiring
        .nodes
        .iter()
        .find(|other| other.id != node.id && are_twins(&other.kind, &kind))
    {
        let twin = Node {
            kind: with_source(kind, source_of(&there.kind)),
            ..there.clone()
        };
        return Ok((vec![GraphCommand::SetNode(Box::new(twin))], there.id));
    }
    let name = rig
        .mirror
        .seen(&node.name)
        .unwrap_or_else(|| node.name.clone());
    let added = Node {
        name,
        ..Node::new(new, with_source(kind, None))
    };
    let mut edits = vec![GraphCommand::AddNode(Box::new(added))];
    let page = graph.layout.pages.get(&node.id).copied();
    edits.push(GraphCommand::SetPage { node: new, page });
    let at: Vec2 = graph
        .layout
        .places
        .get(&node.id)
        .copied()
        .unwrap_or_default()
        .into();
    edits.push(GraphCommand::Place(vec![(new, (at + BESIDE).into())]));
    for taker in &graph.wiring.nodes {
        let pins = taker
            .kind
            .pins()
            .into_iter()
            .enumerate()
            .filter(|(_, pin)| pin.source == Some(node.id));
        edits.extend(pins.map(|(pin, _)| GraphCommand::Link {
            node: taker.id,
            pin,
            source: Some(new),
        }));
    }
    if graph.wiring.output == Some(node.id) {
        edits.push(GraphCommand::SetOutput(Some(new)));
    }
    edits.push(GraphCommand::Link {
        node: new,
        pin: 0,
        source: Some(node.id),
    });
    Ok((edits, new))
}

fn are_twins(a: &NodeKind, b: &NodeKind) -> bool {
    let control = |kind: &NodeKind| {
        if let NodeKind::Control(ControlNode { kind, .. }) = kind {
            Some(kind.clone())
        } else {
            None
        }
    };
    let (a, b): (Option<ControlKind>, Option<ControlKind>) = (control(a), control(b));
    a.zip(b).is_some_and(|(a, b)| same_bones(&a, &b))
}

fn source_of(kind: &NodeKind) -> Option<Id> {
    if let NodeKind::Control(ControlNode { source, .. }) = kind {
        *source
    } else {
        None
    }
}

fn with_source(mut kind: NodeKind, to: Option<Id>) -> NodeKind {
    if let NodeKind::Control(ControlNode { source, .. }) = &mut kind {
        *source = to;
    }
    kind
}
