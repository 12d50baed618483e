//! One playing montage: its position, links, weight and backlog, advanced in sub-steps.
//!
//! Invariant: the current section is stored, not derived from the position, for a position exactly on a boundary
//! belongs to two sections.

use super::{
    bone_blend::BoneBlend,
    branching::{self, Marker, MarkerKind},
    dispatch::{Outbox, Queued},
    segment_travel,
};
use crate::{
    Event, Library, Montage, Name, Notify, Skeleton, Transform,
    event::{Phase, Reason, Source},
    montage::{Blend, END_OFFSET, NO_SECTION, Segment},
    notify::{Range, action, for_each_hit},
    sync::Part,
};
use std::sync::Arc;

/// Sub-steps of one advance at most; time that is left stays in the backlog.
const MAX_BODIES: u32 = 9;
/// A backlog of this many seconds accepts no more time.
const BACKLOG_LIMIT: f64 = 10.0;
/// A backlog at or below this is nothing.
const TIME_EPSILON: f64 = 1e-8;
const RATE_EPSILON: f64 = 1e-8;
/// A section end this near, in seconds, is reached: many small steps sum to a little less than one large one.
const ARRIVAL: f64 = 1e-9;
/// Automatic blend-outs start at least this early, in seconds.
const SHORTEST_TRIGGER: f64 = 1e-4;
/// Two sums of the same steps may differ by this many seconds.
const SUM_EPSILON: f64 = 1e-6;

/// What an advance may read and where it writes.
pub(crate) struct Context<'a> {
    pub(crate) library: &'a Library,
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) out: &'a mut Outbox,
    /// Clock of the instance at the end of this tick, seconds.
    pub(crate) tick_end: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MontageInstance {
    pub id: u32,
    pub montage: Arc<Montage>,
    pub playing: bool,
    pub interrupted: bool,
    /// Seconds on the montage.
    pub position: f64,
    pub section: usize,
    pub rate: f32,
    /// Seconds not yet played.
    pub time_left: f64,
    next: Vec<i32>,
    prev: Vec<i32>,
    blend: BoneBlend,
    notify_weight: f32,
    blended_in: bool,
    /// The next range also owns its first instant.
    fresh: bool,
    forced: Option<(Option<f64>, f64)>,
    markers: Arc<[Marker]>,
    active_branching: Vec<usize>,
    /// Time of the marker fired last, while the position has not left it.
    marker_at: Option<f64>,
    pub(crate) moves_root: bool,
}

impl MontageInstance {
    pub(crate) fn new(id: u32, montage: Arc<Montage>, rate: f32, start: f64) -> Self {
        let blend = BoneBlend::rise(montage.blend_in);
        let position = start.clamp(0.0, montage.length.into());
        let mut instance = Self {
            id,
            playing: true,
            interrupted: false,
            position,
            section: montage.section_at(position),
            rate,
            time_left: 0.0,
            next: Vec::new(),
            prev: Vec::new(),
            notify_weight: blend.alpha().value(),
            blend,
            blended_in: false,
            fresh: true,
            forced: None,
            markers: Arc::new([]),
            active_branching: Vec::new(),
            marker_at: None,
            moves_root: false,
            montage,
        };
        instance.bind();
        instance
    }

    fn bind(&mut self) {
        self.markers = branching::markers(&self.montage).into();
        self.next = self.montage.sections.iter().map(|section| section.next).collect();
        self.rebuild_prev();
    }

    /// Goes on with an edited version of the same montage: same position, authored links, section by position.
    pub(crate) fn rebind(&mut self, montage: Arc<Montage>) {
        let active: Vec<u64> = self.active_branching.iter().map(|at| self.montage.notifies[*at].id).collect();
        self.montage = montage;
        self.position = self.position.min(self.montage.length.into());
        self.section = self.montage.section_at(self.position);
        self.bind();
        let find = |id: u64| self.montage.notifies.iter().position(|n| n.id == id && n.is_branching());
        self.active_branching = active.into_iter().filter_map(find).collect();
    }

    pub fn weight(&self) -> f32 {
        self.blend.alpha().value()
    }

    pub(crate) fn blend(&self) -> &BoneBlend {
        &self.blend
    }

    /// On the way out, or out.
    pub fn is_stopped(&self) -> bool {
        self.blend.alpha().goal() == 0.0
    }

    pub fn next_section(&self, section: usize) -> Option<usize> {
        usize::try_from(self.next[section]).ok()
    }

