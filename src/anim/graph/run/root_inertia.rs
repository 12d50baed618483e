//! Root motion through an inertialization: as the pose does not jump there, its speed does not.
//! What the speed was beyond what it is now becomes an offset that decays as that of a bone does,
//! from the speed of the last tick on; how that was changing does not count, so that no tick length
//! changes where it comes. Component space.

use crate::{
    Placement, Transform,
    float::Extreme,
    ik::turn::{from_turn_vector, turn_vector},
    inertialization::{Decay, History, after_deficit},
};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// Metres or radians a second below which an offset is nothing.
const LEAST_SPEED: f32 = 1e-5;

/// Metres, and radians about an axis, a second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Speed {
    way: Vec3,
    turn: Vec3,
}

/// A part of a speed that decays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
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

/// State of root motion in one inertialization.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct RootInertia {
    /// Speed in the last frame in which time passed, offset included; None before the first such
    /// frame.
    last: Option<Speed>,
    /// The last one that it went through.
    frame: u64,
    /// Placement of the character at the start of the last evaluated frame; None before the first
    /// one.
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
    pub(super) fn stand(&mut self, frame: u64, at: &Placement, history: &History) {
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

    /// Offset to add to root motion of `moved` in a tick of `dt` seconds, which is not 0; None if
    /// nothing decays.
    pub(super) fn pass(&mut self, dt: f32, moved: &Transform) -> Option<Transform> {
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
