//! Nodes in evaluation order: from the output back, each after all that it leads back to.

use super::{
    builder::{Builder, From, NodeBuildResult},
    controls, machine, mismatches,
    place::LinkedGraphPlace,
    posing, space,
    values::Values,
};
use crate::graph::nodes::{
    ApplyAdditiveNode, BlendListNode, BlendSpacePlayerNode, ControlNode, InertializationNode,
    LayeredPerBoneNode, ReferencePoseNode, SlotNode, TwoWayNode,
};
use crate::{
    Id,
    compile::{GraphSources, Output},
    diagnostic::Kind,
    graph::{self, Node, NodeKind, StateKind},
};
use anim::graph::nodes;
use anim::{
    Graph, Name,
    graph::{GraphError, GraphParts, List, NO_NODE, NodeId, SpacePlay},
};
use std::{collections::BTreeMap, sync::Arc};
use words::tr;

/// The id of the output, which nobody authored: not one that is given to a node.
const OUTPUT: u64 = 0;

pub(super) fn compile(
    from: &From<'_>,
    compiled: &Arc<anim::Skeleton>,
    sources: &mut GraphSources,
    out: &mut Output,
) -> Option<Graph> {
    let parts = GraphParts {
        name: Name::new(&from.graph.name),
        skeleton: compiled.name,
        ..GraphParts::default()
    };
    let (asset, graph) = (from.id, from.graph);
    let place = LinkedGraphPlace {
        asset,
        graph,
        numbers: Vec::new(),
        titles: String::new(),
        link: None,
    };
    let (walked, depth) = (BTreeMap::new(), 0);
    let (values, kept) = (Values::new(place), Vec::new());
    let owners = Vec::new();
    let mut builder = Builder {
        from,
        compiled,
        parts,
        values,
        walked,
        depth,
        sources,
        kept,
        owners,
        out,
    };
    builder.own_parameters();
    let source = match graph.wiring.output {
        Some(output) => builder.node(output, output),
        None => {
            builder.out.warn(from.id, None, Kind::OutputUnlinked);
            NO_NODE
        }
    };
    builder.push(
        Id(OUTPUT),
        tr!("Output"),
        anim::graph::Node::Output(nodes::OutputNode { source }),
    );
    let Builder {
        mut parts,
        values,
        owners,
        out,
        ..
    } = builder;
    parts.programs = values.programs;
    let graph = checked(from.id, parts, &owners, out)?;
    mismatches::report(from, &graph, &owners, out);
    Some(graph)
}

/// `owners` are the authored nodes of the compiled ones. What is refused for another reason than
/// its size, or poses of the wrong kind, is a fault of the compiler, but nothing of the user's is
/// lost by it.
fn checked(id: Id, parts: GraphParts, owners: &[Id], out: &mut Output) -> Option<Graph> {
    Graph::new(parts)
        .and_then(Graph::with_sound_numbers)
        .map_err(|error| match error {
            GraphError::Deep(_) => out.error(id, None, Kind::GraphTooDeep),
            GraphError::TooMany => out.error(id, None, Kind::GraphTooLarge),
            GraphError::Kind(at) => out.error(
                id,
                owners.get(usize::from(at)).copied(),
                Kind::PoseKindMismatch,
            ),
            other => out.error(
                id,
                None,
                Kind::GraphRefused {
                    why: other.to_string(),
                },
            ),
        })
        .ok()
}

