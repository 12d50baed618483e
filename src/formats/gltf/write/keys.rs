//! Keys of one property as glTF wants them: none before time 0, rotations of unit length, no single
//! cubic key.

#[cfg(test)]
mod tests;

use anim::{Transform, curve::hermite};
use asset::source::{Channel, Interpolation};

/// The property that keys drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    Translation,
    Rotation,
    Scale,
    /// Weights of that many morphs.
    Weights(usize),
}

impl Path {
    /// The `path` of an animation channel.
    pub fn name(self) -> &'static str {
        match self {
            Path::Translation => "translation",
            Path::Rotation => "rotation",
            Path::Scale => "scale",
            Path::Weights(_) => "weights",
        }
    }

    /// Numbers of one value.
    fn width(self) -> usize {
        match self {
            Path::Translation | Path::Scale => 3,
            Path::Rotation => 4,
            Path::Weights(morphs) => morphs,
        }
    }
}

/// Keys of one property of a node, laid out like those of [`Channel`]. A value of weights holds one
/// number for each morph.
pub struct GltfChannelKeys {
    /// What the keys drive; it says how many numbers a value has.
    pub path: Path,
    /// Cubic keys have three values each: in-tangent, value, out-tangent.
    pub interpolation: Interpolation,
    /// Ascending, in seconds, from 0.
    pub times: Vec<f32>,
    /// Values of all keys, one key after the other.
    pub values: Vec<f32>,
}

/// Keys and the node that they move.
pub struct Moved {
    /// Index among the nodes of the file.
    pub node: usize,
    /// The keys; there is at least one.
    pub keys: GltfChannelKeys,
}

impl GltfChannelKeys {
    /// Keys of a channel, moved to begin at time 0 or later and normalised. Contract: `channel` has
    /// keys.
    pub fn new(path: Path, channel: &Channel) -> Self {
        let (times, values) = (channel.times.clone(), channel.values.clone());
        let mut keys = Self {
            path,
            interpolation: channel.interpolation,
            times,
            values,
        };
        keys.begin_at_zero();
        if keys.interpolation == Interpolation::Cubic && keys.times.len() == 1 {
            keys.interpolation = Interpolation::Step;
            keys.values = keys.part(0, 1).to_vec();
        }
        if path == Path::Rotation {
            keys.normalise();
        }
        keys
    }

    /// One key at time 0 that holds a bone at its reference pose. Contract: `path` is one of a
    /// bone.
    pub fn resting(path: Path, reference: &Transform) -> Self {
        let values = match path {
            Path::Rotation => reference.rotation.normalize().to_array().to_vec(),
            Path::Scale => reference.scale.to_array().to_vec(),
            Path::Translation | Path::Weights(_) => reference.translation.to_array().to_vec(),
        };
        Self {
            path,
            interpolation: Interpolation::Linear,
            times: vec![0.0],
            values,
        }
    }

    /// Time of the last key, in seconds.
    pub fn end(&self) -> f32 {
        self.times.last().copied().unwrap_or(0.0)
    }

    /// Adds a key at `time`, in seconds, that repeats the last value. Contract: `time` is after the
    /// last key.
    pub fn hold_until(&mut self, time: f32) {
        let last = self.times.len() - 1;
        let value = self.part(last, self.parts() / 2).to_vec();
        if self.interpolation == Interpolation::Cubic {
            let (width, zero) = (self.path.width(), vec![0.0; self.path.width()]);
            let from = self.values.len() - width;
            self.values[from..].fill(0.0);
            self.values.extend([zero.clone(), value, zero].concat());
        } else {
            self.values.extend(value);
        }
        self.times.push(time);
    }

    fn parts(&self) -> usize {
        if self.interpolation == Interpolation::Cubic {
            3
        } else {
            1
        }
    }

    fn part(&self, key: usize, part: usize) -> &[f32] {
        let width = self.path.width();
        let first = (key * self.parts() + part) * width;
        &self.values[first..first + width]
    }

    /// Replaces the keys before time 0 by one at 0 from which the line goes on as it did.
    fn begin_at_zero(&mut self) {
        let after = self.times.partition_point(|time| *time < 0.0);
        if after == 0 {
            return;
        }
        let is_there = self.times.get(after) == Some(&0.0);
        let at_zero = if is_there {
            Vec::new()
        } else {
            self.at_zero(after)
        };
        let key = self.parts() * self.path.width();
        self.values.splice(..after * key, at_zero);
        self.times.splice(..after, (!is_there).then_some(0.0));
    }

    /// A key at time 0, between the keys `after - 1` and `after`.
    fn at_zero(&self, after: usize) -> Vec<f32> {
        let (before, width) = (after - 1, self.path.width());
        let is_last = after == self.times.len();
        match self.interpolation {
            _ if is_last => self.values[self.values.len() - width * self.parts()..].to_vec(),
            Interpolation::Step => self.part(before, 0).to_vec(),
            Interpolation::Linear => self.straight(before),
            Interpolation::Cubic => self.curved(before),
        }
    }

    fn fraction(&self, before: usize) -> f32 {
        -self.times[before] / (self.times[before + 1] - self.times[before])
    }

    fn straight(&self, before: usize) -> Vec<f32> {
        let (from, to, u) = (
            self.part(before, 0),
            self.part(before + 1, 0),
            self.fraction(before),
        );
        if self.path == Path::Rotation {
            let (times, values) = (vec![0.0, 1.0], [from, to].concat());
            return Channel {
                times,
                values,
                ..Channel::default()
            }
            .rotation(u)
            .to_array()
            .to_vec();
        }
        from.iter()
            .zip(to)
            .map(|(from, to)| from + (to - from) * u)
            .collect()
    }

    /// A piece of a cubic is the cubic with the values and slopes at its own ends.
    fn curved(&self, before: usize) -> Vec<f32> {
        let (u, span) = (
            self.fraction(before),
            self.times[before + 1] - self.times[before],
        );
        let [from, leave, into, to] = [(before, 1), (before, 2), (before + 1, 0), (before + 1, 1)]
            .map(|(key, part)| self.part(key, part));
        let ends = |i: usize| (from[i], span * leave[i], to[i], span * into[i]);
        let each =
            |of: fn((f32, f32, f32, f32), f32) -> f32| (0..from.len()).map(move |i| of(ends(i), u));
        let value = each(|(a, a_slope, b, b_slope), u| hermite(a, a_slope, b, b_slope, u));
        let slopes: Vec<f32> = each(slope).map(|slope| slope / span).collect();
        slopes
            .iter()
            .copied()
            .chain(value)
            .chain(slopes.iter().copied())
            .collect()
    }

    /// A cubic key is scaled as a whole, so that its direction of rotation stays.
    fn normalise(&mut self) {
        let parts = self.parts();
        let (key, value) = (parts * 4, parts / 2 * 4);
        for key in self.values.chunks_exact_mut(key) {
            let length = key[value..value + 4]
                .iter()
                .map(|x| x * x)
                .sum::<f32>()
                .sqrt();
            if length > 1e-6 {
                key.iter_mut().for_each(|x| *x /= length);
            } else if length.is_finite() {
                key.fill(0.0);
                key[value + 3] = 1.0;
            }
        }
    }
}

/// Derivative of [`hermite`] by its fraction.
fn slope((a, a_slope, b, b_slope): (f32, f32, f32, f32), u: f32) -> f32 {
    let u2 = u * u;
    (6.0 * u2 - 6.0 * u) * (a - b)
        + (3.0 * u2 - 4.0 * u + 1.0) * a_slope
        + (3.0 * u2 - 2.0 * u) * b_slope
}
