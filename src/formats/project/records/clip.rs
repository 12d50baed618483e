//! The JSON of clips.

use anim::{
    additive::AdditiveKind,
    clip::{RootLock, RootMotion},
    codec::{Bound, EncoderSettings, ErrorMetricSpace},
};
use asset::{
    BoneKey, Curve, Id, LaneSound, List, MadeFor, Note, Notify, NotifyTrack, Origin, SyncMarker,
    clip::{Additive, AdditiveBase, LoopPolicy},
};
use serde::{Deserialize, Serialize};

/// A clip without its keys.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectClipRecord {
    /// Name of the clip.
    pub name: String,
    /// File that it was imported from; None for a clip made here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Skeleton that the clip is for.
    pub skeleton: Id,
    /// Bones that the tracks of the blob refer to by index.
    pub bones: Vec<BoneKey>,
    /// Name of the blob with the keys.
    pub keys: String,
    /// Whether the keys were reduced here, so that they differ from those of the source file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keys_edited: bool,
    /// Reference pose that the retarget modes of bones compare with.
    #[serde(default, skip_serializing_if = "is_source", with = "MadeForName")]
    pub made_for: MadeFor,
    /// Keys per second of the compiled clip, above 0.
    pub frame_rate: f32,
    /// Whether it plays as a loop.
    pub looping: bool,
    /// Policy by which a loop joins its end to its start.
    #[serde(default, skip_serializing_if = "is_clamp", with = "LoopPolicyName")]
    pub loop_policy: LoopPolicy,
    /// Playback rate; 1 is as authored.
    pub rate_scale: f32,
    /// Root motion of the clip.
    pub root_motion: RootMotionRecord,
    /// Bone that moves the character; None is the top bone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root_bone: Option<BoneKey>,
    /// Settings of an additive clip; None for a full pose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub additive: Option<AdditiveRecord>,
    /// Missing means the default settings; null keeps every key.
    #[serde(
        default = "default_compression",
        skip_serializing_if = "is_default_compression"
    )]
    pub compression: Option<CompressionRecord>,
    /// Tracks of the timeline that notifies lie on.
    pub tracks: Vec<NotifyTrack>,
    /// Notifies, of all tracks.
    pub notifies: List<Notify>,
    /// Sync markers, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sync_markers: Vec<SyncMarker>,
    /// Authored curves; imported ones are in the blob.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<Curve>,
    /// Notes for people, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// Sounds that play along with the clip for people, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sounds: Vec<LaneSound>,
}

/// Error limit of compressed keys, and the space in which errors are measured.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompressionRecord {
    /// Allowed error, in metres.
    pub precision: f32,
    /// Whether the precision bounds every error or 99 % of them.
    #[serde(with = "BoundName")]
    pub bound: Bound,
    /// Space in which errors are measured.
    #[serde(with = "SpaceName", default, skip_serializing_if = "is_object")]
    pub space: ErrorMetricSpace,
}

impl From<EncoderSettings> for CompressionRecord {
    fn from(settings: EncoderSettings) -> Self {
        Self {
            precision: settings.precision,
            bound: settings.bound,
            space: settings.space,
        }
    }
}

impl From<CompressionRecord> for EncoderSettings {
    fn from(record: CompressionRecord) -> Self {
        Self {
            precision: record.precision,
            bound: record.bound,
            space: record.space,
        }
    }
}

/// Spelling of [`LoopPolicy`] in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "LoopPolicy", rename_all = "snake_case")]
pub enum LoopPolicyName {
    /// Spelt `clamp`; this is the default.
    Clamp,
    /// Spelt `wrap`.
    Wrap,
}

/// How [`MadeFor`] is spelt in files.
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
    Some(EncoderSettings::default().into())
}

fn is_default_compression(compression: &Option<CompressionRecord>) -> bool {
    *compression == default_compression()
}

/// How [`Bound`] is spelt in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Bound", rename_all = "snake_case")]
enum BoundName {
    Max,
    P99,
}

fn is_object(space: &ErrorMetricSpace) -> bool {
    *space == ErrorMetricSpace::Object
}

/// How [`ErrorMetricSpace`] is spelt in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "ErrorMetricSpace", rename_all = "snake_case")]
enum SpaceName {
    Object,
    Parent,
}

/// Root motion of a clip.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RootMotionRecord {
    /// Whether the motion of the root moves the character.
    pub enabled: bool,
    /// Place where the root bone stays while its motion moves the character.
    #[serde(with = "RootLockName")]
    pub lock: RootLock,
}

/// Settings of an additive clip.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdditiveRecord {
    /// Space in which the difference is taken.
    #[serde(with = "AdditiveKindName")]
    pub kind: AdditiveKind,
    /// Pose that is subtracted.
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

/// How [`AdditiveKind`] is spelt in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "AdditiveKind", rename_all = "snake_case")]
enum AdditiveKindName {
    Local,
    Mesh,
    LocalBoneFrame,
}

/// How [`AdditiveBase`] is spelt in files.
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

/// How [`RootLock`] is spelt in files.
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
