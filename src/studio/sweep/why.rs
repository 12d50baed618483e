//! What the runs themselves say of why an event depends on the rate.

use super::{Finding, Log, RunComparison, SLACK, SweepEvent, SweepEventKey, SweepFault};
use anim::{
    Name,
    event::{EventReason, Phase},
    float::Extreme,
};
use std::collections::BTreeMap;

/// Thresholds are proposed in steps of one part in so many.
const GRAIN: f32 = 20.0;
/// Largest part of the lowest weight that a proposed threshold takes.
const ROOM: f32 = 0.9;

/// A threshold that is below the lowest weight with room, so that all steps decide alike. None
/// where a weight was 0.
pub fn threshold_below(lowest: f32) -> Option<f32> {
    (lowest > 0.0).then(|| (lowest.lower(1.0) * ROOM * GRAIN).floor() / GRAIN)
}

/// Seconds in which later ticks use what one has left over.
const MADE_UP: f64 = 1.0;
/// An event that did not happen further off than this, seconds, is another one.
const FAR: f64 = 0.5;

pub(super) fn is_left_out(phase: Phase) -> bool {
    matches!(
        phase,
        Phase::SubstepOverflow
            | Phase::TurnsLeftOut { .. }
            | Phase::HitsLeftOut { .. }
            | Phase::TimeLeftOut
    )
}

impl Log {
    /// Length of the first tick that ended at `wall` or later, seconds.
    pub(super) fn step_at(&self, wall: f64) -> f64 {
        let at = self
            .ticks
            .partition_point(|end| *end < wall - SLACK)
            .min(self.ticks.len().saturating_sub(1));
        let end = self.ticks.get(at).copied().unwrap_or(0.0);
        end - at.checked_sub(1).map_or(0.0, |before| self.ticks[before])
    }

    /// The last up to the end of the tick that holds this time, as long as it may still be made up
    /// for.
    pub(super) fn left_out_by(&self, wall: f64) -> Option<Phase> {
        let near = wall - MADE_UP..=wall + self.step_at(wall) + SLACK;
        self.left_out
            .iter()
            .rev()
            .find(|(end, _)| near.contains(end))
            .map(|(_, phase)| *phase)
    }

    fn nearest_unfired(&self, key: SweepEventKey, time: f64) -> Option<(EventReason, [f32; 2])> {
        let off = |told: &&SweepEvent| (told.event.time - time).abs();
        let same = self
            .unfired
            .iter()
            .filter(|told| told.key == key && off(told) <= FAR);
        let nearest = same.min_by(|a, b| off(a).total_cmp(&off(b)))?;
        Some((nearest.event.reason, nearest.event.values))
    }
}

impl RunComparison<'_> {
    /// Reason why an event was not fired. The run has the reason for a lost event, the reference
    /// for one too many; either may have the reason for a late one.
    pub(super) fn unfired(
        &self,
        fault: SweepFault,
        key: SweepEventKey,
        time: f64,
    ) -> Option<(EventReason, [f32; 2])> {
        let (run, reference) = (
            || self.run.nearest_unfired(key, time),
            || self.reference.nearest_unfired(key, time),
        );
        match fault {
            SweepFault::Lost => run(),
            SweepFault::Doubled => reference(),
            SweepFault::Late => run().or_else(reference),
            SweepFault::Reordered => None,
        }
    }
}

/// The lowest with which each notify was met.
#[derive(Default)]
pub(super) struct NotifyWeights(BTreeMap<(Name, u64), f32>);

impl NotifyWeights {
    pub(super) fn add(&mut self, log: &Log) {
        let fired = log.told.iter().map(|told| (told, told.event.weight));
        let weighed = log
            .unfired
            .iter()
            .filter(|told| told.event.reason == EventReason::Weight);
        for (told, weight) in fired.chain(weighed.map(|told| (told, told.event.values[0]))) {
            if matches!(told.event.phase, Phase::Notify | Phase::Begin) {
                let lowest = self
                    .0
                    .entry((told.event.asset, told.event.id))
                    .or_insert(weight);
                *lowest = lowest.lower(weight);
            }
        }
    }

    /// The lowest weights of the notifies that findings name.
    pub(super) fn of(mut self, findings: &[Finding]) -> BTreeMap<(Name, u64), f32> {
        self.0.retain(|key, _| {
            findings
                .iter()
                .any(|finding| (finding.asset, finding.id) == *key)
        });
        self.0
    }
}
