//! Morph weights of a clip: its curves that have the names of morphs. Invariant: one list of times
//! for all nodes of a skeleton, so that morphs that share a name keep equal keys.

use super::{
    keys::{GltfChannelKeys, Moved, Path},
    morph::Shapes,
    rig::GltfExportRig,
};
use asset::{
    Clip, Curve,
    curve::Extrapolation,
    source::{Channel, Interpolation},
};
use std::collections::BTreeMap;

/// Most frames at which a curve is resampled.
const MAX_FRAMES: f32 = (1 << 20) as f32;

/// A curve of a clip that drives a morph.
enum ClipCurveSource<'a> {
    Imported(&'a Channel),
    Authored(&'a Curve),
}

/// Weights of every node with morphs. Empty where no curve drives a morph.
pub fn of(rig: &GltfExportRig<'_>, clip: &Clip) -> Vec<Moved> {
    let names = rig.shapes.iter().flat_map(|shapes| shapes.names);
    let lines: BTreeMap<&str, ClipCurveSource<'_>> = names
        .filter_map(|name| Some((name.as_str(), line(clip, name)?)))
        .collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let as_imported = alike(&lines);
    let times = if as_imported.is_some() {
        Vec::new()
    } else {
        times(clip, &lines)
    };
    let moved = |shapes: &Shapes<'_>| {
        let morph = |(name, default): (&String, &f32)| match (lines.get(name.as_str()), as_imported)
        {
            (Some(ClipCurveSource::Imported(channel)), Some(_)) => (*channel).clone(),
            (_, Some(like)) => constant(like, *default),
            (line, None) => resampled(line, &times, *default),
        };
        let channels: Vec<Channel> = shapes
            .names
            .iter()
            .zip(&shapes.defaults)
            .map(morph)
            .collect();
        Moved {
            node: shapes.node,
            keys: GltfChannelKeys::new(Path::Weights(channels.len()), &woven(&channels)),
        }
    };
    rig.shapes.iter().map(moved).collect()
}

fn line<'a>(clip: &'a Clip, name: &str) -> Option<ClipCurveSource<'a>> {
    match clip.curves.iter().find(|curve| curve.name == name) {
        Some(curve) => (!curve.disabled).then_some(ClipCurveSource::Authored(curve)),
        None => {
            let imported = clip.source.curves.iter().find(|curve| curve.name == name);
            imported.map(|curve| ClipCurveSource::Imported(&curve.channel))
        }
    }
}

/// Any of the lines, if all are imported and have keys at the same times.
fn alike<'a>(lines: &BTreeMap<&str, ClipCurveSource<'a>>) -> Option<&'a Channel> {
    let mut first: Option<&Channel> = None;
    for line in lines.values() {
        let ClipCurveSource::Imported(channel) = line else {
            return None;
        };
        let like = *first.get_or_insert(channel);
        if like.times != channel.times || like.interpolation != channel.interpolation {
            return None;
        }
    }
    first
}

/// Times of all keys within the clip and of its ends, and all frames if a line is not linear
/// between its keys.
fn times(clip: &Clip, lines: &BTreeMap<&str, ClipCurveSource<'_>>) -> Vec<f32> {
    let end = clip.source.duration;
    let mut times = vec![0.0, end];
    for line in lines.values() {
        match line {
            ClipCurveSource::Imported(channel) => times.extend(&channel.times),
            ClipCurveSource::Authored(curve) => times.extend(curve.keys.iter().map(|key| key.time)),
        }
    }
    if !lines.values().all(ClipCurveSource::is_straight) {
        let frames = (end * clip.frame_rate).round().clamp(1.0, MAX_FRAMES);
        times.extend((0..frames as u32).map(|frame| end * frame as f32 / frames));
    }
    times.retain(|time| (0.0..=end).contains(time));
    times.sort_by(f32::total_cmp);
    times.dedup();
    times
}

impl ClipCurveSource<'_> {
    fn is_straight(&self) -> bool {
        match self {
            ClipCurveSource::Imported(channel) => channel.interpolation == Interpolation::Linear,
            ClipCurveSource::Authored(curve) => {
                curve.extrapolation == Extrapolation::Clamp
                    && curve
                        .keys
                        .iter()
                        .all(|key| key.interpolation == Interpolation::Linear)
            }
        }
    }

    /// Value at a time, in seconds. None where a curve has no value, so that the default weight
    /// applies.
    fn value(&self, time: f32) -> Option<f32> {
        match self {
            ClipCurveSource::Imported(channel) => Some(channel.scalar(time)),
            ClipCurveSource::Authored(curve) => curve.value(time),
        }
    }
}

fn resampled(line: Option<&ClipCurveSource<'_>>, times: &[f32], default: f32) -> Channel {
    let value = |time: &f32| line.and_then(|line| line.value(*time)).unwrap_or(default);
    Channel {
        interpolation: Interpolation::Linear,
        times: times.to_vec(),
        values: times.iter().map(value).collect(),
    }
}

/// A constant with keys at the times of another channel.
fn constant(like: &Channel, value: f32) -> Channel {
    let key = if like.interpolation == Interpolation::Cubic {
        vec![0.0, value, 0.0]
    } else {
        vec![value]
    };
    Channel {
        values: key.repeat(like.times.len()),
        interpolation: like.interpolation,
        times: like.times.clone(),
    }
}

/// Weaves channels of one number and the same times into one channel with a number of each.
fn woven(channels: &[Channel]) -> Channel {
    let like = &channels[0];
    Channel {
        interpolation: like.interpolation,
        times: like.times.clone(),
        values: (0..like.values.len())
            .flat_map(|at| channels.iter().map(move |channel| channel.values[at]))
            .collect(),
    }
}
