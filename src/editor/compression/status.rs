//! How far a clip is, as panels show it.

use super::Compressor;
use anim::{
    Name,
    codec::{Bound, CodecReport, Compressed, EncodeError},
};
use asset::{Clip, Compiled, Id, Project, Skeleton, diagnostic::Kind};
use std::sync::Arc;
use words::tr;

/// Progress of a clip from raw keys to compressed keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CompressionState {
    /// Nobody wants it compressed.
    Off,
    Working,
    Cancelled,
    Done,
    /// Compressed as well as can be, but further off than was asked for.
    Missed,
    Failed(EncodeError),
    /// The clip does not compile.
    LeftOut,
}

/// Compression of a clip as the panels show it.
pub struct Status<'a> {
    /// Progress of the clip's compression.
    pub state: CompressionState,
    /// Report of the compression; while the state is working, that of the previous keys or
    /// settings.
    pub report: Option<&'a CodecReport>,
    /// The clip as it is authored.
    pub clip: &'a Clip,
    /// Compressed clip that plays; None if every key plays.
    pub compressed: Option<&'a Compressed>,
    skeleton: &'a Skeleton,
}

impl<'a> Status<'a> {
    /// Status of the compression of clip `id`; None if `id` is not a clip.
    pub fn of(
        project: &'a Project,
        id: Id,
        compiled: &'a Compiled,
        compressor: &'a Compressor,
    ) -> Option<Self> {
        let clip = project.clips.get(&id)?;
        let skeleton = project.skeletons.get(&clip.skeleton)?;
        let fresh = compiled.reports.get(&id);
        let failure = compiled
            .diagnostics
            .iter()
            .find_map(|found| match found.kind {
                Kind::NotCompressed { reason } if found.subject.asset == id => Some(reason),
                _ => None,
            });
        let state = match (clip.compression, fresh, failure) {
            (None, ..) => CompressionState::Off,
            (_, _, Some(reason)) => CompressionState::Failed(reason),
            (Some(settings), Some(report), _) => {
                let error = if settings.bound == Bound::Max {
                    report.max_error
                } else {
                    report.p99_error
                };
                if error.max(report.source.max) > settings.precision {
                    CompressionState::Missed
                } else {
                    CompressionState::Done
                }
            }
            _ if compressor.is_cancelled(id) => CompressionState::Cancelled,
            _ if compiled.pending.iter().any(|work| work.id == id) => CompressionState::Working,
            _ => CompressionState::LeftOut,
        };
        let last = || {
            compressor
                .reports
                .get(&id)
                .filter(|_| state == CompressionState::Working)
        };
        let report = fresh
            .or_else(last)
            .map(Arc::as_ref)
            .filter(|report| report.bones.len() == skeleton.bones.len());
        let plays = compiled
            .library
            .clip(Name::new(&clip.name))
            .and_then(|clip| clip.compressed.as_ref());
        let compressed = plays.filter(|it| it.bone_count() == skeleton.bones.len());
        Some(Self {
            state,
            report,
            clip,
            compressed,
            skeleton,
        })
    }

    /// Time of a frame, seconds.
    pub fn time(&self, frame: u32) -> f64 {
        self.report
            .map_or(0.0, |report| report.time(frame, self.clip.length().into()))
    }

    /// The time of the frame that is nearest to a time, seconds.
    pub fn nearest_frame(&self, time: f64) -> f64 {
        let frames = self.report.map_or(0, |report| report.frames.len()) as u32;
        let distance = |frame: &u32| (self.time(*frame) - time).abs();
        let nearest = (0..frames).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        self.time(nearest.unwrap_or(0))
    }

    /// The authored name of a bone by its index in the skeleton; empty for an unknown one.
    pub fn bone(&self, bone: usize) -> &'a str {
        self.skeleton
            .bones
            .get(bone)
            .map_or("", |bone| bone.name.as_str())
    }

    /// Bone with the largest error, and the time of that error in seconds; None if there is no
    /// report.
    pub fn worst(&self) -> Option<(usize, f64)> {
        self.report
            .map(|report| (report.worst_bone, self.time(report.worst_frame)))
    }

    /// Largest error of what plays against the source file, with its bone and time, as text; None
    /// if nothing is lost.
    pub fn off_the_file(&self) -> Option<String> {
        let source = self.report?.source;
        let place = || {
            tr!(
                "{} at {:.3} s",
                self.bone(source.bone as usize),
                source.time
            )
        };
        (source.max > 0.0).then(|| format!("{}, {}", centimetres(source.max), place()))
    }

    /// Number of frames, as text; None if there is no report.
    pub fn frames(&self) -> Option<String> {
        let report = self.report?;
        let count = report.frames.len();
        Some(if report.times.is_empty() {
            tr!("{count}, uniform")
        } else {
            tr!("{count}, also at the file's keys")
        })
    }
}

/// Number of decimal places that distinguishes a length in centimetres from similar lengths.
pub fn decimals(cm: f64) -> usize {
    if cm != 0.0 && cm < 5e-4 { 6 } else { 4 }
}

/// A length in metres, in centimetres.
pub fn number(metres: f32) -> String {
    let cm = f64::from(metres) * 100.0;
    format!("{cm:.0$}", decimals(cm))
}

/// Metres as centimetres, with the unit.
pub fn centimetres(metres: f32) -> String {
    format!("{} cm", number(metres))
}

fn size(bytes: usize) -> String {
    match bytes {
        0..1000 => tr!("{bytes} bytes"),
        1000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => tr!("{:.2} MB", bytes as f64 / 1e6),
    }
}

/// Sizes before and after compression, and their ratio, as text.
pub fn sizes(report: &CodecReport) -> String {
    let (before, after) = (size(report.raw_bytes), size(report.compressed_bytes));
    format!("{before} → {after}  ·  {:.1} : 1", report.ratio())
}