    pub(crate) fn set_next_section(&mut self, from: usize, to: Option<usize>) {
        self.next[from] = to.map_or(NO_SECTION, |to| to as i32);
        self.rebuild_prev();
    }

    fn rebuild_prev(&mut self) {
        self.prev = vec![NO_SECTION; self.next.len()];
        for (from, to) in self.next.iter().enumerate() {
            if let Ok(to) = usize::try_from(*to) {
                self.prev[to] = from as i32;
            }
        }
    }

    /// To the section's start, or its end while playing backwards.
    pub(crate) fn jump_to(&mut self, section: usize, cx: &mut Context<'_>) {
        let (start, end) = self.montage.section_span(section);
        self.position = if self.is_reverse() { end - END_OFFSET } else { start };
        self.section = section;
        self.land(cx);
        let name = self.montage.sections[section].name;
        let event = self.event(Phase::Jumped, name, cx);
        cx.out.events.push(event);
    }

    pub(crate) fn set_position(&mut self, position: f64, cx: &mut Context<'_>) {
        self.position = position.clamp(0.0, self.montage.length.into());
        self.section = self.montage.section_at(self.position);
        self.land(cx);
    }

    /// Completes the blend and drops the backlog: the pose under a scrubbed playhead.
    pub(crate) fn settle(&mut self) {
        self.blend = BoneBlend::fixed(1.0);
        self.blended_in = true;
        self.notify_weight = 1.0;
        self.time_left = 0.0;
        self.playing = true;
        self.interrupted = false;
    }

    fn land(&mut self, cx: &mut Context<'_>) {
        self.fresh = true;
        self.marker_at = None;
        self.refresh_branching(self.position, cx);
    }

    /// This tick moves from `from` (or where it is) to `to`, whatever the rate.
    pub fn force_move(&mut self, from: Option<f64>, to: f64) {
        self.forced = Some((from, to));
    }

    pub(crate) fn stop(&mut self, blend: Blend, interrupt: bool, cx: &mut Context<'_>) {
        self.interrupted |= interrupt;
        if blend.inertialize && !self.is_stopped() {
            cx.out.inertialize.push(blend);
        }
        if !self.is_stopped() {
            self.blend.retarget(0.0, blend, cx.skeleton);
            let interrupted = self.interrupted;
            self.announce(Phase::BlendingOut { interrupted }, self.montage.name, cx);
        } else if blend.time < self.blend.alpha().remaining() {
            let (easing, profile) = (self.blend.alpha().easing(), self.blend.profile());
            let shorter = Blend { time: blend.time, easing, inertialize: false, profile };
            self.blend.retarget(0.0, shorter, cx.skeleton);
        }
        if blend.time <= 0.0 || blend.inertialize {
            self.playing = false;
            self.blend.complete();
        }
    }

    pub(crate) fn update_weight(&mut self, dt: f32, cx: &mut Context<'_>) {
        let previous = self.weight();
        self.blend.advance(dt);
        self.notify_weight = previous.max(self.weight());
        if !self.blended_in && self.blend.alpha().goal() == 1.0 && self.blend.alpha().is_complete() {
            self.blended_in = true;
            self.announce(Phase::BlendedIn, self.montage.name, cx);
        }
    }

    /// Plays `dt` seconds. Returns true when the instance is over and must be removed.
    pub(crate) fn advance(&mut self, dt: f64, cx: &mut Context<'_>) -> bool {
        if self.playing {
            self.play(dt, cx);
        } else {
            self.keep_states_alive(cx);
        }
        if self.is_stopped() && self.blend.alpha().is_complete() {
            self.terminate(cx);
            return true;
        }
        if !self.interrupted {
            self.tick_branching(cx);
        }
        false
    }

    fn play(&mut self, dt: f64, cx: &mut Context<'_>) {
        if self.time_left < BACKLOG_LIMIT {
            self.time_left += dt;
        }
        if dt == 0.0 && self.forced.is_none() {
            self.handle_events(Range::new(self.position, self.position), false, cx);
        }
        let mut bodies = 0;
        while self.playing && (self.time_left > TIME_EPSILON || self.forced.is_some()) && bodies < MAX_BODIES {
            bodies += 1;
            if !self.step(cx) {
                break;
            }
        }
        if self.playing && bodies == MAX_BODIES && self.time_left > TIME_EPSILON {
            let event =
                Event { weight: self.time_left as f32, ..self.event(Phase::SubstepOverflow, self.montage.name, cx) };
            cx.out.events.push(event);
        }
        self.forced = None;
    }

