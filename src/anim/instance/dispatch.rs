//! From queued notifies to fired events: filters, the active set, and the order of one tick.
//!
//! Invariant: every Begin is followed by exactly one End.

use super::queue::{LeftOut, Queue};
use crate::{
    Event, Name, Notify,
    event::{Phase, Reason, Source},
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
    /// Only keeps an active state active; does not begin one.
    pub(crate) keeps_alive: bool,
}

/// What one tick collects before it is dispatched.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outbox {
    pub(crate) queued: Queue,
    /// In the order in which they happened.
    pub(crate) events: Vec<Event>,
    /// Announced after the notifies.
    pub(crate) montage_events: Vec<Event>,
    /// Root motion of the montage that owns it, and its weight.
    pub(crate) montage_root: Option<(crate::Transform, f32)>,
    /// Blends over which this tick's jump of the pose decays.
    pub(crate) inertialize: Vec<Blend>,
    pub(crate) filter: Filter,
}

impl Outbox {
    pub(crate) fn begin_frame(&mut self) {
        self.queued.clear();
        self.events.clear();
        self.montage_events.clear();
        self.montage_root = None;
        self.inertialize.clear();
    }

    /// As [`Outbox::begin_frame`], but what requests left for the tick stays.
    pub(crate) fn rest(&mut self) {
        self.queued.clear();
        self.events.clear();
        self.montage_root = None;
    }
}

/// The rules that keep a hit notify from firing, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Filter {
    pub(crate) lod: u32,
    pub(crate) is_dedicated_server: bool,
    pub(crate) seed: u64,
    /// Decisions taken so far, per notify with a chance below 1. Ascending by id.
    activations: Vec<(u64, u32)>,
}

impl Filter {
    pub(crate) fn reason(&mut self, notify: &Notify, part: Part, weight: f32) -> Reason {
        let fixed = self.fixed_reason(notify, part, weight);
        if fixed != Reason::Fired || notify.chance >= 1.0 || self.draw(notify) { fixed } else { Reason::Chance }
    }

    /// Every rule but chance.
    fn fixed_reason(&self, notify: &Notify, part: Part, weight: f32) -> Reason {
        if part.silences(notify) {
            Reason::Follower
        } else if weight.is_nan() || weight <= notify.weight_threshold {
            Reason::Weight
        } else if u32::try_from(notify.from_lod).is_ok_and(|from| self.lod >= from) {
            Reason::Lod
        } else if self.is_dedicated_server && notify.flags & flag::NOT_ON_SERVER != 0 {
            Reason::Server
        } else {
            Reason::Fired
        }
    }

    /// The same answer for the same seed, notify and count on every machine.
    fn draw(&mut self, notify: &Notify) -> bool {
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
        let unit = ((x ^ (x >> 31)) >> 40) as f32 / (1u32 << 24) as f32;
        unit < notify.chance
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct ActiveState {
    queued: Queued,
}

impl ActiveState {
    fn is(&self, queued: &Queued) -> bool {
        self.queued.notify.id == queued.notify.id && self.queued.source == queued.source
    }
}

/// The states that have begun and not ended, in order of their queueing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ActiveStates {
    active: Vec<ActiveState>,
    new: Vec<ActiveState>,
    begins: Vec<Queued>,
}

impl ActiveStates {
    /// Fires instants in queue order, then ends, begins and ticks states. `slot_weight` is the graph's.
    pub(crate) fn dispatch(&mut self, out: &mut Outbox, time: f64, slot_weight: impl Fn(Name) -> f32) {
        self.new.clear();
        self.begins.clear();
        let queued = std::mem::take(&mut out.queued);
        for queued in &*queued {
            self.sort_one(queued, out, time, &slot_weight);
        }
        out.events.extend(queued.left_out().into_iter().flat_map(|left_out| told(left_out, time)));
        out.queued = queued;
        let ended = self.active.drain(..);
        out.events.extend(ended.map(|state| event(&state.queued, Phase::End, time)));
        out.events.extend(self.begins.iter().map(|queued| event(queued, Phase::Begin, time)));
        std::mem::swap(&mut self.active, &mut self.new);
        out.events.extend(self.active.iter().map(|state| event(&state.queued, Phase::Tick, time)));
    }

