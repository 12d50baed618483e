//! A clip as its file had it: keys at any times, with the file's own interpolation. Compiling
//! resamples it.

mod cut;
#[cfg(test)]
mod tests;

pub(crate) use cut::step_delay;
pub use cut::{ChannelValues, ClipRange};

use crate::BoneKey;
use anim::{Transform, curve::hermite, float::Extreme};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

/// Interpolation of a value from one key to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Interpolation {
    Step,
    #[default]
    Linear,
    /// Hermite; each key holds an in-tangent, a value and an out-tangent, tangents per second.
    Cubic,
}

/// The value that counts at the time of a step: the one before or the one after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepSide {
    Before,
    /// The value at the time and from it on.
    After,
}

/// Two keys, and the fraction from the one to the other.
type KeyInterval = (usize, usize, f32);

/// Keys of one property. Times ascend strictly and are at least one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Channel {
    /// Interpolation of the value between keys.
    pub interpolation: Interpolation,
    /// Times of the keys, seconds.
    pub times: Vec<f32>,
    /// The property's width in floats a key; three times that for [`Interpolation::Cubic`].
    pub values: Vec<f32>,
}

/// The channels of one bone; an absent channel leaves the reference pose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Track {
    /// The bone that is moved.
    pub bone: BoneKey,
    /// Metres, local to the parent.
    pub translation: Option<Channel>,
    /// Quaternions xyzw, local to the parent.
    pub rotation: Option<Channel>,
    /// Scale factors, in the space of the parent bone; None if the track has no scale.
    pub scale: Option<Channel>,
    /// The bone's reference translation in the skeleton that the keys were made for, local; None
    /// where it is unknown, and that of the skeleton they play on counts.
    pub reference: Option<[f32; 3]>,
}

/// An imported curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SourceCurve {
    /// Unique in its source.
    pub name: String,
    /// Keys of the curve; each value is one float.
    pub channel: Channel,
}

/// Everything that a file has of a clip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipSource {
    /// Seconds from time 0 to the last key.
    pub duration: f32,
    /// Keys of bones, each bone once.
    pub tracks: Vec<Track>,
    /// Imported curves; each name occurs once.
    pub curves: Vec<SourceCurve>,
}

impl Track {
    /// The bone's local transform at a time in seconds; channels hold beyond their ends.
    pub fn evaluate(&self, time: f32, reference: &Transform) -> Transform {
        let vector = |channel: &Option<Channel>, or: Vec3| {
            channel.as_ref().map_or(or, |c| c.vector(time).into())
        };
        Transform {
            translation: vector(&self.translation, reference.translation),
            rotation: self
                .rotation
                .as_ref()
                .map_or(reference.rotation, |c| c.rotation(time)),
            scale: vector(&self.scale, reference.scale),
        }
    }

    /// Evaluates like [`Track::evaluate`], at a time in double precision; `side` chooses the value
    /// where it jumps.
    pub(crate) fn evaluate_at(
        &self,
        time: f64,
        side: StepSide,
        reference: &Transform,
    ) -> Transform {
        let vector = |channel: &Option<Channel>, or: Vec3| {
            channel
                .as_ref()
                .map_or(or, |c| c.between::<3>(c.span_at(time, side)).into())
        };
        Transform {
            translation: vector(&self.translation, reference.translation),
            rotation: self
                .rotation
                .as_ref()
                .map_or(reference.rotation, |c| c.turned(c.span_at(time, side))),
            scale: vector(&self.scale, reference.scale),
        }
    }

    /// The channels that there are: translation, rotation, scale.
    pub fn channels(&self) -> impl Iterator<Item = &Channel> {
        [&self.translation, &self.rotation, &self.scale]
            .into_iter()
            .flatten()
    }
}

impl ClipSource {
    /// Whether every channel has keys, and a value for each.
    pub fn is_whole(&self) -> bool {
        let of_track = |track: &Track| {
            let channels = [
                (&track.translation, 3),
                (&track.rotation, 4),
                (&track.scale, 3),
            ];
            channels
                .into_iter()
                .all(|(channel, width)| channel.as_ref().is_none_or(|it| it.is_whole(width)))
        };
        self.tracks.iter().all(of_track)
            && self.curves.iter().all(|curve| curve.channel.is_whole(1))
    }

    /// All channels, curves included.
    pub fn channels(&self) -> impl Iterator<Item = &Channel> {
        self.tracks
            .iter()
            .flat_map(Track::channels)
            .chain(self.curves.iter().map(|curve| &curve.channel))
    }
}

impl Channel {
    /// Whether it has keys, and as many values of so many floats.
    fn is_whole(&self, width: usize) -> bool {
        let parts = if self.interpolation == Interpolation::Cubic {
            3
        } else {
            1
        };
        !self.times.is_empty() && self.values.len() == self.times.len() * width * parts
    }

