//! A compiled clip: uniformly spaced keys a bone, curves, notifies and sync markers, and how they are sampled.

use crate::{
    Array, Name, Notify, Pose, Skeleton, Transform,
    additive::{AdditiveKind, AdditivePose, NO_DELTA},
    codec::{Cached, Chunked, Compressed, SampleCache, Span},
    curve::{self, Curve, CurveKey},
    ik::turn::normalized,
    limits::{LONGEST, MOST_KEYS, MOST_NOTIFIES, is_near, is_rate},
    pose::{LANES, Rows},
    sync::{self, SyncMarker},
    transform::nlerp,
    warp::{Rigid, Windows},
};
use bytemuck::{Pod, Zeroable};
use glam::{Quat, Vec3};
use std::{fmt, sync::Arc};

/// Keys of one property: none (the reference pose holds), one (constant) or one a frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Keys {
    /// Index of the first float in [`Clip::keys`].
    pub first: u32,
    pub count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Track {
    pub bone: u32,
    /// Three floats a key.
    pub translation: Keys,
    /// Four floats a key, xyzw, unit length.
    pub rotation: Keys,
    /// Three floats a key.
    pub scale: Keys,
}

/// What the root bone is set to while its motion is taken out of the pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RootLock {
    #[default]
    Reference,
    FirstFrame,
    Zero,
}

/// Whether the motion of bone 0 moves the character instead of the pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RootMotion {
    pub enabled: bool,
    pub lock: RootLock,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    pub name: Name,
    /// Name of the skeleton whose bones the tracks index.
    pub skeleton: Name,
    /// Seconds from the first key to the last; 0 for a single key.
    pub length: f32,
    /// At least 1.
    pub key_count: u32,
    /// Seconds of each key, ascending from 0 to `length`; empty where they are spaced evenly. Of two keys at one time the
    /// first is what was before it: there it jumps.
    pub times: Array<f32>,
    pub rate_scale: f32,
    pub looping: bool,
    /// Holds each key up to the next instead of interpolating.
    pub stepped: bool,
    pub root_motion: RootMotion,
    /// The tracks hold differences of this kind instead of transforms; a property without keys adds nothing.
    pub additive: Option<AdditiveKind>,
    /// The keys in fewer bytes, with one frame a key; without it `tracks` and `keys` hold them.
    pub compressed: Option<Compressed>,
    /// The same in chunks of time that come and go, in place of `compressed`; see [`Clip::in_chunks`].
    pub chunked: Option<Arc<Chunked>>,
    /// Ascending by bone, each bone once. Empty when compressed.
    pub tracks: Array<Track>,
    pub keys: Array<f32>,
    /// Ascending by name.
    pub curves: Array<Curve>,
    pub curve_keys: Array<CurveKey>,
    /// Ascending by time, track, id.
    pub notifies: Array<Notify>,
    /// What the notifies carry, see [`crate::notify::NotifyClass`].
    pub values: Array<u64>,
    /// Ascending by time, no two at one, inside the clip.
    pub markers: Array<SyncMarker>,
    /// Of motion warping, in seconds on the clip.
    pub warps: Windows,
}

/// What makes a clip unusable with a skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipError {
    NoKeys,
    Length,
    Track {
        track: usize,
    },
    /// A key that is no number or beyond [`crate::limits::FARTHEST_BONE`], or keys beside compressed ones.
    Keys,
    /// There are not as many as keys, they do not ascend from 0 to the length, or three are one.
    Times,
    Curve {
        curve: usize,
    },
    /// Their order, a number that is none, or values that are not there.
    Notifies,
    Markers,
    /// Keys or notifies.
    TooMany,
}

impl fmt::Display for ClipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClipError::NoKeys => f.write_str("it has no keys"),
            ClipError::Length => f.write_str("its length or its rate is none that can play"),
            ClipError::Track { track } => write!(f, "track {track} has no bone, or not its keys"),
            ClipError::Keys => f.write_str("a key is no number or too large, or there are keys beside compressed ones"),
            ClipError::Times => f.write_str("the times of its keys do not ascend from 0 to its length"),
            ClipError::Curve { curve } => {
                write!(f, "curve {curve} has keys out of order, or a number that is none or too large")
            }
            ClipError::Notifies => f.write_str("its notifies are out of order, or have a number that is none"),
            ClipError::Markers => f.write_str("its sync markers are out of order, outside, or without a name"),
            ClipError::TooMany => f.write_str("it has too many keys or notifies"),
        }
    }
}