    fn sort_one(&mut self, queued: &Queued, out: &mut Outbox, time: f64, slot_weight: &impl Fn(Name) -> f32) {
        if !queued.notify.is_state() {
            if !queued.keeps_alive {
                let reason = reason(queued, out, slot_weight, false);
                out.events.push(Event { reason, ..event(queued, Phase::Notify, time) });
            }
            return;
        }
        if self.new.iter().any(|state| state.is(queued)) {
            return;
        }
        let active = self.active.iter().position(|state| state.is(queued));
        if active.is_none() && queued.keeps_alive {
            return;
        }
        let reason = reason(queued, out, slot_weight, active.is_some());
        match (reason, active) {
            (Reason::Fired, Some(at)) => drop(self.active.remove(at)),
            (Reason::Fired, None) => self.begins.push(*queued),
            (_, Some(_)) => return,
            (_, None) => return out.events.push(Event { reason, ..event(queued, Phase::Begin, time) }),
        }
        self.new.push(ActiveState { queued: *queued });
    }

    /// Ends everything, in stored order: the character goes.
    pub(crate) fn tear_down(&mut self, out: &mut Outbox, time: f64) {
        out.events.extend(self.active.drain(..).map(|state| event(&state.queued, Phase::End, time)));
    }
}

/// What of a tick was too much, before what became of the rest.
fn told(left_out: LeftOut, time: f64) -> impl Iterator<Item = Event> {
    let LeftOut { source, asset, turns, hits } = left_out;
    let phases = [(turns, Phase::TurnsLeftOut { count: turns }), (hits, Phase::HitsLeftOut { count: hits })];
    phases.into_iter().filter(|(count, _)| *count > 0).map(move |(_, phase)| Event {
        time,
        phase,
        name: asset,
        id: 0,
        socket: Name::NONE,
        source,
        asset,
        position: 0.0,
        weight: 1.0,
        branching: false,
        reason: Reason::Fired,
    })
}

/// A state decides its chance once, when it begins.
fn reason(queued: &Queued, out: &mut Outbox, slot_weight: &impl Fn(Name) -> f32, is_active: bool) -> Reason {
    let decided = if is_active {
        out.filter.fixed_reason(&queued.notify, queued.part, queued.weight)
    } else {
        out.filter.reason(&queued.notify, queued.part, queued.weight)
    };
    let slot_is_silent = queued.slot != Name::NONE && slot_weight(queued.slot) <= queued.notify.weight_threshold;
    if decided == Reason::Fired && slot_is_silent { Reason::SlotWeight } else { decided }
}

fn event(queued: &Queued, phase: Phase, time: f64) -> Event {
    let position = if phase == Phase::End { queued.notify.end } else { queued.notify.time };
    Event {
        time,
        phase,
        name: queued.notify.name,
        id: queued.notify.id,
        socket: queued.notify.socket,
        source: queued.source,
        asset: queued.asset,
        position: position.into(),
        weight: queued.weight,
        branching: false,
        reason: Reason::Fired,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notify::flag;

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
            ..bytemuck::Zeroable::zeroed()
        };
        Queued {
            notify,
            source: Source::Node(0),
            asset: Name::NONE,
            slot: Name::NONE,
            weight: 1.0,
            part: Part::Alone,
            keeps_alive: false,
        }
    }

