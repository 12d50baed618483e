//! A compiled montage: sections with links, slots with segments, blends, notifies, curves, sync
//! markers.

mod easing;
mod stretch;
#[cfg(test)]
mod tests;

pub use easing::{BlendCurve, Easing};
pub use stretch::{MOST_SAMPLES, StretchCurve, StretchMap};

use crate::{
    Array, Name, Notify, Pose,
    curve::{self, Curve, CurveKey},
    limits::{self, LONGEST, LONGEST_BLEND, MOST_LOOPS, MOST_SEGMENT_RATE, is_length, is_rate},
    sync::{self, SyncMarker},
    warp::Windows,
};
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};
use std::fmt;
use words::tr;

/// Distance of the position "at its end" from the end of a section, in seconds: the position is
/// still inside the section.
pub const END_OFFSET: f64 = 5e-5;
/// The link of a section that nothing follows.
pub const NO_SECTION: i32 = -1;

/// A stretch of a montage from which play goes on to another one.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Section {
    /// Name by which requests and branching points find it.
    pub name: Name,
    /// Seconds. The section ends where the next one starts, the last at the montage's length.
    pub start: f32,
    /// Index of the section that follows, or [`NO_SECTION`].
    pub next: i32,
}

/// A layer of clips, which a slot node of the same name shows.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Slot {
    /// Name of the slot nodes that show it.
    pub name: Name,
    /// Range in [`Montage::segments`], ascending by start, without overlap.
    pub first_segment: u32,
    /// Number of segments.
    pub segment_count: u32,
}

/// A piece of a clip on a slot.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Segment {
    /// Stable over edits.
    pub id: u64,
    /// Index of the clip in the library.
    pub clip: u32,
    /// Seconds on the montage.
    pub start: f32,
    /// Seconds on the clip where it begins.
    pub clip_begin: f32,
    /// Seconds on the clip where it ends.
    pub clip_end: f32,
    /// Clip seconds per montage second, the clip's own rate scale included. Not 0; negative plays
    /// backwards.
    pub rate: f32,
    /// Number of times that the piece of the clip plays, 1 or more.
    pub loops: u32,
}

/// Blend of a weight to its goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Blend {
    /// Seconds, 0 or more.
    pub time: f32,
    /// Easing of the weight over `time`.
    pub easing: Easing,
    /// The weight jumps, and the jump of the pose decays over the time instead.
    pub inertialize: bool,
    /// Blend profile of the skeleton, by which bones go ahead of the weight; none where it has no
    /// such one.
    pub profile: Name,
}

/// Clips in sections that play over a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Montage {
    /// Unique among the montages of a library.
    pub name: Name,
    /// Name of the skeleton that its clips share.
    pub skeleton: Name,
    /// Montages of one group replace each other.
    pub group: Name,
    /// Seconds, more than 0.
    pub length: f32,
    /// Factor on the rate at which the montage is played; a negative factor plays backwards.
    pub rate_scale: f32,
    /// Blend by which the weight of the montage rises when the montage starts.
    pub blend_in: Blend,
    /// Blend by which the weight of the montage falls when the montage ends, or is stopped without
    /// a given blend time.
    pub blend_out: Blend,
    /// Seconds before the end at which the blend-out starts; negative uses the blend-out's own
    /// time.
    pub blend_out_trigger: f32,
    /// Blends out by itself towards the end of a section that nothing follows; otherwise it is held
    /// there.
    pub auto_blend_out: bool,
    /// Root translation of its clips moves the character.
    pub root_translation: bool,
    /// Root rotation of its clips moves the character.
    pub root_rotation: bool,
    /// Sections, at least one, ascending by start; the first section starts at 0.
    pub sections: Array<Section>,
    /// Slots, at least one. Root motion is that of the first.
    pub slots: Array<Slot>,
    /// Segments of all slots, each slot's in one range.
    pub segments: Array<Segment>,
    /// Ascending by time, track, id.
    pub notifies: Array<Notify>,
    /// Values that the notifies carry, see [`crate::notify::NotifyClass`].
    pub values: Array<u64>,
    /// Parts of the montage that follow a change of rate; None makes all parts follow alike.
    pub stretch: Option<StretchCurve>,
    /// Keeps step with what else plays in it; none stands alone.
    pub sync_group: Name,
    /// Sync markers of the group, in seconds on the montage: ascending by time, no two at one,
    /// inside the montage.
    pub markers: Array<SyncMarker>,
    /// Curves in seconds on the montage, over those of its clips. Ascending by name.
    pub curves: Array<Curve>,
    /// Keys of all curves, each curve's in one range.
    pub curve_keys: Array<CurveKey>,
    /// Windows of motion warping, in seconds on the montage.
    pub warps: Windows,
}

