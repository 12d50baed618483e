//! Inertialization: a jump between poses becomes an offset that decays, and the old source is no longer evaluated.
//!
//! The offset of one channel is `x(t) = x0 (1-u)^4 (1 + k u)` with `u = t/t1` and `k = 4 + v0 t1 / x0`: a quintic that
//! starts with the old value and velocity and ends with value, velocity, acceleration and jerk 0.

use crate::{Pose, Transform};
use glam::{Quat, Vec3};
use std::f32::consts::{PI, TAU};

/// Offsets below this, in metres or units, are nothing.
const LEAST_OFFSET: f32 = 1e-6;
/// Radians.
const LEAST_ANGLE: f32 = 1e-5;
/// Seconds.
const LEAST_TIME: f32 = 1e-4;
/// Part of a requested duration that remains however often it is interrupted.
const DEFICIT_FLOOR: f32 = 0.25;

/// The decay of one scalar offset.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Decay {
    x0: f32,
    k: f32,
    /// Seconds; 0 for no offset.
    t1: f32,
}

impl Decay {
    /// From offset `x0` moving at `v0` per second, over at most `duration` seconds. The time is shortened so that the
    /// offset never passes through 0; an outward velocity is dropped, so that it never grows.
    pub fn new(x0: f32, v0: f32, duration: f32, least: f32) -> Self {
        let inward = if x0 * v0 > 0.0 { 0.0 } else { v0 };
        Self::keeping_velocity(x0, inward, duration, least)
    }

    /// As [`Decay::new`], but an offset that moves outwards first grows.
    pub fn keeping_velocity(x0: f32, v0: f32, duration: f32, least: f32) -> Self {
        let is_valid = x0.is_finite() && v0.is_finite() && duration.is_finite();
        if !is_valid || x0.abs() < least {
            return Self::default();
        }
        let t1 = if x0 * v0 < 0.0 { duration.min(-5.0 * x0 / v0) } else { duration };
        if t1 < LEAST_TIME {
            return Self::default();
        }
        Self { x0, k: 4.0 + v0 * t1 / x0, t1 }
    }

    /// The offset after `t` seconds.
    pub fn at(&self, t: f32) -> f32 {
        if t >= self.t1 {
            return 0.0;
        }
        let u = t / self.t1;
        let rest = (1.0 - u) * (1.0 - u);
        self.x0 * rest * rest * (1.0 + self.k * u)
    }

