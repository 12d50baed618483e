//! From queued notifies to fired events: filters, the active set, and the order of one tick.
//!
//! Invariant: every Begin is followed by exactly one End.

use super::{
    queue::{LeftOut, Queue},
    root_motion::MontageRoot,
};
use crate::{
    Event, Name, Notify,
    event::{Cause, Phase, Reason, Source},
    float::Extreme,
    montage::Blend,
    notify::flag,
    sync::Part,
};

/// A notify that a travelled range hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Queued {
    pub(crate) notify: Notify,
    pub(crate) source: Source,
    pub(crate) asset: Name,
    /// The slot whose weight must be above the threshold too; none for a timeline of its own.
    pub(crate) slot: Name,
    pub(crate) weight: f32,
    /// What its player is in its sync group.
    pub(crate) part: Part,
    pub(crate) hit: Hit,
    /// When it was met: seconds before the tick's end.
    pub(crate) ago: f64,
}

/// How a hit counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Hit {
    /// The rules decide.
    #[default]
    Met,
    /// Only keeps an active state active; does not begin one.
    KeepsAlive,
    /// It does not fire, for this.
    Blocked(Reason),
}

/// What one tick collects before it is dispatched.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outbox {
    pub(crate) queued: Queue,
    /// In the order in which they happened.
    pub(crate) events: Vec<Event>,
    /// Announced after the notifies.
    pub(crate) montage_events: Vec<Event>,
    pub(crate) montage_roots: Vec<MontageRoot>,
    /// Montages that were moved, stopped or ended: the instance, why, and when.
    moved: Vec<(u32, Cause, f64)>,
    /// Blends over which this tick's jump of the pose decays.
    pub(crate) inertialize: Vec<Blend>,
    pub(crate) filter: Filter,
}

impl Outbox {
    pub(crate) fn begin_frame(&mut self) {
        self.queued.clear();
        self.events.clear();
        self.montage_events.clear();
        self.montage_roots.clear();
        self.moved.clear();
        self.inertialize.clear();
    }

    /// As [`Outbox::begin_frame`], but what requests left for the tick stays.
    pub(crate) fn rest(&mut self) {
        self.queued.clear();
        self.events.clear();
        self.montage_roots.clear();
    }

    /// Of a tick that fires nothing, only over what the playhead was dragged stays.
    pub(crate) fn keep_scrubbed(&mut self, time: f64) {
        let scrubbed = |queued: &&Queued| queued.hit == Hit::Blocked(Reason::Scrubbed);
        let told = |queued: &Queued| {
            let phase = if queued.notify.is_state() { Phase::Begin } else { Phase::Notify };
            Event { reason: Reason::Scrubbed, time, ..event(queued, phase) }
        };
        let told: Vec<Event> = self.queued.iter().filter(scrubbed).map(told).collect();
        self.begin_frame();
        self.events = told;
    }

    /// A montage was moved, stopped or ended; `time` on the instance's clock.
    pub(crate) fn moved(&mut self, instance: u32, cause: Cause, time: f64) {
        self.moved.push((instance, cause, time));
    }
}

/// The rules that keep a hit notify from firing, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Filter {
    pub(crate) lod: u32,
    pub(crate) is_dedicated_server: bool,
    /// The game filters those that may be.
    pub(crate) filters: bool,
    /// Two players of one asset share the activation of a state.
    pub(crate) merges: bool,
    pub(crate) seed: u64,
    /// Decisions taken so far, per notify with a chance below 1. Ascending by id.
    activations: Vec<(u64, u32)>,
}

impl Filter {
    /// Chance comes last, and is drawn for what all other rules let through. With what was compared.
    pub(crate) fn judge(&mut self, notify: &Notify, part: Part, weight: f32) -> (Reason, [f32; 2]) {
        let fixed = self.fixed(notify, part, weight);
        if fixed.0 != Reason::Fired || notify.chance >= 1.0 {
            return fixed;
        }
        let drawn = self.draw(notify);
        let reason = if drawn < notify.chance { Reason::Fired } else { Reason::Chance };
        (reason, [drawn, notify.chance])
    }

