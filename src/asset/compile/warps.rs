//! Windows of motion warping, of notify states that warp.

#[cfg(test)]
mod tests;

use super::{Output, notifies::NotifyReferences};
use crate::{Id, List, Notify, Warp, diagnostic::Kind, warp::WarpPoint};
use anim::{
    Library, Name, Pose, Skeleton, Transform,
    float::Extreme,
    ik::turn,
    limits::MOST_WINDOWS,
    montage::Segment,
    pose::local_to_model,
    warp::{
        Rigid, WindowOf, Windows,
        motion::{Channel, Window},
    },
};
use glam::DVec3;
use words::tr;

/// Timeline of the notifies that warp.
pub(super) struct WarpTimeline<'a> {
    /// The compiled skeleton of the timeline.
    pub skeleton: &'a Skeleton,
    /// The bones, sockets and names that windows may name.
    pub named: &'a NotifyReferences,
    /// Length of the timeline, seconds.
    pub length: f32,
    /// Whether the timeline has root motion.
    pub moves_root: bool,
    /// The pose of the timeline at a time, seconds.
    pub pose: &'a dyn Fn(f64, &mut Pose),
}

pub(super) fn compile(
    asset: Id,
    notifies: &List<Notify>,
    timeline: &WarpTimeline<'_>,
    out: &mut Output,
) -> Windows {
    let mut all: Vec<(&Notify, &Warp)> = notifies
        .iter()
        .filter_map(|it| Some((it, it.warp.as_deref()?)))
        .collect();
    all.sort_by(|a, b| a.0.time.total_cmp(&b.0.time).then(a.0.id.cmp(&b.0.id)));
    let mut windows = Windows::default();
    for (notify, warp) in all {
        if let Some(window) = window(asset, (notify, warp), timeline, out) {
            windows.push(
                window,
                WindowOf {
                    notify: notify.id.0,
                    target: Name::new(&warp.target),
                },
            );
        }
    }
    report_overlaps(asset, &windows, out);
    windows
}

fn window(
    asset: Id,
    (notify, warp): (&Notify, &Warp),
    timeline: &WarpTimeline<'_>,
    out: &mut Output,
) -> Option<Window> {
    let item = Some(notify.id);
    let name = || notify.name.clone();
    if notify.duration.is_none() {
        out.warn(asset, item, Kind::WarpNoState { name: name() });
        return None;
    }
    if warp.needs_target() && warp.target.trim().is_empty() {
        out.warn(asset, item, Kind::WarpNoTarget { name: name() });
        return None;
    }
    if !timeline.moves_root && !warp.without_root_motion {
        out.warn(asset, item, Kind::WarpNoRootMotion { name: name() });
    }
    if !(warp.multiplier > 0.0 && warp.multiplier <= 1.0) {
        out.warn(
            asset,
            item,
            Kind::OutOfRange {
                field: tr!("rotation time"),
                range: tr!("more than 0 and up to 1").into(),
            },
        );
    }
    let length = f64::from(timeline.length);
    let [start, end] = [notify.time, notify.end()].map(|time| f64::from(time).clamp(0.0, length));
    let window = Window {
        start,
        end,
        modifier: warp.modifier,
        translation: warp.translation,
        rotation: warp.rotation,
        ignore_up: warp.ignore_up,
        speed_clamp: warp.speed_clamp.higher(0.0),
        easing: warp.easing,
        without_root_motion: warp.without_root_motion,
        warp_point: warp
            .point
            .as_ref()
            .and_then(|point| place(asset, notify, point, end, timeline, out)),
        subtract_remaining: warp.subtract_remaining,
        scale: DVec3::from_array(warp.scale),
        rotation_method: warp.rotation_method,
        rotation_type: warp.rotation_type,
        multiplier: warp.multiplier.clamp(0.0, 1.0),
        rate: warp.rate.higher(0.0),
        rotation_offset: turn::euler(DVec3::from_array(warp.rotation_offset)),
    };
    if !window.is_sound() {
        out.error(
            asset,
            item,
            Kind::BadNumber {
                field: tr!("motion warping"),
            },
        );
        return None;
    }
    Some(window)
}

/// Position of a warp point relative to the root at time `at`; None, with a warning, if the point
/// is missing. It has no rotation: the root is to face where the target faces.
fn place(
    asset: Id,
    notify: &Notify,
    point: &WarpPoint,
    at: f64,
    timeline: &WarpTimeline<'_>,
    out: &mut Output,
) -> Option<Rigid> {
    let (skeleton, points) = (timeline.skeleton, &timeline.named.points);
    let found = match point {
        WarpPoint::Offset(offset) => {
            return Some(Transform::from_translation((*offset).into()).into());
        }
        WarpPoint::Bone(key) => points
            .bones
            .get(key)
            .map(|bone| (*bone, Transform::IDENTITY)),
        WarpPoint::Socket(socket) => points.sockets.get(socket).copied(),
    };
    let Some((bone, local)) = found.filter(|(bone, _)| *bone < skeleton.len()) else {
        out.warn(
            asset,
            Some(notify.id),
            Kind::WarpPointMissing {
                name: notify.name.clone(),
            },
        );
        return None;
    };
    let (mut pose, mut models) = (Pose::reference(skeleton), Vec::new());
    (timeline.pose)(at, &mut pose);
    local_to_model(skeleton, &pose, &mut models);
    let place = |bone: usize| Transform::from_affine(&models[bone]);
    let point = place(0).relative_to(&place(bone)).compose(&local);
    Some(Transform::from_translation(point.translation).into())
}

/// Two that write the same at once: the later one wins.
fn report_overlaps(asset: Id, windows: &Windows, out: &mut Output) {
    let all = windows.windows();
    for (at, window) in all.iter().enumerate() {
        let later = all
            .iter()
            .enumerate()
            .skip(at + 1)
            .take_while(|(_, other)| other.start < window.end);
        for (other_at, other) in later {
            let both = |channel| window.writes(channel) && other.writes(channel);
            if both(Channel::Translation) || both(Channel::Rotation) {
                out.warn(
                    asset,
                    Some(Id(windows.of()[other_at].notify)),
                    Kind::WarpsOverlap,
                );
            }
        }
    }
}

/// The windows of the clips in a montage's first slot, where the montage plays them whole and
/// forwards.
pub(super) fn inherit(windows: &mut Windows, segments: &[Segment], library: &Library) {
    for segment in segments.iter().filter(|segment| segment.rate > 0.0) {
        let clip = &library.clips[segment.clip as usize];
        let rate = f64::from(segment.rate);
        let (begin, finish) = (f64::from(segment.clip_begin), f64::from(segment.clip_end));
        let turn = (finish - begin) / rate;
        for loops in 0..segment.loops.min(MOST_WINDOWS as u32) {
            let start = f64::from(segment.start) + f64::from(loops) * turn;
            for (window, of) in clip.warps.windows().iter().zip(clip.warps.of()) {
                let is_whole = begin <= window.start && window.end <= finish + 1e-6;
                if !is_whole || windows.windows().len() >= MOST_WINDOWS {
                    continue;
                }
                let at = |time: f64| start + (time - begin) / rate;
                let (start, end) = (at(window.start), at(window.end));
                windows.push(
                    Window {
                        start,
                        end,
                        rate: window.rate * rate,
                        ..*window
                    },
                    *of,
                );
            }
        }
    }
}
