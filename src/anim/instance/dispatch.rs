//! From queued notifies to fired events: filters, the active set, and the order of one tick.
//!
//! Invariant: every Begin is followed by exactly one End.

#[cfg(test)]
mod tests;

use super::{
    queue::{LeftOut, NotifyHitKind, Queue, Queued},
    root_motion::MontageRoot,
};
use crate::{
    Event, Name, Notify,
    event::{Cause, EventReason, Phase, Source},
    float::Extreme,
    montage::Blend,
    notify::flag,
    sync::Part,
};
use serde::{Deserialize, Serialize};

/// Hits, events and root motion that one tick collects before dispatch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Outbox {
    pub(crate) queued: Queue,
    /// Events in the order in which they happened.
    pub(crate) events: Vec<Event>,
    /// Announced after the notifies.
    pub(crate) montage_events: Vec<Event>,
    #[serde(skip)]
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

    /// Like [`Outbox::begin_frame`], but keeps what requests left for the tick.
    pub(crate) fn rest(&mut self) {
        self.queued.clear();
        self.events.clear();
        self.montage_roots.clear();
    }

    /// Keeps only the notifies that the playhead was dragged over, for a tick that fires nothing.
    pub(crate) fn keep_scrubbed(&mut self, time: f64) {
        let scrubbed =
            |queued: &&Queued| queued.hit == NotifyHitKind::Blocked(EventReason::Scrubbed);
        let told = |queued: &Queued| {
            let phase = if queued.notify.is_state() {
                Phase::Begin
            } else {
                Phase::Notify
            };
            Event {
                reason: EventReason::Scrubbed,
                time,
                ..event(queued, phase)
            }
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// Chance comes last, and is drawn for what all other rules let through. With what was
    /// compared.
    pub(crate) fn judge(
        &mut self,
        notify: &Notify,
        part: Part,
        weight: f32,
    ) -> (EventReason, [f32; 2]) {
        let fixed = self.fixed(notify, part, weight);
        if fixed.0 != EventReason::Fired || notify.chance >= 1.0 {
            return fixed;
        }
        let drawn = self.draw(notify);
        let reason = if drawn < notify.chance {
            EventReason::Fired
        } else {
            EventReason::Chance
        };
        (reason, [drawn, notify.chance])
    }

    /// Every rule but chance.
    fn fixed(&self, notify: &Notify, part: Part, weight: f32) -> (EventReason, [f32; 2]) {
        if part.silences(notify) {
            (EventReason::Follower, [0.0; 2])
        } else if weight.is_nan() || weight <= notify.weight_threshold {
            (EventReason::Weight, [weight, notify.weight_threshold])
        } else if u32::try_from(notify.from_lod).is_ok_and(|from| self.lod >= from) {
            (EventReason::Lod, [self.lod as f32, notify.from_lod as f32])
        } else if self.is_dedicated_server && notify.flags & flag::NOT_ON_SERVER != 0 {
            (EventReason::Server, [0.0; 2])
        } else if self.filters && notify.flags & flag::FILTERABLE != 0 {
            (EventReason::Filtered, [0.0; 2])
        } else {
            (EventReason::Fired, [0.0; 2])
        }
    }

    /// 0..1, the same for the same seed, notify and count on every machine.
    fn draw(&mut self, notify: &Notify) -> f32 {
        let count = match self
            .activations
            .binary_search_by_key(&notify.id, |entry| entry.0)
        {
            Ok(at) => {
                self.activations[at].1 += 1;
                self.activations[at].1
            }
            Err(at) => {
                self.activations.insert(at, (notify.id, 0));
                0
            }
        };
        let mut x = self.seed
            ^ notify.id.rotate_left(17)
            ^ u64::from(count).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 40) as f32 / (1u32 << 24) as f32
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct ActiveState {
    /// Hit of the player that began the state; every event of an activation names that player.
    queued: Queued,
    /// Source of the last hit of the state; if states are merged this may be another player.
    kept_by: Source,
    /// A filter came to hold in this tick, with what it compared; it ends.
    filtered: Option<(Cause, [f32; 2])>,
}

/// The states that have begun and not ended, in order of their queueing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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

/// The tick that is dispatched, seconds on the instance's clock. `slot_share` is what the weight of
/// a montage counts times in a slot of the graph; None of a slot that it did not reach.
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
        out.events.extend(
            queued
                .left_out()
                .into_iter()
                .flat_map(|left_out| told(left_out, clock.end)),
        );
        out.queued = queued;
        for at in 0..self.active.len() {
            let end = self.ended(&self.active[at], &out.moved, clock);
            out.events.push(end);
        }
        self.active.clear();
        self.moved.clone_from(&out.moved);
        out.events.extend(
            self.begins
                .iter()
                .map(|queued| begin_event(queued, EventReason::Fired, [0.0; 2], clock)),
        );
        std::mem::swap(&mut self.active, &mut self.new);
        let dt = (clock.end - clock.start) as f32;
        out.events
            .extend(self.active.iter().map(|ActiveState { queued, .. }| {
                let seconds = if queued.hit == NotifyHitKind::KeepsAlive {
                    0.0
                } else {
                    dt
                };
                Event {
                    time: clock.end,
                    seconds,
                    ..event(queued, Phase::Tick)
                }
            }));
    }

    /// End event of a state, for the first tick that does not hit the state or that filters it.
    fn ended(&self, state: &ActiveState, moved: &[(u32, Cause, f64)], clock: &Clock<'_>) -> Event {
        let end = Event {
            time: clock.start,
            cause: Cause::Time,
            ..event(&state.queued, Phase::End)
        };
        if let Some((cause, values)) = state.filtered {
            return Event {
                cause,
                values,
                ..end
            };
        }
        let (Source::Montage(of) | Source::Segment(of, _)) = state.kept_by else {
            return end;
        };
        match moved
            .iter()
            .chain(&self.moved)
            .find(|(instance, ..)| *instance == of)
        {
            Some((_, cause, time)) => Event {
                cause: *cause,
                time: time.higher(clock.start),
                ..end
            },
            None => end,
        }
    }

    fn sort_one(&mut self, queued: &Queued, out: &mut Outbox, clock: &Clock<'_>) {
        if !queued.notify.is_state() {
            if queued.hit != NotifyHitKind::KeepsAlive {
                let (reason, values) = judge(queued, out, clock, false);
                let time = clock.end - queued.ago;
                out.events.push(Event {
                    reason,
                    values,
                    time,
                    ..event(queued, Phase::Notify)
                });
            }
            return;
        }
        let is = |other: &Queued| {
            other.notify.id == queued.notify.id
                && (out.filter.merges || other.source == queued.source)
        };
        if self.new.iter().any(|state| is(&state.queued)) {
            return;
        }
        let active = self.active.iter().position(|state| is(&state.queued));
        let refused = |(id, source, _): &(u64, Source, f32)| {
            (*id, *source) == (queued.notify.id, queued.source)
        };
        if let (Some(known), false) = (
            self.refused.iter().copied().find(refused),
            matches!(queued.hit, NotifyHitKind::Blocked(_)),
        ) {
            if !self.still_refused.iter().any(refused) {
                self.still_refused.push(known);
                let told = begin_event(
                    queued,
                    EventReason::Chance,
                    [known.2, queued.notify.chance],
                    clock,
                );
                out.events
                    .extend((queued.hit == NotifyHitKind::Met).then_some(told));
            }
            return;
        }
        if active.is_none() && queued.hit == NotifyHitKind::KeepsAlive {
            return;
        }
        let (reason, values) = judge(queued, out, clock, active.is_some());
        let source = match (reason, active) {
            (EventReason::Fired, Some(at)) => self.active.remove(at).queued.source,
            (EventReason::Fired, None) => {
                self.begins.push(*queued);
                queued.source
            }
            (reason, Some(at)) => {
                let cause = if reason == EventReason::Interrupted {
                    Cause::Montage
                } else {
                    Cause::Filter
                };
                let blocked = matches!(queued.hit, NotifyHitKind::Blocked(reason) if reason != EventReason::Interrupted && reason != EventReason::Muted);
                self.active[at].filtered = (!blocked)
                    .then_some((cause, values))
                    .or(self.active[at].filtered);
                return;
            }
            (_, None) => {
                if reason == EventReason::Chance {
                    self.still_refused
                        .push((queued.notify.id, queued.source, values[0]));
                }
                return out.events.push(begin_event(queued, reason, values, clock));
            }
        };
        let begun = Queued { source, ..*queued };
        self.new.push(ActiveState {
            queued: begun,
            kept_by: queued.source,
            filtered: None,
        });
    }

    /// Ends everything, in stored order: the character goes.
    pub(crate) fn tear_down(&mut self, out: &mut Outbox, time: f64) {
        let end = |state: ActiveState| Event {
            time,
            ..event(&state.queued, Phase::End)
        };
        out.events.extend(self.active.drain(..).map(end));
    }
}

