//! What a graph is compiled from: nodes, and the tables that they point into.

use super::{
    aim::AimOffset, composite::Composite, control::Control, curves::CurveEdit, evaluator::Evaluator,
    interpolation::Interpolation, layers::LayerRule, pose_nodes::Driver, random::Random,
};
use crate::{
    Name,
    additive::AdditiveKind,
    blend_space::BlendSpace,
    inertialization::{History, JumpRules},
    machine::Machine,
    mask::BoneMask,
    mirror::MirrorTable,
    montage::Easing,
    pose_asset::PoseAsset,
    program::Program,
    sync::Role,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Index of a node in its graph.
pub type NodeId = u16;

/// A link that leads nowhere: the reference pose.
pub const NO_NODE: NodeId = NodeId::MAX;

/// A number that a node reads when it is updated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    Number(f64),
    /// By its index among the graph's parameters.
    Parameter(u16),
    /// By its index among the graph's programs.
    Program(u16),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    pub name: Name,
    /// Truths are 0 and 1.
    pub default: f64,
    /// Set by a game, and back to 0 by the transition that used it.
    pub is_trigger: bool,
    /// Of an enum, whose value is the index of one; empty of everything else. Read where a value is set by its name.
    pub values: Vec<Name>,
}

/// Links lead to nodes that stand before this one, or are [`NO_NODE`] where a node may be without.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Node {
    ReferencePose,
    /// Plays a clip in time; without one it shows the reference pose. [`Request::PlayClip`](crate::Request::PlayClip)
    /// and its likes set what the graph's first player plays, and from where; before that it is `clip`, an index in the
    /// library, from its start.
    SequencePlayer {
        clip: Option<u32>,
        /// Index among [`GraphParts::plays`]; None plays on at the clip's own rate.
        play: Option<u16>,
    },
    /// Clips mixed by where a point lies among them, in one time for all.
    BlendSpace {
        /// Index among [`GraphParts::spaces`].
        space: u16,
    },
    /// Shows a clip at a time that is told.
    SequenceEvaluator {
        clip: Option<u32>,
        /// Index among [`GraphParts::evaluators`]; seconds.
        evaluator: u16,
    },
    /// A blend space at a time that is told.
    BlendSpaceEvaluator {
        /// Index among [`GraphParts::spaces`], whose rate and start mean nothing here.
        space: u16,
        /// Index among [`GraphParts::evaluators`]; parts of the length.
        evaluator: u16,
    },
    /// Clips one after the other, drawn by lot.
    RandomPlayer {
        /// Index among [`GraphParts::randoms`].
        random: u16,
    },
    /// Clips one after the other, in their order.
    SequenceComposite {
        /// Index among [`GraphParts::composites`].
        composite: u16,
    },
    /// One pose of a pose asset, over the reference pose.
    PoseByName {
        /// Index among [`GraphParts::pose_assets`].
        asset: u16,
        /// By its index in the asset.
        pose: u16,
        weight: Value,
    },
    /// The pose that was kept under this name; before one was, the reference pose.
    PoseSnapshot {
        name: Name,
    },
    /// A pose that comes from around the graph: what a graph that runs after it on a mesh works over. Without one it is
    /// the reference pose.
    InputPose,
    /// In the graph of a transition: the pose that it leaves, or that it leads to.
    TransitionPose {
        end: TransitionEnd,
    },
    /// Adds part of a difference to a base. A difference that leads nowhere adds nothing.
    ApplyAdditive {
        base: NodeId,
        additive: NodeId,
        /// Index among [`GraphParts::alphas`].
        alpha: u16,
        /// The coarsest level of detail at which something is added; -1 is every level.
        lod: i8,
        kind: AdditiveKind,
        /// Index among [`GraphParts::masks`]; None adds to every bone.
        mask: Option<u16>,
    },
    /// What turns the base into the pose: a difference.
    MakeDynamicAdditive {
        pose: NodeId,
        base: NodeId,
        kind: AdditiveKind,
    },
    /// Turns a pose towards something by a blend space of mesh-space differences.
    AimOffset {
        source: NodeId,
        /// Index among [`GraphParts::aims`].
        aim: u16,
    },
    /// The pose seen in a mirror, and the names of what plays below.
    Mirror {
        source: NodeId,
        /// Index among [`GraphParts::mirrors`].
        mirror: u16,
        /// False lets the pose pass bit for bit.
        on: Value,
    },
    /// Changes curves: so many from `first` on among [`GraphParts::curve_edits`], one after the other.
    ModifyCurve {
        source: NodeId,
        first: u16,
        count: u16,
    },
    /// Poses of an asset, each as much as the curve of its name says.
    PoseBlend {
        source: NodeId,
        /// Index among [`GraphParts::pose_assets`].
        asset: u16,
        /// Of curves between 0 and 1; linear takes them as they are, beyond these too.
        easing: Easing,
    },
    /// Poses or curves, by how near bones are to where they were set.
    PoseDriver {
        source: NodeId,
        /// Index among [`GraphParts::drivers`].
        driver: u16,
    },
    /// Two poses, by how much of the second there is.
    TwoWay {
        a: NodeId,
        b: NodeId,
        /// Index among [`GraphParts::alphas`].
        alpha: u16,
        /// Also what has no weight.
        always_update_children: bool,
    },
    /// One of several poses, blended where another one is chosen. Its links begin at `first`.
    List {
        first: u32,
        /// Index among [`GraphParts::lists`].
        list: u16,
    },
    /// A base, and layers that cover some of its bones. The links begin at `first`: the base, then the layers, from
    /// `layer` on among [`GraphParts::layers`].
    Layered {
        first: u32,
        layer: u16,
        count: u16,
        /// The coarsest level of detail at which layers cover; -1 is every level.
        lod: i8,
        rule: LayerRule,
    },
    /// From `first` on one link a state, then one a transition whose pose is a graph's.
    Machine {
        first: u32,
        machine: u16,
    },
    /// A pose that is worked out once, however many nodes use it. Nothing links to it.
    SavedPose {
        source: NodeId,
    },
    /// `saved` is a [`Node::SavedPose`] before this one.
    UsedPose {
        saved: NodeId,
    },
    /// The montages that play in a slot, over a source. Without a montage the source passes bit for bit.
    Slot {
        source: NodeId,
        slot: Name,
        /// Also while montages cover the source whole: its time goes on, and its notifies are judged.
        always_update_source: bool,
    },
    /// Puts a few bones of a pose somewhere else.
    Control {
        source: NodeId,
        /// Index among [`GraphParts::controls`].
        control: u16,
    },
    /// The newest frame of a stream over a source, bone by bone by their names. What was told longer ago than
    /// `patience`, in seconds, is over: the source passes.
    LivePose {
        source: NodeId,
        subject: Name,
        patience: f32,
    },
    /// The curves that were told last of a stream, over those of a source.
    CurveSource {
        source: NodeId,
        subject: Name,
        /// How much of them, 0 to 1.
        alpha: Value,
    },
    /// What another character shows in this tick over a source, bone by bone by their names, and its curves. Without
    /// such a character the source passes.
    CopyPose {
        source: NodeId,
        /// The name by which a game binds that character.
        partner: Name,
        /// Translations by the retargeting modes of the own bones.
        retargets: bool,
    },
    /// Jumps of the pose that something asks to be smoothed decay here.
    Inertialization {
        source: NodeId,
        method: SmoothingMethod,
        history: History,
        /// Among [`GraphParts::jump_rules`]; None treats every jump by what it asks for alone.
        jumps: Option<u16>,
    },
    /// The pose of the graph. The last node, and the only one of its kind.
    Output {
        source: NodeId,
    },
}

