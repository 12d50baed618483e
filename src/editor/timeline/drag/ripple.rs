//! Edits that carry the rest of a slot along: later segments close up and make room. What is linked
//! to segments follows them in the document; sections follow the segments of the first slot under
//! which they begin.

use super::trimming::TOUCHING;
use crate::timeline::host::TimelineHost;
use asset::{
    Id,
    montage::{Segment, Slot},
};
use document::{Command, MontageCommand};

fn duration(host: &TimelineHost<'_>, segment: &Segment) -> f64 {
    host.segment_duration(segment).into()
}

/// The segment changed its length; it keeps its start, and what comes after it the distance to its
/// end.
pub(crate) fn resized(
    host: &TimelineHost<'_>,
    (slot, before): (&Slot, &Segment),
    after: Segment,
    at_start: bool,
) -> Command {
    let longer = duration(host, &after) - duration(host, before);
    let end = f64::from(before.start) + duration(host, before);
    let moved = |segment: &Segment| {
        if f64::from(segment.start) >= end - TOUCHING {
            Segment {
                start: (f64::from(segment.start) + longer).max(0.0) as f32,
                ..segment.clone()
            }
        } else {
            segment.clone()
        }
    };
    let others = slot
        .segments
        .iter()
        .filter(|segment| segment.id != before.id)
        .map(moved);
    let placed: Vec<Segment> = others
        .chain([Segment {
            start: before.start,
            ..after
        }])
        .collect();
    // What a start gives up takes along what begins inside.
    let inside = |start: f64| {
        if at_start && start > f64::from(before.start) + TOUCHING && start < end - TOUCHING {
            Some(longer)
        } else {
            None
        }
    };
    arranged(host, slot, placed, inside)
}

/// The slot's segments without the segments `gone`, moved earlier by the time that those took.
pub(crate) fn closed_up(host: &TimelineHost<'_>, slot: &Slot, gone: &[Id]) -> Vec<Segment> {
    let gone: Vec<&Segment> = slot
        .segments
        .iter()
        .filter(|segment| gone.contains(&segment.id))
        .collect();
    let earlier = |segment: &Segment| {
        gone.iter()
            .filter(|it| it.start < segment.start)
            .map(|it| duration(host, it))
            .sum::<f64>()
    };
    let left = slot
        .segments
        .iter()
        .filter(|segment| !gone.iter().any(|it| it.id == segment.id));
    left.map(|it| Segment {
        start: (f64::from(it.start) - earlier(it)).max(0.0) as f32,
        ..it.clone()
    })
    .collect()
}

/// Command that arranges the segments that remain once the edit has removed the segments `gone`.
pub(crate) fn without(host: &TimelineHost<'_>, slot: &Slot, gone: &[Id]) -> Command {
    let gone: Vec<&Segment> = slot
        .segments
        .iter()
        .filter(|segment| gone.contains(&segment.id))
        .collect();
    let ids: Vec<Id> = gone.iter().map(|segment| segment.id).collect();
    // What begins inside one that goes stays where that one began.
    let inside = |start: f64| {
        let under = gone.iter().find(|it| {
            let from = f64::from(it.start);
            (from - TOUCHING..from + duration(host, it) - TOUCHING).contains(&start)
        })?;
        let earlier = gone
            .iter()
            .filter(|it| it.start < under.start)
            .map(|it| duration(host, it))
            .sum::<f64>();
        Some(f64::from(under.start) - earlier - start)
    };
    arranged(host, slot, closed_up(host, slot, &ids), inside)
}

/// Place near `time` for `length` seconds, and the slot's segments with that much room there. Later
/// segments move only as far as they must. Inside a segment the place is at the nearer of its ends.
pub(crate) fn opening(
    host: &TimelineHost<'_>,
    slot: &Slot,
    time: f64,
    length: f64,
) -> (f64, Vec<Segment>) {
    let middle = |it: &Segment| f64::from(it.start) + duration(host, it) / 2.0;
    let at = slot.segments.iter().filter(|it| middle(it) <= time).count();
    let mut segments = slot.segments.clone();
    let previous = segments[..at]
        .last()
        .map_or(0.0, |it| f64::from(it.start) + duration(host, it));
    let next = segments
        .get(at)
        .map_or(f64::INFINITY, |next| f64::from(next.start));
    let start = time.min(next - length).max(previous);
    let push = (start + length - next).max(0.0);
    segments[at..]
        .iter_mut()
        .for_each(|later| later.start = (f64::from(later.start) + push) as f32);
    (start, segments)
}

/// Each begins where the one before it ends, the first at 0.
pub(crate) fn packed(host: &TimelineHost<'_>, slot: &Slot) -> Vec<Segment> {
    let mut end = 0.0;
    let place = |segment: &Segment| {
        let start = end;
        end += duration(host, segment);
        Segment {
            start: start as f32,
            ..segment.clone()
        }
    };
    slot.segments.iter().map(place).collect()
}

/// The segment leaves its place, which closes, for one near `time`, where the others make room.
pub(super) fn inserted(
    host: &TimelineHost<'_>,
    (from, segment): (&Slot, &Segment),
    to: &Slot,
    time: f64,
) -> Command {
    let left = closed_up(host, from, &[segment.id]);
    let is_same = from.id == to.id;
    let closed = Slot {
        segments: left.clone(),
        ..to.clone()
    };
    let to_now = if is_same { &closed } else { to };
    let (start, mut others) = opening(host, to_now, time, duration(host, segment));
    others.push(Segment {
        start: start as f32,
        ..segment.clone()
    });
    if is_same {
        return arranged(host, to, others, |_| None);
    }
    let sections = following(host, from, &left, |_| None);
    let segments = left
        .into_iter()
        .map(|it| (from.id, it))
        .chain(others.into_iter().map(|it| (to.id, it)))
        .collect();
    Command::Montage(host.id, MontageCommand::Arrange { segments, sections })
}

/// Command that moves a slot's segments to their places in `placed`, with the sections. `inside`
/// returns how far a section that begins at a time moves if no segment decides it.
pub(crate) fn arranged(
    host: &TimelineHost<'_>,
    slot: &Slot,
    placed: Vec<Segment>,
    inside: impl Fn(f64) -> Option<f64>,
) -> Command {
    let sections = following(host, slot, &placed, inside);
    let segments = placed
        .into_iter()
        .map(|segment| (slot.id, segment))
        .collect();
    Command::Montage(host.id, MontageCommand::Arrange { segments, sections })
}

fn following(
    host: &TimelineHost<'_>,
    slot: &Slot,
    placed: &[Segment],
    inside: impl Fn(f64) -> Option<f64>,
) -> Vec<(Id, f32)> {
    if host.slots().first().is_none_or(|first| first.id != slot.id) {
        return Vec::new();
    }
    let shift = |segment: &Segment| {
        let now = placed.iter().find(|it| it.id == segment.id);
        now.map_or(0.0, |now| f64::from(now.start) - f64::from(segment.start))
    };
    let moved = |start: f64| {
        let ends_after =
            |it: &&Segment| f64::from(it.start) + duration(host, it) > start + TOUCHING;
        let under = slot
            .segments
            .iter()
            .find(ends_after)
            .or(slot.segments.last());
        inside(start).unwrap_or_else(|| under.map_or(0.0, shift))
    };
    let starts = host
        .sections()
        .iter()
        .map(|section| (section, moved(section.start.into())));
    let placed = starts.map(|(it, shift)| (it, (f64::from(it.start) + shift).max(0.0) as f32));
    placed
        .filter(|(section, start)| section.start != *start)
        .map(|(section, start)| (section.id, start))
        .collect()
}
