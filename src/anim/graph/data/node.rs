//! The nodes of a graph as data: the list of their kinds, and what each holds. What they do is in
//! [`nodes`](crate::graph::nodes), which this file does not know.

use super::{
    layer_rule::LayerRule,
    value::{NodeId, Value},
};
#[cfg(test)]
use crate::graph::nodes::MadeUpNode;
use crate::{Name, additive::AdditiveKind, inertialization::History, montage::Easing};
use serde::{Deserialize, Serialize};

/// Hands the kinds of nodes on, in the order in which files number them, so that a new one stands
/// last.
macro_rules! node_kinds {
    ($then:ident) => {
        $then! {
            ReferencePose(ReferencePoseNode),
            SequencePlayer(SequencePlayerNode),
            BlendSpace(BlendSpaceNode),
            SequenceEvaluator(SequenceEvaluatorNode),
            BlendSpaceEvaluator(BlendSpaceEvaluatorNode),
            RandomPlayer(RandomPlayerNode),
            SequenceComposite(SequenceCompositeNode),
            PoseByName(PoseByNameNode),
            PoseSnapshot(PoseSnapshotNode),
            InputPose(InputPoseNode),
            TransitionPose(TransitionPoseNode),
            ApplyAdditive(ApplyAdditiveNode),
            MakeDynamicAdditive(MakeDynamicAdditiveNode),
            AimOffset(AimOffsetNode),
            Mirror(MirrorNode),
            ModifyCurve(ModifyCurveNode),
            PoseBlend(PoseBlendNode),
            PoseDriver(PoseDriverNode),
            TwoWay(TwoWayNode),
            List(ListNode),
            Layered(LayeredNode),
            Machine(MachineNode),
            SavedPose(SavedPoseNode),
            UsedPose(UsedPoseNode),
            Slot(SlotNode),
            Control(ControlNode),
            LivePose(LivePoseNode),
            CurveSource(CurveSourceNode),
            CopyPose(CopyPoseNode),
            Inertialization(InertializationNode),
            Output(OutputNode),
            #[cfg(test)]
            MadeUp(MadeUpNode),
        }
    };
}

pub(in crate::graph) use node_kinds;

macro_rules! declare {
    ($($(#[$when:meta])? $kind:ident($node:ident),)*) => {
        /// A node of a compiled graph. Links lead to nodes that stand before it, or are
        /// [`NO_NODE`](crate::graph::NO_NODE) where a node may be without.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum Node {
            $($(#[$when])? $kind($node),)*
        }

        $($(#[$when])? impl From<$node> for Node {
            fn from(node: $node) -> Self {
                Node::$kind(node)
            }
        }

        $(#[$when])? impl<'a> TryFrom<&'a Node> for &'a $node {
            type Error = &'a Node;

            fn try_from(node: &'a Node) -> Result<Self, &'a Node> {
                match node {
                    Node::$kind(node) => Ok(node),
                    other => Err(other),
                }
            }
        })*
    };
}

node_kinds!(declare);

/// The pose in which the skeleton is bound; where a difference is wanted, one that adds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReferencePoseNode;

/// Plays a clip in time; without one it shows the reference pose.
/// [`Request::PlayClip`](crate::Request::PlayClip) and its likes set what the graph's first player
/// plays, and from where; before that it is `clip`, from its start.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SequencePlayerNode {
    /// Index in the library.
    pub clip: Option<u32>,
    /// Index among [`crate::graph::GraphParts::plays`]; None plays on at the clip's own rate.
    pub play: Option<u16>,
}

/// Clips mixed by where a point lies among them, in one time for all.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlendSpaceNode {
    /// Index among [`crate::graph::GraphParts::spaces`].
    pub space: u16,
}

/// Node that shows a clip at an explicit time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SequenceEvaluatorNode {
    /// Index in the library; without one it shows the reference pose.
    pub clip: Option<u32>,
    /// Index among [`crate::graph::GraphParts::evaluators`]; seconds.
    pub evaluator: u16,
}

/// Node that shows a blend space at an explicit time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlendSpaceEvaluatorNode {
    /// Index among [`crate::graph::GraphParts::spaces`], whose rate and start mean nothing here.
    pub space: u16,
    /// Index among [`crate::graph::GraphParts::evaluators`]; parts of the length.
    pub evaluator: u16,
}

/// Clips one after the other, drawn by lot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RandomPlayerNode {
    /// Index among [`crate::graph::GraphParts::randoms`].
    pub random: u16,
}

/// Clips one after the other, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SequenceCompositeNode {
    /// Index among [`crate::graph::GraphParts::composites`].
    pub composite: u16,
}