    /// One sub-step. Returns false when nothing more can happen this tick.
    fn step(&mut self, cx: &mut Context<'_>) -> bool {
        let nominal = f64::from(self.rate) * f64::from(self.montage.rate_scale);
        let (mut delta, rate) = self.move_request(nominal);
        if delta == 0.0 && rate.abs() < RATE_EPSILON {
            self.time_left = 0.0;
            return false;
        }
        let forward = rate > 0.0;
        let include_start = self.fresh && self.marker_at != Some(self.position);
        let mut marker = branching::first_time(&self.markers, self.position, delta, include_start);
        if let Some(time) = marker {
            delta = time - self.position;
        }
        let to_limit = self.distance_to_limit(forward);
        let reached = if forward { delta >= to_limit - ARRIVAL } else { delta <= to_limit + ARRIVAL };
        if reached {
            marker = marker.filter(|_| delta == to_limit);
            delta = to_limit;
        }
        let old = self.position;
        let moved = delta != 0.0;
        if moved {
            self.position = marker.unwrap_or(old + delta);
            self.time_left = (self.time_left - delta / rate).max(0.0);
            self.marker_at = None;
        }
        self.auto_blend_out(nominal, forward, cx);
        let landed = self.position;
        if moved || marker.is_some() {
            self.travelled(old, forward, reached, marker, cx);
        }
        if self.position != landed {
            return true;
        }
        if reached && marker.is_none() {
            return self.pass_section_end(forward, cx);
        }
        moved || marker.is_some()
    }

    /// How far this body wants to go, and at what montage seconds per second.
    fn move_request(&mut self, nominal: f64) -> (f64, f64) {
        let Some((from, to)) = self.forced else { return (self.time_left * nominal, nominal) };
        self.position = from.unwrap_or(self.position);
        self.forced = Some((None, to));
        let delta = to - self.position;
        let rate = if self.time_left > TIME_EPSILON { delta / self.time_left } else { delta.signum() };
        if delta == 0.0 {
            self.forced = None;
            self.time_left = 0.0;
        }
        (delta, if delta == 0.0 { 0.0 } else { rate })
    }

    fn distance_to_limit(&self, forward: bool) -> f64 {
        let (start, end) = self.montage.section_span(self.section);
        if forward { end - self.position } else { start - self.position }
    }

    fn link(&self, forward: bool) -> Option<usize> {
        let links = if forward { &self.next } else { &self.prev };
        usize::try_from(links[self.section]).ok()
    }

    fn auto_blend_out(&mut self, nominal: f64, forward: bool, cx: &mut Context<'_>) {
        let m = &self.montage;
        if self.is_stopped() || !m.auto_blend_out || self.link(forward).is_some() || nominal.abs() < RATE_EPSILON {
            return;
        }
        let to_go = self.distance_to_limit(forward).abs() / nominal.abs();
        let custom = m.blend_out_trigger >= 0.0;
        let trigger = f64::from(if custom { m.blend_out_trigger } else { m.blend_out.time }).max(SHORTEST_TRIGGER);
        if to_go <= trigger + SUM_EPSILON {
            let time = if custom { m.blend_out.time } else { to_go as f32 };
            let blend = if m.blend_out.inertialize { m.blend_out } else { Blend { time, ..m.blend_out } };
            self.stop(blend, false, cx);
        }
    }

    /// Root motion and events of the stretch just travelled, then the branching points at its end.
    fn travelled(&mut self, old: f64, forward: bool, reached: bool, marker: Option<f64>, cx: &mut Context<'_>) {
        let range = Range {
            include_from: self.fresh,
            exclude_to: forward && reached && self.section + 1 < self.montage.sections.len(),
            ..Range::new(old, self.position)
        };
        if old != self.position {
            self.fresh = false;
            self.collect_root_motion(Range::new(old, self.position), cx);
        }
        if self.interrupted {
            return;
        }
        self.handle_events(range, old == self.position, cx);
        if let Some(time) = marker {
            self.marker_at = Some(time);
            self.fire_markers(time, forward, cx);
        }
    }

    fn pass_section_end(&mut self, forward: bool, cx: &mut Context<'_>) -> bool {
        let (start, end) = self.montage.section_span(self.section);
        let Some(next) = self.link(forward) else {
            self.playing = false;
            self.time_left = 0.0;
            self.position = if forward { end - END_OFFSET } else { start };
            return false;
        };
        let looped = next == self.section;
        let left_at = self.position;
        let (start, end) = self.montage.section_span(next);
        self.section = next;
        self.position = if forward { start } else { end - END_OFFSET };
        if self.position != left_at {
            self.marker_at = None;
        }
        self.fresh = true;
        self.announce(Phase::Section { looped }, self.montage.sections[next].name, cx);
        true
    }

