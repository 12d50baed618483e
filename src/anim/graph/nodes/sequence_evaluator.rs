//! A clip at a time that is told.

use super::{Before, Next, PoseNode, Visit, is_in};
use crate::{
    Clip, Library,
    graph::{
        Graph, GraphParts, GraphState, Tick,
        data::{compiled::NodeStateCounts, node::SequenceEvaluatorNode, value::PoseKind},
        run::{
            evaluate::Draw, outcome::UpdateOutcome, playing::Players, travelled::Travelled,
            walk::Showing,
        },
    },
    machine::PlayerView,
    sync::Part,
};

impl SequenceEvaluatorNode {
    fn clip<'a>(&self, library: &'a Library) -> Option<&'a Clip> {
        self.clip.map(|clip| &*library.clips[clip as usize])
    }
}

impl PoseNode for SequenceEvaluatorNode {
    fn has_tables(&self, parts: &GraphParts) -> bool {
        is_in(self.evaluator, &parts.evaluators)
    }

    fn for_each_clip(&self, _: &GraphParts, each: &mut dyn FnMut(u32)) {
        self.clip.into_iter().for_each(each);
    }

    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.seeks)
    }

    fn initialize(&self, slot: usize, _: &Graph, _: &Library, state: &mut GraphState) {
        state.seeks[slot] = Default::default();
    }

    fn go_on(&self, slot: usize, _: &Graph, state: &mut GraphState, before: Before<'_>) {
        std::mem::swap(&mut state.seeks[slot], &mut before.state.seeks[before.slot]);
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        let Visit {
            at,
            slot,
            context,
            became_relevant,
            tick,
            outcome,
        } = visit;
        let how = tick.graph.parts().evaluators[usize::from(self.evaluator)];
        let goal = state.value(how.time, tick).unwrap_or(f64::NAN);
        let clip = self.clip(&tick.library);
        let (length, looping) =
            clip.map_or((0.0, false), |clip| (f64::from(clip.length), clip.looping));
        state.seeks[slot].go(goal, &how, (length, looping), became_relevant);
        state.matters(at, context, outcome);
        None
    }

    fn travels(&self) -> bool {
        true
    }

    /// Reports what the evaluator passed on its path.
    fn travel(
        &self,
        at: usize,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
        state: &mut GraphState,
    ) {
        let Some(clip) = self.clip(&tick.library) else {
            return;
        };
        let passed = Travelled {
            clip,
            part: Part::Alone,
            owner: state.owner(at, tick),
        };
        let seek = &mut state.seeks[tick.graph.slot(at)];
        passed.tell(tick, outcome, |each| seek.ranges(1.0, clip.looping, each));
        seek.settle();
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let (tick, kind, time) = (draw.tick, draw.placed.kind, state.seeks[draw.slot()].time());
        let (scratch, pose) = draw.split();
        let mut mix = scratch.mix(tick, kind);
        if let Some(clip) = self.clip {
            mix.add(&tick.library.clips[clip as usize], time, 1.0, pose);
        }
        mix.finish_sampling(pose);
    }

    fn view(&self, slot: usize, players: &Players<'_>, _: &Tick<'_>) -> PlayerView {
        players.seeks[slot].view()
    }

    fn tell_clips(&self, showing: &mut Showing<'_, '_>) -> bool {
        let time = showing.state.seeks[showing.slot].time();
        match self.clip {
            Some(clip) => showing.told.clip(Some(clip), time, showing.weight),
            None => showing.told.nothing(showing.weight),
        }
        true
    }
}
