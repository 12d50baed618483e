//! What the timeline shows: a montage or a clip, through one face.

use asset::{
    Clip, Curve, Id, LaneSound, List, Montage, Note, Notify, NotifyTrack, Project, SyncMarker,
    montage::{Section, Segment, Slot},
    source,
};
use words::tr;

/// The types of asset that have a timeline.
#[derive(Clone, Copy)]
pub enum TimelineAsset<'a> {
    Montage(&'a Montage),
    Clip(&'a Clip),
}

/// The open montage or clip, with the project that it refers to.
#[derive(Clone, Copy)]
pub struct TimelineHost<'a> {
    /// Project with the clips and classes that the asset names.
    pub project: &'a Project,
    /// The id of the montage or clip.
    pub id: Id,
    /// The montage or clip itself.
    pub asset: TimelineAsset<'a>,
}

impl<'a> TimelineHost<'a> {
    /// Creates the host of a montage or clip; None if `id` is neither.
    pub fn new(project: &'a Project, id: Id) -> Option<Self> {
        let montage = project
            .montages
            .get(&id)
            .map(|montage| TimelineAsset::Montage(montage));
        let asset =
            montage.or_else(|| project.clips.get(&id).map(|clip| TimelineAsset::Clip(clip)))?;
        Some(Self { project, id, asset })
    }

    /// The montage; None for a clip.
    pub fn montage(&self) -> Option<&'a Montage> {
        match self.asset {
            TimelineAsset::Montage(montage) => Some(montage),
            TimelineAsset::Clip(_) => None,
        }
    }

    /// The clip; None for a montage.
    pub fn clip(&self) -> Option<&'a Clip> {
        match self.asset {
            TimelineAsset::Clip(clip) => Some(clip),
            TimelineAsset::Montage(_) => None,
        }
    }

    /// Empty for a montage.
    pub fn sync_markers(&self) -> &'a [SyncMarker] {
        self.clip().map_or(&[], |clip| &clip.sync_markers)
    }

    /// The authored curves.
    pub fn curves(&self) -> &'a [Curve] {
        match self.asset {
            TimelineAsset::Montage(montage) => &montage.curves,
            TimelineAsset::Clip(clip) => &clip.curves,
        }
    }

    /// Curve that says which parts of a montage take a change of rate; None if there is none.
    pub fn stretch(&self) -> Option<&'a Curve> {
        self.montage()?.stretch.as_ref()
    }

    /// Every curve whose keys lie on the timeline.
    pub fn keyed_curves(&self) -> impl Iterator<Item = &'a Curve> + use<'a> {
        self.curves().iter().chain(self.stretch())
    }

    /// Curves of the source file that no authored curve replaces.
    pub fn imported_curves(&self) -> impl Iterator<Item = &'a source::SourceCurve> {
        self.clip().into_iter().flat_map(Clip::imported_curves)
    }

    /// Sections of the montage; empty for a clip.
    pub fn sections(&self) -> &'a [Section] {
        self.montage().map_or(&[], |montage| &montage.sections)
    }

    /// Slots of the montage; empty for a clip.
    pub fn slots(&self) -> &'a [Slot] {
        self.montage().map_or(&[], |montage| &montage.slots)
    }

    /// Notifies of the montage or clip itself; those of a montage's clips are not among them.
    pub fn notifies(&self) -> &'a List<Notify> {
        match self.asset {
            TimelineAsset::Montage(montage) => &montage.notifies,
            TimelineAsset::Clip(clip) => &clip.notifies,
        }
    }

    /// Notes for people; a game does not read them.
    pub fn notes(&self) -> &'a [Note] {
        match self.asset {
            TimelineAsset::Montage(montage) => &montage.notes,
            TimelineAsset::Clip(clip) => &clip.notes,
        }
    }

    /// Sounds that play along with the timeline, for people.
    pub fn sounds(&self) -> &'a [LaneSound] {
        match self.asset {
            TimelineAsset::Montage(montage) => &montage.sounds,
            TimelineAsset::Clip(clip) => &clip.sounds,
        }
    }

    /// Rows that notifies are on, from top to bottom.
    pub fn tracks(&self) -> &'a [NotifyTrack] {
        match self.asset {
            TimelineAsset::Montage(montage) => &montage.tracks,
            TimelineAsset::Clip(clip) => &clip.tracks,
        }
    }

    /// The skeleton that the montage or clip plays on.
    pub fn skeleton(&self) -> Id {
        match self.asset {
            TimelineAsset::Montage(montage) => montage.skeleton,
            TimelineAsset::Clip(clip) => clip.skeleton,
        }
    }

    /// Frames per second.
    pub fn frame_rate(&self) -> f64 {
        let rate = match self.asset {
            TimelineAsset::Montage(montage) => montage.frame_rate,
            TimelineAsset::Clip(clip) => clip.frame_rate,
        };
        f64::from(rate).max(1.0)
    }

    /// Length of the clip, or the end of the montage's last segment, seconds.
    pub fn length(&self) -> f64 {
        match self.asset {
            TimelineAsset::Clip(clip) => clip.length().into(),
            TimelineAsset::Montage(montage) => {
                let segments = montage.slots.iter().flat_map(|slot| &slot.segments);
                segments
                    .map(|segment| f64::from(segment.start + self.segment_duration(segment)))
                    .fold(0.0, f64::max)
            }
        }
    }

    /// Seconds on the montage.
    pub fn segment_duration(&self, segment: &Segment) -> f32 {
        segment.duration(self.clip_rate(segment.clip))
    }

    /// Time at which a segment first plays `position` of its clip, both in seconds, with the
    /// segment's id. None without such a segment, and for a rate of 0.
    pub fn moment_in_segment(&self, segment: Id, position: f64) -> Option<(f64, Id)> {
        let (_, segment) = self.montage()?.segment(segment)?;
        let rate = f64::from(segment.rate * self.clip_rate(segment.clip));
        let from = f64::from(if rate < 0.0 {
            segment.clip_end
        } else {
            segment.clip_begin
        });
        let into = (rate != 0.0).then(|| (position - from) / rate)?;
        Some((f64::from(segment.start) + into.max(0.0), segment.id))
    }

    /// The rate scale of a clip; 1 for one that does not exist.
    pub fn clip_rate(&self, clip: Id) -> f32 {
        self.project
            .clips
            .get(&clip)
            .map_or(1.0, |clip| clip.rate_scale)
    }

    /// The name of a clip, or “missing clip”.
    pub fn clip_name(&self, clip: Id) -> &'a str {
        self.project
            .clips
            .get(&clip)
            .map_or(tr!("missing clip"), |clip| clip.name.as_str())
    }

    /// Start of the next section in time, or the end of the timeline, seconds.
    pub fn section_end(&self, section: &Section) -> f64 {
        let later = self
            .sections()
            .iter()
            .map(|other| f64::from(other.start))
            .filter(|start| *start > f64::from(section.start));
        later.fold(self.length().max(section.start.into()), f64::min)
    }
}
