//! One motion and its frames: the path of the root, keys of the body, steps of the feet, holds of
//! the hands, and flights.

use super::{
    Controls, Rig, Side,
    feet::{FigureFoot, Hips, Steps},
    hands::Hold,
    keys::PoseKeyTrack,
    mass,
    solve::{self, FigureBody, FigureRoot, REACH},
};
use crate::{
    math::{hermite, smooth},
    skeleton::INTERACTION,
};
use glam::{DQuat, DVec3};

/// Gravity in metres per second squared.
pub const GRAVITY: f64 = 9.81;

/// How the root moves over the ground.
#[derive(Clone, Debug)]
pub enum RootPath {
    Still,
    /// Constant velocity in metres per second.
    Steady(DVec3),
    /// Time in seconds, place, yaw in degrees to the left, and velocity; ascending. The root rests
    /// before the first and after the last.
    Through(Vec<(f64, DVec3, f64, DVec3)>),
}

impl RootPath {
    /// The root at a time, in seconds.
    pub fn at(&self, time: f64) -> FigureRoot {
        match self {
            RootPath::Still => FigureRoot {
                at: DVec3::ZERO,
                yaw: 0.0,
            },
            RootPath::Steady(velocity) => FigureRoot {
                at: *velocity * time,
                yaw: 0.0,
            },
            RootPath::Through(places) => {
                let after = places.partition_point(|(at, ..)| *at <= time);
                if after == 0 || after == places.len() {
                    let (_, at, yaw, _) = places[after.max(1) - 1];
                    return FigureRoot { at, yaw };
                }
                let ((t0, a, yaw_a, va), (t1, b, yaw_b, vb)) = (places[after - 1], places[after]);
                let (u, length) = ((time - t0) / (t1 - t0), t1 - t0);
                FigureRoot {
                    at: hermite(a, va * length, b, vb * length, u),
                    yaw: yaw_a + (yaw_b - yaw_a) * smooth(u),
                }
            }
        }
    }
}

/// Changes the controls at a time, in seconds.
pub type ControlLayerFn = Box<dyn Fn(f64, &mut Controls) + Send + Sync>;

/// A motion, from which clips are sampled.
pub struct Motion {
    /// Length in seconds; a whole number of frames.
    pub duration: f64,
    /// Frames a second; 30 by default.
    pub rate: f64,
    /// Whether the last frame is the first one again.
    pub looping: bool,
    /// How the root moves; by default it stays at the origin.
    pub way: RootPath,
    /// Poses of the body.
    pub keys: PoseKeyTrack,
    /// Steps of the left foot and of the right.
    pub feet: [Steps; 2],
    /// What hands hold on to.
    pub holds: Vec<Hold>,
    /// Flights, from and to in seconds: the centre of mass follows a parabola there.
    pub flights: Vec<(f64, f64)>,
    /// A change over the keys, such as breathing; None changes nothing.
    pub layer: Option<ControlLayerFn>,
    /// The thing that the motion is about; None has none.
    pub obstacle: Option<Obstacle>,
}

/// A box on the ground.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle {
    /// Middle of its base, in world space.
    pub at: DVec3,
    /// Size in metres.
    pub size: DVec3,
}

impl Motion {
    /// A motion at 30 frames a second that stays in place.
    pub fn new(duration: f64, keys: PoseKeyTrack, feet: [Steps; 2]) -> Self {
        Self {
            duration,
            rate: 30.0,
            looping: false,
            way: RootPath::Still,
            keys,
            feet,
            holds: Vec::new(),
            flights: Vec::new(),
            layer: None,
            obstacle: None,
        }
    }

    /// A motion with both feet where they are in the reference pose.
    pub fn standing(duration: f64, keys: PoseKeyTrack) -> Self {
        Self::new(
            duration,
            keys,
            Side::BOTH.map(|side| Steps::still(side, stand(side), 8.0 * side.sign())),
        )
    }

    /// The mirror image. Contract: the motion has no layer and no holds.
    pub fn mirrored(self) -> Self {
        let [left, right] = &self.feet;
        let feet = [right.mirrored(), left.mirrored()];
        let flip = |at: DVec3| DVec3::new(-at.x, at.y, at.z);
        let way = match self.way {
            RootPath::Still => RootPath::Still,
            RootPath::Steady(velocity) => RootPath::Steady(flip(velocity)),
            RootPath::Through(places) => RootPath::Through(
                places
                    .into_iter()
                    .map(|(time, at, yaw, v)| (time, flip(at), -yaw, flip(v)))
                    .collect(),
            ),
        };
        Self {
            keys: self.keys.mirrored(),
            way,
            feet,
            ..self
        }
    }

    /// Number of frames, both ends included. Contract: the duration is a whole number of frames.
    pub fn frame_count(&self) -> usize {
        let frames = (self.duration * self.rate).round();
        debug_assert!(
            (frames - self.duration * self.rate).abs() < 1e-6,
            "{} s",
            self.duration
        );
        frames as usize + 1
    }

    /// Bones at each frame, both ends included.
    pub fn frames(&self) -> Vec<FigureBody> {
        let times: Vec<f64> = (0..self.frame_count())
            .map(|i| self.duration * i as f64 / (self.frame_count() - 1).max(1) as f64)
            .collect();
        let sinks = self.sinks(&times);
        times
            .iter()
            .zip(sinks)
            .map(|(time, sink)| self.body(*time, &self.flown(*time, sink)))
            .collect()
    }

