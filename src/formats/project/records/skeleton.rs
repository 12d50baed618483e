//! Skeletons: bones, sockets, virtual bones, weights, and the poses that retargeting compares with.

use super::TransformRecord;
use anim::{mask::ProfileMode, retarget::Retarget};
use asset::{
    BoneKey, Id, Mirror, Origin, RetargetSource,
    skeleton::{AbsentBone, BlendProfile, Bone, BoneMask, BoneWeights, Socket, VirtualBone},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkeletonRecord {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    pub bones: Vec<BoneRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<AbsentRecord>,
    pub sockets: Vec<SocketRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub virtual_bones: Vec<VirtualBoneRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub masks: Vec<MaskRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blend_profiles: Vec<ProfileRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retarget_sources: Vec<RetargetSourceRecord>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub mirror: Mirror,
}

fn is_usual(mirror: &Mirror) -> bool {
    *mirror == Mirror::default()
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetargetSourceRecord {
    pub id: Id,
    pub name: String,
    /// Local, metres.
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

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaskRecord {
    pub id: Id,
    pub name: String,
    pub weights: BoneWeights,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProfileRecord {
    pub id: Id,
    pub name: String,
    #[serde(with = "ProfileModeName")]
    pub mode: ProfileMode,
    pub factors: BoneWeights,
}

/// The spelling of [`ProfileMode`] in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "ProfileMode", rename_all = "snake_case")]
enum ProfileModeName {
    TimeFactor,
    WeightFactor,
    BlendMask,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VirtualBoneRecord {
    pub id: Id,
    pub name: String,
    /// Where it is not the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<BoneKey>,
    pub source: BoneKey,
    pub target: BoneKey,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoneRecord {
    pub name: String,
    /// Where it is not the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<BoneKey>,
    /// What the file that it came from calls it, where that is not the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
    pub parent: Option<u32>,
    pub source: Option<u32>,
    #[serde(default, skip_serializing_if = "is_as_animated", with = "RetargetName")]
    pub retarget: Retarget,
    pub reference: TransformRecord,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbsentRecord {
    pub name: String,
    /// Where it is not the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<BoneKey>,
    pub parent: Option<BoneKey>,
    #[serde(default, skip_serializing_if = "is_as_animated", with = "RetargetName")]
    pub retarget: Retarget,
    pub reference: TransformRecord,
}

fn is_as_animated(retarget: &Retarget) -> bool {
    *retarget == Retarget::Animation
}

/// The spelling of [`Retarget`] in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Retarget", rename_all = "snake_case")]
enum RetargetName {
    Animation,
    Skeleton,
    Scaled,
    Relative,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SocketRecord {
    pub id: Id,
    pub name: String,
    pub bone: BoneKey,
    pub local: TransformRecord,
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

/// None for what the name says already.
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
