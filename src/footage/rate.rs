//! Frames a second, as a fraction: the rates of television are none of whole numbers.

#[cfg(test)]
mod tests;

use std::{fmt, str::FromStr};
use words::tr;

/// The slowest and the fastest rate, frames a second.
const LIMITS: std::ops::RangeInclusive<f64> = 1.0..=240.0;
/// Rates of television, each a thousandth slower than a whole number of frames a second.
const TELEVISION: [(&str, u32); 5] = [
    ("23.976", 24_000),
    ("23.98", 24_000),
    ("29.97", 30_000),
    ("59.94", 60_000),
    ("119.88", 120_000),
];

/// A rate between 1 and 240 frames a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameRate {
    frames: u32,
    seconds: u32,
}

impl FrameRate {
    /// Rate of `frames` frames in `seconds` seconds; None outside 1 to 240 frames a second.
    pub fn new(frames: u32, seconds: u32) -> Option<Self> {
        LIMITS
            .contains(&(f64::from(frames) / f64::from(seconds)))
            .then_some(Self { frames, seconds })
    }

    /// Frames in [`FrameRate::seconds`].
    pub fn frames(self) -> u32 {
        self.frames
    }

    /// Seconds that [`FrameRate::frames`] take.
    pub fn seconds(self) -> u32 {
        self.seconds
    }

    /// Time at which a frame begins, seconds after the first frame.
    pub fn time(self, frame: u32) -> f64 {
        f64::from(frame) * f64::from(self.seconds) / f64::from(self.frames)
    }

    /// Rate in frames a second.
    pub fn per_second(self) -> f64 {
        f64::from(self.frames) / f64::from(self.seconds)
    }
}

impl Default for FrameRate {
    /// 30 frames a second.
    fn default() -> Self {
        Self {
            frames: 30,
            seconds: 1,
        }
    }
}

impl fmt::Display for FrameRate {
    /// Writes the rate in the form that is read: `30`, `29.97` or `25/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_television = TELEVISION
            .iter()
            .find(|(_, frames)| (*frames, 1001) == (self.frames, self.seconds));
        match (of_television, self.seconds) {
            (Some((text, _)), _) => f.write_str(text),
            (None, 1) => write!(f, "{}", self.frames),
            (None, seconds) => write!(f, "{}/{seconds}", self.frames),
        }
    }
}

impl FromStr for FrameRate {
    type Err = String;

    /// A number such as `24` or `12.5`, a rate of television such as `29.97`, which means
    /// 30000/1001, or a fraction such as `30000/1001`.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let known = TELEVISION.iter().find(|(known, _)| *known == text);
        let fraction = match (known, text.split_once('/')) {
            (Some((_, frames)), _) => Some((*frames, 1001)),
            (None, Some((frames, seconds))) => {
                frames.trim().parse().ok().zip(seconds.trim().parse().ok())
            }
            (None, None) => text.parse().ok().and_then(thousandths),
        };
        fraction
            .and_then(|(frames, seconds)| Self::new(frames, seconds))
            .ok_or_else(|| {
                tr!("must be 1 to 240 frames per second, such as 30, 29.97 or 30000/1001")
                    .to_owned()
            })
    }
}

/// The fraction nearest to a number, in lowest terms.
fn thousandths(number: f64) -> Option<(u32, u32)> {
    if !LIMITS.contains(&number) {
        return None;
    }
    let (mut a, mut b) = ((number * 1000.0).round() as u32, 1000);
    let (frames, seconds) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    Some((frames / a, seconds / a))
}
