//! What compressing did to a clip.

#[cfg(test)]
mod tests;

use crate::float::Extreme;
use serde::{Deserialize, Serialize};

/// Errors of one bone, metres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoneError {
    /// Largest error of any frame.
    pub max: f32,
    /// Mean error over the frames.
    pub mean: f32,
    /// Root of the mean of the squared errors.
    pub root_mean_square: f32,
    /// Frame of the largest error.
    pub worst_frame: u32,
}

/// Errors of a whole clip, metres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Errors {
    /// Largest error of any bone in any frame.
    pub max: f32,
    /// Index of the bone with the largest error.
    pub worst_bone: usize,
    /// Frame of the largest error.
    pub worst_frame: u32,
    /// Mean error over all bones and frames.
    pub mean: f32,
    /// Root of the mean of the squared errors.
    pub root_mean_square: f32,
    /// 99 of 100 samples (bone by frame) are at or below it.
    pub p99: f32,
    /// Errors of each bone.
    pub bones: Vec<BoneError>,
}

/// Sub-tracks of all bones and properties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counts {
    /// Number of sub-tracks that are not stored, because the reference value holds.
    pub default: usize,
    /// Number of sub-tracks with one value in all frames, wherever that value is stored.
    pub constant: usize,
    /// Values that differ between frames.
    pub animated: usize,
}

/// Sizes and errors of a compressed clip, with errors measured against its frames.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CodecReport {
    /// Ten floats a bone and frame.
    pub raw_bytes: usize,
    /// Length of the compressed clip.
    pub compressed_bytes: usize,
    /// Requested precision, metres.
    pub precision: f32,
    /// Maximum error over all bones and frames, metres.
    pub max_error: f32,
    /// Index of the bone with the largest error.
    pub worst_bone: usize,
    /// Frame of the largest error.
    pub worst_frame: u32,
    /// Mean error over all bones and frames, metres.
    pub mean_error: f32,
    /// Root of the mean of the squared errors, metres.
    pub root_mean_square: f32,
    /// 99 of 100 samples (bone by frame) are at or below it, metres.
    pub p99_error: f32,
    /// Counts of the sub-tracks by their storage.
    pub counts: Counts,
    /// Components by their width in bits, over all segments.
    pub widths: [u32; super::bits::WIDEST as usize + 1],
    /// Frames a segment; the last may be shorter.
    pub segment_frames: u32,
    /// Errors of each bone, metres.
    pub bones: Vec<BoneError>,
    /// Largest error of each frame, metres.
    pub frames: Vec<f32>,
    /// Times of the frames in seconds; empty if the frames are evenly spaced.
    #[serde(skip)]
    pub times: Vec<f32>,
    /// Errors of what was compressed against what the frames were made from, at its own keys, at
    /// the frames and between.
    pub source: SourceError,
}

/// Error of the played clip against a source that has its own keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SourceError {
    /// Metres; 0 where nobody measured.
    pub max: f32,
    /// Index of the bone with the largest error.
    pub bone: u32,
    /// Time of the largest error, seconds.
    pub time: f32,
}

impl CodecReport {
    /// Raw over compressed.
    pub fn ratio(&self) -> f32 {
        self.raw_bytes as f32 / self.compressed_bytes.max(1) as f32
    }

    /// Whether some point is further off than was asked for, from the frames or from their source.
    pub fn is_red(&self) -> bool {
        self.max_error.higher(self.source.max) > self.precision
    }

    /// Time of a frame in a clip of `length` seconds, in seconds.
    pub fn time(&self, frame: u32, length: f64) -> f64 {
        let last = self.frames.len().saturating_sub(1).max(1);
        self.times
            .get(frame as usize)
            .map_or(length * f64::from(frame) / last as f64, |time| {
                f64::from(*time)
            })
    }
}

/// The part of the samples that [`CodecReport::p99_error`] holds for.
pub const PERCENTILE: f64 = 0.99;

/// Index, in ascending order, of the sample that the fraction `part` of `count` samples does not
/// exceed. Contract: `count` is not 0.
pub fn rank(count: usize, part: f64) -> usize {
    ((count as f64 * part).ceil() as usize).clamp(1, count) - 1
}

/// Gathers errors, one bone and frame at a time.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    samples: Vec<f32>,
    bones: Vec<(f64, f64, f64, u32)>,
    frames: Vec<f32>,
}

impl Tally {
    /// An empty tally with room for `bones` × `frames` samples.
    pub fn new(bones: usize, frames: usize) -> Self {
        Self {
            samples: Vec::with_capacity(bones * frames),
            bones: vec![(0.0, 0.0, 0.0, 0); bones],
            frames: Vec::with_capacity(frames),
        }
    }

    /// Errors of every bone in the next frame.
    pub fn add(&mut self, errors: &[f64]) {
        let frame = self.frames.len() as u32;
        for (bone, &error) in self.bones.iter_mut().zip(errors) {
            if error > bone.0 {
                (bone.0, bone.3) = (error, frame);
            }
            bone.1 += error;
            bone.2 += error * error;
            self.samples.push(error as f32);
        }
        self.frames
            .push(errors.iter().copied().fold(0.0, Extreme::higher) as f32);
    }

    /// The error that a part of the samples, 0 to 1, does not exceed.
    pub fn percentile(&mut self, part: f64) -> f32 {
        if self.samples.is_empty() {
            return 0.0;
        }
        let at = rank(self.samples.len(), part);
        *self.samples.select_nth_unstable_by(at, f32::total_cmp).1
    }

    /// The gathered errors as errors of a clip.
    pub fn errors(self) -> Errors {
        let mut report = CodecReport::default();
        self.fill(&mut report);
        Errors {
            max: report.max_error,
            worst_bone: report.worst_bone,
            worst_frame: report.worst_frame,
            mean: report.mean_error,
            root_mean_square: report.root_mean_square,
            p99: report.p99_error,
            bones: report.bones,
        }
    }

    /// Writes what was added into the error fields of a report.
    pub fn fill(mut self, report: &mut CodecReport) {
        let frames = self.frames.len().max(1) as f64;
        let samples = self.samples.len().max(1) as f64;
        report.p99_error = self.percentile(PERCENTILE);
        let bone = |&(max, sum, squares, worst_frame): &(f64, f64, f64, u32)| BoneError {
            max: max as f32,
            mean: (sum / frames) as f32,
            root_mean_square: (squares / frames).sqrt() as f32,
            worst_frame,
        };
        report.bones = self.bones.iter().map(bone).collect();
        let worst = (0..self.bones.len())
            .rev()
            .max_by(|a, b| self.bones[*a].0.total_cmp(&self.bones[*b].0));
        if let Some(worst) = worst {
            report.worst_bone = worst;
            (report.max_error, report.worst_frame) =
                (report.bones[worst].max, report.bones[worst].worst_frame);
        }
        report.mean_error = (self.bones.iter().map(|bone| bone.1).sum::<f64>() / samples) as f32;
        report.root_mean_square =
            (self.bones.iter().map(|bone| bone.2).sum::<f64>() / samples).sqrt() as f32;
        report.frames = self.frames;
    }
}
