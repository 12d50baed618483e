//! The motions: an idle, a walk with planted feet, and the pieces of an attack.

use crate::{FRAME_RATE, figure};
use anim::{Transform, clip::RootMotion};
use asset::{
    Clip, Curve, CurveKey, Id, Notify, NotifyTrack, SyncMarker,
    source::{Channel, ClipSource, Interpolation, Track},
};
use glam::{Quat, Vec3};
use std::{collections::BTreeMap, f32::consts::TAU, sync::Arc};

/// Metres per second.
pub const WALK_SPEED: f32 = 1.4;
/// Seconds a cycle of two steps.
pub const WALK_CYCLE: f32 = 1.0;
/// Part of the cycle that a foot is on the ground.
const STANCE: f32 = 0.58;
/// How high a foot is lifted, in metres.
const LIFT: f32 = 0.11;

/// A whole-body pose: rotations about the model axes, and what is not a rotation.
#[derive(Clone)]
struct Body {
    root: Vec3,
    /// Offset from the reference position, model space.
    pelvis: Vec3,
    rotations: BTreeMap<&'static str, Quat>,
    /// Ankle targets in root space, and the pitch of the foot.
    feet: [(Vec3, f32); 2],
}

impl Body {
    /// Arms down, feet where they stand.
    fn standing() -> Self {
        let feet = ["foot_l", "foot_r"].map(|name| (figure::joint(name), 0.0));
        let mut body = Self { root: Vec3::ZERO, pelvis: Vec3::new(0.0, -0.015, 0.0), rotations: BTreeMap::new(), feet };
        body.turn("upperarm_l", 0.12, 0.0, -0.62);
        body.turn("upperarm_r", 0.12, 0.0, 0.62);
        body.turn("lowerarm_l", -0.22, 0.0, 0.0);
        body.turn("lowerarm_r", -0.22, 0.0, 0.0);
        body
    }

    /// Pitch, turn and lean in radians.
    fn turn(&mut self, bone: &'static str, x: f32, y: f32, z: f32) {
        let turned = Quat::from_rotation_y(y) * Quat::from_rotation_x(x) * Quat::from_rotation_z(z);
        self.rotations.insert(bone, turned);
    }

    fn blend(&self, other: &Body, u: f32) -> Body {
        let names = self.rotations.keys().chain(other.rotations.keys());
        let of = |body: &Body, name: &str| body.rotations.get(name).copied().unwrap_or(Quat::IDENTITY);
        let rotations = names.map(|name| (*name, of(self, name).slerp(of(other, name), u))).collect();
        let foot = |i: usize| {
            (self.feet[i].0.lerp(other.feet[i].0, u), self.feet[i].1 + (other.feet[i].1 - self.feet[i].1) * u)
        };
        Body {
            root: self.root.lerp(other.root, u),
            pelvis: self.pelvis.lerp(other.pelvis, u),
            rotations,
            feet: [foot(0), foot(1)],
        }
    }

    /// One local transform a bone, legs solved so that the ankles reach their targets.
    fn locals(&self, skeleton: &asset::Skeleton) -> Vec<Transform> {
        let mut rotations = self.rotations.clone();
        for (side, (ankle, pitch)) in ["l", "r"].into_iter().zip(self.feet) {
            self.solve_leg(side, ankle, pitch, &mut rotations);
        }
        let local = |bone: &asset::skeleton::Bone| {
            let offset = match bone.name.as_str() {
                "root" => self.root,
                "pelvis" => self.pelvis,
                _ => Vec3::ZERO,
            };
            let rotation = rotations.get(bone.name.as_str()).copied().unwrap_or(Quat::IDENTITY);
            Transform { translation: bone.reference.translation + offset, rotation, ..bone.reference }
        };
        skeleton.bones.iter().map(local).collect()
    }