    /// Queues what the range hits. `only_markers`: nothing was travelled, queued events of this place are out already.
    fn handle_events(&mut self, range: Range, only_markers: bool, cx: &mut Context<'_>) {
        if self.interrupted {
            return;
        }
        if !only_markers {
            self.queue_own(range, cx);
            self.queue_slots(range, cx);
        }
        self.refresh_branching(range.to, cx);
    }

    fn queue_own(&self, range: Range, cx: &mut Context<'_>) {
        for_each_hit(&self.montage.notifies, range, |notify| {
            if !notify.is_branching() {
                cx.out.queued.push(self.queued(notify, Source::Montage(self.id), self.montage.name, Name::NONE));
            }
        });
    }

    fn queue_slots(&self, range: Range, cx: &mut Context<'_>) {
        for slot in self.montage.slots.iter() {
            for segment in in_travel_order(self.montage.slot_segments(slot), range) {
                let clip = &cx.library.clips[segment.clip as usize];
                let source = Source::Segment(self.id, segment.id);
                segment_travel::clip_ranges(segment, range, |clip_range| {
                    for_each_hit(&clip.notifies, clip_range, |notify| {
                        cx.out.queued.push(self.queued(notify, source, clip.name, slot.name))
                    });
                });
            }
        }
    }

    fn queued(&self, notify: &Notify, source: Source, asset: Name, slot: Name) -> Queued {
        let (weight, part) = (self.notify_weight, Part::Alone);
        Queued { notify: *notify, source, asset, slot, weight, part, keeps_alive: false }
    }

    /// A paused montage keeps the states that are under its position.
    fn keep_states_alive(&self, cx: &mut Context<'_>) {
        let first = cx.out.queued.len();
        let here = Range::new(self.position, self.position);
        if !self.interrupted && !self.is_stopped() {
            self.queue_own(here, cx);
            self.queue_slots(here, cx);
        }
        cx.out.queued[first..].iter_mut().for_each(|queued| queued.keeps_alive = true);
    }

    fn collect_root_motion(&self, range: Range, cx: &mut Context<'_>) {
        if self.moves_root {
            let moved = root_travel(&self.montage, cx.library, cx.skeleton, range);
            let travelled = cx.out.montage_root.get_or_insert((Transform::IDENTITY, 0.0));
            *travelled = (travelled.0.compose(&moved), self.weight());
        }
    }

    /// Ends the active states that do not cover `position`, begins those that do.
    fn refresh_branching(&mut self, position: f64, cx: &mut Context<'_>) {
        let montage = self.montage.clone();
        let gone = |at: &usize| !montage.notifies[*at].covers(position);
        let ended: Vec<usize> = self.active_branching.iter().copied().filter(gone).collect();
        for at in ended {
            self.end_branching(at, cx);
        }
        for (at, notify) in montage.notifies.iter().enumerate() {
            if notify.is_branching() && notify.is_state() && notify.covers(position) {
                self.begin_branching(at, cx);
            }
        }
    }

    /// Fires every marker at `time`, until one of them moves the montage; the rest is jumped over.
    fn fire_markers(&mut self, time: f64, forward: bool, cx: &mut Context<'_>) {
        let markers = self.markers.clone();
        let mut jumped = false;
        for marker in branching::at(&markers, time) {
            let notify = self.montage.notifies[marker.notify];
            if jumped {
                let event = Event {
                    reason: Reason::JumpedOver,
                    position: time,
                    ..self.notify_event(&notify, Phase::Notify, cx)
                };
                cx.out.events.push(event);
                continue;
            }
            match (marker.kind, forward) {
                (MarkerKind::Instant, _) => jumped = self.fire_branching(&notify, cx),
                (MarkerKind::Begin, true) | (MarkerKind::End, false) => {
                    jumped = self.begin_branching(marker.notify, cx)
                }
                (MarkerKind::End, true) | (MarkerKind::Begin, false) => self.end_branching(marker.notify, cx),
            }
        }
    }

    /// Returns whether the notify's action moved the montage.
    fn fire_branching(&mut self, notify: &Notify, cx: &mut Context<'_>) -> bool {
        let fires = self.log_branching(notify, Phase::Notify, cx);
        fires && self.act(notify, cx)
    }

