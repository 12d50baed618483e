//! The JSON of skeletons: bones, sockets, virtual bones, masks, blend profiles and retarget
//! sources.

use super::TransformRecord;
use anim::{mask::ProfileMode, retarget::Retarget};
use asset::{
    BoneKey, Id, Mirror, Origin, RetargetSource,
    skeleton::{AbsentBone, BlendProfile, Bone, BoneMask, BoneWeights, Socket, VirtualBone},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A skeleton. It has no blob: all of it is in its file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectSkeletonRecord {
    /// Name of the skeleton.
    pub name: String,
    /// File that it was imported from; None for a skeleton made here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Bones, parents first.
    pub bones: Vec<BoneRecord>,
    /// Bones that a later import no longer had, kept for what refers to them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<AbsentRecord>,
    /// Places on bones where things can be held or shown.
    pub sockets: Vec<SocketRecord>,
    /// Virtual bones, each of which follows one bone as a child of another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub virtual_bones: Vec<VirtualBoneRecord>,
    /// Weights of bones, by which layers of a graph blend.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub masks: Vec<MaskRecord>,
    /// Factors of bones, by which blends take longer or reach further on some of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blend_profiles: Vec<ProfileRecord>,
    /// Retarget sources: other rest poses that clips may be made for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retarget_sources: Vec<RetargetSourceRecord>,
    /// Rules for mirroring: the names that are the left and right of each other, and the plane.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub mirror: Mirror,
}

fn is_usual(mirror: &Mirror) -> bool {
    *mirror == Mirror::default()
}

/// A rest pose that clips may be made for.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetargetSourceRecord {
    /// Id that clips refer to.
    pub id: Id,
    /// Name of the pose.
    pub name: String,
    /// Local translations, in metres.
    pub translations: BTreeMap<BoneKey, [f32; 3]>,
}

impl From<&RetargetSource> for RetargetSourceRecord {
    fn from(source: &RetargetSource) -> Self {
        Self {
            id: source.id,
            name: source.name.clone(),
            translations: source.translations.clone(),
        }
    }
}

impl From<RetargetSourceRecord> for RetargetSource {
    fn from(record: RetargetSourceRecord) -> Self {
        Self {
            id: record.id,
            name: record.name,
            translations: record.translations,
        }
    }
}

/// A bone mask: how much a layer counts on each bone.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaskRecord {
    /// Id by which graphs refer to the mask.
    pub id: Id,
    /// Name, unique among masks.
    pub name: String,
    /// Weights, 0..=1; bones that are not listed have 0.
    pub weights: BoneWeights,
}

/// A blend profile: how the time or the weight of a blend differs from bone to bone.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProfileRecord {
    /// Id by which graphs and montages refer to the profile.
    pub id: Id,
    /// Name, unique among profiles.
    pub name: String,
    /// Values that the factors multiply.
    #[serde(with = "ProfileModeName")]
    pub mode: ProfileMode,
    /// Factors, 0 or more; bones that are not listed have 1.
    pub factors: BoneWeights,
}

/// How [`ProfileMode`] is spelt in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "ProfileMode", rename_all = "snake_case")]
enum ProfileModeName {
    TimeFactor,
    WeightFactor,
    BlendMask,
}

/// A virtual bone: it is where its target is, as a child of its source.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VirtualBoneRecord {
    /// Id of the virtual bone.
    pub id: Id,
    /// Name, unique among bones and virtual bones.
    pub name: String,
    /// Key that graphs use; None if it equals the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<BoneKey>,
    /// Bone that is its parent.
    pub source: BoneKey,
    /// Bone that the virtual bone follows.
    pub target: BoneKey,
}

/// A bone with its parent and its place in the reference pose.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoneRecord {
    /// Name, unique in the skeleton.
    pub name: String,
    /// Key that other assets use; None if it equals the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<BoneKey>,
    /// Name in the source file; None if it equals `name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
    /// Index of the parent; null for bone 0 only.
    pub parent: Option<u32>,
    /// Index of the node in the source file; null for a bone made here.
    pub source: Option<u32>,
    /// Source of the bone's translation when a clip of another skeleton plays.
    #[serde(default, skip_serializing_if = "is_as_animated", with = "RetargetName")]
    pub retarget: Retarget,
    /// Reference pose, in local space.
    pub reference: TransformRecord,
}

/// A bone that a later import no longer had.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbsentRecord {
    /// Earlier name.
    pub name: String,
    /// Key that other assets use; None if it equals the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<BoneKey>,
    /// Parent, which may be absent too.
    pub parent: Option<BoneKey>,
    /// Source of the bone's translation when a clip of another skeleton plays.
    #[serde(default, skip_serializing_if = "is_as_animated", with = "RetargetName")]
    pub retarget: Retarget,
    /// Reference pose, in local space.
    pub reference: TransformRecord,
}