    /// The value of a channel of one float at a time, seconds; held beyond its ends.
    pub fn scalar(&self, time: f32) -> f32 {
        self.between::<1>(self.span(time))[0]
    }

    /// The value of a channel of three floats at a time, seconds; held beyond its ends.
    pub fn vector(&self, time: f32) -> [f32; 3] {
        self.between::<3>(self.span(time))
    }

    /// Value, and tangents before and after, of a key of a property of one float.
    pub(crate) fn scalar_key(&self, key: usize) -> (f32, (f32, f32)) {
        let [value] = self.value::<1>(key);
        let tangent = |part: usize| match self.interpolation {
            Interpolation::Cubic => self.part::<1>(key, part)[0],
            Interpolation::Step | Interpolation::Linear => 0.0,
        };
        (value, (tangent(0), tangent(2)))
    }

    /// Unit length. Linear keys turn at constant speed along the shorter arc.
    pub fn rotation(&self, time: f32) -> Quat {
        self.turned(self.span(time))
    }

    fn turned(&self, (a, b, u): KeyInterval) -> Quat {
        if self.interpolation == Interpolation::Linear {
            return slerp(self.unit(a), self.unit(b), u);
        }
        let value = Quat::from_array(self.between::<4>((a, b, u)));
        if value.length() > 1e-6 {
            value.normalize()
        } else {
            self.unit(a)
        }
    }

    fn unit(&self, key: usize) -> Quat {
        let value = Quat::from_array(self.value::<4>(key));
        if value.length() > 1e-6 {
            value.normalize()
        } else {
            Quat::IDENTITY
        }
    }

    /// The keys around a time and the fraction between them; equal keys outside.
    fn span(&self, time: f32) -> KeyInterval {
        let after = self.times.partition_point(|t| *t <= time);
        if after == 0 {
            return (0, 0, 0.0);
        }
        if after == self.times.len() {
            return (after - 1, after - 1, 0.0);
        }
        let (a, b) = (self.times[after - 1], self.times[after]);
        (after - 1, after, (time - a) / (b - a))
    }

    fn span_at(&self, time: f64, side: StepSide) -> KeyInterval {
        let is_before = side == StepSide::Before && self.interpolation == Interpolation::Step;
        let has_come = |key: &f32| {
            if is_before {
                f64::from(*key) < time
            } else {
                f64::from(*key) <= time
            }
        };
        let after = self.times.partition_point(has_come);
        if after == 0 || after == self.times.len() {
            let only = after.saturating_sub(1);
            return (only, only, 0.0);
        }
        let (a, b) = (
            f64::from(self.times[after - 1]),
            f64::from(self.times[after]),
        );
        (after - 1, after, ((time - a) / (b - a)) as f32)
    }

    fn between<const N: usize>(&self, (a, b, u): KeyInterval) -> [f32; N] {
        let (from, to) = (self.value::<N>(a), self.value::<N>(b));
        match self.interpolation {
            Interpolation::Step => from,
            _ if a == b => from,
            Interpolation::Linear => std::array::from_fn(|i| from[i] + (to[i] - from[i]) * u),
            Interpolation::Cubic => {
                let span = self.times[b] - self.times[a];
                let (out, into) = (self.part::<N>(a, 2), self.part::<N>(b, 0));
                std::array::from_fn(|i| hermite(from[i], span * out[i], to[i], span * into[i], u))
            }
        }
    }

    fn value<const N: usize>(&self, key: usize) -> [f32; N] {
        self.part(key, usize::from(self.interpolation == Interpolation::Cubic))
    }

    /// Part 0 is the only one of step and linear keys; cubic keys have in-tangent, value,
    /// out-tangent.
    fn part<const N: usize>(&self, key: usize, part: usize) -> [f32; N] {
        let parts = if self.interpolation == Interpolation::Cubic {
            3
        } else {
            1
        };
        let first = (key * parts + part) * N;
        std::array::from_fn(|i| self.values[first + i])
    }
}

/// Along the shorter arc at constant speed, exact at both ends.
fn slerp(a: Quat, b: Quat, u: f32) -> Quat {
    let dot = a.dot(b);
    let b = if dot < 0.0 { -b } else { b };
    if u <= 0.0 {
        return anim::transform::nlerp(a, b, u);
    }
    // The chord keeps its digits for small angles, where the cosine loses them: equal keys may have
    // one below 1.
    let angle = 2.0 * libm::asinf(((b - a).length() / 2.0).lower(1.0));
    if angle < 1e-3 {
        return anim::transform::nlerp(a, b, u);
    }
    let sum = a * libm::sinf((1.0 - u) * angle) + b * libm::sinf(u * angle);
    sum.normalize()
}
