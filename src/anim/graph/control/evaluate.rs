//! The evaluation of a control: where its bones go, blended over where they are.

use super::{
    ControlKind, External, Fault,
    bones::{BoneTarget, ControlContext, Warps},
    limits,
    memory::Memory,
    scratch::ControlScratch,
};
use crate::{
    Pose,
    graph::{GraphState, NodeId, Tick},
    spaces::ModelPose,
    transform::WEIGHT_EPSILON,
};

impl GraphState {
    /// `pose` is that of the source, and becomes the control's. Without alpha it keeps every bit.
    pub(in crate::graph) fn evaluate_control(
        &mut self,
        at: usize,
        (source, control): (NodeId, u16),
        tick: &Tick<'_>,
        scratch: &mut ControlScratch,
        pose: &mut Pose,
    ) {
        let control = &tick.graph.parts().controls[usize::from(control)];
        let place = usize::from(tick.graph.nodes[at].state);
        if scratch.go_on(source, at, pose.len())
            && pose.len() == tick.skeleton.len()
            && self
                .controls
                .iter()
                .any(|control| control.names_virtual_bones)
        {
            ModelPose::resumed(&tick.skeleton, pose, &mut scratch.models, tick.placement)
                .hold_virtual_bones();
        }
        let state = &mut self.controls[place];
        let remembers = control.kind.remembers();
        let of_pose = control.alpha.of_pose(pose).map(f64::from);
        let followed = of_pose.map(|goal| {
            state
                .following
                .at(self.frame, goal, control.alpha.interpolation) as f32
        });
        let alpha = followed.unwrap_or(state.alpha);
        state.alpha = alpha;
        if !state.runs || alpha <= WEIGHT_EPSILON || pose.len() != tick.skeleton.len() {
            if remembers {
                state.pause(self.frame);
            }
            return;
        }
        let (dt, memory) = if remembers {
            state.begin_control(self.frame)
        } else {
            (0.0, Memory::Nothing)
        };
        let (mut told, mut stood) = (std::mem::take(&mut state.told), state.stood.take());
        told.clear();
        let ControlScratch {
            models,
            entries,
            before,
            joints,
            path,
            work,
            footing,
            legs,
            rigids,
            ..
        } = scratch;
        let mut bones = ControlContext {
            model: ModelPose::resumed(&tick.skeleton, pose, models, tick.placement),
            inputs: &state.inputs,
            dt,
            is_whole: alpha >= 1.0 - WEIGHT_EPSILON,
            entries,
            joints,
            path,
            work,
            ground: &tick.ground,
            targets: &tick.targets,
            told: &mut told,
            warped: None,
            warp: Warps {
                gait: state.gait,
                legs,
                rigids,
            },
            curve: None,
        };
        let memory = match &control.kind {
            ControlKind::FootPlacement(placement) => {
                placement.solve(&mut bones, &mut stood, footing)
            }
            kind => solve(kind, &self.externals, &mut bones, memory),
        };
        if !write(&mut bones, alpha, before) {
            self.faults.tell(at, Fault::Bones);
        }
        let warped = bones.warped;
        let state = &mut self.controls[place];
        if warped.is_some() {
            state.warped = warped;
        }
        (state.told, state.stood) = (told, stood);
        if remembers {
            state.end(memory);
        }
    }
}

fn solve(
    kind: &ControlKind,
    externals: &[External],
    bones: &mut ControlContext<'_>,
    memory: Memory,
) -> Memory {
    match kind {
        ControlKind::TwoBoneIk(limb) => return limb.solve(bones, memory),
        ControlKind::LookAt(look) => return look.solve(bones, memory),
        ControlKind::ModifyBone(modify) => modify.solve(bones),
        ControlKind::CopyBone(copy) => copy.solve(bones),
        ControlKind::RotationMultiplier(turn) => turn.solve(bones),
        ControlKind::RotateRootBone(turn) => turn.solve(bones),
        ControlKind::BoneDriven(driven) => driven.solve(bones),
        ControlKind::ApplyLimits(all) => limits::solve(all, bones),
        ControlKind::Spring(spring) => return spring.solve(bones, memory),
        ControlKind::ScaleLength(length) => length.solve(bones),
        ControlKind::Fabrik(chain) => chain.solve(bones),
        ControlKind::Ccd(chain) => chain.solve(bones),
        ControlKind::LegIk(legs) => legs.solve(bones),
        ControlKind::FootPlacement(_) => {}
        ControlKind::ExternalPose(name) => {
            if let Some(external) = externals.iter().find(|external| external.name == *name) {
                external.solve(bones);
            }
        }
        ControlKind::StrideWarping(stride) => return stride.solve(bones, memory),
        ControlKind::OrientationWarping(orientation) => orientation.solve(bones),
        ControlKind::SlopeWarping(slope) => return slope.solve(bones, memory),
    }
    Memory::Nothing
}

/// Blends what was given over what was there. A list that is not ascending, or not finite, changes
/// nothing and is refused.
pub(super) fn write(
    bones: &mut ControlContext<'_>,
    alpha: f32,
    before: &mut Vec<crate::Transform>,
) -> bool {
    let ControlContext {
        model,
        entries,
        curve,
        is_whole,
        ..
    } = bones;
    if entries.is_empty() && curve.is_none() {
        return true;
    }
    let is_ascending = entries.windows(2).all(|pair| pair[0].0 < pair[1].0);
    let count = model.count();
    let is_sound = |entry: &BoneTarget| usize::from(entry.0) < count && entry.1.is_finite();
    if !(is_ascending
        && entries.iter().all(is_sound)
        && curve.is_none_or(|(_, value)| value.is_finite()))
    {
        return false;
    }
    if *is_whole {
        entries
            .iter()
            .for_each(|(bone, wanted)| model.set_model((*bone).into(), *wanted));
    } else {
        // All before any is written: a bone that was written takes those below it along.
        before.clear();
        before.extend(entries.iter().map(|(bone, _)| model.model((*bone).into())));
        for ((bone, wanted), before) in entries.iter().zip(before) {
            model.set_model((*bone).into(), before.blend(wanted, alpha));
        }
    }
    if let Some((name, value)) = *curve {
        let old = model.pose().curve(name).unwrap_or(0.0);
        model.set_curve(
            name,
            if *is_whole {
                value
            } else {
                old + (value - old) * alpha
            },
        );
    }
    true
}