impl<'a> Builder<'a> {
    /// The links first, so that they stand before it. None is the reference pose.
    pub(super) fn compiled(&mut self, node: &'a Node) -> Option<NodeBuildResult> {
        let id = node.id;
        if node.is_disabled && node.can_be_disabled() {
            return self.passed(node);
        }
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
            NodeKind::PoseSnapshot(it) => Some(
                nodes::PoseSnapshotNode {
                    name: self.name(id, &it.snapshot),
                }
                .into(),
            ),
            NodeKind::PoseByName(it) => self.pose_by_name(id, it),
            NodeKind::TransitionPose(it) => self.transition_pose(id, it),
            NodeKind::StateMachine(it) => self.machine(node, it),
            NodeKind::UsedPose(it) => self
                .saved(node, it.saved)
                .map(|saved| nodes::UsedPoseNode { saved }.into()),
            NodeKind::BlendList(it) => {
                let links = self.linked_to(node);
                self.list(id, &links, it)
            }
            NodeKind::TwoWay(it) => self.two(node).map(|links| self.two_way(id, links, it)),
            NodeKind::ApplyAdditive(it) => self
                .two(node)
                .map(|links| self.apply_additive(id, links, it).into()),
            NodeKind::MakeDynamicAdditive(it) => self.two(node).map(|[pose, base]| {
                nodes::MakeDynamicAdditiveNode {
                    pose,
                    base,
                    kind: posing::kind_of(it.mesh_space),
                }
                .into()
            }),
            NodeKind::LayeredPerBone(it) => {
                let links = self.linked_to(node);
                Some(self.layered(id, &links, it))
            }
            NodeKind::SavedPose(_) => self
                .one(node)
                .map(|source| nodes::SavedPoseNode { source }.into()),
            NodeKind::Slot(it) => self.one(node).map(|source| self.slot(id, source, it)),
            NodeKind::Inertialization(it) => self.inertialization(node, it),
            NodeKind::Control(it) => {
                self.over(node, |builder, source| builder.control(id, source, it))
            }
            NodeKind::AimOffset(it) => {
                self.over(node, |builder, source| builder.aim_offset(id, source, it))
            }
            NodeKind::Mirror(it) => {
                self.over(node, |builder, source| builder.mirrored(id, source, it))
            }
            NodeKind::ModifyCurve(it) => self.over(node, |builder, source| {
                Some(builder.modify_curve(id, source, &it.edits))
            }),
            NodeKind::PoseBlend(it) => {
                self.over(node, |builder, source| builder.pose_blend(id, source, it))
            }
            NodeKind::PoseDriver(it) => {
                self.over(node, |builder, source| builder.driver(id, source, it))
            }
            NodeKind::LivePose(it) => self.one(node).map(|source| {
                let subject = self.name(id, &it.subject);
                nodes::LivePoseNode {
                    source,
                    subject,
                    patience: it.patience,
                }
                .into()
            }),
            NodeKind::CurveSource(it) => self.one(node).map(|source| {
                let (subject, alpha) = (
                    self.name(id, &it.subject),
                    self.number(id, &it.alpha, tr!("alpha")),
                );
                nodes::CurveSourceNode {
                    source,
                    subject,
                    alpha,
                }
                .into()
            }),
            NodeKind::CopyPose(it) => self.one(node).map(|source| {
                let partner = self.name(id, &it.partner);
                nodes::CopyPoseNode {
                    source,
                    partner,
                    retargets: it.retargets,
                }
                .into()
            }),
            #[cfg(test)]
            NodeKind::MadeUp(_) => None,
        };
        made.map(NodeBuildResult::Node)
    }

    fn control(
        &mut self,
        node: Id,
        source: NodeId,
        it: &'a ControlNode,
    ) -> Option<anim::graph::Node> {
        let control = controls::compile(self, node, (&it.alpha, it.lod_threshold, &it.kind))?;
        Some(nodes::ControlNode { source, control }.into())
    }

    fn two_way(&mut self, node: Id, [a, b]: [NodeId; 2], it: &TwoWayNode) -> anim::graph::Node {
        let alpha = self.alpha(node, &it.alpha);
        nodes::TwoWayNode {
            a,
            b,
            alpha,
            always_update_children: it.always_update_children,
        }
        .into()
    }

    fn layered(
        &mut self,
        node: Id,
        links: &[NodeId],
        it: &LayeredPerBoneNode,
    ) -> anim::graph::Node {
        let (layer, count) = (self.parts.layers.len() as u16, it.layers.len() as u16);
        it.layers.iter().for_each(|layer| self.layer(node, layer));
        let (first, rule) = (self.links(links), posing::rule(it.cover));
        nodes::LayeredNode {
            first,
            layer,
            count,
            lod: it.lod_threshold,
            rule,
        }
        .into()
    }

    fn slot(&mut self, node: Id, source: NodeId, it: &SlotNode) -> anim::graph::Node {
        let slot = self.out.name(self.asset(), Some(node), &it.slot);
        if slot == Name::NONE {
            self.error(node, Kind::NameMissing);
        }
        nodes::SlotNode {
            source,
            slot,
            always_update_source: it.always_update_source,
        }
        .into()
    }

    fn inertialization(
        &mut self,
        node: &'a Node,
        it: &InertializationNode,
    ) -> Option<anim::graph::Node> {
        let (method, history) = (
            posing::method(it.dead_blend),
            self.history(node.id, &it.history),
        );
        let jumps = self.jump_rules(node.id, &it.jumps);
        Some(
            nodes::InertializationNode {
                source: self.one(node)?,
                method,
                history,
                jumps,
            }
            .into(),
        )
    }

    fn apply_additive(
        &mut self,
        node: Id,
        [base, additive]: [NodeId; 2],
        it: &ApplyAdditiveNode,
    ) -> nodes::ApplyAdditiveNode {
        let (alpha, kind) = (self.alpha(node, &it.alpha), posing::kind_of(it.mesh_space));
        let mask = self.added_to(node, it.mask, &it.branches);
        nodes::ApplyAdditiveNode {
            base,
            additive,
            alpha,
            lod: it.lod_threshold,
            kind,
            mask,
        }
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

    pub(super) fn blend_space(
        &mut self,
        node: Id,
        it: &BlendSpacePlayerNode,
    ) -> Option<anim::graph::Node> {
        let BlendSpacePlayerNode {
            space,
            x,
            y,
            play,
            looping,
        } = it;
        let authored = space
            .and_then(|space| self.from.made.spaces.get(&space))
            .cloned()
            .flatten();
        let Some(authored) = authored.filter(|space| space.skeleton == self.graph().skeleton)
        else {
            self.error(node, Kind::BlendSpaceMissing);
            return None;
        };
        // What is wrong with it is told of the blend space itself.
        let compiled = space::compile(&authored, self.from.skeleton, &self.from.made.clips)?;
        let input = [("x", x), ("y", y)]
            .map(|(field, input)| self.values.number(node, input, field, self.out));
        let play = self.play(node, play);
        self.parts.spaces.push(SpacePlay {
            space: compiled,
            input,
            looping: *looping,
            play,
        });
        Some(anim::graph::Node::BlendSpace(nodes::BlendSpaceNode {
            space: (self.parts.spaces.len() - 1) as u16,
        }))
    }

    fn list(
        &mut self,
        node: Id,
        links: &[NodeId],
        it: &BlendListNode,
    ) -> Option<anim::graph::Node> {
        let BlendListNode {
            index,
            poses,
            easing,
            profile,
            inertialize,
            restarts,
        } = it;
        if poses.is_empty() {
            self.error(node, Kind::ListEmpty);
            return None;
        }
        let compiled = List {
            index: self.values.number(node, index, "index", self.out),
            times: poses
                .iter()
                .map(|pose| self.finite(node, pose.time, tr!("blend time")))
                .collect(),
            easing: *easing,
            profile: self.profile(node, *profile),
            inertializes: *inertialize,
            restarts: *restarts,
        };
        self.parts.lists.push(compiled);
        let list = (self.parts.lists.len() - 1) as u16;
        Some(anim::graph::Node::List(nodes::ListNode {
            first: self.links(links),
            list,
        }))
    }

    fn machine(&mut self, node: &Node, authored: &graph::Machine) -> Option<anim::graph::Node> {
        let place = self.values.place.clone();
        let (compiled, sources, crossings) = machine::compile(
            &machine::MachineHost {
                place: &place,
                skeleton: self.from.skeleton,
                node: node.id,
            },
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
        Some(anim::graph::Node::Machine(nodes::MachineNode {
            first: self.links(&links),
            machine,
        }))
    }
}