/// Reasons why a montage is not playable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MontageError {
    Length,
    Sections,
    Slots,
    Segment {
        segment: usize,
    },
    /// Their order, a number that is none, or values that are not there.
    Notifies,
    Stretch,
    Markers,
    Curve {
        curve: usize,
    },
    /// Sections, slots and segments, or notifies.
    TooMany {
        most: usize,
    },
}

impl fmt::Display for MontageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MontageError::Length => {
                f.write_str(tr!("its length, its rate or a blend time is not valid"))
            }
            MontageError::Sections => f.write_str(tr!(
                "its sections do not ascend from 0 to its length, or link to nothing"
            )),
            MontageError::Slots => {
                f.write_str(tr!("it has no slots, or a slot has missing segments"))
            }
            MontageError::Segment { segment } => f.write_str(&tr!(
                "segment {segment} has no clip, or numbers that cannot play"
            )),
            MontageError::Notifies => f.write_str(tr!(
                "its notifies are out of order, or have a number that is not finite"
            )),
            MontageError::Stretch => f.write_str(tr!("its time stretch has an invalid value")),
            MontageError::Markers => f.write_str(tr!(
                "its sync markers are out of order, outside the clip, or without a name"
            )),
            MontageError::Curve { curve } => f.write_str(&tr!(
                "curve {curve} has keys out of order, or a number that is not finite or too large"
            )),
            MontageError::TooMany { most } => {
                f.write_str(&tr!("it has more than {most} parts of one type"))
            }
        }
    }
}

impl std::error::Error for MontageError {}

impl Montage {
    /// Checks every index and order, so that playing need not. `clip_count` is the library's.
    pub fn new(montage: Montage, clip_count: usize) -> Result<Self, MontageError> {
        let m = &montage;
        let blends_ok = [m.blend_in.time, m.blend_out.time]
            .iter()
            .all(|t| (0.0..=LONGEST_BLEND).contains(t));
        let trigger_ok = m.blend_out_trigger.abs() <= LONGEST_BLEND;
        if !(is_length(m.length) && is_rate(m.rate_scale) && trigger_ok && blends_ok) {
            return Err(MontageError::Length);
        }
        for (count, most) in [
            (m.sections.len(), limits::MOST_SECTIONS),
            (m.slots.len() + m.segments.len(), limits::MOST_SEGMENTS),
            (m.notifies.len(), limits::MOST_NOTIFIES),
        ] {
            if count > most {
                return Err(MontageError::TooMany { most });
            }
        }
        m.check_sections()?;
        m.check_slots(clip_count)?;
        let ordered = |pair: &[Notify]| {
            crate::clip::notify_order(&pair[0]) <= crate::clip::notify_order(&pair[1])
        };
        let in_order = m.notifies.windows(2).all(ordered);
        if !in_order
            || !m.warps.is_sound()
            || !m.notifies.iter().all(|n| n.is_sound(m.values.len()))
        {
            return Err(MontageError::Notifies);
        }
        if m.stretch
            .as_ref()
            .is_some_and(|stretch| !stretch.is_valid())
        {
            return Err(MontageError::Stretch);
        }
        if !sync::are_markers(&m.markers, m.length) {
            return Err(MontageError::Markers);
        }
        curve::check(&m.curves, &m.curve_keys).map_err(|curve| MontageError::Curve { curve })?;
        Ok(montage)
    }

