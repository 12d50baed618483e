//! Fewer keys in a clip's source: the kept ones in place of the imported ones. Importing the file
//! again brings them back.

#[cfg(test)]
mod tests;

use crate::{
    Bones, Clip, Skeleton,
    compile::{Frames as Even, full_pose, key_count, key_poses, key_times, skeleton_alone},
    source::{Channel, ClipSource, Interpolation, Track},
};
use anim::{
    Transform,
    codec::{
        metric::Meter,
        report::{Errors, Tally},
    },
    reduction::Reduction,
};
use glam::{Quat, Vec3};

/// Result that a reduction would have: key counts and errors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// Keys of all properties of each bone that has some: bone, now, and then. Ascending by bone.
    pub bones: Vec<(u32, usize, usize)>,
    /// Frame by frame, of the full pose.
    pub errors: Errors,
}

impl Preview {
    /// Keys now, and then.
    pub fn keys(&self) -> (usize, usize) {
        self.bones
            .iter()
            .fold((0, 0), |sum, bone| (sum.0 + bone.1, sum.1 + bone.2))
    }
}

/// The clip's source with the kept keys alone, at the times of its frames, linear between them. A
/// property that would not get fewer, or that is stepped or has values that are not finite, stays
/// as it is, and so do curves. None where the clip's frame rate or length give no frames.
pub fn reduced(clip: &Clip, skeleton: &Skeleton, reduction: &Reduction) -> Option<ClipSource> {
    let poses = clip.poses();
    let source = poses.source();
    let frames = ReductionFrames {
        times: key_times(source.duration, key_count(&poses).ok()?),
        reduction,
        clip,
    };
    let bones = Bones::of(skeleton);
    let tracks = source
        .tracks
        .iter()
        .map(|track| match bones.index(&track.bone) {
            Some(_) => frames.track(track),
            None => track.clone(),
        });
    Some(ClipSource {
        tracks: tracks.collect(),
        ..source.clone()
    })
}

/// Preview of the result of [`reduced`], measured at the shells of [`crate::shells`]. None if the
/// reduction does nothing or the skeleton does not compile.
pub fn preview(
    clip: &Clip,
    (skeleton, shells): (&Skeleton, &[f32]),
    reduction: &Reduction,
) -> Option<Preview> {
    let source = reduced(clip, skeleton, reduction)?;
    let keys = |track: &Track| track.channels().map(|channel| channel.times.len()).sum();
    let pairs = clip.poses().source().tracks.iter().zip(&source.tracks);
    let by_key = Bones::of(skeleton);
    let mut bones: Vec<_> = pairs
        .filter_map(|(now, then)| Some((by_key.index(&now.bone)?, keys(now), keys(then))))
        .collect();
    bones.sort();
    let skeleton = skeleton_alone(skeleton)?;
    let poses = |clip: &Clip| {
        let poses = clip.poses();
        let even = Even::even(&poses, key_count(&poses).ok()?);
        Some(key_poses(
            &full_pose(&poses, &even, &skeleton, &by_key).0,
            &skeleton,
        ))
    };
    let (now, then) = (
        poses(clip)?,
        poses(&Clip {
            source: source.into(),
            ..clip.clone()
        })?,
    );
    let (mut meter, mut tally) = (
        Meter::new(&skeleton, None, shells),
        Tally::new(skeleton.len(), now.len()),
    );
    let (mut raw, mut errors) = (Vec::new(), Vec::new());
    for (now, then) in now.iter().zip(&then) {
        meter.shells(now, &mut raw);
        meter.errors(then, &raw, &mut errors);
        tally.add(&errors);
    }
    Some(Preview {
        bones,
        errors: tally.errors(),
    })
}

/// Metres: what a reduction may move a point near a bone by unless something else is asked for.
pub const DEFAULT_BOUND: f32 = 0.005;

