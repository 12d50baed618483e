//! `compress --keyframes`: what a clip costs as sparse keys for a network, and how far it is off.

use crate::{Failure, Io, args::CompressArgs, json, output, place_row::PlacementRow, stage::Stage};
use anim::{
    Pose,
    codec::keyframes::{HEADER_BYTES, KEY_BYTES, KeyframeReport, Receiver, Reduction},
};
use files::{Over, Product};
use serde::Serialize;
use std::path::Path;
use words::tr;

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct KeyframeCostReport<'a> {
    clip: &'a str,
    raw_bytes: usize,
    bytes: usize,
    ratio: f64,
    keys: u32,
    /// Rotations, translations and scales of every bone in every frame.
    raw_keys: usize,
    /// Tolerance for rotations, in degrees.
    threshold: f32,
    /// Tolerance for translations, in metres.
    distance: f32,
    /// The most seconds that were asked for between two keys of one bone and property; 0 for no
    /// limit.
    delay: f64,
    /// The most seconds that there are between two keys of one bone and property.
    longest_gap: f64,
    /// Bytes of all keys over the clip's length in seconds.
    bytes_per_second: f64,
    /// All errors in metres.
    max_error: f32,
    worst: PlacementRow<'a>,
    mean_error: f32,
    root_mean_square: f32,
    p99_error: f32,
    bones: Vec<KeyframeBoneRow<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct KeyframeBoneRow<'a> {
    bone: &'a str,
    rotations: u32,
    translations: u32,
    scales: u32,
    max: f32,
    mean: f32,
    root_mean_square: f32,
    /// Time of the largest error, in seconds on the clip.
    time_of_max: f64,
}

/// Prints what `clip` costs as sparse keys and, with `--out`, writes them. `bases` are the poses
/// that an additive clip's differences are put on. Without a threshold or a distance the keys are
/// chosen to stay within `--within`.
pub fn run_keyframes(
    args: &CompressArgs,
    stage: &Stage,
    (clip, bases): (&anim::Clip, &[Pose]),
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let (on, delay) = ((stage.skeleton.as_ref(), &*stage.shells), args.delay as f32);
    let given = Reduction {
        delay,
        ..Reduction::default()
    };
    let (reduction, report) = if args.threshold.or(args.distance).is_none() {
        asset::key_stream_within(clip, bases, on, args.within, delay).map_err(Failure::input)?
    } else {
        let rotation = args.threshold.unwrap_or(given.rotation);
        let reduction = Reduction {
            rotation,
            translation: args.distance.unwrap_or(given.translation),
            ..given
        };
        (
            reduction,
            asset::key_stream(clip, bases, on, &reduction)
                .map_err(Failure::input)?
                .1,
        )
    };
    if let Some(path) = &args.out {
        write(
            (path, output::over(args.force)),
            key_stream(clip, bases, on, &reduction)?,
            stage,
            clip,
        )?;
    }
    let document = document(args, &reduction, stage, clip, &report);
    if args.json {
        json::write(io, &document)
    } else {
        print(&document, io)
    }
}

fn key_stream(
    clip: &anim::Clip,
    bases: &[Pose],
    on: (&anim::Skeleton, &[f32]),
    reduction: &Reduction,
) -> Result<Vec<u8>, Failure> {
    Ok(asset::key_stream(clip, bases, on, reduction)
        .map_err(Failure::input)?
        .0)
}

/// Writes a stream, and plays what the file has, as it would arrive, against what was made.
fn write(
    (path, over): (&Path, Over),
    bytes: Vec<u8>,
    stage: &Stage,
    clip: &anim::Clip,
) -> Result<(), Failure> {
    files::write_output(path, &bytes, Product::KeyStream, over)?;
    // What goes into a pipe or a device does not come back.
    if !path.is_file() {
        return Ok(());
    }
    let read = files::read(path)?;
    let [made, arrived] =
        [(&bytes, bytes.len()), (&read, PIECE)].map(|(bytes, piece)| received(bytes, piece, stage));
    let (made, arrived) = (made?, arrived?);
    for frame in 0..clip.key_count {
        let time = f64::from(frame) / f64::from(clip.rate()).max(1e-9);
        let [made, arrived] = [&made, &arrived].map(|receiver| {
            let mut pose = Pose::reference(&stage.skeleton);
            receiver.sample(time, &mut pose);
            pose.hash()
        });
        if made != arrived {
            return Err(Failure::Input(tr!(
                "{}: frame {frame} differs after reading the keys back.",
                path.display()
            )));
        }
    }
    Ok(())
}

