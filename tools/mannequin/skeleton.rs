//! The skeleton of the figure, with Unreal's bone names, and its sockets, masks and profiles. Every
//! bone is aligned with the model axes in the reference pose, an A-pose: its left is +x, it faces
//! +z.

#[cfg(test)]
mod tests;

use crate::{Build, math};
use anim::{Transform, mask::ProfileMode, retarget::Retarget};
use asset::{
    Id, Skeleton,
    skeleton::{BlendProfile, Bone, BoneMask, BoneWeights, Socket, VirtualBone},
};
use glam::{DVec3, Vec3};

/// Name, parent, and joint of the tall build in model space and metres. Bones that end in `_l` are
/// mirrored.
const JOINTS: [(&str, &str, [f64; 3]); 39] = [
    ("root", "", [0.0, 0.0, 0.0]),
    ("pelvis", "root", [0.0, 0.96, 0.0]),
    ("spine_01", "pelvis", [0.0, 1.03, -0.004]),
    ("spine_02", "spine_01", [0.0, 1.115, -0.01]),
    ("spine_03", "spine_02", [0.0, 1.2, -0.016]),
    ("spine_04", "spine_03", [0.0, 1.285, -0.022]),
    ("spine_05", "spine_04", [0.0, 1.375, -0.024]),
    ("neck_01", "spine_05", [0.0, 1.505, -0.016]),
    ("neck_02", "neck_01", [0.0, 1.555, -0.004]),
    ("head", "neck_02", [0.0, 1.605, 0.008]),
    ("clavicle_l", "spine_05", [0.022, 1.452, 0.01]),
    ("upperarm_l", "clavicle_l", [0.178, 1.44, -0.018]),
    ("upperarm_twist_01_l", "upperarm_l", [0.241, 1.377, -0.019]),
    ("upperarm_twist_02_l", "upperarm_l", [0.304, 1.314, -0.02]),
    ("lowerarm_l", "upperarm_l", [0.375, 1.243, -0.021]),
    ("lowerarm_twist_02_l", "lowerarm_l", [0.434, 1.183, -0.006]),
    ("lowerarm_twist_01_l", "lowerarm_l", [0.493, 1.123, 0.009]),
    ("hand_l", "lowerarm_l", [0.552, 1.063, 0.024]),
    ("thumb_01_l", "hand_l", [0.566, 1.04, 0.055]),
    ("thumb_02_l", "thumb_01_l", [0.586, 1.008, 0.078]),
    ("thumb_03_l", "thumb_02_l", [0.602, 0.981, 0.091]),
    ("index_01_l", "hand_l", [0.617, 0.991, 0.062]),
    ("index_02_l", "index_01_l", [0.64, 0.96, 0.074]),
    ("index_03_l", "index_02_l", [0.656, 0.939, 0.081]),
    ("middle_01_l", "hand_l", [0.621, 0.986, 0.042]),
    ("middle_02_l", "middle_01_l", [0.646, 0.952, 0.05]),
    ("middle_03_l", "middle_02_l", [0.664, 0.928, 0.055]),
    ("ring_01_l", "hand_l", [0.617, 0.985, 0.023]),
    ("ring_02_l", "ring_01_l", [0.641, 0.953, 0.027]),
    ("ring_03_l", "ring_02_l", [0.658, 0.93, 0.03]),
    ("pinky_01_l", "hand_l", [0.608, 0.987, 0.004]),
    ("pinky_02_l", "pinky_01_l", [0.627, 0.962, 0.005]),
    ("pinky_03_l", "pinky_02_l", [0.64, 0.945, 0.006]),
    ("thigh_l", "pelvis", [0.092, 0.925, 0.0]),
    ("thigh_twist_01_l", "thigh_l", [0.096, 0.71, 0.006]),
    ("calf_l", "thigh_l", [0.1, 0.495, 0.012]),
    ("calf_twist_01_l", "calf_l", [0.103, 0.29, -0.003]),
    ("foot_l", "calf_l", [0.106, 0.085, -0.018]),
    ("ball_l", "foot_l", [0.114, 0.022, 0.112]),
];

