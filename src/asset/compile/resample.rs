//! When the frames of a compiled clip are: evenly spaced, where that shows what the file says; else
//! where the source has its keys and jumps, and as close between them as it bends. A jump is two
//! frames at one time.

use super::{
    keys::{MAX_KEYS, key_times},
    wrap,
};
use crate::inputs::PoseInputs;
use crate::{
    Bones,
    source::{Channel, Interpolation, StepSide, Track},
};
use anim::{
    Pose, Transform,
    codec::metric::{Meter, Shell},
    transform::nlerp,
};
use glam::Vec3;

/// Greatest error of a clip against its file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Metres between a point near the bone in the file and in the clip.
    pub error: f32,
    /// Index of the bone of the largest error.
    pub bone: u32,
    /// Time of the largest error, seconds.
    pub time: f32,
}

impl Loss {
    fn or(self, other: Self) -> Self {
        if other.error > self.error {
            other
        } else {
            self
        }
    }
}

/// Times of the frames of a source.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Frames {
    /// Seconds, at least one; of two that are equal the first has what was before.
    pub times: Vec<f32>,
    /// Whether all steps between `times` are equal.
    pub is_even: bool,
    /// Greatest error of the motion between the frames.
    pub loss: Loss,
}

impl Frames {
    /// `key_count` frames at equal steps over the source, without a loss that is measured.
    pub fn even(clip: &PoseInputs<'_>, key_count: u32) -> Self {
        Self {
            times: key_times(clip.source().duration, key_count),
            is_even: true,
            loss: Loss::default(),
        }
    }

    /// Frames with which no point that goes with a bone is further off than `tolerance` metres, as
    /// seen at the shells.
    pub fn of(
        clip: &PoseInputs<'_>,
        key_count: u32,
        (skeleton, bones, shells): (&anim::Skeleton, &Bones<'_>, &[f32]),
        tolerance: f32,
    ) -> Self {
        let even = Self::even(clip, key_count);
        let Some(mut finder) = Finder::new(clip, (skeleton, bones, shells), tolerance) else {
            return even;
        };
        if let Some(loss) = finder.even(&even.times) {
            return Self { loss, ..even };
        }
        let times = finder.uneven(&even.times);
        Self {
            times,
            is_even: false,
            loss: finder.loss,
        }
    }

    /// The frames of a compiled clip, whose own times say when they are.
    pub fn known(clip: &PoseInputs<'_>, key_count: u32, times: &[f32]) -> Self {
        let is_closing = wrap::closing(clip).is_some();
        match times.len().checked_sub(usize::from(is_closing)) {
            None | Some(0) => Self::even(clip, key_count),
            Some(own) => Self {
                times: times[..own].to_vec(),
                is_even: false,
                loss: Loss::default(),
            },
        }
    }

    /// Times of the clip that the frames are compiled to, see [`anim::Clip::times`].
    pub fn compiled(&self, clip: &PoseInputs<'_>) -> Vec<f32> {
        if self.is_even {
            return Vec::new();
        }
        self.times
            .iter()
            .copied()
            .chain(wrap::closing(clip).map(|_| clip.length()))
            .collect()
    }

    /// Whether a frame has what is before its time or after it.
    pub fn side(&self, frame: usize) -> StepSide {
        if self.times.get(frame + 1) == Some(&self.times[frame]) {
            StepSide::Before
        } else {
            StepSide::After
        }
    }
}

/// Greatest error of a shown clip against its source, at the source's keys and between. None if the
/// source has values that are not numbers.
pub(super) fn against_source(
    clip: &PoseInputs<'_>,
    shown: &anim::Clip,
    (skeleton, bones, shells): (&anim::Skeleton, &Bones<'_>, &[f32]),
) -> Option<Loss> {
    let mut finder = Finder::new(clip, (skeleton, bones, shells), 0.0)?;
    let frames = (0..shown.key_count as usize).map(|key| shown.key_time(key) as f32);
    let mut points: Vec<f32> = frames
        .filter(|time| *time <= clip.source().duration)
        .chain(finder.keys.clone())
        .collect();
    points.sort_by(f32::total_cmp);
    points.dedup();
    let mut loss = Loss::default();
    let mut pose = Pose::default();
    let between = points
        .windows(2)
        .filter(|pair| !is_moment(pair[0], pair[1]))
        .flat_map(|pair| PARTS.map(|part| within(pair[0], pair[1], part)));
    let all: Vec<f64> = points
        .iter()
        .map(|time| f64::from(*time))
        .chain(between)
        .collect();
    for time in all {
        shown.sample(skeleton, time, &mut pose);
        loss = loss.or(finder.off(&pose, time));
    }
    Some(loss)
}

/// Parts of the interval between two points at which the error is measured: an even turn along a
/// chord is furthest off near a quarter, a bend in the middle.
const PARTS: [f64; 3] = [0.25, 0.5, 0.75];
/// Keys of an interval up to which the one next to the worst place becomes a frame; of more, the
/// one in the middle.
const FEW: usize = 64;

/// Frames that a clip may have where it bends, however short it is.
const LEAST_ROOM: usize = 4096;

/// Whether times are next to each other among floats: no frame can be between, so that what happens
/// there is a jump.
fn is_moment(from: f32, to: f32) -> bool {
    to <= from.next_up()
}

fn within(from: f32, to: f32, part: f64) -> f64 {
    f64::from(from) + (f64::from(to) - f64::from(from)) * part
}

struct BoneSourceTrack<'a> {
    bone: usize,
    track: &'a Track,
    made_for: Vec3,
}

struct Finder<'a> {
    moved: Vec<BoneSourceTrack<'a>>,
    skeleton: &'a anim::Skeleton,
    meter: Meter<'a>,
    tolerance: f32,
    /// Seconds, ascending, of all channels that move something, each once.
    keys: Vec<f32>,
    /// Times at which a value jumps.
    jumps: Vec<f32>,
    /// Frames that there may be.
    most: usize,
    loss: Loss,
    ends: [Pose; 2],
    between: Pose,
    right: Pose,
    shells: Vec<Shell>,
    errors: Vec<f64>,
}