/// Node that shows one pose of a pose asset, over the reference pose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoseByNameNode {
    /// Index among [`crate::graph::GraphParts::pose_assets`].
    pub asset: u16,
    /// Index of the pose in the asset.
    pub pose: u16,
    /// Weight of the pose, 0 to 1.
    pub weight: Value,
}

/// The pose that was kept under this name; before one was, the reference pose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoseSnapshotNode {
    /// Name of the snapshot.
    pub name: Name,
}

/// A pose that comes from around the graph: what a graph that runs after it on a mesh works over.
/// Without one it is the reference pose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InputPoseNode;

/// Node in the graph of a transition that shows the pose at one end of the transition.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TransitionPoseNode {
    /// End of the transition whose pose the node shows.
    pub end: TransitionEnd,
}

/// An end of a transition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TransitionEnd {
    #[default]
    From,
    To,
}

/// Adds part of a difference to a base. A difference that leads nowhere adds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApplyAdditiveNode {
    /// The full pose that the difference is added to; [`NO_NODE`](crate::graph::NO_NODE) is the
    /// reference pose.
    pub base: NodeId,
    /// The difference that is added.
    pub additive: NodeId,
    /// Index among [`crate::graph::GraphParts::alphas`].
    pub alpha: u16,
    /// The coarsest level of detail at which something is added; -1 is every level.
    pub lod: i8,
    /// The frame in which the difference was taken.
    pub kind: AdditiveKind,
    /// Index among [`crate::graph::GraphParts::masks`]; None adds to every bone.
    pub mask: Option<u16>,
}

/// Node that makes the difference from a base to a pose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MakeDynamicAdditiveNode {
    /// The full pose that the difference leads to; [`NO_NODE`](crate::graph::NO_NODE) is the
    /// reference pose.
    pub pose: NodeId,
    /// The full pose that the difference starts from; [`NO_NODE`](crate::graph::NO_NODE) is the
    /// reference pose.
    pub base: NodeId,
    /// The frame in which the difference is taken.
    pub kind: AdditiveKind,
}

/// Turns a pose towards something by a blend space of mesh-space differences.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AimOffsetNode {
    /// The pose that is turned; [`NO_NODE`](crate::graph::NO_NODE) is the reference pose.
    pub source: NodeId,
    /// Index among [`crate::graph::GraphParts::aims`].
    pub aim: u16,
}

/// The pose seen in a mirror, and the names of what plays below.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MirrorNode {
    /// The pose that is mirrored; [`NO_NODE`](crate::graph::NO_NODE) is the reference pose.
    pub source: NodeId,
    /// Index among [`crate::graph::GraphParts::mirrors`].
    pub mirror: u16,
    /// False lets the pose pass bit for bit.
    pub on: Value,
}

/// Changes curves: so many from `first` on among [`crate::graph::GraphParts::curve_edits`], one
/// after the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModifyCurveNode {
    /// The pose whose curves change; [`NO_NODE`](crate::graph::NO_NODE) is the reference pose.
    pub source: NodeId,
    /// Index of the first edit.
    pub first: u16,
    /// Number of edits of the node.
    pub count: u16,
}

/// Poses of an asset, each as much as the curve of its name says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoseBlendNode {
    /// The pose whose curves are read, and over which the asset's poses go;
    /// [`NO_NODE`](crate::graph::NO_NODE) is the reference pose.
    pub source: NodeId,
    /// Index among [`crate::graph::GraphParts::pose_assets`].
    pub asset: u16,
    /// Easing of curve values between 0 and 1; linear takes every value unchanged, also outside
    /// that range.
    pub easing: Easing,
}

/// Poses or curves, by how near bones are to where they were set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoseDriverNode {
    /// The pose whose bones are read, and that the driver changes;
    /// [`NO_NODE`](crate::graph::NO_NODE) is the reference pose.
    pub source: NodeId,
    /// Index among [`crate::graph::GraphParts::drivers`].
    pub driver: u16,
}

/// Two poses, by how much of the second there is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TwoWayNode {
    /// The pose at alpha 0.
    pub a: NodeId,
    /// The pose at alpha 1.
    pub b: NodeId,
    /// Index among [`crate::graph::GraphParts::alphas`].
    pub alpha: u16,
    /// Updates both sources, also one that has no weight.
    pub always_update_children: bool,
}

/// Node that shows one of several poses and blends when another pose is chosen. The node's links
/// begin at `first`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListNode {
    /// Index among [`crate::graph::GraphParts::links`]; there is one link for each of the list's
    /// times.
    pub first: u32,
    /// Index among [`crate::graph::GraphParts::lists`].
    pub list: u16,
}

