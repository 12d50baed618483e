//! Sync markers: clamped into their clip, in order, those at one instant merged.

#[cfg(test)]
mod tests;

use super::{Output, limits};
use crate::{Id, SyncMarker, diagnostic::Kind};
use anim::{Name, limits::MOST_MARKERS, sync::NEAREST_MARKERS};
use words::tr;

/// Markers of a clip in order. Of a loop's end and start, which are one instant, the start stays.
pub(crate) fn compile(
    asset: Id,
    markers: &[SyncMarker],
    length: f32,
    looping: bool,
    out: &mut Output,
) -> Vec<anim::sync::SyncMarker> {
    let mut sorted: Vec<(f32, &SyncMarker)> = Vec::with_capacity(markers.len());
    for marker in markers {
        if marker.name.is_empty() {
            out.warn(asset, Some(marker.id), Kind::NameMissing);
            continue;
        }
        if !(0.0..=length).contains(&marker.time) {
            out.warn(
                asset,
                Some(marker.id),
                Kind::MarkerOutside { time: marker.time },
            );
        }
        sorted.push((
            if marker.time.is_nan() {
                0.0
            } else {
                marker.time.clamp(0.0, length)
            },
            marker,
        ));
    }
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
    let mut kept: Vec<(f32, &SyncMarker)> = Vec::with_capacity(sorted.len());
    for (time, marker) in sorted {
        let at_one_time = kept
            .last()
            .is_some_and(|last| time - last.0 < NEAREST_MARKERS);
        let first = kept.first().filter(|first| first.1.name == marker.name);
        let at_the_seam =
            looping && first.is_some_and(|first| length - time + first.0 < NEAREST_MARKERS);
        if at_one_time || at_the_seam {
            out.warn(asset, Some(marker.id), Kind::MarkersMerged);
        } else {
            kept.push((time, marker));
        }
    }
    limits::few(asset, &mut kept, MOST_MARKERS, tr!("sync markers"), out);
    kept.iter()
        .map(|(time, marker)| anim::sync::SyncMarker::new(Name::new(&marker.name), *time))
        .collect()
}
