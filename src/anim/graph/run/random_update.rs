//! Clips drawn by lot at work: what is read for them, and what they pass.

use super::{
    outcome::UpdateOutcome,
    random_state::{RandomState, inside, scattered},
    state::GraphState,
    tick::Tick,
    travelled::{ClipOwner, Travelled},
};
use crate::{
    graph::{data::random::Random, nodes::Visit},
    notify::clip_ranges,
    sync::Part,
};

impl GraphState {
    pub(in crate::graph) fn draw(&mut self, random: &Random, visit: Visit<'_, '_>) {
        let Visit {
            at,
            slot,
            context,
            became_relevant,
            tick,
            outcome,
        } = visit;
        let (seed, rate) = (self.read(random.seed, tick), self.read(random.rate, tick));
        let state = &mut self.randoms[slot];
        state
            .luck
            .get_or_insert(seed.to_bits() ^ scattered(tick.seed));
        if became_relevant && random.restarts {
            state.restart();
        }
        state.rate = if rate.is_finite() { rate } else { 0.0 };
        if !random.is_ignored_by_rules {
            self.matters(at, context, outcome);
        }
    }
}

impl RandomState {
    pub(in crate::graph) fn travel(
        &mut self,
        random: &Random,
        owner: &ClipOwner<'_>,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
    ) {
        self.advance(random, tick.dt, &tick.library, |turn, weight| {
            let clip = &*tick.library.clips[random.entries[turn.entry as usize].clip as usize];
            let (length, own) = (turn.length(random, &tick.library), f64::from(clip.length));
            let scale = if length > 0.0 { own / length } else { 0.0 };
            let owner = ClipOwner {
                weight: owner.weight * weight,
                ..*owner
            };
            let from = inside(turn.from, length) * scale;
            Travelled {
                clip,
                part: Part::Alone,
                owner,
            }
            .tell(tick, outcome, |each| {
                clip_ranges(
                    from,
                    (turn.clock - turn.from) * scale,
                    own,
                    true,
                    turn.from == 0.0,
                    each,
                );
            });
        });
    }
}
