//! Composites at work: how they go on in time, and what their clips pass.

use super::{
    outcome::UpdateOutcome,
    state::GraphState,
    tick::Tick,
    travelled::{ClipOwner, Travelled},
};
use crate::{
    clip,
    graph::{
        data::composite::{Composite, CompositeState},
        nodes::Visit,
    },
    instance::segment_ranges,
    limits::FARTHEST_TURNS,
    montage::Segment,
    notify::clip_ranges,
    sync::{Part, Travel},
};

impl GraphState {
    pub(in crate::graph) fn compose(&mut self, composite: &Composite, visit: Visit<'_, '_>) {
        let Visit {
            at,
            slot,
            context,
            became_relevant,
            tick,
            outcome,
        } = visit;
        let rate = self.read(composite.rate, tick);
        let state = &mut self.composites[slot];
        if state.time.is_none() || (became_relevant && composite.restarts) {
            let start = if composite.start.is_finite() {
                composite.start
            } else {
                0.0
            };
            let start = clip::wrap(start, composite.length(), false);
            *state = CompositeState {
                time: Some(start),
                ..CompositeState::default()
            };
        }
        state.rate = if rate.is_finite() { rate } else { 0.0 };
        if !composite.is_ignored_by_rules {
            self.matters(at, context, outcome);
        }
    }
}

impl CompositeState {
    pub(in crate::graph) fn travel(
        &mut self,
        composite: &Composite,
        owner: &ClipOwner<'_>,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
    ) {
        let (time, length) = (self.time.unwrap_or(0.0), composite.length());
        let farthest = FARTHEST_TURNS * length;
        let moved = (tick.dt * self.rate).clamp(-farthest, farthest);
        let end = clip_ranges(
            time,
            moved,
            length,
            composite.looping,
            self.is_fresh,
            |range| {
                let mut tell = |segment: &Segment| {
                    let clip = &*tick.library.clips[segment.clip as usize];
                    Travelled {
                        clip,
                        part: Part::Alone,
                        owner: *owner,
                    }
                    .tell(tick, outcome, |each| segment_ranges(segment, range, each));
                };
                if range.from <= range.to {
                    composite.segments.iter().for_each(&mut tell)
                } else {
                    composite.segments.iter().rev().for_each(&mut tell)
                }
            },
        );
        self.time = Some(end);
        self.turned = composite.looping
            && Travel {
                from: time,
                delta: moved,
                entered: false,
            }
            .turns_over(length);
        self.is_fresh &= moved == 0.0;
    }
}
