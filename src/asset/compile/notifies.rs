//! Notifies: clamped into their timeline, sorted into firing order.

use super::Output;
use crate::{Id, Notify, NotifyTrack, diagnostic::Kind, notify::Action};
use anim::{
    Name,
    clip::notify_order,
    notify::{SHORTEST_STATE, action, flag},
};
use std::collections::BTreeMap;

/// What the notifies lie on.
pub(crate) enum Host<'a> {
    Clip,
    /// Names of the sections by id.
    Montage(&'a BTreeMap<Id, Name>),
}

pub(crate) fn compile(
    asset: Id,
    notifies: &[Notify],
    tracks: &[NotifyTrack],
    length: f32,
    host: &Host<'_>,
    out: &mut Output,
) -> Vec<anim::Notify> {
    let mut compiled: Vec<anim::Notify> =
        notifies.iter().map(|notify| compile_one(asset, notify, tracks, length, host, out)).collect();
    compiled.sort_by(|a, b| {
        let (a, b) = (notify_order(a), notify_order(b));
        a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2))
    });
    compiled
}

fn compile_one(
    asset: Id,
    notify: &Notify,
    tracks: &[NotifyTrack],
    length: f32,
    host: &Host<'_>,
    out: &mut Output,
) -> anim::Notify {
    let item = Some(notify.id);
    let track = tracks.iter().position(|track| track.id == notify.track).unwrap_or_else(|| {
        out.warn(asset, item, Kind::NotifyTrackMissing { name: notify.name.clone() });
        tracks.len()
    });
    let (time, end) = span(asset, notify, length, out);
    let (action, target) = action(asset, notify, host, out);
    anim::Notify {
        id: notify.id.0,
        name: Name::new(&notify.name),
        target,
        time,
        end,
        track: track as u32,
        flags: flags(asset, notify, host, out),
        weight_threshold: if notify.weight_threshold.is_finite() { notify.weight_threshold } else { 0.0 },
        chance: if notify.chance.is_nan() { 1.0 } else { notify.chance.clamp(0.0, 1.0) },
        from_lod: notify.from_lod.map_or(-1, |lod| lod.min(i32::MAX as u32) as i32),
        action,
    }
}

/// Clamped into `[0, length]`; a state lasts at least [`SHORTEST_STATE`].
fn span(asset: Id, notify: &Notify, length: f32, out: &mut Output) -> (f32, f32) {
    let inside = |time: f32| (0.0..=length).contains(&time);
    if !inside(notify.time) || !inside(notify.end()) {
        out.warn(asset, Some(notify.id), Kind::NotifyOutside { name: notify.name.clone(), time: notify.time });
    }
    let clamped = |time: f32| if time.is_nan() { 0.0 } else { time.clamp(0.0, length) };
    let time = clamped(notify.time);
    match notify.duration {
        None => (time, time),
        Some(duration) => {
            let end = clamped(time + duration.max(SHORTEST_STATE));
            ((end - SHORTEST_STATE).min(time).max(0.0), end.max(SHORTEST_STATE))
        }
    }
}

fn flags(asset: Id, notify: &Notify, host: &Host<'_>, out: &mut Output) -> u32 {
    let on_clip = matches!(host, Host::Clip);
    if notify.branching && on_clip {
        out.warn(asset, Some(notify.id), Kind::BranchingOnClip { name: notify.name.clone() });
    }
    let bit = |on: bool, bit: u32| if on { bit } else { 0 };
    bit(notify.duration.is_some(), flag::STATE)
        | bit(notify.branching && !on_clip, flag::BRANCHING)
        | bit(notify.on_follower, flag::ON_FOLLOWER)
        | bit(!notify.on_dedicated_server, flag::NOT_ON_SERVER)
}

fn action(asset: Id, notify: &Notify, host: &Host<'_>, out: &mut Output) -> (u32, Name) {
    let (Action::JumpToSection(target), Host::Montage(sections), true) = (notify.action, host, notify.branching) else {
        return (action::NONE, Name::NONE);
    };
    match sections.get(&target) {
        Some(name) => (action::JUMP_TO_SECTION, *name),
        None => {
            out.error(asset, Some(notify.id), Kind::JumpTargetMissing { name: notify.name.clone() });
            (action::NONE, Name::NONE)
        }
    }
}
