//! An authored clip: what was imported, and what people add to it.

mod cut;
#[cfg(test)]
mod tests;

use crate::{
    BoneKey, Curve, Id, LaneSound, List, MadeFor, Note, Notify, NotifyTrack, Origin, SyncMarker,
    source::{self, ClipSource},
};
use anim::{additive::AdditiveKind, clip::RootMotion, codec};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The pose that an additive clip is the difference to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum AdditiveBase {
    /// The skeleton's reference pose.
    #[default]
    ReferencePose,
    /// A frame of the clip itself; one beyond the end counts as the last.
    OwnFrame(u32),
    /// A frame of another clip of the skeleton, at that clip's frame rate; one beyond the end
    /// counts as the last.
    ClipFrame { clip: Id, frame: u32 },
    /// Another clip of the skeleton, stretched to the length of this one.
    ClipScaled { clip: Id },
}

impl AdditiveBase {
    /// The clip that is asked for.
    pub fn clip(&self) -> Option<Id> {
        match *self {
            AdditiveBase::ReferencePose | AdditiveBase::OwnFrame(_) => None,
            AdditiveBase::ClipFrame { clip, .. } | AdditiveBase::ClipScaled { clip } => Some(clip),
        }
    }

    /// The same base with the id that `here` gives for its clip.
    pub fn with_clip(self, here: impl FnOnce(Id) -> Id) -> Self {
        match self {
            AdditiveBase::ClipFrame { clip, frame } => AdditiveBase::ClipFrame {
                clip: here(clip),
                frame,
            },
            AdditiveBase::ClipScaled { clip } => AdditiveBase::ClipScaled { clip: here(clip) },
            own => own,
        }
    }
}

/// The clip compiles to what it adds to its base. Where its root motion is enabled, the root of
/// both is locked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Additive {
    /// The frame in which the keys are differences.
    pub kind: AdditiveKind,
    /// The pose that the clip adds to.
    pub base: AdditiveBase,
}

/// Policy for what follows the last frame when a clip loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LoopPolicy {
    /// The last frame is the first again: it ends the loop.
    #[default]
    Clamp,
    /// One more frame leads from the last frame back to the first. During that frame, root motion
    /// goes on at its last velocity.
    Wrap,
}

/// Imported keys with everything that people add to them.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// Unique among the clips of the project.
    pub name: String,
    /// The file that it came from; None of a clip that was made here.
    pub origin: Option<Origin>,
    /// The skeleton that the clip plays on.
    pub skeleton: Id,
    /// Keys as the file had them, at their own times.
    pub source: Arc<ClipSource>,
    /// The keys are no longer those of the file: somebody reduced them here.
    pub keys_edited: bool,
    /// The figure whose proportions its translations are in.
    pub made_for: MadeFor,
    /// Keys per second of the compiled clip, more than 0.
    pub frame_rate: f32,
    /// Playback goes on at the start when the clip ends.
    pub looping: bool,
    /// Policy for what follows the last frame when the clip loops.
    pub loop_policy: LoopPolicy,
    /// Clip seconds per second of playback.
    pub rate_scale: f32,
    /// Whether the root moves the character, and where it stays instead.
    pub root_motion: RootMotion,
    /// The bone whose motion moves the character; None is the top bone. See [`crate::mover`].
    pub root_bone: Option<BoneKey>,
    /// Difference that the clip compiles to; None compiles to full poses.
    pub additive: Option<Additive>,
    /// Compression settings of the keys; None keeps every key as it is.
    pub compression: Option<codec::EncoderSettings>,
    /// Rows of the timeline that notifies are on, in their order.
    pub tracks: Vec<NotifyTrack>,
    /// Notifies in any order; each names its track.
    pub notifies: List<Notify>,
    /// Sync markers, in any order.
    pub sync_markers: Vec<SyncMarker>,
    /// Curves, each name once.
    pub curves: Vec<Curve>,
    /// Notes on the clip, in any order.
    pub notes: Vec<Note>,
    /// Sounds that play along with the clip in the editor, in any order.
    pub sounds: Vec<LaneSound>,
}

impl Clip {
    /// A full pose without root motion that does not loop, compressed by the default settings.
    pub fn new(
        name: impl Into<String>,
        skeleton: Id,
        source: Arc<ClipSource>,
        frame_rate: f32,
    ) -> Self {
        Self {
            name: name.into(),
            origin: None,
            skeleton,
            source,
            keys_edited: false,
            made_for: MadeFor::default(),
            frame_rate,
            looping: false,
            loop_policy: LoopPolicy::default(),
            rate_scale: 1.0,
            root_motion: RootMotion::default(),
            root_bone: None,
            additive: None,
            compression: Some(codec::EncoderSettings::default()),
            tracks: Vec::new(),
            notifies: List::new(),
            sync_markers: Vec::new(),
            curves: Vec::new(),
            notes: Vec::new(),
            sounds: Vec::new(),
        }
    }

    /// Seconds that the compiled clip takes: with [`LoopPolicy::Wrap`] one frame more than the
    /// source.
    pub fn length(&self) -> f32 {
        self.poses().length()
    }

    /// Imported curves that no authored one takes the place of.
    pub fn imported_curves(&self) -> impl Iterator<Item = &source::SourceCurve> {
        self.source
            .curves
            .iter()
            .filter(|imported| self.curves.iter().all(|curve| curve.name != imported.name))
    }
}
