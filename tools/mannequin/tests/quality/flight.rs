//! What flies falls: the centre of mass goes along a parabola.

#[cfg(test)]
mod tests;

use super::{Check, Failures, Film, film::Moment};
use crate::rig::motion::GRAVITY;
use glam::DVec3;

pub const CHECK: Check = Check {
    heads: &["flight m/s2", "5 keys %", "level %"],
    run,
};

/// Part of gravity that the whole flight may be off.
const WHOLE: f64 = 0.03;
/// … and any five keys.
const WINDOW: f64 = 0.1;
/// Part of the speed at take-off that the speed over the ground may change.
const LEVEL: f64 = 0.03;
/// Seconds that a key may lie outside of the flight.
const SLACK: f64 = 1e-3;

/// Metres per second squared upwards of the parabola next to the heights, which are `step` seconds
/// apart.
fn acceleration(heights: &[f64], step: f64) -> f64 {
    let count = heights.len() as f64;
    let middle = (count - 1.0) / 2.0;
    // The second of the orthogonal polynomials over evenly spaced points.
    let spread = (count * count - 1.0) / 12.0;
    let basis = |at: usize| (at as f64 - middle).powi(2) - spread;
    let sum: f64 = heights
        .iter()
        .enumerate()
        .map(|(at, y)| basis(at) * y)
        .sum();
    let norm: f64 = (0..heights.len()).map(|at| basis(at).powi(2)).sum();
    2.0 * sum / norm / (step * step)
}

fn run(film: &Film, failures: &mut Failures) -> Vec<String> {
    let measured: Vec<Flight> = film
        .flights
        .iter()
        .filter_map(|span| Flight::of(film, *span, failures))
        .collect();
    if measured.is_empty() {
        return Vec::new();
    }
    let most = |of: fn(&Flight) -> f64| {
        format!("{:.1}", measured.iter().map(of).fold(0.0, f64::max) * 1e2)
    };
    let falls: Vec<String> = measured
        .iter()
        .map(|flight| format!("{:.2}", flight.fall))
        .collect();
    vec![
        falls.join(" "),
        most(|flight| flight.off),
        most(|flight| flight.change),
    ]
}

/// What one flight measures.
struct Flight {
    /// Metres per second squared.
    fall: f64,
    /// By which part of gravity five keys are off at most.
    off: f64,
    /// Part of the speed at take-off by which the speed over the ground changes at most.
    change: f64,
}

impl Flight {
    /// None of one with too few keys.
    fn of(film: &Film, (from, to): (f64, f64), failures: &mut Failures) -> Option<Self> {
        let is_in = |time: f64| (from - SLACK..=to + SLACK).contains(&time);
        let keys: Vec<&Moment> = film
            .keys()
            .into_iter()
            .filter(|frame| is_in(frame.time))
            .collect();
        failures.limit(keys.len() >= 5, || {
            format!("the flight at {from:.2} s is too short to measure")
        });
        if keys.len() < 5 {
            return None;
        }
        let centres: Vec<DVec3> = keys.iter().map(|frame| frame.centre_of_mass()).collect();
        let heights: Vec<f64> = centres.iter().map(|centre| centre.y).collect();
        let fall = -acceleration(&heights, film.step);
        failures.limit((fall / GRAVITY - 1.0).abs() <= WHOLE, || {
            format!("the flight at {from:.2} s falls with {fall:.2} m/s2")
        });
        let (off, key) = roughest(&heights, film.step);
        failures.limit(off <= WINDOW, || {
            format!(
                "in the flight around {:.3} s gravity is {:.0} % off",
                keys[key].time,
                off * 1e2
            )
        });
        let (change, key) = level_change(&centres, film.step);
        failures.limit(change <= LEVEL, || {
            let percent = change * 1e2;
            format!(
                "in flight the speed over the ground changes by {percent:.1} % at {:.3} s",
                keys[key].time
            )
        });
        Some(Flight { fall, off, change })
    }
}

/// By how much of gravity five keys are off at most, and in the middle of which five.
fn roughest(heights: &[f64], step: f64) -> (f64, usize) {
    let off =
        |(at, five): (usize, &[f64])| ((-acceleration(five, step) / GRAVITY - 1.0).abs(), at + 2);
    heights
        .windows(5)
        .enumerate()
        .map(off)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .unwrap_or_default()
}

/// The largest change of the velocity over the ground from its mean, in parts of the speed at
/// take-off, and after how many keys.
fn level_change(centres: &[DVec3], step: f64) -> (f64, usize) {
    let mean = (centres[centres.len() - 1] - centres[0]) / (centres.len() - 1) as f64 / step;
    let take_off = ((centres[1] - centres[0]) / step).length();
    let change = |(at, pair): (usize, &[DVec3])| {
        let velocity = (pair[1] - pair[0]) / step;
        ((velocity - mean).with_y(0.0).length() / take_off, at)
    };
    centres
        .windows(2)
        .enumerate()
        .map(change)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .unwrap_or_default()
}
