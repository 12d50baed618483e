//! Edges of states and segments, seams between segments, and what plays inside them.

use super::{
    plan::{DragStage, Plan, TimelineDragMotion},
    ripple,
};
use crate::timeline::{
    host::TimelineHost,
    item::{self, Item},
    snap::target::SnapTarget,
};
use anim::limits::{LEAST_RATE, MOST_LOOPS, MOST_RATE};
use asset::{
    Id, Notify,
    montage::{Segment, Slot},
};
use document::{Command, MontageCommand, NotifyCommand};
use words::{Word, word};

/// Segments this near to each other touch, seconds.
pub(crate) const TOUCHING: f64 = 1e-3;
const NO_MORE: Word = word!("no clip left");

/// Earliest start and latest end of a segment, seconds.
pub(crate) type Limits = (f64, f64);
pub(crate) const UNLIMITED: Limits = (f64::NEG_INFINITY, f64::INFINITY);

pub(super) fn plan(
    stage: &DragStage<'_>,
    id: Id,
    at_start: bool,
    pull: &TimelineDragMotion,
) -> Option<Plan> {
    let (origin, (start, end)) = (stage.origin, item::span(stage.origin, id)?);
    let (wanted, met) = edge(stage, id, at_start, pull)?;
    match item::find(origin, id)? {
        Item::Section(_)
        | Item::SyncMarker(_)
        | Item::Note(_)
        | Item::Sound(_)
        | Item::Curve(_)
        | Item::CurveKey(..) => None,
        Item::Notify(notify) => {
            let (from, to) = if at_start {
                (wanted.max(0.0), end)
            } else {
                (start, wanted.min(origin.length()))
            };
            let resized = Notify {
                time: from as f32,
                duration: Some((to - from) as f32),
                ..notify.clone()
            };
            Some(Plan::of(
                Command::Notify(origin.id, NotifyCommand::Set(resized)),
                met,
            ))
        }
        Item::Segment(slot, segment) => {
            let limits = if pull.ripples {
                UNLIMITED
            } else {
                neighbours(origin, slot, segment)
            };
            let trimmed = trimmed(origin, segment, wanted, at_start, limits)?;
            let note = lacks_source(origin, &trimmed, wanted, at_start).then(|| NO_MORE.into());
            let command = if pull.ripples {
                ripple::resized(origin, (slot, segment), trimmed, at_start)
            } else {
                set(origin, slot, trimmed)
            };
            Some(Plan { command, met, note })
        }
    }
}

/// Wanted time of the edge, seconds, at least a frame from the other edge, and the target that it
/// snapped to.
fn edge(
    stage: &DragStage<'_>,
    id: Id,
    at_start: bool,
    pull: &TimelineDragMotion,
) -> Option<(f64, Option<SnapTarget>)> {
    let (start, end) = item::span(stage.origin, id)?;
    let from = if at_start { start } else { end };
    let (time, met) = stage.snapped(from + pull.delta, &[], &[id], pull.snapping);
    Some((
        if at_start {
            time.min(end - stage.frame())
        } else {
            time.max(start + stage.frame())
        },
        met,
    ))
}

fn set(origin: &TimelineHost<'_>, slot: &Slot, segment: Segment) -> Command {
    Command::Montage(
        origin.id,
        MontageCommand::SetSegment {
            slot: slot.id,
            segment,
        },
    )
}

fn both(
    origin: &TimelineHost<'_>,
    slot: &Slot,
    segments: impl IntoIterator<Item = Segment>,
) -> Command {
    let segments = segments
        .into_iter()
        .map(|segment| (slot.id, segment))
        .collect();
    Command::Montage(
        origin.id,
        MontageCommand::Arrange {
            segments,
            sections: Vec::new(),
        },
    )
}

fn times(host: &TimelineHost<'_>, segment: &Segment) -> (f64, f64) {
    let start = f64::from(segment.start);
    (start, start + f64::from(host.segment_duration(segment)))
}

/// The end of the segment before this one, and the start of the one after it.
pub(crate) fn neighbours(host: &TimelineHost<'_>, slot: &Slot, segment: &Segment) -> Limits {
    let (start, end) = times(host, segment);
    let others = || {
        slot.segments
            .iter()
            .filter(|other| other.id != segment.id)
            .map(|other| times(host, other))
    };
    let previous = others()
        .map(|it| it.1)
        .filter(|to| *to <= start + TOUCHING)
        .fold(0.0, f64::max);
    let next = others()
        .map(|it| it.0)
        .filter(|from| *from >= end - TOUCHING)
        .fold(f64::INFINITY, f64::min);
    (previous, next)
}

