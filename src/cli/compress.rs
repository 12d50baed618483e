//! `compress`: tells what a clip costs in memory and how far it is off at a precision.

use crate::{
    Failure, Io,
    args::{CompressArgs, ErrorBound, ErrorSpace},
    json, keyframes,
    load::{Loaded, load},
    place_row::PlacementRow,
    stage::Stage,
};
use anim::codec::{
    Bound, CodecReport, Compressed, EncodeError, EncoderSettings, ErrorMetricSpace, Rates,
};
use serde::Serialize;
use std::{collections::BTreeMap, time::Instant};
use words::tr;

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ClipCompressionReport<'a> {
    clip: &'a str,
    raw_bytes: usize,
    bytes: usize,
    ratio: f32,
    /// Tolerance for the error of a point, in metres. All other errors are in metres, too.
    precision: f32,
    /// Whether some point is further off than the precision allows.
    red: bool,
    /// The largest distance from the raw frames.
    max_error: f32,
    worst: PlacementRow<'a>,
    /// The distance from the file's own keys, measured at the keys, at the frames and between. Null
    /// in a bundle, which has no file's keys.
    source: Option<SourceRow<'a>>,
    frames: usize,
    /// Whether the frames are evenly spaced.
    even: bool,
    mean_error: f32,
    root_mean_square: f32,
    p99_error: f32,
    /// Sub-tracks: the translation, rotation and scale of every bone count one each.
    tracks: TrackCounts,
    /// Number of components that are stored with each number of bits.
    widths: BTreeMap<usize, u32>,
    segment_frames: u32,
    /// Distance of the last key from the first, without root motion.
    seam_error: f32,
    encode_seconds: f64,
    decode_nanoseconds: f64,
    bones: Vec<BoneRow<'a>>,
}

/// Error of what plays against the file.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SourceRow<'a> {
    max_error: f32,
    worst: PlacementRow<'a>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TrackCounts {
    default: usize,
    constant: usize,
    animated: usize,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BoneRow<'a> {
    bone: &'a str,
    max: f32,
    mean: f32,
    root_mean_square: f32,
    /// Time of the largest error, in seconds on the clip.
    time_of_max: f64,
    bits: BitsRow,
}

/// Bits that a component takes in a frame, the mean over the clip. 0 when it stands still, null
/// when it is not stored.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BitsRow {
    rotation: Option<f32>,
    translation: Option<f32>,
    scale: Option<f32>,
}

impl BitsRow {
    fn of(
        Rates {
            rotation,
            translation,
            scale,
        }: Rates,
    ) -> Self {
        Self {
            rotation,
            translation,
            scale,
        }
    }

    /// A text such as `rotation 12.5, translation still`; what is not stored is left out.
    fn words(&self) -> String {
        let all = [
            ("rotation", self.rotation),
            ("translation", self.translation),
            ("scale", self.scale),
        ];
        let word = |(name, bits): (&str, Option<f32>)| match bits? {
            0.0 => Some(tr!("{name} constant")),
            bits => Some(format!("{name} {bits:.1}")),
        };
        all.into_iter()
            .filter_map(word)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// Compresses one clip and prints its size and errors; nothing is saved. With `--keyframes` it
/// hands over to [`keyframes::run_keyframes`]. An error when the clip is unknown or cannot be
/// compressed.
pub fn run_compress(args: &CompressArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let loaded = load(&args.file, io)?;
    let (stage, clip, bases) = Stage::raw_clip(&loaded, &args.clip)?;
    if args.keyframes {
        return keyframes::run_keyframes(args, &stage, (&clip, &bases), io);
    }
    let bound = match args.bound {
        ErrorBound::Max => Bound::Max,
        ErrorBound::P99 => Bound::P99,
    };
    let start = Instant::now();
    let precision = args
        .error
        .unwrap_or_else(|| asset::default_precision(&stage.skeleton));
    let space = match args.space {
        ErrorSpace::Object => ErrorMetricSpace::Object,
        ErrorSpace::Parent => ErrorMetricSpace::Parent,
    };
    let settings = EncoderSettings {
        precision,
        bound,
        space,
    };
    let compressed = compressed_source(&loaded, &args.clip, &settings);
    let compressed = compressed.unwrap_or_else(|| {
        asset::compress(&clip, &bases, (&stage.skeleton, &stage.shells), &settings)
    });
    let (compressed, report) = compressed.map_err(Failure::input)?;
    let encode_seconds = start.elapsed().as_secs_f64();
    let decode_nanoseconds = decode_time(&compressed, &stage, report.frames.len() as u32);
    let measured = (&compressed, &report);
    let document = document(
        args,
        measured,
        &stage,
        &clip,
        [encode_seconds, decode_nanoseconds],
    );
    if args.json {
        json::write(io, &document)
    } else {
        print(&document, io)
    }
}

/// The clip compressed from the file's own keys. None in a bundle.
fn compressed_source(
    loaded: &Loaded,
    clip: &str,
    settings: &EncoderSettings,
) -> Option<Result<(Compressed, CodecReport), EncodeError>> {
    let Loaded::Authored { project, .. } = loaded else {
        return None;
    };
    let (id, _) = project.clips.iter().find(|(_, known)| known.name == clip)?;
    asset::compress_authored(project, *id, settings)
}

/// Nanoseconds to decode one pose, measured while the clip plays forwards frame by frame.
fn decode_time(compressed: &anim::codec::Compressed, stage: &Stage, frames: u32) -> f64 {
    let (mut cache, mut pose) = (
        anim::codec::SampleCache::default(),
        anim::Pose::reference(&stage.skeleton),
    );
    let start = Instant::now();
    for frame in 0..frames {
        compressed.sample_cached(
            anim::codec::Span {
                frame,
                fraction: 0.5,
            },
            &mut cache,
            &mut pose,
        );
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(frames.max(1))
}

fn document<'a>(
    args: &'a CompressArgs,
    (compressed, report): (&Compressed, &CodecReport),
    stage: &'a Stage,
    clip: &anim::Clip,
    [encode_seconds, decode_nanoseconds]: [f64; 2],
) -> ClipCompressionReport<'a> {
    let time = |frame: u32| report.time(frame, clip.length.into());
    let name = |bone: usize| stage.bones[bone].name.as_str();
    let source = stage.authored.map(|_| SourceRow {
        max_error: report.source.max,
        worst: PlacementRow {
            bone: name(report.source.bone as usize),
            time: report.source.time.into(),
        },
    });
    let bones =
        report
            .bones
            .iter()
            .zip(compressed.rates())
            .enumerate()
            .map(|(bone, (error, rates))| BoneRow {
                bone: name(bone),
                max: error.max,
                mean: error.mean,
                root_mean_square: error.root_mean_square,
                time_of_max: time(error.worst_frame),
                bits: BitsRow::of(rates),
            });
    let widths = report
        .widths
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0);
    ClipCompressionReport {
        clip: &args.clip,
        raw_bytes: report.raw_bytes,
        bytes: report.compressed_bytes,
        ratio: report.ratio(),
        precision: report.precision,
        red: report.is_red(),
        max_error: report.max_error,
        worst: PlacementRow {
            bone: name(report.worst_bone),
            time: time(report.worst_frame),
        },
        source,
        frames: report.frames.len(),
        even: report.times.is_empty(),
        mean_error: report.mean_error,
        root_mean_square: report.root_mean_square,
        p99_error: report.p99_error,
        tracks: TrackCounts {
            default: report.counts.default,
            constant: report.counts.constant,
            animated: report.counts.animated,
        },
        widths: widths.map(|(bits, count)| (bits, *count)).collect(),
        segment_frames: report.segment_frames,
        seam_error: asset::seam(clip, (&stage.skeleton, &stage.shells)).unwrap_or(0.0),
        encode_seconds,
        decode_nanoseconds,
        bones: bones.collect(),
    }
}