impl std::error::Error for ClipError {}

/// Brings a time into `[0, length]`. Looping keeps `length` itself; other times wrap.
pub fn wrap(time: f64, length: f64, looping: bool) -> f64 {
    if !looping || (0.0..=length).contains(&time) {
        time.clamp(0.0, length)
    } else if length <= 0.0 {
        0.0
    } else {
        (time - (time / length).floor() * length).clamp(0.0, length)
    }
}

impl Clip {
    /// Checks every index, count and number, so that sampling need not.
    pub fn new(clip: Clip, bone_count: usize) -> Result<Self, ClipError> {
        if clip.key_count == 0 {
            return Err(ClipError::NoKeys);
        }
        if !((0.0..=LONGEST).contains(&clip.length) && is_rate(clip.rate_scale)) {
            return Err(ClipError::Length);
        }
        if clip.key_count > MOST_KEYS || clip.notifies.len() > MOST_NOTIFIES {
            return Err(ClipError::TooMany);
        }
        let is_twofold = clip.compressed.is_some() && !(clip.tracks.is_empty() && clip.keys.is_empty());
        if is_twofold || !clip.keys.iter().copied().all(is_near) {
            return Err(ClipError::Keys);
        }
        if !clip.has_sound_times() {
            return Err(ClipError::Times);
        }
        clip.check_tracks(bone_count)?;
        curve::check(&clip.curves, &clip.curve_keys).map_err(|curve| ClipError::Curve { curve })?;
        let ordered = |pair: &[Notify]| notify_order(&pair[0]) <= notify_order(&pair[1]);
        if !clip.notifies.windows(2).all(ordered)
            || !clip.warps.is_sound()
            || !clip.notifies.iter().all(|notify| notify.is_sound(clip.values.len()))
        {
            return Err(ClipError::Notifies);
        }
        if !sync::are_markers(&clip.markers, clip.length) {
            return Err(ClipError::Markers);
        }
        Ok(clip)
    }

    fn has_sound_times(&self) -> bool {
        let times = self.times.as_slice();
        let ascend = || times.windows(2).all(|pair| pair[0] <= pair[1]) && times.windows(3).all(|it| it[0] < it[2]);
        let ends = || times[0] == 0.0 && times[times.len() - 1] == self.length;
        times.is_empty() || (times.len() > 1 && times.len() == self.key_count as usize && ends() && ascend())
    }

    fn check_tracks(&self, bone_count: usize) -> Result<(), ClipError> {
        let fits = |keys: &Keys, width: u64| {
            let right_count = keys.count <= 1 || keys.count == self.key_count;
            right_count && u64::from(keys.first) + u64::from(keys.count) * width <= self.keys.len() as u64
        };
        let mut next_bone = 0;
        for (at, track) in self.tracks.iter().enumerate() {
            let in_order = track.bone >= next_bone && (track.bone as usize) < bone_count;
            if !in_order || !fits(&track.translation, 3) || !fits(&track.rotation, 4) || !fits(&track.scale, 3) {
                return Err(ClipError::Track { track: at });
            }
            next_bone = track.bone + 1;
        }
        Ok(())
    }

    /// How many bones have keys.
    pub fn bone_count(&self) -> usize {
        match (&self.chunked, &self.compressed) {
            (Some(chunked), _) => chunked.bones().len(),
            (None, Some(compressed)) => compressed.bones().len(),
            (None, None) => self.tracks.len(),
        }
    }

    /// What the keys take, in bytes.
    pub fn key_bytes(&self) -> usize {
        match (&self.chunked, &self.compressed) {
            (Some(chunked), _) => chunked.all_bytes(),
            (None, Some(compressed)) => compressed.bytes().len(),
            (None, None) => size_of_val(self.tracks.as_slice()) + size_of_val(self.keys.as_slice()),
        }
    }

