//! Fewer keys in a clip's source: the kept ones in place of the imported ones. Importing the file again brings them back.

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

/// What a reduction would leave.
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
        self.bones.iter().fold((0, 0), |sum, bone| (sum.0 + bone.1, sum.1 + bone.2))
    }
}

/// The clip's source with the kept keys alone, at the times of its frames, linear between them. A property that would
/// not get fewer, or that is stepped or has values that are not finite, stays as it is, and so do curves. None where
/// the clip's frame rate or length give no frames.
pub fn reduced(clip: &Clip, skeleton: &Skeleton, reduction: &Reduction) -> Option<ClipSource> {
    let frames = Frames { times: key_times(clip.source.duration, key_count(&clip.poses()).ok()?), reduction, clip };
    let bones = Bones::of(skeleton);
    let tracks = clip.source.tracks.iter().map(|track| match bones.index(&track.bone) {
        Some(_) => frames.track(track),
        None => track.clone(),
    });
    Some(ClipSource { tracks: tracks.collect(), ..(*clip.source).clone() })
}

/// What [`reduced`] would do, measured at the shells of [`crate::shells`]. None where it does nothing, or the skeleton
/// does not compile.
pub fn preview(clip: &Clip, (skeleton, shells): (&Skeleton, &[f32]), reduction: &Reduction) -> Option<Preview> {
    let source = reduced(clip, skeleton, reduction)?;
    let keys = |track: &Track| track.channels().map(|channel| channel.times.len()).sum();
    let pairs = clip.source.tracks.iter().zip(&source.tracks);
    let by_key = Bones::of(skeleton);
    let mut bones: Vec<_> =
        pairs.filter_map(|(now, then)| Some((by_key.index(&now.bone)?, keys(now), keys(then)))).collect();
    bones.sort();
    let skeleton = skeleton_alone(skeleton)?;
    let poses = |clip: &Clip| {
        let poses = clip.poses();
        let even = Even::even(&poses, key_count(&poses).ok()?);
        Some(key_poses(&full_pose(&poses, &even, &skeleton, &by_key).0, &skeleton))
    };
    let (now, then) = (poses(clip)?, poses(&Clip { source: source.into(), ..clip.clone() })?);
    let (mut meter, mut tally) = (Meter::new(&skeleton, None, shells), Tally::new(skeleton.len(), now.len()));
    let (mut raw, mut errors) = (Vec::new(), Vec::new());
    for (now, then) in now.iter().zip(&then) {
        meter.shells(now, &mut raw);
        meter.errors(then, &raw, &mut errors);
        tally.add(&errors);
    }
    Some(Preview { bones, errors: tally.errors() })
}

/// Metres: what a reduction may move a point near a bone by unless something else is asked for.
pub const DEFAULT_BOUND: f32 = 0.005;

/// The coarsest thresholds, in the proportions of the default ones, with which no point near a bone is moved by more
/// than `bound` metres in any frame; see [`reduced`] for `delay`. None as [`preview`].
pub fn within(clip: &Clip, on: (&Skeleton, &[f32]), bound: f32, delay: f32) -> Option<(Reduction, Preview)> {
    fitted(bound, delay, |reduction| {
        let preview = preview(clip, on, reduction)?;
        Some((preview.errors.max, preview))
    })
}