    /// Every rule but chance.
    fn fixed(&self, notify: &Notify, part: Part, weight: f32) -> (Reason, [f32; 2]) {
        if part.silences(notify) {
            (Reason::Follower, [0.0; 2])
        } else if weight.is_nan() || weight <= notify.weight_threshold {
            (Reason::Weight, [weight, notify.weight_threshold])
        } else if u32::try_from(notify.from_lod).is_ok_and(|from| self.lod >= from) {
            (Reason::Lod, [self.lod as f32, notify.from_lod as f32])
        } else if self.is_dedicated_server && notify.flags & flag::NOT_ON_SERVER != 0 {
            (Reason::Server, [0.0; 2])
        } else if self.filters && notify.flags & flag::FILTERABLE != 0 {
            (Reason::Filtered, [0.0; 2])
        } else {
            (Reason::Fired, [0.0; 2])
        }
    }

    /// 0..1, the same for the same seed, notify and count on every machine.
    fn draw(&mut self, notify: &Notify) -> f32 {
        let count = match self.activations.binary_search_by_key(&notify.id, |entry| entry.0) {
            Ok(at) => {
                self.activations[at].1 += 1;
                self.activations[at].1
            }
            Err(at) => {
                self.activations.insert(at, (notify.id, 0));
                0
            }
        };
        let mut x = self.seed ^ notify.id.rotate_left(17) ^ u64::from(count).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 40) as f32 / (1u32 << 24) as f32
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct ActiveState {
    /// Of the player that began it: every event of an activation names the same.
    queued: Queued,
    /// Who met it last; where states are merged this may be another player.
    kept_by: Source,
    /// A filter came to hold in this tick, with what it compared; it ends.
    filtered: Option<(Cause, [f32; 2])>,
}

/// The states that have begun and not ended, in order of their queueing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ActiveStates {
    active: Vec<ActiveState>,
    new: Vec<ActiveState>,
    begins: Vec<Queued>,
    /// Met and refused by chance, with what was drawn: decided until nothing meets them any more.
    refused: Vec<(u64, Source, f32)>,
    still_refused: Vec<(u64, Source, f32)>,
    /// [`Outbox::moved`] of the last tick: what it moved away from ends in this one.
    moved: Vec<(u32, Cause, f64)>,
}

/// The tick that is dispatched, seconds on the instance's clock. `slot_share` is what the weight of a montage counts times
/// in a slot of the graph; None of a slot that it did not reach.
pub(crate) struct Clock<'a> {
    pub(crate) start: f64,
    pub(crate) end: f64,
    pub(crate) slot_share: &'a dyn Fn(Name) -> Option<f32>,
}

impl ActiveStates {
    /// Fires instants in queue order, then ends, begins and ticks states.
    pub(crate) fn dispatch(&mut self, out: &mut Outbox, clock: &Clock<'_>) {
        self.new.clear();
        self.begins.clear();
        self.still_refused.clear();
        let queued = std::mem::take(&mut out.queued);
        for queued in &*queued {
            self.sort_one(queued, out, clock);
        }
        std::mem::swap(&mut self.refused, &mut self.still_refused);
        out.events.extend(queued.left_out().into_iter().flat_map(|left_out| told(left_out, clock.end)));
        out.queued = queued;
        for at in 0..self.active.len() {
            let end = self.ended(&self.active[at], &out.moved, clock);
            out.events.push(end);
        }
        self.active.clear();
        self.moved.clone_from(&out.moved);
        out.events.extend(self.begins.iter().map(|queued| begin(queued, Reason::Fired, [0.0; 2], clock)));
        std::mem::swap(&mut self.active, &mut self.new);
        let dt = (clock.end - clock.start) as f32;
        out.events.extend(self.active.iter().map(|ActiveState { queued, .. }| {
            let seconds = if queued.hit == Hit::KeepsAlive { 0.0 } else { dt };
            Event { time: clock.end, seconds, ..event(queued, Phase::Tick) }
        }));
    }

    /// It is told in the first tick that does not meet it, or that filters it.
    fn ended(&self, state: &ActiveState, moved: &[(u32, Cause, f64)], clock: &Clock<'_>) -> Event {
        let end = Event { time: clock.start, cause: Cause::Time, ..event(&state.queued, Phase::End) };
        if let Some((cause, values)) = state.filtered {
            return Event { cause, values, ..end };
        }
        let (Source::Montage(of) | Source::Segment(of, _)) = state.kept_by else { return end };
        match moved.iter().chain(&self.moved).find(|(instance, ..)| *instance == of) {
            Some((_, cause, time)) => Event { cause: *cause, time: time.higher(clock.start), ..end },
            None => end,
        }
    }

