//! Where a montage that plays faster or slower gains or loses its time: a curve over the montage, and the map between
//! its own time and real time that the curve gives at a rate.

use crate::{Array, float::Extreme};

/// Samples of a [`StretchCurve`].
pub const MOST_SAMPLES: usize = 1024;
/// How much longer or shorter a piece that takes all of the change may become.
const SCALES: (f64, f64) = (0.05, 20.0);
/// Seconds that the curve has to weigh, or nothing could take the change.
const LEAST_WEIGHT: f64 = 1e-4;
/// Slower than this nothing moves.
const LEAST_RATE: f64 = 1e-8;

/// How much of a change of rate each of equally long pieces of a montage takes: 0 keeps its own speed, 1 takes most.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StretchCurve {
    /// One a piece, 1 to [`MOST_SAMPLES`] of them, each from 0 to 1.
    pub samples: Array<f32>,
}

impl StretchCurve {
    pub(super) fn is_valid(&self) -> bool {
        let counted = (1..=MOST_SAMPLES).contains(&self.samples.len());
        counted && self.samples.iter().all(|sample| (0.0..=1.0).contains(sample))
    }
}

/// From a montage's time to real time at one rate and back: straight within each piece of the curve, rising throughout.
#[derive(Clone, Debug, PartialEq)]
pub struct StretchMap {
    /// Seconds of the montage.
    length: f64,
    /// Real seconds at which the pieces begin, and the end of the last.
    targets: Vec<f64>,
}

impl StretchMap {
    /// The map of a montage of `length` seconds at a rate, its sign left out. None where the rate is used as it is:
    /// at rates of 1 and (nearly) 0, without length, and where the curve is 0 nearly everywhere.
    pub fn new(curve: &StretchCurve, length: f64, rate: f64) -> Option<Self> {
        let is_usable = length.is_finite() && length > 0.0 && rate.is_finite() && rate.abs() >= LEAST_RATE;
        if !is_usable || rate.abs() == 1.0 || !curve.is_valid() {
            return None;
        }
        let total = length / rate.abs();
        let piece = length / curve.samples.len() as f64;
        let weight: f64 = curve.samples.iter().map(|sample| piece * f64::from(*sample)).sum();
        if weight <= LEAST_WEIGHT {
            return None;
        }
        let scale = ((total - (length - weight)) / weight).clamp(SCALES.0, SCALES.1);
        let stretched = |sample: f32| piece * ((1.0 - f64::from(sample)) + f64::from(sample) * scale);
        let sum: f64 = curve.samples.iter().map(|sample| stretched(*sample)).sum();
        // 1 up to rounding, unless the scale was clamped.
        let uniform = total / sum;
        let mut targets = Vec::with_capacity(curve.samples.len() + 1);
        let mut at = 0.0;
        for sample in curve.samples.iter() {
            targets.push(at);
            at += stretched(*sample) * uniform;
        }
        targets.push(total);
        Some(Self { length, targets })
    }

    /// Real seconds from the montage's start to its end.
    pub fn total(&self) -> f64 {
        self.targets[self.targets.len() - 1]
    }

    /// Real seconds from the start to a time of the montage, which is clamped to it; NaN counts as its start.
    pub fn target(&self, orig: f64) -> f64 {
        if orig >= self.length {
            return self.total();
        }
        let pieces = (self.targets.len() - 1) as f64;
        let along = orig.higher(0.0) / self.length * pieces;
        let piece = (along as usize).min(self.targets.len() - 2);
        let (begin, end) = (self.targets[piece], self.targets[piece + 1]);
        begin + (end - begin) * (along - piece as f64)
    }

