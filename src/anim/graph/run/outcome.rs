//! What an update hands to sources, and what it finds beside the state.

use super::{clip_warps::Went, montage_sync::GroupStep, reached::Above};
use crate::{
    Event, Name, Transform,
    float::Extreme,
    graph::{
        control::Rising,
        data::{
            compiled::Graph,
            value::{NO_NODE, NodeId},
        },
    },
    instance::Queue,
    machine::{Effect, Happened, Refused, Taken},
    mirror::MirrorTable,
    transform::WEIGHT_EPSILON,
};
use std::sync::Arc;

/// Summed weights in a slot.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::graph) struct Totals {
    /// Summed weight of the montages that play a full pose.
    pub(in crate::graph) full: f32,
    pub(super) all: f32,
    /// As `full`, by the mean over the tick, including montages that ended in the tick.
    pub(super) root: f32,
    /// Some bones are covered less than others.
    pub(in crate::graph) is_by_bone: bool,
}

/// A slot that was reached, and what plays in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotWeight {
    slot: Name,
    /// Weight of everything that plays in the slot, including the weight of the slot's node.
    pub(crate) weight: f32,
    /// Factor for the own weight of a montage in the slot.
    pub(crate) share: f32,
    /// As `share`, for a montage's root motion, which counts all through the tick.
    pub(crate) root_share: f32,
    pub(in crate::graph) above: Above,
}

impl SlotWeight {
    pub(in crate::graph) fn new(slot: Name, totals: &Totals, context: &Context) -> Self {
        let Context {
            weight: own, above, ..
        } = *context;
        let weight = totals.all.lower(1.0) * own;
        let (share, root_share) = (
            own / totals.full.higher(1.0),
            own * above.root / totals.root.higher(1.0),
        );
        Self {
            slot,
            weight,
            share,
            root_share,
            above,
        }
    }

    /// Mirror table that the whole slot is seen in; None without a mirror.
    pub(crate) fn mirror<'a>(&self, graph: &'a Graph) -> Option<&'a Arc<MirrorTable>> {
        graph.mirrors().get(usize::from(self.above.mirror?))
    }
}

/// Results of an update in addition to the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct UpdateOutcome {
    /// Notifies of the clips that players travelled over.
    pub(crate) queued: Queue,
    /// Root motion of the players, each with its weight.
    pub(crate) roots: Vec<(Transform, f32)>,
    /// The player of each.
    pub(in crate::graph) rooted: Vec<NodeId>,
    /// Root motion that inertializations add, each with its weight and its node.
    pub(crate) root_offsets: Vec<(Transform, f32, NodeId)>,
    /// Root motion of montages as nodes above their slots have made it, one a root of theirs; none
    /// where no node does.
    pub(crate) montage_roots: Vec<Transform>,
    pub(in crate::graph) rising: Vec<Rising>,
    pub(crate) slots: Vec<SlotWeight>,
    /// State machine events in order, each with the node of the machine.
    pub(crate) happened: Vec<(NodeId, Happened)>,
    /// Jumps that are to decay.
    pub(crate) requests: Vec<PoseJump>,
    /// Triggers that transitions used.
    pub(crate) consumed: Vec<u16>,
    /// Reasons why transitions were not taken; filled only while `asks_why` is set.
    pub(crate) refused: Vec<(NodeId, Refused)>,
    pub(crate) asks_why: bool,
    /// Transitions that were taken, in order.
    pub(crate) taken: Vec<(NodeId, Taken)>,
    pub(in crate::graph) effects: Vec<Effect>,
    pub(in crate::graph) told: Vec<Refused>,
    pub(in crate::graph) stepped: Vec<Taken>,
    pub(in crate::graph) scopes: Vec<ActiveStateScope>,
    /// Next steps of the montages that sync groups drive, by montage instance id.
    pub(crate) montage_steps: Vec<(u32, GroupStep)>,
    /// Clips of players, in the order in which they report passed events.
    pub(in crate::graph) movers: Vec<ClipMover>,
    /// Clips with windows of motion warping, and their ways, seconds.
    pub(in crate::graph) went: Vec<Went>,
    pub(in crate::graph) ways: Vec<(f64, f64)>,
    /// Events of motion warping windows.
    pub(crate) warps: Vec<Event>,
}

