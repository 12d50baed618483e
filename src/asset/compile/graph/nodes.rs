//! Nodes in evaluation order: from the output back, each after all that it leads back to.

use super::{
    GraphSources, MadeOf, checked, controls, machine, mismatches, place::Place, posing, space, values::Values,
};
use crate::graph::nodes::{
    ApplyAdditiveNode, BlendListNode, BlendSpacePlayerNode, ControlNode, InertializationNode, LayeredPerBoneNode,
    ReferencePoseNode, SlotNode, TwoWayNode,
};
use crate::{
    Id, PoseGraph, Project, Severity, Skeleton,
    compile::Output,
    diagnostic::Kind,
    graph::{self, Node, NodeKind, StateKind},
};
use anim::graph::nodes;
use anim::{
    Graph, Library, Name,
    graph::{GraphParts, Layer, List, NO_NODE, NodeId, Play, SpacePlay, Value},
    mask::BoneMask,
};
use std::{collections::BTreeMap, sync::Arc};

/// What a graph is compiled from.
pub(super) struct From<'a> {
    pub(super) project: &'a Project,
    pub(super) library: &'a Library,
    pub(super) id: Id,
    pub(super) graph: &'a PoseGraph,
    pub(super) skeleton: &'a Skeleton,
    pub(super) made: &'a MadeOf,
}

/// What a node becomes.
pub(super) enum Made {
    Node(anim::graph::Node),
    /// A node that stands there already.
    There(NodeId),
}

/// Of a node while its graph is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Walked {
    /// It leads back to the one that is looked at.
    Open,
    Done(NodeId),
    /// It shows nothing of its own.
    Left,
}

pub(super) struct Builder<'a> {
    pub(super) from: &'a From<'a>,
    pub(super) compiled: &'a Arc<anim::Skeleton>,
    pub(super) parts: GraphParts,
    pub(super) values: Values<'a>,
    /// By their ids in the outermost graph.
    walked: BTreeMap<Id, Walked>,
    depth: usize,
    pub(super) sources: &'a mut GraphSources,
    /// What was told of nodes of the outermost graph while another one was compiled.
    pub(super) kept: Vec<(Severity, Id, Kind)>,
    /// Of each compiled node the one of the outermost graph that it is, or that leads to it.
    owners: Vec<Id>,
    pub(super) out: &'a mut Output,
}

/// The id of the output, which nobody authored: not one that is given to a node.
const OUTPUT: u64 = 0;

pub(super) fn compile(
    from: &From<'_>,
    compiled: &Arc<anim::Skeleton>,
    sources: &mut GraphSources,
    out: &mut Output,
) -> Option<Graph> {
    let parts = GraphParts { name: Name::new(&from.graph.name), skeleton: compiled.name, ..GraphParts::default() };
    let (asset, graph) = (from.id, from.graph);
    let place = Place { asset, graph, numbers: Vec::new(), titles: String::new(), link: None };
    let (walked, depth) = (BTreeMap::new(), 0);
    let (values, kept) = (Values::new(place), Vec::new());
    let owners = Vec::new();
    let mut builder = Builder { from, compiled, parts, values, walked, depth, sources, kept, owners, out };
    builder.own_parameters();
    let source = match graph.wiring.output {
        Some(output) => builder.node(output, output),
        None => {
            builder.out.warn(from.id, None, Kind::OutputUnlinked);
            NO_NODE
        }
    };
    builder.push(Id(OUTPUT), "Output", anim::graph::Node::Output(nodes::OutputNode { source }));
    let Builder { mut parts, values, owners, out, .. } = builder;
    parts.programs = values.programs;
    let graph = checked(from.id, parts, &owners, out)?;
    mismatches::report(from, &graph, &owners, out);
    Some(graph)
}

