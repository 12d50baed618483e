//! Proportions, skeleton and mesh of the figure, 1.8 m tall.

use crate::shape::{Ring, Shape};
use anim::{Transform, retarget::Retarget};
use asset::{
    Id, Material, Mesh, Skeleton,
    mesh::Part,
    skeleton::{Bone, Socket},
};
use glam::Vec3;
use std::sync::Arc;

/// Name, parent, joint position in model space; the right side mirrors the left.
const JOINTS: [(&str, &str, [f32; 3]); 14] = [
    ("root", "", [0.0, 0.0, 0.0]),
    ("pelvis", "root", [0.0, 0.97, 0.0]),
    ("spine_01", "pelvis", [0.0, 1.07, -0.01]),
    ("spine_02", "spine_01", [0.0, 1.2, -0.015]),
    ("spine_03", "spine_02", [0.0, 1.33, -0.01]),
    ("neck_01", "spine_03", [0.0, 1.51, 0.0]),
    ("head", "neck_01", [0.0, 1.59, 0.02]),
    ("clavicle_l", "spine_03", [0.03, 1.45, 0.02]),
    ("upperarm_l", "clavicle_l", [0.18, 1.44, 0.0]),
    ("lowerarm_l", "upperarm_l", [0.375, 1.25, -0.01]),
    ("hand_l", "lowerarm_l", [0.545, 1.075, 0.03]),
    ("thigh_l", "pelvis", [0.095, 0.93, 0.0]),
    ("calf_l", "thigh_l", [0.105, 0.5, 0.015]),
    ("foot_l", "calf_l", [0.11, 0.09, -0.015]),
];
const BALL: (&str, &str, [f32; 3]) = ("ball_l", "foot_l", [0.115, 0.025, 0.12]);

const SHELL: [f32; 4] = [0.58, 0.6, 0.64, 1.0];
const JOINT: [f32; 4] = [0.1, 0.105, 0.115, 1.0];
const ACCENT: [f32; 4] = [0.85, 0.38, 0.06, 1.0];

fn joints() -> Vec<(String, String, Vec3)> {
    let owned = |(name, parent, at): &(&str, &str, [f32; 3])| (name.to_string(), parent.to_string(), Vec3::from(*at));
    let mut joints: Vec<_> = JOINTS.iter().chain([&BALL]).map(owned).collect();
    let right = |name: &str| name.strip_suffix("_l").map_or(name.to_owned(), |stem| format!("{stem}_r"));
    let mirrored: Vec<_> = joints
        .iter()
        .filter(|(name, ..)| name.ends_with("_l"))
        .map(|(name, parent, at)| (right(name), right(parent), Vec3::new(-at.x, at.y, at.z)))
        .collect();
    joints.extend(mirrored);
    joints
}

/// Where a joint is in the reference pose, model space.
pub fn joint(name: &str) -> Vec3 {
    joints().iter().find(|(known, ..)| known == name).map_or(Vec3::ZERO, |(.., at)| *at)
}

pub fn skeleton() -> Skeleton {
    let joints = joints();
    let index = |name: &str| joints.iter().position(|(known, ..)| known == name);
    let bone = |(name, parent, at): &(String, String, Vec3)| {
        let parent = index(parent);
        let origin = parent.map_or(Vec3::ZERO, |parent| joints[parent].2);
        Bone {
            name: name.clone(),
            parent: parent.map(|p| p as u32),
            reference: Transform::from_translation(*at - origin),
            source: None,
            retarget: Retarget::Animation,
        }
    };
    let socket = |name: &str, bone: &str, offset: Vec3| {
        let id = Id::derive(&["sample", "socket", name]);
        Socket::new(id, name, index(bone).unwrap_or(0) as u32, Transform::from_translation(offset))
    };
    let sockets = vec![
        socket("foot_l_ground", "foot_l", Vec3::new(0.0, -0.09, 0.05)),
        socket("foot_r_ground", "foot_r", Vec3::new(0.0, -0.09, 0.05)),
        socket("hand_r_weapon", "hand_r", Vec3::new(-0.05, -0.05, 0.02)),
    ];
    Skeleton { name: "SK_Mannequin".into(), bones: joints.iter().map(bone).collect(), sockets, ..Skeleton::default() }
}

