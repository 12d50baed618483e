//! Segments where the playhead is: split, trimmed, closed up, and what is linked to them.

use super::App;
use crate::{
    action::{TransportAction, TrimEdge},
    timeline::{
        LinkKind, TimelineHost,
        item::{self, Item},
        ripple,
        trimming::{UNLIMITED, neighbours, trimmed},
    },
    toast::Tone,
};
use asset::{
    Id, Notify,
    montage::{Segment, Slot},
};
use document::{Command, MontageCommand, NotifyCommand, Selection};
use std::collections::BTreeSet;
use words::tr;

/// Seconds that the playhead must be inside an item to be in it.
const INSIDE: f64 = 1e-3;

impl App {
    /// Items around the playhead: those selected, or every segment of the slots that are not
    /// locked.
    fn at_playhead(&self, host: &TimelineHost<'_>) -> Vec<Id> {
        let time = f64::from(self.playhead(host));
        let is_around = |id: &Id| {
            item::span(host, *id)
                .is_some_and(|(from, to)| from + INSIDE < time && time < to - INSIDE)
        };
        let selection = self.document.selection();
        let selected = selection
            .items
            .iter()
            .copied()
            .filter(|_| selection.asset == Some(host.id));
        let is_cut = |id: &Id| match item::find(host, *id) {
            Some(Item::Segment(..)) => true,
            Some(Item::Notify(notify)) => notify.duration.is_some(),
            _ => false,
        };
        let chosen: Vec<Id> = selected.filter(is_cut).filter(is_around).collect();
        if !chosen.is_empty() {
            return chosen;
        }
        let open = host
            .slots()
            .iter()
            .filter(|slot| !slot.locked)
            .flat_map(|slot| &slot.segments);
        open.map(|segment| segment.id).filter(is_around).collect()
    }

    fn nothing_under_the_playhead(&mut self, title: &str) {
        self.session.toast(
            Tone::Warning,
            title,
            tr!("Move the playhead inside a segment first."),
        );
    }

    /// The pieces play what the whole played.
    pub(super) fn split_at_playhead(&mut self) {
        let Some(host) = self.host() else { return };
        let (id, at) = (host.id, self.playhead(&host));
        let is_segment = |id: &Id| matches!(item::find(&host, *id), Some(Item::Segment(..)));
        let cut: Vec<Id> = self
            .at_playhead(&host)
            .into_iter()
            .filter(is_segment)
            .collect();
        if cut.is_empty() {
            return self.nothing_under_the_playhead(tr!("Nothing split"));
        }
        let mut split = |segment: Id| {
            let pieces = [0; 3].map(|_| self.views.edits.id());
            Command::Montage(
                id,
                MontageCommand::SplitSegment {
                    segment,
                    at,
                    pieces,
                },
            )
        };
        let commands: Vec<Command> = cut.into_iter().map(&mut split).collect();
        self.perform(&Command::Batch(commands), None);
    }

    /// Trims the items under the playhead, to begin or end at the playhead. With `ripples` later
    /// segments close up to what is left.
    pub(super) fn trim_to_playhead(&mut self, edge: TrimEdge, ripples: bool) {
        let Some(host) = self.host() else { return };
        let (time, at_start) = (f64::from(self.playhead(&host)), edge == TrimEdge::Start);
        let trim = |id: Id| match item::find(&host, id)? {
            Item::Notify(notify) => {
                let (from, to) = (f64::from(notify.time), f64::from(notify.end()));
                let (from, to) = if at_start { (time, to) } else { (from, time) };
                let notify = Notify {
                    time: from as f32,
                    duration: Some((to - from) as f32),
                    ..notify.clone()
                };
                Some(Command::Notify(host.id, NotifyCommand::Set(notify)))
            }
            Item::Segment(slot, segment) => {
                let limits = if ripples {
                    UNLIMITED
                } else {
                    neighbours(&host, slot, segment)
                };
                let trimmed = trimmed(&host, segment, time, at_start, limits)?;
                Some(if ripples {
                    ripple::resized(&host, (slot, segment), trimmed, at_start)
                } else {
                    set(&host, slot, trimmed)
                })
            }
            _ => None,
        };
        let commands: Vec<Command> = self
            .at_playhead(&host)
            .into_iter()
            .filter_map(trim)
            .collect();
        if commands.is_empty() {
            return self.nothing_under_the_playhead(tr!("Nothing trimmed"));
        }
        let start = self
            .at_playhead(&host)
            .into_iter()
            .filter_map(|id| item::span(&host, id))
            .map(|span| span.0);
        let back = start.fold(f64::INFINITY, f64::min);
        self.perform(&Command::Batch(commands), None);
        // What is left begins where the whole began: the playhead stays on it.
        if ripples && at_start {
            self.act_on_transport(&TransportAction::Seek(back));
        }
    }

