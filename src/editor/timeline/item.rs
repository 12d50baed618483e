//! Things on the timeline by id: what they are, when they are, and the commands that change them.

use super::host::Host;
use asset::{
    Id, Notify,
    montage::{Section, Segment, Slot},
};
use document::{Command, MontageCommand, NotifyCommand};

#[derive(Clone, Copy)]
pub enum Item<'a> {
    Section(&'a Section),
    Segment(&'a Slot, &'a Segment),
    Notify(&'a Notify),
}

pub fn find<'a>(host: &Host<'a>, id: Id) -> Option<Item<'a>> {
    let section = host.sections().iter().find(|section| section.id == id).map(Item::Section);
    let notify = || host.notifies().iter().find(|notify| notify.id == id).map(Item::Notify);
    let segment = || host.montage()?.segment(id).map(|(slot, segment)| Item::Segment(slot, segment));
    section.or_else(notify).or_else(segment)
}

/// Start and end in seconds.
pub fn span(host: &Host<'_>, id: Id) -> Option<(f64, f64)> {
    Some(match find(host, id)? {
        Item::Section(section) => (section.start.into(), host.section_end(section)),
        Item::Segment(_, segment) => (segment.start.into(), (segment.start + host.segment_duration(segment)).into()),
        Item::Notify(notify) => (notify.time.into(), notify.end().into()),
    })
}

/// All ids, in order of time.
pub fn all(host: &Host<'_>) -> Vec<Id> {
    let segments = host.slots().iter().flat_map(|slot| slot.segments.iter().map(|segment| segment.id));
    let sections = host.sections().iter().map(|section| section.id);
    let mut ids: Vec<Id> = sections.chain(segments).chain(host.notifies().iter().map(|notify| notify.id)).collect();
    ids.sort_by(|a, b| {
        span(host, *a).map(|s| s.0).partial_cmp(&span(host, *b).map(|s| s.0)).unwrap_or(std::cmp::Ordering::Equal)
    });
    ids
}

/// The item begins at another time; whether it still ends within the timeline is the caller's to see to.
pub fn moved(host: &Host<'_>, id: Id, time: f64) -> Option<Command> {
    let time = time.max(0.0) as f32;
    Some(match find(host, id)? {
        Item::Section(section) => Command::Montage(host.id, MontageCommand::MoveSection(section.id, time)),
        Item::Segment(slot, segment) => Command::Montage(
            host.id,
            MontageCommand::SetSegment { slot: slot.id, segment: Segment { start: time, ..segment.clone() } },
        ),
        Item::Notify(notify) => Command::Notify(host.id, NotifyCommand::Set(Notify { time, ..notify.clone() })),
    })
}

pub fn removed(host: &Host<'_>, id: Id) -> Option<Command> {
    Some(match find(host, id)? {
        Item::Section(section) => Command::Montage(host.id, MontageCommand::RemoveSection(section.id)),
        Item::Segment(_, segment) => Command::Montage(host.id, MontageCommand::RemoveSegment(segment.id)),
        Item::Notify(notify) => Command::Notify(host.id, NotifyCommand::Remove(notify.id)),
    })
}

pub fn renamed(host: &Host<'_>, id: Id, name: &str) -> Option<Command> {
    match find(host, id)? {
        Item::Section(section) => {
            Some(Command::Montage(host.id, MontageCommand::RenameSection(section.id, name.to_owned())))
        }
        Item::Notify(notify) => {
            Some(Command::Notify(host.id, NotifyCommand::Set(Notify { name: name.to_owned(), ..notify.clone() })))
        }
        Item::Segment(..) => None,
    }
}

/// What the item is called; a segment is called as its clip.
pub fn name(host: &Host<'_>, id: Id) -> Option<String> {
    Some(match find(host, id)? {
        Item::Section(section) => section.name.clone(),
        Item::Segment(_, segment) => host.clip_name(segment.clip).to_owned(),
        Item::Notify(notify) => notify.name.clone(),
    })
}

/// The start nearest to `wanted` at which `duration` seconds fit between the slot's segments without `except`.
pub fn free_place(host: &Host<'_>, slot: &Slot, except: Id, wanted: f64, duration: f64) -> f64 {
    let others = || slot.segments.iter().filter(move |segment| segment.id != except);
    let span =
        |segment: &Segment| (f64::from(segment.start), f64::from(segment.start + host.segment_duration(segment)));
    let fits = |start: f64| {
        start >= -1e-9 && others().map(span).all(|(from, to)| start >= to - 5e-5 || start + duration <= from + 5e-5)
    };
    let beside = others().map(span).flat_map(|(from, to)| [from - duration, to]);
    let candidates = [wanted.max(0.0), 0.0].into_iter().chain(beside).filter(|start| fits(*start));
    candidates.min_by(|a, b| (a - wanted).abs().total_cmp(&(b - wanted).abs())).unwrap_or(wanted)
}
