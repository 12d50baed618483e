//! The update of a tick: weights from the output down, then every player moves.

use super::{Graph, GraphState, MontageRecord, Node, slot};
use crate::{
    Library, Name, Skeleton, Transform, event::Source, instance::Queued, notify::for_each_hit,
    transform::WEIGHT_EPSILON,
};

/// More than a player has clips at once: the players of a node count upwards from this times its index.
const LAYERS: usize = 32;

/// What a tick hands to a graph.
pub(crate) struct Tick<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) library: &'a Library,
    pub(crate) skeleton: &'a Skeleton,
    /// In play order.
    pub(crate) montages: &'a [MontageRecord],
    /// Seconds.
    pub(crate) dt: f64,
    /// The pose is put somewhere else: where it was does not count.
    pub(crate) teleported: bool,
}

/// What an update found beside the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// Notifies of the clips that players travelled over.
    pub(crate) queued: Vec<Queued>,
    /// Root motion of the players, each with its weight.
    pub(crate) roots: Vec<(Transform, f32)>,
    /// Weight of what plays in a slot, its node's own weight included.
    pub(crate) slots: Vec<(Name, f32)>,
}

impl Outcome {
    pub(crate) fn clear(&mut self) {
        self.queued.clear();
        self.roots.clear();
        self.slots.clear();
    }

    pub(crate) fn slot_weight(&self, slot: Name) -> f32 {
        self.slots.iter().find(|entry| entry.0 == slot).map_or(0.0, |entry| entry.1)
    }
}

impl GraphState {
    /// Contract: the state was made for this graph, and its clips are those of this library.
    pub(crate) fn update(&mut self, tick: &Tick<'_>, outcome: &mut Outcome) {
        outcome.clear();
        self.frame += 1;
        self.groups.begin();
        if let Some(output) = self.nodes.len().checked_sub(1) {
            self.reach(output, 1.0);
        }
        for at in (0..self.nodes.len()).rev() {
            if self.is_reached(at) {
                self.update_node(at, tick, outcome);
            }
        }
        self.groups.tick(tick.dt);
        self.collect(tick, outcome);
    }

    fn reach(&mut self, node: usize, weight: f32) {
        let frame = self.frame;
        (self.nodes[node].weight, self.nodes[node].frame) = (weight, frame);
    }

    fn update_node(&mut self, at: usize, tick: &Tick<'_>, outcome: &mut Outcome) {
        let weight = self.nodes[at].weight;
        match tick.graph.nodes[at].node {
            Node::ReferencePose => {}
            Node::SequencePlayer { .. } => self.post(at, weight, tick),
            Node::Slot { source, slot, always_update_source } => {
                let totals = slot::totals(tick, slot);
                outcome.slots.push((slot, totals.all.min(1.0) * weight));
                let rest = weight * (1.0 - totals.full.min(1.0));
                if rest > WEIGHT_EPSILON || totals.is_by_bone || always_update_source {
                    self.reach(source.into(), rest);
                }
            }
            Node::Inertialization { source } | Node::Output { source } => self.reach(source.into(), weight),
        }
    }

    fn post(&mut self, at: usize, weight: f32, tick: &Tick<'_>) {
        let player = &mut self.players[usize::from(tick.graph.nodes[at].state)];
        let groups = &mut self.groups;
        player.update(tick.dt, weight, tick.library, (at * LAYERS) as u32, |record| groups.post(record));
    }

    /// Where the players have gone, and what they passed.
    fn collect(&mut self, tick: &Tick<'_>, outcome: &mut Outcome) {
        for record in self.groups.records() {
            let (node, layer) = (record.player as usize / LAYERS, record.player as usize % LAYERS);
            self.players[usize::from(tick.graph.nodes[node].state)].moved(layer, record.state);
            let (clip, weight) = (&record.clip, record.weight);
            let mut root = Transform::IDENTITY;
            record.ranges(|range| {
                for_each_hit(&clip.notifies, range, |notify| {
                    outcome.queued.push(Queued {
                        notify: *notify,
                        source: Source::Node(node as u32),
                        asset: clip.name,
                        slot: Name::NONE,
                        weight,
                        part: record.part,
                        keeps_alive: false,
                    });
                });
                if clip.root_motion.enabled {
                    root = root.compose(&clip.root_delta(tick.skeleton, range.from, range.to));
                }
            });
            if clip.root_motion.enabled {
                outcome.roots.push((root, weight));
            }
        }
    }
}
