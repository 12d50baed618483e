//! The advance of a playing montage in sub-steps. It stops at each branching point, so that whoever
//! drives it may let a game answer before anything later moves.
//!
//! A point on a boundary of two sections: a notify belongs to the section that starts there. A
//! branching point fires once whenever time passes it or enters it: at the end of the section that
//! is travelled up to it, or at the start of the one that is entered on it without having just
//! fired there; never through the jump that it made itself.

use super::{
    branching::{Firing, Marker, MarkerKind},
    hits::Judged,
    montage_instance::{MontageContext, MontageInstance},
    queue::NotifyHitKind,
    root_motion::RootMotionMode,
    segment_travel::root_travel,
    travel::{RATE_EPSILON, Standing, TIME_EPSILON, Way},
};
use crate::{
    Event, Notify, Transform,
    event::{Cause, EventReason, Phase, Source},
    float::Extreme,
    montage::{Blend, END_OFFSET},
    notify::{Range, action},
    sync::Part,
};

/// Sub-steps of one advance at most; time that is left stays in the backlog.
pub(super) const MAX_BODIES: u32 = 9;
/// A section end this near, in seconds, is reached: many small steps sum to a little less than one
/// large one.
const ARRIVAL: f64 = 1e-9;
/// Automatic blend-outs start at least this early, in seconds.
const SHORTEST_TRIGGER: f64 = 1e-4;
/// Two sums of the same steps may differ by this many seconds.
const SUM_EPSILON: f64 = 1e-6;

/// Result of a sub-step.
pub(super) enum SubStepProgress {
    /// The advance has more sub-steps to do.
    More,
    /// A branching point fired: an instant, or the begin of a state. Its event is the newest; what
    /// it asks for is done before the next sub-step.
    Fired(Notify),
    /// Nothing more can happen in this advance.
    Done,
}

impl MontageInstance {
    /// Begins an advance of `dt` seconds.
    pub(super) fn begin_advance(&mut self, dt: f64, cx: &mut MontageContext<'_>) {
        self.ways.clear();
        self.bodies = 0;
        self.advances = self.travel.plays();
        if !self.advances {
            self.group_step = None;
            self.travel.end_drive();
            return;
        }
        self.travel.accept(dt);
        self.take_group_step(cx);
        if dt == 0.0 && !self.travel.is_forced() && !self.fade.interrupted {
            let here = Range::new(self.travel.position, self.travel.position);
            self.queue_hits(here, Judged::at_once(NotifyHitKind::Met, 0.0), cx);
            self.landed = false;
            self.unsettled = Some(Cause::Time);
        }
    }

    /// Returns true when the instance is over and must be removed.
    pub(super) fn end_advance(&mut self, dt: f64, cx: &mut MontageContext<'_>) -> bool {
        self.weigh_root(dt, cx);
        if self.travel.plays() && self.bodies == MAX_BODIES && self.travel.to_play() > TIME_EPSILON
        {
            let event = self.event(Phase::SubstepOverflow, self.montage.name, cx);
            cx.out.events.push(Event {
                seconds: self.travel.to_play() as f32,
                ..event
            });
        }
        self.travel.end_drive();
        self.see_timeline();
        self.take_back_blended_in(cx);
        let stood = self.ways.is_empty() && (dt != 0.0 || !self.advances);
        if stood && !self.fade.interrupted && self.travel.standing != Standing::Held {
            self.keep_states_alive(cx);
        }
        if self.travel.standing == Standing::Held {
            self.end_all_branching(Cause::Time, cx);
        }
        if self.fade.is_over() {
            self.terminate(cx);
            return true;
        }
        self.advances = false;
        if !self.fade.interrupted {
            let passed = if self.travel.plays() { dt } else { 0.0 };
            self.tick_branching(passed as f32, cx);
        }
        false
    }