    /// The same clip with its keys in chunks of about so many seconds, of which none is here yet. None where it would be a
    /// single chunk, or the keys are not compressed.
    pub fn in_chunks(&self, seconds: f32) -> Option<Self> {
        let frames = (seconds * self.rate()).clamp(1.0, MOST_KEYS as f32) as u32;
        let chunked = Chunked::new(self.compressed.as_ref()?, frames)?;
        Some(Self { compressed: None, chunked: Some(chunked.into()), ..self.clone() })
    }

    /// When a key is, in seconds.
    pub fn key_time(&self, key: usize) -> f64 {
        match self.times.get(key) {
            Some(time) => f64::from(*time),
            None => f64::from(self.length) * key as f64 / f64::from(self.key_count.saturating_sub(1).max(1)),
        }
    }

    /// Keys per second, on average; 0 for a single key.
    pub fn rate(&self) -> f32 {
        if self.length > 0.0 { (self.key_count - 1) as f32 / self.length } else { 0.0 }
    }

    /// Of a clip in chunks: asks for those that hold `time` seconds, before a tick does.
    pub fn ask(&self, time: f64) {
        if let Some(chunked) = &self.chunked {
            chunked.ask(self.codec_span(time).frame);
        }
    }

    /// Every bone and curve at `time` seconds, clamped to the clip. An additive clip is shown on the reference pose.
    pub fn sample(&self, skeleton: &Skeleton, time: f64, out: &mut Pose) {
        self.sample_with(skeleton, time, Rows::ALL, None, out);
    }

    /// As [`Clip::sample`], the same bits; faster when `cache` saw a time near by last.
    pub fn sample_cached(&self, skeleton: &Skeleton, time: f64, cache: &mut SampleCache, out: &mut Pose) {
        self.sample_with(skeleton, time, Rows::ALL, Some(cache.parts()), out);
    }

    /// As [`Clip::sample_cached`], of these rows.
    pub(crate) fn sample_rows(&self, skeleton: &Skeleton, time: f64, rows: Rows, cached: Cached<'_>, out: &mut Pose) {
        self.sample_with(skeleton, time, rows, Some(cached), out);
    }

    fn sample_with(&self, skeleton: &Skeleton, time: f64, rows: Rows, cache: Option<Cached<'_>>, out: &mut Pose) {
        out.reset_rows(skeleton, rows);
        if let Some(kind) = self.additive {
            let mut additive = AdditivePose::new(kind);
            additive.deltas.fill_rows(skeleton.len(), &NO_DELTA, rows);
            self.write(time, cache, &mut additive.deltas);
            return additive.apply(skeleton, 1.0, out);
        }
        self.write(time, cache, out);
    }

    /// What an additive clip adds at `time` seconds. Contract: the clip is additive.
    pub fn sample_additive(&self, skeleton: &Skeleton, time: f64, cache: &mut SampleCache, out: &mut AdditivePose) {
        self.sample_additive_rows(skeleton, time, Rows::ALL, cache.parts(), out);
    }

    /// As [`Clip::sample_additive`], of these rows.
    pub(crate) fn sample_additive_rows(
        &self,
        skeleton: &Skeleton,
        time: f64,
        rows: Rows,
        Cached { player, segments }: Cached<'_>,
        out: &mut AdditivePose,
    ) {
        debug_assert!(self.additive.is_some());
        out.kind = self.additive.unwrap_or_default();
        if self
            .compressed
            .as_ref()
            .is_some_and(|compressed| compressed.sample_still(skeleton.len(), rows, segments, &mut out.deltas))
        {
            return self.sample_curves(time, &mut out.deltas.curves);
        }
        out.deltas.fill_rows(skeleton.len(), &NO_DELTA, rows);
        self.write(time, Some(Cached { player, segments }), &mut out.deltas);
    }

