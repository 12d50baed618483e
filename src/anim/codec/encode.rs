//! Choosing the bit rates: the coarsest allowance a segment at which no point is further off than asked for.
//!
//! Every component of every sub-track may be wrong by the same distance as seen at the furthest point that it moves;
//! one number a segment then decides all widths, and it is found by measuring what was really decoded.

use super::{
    CodecError, Compressed, SampleCache, bits,
    decode::Span,
    metric::{Meter, Shell},
    pack::Packing,
    report::{Report, Tally},
    tracks::{self, Tracks},
};
use crate::{
    Array, Pose, Skeleton, Transform,
    additive::{AdditiveKind, NO_DELTA},
};
use std::fmt;

/// What a precision bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The error of every bone in every frame.
    #[default]
    Max,
    /// That of 99 of 100 of them.
    P99,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Metres in object space, more than 0.
    pub precision: f32,
    pub bound: Bound,
}

impl Settings {
    /// A tenth of a millimetre.
    pub const DEFAULT_PRECISION: f32 = 1e-4;
    /// Metres: where the skin lies around a bone.
    pub const DEFAULT_SHELL: f32 = 0.03;
}

impl Default for Settings {
    fn default() -> Self {
        Self { precision: Self::DEFAULT_PRECISION, bound: Bound::Max }
    }
}

/// A clip to compress.
pub struct Source<'a> {
    pub skeleton: &'a Skeleton,
    /// The poses are differences of this kind.
    pub additive: Option<AdditiveKind>,
    /// One a frame, evenly spaced, at least one.
    pub frames: &'a [Pose],
    /// Metres, one a bone: how far from the bone errors are measured.
    pub shells: &'a [f32],
}

impl Source<'_> {
    /// What a bone is where nothing is stored.
    pub(super) fn held(&self, bone: usize) -> Transform {
        if self.additive.is_some() { NO_DELTA } else { self.skeleton.reference(bone) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodeError {
    NoFrames,
    /// The precision is not more than 0, or a shell is not finite.
    BadSettings,
    /// A frame or the list of shells has other bones than the skeleton.
    BoneCount,
    /// A value is not finite or absurdly large, or a rotation is zero.
    BadValue {
        frame: usize,
        bone: usize,
    },
    /// More than the format can hold.
    TooLarge,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFrames => write!(f, "a clip without frames cannot be compressed"),
            Self::BadSettings => write!(f, "the precision or thresholds and the shells must be finite and more than 0"),
            Self::BoneCount => write!(f, "a frame has other bones than the skeleton"),
            Self::BadValue { frame, bone } => write!(f, "frame {frame} has no usable value for bone {bone}"),
            Self::TooLarge => write!(f, "the clip is too large: compress it in parts"),
        }
    }
}

impl std::error::Error for EncodeError {}

/// Properties whose changes are this part of the precision or less count as constant.
const STILL: f32 = 0.2;
/// The first allowance tried, in precisions.
const COARSEST: f32 = 8.0;
/// Allowances are tried in steps of this factor at least, and of what the error asks for at most.
const FINER: f32 = 0.917;
/// The finest, in precisions; beyond it nothing gets better.
const FINEST: f32 = 1e-4;
/// Segment lengths worth a try, frames. Longer ones have fewer ranges to store, shorter ones narrower ranges.
const SEGMENTS: [usize; 3] = [64, 32, 128];
/// Clips up to this many frames are one segment.
const SHORT: usize = 48;

