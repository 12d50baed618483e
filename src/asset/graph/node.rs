//! The nodes of a graph. A link is kept by the node that takes the pose.

use super::{
    AimTarget, AlphaInput, CompositePart, ControlAlpha, ControlKind, CurveEdit, DriverSettings, DriverTarget, Input,
    LinkedPose, Machine, RandomEntry, StateKind, Swap, Transition,
};
use crate::{BoneKey, Id};
use anim::{
    graph::{CurveRule, FirstTime, TransitionEnd},
    montage::Easing,
    sync::Role,
};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, collections::BTreeMap};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    pub id: Id,
    /// Empty shows the word for its kind.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(flatten)]
    pub kind: NodeKind,
}

/// How a player plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Play {
    /// Times the clip's own.
    pub rate: Input,
    /// The rate is divided by it: the speed that the clip was made for.
    pub basis: f64,
    /// Then times this ...
    pub scale: f64,
    /// ... and more by this.
    pub bias: f64,
    /// Bounds of the rate; None has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[f64; 2]>,
    /// Seconds; of blend spaces a part of the length, 0 to 1.
    pub start: f64,
    /// Begins anew whenever it had no weight in the tick before.
    pub restarts: bool,
    /// Rules do not ask about it.
    pub is_ignored_by_rules: bool,
    /// Players of one group keep step; empty plays on its own.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub group: String,
    pub role: Role,
    /// Takes the group's phase when it joins; else it begins at its start, or goes on from where it is.
    pub match_sync_point: bool,
    /// The rate follows what is asked; None is there at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interpolation: Option<Interpolation>,
}

/// Of the way that is left, a number goes `1 − exp(−speed·t)` in `t` seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interpolation {
    /// A second, on the way up; 0 is there at once.
    pub rising: f64,
    /// On the way down.
    pub falling: f64,
}

impl Default for Interpolation {
    /// Halfway in 0.07 s, as Unreal's.
    fn default() -> Self {
        Self { rising: 10.0, falling: 10.0 }
    }
}

impl Default for Play {
    fn default() -> Self {
        Self {
            rate: Input::Number(1.0),
            basis: 1.0,
            scale: 1.0,
            bias: 0.0,
            bounds: None,
            start: 0.0,
            restarts: true,
            is_ignored_by_rules: false,
            group: String::new(),
            role: Role::default(),
            match_sync_point: true,
            interpolation: None,
        }
    }
}

/// How much of the second pose there is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Alpha {
    /// 0 to 1.
    Value(Input),
    /// All or nothing, with seconds to get there.
    Switch {
        /// A truth.
        on: Input,
        time_in: f64,
        time_out: f64,
        #[serde(default)]
        easing: Easing,
    },
}

impl Alpha {
    fn input_mut(&mut self) -> (Label, &mut Input) {
        match self {
            Alpha::Value(input) => ("Alpha".into(), input),
            Alpha::Switch { on, .. } => ("On".into(), on),
        }
    }
}

/// What a number of a node is called.
pub type Label = Cow<'static, str>;

fn labelled(label: String, input: &mut Input) -> (Label, &mut Input) {
    (label.into(), input)
}

/// Three numbers.
pub(super) fn xyz<'a>(name: &'static str, parts: &'a mut [Input; 3]) -> impl Iterator<Item = (Label, &'a mut Input)> {
    ["x", "y", "z"].into_iter().zip(parts).map(move |(part, input)| (format!("{name} {part}").into(), input))
}

/// One of the poses of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListPose {
    pub source: Option<Id>,
    /// Seconds until it is there.
    pub time: f64,
}

/// A layer over the bones of a base.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layer {
    pub source: Option<Id>,
    pub weight: Input,
    /// A mask of the skeleton; None covers what the branches say.
    pub mask: Option<Id>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
}

/// A bone and all below it, fully covered so many levels down: 0 at once, less than 0 takes it out again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Branch {
    pub bone: BoneKey,
    pub depth: i32,
}