/// A base, and layers that cover some of its bones. The links begin at `first`: the base, then the
/// layers, from `layer` on among [`crate::graph::GraphParts::layers`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LayeredNode {
    /// Index of the base among [`crate::graph::GraphParts::links`].
    pub first: u32,
    /// Index of the first layer among [`crate::graph::GraphParts::layers`].
    pub layer: u16,
    /// Number of layers, without the base.
    pub count: u16,
    /// The coarsest level of detail at which layers cover; -1 is every level.
    pub lod: i8,
    /// Rule by which rotations, scales and curves of the layers combine with the pose below.
    pub rule: LayerRule,
}

/// Node that runs a state machine. The links from `first` on are one for each state, then one for
/// each transition whose pose is a graph.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineNode {
    /// Index of the first state's pose among [`crate::graph::GraphParts::links`].
    pub first: u32,
    /// Index among [`crate::graph::GraphParts::machines`].
    pub machine: u16,
}

/// Node whose pose is evaluated once, however many nodes use it. No node links to a saved pose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SavedPoseNode {
    /// The pose that is evaluated once; [`NO_NODE`](crate::graph::NO_NODE) is the reference pose.
    pub source: NodeId,
}

/// Node that shows the pose of a [`Node::SavedPose`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UsedPoseNode {
    /// A [`Node::SavedPose`] before this one.
    pub saved: NodeId,
}

/// The montages that play in a slot, over a source. Without a montage the source passes bit for
/// bit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlotNode {
    /// The pose below the montages; [`NO_NODE`](crate::graph::NO_NODE) is the reference pose.
    pub source: NodeId,
    /// Name of the slot whose montages play here.
    pub slot: Name,
    /// If true, the source's time advances and its notifies are evaluated even while montages cover
    /// the source completely.
    pub always_update_source: bool,
}

/// Puts a few bones of a pose somewhere else.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ControlNode {
    /// The pose that the control changes; [`NO_NODE`](crate::graph::NO_NODE) is the reference pose.
    pub source: NodeId,
    /// Index among [`crate::graph::GraphParts::controls`].
    pub control: u16,
}

/// Node that shows the newest frame of a stream over a source, bone by bone by their names. If the
/// newest frame is older than `patience`, the source passes unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LivePoseNode {
    /// The pose below the stream; [`NO_NODE`](crate::graph::NO_NODE) is the reference pose.
    pub source: NodeId,
    /// Name of the stream, as [`LiveFrame::subject`](crate::graph::LiveFrame::subject) has it.
    pub subject: Name,
    /// Largest age of a frame, seconds.
    pub patience: f32,
}

/// Node that shows the last received curves of a stream over the curves of a source.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurveSourceNode {
    /// The pose whose curves are covered; [`NO_NODE`](crate::graph::NO_NODE) is the reference pose.
    pub source: NodeId,
    /// Name of the stream, as [`LiveFrame::subject`](crate::graph::LiveFrame::subject) has it.
    pub subject: Name,
    /// Weight of the stream's curves, 0 to 1.
    pub alpha: Value,
}

/// Node that shows the pose of another character in this tick over a source, bone by bone by their
/// names, with that character's curves. If there is no such character, the source passes unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CopyPoseNode {
    /// The pose below that of the other character; [`NO_NODE`](crate::graph::NO_NODE) is the
    /// reference pose.
    pub source: NodeId,
    /// The name by which a game binds that character.
    pub partner: Name,
    /// Translations by the retargeting modes of the own bones.
    pub retargets: bool,
}

/// Jumps of the pose that something asks to be smoothed decay here.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InertializationNode {
    /// The pose whose jumps decay; [`NO_NODE`](crate::graph::NO_NODE) is the reference pose.
    pub source: NodeId,
    /// Method by which a jump decays.
    pub method: SmoothingMethod,
    /// Space in which the last output is remembered, and when that output no longer counts.
    pub history: History,
    /// Among [`crate::graph::GraphParts::jump_rules`]; None treats every jump by what it asks for
    /// alone.
    pub jumps: Option<u16>,
}

/// Methods by which a jump of the pose decays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SmoothingMethod {
    /// The offset of the old pose decays.
    #[default]
    Offset,
    /// The old pose goes on by itself, ever slower, and the new one is blended in.
    DeadBlend {
        /// Seconds in which the old pose loses half its speed.
        half_life: f32,
    },
}

/// The pose of the graph. The last node, and the only one of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutputNode {
    /// The pose that the graph shows; [`NO_NODE`](crate::graph::NO_NODE) is the reference pose.
    pub source: NodeId,
}