    fn sort_one(&mut self, queued: &Queued, out: &mut Outbox, clock: &Clock<'_>) {
        if !queued.notify.is_state() {
            if queued.hit != Hit::KeepsAlive {
                let (reason, values) = judge(queued, out, clock, false);
                let time = clock.end - queued.ago;
                out.events.push(Event { reason, values, time, ..event(queued, Phase::Notify) });
            }
            return;
        }
        let is = |other: &Queued| {
            other.notify.id == queued.notify.id && (out.filter.merges || other.source == queued.source)
        };
        if self.new.iter().any(|state| is(&state.queued)) {
            return;
        }
        let active = self.active.iter().position(|state| is(&state.queued));
        let refused = |(id, source, _): &(u64, Source, f32)| (*id, *source) == (queued.notify.id, queued.source);
        if let (Some(known), false) =
            (self.refused.iter().copied().find(refused), matches!(queued.hit, Hit::Blocked(_)))
        {
            if !self.still_refused.iter().any(refused) {
                self.still_refused.push(known);
                let told = begin(queued, Reason::Chance, [known.2, queued.notify.chance], clock);
                out.events.extend((queued.hit == Hit::Met).then_some(told));
            }
            return;
        }
        if active.is_none() && queued.hit == Hit::KeepsAlive {
            return;
        }
        let (reason, values) = judge(queued, out, clock, active.is_some());
        let source = match (reason, active) {
            (Reason::Fired, Some(at)) => self.active.remove(at).queued.source,
            (Reason::Fired, None) => {
                self.begins.push(*queued);
                queued.source
            }
            (reason, Some(at)) => {
                let cause = if reason == Reason::Interrupted { Cause::Montage } else { Cause::Filter };
                let blocked = matches!(queued.hit, Hit::Blocked(reason) if reason != Reason::Interrupted && reason != Reason::Muted);
                self.active[at].filtered = (!blocked).then_some((cause, values)).or(self.active[at].filtered);
                return;
            }
            (_, None) => {
                if reason == Reason::Chance {
                    self.still_refused.push((queued.notify.id, queued.source, values[0]));
                }
                return out.events.push(begin(queued, reason, values, clock));
            }
        };
        let begun = Queued { source, ..*queued };
        self.new.push(ActiveState { queued: begun, kept_by: queued.source, filtered: None });
    }

    /// Ends everything, in stored order: the character goes.
    pub(crate) fn tear_down(&mut self, out: &mut Outbox, time: f64) {
        let end = |state: ActiveState| Event { time, ..event(&state.queued, Phase::End) };
        out.events.extend(self.active.drain(..).map(end));
    }
}

/// What of a tick was too much, before what became of the rest.
fn told(left_out: LeftOut, time: f64) -> impl Iterator<Item = Event> {
    let LeftOut { source, asset, turns, hits } = left_out;
    let phases = [(turns, Phase::TurnsLeftOut { count: turns }), (hits, Phase::HitsLeftOut { count: hits })];
    let told = phases.into_iter().filter(|(count, _)| *count > 0);
    told.map(move |(_, phase)| Event { time, ..Event::new(phase, asset, source, asset) })
}

/// A state decides its chance once, when it begins.
fn judge(queued: &Queued, out: &mut Outbox, clock: &Clock<'_>, is_active: bool) -> (Reason, [f32; 2]) {
    if let Hit::Blocked(reason) = queued.hit {
        return (reason, [0.0; 2]);
    }
    let Queued { notify, part, weight, slot, .. } = queued;
    let fixed = out.filter.fixed(notify, *part, *weight);
    if fixed.0 != Reason::Fired {
        return fixed;
    }
    if *slot != Name::NONE {
        let Some(share) = (clock.slot_share)(*slot) else { return (Reason::SlotNotEvaluated, [0.0; 2]) };
        if share * weight <= notify.weight_threshold {
            return (Reason::SlotWeight, [share * weight, notify.weight_threshold]);
        }
    }
    if is_active { fixed } else { out.filter.judge(notify, *part, *weight) }
}

fn begin(queued: &Queued, reason: Reason, values: [f32; 2], clock: &Clock<'_>) -> Event {
    let seconds = queued.notify.end - queued.notify.time;
    Event { reason, values, seconds, time: clock.end - queued.ago, ..event(queued, Phase::Begin) }
}

