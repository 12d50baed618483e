//! One bone's keys before and after, as lines over time.

#[cfg(test)]
mod tests;

use super::ReductionPreview;
use anim::Transform;
use asset::{
    Skeleton,
    source::{Channel, ClipSource, Track},
};
use glam::{Quat, Vec3};
use std::{f32::consts::TAU, sync::Arc};
use words::tr;

/// Animated properties of one bone, before and after a key reduction.
#[derive(Debug)]
pub struct BoneKeys {
    /// The reduction preview that the properties were made from.
    preview: Arc<ReductionPreview>,
    /// Index in the skeleton.
    pub bone: usize,
    /// The authored name of the bone.
    pub name: String,
    /// Seconds, one a frame.
    pub times: Vec<f32>,
    /// Properties of the bone that have keys; empty for a bone without a track.
    pub properties: Vec<BoneTrackProperty>,
}

/// Change of a property relative to the first frame, before and after a key reduction.
#[derive(Debug, PartialEq)]
pub struct BoneTrackProperty {
    /// The title of the plot.
    pub name: &'static str,
    /// The unit of the values.
    pub unit: &'static str,
    /// Number of keys before the reduction.
    pub count: usize,
    /// X, Y and Z, one a frame.
    pub now: Vec<Vec3>,
    /// X, Y and Z of the reduced track, one a frame.
    pub then: Vec<Vec3>,
    /// Frames of the keys that are left.
    pub kept: Vec<usize>,
}

impl BoneKeys {
    /// Keys of a bone before and after the reduction; None if the skeleton has no such bone or the
    /// preview has no reduced clip.
    pub fn of(preview: &Arc<ReductionPreview>, skeleton: &Skeleton, bone: usize) -> Option<Self> {
        let (after, authored) = (preview.after.as_ref()?, skeleton.bones.get(bone)?);
        let now = &preview.clip.source;
        let times = frames(now, preview.clip.frame_rate);
        let track = |source: &ClipSource| {
            source
                .tracks
                .iter()
                .position(|track| track.bone == authored.key)
        };
        let tracks = track(now).map(|at| (&now.tracks[at], &after.source.tracks[at]));
        let properties = tracks.map_or(Vec::new(), |tracks| properties(tracks, &times));
        Some(Self {
            bone,
            name: authored.name.clone(),
            times,
            properties,
            preview: preview.clone(),
        })
    }

    /// Whether it was made for this bone of this preview.
    pub fn is_of(&self, preview: &Arc<ReductionPreview>, bone: Option<usize>) -> bool {
        bone == Some(self.bone) && Arc::ptr_eq(preview, &self.preview)
    }
}

/// Times of the frames of the compiled clip, seconds.
fn frames(source: &ClipSource, rate: f32) -> Vec<f32> {
    let last = (source.duration * rate).round().max(1.0) as usize;
    (0..=last)
        .map(|frame| source.duration * frame as f32 / last as f32)
        .collect()
}

fn properties((now, then): (&Track, &Track), times: &[f32]) -> Vec<BoneTrackProperty> {
    let locals = |track: &Track| -> Vec<Transform> {
        times
            .iter()
            .map(|time| track.evaluate(*time, &Transform::IDENTITY))
            .collect()
    };
    let (before, after) = (locals(now), locals(then));
    let property =
        |name, unit, channels: [&Option<Channel>; 2], line: &dyn Fn(&[Transform]) -> Vec<Vec3>| {
            let [now, then] = channels.map(Option::as_ref);
            let (now, then) = now.zip(then)?;
            let kept = then
                .times
                .iter()
                .map(|time| times.partition_point(|frame| *frame < time - 1e-4));
            let kept = kept.map(|frame| frame.min(times.len() - 1)).collect();
            Some(BoneTrackProperty {
                name,
                unit,
                count: now.times.len(),
                now: line(&before),
                then: line(&after),
                kept,
            })
        };
    let first = before[0];
    let shift = |locals: &[Transform]| {
        locals
            .iter()
            .map(|l| (l.translation - first.translation) * 100.0)
            .collect()
    };
    let growth = |locals: &[Transform]| {
        locals
            .iter()
            .map(|l| (l.scale - first.scale) * 100.0)
            .collect()
    };
    [
        property(
            tr!("Rotation"),
            "°",
            [&now.rotation, &then.rotation],
            &|locals| turns(locals, first.rotation),
        ),
        property(
            tr!("Translation"),
            "cm",
            [&now.translation, &then.translation],
            &shift,
        ),
        property(tr!("Scale"), "%", [&now.scale, &then.scale], &growth),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Axis times angle from `first`, degrees; a turn goes on beyond half a round.
fn turns(locals: &[Transform], first: Quat) -> Vec<Vec3> {
    let mut last = Vec3::ZERO;
    let mut turn = |local: &Transform| {
        let turned = (first.inverse() * local.rotation).to_scaled_axis();
        let round = turned.normalize_or_zero() * TAU;
        let ways = [turned, turned - round, turned + round];
        last = ways
            .into_iter()
            .min_by(|a, b| a.distance(last).total_cmp(&b.distance(last)))
            .unwrap_or(turned);
        last * 360.0 / TAU
    };
    locals.iter().map(&mut turn).collect()
}
