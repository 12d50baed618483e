//! Alt: what is dragged stays, and copies of it move.

use crate::{
    timeline::{
        DragKind, add_key,
        host::TimelineHost,
        item::{self, Item, free_name},
    },
    views::Edits,
};
use asset::{
    Curve, CurveKey, Id, LaneSound, Note, Notify, SyncMarker,
    montage::{Section, Segment},
};
use document::{Command, ItemCommand, MontageCommand, NotifyCommand};
use std::collections::BTreeMap;

/// Alt means something else to the others.
pub(super) fn is_copied(kind: &DragKind) -> bool {
    matches!(kind, DragKind::Move(_) | DragKind::Tangent { .. })
}

/// One id for each item that there is, for as long as the drag copies.
pub(super) fn ids(
    origin: &TimelineHost<'_>,
    held: &[Id],
    known: &BTreeMap<Id, Id>,
    edits: &mut Edits,
) -> BTreeMap<Id, Id> {
    let there = held.iter().filter(|id| item::find(origin, **id).is_some());
    there
        .map(|id| (*id, known.get(id).copied().unwrap_or_else(|| edits.id())))
        .collect()
}

/// Command that adds the copies; None if there is nothing to copy.
pub(super) fn command(
    origin: &TimelineHost<'_>,
    copies: &BTreeMap<Id, Id>,
    shift: f64,
    rise: f32,
    row: Option<Id>,
) -> Option<Command> {
    let mut names: Vec<String> = origin
        .sections()
        .iter()
        .map(|section| section.name.clone())
        .collect();
    let commands: Vec<Command> = copies
        .iter()
        .filter_map(|of| copy(origin, of, shift, rise, row, &mut names))
        .collect();
    (!commands.is_empty()).then_some(Command::Batch(commands))
}

fn copy(
    origin: &TimelineHost<'_>,
    (from, to): (&Id, &Id),
    shift: f64,
    rise: f32,
    row: Option<Id>,
    names: &mut Vec<String>,
) -> Option<Command> {
    let (host, id) = (origin.id, *to);
    let at = |time: f32| (f64::from(time) + shift).max(0.0) as f32;
    Some(match item::find(origin, *from)? {
        Item::Section(section) => {
            let name = free_name(&section.name, names.iter().map(String::as_str));
            names.push(name.clone());
            let copied = Section {
                id,
                name,
                start: at(section.start),
                ..section.clone()
            };
            Command::Montage(host, MontageCommand::AddSection(copied))
        }
        Item::Segment(slot, segment) => {
            let slot = row
                .and_then(|row| origin.slots().iter().find(|slot| slot.id == row))
                .unwrap_or(slot);
            let duration = origin.segment_duration(segment).into();
            let start =
                item::free_place(origin, slot, Id(0), at(segment.start).into(), duration) as f32;
            let segment = Segment {
                id,
                start,
                ..segment.clone()
            };
            Command::Montage(
                host,
                MontageCommand::AddSegment {
                    slot: slot.id,
                    segment,
                },
            )
        }
        Item::Notify(notify) => {
            let track = row
                .filter(|row| origin.tracks().iter().any(|track| track.id == *row))
                .unwrap_or(notify.track);
            let latest = (origin.length() as f32 - notify.duration.unwrap_or(0.0)).max(0.0);
            let copied = Notify {
                id,
                track,
                time: at(notify.time).min(latest),
                ..notify.clone()
            };
            Command::Notify(host, NotifyCommand::Add(copied))
        }
        Item::SyncMarker(marker) => {
            let time = at(marker.time).min(origin.length() as f32);
            Command::SyncMarker(
                host,
                ItemCommand::Add(SyncMarker {
                    id,
                    time,
                    ..marker.clone()
                }),
            )
        }
        Item::Note(note) => {
            let time = at(note.time).min(origin.length() as f32);
            Command::Note(
                host,
                ItemCommand::Add(Note {
                    id,
                    time,
                    ..note.clone()
                }),
            )
        }
        Item::Sound(sound) => {
            let time = at(sound.time).min(origin.length() as f32);
            let copied = LaneSound {
                id,
                time,
                ..sound.clone()
            };
            Command::Sound(host, ItemCommand::Add(copied))
        }
        Item::Curve(curve) => {
            let name = free_name(
                &curve.name,
                origin.curves().iter().map(|curve| curve.name.as_str()),
            );
            let key_id = |key: &CurveKey| Id::derive(&[&id.to_string(), &key.id.to_string()]);
            let keys = curve
                .keys
                .iter()
                .map(|key| CurveKey {
                    id: key_id(key),
                    ..key.clone()
                })
                .collect();
            Command::Curve(
                host,
                ItemCommand::Add(Curve {
                    id,
                    name,
                    keys,
                    ..curve.clone()
                }),
            )
        }
        Item::CurveKey(curve, key) => add_key(
            host,
            curve,
            CurveKey {
                id,
                time: at(key.time),
                value: key.value + rise,
                ..key.clone()
            },
        ),
    })
}