impl<'a> Finder<'a> {
    /// A finder of times; None where nothing moves, or not by numbers.
    fn new(
        clip: &PoseInputs<'a>,
        (skeleton, bones, shells): (&'a anim::Skeleton, &Bones<'_>, &'a [f32]),
        tolerance: f32,
    ) -> Option<Self> {
        let moved = |track: &'a Track| {
            let bone = bones.index(&track.bone)? as usize;
            Some(BoneSourceTrack {
                bone,
                track,
                made_for: clip.made_for.translation(track, bones.skeleton(), bone),
            })
        };
        let moved: Vec<BoneSourceTrack<'_>> =
            clip.source().tracks.iter().filter_map(moved).collect();
        let channels = || moved.iter().flat_map(|moved| moved.track.channels());
        let is_sound = channels().all(|channel| {
            channel
                .values
                .iter()
                .chain(&channel.times)
                .all(|it| it.is_finite())
        });
        if !is_sound || moved.is_empty() || shells.len() != skeleton.len() {
            return None;
        }
        let duration = clip.source().duration;
        let inside = |times: &mut Vec<f32>| {
            times.retain(|time| (0.0..=duration).contains(time));
            times.sort_by(f32::total_cmp);
            times.dedup();
        };
        let mut keys: Vec<f32> = channels()
            .flat_map(|channel| &channel.times)
            .copied()
            .collect();
        let mut jumps: Vec<f32> = channels().flat_map(jumps).collect();
        inside(&mut keys);
        inside(&mut jumps);
        jumps.retain(|time| *time > 0.0);
        let reference = || Pose::reference(skeleton);
        Some(Self {
            moved,
            skeleton,
            meter: Meter::new(skeleton, None, shells),
            tolerance,
            keys,
            jumps,
            most: 0,
            loss: Loss::default(),
            ends: [reference(), reference()],
            between: reference(),
            right: reference(),
            shells: Vec::new(),
            errors: Vec::new(),
        })
    }

