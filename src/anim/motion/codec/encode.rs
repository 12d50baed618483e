//! Choosing what is stored at all, how the clip is cut, and the bit rates: the fewest bytes with
//! which no point is further off than asked for, measured on what was really decoded.

use super::{
    CodecError, Compressed, SampleCache, bits,
    decode::Span,
    layout::summed,
    metric::{ErrorMetricSpace, Meter, Shell},
    pack::Packing,
    report::{self, CodecReport, PERCENTILE, Tally},
    search,
    tracks::{self, Candidates, Tracks},
};
use crate::{
    Array, Pose, Skeleton, Transform,
    additive::{AdditiveKind, NO_DELTA},
    float::Extreme,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use words::tr;

/// Errors that a precision limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The error of every bone in every frame.
    #[default]
    Max,
    /// The error of 99 of 100 bones and frames.
    P99,
}

/// Rises with every change by which a clip comes to other bytes or another report: what was kept of
/// earlier ones is not used any more.
pub const ENCODER: u32 = 5;

/// Settings for the permitted error of a compressed clip.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EncoderSettings {
    /// Metres in the space, more than 0.
    pub precision: f32,
    /// Errors that the precision limits.
    pub bound: Bound,
    /// Space in which errors are measured.
    #[serde(default, skip_serializing_if = "ErrorMetricSpace::is_object")]
    pub space: ErrorMetricSpace,
}

impl EncoderSettings {
    /// A tenth of a millimetre.
    pub const DEFAULT_PRECISION: f32 = 1e-4;
    /// Metres: where the skin lies around a bone.
    pub const DEFAULT_SHELL: f32 = 0.03;
}

impl Default for EncoderSettings {
    fn default() -> Self {
        Self {
            precision: Self::DEFAULT_PRECISION,
            bound: Bound::Max,
            space: ErrorMetricSpace::Object,
        }
    }
}

/// A clip to compress.
pub struct EncoderSource<'a> {
    /// The skeleton whose bones the frames have.
    pub skeleton: &'a Skeleton,
    /// The poses are differences of this kind.
    pub additive: Option<AdditiveKind>,
    /// Poses to which differences are added before errors are measured: one per frame, one for all
    /// frames, or none for the reference pose.
    pub bases: &'a [Pose],
    /// Poses, one per frame, evenly spaced, at least one.
    pub frames: &'a [Pose],
    /// Metres, one a bone: how far from the bone errors are measured.
    pub shells: &'a [f32],
}

impl<'a> EncoderSource<'a> {
    /// Pose to which a frame's difference is added for measuring; None for the reference pose.
    pub(super) fn base(&self, frame: usize) -> Option<&'a Pose> {
        self.bases.get(frame).or(self.bases.last())
    }

    /// Transform of a bone for which nothing is stored.
    pub(super) fn held(&self, bone: usize) -> Transform {
        if self.additive.is_some() {
            NO_DELTA
        } else {
            self.skeleton.reference(bone)
        }
    }
}

/// Reason why a clip cannot be compressed.
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
            Self::NoFrames => f.write_str(tr!("a clip without frames cannot be compressed")),
            Self::BadSettings => f.write_str(tr!(
                "the tolerance or thresholds and the shells must be finite and above 0"
            )),
            Self::BoneCount => f.write_str(tr!("a frame and the skeleton have different bones")),
            Self::BadValue { frame, bone } => {
                f.write_str(&tr!("frame {frame} has no usable value for bone {bone}"))
            }
            Self::TooLarge => f.write_str(tr!("the clip is too large to compress. Split it")),
        }
    }
}

impl std::error::Error for EncodeError {}

/// Edge, metres, below which still sub-tracks are not looked for and precisions share an encoding.
const LEAST_EDGE: f32 = 1e-7;
/// Largest part of an edge that still sub-tracks may cost.
const STILL: f64 = 0.5;
/// Segment lengths worth a try, frames. Longer ones have fewer ranges to store, shorter ones
/// narrower ranges.
const SEGMENTS: [usize; 2] = [64, 32];
/// Segment lengths worth a try for clips of more than [`LONG`] frames, frames.
const LONG_SEGMENTS: [usize; 3] = [64, 32, 128];
const LONG: usize = 1024;
/// Clips up to this many frames are one segment.
const SHORT: usize = 48;

