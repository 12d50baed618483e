//! Inertialization: a jump between poses becomes an offset that decays, and the old source is no
//! longer evaluated.
//!
//! The offset of one channel is `x(t) = x0 (1-u)^4 (1 + k u)` with `u = t/t1` and `k = 4 + v0 t1 /
//! x0`: a quintic that starts with the old value and velocity and ends with value, velocity,
//! acceleration and jerk 0.

#[cfg(test)]
#[path = "inertialization/tests/limits.rs"]
mod limits;
#[cfg(test)]
#[path = "inertialization/tests/properties.rs"]
mod properties;

use crate::{Name, Placement, Pose, Skeleton, Transform, float::Extreme, mesh_levels::ALL_LEVELS};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use std::{
    f32::consts::{PI, TAU},
    sync::Arc,
};

/// Offsets below this, in metres or units, are nothing.
const LEAST_OFFSET: f32 = 1e-6;
/// Rotation offset below which nothing decays, radians.
const LEAST_ANGLE: f32 = 1e-5;
/// Duration below which nothing decays, seconds.
const LEAST_TIME: f32 = 1e-4;
/// Part of a requested duration that remains however often it is interrupted.
const DEFICIT_FLOOR: f32 = 0.25;
/// Times its start that an offset may grow to while it keeps its outward velocity.
const MOST_GROWTH: f32 = 2.0;

/// Seconds that a request of so many gets while so many are left of the one before.
pub(crate) fn after_deficit(asked: f32, rest: f32) -> f32 {
    (asked - rest.higher(0.0)).higher(DEFICIT_FLOOR * asked)
}

/// The decay of one scalar offset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Decay {
    x0: f32,
    k: f32,
    /// Seconds; 0 for no offset.
    t1: f32,
}

impl Decay {
    /// Decay from offset `x0`, moving at `v0` per second, over at most `duration` seconds. The time
    /// is shortened so that the offset never passes through 0. An outward velocity is dropped, so
    /// that the offset never grows.
    pub fn new(x0: f32, v0: f32, duration: f32, least: f32) -> Self {
        let inward = if x0 * v0 > 0.0 { 0.0 } else { v0 };
        Self::keeping_velocity(x0, inward, duration, least, f32::INFINITY)
    }