    /// The loss of even frames, where it is within the tolerance.
    fn even(&mut self, times: &[f32]) -> Option<Loss> {
        let mut loss = Loss::default();
        for pair in times.windows(2) {
            loss = loss.or(self.interval(pair[0], (pair[1], StepSide::After)));
            if loss.error > self.tolerance {
                return None;
            }
        }
        Some(loss)
    }

    fn uneven(&mut self, even: &[f32]) -> Vec<f32> {
        let mut starts = self.with_jumps(even);
        let most = LEAST_ROOM.max(16 * even.len()) + 2 * self.keys.len() + 2 * self.jumps.len();
        self.most = most.min(MAX_KEYS as usize);
        let mut times = vec![starts[0]];
        starts.push(f32::INFINITY);
        for three in starts.windows(3) {
            let [from, to, after] = [three[0], three[1], three[2]];
            let side = if to == after {
                StepSide::Before
            } else {
                StepSide::After
            };
            if from < to {
                self.refine(from, (to, side), &mut times);
            }
            times.push(to);
        }
        times
    }

    /// Even frames together with jumps: frames that are nearly at a jump give way to the jump's two
    /// frames.
    fn with_jumps(&self, even: &[f32]) -> Vec<f32> {
        const NEAR: f32 = 1e-6;
        let is_end = |time: f32| time == even[0] || time == even[even.len() - 1];
        let jump_near = |time: f32| {
            let at = self.jumps.partition_point(|jump| *jump < time - NEAR);
            self.jumps.get(at).is_some_and(|jump| *jump <= time + NEAR)
        };
        let is_jump = |time: f32| {
            self.jumps
                .binary_search_by(|jump| jump.total_cmp(&time))
                .is_ok()
        };
        let kept = even.iter().copied().filter(|time| {
            if is_end(*time) {
                !is_jump(*time)
            } else {
                !jump_near(*time)
            }
        });
        let mut times: Vec<f32> = kept
            .chain(self.jumps.iter().flat_map(|jump| [*jump; 2]))
            .collect();
        times.sort_by(f32::total_cmp);
        times
    }

    /// Adds the frames that it takes between two.
    fn refine(&mut self, from: f32, (to, side): (f32, StepSide), times: &mut Vec<f32>) {
        let worst = self.interval(from, (to, side));
        let cut = self.cut(from, to, worst.time);
        if worst.error <= self.tolerance || !(from < cut && cut < to) || times.len() >= self.most {
            self.loss = self.loss.or(worst);
            return;
        }
        self.refine(from, (cut, StepSide::After), times);
        times.push(cut);
        self.refine(cut, (to, side), times);
    }

    /// A key of the source where there is one between, or the middle.
    fn cut(&self, from: f32, to: f32, worst: f32) -> f32 {
        let inside = self.inside(from, to);
        match inside.len() {
            0 => f32::midpoint(from, to),
            1..=FEW => {
                let distance = |time: &f32| (time - worst).abs();
                inside
                    .iter()
                    .copied()
                    .min_by(|a, b| distance(a).total_cmp(&distance(b)))
                    .unwrap_or(to)
            }
            many => inside[many / 2],
        }
    }

    /// Keys between two frames, without those that a float can hardly distinguish from the frames.
    fn inside(&self, from: f32, to: f32) -> &[f32] {
        let (after, before) = (from.next_up().next_up(), to.next_down().next_down());
        let first = self.keys.partition_point(|key| *key <= after);
        let end = self.keys.partition_point(|key| *key < before);
        &self.keys[first..end.max(first)]
    }

