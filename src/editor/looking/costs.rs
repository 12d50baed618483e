//! What each node of a graph costs, smoothed so that it can be read.

use asset::Id;
use std::collections::BTreeMap;
use studio::Frame;

/// Seconds in which a change is taken over for the most part.
const SMOOTHING: f64 = 0.5;
/// A frame at least counts so much, also where time stands still.
const LEAST: f64 = 0.02;

#[derive(Default)]
pub struct Costs {
    micros: BTreeMap<u64, f32>,
    /// Of the last frame, seconds.
    time: f64,
}

impl Costs {
    /// A frame in which nobody asked leaves none.
    pub fn add(&mut self, frame: &Frame) {
        self.take(frame.time, frame.graph.parts().ids.iter().copied().zip(frame.inspected.times.iter().copied()));
    }

    fn take(&mut self, time: f64, found: impl Iterator<Item = (u64, f32)>) {
        let part = (1.0 - (-(time - self.time).max(0.0) / SMOOTHING).exp()).max(LEAST) as f32;
        let known = std::mem::take(&mut self.micros);
        let smoothed = |(id, now): (u64, f32)| {
            let before = known.get(&id).copied().filter(|before| *before > 0.0 && now > 0.0);
            (id, before.map_or(now, |before| before + (now - before) * part))
        };
        self.micros = found.map(smoothed).collect();
        self.time = time;
    }

    /// Microseconds of evaluation without what is below it; None of what rests or was not measured.
    pub fn of(&self, node: Id) -> Option<f32> {
        self.micros.get(&node.0).copied().filter(|micros| *micros > 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_come_at_once_change_slowly_and_go_with_what_rests() {
        let mut costs = Costs::default();
        costs.take(0.0, [(1, 4.0), (2, 0.0)].into_iter());
        assert_eq!((costs.of(Id(1)), costs.of(Id(2)), costs.of(Id(3))), (Some(4.0), None, None));
        costs.take(0.05, [(1, 8.0), (2, 3.0)].into_iter());
        let now = costs.of(Id(1)).unwrap();
        assert!(now > 4.0 && now < 5.0, "{now}");
        assert_eq!(costs.of(Id(2)), Some(3.0));
        costs.take(5.0, [(1, 8.0)].into_iter());
        assert!(costs.of(Id(1)).unwrap() > 7.9);
        costs.take(5.1, [].into_iter());
        assert_eq!(costs.of(Id(1)), None);
    }
}
