//! The ranges of rates, lengths and counts, defined once: commands refuse what lies outside, files
//! and bundles with such a value are refused, compiling clamps it and says so, and what a game asks
//! for is clamped and told.

use std::ops::RangeInclusive;

/// Rates that scale a clip, a montage or what a game plays go from minus this to this.
pub const MOST_RATE: f32 = 100.0;
/// Slowest rate of a segment or a sample, forwards or backwards; neither may stand still.
pub const LEAST_RATE: f32 = 0.01;
/// A compiled segment's: its own times its clip's.
pub const MOST_SEGMENT_RATE: f32 = MOST_RATE * MOST_RATE;
/// Allowed frame rates, frames a second.
pub const FRAME_RATES: RangeInclusive<f32> = 1.0..=1000.0;
/// Longest that a clip or a montage is: a day, in seconds.
pub const LONGEST: f32 = 86_400.0;
/// Longest that a blend takes, in seconds.
pub const LONGEST_BLEND: f32 = 3600.0;
/// Most loops of a segment.
pub const MOST_LOOPS: u32 = 10_000;
/// Most keys of a clip: frames, and the one that closes its loop.
pub const MOST_KEYS: u32 = (1 << 20) + 2;
/// Most sections of a montage.
pub const MOST_SECTIONS: usize = 1000;
/// Most segments of a montage, in all its slots.
pub const MOST_SEGMENTS: usize = 10_000;
/// Most notifies of a clip or a montage.
pub const MOST_NOTIFIES: usize = 16_384;
/// Windows of motion warping of a clip, or of a montage with those of its clips, counted for each
/// turn.
pub const MOST_WINDOWS: usize = 4096;
/// Most fields of a notify class.
pub const MOST_FIELDS: usize = 64;
/// Most choices of a field of a notify class.
pub const MOST_CHOICES: usize = 256;
/// Sync markers of a clip or a montage.
pub const MOST_MARKERS: usize = 4096;

/// Turns of a loop that one player passes in a tick; up to ten times as many it arrives where all
/// of them lead.
pub const MOST_TURNS: u32 = 100;
/// Turns of a loop that one player travels in a tick: where a rate asks for more it goes slower.
pub const FARTHEST_TURNS: f64 = 1000.0;
/// Longest tick, seconds on the character's own clock; the time that a longer tick leaves out is
/// reported.
pub const LONGEST_TICK: f64 = 100.0;
/// Notifies of one character that are judged in a tick.
pub const MOST_HITS: usize = 4096;
/// Most stretches of clips that one character searches for notifies in a tick.
pub const MOST_STRETCHES: u32 = 65_536;
/// Largest distance of a bone from its parent and largest move of a bone, metres; also the largest
/// scale of a bone.
pub const FARTHEST_BONE: f32 = 1e9;

/// Largest of any other number of what plays, such as the key of a curve: its square is still a
/// number.
pub const LARGEST: f32 = 1e18;

/// Whether a number is within ±[`FARTHEST_BONE`], as are places of vertices, and the numbers of
/// matrices and of raw keys; false of what is no number.
pub fn is_near(number: f32) -> bool {
    number.abs() <= FARTHEST_BONE
}

/// Whether a number is within ±[`LARGEST`]; false of what is no number.
pub fn is_sound(number: f32) -> bool {
    number.abs() <= LARGEST
}

/// Whether a number is within ±[`MOST_RATE`]; false of what is no number.
pub fn is_rate(rate: f32) -> bool {
    rate.abs() <= MOST_RATE
}

/// Above 0, and no longer than [`LONGEST`].
pub fn is_length(seconds: f32) -> bool {
    seconds > 0.0 && seconds <= LONGEST
}