    /// The selected items go, and later segments of their slots close up.
    pub(super) fn delete_and_close(&mut self) {
        let Some(host) = self
            .host()
            .filter(|host| self.document.selection().asset == Some(host.id))
        else {
            return;
        };
        let items: Vec<Id> = self.document.selection().items.iter().copied().collect();
        let mut commands: Vec<Command> = items
            .iter()
            .filter_map(|id| item::removed(&host, *id))
            .collect();
        for slot in host.slots() {
            if slot
                .segments
                .iter()
                .any(|segment| items.contains(&segment.id))
            {
                commands.push(ripple::without(&host, slot, &items));
            }
        }
        if commands.is_empty() {
            return;
        }
        let id = host.id;
        self.perform(&Command::Batch(commands), None);
        self.document.select(Selection::asset(id));
    }

    /// Closes the gaps of one slot, or of the slots with selected segments, or of the first slot.
    pub(super) fn close_gaps(&mut self, slot: Option<Id>) {
        let Some(host) = self.host() else { return };
        let items = &self.document.selection().items;
        let is_chosen = |it: &Slot| match slot {
            Some(slot) => it.id == slot,
            None => it
                .segments
                .iter()
                .any(|segment| items.contains(&segment.id)),
        };
        let mut chosen: Vec<&Slot> = host.slots().iter().filter(|slot| is_chosen(slot)).collect();
        if chosen.is_empty() {
            chosen.extend(host.slots().first());
        }
        let close =
            |slot: &&Slot| ripple::arranged(&host, slot, ripple::packed(&host, slot), |_| None);
        let commands: Vec<Command> = chosen.iter().map(close).collect();
        let before = self.document.step_count();
        self.perform(&Command::Batch(commands), None);
        if self.document.step_count() == before {
            self.session.toast(
                Tone::Ok,
                tr!("No gaps"),
                tr!("Each segment starts where the one before it ends."),
            );
        }
    }

    /// The end of the segment goes to the next one, as far as the clip reaches.
    pub(super) fn fill_gap(&mut self, segment: Id) {
        let Some(host) = self.host() else { return };
        let Some(Item::Segment(slot, it)) = item::find(&host, segment) else {
            return;
        };
        let (_, next) = neighbours(&host, slot, it);
        if !next.is_finite() {
            return self.session.toast(
                Tone::Warning,
                tr!("No gap to fill"),
                tr!("This is the last segment."),
            );
        }
        if let Some(filled) = trimmed(&host, it, next, false, (0.0, next)) {
            let command = set(&host, slot, filled);
            self.perform(&command, None);
        }
    }

    /// Sets how notifies follow `segment`, or the segment under each of them if `segment` is None.
    pub(super) fn link_notifies(
        &mut self,
        notifies: &BTreeSet<Id>,
        link: LinkKind,
        segment: Option<Id>,
    ) {
        let Some(host) = self.host() else { return };
        let linked = |id: &Id| {
            let notify = host.notifies().iter().find(|notify| notify.id == *id)?;
            let link = match segment {
                Some(segment) => link.of(segment),
                None => link.at(&host, notify.time.into()),
            };
            Some(Command::Notify(
                host.id,
                NotifyCommand::Set(Notify {
                    link,
                    ..notify.clone()
                }),
            ))
        };
        let commands: Vec<Command> = notifies.iter().filter_map(linked).collect();
        self.perform(&Command::Batch(commands), None);
    }
}

fn set(host: &TimelineHost<'_>, slot: &Slot, segment: Segment) -> Command {
    Command::Montage(
        host.id,
        MontageCommand::SetSegment {
            slot: slot.id,
            segment,
        },
    )
}