    /// The time of the montage after so many real seconds from its start, clamped to its end; NaN counts as 0.
    pub fn orig(&self, target: f64) -> f64 {
        if target >= self.total() {
            return self.length;
        }
        let target = target.higher(0.0);
        let piece = self.targets.partition_point(|begin| *begin <= target).clamp(1, self.targets.len() - 1) - 1;
        let (begin, end) = (self.targets[piece], self.targets[piece + 1]);
        let within = (target - begin) / (end - begin);
        self.length * (piece as f64 + within) / (self.targets.len() - 1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn curve(samples: &[f32]) -> StretchCurve {
        StretchCurve { samples: samples.into() }
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn property_14_the_middle_takes_the_change_and_the_ends_keep_their_speed() {
        let map = StretchMap::new(&curve(&[0.0, 1.0, 1.0, 0.0]), 1.0, 1.25).unwrap();
        let pieces: Vec<f64> = map.targets.windows(2).map(|pair| pair[1] - pair[0]).collect();
        for (piece, wanted) in pieces.iter().zip([0.25, 0.15, 0.15, 0.25]) {
            assert!(near(*piece, wanted), "{pieces:?}");
        }
        assert_eq!(map.total(), 0.8);
        assert!(near(map.orig(map.target(0.2) + 0.2), 0.5), "0.2 s from 0.2");
        for (position, rate) in [(0.1, 1.0), (0.3, 1.0 / 0.6), (0.6, 1.0 / 0.6), (0.9, 1.0)] {
            let local = 0.01 / (map.target(position + 0.01) - map.target(position));
            assert!(near(local, rate), "{position}: {local}");
        }
        assert_eq!(StretchMap::new(&curve(&[0.0, 1.0, 1.0, 0.0]), 1.0, -1.25), Some(map), "the way does not matter");
    }

    #[test]
    fn property_14_what_cannot_take_all_of_the_change_shares_the_rest() {
        let map = StretchMap::new(&curve(&[0.0, 1.0, 1.0, 0.0]), 1.0, 2.0).unwrap();
        // The scale would be 0 and is 0.05; 0.525 s in all are brought to 0.5.
        let uniform = 0.5 / 0.525;
        for (position, wanted) in [(0.25, 0.25), (0.5, 0.2625), (0.75, 0.275), (1.0, 0.525)] {
            assert!(near(map.target(position), wanted * uniform), "{position}");
        }
        let slow = StretchMap::new(&curve(&[0.0, 1.0]), 1.0, 0.01).unwrap();
        assert!(near(slow.target(0.5), 0.5 * 100.0 / 10.5) && slow.total() == 100.0);
    }

    #[test]
    fn without_a_change_or_with_nothing_to_take_it_there_is_no_map() {
        let good = curve(&[0.5; 4]);
        assert!(StretchMap::new(&good, 1.0, 1.5).is_some());
        for rate in [1.0, -1.0, 0.0, 1e-9, f64::NAN, f64::INFINITY] {
            assert_eq!(StretchMap::new(&good, 1.0, rate), None, "{rate}");
        }
        for length in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(StretchMap::new(&good, length, 2.0), None, "{length}");
        }
        for samples in
            [&[][..], &[0.0; 5], &[1e-5; 5], &[2.0], &[-0.5, 1.0], &[f32::NAN, 1.0], &[1.0; MOST_SAMPLES + 1]]
        {
            assert_eq!(StretchMap::new(&curve(samples), 1.0, 2.0), None, "{samples:?}");
        }
    }

    #[test]
    fn times_outside_are_the_ends() {
        let map = StretchMap::new(&curve(&[0.3, 0.9, 0.0]), 3.0, 0.7).unwrap();
        for outside in [-1.0, f64::NEG_INFINITY, f64::NAN] {
            assert_eq!((map.target(outside), map.orig(outside)), (0.0, 0.0));
        }
        for outside in [3.0, 9.0, f64::INFINITY] {
            assert_eq!(map.target(outside), 3.0 / 0.7);
        }
        assert_eq!((map.orig(3.0 / 0.7), map.orig(99.0)), (3.0, 3.0));
    }

    fn any_sample() -> impl Strategy<Value = f32> {
        prop_oneof![Just(0.0f32), Just(1.0), Just(f32::MIN_POSITIVE), Just(1.0 - f32::EPSILON), 0.0f32..=1.0]
    }

    proptest! {
        #[test]
        fn the_map_rises_and_each_way_undoes_the_other(
            samples in proptest::collection::vec(any_sample(), 1..=64),
            fill in prop_oneof![Just(0usize), Just(MOST_SAMPLES)],
            length in prop_oneof![0.01f64..100.0, Just(1e-3), Just(86_400.0)],
            rate in prop_oneof![0.01f64..100.0, 0.9f64..1.1, Just(1e-6), Just(1e4)],
            parts in proptest::collection::vec(0.0f64..=1.0, 2..20),
        ) {
            let mut all = samples;
            while all.len() < fill {
                all.push(all[all.len() / 2]);
            }
            let Some(map) = StretchMap::new(&curve(&all), length, rate) else { return Ok(()) };
            let total = length / rate;
            prop_assert_eq!((map.target(0.0), map.target(length), map.total()), (0.0, total, total));
            prop_assert_eq!((map.orig(0.0), map.orig(total)), (0.0, length));
            let mut times: Vec<f64> = parts.iter().map(|part| part * length).collect();
            times.sort_by(f64::total_cmp);
            for pair in times.windows(2) {
                prop_assert!(map.target(pair[0]) <= map.target(pair[1]));
                prop_assert!(map.orig(pair[0] / rate) <= map.orig(pair[1] / rate));
            }
            for time in times {
                prop_assert!((map.orig(map.target(time)) - time).abs() <= 1e-9 * length.max(1.0), "{}", time);
                let real = time / rate;
                prop_assert!((map.target(map.orig(real)) - real).abs() <= 1e-9 * total.max(1.0), "{}", real);
            }
        }
    }
}
