//! Guesses the frame rate of a clip whose file does not give it.

#[cfg(test)]
mod tests;

use asset::source::Channel;
use std::ops::RangeInclusive;

/// Frame rates tried for keys that are not evenly spaced, in order of preference.
const USUAL: [f64; 9] = [30.0, 24.0, 60.0, 25.0, 50.0, 48.0, 100.0, 120.0, 240.0];
/// Rates of NTSC television, such as 29.97, which are kept as they are.
const NTSC: [f64; 4] = [
    24000.0 / 1001.0,
    30000.0 / 1001.0,
    60000.0 / 1001.0,
    120_000.0 / 1001.0,
];
const DEFAULT_RATE: f32 = 30.0;
/// Rates that evenly spaced keys may have, with room for the error of floats.
const EVEN: RangeInclusive<f64> = 9.99..=240.5;
/// Seconds within which two times mean the same frame.
const SAME: f64 = 1e-4;
/// Frames by which a key may miss a frame.
const OFF_FRAME: f64 = 0.05;
/// Key times that are looked at, in all and of each channel.
const ENOUGH: usize = 4096;

/// Frames a second of a clip: the even spacing of its keys if they have one, else a usual rate with
/// all keys on frames, else 30.
pub fn frame_rate<'a>(channels: impl Iterator<Item = &'a Channel>) -> f32 {
    let times = distinct_times(channels);
    let step = times
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .fold(f64::INFINITY, f64::min);
    let even = 1.0 / step;
    if times.len() > 2 && EVEN.contains(&even) && fits(&times, refined(&times, even)) {
        return rounded(refined(&times, even)) as f32;
    }
    USUAL
        .into_iter()
        .find(|rate| times.len() > 1 && fits(&times, *rate))
        .map_or(DEFAULT_RATE, |rate| rate as f32)
}

fn distinct_times<'a>(channels: impl Iterator<Item = &'a Channel>) -> Vec<f64> {
    let mut times: Vec<f64> = channels
        .flat_map(|channel| channel.times.iter().take(ENOUGH))
        .map(|t| f64::from(*t))
        .collect();
    times.sort_by(f64::total_cmp);
    times.dedup_by(|later, earlier| *later - *earlier < SAME);
    times.truncate(ENOUGH);
    times
}

/// Corrects a rate that was measured from the smallest step by counting the whole clip in such
/// steps. Contract: the clip is longer than half of one.
fn refined(times: &[f64], rate: f64) -> f64 {
    let stretch = times[times.len() - 1] - times[0];
    (stretch * rate).round() / stretch
}

fn fits(times: &[f64], rate: f64) -> bool {
    times.iter().all(|time| {
        let frame = (time - times[0]) * rate;
        (frame - frame.round()).abs() < OFF_FRAME
    })
}

fn rounded(rate: f64) -> f64 {
    near_usual(rate).unwrap_or(rate).clamp(1.0, 240.0)
}

/// The NTSC rate or the whole rate that a rate hardly differs from.
fn near_usual(rate: f64) -> Option<f64> {
    let near = |wanted: f64| (rate - wanted).abs() < wanted * 5e-4;
    // Half-way between an NTSC rate and the whole one, neither is near.
    let ntsc = NTSC.into_iter().find(|ntsc| near(*ntsc));
    ntsc.or(near(rate.round()).then(|| rate.round()))
}

/// Frames a second from the seconds of a frame, which the file may have rounded by up to
/// `rounding`.
pub fn of_frames(seconds: f64, rounding: f64) -> f64 {
    let rate = 1.0 / seconds;
    let is_it = |usual: &f64| (1.0 / usual - seconds).abs() <= rounding;
    near_usual(rate)
        .or_else(|| USUAL.into_iter().find(is_it))
        .unwrap_or(rate)
}
