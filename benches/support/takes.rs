//! A made motion capture take, and the best time of several.

use std::{
    fmt::Write,
    time::{Duration, Instant},
};

/// The shortest of so many times.
pub fn best(rounds: usize, mut work: impl FnMut()) -> Duration {
    let once = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..rounds).map(once).min().unwrap()
}

/// A figure of 30 joints over so many frames, as BVH text. Takes of another number move otherwise.
pub fn take(number: usize, frames: usize, frame_time: &str) -> String {
    let mut text = String::from(
        "HIERARCHY\nROOT j0\n{\nOFFSET 0 90 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n",
    );
    for joint in 1..30 {
        let _ = write!(text, "JOINT j{joint}\n{{\nOFFSET 0 5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n");
    }
    text.push_str("End Site\n{\nOFFSET 0 5 0\n}\n");
    text.push_str(&"}\n".repeat(30));
    let _ = write!(text, "MOTION\nFrames: {frames}\nFrame Time: {frame_time}\n");
    for frame in 0..frames {
        for channel in 0..93 {
            let _ = write!(text, "{:.4} ", ((frame * 7 + channel * 31 + number) as f64 * 0.013).sin() * 40.0);
        }
        text.push('\n');
    }
    text
}