    /// Drops a blended-in event that is later than the begin of the blend-out. In a tick that holds
    /// both, weights rise before anything stops, so the event never happened.
    fn take_back_blended_in(&self, cx: &mut MontageContext<'_>) {
        if !self.is_stopped() {
            return;
        }
        let is_own = |event: &Event| event.source == Source::Montage(self.id);
        let is_out =
            |event: &&Event| is_own(event) && matches!(event.phase, Phase::BlendingOut { .. });
        let Some(out_at) = cx
            .out
            .montage_events
            .iter()
            .find(is_out)
            .map(|event| event.time)
        else {
            return;
        };
        let is_late =
            |event: &Event| is_own(event) && event.phase == Phase::BlendedIn && event.time > out_at;
        cx.out.montage_events.retain(|event| !is_late(event));
    }

    /// One sub-step, or one marker.
    pub(super) fn step(&mut self, cx: &mut MontageContext<'_>) -> SubStepProgress {
        if let Some(begun) = self.settle_branching(cx) {
            return begun;
        }
        if let Some(firing) = self.firing {
            return self.fire_next(firing, cx);
        }
        self.follow_next(cx);
        self.withhold(cx);
        if self.travel.fresh
            && self.travel.withheld > 0.0
            && self.travel.to_play() <= 2.0 * TIME_EPSILON
        {
            // It was moved at its very end: it has no time there.
            return SubStepProgress::Done;
        }
        if !self.travel.has_more() || self.bodies == MAX_BODIES {
            return self.arrive_with_blend();
        }
        let nominal = self.travel.nominal(&self.montage);
        self.travel.stretch_for(&self.montage, nominal);
        let to_way_out = self.to_way_out(nominal);
        if to_way_out.is_some_and(|seconds| seconds <= SUM_EPSILON) {
            self.auto_blend_out(nominal, nominal > 0.0, self.now(cx), cx);
            return SubStepProgress::More;
        }
        self.bodies += u32::from(self.lead.is_none());
        let (mut delta, rate) = self.travel.wanted(nominal);
        if delta == 0.0 && rate.abs() < RATE_EPSILON {
            self.travel.time_left = 0.0;
            return SubStepProgress::Done;
        }
        let forward = rate > 0.0;
        if let Some(seconds) = to_way_out.filter(|seconds| *seconds < self.travel.to_play()) {
            // A way of its own, which is none of the sections and branching points that a tick
            // passes.
            delta = self.travel.after(seconds, nominal);
            self.bodies -= 1;
        }
        let to_limit = self.limit(forward);
        let mut reached = if forward {
            delta >= to_limit - ARRIVAL
        } else {
            delta <= to_limit + ARRIVAL
        };
        if reached {
            delta = to_limit;
        }
        let entered_at = self.entered_at(forward);
        let marker = self.branching.first_ahead(
            entered_at,
            self.travel.position + delta - entered_at,
            self.travel.fresh,
        );
        if let Some(time) = marker {
            let to_marker = if entered_at == time {
                0.0
            } else {
                time - self.travel.position
            };
            reached &= to_marker == to_limit;
            delta = to_marker;
        }
        let old = self.travel.position;
        let began = self.now(cx);
        let moved = delta != 0.0;
        let is_back = self.travel.is_forced() && forward != (nominal > 0.0);
        if moved {
            let arrived = marker.filter(|_| delta != 0.0).unwrap_or(old + delta);
            self.travel.go(arrived, delta, rate);
            self.branching.left();
        }
        self.auto_blend_out(nominal, forward, began, cx);
        if moved {
            self.travelled((old, entered_at), forward, reached, began, cx);
        }
        if let Some(time) = marker {
            self.branching.stop_at(time);
            self.begin_firing(time, forward);
            return SubStepProgress::More;
        }
        // Who was forced back to where a section begins stands there, and has not come to an end.
        let stays = is_back && !self.travel.is_forced_elsewhere();
        let may_pass =
            !stays && (!cx.section_end_needs_time || self.travel.time_left > TIME_EPSILON);
        match reached && may_pass {
            true if self.pass_section_end(forward, cx) => SubStepProgress::More,
            false if moved => SubStepProgress::More,
            _ => SubStepProgress::Done,
        }
    }

