//! Nodes that tell clips their time, add differences, aim, mirror, and change curves.

use super::{builder::Builder, space};
use crate::graph::nodes::{
    AimOffsetNode, BlendSpaceEvaluatorNode, MirrorNode, PoseDriverNode, RandomPlayerNode,
    SequenceCompositeNode, SequenceEvaluatorNode, TransitionPoseNode,
};
use crate::{
    Id,
    diagnostic::Kind,
    graph::{self, AimSource, AimTarget, Branch, Cover, CurveEdit, DriverSettings, DriverTarget},
};
use anim::graph::nodes;
use anim::{
    additive::AdditiveKind,
    graph::{
        AimOffset, Composite, Driver, DriverFrame, DriverOutput, ExplicitTime, LayerRule, LookAt,
        LookSource, Node as Compiled, NodeId, Play, Random, RandomEntry, SmoothingMethod,
        SpacePlay,
    },
    inertialization::{History, JumpRules},
    limits::{LONGEST_BLEND, MOST_LOOPS, MOST_RATE},
    mask,
    mirror::{MirrorTable, NameSwap},
    montage::Segment,
    rbf::{Metric, Normalise, Radius, Rbf, RbfSettings, Target, Turn},
};
use glam::{EulerRot, Quat, Vec3};
use std::sync::Arc;
use words::tr;

pub(super) fn kind_of(mesh_space: bool) -> AdditiveKind {
    if mesh_space {
        AdditiveKind::Mesh
    } else {
        AdditiveKind::Local
    }
}

pub(super) fn method(dead_blend: Option<f32>) -> SmoothingMethod {
    dead_blend.map_or(SmoothingMethod::Offset, |half_life| {
        SmoothingMethod::DeadBlend { half_life }
    })
}

pub(super) fn rule(cover: Cover) -> LayerRule {
    LayerRule {
        mesh_rotation: cover.mesh_rotation,
        mesh_scale: cover.mesh_scale,
        curves: cover.curves,
    }
}

/// The last of a table, after it was pushed.
fn last<T>(table: &[T]) -> u16 {
    (table.len() - 1) as u16
}