    /// Per second.
    pub fn velocity_at(&self, t: f32) -> f32 {
        if t >= self.t1 {
            return 0.0;
        }
        let u = t / self.t1;
        let rest = 1.0 - u;
        self.x0 / self.t1 * rest * rest * rest * (self.k - 4.0 - 5.0 * self.k * u)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct VectorDecay {
    direction: Vec3,
    decay: Decay,
}

impl VectorDecay {
    /// `dt` is the time between the two old values; 0 or less means that there is no velocity.
    fn new(target: Vec3, last: Vec3, before: Option<Vec3>, dt: f32, duration: f32) -> Self {
        let offset = last - target;
        let x0 = offset.length();
        if x0 < LEAST_OFFSET {
            return Self::default();
        }
        let direction = offset / x0;
        let v0 = before.map_or(0.0, |before| (x0 - (before - target).dot(direction)) / dt);
        Self { direction, decay: Decay::new(x0, v0, duration, LEAST_OFFSET) }
    }

    fn at(&self, t: f32) -> Vec3 {
        self.direction * self.decay.at(t)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct TurnDecay {
    axis: Vec3,
    decay: Decay,
}

impl TurnDecay {
    fn new(target: Quat, last: Quat, before: Option<Quat>, dt: f32, duration: f32) -> Self {
        let offset = last * target.conjugate();
        let offset = if offset.w < 0.0 { -offset } else { offset };
        let vector = Vec3::new(offset.x, offset.y, offset.z);
        let length = vector.length();
        let x0 = 2.0 * libm::atan2f(length, offset.w);
        if x0 < LEAST_ANGLE {
            return Self::default();
        }
        let axis = vector / length;
        let v0 = before.map_or(0.0, |before| {
            let earlier = before * target.conjugate();
            let twist = 2.0 * libm::atan2f(Vec3::new(earlier.x, earlier.y, earlier.z).dot(axis), earlier.w);
            wrapped(x0 - twist) / dt
        });
        Self { axis, decay: Decay::new(x0, v0, duration, LEAST_ANGLE) }
    }

    fn at(&self, t: f32) -> Quat {
        let half = self.decay.at(t) / 2.0;
        let (sin, cos) = (libm::sinf(half), libm::cosf(half));
        Quat::from_xyzw(self.axis.x * sin, self.axis.y * sin, self.axis.z * sin, cos)
    }
}

/// Into (−π, π].
fn wrapped(angle: f32) -> f32 {
    let turned = angle - TAU * (angle / TAU).round();
    if turned <= -PI { turned + TAU } else { turned }
}

#[derive(Clone, Copy, Debug, Default)]
struct BoneDecay {
    translation: VectorDecay,
    rotation: TurnDecay,
    scale: VectorDecay,
}

impl BoneDecay {
    fn new(target: &Transform, last: &Transform, before: Option<&Transform>, dt: f32, duration: f32) -> Self {
        let translation =
            VectorDecay::new(target.translation, last.translation, before.map(|b| b.translation), dt, duration);
        let scale = VectorDecay::new(target.scale, last.scale, before.map(|b| b.scale), dt, duration);
        Self {
            translation,
            rotation: TurnDecay::new(target.rotation, last.rotation, before.map(|b| b.rotation), dt, duration),
            scale,
        }
    }

    /// A channel without an offset leaves its value bit for bit.
    fn apply(&self, t: f32, local: &mut Transform) {
        if t < self.translation.decay.t1 {
            local.translation += self.translation.at(t);
        }
        if t < self.rotation.decay.t1 {
            local.rotation = (self.rotation.at(t) * local.rotation).normalize();
        }
        if t < self.scale.decay.t1 {
            local.scale += self.scale.at(t);
        }
    }
}

/// What a transition asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InertializationRequest {
    /// Seconds; 0 or less snaps.
    pub duration: f32,
    /// Factors of the duration, one a bone; empty for 1. A factor of 0 lets the bone snap.
    pub bone_factors: Vec<f32>,
}

/// The state of one inertialized output: its last two poses, and the offsets that still decay.
#[derive(Clone, Debug, Default)]
pub struct Inertializer {
    /// The last two outputs; empty until there were so many.
    last: Pose,
    before: Pose,
    /// Seconds between them.
    last_dt: f32,
    pending: Option<InertializationRequest>,
    decays: Vec<BoneDecay>,
    elapsed: f32,
    /// Seconds; 0 while inactive.
    duration: f32,
}

impl Inertializer {
    /// Takes effect in the next [`Inertializer::update`]. Of several the shorter wins, bone by bone.
    pub fn request(&mut self, request: InertializationRequest) {
        self.pending = Some(match self.pending.take() {
            None => request,
            Some(other) => shorter(&other, &request),
        });
    }

    /// Forgets where the pose was: after a teleport, or for another skeleton.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    pub fn is_active(&self) -> bool {
        self.duration > 0.0
    }

    /// Turns the source pose into the output, `dt` seconds after the last one. With `dt` 0 nothing is remembered.
    pub fn update(&mut self, dt: f32, pose: &mut Pose) {
        if !self.last.is_empty() && self.last.len() != pose.len() {
            let pending = self.pending.take();
            self.reset();
            self.pending = pending;
        }
        if let Some(request) = self.pending.take() {
            self.begin(&request, pose);
        }
        if self.is_active() {
            self.elapsed += dt;
            if self.elapsed >= self.duration {
                self.duration = 0.0;
            } else {
                for (bone, decay) in self.decays.iter().enumerate() {
                    let mut local = pose.get(bone);
                    decay.apply(self.elapsed, &mut local);
                    pose.set(bone, &local);
                }
            }
        }
        if dt > 0.0 {
            std::mem::swap(&mut self.before, &mut self.last);
            self.last.copy_from(pose);
            self.last_dt = dt;
        }
    }

    fn begin(&mut self, request: &InertializationRequest, target: &Pose) {
        if self.last.is_empty() {
            return;
        }
        let wanted = if request.duration.is_finite() { request.duration.max(0.0) } else { 0.0 };
        let rest = if self.duration > 0.0 { self.duration - self.elapsed } else { 0.0 };
        let duration = if rest > 0.0 { (wanted - rest).max(DEFICIT_FLOOR * wanted) } else { wanted };
        let (last, before, dt) = (&self.last, &self.before, self.last_dt);
        let moves = before.len() == target.len() && dt >= 1e-5;
        self.decays.clear();
        self.decays.extend((0..target.len()).map(|bone| {
            let factor = request.bone_factors.get(bone).copied().unwrap_or(1.0).clamp(0.0, 1.0);
            BoneDecay::new(
                &target.get(bone),
                &last.get(bone),
                moves.then(|| before.get(bone)).as_ref(),
                dt,
                duration * factor,
            )
        }));
        self.elapsed = 0.0;
        self.duration = duration;
    }
}

fn shorter(a: &InertializationRequest, b: &InertializationRequest) -> InertializationRequest {
    let duration = a.duration.max(b.duration);
    let time = |r: &InertializationRequest, bone: usize| r.duration * r.bone_factors.get(bone).copied().unwrap_or(1.0);
    let bones = a.bone_factors.len().max(b.bone_factors.len());
    if bones == 0 || duration <= 0.0 {
        return InertializationRequest { duration: a.duration.min(b.duration), bone_factors: Vec::new() };
    }
    let bone_factors = (0..bones).map(|bone| time(a, bone).min(time(b, bone)) / duration).collect();
    InertializationRequest { duration, bone_factors }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(a: f32, b: f32) -> bool {
        (a - b).abs() < 2e-4 * b.abs().max(1.0)
    }

    #[test]
    fn the_quintic_matches_its_table() {
        let decay = Decay::new(10.0, -30.0, 0.5, 1e-6);
        for (t, x) in [(0.0, 10.0), (0.1, 6.144), (0.2, 2.592), (0.3, 0.64), (0.4, 0.048), (0.5, 0.0)] {
            assert!(near(decay.at(t), x), "{t}");
        }
        assert!(near(decay.velocity_at(0.0), -30.0) && near(decay.velocity_at(0.2), -28.08));
        assert!(near(Decay::new(8.0, 0.0, 1.0, 1e-6).at(0.5), 0.1875 * 8.0));
    }

    #[test]
    fn a_fast_return_is_shortened_so_that_it_does_not_pass_through() {
        let decay = Decay::new(10.0, -200.0, 0.5, 1e-6);
        for (t, x) in [(0.0, 10.0), (0.05, 3.2768), (0.1, 0.7776), (0.2, 0.0032), (0.25, 0.0)] {
            assert!(near(decay.at(t), x), "{t}");
        }
    }

    #[test]
    fn an_outward_velocity_is_dropped_unless_kept() {
        assert!(near(Decay::new(10.0, 40.0, 0.5, 1e-6).at(0.1), 7.3728));
        assert!(near(Decay::keeping_velocity(10.0, 40.0, 0.5, 1e-6).at(0.1), 9.0112));
    }

    #[test]
    fn vectors_and_turns_find_offset_and_velocity() {
        let v = VectorDecay::new(
            Vec3::new(4.0, -4.0, 0.0),
            Vec3::new(10.0, 4.0, 0.0),
            Some(Vec3::new(9.0, 4.0, 0.0)),
            1.0 / 60.0,
            0.5,
        );
        assert!(v.direction.abs_diff_eq(Vec3::new(0.6, 0.8, 0.0), 1e-6) && near(v.decay.x0, 10.0));
        let z = |degrees: f32| Quat::from_rotation_z(degrees.to_radians());
        let turn = TurnDecay::new(z(50.0), z(10.0), Some(z(13.0)), 1.0 / 60.0, 0.5);
        assert!(near(turn.decay.x0.to_degrees(), 40.0));
        let far = TurnDecay::new(z(0.0), z(200.0), None, 0.0, 0.5);
        assert!(near(far.decay.x0.to_degrees(), 160.0) && far.axis.z < 0.0);
        assert!(near(wrapped(3.5), 3.5 - TAU));
    }

    fn at(x: f32) -> Pose {
        Pose::new([Transform::from_translation(Vec3::X * x); 2])
    }

    fn updated(state: &mut Inertializer, dt: f32, x: f32) -> Pose {
        let mut pose = at(x);
        state.update(dt, &mut pose);
        pose
    }

    #[test]
    fn a_jump_becomes_a_decay_and_ends_bit_exact() {
        let mut state = Inertializer::default();
        updated(&mut state, 0.1, 1.0);
        updated(&mut state, 0.1, 1.0);
        state.request(InertializationRequest { duration: 0.4, bone_factors: vec![1.0, 0.5] });
        let first = updated(&mut state, 0.1, 0.0);
        assert!(first.translation(0).x > 0.5 && first.translation(0).x < 1.0);
        assert!(first.translation(1).x < first.translation(0).x);
        let half = updated(&mut state, 0.1, 0.0);
        assert_eq!(half.get(1), at(0.0).get(1), "half the duration");
        updated(&mut state, 0.1, 0.0);
        assert_eq!(updated(&mut state, 0.1001, 0.0), at(0.0));
        assert!(!state.is_active());
    }

    #[test]
    fn without_history_or_difference_nothing_changes() {
        let mut state = Inertializer::default();
        state.request(InertializationRequest { duration: 0.4, bone_factors: Vec::new() });
        assert_eq!(updated(&mut state, 0.1, 5.0), at(5.0));
        state.request(InertializationRequest { duration: 0.4, bone_factors: Vec::new() });
        assert_eq!(updated(&mut state, 0.1, 5.0), at(5.0));
        state.request(InertializationRequest { duration: f32::NAN, bone_factors: Vec::new() });
        assert_eq!(updated(&mut state, 0.1, 9.0), at(9.0));
        state.reset();
        state.request(InertializationRequest { duration: 0.4, bone_factors: Vec::new() });
        assert_eq!(updated(&mut state, 0.1, 1.0), at(1.0), "a teleport");
    }

    #[test]
    fn an_interruption_pays_for_what_was_left() {
        let mut state = Inertializer::default();
        updated(&mut state, 0.1, 1.0);
        state.request(InertializationRequest { duration: 0.4, bone_factors: Vec::new() });
        updated(&mut state, 0.1, 0.0);
        state.request(InertializationRequest { duration: 0.4, bone_factors: Vec::new() });
        updated(&mut state, 0.0, 2.0);
        assert!((state.duration - 0.1).abs() < 1e-6, "{}", state.duration);
    }

    proptest! {
        #[test]
        fn offsets_keep_their_sign_and_never_grow(x0 in -5.0f32..5.0, v0 in -60.0f32..60.0, duration in 0.01f32..1.0) {
            let decay = Decay::new(x0, v0, duration, 1e-6);
            let values: Vec<f32> = (0..=64).map(|i| decay.at(duration * i as f32 / 64.0)).collect();
            for pair in values.windows(2) {
                prop_assert!(pair[1] * x0 >= -1e-9);
                prop_assert!(pair[1].abs() <= pair[0].abs() + 1e-6);
            }
            prop_assert_eq!(decay.at(duration), 0.0);
        }
    }
}