    fn run(states: &mut ActiveStates, out: &mut Outbox, frame: &[Queued]) -> String {
        out.begin_frame();
        out.queued = frame.iter().copied().collect();
        states.dispatch(out, 0.0, |_| 1.0);
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
            (0..10_000).map(|_| filter.reason(&notify, Part::Alone, 1.0) == Reason::Fired).collect::<Vec<_>>()
        };
        assert_eq!(log(7), log(7));
        let hits = log(7).iter().filter(|hit| **hit).count() as f64;
        assert!((hits - 2500.0).abs() < 4.0 * (10_000.0f64 * 0.25 * 0.75).sqrt());
    }

    #[test]
    fn filters_name_their_reason() {
        let mut filter = Filter { lod: 2, is_dedicated_server: true, ..Filter::default() };
        let notify = queued("step", false).notify;
        let mut alone = |notify: Notify, weight| filter.reason(&notify, Part::Alone, weight);
        assert_eq!(alone(notify, 0.0), Reason::Weight);
        assert_eq!(alone(notify, f32::NAN), Reason::Weight);
        assert_eq!(alone(Notify { from_lod: 2, ..notify }, 1.0), Reason::Lod);
        assert_eq!(alone(Notify { from_lod: 3, ..notify }, 1.0), Reason::Fired);
        assert_eq!(alone(Notify { flags: flag::NOT_ON_SERVER, ..notify }, 1.0), Reason::Server);
        assert_eq!(filter.reason(&notify, Part::Follower, 0.0), Reason::Follower, "the first rule");
        assert_eq!(filter.reason(&notify, Part::Leader, 1.0), Reason::Fired);
        let loud = Notify { flags: flag::ON_FOLLOWER, ..notify };
        assert_eq!(filter.reason(&loud, Part::Follower, 1.0), Reason::Fired);
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
    fn what_only_keeps_alive_begins_and_fires_nothing() {
        let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
        let keeps = |queued: Queued| Queued { keeps_alive: true, ..queued };
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
        assert_eq!(out.events[0].reason, Reason::Chance);
        run(&mut states, &mut out, &[trail]);
        assert_eq!(run(&mut states, &mut out, &[never]), "Tick trail");
    }

    #[test]
    fn a_slot_without_weight_silences_what_plays_in_it() {
        let slot = Name::new("slot");
        let (own, other) = (Queued { slot, ..queued("step", false) }, queued("hit", false));
        let reasons = |weight: f32| {
            let mut out = Outbox { queued: [own, other].into_iter().collect(), ..Outbox::default() };
            ActiveStates::default().dispatch(&mut out, 0.0, |name| if name == slot { weight } else { 0.0 });
            [out.events[0].reason, out.events[1].reason]
        };
        assert_eq!(reasons(1.1e-5), [Reason::Fired; 2]);
        assert_eq!(reasons(1e-5), [Reason::SlotWeight, Reason::Fired], "what has no slot has none to lose");
        let light = Queued { weight: 0.0, ..own };
        let mut out = Outbox { queued: [light].into_iter().collect(), ..Outbox::default() };
        ActiveStates::default().dispatch(&mut out, 0.0, |_| 0.0);
        assert_eq!(out.events[0].reason, Reason::Weight, "its own weight comes first");
    }

    #[test]
    fn a_notify_fires_above_its_threshold_and_below_its_level() {
        let mut filter = Filter { lod: 0, ..Filter::default() };
        let notify = Notify { weight_threshold: 0.5, ..queued("step", false).notify };
        let mut alone = |notify: Notify, weight| filter.reason(&notify, Part::Alone, weight);
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
                assert_eq!(filter.reason(&notify, Part::Alone, 1.0) == Reason::Fired, expected, "{id} {count}");
            }
        }
    }

    #[test]
    fn events_of_states_are_where_the_state_begins_and_ends() {
        let hit = Queued { weight: 0.75, asset: Name(5), ..queued("hit", true) };
        let hit = Queued { notify: Notify { time: 0.25, end: 0.5, ..hit.notify }, ..hit };
        let (mut states, mut out) = (ActiveStates::default(), Outbox::default());
        out.queued.push(hit);
        states.dispatch(&mut out, 3.0, |_| 1.0);
        let begin = Event { reason: Reason::Fired, ..event(&hit, Phase::Begin, 3.0) };
        assert_eq!((out.events[0], begin.position, begin.weight, begin.asset), (begin, 0.25, 0.75, Name(5)));
        assert!(!begin.branching);
        let mut last = Outbox::default();
        states.clone().tear_down(&mut last, 4.0);
        states.dispatch(&mut out, 4.0, |_| 1.0);
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
        out.events.push(event(&queued("hit", true), Phase::Begin, 0.0));
        out.montage_events.push(event(&queued("hit", true), Phase::Started, 0.0));
        out.montage_root = Some((crate::Transform::IDENTITY, 1.0));
        out.inertialize.push(Blend::default());
        out.begin_frame();
        assert_eq!(out, Outbox { filter, ..Outbox::default() });
    }
}
