//! Magnetic times: frames and everything on the timeline. The nearest within reach wins, no kind has priority.

use super::{host::Host, view::TimeView};
use asset::Id;

/// Points.
const REACH: f32 = 8.0;

#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Seconds.
    pub time: f64,
    pub name: String,
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
    targets
}

/// The snapped time and what it snapped to. `edges` are offsets in seconds from the time that compete as well.
pub fn snap(time: f64, edges: &[f64], targets: &[Target], view: &TimeView, frame_rate: f64) -> (f64, Option<Target>) {
    let reach = f64::from(REACH) / view.scale;
    let mut best: Option<(f64, Target)> = None;
    let mut offer = |delta: f64, target: Target| {
        let nearer = best.as_ref().is_none_or(|(other, _)| delta.abs() < other.abs() - 1e-9);
        if delta.abs() <= reach && nearer {
            best = Some((delta, target));
        }
    };
    for edge in [0.0].iter().chain(edges) {
        for target in targets {
            offer(target.time - (time + edge), target.clone());
        }
    }
    let frame = (time * frame_rate).round() / frame_rate;
    offer(frame - time, Target { time: frame, name: format!("frame {}", (frame * frame_rate).round()) });
    match best {
        Some((delta, target)) => (time + delta, Some(target)),
        None => (time, None),
    }
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
    fn the_far_edge_of_an_item_snaps_too() {
        let view = TimeView { start: 0.0, scale: 100.0 };
        let targets = [Target { time: 2.0, name: "a".into() }];
        let (time, target) = snap(1.512, &[0.5], &targets, &view, 1.0);
        assert!((time - 1.5).abs() < 1e-9 && target.is_some_and(|t| t.name == "a"));
    }
}
