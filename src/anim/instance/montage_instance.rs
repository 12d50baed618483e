//! One playing montage, advanced in sub-steps: what travels, what blends and what branches, and what is told of it.

use super::{
    BoneBlend,
    branching::{Branching, MarkerKind},
    dispatch::{Outbox, Queued},
    fade::Fade,
    segment_travel,
    travel::{RATE_EPSILON, TIME_EPSILON, Travel},
};
use crate::{
    Event, Library, Montage, Name, Notify, Skeleton, Transform,
    event::{Phase, Reason, Source},
    montage::{Blend, Segment},
    notify::{Range, action, for_each_hit},
    sync::Part,
};
use std::sync::Arc;

/// Sub-steps of one advance at most; time that is left stays in the backlog.
const MAX_BODIES: u32 = 9;
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
pub(crate) struct MontageInstance {
    pub(super) id: u32,
    pub(super) montage: Arc<Montage>,
    pub(super) travel: Travel,
    pub(super) fade: Fade,
    branching: Branching,
    /// Its root motion moves the character.
    pub(super) moves_root: bool,
}

impl MontageInstance {
    pub(crate) fn new(id: u32, montage: Arc<Montage>, rate: f32, start: f64) -> Self {
        Self {
            id,
            travel: Travel::new(&montage, rate, start),
            fade: Fade::new(montage.blend_in),
            branching: Branching::new(&montage),
            moves_root: false,
            montage,
        }
    }

    /// Goes on with an edited version of the same montage; branching states that it has no more end.
    pub(crate) fn rebind(&mut self, montage: Arc<Montage>, cx: &mut Context<'_>) {
        while let Some(gone) = self.branching.first_gone(&self.montage, &montage) {
            self.end_branching(gone, cx);
        }
        self.branching.rebind(&self.montage, &montage);
        self.travel.rebind(&montage);
        self.montage = montage;
    }

    pub(crate) fn weight(&self) -> f32 {
        self.fade.weight()
    }

    pub(crate) fn blend(&self) -> &BoneBlend {
        self.fade.blend()
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.fade.is_stopped()
    }

    pub(crate) fn jump_to(&mut self, section: usize, cx: &mut Context<'_>) {
        self.travel.jump_to(section, &self.montage);
        self.land(cx);
        let name = self.montage.sections[section].name;
        let event = self.event(Phase::Jumped, name, cx);
        cx.out.events.push(event);
    }

    pub(crate) fn set_position(&mut self, position: f64, cx: &mut Context<'_>) {
        self.travel.set_position(position, &self.montage);
        self.land(cx);
    }

    pub(crate) fn force_position(&mut self, from: Option<f64>, to: f64) {
        let within = |position: f64| position.clamp(0.0, self.montage.length.into());
        self.travel.force_move(from.map(within), within(to));
    }

    /// Completes the blend and drops the backlog: the pose under a scrubbed playhead.
    pub(crate) fn settle(&mut self) {
        self.fade.settle();
        self.travel.time_left = 0.0;
        self.travel.playing = true;
    }

    fn land(&mut self, cx: &mut Context<'_>) {
        self.branching.left();
        self.refresh_branching(self.travel.position, cx);
    }

    pub(crate) fn stop(&mut self, blend: Blend, interrupt: bool, cx: &mut Context<'_>) {
        self.fade.interrupted |= interrupt;
        if self.fade.stop(blend, cx.skeleton) {
            if blend.inertialize {
                cx.out.inertialize.push(blend);
            }
            let interrupted = self.fade.interrupted;
            self.announce(Phase::BlendingOut { interrupted }, self.montage.name, cx);
        }
        if blend.time <= 0.0 || blend.inertialize {
            self.travel.playing = false;
            self.fade.complete();
        }
    }

    pub(crate) fn update_weight(&mut self, dt: f32, cx: &mut Context<'_>) {
        if self.fade.advance(dt) {
            self.announce(Phase::BlendedIn, self.montage.name, cx);
        }
    }

    /// Plays `dt` seconds. Returns true when the instance is over and must be removed.
    pub(crate) fn advance(&mut self, dt: f64, cx: &mut Context<'_>) -> bool {
        if self.travel.playing {
            self.play(dt, cx);
        } else {
            self.travel.end_force();
            self.keep_states_alive(cx);
        }
        if self.fade.is_over() {
            self.terminate(cx);
            return true;
        }
        if !self.fade.interrupted {
            self.tick_branching(cx);
        }
        false
    }