    /// Keeps back the part of the tick after the blend-out is over: the montage plays up to that
    /// instant only.
    fn withhold(&mut self, cx: &MontageContext<'_>) {
        let over_at = self
            .fade
            .over_at
            .filter(|_| self.fade.is_over() && self.lead.is_none());
        self.travel.withheld = over_at.map_or(0.0, |at| (cx.tick_end - at).higher(0.0));
    }

    /// Distance to the end of the section in the direction of play, signed; infinite for a
    /// follower, which goes where its leader went.
    fn limit(&self, forward: bool) -> f64 {
        match (self.lead.is_some(), forward) {
            (true, true) => f64::INFINITY,
            (true, false) => f64::NEG_INFINITY,
            (false, _) => self.travel.distance_to_limit(&self.montage, forward),
        }
    }

    /// Position at which the next travel begins: a montage that enters its last section from the
    /// end owns the montage's last instant.
    fn entered_at(&self, forward: bool) -> f64 {
        let length = f64::from(self.montage.length);
        let is_last = self.travel.section + 1 == self.montage.sections.len();
        let at_end = self.travel.position >= length - END_OFFSET;
        if !forward && self.travel.fresh && is_last && at_end {
            length
        } else {
            self.travel.position
        }
    }

    /// Moves a montage to its end when a natural blend-out that ends there is over but rounding
    /// left a remainder.
    fn arrive_with_blend(&mut self) -> SubStepProgress {
        if !self.ends_with_blend
            || !self.travel.plays()
            || !self.fade.is_over()
            || self.lead.is_some()
        {
            return SubStepProgress::Done;
        }
        self.ends_with_blend = false;
        let nominal = self.travel.nominal(&self.montage);
        let to_go = self.travel.seconds_to_limit(&self.montage, nominal);
        if !(0.0..=SHORTEST_TRIGGER).contains(&to_go) {
            return SubStepProgress::Done;
        }
        self.travel.time_left = self.travel.withheld + to_go + 2.0 * TIME_EPSILON;
        self.bodies = 0;
        SubStepProgress::More
    }

    /// Seconds until the natural blend-out begins, if the montage blends out before its end:
    /// nothing behind that instant happens. None for other montages, which go to their end.
    fn to_way_out(&self, nominal: f64) -> Option<f64> {
        let (m, trigger) = (&self.montage, self.trigger());
        let is_short =
            m.blend_out.inertialize || f64::from(m.blend_out.time) < trigger - SUM_EPSILON;
        let goes = nominal.abs() >= RATE_EPSILON && !self.travel.is_driven() && self.lead.is_none();
        let ends =
            m.auto_blend_out && !self.is_stopped() && self.travel.link(nominal > 0.0).is_none();
        (is_short && goes && ends).then(|| self.travel.seconds_to_limit(m, nominal) - trigger)
    }

    fn auto_blend_out(
        &mut self,
        nominal: f64,
        forward: bool,
        began: f64,
        cx: &mut MontageContext<'_>,
    ) {
        let m = &self.montage;
        let leads_on = self.travel.link(forward).is_some() || self.lead.is_some();
        if self.is_stopped() || !m.auto_blend_out || leads_on || nominal.abs() < RATE_EPSILON {
            return;
        }
        // A forced move goes at no rate of its own.
        let to_go = if (nominal > 0.0) == forward {
            self.travel.seconds_to_limit(m, nominal)
        } else {
            self.travel.distance_to_limit(m, forward).abs() / nominal.abs()
        };
        let custom = m.blend_out_trigger >= 0.0;
        let trigger = self.trigger();
        if to_go > trigger.higher(SHORTEST_TRIGGER) + SUM_EPSILON {
            return;
        }
        let time = if custom {
            m.blend_out.time
        } else {
            to_go as f32
        };
        let blend = if m.blend_out.inertialize {
            m.blend_out
        } else {
            Blend {
                time,
                ..m.blend_out
            }
        };
        let (standing, now) = (self.travel.standing, self.now(cx));
        // Root motion counts less from the very trigger on.
        let turned = (now - (trigger - to_go).higher(0.0)).higher(began);
        let time = if custom {
            blend.time
        } else {
            (to_go + now - turned) as f32
        };
        self.root_weight.stop(turned, Blend { time, ..blend });
        // With a time of its own it counts from the trigger on, else it takes what is left to the
        // end.
        self.fade_out(
            blend,
            if custom { turned } else { now },
            (false, Cause::Time),
            cx,
        );
        if let Some(event) = cx.out.montage_events.last_mut() {
            // When the trigger was passed, which lies within the way just gone.
            event.time = (event.time - (trigger - to_go).higher(0.0)).higher(began);
            event.values = [to_go as f32, trigger as f32];
        }
        if !blend.inertialize {
            // It goes on to its end all the same.
            self.travel.standing = standing;
            self.ends_with_blend = !custom;
        }
    }

