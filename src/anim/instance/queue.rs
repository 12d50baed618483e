//! Notifies that the ways of one tick hit, no more than a tick judges, and what of it had to be
//! left out.

use crate::{
    Name, Notify,
    event::{EventReason, Source},
    limits::{MOST_HITS, MOST_STRETCHES},
    sync::Part,
};
use serde::{Deserialize, Serialize};

/// A notify that a travelled range hit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Queued {
    pub(crate) notify: Notify,
    pub(crate) source: Source,
    pub(crate) asset: Name,
    /// The slot whose weight must be above the threshold too; none for a timeline of its own.
    pub(crate) slot: Name,
    pub(crate) weight: f32,
    /// Whether the player is alone, leader or follower in its sync group.
    pub(crate) part: Part,
    pub(crate) hit: NotifyHitKind,
    /// Time of the hit, seconds before the tick's end.
    pub(crate) ago: f64,
}

/// How a hit counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum NotifyHitKind {
    /// The general rules decide whether the hit fires.
    #[default]
    Met,
    /// The hit only keeps an active state active; it does not begin a state.
    KeepsAlive,
    /// The hit does not fire, for this reason.
    Blocked(EventReason),
}

/// Turns and hits of one tick that exceeded the limits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LeftOut {
    /// The first source that exceeded a limit.
    pub(crate) source: Source,
    pub(crate) asset: Name,
    pub(crate) turns: u32,
    pub(crate) hits: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Queue {
    hits: Vec<Queued>,
    stretches: u32,
    left_out: Option<LeftOut>,
}

impl std::ops::Deref for Queue {
    type Target = [Queued];

    fn deref(&self) -> &[Queued] {
        &self.hits
    }
}

impl std::ops::DerefMut for Queue {
    fn deref_mut(&mut self) -> &mut [Queued] {
        &mut self.hits
    }
}

impl FromIterator<Queued> for Queue {
    fn from_iter<I: IntoIterator<Item = Queued>>(hits: I) -> Self {
        let mut queue = Queue::default();
        hits.into_iter().for_each(|hit| queue.push(hit));
        queue
    }
}

impl Queue {
    pub(crate) fn clear(&mut self) {
        self.hits.clear();
        (self.stretches, self.left_out) = (0, None);
    }

    pub(crate) fn left_out(&self) -> Option<LeftOut> {
        self.left_out
    }

    /// Whether a stretch is looked through for notifies; `turns` before it were left out.
    pub(crate) fn enters(&mut self, source: Source, asset: Name, turns: u32) -> bool {
        let is_one_too_many = self.stretches >= MOST_STRETCHES;
        self.stretches = self.stretches.saturating_add(1);
        let turns = turns.saturating_add(is_one_too_many.into());
        if turns > 0 {
            self.miss(LeftOut {
                source,
                asset,
                turns,
                hits: 0,
            });
        }
        !is_one_too_many
    }

    pub(crate) fn push(&mut self, queued: Queued) {
        if self.hits.len() < MOST_HITS {
            self.hits.push(queued);
        } else {
            self.miss(LeftOut {
                source: queued.source,
                asset: queued.asset,
                turns: 0,
                hits: 1,
            });
        }
    }

    /// Behind what is here; the other one is empty then.
    pub(crate) fn append(&mut self, other: &mut Queue) {
        other.hits.drain(..).for_each(|queued| self.push(queued));
        if let Some(left_out) = other.left_out {
            self.miss(left_out);
        }
        other.clear();
    }

    fn miss(&mut self, more: LeftOut) {
        let known = self.left_out.get_or_insert(LeftOut {
            turns: 0,
            hits: 0,
            ..more
        });
        known.turns = known.turns.saturating_add(more.turns);
        known.hits = known.hits.saturating_add(more.hits);
    }
}
