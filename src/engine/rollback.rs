//! Going back a few ticks and making them again with other inputs, as netcode does that predicts
//! what other players ask for.

#[cfg(test)]
mod tests;

use crate::{CharacterId, EngineInput, Evaluator, EvaluatorState};
use anim::Event;
use std::collections::VecDeque;

/// The last ticks of an evaluator, to go back to. Contract: the evaluator is not pipelined, and
/// makes its steps through it.
#[derive(Debug)]
pub struct Rollback {
    /// The ticks in order, no more than `most`.
    ticks: VecDeque<RollbackTick>,
    most: usize,
    events: Vec<RollbackEvent>,
    revoked: Vec<RollbackEvent>,
}

/// A tick, and the state before it.
#[derive(Debug)]
struct RollbackTick {
    before: EvaluatorState,
    dt: f64,
    inputs: Vec<EngineInput>,
    events: Vec<(CharacterId, Event)>,
}

/// An event of a tick that was made, or made again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollbackEvent {
    /// [`Evaluator::tick`] of the tick.
    pub tick: u64,
    /// Whose event it is.
    pub character: CharacterId,
    /// The event.
    pub event: Event,
    /// Whether the game was given the same event of this tick before, so that it shows nothing
    /// twice.
    pub is_replayed: bool,
}

impl Rollback {
    /// A rollback of at most so many ticks; at least 1.
    pub fn new(most: usize) -> Self {
        Self {
            ticks: VecDeque::new(),
            most: most.max(1),
            events: Vec::new(),
            revoked: Vec::new(),
        }
    }

    /// Makes the next tick, as [`Evaluator::step`].
    pub fn step(&mut self, evaluator: &mut Evaluator, dt: f64, inputs: Vec<EngineInput>) {
        self.events.clear();
        self.revoked.clear();
        if self.ticks.len() == self.most {
            self.ticks.pop_front();
        }
        self.make(evaluator, (dt, inputs), &[]);
    }

    /// The first tick whose inputs can still be changed, as [`Evaluator::tick`] after it counts.
    /// None before the first step.
    pub fn oldest(&self, evaluator: &Evaluator) -> Option<u64> {
        let kept = self.ticks.len() as u64;
        (kept > 0).then(|| evaluator.tick() - kept + 1)
    }

    /// Goes back to before `tick`, which is one that [`Rollback::oldest`] allows, gives it other
    /// inputs, and makes all ticks since again. Returns whether the tick was still there; nothing
    /// changes where it was not.
    pub fn correct(
        &mut self,
        evaluator: &mut Evaluator,
        tick: u64,
        inputs: Vec<EngineInput>,
    ) -> bool {
        let oldest = self.oldest(evaluator).filter(|oldest| tick >= *oldest);
        let at = oldest.and_then(|oldest| usize::try_from(tick - oldest).ok());
        let Some(at) = at.filter(|at| *at < self.ticks.len()) else {
            return false;
        };
        self.events.clear();
        self.revoked.clear();
        let mut again = self.ticks.split_off(at);
        again[0].inputs = inputs;
        evaluator.restore(&again[0].before);
        for made in again {
            self.make(evaluator, (made.dt, made.inputs), &made.events);
        }
        true
    }

    /// Events of the ticks that the last [`Rollback::step`] or [`Rollback::correct`] made, in
    /// order.
    pub fn events(&self) -> &[RollbackEvent] {
        &self.events
    }

    /// Events that the game was given before, and that did not happen when their tick was made
    /// again.
    pub fn revoked(&self) -> &[RollbackEvent] {
        &self.revoked
    }

    fn make(
        &mut self,
        evaluator: &mut Evaluator,
        (dt, inputs): (f64, Vec<EngineInput>),
        known: &[(CharacterId, Event)],
    ) {
        let before = evaluator.save();
        evaluator.step(dt, &inputs);
        let tick = evaluator.tick();
        let of = |character: CharacterId| {
            let events = evaluator.events(character).iter();
            events.map(move |event| (character, *event))
        };
        let events: Vec<(CharacterId, Event)> = evaluator.characters().flat_map(of).collect();
        let mut given = known.to_vec();
        for (character, event) in &events {
            let same = given.iter().position(|it| it == &(*character, *event));
            same.map(|at| given.swap_remove(at));
            self.events.push(RollbackEvent {
                tick,
                character: *character,
                event: *event,
                is_replayed: same.is_some(),
            });
        }
        self.revoked
            .extend(given.into_iter().map(|(character, event)| RollbackEvent {
                tick,
                character,
                event,
                is_replayed: true,
            }));
        self.ticks.push_back(RollbackTick {
            before,
            dt,
            inputs,
            events,
        });
    }
}