    fn write(&self, time: f64, cache: Option<Cached<'_>>, out: &mut Pose) {
        if let Some(chunked) = &self.chunked {
            chunked.sample(self.codec_span(time), cache, out);
            return self.sample_curves(time, &mut out.curves);
        }
        match (&self.compressed, cache) {
            (None, _) => self.sample_tracks(self.span(time), out),
            (Some(compressed), None) => compressed.sample(self.codec_span(time), out),
            (Some(compressed), Some(cache)) => compressed.sample_with(self.codec_span(time), cache, out),
        }
        self.sample_curves(time, &mut out.curves);
    }

    /// The bones of a raw clip at a key, before what another one at the same time makes of them; an additive clip's
    /// differences. Contract: `out` has the bones.
    pub fn write_key(&self, key: u32, out: &mut Pose) {
        let last = self.key_count.saturating_sub(1);
        let span = if key < last || last == 0 { (key as usize, 0.0) } else { (last as usize - 1, 1.0) };
        self.sample_tracks(span, out);
    }

    fn codec_span(&self, time: f64) -> Span {
        let (key, fraction) = self.span(time);
        Span { frame: key as u32, fraction }
    }

    fn sample_tracks(&self, span: (usize, f32), out: &mut Pose) {
        let keys = self.keys.as_slice();
        let rows = out.rows();
        for track in self.tracks.iter().filter(|track| rows.has(track.bone as usize / LANES)) {
            let mut local = out.get(track.bone as usize);
            self.sample_track(track, keys, span, &mut local);
            out.set(track.bone as usize, &local);
        }
    }

    fn sample_curves(&self, time: f64, out: &mut Vec<(Name, f32)>) {
        if !self.curves.is_empty() {
            out.extend(curve::values(&self.curves, &self.curve_keys, time));
        }
    }

    /// Bone 0 at `time` seconds, local, which for the root is model space.
    pub fn root(&self, skeleton: &Skeleton, time: f64) -> Transform {
        let mut root = skeleton.reference(0);
        if let Some(chunked) = &self.chunked {
            return chunked.sample_root(self.codec_span(time), &root);
        }
        if let Some(compressed) = &self.compressed {
            return compressed.sample_root(self.codec_span(time), &root);
        }
        if let Some(track) = self.tracks.first().filter(|track| track.bone == 0) {
            self.sample_track(track, &self.keys, self.span(time), &mut root);
        }
        root
    }

    /// The value bone 0 takes while root motion is taken out.
    pub fn locked_root(&self, skeleton: &Skeleton) -> Transform {
        match self.root_motion.lock {
            RootLock::Reference => skeleton.reference(0),
            RootLock::FirstFrame => self.root(skeleton, 0.0),
            RootLock::Zero => Transform::IDENTITY,
        }
    }

    /// Motion of the character over `[from, to]` without a wrap, in component space: composed onto a placement that shows
    /// the locked root where the keys have it at `from`, it shows it where they have it at `to`. With `start`, `end` and
    /// `locked` as the root is at both and in the pose, that is `locked ∘ start⁻¹ ∘ end ∘ locked⁻¹`. Scale moves nothing.
    pub fn root_delta(&self, skeleton: &Skeleton, from: f64, to: f64) -> Transform {
        let [start, end, locked] =
            [self.root(skeleton, from), self.root(skeleton, to), self.locked_root(skeleton)].map(Rigid::from);
        // In f64, for what rounding does in one direction adds up from tick to tick.
        let into_component = locked.rotation * start.rotation.conjugate();
        let turn = normalized(into_component * end.rotation * locked.rotation.conjugate());
        let pivot = locked.translation - turn * locked.translation;
        let way = into_component * (end.translation - start.translation) + pivot;
        Transform::new(way.as_vec3(), turn.as_quat(), Vec3::ONE)
    }

    /// As far as the root goes over `[from, to]` without a wrap while the pose keeps its turns, in component space.
    pub fn root_shift(&self, skeleton: &Skeleton, from: f64, to: f64) -> Vec3 {
        let [from, to] = [from, to].map(|time| self.root(skeleton, time).translation.as_dvec3());
        (to - from).as_vec3()
    }

