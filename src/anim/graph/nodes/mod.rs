//! The kinds of nodes, each in a file of its own: which state it has, and what it does in an
//! update, an evaluation and where somebody asks what its pose is made of.
//!
//! A kind is declared by its file here, and in `data/node.rs` by what it holds and a line of the list
//! of kinds. Nothing else tells all kinds apart.

mod aim_offset;
mod apply_additive;
mod blend_space;
mod blend_space_evaluator;
mod control;
mod copy_pose;
mod curve_source;
mod inertialization;
mod input_pose;
mod layered;
mod list;
mod live_pose;
mod machine;
#[cfg(test)]
#[path = "tests/made_up.rs"]
mod made_up;
mod make_dynamic_additive;
mod mirror;
mod modify_curve;
mod output;
mod pose_blend;
mod pose_by_name;
mod pose_driver;
mod pose_snapshot;
mod random_player;
mod reference_pose;
mod sampled_space;
mod saved_pose;
mod sequence_composite;
mod sequence_evaluator;
mod sequence_player;
mod slot;
mod table_player;
mod transition_pose;
mod two_way;
mod used_pose;

pub use super::data::node::{
    AimOffsetNode, ApplyAdditiveNode, BlendSpaceEvaluatorNode, BlendSpaceNode, ControlNode,
    CopyPoseNode, CurveSourceNode, InertializationNode, InputPoseNode, LayeredNode, ListNode,
    LivePoseNode, MachineNode, MakeDynamicAdditiveNode, MirrorNode, ModifyCurveNode, Node,
    OutputNode, PoseBlendNode, PoseByNameNode, PoseDriverNode, PoseSnapshotNode, RandomPlayerNode,
    ReferencePoseNode, SavedPoseNode, SequenceCompositeNode, SequenceEvaluatorNode,
    SequencePlayerNode, SlotNode, SmoothingMethod, TransitionEnd, TransitionPoseNode, TwoWayNode,
    UsedPoseNode,
};

#[cfg(test)]
pub(super) use made_up::MadeUpNode;

use super::{
    Graph, GraphParts, GraphState, NodeId, Tick, Value,
    data::{compiled::NodeStateCounts, node::node_kinds, sources::NodeSources, value::PoseKind},
    run::{
        evaluate::Draw,
        outcome::{Context, UpdateOutcome},
        playing::{Foremost, Players},
        walk::{Showing, Walk},
    },
};
use crate::{Library, Name, machine::PlayerView};

