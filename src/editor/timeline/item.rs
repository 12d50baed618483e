//! Things on the timeline by id: what they are, when they are, and the commands that change them.

use super::host::TimelineHost;
use asset::{
    Curve, CurveKey, Id, LaneSound, Note, Notify, SyncMarker,
    montage::{Section, Segment, Slot},
};
use document::{Command, CurveKeyCommand, ItemCommand, MontageCommand, NotifyCommand};

/// A key that comes this near to another of its curve takes its place, in seconds.
pub const SAME_TIME: f32 = 1e-4;

/// One thing on a timeline that can be selected.
#[derive(Clone, Copy)]
pub enum Item<'a> {
    Section(&'a Section),
    Segment(&'a Slot, &'a Segment),
    Notify(&'a Notify),
    SyncMarker(&'a SyncMarker),
    Note(&'a Note),
    Sound(&'a LaneSound),
    Curve(&'a Curve),
    CurveKey(&'a Curve, &'a CurveKey),
}

impl Item<'_> {
    /// Whether the item may not end after the timeline does.
    pub fn stays_inside(&self) -> bool {
        matches!(
            self,
            Item::Notify(_) | Item::SyncMarker(_) | Item::Note(_) | Item::CurveKey(..)
        )
    }
}

/// The item with this id; None where the timeline has none.
pub fn find<'a>(host: &TimelineHost<'a>, id: Id) -> Option<Item<'a>> {
    let section = host
        .sections()
        .iter()
        .find(|section| section.id == id)
        .map(Item::Section);
    let notify = || {
        host.notifies()
            .iter()
            .find(|notify| notify.id == id)
            .map(Item::Notify)
    };
    let segment = || {
        host.montage()?
            .segment(id)
            .map(|(slot, segment)| Item::Segment(slot, segment))
    };
    let marker = || {
        host.sync_markers()
            .iter()
            .find(|marker| marker.id == id)
            .map(Item::SyncMarker)
    };
    let curve = || {
        host.keyed_curves()
            .find(|curve| curve.id == id)
            .map(Item::Curve)
    };
    let key = || {
        let on = |curve: &'a Curve| {
            curve
                .keys
                .iter()
                .find(|key| key.id == id)
                .map(|key| Item::CurveKey(curve, key))
        };
        host.keyed_curves().find_map(on)
    };
    let note = || {
        host.notes()
            .iter()
            .find(|note| note.id == id)
            .map(Item::Note)
    };
    let sound = || {
        host.sounds()
            .iter()
            .find(|sound| sound.id == id)
            .map(Item::Sound)
    };
    section
        .or_else(notify)
        .or_else(segment)
        .or_else(marker)
        .or_else(note)
        .or_else(sound)
        .or_else(curve)
        .or_else(key)
}

/// Start and end in seconds; None for a curve, which is all along.
pub fn span(host: &TimelineHost<'_>, id: Id) -> Option<(f64, f64)> {
    Some(match find(host, id)? {
        Item::Section(section) => (section.start.into(), host.section_end(section)),
        Item::Segment(_, segment) => (
            segment.start.into(),
            (segment.start + host.segment_duration(segment)).into(),
        ),
        Item::Notify(notify) => (notify.time.into(), notify.end().into()),
        Item::SyncMarker(marker) => (marker.time.into(), marker.time.into()),
        Item::Note(note) => (note.time.into(), note.time.into()),
        Item::Sound(sound) => (
            sound.time.into(),
            (sound.time + sound.seconds(host.project)).into(),
        ),
        Item::CurveKey(_, key) => (key.time.into(), key.time.into()),
        Item::Curve(_) => return None,
    })
}

/// All ids, in order of time.
pub fn all(host: &TimelineHost<'_>) -> Vec<Id> {
    let segments = host
        .slots()
        .iter()
        .flat_map(|slot| slot.segments.iter().map(|segment| segment.id));
    let sections = host.sections().iter().map(|section| section.id);
    let markers = host.sync_markers().iter().map(|marker| marker.id);
    let keys = host
        .keyed_curves()
        .flat_map(|curve| curve.keys.iter().map(|key| key.id));
    let notifies = host.notifies().iter().map(|notify| notify.id);
    let notes = host.notes().iter().map(|note| note.id);
    let sounds = host.sounds().iter().map(|sound| sound.id);
    let mut ids: Vec<Id> = sections
        .chain(segments)
        .chain(notifies)
        .chain(markers)
        .chain(notes)
        .chain(sounds)
        .chain(keys)
        .collect();
    ids.sort_by(|a, b| {
        span(host, *a)
            .map(|s| s.0)
            .partial_cmp(&span(host, *b).map(|s| s.0))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    ids
}

/// The item begins at another time; whether it still ends within the timeline is the caller's to
/// see to.
pub fn moved(host: &TimelineHost<'_>, id: Id, time: f64) -> Option<Command> {
    let time = time.max(0.0) as f32;
    Some(match find(host, id)? {
        Item::Section(section) => {
            Command::Montage(host.id, MontageCommand::MoveSection(section.id, time))
        }
        Item::Segment(slot, segment) => Command::Montage(
            host.id,
            MontageCommand::SetSegment {
                slot: slot.id,
                segment: Segment {
                    start: time,
                    ..segment.clone()
                },
            },
        ),
        Item::Notify(notify) => Command::Notify(
            host.id,
            NotifyCommand::Set(Notify {
                time,
                ..notify.clone()
            }),
        ),
        Item::SyncMarker(marker) => Command::SyncMarker(
            host.id,
            ItemCommand::Set(SyncMarker {
                time,
                ..marker.clone()
            }),
        ),
        Item::Note(note) => Command::Note(
            host.id,
            ItemCommand::Set(Note {
                time,
                ..note.clone()
            }),
        ),
        // It may end after the timeline does, and begins within it.
        Item::Sound(sound) => Command::Sound(
            host.id,
            ItemCommand::Set(LaneSound {
                time: time.min(host.length() as f32),
                ..sound.clone()
            }),
        ),
        Item::CurveKey(_, key) => Command::CurveKey(
            host.id,
            CurveKeyCommand::Set(CurveKey {
                time,
                ..key.clone()
            }),
        ),
        Item::Curve(_) => return None,
    })
}

/// Takes away the keys that the moved ones have come to lie on; those among `moving` stay.
pub fn replaced_keys(host: &TimelineHost<'_>, moving: &[Id], moves: &[Command]) -> Vec<Command> {
    let mut removed = Vec::new();
    for command in moves {
        let Command::CurveKey(_, CurveKeyCommand::Set(moved)) = command else {
            continue;
        };
        let Some(Item::CurveKey(curve, _)) = find(host, moved.id) else {
            continue;
        };
        let hit = |key: &&CurveKey| {
            (key.time - moved.time).abs() < SAME_TIME && !moving.contains(&key.id)
        };
        removed.extend(curve.keys.iter().filter(hit).map(|key| key.id));
    }
    removed.sort();
    removed.dedup();
    removed
        .into_iter()
        .map(|id| Command::CurveKey(host.id, CurveKeyCommand::Remove(id)))
        .collect()
}

/// The command that removes an item; None where the timeline does not have it.
pub fn removed(host: &TimelineHost<'_>, id: Id) -> Option<Command> {
    Some(match find(host, id)? {
        Item::Section(section) => {
            Command::Montage(host.id, MontageCommand::RemoveSection(section.id))
        }
        Item::Segment(_, segment) => {
            Command::Montage(host.id, MontageCommand::RemoveSegment(segment.id))
        }
        Item::Notify(notify) => Command::Notify(host.id, NotifyCommand::Remove(notify.id)),
        Item::SyncMarker(marker) => Command::SyncMarker(host.id, ItemCommand::Remove(marker.id)),
        Item::Curve(curve) if host.stretch().is_some_and(|stretch| stretch.id == curve.id) => {
            Command::Montage(host.id, MontageCommand::SetStretch(None))
        }
        Item::Note(note) => Command::Note(host.id, ItemCommand::Remove(note.id)),
        Item::Sound(sound) => Command::Sound(host.id, ItemCommand::Remove(sound.id)),
        Item::Curve(curve) => Command::Curve(host.id, ItemCommand::Remove(curve.id)),
        Item::CurveKey(_, key) => Command::CurveKey(host.id, CurveKeyCommand::Remove(key.id)),
    })
}

/// The command that gives an item this name; None for an unknown item and for one without a name.
pub fn renamed(host: &TimelineHost<'_>, id: Id, name: &str) -> Option<Command> {
    match find(host, id)? {
        Item::Section(section) => Some(Command::Montage(
            host.id,
            MontageCommand::RenameSection(section.id, name.to_owned()),
        )),
        Item::Notify(notify) => Some(Command::Notify(
            host.id,
            NotifyCommand::Set(Notify {
                name: name.to_owned(),
                ..notify.clone()
            }),
        )),
        Item::SyncMarker(marker) => {
            let marker = SyncMarker {
                name: name.to_owned(),
                ..marker.clone()
            };
            Some(Command::SyncMarker(host.id, ItemCommand::Set(marker)))
        }
        Item::Note(note) => Some(Command::Note(
            host.id,
            ItemCommand::Set(Note {
                text: name.to_owned(),
                ..note.clone()
            }),
        )),
        Item::Sound(sound) => Some(Command::Sound(
            host.id,
            ItemCommand::Set(LaneSound {
                name: name.to_owned(),
                ..sound.clone()
            }),
        )),
        Item::Curve(curve) => Some(Command::Curve(
            host.id,
            ItemCommand::Set(Curve {
                name: name.to_owned(),
                ..curve.clone()
            }),
        )),
        Item::Segment(..) | Item::CurveKey(..) => None,
    }
}

/// Name of an item; a segment has the name of its clip. None for keys.
pub fn name(host: &TimelineHost<'_>, id: Id) -> Option<String> {
    Some(match find(host, id)? {
        Item::Section(section) => section.name.clone(),
        Item::Segment(_, segment) => host.clip_name(segment.clip).to_owned(),
        Item::Notify(notify) => notify.name.clone(),
        Item::SyncMarker(marker) => marker.name.clone(),
        Item::Note(note) => note.text.clone(),
        Item::Sound(sound) => sound.name.clone(),
        Item::Curve(curve) => curve.name.clone(),
        Item::CurveKey(..) => return None,
    })
}

/// The start nearest to `wanted` at which `duration` seconds fit between the slot's segments
/// without `except`.
pub fn free_place(
    host: &TimelineHost<'_>,
    slot: &Slot,
    except: Id,
    wanted: f64,
    duration: f64,
) -> f64 {
    let others = || {
        slot.segments
            .iter()
            .filter(move |segment| segment.id != except)
    };
    let span = |segment: &Segment| {
        (
            f64::from(segment.start),
            f64::from(segment.start + host.segment_duration(segment)),
        )
    };
    let fits = |start: f64| {
        start >= -1e-9
            && others()
                .map(span)
                .all(|(from, to)| start >= to - 5e-5 || start + duration <= from + 5e-5)
    };
    let beside = others()
        .map(span)
        .flat_map(|(from, to)| [from - duration, to]);
    let candidates = [wanted.max(0.0), 0.0]
        .into_iter()
        .chain(beside)
        .filter(|start| fits(*start));
    candidates
        .min_by(|a, b| (a - wanted).abs().total_cmp(&(b - wanted).abs()))
        .unwrap_or(wanted)
}

/// `wanted`, or `wanted 2`, `wanted 3` … that `taken` does not have.
pub fn free_name<'a>(wanted: &str, taken: impl Iterator<Item = &'a str> + Clone) -> String {
    let is_free = |name: &str| taken.clone().all(|other| other != name);
    if is_free(wanted) {
        return wanted.to_owned();
    }
    (2..)
        .map(|n| format!("{wanted} {n}"))
        .find(|name| is_free(name))
        .unwrap_or_default()
}