    /// The knee bends forwards; a target out of reach is approached as far as the leg goes.
    fn solve_leg(&self, side: &str, ankle: Vec3, pitch: f32, rotations: &mut BTreeMap<&'static str, Quat>) {
        let [thigh, calf, foot] =
            if side == "l" { ["thigh_l", "calf_l", "foot_l"] } else { ["thigh_r", "calf_r", "foot_r"] };
        let pelvis_rotation = rotations.get("pelvis").copied().unwrap_or(Quat::IDENTITY);
        let (hip, knee, heel) = (figure::joint(thigh), figure::joint(calf), figure::joint(foot));
        let pelvis = figure::joint("pelvis");
        let hip_now = pelvis + self.pelvis + pelvis_rotation * (hip - pelvis);
        let (upper, lower) = (knee - hip, heel - knee);
        let wanted = pelvis_rotation.inverse() * (ankle - hip_now);
        let reach = wanted.length().min((upper.length() + lower.length()) * 0.9995);
        let angle = |a: f32, b: f32, c: f32| ((a * a + b * b - c * c) / (2.0 * a * b)).clamp(-1.0, 1.0).acos();
        let at_knee = angle(upper.length(), lower.length(), reach);
        let rest_knee = angle(upper.length(), lower.length(), (heel - hip).length());
        let bent = Quat::from_rotation_x(rest_knee - at_knee);
        let heel_bent = upper + bent * lower;
        let aim = Quat::from_rotation_arc(heel_bent.normalize(), wanted.normalize());
        rotations.insert(thigh, aim);
        rotations.insert(calf, bent);
        rotations.insert(foot, (pelvis_rotation * aim * bent).inverse() * Quat::from_rotation_x(pitch));
    }
}

pub fn all(skeleton: Id) -> Vec<Clip> {
    vec![idle(skeleton), walk(skeleton), windup(skeleton), hold(skeleton), strike(skeleton), recover(skeleton)]
}

/// A clip with one key a frame.
fn baked(name: &str, skeleton: Id, duration: f32, body_at: impl Fn(f32) -> Body) -> Clip {
    let bones = figure::skeleton();
    let frames = (duration * FRAME_RATE).round() as usize;
    let times: Vec<f32> = (0..=frames).map(|frame| duration * frame as f32 / frames as f32).collect();
    let poses: Vec<Vec<Transform>> = times.iter().map(|time| body_at(*time).locals(&bones)).collect();
    let channel =
        |values: Vec<f32>| Some(Channel { interpolation: Interpolation::Linear, times: times.clone(), values });
    let track = |bone: usize| Track {
        bone: bone as u32,
        translation: channel(poses.iter().flat_map(|pose| pose[bone].translation.to_array()).collect()),
        rotation: channel(poses.iter().flat_map(|pose| pose[bone].rotation.to_array()).collect()),
        scale: None,
        reference: Some(bones.bones[bone].reference.translation.to_array()),
    };
    let source = ClipSource { duration, tracks: (0..bones.bones.len()).map(track).collect(), curves: Vec::new() };
    Clip::new(name, skeleton, Arc::new(source), FRAME_RATE)
}

fn idle(skeleton: Id) -> Clip {
    let breathe = |time: f32| {
        let breath = (time * TAU / 3.0).sin();
        let sway = (time * TAU / 3.0 + 0.9).sin();
        let mut body = Body::standing();
        body.pelvis += Vec3::new(sway * 0.008, breath * 0.003 - 0.004, 0.0);
        body.turn("spine_02", 0.02 - breath * 0.012, 0.0, -sway * 0.008);
        body.turn("spine_03", -breath * 0.018, 0.0, 0.0);
        body.turn("head", 0.02 + breath * 0.01, sway * 0.03, 0.0);
        body.turn("upperarm_l", 0.12 + breath * 0.012, 0.0, -0.62 + breath * 0.012);
        body.turn("upperarm_r", 0.12 + breath * 0.012, 0.0, 0.62 - breath * 0.012);
        body
    };
    Clip { looping: true, ..baked("Idle", skeleton, 3.0, breathe) }
}

/// The left foot strikes at the start of the cycle, the right foot half a cycle later.
fn walk(skeleton: Id) -> Clip {
    let clip = baked("Walk", skeleton, WALK_CYCLE, walking);
    let track = NotifyTrack { id: Id::derive(&["sample", "walk", "track"]), name: "Footsteps".into(), color: 4 };
    let step = |name: &str, time: f32| Notify::instant(Id::derive(&["sample", "walk", name]), track.id, name, time);
    let notifies = vec![step("Foot_L", 0.0), step("Foot_R", WALK_CYCLE / 2.0)];
    let root_motion = RootMotion { enabled: true, ..RootMotion::default() };
    let marker = |name: &str, time: f32| {
        let id = Id::derive(&["sample", "walk", "marker", name]);
        SyncMarker { id, name: name.to_owned(), time }
    };
    let sync_markers = vec![marker("L", 0.0), marker("R", WALK_CYCLE / 2.0)];
    let curves = vec![foot_lock("FootLock_L", 1, 0.0), foot_lock("FootLock_R", 4, 0.5)];
    Clip { looping: true, root_motion, notifies, tracks: vec![track], sync_markers, curves, ..clip }
}

