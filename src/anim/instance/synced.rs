//! A montage in a sync group: what the group sees of it, and how the group drives it.

use super::{
    montage_instance::{MontageContext, MontageInstance},
    timeline::Timeline,
};
use crate::{
    Name,
    graph::{GroupStep, SyncedMontage},
};

impl MontageInstance {
    /// Updates the timeline of the current sections after an advance, if the montage is in a sync
    /// group.
    pub(super) fn see_timeline(&mut self) {
        let (section, links) = (self.travel.section, self.travel.links);
        let is_known =
            |known: &Timeline| known.links == links && known.time(section, 0.0).is_some();
        if self.montage.sync_group == Name::NONE {
            self.timeline = None;
        } else if !self.timeline.as_ref().is_some_and(is_known) {
            let next = |section| self.travel.next_section(section);
            self.timeline = Some(Timeline::new(&self.montage, section, next, links));
        }
    }

    /// Movement in the last advance of `dt` seconds, for the sync group; None if the timeline does
    /// not cover the position.
    pub(super) fn synced(&self, dt: f64) -> Option<SyncedMontage> {
        let timeline = self.timeline.as_ref()?;
        let to = timeline.time(self.travel.section, self.travel.position)?;
        let nominal = self.travel.nominal(&self.montage);
        let mut synced = SyncedMontage {
            instance: self.id,
            timeline: timeline.clip.clone(),
            from: to,
            delta: 0.0,
            to,
            ahead: if self.travel.plays() {
                self.travel.after(dt, nominal)
            } else {
                0.0
            },
            owes_step: self.group_step.is_some(),
            is_bound: self.lead.is_some(),
        };
        // The ways that led here without a jump, the last first.
        let mut next = to;
        for way in self.ways.iter().rev() {
            let (from, to) = (
                timeline.time(way.section, way.from),
                timeline.time(way.section, way.to),
            );
            let (Some(from), Some(to)) = (from, to) else {
                break;
            };
            if !timeline.meets(to, next) {
                break;
            }
            synced.delta += way.to - way.from;
            (synced.from, next) = (from, from);
        }
        Some(synced)
    }

    /// Keeps a step of the sync group for the next advance, if the montage plays and follows no
    /// other one.
    pub(super) fn keep_step(&mut self, step: GroupStep) {
        self.group_step = Some(step).filter(|_| self.travel.plays() && self.lead.is_none());
    }

    /// Contract: it has accepted the time of this advance. Where that is none the step waits.
    pub(super) fn take_group_step(&mut self, cx: &mut MontageContext<'_>) {
        if !self.travel.has_time() {
            return;
        }
        let (Some(step), Some(timeline)) = (self.group_step.take(), &self.timeline) else {
            return;
        };
        if let Some(time) = step.enters {
            let (section, position) = timeline.place(time);
            self.travel.section = section;
            self.enter(position, cx);
        }
        self.travel.set_pace(step.goes);
    }
}
