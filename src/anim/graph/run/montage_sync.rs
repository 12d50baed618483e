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
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Tolerance within which two times count as equal, seconds.
pub(super) const SAME: f64 = 1e-9;

/// Movement of a montage of a sync group in its last advance. Times are on the montage's timeline.
#[derive(Clone, Debug)]
pub(crate) struct SyncedMontage {
    pub(crate) instance: u32,
    /// The montage as a clip for the sync group: name, length, markers and whether it loops.
    pub(crate) timeline: Arc<Clip>,
    /// Start time of the last advance, seconds; `delta` is the distance from there without jumps,
    /// loops included.
    pub(crate) from: f64,
    pub(crate) delta: f64,
    pub(crate) to: f64,
    /// Distance that the montage would advance by itself in another tick of the same duration,
    /// seconds.
    pub(crate) ahead: f64,
    /// The montage has not taken its last step yet, because no time has passed since.
    pub(crate) owes_step: bool,
    /// The montage follows another montage and takes no steps from a group.
    pub(crate) is_bound: bool,
}

/// Step that a sync group gives a montage for the next advance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GroupStep {
    /// Time to jump to before the step, seconds on the montage's timeline, without passing anything
    /// in between; None without a jump.
    pub(crate) enters: Option<f64>,
    /// Length of the step, seconds; negative if the montage plays backwards.
    pub(crate) goes: f64,
}

/// State of a montage that a sync group keeps between ticks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct MontagePlayer {
    pub(super) instance: u32,
    pub(super) state: PlayerState,
    /// Current time of the montage, seconds, where the next advance begins.
    pub(super) stands: f64,
    /// Time that the montage advanced on its own in this tick, seconds; 0 if the montage is late,
    /// because then the group knows its step.
    pub(super) went: f64,
    /// The montage takes the steps of its group one tick late.
    pub(super) is_late: bool,
    /// Time by which the montage may be ahead of its group, seconds, since it led before another
    /// montage did. The montage waits for the group there.
    pub(super) slack: f64,
    pub(super) is_bound: bool,
    /// The montage has not taken its last step yet, because no time has passed since.
    pub(super) waits: bool,
    /// The montage plays backwards.
    pub(super) is_backward: bool,
}

impl MontagePlayer {
    /// Step from the montage's current time to the time that its group has in `record`. A montage
    /// that is a little ahead, since it led before, waits instead of going back over passed events.
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

/// Difference between two times of a clip, seconds; the shortest one if the clip loops.
pub(super) fn way(clip: &Clip, from: f64, to: f64) -> f64 {
    let (length, apart) = (f64::from(clip.length), to - from);
    if clip.looping {
        apart - (apart / length).round() * length
    } else {
        apart
    }
}