    fn play(&mut self, dt: f64, cx: &mut Context<'_>) {
        self.travel.accept(dt);
        if dt == 0.0 && !self.travel.is_forced() {
            self.handle_events(Range::new(self.travel.position, self.travel.position), false, cx);
        }
        let mut bodies = 0;
        while self.travel.has_more() && bodies < MAX_BODIES {
            bodies += 1;
            if !self.step(cx) {
                break;
            }
        }
        if self.travel.playing && bodies == MAX_BODIES && self.travel.time_left > TIME_EPSILON {
            let event = Event {
                weight: self.travel.time_left as f32,
                ..self.event(Phase::SubstepOverflow, self.montage.name, cx)
            };
            cx.out.events.push(event);
        }
        self.travel.end_force();
    }

    /// One sub-step. Returns false when nothing more can happen this tick.
    fn step(&mut self, cx: &mut Context<'_>) -> bool {
        let nominal = self.travel.nominal(&self.montage);
        let (mut delta, rate) = self.travel.wanted(nominal);
        if delta == 0.0 && rate.abs() < RATE_EPSILON {
            self.travel.time_left = 0.0;
            return false;
        }
        let forward = rate > 0.0;
        let mut marker = self.branching.first_ahead(self.travel.position, delta, self.travel.fresh);
        if let Some(time) = marker {
            delta = time - self.travel.position;
        }
        let to_limit = self.travel.distance_to_limit(&self.montage, forward);
        let reached = if forward { delta >= to_limit - ARRIVAL } else { delta <= to_limit + ARRIVAL };
        if reached {
            marker = marker.filter(|_| delta == to_limit);
            delta = to_limit;
        }
        let old = self.travel.position;
        let moved = delta != 0.0;
        if moved {
            self.travel.go(marker.unwrap_or(old + delta), delta, rate);
            self.branching.left();
        }
        self.auto_blend_out(nominal, forward, cx);
        let landed = self.travel.position;
        if moved || marker.is_some() {
            self.travelled(old, forward, reached, marker, cx);
        }
        if self.travel.position != landed {
            return true;
        }
        if reached && marker.is_none() {
            return self.pass_section_end(forward, cx);
        }
        moved || marker.is_some()
    }

    fn auto_blend_out(&mut self, nominal: f64, forward: bool, cx: &mut Context<'_>) {
        let m = &self.montage;
        if self.is_stopped() || !m.auto_blend_out || self.travel.link(forward).is_some() || nominal.abs() < RATE_EPSILON
        {
            return;
        }
        let to_go = self.travel.distance_to_limit(m, forward).abs() / nominal.abs();
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
        let position = self.travel.position;
        let range = Range {
            include_from: self.travel.fresh,
            exclude_to: forward && reached && self.travel.section + 1 < self.montage.sections.len(),
            ..Range::new(old, position)
        };
        if old != position {
            self.travel.fresh = false;
            self.collect_root_motion(Range::new(old, position), cx);
        }
        if self.fade.interrupted {
            return;
        }
        self.handle_events(range, old == position, cx);
        if let Some(time) = marker {
            self.branching.stop_at(time);
            self.fire_markers(time, forward, cx);
        }
    }

    fn pass_section_end(&mut self, forward: bool, cx: &mut Context<'_>) -> bool {
        let (left, left_at) = (self.travel.section, self.travel.position);
        let Some(next) = self.travel.pass_section_end(&self.montage, forward) else { return false };
        if self.travel.position != left_at {
            self.branching.left();
        }
        self.announce(Phase::Section { looped: next == left }, self.montage.sections[next].name, cx);
        true
    }