/// Bones without skin: name, parent, and the bone that each copies in every clip. The last two have
/// their own places.
const TARGETS: [(&str, &str, &str); 9] = [
    ("ik_foot_root", "root", "root"),
    ("ik_foot_l", "ik_foot_root", "foot_l"),
    ("ik_foot_r", "ik_foot_root", "foot_r"),
    ("ik_hand_root", "root", "root"),
    ("ik_hand_gun", "ik_hand_root", "hand_r"),
    ("ik_hand_l", "ik_hand_gun", "hand_l"),
    ("ik_hand_r", "ik_hand_gun", "hand_r"),
    ("interaction", "root", "root"),
    ("center_of_mass", "root", "pelvis"),
];
/// Name of the bone mask and of the blend profile for spine, head and arms.
const UPPER_BODY: &str = "UpperBody";
/// Bone at the thing that a clip is about, such as a seat or a wall, with its size as scale. It is
/// at the root where there is none.
pub const INTERACTION: &str = "interaction";
/// Bone at the centre of mass.
pub const CENTRE_OF_MASS: &str = "center_of_mass";

/// A bone, and where its joint is in the reference pose.
#[derive(Clone, Debug)]
pub struct FigureJoint {
    /// Name of the bone.
    pub name: String,
    /// Index of the parent; None for the root.
    pub parent: Option<usize>,
    /// Position in model space and metres.
    pub at: DVec3,
}

/// Name of the bone on the other side; the same name in the middle.
pub fn mirrored(name: &str) -> String {
    match (name.strip_suffix("_l"), name.strip_suffix("_r")) {
        (Some(stem), _) => format!("{stem}_r"),
        (_, Some(stem)) => format!("{stem}_l"),
        _ => name.to_owned(),
    }
}

/// All bones of a build, parents first.
pub fn joints(build: Build) -> Vec<FigureJoint> {
    let mut joints: Vec<FigureJoint> = Vec::new();
    let is_left = |name: &str| name.ends_with("_l");
    let mirror = |at: [f64; 3]| [-at[0], at[1], at[2]];
    let left = JOINTS
        .iter()
        .map(|(name, parent, at)| (name.to_string(), parent.to_string(), *at));
    let right = JOINTS.iter().filter(|(name, ..)| is_left(name));
    let right = right.map(|(name, parent, at)| (mirrored(name), mirrored(parent), mirror(*at)));
    let tall: Vec<_> = left.chain(right).collect();
    let tall_at = |name: &str| {
        tall.iter()
            .find(|(known, ..)| known == name)
            .map_or(DVec3::ZERO, |(.., at)| DVec3::from(*at))
    };
    for (name, parent, at) in &tall {
        let parent_at = joints.iter().position(|joint| joint.name == *parent);
        let offset = DVec3::from(*at) - tall_at(parent);
        let from = parent_at.map_or(DVec3::ZERO, |parent| joints[parent].at);
        joints.push(FigureJoint {
            name: name.clone(),
            parent: parent_at,
            at: from + offset * build.stretch(name),
        });
    }
    for (name, parent, copied) in TARGETS {
        let place = |name: &str| joints.iter().position(|joint| joint.name == name);
        let at = place(copied).map_or(DVec3::ZERO, |bone| joints[bone].at);
        joints.push(FigureJoint {
            name: name.into(),
            parent: place(parent),
            at,
        });
    }
    joints
}

/// The bone that a target bone copies. None for a name that is no target bone.
pub fn copied_by(name: &str) -> Option<&'static str> {
    TARGETS
        .iter()
        .find(|(target, ..)| *target == name)
        .map(|(.., copied)| *copied)
}

