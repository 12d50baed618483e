//! Notifies: clamped into their timeline, sorted into firing order.

#[cfg(test)]
mod tests;

use super::{Output, limits, notify_class::Classes, payload};
use crate::{
    BoneKey, Id, List, Notify, NotifyTrack, Project, diagnostic::Kind, notify::Action,
    notify_class::FieldValue, warp::WarpPoint,
};
use anim::{
    Name, Transform,
    clip::notify_order,
    float::Extreme,
    limits::{LONGEST_BLEND, MOST_NOTIFIES},
    notify::{SHORTEST_STATE, action, flag},
};
use std::collections::BTreeMap;
use words::tr;

/// Things outside of a clip or montage that its notifies name; what is missing here is not found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NotifyReferences {
    /// Names of what the skeleton has.
    pub(super) sockets: BTreeMap<Id, Name>,
    /// Names of what the skeleton has.
    pub(super) bones: BTreeMap<BoneKey, Name>,
    /// Names of montages for the skeleton.
    pub(super) montages: BTreeMap<Id, Name>,
    pub(super) classes: Classes,
    pub(super) points: Points,
}

/// Points that windows of motion warping may bring to their targets: bones of the skeleton by
/// index, and sockets on them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Points {
    pub(super) sockets: BTreeMap<Id, (usize, Transform)>,
    pub(super) bones: BTreeMap<BoneKey, usize>,
}

impl NotifyReferences {
    /// References that notifies on a skeleton may name. `classes` are those that play.
    pub(crate) fn of(
        project: &Project,
        skeleton: Id,
        notifies: &List<Notify>,
        classes: &Classes,
    ) -> Self {
        let mut named = Self::default();
        for notify in notifies {
            named.classes.extend(
                notify
                    .class
                    .and_then(|class| Some((class, classes.get(&class)?.clone()))),
            );
            if let Action::PlayMontage(id) = notify.action {
                let montage = project
                    .montages
                    .get(&id)
                    .filter(|montage| montage.skeleton == skeleton);
                named
                    .montages
                    .extend(montage.map(|montage| (id, Name::new(&montage.name))));
            }
        }
        let Some(skeleton) = project.skeletons.get(&skeleton) else {
            return named;
        };
        let values = || notifies.iter().flat_map(|notify| notify.fields.values());
        let carried = values().filter_map(|value| {
            if let FieldValue::Socket(id) = value {
                Some(*id)
            } else {
                None
            }
        });
        let sockets = notifies
            .iter()
            .filter_map(|notify| notify.socket)
            .chain(carried);
        let sockets = sockets.filter_map(|id| skeleton.socket(id));
        named.sockets = sockets
            .map(|socket| (socket.id, Name::new(&socket.name)))
            .collect();
        let bones = values().filter_map(|value| {
            if let FieldValue::Bone(key) = value {
                Some(key)
            } else {
                None
            }
        });
        let bones = bones.filter_map(|key| Some((key.clone(), skeleton.index(key)?)));
        named.bones = bones
            .map(|(key, at)| (key, Name::new(&skeleton.bones[at].name)))
            .collect();
        for notify in notifies {
            match notify.warp.as_ref().and_then(|warp| warp.point.as_ref()) {
                Some(WarpPoint::Socket(id)) => {
                    let socket = skeleton.socket(*id);
                    let place = socket
                        .and_then(|socket| Some((skeleton.index(&socket.bone)?, socket.local)));
                    named.points.sockets.extend(place.map(|place| (*id, place)));
                }
                Some(WarpPoint::Bone(key)) => {
                    named
                        .points
                        .bones
                        .extend(skeleton.index(key).map(|at| (key.clone(), at)));
                }
                Some(WarpPoint::Offset(_)) | None => {}
            }
        }
        named
    }
}

/// Adds the names of notifies to the library, even if nothing is recompiled: two names with one
/// hash are found over the whole project.
pub(crate) fn name_all(asset: Id, notifies: &List<Notify>, out: &mut Output) {
    for notify in notifies {
        out.name(asset, Some(notify.id), &notify.name);
        if let Some(warp) = &notify.warp {
            out.name(asset, Some(notify.id), &warp.target);
        }
        for value in notify.fields.values() {
            if let FieldValue::Text(text) | FieldValue::Asset(text) = value
                && !text.is_empty()
            {
                out.name(asset, Some(notify.id), text);
            }
        }
    }
}

/// Clip or montage that notifies lie on.
pub(crate) struct NotifyHost<'a> {
    pub(crate) tracks: &'a [NotifyTrack],
    /// Length of the timeline, seconds.
    pub(crate) length: f32,
    pub(crate) named: &'a NotifyReferences,
    /// Names of a montage's sections by id; None of a clip.
    pub(crate) sections: Option<&'a BTreeMap<Id, Name>>,
}

/// The notifies in firing order, and the values that they carry.
pub(crate) fn compile(
    asset: Id,
    notifies: &List<Notify>,
    host: &NotifyHost<'_>,
    out: &mut Output,
) -> (Vec<anim::Notify>, Vec<u64>) {
    let mut values = Vec::new();
    let mut one = |notify: &Notify| {
        let compiled = compile_one(asset, notify, host, out);
        payload::carrying(compiled, asset, notify, host, &mut values, out)
    };
    let mut compiled: Vec<anim::Notify> = notifies.iter().map(&mut one).collect();
    compiled.sort_by(|a, b| {
        let (a, b) = (notify_order(a), notify_order(b));
        a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2))
    });
    limits::few(asset, &mut compiled, MOST_NOTIFIES, tr!("notifies"), out);
    (compiled, values)
}

