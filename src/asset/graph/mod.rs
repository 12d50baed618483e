//! An authored pose graph: nodes that link to the nodes whose poses they take, parameters, and
//! rules in words.

mod alpha;
mod control;
pub mod controls;
pub mod form;
mod fragment;
mod input;
mod items;
mod layers;
mod layout;
mod linked;
mod machine;
mod mirror;
mod mirrored;
mod node;
pub mod nodes;
mod offer;
mod parameter;
mod play;
mod poses;
mod smoothing;

use crate::graph::nodes::UsedPoseNode;
pub use alpha::Alpha;
pub use control::{
    AlphaInput, AngleLimit, ControlAlpha, Driven, EndRotation, LookBone, Modify, Space, Target,
    TargetSpace,
};
pub use controls::{
    Ccd, ControlKind, Fabrik, FootPlacement, JointLimit, Leg, LegGoal, LegIk, LinkLimit,
    OrientationWarping, PlacedLeg, ReachingChain, SlopeWarping, StrideDrive, StrideWarping,
    WarpedFoot, WarpedHeading,
};
pub use form::{Form, easing_word};
pub use fragment::Fragment;
pub use input::Input;
pub use layers::{Branch, Cover, Layer, ListPose};
pub use layout::{Comment, Layout, PageEnd, Reroute, SubGraph};
pub use linked::{LinkedPose, Swap};
pub use machine::{Alias, Logic, Machine, Rule, Settings, State, StateKind, Transition};
pub use mirror::MirrorRefusal;
pub use mirrored::{mirror_leg, mirrored, same_bones};
pub use node::{Node, Pin};
pub use nodes::{Family, NodeKind, offered};
pub use offer::Offer;
pub use parameter::{Parameter, ParameterKind, Preset, Setting};
pub use play::{InterpolationSpeeds, Play};
pub use poses::{
    AimSource, AimTarget, CompositePart, CurveChange, CurveEdit, DriverSettings, DriverTarget,
    RandomEntry,
};
pub use smoothing::{History, JumpRules};
use words::tr;

use crate::Id;
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// A pose graph: its wiring, and its layout on the canvas. The two are separate, so that moving a
/// node compiles nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoseGraph {
    /// Unique among the graphs of the project.
    pub name: String,
    /// The skeleton whose pose it makes.
    pub skeleton: Id,
    /// Parameters, rules and nodes that the graph plays.
    pub wiring: Arc<Wiring>,
    /// Positions of nodes and other items on the canvas.
    #[serde(default)]
    pub layout: Arc<Layout>,
}

/// Everything that changes the pose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wiring {
    /// Parameters of the graph; names are unique.
    #[serde(default)]
    pub parameters: Vec<Parameter>,
    /// Sets of values to try the graph with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub presets: Vec<Preset>,
    /// Rules that several transitions of any machine name. Names are unique.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<SharedRule>,
    /// Nodes in any order.
    #[serde(default)]
    pub nodes: Vec<Node>,
    /// The node whose pose is the graph's; None is the reference pose.
    #[serde(default)]
    pub output: Option<Id>,
    /// The graph that it can take the place of, where that is linked as a layer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub implements: Option<Id>,
}

/// A condition that is evaluated once per search, however many transitions use it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharedRule {
    /// Unique in its graph.
    pub id: Id,
    /// Unique in the graph.
    pub name: String,
    /// The expression; an empty one is never true.
    pub text: String,
}

impl PoseGraph {
    /// A graph that shows the reference pose.
    pub fn new(name: impl Into<String>, skeleton: Id) -> Self {
        Self {
            name: name.into(),
            skeleton,
            wiring: Arc::default(),
            layout: Arc::default(),
        }
    }
}

impl Wiring {
    /// The node of this id.
    pub fn node(&self, id: Id) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == id)
    }

    /// The node of this id, to be changed.
    pub fn node_mut(&mut self, id: Id) -> Option<&mut Node> {
        self.nodes.iter_mut().find(|node| node.id == id)
    }

    /// The parameter of this id.
    pub fn parameter(&self, id: Id) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.id == id)
    }

    /// Every state machine, with the node that it is.
    pub fn machines(&self) -> impl Iterator<Item = (Id, &Machine)> {
        self.nodes.iter().filter_map(|node| match &node.kind {
            NodeKind::StateMachine(machine) => Some((node.id, machine)),
            _ => None,
        })
    }

    /// Calls `each` with every expression of the graph, so that it can be rewritten.
    pub fn for_each_text(&mut self, each: &mut dyn FnMut(&mut String)) {
        self.rules.iter_mut().for_each(|rule| each(&mut rule.text));
        let driven = self
            .parameters
            .iter_mut()
            .map(|parameter| &mut parameter.driven);
        driven.filter(|text| !text.is_empty()).for_each(&mut *each);
        self.nodes
            .iter_mut()
            .for_each(|node| node.kind.for_each_text(each));
    }

    /// Text that describes an item of the graph: a node, parameter, rule, state, transition or
    /// alias; None if the graph has no such item.
    pub fn item_text(&self, item: Id) -> Option<String> {
        if let Some(node) = self.node(item) {
            return Some(tr!("node “{}”", node.title()));
        }
        if let Some(parameter) = self.parameter(item) {
            return Some(tr!("parameter “{}”", parameter.name));
        }
        if let Some(rule) = self.rules.iter().find(|rule| rule.id == item) {
            return Some(tr!("rule “{}”", rule.name));
        }
        self.machines().find_map(|(node, machine)| {
            let machine_name = self.node(node).map_or("", Node::title).to_owned();
            machine
                .item_text(item)
                .map(|text| tr!("{text} of “{machine_name}”"))
        })
    }

    /// Whether `node` is `wanted`, or takes its pose from `wanted` through any links.
    pub fn leads_to(&self, node: Id, wanted: Id) -> bool {
        let nodes: BTreeMap<Id, &Node> = self.nodes.iter().map(|node| (node.id, node)).collect();
        let mut open = vec![node];
        let mut seen = BTreeSet::new();
        while let Some(id) = open.pop() {
            if id == wanted {
                return true;
            }
            let Some(node) = nodes.get(&id).filter(|_| seen.insert(id)) else {
                continue;
            };
            open.extend(node.kind.pins().into_iter().filter_map(|pin| pin.source));
            if let NodeKind::UsedPose(UsedPoseNode { saved }) = node.kind {
                open.extend(saved);
            }
        }
        false
    }

    /// The sync groups of its players, by name.
    pub fn sync_groups(&self) -> BTreeSet<&str> {
        let groups = self.nodes.iter().map(|node| node.kind.group());
        groups.filter(|group| !group.is_empty()).collect()
    }

    /// Every node whose pose goes somewhere.
    pub fn sources(&self) -> BTreeSet<Id> {
        let pins = self.nodes.iter().flat_map(|node| node.kind.pins());
        pins.filter_map(|pin| pin.source)
            .chain(self.output)
            .collect()
    }

    /// Ids of the assets that it plays.
    pub fn uses(&self) -> impl Iterator<Item = Id> {
        self.implements
            .into_iter()
            .chain(self.nodes.iter().flat_map(|node| node.kind.uses()))
    }
}

#[cfg(test)]
mod tests;
