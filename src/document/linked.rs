//! Notifies that are linked to segments: they follow what becomes of them.

use crate::lock::is_held;
use asset::{
    Id, Montage, Notify, Project,
    montage::{Segment, Slot},
    notify::Link,
};

/// Place of a segment and what the segment plays, as far as linked items depend on it.
#[derive(Clone, Copy, PartialEq)]
struct SegmentPlacement {
    /// Seconds of the montage.
    start: f64,
    /// Seconds of the montage, more than 0.
    duration: f64,
    /// Start of the clip if it were played whole, seconds of the montage.
    origin: f64,
    /// Seconds of the clip in one of the montage.
    rate: f64,
}

impl SegmentPlacement {
    fn of(project: &Project, segment: &Segment) -> Self {
        let clip = project.clips.get(&segment.clip);
        let (own, length) = clip.map_or((1.0, segment.clip_end), |clip| {
            (clip.rate_scale, clip.length())
        });
        let rate = f64::from(segment.rate * own);
        let hidden = if rate > 0.0 {
            segment.clip_begin
        } else {
            length - segment.clip_end
        };
        let start = f64::from(segment.start);
        let duration = f64::from(segment.duration(own)).max(1e-6);
        Self {
            start,
            duration,
            origin: start - f64::from(hidden) / rate.abs().max(1e-6),
            rate,
        }
    }

    /// Shift of a linked item to `other`, seconds: at the same speed the item keeps its moment of
    /// the clip, else its distance from the start.
    fn shift_to(self, other: Self) -> f64 {
        if self.rate == other.rate {
            other.origin - self.origin
        } else {
            other.start - self.start
        }
    }
}

/// `before` are the slots as they were. What is linked to a segment that is gone stays at its time.
pub(crate) fn follow(project: &Project, m: &mut Montage, before: &[Slot]) {
    let place = |slots: &[Slot], id: Id| {
        let segment = slots
            .iter()
            .flat_map(|slot| &slot.segments)
            .find(|segment| segment.id == id);
        segment.map(|segment| SegmentPlacement::of(project, segment))
    };
    let Montage {
        notifies,
        tracks,
        slots,
        ..
    } = m;
    let way = |notify: &Notify| {
        let segment = notify.link.segment().filter(|_| !is_held(tracks, notify))?;
        let (from, to) = place(before, segment).zip(place(slots, segment))?;
        (from != to).then_some((from, to))
    };
    let follows = |notify: &Notify| way(notify).is_some();
    notifies.edit(follows, |notify| {
        let Some((from, to)) = way(notify) else {
            return;
        };
        let time = f64::from(notify.time);
        match notify.link {
            Link::Absolute => {}
            Link::Relative(_) => notify.time = (time + from.shift_to(to)).max(0.0) as f32,
            Link::Proportional(_) => {
                let scale = to.duration / from.duration;
                notify.time = (to.start + (time - from.start) * scale).max(0.0) as f32;
                let longer = |duration: f32| {
                    ((f64::from(duration) * scale) as f32).max(anim::notify::SHORTEST_STATE)
                };
                notify.duration = notify.duration.map(longer);
            }
        }
    });
}

/// Unlinks notifies from segments that are gone; the notifies stay at their times.
pub(crate) fn let_go(m: &mut Montage) {
    let Montage {
        notifies, slots, ..
    } = m;
    let is_there = |id: Id| {
        slots
            .iter()
            .flat_map(|slot| &slot.segments)
            .any(|segment| segment.id == id)
    };
    let is_loose = |notify: &Notify| {
        notify
            .link
            .segment()
            .is_some_and(|segment| !is_there(segment))
    };
    notifies.edit(is_loose, |notify| notify.link = Link::Absolute);
}

#[cfg(test)]
mod tests;