/// The coarsest of a list of thresholds that `measure` says to be within the bound, and what it gave beside the error in
/// metres. Errors grow with thresholds but for single steps, which is why what is taken is measured itself.
pub(crate) fn fitted<T>(
    bound: f32,
    delay: f32,
    mut measure: impl FnMut(&Reduction) -> Option<(f32, T)>,
) -> Option<(Reduction, T)> {
    /// Of the default thresholds; from one to the next a fifth less.
    const COARSEST: f32 = 8.0;
    const STEPS: i32 = 80;
    let thresholds = |step: i32| {
        let scale = if step < STEPS { COARSEST * libm::powf(0.8, step as f32) } else { 0.0 };
        let Reduction { rotation, translation, scale: growth, .. } = Reduction::default();
        Reduction { rotation: scale * rotation, translation: scale * translation, scale: scale * growth, delay }
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

struct Frames<'a> {
    /// Seconds.
    times: Vec<f32>,
    reduction: &'a Reduction,
    clip: &'a Clip,
}

impl Frames<'_> {
    fn track(&self, track: &Track) -> Track {
        // Absent channels are not looked at, so no reference is needed.
        let locals: Vec<Transform> =
            self.times.iter().map(|time| track.evaluate(*time, &Transform::IDENTITY)).collect();
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
        let is_sound = channel.values.iter().chain(&channel.times).all(|number| number.is_finite());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Id, skeleton::Bone, source::Curve};
    use std::sync::Arc;

    const SHELLS: [f32; 2] = [0.03; 2];

    fn skeleton() -> Skeleton {
        let bone = |name: &str, parent| Bone::new(name, parent, Transform::from_translation(Vec3::Y * 0.4));
        Skeleton { name: "s".into(), bones: vec![bone("root", None), bone("arm", Some(0))], ..Skeleton::default() }
    }

    /// Two seconds at 30 frames: the root stands turned, the arm swings by 30 degrees once.
    fn clip() -> Clip {
        let times: Vec<f32> = (0..61).map(|i| i as f32 / 30.0).collect();
        let angle = |i: usize| (30.0 * (i as f32 / 60.0 * std::f32::consts::TAU).sin()).to_radians();
        let swing = (0..61).flat_map(|i| Quat::from_rotation_z(angle(i)).to_array()).collect();
        let still = (0..61).flat_map(|_| Quat::from_rotation_x(0.3).to_array()).collect();
        let rotation = |values| Some(Channel { times: times.clone(), values, ..Channel::default() });
        let tracks = vec![
            Track { bone: "root".into(), rotation: rotation(still), ..Track::default() },
            Track { bone: "arm".into(), rotation: rotation(swing), ..Track::default() },
        ];
        let step = Channel { interpolation: Interpolation::Step, times: vec![0.0, 1.0], values: vec![0.0, 1.0] };
        let curves = vec![Curve { name: "c".into(), channel: step }];
        Clip::new("c", Id(1), Arc::new(ClipSource { duration: 2.0, tracks, curves }), 30.0)
    }

    fn with(rotation: f32, delay: f32) -> Reduction {
        Reduction { rotation, delay, ..Reduction::default() }
    }

    #[test]
    fn a_sine_keeps_the_worked_numbers_of_keys() {
        let mut last = f32::MAX;
        for (threshold, keys) in [(10.0, 6), (3.162_277_7, 10), (1.0, 14), (0.1, 45)] {
            let preview = preview(&clip(), (&skeleton(), &SHELLS), &with(threshold, 0.0)).unwrap();
            assert_eq!(preview.bones, [(0, 61, 1), (1, 61, keys)], "{threshold}");
            assert_eq!(preview.keys(), (122, keys + 1));
            assert!(preview.errors.max < last && preview.errors.worst_bone == 1);
            last = preview.errors.max;
        }
        let source = reduced(&clip(), &skeleton(), &with(1.0, 0.0)).unwrap();
        let channel = source.tracks[1].rotation.as_ref().unwrap();
        assert_eq!((channel.times[0], *channel.times.last().unwrap(), channel.values.len()), (0.0, 2.0, 56));
        assert_eq!((source.duration, &source.curves), (2.0, &clip().source.curves));
    }

    #[test]
    fn no_two_keys_are_further_apart_than_the_delay() {
        let source = reduced(&clip(), &skeleton(), &with(1000.0, 0.2)).unwrap();
        let times = &source.tracks[1].rotation.as_ref().unwrap().times;
        assert_eq!(times.len(), 11);
        assert!(times.windows(2).all(|pair| (pair[1] - pair[0] - 0.2).abs() < 1e-5), "{times:?}");
    }

    #[test]
    fn what_would_gain_nothing_stays_as_it_is() {
        let mut clip = clip();
        let source = Arc::make_mut(&mut clip.source);
        let channel = source.tracks[0].rotation.as_mut().unwrap();
        channel.interpolation = Interpolation::Step;
        let channel = source.tracks[1].rotation.as_mut().unwrap();
        channel.values[7] = f32::NAN;
        // A value that is not a number is unlike itself.
        assert_eq!(
            format!("{:?}", reduced(&clip, &skeleton(), &with(1.0, 0.0)).unwrap()),
            format!("{:?}", clip.source)
        );
        let once = reduced(&self::clip(), &skeleton(), &with(1.0, 0.0)).unwrap();
        let again = Clip { source: Arc::new(once.clone()), ..self::clip() };
        let twice = reduced(&again, &skeleton(), &with(0.0, 0.0)).unwrap();
        assert_eq!(twice, once, "a finer threshold brings no keys back");
        assert_eq!(reduced(&Clip { frame_rate: 0.0, ..self::clip() }, &skeleton(), &with(1.0, 0.0)), None);
    }

    #[test]
    fn thresholds_that_hold_a_bound_are_found() {
        let (clip, skeleton) = (clip(), skeleton());
        let mut last = (f32::MAX, 0);
        for bound in [1e-3, 3e-4, 1e-4, 3e-5] {
            let (reduction, found) = within(&clip, (&skeleton, &SHELLS), bound, 0.0).unwrap();
            assert!(found.errors.max <= bound, "{bound} {}", found.errors.max);
            assert!(found.errors.max > 0.2 * bound, "it leaves more than it need: {bound} {}", found.errors.max);
            assert!(reduction.rotation <= last.0 && found.keys().1 >= last.1);
            assert_eq!(preview(&clip, (&skeleton, &SHELLS), &reduction), Some(found.clone()));
            last = (reduction.rotation, found.keys().1);
        }
        let (late, found) = within(&clip, (&skeleton, &SHELLS), 1.0, 0.2).unwrap();
        assert_eq!((late.delay, found.bones[1].2), (0.2, 11));
        assert_eq!(
            within(&clip, (&skeleton, &SHELLS), 0.0, 0.0).unwrap().1.errors.max,
            0.0,
            "nothing goes where nothing may"
        );
    }

    #[test]
    fn thresholds_grow_together_and_no_further_than_eight_times_the_default() {
        let ratios = |bound| {
            let (found, default) =
                (within(&clip(), (&skeleton(), &SHELLS), bound, 0.0).unwrap().0, Reduction::default());
            [found.rotation / default.rotation, found.translation / default.translation, found.scale / default.scale]
        };
        assert_eq!(ratios(1e3), [8.0; 3]);
        let [rotation, translation, scale] = ratios(1e-3);
        assert!((0.0..8.0).contains(&rotation) && (rotation - translation).abs().max((rotation - scale).abs()) < 1e-5);
    }
}