/// How layers cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Cover {
    /// Rotations meet in model space: an aiming arm keeps its aim whatever the spine below does.
    pub mesh_rotation: bool,
    pub mesh_scale: bool,
    pub curves: CurveRule,
}

/// In what an inertialization remembers its pose, and when that counts no more.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct History {
    /// Metres, 0 or more: who stands farther from where it was shown last was put there. None lets every way be one that
    /// it went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teleport_distance: Option<f32>,
    /// Kept in world space: bones stay where they were when the character is turned or moved at once.
    pub world_space: bool,
    /// The coarsest level of detail at which it runs; -1 is every level.
    pub lod_threshold: i8,
}

impl Default for History {
    fn default() -> Self {
        Self { teleport_distance: None, world_space: false, lod_threshold: -1 }
    }
}

impl History {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// How every jump of an inertialization decays, whoever asks for it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JumpRules {
    /// Curves that jump.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filtered_curves: Vec<String>,
    /// What was going away from the new pose goes on doing so at first, up to twice its distance and to this many metres,
    /// radians or units. None stops it at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep_outward_velocity: Option<f32>,
}

impl JumpRules {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "node", rename_all = "snake_case")]
pub enum NodeKind {
    ReferencePose,
    SequencePlayer {
        clip: Option<Id>,
        #[serde(default)]
        play: Play,
    },
    BlendSpacePlayer {
        space: Option<Id>,
        x: Input,
        #[serde(default)]
        y: Input,
        #[serde(default)]
        play: Play,
        looping: bool,
    },
    TwoWay {
        a: Option<Id>,
        b: Option<Id>,
        alpha: Alpha,
        /// Also what has no weight.
        #[serde(default)]
        always_update_children: bool,
    },
    /// One of several poses, by a truth (0 and 1), a number or an enum.
    BlendList {
        index: Input,
        poses: Vec<ListPose>,
        #[serde(default)]
        easing: Easing,
        /// Of the skeleton; None is every bone together.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        profile: Option<Id>,
        /// The new pose takes over at once, and the jump decays.
        #[serde(default)]
        inertialize: bool,
        /// A pose without weight begins anew when it is chosen.
        #[serde(default)]
        restarts: bool,
    },
    LayeredPerBone {
        base: Option<Id>,
        layers: Vec<Layer>,
        #[serde(default)]
        cover: Cover,
        /// The coarsest level of detail at which layers cover; -1 is every level.
        #[serde(default = "any_lod")]
        lod_threshold: i8,
    },
    /// Shows a clip at a time that is told, seconds.
    SequenceEvaluator {
        clip: Option<Id>,
        time: Input,
        /// Jumps there: nothing is passed, the root does not move.
        #[serde(default)]
        teleports: bool,
        #[serde(default)]
        first: FirstTime,
    },
    /// A blend space at a part of its length that is told.
    BlendSpaceEvaluator {
        space: Option<Id>,
        x: Input,
        #[serde(default)]
        y: Input,
        time: Input,
        #[serde(default)]
        teleports: bool,
        looping: bool,
        #[serde(default)]
        first: FirstTime,
    },
    /// Clips one after the other, drawn by lot.
    RandomPlayer {
        entries: Vec<RandomEntry>,
        rate: Input,
        /// Characters with other seeds draw otherwise.
        #[serde(default)]
        seed: Input,
        restarts: bool,
        #[serde(default)]
        is_ignored_by_rules: bool,
    },
    /// Pieces of clips one after the other, in their order.
    SequenceComposite {
        parts: Vec<CompositePart>,
        rate: Input,
        looping: bool,
        restarts: bool,
        #[serde(default)]
        is_ignored_by_rules: bool,
    },
    /// The pose that was kept under this name.
    PoseSnapshot {
        snapshot: String,
    },
    /// One pose of a pose asset, over the reference pose.
    PoseByName {
        asset: Option<Id>,
        /// Of the asset.
        pose: String,
        #[serde(default = "whole")]
        weight: Input,
    },
    /// A pose that comes from around the graph: where it is linked from another one, what that links here under the
    /// name; where it runs after another one on a mesh, that one's pose. Elsewhere the reference pose.
    InputPose {
        pose: String,
    },
    /// In the graph of a transition: the pose that it leaves, or that it leads to.
    TransitionPose {
        end: TransitionEnd,
    },
    /// The pose of another graph, which works with these inputs and values.
    LinkedGraph {
        graph: Option<Id>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        inputs: Vec<LinkedPose>,
        /// By the names of its parameters. One without a value is the parameter of this graph with the same name and
        /// type; without such a one it is a parameter of its own, of the name `Node.Parameter`.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        values: BTreeMap<String, Input>,
        /// A layer: a parameter of the graph's name chooses among all graphs that implement it, itself first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        swap: Option<Swap>,
    },
    /// Adds part of a difference to a base.
    ApplyAdditive {
        base: Option<Id>,
        additive: Option<Id>,
        alpha: Alpha,
        /// In model space.
        #[serde(default)]
        mesh_space: bool,
        /// The coarsest level of detail at which something is added; -1 is every level.
        #[serde(default = "any_lod")]
        lod_threshold: i8,
        /// A mask of the skeleton; None adds to what the branches say, and without any to every bone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mask: Option<Id>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        branches: Vec<Branch>,
    },
    /// What turns the base into the pose: a difference.
    MakeDynamicAdditive {
        pose: Option<Id>,
        base: Option<Id>,
        #[serde(default)]
        mesh_space: bool,
    },
    /// Turns a pose towards something by a blend space of mesh-space differences.
    AimOffset {
        source: Option<Id>,
        space: Option<Id>,
        x: Input,
        #[serde(default)]
        y: Input,
        alpha: Alpha,
        /// Works at this level of detail and finer ones; less than 0 at all.
        #[serde(default = "any_level")]
        lod: i32,
        /// In place of the coordinates.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        look: Option<AimTarget>,
    },
    /// The pose seen in the mirror of the skeleton, and the names of what plays below.
    Mirror {
        source: Option<Id>,
        on: Input,
    },
    ModifyCurve {
        source: Option<Id>,
        edits: Vec<CurveEdit>,
    },
    /// Poses of an asset, each as much as the curve of its name says.
    PoseBlend {
        source: Option<Id>,
        asset: Option<Id>,
        /// Of curves between 0 and 1; linear takes them as they are, beyond these too.
        #[serde(default)]
        easing: Easing,
    },
    /// Curves, or poses of an asset, by how near bones are to set targets.
    PoseDriver {
        source: Option<Id>,
        bones: Vec<BoneKey>,
        targets: Vec<DriverTarget>,
        /// Whose poses it mixes, by the names of the targets; None sets the curves of these names.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        asset: Option<Id>,
        #[serde(default)]
        settings: DriverSettings,
        /// The coarsest level of detail at which it runs; -1 is every level.
        #[serde(default = "any_lod")]
        lod_threshold: i8,
        #[serde(default = "whole")]
        alpha: Input,
    },
    /// Puts a few bones somewhere else.
    Control {
        source: Option<Id>,
        #[serde(default)]
        alpha: ControlAlpha,
        /// The coarsest level of detail at which it runs; -1 runs at all.
        #[serde(default = "any_lod")]
        lod_threshold: i8,
        #[serde(flatten)]
        kind: ControlKind,
    },
    /// The newest frame of a stream over a source, bone by bone by their names.
    LivePose {
        source: Option<Id>,
        subject: String,
        /// Seconds after which what was told is over.
        patience: f32,
    },
    /// The curves that were told last of a stream, over those of a source.
    CurveSource {
        source: Option<Id>,
        subject: String,
        /// 0 to 1.
        #[serde(default = "whole")]
        alpha: Input,
    },
    /// What another character shows in the same tick over a source, bone by bone by their names, and its curves.
    CopyPose {
        source: Option<Id>,
        /// The name by which a game binds that character.
        partner: String,
        /// By the retargeting modes of the bones, for a partner of other proportions.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        retargets: bool,
    },
    StateMachine(Machine),
    /// A pose that is worked out once, however many nodes use it.
    SavedPose {
        source: Option<Id>,
    },
    UsedPose {
        /// A saved pose.
        saved: Option<Id>,
    },
    /// The montages that play in a slot, over a source.
    Slot {
        source: Option<Id>,
        slot: String,
        /// Also while montages cover the source whole.
        #[serde(default)]
        always_update_source: bool,
    },
    /// Jumps of the pose that something asks to be smoothed decay here.
    Inertialization {
        source: Option<Id>,
        /// The old pose goes on by itself, losing half its speed in so many seconds, and is blended out; None lets its
        /// offset decay.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dead_blend: Option<f32>,
        #[serde(default, skip_serializing_if = "History::is_default")]
        history: History,
        #[serde(default, skip_serializing_if = "JumpRules::is_default")]
        jumps: JumpRules,
    },
}