    /// Does the same as [`Decay::new`], but an offset that moves outwards first grows, and slows
    /// down if it would exceed `most`.
    pub fn keeping_velocity(x0: f32, v0: f32, duration: f32, least: f32, most: f32) -> Self {
        let is_valid = x0.is_finite() && v0.is_finite() && duration.is_finite();
        if !is_valid || x0.abs() < least {
            return Self::default();
        }
        let t1 = if x0 * v0 < 0.0 {
            duration.lower(-5.0 * x0 / v0)
        } else {
            duration
        };
        if t1 < LEAST_TIME {
            return Self::default();
        }
        Self {
            x0,
            k: capped(4.0 + v0 * t1 / x0, most / x0.abs()),
            t1,
        }
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

    /// The offset, summed from one time to a later one, both since its start.
    pub fn between(&self, from: f32, to: f32) -> f32 {
        if self.t1 <= 0.0 {
            return 0.0;
        }
        // With `p = 1 - u` the offset is `x0 p^4 (1 + k - k p)`.
        let (x0, k, t1) = (f64::from(self.x0), f64::from(self.k), f64::from(self.t1));
        let rest = |t: f32| {
            let p = (1.0 - f64::from(t) / t1).clamp(0.0, 1.0);
            p * p * p * p * p * ((1.0 + k) / 5.0 - k * p / 6.0)
        };
        (t1 * x0 * (rest(from) - rest(to))) as f32
    }

    /// Velocity of the offset at time `t`, units per second.
    pub fn velocity_at(&self, t: f32) -> f32 {
        if t >= self.t1 {
            return 0.0;
        }
        let u = t / self.t1;
        let rest = 1.0 - u;
        self.x0 / self.t1 * rest * rest * rest * (self.k - 4.0 - 5.0 * self.k * u)
    }
}

/// Largest value that an offset reaches, in units of its start.
fn peak(k: f32) -> f32 {
    if k <= 4.0 {
        return 1.0;
    }
    let rest = 0.8 * (1.0 + 1.0 / k);
    rest * rest * rest * rest * (k + 1.0) / 5.0
}

/// `k`, or the largest below it whose peak stays within `most`; at least 4, which does not grow.
fn capped(k: f32, most: f32) -> f32 {
    if peak(k) <= most.higher(1.0) {
        return k;
    }
    let (mut low, mut high) = (4.0, k);
    for _ in 0..32 {
        let middle = 0.5 * (low + high);
        if peak(middle) <= most {
            low = middle
        } else {
            high = middle
        }
    }
    low
}

/// Settings of the decay of one bone's or curve's channels.
#[derive(Clone, Copy, Debug)]
struct Terms {
    /// Seconds between the two old values.
    dt: f32,
    /// Duration of the decay, seconds.
    duration: f32,
    /// Farthest that a growing offset goes; None drops an outward velocity.
    outward: Option<f32>,
}

impl Terms {
    fn decay(&self, x0: f32, v0: f32, least: f32) -> Decay {
        match self.outward {
            None => Decay::new(x0, v0, self.duration, least),
            Some(limit) => Decay::keeping_velocity(
                x0,
                v0,
                self.duration,
                least,
                limit.lower(MOST_GROWTH * x0.abs()),
            ),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct VectorDecay {
    direction: Vec3,
    decay: Decay,
}

impl VectorDecay {
    fn new(target: Vec3, last: Vec3, before: Option<Vec3>, terms: &Terms) -> Self {
        let offset = last - target;
        let x0 = offset.length();
        if x0 < LEAST_OFFSET {
            return Self::default();
        }
        let direction = offset / x0;
        let v0 = before.map_or(0.0, |before| {
            (x0 - (before - target).dot(direction)) / terms.dt
        });
        Self {
            direction,
            decay: terms.decay(x0, v0, LEAST_OFFSET),
        }
    }

    fn at(&self, t: f32) -> Vec3 {
        self.direction * self.decay.at(t)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct TurnDecay {
    axis: Vec3,
    decay: Decay,
}

impl TurnDecay {
    fn new(target: Quat, last: Quat, before: Option<Quat>, terms: &Terms) -> Self {
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
            let twist = 2.0
                * libm::atan2f(
                    Vec3::new(earlier.x, earlier.y, earlier.z).dot(axis),
                    earlier.w,
                );
            wrapped(x0 - twist) / terms.dt
        });
        Self {
            axis,
            decay: terms.decay(x0, v0, LEAST_ANGLE),
        }
    }

    fn at(&self, t: f32) -> Quat {
        let half = self.decay.at(t) / 2.0;
        let (sin, cos) = (libm::sinf(half), libm::cosf(half));
        Quat::from_xyzw(self.axis.x * sin, self.axis.y * sin, self.axis.z * sin, cos)
    }
}

/// `angle` wrapped into (−π, π].
fn wrapped(angle: f32) -> f32 {
    let turned = angle - TAU * (angle / TAU).round();
    if turned <= -PI { turned + TAU } else { turned }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct BoneDecay {
    translation: VectorDecay,
    rotation: TurnDecay,
    scale: VectorDecay,
}

impl BoneDecay {
    /// A history that is not finite snaps.
    fn new(
        target: &Transform,
        last: &Transform,
        before: Option<&Transform>,
        terms: &Terms,
    ) -> Self {
        if !last.is_finite() || before.is_some_and(|before| !before.is_finite()) {
            return Self::default();
        }
        let vector = |of: fn(&Transform) -> Vec3| {
            VectorDecay::new(of(target), of(last), before.map(of), terms)
        };
        Self {
            translation: vector(|local| local.translation),
            rotation: TurnDecay::new(
                target.rotation,
                last.rotation,
                before.map(|b| b.rotation),
                terms,
            ),
            scale: vector(|local| local.scale),
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

/// Rules by which an inertialization treats every jump that is requested.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JumpRules {
    /// Curves that snap, as in [`InertializationRequest::filtered_curves`].
    pub filtered_curves: Arc<[Name]>,
    /// Limit in metres, radians or units for an offset that keeps its outward velocity, 0 or more,
    /// as in [`InertializationRequest::keep_outward_velocity`].
    pub keep_outward_velocity: Option<f32>,
}

impl JumpRules {
    pub(crate) fn is_sound(&self) -> bool {
        self.keep_outward_velocity
            .is_none_or(|most| most.is_finite() && most >= 0.0)
    }
}

/// Settings of a jump that a transition requests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InertializationRequest {
    /// Seconds; 0 or less snaps.
    pub duration: f32,
    /// Factors of the duration, one a bone, 0 to 1; those beyond the end are 1. With 0 the bone
    /// snaps.
    pub bone_factors: Arc<[f32]>,
    /// Names of the curves that snap.
    pub filtered_curves: Arc<[Name]>,
    /// An offset that moves outwards goes on doing so, up to twice its start and to this many
    /// metres, radians or units. None drops such a velocity: nothing grows, but the speed jumps.
    pub keep_outward_velocity: Option<f32>,
}

impl InertializationRequest {
    /// Over so many seconds, each bone over the part of them that the skeleton's blend profile of
    /// this name leaves it.
    pub(crate) fn by_bone(duration: f32, skeleton: &Skeleton, profile: Name) -> Self {
        let bone_factors = skeleton.decay(profile).cloned().unwrap_or_default();
        Self {
            duration,
            bone_factors,
            ..Self::default()
        }
    }

    /// Seconds, for one bone.
    pub(crate) fn duration_of(&self, bone: usize) -> f32 {
        let duration = if self.duration.is_finite() {
            self.duration.higher(0.0)
        } else {
            0.0
        };
        duration
            * self
                .bone_factors
                .get(bone)
                .copied()
                .unwrap_or(1.0)
                .clamp(0.0, 1.0)
    }
}

/// One evaluation of an output.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    /// Differs from that of the evaluation before, unless it is another one of the same frame.
    pub frame: u64,
    /// Seconds since the last frame that was evaluated; with 0 nothing is remembered.
    pub dt: f32,
    /// Seconds since the start of the tick of the newest request, 0..=`dt`; `dt` where every tick
    /// is evaluated.
    pub asked: f32,
    /// The character was put somewhere else: what it did before does not count.
    pub teleported: bool,
}

/// Settings of an output's history: where the past is kept and when the past stops counting.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct History {
    /// Maximum movement between two shown poses, metres, 0 or more; a character that moved farther
    /// counts as placed elsewhere, and its earlier motion is ignored. None counts every movement as
    /// travel.
    pub most_way: Option<f32>,
    /// Whether the remembered motion is kept in world space, so that bones of a character that is
    /// turned or moved at once stay where they were and continue from there. Otherwise the bones
    /// turn and move along.
    pub is_world: bool,
    /// The coarsest level of detail at which jumps decay and poses are remembered; -1 for all.
    pub lod: i8,
}

impl Default for History {
    fn default() -> Self {
        Self {
            most_way: None,
            is_world: false,
            lod: ALL_LEVELS,
        }
    }
}

impl History {
    pub(crate) fn is_sound(&self) -> bool {
        self.most_way
            .is_none_or(|way| way.is_finite() && way >= 0.0)
    }

    /// Whether who stood there was put here.
    pub(crate) fn is_put(&self, from: &Placement, to: &Placement) -> bool {
        let is_mirrored = (from.scale() * to.scale()).min_element() < 0.0;
        is_mirrored
            || self
                .most_way
                .is_some_and(|most| from.translation().distance(to.translation()) > most.into())
    }
}

/// Moves a remembered pose with the frame that its bones without a parent are in: `by` is the move
/// of that frame.
pub(crate) fn reframe(past: &mut Pose, by: &Transform, skeleton: &Skeleton) {
    for bone in (0..past.len()).filter(|bone| skeleton.parent(*bone).is_none()) {
        let seen = by.compose(&past.get(bone));
        past.set(bone, &seen);
    }
}

/// The state of one inertialized output: its last two poses, and the offsets that still decay.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Inertializer {
    /// The last two outputs; empty until there were so many.
    last: Pose,
    before: Pose,
    /// Seconds between them.
    last_dt: f32,
    frame: Option<u64>,
    /// Placement of the character when it was last shown.
    stood: Option<Placement>,
    pending: Vec<InertializationRequest>,
    passed: Passed,
    decays: Vec<BoneDecay>,
    curves: Vec<(Name, Decay)>,
    /// Seconds, summed in more digits than it is used in.
    elapsed: f64,
    /// Seconds; 0 while inactive.
    duration: f32,
}

/// Time and teleports of updates, for the next evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Passed {
    /// Seconds of all of them, and of those since the newest request.
    dt: f64,
    asked: f64,
    teleported: bool,
}

fn curve(past: &Pose, name: Name) -> f32 {
    past.curve(name).unwrap_or(0.0)
}

impl Inertializer {
    /// Takes effect in the next [`Inertializer::update`] of a new frame. Of several the shorter
    /// wins, bone by bone.
    pub fn request(&mut self, request: InertializationRequest) {
        self.pending.push(request);
        self.passed.asked = 0.0;
    }