    fn check_sections(&self) -> Result<(), MontageError> {
        let count = self.sections.len() as i32;
        let first_ok = self
            .sections
            .first()
            .is_some_and(|section| section.start == 0.0);
        let ascending = self
            .sections
            .windows(2)
            .all(|pair| pair[0].start < pair[1].start);
        let inside = self
            .sections
            .iter()
            .all(|section| section.start < self.length);
        let linked = self
            .sections
            .iter()
            .all(|section| (NO_SECTION..count).contains(&section.next));
        if first_ok && ascending && inside && linked {
            Ok(())
        } else {
            Err(MontageError::Sections)
        }
    }

    fn check_slots(&self, clip_count: usize) -> Result<(), MontageError> {
        if self.slots.is_empty() {
            return Err(MontageError::Slots);
        }
        for slot in self.slots.iter() {
            let range = slot.first_segment as usize
                ..(slot.first_segment as usize).saturating_add(slot.segment_count as usize);
            self.segments.get(range).ok_or(MontageError::Slots)?;
        }
        let is_bad = |s: &Segment| {
            let floats = [s.start, s.clip_begin, s.clip_end, s.rate];
            floats.iter().any(|v| !v.is_finite())
                || s.rate == 0.0
                || s.rate.abs() > MOST_SEGMENT_RATE
                || !(1..=MOST_LOOPS).contains(&s.loops)
                || !(0.0..=LONGEST).contains(&s.start)
                || !(-LONGEST..=LONGEST).contains(&s.clip_begin)
                || !(0.0..=LONGEST).contains(&s.clip_end)
                || s.clip_end < s.clip_begin
                || s.clip as usize >= clip_count
        };
        match self.segments.iter().position(is_bad) {
            Some(segment) => Err(MontageError::Segment { segment }),
            None => Ok(()),
        }
    }

    /// Start and end of a section, in seconds.
    pub fn section_span(&self, section: usize) -> (f64, f64) {
        let end = self
            .sections
            .get(section + 1)
            .map_or(self.length, |next| next.start);
        (self.sections[section].start.into(), end.into())
    }

    /// The last section that starts at or before `position`.
    pub fn section_at(&self, position: f64) -> usize {
        self.sections
            .partition_point(|section| f64::from(section.start) <= position)
            .saturating_sub(1)
    }

    /// Index of the section of the given name; None if the montage has no such section.
    pub fn find_section(&self, name: Name) -> Option<usize> {
        self.sections
            .iter()
            .position(|section| section.name == name)
    }

    /// Finds the slot of the given name; None if the montage has no such slot.
    pub fn find_slot(&self, name: Name) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.name == name)
    }

    /// Writes the montage's curves at a position in seconds over curves of the same names in
    /// `pose`.
    pub(crate) fn write_curves(&self, position: f64, pose: &mut Pose) {
        if !self.curves.is_empty() {
            let values = curve::values(&self.curves, &self.curve_keys, position);
            values.for_each(|(name, value)| pose.set_curve(name, value));
        }
    }

    /// Segments of a slot. Contract: the slot is this montage's.
    pub fn slot_segments(&self, slot: &Slot) -> &[Segment] {
        &self.segments
            [slot.first_segment as usize..(slot.first_segment + slot.segment_count) as usize]
    }
}

impl Segment {
    /// Seconds on the montage.
    pub fn duration(&self) -> f64 {
        f64::from(self.loops) * (f64::from(self.clip_end) - f64::from(self.clip_begin))
            / f64::from(self.rate.abs())
    }

    /// Seconds on the montage where it ends.
    pub fn end(&self) -> f64 {
        f64::from(self.start) + self.duration()
    }

    /// Clip time at a montage position inside the segment; at the segment's end the last loop's far
    /// end.
    pub fn clip_time(&self, position: f64) -> f64 {
        let (begin, end) = (f64::from(self.clip_begin), f64::from(self.clip_end));
        let span = end - begin;
        let travelled = (position - f64::from(self.start)).clamp(0.0, self.duration())
            * f64::from(self.rate.abs());
        let within = if travelled >= span * f64::from(self.loops) {
            span
        } else {
            travelled % span
        };
        if self.rate > 0.0 {
            begin + within
        } else {
            end - within
        }
    }
}
