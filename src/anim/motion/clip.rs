//! A compiled clip: uniformly spaced keys a bone, curves, notifies and sync markers, and how they
//! are sampled.

#[cfg(test)]
#[path = "clip/tests/refusals.rs"]
mod refusals;
#[cfg(test)]
mod tests;
#[cfg(test)]
#[path = "clip/tests/uneven.rs"]
mod uneven;

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
use serde::{Deserialize, Serialize};
use std::{fmt, sync::Arc};
use words::tr;

/// Keys of one property: none (the reference pose holds), one (constant) or one a frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Keys {
    /// Index of the first float in [`Clip::keys`].
    pub first: u32,
    /// Number of keys: 0, 1 or [`Clip::key_count`].
    pub count: u32,
}

/// Position of one bone's keys in [`Clip::keys`].
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Track {
    /// Index of the bone in the clip's skeleton.
    pub bone: u32,
    /// Three floats a key.
    pub translation: Keys,
    /// Four floats a key, xyzw, unit length.
    pub rotation: Keys,
    /// Three floats a key.
    pub scale: Keys,
}

/// Transform that the root bone gets while its motion is taken out of the pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RootLock {
    /// The root bone as in the reference pose of the skeleton.
    #[default]
    Reference,
    /// The root bone as at the start of the clip.
    FirstFrame,
    /// The root bone at the origin, unrotated, with scale 1.
    Zero,
}

/// Whether the motion of bone 0 moves the character instead of the pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RootMotion {
    /// The clip has root motion, which the mode of the character may still leave in the pose.
    pub enabled: bool,
    /// Transform that bone 0 gets in the pose while `enabled`.
    pub lock: RootLock,
}

/// A clip that can be sampled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    /// Unique among the clips of a library.
    pub name: Name,
    /// Name of the skeleton whose bones the tracks index.
    pub skeleton: Name,
    /// Seconds from the first key to the last; 0 for a single key.
    pub length: f32,
    /// Number of keys, at least 1.
    pub key_count: u32,
    /// Seconds of each key, ascending from 0 to `length`; empty where they are spaced evenly. Of
    /// two keys at one time the first is what was before it: there it jumps.
    pub times: Array<f32>,
    /// Factor on the play rate of the clip's player; negative plays backwards.
    pub rate_scale: f32,
    /// Starts again at its end instead of holding its last key.
    pub looping: bool,
    /// Holds each key up to the next instead of interpolating.
    pub stepped: bool,
    /// Whether, and how, bone 0 moves the character.
    pub root_motion: RootMotion,
    /// The tracks hold differences of this kind instead of transforms; a property without keys adds
    /// nothing.
    pub additive: Option<AdditiveKind>,
    /// The keys in fewer bytes, with one frame a key; without it `tracks` and `keys` hold them.
    pub compressed: Option<Compressed>,
    /// The keys in chunks of time that come and go, in place of `compressed`; see
    /// [`Clip::in_chunks`].
    pub chunked: Option<Arc<Chunked>>,
    /// Ascending by bone, each bone once. Empty when compressed.
    pub tracks: Array<Track>,
    /// Numbers of all tracks, see [`Track`]. Empty when compressed.
    pub keys: Array<f32>,
    /// Ascending by name.
    pub curves: Array<Curve>,
    /// Keys of all curves, each curve's in one range.
    pub curve_keys: Array<CurveKey>,
    /// Ascending by time, track, id.
    pub notifies: Array<Notify>,
    /// Values that the notifies carry, see [`crate::notify::NotifyClass`].
    pub values: Array<u64>,
    /// Ascending by time, no two at one, inside the clip.
    pub markers: Array<SyncMarker>,
    /// Windows of motion warping, in seconds on the clip.
    pub warps: Windows,
}

/// Reason why a clip is unusable with a skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipError {
    NoKeys,
    Length,
    Track {
        track: usize,
    },
    /// A key that is no number or beyond [`crate::limits::FARTHEST_BONE`], or keys beside
    /// compressed ones.
    Keys,
    /// Key times are invalid: their number differs from the number of keys, they do not ascend from
    /// 0 to the length, or three of them are equal.
    Times,
    Curve {
        curve: usize,
    },
    /// Their order, a number that is none, or values that are not there.
    Notifies,
    Markers,
    /// The clip has too many keys or notifies.
    TooMany,
}

