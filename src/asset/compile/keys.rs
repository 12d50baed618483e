//! Keys of a clip's source at the times of its frames, and poses of keys.

#[cfg(test)]
mod tests;

use super::{
    resample::Frames,
    wrap::{self, Closing},
};
use crate::{
    Bones,
    diagnostic::Kind,
    inputs::PoseInputs,
    source::{Channel, StepSide, Track},
};
use anim::{
    PackedTransform, Pose, Transform,
    additive::{AdditivePose, NO_DELTA},
    clip::Keys,
    codec::SampleCache,
    float::Extreme,
    limits::is_near,
    retarget::Retarget,
};
use glam::Vec3;
use words::tr;

/// The most keys a compiled clip may have.
pub const MAX_KEYS: u64 = 1 << 20;

/// Number of frames of the source, or the reason why there cannot be any.
/// [`LoopPolicy::Wrap`](crate::clip::LoopPolicy::Wrap) adds one to the compiled clip.
pub(crate) fn key_count(clip: &PoseInputs<'_>) -> Result<u32, Kind> {
    if !(clip.frame_rate.is_finite() && clip.frame_rate > 0.0) {
        return Err(Kind::BadNumber {
            field: tr!("frame rate"),
        });
    }
    let length = clip.source().duration;
    let intervals = (f64::from(length) * f64::from(clip.frame_rate)).round();
    if !(0.0..=MAX_KEYS as f64).contains(&intervals) {
        return Err(Kind::ClipTooLong {
            keys: intervals as u64,
        });
    }
    Ok(if length > 0.0 {
        intervals.higher(1.0) as u32 + 1
    } else {
        1
    })
}

/// Times of the keys, seconds.
pub(crate) fn key_times(length: f32, key_count: u32) -> Vec<f32> {
    let time = |key: u32| {
        if key_count > 1 {
            (f64::from(length) * f64::from(key) / f64::from(key_count - 1)) as f32
        } else {
            0.0
        }
    };
    (0..key_count).map(time).collect()
}

/// The poses of a clip's own keys, and whether some were not finite.
pub(crate) fn full_pose(
    clip: &PoseInputs<'_>,
    frames: &Frames,
    skeleton: &anim::Skeleton,
    bones: &Bones<'_>,
) -> (anim::Clip, bool) {
    let mut keys = KeyWriter {
        closing: wrap::closing(clip),
        ..KeyWriter::default()
    };
    let known = clip
        .source()
        .tracks
        .iter()
        .filter_map(|track| Some((bones.index(&track.bone)?, track)));
    let mut ascending: Vec<(u32, &Track)> = known.collect();
    ascending.sort_by_key(|(bone, _)| *bone);
    let tracks: Vec<anim::clip::Track> = ascending
        .into_iter()
        .map(|(bone, track)| {
            let made_for = clip
                .made_for
                .translation(track, bones.skeleton(), bone as usize);
            keys.track((bone, track), made_for, (frames, clip), skeleton)
        })
        .collect();
    let (tracks, floats) = (tracks.into(), keys.floats.into());
    let (length, key_count) = (
        clip.length(),
        frames.times.len() as u32 + u32::from(keys.closing.is_some()),
    );
    let times = frames.compiled(clip).into();
    (
        anim::Clip {
            length,
            key_count,
            times,
            tracks,
            keys: floats,
            ..anim::Clip::default()
        },
        keys.repaired,
    )
}

#[derive(Default)]
pub(super) struct KeyWriter {
    pub(super) floats: Vec<f32>,
    repaired: bool,
    closing: Option<Closing>,
}

