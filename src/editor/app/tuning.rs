//! What the selected node of a graph came to, as it is seen in the scene and in figures: how far
//! its limbs reach, which feet are planted, and what it changes.

use super::handles::{HandleScene, on};
use crate::{
    graph_inspection::{Seen, Slides, lock_sentence},
    viewport::{FootSlideTrace, LimbOverlay, LimbSpan, Tuning, TuningFigure, TuningVerdict},
};
use anim::{
    Name, Transform,
    graph::{NodeId, control::ControlReport},
    ik::{LockWord, Reason},
};
use asset::graph::controls::{LookAtControl, TwoBoneIkControl};
use asset::{
    BoneKey, Id,
    graph::{Ccd, ControlKind, Fabrik},
};
use glam::Vec3;
use studio::PreviewFrame;
use words::{Word, tr, word};

/// Status text of a node that did not run in the last tick.
const RESTS: Word = word!("inactive: its alpha is 0, or nothing plays");
/// Metres of the line that shows where a bone looks.
const SIGHT: f32 = 0.25;

impl HandleScene<'_> {
    /// Overlays of the limbs that the selected node controlled in the last tick.
    pub fn limbs(&self, before: Option<&PreviewFrame>) -> Vec<LimbOverlay> {
        let (Some((node, kind)), Some(frame)) = (self.control(), self.frame) else {
            return Vec::new();
        };
        let runtime = frame
            .graph
            .parts()
            .ids
            .iter()
            .position(|id| Id(*id) == node.id)
            .map(|at| at as NodeId);
        let told: Vec<ControlReport> = frame
            .graph_state
            .told(&frame.graph)
            .filter(|(at, _)| Some(*at) == runtime)
            .map(|(_, told)| *told)
            .collect();
        match kind {
            ControlKind::FootPlacement(feet) => {
                let leg = |leg: &asset::graph::PlacedLeg| {
                    self.foot(&leg.leg.foot, leg.ball.as_ref(), &told)
                };
                feet.legs.iter().filter_map(leg).collect()
            }
            ControlKind::LegIk(legs) => {
                let leg = |leg: &asset::graph::LegGoal| {
                    let target = self.bone(&leg.goal)?.translation;
                    self.limb((&leg.leg.hip, &leg.leg.foot), Some(target), &told)
                };
                legs.legs.iter().filter_map(leg).collect()
            }
            ControlKind::LookAt(LookAtControl { clamp, .. }) => self
                .look(before, (kind, *clamp), &told)
                .into_iter()
                .collect(),
            _ => self
                .chain(kind)
                .and_then(|chain| self.limb((&chain.0, &chain.1), self.target(kind), &told))
                .into_iter()
                .collect(),
        }
    }

    /// Feet of the selected Foot Placement node: the position of each before and after the node,
    /// and whether it stands on the ground. Empty for other nodes.
    pub fn feet(&self, before: Option<&PreviewFrame>) -> Vec<Seen> {
        let (Some((_, ControlKind::FootPlacement(feet))), Some(frame), Some(before)) =
            (self.control(), self.frame, before)
        else {
            return Vec::new();
        };
        let told: Vec<ControlReport> = frame
            .graph_state
            .told(&frame.graph)
            .map(|(_, told)| *told)
            .collect();
        let foot = |leg: &asset::graph::PlacedLeg| {
            let sole = leg.ball.as_ref().unwrap_or(&leg.leg.foot);
            let then = HandleScene {
                frame: Some(before),
                ..*self
            };
            let held = self.told(&leg.leg.foot, &told).and_then(|told| told.lock);
            let is_held = matches!(held, Some(LockWord::Lock | LockWord::Hold));
            let curve = leg
                .lock_curve
                .as_ref()
                .and_then(|curve| frame.pose.curve(Name::new(curve)));
            Some(Seen {
                name: leg.leg.foot.as_str().to_owned(),
                places: [then.bone(sole)?.translation, self.bone(sole)?.translation],
                stands: is_held || curve.is_some_and(|curve| curve > 0.5),
            })
        };
        feet.legs.iter().filter_map(foot).collect()
    }

    /// The selected node before and after, in figures.
    pub fn tuning(&self, before: Option<&PreviewFrame>, slides: &Slides) -> Tuning {
        let hint = |text: &str| Tuning {
            title: tr!("Before and after").into(),
            hint: Some(text.into()),
            ..Tuning::default()
        };
        let Some((node, kind)) = self.control() else {
            return hint(tr!("Select a node that moves bones"));
        };
        let title = if node.name.is_empty() {
            node.kind.word().to_owned()
        } else {
            node.name.clone()
        };
        let Some(then) = before.map(|before| HandleScene {
            frame: Some(before),
            ..*self
        }) else {
            return Tuning {
                title,
                ..hint(tr!("Inactive: play, or raise its source weight"))
            };
        };
        let mut figures: Vec<TuningFigure> = self.off_targets(&then, kind);
        if let ControlKind::FootPlacement(feet) = kind {
            figures.extend(
                feet.legs
                    .iter()
                    .filter_map(|leg| self.over_ground(&then, leg)),
            );
            let worst = slides
                .feet
                .iter()
                .filter_map(|foot| Some((&foot.name, foot.worst?)));
            figures.extend(
                worst.map(|(name, worst)| figure(tr!("{name} drift, worst"), worst.map(Some))),
            );
        }
        figures.extend(self.moves_most(&then));
        let slides = slides.feet.iter();
        let slides = slides.map(|foot| FootSlideTrace {
            name: foot.name.clone(),
            frames: foot.slides.iter().copied().collect(),
        });
        Tuning {
            title,
            figures,
            slides: slides.collect(),
            hint: None,
        }
    }

    /// Distances of the moved ends from their targets, millimetres.
    fn off_targets(&self, then: &HandleScene<'_>, kind: &ControlKind) -> Vec<TuningFigure> {
        let off = |scene: &HandleScene<'_>, bone: &BoneKey, target: Vec3| {
            Some(scene.bone(bone)?.translation.distance(target) * 1000.0)
        };
        let row = |bone: &BoneKey, target: Vec3| {
            figure(
                tr!("{} to target", bone.as_str()),
                [off(then, bone, target), off(self, bone, target)],
            )
        };
        if let ControlKind::LegIk(legs) = kind {
            let goal = |leg: &asset::graph::LegGoal| {
                Some(row(&leg.leg.foot, self.bone(&leg.goal)?.translation))
            };
            return legs.legs.iter().filter_map(goal).collect();
        }
        let end = self.chain(kind).map(|chain| chain.1);
        end.zip(self.target(kind))
            .map(|(end, target)| row(&end, target))
            .into_iter()
            .collect()
    }

    /// Depth of the sole in the ground, millimetres. The sole lies as far below its bone as in the
    /// reference pose.
    fn over_ground(
        &self,
        then: &HandleScene<'_>,
        leg: &asset::graph::PlacedLeg,
    ) -> Option<TuningFigure> {
        let (_, rig) = self.skeleton?;
        let sole = leg.ball.as_ref().unwrap_or(&leg.leg.foot);
        let rest = rig.reference_models().get(rig.index(sole)?)?.translation.y;
        let through = |scene: &HandleScene<'_>| {
            let at = scene.bone(sole)?.translation;
            let sole = (at - Vec3::Y * rest).as_dvec3();
            Some(self.place().ground.depth(sole) as f32 * 1000.0)
        };
        Some(figure(
            tr!("{} through ground", leg.leg.foot.as_str()),
            [through(then), through(self)],
        ))
    }

    /// The bone that the node, and what comes after it, moves farthest.
    fn moves_most(&self, then: &HandleScene<'_>) -> Option<TuningFigure> {
        let (now, then, (_, rig)) = (self.frame?, then.frame?, self.skeleton?);
        let way = |at: usize| {
            Some(
                (now.models.get(at)?.translation - then.models.get(at)?.translation).length()
                    * 1000.0,
            )
        };
        let (bone, way) = (0..rig.bones.len())
            .filter_map(|at| Some((at, way(at)?)))
            .max_by(|a, b| a.1.total_cmp(&b.1))?;
        let label = tr!("Largest motion: {}", rig.bones[bone].name);
        Some(TuningFigure {
            label,
            before: None,
            after: Some(format!("{way:.1} mm")),
            verdict: TuningVerdict::Plain,
        })
    }

    /// Root and end of the chain of a control; None if there is no chain.
    fn chain(&self, kind: &ControlKind) -> Option<(BoneKey, BoneKey)> {
        match kind {
            ControlKind::TwoBoneIk(TwoBoneIkControl { end, .. }) => {
                let (_, rig) = self.skeleton?;
                let joint = rig.bones[rig.index(end)?].parent? as usize;
                let root = rig.bones[joint].parent? as usize;
                Some((rig.bones[root].key.clone(), end.clone()))
            }
            ControlKind::Fabrik(Fabrik { chain, .. }) | ControlKind::Ccd(Ccd { chain, .. }) => {
                Some((chain.root.clone(), chain.tip.clone()))
            }
            _ => None,
        }
    }

    /// Target of a control, world space; None if no target is known.
    fn target(&self, kind: &ControlKind) -> Option<Vec3> {
        let target = kind.targets()[0]?;
        Some(on(
            &self.space(&target.space, kind)?,
            self.values(self.control()?.0.id, &target.at)?,
        ))
    }

    /// Joints of a chain from `root` to `end`, world space; None if there is no such chain.
    fn joints(&self, root: &BoneKey, end: &BoneKey) -> Option<Vec<Vec3>> {
        let (_, rig) = self.skeleton?;
        let (root, mut at) = (rig.index(root)?, rig.index(end)?);
        let mut joints = vec![self.bone(&rig.bones[at].key)?.translation];
        while at != root {
            at = rig.bones[at].parent? as usize;
            joints.push(self.bone(&rig.bones[at].key)?.translation);
        }
        joints.reverse();
        Some(joints)
    }

    fn limb(
        &self,
        (root, end): (&BoneKey, &BoneKey),
        target: Option<Vec3>,
        told: &[ControlReport],
    ) -> Option<LimbOverlay> {
        let joints = self.joints(root, end)?;
        let told = self.told(end, told);
        let length: f32 = joints
            .windows(2)
            .map(|pair| pair[0].distance(pair[1]))
            .sum();
        let stretch = told.map_or(1.0, |told| told.stretch as f32);
        let reach = if stretch > 1e-3 {
            length / stretch
        } else {
            length
        };
        let off = target.map_or(0.0, |target| target.distance(joints[joints.len() - 1]));
        let asked = target.map(|target| target.distance(joints[0]));
        let note = told.map_or_else(|| RESTS.into(), |told| came_to(told, (asked, reach), off));
        let is_bad = told.is_none_or(|told| told.reason != Reason::Reached);
        Some(LimbOverlay {
            joints,
            target,
            span: Some(LimbSpan::Reach(reach)),
            note,
            is_bad,
        })
    }

    fn look(
        &self,
        before: Option<&PreviewFrame>,
        (kind, clamp): (&ControlKind, f64),
        told: &[ControlReport],
    ) -> Option<LimbOverlay> {
        let ControlKind::LookAt(LookAtControl { chain, axis, .. }) = kind else {
            return None;
        };
        let last = &chain.last()?.bone;
        let bone = self.bone(last)?;
        let told = self.told(last, told);
        let note = match told {
            Some(told) if told.reason == Reason::Clamped => tr!("clamped at {clamp:.0}°"),
            Some(told) => sentence(told.reason).to_owned(),
            None => RESTS.into(),
        };
        let axis = Vec3::from(*axis).normalize_or_zero();
        let joints = vec![
            bone.translation,
            bone.translation + bone.rotation * axis * SIGHT,
        ];
        // The clamp is about the way that it looks in the pose that the node gets; 0 is none.
        let own = before.and_then(|before| {
            HandleScene {
                frame: Some(before),
                ..*self
            }
            .bone(last)
        });
        let cone = |own: Transform| LimbSpan::Cone {
            ahead: own.rotation * axis,
            degrees: clamp as f32,
        };
        let span = own.filter(|_| clamp > 0.0).map(cone);
        let is_bad = told.is_none_or(|told| told.reason != Reason::Aimed);
        Some(LimbOverlay {
            joints,
            target: None,
            span,
            note,
            is_bad,
        })
    }

    fn foot(
        &self,
        foot: &BoneKey,
        ball: Option<&BoneKey>,
        told: &[ControlReport],
    ) -> Option<LimbOverlay> {
        let told = self.told(foot, told);
        let (ankle, sole) = (self.bone(foot)?, self.bone(ball.unwrap_or(foot))?);
        let lock = told.and_then(|told| told.lock);
        let is_planted = matches!(lock, Some(LockWord::Lock | LockWord::Hold));
        let floor = self
            .place()
            .ground
            .under(sole.translation.as_dvec3(), 0.0)
            .0 as f32;
        let over = (sole.translation.y - floor) * 1000.0;
        let name = foot.as_str();
        let note = match lock {
            Some(lock) if is_planted => format!("{name} {}", lock_sentence(lock)),
            Some(lock) => tr!(
                "{name} {} · {over:.0} mm over the ground",
                lock_sentence(lock)
            ),
            None => tr!("{name} inactive"),
        };
        let span = Some(LimbSpan::Foot {
            is_planted,
            ahead: sole.translation - ankle.translation,
        });
        Some(LimbOverlay {
            joints: vec![sole.translation.with_y(floor)],
            target: None,
            span,
            note,
            is_bad: false,
        })
    }

    fn told(&self, bone: &BoneKey, told: &[ControlReport]) -> Option<ControlReport> {
        let bone = self.skeleton?.1.index(bone)?;
        told.iter()
            .find(|told| usize::from(told.bone) == bone)
            .copied()
    }
}

