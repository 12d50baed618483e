//! Clips.

use anim::{
    additive::AdditiveKind,
    clip::{RootLock, RootMotion},
    codec::{Bound, Settings, Space},
};
use asset::{
    BoneKey, Curve, Id, List, MadeFor, Note, Notify, NotifyTrack, Origin, SyncMarker,
    clip::{Additive, AdditiveBase, LoopPolicy},
};
use serde::{Deserialize, Serialize};

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
    pub root_bone: Option<BoneKey>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub additive: Option<AdditiveRecord>,
    /// Absent is the default; null keeps every key.
    #[serde(
        default = "default_compression",
        skip_serializing_if = "is_default_compression"
    )]
    pub compression: Option<CompressionRecord>,
    pub tracks: Vec<NotifyTrack>,
    pub notifies: List<Notify>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sync_markers: Vec<SyncMarker>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<Curve>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompressionRecord {
    /// Metres.
    pub precision: f32,
    #[serde(with = "BoundName")]
    pub bound: Bound,
    #[serde(with = "SpaceName", default, skip_serializing_if = "is_object")]
    pub space: Space,
}

impl From<Settings> for CompressionRecord {
    fn from(settings: Settings) -> Self {
        Self {
            precision: settings.precision,
            bound: settings.bound,
            space: settings.space,
        }
    }
}

impl From<CompressionRecord> for Settings {
    fn from(record: CompressionRecord) -> Self {
        Self {
            precision: record.precision,
            bound: record.bound,
            space: record.space,
        }
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

fn is_object(space: &Space) -> bool {
    *space == Space::Object
}

/// The spelling of [`Space`] in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Space", rename_all = "snake_case")]
enum SpaceName {
    Object,
    Parent,
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
        Self {
            kind: additive.kind,
            base: additive.base,
        }
    }
}

impl From<AdditiveRecord> for Additive {
    fn from(record: AdditiveRecord) -> Self {
        Self {
            kind: record.kind,
            base: record.base,
        }
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
#[serde(
    remote = "AdditiveBase",
    rename_all = "snake_case",
    deny_unknown_fields
)]
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

impl From<RootMotion> for RootMotionRecord {
    fn from(motion: RootMotion) -> Self {
        Self {
            enabled: motion.enabled,
            lock: motion.lock,
        }
    }
}

impl From<RootMotionRecord> for RootMotion {
    fn from(record: RootMotionRecord) -> Self {
        Self {
            enabled: record.enabled,
            lock: record.lock,
        }
    }
}
