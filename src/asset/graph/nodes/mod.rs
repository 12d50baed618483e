//! The kinds of nodes as they are authored, each in a file of its own: what it holds, what it is
//! called, where links lead to it, and its fields with their labels, units and ranges.
//!
//! A kind is declared by its file and a line in the list below.

mod aim_offset;
mod apply_additive;
mod blend_list;
mod blend_space_evaluator;
mod blend_space_player;
mod control;
mod copy_pose;
mod curve_source;
mod inertialization;
mod input_pose;
mod layered_per_bone;
mod linked_graph;
mod live_pose;
#[cfg(test)]
#[path = "tests/made_up.rs"]
mod made_up;
mod make_dynamic_additive;
mod mirror;
mod modify_curve;
mod pose_blend;
mod pose_by_name;
mod pose_driver;
mod pose_snapshot;
mod random_player;
mod reference_pose;
mod saved_pose;
mod sequence_composite;
mod sequence_evaluator;
mod sequence_player;
mod slot;
mod state_machine;
mod transition_pose;
mod two_way;
mod used_pose;

pub use aim_offset::AimOffsetNode;
pub use apply_additive::ApplyAdditiveNode;
pub use blend_list::BlendListNode;
pub use blend_space_evaluator::BlendSpaceEvaluatorNode;
pub use blend_space_player::BlendSpacePlayerNode;
pub use control::ControlNode;
pub use copy_pose::CopyPoseNode;
pub use curve_source::CurveSourceNode;
pub use inertialization::InertializationNode;
pub use input_pose::InputPoseNode;
pub use layered_per_bone::LayeredPerBoneNode;
pub use linked_graph::LinkedGraphNode;
pub use live_pose::LivePoseNode;
pub use make_dynamic_additive::MakeDynamicAdditiveNode;
pub use mirror::MirrorNode;
pub use modify_curve::ModifyCurveNode;
pub use pose_blend::PoseBlendNode;
pub use pose_by_name::PoseByNameNode;
pub use pose_driver::PoseDriverNode;
pub use pose_snapshot::PoseSnapshotNode;
pub use random_player::RandomPlayerNode;
pub use reference_pose::ReferencePoseNode;
pub use saved_pose::SavedPoseNode;
pub use sequence_composite::SequenceCompositeNode;
pub use sequence_evaluator::SequenceEvaluatorNode;
pub use sequence_player::SequencePlayerNode;
pub use slot::SlotNode;
pub use transition_pose::TransitionPoseNode;
pub use two_way::TwoWayNode;
pub use used_pose::UsedPoseNode;
pub(super) use words::count;

#[cfg(test)]
use made_up::MadeUpNode;
use words::tr;

use super::{Form, Input, Machine, Offer, Pin, form::NodeFormField};
use crate::{Id, mesh::LOD_THRESHOLDS};
use anim::graph::FirstTime;
use serde::{Deserialize, Serialize};

