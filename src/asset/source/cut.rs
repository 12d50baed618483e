//! Keys of a part of a clip, and of the clip played backwards: what is left shows what it showed.

#[cfg(test)]
mod tests;

use super::{Channel, ClipSource, Interpolation, SourceCurve, Track};
use anim::curve::{hermite, hermite_slope};
use anim::float::Extreme;

/// A part of a clip, in seconds on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipRange {
    /// Start of the range, seconds; time 0 of the part that is left.
    pub begin: f32,
    /// End of the range, seconds, after `begin`.
    pub end: f32,
}

/// Meaning of the numbers in a channel's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelValues {
    /// This many numbers, each independent of the others.
    Numbers(usize),
    /// A quaternion xyzw.
    Rotation,
}

impl ChannelValues {
    /// Numbers of one value.
    pub fn width(self) -> usize {
        match self {
            Self::Numbers(width) => width,
            Self::Rotation => 4,
        }
    }
}

impl Channel {
    /// The keys within a range, and one at either end of it where the line goes on beyond, so that
    /// the channel shows what it showed there. Contract: it has keys.
    pub fn cut(&self, values: ChannelValues, range: ClipRange) -> Self {
        let from = self.times.partition_point(|time| *time < range.begin);
        let to = self.times.partition_point(|time| *time <= range.end);
        let cut = ChannelCut {
            channel: self,
            values,
        };
        let mut kept = Self {
            interpolation: self.interpolation,
            ..Self::default()
        };
        let begins_on_key = self.times.get(from) == Some(&range.begin);
        if from > 0 && !begins_on_key {
            kept.times.push(0.0);
            kept.values.extend(cut.key_at(range.begin));
        }
        let inside = from..to.max(from);
        kept.times.extend(
            self.times[inside.clone()]
                .iter()
                .map(|time| time - range.begin),
        );
        kept.values.extend(inside.flat_map(|key| cut.key(key)));
        let ends_on_key = to > 0 && self.times[to - 1] == range.end;
        let goes_on = to < self.times.len() && !ends_on_key;
        let holds = self.interpolation == Interpolation::Step && !kept.times.is_empty();
        if goes_on && !holds {
            kept.times.push(range.end - range.begin);
            kept.values.extend(cut.key_at(range.end));
        }
        kept
    }

    /// The channel played backwards from `duration`, in seconds. A stepped value that counts at a
    /// time counts at its mirror image, a few roundings of the duration before it changes. Contract:
    /// it has keys.
    pub fn reversed(&self, values: ChannelValues, duration: f32) -> Self {
        let cut = ChannelCut {
            channel: self,
            values,
        };
        let is_step = self.interpolation == Interpolation::Step;
        let mut back = Self {
            interpolation: self.interpolation,
            ..Self::default()
        };
        for key in (0..self.times.len()).rev() {
            let after = self.times.get(key + 1).filter(|_| is_step);
            let time = after.map_or(duration - self.times[key], |after| {
                duration - after + step_delay(duration)
            });
            if back.times.last().is_none_or(|last| *last < time) {
                back.times.push(time);
                back.values.extend(cut.backwards(key));
            }
        }
        back
    }
}

/// Seconds by which a reversed step comes later, so that no rounding shows it a frame too early.
pub(crate) fn step_delay(duration: f32) -> f32 {
    (duration * f32::EPSILON * 4.0).higher(1e-6)
}

/// A channel, and what its numbers are.
struct ChannelCut<'a> {
    channel: &'a Channel,
    values: ChannelValues,
}

impl ChannelCut<'_> {
    fn parts(&self) -> usize {
        if self.channel.interpolation == Interpolation::Cubic {
            3
        } else {
            1
        }
    }

    /// All numbers of a key.
    fn key(&self, key: usize) -> Vec<f32> {
        let size = self.values.width() * self.parts();
        self.channel.values[key * size..(key + 1) * size].to_vec()
    }

    fn part(&self, key: usize, part: usize) -> &[f32] {
        let width = self.values.width();
        let first = (key * self.parts() + part) * width;
        &self.channel.values[first..first + width]
    }

    /// Numbers of a key at `time`, seconds, that leaves the curve unchanged.
    fn key_at(&self, time: f32) -> Vec<f32> {
        let (a, b, u) = self.channel.span(time);
        if a == b {
            return self.key(a);
        }
        match self.channel.interpolation {
            Interpolation::Step => self.key(a),
            Interpolation::Linear => self.straight(time, (a, b, u)),
            Interpolation::Cubic => self.curved((a, b, u)),
        }
    }

    fn straight(&self, time: f32, (a, b, u): (usize, usize, f32)) -> Vec<f32> {
        if self.values == ChannelValues::Rotation {
            return self.channel.rotation(time).to_array().to_vec();
        }
        let pairs = self.part(a, 0).iter().zip(self.part(b, 0));
        pairs.map(|(from, to)| from + (to - from) * u).collect()
    }

    /// A piece of a cubic is the cubic with the values and slopes at its own ends.
    fn curved(&self, (a, b, u): (usize, usize, f32)) -> Vec<f32> {
        let span = self.channel.times[b] - self.channel.times[a];
        let (from, to) = (self.part(a, 1), self.part(b, 1));
        let (leaving, arriving) = (self.part(a, 2), self.part(b, 0));
        let each = |shape: fn(f32, f32, f32, f32, f32) -> f32| -> Vec<f32> {
            (0..self.values.width())
                .map(|i| shape(from[i], span * leaving[i], to[i], span * arriving[i], u))
                .collect()
        };
        let slopes: Vec<f32> = each(hermite_slope)
            .iter()
            .map(|slope| slope / span)
            .collect();
        [slopes.clone(), each(hermite), slopes].concat()
    }

    /// Numbers of a key for the curve in reversed time.
    fn backwards(&self, key: usize) -> Vec<f32> {
        if self.channel.interpolation != Interpolation::Cubic {
            return self.key(key);
        }
        let turned = |part| self.part(key, part).iter().map(|slope| -slope);
        turned(2)
            .chain(self.part(key, 1).iter().copied())
            .chain(turned(0))
            .collect()
    }
}

impl ClipSource {
    /// The part within a range; its begin is time 0.
    pub fn cut(&self, range: ClipRange) -> Self {
        Self {
            duration: range.end - range.begin,
            ..self.each_channel(|channel, values| channel.cut(values, range))
        }
    }

    /// Played backwards from its end.
    pub fn reversed(&self) -> Self {
        self.each_channel(|channel, values| channel.reversed(values, self.duration))
    }

    fn each_channel(&self, change: impl Fn(&Channel, ChannelValues) -> Channel) -> Self {
        let changed = |channel: &Option<Channel>, values| {
            channel.as_ref().map(|channel| change(channel, values))
        };
        let track = |track: &Track| Track {
            translation: changed(&track.translation, ChannelValues::Numbers(3)),
            rotation: changed(&track.rotation, ChannelValues::Rotation),
            scale: changed(&track.scale, ChannelValues::Numbers(3)),
            ..track.clone()
        };
        let curve = |curve: &SourceCurve| SourceCurve {
            name: curve.name.clone(),
            channel: change(&curve.channel, ChannelValues::Numbers(1)),
        };
        Self {
            duration: self.duration,
            tracks: self.tracks.iter().map(track).collect(),
            curves: self.curves.iter().map(curve).collect(),
        }
    }
}