/// Events for the turns and hits that a tick left out; they come before its other events.
fn told(left_out: LeftOut, time: f64) -> impl Iterator<Item = Event> {
    let LeftOut {
        source,
        asset,
        turns,
        hits,
    } = left_out;
    let phases = [
        (turns, Phase::TurnsLeftOut { count: turns }),
        (hits, Phase::HitsLeftOut { count: hits }),
    ];
    let told = phases.into_iter().filter(|(count, _)| *count > 0);
    told.map(move |(_, phase)| Event {
        time,
        ..Event::new(phase, asset, source, asset)
    })
}

/// A state decides its chance once, when it begins.
fn judge(
    queued: &Queued,
    out: &mut Outbox,
    clock: &Clock<'_>,
    is_active: bool,
) -> (EventReason, [f32; 2]) {
    if let NotifyHitKind::Blocked(reason) = queued.hit {
        return (reason, [0.0; 2]);
    }
    let Queued {
        notify,
        part,
        weight,
        slot,
        ..
    } = queued;
    let fixed = out.filter.fixed(notify, *part, *weight);
    if fixed.0 != EventReason::Fired {
        return fixed;
    }
    if *slot != Name::NONE {
        let Some(share) = (clock.slot_share)(*slot) else {
            return (EventReason::SlotNotEvaluated, [0.0; 2]);
        };
        if share * weight <= notify.weight_threshold {
            return (
                EventReason::SlotWeight,
                [share * weight, notify.weight_threshold],
            );
        }
    }
    if is_active {
        fixed
    } else {
        out.filter.judge(notify, *part, *weight)
    }
}

fn begin_event(queued: &Queued, reason: EventReason, values: [f32; 2], clock: &Clock<'_>) -> Event {
    let seconds = queued.notify.end - queued.notify.time;
    Event {
        reason,
        values,
        seconds,
        time: clock.end - queued.ago,
        ..event(queued, Phase::Begin)
    }
}

fn event(queued: &Queued, phase: Phase) -> Event {
    let Queued {
        notify,
        source,
        asset,
        weight,
        ..
    } = *queued;
    let position = if phase == Phase::End {
        notify.end
    } else {
        notify.time
    };
    Event {
        id: notify.id,
        socket: notify.socket,
        position: position.into(),
        weight,
        branching: notify.is_branching() && matches!(source, Source::Montage(_)),
        ..Event::new(phase, notify.name, source, asset)
    }
}
