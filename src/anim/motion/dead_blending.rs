//! Dead blending: after a jump the old pose goes on as it was moving, ever slower, while the new
//! one is blended in.
//!
//! Nothing but the two last poses is needed of the old source, as with [`crate::inertialization`];
//! but what is shown never leaves the ground between the two, however fast the old pose was.

#[cfg(test)]
mod tests;

use crate::{
    Name, Pose, Skeleton, Transform,
    float::Extreme,
    inertialization::{InertializationRequest, Step, reframe},
    montage::Easing,
};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

/// Shortest time between two poses that yields a velocity, seconds.
const LEAST_TIME: f32 = 1e-5;

/// Velocity of a bone, per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Velocity {
    translation: Vec3,
    /// Radians, about the axis that it points along.
    rotation: Vec3,
    scale: Vec3,
}

impl Velocity {
    fn between(before: &Transform, last: &Transform, dt: f32) -> Self {
        Self {
            translation: (last.translation - before.translation) / dt,
            rotation: turn(last.rotation * before.rotation.conjugate()) / dt,
            scale: (last.scale - before.scale) / dt,
        }
    }

    /// `time` in seconds at this velocity.
    fn moved(&self, from: &Transform, time: f32) -> Transform {
        Transform {
            translation: from.translation + self.translation * time,
            rotation: (rotation(self.rotation * time) * from.rotation).normalize(),
            scale: from.scale + self.scale * time,
        }
    }
}

/// Rotation vector of the shorter arc of `q`, radians along its axis.
fn turn(q: Quat) -> Vec3 {
    let q = if q.w < 0.0 { -q } else { q };
    let (vector, length) = (q.xyz(), q.xyz().length());
    if length < 1e-9 {
        Vec3::ZERO
    } else {
        vector * (2.0 * libm::atan2f(length, q.w) / length)
    }
}

fn rotation(turn: Vec3) -> Quat {
    let angle = turn.length();
    if angle < 1e-9 {
        return Quat::IDENTITY;
    }
    let axis = turn * (libm::sinf(angle / 2.0) / angle);
    Quat::from_xyzw(axis.x, axis.y, axis.z, libm::cosf(angle / 2.0))
}

/// A bone or curve that fades from an old value to a new one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Fading<T, V> {
    from: T,
    velocity: V,
    /// Duration of the fade, seconds; 0 snaps.
    duration: f32,
}

/// The last outputs, and what still fades.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeadBlender {
    /// Empty until there were so many.
    last: Pose,
    before: Pose,
    /// Seconds between them.
    last_dt: f32,
    frame: Option<u64>,
    bones: Vec<Fading<Transform, Velocity>>,
    curves: Vec<(Name, Fading<f32, f32>)>,
    /// Seconds, summed in more digits than it is used in.
    elapsed: f64,
    /// Seconds; 0 while nothing fades.
    duration: f32,
}

impl DeadBlender {
    /// Turns the source pose into the output. A second time in one frame gives the same again. Of
    /// several requests the shorter wins, bone by bone. `half_life` in seconds: at 0 the old pose
    /// stands still.
    pub fn update(
        &mut self,
        requests: &[InertializationRequest],
        half_life: f32,
        step: &Step,
        pose: &mut Pose,
    ) {
        let is_again = self.frame.replace(step.frame) == Some(step.frame);
        if !is_again {
            self.advance(requests, step, pose);
        }
        if self.duration > 0.0 {
            self.fade(drifted(self.elapsed as f32, half_life), pose);
        }
        if !is_again && step.dt > 0.0 {
            std::mem::swap(&mut self.before, &mut self.last);
            self.last.copy_from(pose);
            self.last_dt = step.dt;
        }
    }

    /// Moves the remembered poses into a frame that has moved by `by`.
    pub(crate) fn reframe(&mut self, by: &Transform, skeleton: &Skeleton) {
        [&mut self.last, &mut self.before]
            .into_iter()
            .for_each(|past| reframe(past, by, skeleton));
    }

    /// Whether a blend is in progress.
    pub fn is_active(&self) -> bool {
        self.duration > 0.0
    }