/// Compresses a clip and measures what came out. The report is red when the precision cannot be reached.
pub fn encode(source: &Source<'_>, settings: &Settings) -> Result<(Compressed, Report), EncodeError> {
    if !is_size(settings.precision) {
        return Err(EncodeError::BadSettings);
    }
    check(source)?;
    let raw = raw_shells(source);
    let mut best: Option<Found> = None;
    for tolerance in [STILL * settings.precision, 0.0] {
        let tracks = tracks::find(source, source.shells, tolerance);
        let lengths = if source.frames.len() <= SHORT { &[SHORT][..] } else { &SEGMENTS[..] };
        for &segment_frames in lengths {
            let search = Search { source, settings, raw: &raw, tracks: &tracks, segment_frames };
            let found = search.run()?;
            if best.as_ref().is_none_or(|best| found.is_better(best)) {
                best = Some(found);
            }
        }
        if best.as_ref().is_some_and(|best| best.is_within) {
            break;
        }
    }
    let found = best.ok_or(EncodeError::TooLarge)?;
    let report = measure(source, settings, &found, &raw);
    Ok((found.compressed, report))
}

fn is_size(value: f32) -> bool {
    value.is_finite() && value > 0.0
}

pub(super) fn check(source: &Source<'_>) -> Result<(), EncodeError> {
    let bones = source.skeleton.len();
    if source.frames.is_empty() {
        return Err(EncodeError::NoFrames);
    }
    if !source.shells.iter().all(|shell| is_size(*shell)) {
        return Err(EncodeError::BadSettings);
    }
    if source.shells.len() != bones || source.frames.iter().any(|frame| frame.len() != bones) {
        return Err(EncodeError::BoneCount);
    }
    for (frame, pose) in source.frames.iter().enumerate() {
        if let Some(bone) = pose.iter().position(|local| !tracks::is_sound(&local)) {
            return Err(EncodeError::BadValue { frame, bone });
        }
    }
    Ok(())
}

pub(super) fn raw_shells(source: &Source<'_>) -> Vec<Vec<Shell>> {
    let mut meter = Meter::new(source.skeleton, source.additive, source.shells);
    let shells = |frame: &Pose| {
        let mut out = Vec::new();
        meter.shells(frame, &mut out);
        out
    };
    source.frames.iter().map(shells).collect()
}

struct Found {
    compressed: Compressed,
    constants: usize,
    defaults: usize,
    animated: usize,
    widths: [u32; bits::WIDEST as usize + 1],
    segment_frames: u32,
    is_within: bool,
    /// What is bounded, metres.
    error: f64,
}

impl Found {
    fn is_better(&self, other: &Found) -> bool {
        let size = |found: &Found| found.compressed.bytes().len();
        match (self.is_within, other.is_within) {
            (true, true) => size(self) < size(other),
            (false, false) => self.error < other.error,
            (is_within, _) => is_within,
        }
    }
}

/// One way of cutting the clip.
struct Search<'a> {
    source: &'a Source<'a>,
    settings: &'a Settings,
    raw: &'a [Vec<Shell>],
    tracks: &'a Tracks,
    segment_frames: usize,
}

