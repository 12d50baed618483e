//! Whether a clip goes round: its file does not say it.

use crate::{
    BoneKey,
    source::{Channel, ClipSource, Track},
};
use anim::float::Extreme;

/// Whether the last pose is the first one again. Of the bone of `root_motion`, which moves the
/// character and not the pose, nothing counts.
pub fn loops(clip: &ClipSource, root_motion: Option<&BoneKey>) -> bool {
    let counting = || {
        clip.tracks
            .iter()
            .filter(|track| Some(&track.bone) != root_motion)
    };
    let channels = counting()
        .flat_map(Track::channels)
        .chain(clip.curves.iter().map(|curve| &curve.channel));
    let moves = channels.into_iter().any(|channel| channel.times.len() > 1);
    moves
        && counting().all(|track| track_loops(track, clip.duration))
        && clip.curves.iter().all(|curve| {
            let at = |time| curve.channel.scalar(time);
            (at(0.0) - at(clip.duration)).abs() < 1e-3
        })
}

fn track_loops(track: &Track, end: f32) -> bool {
    let vector = |channel: &Option<Channel>| {
        channel
            .as_ref()
            .is_none_or(|channel| vector_loops(channel, end))
    };
    let turn =
        |channel: &Channel| channel.rotation(0.0).dot(channel.rotation(end)).abs() > 1.0 - 1e-5;
    vector(&track.translation) && vector(&track.scale) && track.rotation.as_ref().is_none_or(turn)
}

/// Within a hundredth of how far the channel goes.
fn vector_loops(channel: &Channel, end: f32) -> bool {
    let (first, last) = (channel.vector(0.0), channel.vector(end));
    let size = |v: [f32; 3]| v.iter().fold(0f32, |most, x| most.higher(x.abs()));
    let reach = channel
        .times
        .iter()
        .map(|time| channel.vector(*time))
        .map(|v| size(std::array::from_fn(|i| v[i] - first[i])));
    let reach = reach.fold(0f32, Extreme::higher);
    size(std::array::from_fn(|i| last[i] - first[i])) <= 0.01 * reach + 1e-6 * size(first)
}

#[cfg(test)]
mod tests;