    /// Root motion and events of the stretch just travelled.
    fn travelled(
        &mut self,
        (old, entered_at): (f64, f64),
        forward: bool,
        reached: bool,
        began: f64,
        cx: &mut MontageContext<'_>,
    ) {
        let position = self.travel.position;
        let now = self.now(cx);
        let (entered, section) = (self.travel.fresh, self.travel.section);
        self.ways.push(Way {
            from: old,
            to: position,
            section,
            entered,
            seconds: now - began,
        });
        self.travel.fresh = false;
        self.landed = false;
        self.collect_root_motion(Range::new(old, position), (began, now), cx);
        let is_last = section + 1 == self.montage.sections.len();
        let range = Range {
            include_from: entered,
            exclude_to: forward && reached && !is_last,
            // What lies before where the time began is met at once.
            part: (-(entered_at - old).abs() / (position - old).abs(), 1.0),
            ..Range::new(entered_at, position)
        };
        let hit = if self.fade.interrupted {
            NotifyHitKind::Blocked(EventReason::Interrupted)
        } else {
            NotifyHitKind::Met
        };
        self.queue_hits(
            range,
            Judged {
                hit,
                ago: (cx.tick_end - began, cx.tick_end - now),
                way: (range.from, position),
            },
            cx,
        );
        self.unsettled = Some(Cause::Time);
    }

    /// `times` are on the clock, at both ends of the range.
    fn collect_root_motion(
        &mut self,
        range: Range,
        times: (f64, f64),
        cx: &mut MontageContext<'_>,
    ) {
        let counts = match cx.mode {
            RootMotionMode::FromEverything => self.moves_root,
            RootMotionMode::FromMontagesOnly => self.owns_root,
            RootMotionMode::NoExtraction | RootMotionMode::Ignore => false,
        };
        if !counts || self.root_disabled != 0 {
            return;
        }
        let is_alone = cx.mode == RootMotionMode::FromMontagesOnly;
        let count = if is_alone {
            1
        } else {
            self.root_weight.pieces(times.0, times.1)
        };
        let part = |ends: (f64, f64), nth: u32| {
            if nth == count {
                ends.1
            } else {
                ends.0 + (ends.1 - ends.0) * f64::from(nth) / f64::from(count)
            }
        };
        for nth in 0..count {
            let way = (range.from, range.to);
            let piece = Range::new(part(way, nth), part(way, nth + 1));
            let done = |nth: u32| self.part_of_time(f64::from(nth) / f64::from(count), way);
            let at = |nth: u32| {
                if nth == count {
                    times.1
                } else {
                    times.0 + (times.1 - times.0) * done(nth)
                }
            };
            let times = (at(nth), at(nth + 1));
            let weight = if is_alone {
                1.0
            } else {
                self.root_weight.mean(times.0, times.1)
            };
            let moved = if self.warps.is_met(&self.montage.warps, piece.from, piece.to) {
                self.warped(piece, times, weight, cx)
            } else {
                self.root_travel(piece, cx)
            };
            cx.out.root_of(self).go(&moved, weight);
        }
    }