    fn advance(&mut self, requests: &[InertializationRequest], step: &Step, pose: &Pose) {
        if step.teleported || (!self.last.is_empty() && self.last.len() != pose.len()) {
            self.forget();
        }
        let begins = !requests.is_empty() && !self.last.is_empty() && !step.teleported;
        if begins {
            self.begin_blend(requests, pose);
        }
        if self.is_active() {
            self.elapsed += f64::from(if begins { step.asked } else { step.dt });
            if self.elapsed >= self.duration.into() {
                self.duration = 0.0;
            }
        }
    }

    fn forget(&mut self) {
        for past in [&mut self.last, &mut self.before] {
            past.fill(0, &Transform::IDENTITY);
        }
        self.duration = 0.0;
    }

    fn begin_blend(&mut self, requests: &[InertializationRequest], target: &Pose) {
        let Self {
            last,
            before,
            last_dt,
            bones,
            curves,
            ..
        } = self;
        let wanted = |bone: usize| {
            requests
                .iter()
                .map(|request| request.duration_of(bone))
                .fold(f32::INFINITY, Extreme::lower)
        };
        let moves = before.len() == last.len() && *last_dt >= LEAST_TIME;
        bones.clear();
        bones.extend(last.iter().enumerate().map(|(bone, from)| {
            let before = if moves { before.get(bone) } else { from };
            // A past that is no number snaps.
            let duration = if from.is_finite() && before.is_finite() {
                wanted(bone)
            } else {
                0.0
            };
            let velocity = if moves {
                Velocity::between(&before, &from, *last_dt)
            } else {
                Velocity::default()
            };
            Fading {
                from,
                velocity,
                duration,
            }
        }));
        let all = wanted(usize::MAX);
        let value = |pose: &Pose, name: Name| pose.curve(name).unwrap_or(0.0);
        curves.clear();
        for name in last
            .curves
            .iter()
            .chain(&target.curves)
            .map(|curve| curve.0)
        {
            let is_filtered = requests
                .iter()
                .any(|request| request.filtered_curves.contains(&name));
            if is_filtered || curves.iter().any(|(other, _)| *other == name) {
                continue;
            }
            let from = value(last, name);
            let velocity = if moves {
                (from - value(before, name)) / *last_dt
            } else {
                0.0
            };
            let duration = if from.is_finite() && velocity.is_finite() {
                all
            } else {
                0.0
            };
            curves.push((
                name,
                Fading {
                    from,
                    velocity,
                    duration,
                },
            ));
        }
        self.elapsed = 0.0;
        self.duration = self
            .bones
            .iter()
            .map(|bone| bone.duration)
            .fold(all, Extreme::higher);
    }

    /// `time` is how long the old pose has moved at its full velocity, seconds.
    fn fade(&self, time: f32, pose: &mut Pose) {
        let elapsed = self.elapsed as f32;
        let covered = |duration: f32| Easing::Smoothstep.apply(elapsed / duration);
        for (bone, fading) in self
            .bones
            .iter()
            .enumerate()
            .filter(|(_, fading)| elapsed < fading.duration)
        {
            let old = fading.velocity.moved(&fading.from, time);
            pose.set(bone, &old.blend(&pose.get(bone), covered(fading.duration)));
        }
        for (name, fading) in self
            .curves
            .iter()
            .filter(|(_, fading)| elapsed < fading.duration)
        {
            let (old, part) = (
                fading.from + fading.velocity * time,
                covered(fading.duration),
            );
            pose.set_curve(
                *name,
                old * (1.0 - part) + pose.curve(*name).unwrap_or(0.0) * part,
            );
        }
    }
}

/// Distance covered in `elapsed` seconds at a speed that starts at 1 and halves every `half_life`
/// seconds.
fn drifted(elapsed: f32, half_life: f32) -> f32 {
    if half_life.is_nan() || half_life <= 0.0 {
        return 0.0;
    }
    let decay = std::f32::consts::LN_2 / half_life;
    if decay * elapsed < 1e-6 {
        elapsed
    } else {
        (1.0 - libm::expf(-decay * elapsed)) / decay
    }
}