impl KeyWriter {
    fn track(
        &mut self,
        (index, track): (u32, &Track),
        made_for: Vec3,
        (frames, clip): (&Frames, &PoseInputs<'_>),
        skeleton: &anim::Skeleton,
    ) -> anim::clip::Track {
        let bone = index as usize;
        let (at_rest, mode) = (
            skeleton.reference(bone),
            (skeleton.retarget(bone), made_for),
        );
        let mut samples = self.samples(track, frames, &at_rest, mode);
        if let Some(closing) = self.closing {
            let before = || {
                if frames.is_even {
                    samples[samples.len().saturating_sub(2)]
                } else {
                    let before = Frames {
                        times: vec![2.0 * clip.source().duration - clip.length()],
                        ..Frames::default()
                    };
                    self.samples(track, &before, &at_rest, mode)[0]
                }
            };
            let key = closing.key(bone, &samples, before);
            samples.push(key);
        }
        let reference = PackedTransform::from(skeleton.reference(bone));
        let has = |channel: &Option<Channel>| channel.is_some();
        anim::clip::Track {
            bone: index,
            translation: self.keys(
                has(&track.translation),
                &samples,
                reference.translation,
                |s| s.translation,
            ),
            rotation: self.keys(has(&track.rotation), &samples, reference.rotation, |s| {
                s.rotation
            }),
            scale: self.keys(has(&track.scale), &samples, reference.scale, |s| s.scale),
        }
    }

    /// One transform a key; rotations continue on the side of the one before, bad values repeat it.
    fn samples(
        &mut self,
        track: &Track,
        frames: &Frames,
        reference: &Transform,
        (retarget, made_for): (Retarget, Vec3),
    ) -> Vec<PackedTransform> {
        let mut previous = *reference;
        let mut sample = |(frame, time): (usize, &f32)| {
            let mut value = match frames.side(frame) {
                StepSide::After => track.evaluate(*time, reference),
                StepSide::Before => {
                    track.evaluate_at(f64::from(*time), StepSide::Before, reference)
                }
            };
            if track.translation.is_some() {
                value.translation =
                    retarget.translation(value.translation, made_for, reference.translation);
            }
            if !can_play(&value) {
                self.repaired = true;
                value = previous;
            }
            if value.rotation.dot(previous.rotation) < 0.0 {
                value.rotation = -value.rotation;
            }
            previous = value;
            value.without_dust().into()
        };
        frames.times.iter().enumerate().map(&mut sample).collect()
    }

    pub(super) fn keys<const N: usize>(
        &mut self,
        animated: bool,
        samples: &[PackedTransform],
        reference: [f32; N],
        value: impl Fn(&PackedTransform) -> [f32; N],
    ) -> Keys {
        let first = value(&samples[0]);
        let constant = samples.iter().all(|sample| value(sample) == first);
        if !animated || (constant && first == reference) {
            return Keys::default();
        }
        let start = self.floats.len() as u32;
        let stored = if constant { &samples[..1] } else { samples };
        self.floats.extend(stored.iter().flat_map(value));
        Keys {
            first: start,
            count: stored.len() as u32,
        }
    }
}

/// Whether a key has numbers that a clip may have.
fn can_play(key: &Transform) -> bool {
    let numbers = key
        .translation
        .to_array()
        .into_iter()
        .chain(key.scale.to_array());
    key.rotation.is_finite() && numbers.into_iter().all(is_near)
}

/// One pose, or difference, a key.
pub(crate) fn key_poses(clip: &anim::Clip, skeleton: &anim::Skeleton) -> Vec<Pose> {
    if clip.times.is_empty() {
        return even_poses(clip, skeleton);
    }
    let pose = |key: u32| {
        let mut pose = Pose::reference(skeleton);
        if clip.additive.is_some() {
            pose.fill(skeleton.len(), &NO_DELTA);
        }
        clip.write_key(key, &mut pose);
        pose
    };
    (0..clip.key_count).map(pose).collect()
}

/// One pose, or difference, for each of as many even frames as there are keys.
pub(super) fn even_poses(clip: &anim::Clip, skeleton: &anim::Skeleton) -> Vec<Pose> {
    let last = f64::from(clip.key_count.saturating_sub(1).max(1));
    let mut cache = SampleCache::default();
    let pose = |key: u32| {
        let time = f64::from(clip.length) * f64::from(key) / last;
        let mut pose = Pose::default();
        match clip.additive {
            None => clip.sample(skeleton, time, &mut pose),
            Some(kind) => {
                let mut additive = AdditivePose::new(kind);
                additive.deltas.fill(skeleton.len(), &NO_DELTA);
                clip.sample_additive(skeleton, time, &mut cache, &mut additive);
                pose = additive.deltas;
            }
        }
        pose
    };
    (0..clip.key_count).map(pose).collect()
}