/// Millimetres before and after.
fn figure(label: String, [before, after]: [Option<f32>; 2]) -> TuningFigure {
    let text = |value: Option<f32>| value.map(|value| format!("{value:.1} mm"));
    TuningFigure {
        label,
        before: text(before),
        after: text(after),
        verdict: TuningVerdict::of([before, after]),
    }
}

/// Result of a limb in words, with the requested distance and the reach if both are known.
fn came_to(told: ControlReport, (asked, reach): (Option<f32>, f32), off: f32) -> String {
    let millimetres = off * 1000.0;
    match (told.reason, asked) {
        (Reason::Reached, Some(asked)) => {
            tr!(
                "{asked:.3} / {reach:.3} m, {:.0} % of reach",
                asked / reach.max(1e-6) * 100.0
            )
        }
        (Reason::Straight, Some(asked)) => {
            tr!("out of reach: {asked:.3} > {reach:.3} m, {millimetres:.0} mm off")
        }
        (reason, _) if off > 1e-3 => tr!("{}: {millimetres:.0} mm off", sentence(reason)),
        (reason, _) => sentence(reason).to_owned(),
    }
}

fn sentence(reason: Reason) -> &'static str {
    match reason {
        Reason::Reached => tr!("reached"),
        Reason::Straight => tr!("out of reach"),
        Reason::TooClose => tr!("too close for these bone lengths"),
        Reason::AtRoot => tr!("the target is on the root"),
        Reason::DegenerateLimb => tr!("a bone has no length"),
        Reason::BadInput => tr!("a number is not finite"),
        Reason::Unconverged => tr!("not solved within the iterations"),
        Reason::NoOp => tr!("nothing to do"),
        Reason::Soft => tr!("soft limit before full extension"),
        Reason::HingeLimit => tr!("the min knee angle is reached"),
        Reason::Aimed => tr!("looks at its target"),
        Reason::Clamped => tr!("clamped"),
        Reason::AtTarget => tr!("the target is on the bone"),
        Reason::TargetMissing => tr!("no warp target has that name"),
    }
}