    /// The root at a time, in seconds.
    pub fn root(&self, time: f64) -> FigureRoot {
        self.way.at(time)
    }

    fn authored(&self, time: f64) -> Controls {
        let mut controls = self.keys.at(time);
        if let Some(layer) = &self.layer {
            layer(time, &mut controls);
        }
        controls
    }

    fn hips(&self, time: f64) -> Hips {
        solve::hips(&self.flown(time, 0.0), &self.root(time))
    }

    fn feet_at(&self, time: f64, hips: &dyn Fn(f64) -> Hips) -> [FigureFoot; 2] {
        [0, 1].map(|side| self.feet[side].at(time, hips))
    }

    fn body(&self, time: f64, controls: &Controls) -> FigureBody {
        let own = solve::hips(controls, &self.root(time));
        let hips = |at: f64| if at == time { own } else { self.hips(at) };
        let feet = self.feet_at(time, &hips);
        let mut body = solve::body(controls, &self.root(time), &feet, &self.holds, time);
        if let Some(obstacle) = self.obstacle {
            body.set(Rig::get().bone(INTERACTION), obstacle.at, DQuat::IDENTITY);
        }
        body
    }

    /// Controls at a time. In a flight the pelvis follows it, else it is `sink` metres lower.
    fn flown(&self, time: f64, sink: f64) -> Controls {
        let mut controls = self.authored(time);
        let flight = self
            .flights
            .iter()
            .find(|(from, to)| (*from..*to).contains(&time));
        match flight {
            None => controls.pelvis.y -= sink,
            Some((from, to)) => {
                let offset = self.centre_offset(time, &controls);
                let [a, b] = [*from, *to].map(|at| self.centre(at));
                let (length, u) = (to - from, time - from);
                let launch = (b - a) / length + DVec3::Y * (GRAVITY * length / 2.0);
                let centre = a + launch * u - DVec3::Y * (GRAVITY * u * u / 2.0);
                let root = self.root(time);
                controls.pelvis =
                    root.turn().inverse() * (centre - offset - root.at) - Rig::get().at("pelvis");
            }
        }
        controls
    }

    /// Centre of mass in world space. Contract: the time is not within a flight.
    fn centre(&self, time: f64) -> DVec3 {
        let controls = self.authored(time);
        solve::hips(&controls, &self.root(time)).at + self.centre_offset(time, &controls)
    }

    /// Vector from the pelvis to the centre of mass. In a flight the feet follow the hips.
    fn centre_offset(&self, time: f64, controls: &Controls) -> DVec3 {
        let root = self.root(time);
        let own = solve::hips(controls, &root);
        let hips = |at: f64| {
            if at == time {
                own
            } else {
                solve::hips(&self.authored(at), &self.root(at))
            }
        };
        let feet = self.feet_at(time, &hips);
        mass::centre(&solve::body(controls, &root, &feet, &self.holds, time).joints) - own.at
    }

    /// How far the pelvis must sink at each frame, in metres, so that planted feet are within
    /// reach; smoothed over time.
    fn sinks(&self, times: &[f64]) -> Vec<f64> {
        let needed: Vec<f64> = times.iter().map(|time| self.needed_sink(*time)).collect();
        if needed.iter().all(|sink| *sink <= 0.0) {
            return vec![0.0; times.len()];
        }
        let reach = (0.13 * self.rate).round() as i64;
        let count = needed.len() as i64;
        let around = |values: &[f64], at: i64| -> f64 {
            // The last frame of a loop is its first.
            let at = if self.looping {
                at.rem_euclid(count - 1)
            } else {
                at.clamp(0, count - 1)
            };
            values[at as usize]
        };
        let widest = |at: i64| {
            (-reach..=reach)
                .map(|d| around(&needed, at + d))
                .fold(0.0, f64::max)
        };
        let wide: Vec<f64> = (0..count).map(widest).collect();
        let weight = |d: i64| smooth(1.0 - d.abs() as f64 / (reach + 1) as f64);
        let total: f64 = (-reach..=reach).map(weight).sum();
        (0..count)
            .map(|at| {
                (-reach..=reach)
                    .map(|d| around(&wide, at + d) * weight(d))
                    .sum::<f64>()
                    / total
            })
            .collect()
    }

    fn needed_sink(&self, time: f64) -> f64 {
        if self
            .flights
            .iter()
            .any(|(from, to)| (*from..=*to).contains(&time))
        {
            return 0.0;
        }
        let controls = self.authored(time);
        let hips = solve::hips(&controls, &self.root(time));
        let feet = self.feet_at(time, &|at| if at == time { hips } else { self.hips(at) });
        let sink = |side: Side| {
            if !self.feet[side as usize].is_planted(time) {
                return 0.0;
            }
            let joint = solve::hip_joint(side, &hips);
            let to = feet[side as usize].ankle - joint;
            let reach = Rig::get().leg(side).length * REACH * 0.998;
            let level = to.x * to.x + to.z * to.z;
            let drop = (reach * reach - level).max(0.0).sqrt();
            -to.y - drop
        };
        Side::BOTH.map(sink).into_iter().fold(0.0, f64::max)
    }
}

/// Place of a foot on the ground in an easy stance, under the ankle of the reference pose.
pub fn stand(side: Side) -> DVec3 {
    let ankle = Rig::get().at(&side.of("foot"));
    DVec3::new(ankle.x, 0.0, ankle.z)
}
