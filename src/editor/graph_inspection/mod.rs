//! What is looked at of a graph while it plays, and what was seen of it: the last seconds,
//! decisions, what nodes cost. View state: never undone, never part of the project.

mod costs;
mod history;
mod slide;
#[cfg(test)]
mod tests;

pub use costs::Costs;
pub use history::{FootLockBlock, GraphHistory, StateBlock, lock_sentence};
pub use slide::{Seen, Slides};

use anim::{Graph, Name};
use asset::Id;
use engine::Decision;
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};
use studio::PreviewFrame;

/// Decisions that are kept.
const MOST_DECISIONS: usize = 400;

/// View state for the inspection of a playing graph, with what was recorded of it.
#[derive(Default)]
pub struct Looking {
    /// Whether the graph panel explains the pose with shares and decisions.
    pub asks_why: bool,
    /// Text that a row of the tree of nodes must contain; empty shows all.
    pub filter: String,
    /// The node whose pose the viewport shows beside the character's.
    pub watched: Option<Id>,
    /// The node whose pose lies under the pointer on the canvas.
    pub under: Option<Id>,
    /// The pose before the selected node stands beside the character's, with figures of both.
    pub compares: bool,
    /// Foot sliding before and after the compared node.
    pub slides: Slides,
    /// Parameters and states of the last seconds.
    pub history: GraphHistory,
    /// Decisions of machines, newest first.
    pub decisions: VecDeque<Decision>,
    /// Evaluation costs of the nodes.
    pub costs: Costs,
    /// Parameter numbers that are plotted over time, by name.
    pub plotted: BTreeSet<String>,
    /// The plots of `plotted` are open.
    pub is_plotting: bool,
    /// The graph of the last frame, and its tick.
    last: Option<(Arc<Graph>, u64)>,
}

impl Looking {
    /// Takes up a frame of the graph.
    pub fn record(&mut self, frame: &PreviewFrame) {
        self.follow_edits(&frame.graph, frame.tick);
        self.history.add(frame);
        self.costs.add(frame);
    }

    /// Decisions name transitions by their indices, which an edit of the graph moves: those that are
    /// there still are found by name. What was decided since the last frame may be of either graph,
    /// and is forgotten, as is what was decided of transitions that are gone.
    fn follow_edits(&mut self, graph: &Arc<Graph>, tick: u64) {
        let last = self.last.replace((graph.clone(), tick));
        let Some((known, before)) = last.filter(|(known, _)| !Arc::ptr_eq(known, graph)) else {
            return;
        };
        let (known, now) = (transitions_of(&known), transitions_of(graph));
        self.decisions.retain_mut(|it| {
            let names = known.get(&it.node);
            let name = names.and_then(|names| names.get(usize::from(it.transition)));
            let found = now.get(&it.node).zip(name);
            let at = found.and_then(|(now, name)| now.iter().position(|other| other == name));
            it.transition = at.map_or(it.transition, |at| at as u16);
            it.tick <= before && at.is_some()
        });
    }

    /// Takes up a decision of a machine; time that goes back clears those before.
    pub fn decided(&mut self, decision: Decision) {
        let is_again = |kept: &Decision| {
            (kept.time, kept.node, kept.transition)
                == (decision.time, decision.node, decision.transition)
                && kept.tick != decision.tick
        };
        // Time begins anew where something begins anew, and ticks are played again to stand at a
        // time.
        if self
            .decisions
            .front()
            .is_some_and(|last| last.time > decision.time)
            || self.decisions.iter().any(is_again)
        {
            self.decisions.clear();
        }
        self.decisions.truncate(MOST_DECISIONS - 1);
        self.decisions.push_front(decision);
    }

    /// Something else plays from here on.
    pub fn forget(&mut self) {
        self.last = None;
        self.watched = None;
        self.slides.forget();
        self.under = None;
        self.history = GraphHistory::default();
        self.costs = Costs::default();
        self.decisions.clear();
    }
}

/// The names of the transitions of each machine, by the authored id of its node.
fn transitions_of(graph: &Graph) -> BTreeMap<u64, Vec<Name>> {
    let ids = &graph.parts().ids;
    let of = |(node, machine): (u16, &anim::machine::Machine)| {
        let transitions = machine.parts().transitions.iter();
        Some((
            *ids.get(usize::from(node))?,
            transitions.map(|it| it.name).collect(),
        ))
    };
    graph.machines().filter_map(of).collect()
}
