//! Montages in sync groups: each tick they post how they went, before the graph's players; what
//! leads the group drives them in their next advance.
//!
//! Montages advance before the graph is updated, so one that follows is where the group was a tick
//! ago. It stays that late when it leads in its turn: so the group goes on from where it stands,
//! and nothing stands still or goes twice.

use crate::{
    Clip,
    float::Extreme,
    sync::{PlayerState, TickRecord, Travel},
};
use std::sync::Arc;

/// Times that rounding alone tells apart, seconds.
pub(super) const SAME: f64 = 1e-9;

/// How a montage of a sync group went in its last advance. Times are of its timeline.
#[derive(Clone, Debug)]
pub(crate) struct SyncedMontage {
    pub(crate) instance: u32,
    /// What a group sees of it: name, length, markers, whether it goes round.
    pub(crate) timeline: Arc<Clip>,
    /// Where it began, seconds, and how far it went without a jump, turns included.
    pub(crate) from: f64,
    pub(crate) delta: f64,
    pub(crate) to: f64,
    /// How far it would go by itself in as much time again.
    pub(crate) ahead: f64,
    /// It has not gone its last step yet: no time has passed since.
    pub(crate) owes_step: bool,
    /// It goes where another montage goes, and takes no step of a group.
    pub(crate) is_bound: bool,
}

/// Where its group lets a montage go in its next advance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GroupStep {
    /// It stands there first, without having passed what lies between: seconds on its timeline.
    pub(crate) enters: Option<f64>,
    /// How far, seconds; negative backwards.
    pub(crate) goes: f64,
}

/// What its group keeps of a montage between ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MontagePlayer {
    pub(super) instance: u32,
    pub(super) state: PlayerState,
    /// Where it stands, and where its next advance begins.
    pub(super) stands: f64,
    /// How far it went on its own in this tick, seconds; 0 of one that is late, whose way the group
    /// knows.
    pub(super) went: f64,
    /// It goes where its group lets it go, a tick late.
    pub(super) is_late: bool,
    /// How far it may be ahead of its group, seconds: it went there before another one led. It
    /// waits there.
    pub(super) slack: f64,
    pub(super) is_bound: bool,
    /// Its last step is still to be gone: no time has passed since.
    pub(super) waits: bool,
    /// It plays backwards.
    pub(super) is_backward: bool,
}

impl MontagePlayer {
    /// From where it stands to where its group has it. One that is a little ahead since it led
    /// waits there: back it would pass again what it has passed.
    pub(super) fn step(&mut self, record: &TickRecord) -> GroupStep {
        let Travel { from, delta, .. } = record.way();
        let is_moved = (from - self.state.time).abs() > SAME;
        let gap = if is_moved {
            way(&record.clip, self.stands, from)
        } else {
            -self.went
        };
        let forward = if delta == 0.0 {
            !self.is_backward
        } else {
            delta > 0.0
        };
        let (ahead, goes) = if forward {
            (-gap, gap + delta)
        } else {
            (gap, -gap - delta)
        };
        let may_wait = (-SAME..=self.slack + SAME).contains(&ahead) && self.slack > 0.0;
        self.is_late = true;
        if is_moved && !may_wait {
            (self.stands, self.slack) = (from, 0.0);
            return GroupStep {
                enters: Some(from),
                goes: delta,
            };
        }
        self.slack = (-goes).higher(0.0);
        GroupStep {
            enters: None,
            goes: if forward {
                goes.higher(0.0)
            } else {
                -goes.higher(0.0)
            },
        }
    }
}

/// From one time of a clip to another, seconds: the nearest way where it loops.
pub(super) fn way(clip: &Clip, from: f64, to: f64) -> f64 {
    let (length, apart) = (f64::from(clip.length), to - from);
    if clip.looping {
        apart - (apart / length).round() * length
    } else {
        apart
    }
}
