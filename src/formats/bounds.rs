//! How large numbers may be. What is beyond is replaced while reading, and reported with its place.
//! Invariant: no point of a character gets further than [`REACH`] from its origin by its bones, at
//! rest or in a clip, so that what is made of it later stays finite.

#[cfg(test)]
mod tests;

use crate::{ImportError, ImportProblem, ImportReport};
use anim::Transform;
use asset::{
    skeleton::Bone,
    source::{Channel, Interpolation, Track},
};
use glam::Vec3;
use std::collections::BTreeMap;
use words::tr;

/// Largest distance along one axis, in metres, of a translation, a vertex or a morph delta.
/// Adjacent floats are 64 m apart there.
pub const LENGTH: f32 = 1e9;
/// Largest scale of one bone along an axis, and largest weight of a morph target.
pub const FACTOR: f32 = 1e6;
/// Smallest scale of a bone along an axis; anything nearer to 0 becomes 0.
const LEAST_FACTOR: f32 = 1e-9;
/// Largest product of the scales of a bone and all its parents, and largest number in an inverse
/// bind matrix.
pub const CHAIN: f32 = 1e9;
/// Largest distance of a bone from the origin of its character, in metres.
const REACH: f32 = 1e12;
/// Largest time of a key, in seconds, before or after time 0.
pub const TIME: f32 = 1e6;
/// Most keys that the animations of a file have in all.
const MAX_KEYS: usize = 10_000_000;

/// Refuses more keys than a file may have. `place` is where the last of them are.
pub fn key_count(count: usize, place: &str) -> Result<(), ImportError> {
    if count <= MAX_KEYS {
        return Ok(());
    }
    let problem = ImportProblem::TooLarge {
        what: "keys",
        count: count as u64,
        limit: MAX_KEYS as u64,
    };
    Err(ImportError::new(place.into(), problem))
}

/// Clamps a finite number to `-limit..=limit`.
pub fn within(value: f32, limit: f32) -> f32 {
    value.clamp(-limit, limit)
}

/// Clamps the translation to [`LENGTH`] and the scale to [`FACTOR`], and sets tiny scales to 0.
/// Returns false when the translation or a large scale had to change. Contract: `local` is finite.
pub fn transform(local: &mut Transform) -> bool {
    let vector = |v: Vec3, limit: f32| v.clamp(Vec3::splat(-limit), Vec3::splat(limit));
    let (translation, scale) = (
        vector(local.translation, LENGTH),
        vector(local.scale, FACTOR),
    );
    let is_same = (translation, scale) == (local.translation, local.scale);
    local.translation = translation;
    local.scale = Vec3::from(
        scale
            .to_array()
            .map(|x| if x.abs() < LEAST_FACTOR { 0.0 } else { x }),
    );
    is_same
}

/// Resets the scale of a bone whose chain multiplies to more than [`CHAIN`] to 1, and the
/// translation of a bone that is too far away to 0; each is a warning. Contract: parents come
/// first.
pub fn reference_pose(bones: &mut [Bone], report: &mut ImportReport) {
    let mut spans: Vec<BoneReach> = Vec::with_capacity(bones.len());
    for bone in bones {
        let above = bone
            .parent
            .map_or(BoneReach::ORIGIN, |parent| spans[parent as usize]);
        let place = bone
            .source
            .map_or("/nodes".to_owned(), |node| format!("/nodes/{node}"));
        if above.factor * largest(bone.reference.scale) > CHAIN {
            bone.reference.scale = Vec3::ONE;
            let text = tr!(
                "The scale of the node and its parents exceeds {CHAIN:e}; its own scale was left out."
            );
            report.warn(place.as_str(), text);
        }
        let mut span = above.below(
            largest(bone.reference.translation),
            largest(bone.reference.scale),
        );
        if span.reach > REACH {
            bone.reference.translation = Vec3::ZERO;
            span.reach = above.reach;
            report.warn(
                place,
                tr!("The node is more than {REACH:e} m away; its translation was left out."),
            );
        }
        spans.push(span);
    }
}