/// Compresses a clip and measures what came out: the smaller the precision, the smaller the largest
/// error. The report is red when the precision cannot be reached.
pub fn encode(
    source: &EncoderSource<'_>,
    settings: &EncoderSettings,
) -> Result<(Compressed, CodecReport), EncodeError> {
    if !is_size(settings.precision) {
        return Err(EncodeError::BadSettings);
    }
    check(source)?;
    let raw = raw_shells(source, settings.space);
    let found = Encoder {
        source,
        settings,
        raw: &raw,
    }
    .encode_clip()?;
    let report = measure(source, settings, &found, &raw);
    Ok((found.compressed, report))
}

/// The power of two at or below a precision.
fn edge(precision: f32) -> f32 {
    f32::from_bits(precision.to_bits() & f32::INFINITY.to_bits()).higher(LEAST_EDGE)
}

fn is_size(value: f32) -> bool {
    value.is_finite() && value > 0.0
}

pub(super) fn check(source: &EncoderSource<'_>) -> Result<(), EncodeError> {
    let bones = source.skeleton.len();
    if source.frames.is_empty() {
        return Err(EncodeError::NoFrames);
    }
    if !source.shells.iter().all(|shell| is_size(*shell)) {
        return Err(EncodeError::BadSettings);
    }
    if source.bases.iter().any(|base| base.len() != bones) {
        return Err(EncodeError::BoneCount);
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

pub(super) fn raw_shells(source: &EncoderSource<'_>, space: ErrorMetricSpace) -> Vec<Vec<Shell>> {
    let mut meter = Meter::new(source.skeleton, source.additive, source.shells).looking(space);
    let shells = |(at, frame): (usize, &Pose)| {
        let mut out = Vec::new();
        meter.put_on(source.base(at));
        meter.shells(frame, &mut out);
        out
    };
    source.frames.iter().enumerate().map(shells).collect()
}

struct EncodeResult {
    compressed: Compressed,
    constants: usize,
    defaults: usize,
    animated: usize,
    widths: [u32; bits::WIDEST as usize + 1],
    segment_frames: u32,
    is_within: bool,
    /// Bounded error of the result, metres.
    error: f64,
}

struct Encoder<'a> {
    source: &'a EncoderSource<'a>,
    settings: &'a EncoderSettings,
    raw: &'a [Vec<Shell>],
}

impl Encoder<'_> {
    /// Encodes the clip. Precisions from one power of two up to the next share an encoding. A
    /// result with an error below the lower edge does not count: its error might be smaller than
    /// that of the encoding for a precision below. Then that encoding is taken.
    fn encode_clip(&self) -> Result<EncodeResult, EncodeError> {
        let candidates = Candidates::new(self.source, self.settings.space);
        let (mut limit, mut edge) = (self.settings.precision, edge(self.settings.precision));
        loop {
            let found = self.smallest(&candidates, limit, edge)?;
            if !found.is_within || found.error >= edge.into() || edge <= LEAST_EDGE {
                return Ok(found);
            }
            (limit, edge) = (edge.next_down(), edge / 2.0);
        }
    }

    /// Smallest result whose error is not below the edge; smallest of all results if there is none.
    fn smallest(
        &self,
        candidates: &Candidates<'_>,
        limit: f32,
        edge: f32,
    ) -> Result<EncodeResult, EncodeError> {
        let tracks = self.tracks(candidates, edge)?;
        let rank = |found: &EncodeResult| {
            let is_far = found.error >= edge.into();
            let size = found.compressed.bytes().len();
            (
                !found.is_within,
                if found.is_within { 0.0 } else { found.error },
                !is_far,
                size,
            )
        };
        let mut best: Option<EncodeResult> = None;
        for &segment_frames in self.lengths() {
            let found = SegmentSearch::new(self, &tracks, segment_frames)
                .search_formats(limit.into(), search::Scope::around(edge))?;
            if best.as_ref().is_none_or(|best| rank(&found) < rank(best)) {
                best = Some(found);
            }
        }
        best.ok_or(EncodeError::TooLarge)
    }

    /// Sub-tracks to store. Those that are constant within a tolerance are not animated: the
    /// tolerance is the coarsest that leaves the other sub-tracks their part of the edge.
    fn tracks(&self, candidates: &Candidates<'_>, edge: f32) -> Result<Tracks, EncodeError> {
        let (mut tolerance, mut counts) = (edge, None);
        while tolerance > edge / 64.0 {
            tolerance /= 2.0;
            if counts.replace(candidates.counts(tolerance)) == Some(candidates.counts(tolerance)) {
                continue;
            }
            let tracks = candidates.tracks(tolerance);
            if SegmentSearch::new(self, &tracks, self.lengths()[0])
                .reaches(STILL * f64::from(edge))?
            {
                return Ok(tracks);
            }
        }
        Ok(candidates.tracks(0.0))
    }

    fn lengths(&self) -> &'static [usize] {
        match self.source.frames.len() {
            frames if frames <= SHORT => &[SHORT],
            frames if frames <= LONG => &SEGMENTS,
            _ => &LONG_SEGMENTS,
        }
    }
}