/// The skeleton of a build, with sockets, virtual bones, mask and profile.
pub fn skeleton(build: Build) -> Skeleton {
    let joints = joints(build);
    let bone = |joint: &FigureJoint| {
        let parent = joint.parent.map_or(DVec3::ZERO, |parent| joints[parent].at);
        let reference = Transform::from_translation((joint.at - parent).as_vec3());
        let bone = Bone::new(
            joint.name.clone(),
            joint.parent.map(|parent| parent as u32),
            reference,
        );
        Bone {
            retarget: retarget(&joint.name),
            ..bone
        }
    };
    let find = |name: &str| {
        joints
            .iter()
            .position(|joint| joint.name == name)
            .unwrap_or(0)
    };
    let id = |kind: &str, name: &str| Id::derive(&["sample", build.skeleton_name(), kind, name]);
    let ground = |bone: &str| Vec3::new(0.0, -joints[find(bone)].at.y as f32, 0.05);
    let socket = |name: &str, bone: &str, local: Transform| {
        Socket::new(socket_id(build, name), name, bone.into(), local)
    };
    let at = Transform::from_translation;
    let sockets = vec![
        socket("hand_r_weapon", "hand_r", grip(&joints, "r")),
        socket("hand_l_weapon", "hand_l", grip(&joints, "l")),
        socket("head_top", "head", at(Vec3::new(0.0, 0.2, 0.0))),
        socket("foot_l_ground", "foot_l", at(ground("foot_l"))),
        socket("foot_r_ground", "foot_r", at(ground("foot_r"))),
        socket("obstacle", INTERACTION, Transform::IDENTITY),
    ];
    let follow = |name: &str, source: &str, target: &str| {
        VirtualBone::new(id("virtual_bone", name), name, source.into(), target.into())
    };
    let virtual_bones = vec![
        follow("VB foot_l_from_pelvis", "pelvis", "foot_l"),
        follow("VB foot_r_from_pelvis", "pelvis", "foot_r"),
        follow("VB hand_l_from_hand_r", "hand_r", "hand_l"),
    ];
    let mask = BoneMask {
        id: id("mask", UPPER_BODY),
        name: UPPER_BODY.into(),
        weights: by_depth(&joints, "spine_01", |depth| {
            (0.25 * (depth + 1) as f32).min(1.0)
        }),
    };
    let profile = BlendProfile {
        id: upper_body_profile(build),
        name: UPPER_BODY.into(),
        mode: ProfileMode::TimeFactor,
        factors: by_depth(&joints, "spine_01", |depth| {
            (1.0 - 0.12 * (depth + 1) as f32).max(0.4)
        }),
    };
    Skeleton {
        name: build.skeleton_name().into(),
        bones: joints.iter().map(bone).collect(),
        sockets,
        virtual_bones,
        masks: vec![mask],
        blend_profiles: vec![profile],
        ..Skeleton::default()
    }
}

/// Id of a socket by its name.
pub fn socket_id(build: Build, name: &str) -> Id {
    Id::derive(&["sample", build.skeleton_name(), "socket", name])
}

/// Id of the mask for the bones above the hips.
pub fn upper_body_mask(build: Build) -> Id {
    Id::derive(&["sample", build.skeleton_name(), "mask", UPPER_BODY])
}

/// Id of the blend profile by which the upper body is faster.
pub fn upper_body_profile(build: Build) -> Id {
    Id::derive(&["sample", build.skeleton_name(), "profile", UPPER_BODY])
}

/// What `value` gives by how many bones a bone is below `root`, for what hangs on it.
fn by_depth(joints: &[FigureJoint], root: &str, value: fn(usize) -> f32) -> BoneWeights {
    let mut depths: Vec<Option<usize>> = Vec::new();
    for joint in joints {
        let above = joint.parent.and_then(|parent| depths[parent]);
        depths.push(if joint.name == root {
            Some(0)
        } else {
            above.map(|depth| depth + 1)
        });
    }
    let known = joints
        .iter()
        .zip(depths)
        .filter_map(|(joint, depth)| Some((joint.name.as_str().into(), value(depth?))));
    known.collect()
}

/// In the closed hand: +y leaves it on the side of the thumb, +z is where the knuckles point.
fn grip(joints: &[FigureJoint], side: &str) -> Transform {
    let at = |bone: &str| {
        joints
            .iter()
            .find(|joint| joint.name == format!("{bone}_{side}"))
            .map_or(DVec3::ZERO, |j| j.at)
    };
    let along = (at("hand") - at("lowerarm")).normalize();
    let thumb = (DVec3::Z - along * along.z).normalize();
    let inwards = along.cross(thumb) * if side == "l" { 1.0 } else { -1.0 };
    let turn = math::frame(-thumb, thumb.cross(along));
    let place = (at("middle_01") - at("hand")) * 0.95 + inwards * 0.032;
    Transform {
        rotation: turn.as_quat(),
        ..Transform::from_translation(place.as_vec3())
    }
}

/// Limbs keep the lengths of who plays the clip; the pelvis travels in proportion, the root as it
/// was animated.
fn retarget(name: &str) -> Retarget {
    match name {
        "root" => Retarget::Animation,
        "pelvis" => Retarget::Scaled,
        _ if copied_by(name).is_some() => Retarget::Animation,
        _ => Retarget::Skeleton,
    }
}