/// The clip has no more on this side, and more was wanted.
fn lacks_source(host: &TimelineHost<'_>, trimmed: &Segment, wanted: f64, at_start: bool) -> bool {
    let Some(clip) = host
        .project
        .clips
        .get(&trimmed.clip)
        .filter(|_| trimmed.loops == 1)
    else {
        return false;
    };
    let (start, end) = times(host, trimmed);
    let is_short = if at_start {
        start > wanted + TOUCHING
    } else {
        end < wanted - TOUCHING
    };
    let is_whole = if at_start == (trimmed.rate * clip.rate_scale > 0.0) {
        trimmed.clip_begin <= 0.0
    } else {
        trimmed.clip_end >= clip.length()
    };
    is_short && is_whole
}

/// Stops at the limits and at the ends of the clip. An end of a looped segment adds and removes
/// loops.
pub(crate) fn trimmed(
    host: &TimelineHost<'_>,
    segment: &Segment,
    time: f64,
    at_start: bool,
    (previous, next): Limits,
) -> Option<Segment> {
    let clip = host.project.clips.get(&segment.clip)?;
    let rate = f64::from((segment.rate * clip.rate_scale).abs());
    let (start, end) = times(host, segment);
    if time == if at_start { start } else { end } {
        return Some(segment.clone());
    }
    if segment.loops > 1 {
        return Some(looped(
            segment,
            (start, end),
            time,
            at_start,
            (previous, next),
        ));
    }
    let time = if at_start {
        time.max(previous)
    } else {
        time.min(next)
    };
    let cut = (if at_start { time - start } else { end - time }) * rate;
    let forward = segment.rate * clip.rate_scale > 0.0;
    let mut trimmed = segment.clone();
    // What is shorter than a frame gets no shorter.
    let played = f64::from(segment.clip_end - segment.clip_begin);
    let shortest = (rate / host.frame_rate()).min(played);
    if at_start == forward {
        let begin = (f64::from(segment.clip_begin) + cut)
            .min(f64::from(segment.clip_end) - shortest)
            .max(0.0);
        trimmed.clip_begin = begin as f32;
    } else {
        let end = (f64::from(segment.clip_end) - cut)
            .min(clip.length().into())
            .max(f64::from(segment.clip_begin) + shortest);
        trimmed.clip_end = end as f32;
    }
    if at_start {
        trimmed.start = (end - f64::from(host.segment_duration(&trimmed))).max(0.0) as f32;
    }
    Some(trimmed)
}

fn looped(
    segment: &Segment,
    (start, end): (f64, f64),
    time: f64,
    at_start: bool,
    (previous, next): Limits,
) -> Segment {
    let one = (end - start) / f64::from(segment.loops);
    let (wanted, room) = if at_start {
        (end - time, end - previous.max(0.0))
    } else {
        (time - start, next - start)
    };
    let most = (room / one + 1e-4)
        .floor()
        .clamp(1.0, f64::from(MOST_LOOPS));
    let loops = (wanted / one).round().clamp(1.0, most);
    let start = if at_start { end - loops * one } else { start };
    Segment {
        loops: loops as u32,
        start: start.max(0.0) as f32,
        ..segment.clone()
    }
}

/// Both edges at the seam go together as far as both clips reach.
pub(super) fn roll(
    stage: &DragStage<'_>,
    (left, right): (Id, Id),
    pull: &TimelineDragMotion,
) -> Option<Plan> {
    let origin = stage.origin;
    let (Item::Segment(slot, first), Item::Segment(_, second)) =
        (item::find(origin, left)?, item::find(origin, right)?)
    else {
        return None;
    };
    let ((from, seam), (_, to)) = (times(origin, first), times(origin, second));
    let (time, met) = stage.snapped(seam + pull.delta, &[], &[left, right], pull.snapping);
    let time = time.clamp(from + stage.frame(), to - stage.frame());
    let (first, second) = seam_at(origin, (first, second), time)?;
    let is_short = (times(origin, &first).1 - time).abs() > TOUCHING;
    let note = is_short.then(|| NO_MORE.into());
    Some(Plan {
        command: both(origin, slot, [first, second]),
        met,
        note,
    })
}

/// The seam as near to a time as both clips let it.
pub(super) fn seam_at(
    host: &TimelineHost<'_>,
    (first, second): (&Segment, &Segment),
    time: f64,
) -> Option<(Segment, Segment)> {
    let left = trimmed(host, first, time, false, UNLIMITED)?;
    let right = trimmed(host, second, times(host, &left).1, true, UNLIMITED)?;
    let left = trimmed(host, first, right.start.into(), false, UNLIMITED)?;
    Some((left, right))
}

