//! Blends of lists and state machines whose bones go each at its own pace, as a blend profile says.
//!
//! Weights of poses stay those of the blend: rules, notifies and root motion go by them.

use super::{mix::Mixer, sampling::rest, scratch::Shares, state::GraphState, tick::Tick};
use crate::{
    Pose,
    float::Extreme,
    graph::data::value::{NO_NODE, NodeId},
    machine::Layer,
    pose::blend_by_bone,
    transform::WEIGHT_EPSILON,
};

/// Minimum weight with which a source that some bone needs is updated, so that the nodes below it
/// do not become inactive.
const LEAST: f32 = 1e-3;

impl GraphState {
    /// Weight with which a state is updated.
    pub(super) fn state_weight(&self, machine: u16, state: u16, tick: &Tick<'_>) -> f32 {
        let machine = &self.machines[usize::from(machine)];
        let weight = machine.weight_of(state) as f32;
        if !machine.is_by_bone(&tick.skeleton) {
            return weight;
        }
        weight.higher((machine.greatest_share(state, &tick.skeleton) as f32).lower(LEAST))
    }

    /// Weight with which a source of a list is updated.
    pub(in crate::graph) fn list_weight(&self, slot: usize, nth: usize) -> f32 {
        let list = &self.lists[slot];
        let greatest = list.bones(nth).iter().copied().fold(0.0, Extreme::higher);
        (list.weights[nth] as f32).higher((greatest as f32).lower(LEAST))
    }

    /// One transition over the other.
    pub(in crate::graph) fn mix_machine_by_bone(
        &self,
        at: usize,
        tick: &Tick<'_>,
        mixer: &mut Mixer<'_>,
        pose: &mut Pose,
    ) {
        let placed = &tick.graph.nodes[at];
        let machine = &self.machines[usize::from(placed.state)];
        let links = tick.graph.links(&placed.node);
        let base = links[usize::from(machine.base())];
        let mut has_below = self.has_pose(base);
        if has_below {
            self.copy(base, tick, mixer, pose);
        }
        for layer in machine.layers() {
            let to = links[usize::from(layer.to)];
            match (self.has_pose(to), has_below) {
                (false, _) => {}
                (true, false) => self.copy(to, tick, mixer, pose),
                (true, true) => self.lay(to, &layer, tick, mixer, pose),
            }
            has_below |= self.has_pose(to);
        }
        if !has_below {
            rest(mixer.kind, tick, pose);
        }
    }

    /// A transition over what it leaves, without a graph of its own.
    pub(super) fn lay(
        &self,
        to: NodeId,
        layer: &Layer,
        tick: &Tick<'_>,
        mixer: &mut Mixer<'_>,
        pose: &mut Pose,
    ) {
        let alpha = layer.alpha as f32;
        if let Some(profile) = layer.profile(&tick.skeleton) {
            mixer.shares.mask.fill(tick.skeleton.len(), |bone| {
                profile.share(bone, &layer.progress)
            });
            self.over_by_bone(to, alpha, tick, mixer, pose);
        } else if alpha >= 1.0 - WEIGHT_EPSILON {
            self.copy(to, tick, mixer, pose);
        } else if alpha > WEIGHT_EPSILON {
            self.over(to, alpha, tick, mixer, pose);
        }
    }

    /// Mixes a list as [`GraphState::mix_list`] does, bone by bone.
    pub(in crate::graph) fn mix_list_by_bone(
        &self,
        at: usize,
        tick: &Tick<'_>,
        mixer: &mut Mixer<'_>,
        pose: &mut Pose,
    ) {
        let placed = &tick.graph.nodes[at];
        let list = &self.lists[usize::from(placed.state)];
        let bones = tick.skeleton.len();
        let mut sum = 0.0;
        mixer.shares.sums.clear();
        mixer.shares.sums.resize(bones, 0.0);
        let mut has_below = false;
        for (nth, link) in tick.graph.links(&placed.node).iter().enumerate() {
            let (weight, own) = (list.weights[nth], list.bones(nth));
            if !self.has_pose(*link) || !(weight > 0.0 || own.iter().any(|weight| *weight > 0.0)) {
                continue;
            }
            sum += weight;
            let Shares { mask, sums } = mixer.shares;
            sums.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
            if has_below {
                mask.fill(bones, |bone| share(own[bone], sums[bone]));
                self.over_by_bone(*link, share(weight, sum), tick, mixer, pose);
            } else {
                self.copy(*link, tick, mixer, pose);
            }
            has_below = true;
        }
        if !has_below {
            rest(mixer.kind, tick, pose);
        }
    }

    /// Each bone by the mask in the shares, curves by `alpha`.
    fn over_by_bone(
        &self,
        link: NodeId,
        alpha: f32,
        tick: &Tick<'_>,
        mixer: &mut Mixer<'_>,
        pose: &mut Pose,
    ) {
        let Mixer {
            poses,
            mixed,
            other,
            kind,
            shares,
            ..
        } = mixer;
        let over = match link {
            NO_NODE => {
                rest(*kind, tick, other);
                &**other
            }
            link => &poses[usize::from(tick.graph.nodes[usize::from(link)].buffer)],
        };
        blend_by_bone(pose, over, alpha, &shares.mask, mixed);
        std::mem::swap(pose, mixed);
    }
}

/// Fraction of `weight` in `sum`, which includes the weight; 0 if `sum` is 0.
fn share(weight: f64, sum: f64) -> f32 {
    if sum > 0.0 {
        (weight / sum) as f32
    } else {
        0.0
    }
}
