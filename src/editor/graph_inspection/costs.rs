//! What each node of a graph costs, smoothed so that it can be read.

#[cfg(test)]
mod tests;

use asset::Id;
use std::collections::BTreeMap;
use studio::PreviewFrame;

/// Seconds in which a change is taken over for the most part.
const SMOOTHING: f64 = 0.5;
/// A frame at least counts so much, also where time stands still.
const LEAST: f64 = 0.02;

/// Evaluation times of the nodes of one graph.
#[derive(Default)]
pub struct Costs {
    micros: BTreeMap<u64, f32>,
    /// Time of the last frame, seconds.
    time: f64,
}

impl Costs {
    /// A frame in which nobody asked leaves none.
    pub fn add(&mut self, frame: &PreviewFrame) {
        self.take(
            frame.time,
            frame
                .graph
                .parts()
                .ids
                .iter()
                .copied()
                .zip(frame.inspected.times.iter().copied()),
        );
    }

    fn take(&mut self, time: f64, found: impl Iterator<Item = (u64, f32)>) {
        let part = (1.0 - (-(time - self.time).max(0.0) / SMOOTHING).exp()).max(LEAST) as f32;
        let known = std::mem::take(&mut self.micros);
        let smoothed = |(id, now): (u64, f32)| {
            let before = known
                .get(&id)
                .copied()
                .filter(|before| *before > 0.0 && now > 0.0);
            (
                id,
                before.map_or(now, |before| before + (now - before) * part),
            )
        };
        self.micros = found.map(smoothed).collect();
        self.time = time;
    }

    /// Microseconds of evaluation of the node itself, without its inputs; None if it is inactive or
    /// was not measured.
    pub fn of(&self, node: Id) -> Option<f32> {
        self.micros
            .get(&node.0)
            .copied()
            .filter(|micros| *micros > 0.0)
    }
}
