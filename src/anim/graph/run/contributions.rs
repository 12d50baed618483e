//! What a pose is made of: how much of each clip there is in a bone, after an update.
//!
//! It is worked out only when somebody asks, from what the update left: no tick pays for it. Full
//! poses share a bone, and their parts sum to 1; differences lie on top, each by as much as there
//! is of it.

use super::{
    crossing::link_of,
    montage_record::ActiveMontage,
    slot,
    space::SpacePlayer,
    state::GraphState,
    tick::Tick,
    walk::{Contribution, ContributionSink, Showing, Walk},
};
use crate::{
    blend_space::share_of,
    float::Extreme,
    graph::{
        data::{
            node::{LayeredNode, SlotNode, TransitionEnd},
            settings::SpacePlay,
            value::{NO_NODE, NodeId},
        },
        nodes::PoseNode,
    },
    machine::Layer,
    transform::WEIGHT_EPSILON,
};

impl GraphState {
    /// Contributions to `bone`, or the mean over all bones without one. Contributions that share
    /// come first, the largest first. Empty before the first update. Contract: called after the
    /// update of this tick.
    pub(crate) fn contributions(&self, bone: Option<usize>, tick: &Tick<'_>) -> Vec<Contribution> {
        let mut parts = Vec::new();
        let Some(output) = self.nodes.len().checked_sub(1).filter(|_| self.frame > 0) else {
            return parts;
        };
        let bones = match bone {
            Some(bone) => bone..bone + 1,
            None => 0..tick.skeleton.len(),
        };
        let weight = 1.0 / bones.len().max(1) as f32;
        for bone in bones {
            let mut walk = Walk {
                state: self,
                tick,
                bone,
                is_additive: false,
                crossings: Vec::new(),
                parts: &mut parts,
            };
            walk.node(output as NodeId, weight);
        }
        sort(&mut parts);
        parts
    }

    /// Everything that plays, by its weight in the whole pose: the product along the path from the
    /// output.
    pub(crate) fn playing(&self, tick: &Tick<'_>) -> Vec<Contribution> {
        let mut parts = Vec::new();
        for at in (0..self.nodes.len()).filter(|at| self.frame > 0 && self.is_reached(*at)) {
            let is_additive = tick.graph.nodes[at].kind.is_some();
            let told = ContributionSink {
                node: at as NodeId,
                is_additive,
                to: &mut parts,
            };
            let weight = self.nodes[at].weight;
            Showing {
                state: self,
                slot: tick.graph.slot(at),
                tick,
                bone: None,
                weight,
                told,
            }
            .tell(at);
        }
        parts.retain(|part| part.clip.is_some() && part.weight > 0.0);
        sort(&mut parts);
        parts
    }
}

/// The largest first, those on top last.
fn sort(parts: &mut [Contribution]) {
    parts.sort_by(|a, b| {
        a.is_additive
            .cmp(&b.is_additive)
            .then(b.weight.total_cmp(&a.weight))
    });
}

pub(in crate::graph) fn tell_space(
    player: &SpacePlayer,
    play: &SpacePlay,
    bone: Option<usize>,
    weight: f32,
    told: &mut ContributionSink<'_>,
) {
    let set = bone.and_then(|bone| play.space.bone_speeds().of(bone));
    let share = |sample: u32| match set {
        Some(set) => share_of(player.state.weights_of_bones(set), sample),
        None => player.state.weight(sample),
    };
    let sum: f64 = player
        .state
        .reached()
        .iter()
        .map(|sample| share(*sample))
        .sum();
    if sum <= 0.0 {
        return told.nothing(weight);
    }
    for sample in player.state.reached() {
        let time = player.way(*sample).map_or(0.0, |(time, _)| time);
        let clip = play.space.samples()[*sample as usize].clip;
        told.clip(Some(clip), time, weight * (share(*sample) / sum) as f32);
    }
}

impl Walk<'_, '_> {
    /// Visits a slot as it is evaluated: full-pose montages and the source by weight, additives on
    /// top.
    pub(in crate::graph) fn slot(&mut self, at: NodeId, node: &SlotNode, weight: f32) {
        let (tick, SlotNode { source, slot, .. }) = (self.tick, *node);
        let totals = slot::totals(tick, slot);
        let by_bone = |record: &ActiveMontage| {
            if totals.is_by_bone {
                record.bone(self.bone, tick)
            } else {
                record.weight
            }
        };
        let all: Vec<(&ActiveMontage, f32)> = slot::full_records(tick, slot)
            .map(|record| (record, by_bone(record)))
            .collect();
        let taken: f32 = all.iter().map(|(_, weight)| weight).sum();
        let has_source = source == NO_NODE || self.state.has_pose(source);
        let under = if has_source {
            (1.0 - taken).higher(0.0)
        } else {
            0.0
        };
        let sum = under + taken;
        if sum <= WEIGHT_EPSILON {
            self.told(at).nothing(weight);
        } else {
            if under > 0.0 {
                self.link(source, at, weight * under / sum);
            }
            for (record, part) in all {
                self.told(at)
                    .montage(record, slot, weight * part / sum, tick);
            }
        }
        for record in slot::additive_records(tick, slot) {
            self.told(at)
                .montage(record, slot, weight * record.weight, tick);
        }
    }