fn event(queued: &Queued, phase: Phase) -> Event {
    let Queued { notify, source, asset, weight, .. } = *queued;
    let position = if phase == Phase::End { notify.end } else { notify.time };
    Event {
        id: notify.id,
        socket: notify.socket,
        position: position.into(),
        weight,
        branching: notify.is_branching() && matches!(source, Source::Montage(_)),
        ..Event::new(phase, notify.name, source, asset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notify::flag;
    use bytemuck::Zeroable;

    /// A tick of a second up to `end`.
    fn dispatch(states: &mut ActiveStates, out: &mut Outbox, end: f64, slot_share: &dyn Fn(Name) -> Option<f32>) {
        states.dispatch(out, &Clock { start: end - 1.0, end, slot_share });
    }

    fn queued(name: &str, is_state: bool) -> Queued {
        let notify = Notify {
            id: Name::new(name).0,
            name: Name::new(name),
            target: Name::NONE,
            socket: Name::NONE,
            time: 0.0,
            end: if is_state { 1.0 } else { 0.0 },
            track: 0,
            flags: if is_state { flag::STATE } else { 0 },
            weight_threshold: 1e-5,
            chance: 1.0,
            from_lod: -1,
            ..Notify::zeroed()
        };
        Queued {
            notify,
            source: Source::Node(0),
            asset: Name::NONE,
            slot: Name::NONE,
            weight: 1.0,
            part: Part::Alone,
            hit: Hit::Met,
            ago: 0.0,
        }
    }

    fn run(states: &mut ActiveStates, out: &mut Outbox, frame: &[Queued]) -> String {
        out.begin_frame();
        out.queued = frame.iter().copied().collect();
        dispatch(states, out, 0.0, &|_| Some(1.0));
        let names = ["trail", "step", "hit", "whoosh"];
        let name = |event: &Event| names.iter().find(|n| Name::new(n) == event.name).unwrap().to_string();
        let word = |event: &Event| match event.phase {
            Phase::Notify => format!("AN {}", name(event)),
            phase => format!("{phase:?} {}", name(event)),
        };
        out.events.iter().map(word).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn firing_order_matches_the_worked_example() {
        let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
        let (trail, step, hit, whoosh) =
            (queued("trail", true), queued("step", false), queued("hit", true), queued("whoosh", false));
        assert_eq!(run(&mut states, &mut out, &[trail, step]), "AN step, Begin trail, Tick trail");
        assert_eq!(run(&mut states, &mut out, &[trail, hit, whoosh]), "AN whoosh, Begin hit, Tick trail, Tick hit");
        assert_eq!(run(&mut states, &mut out, &[hit]), "End trail, Tick hit");
        assert_eq!(run(&mut states, &mut out, &[]), "End hit");
    }

    #[test]
    fn chance_is_fair_and_repeats() {
        let notify = Notify { chance: 0.25, ..queued("step", false).notify };
        let log = |seed| {
            let mut filter = Filter { seed, ..Filter::default() };
            (0..10_000).map(|_| filter.judge(&notify, Part::Alone, 1.0).0 == Reason::Fired).collect::<Vec<_>>()
        };
        assert_eq!(log(7), log(7));
        let hits = log(7).iter().filter(|hit| **hit).count() as f64;
        assert!((hits - 2500.0).abs() < 4.0 * (10_000.0f64 * 0.25 * 0.75).sqrt());
    }

    #[test]
    fn filters_name_their_reason() {
        let mut filter = Filter { lod: 2, is_dedicated_server: true, ..Filter::default() };
        let notify = queued("step", false).notify;
        let mut alone = |notify: Notify, weight| filter.judge(&notify, Part::Alone, weight).0;
        assert_eq!(alone(notify, 0.0), Reason::Weight);
        assert_eq!(alone(notify, f32::NAN), Reason::Weight);
        assert_eq!(alone(Notify { from_lod: 2, ..notify }, 1.0), Reason::Lod);
        assert_eq!(alone(Notify { from_lod: 3, ..notify }, 1.0), Reason::Fired);
        assert_eq!(alone(Notify { flags: flag::NOT_ON_SERVER, ..notify }, 1.0), Reason::Server);
        assert_eq!(filter.judge(&notify, Part::Follower, 0.0).0, Reason::Follower, "the first rule");
        assert_eq!(filter.judge(&notify, Part::Leader, 1.0).0, Reason::Fired);
        let loud = Notify { flags: flag::ON_FOLLOWER, ..notify };
        assert_eq!(filter.judge(&loud, Part::Follower, 1.0).0, Reason::Fired);
    }

    #[test]
    fn a_state_that_is_met_twice_begins_once_and_one_that_loses_its_weight_ends() {
        let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
        let trail = queued("trail", true);
        assert_eq!(run(&mut states, &mut out, &[trail, trail]), "Begin trail, Tick trail");
        assert_eq!(run(&mut states, &mut out, &[trail, trail]), "Tick trail");
        assert_eq!(run(&mut states, &mut out, &[Queued { weight: 0.0, ..trail }]), "End trail");
        assert_eq!(
            run(&mut states, &mut out, &[Queued { weight: 0.0, ..trail }]),
            "Begin trail",
            "why not, in the log"
        );
        assert_eq!(out.events[0].reason, Reason::Weight);
        assert_eq!(run(&mut states, &mut out, &[]), "");
        let elsewhere = Queued { source: Source::Node(1), ..trail };
        assert_eq!(run(&mut states, &mut out, &[trail, elsewhere]).matches("Begin").count(), 2, "two players");
    }

    #[test]
    fn a_merged_state_ends_for_the_player_that_began_it() {
        let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
        let first = queued("trail", true);
        let second = Queued { source: Source::Node(1), ..first };
        out.filter.merges = true;
        let told = |out: &Outbox| out.events.iter().map(|event| (event.phase, event.source)).collect::<Vec<_>>();
        run(&mut states, &mut out, &[first, second]);
        assert_eq!(told(&out), [(Phase::Begin, first.source), (Phase::Tick, first.source)]);
        run(&mut states, &mut out, &[second]);
        assert_eq!(told(&out), [(Phase::Tick, first.source)], "kept by the other");
        let mut torn = Outbox::default();
        states.clone().tear_down(&mut torn, 1.0);
        assert_eq!(told(&torn), [(Phase::End, first.source)]);
        out.filter.merges = false;
        run(&mut states, &mut out, &[second]);
        let apart = [(Phase::End, first.source), (Phase::Begin, second.source), (Phase::Tick, second.source)];
        assert_eq!(told(&out), apart, "merged no more while it lasts");
    }

    #[test]
    fn what_only_keeps_alive_begins_and_fires_nothing() {
        let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
        let keeps = |queued: Queued| Queued { hit: Hit::KeepsAlive, ..queued };
        let (trail, step) = (queued("trail", true), queued("step", false));
        assert_eq!(run(&mut states, &mut out, &[keeps(trail), keeps(step)]), "");
        run(&mut states, &mut out, &[trail]);
        assert_eq!(run(&mut states, &mut out, &[keeps(trail), keeps(step)]), "Tick trail");
    }

    #[test]
    fn a_state_decides_its_chance_when_it_begins() {
        let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
        let trail = queued("trail", true);
        let never = Queued { notify: Notify { chance: 0.0, ..trail.notify }, ..trail };
        assert_eq!(run(&mut states, &mut out, &[never]), "Begin trail");
        assert_eq!((out.events[0].reason, out.events[0].values[1]), (Reason::Chance, 0.0));
        assert_eq!(run(&mut states, &mut out, &[trail]), "Begin trail", "decided until it is left");
        assert_eq!(out.events[0].reason, Reason::Chance);
        assert_eq!(run(&mut states, &mut out, &[]), "");
        assert_eq!(run(&mut states, &mut out, &[trail]), "Begin trail, Tick trail");
        assert_eq!(run(&mut states, &mut out, &[never]), "Tick trail");
    }

    #[test]
    fn of_two_hundred_states_with_a_chance_of_a_quarter_fifty_begin_however_long_they_last() {
        let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
        let trail = queued("trail", true);
        let quarter = Queued { notify: Notify { chance: 0.25, ..trail.notify }, ..trail };
        let mut begun = 0;
        for _ in 0..200 {
            for _ in 0..30 {
                run(&mut states, &mut out, &[quarter]);
                begun += out.events.iter().filter(|event| event.phase == Phase::Begin && event.fired()).count();
            }
            run(&mut states, &mut out, &[]);
        }
        assert!((25..=75).contains(&begun), "{begun}");
    }

    #[test]
    fn a_slot_without_weight_silences_what_plays_in_it() {
        let slot = Name::new("slot");
        let (own, other) = (Queued { slot, ..queued("step", false) }, queued("hit", false));
        let reasons = |weight: f32| {
            let mut out = Outbox { queued: [own, other].into_iter().collect(), ..Outbox::default() };
            dispatch(&mut ActiveStates::default(), &mut out, 0.0, &|name| (name == slot).then_some(weight));
            [out.events[0].reason, out.events[1].reason]
        };
        assert_eq!(reasons(1.1e-5), [Reason::Fired; 2]);
        assert_eq!(reasons(1e-5), [Reason::SlotWeight, Reason::Fired], "what has no slot has none to lose");
        let light = Queued { weight: 0.0, ..own };
        let mut out = Outbox { queued: [light].into_iter().collect(), ..Outbox::default() };
        dispatch(&mut ActiveStates::default(), &mut out, 0.0, &|_| Some(0.0));
        assert_eq!(out.events[0].reason, Reason::Weight, "its own weight comes first");
    }

    #[test]
    fn a_notify_fires_above_its_threshold_and_below_its_level() {
        let mut filter = Filter { lod: 0, ..Filter::default() };
        let notify = Notify { weight_threshold: 0.5, ..queued("step", false).notify };
        let mut alone = |notify: Notify, weight| filter.judge(&notify, Part::Alone, weight).0;
        assert_eq!(
            [0.49, 0.5, 0.51].map(|weight| alone(notify, weight)),
            [Reason::Weight, Reason::Weight, Reason::Fired]
        );
        let from = |from_lod| Notify { from_lod, ..notify };
        assert_eq!([-1, 0, 1].map(|lod| alone(from(lod), 1.0)), [Reason::Fired, Reason::Lod, Reason::Fired]);
        let not_on_server = Notify { flags: flag::NOT_ON_SERVER, ..notify };
        assert_eq!(alone(not_on_server, 1.0), Reason::Fired, "no server");
    }

    /// Recorded characters play the same in later versions.
    #[test]
    fn chance_is_drawn_from_the_seed_the_notify_and_how_often_it_was_asked() {
        let mix = |mut x: u64| {
            x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            x ^ x >> 31
        };
        let mut filter = Filter { seed: 99, ..Filter::default() };
        for count in 0..200u64 {
            for (id, chance) in [(0x8000_0000_0000_1234, 0.5), (7, 0.1), (u64::MAX / 3, 0.9)] {
                let notify = Notify { id, chance, ..queued("step", false).notify };
                let bits = mix(99 ^ id.rotate_left(17) ^ count.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let expected = ((bits >> 40) as f32) < chance * 16_777_216.0;
                assert_eq!(filter.judge(&notify, Part::Alone, 1.0).0 == Reason::Fired, expected, "{id} {count}");
            }
        }
    }

    #[test]
    fn events_of_states_are_where_the_state_begins_and_ends() {
        let hit = Queued { weight: 0.75, asset: Name(5), ..queued("hit", true) };
        let hit = Queued { notify: Notify { time: 0.25, end: 0.5, ..hit.notify }, ..hit };
        let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
        out.queued.push(hit);
        dispatch(&mut states, &mut out, 3.0, &|_| Some(1.0));
        let clock = Clock { start: 2.0, end: 3.0, slot_share: &|_| None };
        let begin = begin(&hit, Reason::Fired, [0.0; 2], &clock);
        assert_eq!((out.events[0], begin.position, begin.weight, begin.asset), (begin, 0.25, 0.75, Name(5)));
        assert_eq!((begin.time, begin.seconds, out.events[1].seconds), (3.0, 0.25, 1.0));
        assert!(!begin.branching);
        let mut last = Outbox::default();
        states.clone().tear_down(&mut last, 4.0);
        dispatch(&mut states, &mut out, 4.0, &|_| Some(1.0));
        assert_eq!(
            last.events.iter().map(|e| (e.phase, e.position, e.time)).collect::<Vec<_>>(),
            [(Phase::End, 0.5, 4.0)]
        );
    }

    #[test]
    fn a_new_frame_forgets_all_but_its_rules() {
        let filter = Filter { lod: 3, seed: 5, ..Filter::default() };
        let mut out = Outbox { filter: filter.clone(), ..Outbox::default() };
        out.queued.push(queued("hit", true));
        out.events.push(event(&queued("hit", true), Phase::Begin));
        out.montage_events.push(event(&queued("hit", true), Phase::Started));
        out.moved(1, Cause::Request, 0.0);
        out.inertialize.push(Blend::default());
        out.begin_frame();
        assert_eq!(out, Outbox { filter, ..Outbox::default() });
    }
}
