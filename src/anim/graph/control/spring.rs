//! A bone that lags behind and swings: it hangs by a spring on where its pose has it, in the world.

use super::{
    bones::ControlContext,
    memory::{Memory, Swing},
};
use crate::{
    float::Extreme,
    ik::turn::{direction, from_to, from_turn_vector, turn_vector},
    spring::SpringDecay,
};
use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

/// Seconds that the bound of a swing is looked at again after.
const STEP: f64 = 1.0 / 120.0;
/// Steps in a tick at most; longer ones are then taken.
const MOST_STEPS: f64 = 240.0;
/// Distance from its place within which a resting bone is not moved, metres.
const RESTS: f64 = 1e-9;

/// A spring control: the bone lags behind its animated place in the world and swings about it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spring {
    /// Index of the bone.
    pub bone: u16,
    /// Per second squared; 0 or less is no spring.
    pub stiffness: f64,
    /// Damping of the spring, per second; twice the square root of the stiffness settles soonest
    /// without overshoot.
    pub damping: f64,
    /// Metres that it goes astray at most; None is no bound.
    pub most: Option<f64>,
    /// Along which axes of the model it moves.
    pub translates: [bool; 3],
    /// About which axes of the model it turns, so that it points from its parent to where it would
    /// be.
    pub rotates: [bool; 3],
}

impl Spring {
    pub(super) fn solve(&self, bones: &mut ControlContext<'_>, memory: Memory) -> Memory {
        let bone = usize::from(self.bone);
        let placement = *bones.model.world_from_model();
        let (turn, size) = (placement.rotation(), placement.scale());
        let (own, _) = bones.model.precise_model(bone);
        let goal = placement.point(own);
        let known = match memory {
            Memory::Swing(swing) if self.stiffness > 0.0 => swing,
            _ => Swing {
                place: goal,
                velocity: DVec3::ZERO,
                goal,
            },
        };
        let swing = self.step(known, goal, bones.dt);
        if !(swing.place.is_finite() && swing.velocity.is_finite()) {
            return Memory::Nothing;
        }
        let unsize = size.map(|size| if size == 0.0 { 0.0 } else { 1.0 / size });
        let astray = unsize * (turn.conjugate() * (swing.place - goal));
        if astray.length() > RESTS {
            self.displace(bones, own, astray);
        }
        Memory::Swing(swing)
    }

    fn displace(&self, bones: &mut ControlContext<'_>, own: DVec3, astray: DVec3) {
        let bone = usize::from(self.bone);
        let mut model = bones.model.model(bone);
        if let Some(parent) = bones.model.skeleton().parent(bone) {
            let (from, _) = bones.model.precise_model(parent);
            if let Some((old, new)) = direction(own - from).zip(direction(own + astray - from)) {
                let turn = turn_vector(from_to(old, new, None)) * mask(self.rotates);
                model.rotation = (from_turn_vector(turn).as_quat() * model.rotation).normalize();
            }
        }
        model.translation += (astray * mask(self.translates)).as_vec3();
        bones.give(self.bone, model);
    }

    /// The goal moves evenly from where it was: so a time cut into other ticks comes out alike.
    fn step(&self, mut swing: Swing, goal: DVec3, dt: f64) -> Swing {
        if !(self.stiffness > 0.0 && dt > 0.0) {
            let at_rest = self.stiffness <= 0.0 || self.stiffness.is_nan();
            return if at_rest {
                Swing {
                    place: goal,
                    velocity: DVec3::ZERO,
                    goal,
                }
            } else {
                Swing { goal, ..swing }
            };
        }
        let count = (dt / STEP).ceil().clamp(1.0, MOST_STEPS);
        let (part, moved) = (dt / count, (goal - swing.goal) / count);
        for _ in 0..count as u32 {
            self.follow(&mut swing, moved, part);
            self.hold(&mut swing);
        }
        Swing { goal, ..swing }
    }

    /// Follows a goal that moves by `moved` in `dt` seconds; exact if the goal moves evenly. Seen
    /// from the point where the spring would lag behind that goal, the spring is at rest.
    fn follow(&self, swing: &mut Swing, moved: DVec3, dt: f64) {
        let speed = moved / dt;
        let lag = speed * (self.damping.higher(0.0) / self.stiffness);
        let spring = SpringDecay::new(self.stiffness, self.damping, dt);
        let (offset, velocity) =
            spring.apply(swing.place - swing.goal + lag, swing.velocity - speed);
        swing.goal += moved;
        (swing.place, swing.velocity) = (swing.goal - lag + offset, velocity + speed);
    }

    /// Limits the distance from the goal, and removes the outward part of the velocity.
    fn hold(&self, swing: &mut Swing) {
        let astray = swing.place - swing.goal;
        let Some((most, out)) = self
            .most
            .map(|most| most.higher(0.0))
            .zip(direction(astray))
        else {
            return;
        };
        if astray.length() > most {
            swing.place = swing.goal + out * most;
            swing.velocity -= out * swing.velocity.dot(out).higher(0.0);
        }
    }
}

fn mask(axes: [bool; 3]) -> DVec3 {
    Vec3::from_array(axes.map(|is_on| if is_on { 1.0 } else { 0.0 })).as_dvec3()
}