    /// Root motion over `range`, mirrored if the montage's slot is mirrored.
    fn root_travel(&self, range: Range, cx: &MontageContext<'_>) -> Transform {
        let moved = root_travel(&self.montage, cx.library, cx.skeleton, range);
        self.mirror
            .as_ref()
            .map_or(moved, |mirror| mirror.root_delta(&moved))
    }

    /// Reports the weight of the montage's root motion, once the tick is over for the montage.
    fn weigh_root(&mut self, dt: f64, cx: &mut MontageContext<'_>) {
        if cx.mode != RootMotionMode::FromMontagesOnly {
            let weight = self.root_weight.mean_since(cx.tick_end - dt);
            cx.out.weigh_root(self.id, weight);
        }
    }

    fn pass_section_end(&mut self, forward: bool, cx: &mut MontageContext<'_>) -> bool {
        if self.lead.is_some() {
            return false;
        }
        let (left, left_at) = (self.travel.section, self.travel.position);
        let (_, end) = self.montage.section_span(left);
        let is_last = left + 1 == self.montage.sections.len();
        let next = self.travel.pass_section_end(&self.montage, forward);
        if forward && !is_last && next != Some(left + 1) {
            self.leave_boundary(end, cx);
        }
        let Some(next) = next else { return false };
        if self.travel.position != left_at {
            self.branching.left();
            self.unsettled = Some(Cause::Time);
        }
        let event = self.event(
            Phase::Section {
                looped: next == left,
            },
            self.montage.sections[next].name,
            cx,
        );
        cx.out.montage_events.push(Event {
            cause: Cause::Time,
            ..event
        });
        true
    }

    fn begin_firing(&mut self, time: f64, forward: bool) {
        let next = self
            .branching
            .markers()
            .partition_point(|marker| marker.time < time);
        self.firing = Some(Firing {
            time,
            next,
            forward,
            moves: self.travel.moves,
        });
    }

    /// Fires the next marker at the firing's time. Once a marker moves the montage, the rest are
    /// jumped over.
    fn fire_next(&mut self, firing: Firing, cx: &mut MontageContext<'_>) -> SubStepProgress {
        let marker = self
            .branching
            .markers()
            .get(firing.next)
            .copied()
            .filter(|marker| marker.time == firing.time);
        let Some(marker) = marker else {
            self.firing = None;
            return SubStepProgress::More;
        };
        self.firing = Some(Firing {
            next: firing.next + 1,
            ..firing
        });
        let moved = self.travel.moves != firing.moves;
        match self.fire(marker, firing, moved, cx) {
            Some(notify) => SubStepProgress::Fired(notify),
            None => SubStepProgress::More,
        }
    }

    /// Fires `marker`. Returns the notify that fired, for a game to answer; None if nothing fired.
    fn fire(
        &mut self,
        marker: Marker,
        firing: Firing,
        moved: bool,
        cx: &mut MontageContext<'_>,
    ) -> Option<Notify> {
        let notify = self.montage.notifies[marker.notify];
        let begins = match (marker.kind, firing.forward) {
            (MarkerKind::Instant, _) => None,
            (MarkerKind::Begin, true) | (MarkerKind::End, false) => Some(true),
            (MarkerKind::End, true) | (MarkerKind::Begin, false) => Some(false),
        };
        let phase = if begins.is_none() {
            Phase::Notify
        } else {
            Phase::Begin
        };
        let blocked = match (self.fade.interrupted, moved) {
            (true, _) => Some(EventReason::Interrupted),
            (false, true) => Some(EventReason::JumpedOver),
            (false, false) => None,
        };
        if let Some(reason) = blocked {
            // A state that was ended or begun by the move is judged where it landed.
            if begins != Some(false) && !self.branching.active().contains(&marker.notify) {
                let event = self.notify_event(&notify, phase, cx);
                cx.out.events.push(Event {
                    reason,
                    position: firing.time,
                    ..event
                });
            }
            return None;
        }
        match begins {
            None => self.judge_branching(&notify, phase, cx).then_some(notify),
            Some(true) => self.begin_branching(marker.notify, cx).then_some(notify),
            Some(false) => {
                self.end_branching(marker.notify, Cause::Time, cx);
                None
            }
        }
    }