    /// An update of so many seconds, after its requests, whether or not it will be evaluated.
    pub(crate) fn pass_time(&mut self, dt: f64, teleported: bool) {
        if dt > 0.0 {
            self.passed.dt += dt;
            self.passed.asked += dt;
        }
        if teleported {
            self.passed.teleported = true;
            self.pending.clear();
        }
    }

    /// The evaluation that makes up for the updates since the last one; a second one in a frame has
    /// nothing left.
    pub(crate) fn step(&mut self, frame: u64) -> Step {
        let Passed {
            dt,
            asked,
            teleported,
        } = std::mem::take(&mut self.passed);
        Step {
            frame,
            dt: dt as f32,
            asked: asked.lower(dt) as f32,
            teleported,
        }
    }

    /// Notes the placement of the character in this frame, and in `step` whether the character was
    /// put there. Returns the transform that takes remembered poses into this frame's space; None
    /// unless they are kept in world space and the character has moved.
    pub(crate) fn stand(
        &mut self,
        step: &mut Step,
        at: &Placement,
        history: &History,
    ) -> Option<Transform> {
        if self.frame == Some(step.frame) {
            return None;
        }
        let stood = self.stood.replace(*at)?;
        step.teleported |= history.is_put(&stood, at);
        let moved = at.relative_to(&stood);
        let goes_on = history.is_world && !step.teleported && stood != *at && moved.is_finite();
        goes_on.then_some(moved)
    }

