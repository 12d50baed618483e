//! Trying montages on the slots of a pose graph: how they are played, and why one cannot be.

#[cfg(test)]
mod tests;

use asset::{
    Id, Project,
    graph::{NodeKind, nodes::LinkedGraphNode},
};
use std::collections::BTreeSet;
use words::tr;

/// A montage that is to be played on a pose graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MontageTrial {
    /// The montage that is played.
    pub montage: Id,
    /// The pose graph; None is the open one.
    pub graph: Option<Id>,
    /// The section that it begins at; None is its start.
    pub section: Option<Id>,
}

/// Settings for montages that are tried on slots; kept as long as the window is open.
#[derive(Debug)]
pub struct OnSlot {
    /// Play rate of the next one, times its own.
    pub rate: f32,
    /// The next one leaves others of its slot group playing.
    pub keeps_others: bool,
    /// Waits until its graph is shown.
    pub awaited: Option<MontageTrial>,
}

impl Default for OnSlot {
    fn default() -> Self {
        Self {
            rate: 1.0,
            keeps_others: false,
            awaited: None,
        }
    }
}

impl MontageTrial {
    /// A trial of the montage from its start, on the open graph.
    pub fn of(montage: Id) -> Self {
        Self {
            montage,
            graph: None,
            section: None,
        }
    }
}

/// Reason why a montage cannot be tried on a pose graph; None if it can be.
pub fn refusal(project: &Project, graph: Id, montage: Id) -> Option<String> {
    let name = project.asset_name(montage).unwrap_or_default();
    let Some(montage) = project.montages.get(&montage) else {
        return Some(tr!(
            "“{name}” is not a montage. Only montages play on a slot."
        ));
    };
    let Some(on) = project.graphs.get(&graph) else {
        return Some(tr!("Open a pose graph with a slot first.").to_owned());
    };
    if montage.skeleton != on.skeleton {
        let skeleton = |id| project.asset_name(id).unwrap_or(tr!("another skeleton"));
        return Some(tr!(
            "“{name}” uses {}, and “{}” {}.",
            skeleton(montage.skeleton),
            on.name,
            skeleton(on.skeleton)
        ));
    }
    let slots = slots_of(project, graph, &mut BTreeSet::new());
    let wanted: Vec<&str> = montage
        .slots
        .iter()
        .map(|slot| slot.name.as_str())
        .collect();
    if wanted.iter().any(|name| slots.contains(name)) {
        return None;
    }
    Some(tr!(
        "“{}” has no slot “{}”. Add a Slot node with this name.",
        on.name,
        wanted.first().unwrap_or(&"")
    ))
}

/// Names of the slots of a graph and of those that are linked in it.
fn slots_of<'a>(project: &'a Project, graph: Id, seen: &mut BTreeSet<Id>) -> BTreeSet<&'a str> {
    let mut slots = BTreeSet::new();
    let Some(graph) = project.graphs.get(&graph).filter(|_| seen.insert(graph)) else {
        return slots;
    };
    for node in &graph.wiring.nodes {
        match &node.kind {
            NodeKind::Slot(slot) => {
                slots.insert(slot.slot.as_str());
            }
            NodeKind::LinkedGraph(LinkedGraphNode {
                graph: Some(linked),
                ..
            }) => slots.extend(slots_of(project, *linked, seen)),
            _ => {}
        }
    }
    slots
}