/// Bytes that arrive at once: a key is cut now and then.
const PIECE: usize = 61;

fn received(bytes: &[u8], piece: usize, stage: &Stage) -> Result<Receiver, Failure> {
    let (header, keys) = bytes.split_at_checked(HEADER_BYTES).unwrap_or((bytes, &[]));
    let mut receiver = Receiver::new(header, &stage.skeleton).map_err(Failure::input)?;
    for piece in keys.chunks(piece.max(1)) {
        receiver.push(piece).map_err(Failure::input)?;
    }
    Ok(receiver)
}

fn document<'a>(
    args: &'a CompressArgs,
    reduction: &Reduction,
    stage: &'a Stage,
    clip: &anim::Clip,
    report: &'a KeyframeReport,
) -> KeyframeCostReport<'a> {
    let rate = f64::from(clip.rate()).max(1e-9);
    let name = |bone: usize| stage.bones[bone].name.as_str();
    let errors = &report.errors;
    let rows = report.kept.iter().zip(&errors.bones).enumerate();
    let bones = rows.map(
        |(bone, (&[rotations, translations, scales], error))| KeyframeBoneRow {
            bone: name(bone),
            rotations,
            translations,
            scales,
            max: error.max,
            mean: error.mean,
            root_mean_square: error.root_mean_square,
            time_of_max: f64::from(error.worst_frame) / rate,
        },
    );
    let keys = report.keys();
    KeyframeCostReport {
        clip: &args.clip,
        raw_bytes: report.raw_bytes,
        bytes: report.bytes,
        ratio: report.raw_bytes as f64 / report.bytes.max(1) as f64,
        keys,
        raw_keys: 3 * report.kept.len() * clip.key_count as usize,
        threshold: reduction.rotation,
        distance: reduction.translation,
        delay: args.delay,
        longest_gap: f64::from(report.longest_gap) / rate,
        bytes_per_second: f64::from(keys) * KEY_BYTES as f64
            / f64::from(clip.length).max(1.0 / rate.max(1.0)),
        max_error: errors.max,
        worst: PlacementRow {
            bone: name(errors.worst_bone),
            time: f64::from(errors.worst_frame) / rate,
        },
        mean_error: errors.mean,
        root_mean_square: errors.root_mean_square,
        p99_error: errors.p99,
        bones: bones.collect(),
    }
}

fn print(d: &KeyframeCostReport<'_>, io: &mut Io<'_>) -> Result<(), Failure> {
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
    writeln!(
        io.out,
        "{}",
        tr!(
            "{} keys of {}, {:.0} bytes per second",
            d.keys,
            d.raw_keys,
            d.bytes_per_second
        )
    )?;
    writeln!(
        io.out,
        "{}",
        tr!("up to {:.3} s between two keys", d.longest_gap)
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
    let keys = |bone: &KeyframeBoneRow<'_>| bone.rotations + bone.translations + bone.scales;
    let mut most: Vec<&KeyframeBoneRow<'_>> =
        d.bones.iter().filter(|bone| keys(bone) > 0).collect();
    most.sort_by_key(|bone| std::cmp::Reverse(keys(bone)));
    for bone in most.iter().take(8) {
        writeln!(
            io.out,
            "{}",
            tr!(
                "  {}: {} keys, largest error {}",
                bone.bone,
                keys(bone),
                cm(bone.max)
            )
        )?;
    }
    Ok(())
}