fn any_level() -> i32 {
    -1
}

fn any_lod() -> i8 {
    -1
}

fn whole() -> Input {
    Input::Number(1.0)
}

/// A place that a link leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    pub label: String,
    pub source: Option<Id>,
    /// The state that shows the pose, or the transition; None on the node itself.
    pub state: Option<Id>,
}

impl Node {
    pub fn new(id: Id, kind: NodeKind) -> Self {
        Self { id, name: String::new(), kind }
    }

    /// Its name, or the word for its kind.
    pub fn title(&self) -> &str {
        if self.name.is_empty() { self.kind.word() } else { &self.name }
    }
}

impl NodeKind {
    /// The sync group of a player; empty of one that plays on its own, and of what is no player.
    pub fn group(&self) -> &str {
        match self {
            NodeKind::SequencePlayer { play, .. } | NodeKind::BlendSpacePlayer { play, .. } => &play.group,
            _ => "",
        }
    }

    pub fn word(&self) -> &'static str {
        match self {
            NodeKind::ReferencePose => "Reference Pose",
            NodeKind::SequencePlayer { .. } => "Sequence Player",
            NodeKind::BlendSpacePlayer { .. } => "Blend Space Player",
            NodeKind::TwoWay { .. } => "Two-Way Blend",
            NodeKind::BlendList { .. } => "Blend List",
            NodeKind::LayeredPerBone { .. } => "Layered Blend per Bone",
            NodeKind::SequenceEvaluator { .. } => "Sequence Evaluator",
            NodeKind::BlendSpaceEvaluator { .. } => "Blend Space Evaluator",
            NodeKind::RandomPlayer { .. } => "Random Player",
            NodeKind::SequenceComposite { .. } => "Sequence Composite",
            NodeKind::PoseSnapshot { .. } => "Pose Snapshot",
            NodeKind::PoseByName { .. } => "Pose by Name",
            NodeKind::InputPose { .. } => "Input Pose",
            NodeKind::TransitionPose { end: TransitionEnd::From } => "Transition From",
            NodeKind::TransitionPose { end: TransitionEnd::To } => "Transition To",
            NodeKind::LinkedGraph { swap: None, .. } => "Linked Graph",
            NodeKind::LinkedGraph { .. } => "Linked Layer",
            NodeKind::PoseBlend { .. } => "Pose Blend",
            NodeKind::ApplyAdditive { mesh_space: false, .. } => "Apply Additive",
            NodeKind::ApplyAdditive { .. } => "Apply Mesh-Space Additive",
            NodeKind::MakeDynamicAdditive { .. } => "Make Dynamic Additive",
            NodeKind::AimOffset { look: None, .. } => "Aim Offset",
            NodeKind::AimOffset { .. } => "Look-At Aim Offset",
            NodeKind::Mirror { .. } => "Mirror",
            NodeKind::ModifyCurve { .. } => "Modify Curve",
            NodeKind::PoseDriver { .. } => "Pose Driver",
            NodeKind::Control { kind, .. } => kind.word(),
            NodeKind::LivePose { .. } => "Live Pose",
            NodeKind::CurveSource { .. } => "Curve Source",
            NodeKind::CopyPose { .. } => "Copy Pose",
            NodeKind::StateMachine(_) => "State Machine",
            NodeKind::SavedPose { .. } => "Save Cached Pose",
            NodeKind::UsedPose { .. } => "Use Cached Pose",
            NodeKind::Slot { .. } => "Slot",
            NodeKind::Inertialization { .. } => "Inertialization",
        }
    }

    /// Its links, in the order of [`NodeKind::link_mut`]. A used pose has none: it names its saved pose.
    pub fn pins(&self) -> Vec<Pin> {
        let pin = |label: &str, source: &Option<Id>| Pin { label: label.to_owned(), source: *source, state: None };
        match self {
            NodeKind::ReferencePose
            | NodeKind::SequencePlayer { .. }
            | NodeKind::BlendSpacePlayer { .. }
            | NodeKind::SequenceEvaluator { .. }
            | NodeKind::BlendSpaceEvaluator { .. }
            | NodeKind::RandomPlayer { .. }
            | NodeKind::SequenceComposite { .. }
            | NodeKind::PoseSnapshot { .. }
            | NodeKind::PoseByName { .. }
            | NodeKind::InputPose { .. }
            | NodeKind::TransitionPose { .. }
            | NodeKind::UsedPose { .. } => Vec::new(),
            NodeKind::TwoWay { a, b, .. } => vec![pin("A", a), pin("B", b)],
            NodeKind::ApplyAdditive { base, additive, .. } => vec![pin("Base", base), pin("Additive", additive)],
            NodeKind::MakeDynamicAdditive { pose, base, .. } => vec![pin("Pose", pose), pin("Base", base)],
            NodeKind::BlendList { poses, .. } => {
                poses.iter().enumerate().map(|(at, pose)| pin(&format!("Pose {at}"), &pose.source)).collect()
            }
            NodeKind::LayeredPerBone { base, layers, .. } => {
                let layer = |(at, layer): (usize, &Layer)| pin(&format!("Layer {at}"), &layer.source);
                std::iter::once(pin("Base", base)).chain(layers.iter().enumerate().map(layer)).collect()
            }
            NodeKind::StateMachine(machine) => {
                let states = machine.states.iter().filter_map(|state| match &state.kind {
                    StateKind::Pose { source, .. } => Some(Pin { state: Some(state.id), ..pin(&state.name, source) }),
                    StateKind::Conduit { .. } => None,
                });
                let crossings = machine.transitions.iter().filter(|transition| transition.is_custom());
                let crossing = |transition: &Transition| Pin {
                    state: Some(transition.id),
                    ..pin(&machine.transition_text(transition), &transition.pose)
                };
                states.chain(crossings.map(crossing)).collect()
            }
            NodeKind::LinkedGraph { inputs, .. } => {
                inputs.iter().map(|input| pin(&input.pose, &input.source)).collect()
            }
            NodeKind::SavedPose { source }
            | NodeKind::Slot { source, .. }
            | NodeKind::AimOffset { source, .. }
            | NodeKind::Mirror { source, .. }
            | NodeKind::ModifyCurve { source, .. }
            | NodeKind::PoseBlend { source, .. }
            | NodeKind::PoseDriver { source, .. }
            | NodeKind::Control { source, .. }
            | NodeKind::LivePose { source, .. }
            | NodeKind::CurveSource { source, .. }
            | NodeKind::CopyPose { source, .. }
            | NodeKind::Inertialization { source, .. } => vec![pin("Source", source)],
        }
    }

    /// The link at a pin.
    pub fn link_mut(&mut self, pin: usize) -> Option<&mut Option<Id>> {
        match self {
            NodeKind::ReferencePose
            | NodeKind::SequencePlayer { .. }
            | NodeKind::BlendSpacePlayer { .. }
            | NodeKind::SequenceEvaluator { .. }
            | NodeKind::BlendSpaceEvaluator { .. }
            | NodeKind::RandomPlayer { .. }
            | NodeKind::SequenceComposite { .. }
            | NodeKind::PoseSnapshot { .. }
            | NodeKind::PoseByName { .. }
            | NodeKind::InputPose { .. }
            | NodeKind::TransitionPose { .. }
            | NodeKind::UsedPose { .. } => None,
            NodeKind::TwoWay { a, b, .. }
            | NodeKind::ApplyAdditive { base: a, additive: b, .. }
            | NodeKind::MakeDynamicAdditive { pose: a, base: b, .. } => [a, b].into_iter().nth(pin),
            NodeKind::BlendList { poses, .. } => poses.get_mut(pin).map(|pose| &mut pose.source),
            NodeKind::LayeredPerBone { base, layers, .. } => match pin.checked_sub(1) {
                None => Some(base),
                Some(layer) => layers.get_mut(layer).map(|layer| &mut layer.source),
            },
            NodeKind::StateMachine(machine) => {
                let sources = machine.states.iter_mut().filter_map(|state| match &mut state.kind {
                    StateKind::Pose { source, .. } => Some(source),
                    StateKind::Conduit { .. } => None,
                });
                let crossings = machine.transitions.iter_mut().filter(|transition| transition.is_custom());
                sources.chain(crossings.map(|transition| &mut transition.pose)).nth(pin)
            }
            NodeKind::LinkedGraph { inputs, .. } => inputs.get_mut(pin).map(|input| &mut input.source),
            NodeKind::SavedPose { source }
            | NodeKind::Slot { source, .. }
            | NodeKind::AimOffset { source, .. }
            | NodeKind::Mirror { source, .. }
            | NodeKind::ModifyCurve { source, .. }
            | NodeKind::PoseBlend { source, .. }
            | NodeKind::PoseDriver { source, .. }
            | NodeKind::Control { source, .. }
            | NodeKind::LivePose { source, .. }
            | NodeKind::CurveSource { source, .. }
            | NodeKind::CopyPose { source, .. }
            | NodeKind::Inertialization { source, .. } => (pin == 0).then_some(source),
        }
    }

    /// Its expressions, those of its rules included.
    pub fn texts_mut(&mut self) -> Vec<&mut String> {
        if let NodeKind::StateMachine(machine) = self {
            return machine.texts_mut();
        }
        let texts = self.inputs_mut().into_iter().filter_map(|(_, input)| match input {
            Input::Expression(text) => Some(text),
            Input::Number(_) => None,
        });
        texts.collect()
    }

    /// Its numbers, each with what it is called; empty of a state machine, whose parts have rules.
    pub fn inputs_mut(&mut self) -> Vec<(Label, &mut Input)> {
        match self {
            NodeKind::SequencePlayer { play, .. } => vec![("Rate".into(), &mut play.rate)],
            NodeKind::BlendSpacePlayer { x, y, play, .. } => {
                vec![("X".into(), x), ("Y".into(), y), ("Rate".into(), &mut play.rate)]
            }
            NodeKind::TwoWay { alpha, .. } | NodeKind::ApplyAdditive { alpha, .. } => vec![alpha.input_mut()],
            NodeKind::BlendList { index, .. } => vec![("Index".into(), index)],
            NodeKind::LayeredPerBone { layers, .. } => layers
                .iter_mut()
                .zip(0..)
                .map(|(layer, at)| labelled(format!("Weight {at}"), &mut layer.weight))
                .collect(),
            NodeKind::SequenceEvaluator { time, .. } => vec![("Time".into(), time)],
            NodeKind::BlendSpaceEvaluator { x, y, time, .. } => {
                vec![("X".into(), x), ("Y".into(), y), ("Time".into(), time)]
            }
            NodeKind::RandomPlayer { rate, seed, .. } => vec![("Rate".into(), rate), ("Seed".into(), seed)],
            NodeKind::SequenceComposite { rate, .. } => vec![("Rate".into(), rate)],
            NodeKind::AimOffset { x, y, alpha, look, .. } => {
                let target = look.iter_mut().flat_map(|look| xyz("Target", &mut look.target));
                [("X".into(), x), ("Y".into(), y), alpha.input_mut()].into_iter().chain(target).collect()
            }
            NodeKind::PoseByName { weight, .. } => vec![("Weight".into(), weight)],
            NodeKind::LinkedGraph { values, .. } => {
                values.iter_mut().map(|(name, value)| (name.clone().into(), value)).collect()
            }
            NodeKind::Mirror { on, .. } => vec![("On".into(), on)],
            NodeKind::ModifyCurve { edits, .. } => edits.iter_mut().flat_map(CurveEdit::inputs_mut).collect(),
            NodeKind::PoseDriver { alpha, .. } | NodeKind::CurveSource { alpha, .. } => vec![("Alpha".into(), alpha)],
            NodeKind::Control { alpha, kind, .. } => {
                let of_alpha = match &mut alpha.input {
                    AlphaInput::Value(input) => Some(("Alpha".into(), input)),
                    AlphaInput::Switch { on, .. } => Some(("On".into(), on)),
                    AlphaInput::Curve(_) => None,
                };
                of_alpha.into_iter().chain(kind.inputs_mut()).collect()
            }
            NodeKind::ReferencePose
            | NodeKind::MakeDynamicAdditive { .. }
            | NodeKind::PoseSnapshot { .. }
            | NodeKind::InputPose { .. }
            | NodeKind::TransitionPose { .. }
            | NodeKind::PoseBlend { .. }
            | NodeKind::LivePose { .. }
            | NodeKind::CopyPose { .. }
            | NodeKind::StateMachine(_)
            | NodeKind::SavedPose { .. }
            | NodeKind::UsedPose { .. }
            | NodeKind::Slot { .. }
            | NodeKind::Inertialization { .. } => Vec::new(),
        }
    }

    /// The blend profiles of the skeleton by which it blends.
    pub fn profiles(&self) -> Vec<Id> {
        match self {
            NodeKind::BlendList { profile, .. } => profile.iter().copied().collect(),
            NodeKind::StateMachine(machine) => {
                let settings = machine.transitions.iter().filter_map(|transition| transition.settings);
                settings.filter_map(|settings| settings.profile).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The assets that it plays.
    pub fn uses(&self) -> Vec<Id> {
        match self {
            NodeKind::SequencePlayer { clip: asset, .. }
            | NodeKind::SequenceEvaluator { clip: asset, .. }
            | NodeKind::BlendSpacePlayer { space: asset, .. }
            | NodeKind::BlendSpaceEvaluator { space: asset, .. }
            | NodeKind::PoseByName { asset, .. }
            | NodeKind::PoseBlend { asset, .. }
            | NodeKind::PoseDriver { asset, .. }
            | NodeKind::LinkedGraph { graph: asset, .. }
            | NodeKind::AimOffset { space: asset, .. } => asset.iter().copied().collect(),
            NodeKind::RandomPlayer { entries, .. } => entries.iter().filter_map(|entry| entry.clip).collect(),
            NodeKind::SequenceComposite { parts, .. } => parts.iter().filter_map(|part| part.clip).collect(),
            _ => Vec::new(),
        }
    }
}