macro_rules! node_kinds {
    ($($(#[$when:meta])? $kind:ident($node:ident),)*) => {
        /// Kind of a node, with its links and fields.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "node", rename_all = "snake_case")]
        pub enum NodeKind {
            $($(#[$when])? $kind($node),)*
        }

        impl NodeKind {
            fn authored(&self) -> &dyn AuthoredNode {
                match self {
                    $($(#[$when])? NodeKind::$kind(node) => node,)*
                }
            }

            fn authored_mut(&mut self) -> &mut dyn AuthoredNode {
                match self {
                    $($(#[$when])? NodeKind::$kind(node) => node,)*
                }
            }
        }

        /// Every kind as it is when it is added, with other words that it is found by.
        pub fn offered(on: &Offer<'_>) -> Vec<(NodeKind, &'static str)> {
            let mut all = Vec::new();
            $(
                $(#[$when])?
                all.extend(<$node>::offered(on).into_iter().map(|(node, words)| (NodeKind::$kind(node), words)));
            )*
            all
        }
    };
}

node_kinds! {
    ReferencePose(ReferencePoseNode),
    SequencePlayer(SequencePlayerNode),
    BlendSpacePlayer(BlendSpacePlayerNode),
    TwoWay(TwoWayNode),
    BlendList(BlendListNode),
    LayeredPerBone(LayeredPerBoneNode),
    SequenceEvaluator(SequenceEvaluatorNode),
    BlendSpaceEvaluator(BlendSpaceEvaluatorNode),
    RandomPlayer(RandomPlayerNode),
    SequenceComposite(SequenceCompositeNode),
    PoseSnapshot(PoseSnapshotNode),
    PoseByName(PoseByNameNode),
    InputPose(InputPoseNode),
    TransitionPose(TransitionPoseNode),
    LinkedGraph(LinkedGraphNode),
    ApplyAdditive(ApplyAdditiveNode),
    MakeDynamicAdditive(MakeDynamicAdditiveNode),
    AimOffset(AimOffsetNode),
    Mirror(MirrorNode),
    ModifyCurve(ModifyCurveNode),
    PoseBlend(PoseBlendNode),
    PoseDriver(PoseDriverNode),
    Control(ControlNode),
    LivePose(LivePoseNode),
    CurveSource(CurveSourceNode),
    CopyPose(CopyPoseNode),
    StateMachine(Machine),
    SavedPose(SavedPoseNode),
    UsedPose(UsedPoseNode),
    Slot(SlotNode),
    Inertialization(InertializationNode),
    #[cfg(test)]
    MadeUp(MadeUpNode),
}

/// Families of nodes, in the order in which they are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    Players,
    Blends,
    Machines,
    Additives,
    Controls,
    Curves,
    Poses,
    Links,
}

/// Interface of a kind of node: its names, sync group, links and form.
trait AuthoredNode {
    /// Shown where the node has no name.
    fn word(&self) -> &'static str;

    fn family(&self) -> Family;

    /// Text beside the word in the node's line on the canvas; empty for none.
    fn note(&self) -> String {
        String::new()
    }

    /// The node's line on the canvas.
    fn line(&self) -> String {
        let (word, note) = (self.word(), self.note());
        if note.is_empty() {
            word.to_owned()
        } else {
            format!("{word} · {note}")
        }
    }

    /// New nodes of the kind as they are added, each with more search words; several if the kind is
    /// offered in several ways.
    fn offered(on: &Offer<'_>) -> Vec<(Self, &'static str)>
    where
        Self: Sized;

    /// The sync group of a player; empty of one that plays on its own, and of what is no player.
    fn group(&self) -> &str {
        ""
    }

    /// The node's links with their labels, in the order of [`Self::links_mut`].
    fn pins(&self) -> Vec<Pin> {
        Vec::new()
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        Vec::new()
    }

    /// Walks over its fields. They begin in the group of what all nodes have.
    fn form(&mut self, form: &mut dyn Form) {
        let _ = form;
    }
}

impl NodeKind {
    /// The sync group of a player; empty of one that plays on its own, and of what is no player.
    pub fn group(&self) -> &str {
        self.authored().group()
    }

    /// Shown where the node has no name.
    pub fn word(&self) -> &'static str {
        self.authored().word()
    }

    /// Family in which the node is offered.
    pub fn family(&self) -> Family {
        self.authored().family()
    }

    /// Line of the node on the canvas, as far as the node alone knows it.
    pub fn line(&self) -> String {
        self.authored().line()
    }

    /// Links of the node, in the order of [`NodeKind::link_mut`]. A used pose has no links, as it
    /// names its saved pose.
    pub fn pins(&self) -> Vec<Pin> {
        self.authored().pins()
    }

    /// The link at a pin.
    pub fn link_mut(&mut self, pin: usize) -> Option<&mut Option<Id>> {
        self.authored_mut().links_mut().into_iter().nth(pin)
    }

    /// Visits the fields of the node; a state machine has none, since its states and transitions
    /// have their own fields.
    pub fn form(&mut self, form: &mut dyn Form) {
        self.authored_mut().form(form);
    }

    /// Calls with its expressions, those of its rules included.
    pub fn for_each_text(&mut self, each: &mut dyn FnMut(&mut String)) {
        if let NodeKind::StateMachine(machine) = self {
            return machine.texts_mut().into_iter().for_each(each);
        }
        self.for_each_field(&mut |_, field| {
            if let NodeFormField::Input {
                value: Input::Expression(text),
                ..
            } = field
            {
                each(text);
            }
        });
    }

    /// Calls with each of its fields and its label.
    pub fn for_each_field(&mut self, each: &mut dyn FnMut(&str, NodeFormField<'_>)) {
        self.form(&mut super::form::EachField(each));
    }

    /// Calls with each of its fields and its label, as a copy has them: what is set there is lost.
    pub fn read_fields(&self, each: &mut dyn FnMut(&str, NodeFormField<'_>)) {
        // A state machine has none of its own, and may be large.
        if !matches!(self, NodeKind::StateMachine(_)) {
            self.clone().for_each_field(each);
        }
    }

    /// The blend profiles of the skeleton by which it blends.
    pub fn profiles(&self) -> Vec<Id> {
        let mut found = Vec::new();
        if let NodeKind::StateMachine(machine) = self {
            let settings = machine
                .transitions
                .iter()
                .filter_map(|transition| transition.settings);
            found.extend(settings.filter_map(|settings| settings.profile));
        }
        self.read_fields(&mut |_, field| {
            if let NodeFormField::Profile(profile) = field {
                found.extend(*profile);
            }
        });
        found
    }

    /// The assets that it plays.
    pub fn uses(&self) -> Vec<Id> {
        let mut found = Vec::new();
        self.read_fields(&mut |_, field| {
            if let NodeFormField::Asset(_, asset) = field {
                found.extend(*asset);
            }
        });
        found
    }
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

/// The form of a node's coarsest level of detail.
pub(super) fn lod_form<T: Copy + Into<i64> + TryFrom<i64>>(form: &mut dyn Form, threshold: &mut T) {
    let range = i64::from(*LOD_THRESHOLDS.start())..=i64::from(*LOD_THRESHOLDS.end());
    form.whole(tr!("LOD threshold"), "", range, threshold);
}

/// Form for the jumps and the first time of a node whose time is an input.
fn jumps_form(form: &mut dyn Form, teleports: &mut bool, first: &mut FirstTime) {
    form.toggle(
        tr!("Jumps"),
        tr!("skips notifies and root motion"),
        teleports,
    );
    let options = [
        (FirstTime::NoReset, tr!("Continue from the last time")),
        (FirstTime::StartPos, tr!("From the start")),
        (FirstTime::ExplicitTime, tr!("At a given time")),
    ];
    form.choice(tr!("On start"), first, &options);
}