    /// Ends, after every move, the active states that do not cover the position, then begins one
    /// that does. None when all states are settled.
    pub(super) fn settle_branching(
        &mut self,
        cx: &mut MontageContext<'_>,
    ) -> Option<SubStepProgress> {
        let cause = self.unsettled?;
        if self.fade.interrupted {
            self.unsettled = None;
            return None;
        }
        let (montage, position) = (self.montage.clone(), self.travel.position);
        let covers = |at: usize| montage.notifies[at].covers(position);
        while let Some(gone) = self
            .branching
            .active()
            .iter()
            .copied()
            .find(|at| !covers(*at))
        {
            self.end_branching(gone, cause, cx);
        }
        self.branching.forget_refused(covers);
        // Those that start where markers are being fired begin by their own.
        let (firing, moves) = (self.firing, self.travel.moves);
        let fires_here = |notify: &Notify| {
            firing.is_some_and(|firing| {
                firing.moves == moves && firing.time == f64::from(notify.time)
            })
        };
        for (at, notify) in montage.notifies.iter().enumerate() {
            let begins =
                notify.is_branching() && notify.is_state() && covers(at) && !fires_here(notify);
            if begins && self.begin_branching(at, cx) {
                return Some(SubStepProgress::Fired(*notify));
            }
        }
        self.unsettled = None;
        None
    }

    /// Returns false while it is active already, or where it does not fire.
    fn begin_branching(&mut self, at: usize, cx: &mut MontageContext<'_>) -> bool {
        if self.branching.active().contains(&at) || self.branching.is_refused(at) {
            return false;
        }
        let notify = self.montage.notifies[at];
        let fires = self.judge_branching(&notify, Phase::Begin, cx);
        if fires {
            self.branching.begin(at);
            self.root_disabled += u32::from(notify.action == action::DISABLE_ROOT_MOTION);
        } else if cx
            .out
            .events
            .last()
            .is_some_and(|event| event.reason == EventReason::Chance)
        {
            self.branching.refuse(at);
        }
        fires
    }

    pub(super) fn end_branching(&mut self, at: usize, cause: Cause, cx: &mut MontageContext<'_>) {
        if self.branching.end(at) {
            let notify = self.montage.notifies[at];
            if notify.action == action::DISABLE_ROOT_MOTION {
                self.root_disabled = self.root_disabled.saturating_sub(1);
            }
            let event = self.notify_event(&notify, Phase::End, cx);
            cx.out.events.push(Event { cause, ..event });
        }
    }

    fn end_all_branching(&mut self, cause: Cause, cx: &mut MontageContext<'_>) {
        while let Some(&at) = self.branching.active().first() {
            self.end_branching(at, cause, cx);
        }
    }

    /// Reports an event for `notify` whether or not it fires; returns whether it fires.
    fn judge_branching(&self, notify: &Notify, phase: Phase, cx: &mut MontageContext<'_>) -> bool {
        let part = if self.lead.is_some() {
            Part::Follower
        } else {
            Part::Alone
        };
        let (reason, values) = cx.out.filter.judge(notify, part, self.fade.notify_weight());
        let seconds = if phase == Phase::Begin {
            notify.end - notify.time
        } else {
            0.0
        };
        cx.out.events.push(Event {
            reason,
            values,
            seconds,
            ..self.notify_event(notify, phase, cx)
        });
        reason == EventReason::Fired
    }

    /// `dt` is 0 while it is paused.
    fn tick_branching(&self, dt: f32, cx: &mut MontageContext<'_>) {
        for &at in self.branching.active() {
            let event = self.notify_event(&self.montage.notifies[at], Phase::Tick, cx);
            cx.out.events.push(Event {
                seconds: dt,
                time: cx.tick_end,
                ..event
            });
        }
    }
}
