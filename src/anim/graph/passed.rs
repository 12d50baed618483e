//! What a clip leaves behind where it moves: notifies that are to be judged, and root motion.

use super::update::{Outcome, Tick};
use crate::{
    Clip, Name, Transform,
    event::Source,
    instance::Queued,
    notify::{Range, for_each_hit},
    sync::Part,
};

/// Turns of a clip in one tick at most: whoever plays faster has made a mistake, and the tick has to end.
const MOST_TURNS: f64 = 256.0;

/// A rate that turns a clip no more often than that in `dt` seconds; one that is no number stands still.
pub(super) fn within_reach(rate: f64, dt: f64, length: f64) -> f64 {
    let most = MOST_TURNS * length.max(0.0) / dt;
    if !rate.is_finite() {
        0.0
    } else if most.is_nan() {
        rate
    } else {
        rate.clamp(-most, most)
    }
}

/// A clip of a player, in a tick.
pub(super) struct Passed<'a> {
    pub(super) node: usize,
    pub(super) clip: &'a Clip,
    pub(super) weight: f32,
    pub(super) part: Part,
}

impl Passed<'_> {
    /// `ranges` calls with what was travelled, in order.
    pub(super) fn tell(&self, tick: &Tick<'_>, outcome: &mut Outcome, ranges: impl FnOnce(&mut dyn FnMut(Range))) {
        let Self { node, clip, weight, part } = *self;
        let mut root = Transform::IDENTITY;
        ranges(&mut |range| {
            for_each_hit(&clip.notifies, range, |notify| {
                outcome.queued.push(Queued {
                    notify: *notify,
                    source: Source::Node(node as u32),
                    asset: clip.name,
                    slot: Name::NONE,
                    weight,
                    part,
                    keeps_alive: false,
                });
            });
            if clip.root_motion.enabled {
                root = root.compose(&clip.root_delta(tick.skeleton, range.from, range.to));
            }
        });
        if clip.root_motion.enabled {
            outcome.roots.push((root, weight));
        }
    }
}
