//! Keys of one property as glTF wants them: none before time 0, rotations of unit length, no single
//! cubic key.

#[cfg(test)]
mod tests;

use anim::Transform;
use asset::source::{Channel, ChannelValues, ClipRange, Interpolation};

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

    fn values(self) -> ChannelValues {
        match self {
            Path::Translation | Path::Scale => ChannelValues::Numbers(3),
            Path::Rotation => ChannelValues::Rotation,
            Path::Weights(morphs) => ChannelValues::Numbers(morphs),
        }
    }
}

/// Keys of one property of a node, laid out like those of [`Channel`]. A value of weights holds one
/// number for each morph.
pub struct GltfChannelKeys {
    /// Property that the keys drive; it determines how many numbers a value has.
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
        let from_zero = ClipRange {
            begin: 0.0,
            end: f32::INFINITY,
        };
        let cut = channel.cut(path.values(), from_zero);
        let mut keys = Self {
            path,
            interpolation: cut.interpolation,
            times: cut.times,
            values: cut.values,
        };
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
            let (width, zero) = (
                self.path.values().width(),
                vec![0.0; self.path.values().width()],
            );
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
        let width = self.path.values().width();
        let first = (key * self.parts() + part) * width;
        &self.values[first..first + width]
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
