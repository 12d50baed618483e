//! Items that change their time, and one alone also its row.

use super::{
    copying, keys,
    plan::{DragStage, Plan, TimelineDragMotion},
    ripple,
};
use crate::timeline::{
    DragKind,
    host::TimelineHost,
    item::{self, Item},
    scene::TimelineScene,
};
use asset::{
    Id, Notify, SyncMarker,
    montage::{Segment, Slot},
};
use document::{Command, ItemCommand, MontageCommand, NotifyCommand};
use std::collections::{BTreeMap, BTreeSet};

/// Ids of the dragged items: the selected items and the grabbed item.
pub(super) fn held(scene: &TimelineScene<'_>, kind: &DragKind) -> Vec<Id> {
    let DragKind::Move(grabbed) = *kind else {
        return Vec::new();
    };
    let all: BTreeSet<Id> = scene
        .selection
        .items
        .iter()
        .copied()
        .chain([grabbed])
        .collect();
    all.into_iter().collect()
}

pub(super) fn plan(
    stage: &DragStage<'_>,
    grabbed: Id,
    copies: &BTreeMap<Id, Id>,
    pull: &TimelineDragMotion,
) -> Option<Plan> {
    if !matches!(item::find(stage.origin, grabbed), Some(Item::CurveKey(..))) {
        return plan_along(stage, grabbed, copies, pull, 0.0);
    }
    let (in_time, in_value) = keys::along(pull.moved, pull.ripples);
    let rises = in_value.then(|| {
        keys::rise(
            stage.state,
            stage.origin,
            grabbed,
            pull.moved.y,
            pull.is_magnetic,
        )
    });
    let delta = if in_time { pull.delta } else { 0.0 };
    let pull = TimelineDragMotion {
        delta,
        snapping: pull.snapping && in_time,
        ..*pull
    };
    plan_along(stage, grabbed, copies, &pull, rises.unwrap_or(0.0))
}

fn plan_along(
    stage: &DragStage<'_>,
    grabbed: Id,
    copies: &BTreeMap<Id, Id>,
    pull: &TimelineDragMotion,
    rise: f32,
) -> Option<Plan> {
    let origin = stage.origin;
    let (start, end) = item::span(origin, grabbed)?;
    let moving = held(stage.scene, &DragKind::Move(grabbed));
    let is_section = matches!(item::find(origin, grabbed)?, Item::Section(_));
    let edges: &[f64] = if is_section || end == start {
        &[]
    } else {
        &[end - start]
    };
    let except: &[Id] = if pull.copies { &[] } else { &moving };
    let (time, met) = stage.snapped(start + pull.delta, edges, except, pull.snapping);
    let earliest = moving
        .iter()
        .filter_map(|id| item::span(origin, *id))
        .map(|span| span.0)
        .fold(start, f64::min);
    let shift = (time - start).clamp(-earliest, room(origin, &moving));
    if pull.copies {
        let row = (moving.len() == 1)
            .then(|| stage.row_at(pull.pointer))
            .flatten();
        return Some(Plan::of(
            copying::command(origin, copies, shift, rise, row)?,
            met,
        ));
    }
    if moving.len() == 1 && !matches!(item::find(origin, grabbed)?, Item::CurveKey(..)) {
        let command = place_one(stage, grabbed, start + shift, pull)?;
        return Some(Plan::of(command, met));
    }
    Some(Plan::of(move_all(origin, &moving, shift, rise)?, met))
}

/// The segments among them only count where they end up.
fn move_all(origin: &TimelineHost<'_>, moving: &[Id], shift: f64, rise: f32) -> Option<Command> {
    let mut segments = Vec::new();
    let mut commands = Vec::new();
    for id in moving {
        let Some((start, _)) = item::span(origin, *id) else {
            continue;
        };
        match item::find(origin, *id)? {
            Item::Segment(slot, segment) => {
                segments.push((
                    slot.id,
                    Segment {
                        start: (start + shift).max(0.0) as f32,
                        ..segment.clone()
                    },
                ));
            }
            _ => commands.extend(
                item::moved(origin, *id, start + shift).map(|command| keys::raised(command, rise)),
            ),
        }
    }
    // Sections that move right go from the right, so that none is pushed aside by the next.
    if shift > 0.0 {
        commands.reverse();
    }
    commands.extend(item::replaced_keys(origin, moving, &commands));
    if !segments.is_empty() {
        let arrange = MontageCommand::Arrange {
            segments,
            sections: Vec::new(),
        };
        // First, for what is linked to segments and moved as well ends where it is moved to.
        commands.insert(0, Command::Montage(origin.id, arrange));
    }
    Some(Command::Batch(commands))
}

/// Largest shift of a group to the right, seconds. Items that have to stay inside end with the
/// timeline; a group with segments has no limit, because they lengthen the timeline.
fn room(origin: &TimelineHost<'_>, moving: &[Id]) -> f64 {
    let items = || {
        moving
            .iter()
            .filter_map(|id| Some((*id, item::find(origin, *id)?)))
    };
    if items().any(|(_, item)| matches!(item, Item::Segment(..))) {
        return f64::INFINITY;
    }
    let inside = items().filter(|(_, item)| item.stays_inside());
    let ends = inside
        .filter_map(|(id, _)| item::span(origin, id))
        .map(|span| span.1);
    ends.fold(f64::INFINITY, |room, end| room.min(origin.length() - end))
        .max(0.0)
}

/// The slot of the row, or the one where the segment is now.
fn slot_under<'a>(origin: &TimelineHost<'a>, row: Option<Id>, own: &'a Slot) -> &'a Slot {
    row.and_then(|row| origin.slots().iter().find(|slot| slot.id == row))
        .unwrap_or(own)
}

/// One item may also change its row; a segment goes to the nearest free place, or makes room.
fn place_one(
    stage: &DragStage<'_>,
    id: Id,
    time: f64,
    pull: &TimelineDragMotion,
) -> Option<Command> {
    let (origin, row) = (stage.origin, stage.row_at(pull.pointer));
    match item::find(origin, id)? {
        Item::Section(_) | Item::CurveKey(..) => item::moved(origin, id, time),
        Item::Curve(_) => None,
        Item::Note(_) | Item::Sound(_) => item::moved(origin, id, time.min(origin.length())),
        Item::SyncMarker(marker) => {
            let marker = SyncMarker {
                time: time.clamp(0.0, origin.length()) as f32,
                ..marker.clone()
            };
            Some(Command::SyncMarker(origin.id, ItemCommand::Set(marker)))
        }
        Item::Segment(slot, segment) => {
            let to = slot_under(origin, row, slot);
            if pull.ripples {
                return Some(ripple::inserted(origin, (slot, segment), to, time));
            }
            let start = item::free_place(
                origin,
                to,
                id,
                time,
                origin.segment_duration(segment).into(),
            ) as f32;
            let segment = Segment {
                start,
                ..segment.clone()
            };
            Some(Command::Montage(
                origin.id,
                MontageCommand::SetSegment {
                    slot: to.id,
                    segment,
                },
            ))
        }
        Item::Notify(notify) => {
            let track = row
                .filter(|row| origin.tracks().iter().any(|track| track.id == *row))
                .unwrap_or(notify.track);
            let latest = (origin.length() - f64::from(notify.duration.unwrap_or(0.0))).max(0.0);
            let time = time.clamp(0.0, latest) as f32;
            Some(Command::Notify(
                origin.id,
                NotifyCommand::Set(Notify {
                    time,
                    track,
                    ..notify.clone()
                }),
            ))
        }
    }
}