pub fn mesh(skeleton_id: Id) -> Mesh {
    let skeleton = skeleton();
    let mut shape = Shape::new(&skeleton);
    torso(&mut shape);
    head(&mut shape);
    for side in ["l", "r"] {
        arm(&mut shape, side);
        leg(&mut shape, side);
    }
    let material = Material { name: "Body".into(), base_color: [1.0; 4], ..Material::default() };
    let part =
        Part { name: "Body".into(), source: None, material: 0, morphs: Vec::new(), data: Arc::new(shape.finish()) };
    Mesh::new("SM_Mannequin", skeleton_id, vec![part], vec![material])
}

fn ring(at: Vec3, across: f32, deep: f32, weights: &[(&'static str, f32)]) -> Ring {
    Ring { at, across, deep, weights: weights.iter().map(|(bone, weight)| (bone.to_string(), *weight)).collect() }
}

fn torso(shape: &mut Shape<'_>) {
    let at = |y: f32, z: f32| Vec3::new(0.0, y, z);
    let rings = [
        ring(at(0.865, 0.0), 0.07, 0.065, &[("pelvis", 1.0)]),
        ring(at(0.9, 0.0), 0.145, 0.105, &[("pelvis", 1.0)]),
        ring(at(0.97, 0.0), 0.158, 0.115, &[("pelvis", 1.0)]),
        ring(at(1.04, 0.0), 0.138, 0.105, &[("pelvis", 0.6), ("spine_01", 0.4)]),
    ];
    shape.tube(&rings, SHELL);
    let rings = [
        ring(at(1.0, 0.0), 0.118, 0.092, &[("pelvis", 0.8), ("spine_01", 0.2)]),
        ring(at(1.08, -0.005), 0.118, 0.092, &[("pelvis", 0.3), ("spine_01", 0.7)]),
        ring(at(1.16, -0.01), 0.12, 0.092, &[("spine_01", 0.6), ("spine_02", 0.4)]),
        ring(at(1.22, -0.01), 0.125, 0.095, &[("spine_02", 1.0)]),
    ];
    shape.tube(&rings, JOINT);
    let rings = [
        ring(at(1.17, -0.01), 0.13, 0.1, &[("spine_01", 0.3), ("spine_02", 0.7)]),
        ring(at(1.25, -0.008), 0.155, 0.12, &[("spine_02", 0.7), ("spine_03", 0.3)]),
        ring(at(1.34, -0.004), 0.178, 0.132, &[("spine_02", 0.2), ("spine_03", 0.8)]),
        ring(at(1.42, 0.0), 0.172, 0.122, &[("spine_03", 1.0)]),
        ring(at(1.475, 0.0), 0.115, 0.092, &[("spine_03", 1.0)]),
        ring(at(1.5, 0.0), 0.055, 0.06, &[("spine_03", 0.8), ("neck_01", 0.2)]),
    ];
    shape.tube(&rings, SHELL);
    let badge = [-1.0f32, -0.85, -0.5, 0.0, 0.5, 0.85, 1.0];
    let rings = badge.map(|v| {
        let half = 0.034 * (1.0 - v * v).max(0.0).sqrt() + 0.002;
        ring(at(1.36 + 0.034 * v, 0.128), half, 0.013, &[("spine_03", 1.0)])
    });
    shape.tube(&rings, ACCENT);
}

fn head(shape: &mut Shape<'_>) {
    let rings = [
        ring(Vec3::new(0.0, 1.47, 0.0), 0.05, 0.05, &[("spine_03", 0.7), ("neck_01", 0.3)]),
        ring(Vec3::new(0.0, 1.54, 0.008), 0.046, 0.046, &[("neck_01", 1.0)]),
        ring(Vec3::new(0.0, 1.61, 0.015), 0.045, 0.045, &[("neck_01", 0.4), ("head", 0.6)]),
    ];
    shape.tube(&rings, JOINT);
    let all: &[(&'static str, f32)] = &[("head", 1.0)];
    let skull = [
        (1.556, 0.05, 0.016, 0.018),
        (1.566, 0.046, 0.034, 0.04),
        (1.59, 0.038, 0.056, 0.07),
        (1.625, 0.03, 0.069, 0.086),
        (1.665, 0.024, 0.076, 0.095),
        (1.705, 0.02, 0.079, 0.099),
        (1.742, 0.016, 0.076, 0.095),
        (1.772, 0.013, 0.066, 0.083),
        (1.793, 0.01, 0.05, 0.062),
        (1.806, 0.009, 0.028, 0.035),
        (1.81, 0.008, 0.008, 0.01),
    ];
    let rings = skull.map(|(y, z, across, deep)| ring(Vec3::new(0.0, y, z), across, deep, all));
    shape.tube(&rings, SHELL);
    let rings = [
        ring(Vec3::new(0.0, 1.672, 0.098), 0.045, 0.022, all),
        ring(Vec3::new(0.0, 1.69, 0.1), 0.05, 0.022, all),
        ring(Vec3::new(0.0, 1.708, 0.096), 0.045, 0.022, all),
    ];
    shape.tube(&rings, ACCENT);
}

fn arm(shape: &mut Shape<'_>, side: &str) {
    let name = |bone: &str| format!("{bone}_{side}");
    let (shoulder, elbow, wrist) = (joint(&name("upperarm")), joint(&name("lowerarm")), joint(&name("hand")));
    let tip = wrist + (wrist - elbow).normalize() * 0.17;
    shape.ball(shoulder, 0.068, &[(name("clavicle"), 0.4), (name("upperarm"), 0.6)], JOINT);
    let over = [(name("clavicle"), 0.25), (name("upperarm"), 0.75)];
    shape.limb((shoulder, 0.062), (elbow, 0.044), (0.06, 0.9), &over, &[(name("upperarm"), 1.0)], SHELL);
    shape.ball(elbow, 0.042, &[(name("upperarm"), 0.5), (name("lowerarm"), 0.5)], JOINT);
    shape.limb(
        (elbow, 0.047),
        (wrist, 0.032),
        (0.09, 0.93),
        &[(name("lowerarm"), 1.0)],
        &[(name("lowerarm"), 1.0)],
        SHELL,
    );
    shape.ball(wrist, 0.03, &[(name("lowerarm"), 0.5), (name("hand"), 0.5)], ACCENT);
    shape.limb((wrist, 0.036), (tip, 0.024), (0.06, 1.0), &[(name("hand"), 1.0)], &[(name("hand"), 1.0)], SHELL);
}

fn leg(shape: &mut Shape<'_>, side: &str) {
    let name = |bone: &str| format!("{bone}_{side}");
    let (hip, knee, ankle, ball) =
        (joint(&name("thigh")), joint(&name("calf")), joint(&name("foot")), joint(&name("ball")));
    let over = [("pelvis".to_owned(), 0.3), (name("thigh"), 0.7)];
    shape.limb((hip, 0.084), (knee, 0.056), (0.04, 0.92), &over, &[(name("thigh"), 1.0)], SHELL);
    shape.ball(knee, 0.054, &[(name("thigh"), 0.5), (name("calf"), 0.5)], JOINT);
    shape.limb((knee, 0.06), (ankle, 0.036), (0.08, 0.94), &[(name("calf"), 1.0)], &[(name("calf"), 1.0)], SHELL);
    shape.ball(ankle, 0.038, &[(name("calf"), 0.5), (name("foot"), 0.5)], ACCENT);
    let heel = Vec3::new(ankle.x, 0.04, ankle.z - 0.045);
    let toe = Vec3::new(ball.x, 0.024, ball.z + 0.075);
    let ground = Vec3::new(ball.x, 0.033, ball.z);
    shape.limb((heel, 0.04), (ground, 0.036), (-0.05, 1.0), &[(name("foot"), 1.0)], &[(name("foot"), 1.0)], SHELL);
    shape.limb((ground, 0.033), (toe, 0.022), (0.0, 1.0), &[(name("ball"), 1.0)], &[(name("ball"), 1.0)], JOINT);
}
