//! What goes by a montage's own time beside its sections: its time stretch and its sync markers.

use crate::{
    Id, Montage,
    compile::{Output, curves, limits},
    diagnostic::Kind,
};
use anim::{
    Library, Name,
    limits::MOST_MARKERS,
    montage::{MOST_SAMPLES, Segment, Slot, StretchCurve},
    sync::{NEAREST_MARKERS, SyncMarker},
};
use words::{Word, tr, word};

/// Samples of a time stretch each second, as far as there may be so many.
const STRETCH_RATE: f32 = 60.0;
const PART: (Word, Word) = (word!("time stretch"), word!("between 0 and 1"));

/// Sampled in the middle of each piece; `length` is in seconds.
pub(super) fn stretch(
    id: Id,
    montage: &Montage,
    length: f32,
    out: &mut Output,
) -> Option<StretchCurve> {
    let curve = montage.stretch.as_ref().filter(|curve| !curve.disabled)?;
    let count = ((length * STRETCH_RATE).ceil() as usize).clamp(1, MOST_SAMPLES);
    let piece = length / count as f32;
    let times = (0..count).map(|at| (at as f32 + 0.5) * piece);
    let values = curves::values_at(id, curve, times, out);
    if curve
        .keys
        .iter()
        .any(|key| !(0.0..=1.0).contains(&key.value))
    {
        out.warn(
            id,
            Some(curve.id),
            Kind::OutOfRange {
                field: PART.0.text(),
                range: PART.1.text().into(),
            },
        );
    }
    Some(StretchCurve {
        samples: values
            .into_iter()
            .map(|value| value.clamp(0.0, 1.0))
            .collect(),
    })
}

/// Markers of the clips in the slot that counts, where and as often as they are played.
pub(super) fn markers(
    id: Id,
    montage: &Montage,
    (slots, segments): (&[Slot], &[Segment]),
    library: &Library,
    out: &mut Output,
) -> Vec<SyncMarker> {
    if montage.sync_group.is_empty() {
        return Vec::new();
    }
    let chosen = montage
        .sync_slot
        .map(|slot| montage.slots.iter().position(|other| other.id == slot));
    if chosen == Some(None) {
        out.warn(id, None, Kind::SyncSlotMissing);
    }
    let Some(slot) = slots.get(chosen.flatten().unwrap_or(0)) else {
        return Vec::new();
    };
    let mut found: Vec<SyncMarker> = Vec::new();
    for segment in &segments[slot.first_segment as usize..][..slot.segment_count as usize] {
        gather(
            segment,
            &library.clips[segment.clip as usize].markers,
            &mut found,
        );
    }
    found.sort_by(|a, b| a.time.total_cmp(&b.time));
    found.dedup_by(|later, earlier| later.time - earlier.time < NEAREST_MARKERS);
    limits::few(id, &mut found, MOST_MARKERS, tr!("sync markers"), out);
    if found.is_empty() {
        out.warn(id, None, Kind::SyncMarkersMissing);
    }
    found
}

/// Adds markers in order of time, no two of one segment at one time, and no more than matter.
fn gather(segment: &Segment, markers: &[SyncMarker], found: &mut Vec<SyncMarker>) {
    let inside =
        |marker: &&SyncMarker| (segment.clip_begin..=segment.clip_end).contains(&marker.time);
    let mut within: Vec<(f64, Name)> = markers
        .iter()
        .filter(inside)
        .map(|it| (it.time.into(), it.name))
        .collect();
    let (begin, end) = (f64::from(segment.clip_begin), f64::from(segment.clip_end));
    let rate = f64::from(segment.rate.abs());
    if segment.rate < 0.0 {
        within.reverse();
    }
    if within.is_empty() {
        return;
    }
    let travelled = |time: f64| {
        if segment.rate > 0.0 {
            time - begin
        } else {
            end - time
        }
    };
    let first = found.len();
    for turn in 0..segment.loops {
        for (time, name) in &within {
            let along = f64::from(turn) * (end - begin) + travelled(*time);
            let at = (f64::from(segment.start) + along / rate) as f32;
            let is_near = |last: &SyncMarker| at - last.time < NEAREST_MARKERS;
            if !found[first..].last().is_some_and(is_near) {
                found.push(SyncMarker::new(*name, at));
            }
        }
        if found.len() - first > MOST_MARKERS {
            return;
        }
    }
}