    pub(crate) fn reframe(&mut self, by: &Transform, skeleton: &Skeleton) {
        [&mut self.last, &mut self.before]
            .into_iter()
            .for_each(|past| reframe(past, by, skeleton));
    }

    /// Requests since the last update.
    pub(crate) fn requests(&self) -> &[InertializationRequest] {
        &self.pending
    }

    /// Applies `rules` to the requests since the last update, where a request has no setting of its
    /// own.
    pub(crate) fn rule(&mut self, rules: &JumpRules) {
        for request in &mut self.pending {
            if request.filtered_curves.is_empty() {
                request.filtered_curves = rules.filtered_curves.clone();
            }
            request.keep_outward_velocity = request
                .keep_outward_velocity
                .or(rules.keep_outward_velocity);
        }
    }

    /// Somebody else turned the source of this frame into the output.
    pub(crate) fn shown(&mut self, frame: u64) {
        self.frame = Some(frame);
    }

    /// Somebody else saw to them.
    pub(crate) fn clear_requests(&mut self) {
        self.pending.clear();
    }

    /// Forgets where the pose was, and what was asked.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Whether an offset still decays.
    pub fn is_active(&self) -> bool {
        self.duration > 0.0
    }

    /// Turns the source pose into the output. A second time in one frame gives the same again.
    pub fn update(&mut self, step: &Step, pose: &mut Pose) {
        let is_again = self.frame.replace(step.frame) == Some(step.frame);
        if !is_again {
            self.advance(step, pose);
        }
        if self.is_active() {
            let elapsed = self.elapsed as f32;
            for (bone, decay) in self.decays.iter().enumerate() {
                let mut local = pose.get(bone);
                decay.apply(elapsed, &mut local);
                pose.set(bone, &local);
            }
            for (name, decay) in self.curves.iter().filter(|(_, decay)| elapsed < decay.t1) {
                pose.set_curve(*name, pose.curve(*name).unwrap_or(0.0) + decay.at(elapsed));
            }
        }
        if !is_again && step.dt > 0.0 {
            std::mem::swap(&mut self.before, &mut self.last);
            self.last.copy_from(pose);
            self.last_dt = step.dt;
        }
    }

