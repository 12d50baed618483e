//! The JSON of clips.

use anim::{clip::RootMotion, codec::EncoderSettings};
use asset::{
    BoneKey, Curve, Id, LaneSound, List, MadeFor, Note, Notify, NotifyTrack, Origin, SyncMarker,
    clip::{Additive, LoopPolicy},
};
use serde::{Deserialize, Serialize};

/// A clip without its keys.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    #[serde(default, skip_serializing_if = "is_source")]
    pub made_for: MadeFor,
    /// Keys per second of the compiled clip, above 0.
    pub frame_rate: f32,
    /// Whether it plays as a loop.
    pub looping: bool,
    /// Policy by which a loop joins its end to its start.
    #[serde(default, skip_serializing_if = "is_clamp")]
    pub loop_policy: LoopPolicy,
    /// Playback rate; 1 is as authored.
    pub rate_scale: f32,
    /// Root motion of the clip.
    pub root_motion: RootMotion,
    /// Bone that moves the character; None is the top bone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root_bone: Option<BoneKey>,
    /// Settings of an additive clip; None for a full pose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub additive: Option<Additive>,
    /// Missing means the default settings; null keeps every key.
    #[serde(
        default = "default_compression",
        skip_serializing_if = "is_default_compression"
    )]
    pub compression: Option<EncoderSettings>,
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

fn is_source(made_for: &MadeFor) -> bool {
    *made_for == MadeFor::Source
}

fn is_clamp(policy: &LoopPolicy) -> bool {
    *policy == LoopPolicy::Clamp
}

fn default_compression() -> Option<EncoderSettings> {
    Some(EncoderSettings::default())
}

fn is_default_compression(compression: &Option<EncoderSettings>) -> bool {
    *compression == default_compression()
}