    /// Index of the key at or before `time`, and the fraction towards the next.
    fn span(&self, time: f64) -> (usize, f32) {
        if self.key_count <= 1 || self.length <= 0.0 {
            return (0, 0.0);
        }
        if !self.times.is_empty() {
            return self.uneven_span(time);
        }
        let last = (self.key_count - 1) as f64;
        let x = (time / f64::from(self.length) * last).clamp(0.0, last);
        let key = (x as usize).min(self.key_count as usize - 2);
        let fraction = (x - key as f64) as f32;
        (key, if self.stepped { fraction.floor() } else { fraction })
    }

    fn uneven_span(&self, time: f64) -> (usize, f32) {
        let after = self.times.partition_point(|key| f64::from(*key) <= time);
        let key = after.saturating_sub(1).min(self.times.len() - 2);
        let (from, to) = (f64::from(self.times[key]), f64::from(self.times[key + 1]));
        // Two at the end are at one time.
        let fraction = if to > from { ((time - from) / (to - from)).clamp(0.0, 1.0) as f32 } else { 1.0 };
        (key, if self.stepped { fraction.floor() } else { fraction })
    }

    fn sample_track(&self, track: &Track, keys: &[f32], (key, fraction): (usize, f32), out: &mut Transform) {
        if let Some((a, b)) = ends::<3>(keys, track.translation, key) {
            out.translation = Vec3::from(a).lerp(b.into(), fraction);
        }
        if let Some((a, b)) = ends::<4>(keys, track.rotation, key) {
            out.rotation = nlerp(Quat::from_array(a), Quat::from_array(b), fraction);
        }
        if let Some((a, b)) = ends::<3>(keys, track.scale, key) {
            out.scale = Vec3::from(a).lerp(b.into(), fraction);
        }
    }
}

/// The order in which notifies are stored and fire forwards.
pub fn notify_order(notify: &Notify) -> (f32, u32, u64) {
    (notify.time, notify.track, notify.id)
}

fn ends<const N: usize>(keys: &[f32], range: Keys, key: usize) -> Option<([f32; N], [f32; N])> {
    let at = |index: usize| {
        let first = range.first as usize + index * N;
        let mut value = [0.0; N];
        value.copy_from_slice(&keys[first..first + N]);
        value
    };
    match range.count {
        0 => None,
        1 => Some((at(0), at(0))),
        _ => Some((at(key), at(key + 1))),
    }
}

#[cfg(test)]
#[path = "clip/tests/refusals.rs"]
mod refusals;
#[cfg(test)]
#[path = "clip/tests/uneven.rs"]
mod uneven;
#[cfg(test)]
mod tests {
    use super::*;
    use crate::{curve::extrapolation, fixture::chain, limits::MOST_MARKERS};
    use proptest::prelude::*;

    fn translation_clip(values: &[f32], length: f32) -> Clip {
        let keys: Array<f32> = values.iter().flat_map(|x| [*x, 0.0, 0.0]).collect();
        let track = Track {
            bone: 0,
            translation: Keys { first: 0, count: values.len() as u32 },
            rotation: Keys::default(),
            scale: Keys::default(),
        };
        let clip = Clip {
            length,
            key_count: values.len() as u32,
            rate_scale: 1.0,
            tracks: vec![track].into(),
            keys,
            ..Clip::default()
        };
        Clip::new(clip, 1).unwrap()
    }

    #[test]
    fn sampling_matches_the_worked_examples() {
        let clip = translation_clip(&[0.0, 1.0, 4.0, 9.0, 16.0], 1.0);
        let skeleton = chain(1);
        let at = |time: f64, looping| {
            let mut pose = Pose::default();
            clip.sample(&skeleton, wrap(time, 1.0, looping), &mut pose);
            pose.translation(0).x
        };
        for (time, looping, value) in [
            (0.125, false, 0.5),
            (0.9, false, 13.2),
            (-1.0, false, 0.0),
            (2.0, false, 16.0),
            (1.0, true, 16.0),
            (1.125, true, 0.5),
            (-0.25, true, 9.0),
        ] {
            assert!((at(time, looping) - value).abs() < 1e-4, "{time}");
        }
    }