/// Drops all translations and scales of a clip that takes any bone out of bounds, with a warning
/// that names the first such bone. `tracks` are by bone.
pub fn motion(
    tracks: &mut BTreeMap<u32, Track>,
    bones: &[Bone],
    place: &str,
    report: &mut ImportReport,
) {
    let Some(bone) = first_beyond(tracks, bones) else {
        return;
    };
    for track in tracks.values_mut() {
        (track.translation, track.scale) = (None, None);
    }
    let text = tr!(
        "The clip moves “{}” more than {REACH:e} m or scales it by more than {CHAIN:e}; its translations and scales were left out.",
        bone.name
    );
    report.warn(place, text);
}

fn first_beyond<'a>(tracks: &BTreeMap<u32, Track>, bones: &'a [Bone]) -> Option<&'a Bone> {
    let mut spans: Vec<BoneReach> = Vec::with_capacity(bones.len());
    for (at, bone) in bones.iter().enumerate() {
        let above = bone
            .parent
            .map_or(BoneReach::ORIGIN, |parent| spans[parent as usize]);
        let track = tracks.get(&(at as u32));
        let most = |channel: Option<&Channel>, rest: Vec3| channel.map_or(largest(rest), extreme);
        let translation = most(
            track.and_then(|track| track.translation.as_ref()),
            bone.reference.translation,
        );
        let scale = most(
            track.and_then(|track| track.scale.as_ref()),
            bone.reference.scale,
        );
        let span = above.below(translation, scale);
        if span.factor > CHAIN || span.reach > REACH {
            return Some(bone);
        }
        spans.push(span);
    }
    None
}

/// Greatest distance of a bone from the origin, and factor by which the bone scales its
/// descendants.
#[derive(Clone, Copy)]
struct BoneReach {
    reach: f32,
    factor: f32,
}

impl BoneReach {
    const ORIGIN: BoneReach = BoneReach {
        reach: 0.0,
        factor: 1.0,
    };

    fn below(self, translation: f32, scale: f32) -> BoneReach {
        BoneReach {
            reach: self.reach + self.factor * translation * 3f32.sqrt(),
            factor: self.factor * scale,
        }
    }
}

fn largest(v: Vec3) -> f32 {
    v.abs().max_element()
}

/// Largest absolute value that the channel can reach. Cubic tangents count times the longest span
/// between two keys.
fn extreme(channel: &Channel) -> f32 {
    let largest =
        |values: &mut dyn Iterator<Item = &f32>| values.fold(0f32, |most, x| most.max(x.abs()));
    let all = largest(&mut channel.values.iter());
    if channel.interpolation != Interpolation::Cubic {
        return all;
    }
    let span = channel
        .times
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .fold(0f32, f32::max);
    all * (1.0 + span)
}

/// Clamps the finite numbers of a channel of positions, scales or weights to a limit. `key` is how
/// many numbers a key has. Returns how many keys it changed.
pub fn keys(channel: &mut Channel, key: usize, limit: f32) -> usize {
    let mut changed = 0;
    for key in channel.values.chunks_exact_mut(key) {
        changed += usize::from(key.iter().any(|value| value.abs() > limit));
        key.iter_mut()
            .for_each(|value| *value = within(*value, limit));
    }
    changed
}

/// Normalises rotation keys whose quaternion is far from unit length (below 1e-3 or above 1e3). The
/// quaternion is the four numbers of a key from `value` on; its tangents, if any, are divided by
/// the same length. Returns how many keys it normalised.
pub fn turns(channel: &mut Channel, key: usize, value: usize) -> usize {
    let mut changed = 0;
    for key in channel.values.chunks_exact_mut(key) {
        let length = key[value..value + 4]
            .iter()
            .map(|x| f64::from(*x).powi(2))
            .sum::<f64>()
            .sqrt();
        if !(1e-3..=1e3).contains(&length) {
            key.iter_mut()
                .for_each(|x| *x = (f64::from(*x) / length) as f32);
            changed += 1;
        }
        key.iter_mut().for_each(|x| *x = within(*x, LENGTH));
    }
    changed
}
