//! What the ways of a playing montage hit: its own notifies, and those of the clips in its slots.

use super::{
    montage_instance::{MontageContext, MontageInstance},
    queue::{NotifyHitKind, Queued},
    segment_travel::{self, in_travel_order},
};
use crate::{
    Name, Notify,
    event::{EventReason, Source},
    float::Extreme,
    notify::{Range, for_each_hit},
    sync::Part,
};

/// How hits in a range count, and when the range was travelled: seconds before the tick's end, at
/// its two ends.
#[derive(Clone, Copy)]
pub(super) struct Judged {
    pub(super) hit: NotifyHitKind,
    pub(super) ago: (f64, f64),
    /// Start and end of the movement on the montage, seconds.
    pub(super) way: (f64, f64),
}

impl Judged {
    /// A range that is passed in one instant, `ago` seconds before the tick's end.
    pub(super) fn at_once(hit: NotifyHitKind, ago: f64) -> Self {
        Self {
            hit,
            ago: (ago, ago),
            way: (0.0, 0.0),
        }
    }
}

impl MontageInstance {
    /// Everything but branching points, in the order of travel: its own, then its slots', each as
    /// one timeline.
    pub(super) fn queue_hits(&self, range: Range, judged: Judged, cx: &mut MontageContext<'_>) {
        self.queue_own(range, judged, |notify| !notify.is_branching(), cx);
        self.queue_slots(range, judged, cx);
    }

    fn queue_own(
        &self,
        range: Range,
        judged: Judged,
        counts: impl Fn(&Notify) -> bool,
        cx: &mut MontageContext<'_>,
    ) {
        let (source, asset) = (Source::Montage(self.id), self.montage.name);
        for_each_hit(&self.montage.notifies, range, |notify| {
            if counts(notify) {
                cx.out.queued.push(self.queued(
                    notify,
                    (source, asset),
                    Name::NONE,
                    judged,
                    range.part_of(notify),
                ));
            }
        });
    }

    fn queue_slots(&self, range: Range, judged: Judged, cx: &mut MontageContext<'_>) {
        for slot in self.montage.slots.iter() {
            for segment in in_travel_order(self.montage.slot_segments(slot), range) {
                let clip = &cx.library.clips[segment.clip as usize];
                if clip.notifies.is_empty() {
                    continue;
                }
                let source = Source::Segment(self.id, segment.id);
                segment_travel::clip_ranges(segment, range, |clip_range| {
                    if !cx.out.queued.enters(source, clip.name, clip_range.left_out) {
                        return;
                    }
                    for_each_hit(&clip.notifies, clip_range, |notify| {
                        let part = clip_range.part_of(notify);
                        cx.out.queued.push(self.queued(
                            notify,
                            (source, clip.name),
                            slot.name,
                            judged,
                            part,
                        ));
                    });
                });
            }
        }
    }

    fn queued(
        &self,
        notify: &Notify,
        (source, asset): (Source, Name),
        slot: Name,
        judged: Judged,
        part: f64,
    ) -> Queued {
        let Judged {
            hit,
            ago: (from, to),
            way,
        } = judged;
        let role = if self.lead.is_some() {
            Part::Follower
        } else {
            Part::Alone
        };
        let ago = from + (to - from) * self.part_of_time(part.higher(0.0), way);
        Queued {
            notify: *notify,
            source,
            asset,
            slot,
            weight: self.fade.notify_weight(),
            part: role,
            hit,
            ago,
        }
    }

    /// Fraction of the time of a movement at which the fraction `part` of its distance is done.
    pub(super) fn part_of_time(&self, part: f64, (from, to): (f64, f64)) -> f64 {
        let Some(map) = self.travel.map().filter(|_| from != to) else {
            return part;
        };
        let at = |position: f64| map.target(position) - map.target(from);
        (at(from + (to - from) * part) / at(to)).clamp(0.0, 1.0)
    }

    /// Keeps active states at the position active. If the montage was moved there while it does not
    /// play, states there do not begin, and the reason is reported.
    pub(super) fn keep_states_alive(&mut self, cx: &mut MontageContext<'_>) {
        let here = Range::new(self.travel.position, self.travel.position);
        let moved = std::mem::take(&mut self.landed);
        self.queue_hits(here, Judged::at_once(NotifyHitKind::KeepsAlive, 0.0), cx);
        if moved && !self.travel.plays() {
            self.queue_hits(
                here,
                Judged::at_once(NotifyHitKind::Blocked(EventReason::Paused), 0.0),
                cx,
            );
        }
    }

    /// Range ahead in the section, which a jump skips.
    pub(super) fn rest_of_section(&self) -> Range {
        let forward = self.travel.nominal(&self.montage) >= 0.0;
        let from = self.travel.position;
        let to = from + self.travel.distance_to_limit(&self.montage, forward);
        let is_last = self.travel.section + 1 == self.montage.sections.len();
        Range {
            include_from: self.travel.fresh,
            exclude_to: forward && !is_last,
            ..Range::new(from, to)
        }
    }

    /// Tells of everything in the range, but for states that cover the position now, why it does
    /// not fire.
    pub(super) fn skip(&self, range: Range, reason: EventReason, cx: &mut MontageContext<'_>) {
        if self.fade.interrupted || range.from == range.to {
            return;
        }
        let judged = Judged::at_once(NotifyHitKind::Blocked(reason), cx.tick_end - self.now(cx));
        let lands_in = |notify: &Notify| notify.is_state() && notify.covers(self.travel.position);
        let is_active = |notify: &Notify| {
            notify.is_branching()
                && self
                    .branching
                    .active()
                    .iter()
                    .any(|at| self.montage.notifies[*at].id == notify.id)
        };
        self.queue_own(
            range,
            judged,
            |notify| !lands_in(notify) && !is_active(notify),
            cx,
        );
        self.queue_slots(range, judged, cx);
    }

    /// Reports notifies at the end of a section that was left forwards as not fired, because they
    /// belong to the section after it.
    pub(super) fn leave_boundary(&self, end: f64, cx: &mut MontageContext<'_>) {
        let there = Range {
            include_from: true,
            ..Range::new(end, end)
        };
        let judged = Judged::at_once(
            NotifyHitKind::Blocked(EventReason::SectionElsewhere),
            cx.tick_end - self.now(cx),
        );
        let begins_there =
            |notify: &Notify| f64::from(notify.time) == end && !notify.is_branching();
        self.queue_own(there, judged, begins_there, cx);
    }
}