    /// Moves 100 along x while turning from 0 to 90 degrees about z in one second.
    fn turning_clip() -> Clip {
        let mut keys = Vec::new();
        let times = 0..=512u32;
        times.clone().for_each(|i| keys.extend([i as f32 / 512.0 * 100.0, 0.0, 0.0]));
        let first_rotation = keys.len() as u32;
        let quarter = std::f32::consts::FRAC_PI_2;
        times.for_each(|i| keys.extend(Quat::from_rotation_z(quarter * i as f32 / 512.0).to_array()));
        let all = |first: u32| Keys { first, count: 513 };
        let track = Track { bone: 0, translation: all(0), rotation: all(first_rotation), scale: Keys::default() };
        let clip =
            Clip { length: 1.0, key_count: 513, tracks: vec![track].into(), keys: keys.into(), ..Clip::default() };
        Clip::new(clip, 1).unwrap()
    }

    fn root_motion(from: f64, delta: f64) -> Transform {
        let (clip, skeleton) = (turning_clip(), chain(1));
        let mut total = Transform::IDENTITY;
        crate::notify::clip_ranges(from, delta, 1.0, true, false, |range| {
            total = total.compose(&clip.root_delta(&skeleton, range.from, range.to));
        });
        total
    }

    #[test]
    fn root_motion_composes_over_loops_as_worked_out() {
        let seam = root_motion(0.75, 0.5);
        assert!(seam.translation.abs_diff_eq(Vec3::new(32.664, -13.530, 0.0), 2e-3), "{}", seam.translation);
        assert!((seam.rotation.to_axis_angle().1.to_degrees() - 45.0).abs() < 1e-2);
        let long = root_motion(0.5, 3.0);
        assert!(long.translation.abs_diff_eq(Vec3::new(0.0, 70.711, 0.0), 5e-3), "{}", long.translation);
        let turned = |degrees: f32| Quat::from_rotation_z(degrees.to_radians());
        assert!(long.rotation.dot(turned(270.0)).abs() > 1.0 - 1e-6, "{}", long.rotation);
        assert!(seam.rotation.dot(turned(45.0)).abs() > 1.0 - 1e-6, "{}", seam.rotation);
        let back = root_motion(0.25, -0.5);
        let nothing = seam.compose(&back);
        assert!(nothing.translation.length() < 2e-3 && nothing.rotation.xyz().length() < 1e-5, "{nothing:?}");
    }

    proptest! {
        #[test]
        fn property_4_root_motion_is_the_same_however_it_is_split(
            from in 0.0f64..1.0,
            delta in -4.0f64..4.0,
            part in 0.0f64..1.0,
            on_seam in any::<bool>(),
        ) {
            let seam = if delta > 0.0 { from.floor() + 1.0 - from } else { -from };
            let first = if on_seam && seam.abs() < delta.abs() { seam } else { part * delta };
            let (whole, parts) = (root_motion(from, delta), {
                let middle = from + first;
                // On the seam a forward way stands at the end, and a backward one at the start.
                let middle = if middle == middle.floor() && delta > 0.0 { 1.0 } else { middle.rem_euclid(1.0) };
                root_motion(from, first).compose(&root_motion(middle, delta - first))
            });
            prop_assert!(parts.translation.abs_diff_eq(whole.translation, 2e-2), "{:?} {:?}", whole, parts);
            prop_assert!((whole.rotation.conjugate() * parts.rotation).xyz().length() < 1e-4);
            let back = whole.compose(&root_motion((from + delta).rem_euclid(1.0), -delta));
            prop_assert!(back.translation.length() < 2e-2 && back.rotation.xyz().length() < 1e-4, "{:?}", back);
        }
    }

    #[test]
    fn keys_that_are_not_numbers_are_refused() {
        for bad in [f32::NAN, f32::INFINITY] {
            let clip = translation_clip(&[0.0, 1.0], 1.0);
            let keys = [0.0, 0.0, 0.0, bad, 0.0, 0.0].as_slice().into();
            assert_eq!(Clip::new(Clip { keys, ..clip }, 1), Err(ClipError::Keys));
        }
    }