    /// Queues what the range hits. `only_markers`: nothing was travelled, queued events of this place are out already.
    fn handle_events(&mut self, range: Range, only_markers: bool, cx: &mut Context<'_>) {
        if self.fade.interrupted {
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
                    if !cx.out.queued.enters(source, clip.name, clip_range.left_out) {
                        return;
                    }
                    for_each_hit(&clip.notifies, clip_range, |notify| {
                        cx.out.queued.push(self.queued(notify, source, clip.name, slot.name))
                    });
                });
            }
        }
    }

    fn queued(&self, notify: &Notify, source: Source, asset: Name, slot: Name) -> Queued {
        let (weight, part) = (self.fade.notify_weight(), Part::Alone);
        Queued { notify: *notify, source, asset, slot, weight, part, keeps_alive: false }
    }

    /// A paused montage keeps the states that are under its position.
    fn keep_states_alive(&self, cx: &mut Context<'_>) {
        let first = cx.out.queued.len();
        let here = Range::new(self.travel.position, self.travel.position);
        if !self.fade.interrupted && !self.is_stopped() {
            self.queue_own(here, cx);
            self.queue_slots(here, cx);
        }
        cx.out.queued[first..].iter_mut().for_each(|queued| queued.keeps_alive = true);
    }

    fn collect_root_motion(&self, range: Range, cx: &mut Context<'_>) {
        if self.moves_root {
            let moved = root_travel(&self.montage, cx.library, cx.skeleton, range);
            let before = cx.out.montage_root.map_or(Transform::IDENTITY, |(travelled, _)| travelled);
            cx.out.montage_root = Some((before.compose(&moved), self.weight()));
        }
    }

    /// Ends the active states that do not cover `position`, begins those that do.
    fn refresh_branching(&mut self, position: f64, cx: &mut Context<'_>) {
        let montage = self.montage.clone();
        while let Some(gone) = self.branching.active().iter().position(|at| !montage.notifies[*at].covers(position)) {
            self.end_branching(self.branching.active()[gone], cx);
        }
        for (at, notify) in montage.notifies.iter().enumerate() {
            if notify.is_branching() && notify.is_state() && notify.covers(position) {
                self.begin_branching(at, cx);
            }
        }
    }

    /// Fires every marker at `time`, until one of them moves the montage; the rest is jumped over.
    fn fire_markers(&mut self, time: f64, forward: bool, cx: &mut Context<'_>) {
        let markers = self.branching.markers().clone();
        let mut jumped = false;
        for marker in markers.iter().filter(|marker| marker.time == time) {
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
        if self.branching.active().contains(&at) {
            return false;
        }
        let notify = self.montage.notifies[at];
        if !self.log_branching(&notify, Phase::Begin, cx) {
            return false;
        }
        self.branching.begin(at);
        self.act(&notify, cx)
    }

    fn end_branching(&mut self, at: usize, cx: &mut Context<'_>) {
        if self.branching.end(at) {
            let event = self.notify_event(&self.montage.notifies[at], Phase::End, cx);
            cx.out.events.push(event);
        }
    }

    fn log_branching(&self, notify: &Notify, phase: Phase, cx: &mut Context<'_>) -> bool {
        let reason = cx.out.filter.reason(notify, Part::Alone, self.fade.notify_weight());
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
        for &at in self.branching.active() {
            let event = self.notify_event(&self.montage.notifies[at], Phase::Tick, cx);
            cx.out.events.push(event);
        }
    }

    /// It did not come to its end by itself.
    pub(crate) fn cut_off(&mut self, cx: &mut Context<'_>) {
        self.fade.interrupted = true;
        self.terminate(cx);
    }

    fn terminate(&mut self, cx: &mut Context<'_>) {
        while let Some(&at) = self.branching.active().first() {
            self.end_branching(at, cx);
        }
        let interrupted = self.fade.interrupted;
        self.announce(Phase::Ended { interrupted }, self.montage.name, cx);
    }

    fn announce(&self, phase: Phase, name: Name, cx: &mut Context<'_>) {
        let event = self.event(phase, name, cx);
        cx.out.montage_events.push(event);
    }

    /// Now: the tick's end less what has not been played yet.
    fn event(&self, phase: Phase, name: Name, cx: &Context<'_>) -> Event {
        Event {
            time: cx.tick_end - self.travel.backlog(&self.montage),
            phase,
            name,
            id: 0,
            socket: Name::NONE,
            source: Source::Montage(self.id),
            asset: self.montage.name,
            position: self.travel.position,
            weight: self.weight(),
            branching: false,
            reason: Reason::Fired,
        }
    }

    fn notify_event(&self, notify: &Notify, phase: Phase, cx: &Context<'_>) -> Event {
        let Notify { id, name, socket, .. } = *notify;
        Event { id, socket, branching: true, weight: self.fade.notify_weight(), ..self.event(phase, name, cx) }
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