/// The coarsest thresholds, in the proportions of the default ones, with which no point near a bone
/// is moved by more than `bound` metres in any frame; see [`reduced`] for `delay`. None as
/// [`preview`].
pub fn within(
    clip: &Clip,
    on: (&Skeleton, &[f32]),
    bound: f32,
    delay: f32,
) -> Option<(Reduction, Preview)> {
    fitted(bound, delay, |reduction| {
        let preview = preview(clip, on, reduction)?;
        Some((preview.errors.max, preview))
    })
}

/// The coarsest of a list of thresholds that `measure` says to be within the bound, and what it
/// gave beside the error in metres. Errors grow with thresholds but for single steps, which is why
/// what is taken is measured itself.
pub(crate) fn fitted<T>(
    bound: f32,
    delay: f32,
    mut measure: impl FnMut(&Reduction) -> Option<(f32, T)>,
) -> Option<(Reduction, T)> {
    /// Factor of the default thresholds at the first step; each step is a fifth less than the one
    /// before.
    const COARSEST: f32 = 8.0;
    const STEPS: i32 = 80;
    let thresholds = |step: i32| {
        let scale = if step < STEPS {
            COARSEST * libm::powf(0.8, step as f32)
        } else {
            0.0
        };
        let Reduction {
            rotation,
            translation,
            scale: growth,
            ..
        } = Reduction::default();
        Reduction {
            rotation: scale * rotation,
            translation: scale * translation,
            scale: scale * growth,
            delay,
        }
    };
    let mut best = (thresholds(STEPS), measure(&thresholds(STEPS))?.1);
    let (mut too_coarse, mut finest) = (-1, STEPS);
    while finest - too_coarse > 1 {
        let middle = (finest + too_coarse) / 2;
        let (error, found) = measure(&thresholds(middle))?;
        if error <= bound {
            (finest, best) = (middle, (thresholds(middle), found));
        } else {
            too_coarse = middle;
        }
    }
    Some(best)
}

struct ReductionFrames<'a> {
    /// Times of the frames, seconds.
    times: Vec<f32>,
    reduction: &'a Reduction,
    clip: &'a Clip,
}

impl ReductionFrames<'_> {
    fn track(&self, track: &Track) -> Track {
        // Absent channels are not looked at, so no reference is needed.
        let locals: Vec<Transform> = self
            .times
            .iter()
            .map(|time| track.evaluate(*time, &Transform::IDENTITY))
            .collect();
        let rotations: Vec<Quat> = locals.iter().map(|local| local.rotation).collect();
        let translations: Vec<Vec3> = locals.iter().map(|local| local.translation).collect();
        let scales: Vec<Vec3> = locals.iter().map(|local| local.scale).collect();
        let rate = self.clip.frame_rate;
        Track {
            translation: self.channel(
                &track.translation,
                || self.reduction.translations(&translations, rate),
                |frame| translations[frame].to_array(),
            ),
            rotation: self.channel(
                &track.rotation,
                || self.reduction.rotations(&rotations, rate),
                |frame| rotations[frame].to_array(),
            ),
            scale: self.channel(
                &track.scale,
                || self.reduction.scales(&scales, rate),
                |frame| scales[frame].to_array(),
            ),
            ..track.clone()
        }
    }

    fn channel<const N: usize>(
        &self,
        channel: &Option<Channel>,
        kept: impl Fn() -> Vec<usize>,
        value: impl Fn(usize) -> [f32; N],
    ) -> Option<Channel> {
        let channel = channel.as_ref()?;
        let is_sound = channel
            .values
            .iter()
            .chain(&channel.times)
            .all(|number| number.is_finite());
        if channel.interpolation == Interpolation::Step || !is_sound {
            return Some(channel.clone());
        }
        let kept = kept();
        if kept.len() >= channel.times.len() {
            return Some(channel.clone());
        }
        Some(Channel {
            interpolation: Interpolation::Linear,
            times: kept.iter().map(|frame| self.times[*frame]).collect(),
            values: kept.iter().flat_map(|frame| value(*frame)).collect(),
        })
    }
}
