//! A session as its inputs: replayed, it gives the same bits, from the start and from any state
//! kept on the way.

#[cfg(test)]
mod tests;

use crate::{CharacterId, EngineInput, Evaluator, EvaluatorState, WorkerMode, hash::world_hash};
use anim::{Transform, ground::Hits};
use std::{collections::BTreeMap, sync::Arc};

/// Ticks between two states that are kept.
const KEEP_EVERY: usize = 300;

#[derive(Clone, Debug)]
struct RecordedTick {
    /// Length of the tick, seconds.
    dt: f64,
    inputs: Vec<EngineInput>,
    /// Hash of everything that the tick gave.
    hash: u64,
}

/// The ticks of a session: their lengths, inputs and hashes, and some states in between.
#[derive(Clone, Debug)]
pub struct Recording {
    ticks: Vec<RecordedTick>,
    /// States by the number of ticks before them; the one at 0 is always there.
    states: BTreeMap<usize, EvaluatorState>,
}

/// A tick that a replay made differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Index of the tick, from 0.
    pub tick: usize,
}

impl Recording {
    /// A recording from the state that the evaluator is in. Contract: no step is open.
    pub fn new(evaluator: &Evaluator) -> Self {
        Self {
            ticks: Vec::new(),
            states: BTreeMap::from([(0, evaluator.save())]),
        }
    }

    /// Call after each step, with what it was given. No state is kept while a step is open.
    pub fn add(&mut self, dt: f64, inputs: &[EngineInput], evaluator: &Evaluator) {
        let told = |(character, hits): (CharacterId, &Hits)| EngineInput::TellGround {
            character,
            hits: hits.clone().into(),
        };
        let inputs = inputs
            .iter()
            .cloned()
            .chain(evaluator.answers().map(told))
            .collect();
        self.ticks.push(RecordedTick {
            dt,
            inputs,
            hash: world_hash(evaluator),
        });
        // While a step is open, what became of root motion is known of the one before.
        let seen = self
            .ticks
            .len()
            .checked_sub(1 + usize::from(evaluator.is_open()));
        let told = |(character, delta): (CharacterId, &Transform)| EngineInput::TellRootMotion {
            character,
            delta: *delta,
        };
        if let Some(seen) = seen {
            self.ticks[seen]
                .inputs
                .extend(evaluator.modified_root_motion().map(told));
        }
        if self.ticks.len().is_multiple_of(KEEP_EVERY) && !evaluator.is_open() {
            self.states.insert(self.ticks.len(), evaluator.save());
        }
    }

    /// Number of ticks in the recording.
    pub fn len(&self) -> usize {
        self.ticks.len()
    }

    /// True before the first [`Self::add`].
    pub fn is_empty(&self) -> bool {
        self.ticks.is_empty()
    }

    /// The numbers of ticks after which a state was kept. Ascending; the first is 0.
    pub fn kept(&self) -> impl Iterator<Item = usize> {
        self.states.keys().copied()
    }

    /// Makes every tick from the last state kept at or before `from` again, and compares.
    pub fn replay(&self, mode: WorkerMode, from: usize) -> Result<(), Mismatch> {
        let Some((start, saved)) = self.states.range(..=from).next_back() else {
            return Ok(());
        };
        let mut evaluator = Evaluator::new(mode, Arc::default());
        evaluator.restore(saved);
        for (at, tick) in self.ticks.iter().enumerate().skip(*start) {
            evaluator.step(tick.dt, &tick.inputs);
            let is_kept_state = self
                .states
                .get(&(at + 1))
                .is_none_or(|kept| *kept == evaluator.save());
            if world_hash(&evaluator) != tick.hash || !is_kept_state {
                return Err(Mismatch { tick: at });
            }
        }
        Ok(())
    }
}
