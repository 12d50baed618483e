//! A clip that plays in time.

use super::{Before, Next, PoseNode, Visit, is_in};
use crate::{
    Library, Name, Pose,
    graph::{
        Graph, GraphParts, GraphState, NodeId, Play, Tick,
        data::{
            compiled::NodeStateCounts, interpolation::RateFollower, node::SequencePlayerNode,
            value::PoseKind,
        },
        run::{
            evaluate::Draw,
            outcome::ClipMover,
            pace::{LAYERS, rate},
            player::{ClipPlayback, ClipPlayer, Playing},
            playing::{Foremost, Players},
            sampling::{ClipSampler, Mix, rest},
            scratch::EvaluationScratch,
            walk::Showing,
        },
    },
    machine::PlayerView,
    pose::blend,
};

impl SequencePlayerNode {
    fn play<'a>(&self, graph: &'a Graph) -> Option<&'a Play> {
        self.play
            .map(|play| &graph.parts().plays[usize::from(play)])
    }

    /// Seconds on the clip.
    fn start(&self, graph: &Graph) -> f64 {
        self.play(graph).map_or(0.0, Play::sound_start)
    }
}

impl PoseNode for SequencePlayerNode {
    fn has_tables(&self, parts: &GraphParts) -> bool {
        self.play.is_none_or(|play| is_in(play, &parts.plays))
    }

    fn for_each_clip(&self, _: &GraphParts, each: &mut dyn FnMut(u32)) {
        self.clip.into_iter().for_each(each);
    }

    fn gives(&self, _: PoseKind) -> bool {
        true
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.players)
    }

    fn put_state(&self, graph: &Graph, state: &mut GraphState) {
        state
            .players
            .push(ClipPlayer::new(self.clip, self.start(graph)));
    }

    fn initialize(&self, slot: usize, graph: &Graph, library: &Library, state: &mut GraphState) {
        state.players[slot].restart(self.clip, self.start(graph), library);
    }

    fn go_on(&self, slot: usize, _: &Graph, state: &mut GraphState, before: Before<'_>) {
        std::mem::swap(
            &mut state.players[slot],
            &mut before.state.players[before.slot],
        );
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
        let play = self.play(tick.graph);
        if let Some(play) = play {
            if became_relevant && play.restarts {
                state.initialize(tick.graph, &tick.library, at as NodeId);
            }
            let goal = rate(play, state.read(play.rate, tick));
            let (frame, player) = (state.frame, &mut state.players[slot]);
            if became_relevant {
                player.following = RateFollower::default();
            }
            player.following.pass_time(tick.dt);
            let rate = player.following.at(frame, goal, play.interpolation);
            player.keep_to(self.clip, &tick.library);
            player.set_rate(rate);
        }
        if play.is_none_or(|play| !play.is_ignored_by_rules) {
            state.matters(at, context, outcome);
        }
        let group = play.map_or(Name::NONE, |play| play.group);
        let (player, groups) = (&mut state.players[slot], &mut state.groups);
        player.update(
            tick.dt,
            context.weight,
            &tick.library,
            (at * LAYERS) as u32,
            |played| {
                if group == Name::NONE {
                    let ClipPlayback {
                        player,
                        rate,
                        weight,
                        ..
                    } = played;
                    return outcome.will_move(ClipMover::Alone {
                        player,
                        rate,
                        weight,
                    });
                }
                let mut record = played.record(&tick.library);
                record.group = group;
                if let Some(play) = play {
                    (record.role, record.match_sync_point) = (play.role, play.match_sync_point);
                }
                record.names = tick
                    .graph
                    .mirror(context.above.mirror)
                    .map(|mirror| mirror.names().clone());
                groups.post(record);
                outcome.will_move(ClipMover::Posted);
            },
        );
        None
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let (tick, kind) = (draw.tick, draw.placed.kind);
        let player = &state.players[draw.slot()];
        let (scratch, pose) = draw.split();
        match player.alone() {
            Some(playing) => {
                let EvaluationScratch { caches, delta, .. } = scratch;
                let mut sampler = ClipSampler {
                    tick,
                    kind,
                    caches,
                    delta,
                };
                sampler.sample(playing.clip(&tick.library), playing.at.time, pose);
            }
            None => faded_pose(player, kind, tick, scratch, pose),
        }
    }

    fn group(&self, parts: &GraphParts) -> Name {
        self.play
            .map_or(Name::NONE, |play| parts.plays[usize::from(play)].group)
    }

    fn player_time(&self, slot: usize, state: &GraphState) -> Option<f64> {
        state
            .players
            .get(slot)?
            .newest()
            .map(|playing| playing.at.time)
    }

    fn foremost<'a>(
        &self,
        slot: usize,
        players: &Players<'a>,
        tick: &Tick<'a>,
    ) -> Option<Foremost<'a>> {
        let playing = players.players[slot].newest()?;
        let clip = &*tick.inputs.library.clips[playing.clip as usize];
        Some(Foremost {
            clip,
            time: playing.at.time,
            travel: playing.travel,
            looping: clip.looping,
        })
    }

    fn view(&self, slot: usize, players: &Players<'_>, tick: &Tick<'_>) -> PlayerView {
        players.players[slot]
            .newest()
            .map_or_else(PlayerView::default, |playing| playing.view(&tick.library))
    }

    fn tell_clips(&self, showing: &mut Showing<'_, '_>) -> bool {
        let layers: Vec<_> = showing.state.players[showing.slot].layers().collect();
        let mut rest = showing.weight;
        for (playing, alpha) in layers.into_iter().rev() {
            showing
                .told
                .clip(Some(playing.clip), playing.at.time, rest * alpha);
            rest *= 1.0 - alpha;
        }
        showing.told.nothing(rest);
        true
    }
}

/// Each clip over those before it.
#[inline(never)]
fn faded_pose(
    player: &ClipPlayer,
    kind: PoseKind,
    tick: &Tick<'_>,
    scratch: &mut EvaluationScratch,
    pose: &mut Pose,
) {
    let Mix {
        mut sampler,
        sampled,
        mixed,
        ..
    } = scratch.mix(tick, kind);
    let mut layers = player.layers();
    let mut sample = |playing: &Playing, pose: &mut Pose| {
        sampler.sample(playing.clip(&tick.library), playing.at.time, pose);
    };
    match layers.next() {
        Some((playing, _)) => sample(playing, pose),
        None => rest(kind, tick, pose),
    }
    for (playing, alpha) in layers {
        sample(playing, sampled);
        blend(pose, sampled, alpha, mixed);
        std::mem::swap(pose, mixed);
    }
}