impl fmt::Display for ClipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClipError::NoKeys => f.write_str(tr!("it has no keys")),
            ClipError::Length => f.write_str(tr!("its length or its rate is not valid")),
            ClipError::Track { track } => {
                f.write_str(&tr!("track {track} has no bone, or not its keys"))
            }
            ClipError::Keys => f.write_str(tr!(
                "a key is not finite or too large, or it has both raw and compressed keys"
            )),
            ClipError::Times => f.write_str(tr!(
                "the times of its keys do not ascend from 0 to its length"
            )),
            ClipError::Curve { curve } => f.write_str(&tr!(
                "curve {curve} has keys out of order, or a number that is not finite or too large"
            )),
            ClipError::Notifies => f.write_str(tr!(
                "its notifies are out of order, or have a number that is not finite"
            )),
            ClipError::Markers => f.write_str(tr!(
                "its sync markers are out of order, outside the clip, or without a name"
            )),
            ClipError::TooMany => f.write_str(tr!("it has too many keys or notifies")),
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
        let is_twofold =
            clip.compressed.is_some() && !(clip.tracks.is_empty() && clip.keys.is_empty());
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
            || !clip
                .notifies
                .iter()
                .all(|notify| notify.is_sound(clip.values.len()))
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
        let ascend = || {
            times.windows(2).all(|pair| pair[0] <= pair[1])
                && times.windows(3).all(|it| it[0] < it[2])
        };
        let ends = || times[0] == 0.0 && times[times.len() - 1] == self.length;
        times.is_empty()
            || (times.len() > 1 && times.len() == self.key_count as usize && ends() && ascend())
    }

    fn check_tracks(&self, bone_count: usize) -> Result<(), ClipError> {
        let fits = |keys: &Keys, width: u64| {
            let right_count = keys.count <= 1 || keys.count == self.key_count;
            right_count
                && u64::from(keys.first) + u64::from(keys.count) * width <= self.keys.len() as u64
        };
        let mut next_bone = 0;
        for (at, track) in self.tracks.iter().enumerate() {
            let in_order = track.bone >= next_bone && (track.bone as usize) < bone_count;
            if !in_order
                || !fits(&track.translation, 3)
                || !fits(&track.rotation, 4)
                || !fits(&track.scale, 3)
            {
                return Err(ClipError::Track { track: at });
            }
            next_bone = track.bone + 1;
        }
        Ok(())
    }

    /// Number of bones that have keys.
    pub fn bone_count(&self) -> usize {
        match (&self.chunked, &self.compressed) {
            (Some(chunked), _) => chunked.bones().len(),
            (None, Some(compressed)) => compressed.bones().len(),
            (None, None) => self.tracks.len(),
        }
    }

    /// Size of the keys, bytes.
    pub fn key_bytes(&self) -> usize {
        match (&self.chunked, &self.compressed) {
            (Some(chunked), _) => chunked.all_bytes(),
            (None, Some(compressed)) => compressed.bytes().len(),
            (None, None) => size_of_val(self.tracks.as_slice()) + size_of_val(self.keys.as_slice()),
        }
    }

    /// The same clip with its keys in chunks of about `seconds` seconds, none of which is loaded
    /// yet. None if the clip would be a single chunk, or if its keys are not compressed.
    pub fn in_chunks(&self, seconds: f32) -> Option<Self> {
        let frames = (seconds * self.rate()).clamp(1.0, MOST_KEYS as f32) as u32;
        Some(Self {
            chunked: Some(Chunked::new(self.compressed.as_ref()?, frames)?.into()),
            compressed: None,
            ..self.clone()
        })
    }

    /// Time of a key, in seconds.
    pub fn key_time(&self, key: usize) -> f64 {
        match self.times.get(key) {
            Some(time) => f64::from(*time),
            None => {
                f64::from(self.length) * key as f64
                    / f64::from(self.key_count.saturating_sub(1).max(1))
            }
        }
    }

    /// Keys per second, on average; 0 for a single key.
    pub fn rate(&self) -> f32 {
        if self.length > 0.0 {
            (self.key_count - 1) as f32 / self.length
        } else {
            0.0
        }
    }

    /// Asks for the chunks that hold `time` seconds, before a tick does, where the clip is in
    /// chunks.
    pub fn ask(&self, time: f64) {
        if let Some(chunked) = &self.chunked {
            chunked.ask(self.codec_span(time).frame);
        }
    }

    /// Every bone and curve at `time` seconds, clamped to the clip. An additive clip is shown on
    /// the reference pose.
    pub fn sample(&self, skeleton: &Skeleton, time: f64, out: &mut Pose) {
        self.sample_with(skeleton, time, Rows::ALL, None, out);
    }

    /// Samples the same bits as [`Clip::sample`], but faster if `cache` was last used for a nearby
    /// time.
    pub fn sample_cached(
        &self,
        skeleton: &Skeleton,
        time: f64,
        cache: &mut SampleCache,
        out: &mut Pose,
    ) {
        self.sample_with(skeleton, time, Rows::ALL, Some(cache.parts()), out);
    }

    /// As [`Clip::sample_cached`], but for `rows` only.
    pub(crate) fn sample_rows(
        &self,
        skeleton: &Skeleton,
        time: f64,
        rows: Rows,
        cached: Cached<'_>,
        out: &mut Pose,
    ) {
        self.sample_with(skeleton, time, rows, Some(cached), out);
    }

    fn sample_with(
        &self,
        skeleton: &Skeleton,
        time: f64,
        rows: Rows,
        cache: Option<Cached<'_>>,
        out: &mut Pose,
    ) {
        out.reset_rows(skeleton, rows);
        if let Some(kind) = self.additive {
            let mut additive = AdditivePose::new(kind);
            additive.deltas.fill_rows(skeleton.len(), &NO_DELTA, rows);
            self.write(time, cache, &mut additive.deltas);
            return additive.apply(skeleton, 1.0, out);
        }
        self.write(time, cache, out);
    }

    /// Writes the difference that an additive clip adds at `time` seconds to `out`. Contract: the
    /// clip is additive.
    pub fn sample_additive(
        &self,
        skeleton: &Skeleton,
        time: f64,
        cache: &mut SampleCache,
        out: &mut AdditivePose,
    ) {
        self.sample_additive_rows(skeleton, time, Rows::ALL, cache.parts(), out);
    }

    /// As [`Clip::sample_additive`], but for `rows` only.
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
        if self.compressed.as_ref().is_some_and(|compressed| {
            compressed.sample_still(skeleton.len(), rows, segments, &mut out.deltas)
        }) {
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
            (Some(compressed), Some(cache)) => {
                compressed.sample_with(self.codec_span(time), cache, out)
            }
        }
        self.sample_curves(time, &mut out.curves);
    }

    /// The bones of a raw clip at a key, before what another one at the same time makes of them; an
    /// additive clip's differences. Contract: `out` has the bones.
    pub fn write_key(&self, key: u32, out: &mut Pose) {
        let last = self.key_count.saturating_sub(1);
        let span = if key < last || last == 0 {
            (key as usize, 0.0)
        } else {
            (last as usize - 1, 1.0)
        };
        self.sample_tracks(span, out);
    }

    fn codec_span(&self, time: f64) -> Span {
        let (key, fraction) = self.span(time);
        Span {
            frame: key as u32,
            fraction,
        }
    }

    fn sample_tracks(&self, span: (usize, f32), out: &mut Pose) {
        let keys = self.keys.as_slice();
        let rows = out.rows();
        for track in self
            .tracks
            .iter()
            .filter(|track| rows.has(track.bone as usize / LANES))
        {
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

    /// Motion of the character over `[from, to]` without a wrap, in component space: composed onto
    /// a placement that shows the locked root where the keys have it at `from`, it shows it where
    /// they have it at `to`. With `start`, `end` and `locked` as the root is at both and in the
    /// pose, that is `locked ∘ start⁻¹ ∘ end ∘ locked⁻¹`. Scale moves nothing.
    pub fn root_delta(&self, skeleton: &Skeleton, from: f64, to: f64) -> Transform {
        let [start, end, locked] = [
            self.root(skeleton, from),
            self.root(skeleton, to),
            self.locked_root(skeleton),
        ]
        .map(Rigid::from);
        // In f64, for what rounding does in one direction adds up from tick to tick.
        let into_component = locked.rotation * start.rotation.conjugate();
        let turn = normalized(into_component * end.rotation * locked.rotation.conjugate());
        let pivot = locked.translation - turn * locked.translation;
        let way = into_component * (end.translation - start.translation) + pivot;
        Transform::new(way.as_vec3(), turn.as_quat(), Vec3::ONE)
    }

    /// Translation of the root over `[from, to]`, without a wrap, while the pose keeps the root's
    /// rotation; component space.
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
        (
            key,
            if self.stepped {
                fraction.floor()
            } else {
                fraction
            },
        )
    }

    fn uneven_span(&self, time: f64) -> (usize, f32) {
        let after = self.times.partition_point(|key| f64::from(*key) <= time);
        let key = after.saturating_sub(1).min(self.times.len() - 2);
        let (from, to) = (f64::from(self.times[key]), f64::from(self.times[key + 1]));
        // Two at the end are at one time.
        let fraction = if to > from {
            ((time - from) / (to - from)).clamp(0.0, 1.0) as f32
        } else {
            1.0
        };
        (
            key,
            if self.stepped {
                fraction.floor()
            } else {
                fraction
            },
        )
    }

    fn sample_track(
        &self,
        track: &Track,
        keys: &[f32],
        (key, fraction): (usize, f32),
        out: &mut Transform,
    ) {
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