/// Frames of the montage at a time while times are magnetic.
pub(super) fn slip(stage: &DragStage<'_>, id: Id, pull: &TimelineDragMotion) -> Option<Plan> {
    let origin = stage.origin;
    let Item::Segment(slot, segment) = item::find(origin, id)? else {
        return None;
    };
    let clip = origin.project.clips.get(&segment.clip)?;
    let delta = if pull.snapping {
        (pull.delta / stage.frame()).round() * stage.frame()
    } else {
        pull.delta
    };
    let wanted = -delta * f64::from(segment.rate * clip.rate_scale);
    let (least, most) = (
        -segment.clip_begin,
        (clip.length() - segment.clip_end).max(0.0),
    );
    let shift = wanted.clamp(least.into(), most.into());
    let note = ((shift - wanted).abs() > TOUCHING).then(|| NO_MORE.into());
    let (clip_begin, clip_end) = (
        segment.clip_begin + shift as f32,
        segment.clip_end + shift as f32,
    );
    let slipped = Segment {
        clip_begin: clip_begin.max(0.0),
        clip_end: clip_end.min(clip.length()),
        ..segment.clone()
    };
    Some(Plan {
        command: set(origin, slot, slipped),
        met: None,
        note,
    })
}

/// A neighbour that touches gets longer or shorter; beyond a gap there is the gap to move in.
pub(super) fn slide(stage: &DragStage<'_>, id: Id, pull: &TimelineDragMotion) -> Option<Plan> {
    let origin = stage.origin;
    let Item::Segment(slot, segment) = item::find(origin, id)? else {
        return None;
    };
    let (start, end) = times(origin, segment);
    let near = |a: f64, b: f64| (a - b).abs() < TOUCHING;
    let left = slot
        .segments
        .iter()
        .find(|it| it.id != id && near(times(origin, it).1, start));
    let right = slot
        .segments
        .iter()
        .find(|it| it.id != id && near(times(origin, it).0, end));
    let (previous, next) = neighbours(origin, slot, segment);
    let (time, met) = stage.snapped(start + pull.delta, &[end - start], &[id], pull.snapping);
    let mut shift = time - start;
    if left.is_none() {
        shift = shift.max(previous - start);
    }
    if right.is_none() {
        shift = shift.min(next - end);
    }
    // What one neighbour cannot give, the other need not take.
    for _ in 0..2 {
        if let Some(left) = left {
            shift = times(
                origin,
                &trimmed(origin, left, start + shift, false, UNLIMITED)?,
            )
            .1 - start;
        }
        if let Some(right) = right {
            shift = times(
                origin,
                &trimmed(origin, right, end + shift, true, UNLIMITED)?,
            )
            .0 - end;
        }
    }
    let note = ((shift - (time - start)).abs() > TOUCHING).then(|| NO_MORE.into());
    let left = left
        .map(|it| trimmed(origin, it, start + shift, false, UNLIMITED))
        .unwrap_or(None);
    let right = right
        .map(|it| trimmed(origin, it, end + shift, true, UNLIMITED))
        .unwrap_or(None);
    let slid = Segment {
        start: (start + shift).max(0.0) as f32,
        ..segment.clone()
    };
    Some(Plan {
        command: both(
            origin,
            slot,
            [Some(slid), left, right].into_iter().flatten(),
        ),
        met,
        note,
    })
}

/// Plan that plays the same part of the clip in another duration.
pub(super) fn rate(
    stage: &DragStage<'_>,
    id: Id,
    at_start: bool,
    pull: &TimelineDragMotion,
) -> Option<Plan> {
    let origin = stage.origin;
    let Item::Segment(slot, segment) = item::find(origin, id)? else {
        return None;
    };
    let (start, end) = times(origin, segment);
    let (previous, next) = if pull.ripples {
        UNLIMITED
    } else {
        neighbours(origin, slot, segment)
    };
    let (wanted, met) = edge(stage, id, at_start, pull)?;
    let duration = if at_start {
        end - wanted.max(previous).max(0.0)
    } else {
        wanted.min(next) - start
    };
    let faster = (end - start) / duration.max(1e-6);
    let rate =
        (f64::from(segment.rate.abs()) * faster).clamp(LEAST_RATE.into(), MOST_RATE.into()) as f32;
    let mut changed = Segment {
        rate: rate.copysign(segment.rate),
        ..segment.clone()
    };
    if at_start && !pull.ripples {
        changed.start = (end - f64::from(origin.segment_duration(&changed))).max(0.0) as f32;
    }
    let command = if pull.ripples {
        ripple::resized(origin, (slot, segment), changed, at_start)
    } else {
        set(origin, slot, changed)
    };
    Some(Plan::of(command, met))
}