impl Search<'_> {
    fn run(&self) -> Result<Found, EncodeError> {
        let packing = Packing {
            tracks: &self.tracks.animated,
            constants: &self.tracks.constants,
            frames: self.source.frames.len(),
            bones: self.source.skeleton.len(),
            segment_frames: self.segment_frames,
        };
        let mut allowed = vec![COARSEST; packing.segment_count()];
        loop {
            let scaled: Vec<f32> = allowed.iter().map(|part| part * self.settings.precision).collect();
            let mut widths = [0; bits::WIDEST as usize + 1];
            let bytes = packing.pack(&scaled, &mut widths);
            let compressed = self.load(bytes)?;
            let errors = self.errors(&compressed);
            let is_within = errors.iter().all(|error| *error <= 1.0);
            let is_spent = allowed.iter().zip(&errors).all(|(part, error)| *error <= 1.0 || *part <= FINEST);
            if is_within || is_spent {
                return Ok(Found {
                    compressed,
                    constants: self.tracks.constant_count,
                    defaults: self.tracks.defaults,
                    animated: self.tracks.animated.len() - self.tracks.still,
                    widths,
                    segment_frames: self.segment_frames as u32,
                    is_within,
                    error: errors.iter().copied().fold(0.0, f64::max),
                });
            }
            for (part, error) in allowed.iter_mut().zip(&errors).filter(|(_, error)| **error > 1.0) {
                // The error follows the allowance less than in proportion, so most of the way is never too far.
                let wanted = (*error as f32).powf(-0.75).max(0.1);
                *part = (*part * wanted.min(FINER)).max(FINEST);
            }
        }
    }

    fn load(&self, bytes: Vec<u8>) -> Result<Compressed, EncodeError> {
        let frames = self.source.frames.len() as u32;
        let loaded = Compressed::new(Array::from(bytes), frames, self.source.skeleton.len());
        loaded.map_err(|error| {
            debug_assert!(matches!(error, CodecError::Segment { .. } | CodecError::Length { .. }), "{error}");
            EncodeError::TooLarge
        })
    }

    /// What is bounded of each segment, in precisions.
    fn errors(&self, compressed: &Compressed) -> Vec<f64> {
        let mut decoder = Decoder::new(self.source, compressed);
        let precision = f64::from(self.settings.precision);
        let segments = compressed.segment_count().max(1);
        let mut worst = vec![0.0f64; segments];
        let mut all = Vec::new();
        for (frame, raw) in self.raw.iter().enumerate() {
            let errors = decoder.errors(frame, raw);
            let largest = errors.iter().copied().fold(0.0, f64::max) / precision;
            let segment = (frame / self.segment_frames).min(segments - 1);
            worst[segment] = worst[segment].max(largest);
            if self.settings.bound == Bound::P99 {
                all.extend(errors.iter().map(|error| (error / precision) as f32));
            }
        }
        if self.settings.bound == Bound::P99 {
            let at = ((all.len() as f64 * 0.99).ceil() as usize).clamp(1, all.len()) - 1;
            let p99 = *all.select_nth_unstable_by(at, f32::total_cmp).1;
            worst.fill(p99.into());
        }
        worst
    }
}

/// Decodes frame by frame and measures.
struct Decoder<'a> {
    source: &'a Source<'a>,
    compressed: &'a Compressed,
    cache: SampleCache,
    meter: Meter<'a>,
    start: Pose,
    pose: Pose,
    errors: Vec<f64>,
}

impl<'a> Decoder<'a> {
    fn new(source: &'a Source<'a>, compressed: &'a Compressed) -> Self {
        let mut start = Pose::default();
        match source.additive {
            Some(_) => start.fill(source.skeleton.len(), &NO_DELTA),
            None => start.reset(source.skeleton),
        }
        let meter = Meter::new(source.skeleton, source.additive, source.shells);
        Self {
            source,
            compressed,
            cache: SampleCache::default(),
            meter,
            start,
            pose: Pose::default(),
            errors: Vec::new(),
        }
    }

    fn errors(&mut self, frame: usize, raw: &[Shell]) -> &[f64] {
        debug_assert!(frame < self.source.frames.len());
        self.pose.copy_from(&self.start);
        self.compressed.sample_cached(Span { frame: frame as u32, fraction: 0.0 }, &mut self.cache, &mut self.pose);
        self.meter.errors(&self.pose, raw, &mut self.errors);
        &self.errors
    }
}

fn measure(source: &Source<'_>, settings: &Settings, found: &Found, raw: &[Vec<Shell>]) -> Report {
    let (bones, frames) = (source.skeleton.len(), source.frames.len());
    let mut decoder = Decoder::new(source, &found.compressed);
    let mut tally = Tally::new(bones, frames);
    for (frame, raw) in raw.iter().enumerate() {
        tally.add(decoder.errors(frame, raw));
    }
    let mut report = Report {
        raw_bytes: bones * frames * 40,
        compressed_bytes: found.compressed.bytes().len(),
        precision: settings.precision,
        counts: super::report::Counts { default: found.defaults, constant: found.constants, animated: found.animated },
        widths: found.widths,
        segment_frames: found.segment_frames.min(frames as u32),
        ..Report::default()
    };
    tally.fill(&mut report);
    report
}
