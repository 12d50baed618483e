//! Magnetic times: frames and everything on the timeline. The nearest within reach wins; only frames give way a
//! little, for they are everywhere, and an edge between two of them would hardly be met.

use super::{host::Host, view::TimeView};
use asset::Id;

/// Points.
const REACH: f32 = 8.0;
/// Points that a frame must be nearer than anything else.
const FRAME_HANDICAP: f32 = 2.0;

#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Seconds.
    pub time: f64,
    pub name: String,
}

/// Times of everything that has an edge, ascending.
pub fn edges(host: &Host<'_>) -> Vec<f64> {
    let mut edges: Vec<f64> = targets(host, 0.0, &[]).into_iter().map(|target| target.time).collect();
    edges.push(host.length());
    edges.sort_by(f64::total_cmp);
    edges.dedup_by(|a, b| (*a - *b).abs() < 1e-4);
    edges
}

/// Everything but frames, without the items in `except`.
pub fn targets(host: &Host<'_>, playhead: f64, except: &[Id]) -> Vec<Target> {
    let mut targets = vec![Target { time: playhead, name: "playhead".into() }];
    let mut add = |time: f64, name: String| targets.push(Target { time, name });
    for section in host.sections().iter().filter(|section| !except.contains(&section.id)) {
        add(section.start.into(), format!("section {}", section.name));
    }
    for slot in host.slots() {
        for segment in slot.segments.iter().filter(|segment| !except.contains(&segment.id)) {
            let name = host.clip_name(segment.clip);
            add(segment.start.into(), format!("start of {name}"));
            add((segment.start + host.segment_duration(segment)).into(), format!("end of {name}"));
        }
    }
    for notify in host.notifies().iter().filter(|notify| !except.contains(&notify.id)) {
        add(notify.time.into(), notify.name.clone());
        if notify.duration.is_some() {
            add(notify.end().into(), format!("end of {}", notify.name));
        }
    }
    for marker in host.sync_markers().iter().filter(|marker| !except.contains(&marker.id)) {
        add(marker.time.into(), format!("sync marker {}", marker.name));
    }
    for curve in host.keyed_curves() {
        for key in curve.keys.iter().filter(|key| !except.contains(&key.id)) {
            add(key.time.into(), format!("key of {}", curve.name));
        }
    }
    targets
}

/// The snapped time and what it snapped to. `edges` are offsets in seconds from the time that compete as well.
pub fn snap(time: f64, edges: &[f64], targets: &[Target], view: &TimeView, frame_rate: f64) -> (f64, Option<Target>) {
    let reach = f64::from(REACH) / view.scale;
    let best = nearest(time, edges, targets, reach);
    let frame = (time * frame_rate).round() / frame_rate;
    let handicap = f64::from(FRAME_HANDICAP) / view.scale;
    let limit = best.as_ref().map_or(reach, |(delta, _)| delta.abs() - handicap);
    if (frame - time).abs() <= limit {
        return (frame, Some(Target { time: frame, name: format!("frame {}", (frame * frame_rate).round()) }));
    }
    best.map_or((time, None), |(delta, target)| (time + delta, Some(target)))
}

/// The nearest target within `reach` seconds of the time or of one of its edges, and how far it is.
pub fn nearest(time: f64, edges: &[f64], targets: &[Target], reach: f64) -> Option<(f64, Target)> {
    let all = [0.0].iter().chain(edges).flat_map(|edge| targets.iter().map(move |target| (edge, target)));
    let deltas = all.map(|(edge, target)| (target.time - (time + edge), target));
    let within = deltas.filter(|(delta, _)| delta.abs() <= reach);
    let best = within.min_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    best.map(|(delta, target)| (delta, target.clone()))
}

/// Where a clip of this duration lands that is dropped here: against a neighbour within reach, else on a frame.
pub fn landing(time: f64, duration: f64, edges: &[Target], view: &TimeView, frame_rate: f64) -> f64 {
    let reach = f64::from(REACH) / view.scale;
    let frame = (time * frame_rate).round() / frame_rate;
    nearest(time, &[duration], edges, reach).map_or(frame, |(delta, _)| time + delta)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_target_wins_and_both_of_a_close_pair_can_be_reached() {
        let view = TimeView { start: 0.0, scale: 100.0 };
        let targets = [Target { time: 1.0, name: "a".into() }, Target { time: 1.03, name: "b".into() }];
        let name = |time: f64| snap(time, &[], &targets, &view, 30.0).1.map(|target| target.name);
        assert_eq!(name(1.001).as_deref(), Some("a"));
        assert_eq!(name(1.029).as_deref(), Some("b"));
        let far = TimeView { start: 0.0, scale: 20_000.0 };
        assert_eq!(snap(1.01, &[], &targets, &far, 30.0), (1.01, None));
    }

    #[test]
    fn an_edge_between_frames_is_met_and_so_are_the_frames() {
        let view = TimeView { start: 0.0, scale: 180.0 };
        let targets = [Target { time: 102.5 / 30.0, name: "end".into() }];
        let met = |frame: f64| snap(frame / 30.0, &[], &targets, &view, 30.0).0 * 30.0;
        for (at, wanted) in [(102.0, 102.0), (102.2, 102.5), (102.8, 102.5), (103.0, 103.0)] {
            assert!((met(at) - wanted).abs() < 1e-6, "{at}: {}", met(at));
        }
    }

    #[test]
    fn the_far_edge_of_an_item_snaps_too() {
        let view = TimeView { start: 0.0, scale: 100.0 };
        let targets = [Target { time: 2.0, name: "a".into() }];
        let (time, target) = snap(1.512, &[0.5], &targets, &view, 1.0);
        assert!((time - 1.5).abs() < 1e-9 && target.is_some_and(|t| t.name == "a"));
    }
}
