//! An authored clip: what was imported, and what people add to it.

#[cfg(test)]
mod tests;

use crate::{
    BoneKey, Curve, Id, List, MadeFor, Note, Notify, NotifyTrack, Origin, SyncMarker,
    source::{self, ClipSource},
};
use anim::{additive::AdditiveKind, clip::RootMotion, codec};
use std::sync::Arc;

/// The pose that an additive clip is the difference to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AdditiveBase {
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
}

/// The clip compiles to what it adds to its base. Where its root motion is enabled, the root of
/// both is locked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Additive {
    pub kind: AdditiveKind,
    pub base: AdditiveBase,
}

/// What follows the last frame when the clip loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopPolicy {
    /// The last frame is the first again: it ends the loop.
    #[default]
    Clamp,
    /// One more frame leads from the last back to the first. Root motion goes on at its last
    /// velocity there.
    Wrap,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    pub name: String,
    /// None of what was made here.
    pub origin: Option<Origin>,
    pub skeleton: Id,
    pub source: Arc<ClipSource>,
    /// The keys are no longer those of the file: somebody reduced them here.
    pub keys_edited: bool,
    pub made_for: MadeFor,
    /// Keys per second of the compiled clip, more than 0.
    pub frame_rate: f32,
    pub looping: bool,
    pub loop_policy: LoopPolicy,
    pub rate_scale: f32,
    pub root_motion: RootMotion,
    /// Whose motion moves the character in place of the top bone's, which none is; see
    /// [`crate::mover`].
    pub root_bone: Option<BoneKey>,
    /// None is a full pose.
    pub additive: Option<Additive>,
    /// None keeps every key as it is.
    pub compression: Option<codec::Settings>,
    pub tracks: Vec<NotifyTrack>,
    pub notifies: List<Notify>,
    /// In any order.
    pub sync_markers: Vec<SyncMarker>,
    /// Each name once.
    pub curves: Vec<Curve>,
    /// In any order.
    pub notes: Vec<Note>,
}

impl Clip {
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
            compression: Some(codec::Settings::default()),
            tracks: Vec::new(),
            notifies: List::new(),
            sync_markers: Vec::new(),
            curves: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Seconds that the compiled clip takes: with [`LoopPolicy::Wrap`] one frame more than the
    /// source.
    pub fn length(&self) -> f32 {
        self.poses().length()
    }

    /// Imported curves that no authored one takes the place of.
    pub fn imported_curves(&self) -> impl Iterator<Item = &source::Curve> {
        self.source
            .curves
            .iter()
            .filter(|imported| self.curves.iter().all(|curve| curve.name != imported.name))
    }
}