    /// Error between two neighbouring frames.
    fn interval(&mut self, from: f32, (to, side): (f32, StepSide)) -> Loss {
        let mut ends = std::mem::take(&mut self.ends);
        self.pose(from.into(), StepSide::After, &mut ends[0]);
        self.pose(to.into(), side, &mut ends[1]);
        let points: Vec<f32> = [from]
            .into_iter()
            .chain(self.inside(from, to).iter().copied())
            .chain([to])
            .collect();
        let mut loss = Loss::default();
        for pair in points.windows(2) {
            let own = Some(f64::from(pair[0])).filter(|_| pair[0] > from);
            let parts = PARTS.iter().filter(|_| !is_moment(pair[0], pair[1]));
            for time in own
                .into_iter()
                .chain(parts.map(|part| within(pair[0], pair[1], *part)))
            {
                let part = ((time - f64::from(from)) / (f64::from(to) - f64::from(from))) as f32;
                let mut between = std::mem::take(&mut self.between);
                self.blend(&ends, part, &mut between);
                loss = loss.or(self.off(&between, time));
                self.between = between;
            }
        }
        self.ends = ends;
        loss
    }

    /// Blends two poses as a clip is sampled.
    fn blend(&self, [from, to]: &[Pose; 2], part: f32, out: &mut Pose) {
        for &BoneSourceTrack { bone, .. } in &self.moved {
            let (a, b) = (from.get(bone), to.get(bone));
            let local = Transform {
                translation: a.translation.lerp(b.translation, part),
                rotation: nlerp(a.rotation, b.rotation, part),
                scale: a.scale.lerp(b.scale, part),
            };
            out.set(bone, &local);
        }
    }

    fn pose(&self, time: f64, side: StepSide, out: &mut Pose) {
        for &BoneSourceTrack {
            bone,
            track,
            made_for,
        } in &self.moved
        {
            let reference = self.skeleton.reference(bone);
            out.set(
                bone,
                &local(
                    (bone, track),
                    made_for,
                    (time, side),
                    self.skeleton,
                    &reference,
                ),
            );
        }
    }

    /// Error of a pose against the source at a time.
    fn off(&mut self, pose: &Pose, time: f64) -> Loss {
        let mut right = std::mem::take(&mut self.right);
        self.pose(time, StepSide::After, &mut right);
        self.meter.shells(&right, &mut self.shells);
        self.meter.errors(pose, &self.shells, &mut self.errors);
        self.right = right;
        let worst = self
            .errors
            .iter()
            .copied()
            .enumerate()
            .fold((0, 0.0), |a, b| if b.1 > a.1 { b } else { a });
        Loss {
            error: worst.1 as f32,
            bone: worst.0 as u32,
            time: time as f32,
        }
    }
}

/// Local transform of a bone in the source, as it plays on the skeleton.
fn local(
    (bone, track): (usize, &Track),
    made_for: Vec3,
    (time, side): (f64, StepSide),
    skeleton: &anim::Skeleton,
    reference: &Transform,
) -> Transform {
    let mut value = track.evaluate_at(time, side, reference);
    if track.translation.is_some() {
        value.translation =
            skeleton
                .retarget(bone)
                .translation(value.translation, made_for, reference.translation);
    }
    value
}

/// Times at which a channel's value jumps.
fn jumps(channel: &Channel) -> impl Iterator<Item = f32> {
    let width = if channel.times.is_empty() {
        1
    } else {
        (channel.values.len() / channel.times.len()).max(1)
    };
    let is_stepped = channel.interpolation == Interpolation::Step;
    let values: Vec<&[f32]> = channel.values.chunks(width).collect();
    let jumps = move |key: usize| is_stepped && values.get(key) != values.get(key - 1);
    (1..channel.times.len())
        .filter(move |key| jumps(*key))
        .map(|key| channel.times[key])
}

#[cfg(test)]
mod tests;
