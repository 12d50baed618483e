//! Which moments are taken, and what becomes of them.

use crate::{BurnIn, FootageError, FrameRate};
use std::f32::consts::TAU;

/// Moments of one order at most: nearly an hour at 30 frames a second.
pub const MOST_SHOTS: u32 = 100_000;
/// Seconds by which a range may miss the beginning of a frame that it does not hold.
const SLACK: f64 = 1e-6;

/// One moment of which a picture is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootageShot {
    /// Seconds on what plays.
    pub time: f64,
    /// Angle by which the camera has gone around the character, radians to the character's left.
    pub turn: f32,
}

/// Output that the moments are made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FootageOutput {
    /// A PNG file each; several have numbers in their names.
    Pictures,
    /// One PNG file with all pictures, in rows of `columns` pictures.
    Sheet {
        /// Pictures in a row.
        columns: u32,
    },
    /// One AVI file of JPEG pictures, which every editing program reads.
    Video(FrameRate),
}

/// Moments to take, and the output that they are made into.
#[derive(Clone, Debug, PartialEq)]
pub struct FootageOrder {
    /// Moments to take, in the order in which they are taken; times never fall.
    pub shots: Vec<FootageShot>,
    /// Type of the output file.
    pub output: FootageOutput,
    /// The text in each picture.
    pub burn_in: BurnIn,
}

/// `count` shots from all around the character, each at the time `time`, seconds.
pub fn around(count: u32, time: f64) -> Vec<FootageShot> {
    let turn = |at: u32| TAU * at as f32 / count as f32;
    (0..count)
        .map(|at| FootageShot {
            time,
            turn: turn(at),
        })
        .collect()
}

/// `count` shots from the time `from` to the time `to`, with both; seconds.
pub fn across(count: u32, from: f64, to: f64) -> Vec<FootageShot> {
    let part = |at: u32| f64::from(at) / f64::from((count.max(2)) - 1);
    (0..count)
        .map(|at| FootageShot {
            time: from + (to - from) * part(at),
            turn: 0.0,
        })
        .collect()
}

/// A moment a frame from a time to another, without its end, so that what loops shows no frame
/// twice; one at least where the times are the same. An error where the end is before the start,
/// and beyond [`MOST_SHOTS`].
pub fn every(rate: FrameRate, from: f64, to: f64) -> Result<Vec<FootageShot>, FootageError> {
    let shot = |at: u32| FootageShot {
        time: from + rate.time(at),
        turn: 0.0,
    };
    Ok((0..frame_count(rate, from, to)?).map(shot).collect())
}

/// Number of moments that [`every`] gives, with the same errors.
pub fn frame_count(rate: FrameRate, from: f64, to: f64) -> Result<u32, FootageError> {
    let frames = ((to - from - SLACK) * rate.per_second()).ceil().max(1.0);
    match (to - from).partial_cmp(&0.0) {
        None | Some(std::cmp::Ordering::Less) => Err(FootageError::Empty),
        _ if frames > f64::from(MOST_SHOTS) => Err(FootageError::TooLong),
        _ => Ok(frames as u32),
    }
}
