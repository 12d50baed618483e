//! A compiled montage: sections with links, slots with segments, blends, notifies.

use crate::{Array, Name, Notify};
use bytemuck::{Pod, Zeroable};

/// How far before a section's end "at its end" is, in seconds: still inside the section.
pub const END_OFFSET: f64 = 5e-5;
/// The link of a section that nothing follows.
pub const NO_SECTION: i32 = -1;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Section {
    pub name: Name,
    /// Seconds. The section ends where the next one starts, the last at the montage's length.
    pub start: f32,
    /// Index of the section that follows, or [`NO_SECTION`].
    pub next: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Slot {
    pub name: Name,
    /// Range in [`Montage::segments`], ascending by start, without overlap.
    pub first_segment: u32,
    pub segment_count: u32,
}

/// A piece of a clip on a slot.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Segment {
    /// Stable over edits.
    pub id: u64,
    /// Index of the clip in the library.
    pub clip: u32,
    /// Seconds on the montage.
    pub start: f32,
    /// Seconds on the clip.
    pub clip_begin: f32,
    pub clip_end: f32,
    /// Clip seconds per montage second, the clip's own rate scale included. Not 0; negative plays backwards.
    pub rate: f32,
    /// At least 1.
    pub loops: u32,
}

/// The shape of a blend: 0 to 1 over 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Easing {
    #[default]
    Linear,
    Smoothstep,
    Sine,
    QuadraticInOut,
    CubicInOut,
    QuarticInOut,
    QuinticInOut,
    CircularIn,
    CircularOut,
    CircularInOut,
    ExponentialIn,
    ExponentialOut,
    ExponentialInOut,
}

impl Easing {
    pub const ALL: [Easing; 13] = [
        Easing::Linear,
        Easing::Smoothstep,
        Easing::Sine,
        Easing::QuadraticInOut,
        Easing::CubicInOut,
        Easing::QuarticInOut,
        Easing::QuinticInOut,
        Easing::CircularIn,
        Easing::CircularOut,
        Easing::CircularInOut,
        Easing::ExponentialIn,
        Easing::ExponentialOut,
        Easing::ExponentialInOut,
    ];

    /// Exactly 0 at 0 and 1 at 1; input outside is clamped, NaN counts as 0. The same bits on every platform, which
    /// the system's own cosine does not promise.
    pub fn apply(self, u: f32) -> f32 {
        let u = if u.is_nan() { 0.0 } else { u.clamp(0.0, 1.0) };
        if u == 0.0 || u == 1.0 {
            return u;
        }
        match self {
            Easing::Linear => u,
            Easing::Smoothstep => u * u * (3.0 - 2.0 * u),
            Easing::Sine => (1.0 - libm::cosf(std::f32::consts::PI * u)) / 2.0,
            Easing::QuadraticInOut => in_out(u, |u| u * u),
            Easing::CubicInOut => in_out(u, |u| u * u * u),
            Easing::QuarticInOut => in_out(u, |u| u * u * u * u),
            Easing::QuinticInOut => in_out(u, |u| u * u * u * u * u),
            Easing::CircularIn => circular(u),
            Easing::CircularOut => 1.0 - circular(1.0 - u),
            Easing::CircularInOut => in_out(u, circular),
            Easing::ExponentialIn => exponential(u),
            Easing::ExponentialOut => 1.0 - exponential(1.0 - u),
            Easing::ExponentialInOut => in_out(u, exponential),
        }
    }
}

fn in_out(u: f32, rise: impl Fn(f32) -> f32) -> f32 {
    if u < 0.5 { rise(2.0 * u) / 2.0 } else { 1.0 - rise(2.0 * (1.0 - u)) / 2.0 }
}

fn circular(u: f32) -> f32 {
    1.0 - (1.0 - u * u).max(0.0).sqrt()
}

