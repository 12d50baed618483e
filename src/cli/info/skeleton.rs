//! What `info` says about skeletons: bones, sockets, virtual bones, masks and blend profiles.

use super::spelling::{NameTextFn, name_of};
use crate::json::{self, TransformRow};
use anim::{Name, mask::ProfileMode, retarget::Retarget};
use asset::Project;
use serde::Serialize;

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct SkeletonInfo {
    pub(super) name: String,
    pub(super) bones: Vec<BoneInfo>,
    pub(super) sockets: Vec<SocketInfo>,
    pub(super) virtual_bones: Vec<VirtualBoneInfo>,
    masks: Vec<MaskInfo>,
    blend_profiles: Vec<ProfileInfo>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MaskInfo {
    name: String,
    /// One weight for each bone, in the order of bones.
    weights: Vec<f32>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ProfileInfo {
    name: String,
    /// `time_factor`, `weight_factor` or `blend_mask`.
    mode: &'static str,
    /// One factor for each bone, in the order of bones.
    factors: Vec<f32>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct SocketInfo {
    name: String,
    /// The name of the bone that the socket is on.
    bone: String,
    /// Relative to the bone: translation, rotation xyzw, scale.
    local: TransformRow,
    /// Name of the mesh that is shown on it; none in bundles.
    preview: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct VirtualBoneInfo {
    name: String,
    /// The name of the bone that is its parent.
    source: String,
    target: String,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct BoneInfo {
    name: String,
    parent: Option<u32>,
    source: Option<u32>,
    /// `animation`, `skeleton`, `scaled` or `relative`.
    retarget: &'static str,
}

pub(super) fn authored_skeleton(project: &Project, skeleton: &asset::Skeleton) -> SkeletonInfo {
    let bone = |bone: &asset::skeleton::Bone| BoneInfo {
        name: bone.name.clone(),
        parent: bone.parent,
        source: bone.source,
        retarget: retarget_name(bone.retarget),
    };
    let name = |key: &asset::BoneKey| skeleton.bone_name(key).to_owned();
    let socket = |socket: &asset::skeleton::Socket| SocketInfo {
        name: socket.name.clone(),
        bone: name(&socket.bone),
        local: json::row(&socket.local),
        preview: socket.preview.map(|mesh| name_of(project, mesh)),
    };
    let virtual_bone = |bone: &asset::skeleton::VirtualBone| VirtualBoneInfo {
        name: bone.name.clone(),
        source: name(&bone.source),
        target: name(&bone.target),
    };
    let mask = |mask: &asset::skeleton::BoneMask| MaskInfo {
        name: mask.name.clone(),
        weights: skeleton.dense(&mask.weights, asset::skeleton::BoneMask::REST),
    };
    let profile = |profile: &asset::skeleton::BlendProfile| ProfileInfo {
        name: profile.name.clone(),
        mode: profile_mode_name(profile.mode),
        factors: skeleton.dense(&profile.factors, asset::skeleton::BlendProfile::REST),
    };
    SkeletonInfo {
        name: skeleton.name.clone(),
        bones: skeleton.bones.iter().map(bone).collect(),
        sockets: skeleton.sockets.iter().map(socket).collect(),
        virtual_bones: skeleton.virtual_bones.iter().map(virtual_bone).collect(),
        masks: skeleton.masks.iter().map(mask).collect(),
        blend_profiles: skeleton.blend_profiles.iter().map(profile).collect(),
    }
}

pub(super) fn compiled_skeleton(skeleton: &anim::Skeleton, text: &NameTextFn<'_>) -> SkeletonInfo {
    let bone = |(at, bone): (usize, &anim::skeleton::Bone)| BoneInfo {
        name: text(bone.name),
        parent: u32::try_from(bone.parent).ok(),
        source: None,
        retarget: retarget_name(skeleton.retarget(at)),
    };
    let name = |bone: u32| text(skeleton.bones[bone as usize].name);
    let socket = |socket: &anim::skeleton::Socket| SocketInfo {
        name: text(socket.name),
        bone: name(socket.bone),
        local: json::row(&socket.local.into()),
        preview: None,
    };
    let virtual_bone = |bone: &anim::skeleton::VirtualBone| VirtualBoneInfo {
        name: text(bone.name),
        source: name(bone.source),
        target: name(bone.target),
    };
    let mask = |(name, mask): &(Name, anim::mask::BoneMask)| MaskInfo {
        name: text(*name),
        weights: (0..skeleton.len()).map(|bone| mask.weight(bone)).collect(),
    };
    let profile = |(name, profile): &(Name, anim::mask::BlendProfile)| ProfileInfo {
        name: text(*name),
        mode: profile_mode_name(profile.mode),
        factors: profile.factors.clone(),
    };
    SkeletonInfo {
        name: text(skeleton.name),
        bones: skeleton.bones.iter().enumerate().map(bone).collect(),
        sockets: skeleton.sockets.iter().map(socket).collect(),
        virtual_bones: skeleton.virtual_bones.iter().map(virtual_bone).collect(),
        masks: skeleton.masks.iter().map(mask).collect(),
        blend_profiles: skeleton.profiles.iter().map(profile).collect(),
    }
}

impl SkeletonInfo {
    /// Sorts masks and profiles by name, so that a project and its bundle are listed alike.
    pub(super) fn sort(&mut self) {
        self.masks.sort_by(|a, b| a.name.cmp(&b.name));
        self.blend_profiles.sort_by(|a, b| a.name.cmp(&b.name));
    }
}

fn profile_mode_name(mode: ProfileMode) -> &'static str {
    match mode {
        ProfileMode::TimeFactor => "time_factor",
        ProfileMode::WeightFactor => "weight_factor",
        ProfileMode::BlendMask => "blend_mask",
    }
}

pub(crate) fn retarget_name(mode: Retarget) -> &'static str {
    match mode {
        Retarget::Animation => "animation",
        Retarget::Skeleton => "skeleton",
        Retarget::Scaled => "scaled",
        Retarget::Relative => "relative",
    }
}
