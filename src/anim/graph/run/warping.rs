//! Motion warping of clips that players of the graph play.

use super::{
    clip_warps::{ClipWarps, Went},
    outcome::UpdateOutcome,
    state::GraphState,
    tick::Tick,
};
use crate::{
    Event, Name, Transform,
    event::{Cause, Phase, Source, Warped},
    graph::data::value::NodeId,
    mirror::MirrorTable,
    warp::{self, ClipRoot, LiveWarps, Rigid, WarpStepContext, WindowOf},
};

impl GraphState {
    /// Root motion of clips whose windows are open. Contract: all players have moved.
    pub(super) fn warp(&mut self, tick: &Tick<'_>, outcome: &mut UpdateOutcome) {
        if outcome.went.is_empty() && self.clip_warps.is_empty() {
            return;
        }
        let mut warps = std::mem::take(&mut self.clip_warps);
        let went = std::mem::take(&mut outcome.went);
        for it in &went {
            let known = warps
                .iter()
                .position(|known| (usize::from(known.node), known.clip) == (it.node, it.clip));
            let at = known.unwrap_or_else(|| {
                let (node, live) = (it.node as NodeId, LiveWarps::default());
                warps.push(ClipWarps {
                    node,
                    clip: it.clip,
                    mirror: None,
                    live,
                    frame: 0,
                });
                warps.len() - 1
            });
            warps[at].frame = self.frame;
            let mirror = self.nodes[it.node].above.mirror;
            if warps[at].mirror != mirror {
                warps[at].mirror = mirror;
                warps[at].live.forget_root();
            }
            warps[at].go(it, tick.graph.mirror(mirror), tick, outcome);
        }
        warps.retain_mut(|known| known.frame == self.frame || known.close(tick, outcome));
        (self.clip_warps, outcome.went) = (warps, went);
    }
}

impl ClipWarps {
    fn go(
        &mut self,
        went: &Went,
        mirror: Option<&MirrorTable>,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
    ) {
        let Some(clip) = tick.library.clip(self.clip) else {
            return;
        };
        let ways = went.first..went.first + went.count;
        let is_met = |(from, to): &(f64, f64)| self.live.is_met(&clip.warps, *from, *to);
        if !outcome.ways[ways.clone()].iter().any(is_met) {
            return;
        }
        let root = ClipRoot {
            clip,
            skeleton: &tick.skeleton,
            mirror,
        };
        let weight = outcome.roots[went.root].1;
        let mut moved = Rigid::IDENTITY;
        for (from, to) in ways.map(|at| outcome.ways[at]) {
            let actor = tick
                .placement
                .rigid()
                .compose(&moved.weighed(weight.into()));
            let way = WarpStepContext {
                root: &root,
                from,
                to,
                actor,
                weight: weight.into(),
                targets: &tick.targets,
            };
            let motion = self
                .live
                .travel(&clip.warps, &way, |window, report, position| {
                    let event = Event {
                        position,
                        weight,
                        ..event(self.node, self.clip, clip.warps.of()[window])
                    };
                    warp::tell(report, event, weight, &mut outcome.warps);
                });
            moved = moved.compose(&motion);
        }
        outcome.roots[went.root].0 = Transform::from(moved);
    }

    /// Closes the warps of a clip that plays no more. Returns false, so that they are removed.
    fn close(&mut self, tick: &Tick<'_>, outcome: &mut UpdateOutcome) -> bool {
        let of = tick
            .library
            .clip(self.clip)
            .map_or(&[][..], |clip| clip.warps.of());
        self.live.close(|window, report| {
            let Some(of) = of.get(window) else { return };
            let event = Event {
                cause: Cause::Time,
                ..event(self.node, self.clip, *of)
            };
            warp::tell(report, event, 1.0, &mut outcome.warps);
        });
        false
    }
}

fn event(node: NodeId, clip: Name, of: WindowOf) -> Event {
    let source = Source::Node(node.into());
    Event {
        id: of.notify,
        ..Event::new(Phase::Warp(Warped::Waiting), of.target, source, clip)
    }
}
