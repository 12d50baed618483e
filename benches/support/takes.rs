//! A made motion capture take, and the best times of several ways of doing one thing.

use std::{
    fmt::Write,
    time::{Duration, Instant},
};

/// The shortest of so many times of each, all in turns: what slows the machine down for a while
/// slows all of them.
pub fn best<const N: usize>(rounds: usize, mut each: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    for _ in 0..rounds {
        for (best, work) in best.iter_mut().zip(&mut each) {
            let start = Instant::now();
            work();
            *best = start.elapsed().min(*best);
        }
    }
    best
}

/// A figure of 30 joints over so many frames, as BVH text. Takes of another number move otherwise.
pub fn take(number: usize, frames: usize, frame_time: &str) -> String {
    let mut text = String::from(
        "HIERARCHY\nROOT j0\n{\nOFFSET 0 90 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n",
    );
    for joint in 1..30 {
        let _ = write!(
            text,
            "JOINT j{joint}\n{{\nOFFSET 0 5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        );
    }
    text.push_str("End Site\n{\nOFFSET 0 5 0\n}\n");
    text.push_str(&"}\n".repeat(30));
    let _ = write!(text, "MOTION\nFrames: {frames}\nFrame Time: {frame_time}\n");
    for frame in 0..frames {
        for channel in 0..93 {
            let _ = write!(
                text,
                "{:.4} ",
                ((frame * 7 + channel * 31 + number) as f64 * 0.013).sin() * 40.0
            );
        }
        text.push('\n');
    }
    text
}