impl<'a> Builder<'a> {
    pub(super) fn graph(&self) -> &'a PoseGraph {
        self.values.place.graph
    }

    /// The asset whose graph is being compiled.
    pub(super) fn asset(&self) -> Id {
        self.values.place.asset
    }

    pub(super) fn push(&mut self, id: Id, title: &str, node: anim::graph::Node) -> NodeId {
        let at = self.parts.nodes.len().min(usize::from(NO_NODE) - 1) as NodeId;
        self.parts.nodes.push(node);
        self.parts.ids.push(id.0);
        self.owners.push(self.values.place.outermost_link().unwrap_or(id));
        let name = self.out.name(self.from.id, None, title);
        self.parts.names.push(name);
        at
    }

    /// At the place of a node of the graph that is being compiled.
    pub(super) fn place(&mut self, node: &Node, compiled: anim::graph::Node) -> NodeId {
        let place = self.values.place.clone();
        self.push(place.id(node.id), &format!("{}{}", place.titles, node.title()), compiled)
    }

    pub(super) fn error(&mut self, item: Id, kind: Kind) {
        self.out.error(self.asset(), Some(item), kind);
    }

    pub(super) fn warn(&mut self, item: Id, kind: Kind) {
        self.out.warn(self.asset(), Some(item), kind);
    }

    pub(super) fn number(&mut self, node: Id, input: &graph::Input, field: &'static str) -> Value {
        self.values.number(node, input, field, self.out)
    }

    pub(super) fn truth(&mut self, node: Id, input: &graph::Input, field: &'static str) -> Value {
        self.values.truth(node, input, field, self.out)
    }

    /// A link of `user`. One that leads nowhere, or back to where it came from, is the reference pose.
    pub(super) fn link(&mut self, user: Id, label: &str, source: Option<Id>) -> NodeId {
        match source {
            Some(source) => self.node(source, user),
            None => {
                self.warn(user, Kind::PinUnlinked { pin: label.to_owned() });
                NO_NODE
            }
        }
    }

    pub(super) fn node(&mut self, id: Id, user: Id) -> NodeId {
        let Some(node) = self.graph().wiring.node(id) else {
            self.error(user, Kind::NodeMissing);
            return NO_NODE;
        };
        match self.walked.get(&self.values.place.id(id)) {
            Some(Walked::Open) => {
                self.error(user, Kind::GraphCycle { node: node.title().to_owned() });
                return NO_NODE;
            }
            Some(Walked::Done(_) | Walked::Left) => {
                self.error(user, Kind::NodeShared { node: node.title().to_owned() });
                return NO_NODE;
            }
            None => {}
        }
        if let NodeKind::SavedPose(_) = node.kind {
            self.error(user, Kind::SavedPoseLinked { node: node.title().to_owned() });
            return NO_NODE;
        }
        self.walk(node)
    }

    fn walk(&mut self, node: &'a Node) -> NodeId {
        if self.depth >= anim::graph::MOST_DEPTH {
            self.error(node.id, Kind::GraphTooDeep);
            return NO_NODE;
        }
        let id = self.values.place.id(node.id);
        self.depth += 1;
        self.walked.insert(id, Walked::Open);
        let at = match self.compiled(node) {
            None => None,
            Some(Made::Node(compiled)) => Some(self.place(node, compiled)),
            Some(Made::There(at)) => Some(at),
        };
        self.depth -= 1;
        self.walked.insert(id, at.map_or(Walked::Left, Walked::Done));
        at.unwrap_or(NO_NODE)
    }

    /// The links first, so that they stand before it. None is the reference pose.
    fn compiled(&mut self, node: &'a Node) -> Option<Made> {
        let id = node.id;
        let made = match &node.kind {
            NodeKind::InputPose(it) => return self.input_pose(&it.pose),
            NodeKind::LinkedGraph(it) => self.linked(node, it),
            NodeKind::ReferencePose(ReferencePoseNode {}) => Some(nodes::ReferencePoseNode.into()),
            NodeKind::SequencePlayer(it) => Some(self.player(id, it.clip, &it.play)),
            NodeKind::SequenceEvaluator(it) => Some(self.sequence_evaluator(id, it)),
            NodeKind::SequenceComposite(it) => self.composite(id, it),
            NodeKind::RandomPlayer(it) => self.random(id, it),
            NodeKind::BlendSpacePlayer(it) => self.blend_space(id, it),
            NodeKind::BlendSpaceEvaluator(it) => self.blend_space_evaluator(id, it),
            NodeKind::PoseSnapshot(it) => Some(nodes::PoseSnapshotNode { name: self.name(id, &it.snapshot) }.into()),
            NodeKind::PoseByName(it) => self.pose_by_name(id, it),
            NodeKind::TransitionPose(it) => self.transition_pose(id, it),
            NodeKind::StateMachine(it) => self.machine(node, it),
            NodeKind::UsedPose(it) => self.saved(node, it.saved).map(|saved| nodes::UsedPoseNode { saved }.into()),
            NodeKind::BlendList(it) => {
                let links = self.linked_to(node);
                self.list(id, &links, it)
            }
            NodeKind::TwoWay(it) => self.two(node).map(|links| self.two_way(id, links, it)),
            NodeKind::ApplyAdditive(it) => self.two(node).map(|links| self.apply_additive(id, links, it).into()),
            NodeKind::MakeDynamicAdditive(it) => self.two(node).map(|[pose, base]| {
                nodes::MakeDynamicAdditiveNode { pose, base, kind: posing::kind_of(it.mesh_space) }.into()
            }),
            NodeKind::LayeredPerBone(it) => {
                let links = self.linked_to(node);
                Some(self.layered(id, &links, it))
            }
            NodeKind::SavedPose(_) => self.one(node).map(|source| nodes::SavedPoseNode { source }.into()),
            NodeKind::Slot(it) => self.one(node).map(|source| self.slot(id, source, it)),
            NodeKind::Inertialization(it) => self.inertialization(node, it),
            NodeKind::Control(it) => self.over(node, |builder, source| builder.control(id, source, it)),
            NodeKind::AimOffset(it) => self.over(node, |builder, source| builder.aim_offset(id, source, it)),
            NodeKind::Mirror(it) => self.over(node, |builder, source| builder.mirrored(id, source, it)),
            NodeKind::ModifyCurve(it) => {
                self.over(node, |builder, source| Some(builder.modify_curve(id, source, &it.edits)))
            }
            NodeKind::PoseBlend(it) => self.over(node, |builder, source| builder.pose_blend(id, source, it)),
            NodeKind::PoseDriver(it) => self.over(node, |builder, source| builder.driver(id, source, it)),
            NodeKind::LivePose(it) => self.one(node).map(|source| {
                let subject = self.name(id, &it.subject);
                nodes::LivePoseNode { source, subject, patience: it.patience }.into()
            }),
            NodeKind::CurveSource(it) => self.one(node).map(|source| {
                let (subject, alpha) = (self.name(id, &it.subject), self.number(id, &it.alpha, "alpha"));
                nodes::CurveSourceNode { source, subject, alpha }.into()
            }),
            NodeKind::CopyPose(it) => self.one(node).map(|source| {
                let partner = self.name(id, &it.partner);
                nodes::CopyPoseNode { source, partner, retargets: it.retargets }.into()
            }),
            #[cfg(test)]
            NodeKind::MadeUp(_) => None,
        };
        made.map(Made::Node)
    }

    /// What a node takes its poses from, pin by pin.
    fn linked_to(&mut self, node: &'a Node) -> Vec<NodeId> {
        node.kind.pins().iter().map(|pin| self.link(node.id, &pin.label, pin.source)).collect()
    }

    /// As [`Builder::linked_to`], of one with two pins.
    fn two(&mut self, node: &'a Node) -> Option<[NodeId; 2]> {
        self.linked_to(node).try_into().ok()
    }

    /// As [`Builder::linked_to`], of one with a single pin.
    fn one(&mut self, node: &'a Node) -> Option<NodeId> {
        self.linked_to(node).first().copied()
    }

    /// A node that works over its one source; the source passes where it can do nothing.
    fn over(
        &mut self,
        node: &'a Node,
        make: impl FnOnce(&mut Self, NodeId) -> Option<anim::graph::Node>,
    ) -> Option<anim::graph::Node> {
        let source = self.one(node)?;
        make(self, source).or_else(|| self.passes(source))
    }

    fn control(&mut self, node: Id, source: NodeId, it: &'a ControlNode) -> Option<anim::graph::Node> {
        let control = controls::compile(self, node, (&it.alpha, it.lod_threshold, &it.kind))?;
        Some(nodes::ControlNode { source, control }.into())
    }

    fn two_way(&mut self, node: Id, [a, b]: [NodeId; 2], it: &TwoWayNode) -> anim::graph::Node {
        let alpha = self.alpha(node, &it.alpha);
        nodes::TwoWayNode { a, b, alpha, always_update_children: it.always_update_children }.into()
    }

    fn layered(&mut self, node: Id, links: &[NodeId], it: &LayeredPerBoneNode) -> anim::graph::Node {
        let (layer, count) = (self.parts.layers.len() as u16, it.layers.len() as u16);
        it.layers.iter().for_each(|layer| self.layer(node, layer));
        let (first, rule) = (self.links(links), posing::rule(it.cover));
        nodes::LayeredNode { first, layer, count, lod: it.lod_threshold, rule }.into()
    }

    fn slot(&mut self, node: Id, source: NodeId, it: &SlotNode) -> anim::graph::Node {
        let slot = self.out.name(self.asset(), Some(node), &it.slot);
        if slot == Name::NONE {
            self.error(node, Kind::NameMissing);
        }
        nodes::SlotNode { source, slot, always_update_source: it.always_update_source }.into()
    }

    fn inertialization(&mut self, node: &'a Node, it: &InertializationNode) -> Option<anim::graph::Node> {
        let (method, history) = (posing::method(it.dead_blend), self.history(node.id, &it.history));
        let jumps = self.jump_rules(node.id, &it.jumps);
        Some(nodes::InertializationNode { source: self.one(node)?, method, history, jumps }.into())
    }

    fn apply_additive(
        &mut self,
        node: Id,
        [base, additive]: [NodeId; 2],
        it: &ApplyAdditiveNode,
    ) -> nodes::ApplyAdditiveNode {
        let (alpha, kind) = (self.alpha(node, &it.alpha), posing::kind_of(it.mesh_space));
        let mask = self.added_to(node, it.mask, &it.branches);
        nodes::ApplyAdditiveNode { base, additive, alpha, lod: it.lod_threshold, kind, mask }
    }

    /// In the place of a node that can do nothing: what it would take passes, bit for bit.
    pub(super) fn passes(&mut self, source: NodeId) -> Option<anim::graph::Node> {
        Some(anim::graph::Node::ModifyCurve(nodes::ModifyCurveNode { source, first: 0, count: 0 }))
    }

    pub(super) fn links(&mut self, links: &[NodeId]) -> u32 {
        let first = self.parts.links.len() as u32;
        self.parts.links.extend(links);
        first
    }

    /// In the library; a clip that does not play is told.
    pub(super) fn clip(&mut self, node: Id, clip: Option<Id>) -> Option<u32> {
        let index = clip.and_then(|clip| self.from.made.clips.get(&clip).copied().flatten());
        if index.is_none() {
            let authored = clip.and_then(|clip| self.from.project.clips.get(&clip));
            let is_montage = clip.is_some_and(|clip| self.from.project.montages.contains_key(&clip));
            self.error(
                node,
                match authored {
                    _ if is_montage => Kind::MontageInPlayer,
                    Some(other) if other.skeleton != self.graph().skeleton => {
                        Kind::SkeletonMismatch { clip: other.name.clone() }
                    }
                    _ => Kind::ClipMissing,
                },
            );
        }
        index
    }

    fn player(&mut self, node: Id, clip: Option<Id>, play: &graph::Play) -> anim::graph::Node {
        let clip = self.clip(node, clip);
        let compiled = self.play(node, play);
        self.parts.plays.push(compiled);
        anim::graph::Node::SequencePlayer(nodes::SequencePlayerNode {
            clip,
            play: Some((self.parts.plays.len() - 1) as u16),
        })
    }

    pub(super) fn play(&mut self, node: Id, play: &graph::Play) -> Play {
        let [least, most] = play.bounds.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        Play {
            rate: self.values.number(node, &play.rate, "play rate", self.out),
            basis: self.finite(node, play.basis, "play rate basis"),
            scale: self.finite(node, play.scale, "play rate scale"),
            bias: self.finite(node, play.bias, "play rate bias"),
            least,
            most,
            start: self.finite(node, play.start, "start"),
            restarts: play.restarts,
            is_ignored_by_rules: play.is_ignored_by_rules,
            group: self.out.name(self.asset(), Some(node), &play.group),
            role: play.role,
            match_sync_point: play.match_sync_point,
            interpolation: play.interpolation.map(|how| self.interpolation(node, how)),
        }
    }

    /// A speed that is no number is there at once.
    pub(super) fn interpolation(&mut self, node: Id, how: graph::Interpolation) -> anim::graph::Interpolation {
        anim::graph::Interpolation {
            rising: self.finite(node, how.rising, "rising speed"),
            falling: self.finite(node, how.falling, "falling speed"),
        }
    }

    pub(super) fn finite(&mut self, node: Id, number: f64, field: &'static str) -> f64 {
        if number.is_finite() {
            return number;
        }
        self.error(node, Kind::BadNumber { field });
        0.0
    }

    pub(super) fn blend_space(&mut self, node: Id, it: &BlendSpacePlayerNode) -> Option<anim::graph::Node> {
        let BlendSpacePlayerNode { space, x, y, play, looping } = it;
        let authored = space.and_then(|space| self.from.made.spaces.get(&space)).cloned().flatten();
        let Some(authored) = authored.filter(|space| space.skeleton == self.graph().skeleton) else {
            self.error(node, Kind::BlendSpaceMissing);
            return None;
        };
        // What is wrong with it is told of the blend space itself.
        let compiled = space::compile(&authored, self.from.skeleton, &self.from.made.clips)?;
        let input = [("x", x), ("y", y)].map(|(field, input)| self.values.number(node, input, field, self.out));
        let play = self.play(node, play);
        self.parts.spaces.push(SpacePlay { space: compiled, input, looping: *looping, play });
        Some(anim::graph::Node::BlendSpace(nodes::BlendSpaceNode { space: (self.parts.spaces.len() - 1) as u16 }))
    }

    pub(super) fn alpha(&mut self, node: Id, alpha: &graph::Alpha) -> u16 {
        let compiled = match alpha {
            graph::Alpha::Value(input) => anim::graph::Alpha::Value(self.values.number(node, input, "alpha", self.out)),
            graph::Alpha::Switch { on, time_in, time_out, easing } => anim::graph::Alpha::Switch {
                on: self.values.truth(node, on, "alpha", self.out),
                time_in: self.finite(node, *time_in, "blend time"),
                time_out: self.finite(node, *time_out, "blend time"),
                easing: *easing,
            },
        };
        self.parts.alphas.push(compiled);
        (self.parts.alphas.len() - 1) as u16
    }

    fn list(&mut self, node: Id, links: &[NodeId], it: &BlendListNode) -> Option<anim::graph::Node> {
        let BlendListNode { index, poses, easing, profile, inertialize, restarts } = it;
        if poses.is_empty() {
            self.error(node, Kind::ListEmpty);
            return None;
        }
        let compiled = List {
            index: self.values.number(node, index, "index", self.out),
            times: poses.iter().map(|pose| self.finite(node, pose.time, "blend time")).collect(),
            easing: *easing,
            profile: self.profile(node, *profile),
            inertializes: *inertialize,
            restarts: *restarts,
        };
        self.parts.lists.push(compiled);
        let list = (self.parts.lists.len() - 1) as u16;
        Some(anim::graph::Node::List(nodes::ListNode { first: self.links(links), list }))
    }

    /// One that is gone is none.
    fn profile(&mut self, node: Id, profile: Option<Id>) -> Name {
        let Some(profile) = profile else { return Name::NONE };
        super::profile(self.from.skeleton, profile).unwrap_or_else(|| {
            self.warn(node, Kind::ProfileMissing);
            Name::NONE
        })
    }

    fn layer(&mut self, node: Id, layer: &graph::Layer) {
        let weight = self.values.number(node, &layer.weight, "layer weight", self.out);
        let mask = self.mask(node, layer.mask, &layer.branches);
        self.parts.layers.push(Layer { weight, mask });
    }

    /// Where a difference is added; None is everywhere.
    fn added_to(&mut self, node: Id, mask: Option<Id>, branches: &[graph::Branch]) -> Option<u16> {
        if mask.is_none() && branches.is_empty() {
            return None;
        }
        let mask = self.mask(node, mask, branches);
        self.parts.masks.push(mask);
        Some(self.parts.masks.len() as u16 - 1)
    }

    /// A mask that is gone covers nothing.
    fn mask(&mut self, node: Id, mask: Option<Id>, branches: &[graph::Branch]) -> BoneMask {
        if mask.is_none() && !branches.is_empty() {
            return self.branches(node, branches);
        }
        let authored = mask.and_then(|mask| self.from.skeleton.mask(mask));
        if authored.is_none() {
            self.error(node, Kind::MaskMissing);
        }
        let dense = authored.map(|mask| self.from.skeleton.dense(&mask.weights, crate::skeleton::BoneMask::REST));
        let mut weights = dense.unwrap_or_default();
        weights.truncate(self.compiled.len());
        let weights: Vec<f32> = weights.iter().map(|w| if w.is_nan() { 0.0 } else { w.clamp(0.0, 1.0) }).collect();
        BoneMask::new(&weights)
    }

    fn machine(&mut self, node: &Node, authored: &graph::Machine) -> Option<anim::graph::Node> {
        let place = self.values.place.clone();
        let (compiled, sources, crossings) = machine::compile(
            &machine::Host { place: &place, skeleton: self.from.skeleton, node: node.id },
            authored,
            self.out,
        )?;
        self.sources.machines.insert(place.id(node.id), sources);
        // A conduit has no pose, but its place among the links.
        let mut links = Vec::new();
        for state in &authored.states {
            links.push(match &state.kind {
                StateKind::Pose { source, .. } => self.link(state.id, &state.name, *source),
                StateKind::Conduit { .. } => NO_NODE,
            });
        }
        for (transition, pose) in crossings {
            let around = std::mem::replace(&mut self.values.in_transition, true);
            links.push(self.node(pose, transition));
            self.values.in_transition = around;
        }
        self.parts.machines.push(compiled);
        let machine = (self.parts.machines.len() - 1) as u16;
        Some(anim::graph::Node::Machine(nodes::MachineNode { first: self.links(&links), machine }))
    }

    /// The saved pose stands before every node that uses it.
    fn saved(&mut self, node: &Node, saved: Option<Id>) -> Option<NodeId> {
        let authored = saved.and_then(|saved| self.graph().wiring.node(saved));
        let Some(authored) = authored.filter(|it| matches!(it.kind, NodeKind::SavedPose(_))) else {
            self.error(node.id, Kind::SavedPoseMissing);
            return None;
        };
        match self.walked.get(&self.values.place.id(authored.id)) {
            Some(Walked::Done(at)) => Some(*at),
            Some(Walked::Left) => None,
            Some(Walked::Open) => {
                self.error(node.id, Kind::GraphCycle { node: authored.title().to_owned() });
                None
            }
            None => {
                // It is worked out for all that use it.
                let around = std::mem::replace(&mut self.values.in_transition, false);
                let at = self.walk(authored);
                self.values.in_transition = around;
                (at != NO_NODE).then_some(at)
            }
        }
    }
}