impl Node {
    /// Whether it has a source and never changes a bit of its pose.
    pub(super) fn always_passes(&self) -> bool {
        match *self {
            Node::ModifyCurve { source, count: 0, .. } | Node::SavedPose { source } | Node::Output { source } => {
                source != NO_NODE
            }
            _ => false,
        }
    }

    /// Whether it goes on in time beside the sync groups.
    pub(super) fn travels(&self) -> bool {
        matches!(
            self,
            Node::BlendSpace { .. }
                | Node::BlendSpaceEvaluator { .. }
                | Node::SequenceEvaluator { .. }
                | Node::AimOffset { .. }
                | Node::RandomPlayer { .. }
                | Node::SequenceComposite { .. }
        )
    }
}

/// Of a transition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TransitionEnd {
    #[default]
    From,
    To,
}

/// How a jump goes away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
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

/// How a player plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Play {
    /// Divided by `basis`, then scaled, biased and bounded, then times the clip's own.
    pub rate: Value,
    /// 0 stands still.
    pub basis: f64,
    pub scale: f64,
    pub bias: f64,
    pub least: f64,
    pub most: f64,
    /// Seconds.
    pub start: f64,
    /// Begins anew whenever it had no weight in the tick before.
    pub restarts: bool,
    /// Rules do not ask about it.
    pub is_ignored_by_rules: bool,
    /// None plays on its own.
    pub group: Name,
    pub role: Role,
    /// Takes the group's phase when it joins; else it begins where it is.
    pub match_sync_point: bool,
    /// The rate follows what is asked; None is there at once.
    pub interpolation: Option<Interpolation>,
}

