//! Root motion as it passes the nodes that make it longer or turn it.

use super::{
    ControlKind,
    gait::{Ridden, Rising, RootMotionChange},
};
use crate::{
    graph::{
        GraphState, NodeId,
        run::{outcome::UpdateOutcome, tick::Tick},
    },
    instance::RootMotionBlend,
    transform::WEIGHT_EPSILON,
};
use glam::DVec3;

impl GraphState {
    /// Takes the root motion of players and of montages through the nodes above them. Contract: all
    /// have moved.
    pub(in crate::graph) fn lead_roots(&mut self, tick: &Tick<'_>, outcome: &mut UpdateOutcome) {
        if tick.graph.leaders().is_empty() {
            for made in &tick.montage_roots {
                let seen = made.seen_in(
                    outcome
                        .slot(made.slot)
                        .and_then(|slot| slot.mirror(tick.graph)),
                );
                outcome.montage_roots.push(seen);
            }
            return;
        }
        let mut rising = std::mem::take(&mut outcome.rising);
        rising.clear();
        rising.extend(
            outcome
                .roots
                .iter()
                .zip(&outcome.rooted)
                .map(|((delta, weight), node)| {
                    let above = self.nodes[usize::from(*node)].above.leader;
                    Rising {
                        delta: *delta,
                        weight: *weight,
                        above,
                    }
                }),
        );
        rising.extend(tick.montage_roots.iter().map(|made| {
            let slot = outcome.slot(made.slot);
            let weight = made.weight.map_or(1.0, |weight| {
                weight * slot.map_or(0.0, |slot| slot.root_share)
            });
            let mirror = slot.and_then(|slot| slot.mirror(tick.graph));
            Rising {
                delta: made.seen_in(mirror),
                weight,
                above: slot.and_then(|slot| slot.above.leader),
            }
        }));
        for leader in tick.graph.leaders() {
            if self.nodes[usize::from(*leader)].frame == self.frame {
                self.lead(*leader, &mut rising, tick);
            }
        }
        let (players, montages) = rising.split_at(outcome.roots.len());
        outcome
            .roots
            .iter_mut()
            .zip(players)
            .for_each(|(root, led)| root.0 = led.delta);
        outcome
            .montage_roots
            .extend(montages.iter().map(|led| led.delta));
        outcome.rising = rising;
    }

    fn lead(&mut self, leader: NodeId, rising: &mut [Rising], tick: &Tick<'_>) {
        let placed = &tick.graph.nodes[usize::from(leader)];
        let crate::graph::Node::Control(node) = placed.node else {
            return;
        };
        let (own, above) = (
            self.nodes[usize::from(leader)],
            self.nodes[usize::from(leader)].above.leader,
        );
        let mut sum = RootMotionBlend::NONE;
        let mut has_motion = false;
        for it in rising.iter().filter(|it| it.above == Some(leader)) {
            let share = if own.weight > WEIGHT_EPSILON {
                it.weight / own.weight
            } else {
                0.0
            };
            sum.add(&it.delta, share);
            has_motion = true;
        }
        let state = &mut self.controls[usize::from(placed.state)];
        let mut led = RootMotionChange::default();
        if state.runs {
            let ridden = Ridden {
                dt: tick.dt,
                delta: has_motion.then(|| sum.delta().translation.as_dvec3()),
                normal: floor_normal(tick),
                inputs: &state.inputs,
            };
            led = match &node.control(tick.graph.parts()).kind {
                ControlKind::StrideWarping(stride) => stride.lead(&mut state.gait, &ridden),
                ControlKind::OrientationWarping(orientation) => {
                    orientation.lead(&mut state.gait, &ridden)
                }
                _ => led,
            };
        }
        for it in rising.iter_mut().filter(|it| it.above == Some(leader)) {
            it.delta.translation = led.apply(state.alpha, it.delta.translation);
            it.above = above;
        }
    }
}

/// Under the character, model space; without a ground it is level.
fn floor_normal(tick: &Tick<'_>) -> DVec3 {
    let under = tick.ground.under(0, tick.placement.translation());
    under.map_or(DVec3::Y, |(_, normal)| {
        tick.placement.rotation().conjugate() * normal
    })
}
