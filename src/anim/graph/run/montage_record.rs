//! A montage as a graph sees it in a tick.

use crate::{Clip, Library, Montage, Name, instance::BoneBlend, montage::Segment};
use std::sync::Arc;

/// A montage as the graph sees it this tick.
#[derive(Clone, Debug)]
pub(crate) struct ActiveMontage {
    pub(crate) id: u32,
    pub(crate) montage: Arc<Montage>,
    pub(crate) position: f64,
    pub(crate) weight: f32,
    /// The mean over the tick.
    pub(crate) root_weight: f32,
    /// Weights by bone; None if every bone has the montage's weight.
    pub(crate) bones: Option<BoneBlend>,
    /// Record for the sync group; None if the montage is in none.
    pub(crate) sync: Option<super::montage_sync::SyncedMontage>,
}

impl ActiveMontage {
    pub(super) fn segments(&self, slot: Name) -> Option<&[Segment]> {
        self.montage
            .find_slot(slot)
            .map(|slot| self.montage.slot_segments(slot))
    }

    /// The additive clip under the position, and the time in it. In a gap an additive slot adds
    /// nothing.
    pub(super) fn additive<'a>(&self, slot: Name, library: &'a Library) -> Option<(&'a Clip, f64)> {
        let segment = segment_at(self.segments(slot)?, self.position)?;
        let clip = &*library.clips[segment.clip as usize];
        clip.additive
            .is_some()
            .then(|| (clip, segment.clip_time(self.position)))
    }

    /// The clip under the position as an index in the library, and the time in it, or None in a
    /// gap; None where it does not play in the slot.
    pub(super) fn shown(&self, slot: Name) -> Option<Option<(u32, f64)>> {
        let segment = segment_at(self.segments(slot)?, self.position);
        Some(segment.map(|segment| (segment.clip, segment.clip_time(self.position))))
    }
}

pub(super) fn segment_at(segments: &[Segment], position: f64) -> Option<&Segment> {
    let started = segments.partition_point(|segment| f64::from(segment.start) <= position);
    let under = started.checked_sub(1).map(|at| &segments[at]);
    // The rounding of a segment's end must not open a gap before a neighbour.
    under.filter(|segment| position <= segment.end() + 1e-4)
}
