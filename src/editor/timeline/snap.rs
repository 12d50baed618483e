//! Magnetic times: frames and everything on the timeline. The nearest within reach wins, whatever
//! it is.

pub(crate) mod target;
#[cfg(test)]
mod tests;

use super::{host::TimelineHost, view::TimeView};
use crate::{preferences::SnapKind, session::Session, timeline::state::TimelineState};
use asset::Id;
use target::SnapTarget;
use words::tr;

/// Distance within which a time snaps, points.
const REACH: f32 = 8.0;
/// Seconds; what lies so near to a frame lies on it, and is called by its own name.
const ON_FRAME: f64 = 1e-4;

/// Times of everything that has an edge, ascending.
pub fn edges(host: &TimelineHost<'_>) -> Vec<f64> {
    let mut edges: Vec<f64> = targets(host, 0.0, &[])
        .into_iter()
        .map(|target| target.time)
        .collect();
    edges.push(host.length());
    edges.sort_by(f64::total_cmp);
    edges.dedup_by(|a, b| (*a - *b).abs() < 1e-4);
    edges
}

/// Snap targets that attract a dragged item: everything but frames, without the items in `except`.
pub fn magnets(
    (host, session): (&TimelineHost<'_>, &Session),
    state: &TimelineState,
    except: &[Id],
) -> Vec<SnapTarget> {
    let mut magnets = targets(host, session.playhead(host.id), except);
    if let Some((from, to)) = state.loops.get(&host.id) {
        let end = |time: f64, name: &str| SnapTarget {
            time,
            name: name.to_owned(),
            kind: SnapKind::LoopEnds,
        };
        magnets.extend([
            end(*from, tr!("start of the loop")),
            end(*to, tr!("end of the loop")),
        ]);
    }
    magnets.retain(|target| session.preferences.snapping.has(target.kind));
    magnets
}

/// Frames a second, where frames draw.
pub fn frames(host: &TimelineHost<'_>, session: &Session) -> Option<f64> {
    Some(host.frame_rate()).filter(|_| session.preferences.snapping.has(SnapKind::Frames))
}

/// Everything on the timeline, without the items in `except`.
pub fn targets(host: &TimelineHost<'_>, playhead: f64, except: &[Id]) -> Vec<SnapTarget> {
    let mut targets = Vec::new();
    let mut add =
        |kind: SnapKind, time: f64, name: String| targets.push(SnapTarget { time, name, kind });
    add(SnapKind::Playhead, playhead, "playhead".into());
    for section in host
        .sections()
        .iter()
        .filter(|section| !except.contains(&section.id))
    {
        add(
            SnapKind::Sections,
            section.start.into(),
            tr!("section {}", section.name),
        );
    }
    for slot in host.slots() {
        for segment in slot
            .segments
            .iter()
            .filter(|segment| !except.contains(&segment.id))
        {
            let name = host.clip_name(segment.clip);
            let end = segment.start + host.segment_duration(segment);
            add(
                SnapKind::Segments,
                segment.start.into(),
                tr!("start of {name}"),
            );
            add(SnapKind::Segments, end.into(), tr!("end of {name}"));
        }
    }
    for notify in host
        .notifies()
        .iter()
        .filter(|notify| !except.contains(&notify.id))
    {
        add(SnapKind::Notifies, notify.time.into(), notify.name.clone());
        if notify.duration.is_some() {
            add(
                SnapKind::StateEnds,
                notify.end().into(),
                tr!("end of {}", notify.name),
            );
        }
    }
    for note in host
        .notes()
        .iter()
        .filter(|note| !except.contains(&note.id))
    {
        add(SnapKind::Notes, note.time.into(), tr!("note {}", note.text));
    }
    for sound in host
        .sounds()
        .iter()
        .filter(|sound| !except.contains(&sound.id))
    {
        let end = sound.time + sound.seconds(host.project);
        let starts = tr!("start of {}", sound.name);
        add(SnapKind::Sounds, sound.time.into(), starts);
        add(SnapKind::Sounds, end.into(), tr!("end of {}", sound.name));
    }
    for marker in host
        .sync_markers()
        .iter()
        .filter(|marker| !except.contains(&marker.id))
    {
        add(
            SnapKind::SyncMarkers,
            marker.time.into(),
            tr!("sync marker {}", marker.name),
        );
    }
    for curve in host.keyed_curves() {
        for key in curve.keys.iter().filter(|key| !except.contains(&key.id)) {
            add(
                SnapKind::CurveKeys,
                key.time.into(),
                tr!("key of {}", curve.name),
            );
        }
    }
    targets
}

/// The snapped time and what it snapped to. `edges` are offsets in seconds from the time that
/// compete as well.
pub fn snap(
    time: f64,
    edges: &[f64],
    targets: &[SnapTarget],
    view: &TimeView,
    frame_rate: Option<f64>,
) -> (f64, Option<SnapTarget>) {
    let reach = f64::from(REACH) / view.scale;
    let best = nearest(time, edges, targets, reach);
    let frames = frame_rate.into_iter().flat_map(|rate| {
        [0.0].iter().chain(edges).map(move |edge| {
            let frame = ((time + edge) * rate).round();
            (frame / rate - (time + edge), frame, rate)
        })
    });
    let frame = frames.min_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    let limit = best
        .as_ref()
        .map_or(reach, |(delta, _)| delta.abs() - ON_FRAME);
    if let Some((delta, frame, rate)) = frame.filter(|(delta, ..)| delta.abs() <= limit) {
        let name = tr!("frame {frame}");
        return (
            time + delta,
            Some(SnapTarget {
                time: frame / rate,
                name,
                kind: SnapKind::Frames,
            }),
        );
    }
    best.map_or((time, None), |(delta, target)| (time + delta, Some(target)))
}

/// The nearest target within `reach` seconds of the time or of one of its edges, and how far it is.
pub fn nearest(
    time: f64,
    edges: &[f64],
    targets: &[SnapTarget],
    reach: f64,
) -> Option<(f64, SnapTarget)> {
    let all = [0.0]
        .iter()
        .chain(edges)
        .flat_map(|edge| targets.iter().map(move |target| (edge, target)));
    let deltas = all.map(|(edge, target)| (target.time - (time + edge), target));
    let within = deltas.filter(|(delta, _)| delta.abs() <= reach);
    let best = within.min_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    best.map(|(delta, target)| (delta, target.clone()))
}

/// Time at which a clip of `duration` lands when it is dropped at `time`: against a neighbour
/// within reach, else on a frame. Seconds.
pub fn landing(
    time: f64,
    duration: f64,
    edges: &[SnapTarget],
    view: &TimeView,
    frame_rate: f64,
) -> f64 {
    let reach = f64::from(REACH) / view.scale;
    let frame = (time * frame_rate).round() / frame_rate;
    nearest(time, &[duration], edges, reach).map_or(frame, |(delta, _)| time + delta)
}