impl Default for Play {
    fn default() -> Self {
        Self {
            rate: Value::Number(1.0),
            basis: 1.0,
            scale: 1.0,
            bias: 0.0,
            least: f64::NEG_INFINITY,
            most: f64::INFINITY,
            start: 0.0,
            restarts: true,
            is_ignored_by_rules: false,
            group: Name::NONE,
            role: Role::default(),
            match_sync_point: true,
            interpolation: None,
        }
    }
}

/// How a blend space plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpacePlay {
    pub space: Arc<BlendSpace>,
    /// In the axes' units; of one axis the second means nothing.
    pub input: [Value; 2],
    pub looping: bool,
    /// Its start is a part of the length, 0 to 1. An aim offset, and one whose time is told, are in no group.
    pub play: Play,
}

/// How much of the second pose there is, 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Alpha {
    Value(Value),
    /// All or nothing, with seconds to get there.
    Switch {
        on: Value,
        time_in: f64,
        time_out: f64,
        easing: Easing,
    },
}

/// How a list blends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct List {
    pub index: Value,
    /// Seconds until each is there; as many as there are poses.
    pub times: Vec<f64>,
    pub easing: Easing,
    /// Blend profile of the skeleton, by which bones go ahead of the weights; none where it has no such one.
    pub profile: Name,
    /// The new pose takes over at once, and the jump decays.
    pub inertializes: bool,
    /// A pose without weight begins anew when it is chosen.
    pub restarts: bool,
}

/// A layer over the bones of a base.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layer {
    pub weight: Value,
    /// How much of each bone it covers.
    pub mask: BoneMask,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphParts {
    pub name: Name,
    /// Whose poses it makes; none of a graph that is a game's own affair.
    pub skeleton: Name,
    /// In evaluation order.
    pub nodes: Vec<Node>,
    /// Of the nodes, in their order: unique, and stable over edits, so that an edited graph goes on from where it is.
    /// Empty of a graph that is never edited.
    pub ids: Vec<u64>,
    /// Of the nodes, in their order, for whoever shows them; empty where nobody does.
    pub names: Vec<Name>,
    /// Of nodes with more than two.
    pub links: Vec<NodeId>,
    pub parameters: Vec<Parameter>,
    /// Parameters that are worked out at the beginning of every update, by their index, in this order: what a game sets
    /// there counts for nothing.
    pub driven: Vec<(u16, Value)>,
    pub programs: Vec<Program>,
    pub plays: Vec<Play>,
    pub spaces: Vec<SpacePlay>,
    pub alphas: Vec<Alpha>,
    pub lists: Vec<List>,
    pub layers: Vec<Layer>,
    /// Of differences.
    pub masks: Vec<BoneMask>,
    pub machines: Vec<Arc<Machine>>,
    pub evaluators: Vec<Evaluator>,
    pub aims: Vec<AimOffset>,
    pub mirrors: Vec<Arc<MirrorTable>>,
    pub randoms: Vec<Random>,
    pub composites: Vec<Composite>,
    pub curve_edits: Vec<CurveEdit>,
    /// Of inertializations.
    pub jump_rules: Vec<JumpRules>,
    pub pose_assets: Vec<Arc<PoseAsset>>,
    pub drivers: Vec<Driver>,
    pub controls: Vec<Control>,
}

impl From<&[Node]> for GraphParts {
    fn from(nodes: &[Node]) -> Self {
        Self { nodes: nodes.to_vec(), ..Self::default() }
    }
}

impl<const N: usize> From<&[Node; N]> for GraphParts {
    fn from(nodes: &[Node; N]) -> Self {
        nodes.as_slice().into()
    }
}

impl From<&Vec<Node>> for GraphParts {
    fn from(nodes: &Vec<Node>) -> Self {
        nodes.as_slice().into()
    }
}

impl GraphParts {
    /// Calls with every link of a node, in its order; one that leads nowhere is left out.
    pub(super) fn for_each_link(&self, node: &Node, mut each: impl FnMut(NodeId)) {
        let (single, many) = self.links_of(node);
        single.into_iter().flatten().chain(many.iter().copied()).filter(|link| *link != NO_NODE).for_each(&mut each);
    }