fn compile_one(
    asset: Id,
    notify: &Notify,
    host: &NotifyHost<'_>,
    out: &mut Output,
) -> anim::Notify {
    let item = Some(notify.id);
    let track = host
        .tracks
        .iter()
        .position(|track| track.id == notify.track)
        .unwrap_or_else(|| {
            out.warn(
                asset,
                item,
                Kind::NotifyTrackMissing {
                    name: notify.name.clone(),
                },
            );
            host.tracks.len()
        });
    let (time, end) = span(asset, notify, host.length, out);
    let (action, target, value) = action(asset, notify, host, out);
    anim::Notify {
        id: notify.id.0,
        name: Name::new(&notify.name),
        target,
        socket: socket(asset, notify, host, out),
        time,
        end,
        track: track as u32,
        flags: flags(asset, notify, host, out),
        weight_threshold: if notify.weight_threshold.is_finite() {
            notify.weight_threshold
        } else {
            0.0
        },
        chance: if notify.chance.is_nan() {
            1.0
        } else {
            notify.chance.clamp(0.0, 1.0)
        },
        from_lod: notify
            .from_lod
            .map_or(-1, |lod| lod.min(i32::MAX as u32) as i32),
        action,
        class: Name::NONE,
        value,
        first_value: 0,
        value_count: 0,
        reserved: 0,
    }
}

/// Clamped into `[0, length]`; a state lasts at least [`SHORTEST_STATE`].
fn span(asset: Id, notify: &Notify, length: f32, out: &mut Output) -> (f32, f32) {
    let inside = |time: f32| (0.0..=length).contains(&time);
    if !inside(notify.time) || !inside(notify.end()) {
        out.warn(
            asset,
            Some(notify.id),
            Kind::NotifyOutside {
                name: notify.name.clone(),
                time: notify.time,
            },
        );
    }
    let clamped = |time: f32| {
        if time.is_nan() {
            0.0
        } else {
            time.clamp(0.0, length)
        }
    };
    let time = clamped(notify.time);
    match notify.duration {
        None => (time, time),
        Some(duration) => {
            let end = clamped(time + duration.higher(SHORTEST_STATE));
            (
                (end - SHORTEST_STATE).lower(time).higher(0.0),
                end.higher(SHORTEST_STATE),
            )
        }
    }
}

fn socket(asset: Id, notify: &Notify, host: &NotifyHost<'_>, out: &mut Output) -> Name {
    let Some(id) = notify.socket else {
        return Name::NONE;
    };
    host.named.sockets.get(&id).copied().unwrap_or_else(|| {
        out.warn(
            asset,
            Some(notify.id),
            Kind::SocketMissing {
                name: notify.name.clone(),
            },
        );
        Name::NONE
    })
}

fn flags(asset: Id, notify: &Notify, host: &NotifyHost<'_>, out: &mut Output) -> u32 {
    let on_clip = host.sections.is_none();
    if notify.branching && on_clip {
        out.warn(
            asset,
            Some(notify.id),
            Kind::BranchingOnClip {
                name: notify.name.clone(),
            },
        );
    }
    let bit = |on: bool, bit: u32| if on { bit } else { 0 };
    bit(notify.duration.is_some(), flag::STATE)
        | bit(notify.branching && !on_clip, flag::BRANCHING)
        | bit(notify.on_follower, flag::ON_FOLLOWER)
        | bit(!notify.on_dedicated_server, flag::NOT_ON_SERVER)
        | bit(notify.filterable, flag::FILTERABLE)
}

/// Action of a notify, with its name and number. Only branching points of montages act.
fn action(asset: Id, notify: &Notify, host: &NotifyHost<'_>, out: &mut Output) -> (u32, Name, f32) {
    let nothing = (action::NONE, Name::NONE, 0.0);
    let is_held = notify.branching && notify.duration.is_some();
    if notify.action == Action::DisableRootMotion && host.sections.is_some() && !is_held {
        out.warn(
            asset,
            Some(notify.id),
            Kind::RootMotionNotHeld {
                name: notify.name.clone(),
            },
        );
        return nothing;
    }
    let (Some(sections), true) = (host.sections, notify.branching) else {
        return nothing;
    };
    let place = (asset, Some(notify.id));
    let found = match notify.action {
        Action::None => return nothing,
        Action::JumpToSection(to) => sections
            .get(&to)
            .map(|name| (action::JUMP_TO_SECTION, *name, 0.0)),
        Action::SetNextSection(to) => sections
            .get(&to)
            .map(|name| (action::SET_NEXT_SECTION, *name, 0.0)),
        Action::PlayMontage(montage) => host
            .named
            .montages
            .get(&montage)
            .map(|name| (action::PLAY_MONTAGE, *name, 0.0)),
        Action::StopMontage(None) => return (action::STOP, Name::NONE, -1.0),
        Action::StopMontage(Some(time)) => {
            let time = limits::clamped(place, time, 0.0..=LONGEST_BLEND, limits::blend_time(), out);
            return (
                action::STOP,
                Name::NONE,
                if time.is_finite() { time } else { -1.0 },
            );
        }
        Action::SetPlayRate(rate) => {
            let rate = limits::rate(place, rate, tr!("play rate"), out);
            return (
                action::SET_PLAY_RATE,
                Name::NONE,
                if rate.is_finite() { rate } else { 1.0 },
            );
        }
        Action::DisableRootMotion => return (action::DISABLE_ROOT_MOTION, Name::NONE, 0.0),
    };
    found.unwrap_or_else(|| {
        let name = notify.name.clone();
        let is_section = notify.action.section().is_some();
        let kind = if is_section {
            Kind::JumpTargetMissing { name }
        } else {
            Kind::PlayTargetMissing { name }
        };
        out.error(asset, Some(notify.id), kind);
        nothing
    })
}