    fn advance(&mut self, step: &Step, pose: &Pose) {
        if step.teleported {
            self.forget();
            self.pending.clear();
        } else if !self.last.is_empty() && self.last.len() != pose.len() {
            self.forget();
        }
        let begins = !self.pending.is_empty();
        if begins {
            self.begin_decay(pose);
            self.pending.clear();
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

    fn begin_decay(&mut self, target: &Pose) {
        let bones = target.len();
        if self.last.is_empty() {
            return;
        }
        let Self {
            pending,
            last,
            before,
            decays,
            curves,
            ..
        } = self;
        let wanted = |bone: usize| {
            pending
                .iter()
                .map(|r| r.duration_of(bone))
                .fold(f32::INFINITY, Extreme::lower)
        };
        let of_curves = wanted(usize::MAX);
        let longest = (0..bones).map(wanted).fold(of_curves, Extreme::higher);
        let duration = after_deficit(longest, self.duration - self.elapsed as f32);
        let share = duration / longest.higher(f32::MIN_POSITIVE);
        let outward = pending
            .iter()
            .map(|r| r.keep_outward_velocity)
            .reduce(|a, b| Some(a?.lower(b?)))
            .flatten();
        let terms = |wanted: f32| Terms {
            dt: self.last_dt,
            duration: wanted * share,
            outward,
        };
        let moves = before.len() == bones && self.last_dt >= 1e-5;
        decays.clear();
        decays.extend((0..bones).map(|bone| {
            let earlier = moves.then(|| before.get(bone));
            BoneDecay::new(
                &target.get(bone),
                &last.get(bone),
                earlier.as_ref(),
                &terms(wanted(bone)),
            )
        }));
        curves.clear();
        let names = last
            .curves
            .iter()
            .chain(&target.curves)
            .map(|curve| curve.0);
        for name in names.filter(|name| !pending.iter().any(|r| r.filtered_curves.contains(name))) {
            let x0 = curve(last, name) - curve(target, name);
            let v0 = if moves {
                (curve(last, name) - curve(before, name)) / self.last_dt
            } else {
                0.0
            };
            if curves.iter().all(|(other, _)| *other != name) {
                curves.push((name, terms(of_curves).decay(x0, v0, LEAST_OFFSET)));
            }
        }
        self.elapsed = 0.0;
        self.duration = duration;
    }
}