/// A clip that moves when all weights are known.
#[derive(Clone, Copy, Debug)]
pub(in crate::graph) enum ClipMover {
    /// The next of the records that were posted to the sync groups.
    Posted,
    /// A player in no sync group; needs no record.
    Alone { player: u32, rate: f64, weight: f32 },
}

/// A jump of the pose that a node makes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PoseJump {
    pub(crate) node: NodeId,
    /// Duration of the inertialization, seconds.
    pub(crate) duration: f64,
    /// Inertialization above the node that receives the jump; None if there is none, so that the
    /// pose jumps.
    pub(crate) receiver: Option<u16>,
}

/// A state that is being updated, and the weight of the player in it that matters most so far.
#[derive(Clone, Copy, Debug)]
pub(in crate::graph) struct ActiveStateScope {
    pub(super) machine: u16,
    pub(super) state: u16,
    pub(super) best: (f32, f32),
}

/// Context that a node passes to its sources in an update.
#[derive(Clone, Copy, Debug)]
pub(in crate::graph) struct Context {
    pub(in crate::graph) weight: f32,
    /// Weight relative to the nearest node above that is updated though its weight is 0, or to the
    /// root of the graph. It decides which sources are inactive and which player is the most
    /// relevant.
    pub(in crate::graph) share: f32,
    pub(in crate::graph) above: Above,
}

impl Context {
    pub(in crate::graph) fn received_by(self, receiver: u16) -> Self {
        Self {
            above: Above {
                receiver: Some(receiver),
                ..self.above
            },
            ..self
        }
    }

    /// Context for the source of a slot. Root motion of the source counts as far as the montages in
    /// `totals` leave it a part.
    pub(in crate::graph) fn under(self, totals: &Totals) -> Self {
        let rest = 1.0 - totals.full.lower(1.0);
        let part = if rest > WEIGHT_EPSILON {
            (1.0 - totals.root.lower(1.0)) / rest
        } else {
            1.0
        };
        Self {
            above: Above {
                root: self.above.root * part,
                ..self.above
            },
            ..self
        }
    }

    /// Context for the sources of `control`, a node that root motion passes through.
    pub(in crate::graph) fn led_by(self, control: NodeId) -> Self {
        Self {
            above: Above {
                leader: Some(control),
                ..self.above
            },
            ..self
        }
    }

    /// Context for the source of a mirror node. The same mirror twice cancels out; without `on` the
    /// mirror above still applies.
    pub(in crate::graph) fn through(self, mirror: u16, on: bool) -> Self {
        let seen = Some(mirror).filter(|mirror| self.above.mirror != Some(*mirror));
        Self {
            above: Above {
                mirror: if on { seen } else { self.above.mirror },
                ..self.above
            },
            ..self
        }
    }
}

impl UpdateOutcome {
    pub(crate) fn clear(&mut self) {
        self.queued.clear();
        self.roots.clear();
        self.rooted.clear();
        self.root_offsets.clear();
        self.montage_roots.clear();
        self.slots.clear();
        self.happened.clear();
        self.requests.clear();
        self.consumed.clear();
        self.refused.clear();
        self.movers.clear();
        self.taken.clear();
        self.montage_steps.clear();
        self.went.clear();
        self.ways.clear();
        self.warps.clear();
    }

    pub(in crate::graph) fn will_move(&mut self, mover: ClipMover) {
        self.movers.push(mover);
    }

    /// Weight of a slot; None if the update did not reach the slot.
    pub(crate) fn slot(&self, slot: Name) -> Option<&SlotWeight> {
        self.slots.iter().find(|entry| entry.slot == slot)
    }
}

/// Index and context of a source that gets `part` of the weight. None if there is no source, or if
/// its share is about 0 and `always` is not set.
pub(in crate::graph) fn below(
    link: NodeId,
    context: Context,
    (part, always): (f32, bool),
) -> Option<(usize, Context)> {
    let (weight, share) = (context.weight * part, context.share * part);
    let is_seen = share > WEIGHT_EPSILON;
    let share = if is_seen { share } else { 1.0 };
    let goes = link != NO_NODE && (always || is_seen);
    goes.then_some((
        link.into(),
        Context {
            weight,
            share,
            ..context
        },
    ))
}