/// Search over one segment length of the clip.
struct SegmentSearch<'a> {
    encoder: &'a Encoder<'a>,
    tracks: &'a Tracks,
    packing: Packing<'a>,
    /// Parts that each get an allowance: every segment, or for a percentile the whole clip.
    parts: Vec<Packing<'a>>,
    /// The parts are segments.
    is_cut: bool,
}

impl<'a> SegmentSearch<'a> {
    fn new(encoder: &'a Encoder<'a>, tracks: &'a Tracks, segment_frames: usize) -> Self {
        let (frames, bones) = (
            0..encoder.source.frames.len(),
            encoder.source.skeleton.len(),
        );
        let packing = Packing::new(
            &tracks.animated,
            &tracks.constants,
            frames,
            bones,
            segment_frames,
        );
        let is_cut = encoder.settings.bound == Bound::Max && packing.segment_count() > 0;
        let parts = if is_cut {
            packing.apart()
        } else {
            vec![packing.clone()]
        };
        Self {
            encoder,
            tracks,
            packing,
            parts,
            is_cut,
        }
    }

    /// Whether every part can be within a bound.
    fn reaches(&self, bound: f64) -> Result<bool, EncodeError> {
        for part in &self.parts {
            if self.error(part, search::FINEST, bound, &mut 0)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn search_formats(
        &self,
        limit: f64,
        scope: search::Scope,
    ) -> Result<EncodeResult, EncodeError> {
        let (mut allowed, mut error, mut is_within) = (Vec::new(), 0.0, true);
        for part in &self.parts {
            let mut worst = 0;
            let measured = |number, bound| self.error(part, number, bound, &mut worst);
            let found = search::coarsest(limit, scope, measured)?;
            allowed.resize(
                allowed.len() + part.segment_count(),
                search::allowance(found.number),
            );
            error = Extreme::higher(error, found.error);
            is_within &= found.is_within;
        }
        let mut widths = [0; bits::WIDEST as usize + 1];
        let compressed = self.load(
            &self.packing,
            summed(self.packing.pack(&allowed, &mut widths)),
        )?;
        Ok(EncodeResult {
            compressed,
            constants: self.tracks.constant_count,
            defaults: self.tracks.defaults,
            animated: self.tracks.animated.len() - self.tracks.still,
            widths,
            segment_frames: self.packing.segment_frames as u32,
            is_within,
            error,
        })
    }

    fn load(&self, packing: &Packing<'_>, bytes: Vec<u8>) -> Result<Compressed, EncodeError> {
        let loaded = Compressed::unsummed(
            Array::from(bytes),
            packing.frames.len() as u32,
            packing.bones,
        );
        loaded.map_err(|error| {
            debug_assert!(
                matches!(
                    error,
                    CodecError::Segment { .. } | CodecError::Length { .. }
                ),
                "{error}"
            );
            EncodeError::TooLarge
        })
    }

    /// Bounded error of a part at an allowance, metres; None if the error is above `bound`. `worst`
    /// is the frame to look at first, where the error exceeds a bound soonest.
    fn error(
        &self,
        part: &Packing<'_>,
        number: u32,
        bound: f64,
        worst: &mut usize,
    ) -> Result<Option<f64>, EncodeError> {
        let is_bounded = self.is_cut && bound.is_finite();
        if is_bounded
            && self
                .error_of(
                    &part.of_frame(part.frames.start + *worst),
                    number,
                    bound,
                    &mut 0,
                )?
                .is_none()
        {
            return Ok(None);
        }
        self.error_of(part, number, bound, worst)
    }

    fn error_of(
        &self,
        part: &Packing<'_>,
        number: u32,
        bound: f64,
        worst: &mut usize,
    ) -> Result<Option<f64>, EncodeError> {
        let allowed = vec![search::allowance(number); part.segment_count()];
        let compressed = self.load(
            part,
            part.pack(&allowed, &mut [0; bits::WIDEST as usize + 1]),
        )?;
        let mut decoder = Decoder::new(
            self.encoder.source,
            self.encoder.settings.space,
            (&compressed, part.frames.start),
        );
        let mut bounded = Bounded::new(self.encoder, part);
        let frames = part.frames.len();
        for frame in (*worst..frames).chain(0..*worst) {
            let at = part.frames.start + frame;
            if !bounded.add(decoder.errors(frame, &self.encoder.raw[at]), bound) {
                *worst = frame;
                return Ok(None);
            }
        }
        Ok(Some(bounded.value()))
    }
}

/// The largest error so far, or the errors of which one in a hundred may be larger.
struct Bounded {
    largest: f64,
    /// Empty where every error is bounded.
    all: Vec<f32>,
    /// Errors that may exceed the bound yet.
    to_spare: usize,
    is_percentile: bool,
}

impl Bounded {
    fn new(encoder: &Encoder<'_>, part: &Packing<'_>) -> Self {
        let is_percentile = encoder.settings.bound == Bound::P99;
        let samples = (part.frames.len() * part.bones).max(1);
        let to_spare = if is_percentile {
            samples - report::rank(samples, PERCENTILE) - 1
        } else {
            0
        };
        Self {
            largest: 0.0,
            all: Vec::new(),
            to_spare,
            is_percentile,
        }
    }

    /// Returns false where the bound cannot be held any more.
    fn add(&mut self, errors: &[f64], bound: f64) -> bool {
        let beyond = errors.iter().filter(|error| **error > bound).count();
        if beyond > self.to_spare {
            return false;
        }
        self.to_spare -= beyond;
        self.largest = errors.iter().copied().fold(self.largest, Extreme::higher);
        if self.is_percentile {
            self.all.extend(errors.iter().map(|error| *error as f32));
        }
        true
    }

    fn value(mut self) -> f64 {
        if !self.is_percentile || self.all.is_empty() {
            return self.largest;
        }
        let at = report::rank(self.all.len(), PERCENTILE);
        (*self.all.select_nth_unstable_by(at, f32::total_cmp).1).into()
    }
}

/// Decodes frame by frame and measures.
struct Decoder<'a> {
    source: &'a EncoderSource<'a>,
    compressed: &'a Compressed,
    /// Frame of the clip at which the compressed part begins.
    first: usize,
    cache: SampleCache,
    meter: Meter<'a>,
    start: Pose,
    pose: Pose,
    errors: Vec<f64>,
}

impl<'a> Decoder<'a> {
    fn new(
        source: &'a EncoderSource<'a>,
        space: ErrorMetricSpace,
        (compressed, first): (&'a Compressed, usize),
    ) -> Self {
        let mut start = Pose::default();
        match source.additive {
            Some(_) => start.fill(source.skeleton.len(), &NO_DELTA),
            None => start.reset(source.skeleton),
        }
        let meter = Meter::new(source.skeleton, source.additive, source.shells).looking(space);
        Self {
            source,
            compressed,
            first,
            cache: SampleCache::default(),
            meter,
            start,
            pose: Pose::default(),
            errors: Vec::new(),
        }
    }

    fn errors(&mut self, frame: usize, raw: &[Shell]) -> &[f64] {
        debug_assert!(self.first + frame < self.source.frames.len());
        self.meter.put_on(self.source.base(self.first + frame));
        self.pose.copy_from(&self.start);
        self.compressed.sample_cached(
            Span {
                frame: frame as u32,
                fraction: 0.0,
            },
            &mut self.cache,
            &mut self.pose,
        );
        self.meter.errors(&self.pose, raw, &mut self.errors);
        &self.errors
    }
}

fn measure(
    source: &EncoderSource<'_>,
    settings: &EncoderSettings,
    found: &EncodeResult,
    raw: &[Vec<Shell>],
) -> CodecReport {
    let (bones, frames) = (source.skeleton.len(), source.frames.len());
    let mut decoder = Decoder::new(source, settings.space, (&found.compressed, 0));
    let mut tally = Tally::new(bones, frames);
    for (frame, raw) in raw.iter().enumerate() {
        tally.add(decoder.errors(frame, raw));
    }
    let mut report = CodecReport {
        raw_bytes: bones * frames * 40,
        compressed_bytes: found.compressed.bytes().len(),
        precision: settings.precision,
        counts: report::Counts {
            default: found.defaults,
            constant: found.constants,
            animated: found.animated,
        },
        widths: found.widths,
        segment_frames: found.segment_frames.min(frames as u32),
        ..CodecReport::default()
    };
    tally.fill(&mut report);
    report
}

#[cfg(test)]
mod tests;