/// 1 while the foot stands that strikes at `strike` of the cycle, 0 in mid-air, smooth in between.
fn foot_lock(name: &str, color: u8, strike: f32) -> Curve {
    let key = |(at, (part, value)): (usize, (f32, f32))| {
        let id = Id::derive(&["sample", "walk", name, &at.to_string()]);
        CurveKey::new(id, part * WALK_CYCLE, value, Interpolation::Cubic)
    };
    let air = (1.0 + STANCE) / 2.0;
    let keys = if strike == 0.0 {
        vec![(0.0, 1.0), (STANCE, 1.0), (air, 0.0), (1.0, 1.0)]
    } else {
        vec![(0.0, 1.0), (STANCE - strike, 1.0), (air - strike, 0.0), (strike, 1.0), (1.0, 1.0)]
    };
    let id = Id::derive(&["sample", "walk", name]);
    Curve { keys: keys.into_iter().enumerate().map(key).collect(), ..Curve::new(id, name, color) }
}

fn walking(time: f32) -> Body {
    let phase = time / WALK_CYCLE;
    let mut body = Body::standing();
    let swing = (phase * TAU).cos();
    body.root = Vec3::Z * WALK_SPEED * time;
    body.pelvis = Vec3::new((phase * TAU).sin() * 0.02, -0.045 - (phase * 2.0 * TAU).cos() * 0.016, 0.0);
    body.turn("pelvis", 0.03, -swing * 0.09, 0.0);
    body.turn("spine_02", 0.03, swing * 0.1, 0.0);
    body.turn("spine_03", 0.02, swing * 0.1, 0.0);
    body.turn("head", -0.04, -swing * 0.1, 0.0);
    body.turn("upperarm_l", 0.12 + swing * 0.42, 0.0, -0.66);
    body.turn("upperarm_r", 0.12 - swing * 0.42, 0.0, 0.66);
    body.turn("lowerarm_l", -0.38 + (swing * 0.25).min(0.0), 0.0, 0.0);
    body.turn("lowerarm_r", -0.38 - (swing * 0.25).max(0.0), 0.0, 0.0);
    for (foot, offset) in body.feet.iter_mut().zip([0.0, 0.5]) {
        *foot = walking_foot(foot.0, (phase + offset).rem_euclid(1.0));
    }
    body
}

/// A foot relative to the moving root: back at walking speed while planted, forward in an arc otherwise.
fn walking_foot(rest: Vec3, phase: f32) -> (Vec3, f32) {
    let half = WALK_SPEED * WALK_CYCLE * STANCE / 2.0;
    if phase < STANCE {
        return (rest + Vec3::Z * (half - WALK_SPEED * WALK_CYCLE * phase), 0.0);
    }
    let u = (phase - STANCE) / (1.0 - STANCE);
    // Leaves and lands at the ground's speed, so that contact has no jerk.
    let slope = -WALK_SPEED * WALK_CYCLE * (1.0 - STANCE);
    let z = anim::curve::hermite(-half, slope, half, slope, u);
    let lift = (u * std::f32::consts::PI).sin().powi(2) * LIFT;
    let pitch = (u * TAU).sin() * 0.45 * (1.0 - u * 0.3);
    (rest + Vec3::new(0.0, lift, z), pitch)
}

fn guard() -> Body {
    let mut body = Body::standing();
    body.pelvis = Vec3::new(0.0, -0.09, -0.02);
    body.feet[0].0 += Vec3::new(0.02, 0.0, 0.2);
    body.feet[1].0 += Vec3::new(-0.04, 0.0, -0.22);
    body.turn("pelvis", 0.08, -0.35, 0.0);
    body.turn("spine_02", 0.1, 0.1, 0.0);
    body.turn("head", -0.1, 0.25, 0.0);
    body.turn("upperarm_l", -0.7, 0.0, -0.35);
    body.turn("lowerarm_l", -1.3, 0.0, 0.0);
    body.turn("upperarm_r", -0.45, 0.0, 0.5);
    body.turn("lowerarm_r", -1.5, 0.0, 0.0);
    body
}

