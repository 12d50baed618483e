//! The JSON of each kind of asset. Field order here is the order in the file.

use super::format_of;
use anim::{
    Transform,
    additive::AdditiveKind,
    clip::{RootLock, RootMotion},
    codec::{Bound, Settings},
    mask::ProfileMode,
    mesh::SkinMethod,
    retarget::Retarget,
};
use asset::{
    AssetKind, BoneKey, Curve, Id, MadeFor, Material, Notify, NotifyTrack, Origin, RetargetSource, SyncMarker,
    clip::{Additive, AdditiveBase, LoopPolicy},
    skeleton::{AbsentBone, BlendProfile, Bone, BoneMask, BoneWeights, Socket, VirtualBone},
};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What every asset's file begins with.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File<T> {
    pub format: String,
    pub version: u32,
    pub id: Id,
    pub asset: T,
}

impl<T> File<T> {
    pub fn new(kind: AssetKind, id: Id, asset: T) -> Self {
        Self { format: format_of(kind), version: super::VERSION, id, asset }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RootFile {
    pub format: String,
    pub version: u32,
    pub name: String,
}

pub const ROOT_FORMAT: &str = "mutoscope.project";

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
        Self { id: source.id, name: source.name.clone(), translations: source.translations.clone() }
    }
}

impl From<RetargetSourceRecord> for RetargetSource {
    fn from(record: RetargetSourceRecord) -> Self {
        Self { id: record.id, name: record.name, translations: record.translations }
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

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TransformRecord {
    pub translation: [f32; 3],
    /// xyzw.
    pub rotation: [f32; 4],
    pub scale: [f32; 3],
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipRecord {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    pub skeleton: Id,
    /// Those that the tracks of the blob index.
    pub bones: Vec<BoneKey>,
    /// Blob.
    pub keys: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keys_edited: bool,
    #[serde(default, skip_serializing_if = "is_source", with = "MadeForName")]
    pub made_for: MadeFor,
    pub frame_rate: f32,
    pub looping: bool,
    #[serde(default, skip_serializing_if = "is_clamp", with = "LoopPolicyName")]
    pub loop_policy: LoopPolicy,
    pub rate_scale: f32,
    pub root_motion: RootMotionRecord,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub additive: Option<AdditiveRecord>,
    /// Absent is the default; null keeps every key.
    #[serde(default = "default_compression", skip_serializing_if = "is_default_compression")]
    pub compression: Option<CompressionRecord>,
    pub tracks: Vec<NotifyTrack>,
    pub notifies: Vec<Notify>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sync_markers: Vec<SyncMarker>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<Curve>,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompressionRecord {
    /// Metres.
    pub precision: f32,
    #[serde(with = "BoundName")]
    pub bound: Bound,
}

impl From<Settings> for CompressionRecord {
    fn from(settings: Settings) -> Self {
        Self { precision: settings.precision, bound: settings.bound }
    }
}

impl From<CompressionRecord> for Settings {
    fn from(record: CompressionRecord) -> Self {
        Self { precision: record.precision, bound: record.bound }
    }
}

/// The spelling of [`LoopPolicy`] in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "LoopPolicy", rename_all = "snake_case")]
pub enum LoopPolicyName {
    Clamp,
    Wrap,
}

/// The spelling of [`MadeFor`] in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "MadeFor", rename_all = "snake_case")]
enum MadeForName {
    Source,
    Skeleton,
    Pose(Id),
}

fn is_source(made_for: &MadeFor) -> bool {
    *made_for == MadeFor::Source
}

fn is_clamp(policy: &LoopPolicy) -> bool {
    *policy == LoopPolicy::Clamp
}

fn default_compression() -> Option<CompressionRecord> {
    Some(Settings::default().into())
}

fn is_default_compression(compression: &Option<CompressionRecord>) -> bool {
    *compression == default_compression()
}

/// The spelling of [`Bound`] in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Bound", rename_all = "snake_case")]
enum BoundName {
    Max,
    P99,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RootMotionRecord {
    pub enabled: bool,
    #[serde(with = "RootLockName")]
    pub lock: RootLock,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdditiveRecord {
    #[serde(with = "AdditiveKindName")]
    pub kind: AdditiveKind,
    #[serde(with = "AdditiveBaseName")]
    pub base: AdditiveBase,
}

impl From<Additive> for AdditiveRecord {
    fn from(additive: Additive) -> Self {
        Self { kind: additive.kind, base: additive.base }
    }
}

impl From<AdditiveRecord> for Additive {
    fn from(record: AdditiveRecord) -> Self {
        Self { kind: record.kind, base: record.base }
    }
}

/// The spelling of [`AdditiveKind`] in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "AdditiveKind", rename_all = "snake_case")]
enum AdditiveKindName {
    Local,
    Mesh,
    LocalBoneFrame,
}

/// The spelling of [`AdditiveBase`] in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "AdditiveBase", rename_all = "snake_case", deny_unknown_fields)]
enum AdditiveBaseName {
    ReferencePose,
    OwnFrame(u32),
    ClipFrame { clip: Id, frame: u32 },
    ClipScaled { clip: Id },
}

/// The spelling of [`RootLock`] in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "RootLock", rename_all = "snake_case")]
enum RootLockName {
    Reference,
    FirstFrame,
    Zero,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeshRecord {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    pub skeleton: Id,
    /// Those that the palettes of the blobs index.
    pub bones: Vec<BoneKey>,
    /// Of the finest level of detail, which has a screen size of 1 and all bones.
    pub parts: Vec<PartRecord>,
    /// The coarser levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lods: Vec<LodRecord>,
    pub materials: Vec<MaterialRecord>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LodRecord {
    pub screen_size: f32,
    pub removed_bones: Vec<BoneKey>,
    pub parts: Vec<PartRecord>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartRecord {
    pub name: String,
    /// Node and primitive.
    pub source: Option<(u32, u32)>,
    pub material: usize,
    pub morphs: Vec<String>,
    #[serde(default, skip_serializing_if = "is_linear", with = "SkinMethodName")]
    pub method: SkinMethod,
    /// Blob.
    pub vertices: String,
    /// Blob, where other parts have the same vertices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
}

fn is_linear(method: &SkinMethod) -> bool {
    *method == SkinMethod::Linear
}

/// The spelling of [`SkinMethod`] in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "SkinMethod", rename_all = "snake_case")]
enum SkinMethodName {
    Linear,
    DualQuaternion,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaterialRecord {
    pub name: String,
    pub base_color: [f32; 4],
    pub texture: Option<Id>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normal_texture: Option<Id>,
    pub double_sided: bool,
    pub alpha_cutoff: Option<f32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextureRecord {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    pub width: u32,
    pub height: u32,
    /// Blob: a PNG, or the bare bytes of a picture that no PNG can be.
    pub texels: String,
}

impl From<&Bone> for BoneRecord {
    fn from(bone: &Bone) -> Self {
        Self {
            name: bone.name.clone(),
            key: key_unless(&bone.key, &bone.name),
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
        Self { id: bone.id, name: bone.name.clone(), source: bone.source.clone(), target: bone.target.clone() }
    }
}

impl From<VirtualBoneRecord> for VirtualBone {
    fn from(record: VirtualBoneRecord) -> Self {
        Self { id: record.id, name: record.name, source: record.source, target: record.target }
    }
}

impl From<&BoneMask> for MaskRecord {
    fn from(mask: &BoneMask) -> Self {
        Self { id: mask.id, name: mask.name.clone(), weights: mask.weights.clone() }
    }
}

impl From<MaskRecord> for BoneMask {
    fn from(record: MaskRecord) -> Self {
        Self { id: record.id, name: record.name, weights: record.weights }
    }
}

impl From<&BlendProfile> for ProfileRecord {
    fn from(profile: &BlendProfile) -> Self {
        Self { id: profile.id, name: profile.name.clone(), mode: profile.mode, factors: profile.factors.clone() }
    }
}

impl From<ProfileRecord> for BlendProfile {
    fn from(record: ProfileRecord) -> Self {
        Self { id: record.id, name: record.name, mode: record.mode, factors: record.factors }
    }
}

impl From<&Transform> for TransformRecord {
    fn from(transform: &Transform) -> Self {
        Self {
            translation: transform.translation.to_array(),
            rotation: transform.rotation.to_array(),
            scale: transform.scale.to_array(),
        }
    }
}

impl From<TransformRecord> for Transform {
    fn from(record: TransformRecord) -> Self {
        Self {
            translation: Vec3::from(record.translation),
            rotation: Quat::from_array(record.rotation),
            scale: Vec3::from(record.scale),
        }
    }
}

impl From<RootMotion> for RootMotionRecord {
    fn from(motion: RootMotion) -> Self {
        Self { enabled: motion.enabled, lock: motion.lock }
    }
}

impl From<RootMotionRecord> for RootMotion {
    fn from(record: RootMotionRecord) -> Self {
        Self { enabled: record.enabled, lock: record.lock }
    }
}

impl From<&Material> for MaterialRecord {
    fn from(material: &Material) -> Self {
        Self {
            name: material.name.clone(),
            base_color: material.base_color,
            texture: material.texture,
            normal_texture: material.normal_texture,
            double_sided: material.double_sided,
            alpha_cutoff: material.alpha_cutoff,
        }
    }
}

impl From<MaterialRecord> for Material {
    fn from(record: MaterialRecord) -> Self {
        Self {
            name: record.name,
            base_color: record.base_color,
            texture: record.texture,
            normal_texture: record.normal_texture,
            double_sided: record.double_sided,
            alpha_cutoff: record.alpha_cutoff,
        }
    }
}