impl Builder<'_> {
    pub(super) fn history(&mut self, node: Id, authored: &graph::History) -> History {
        let graph::History {
            teleport_distance: way,
            world_space,
            lod_threshold,
        } = *authored;
        let most_way = way.filter(|way| way.is_finite() && *way >= 0.0);
        if most_way != way {
            self.error(
                node,
                Kind::BadNumber {
                    field: tr!("teleport distance"),
                },
            );
        }
        History {
            most_way,
            is_world: world_space,
            lod: lod_threshold,
        }
    }

    /// Their place in the table; None where every jump decays by what it asks for.
    pub(super) fn jump_rules(&mut self, node: Id, authored: &graph::JumpRules) -> Option<u16> {
        let most = authored
            .keep_outward_velocity
            .filter(|most| most.is_finite() && *most >= 0.0);
        if most != authored.keep_outward_velocity {
            self.error(
                node,
                Kind::BadNumber {
                    field: tr!("outward limit"),
                },
            );
        }
        let of = self.asset();
        let names = authored
            .filtered_curves
            .iter()
            .filter(|curve| !curve.trim().is_empty());
        let filtered_curves = names
            .map(|curve| self.out.name(of, Some(node), curve))
            .collect();
        let rules = JumpRules {
            filtered_curves,
            keep_outward_velocity: most,
        };
        if rules == JumpRules::default() {
            return None;
        }
        self.parts.jump_rules.push(rules);
        Some(last(&self.parts.jump_rules))
    }

    pub(super) fn sequence_evaluator(&mut self, node: Id, it: &SequenceEvaluatorNode) -> Compiled {
        let SequenceEvaluatorNode {
            clip,
            ref time,
            teleports,
            first,
        } = *it;
        let (clip, time) = (self.clip(node, clip), self.number(node, time, tr!("time")));
        self.parts.evaluators.push(ExplicitTime {
            time,
            teleports,
            start: 0.0,
            first,
        });
        nodes::SequenceEvaluatorNode {
            clip,
            evaluator: last(&self.parts.evaluators),
        }
        .into()
    }

    pub(super) fn blend_space_evaluator(
        &mut self,
        node: Id,
        it: &BlendSpaceEvaluatorNode,
    ) -> Option<Compiled> {
        let BlendSpaceEvaluatorNode {
            space,
            ref x,
            ref y,
            ref time,
            teleports,
            looping,
            first,
        } = *it;
        let space = self.space(node, space, [x, y], looping)?;
        let time = self.number(node, time, tr!("time"));
        self.parts.evaluators.push(ExplicitTime {
            time,
            teleports,
            start: 0.0,
            first,
        });
        Some(
            nodes::BlendSpaceEvaluatorNode {
                space,
                evaluator: last(&self.parts.evaluators),
            }
            .into(),
        )
    }

    pub(super) fn transition_pose(
        &mut self,
        node: Id,
        it: &TransitionPoseNode,
    ) -> Option<Compiled> {
        if !self.values.in_transition {
            self.error(node, Kind::TransitionPoseOutside);
            return None;
        }
        Some(nodes::TransitionPoseNode { end: it.end }.into())
    }

    /// Index of a blend space; None where it cannot play.
    fn space(
        &mut self,
        node: Id,
        space: Option<Id>,
        input: [&crate::graph::Input; 2],
        looping: bool,
    ) -> Option<u16> {
        let authored = space
            .and_then(|space| self.from.made.spaces.get(&space))
            .cloned()
            .flatten();
        let Some(authored) = authored.filter(|space| space.skeleton == self.graph().skeleton)
        else {
            self.error(node, Kind::BlendSpaceMissing);
            return None;
        };
        let space = space::compile(&authored, self.from.skeleton, &self.from.made.clips)?;
        let input = input.map(|input| self.number(node, input, tr!("coordinate")));
        let play = Play {
            is_ignored_by_rules: true,
            ..Play::default()
        };
        self.parts.spaces.push(SpacePlay {
            space,
            input,
            looping,
            play,
        });
        Some(last(&self.parts.spaces))
    }

    pub(super) fn random(&mut self, node: Id, it: &RandomPlayerNode) -> Option<Compiled> {
        let RandomPlayerNode {
            entries,
            rate,
            seed,
            restarts,
            is_ignored_by_rules,
        } = it;
        let mut compiled = Vec::new();
        for entry in entries {
            let Some(clip) = self.clip(node, entry.clip) else {
                continue;
            };
            let [least, most] = entry.loops;
            let is_bad = entry.chance < 0.0
                || !entry.chance.is_finite()
                || entry.blend.is_nan()
                || entry.blend.abs() > LONGEST_BLEND.into()
                || least < 1
                || most < least
                || most > MOST_LOOPS;
            if is_bad {
                self.error(
                    node,
                    Kind::BadNumber {
                        field: tr!("chance, number of loops or blend"),
                    },
                );
                continue;
            }
            let (chance, loops, blend, easing) =
                (entry.chance, entry.loops, entry.blend, entry.easing);
            compiled.push(RandomEntry {
                clip,
                chance,
                loops,
                blend,
                easing,
            });
        }
        if !compiled.iter().any(|entry| entry.chance > 0.0) {
            self.error(node, Kind::ListEmpty);
            return None;
        }
        let (rate, seed) = (
            self.number(node, rate, tr!("play rate")),
            self.number(node, seed, tr!("seed")),
        );
        let (restarts, is_ignored_by_rules) = (*restarts, *is_ignored_by_rules);
        self.parts.randoms.push(Random {
            entries: compiled,
            seed,
            rate,
            restarts,
            is_ignored_by_rules,
        });
        Some(Compiled::RandomPlayer(nodes::RandomPlayerNode {
            random: last(&self.parts.randoms),
        }))
    }

    pub(super) fn composite(&mut self, node: Id, it: &SequenceCompositeNode) -> Option<Compiled> {
        let SequenceCompositeNode {
            parts,
            rate,
            looping,
            restarts,
            is_ignored_by_rules,
        } = it;
        let mut segments: Vec<Segment> = Vec::new();
        for part in parts {
            let Some(clip) = self.clip(node, part.clip) else {
                continue;
            };
            let start = segments.last().map_or(0.0, |before| before.end() as f32);
            let segment = Segment {
                id: segments.len() as u64,
                clip,
                start,
                clip_begin: part.begin,
                clip_end: part.end,
                rate: part.rate,
                loops: part.loops,
            };
            let numbers = [part.begin, part.end, part.rate]
                .iter()
                .all(|number| number.is_finite());
            if !numbers
                || part.begin >= part.end
                || part.rate == 0.0
                || part.rate.abs() > MOST_RATE
                || !(1..=MOST_LOOPS).contains(&part.loops)
            {
                self.error(node, Kind::BadSegment);
                continue;
            }
            segments.push(segment);
        }
        if segments.is_empty() {
            self.error(node, Kind::ListEmpty);
            return None;
        }
        let rate = self.number(node, rate, tr!("play rate"));
        let (looping, restarts, is_ignored_by_rules) = (*looping, *restarts, *is_ignored_by_rules);
        self.parts.composites.push(Composite {
            segments,
            rate,
            looping,
            start: 0.0,
            restarts,
            is_ignored_by_rules,
        });
        Some(Compiled::SequenceComposite(nodes::SequenceCompositeNode {
            composite: last(&self.parts.composites),
        }))
    }

    /// Compiles an aim offset; None lets the source pass, as in all functions that follow here.
    pub(super) fn aim_offset(
        &mut self,
        node: Id,
        source: NodeId,
        it: &AimOffsetNode,
    ) -> Option<Compiled> {
        let space = self.space(node, it.space, [&it.x, &it.y], true)?;
        let look = match &it.look {
            Some(look) => Some(self.look(node, look)?),
            None => None,
        };
        let alpha = self.alpha(node, &it.alpha);
        self.parts.aims.push(AimOffset {
            space,
            alpha,
            lod: it.lod,
            look,
            ..AimOffset::default()
        });
        Some(
            nodes::AimOffsetNode {
                source,
                aim: last(&self.parts.aims),
            }
            .into(),
        )
    }

    pub(super) fn mirrored(
        &mut self,
        node: Id,
        source: NodeId,
        it: &MirrorNode,
    ) -> Option<Compiled> {
        let table = self.mirror(node)?;
        let on = self.truth(node, &it.on, tr!("on"));
        self.parts.mirrors.push(Arc::new(table));
        Some(
            nodes::MirrorNode {
                source,
                mirror: last(&self.parts.mirrors),
                on,
            }
            .into(),
        )
    }

    pub(super) fn modify_curve(
        &mut self,
        node: Id,
        source: NodeId,
        edits: &[CurveEdit],
    ) -> Compiled {
        let first = self.parts.curve_edits.len() as u16;
        edits.iter().for_each(|edit| self.edit(node, edit));
        nodes::ModifyCurveNode {
            source,
            first,
            count: edits.len() as u16,
        }
        .into()
    }

    fn edit(&mut self, node: Id, edit: &CurveEdit) {
        let curve = self.name(node, &edit.curve);
        let value = self.number(node, &edit.value, tr!("curve value"));
        let change = edit
            .change
            .compiled(|weight| self.number(node, weight, tr!("curve weight")));
        self.parts.curve_edits.push(anim::graph::CurveEdit {
            curve,
            value,
            change,
        });
    }

    fn look(&mut self, node: Id, look: &AimTarget) -> Option<LookAt> {
        let source = match &look.from {
            AimSource::Bone(bone) => self.bone(bone).map(|bone| LookSource::Bone(bone.into())),
            AimSource::Socket(socket) => {
                let sockets = &self.from.skeleton.sockets;
                let name = sockets
                    .iter()
                    .find(|known| known.id == *socket)
                    .map(|it| anim::Name::new(&it.name));
                let at = name.and_then(|name| {
                    self.compiled
                        .sockets
                        .iter()
                        .position(|known| known.name == name)
                });
                at.map(|at| LookSource::Socket(at as u32))
            }
        };
        if source.is_none() {
            self.warn(
                node,
                Kind::BonesMissing {
                    bones: vec!["aim source".to_owned()],
                },
            );
        }
        let target = look
            .target
            .each_ref()
            .map(|input| self.number(node, input, tr!("target")));
        Some(LookAt {
            target,
            source: source?,
            axes: look.axes.map(Vec3::from),
        })
    }

    /// Table that mirrors a pose; anything without a partner stays. None, with an error, if the
    /// skeleton's mirror is refused.
    fn mirror(&mut self, node: Id) -> Option<MirrorTable> {
        let mirror = &self.from.skeleton.mirror;
        let partners: Vec<u16> = mirror
            .partners(&self.from.skeleton.bones)
            .into_iter()
            .map(|bone| bone as u16)
            .collect();
        let mut pairs = Vec::new();
        for name in &self.from.made.played_names {
            if let Some(other) = mirror.seen(name) {
                pairs.push((self.name(node, name), self.name(node, &other)));
            }
        }
        match MirrorTable::new(self.compiled, mirror.axis, &partners, NameSwap::new(&pairs)) {
            Ok(table) => Some(table),
            Err(error) => {
                self.error(
                    node,
                    Kind::GraphRefused {
                        why: error.to_string(),
                    },
                );
                None
            }
        }
    }

    pub(super) fn driver(
        &mut self,
        node: Id,
        source: NodeId,
        it: &PoseDriverNode,
    ) -> Option<Compiled> {
        let PoseDriverNode {
            bones,
            targets,
            asset,
            settings,
            lod_threshold,
            alpha,
            ..
        } = it;
        let missing: Vec<String> = bones
            .iter()
            .filter(|key| self.bone(key).is_none())
            .map(ToString::to_string)
            .collect();
        if !missing.is_empty() {
            self.warn(node, Kind::BonesMissing { bones: missing });
            return None;
        }
        let indices: Vec<u32> = bones
            .iter()
            .filter_map(|key| self.bone(key))
            .map(u32::from)
            .collect();
        let target = |target: &DriverTarget| self.target(&indices, target);
        let targets_at: Vec<Target> = targets.iter().map(target).collect();
        let rbf = match Rbf::new(rbf_settings(settings), targets_at) {
            Ok(rbf) => rbf,
            Err(error) => {
                self.error(
                    node,
                    Kind::DriverRefused {
                        why: error.to_string(),
                    },
                );
                return None;
            }
        };
        let names: Vec<&str> = targets.iter().map(|target| target.curve.as_str()).collect();
        let output = match asset {
            Some(_) => DriverOutput::Poses(self.pose_asset(node, *asset, Some(&names))?),
            None => DriverOutput::Curves(names.iter().map(|name| self.name(node, name)).collect()),
        };
        let alpha = self.number(node, alpha, tr!("alpha"));
        self.parts.drivers.push(Driver {
            rbf: Arc::new(rbf),
            bones: indices,
            frame: DriverFrame::Parent,
            output,
            alpha,
            lod: (*lod_threshold).into(),
        });
        Some(Compiled::PoseDriver(nodes::PoseDriverNode {
            source,
            driver: last(&self.parts.drivers),
        }))
    }

    fn target(&self, bones: &[u32], target: &DriverTarget) -> Target {
        let place = |(at, bone): (usize, &u32)| {
            let reference = self.compiled.reference(*bone as usize);
            let [x, y, z] = target
                .turns
                .get(at)
                .copied()
                .unwrap_or_default()
                .map(f32::to_radians);
            (
                reference.translation,
                reference.rotation * Quat::from_euler(EulerRot::XYZ, x, y, z),
            )
        };
        Target {
            places: bones.iter().enumerate().map(place).collect(),
            scale: target.scale,
        }
    }

    /// Mask with the share of each bone that `branches` cover.
    pub(super) fn branches(&mut self, node: Id, branches: &[Branch]) -> mask::BoneMask {
        let missing: Vec<String> = branches
            .iter()
            .filter(|it| self.bone(&it.bone).is_none())
            .map(|it| it.bone.to_string())
            .collect();
        if !missing.is_empty() {
            self.warn(node, Kind::BonesMissing { bones: missing });
        }
        let found: Vec<mask::Branch> = branches
            .iter()
            .filter_map(|it| {
                Some(mask::Branch {
                    bone: self.bone(&it.bone)?.into(),
                    depth: it.depth,
                })
            })
            .collect();
        mask::BoneMask::of_branches(self.compiled, &found)
    }
}

fn rbf_settings(settings: &DriverSettings) -> RbfSettings {
    RbfSettings {
        metric: Metric {
            turn: settings
                .swing
                .map_or(Turn::Angle, |axis| Turn::Swing(Vec3::from(axis))),
            place: 0.0,
        },
        kernel: settings.kernel,
        radius: settings.radius.map_or(Radius::Automatic, |degrees| {
            Radius::Fixed(degrees.to_radians())
        }),
        solver: settings.solver,
        normalise: Normalise::OnlyAboveOne,
    }
}
