//! An authored clip: what was imported, and what people add to it.

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
    /// A frame of another clip of the skeleton, at that clip's frame rate; one beyond the end counts as the last.
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

/// The clip compiles to what it adds to its base. Where its root motion is enabled, the root of both is locked.
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
    /// One more frame leads from the last back to the first. Root motion goes on at its last velocity there.
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
    /// Whose motion moves the character in place of the top bone's, which none is; see [`crate::mover`].
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
    pub fn new(name: impl Into<String>, skeleton: Id, source: Arc<ClipSource>, frame_rate: f32) -> Self {
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

    /// Seconds that the compiled clip takes: with [`LoopPolicy::Wrap`] one frame more than the source.
    pub fn length(&self) -> f32 {
        self.poses().length()
    }

    /// Imported curves that no authored one takes the place of.
    pub fn imported_curves(&self) -> impl Iterator<Item = &source::Curve> {
        self.source.curves.iter().filter(|imported| self.curves.iter().all(|curve| curve.name != imported.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Channel, Curve as Imported};

    fn lasting(duration: f32, frame_rate: f32, loop_policy: LoopPolicy) -> Clip {
        let source = Arc::new(ClipSource { duration, ..ClipSource::default() });
        Clip { loop_policy, ..Clip::new("walk", Id(1), source, frame_rate) }
    }

    #[test]
    fn a_new_clip_is_a_full_pose_that_plays_once_and_is_compressed() {
        let clip = lasting(1.0, 24.0, LoopPolicy::Clamp);
        assert_eq!((clip.name.as_str(), clip.skeleton, clip.origin.is_none()), ("walk", Id(1), true));
        assert_eq!((clip.frame_rate, clip.rate_scale, clip.looping, clip.keys_edited), (24.0, 1.0, false, false));
        assert_eq!((clip.made_for, clip.loop_policy), (MadeFor::Source, LoopPolicy::Clamp));
        assert_eq!((clip.additive, clip.root_motion), (None, RootMotion::default()));
        assert_eq!(clip.compression, Some(codec::Settings::default()));
        assert!(clip.tracks.is_empty() && clip.notifies.is_empty());
        assert!(clip.sync_markers.is_empty() && clip.curves.is_empty());
        assert_eq!(LoopPolicy::default(), LoopPolicy::Clamp);
    }

    #[test]
    fn a_wrapped_clip_takes_one_frame_more_than_its_source() {
        let both = |duration, rate| {
            [LoopPolicy::Clamp, LoopPolicy::Wrap].map(|policy| lasting(duration, rate, policy).length())
        };
        assert_eq!(both(1.0, 10.0), [1.0, 1.1]);
        assert_eq!(both(0.5, 2.0), [0.5, 1.0]);
        assert_eq!(both(0.0, 4.0), [0.0, 0.25]);
        assert_eq!(both(0.2, 4.0), [0.2, 0.4], "two keys, however near");
        assert_eq!(both(1.0, 0.0), [1.0, 1.0], "without frames there is none to add");
    }

    #[test]
    fn an_imported_curve_counts_unless_an_authored_one_has_its_name() {
        let imported = |name: &str| Imported { name: name.into(), channel: Channel::default() };
        let curves = ["smile", "blink", "frown"].map(imported).into();
        let source = Arc::new(ClipSource { curves, ..ClipSource::default() });
        let mut clip = Clip::new("talk", Id(1), source, 30.0);
        let counted = |clip: &Clip| clip.imported_curves().map(|curve| curve.name.clone()).collect::<Vec<_>>();
        assert_eq!(counted(&clip), ["smile", "blink", "frown"]);
        clip.curves = vec![Curve::new(Id(2), "blink", 0), Curve::new(Id(3), "other", 0)];
        assert_eq!(counted(&clip), ["smile", "frown"]);
        clip.curves[0].disabled = true;
        assert_eq!(counted(&clip), ["smile", "frown"], "a silent one takes its place too");
        clip.curves.extend([Curve::new(Id(4), "smile", 0), Curve::new(Id(5), "frown", 0)]);
        assert!(counted(&clip).is_empty());
    }

    #[test]
    fn a_base_asks_for_a_clip_only_where_it_is_of_one() {
        let clip = Id(4);
        assert_eq!(AdditiveBase::default().clip(), None);
        assert_eq!(AdditiveBase::OwnFrame(4).clip(), None);
        assert_eq!(AdditiveBase::ClipFrame { clip, frame: 2 }.clip(), Some(clip));
        assert_eq!(AdditiveBase::ClipScaled { clip }.clip(), Some(clip));
    }
}