fn print(d: &ClipCompressionReport<'_>, io: &mut Io<'_>) -> Result<(), Failure> {
    let cm = |metres: f32| format!("{:.5} cm", metres * 100.0);
    writeln!(
        io.out,
        "{}",
        tr!(
            "clip {}: {} bytes of {}, {:.2} : 1",
            d.clip,
            d.bytes,
            d.raw_bytes,
            d.ratio
        )
    )?;
    let verdict = if d.red { tr!("missed") } else { tr!("met") };
    writeln!(
        io.out,
        "{}",
        tr!("tolerance {}, {verdict}", cm(d.precision))
    )?;
    writeln!(
        io.out,
        "{}",
        tr!(
            "largest error {} at {}, {:.3} s",
            cm(d.max_error),
            d.worst.bone,
            d.worst.time
        )
    )?;
    if let Some(SourceRow { max_error, worst }) = &d.source {
        let frames = if d.even {
            tr!("even")
        } else {
            tr!("also at the keys of the file")
        };
        let place = format!("{}, {:.3} s", worst.bone, worst.time);
        writeln!(
            io.out,
            "{}",
            tr!(
                "error against the file {} at {place}; {} frames, {frames}",
                cm(*max_error),
                d.frames
            )
        )?;
    }
    writeln!(
        io.out,
        "{}",
        tr!(
            "mean {}, RMS {}, p99 {}",
            cm(d.mean_error),
            cm(d.root_mean_square),
            cm(d.p99_error)
        )
    )?;
    let TrackCounts {
        default,
        constant,
        animated,
    } = d.tracks;
    writeln!(
        io.out,
        "{}",
        tr!(
            "sub-tracks: {animated} animated, {constant} constant, {default} in the reference pose"
        )
    )?;
    writeln!(
        io.out,
        "{}",
        tr!(
            "segments of {} frames; loop seam {}",
            d.segment_frames,
            cm(d.seam_error)
        )
    )?;
    writeln!(
        io.out,
        "{}",
        tr!(
            "compressed in {:.4} s, {:.0} ns per pose",
            d.encode_seconds,
            d.decode_nanoseconds
        )
    )?;
    let mut worst: Vec<&BoneRow<'_>> = d.bones.iter().filter(|bone| bone.max > 0.0).collect();
    worst.sort_by(|a, b| b.max.total_cmp(&a.max));
    for bone in worst.iter().take(8) {
        let (name, max, mean) = (bone.bone, cm(bone.max), cm(bone.mean));
        writeln!(
            io.out,
            "{}",
            tr!(
                "  {name}: {max} at {:.3} s, mean {mean}; bits {}",
                bone.time_of_max,
                bone.bits.words()
            )
        )?;
    }
    Ok(())
}