/// The only place that leads from any node to what its kind does.
macro_rules! dispatch {
    ($($(#[$when:meta])? $kind:ident($node:ident),)*) => {
        impl Node {
            /// Operations of the node by its kind.
            pub(super) fn as_kind(&self) -> &dyn PoseNode {
                match self {
                    $($(#[$when])? Node::$kind(node) => node,)*
                }
            }
        }
    };
}

node_kinds!(dispatch);

/// A node that is being updated.
pub(super) struct Visit<'a, 't> {
    /// Index of the node.
    pub(super) at: usize,
    /// The index of its state among those of its kind.
    pub(super) slot: usize,
    pub(super) context: Context,
    /// Whether the node had no part in the tick before.
    pub(super) became_relevant: bool,
    pub(super) tick: &'a Tick<'t>,
    pub(super) outcome: &'a mut UpdateOutcome,
}

/// Source that is updated next, with its context; None where the path ends.
pub(super) type Next = Option<(usize, Context)>;

/// A node of an edited graph, as it was before the edit.
pub(super) struct Before<'a> {
    pub(super) graph: &'a Graph,
    pub(super) node: &'a Node,
    /// The index of its state among those of its kind.
    pub(super) slot: usize,
    pub(super) state: &'a mut GraphState,
}

/// The pose that a node writes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PoseDestination {
    /// A pose of the node's own; the poses of the sources are free when the node writes it.
    Own,
    /// The pose of the node's source, or of the first of several sources.
    OfSource,
}

/// Operations that depend on the kind of a node.
pub(super) trait PoseNode {
    fn sources<'a>(&self, parts: &'a GraphParts) -> NodeSources<'a> {
        let _ = parts;
        NodeSources::None
    }

    /// Whether what it points to in the tables of the graph is there.
    fn has_tables(&self, parts: &GraphParts) -> bool {
        let _ = parts;
        true
    }

    /// Whether what it points to can be. Contract: it is there.
    fn is_sound(&self, parts: &GraphParts) -> bool {
        let _ = parts;
        true
    }

    /// Calls with every number that the node itself reads, those in tables left out.
    fn for_each_value(&self, each: &mut dyn FnMut(Value)) {
        let _ = each;
    }

    /// Calls with every clip that it plays by itself, as an index in the library.
    fn for_each_clip(&self, parts: &GraphParts, each: &mut dyn FnMut(u32)) {
        let _ = (parts, each);
    }

    /// Calls with the name of every blend profile that it blends by.
    fn for_each_profile(&self, parts: &GraphParts, each: &mut dyn FnMut(Name)) {
        let _ = (parts, each);
    }

    /// Whether it can give a pose of this kind.
    fn gives(&self, kind: PoseKind) -> bool {
        kind.is_none()
    }

    /// Calls with every source and the kind of pose that is wanted of it, where the node gives
    /// `kind`.
    fn for_each_wanted(
        &self,
        kind: PoseKind,
        parts: &GraphParts,
        each: &mut dyn FnMut(NodeId, PoseKind),
    ) {
        self.sources(parts).for_each(|link| each(link, kind));
    }

    /// The kind of pose that its clips have to be of. Contract: it gives `kind`.
    fn kind_of_clips(&self, kind: PoseKind) -> PoseKind {
        kind
    }

    fn written(&self) -> PoseDestination {
        PoseDestination::Own
    }

    /// Whether it has a source and never changes a bit of its pose.
    fn always_passes(&self) -> bool {
        false
    }

    /// Counter of the node's kind of state; None if the node has no state.
    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        let _ = counts;
        None
    }

    /// Puts its state behind those of its kind, where that depends on the node.
    fn put_state(&self, graph: &Graph, state: &mut GraphState) {
        let _ = (graph, state);
    }

    /// Resets the node's state as if the node had never run.
    fn initialize(&self, slot: usize, graph: &Graph, library: &Library, state: &mut GraphState) {
        let _ = (slot, graph, library, state);
    }

    /// Takes over the state that it had before an edit, where that still means the same. Contract:
    /// it is of the same kind as before.
    fn go_on(&self, slot: usize, graph: &Graph, state: &mut GraphState, before: Before<'_>) {
        let _ = (slot, graph, state, before);
    }

    /// Reads its numbers and updates its sources, but for the last one, which it hands back.
    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next;

    /// Whether it goes on in time beside the sync groups.
    fn travels(&self) -> bool {
        false
    }

    /// Goes on in time. Contract: it was updated in this tick.
    fn travel(
        &self,
        at: usize,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
        state: &mut GraphState,
    ) {
        let _ = (at, tick, outcome, state);
    }

    /// Whether it leaves the pose of its source as it is in this tick.
    fn passes(&self, tick: &Tick<'_>) -> bool {
        let _ = tick;
        false
    }

    /// Writes its pose, and changes no time.
    fn evaluate(&self, state: &mut GraphState, draw: Draw<'_, '_>);

    /// Whether the node's pose has the reference pose in every bone that is not evaluated.
    fn rests_others(&self, slot: usize, state: &GraphState) -> bool {
        let _ = (slot, state);
        false
    }

    /// The sync group of a player; none of one that plays on its own.
    fn group(&self, parts: &GraphParts) -> Name {
        let _ = parts;
        Name::NONE
    }

    /// Seconds on the clip of a player that was updated last; of a blend space the part of its
    /// length, 0 to 1.
    fn player_time(&self, slot: usize, state: &GraphState) -> Option<f64> {
        let _ = (slot, state);
        None
    }

    /// The clip of a player that rules ask about: the newest, or the heaviest.
    fn foremost<'a>(
        &self,
        slot: usize,
        players: &Players<'a>,
        tick: &Tick<'a>,
    ) -> Option<Foremost<'a>> {
        let _ = (slot, players, tick);
        None
    }

    /// State of a player that rules may query.
    fn view(&self, slot: usize, players: &Players<'_>, tick: &Tick<'_>) -> PlayerView {
        let _ = (slot, players, tick);
        PlayerView::default()
    }

    /// Tells what its pose is made of: its sources with their parts of the weight, or what it shows
    /// itself.
    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.shows_itself(at, weight);
    }

    /// Tells the clips that it plays, of a bone or as a whole; false of a node that is no player.
    fn tell_clips(&self, showing: &mut Showing<'_, '_>) -> bool {
        let _ = showing;
        false
    }
}

/// Whether a table has an entry.
fn is_in<T>(at: u16, table: &[T]) -> bool {
    usize::from(at) < table.len()
}

/// Whether a table has so many entries from one on.
fn has_range<T>(first: u16, count: u16, table: &[T]) -> bool {
    usize::from(first) + usize::from(count) <= table.len()
}