    /// Returns whether the notify's action moved the montage. Nothing happens while it is active already.
    fn begin_branching(&mut self, at: usize, cx: &mut Context<'_>) -> bool {
        if self.active_branching.contains(&at) {
            return false;
        }
        let notify = self.montage.notifies[at];
        if !self.log_branching(&notify, Phase::Begin, cx) {
            return false;
        }
        self.active_branching.push(at);
        self.act(&notify, cx)
    }

    fn end_branching(&mut self, at: usize, cx: &mut Context<'_>) {
        if let Some(index) = self.active_branching.iter().position(|active| *active == at) {
            self.active_branching.remove(index);
            let event = self.notify_event(&self.montage.notifies[at], Phase::End, cx);
            cx.out.events.push(event);
        }
    }

    fn log_branching(&self, notify: &Notify, phase: Phase, cx: &mut Context<'_>) -> bool {
        let reason = cx.out.filter.reason(notify, Part::Alone, self.notify_weight);
        cx.out.events.push(Event { reason, ..self.notify_event(notify, phase, cx) });
        reason == Reason::Fired
    }

    fn act(&mut self, notify: &Notify, cx: &mut Context<'_>) -> bool {
        let target = self.montage.find_section(notify.target).filter(|_| notify.action == action::JUMP_TO_SECTION);
        if let Some(section) = target {
            self.jump_to(section, cx);
        }
        target.is_some()
    }

    fn tick_branching(&self, cx: &mut Context<'_>) {
        for &at in &self.active_branching {
            let event = self.notify_event(&self.montage.notifies[at], Phase::Tick, cx);
            cx.out.events.push(event);
        }
    }

    pub(crate) fn terminate(&mut self, cx: &mut Context<'_>) {
        while let Some(&at) = self.active_branching.first() {
            self.end_branching(at, cx);
        }
        let interrupted = self.interrupted;
        self.announce(Phase::Ended { interrupted }, self.montage.name, cx);
    }

    fn is_reverse(&self) -> bool {
        f64::from(self.rate) * f64::from(self.montage.rate_scale) < 0.0
    }

    fn announce(&self, phase: Phase, name: Name, cx: &mut Context<'_>) {
        let event = self.event(phase, name, cx);
        cx.out.montage_events.push(event);
    }

    /// Now: the tick's end less what has not been played yet.
    fn event(&self, phase: Phase, name: Name, cx: &Context<'_>) -> Event {
        let rate = f64::from(self.rate) * f64::from(self.montage.rate_scale);
        let backlog = if self.time_left < BACKLOG_LIMIT && rate != 0.0 { self.time_left } else { 0.0 };
        Event {
            time: cx.tick_end - backlog,
            phase,
            name,
            id: 0,
            socket: Name::NONE,
            source: Source::Montage(self.id),
            asset: self.montage.name,
            position: self.position,
            weight: self.weight(),
            branching: false,
            reason: Reason::Fired,
        }
    }

    fn notify_event(&self, notify: &Notify, phase: Phase, cx: &Context<'_>) -> Event {
        let Notify { id, name, socket, .. } = *notify;
        Event { id, socket, branching: true, weight: self.notify_weight, ..self.event(phase, name, cx) }
    }
}

/// Root motion of a stretch of a montage, from its first slot, in the frame of the root at `range.from`.
pub fn root_travel(montage: &Montage, library: &Library, skeleton: &Skeleton, range: Range) -> Transform {
    let mut total = Transform::IDENTITY;
    let Some(slot) = montage.slots.first() else { return total };
    for segment in in_travel_order(montage.slot_segments(slot), range) {
        let clip = &library.clips[segment.clip as usize];
        if clip.root_motion.enabled {
            segment_travel::clip_ranges(segment, range, |r| {
                total = total.compose(&clip.root_delta(skeleton, r.from, r.to));
            });
        }
    }
    if !montage.root_translation {
        total.translation = glam::Vec3::ZERO;
    }
    if !montage.root_rotation {
        total.rotation = glam::Quat::IDENTITY;
    }
    total
}

fn in_travel_order(segments: &[Segment], range: Range) -> impl Iterator<Item = &Segment> {
    let last = segments.len().wrapping_sub(1);
    let forward = range.from <= range.to;
    (0..segments.len()).map(move |i| &segments[if forward { i } else { last - i }])
}

/// A stop without a wish of its own uses the montage's blend-out.
pub(crate) fn stop_blend(montage: &Montage, time: Option<f32>) -> Blend {
    Blend { time: time.unwrap_or(montage.blend_out.time), ..montage.blend_out }
}