    #[test]
    fn root_motion_there_and_back_is_nothing() {
        let (clip, skeleton) = (turning_clip(), chain(1));
        let there = clip.root_delta(&skeleton, 0.2, 0.9);
        let back = there.compose(&clip.root_delta(&skeleton, 0.9, 0.2));
        assert!(back.translation.length() < 1e-3 && back.rotation.to_axis_angle().1.abs() < 1e-3);
        let parts = clip.root_delta(&skeleton, 0.2, 0.5).compose(&clip.root_delta(&skeleton, 0.5, 0.9));
        assert!(parts.translation.abs_diff_eq(there.translation, 1e-3));
    }

    #[test]
    fn steps_hold_until_the_next_key() {
        let clip = Clip { stepped: true, ..translation_clip(&[0.0, 1.0, 4.0], 2.0) };
        assert_eq!(clip.root(&chain(1), 0.99).translation.x, 0.0);
        assert_eq!(clip.root(&chain(1), 1.0).translation.x, 1.0);
        assert_eq!(clip.root(&chain(1), 2.0).translation.x, 4.0);
    }

    #[test]
    fn keys_without_length_show_the_first() {
        assert_eq!(translation_clip(&[3.0, 5.0], 0.0).root(&chain(1), 0.0).translation.x, 3.0);
    }

    #[test]
    fn a_locked_root_stands_at_its_reference_its_first_frame_or_nowhere() {
        let skeleton = crate::fixture::skeleton(&[-1], |_| Transform::from_translation(Vec3::Y));
        let locked = |lock| {
            let clip = translation_clip(&[5.0, 6.0, 7.0], 1.0);
            Clip { root_motion: RootMotion { enabled: true, lock }, ..clip }.locked_root(&skeleton).translation
        };
        assert_eq!(locked(RootLock::Reference), Vec3::Y);
        assert_eq!(locked(RootLock::FirstFrame), Vec3::X * 5.0);
        assert_eq!(locked(RootLock::Zero), Vec3::ZERO);
    }

    #[test]
    fn bad_clips_are_refused() {
        let good = translation_clip(&[0.0, 1.0], 1.0);
        assert_eq!(Clip::new(Clip { key_count: 0, ..good.clone() }, 1), Err(ClipError::NoKeys));
        assert_eq!(Clip::new(Clip { length: f32::NAN, ..good.clone() }, 1), Err(ClipError::Length));
        assert_eq!(Clip::new(good.clone(), 0), Err(ClipError::Track { track: 0 }));
        assert_eq!(Clip::new(Clip { key_count: 3, ..good.clone() }, 1), Err(ClipError::Track { track: 0 }));
        assert_eq!(Clip::new(Clip { keys: Array::default(), ..good.clone() }, 1), Err(ClipError::Track { track: 0 }));
        let curve = |extrapolation, value| Clip {
            curves: vec![Curve { name: Name(1), key_count: 1, extrapolation, ..Curve::default() }].into(),
            curve_keys: vec![CurveKey { value, ..CurveKey::zeroed() }].into(),
            ..good.clone()
        };
        assert!(Clip::new(curve(extrapolation::NONE, 1.0), 1).is_ok());
        assert_eq!(Clip::new(curve(extrapolation::NONE + 1, 1.0), 1), Err(ClipError::Curve { curve: 0 }));
        assert_eq!(Clip::new(curve(0, f32::NAN), 1), Err(ClipError::Curve { curve: 0 }));
        let markers = |times: &[f32]| Clip {
            markers: times.iter().map(|time| SyncMarker::new(Name(1), *time)).collect(),
            ..good.clone()
        };
        assert!(Clip::new(markers(&[0.0, 0.5, 1.0]), 1).is_ok());
        for bad in [&[0.5, 0.5][..], &[0.5, 0.25], &[1.5], &[-0.1], &[f32::NAN]] {
            assert_eq!(Clip::new(markers(bad), 1), Err(ClipError::Markers), "{bad:?}");
        }
        let many: Vec<f32> = (0..=MOST_MARKERS).map(|at| at as f32 * 1e-4).collect();
        assert!(Clip::new(markers(&many[1..]), 1).is_ok());
        assert_eq!(Clip::new(markers(&many), 1), Err(ClipError::Markers));
    }
}
