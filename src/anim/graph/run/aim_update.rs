//! Aim offsets at work: how much they turn, towards what, and the pose that is turned.

use super::{
    aim_state::AimState, outcome::UpdateOutcome, pose_nodes::model, scratch::EvaluationScratch,
    space_update::add_shares, state::GraphState, tick::Tick, travelled::ClipOwner,
};
use crate::{
    Pose, Skeleton, Transform,
    additive::AdditiveKind,
    blend_space::Weights,
    float::Extreme,
    graph::data::{
        aim::{AimOffset, LookAt, LookSource, yaw_and_pitch},
        value::unit,
    },
    mesh_levels::runs_at,
    transform::WEIGHT_EPSILON,
};
use glam::Vec3;

impl GraphState {
    pub(in crate::graph) fn aim(
        &mut self,
        state: usize,
        aim: &AimOffset,
        tick: &Tick<'_>,
        new: bool,
    ) {
        let alpha = self.next_alpha(aim.alpha, self.aims[state].alpha, tick, new);
        let scaled = f64::from(alpha.alpha) * aim.scale + aim.bias;
        let weight = if runs_at(aim.lod, tick.lod) {
            unit(scaled.higher(aim.least).lower(aim.most)) as f32
        } else {
            0.0
        };
        (self.aims[state].alpha, self.aims[state].weight) = (alpha, weight);
        if weight <= WEIGHT_EPSILON {
            return;
        }
        let became_relevant =
            self.aims[state].frame + 1 < self.frame || self.aims[state].frame == 0;
        self.aims[state].frame = self.frame;
        match aim.look {
            Some(look) => {
                let target = look
                    .target
                    .map(|value| self.value(value, tick).unwrap_or(f64::NAN) as f32);
                self.aims[state].target =
                    Some(Vec3::from_array(target)).filter(|target| target.is_finite());
            }
            None => {
                let mut space = std::mem::take(&mut self.aims[state].space);
                self.follow(&mut space, aim.space, tick, became_relevant);
                self.aims[state].space = space;
            }
        }
    }

    /// The clips of a space that is updated move on.
    pub(in crate::graph) fn travel_aim(
        &mut self,
        at: usize,
        aim: &AimOffset,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
    ) {
        let owner = self.owner(at, tick);
        let state = &mut self.aims[usize::from(tick.graph.nodes[at].state)];
        if state.weight > WEIGHT_EPSILON && aim.look.is_none() {
            let owner = ClipOwner {
                weight: owner.weight * state.weight,
                ..owner
            };
            state.space.travel(
                &tick.graph.parts().spaces[usize::from(aim.space)],
                &owner,
                tick,
                outcome,
            );
        }
    }
}

impl AimState {
    pub(in crate::graph) fn turn(
        &self,
        aim: &AimOffset,
        tick: &Tick<'_>,
        scratch: &mut EvaluationScratch,
        pose: &mut Pose,
    ) {
        if self.weight <= WEIGHT_EPSILON {
            return;
        }
        let play = &tick.graph.parts().spaces[usize::from(aim.space)];
        let mut looked = Weights::default();
        if let Some(look) = &aim.look {
            let seen = self
                .target
                .and_then(|target| angles(look, target, &tick.skeleton, pose));
            let Some(angles) = seen else { return };
            play.space.weights(angles.map(f64::to_degrees), &mut looked);
        }
        let mut turned = std::mem::take(&mut scratch.turned);
        let mut mix = scratch.mix(tick, Some(AdditiveKind::Mesh));
        match aim.look {
            None => self.space.add_to(&mut mix, play, &mut turned),
            Some(_) => add_shares(
                looked.as_slice(),
                unit(play.play.start),
                play,
                &mut mix,
                &mut turned,
            ),
        }
        mix.finish_sampling(&mut turned);
        scratch.put(AdditiveKind::Mesh, &mut turned, self.weight, tick, pose);
        scratch.turned = turned;
    }
}

/// Angles to the target; None if there is nothing to look at, or nothing to look from.
fn angles(look: &LookAt, target: Vec3, skeleton: &Skeleton, pose: &Pose) -> Option<[f64; 2]> {
    let (bone, local) = match look.source {
        LookSource::Bone(bone) => (bone, Transform::IDENTITY),
        LookSource::Socket(socket) => {
            let socket = skeleton.sockets.get(socket as usize)?;
            (socket.bone, socket.local.into())
        }
    };
    if bone as usize >= pose.len() {
        return None;
    }
    let source = model(bone as usize, skeleton, pose).compose(&local);
    let direction = source.rotation.conjugate() * (target - source.translation);
    direction
        .is_finite()
        .then(|| yaw_and_pitch(direction, &look.axes))
}