    /// Each over those before it, as far as they have a pose.
    pub(in crate::graph) fn stack(&mut self, at: NodeId, all: &[(NodeId, f32)], weight: f32) {
        let there: Vec<_> = all
            .iter()
            .filter(|(link, _)| self.state.has_pose(*link))
            .collect();
        let mut rest = weight;
        for (nth, (link, alpha)) in there.into_iter().enumerate().rev() {
            let own = if nth == 0 { rest } else { rest * alpha };
            if own > 0.0 {
                self.link(*link, at, own);
            }
            rest -= own;
        }
    }

    pub(in crate::graph) fn list(&mut self, at: NodeId, weight: f32) {
        let placed = &self.tick.graph.nodes[usize::from(at)];
        let (list, links) = (
            &self.state.lists[usize::from(placed.state)],
            self.tick.graph.links(&placed.node),
        );
        let own = |nth: usize| {
            if list.is_by_bone() {
                list.bones(nth)[self.bone]
            } else {
                list.weights[nth]
            }
        };
        let there = links
            .iter()
            .enumerate()
            .filter(|(_, link)| self.state.has_pose(**link));
        let parts: Vec<_> = there
            .map(|(nth, link)| (*link, own(nth)))
            .filter(|(_, own)| *own > 0.0)
            .collect();
        let sum: f64 = parts.iter().map(|(_, own)| own).sum();
        if parts.is_empty() {
            self.told(at).nothing(weight);
        }
        for (link, own) in parts {
            self.link(link, at, weight * (own / sum) as f32);
        }
    }

    pub(in crate::graph) fn layered(&mut self, at: NodeId, node: &LayeredNode, weight: f32) {
        let sources = node.sources(self.tick.graph.parts());
        let Some((base, layers)) = sources.as_slice().split_first() else {
            return;
        };
        let mut rest = weight;
        for (nth, link) in layers.iter().enumerate().rev() {
            let nth = usize::from(node.layer) + nth;
            let layer = self.state.layers[nth];
            if layer <= WEIGHT_EPSILON || *link == NO_NODE || !self.state.has_pose(*link) {
                continue;
            }
            let own = rest * layer * self.tick.graph.parts().layers[nth].mask.weight(self.bone);
            if own > 0.0 {
                self.node(*link, own);
            }
            rest -= own;
        }
        self.link(*base, at, rest);
    }

    /// Visits the state below all transitions, and over it `count` of the transitions in progress.
    pub(in crate::graph) fn machine(&mut self, at: NodeId, count: usize, weight: f32) {
        let placed = &self.tick.graph.nodes[usize::from(at)];
        let machine = &self.state.machines[usize::from(placed.state)];
        let links = self.tick.graph.links(&placed.node);
        let layers: Vec<Layer> = machine.layers().take(count).collect();
        let base = links[usize::from(machine.base())];
        let has_below = |nth: usize| {
            let below = layers[..nth]
                .iter()
                .map(|layer| links[usize::from(layer.to)]);
            below.chain([base]).any(|link| self.state.has_pose(link))
        };
        let covered: Vec<bool> = (0..layers.len()).map(has_below).collect();
        let mut rest = weight;
        for (nth, layer) in layers.iter().enumerate().rev() {
            let to = links[usize::from(layer.to)];
            if let Some(link) =
                link_of(at.into(), layer, self.tick).filter(|link| self.state.has_pose(*link))
            {
                self.crossings.push((at, nth));
                self.node(link, rest);
                self.crossings.pop();
                return;
            }
            if !self.state.has_pose(to) {
                continue;
            }
            let profile = layer.profile(&self.tick.skeleton);
            let alpha = profile.map_or(layer.alpha as f32, |profile| {
                profile.share(self.bone, &layer.progress)
            });
            let own = if covered[nth] { rest * alpha } else { rest };
            if own > 0.0 {
                self.link(to, at, own);
            }
            rest -= own;
        }
        if rest > 0.0 {
            self.link(base, at, rest);
        }
    }

    /// An end of the innermost transition whose graph is walked.
    pub(in crate::graph) fn crossing(&mut self, end: TransitionEnd, weight: f32) {
        let Some((at, nth)) = self.crossings.pop() else {
            return;
        };
        match end {
            TransitionEnd::From => self.machine(at, nth, weight),
            TransitionEnd::To => {
                let placed = &self.tick.graph.nodes[usize::from(at)];
                let to = self.state.machines[usize::from(placed.state)]
                    .layers()
                    .nth(nth)
                    .map(|layer| layer.to);
                if let Some(to) = to {
                    self.link(
                        self.tick.graph.links(&placed.node)[usize::from(to)],
                        at,
                        weight,
                    );
                }
            }
        }
        self.crossings.push((at, nth));
    }
}