    /// Calls with every clip that a node plays by itself, as an index in the library.
    pub(super) fn for_each_clip(&self, node: &Node, mut each: impl FnMut(u32)) {
        match *node {
            Node::SequencePlayer { clip, .. } => clip.into_iter().for_each(each),
            Node::SequenceEvaluator { clip, .. } => clip.into_iter().for_each(each),
            Node::BlendSpace { space } | Node::BlendSpaceEvaluator { space, .. } => self.for_each_sample(space, each),
            Node::AimOffset { aim, .. } => {
                if let Some(aim) = self.aims.get(usize::from(aim)) {
                    self.for_each_sample(aim.space, each);
                }
            }
            Node::RandomPlayer { random } => {
                let random = self.randoms.get(usize::from(random));
                random.into_iter().flat_map(|random| &random.entries).for_each(|entry| each(entry.clip));
            }
            Node::SequenceComposite { composite } => {
                let composite = self.composites.get(usize::from(composite));
                composite.into_iter().flat_map(|it| &it.segments).for_each(|segment| each(segment.clip));
            }
            _ => {}
        }
    }

    /// Calls with the name of every blend profile that a node blends by.
    pub(super) fn for_each_profile(&self, node: &Node, each: impl FnMut(Name)) {
        let is_one = |profile: &Name| *profile != Name::NONE;
        match *node {
            Node::List { list, .. } => {
                let list = self.lists.get(usize::from(list)).map(|list| list.profile);
                list.into_iter().filter(is_one).for_each(each);
            }
            Node::Machine { machine, .. } => {
                let transitions = self.machines.get(usize::from(machine)).map(|it| &it.parts().transitions);
                let settings = transitions.into_iter().flatten().filter_map(|transition| transition.settings);
                settings.map(|settings| settings.profile).filter(is_one).for_each(each);
            }
            _ => {}
        }
    }

    fn for_each_sample(&self, space: u16, mut each: impl FnMut(u32)) {
        let space = self.spaces.get(usize::from(space));
        space.into_iter().flat_map(|play| play.space.samples()).for_each(|sample| each(sample.clip));
    }

    fn links_of(&self, node: &Node) -> ([Option<NodeId>; 2], &[NodeId]) {
        match *node {
            Node::ReferencePose
            | Node::SequencePlayer { .. }
            | Node::BlendSpace { .. }
            | Node::SequenceEvaluator { .. }
            | Node::BlendSpaceEvaluator { .. }
            | Node::RandomPlayer { .. }
            | Node::SequenceComposite { .. }
            | Node::PoseByName { .. }
            | Node::PoseSnapshot { .. }
            | Node::InputPose
            | Node::TransitionPose { .. }
            | Node::UsedPose { .. } => ([None; 2], &[]),
            Node::TwoWay { a, b, .. }
            | Node::ApplyAdditive { base: a, additive: b, .. }
            | Node::MakeDynamicAdditive { pose: a, base: b, .. } => ([Some(a), Some(b)], &[]),
            Node::SavedPose { source }
            | Node::Slot { source, .. }
            | Node::AimOffset { source, .. }
            | Node::Mirror { source, .. }
            | Node::ModifyCurve { source, .. }
            | Node::PoseBlend { source, .. }
            | Node::PoseDriver { source, .. }
            | Node::Control { source, .. }
            | Node::LivePose { source, .. }
            | Node::CurveSource { source, .. }
            | Node::CopyPose { source, .. }
            | Node::Inertialization { source, .. }
            | Node::Output { source } => ([Some(source), None], &[]),
            Node::List { .. } | Node::Layered { .. } | Node::Machine { .. } => ([None; 2], self.many(node)),
        }
    }

    /// Of a node with links in the table; empty where they are not there, which [`super::Graph::new`] refuses.
    pub(super) fn many(&self, node: &Node) -> &[NodeId] {
        let (first, count) = match *node {
            Node::List { first, list } => (first, self.lists.get(usize::from(list)).map_or(0, |list| list.times.len())),
            Node::Layered { first, count, .. } => (first, usize::from(count) + 1),
            Node::Machine { first, machine } => {
                (first, self.machines.get(usize::from(machine)).map_or(0, |machine| machine.link_count()))
            }
            _ => (0, 0),
        };
        let first = first as usize;
        self.links.get(first..first.saturating_add(count)).unwrap_or(&[])
    }
}