fn is_as_animated(retarget: &Retarget) -> bool {
    *retarget == Retarget::Animation
}

/// How [`Retarget`] is spelt in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Retarget", rename_all = "snake_case")]
enum RetargetName {
    Animation,
    Skeleton,
    Scaled,
    Relative,
}

/// A place on a bone where something can be held or shown.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SocketRecord {
    /// Id by which notifies refer to the socket.
    pub id: Id,
    /// Name of the socket.
    pub name: String,
    /// Bone that it is on.
    pub bone: BoneKey,
    /// Transform in the space of the bone.
    pub local: TransformRecord,
    /// Mesh that the editor shows on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<Id>,
}

impl From<&Bone> for BoneRecord {
    fn from(bone: &Bone) -> Self {
        Self {
            name: bone.name.clone(),
            key: key_unless(&bone.key, &bone.name),
            called: bone.called.clone(),
            parent: bone.parent,
            source: bone.source,
            retarget: bone.retarget,
            reference: (&bone.reference).into(),
        }
    }
}

/// The key, or None if it equals the name.
fn key_unless(key: &BoneKey, name: &str) -> Option<BoneKey> {
    (key.as_str() != name).then(|| key.clone())
}

impl From<&AbsentBone> for AbsentRecord {
    fn from(bone: &AbsentBone) -> Self {
        Self {
            name: bone.name.clone(),
            key: key_unless(&bone.key, &bone.name),
            parent: bone.parent.clone(),
            retarget: bone.retarget,
            reference: (&bone.reference).into(),
        }
    }
}

impl From<AbsentRecord> for AbsentBone {
    fn from(bone: AbsentRecord) -> Self {
        Self {
            key: bone.key.unwrap_or_else(|| bone.name.as_str().into()),
            name: bone.name,
            parent: bone.parent,
            reference: bone.reference.into(),
            retarget: bone.retarget,
        }
    }
}

impl From<BoneRecord> for Bone {
    fn from(bone: BoneRecord) -> Self {
        Self {
            key: bone.key.unwrap_or_else(|| bone.name.as_str().into()),
            name: bone.name,
            called: bone.called,
            parent: bone.parent,
            reference: bone.reference.into(),
            source: bone.source,
            retarget: bone.retarget,
        }
    }
}

impl From<&Socket> for SocketRecord {
    fn from(socket: &Socket) -> Self {
        Self {
            id: socket.id,
            name: socket.name.clone(),
            bone: socket.bone.clone(),
            local: (&socket.local).into(),
            preview: socket.preview,
        }
    }
}

impl From<SocketRecord> for Socket {
    fn from(socket: SocketRecord) -> Self {
        Self {
            id: socket.id,
            name: socket.name,
            bone: socket.bone,
            local: socket.local.into(),
            preview: socket.preview,
        }
    }
}

impl From<&VirtualBone> for VirtualBoneRecord {
    fn from(bone: &VirtualBone) -> Self {
        let key = Some(bone.key.clone()).filter(|key| key.as_str() != bone.name);
        Self {
            id: bone.id,
            name: bone.name.clone(),
            key,
            source: bone.source.clone(),
            target: bone.target.clone(),
        }
    }
}

impl From<VirtualBoneRecord> for VirtualBone {
    fn from(record: VirtualBoneRecord) -> Self {
        let plain = Self::new(record.id, record.name, record.source, record.target);
        Self {
            key: record.key.unwrap_or_else(|| plain.key.clone()),
            ..plain
        }
    }
}

impl From<&BoneMask> for MaskRecord {
    fn from(mask: &BoneMask) -> Self {
        Self {
            id: mask.id,
            name: mask.name.clone(),
            weights: mask.weights.clone(),
        }
    }
}

impl From<MaskRecord> for BoneMask {
    fn from(record: MaskRecord) -> Self {
        Self {
            id: record.id,
            name: record.name,
            weights: record.weights,
        }
    }
}

impl From<&BlendProfile> for ProfileRecord {
    fn from(profile: &BlendProfile) -> Self {
        Self {
            id: profile.id,
            name: profile.name.clone(),
            mode: profile.mode,
            factors: profile.factors.clone(),
        }
    }
}

impl From<ProfileRecord> for BlendProfile {
    fn from(record: ProfileRecord) -> Self {
        Self {
            id: record.id,
            name: record.name,
            mode: record.mode,
            factors: record.factors,
        }
    }
}