fn wound_up() -> Body {
    let mut body = guard();
    body.pelvis = Vec3::new(-0.02, -0.13, -0.1);
    body.turn("pelvis", 0.05, -0.7, 0.0);
    body.turn("spine_02", -0.05, -0.35, -0.05);
    body.turn("spine_03", -0.05, -0.3, 0.0);
    body.turn("head", 0.0, 0.95, 0.0);
    body.turn("upperarm_r", -0.5, -0.7, -0.55);
    body.turn("lowerarm_r", -1.7, 0.0, 0.3);
    body.turn("upperarm_l", -1.0, 0.4, -0.2);
    body.turn("lowerarm_l", -0.9, 0.0, 0.0);
    body
}

fn struck() -> Body {
    let mut body = guard();
    body.root = Vec3::Z * 0.45;
    body.pelvis = Vec3::new(0.0, -0.16, 0.12);
    body.feet[0].0 += Vec3::new(0.0, 0.0, 0.12);
    body.feet[1].0 += Vec3::new(0.0, 0.0, -0.12);
    body.feet[1].1 = 0.45;
    body.turn("pelvis", 0.18, 0.35, 0.0);
    body.turn("spine_02", 0.2, 0.4, 0.0);
    body.turn("spine_03", 0.1, 0.35, 0.0);
    body.turn("head", -0.3, -0.8, 0.0);
    body.turn("upperarm_r", -1.35, 0.5, 0.35);
    body.turn("lowerarm_r", -0.2, 0.0, 0.0);
    body.turn("upperarm_l", 0.5, 0.0, -0.25);
    body.turn("lowerarm_l", -1.6, 0.0, 0.0);
    body
}

/// Eased through key poses at times; the root's travel is part of the poses.
fn through(keys: &[(f32, Body)], time: f32) -> Body {
    let after = keys.iter().position(|(at, _)| *at > time).unwrap_or(keys.len());
    if after == 0 || after == keys.len() {
        return keys[after.min(keys.len() - 1)].1.clone();
    }
    let ((from, a), (to, b)) = (&keys[after - 1], &keys[after]);
    let u = (time - from) / (to - from);
    a.blend(b, u * u * (3.0 - 2.0 * u))
}

fn attack(name: &str, skeleton: Id, duration: f32, keys: Vec<(f32, Body)>) -> Clip {
    let clip = baked(name, skeleton, duration, |time| through(&keys, time));
    Clip { root_motion: RootMotion { enabled: true, ..RootMotion::default() }, ..clip }
}

fn windup(skeleton: Id) -> Clip {
    attack("Atk_Windup", skeleton, 0.5, vec![(0.0, guard()), (0.4, wound_up()), (0.5, wound_up())])
}

fn hold(skeleton: Id) -> Clip {
    let tremble = |time: f32| {
        let mut body = wound_up();
        let wave = (time * TAU / 0.6).sin();
        body.pelvis.y += wave * 0.006;
        body.turn("spine_03", -0.05 + wave * 0.02, -0.3 - wave * 0.02, 0.0);
        body
    };
    Clip { looping: true, ..baked("Atk_Hold", skeleton, 0.6, tremble) }
}

fn strike(skeleton: Id) -> Clip {
    let mut follow = struck();
    follow.turn("spine_02", 0.25, 0.55, 0.0);
    follow.turn("upperarm_r", -1.0, 0.8, 0.35);
    attack("Atk_Strike", skeleton, 0.6, vec![(0.0, wound_up()), (0.2, struck()), (0.36, follow.clone()), (0.6, follow)])
}

fn recover(skeleton: Id) -> Clip {
    let mut start = struck();
    start.turn("spine_02", 0.25, 0.55, 0.0);
    start.turn("upperarm_r", -1.0, 0.8, 0.35);
    start.root = Vec3::ZERO;
    attack("Atk_Recover", skeleton, 0.7, vec![(0.0, start), (0.45, guard()), (0.7, guard())])
}