/// `2^(10(u-1))`, shifted and scaled so that it starts at exactly 0.
fn exponential(u: f32) -> f32 {
    let floor = 1.0 / 1024.0;
    (libm::exp2f(10.0 * (u - 1.0)) - floor) / (1.0 - floor)
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Blend {
    /// Seconds, 0 or more.
    pub time: f32,
    pub easing: Easing,
    /// The weight jumps, and the jump of the pose decays over the time instead.
    pub inertialize: bool,
    /// Blend profile of the skeleton, by which bones go ahead of the weight; none where it has no such one.
    pub profile: Name,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Montage {
    pub name: Name,
    /// Name of the skeleton that its clips share.
    pub skeleton: Name,
    /// Montages of one group replace each other.
    pub group: Name,
    /// Seconds, more than 0.
    pub length: f32,
    pub rate_scale: f32,
    pub blend_in: Blend,
    pub blend_out: Blend,
    /// Seconds before the end at which the blend-out starts; negative uses the blend-out's own time.
    pub blend_out_trigger: f32,
    pub auto_blend_out: bool,
    pub root_translation: bool,
    pub root_rotation: bool,
    /// At least one; ascending by start, the first at 0.
    pub sections: Array<Section>,
    /// At least one.
    pub slots: Array<Slot>,
    pub segments: Array<Segment>,
    /// Ascending by time, track, id.
    pub notifies: Array<Notify>,
}

/// What makes a montage unplayable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MontageError {
    Length,
    Sections,
    Slots,
    Segment { segment: usize },
    Notifies,
}

impl Montage {
    /// Checks every index and order, so that playing need not. `clip_count` is the library's.
    pub fn new(montage: Montage, clip_count: usize) -> Result<Self, MontageError> {
        let m = &montage;
        let blends_ok = [m.blend_in.time, m.blend_out.time].iter().all(|t| t.is_finite() && *t >= 0.0);
        if !(m.length.is_finite()
            && m.length > 0.0
            && m.rate_scale.is_finite()
            && m.blend_out_trigger.is_finite()
            && blends_ok)
        {
            return Err(MontageError::Length);
        }
        m.check_sections()?;
        m.check_slots(clip_count)?;
        let ordered = |pair: &[Notify]| crate::clip::notify_order(&pair[0]) <= crate::clip::notify_order(&pair[1]);
        if !m.notifies.windows(2).all(ordered) || m.notifies.iter().any(|n| !n.time.is_finite() || !n.end.is_finite()) {
            return Err(MontageError::Notifies);
        }
        Ok(montage)
    }

    fn check_sections(&self) -> Result<(), MontageError> {
        let count = self.sections.len() as i32;
        let first_ok = self.sections.first().is_some_and(|section| section.start == 0.0);
        let ascending = self.sections.windows(2).all(|pair| pair[0].start < pair[1].start);
        let inside = self.sections.iter().all(|section| section.start < self.length);
        let linked = self.sections.iter().all(|section| (NO_SECTION..count).contains(&section.next));
        if first_ok && ascending && inside && linked { Ok(()) } else { Err(MontageError::Sections) }
    }

    fn check_slots(&self, clip_count: usize) -> Result<(), MontageError> {
        if self.slots.is_empty() {
            return Err(MontageError::Slots);
        }
        for slot in self.slots.iter() {
            let range =
                slot.first_segment as usize..(slot.first_segment as usize).saturating_add(slot.segment_count as usize);
            self.segments.get(range).ok_or(MontageError::Slots)?;
        }
        let is_bad = |s: &Segment| {
            let floats = [s.start, s.clip_begin, s.clip_end, s.rate];
            floats.iter().any(|v| !v.is_finite())
                || s.rate == 0.0
                || s.loops == 0
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
        let end = self.sections.get(section + 1).map_or(self.length, |next| next.start);
        (self.sections[section].start.into(), end.into())
    }

    /// The last section that starts at or before `position`.
    pub fn section_at(&self, position: f64) -> usize {
        self.sections.partition_point(|section| f64::from(section.start) <= position).saturating_sub(1)
    }

    pub fn find_section(&self, name: Name) -> Option<usize> {
        self.sections.iter().position(|section| section.name == name)
    }

    pub fn find_slot(&self, name: Name) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.name == name)
    }

    pub fn slot_segments(&self, slot: &Slot) -> &[Segment] {
        &self.segments[slot.first_segment as usize..(slot.first_segment + slot.segment_count) as usize]
    }
}

impl Segment {
    /// Seconds on the montage.
    pub fn duration(&self) -> f64 {
        f64::from(self.loops) * f64::from(self.clip_end - self.clip_begin) / f64::from(self.rate.abs())
    }

    pub fn end(&self) -> f64 {
        f64::from(self.start) + self.duration()
    }

    /// Clip time at a montage position inside the segment; at the segment's end the last loop's far end.
    pub fn clip_time(&self, position: f64) -> f64 {
        let (begin, end) = (f64::from(self.clip_begin), f64::from(self.clip_end));
        let span = end - begin;
        let travelled = (position - f64::from(self.start)).clamp(0.0, self.duration()) * f64::from(self.rate.abs());
        let within = if span <= 0.0 {
            0.0
        } else if travelled >= span * f64::from(self.loops) {
            span
        } else {
            travelled % span
        };
        if self.rate > 0.0 { begin + within } else { end - within }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easings_run_from_zero_to_one_and_never_down() {
        for easing in Easing::ALL {
            assert_eq!((easing.apply(0.0), easing.apply(1.0)), (0.0, 1.0));
            assert_eq!((easing.apply(-3.0), easing.apply(f32::NAN)), (0.0, 0.0));
            let values: Vec<f32> = (0..=100).map(|i| easing.apply(i as f32 / 100.0)).collect();
            assert!(values.windows(2).all(|pair| pair[0] <= pair[1]), "{easing:?}");
        }
    }

    #[test]
    fn reverse_looped_segment_matches_the_worked_example() {
        let segment = Segment { id: 0, clip: 0, start: 0.0, clip_begin: 0.0, clip_end: 1.0, rate: -2.0, loops: 3 };
        assert_eq!(segment.duration(), 1.5);
        assert_eq!(segment.clip_time(0.25), 0.5);
        assert_eq!(segment.clip_time(1.5), 0.0);
    }
}
