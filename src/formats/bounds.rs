//! How large numbers may be. What is beyond is replaced while reading, and reported with its place.
//! Invariant: no point of a character gets further than [`REACH`] from its origin by its bones, at
//! rest or in a clip, so that what is made of it later stays finite.

#[cfg(test)]
mod tests;

use crate::Report;
use anim::Transform;
use asset::{
    skeleton::Bone,
    source::{Channel, Interpolation, Track},
};
use glam::Vec3;
use std::collections::BTreeMap;

/// Metres: of translations, vertices and morph deltas along an axis. Floats are 64 m apart there.
pub const LENGTH: f32 = 1e9;
/// Factors of one bone, and weights of morphs.
pub const FACTOR: f32 = 1e6;
/// Smaller factors of a bone count as 0.
const LEAST_FACTOR: f32 = 1e-9;
/// Factors of a bone and of all above it multiplied, and numbers of an inverse bind.
pub const CHAIN: f32 = 1e9;
/// Metres.
const REACH: f32 = 1e12;
/// Seconds before and after time 0.
pub const TIME: f32 = 1e6;

/// A finite number within a limit either way.
pub fn within(value: f32, limit: f32) -> f32 {
    value.clamp(-limit, limit)
}

/// Brings a finite transform within bounds; false when that moved anything.
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

/// Bones that multiply or add up to more than is bearable lose their scale or translation. Parents
/// come first.
pub fn reference_pose(bones: &mut [Bone], report: &mut Report) {
    let mut spans: Vec<Span> = Vec::with_capacity(bones.len());
    for bone in bones {
        let above = bone
            .parent
            .map_or(Span::ORIGIN, |parent| spans[parent as usize]);
        let place = bone
            .source
            .map_or("/nodes".to_owned(), |node| format!("/nodes/{node}"));
        if above.factor * largest(bone.reference.scale) > CHAIN {
            bone.reference.scale = Vec3::ONE;
            let text = format!(
                "The scales of the node and those above it multiply to more than {CHAIN:e}; its own was left out."
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
                format!("The node is more than {REACH:e} m away; its translation was left out."),
            );
        }
        spans.push(span);
    }
}

/// A clip that takes a bone out of bounds loses its translations and scales.
pub fn motion(tracks: &mut BTreeMap<u32, Track>, bones: &[Bone], place: &str, report: &mut Report) {
    let Some(bone) = first_beyond(tracks, bones) else {
        return;
    };
    for track in tracks.values_mut() {
        (track.translation, track.scale) = (None, None);
    }
    let text = format!(
        "The clip takes “{}” further than {REACH:e} m, or scales it by more than {CHAIN:e}; its translations and scales were left out.",
        bone.name
    );
    report.warn(place, text);
}

fn first_beyond<'a>(tracks: &BTreeMap<u32, Track>, bones: &'a [Bone]) -> Option<&'a Bone> {
    let mut spans: Vec<Span> = Vec::with_capacity(bones.len());
    for (at, bone) in bones.iter().enumerate() {
        let above = bone
            .parent
            .map_or(Span::ORIGIN, |parent| spans[parent as usize]);
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

/// How far a bone may be from the origin, and by how much it scales what hangs on it.
#[derive(Clone, Copy)]
struct Span {
    reach: f32,
    factor: f32,
}

impl Span {
    const ORIGIN: Span = Span {
        reach: 0.0,
        factor: 1.0,
    };

    fn below(self, translation: f32, scale: f32) -> Span {
        Span {
            reach: self.reach + self.factor * translation * 3f32.sqrt(),
            factor: self.factor * scale,
        }
    }
}

fn largest(v: Vec3) -> f32 {
    v.abs().max_element()
}

/// No value between the keys is larger.
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

/// Brings the finite numbers of a channel of positions, scales or weights within a limit. Returns
/// how many keys it changed.
pub fn keys(channel: &mut Channel, key: usize, limit: f32) -> usize {
    let mut changed = 0;
    for key in channel.values.chunks_exact_mut(key) {
        changed += usize::from(key.iter().any(|value| value.abs() > limit));
        key.iter_mut()
            .for_each(|value| *value = within(*value, limit));
    }
    changed
}

/// Keys of turns whose value, four numbers from `value` on, is far from unit length are brought to
/// it as a whole.
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
