//! Root motion through an inertialization: as the pose does not jump there, its speed does not.
//! What the speed was beyond what it is now becomes an offset that decays as that of a bone does,
//! from the speed of the last tick on; how that was changing does not count, so that no tick length
//! changes where it comes. Component space.

use super::{GraphState, Node, NodeId, nodes::InertializationNode, tick::Tick, update::Outcome};
use crate::{
    Placement, Transform,
    float::Extreme,
    ik::turn::{from_turn_vector, turn_vector},
    inertialization::{Decay, History, after_deficit},
    instance::RootMotionBlend,
    mesh_levels::runs_at,
    transform::WEIGHT_EPSILON,
};
use glam::Vec3;

/// Metres or radians a second below which an offset is nothing.
const LEAST_SPEED: f32 = 1e-5;

/// Metres, and radians about an axis, a second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Speed {
    way: Vec3,
    turn: Vec3,
}

/// A part of a speed that decays.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Excess {
    direction: Vec3,
    decay: Decay,
}

impl Excess {
    fn new(speed: Vec3, duration: f32) -> Self {
        let length = speed.length();
        let decay = Decay::new(length, 0.0, duration, LEAST_SPEED);
        Self {
            direction: if length > 0.0 {
                speed / length
            } else {
                Vec3::ZERO
            },
            decay,
        }
    }

    fn between(&self, from: f32, to: f32) -> Vec3 {
        self.direction * self.decay.between(from, to)
    }
}

/// Of one inertialization.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RootInertia {
    /// Of the last frame in which time passed, with the offset; None before there was one.
    last: Option<Speed>,
    /// The last one that it went through.
    frame: u64,
    /// Where the character stood as that frame began.
    stood: Option<Placement>,
    /// Seconds that were asked for since time last passed; of several the fewest.
    asked: Option<f32>,
    excess: [Excess; 2],
    /// Seconds since they began, and of the longer one in all; both 0 while nothing decays.
    elapsed: f64,
    duration: f32,
}

impl RootInertia {
    pub(super) fn ask(&mut self, duration: f32) {
        let duration = if duration.is_finite() {
            duration.higher(0.0)
        } else {
            0.0
        };
        self.asked = Some(self.asked.map_or(duration, |asked| asked.lower(duration)));
    }

    /// Another frame, as which begins the character stands there. What was before counts no more
    /// after a frame in which it was not gone through, and where the character was put elsewhere.
    fn stand(&mut self, frame: u64, at: &Placement, history: &History) {
        match self
            .stood
            .filter(|stood| self.frame + 1 == frame && !history.is_put(stood, at))
        {
            None => *self = Self::default(),
            Some(stood) if history.is_world && stood.rotation() != at.rotation() => {
                let turn = (at.rotation().conjugate() * stood.rotation()).as_quat();
                self.last = self.last.map(|last| Speed {
                    way: turn * last.way,
                    turn: turn * last.turn,
                });
            }
            Some(_) => {}
        }
        (self.frame, self.stood) = (frame, Some(*at));
    }

    /// What comes to root motion of `moved` in a tick of `dt` seconds, which is not 0.
    fn pass(&mut self, dt: f32, moved: &Transform) -> Option<Transform> {
        let turn = turn_vector(moved.rotation.as_dquat()).as_vec3();
        let now = Speed {
            way: moved.translation / dt,
            turn: turn / dt,
        };
        if let (Some(asked), Some(Speed { way, turn })) = (self.asked.take(), self.last) {
            let duration = after_deficit(asked, self.duration - self.elapsed as f32);
            self.excess = [
                Excess::new(way - now.way, duration),
                Excess::new(turn - now.turn, duration),
            ];
            (self.elapsed, self.duration) = (0.0, duration);
        }
        self.last = Some(now);
        if self.elapsed >= self.duration.into() {
            return None;
        }
        let from = self.elapsed as f32;
        self.elapsed += f64::from(dt);
        let to = self.elapsed as f32;
        let [way, turn] = self.excess.map(|excess| excess.between(from, to));
        self.last = Some(Speed {
            way: now.way + way / dt,
            turn: now.turn + turn / dt,
        });
        Some(Transform::new(
            way,
            from_turn_vector(turn.as_dvec3()).as_quat(),
            Vec3::ONE,
        ))
    }
}

impl GraphState {
    /// Contract: all root motion of players is known.
    pub(super) fn inertialize_roots(&mut self, tick: &Tick<'_>, outcome: &mut Outcome) {
        if tick.teleported {
            self.root_inertias.fill(RootInertia::default());
        }
        for node in tick.graph.inertializations() {
            let (reached, placed) = (
                self.nodes[usize::from(*node)],
                &tick.graph.nodes[usize::from(*node)],
            );
            let Node::Inertialization(InertializationNode { history, .. }) = placed.node else {
                continue;
            };
            let inertia = &mut self.root_inertias[usize::from(placed.state)];
            if reached.frame != self.frame || !runs_at(history.lod, tick.lod) {
                *inertia = RootInertia::default();
                continue;
            }
            inertia.stand(self.frame, &tick.placement, &history);
            if tick.dt > 0.0 {
                self.inertialize_root(*node, tick, outcome);
            }
        }
    }

    fn inertialize_root(&mut self, node: NodeId, tick: &Tick<'_>, outcome: &mut Outcome) {
        let (reached, state) = (
            self.nodes[usize::from(node)],
            tick.graph.nodes[usize::from(node)].state,
        );
        let own = reached.weight * reached.above.root;
        let share = |weight: f32| {
            if own > WEIGHT_EPSILON {
                weight / own
            } else {
                0.0
            }
        };
        let mut sum = RootMotionBlend::NONE;
        for ((delta, weight), from) in outcome.roots.iter().zip(&outcome.rooted) {
            if self.is_below(*from, state, tick) {
                sum.add(delta, share(*weight));
            }
        }
        for (offset, weight, from) in &outcome.root_offsets {
            if self.is_below(*from, state, tick) {
                sum.carry(offset, share(*weight));
            }
        }
        if let Some(offset) =
            self.root_inertias[usize::from(state)].pass(tick.dt as f32, &sum.delta())
        {
            outcome.root_offsets.push((offset, own, node));
        }
    }

    /// An inertialization stands somewhere above a node.
    fn is_below(&self, node: NodeId, inertialization: u16, tick: &Tick<'_>) -> bool {
        let above = |node: NodeId| self.nodes[usize::from(node)].above.receiver;
        let next = |state: &u16| above(tick.graph.inertializations()[usize::from(*state)]);
        std::iter::successors(above(node), next).any(|state| state == inertialization)
    }
}
