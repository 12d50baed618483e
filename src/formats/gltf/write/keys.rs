//! Keys of one property as glTF wants them: none before time 0, turns of unit length, no cubic key alone.

use anim::{Transform, curve::hermite};
use asset::source::{Channel, Interpolation};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    Translation,
    Rotation,
    Scale,
    /// So many morphs.
    Weights(usize),
}

impl Path {
    pub fn name(self) -> &'static str {
        match self {
            Path::Translation => "translation",
            Path::Rotation => "rotation",
            Path::Scale => "scale",
            Path::Weights(_) => "weights",
        }
    }

    /// Floats of a value.
    fn width(self) -> usize {
        match self {
            Path::Translation | Path::Scale => 3,
            Path::Rotation => 4,
            Path::Weights(morphs) => morphs,
        }
    }
}

/// As [`Channel`]; a value of weights holds one a morph.
pub struct Keys {
    pub path: Path,
    pub interpolation: Interpolation,
    pub times: Vec<f32>,
    pub values: Vec<f32>,
}

impl Keys {
    pub fn new(path: Path, channel: &Channel) -> Self {
        let (times, values) = (channel.times.clone(), channel.values.clone());
        let mut keys = Self { path, interpolation: channel.interpolation, times, values };
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

    /// A bone that stays where it is. Contract: `path` is one of a bone.
    pub fn resting(path: Path, reference: &Transform) -> Self {
        let values = match path {
            Path::Rotation => reference.rotation.normalize().to_array().to_vec(),
            Path::Scale => reference.scale.to_array().to_vec(),
            Path::Translation | Path::Weights(_) => reference.translation.to_array().to_vec(),
        };
        Self { path, interpolation: Interpolation::Linear, times: vec![0.0], values }
    }

    /// Seconds.
    pub fn end(&self) -> f32 {
        self.times.last().copied().unwrap_or(0.0)
    }

    /// One more key with the last value.
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
        if self.interpolation == Interpolation::Cubic { 3 } else { 1 }
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
        let at_zero = if is_there { Vec::new() } else { self.at_zero(after) };
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
        let (from, to, u) = (self.part(before, 0), self.part(before + 1, 0), self.fraction(before));
        if self.path == Path::Rotation {
            let (times, values) = (vec![0.0, 1.0], [from, to].concat());
            return Channel { times, values, ..Channel::default() }.rotation(u).to_array().to_vec();
        }
        from.iter().zip(to).map(|(from, to)| from + (to - from) * u).collect()
    }

    /// A part of a cubic is the cubic of its own ends' values and slopes.
    fn curved(&self, before: usize) -> Vec<f32> {
        let (u, span) = (self.fraction(before), self.times[before + 1] - self.times[before]);
        let [from, leave, into, to] =
            [(before, 1), (before, 2), (before + 1, 0), (before + 1, 1)].map(|(key, part)| self.part(key, part));
        let ends = |i: usize| (from[i], span * leave[i], to[i], span * into[i]);
        let each = |of: fn((f32, f32, f32, f32), f32) -> f32| (0..from.len()).map(move |i| of(ends(i), u));
        let value = each(|(a, a_slope, b, b_slope), u| hermite(a, a_slope, b, b_slope, u));
        let slopes: Vec<f32> = each(slope).map(|slope| slope / span).collect();
        slopes.iter().copied().chain(value).chain(slopes.iter().copied()).collect()
    }

    /// A cubic key is scaled as a whole, which turns the same way.
    fn normalise(&mut self) {
        let parts = self.parts();
        let (key, value) = (parts * 4, parts / 2 * 4);
        for key in self.values.chunks_exact_mut(key) {
            let length = key[value..value + 4].iter().map(|x| x * x).sum::<f32>().sqrt();
            if length > 1e-6 {
                key.iter_mut().for_each(|x| *x /= length);
            } else if length.is_finite() {
                key.fill(0.0);
                key[value + 3] = 1.0;
            }
        }
    }
}

/// Of [`hermite`], by its fraction.
fn slope((a, a_slope, b, b_slope): (f32, f32, f32, f32), u: f32) -> f32 {
    let u2 = u * u;
    (6.0 * u2 - 6.0 * u) * (a - b) + (3.0 * u2 - 4.0 * u + 1.0) * a_slope + (3.0 * u2 - 2.0 * u) * b_slope
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    fn check(path: Path, channel: &Channel, value: impl Fn(&Channel, f32) -> Vec<f32>) {
        let keys = Keys::new(path, channel);
        assert_eq!(keys.times[0], 0.0);
        let cut = Channel { interpolation: keys.interpolation, times: keys.times, values: keys.values };
        for time in [0.0, 0.1, 0.3, 0.5, 0.9, 2.0] {
            let (expected, found) = (value(channel, time), value(&cut, time));
            assert!(expected.iter().zip(&found).all(|(a, b)| (a - b).abs() < 1e-5), "{time}: {expected:?} {found:?}");
        }
    }

    #[test]
    fn from_zero_on_a_cut_channel_is_the_whole_one() {
        for interpolation in [Interpolation::Step, Interpolation::Linear, Interpolation::Cubic] {
            let parts = if interpolation == Interpolation::Cubic { 3 } else { 1 };
            for times in [vec![-1.0, -0.25, 0.5, 1.0], vec![-0.5, 0.0, 0.5, 0.75], vec![-4.0, -3.0, -2.0, -1.0]] {
                let values = |width: usize| (0..4 * parts * width).map(|i| (i as f32 * 1.7).sin()).collect();
                let channel = Channel { interpolation, times: times.clone(), values: values(3) };
                check(Path::Scale, &channel, |channel, time| channel.vector(time).to_vec());
            }
        }
    }

    #[test]
    fn a_turn_is_cut_where_it_is_at_zero() {
        let turns = [Quat::from_rotation_x(0.2), -Quat::from_rotation_x(1.9), Quat::from_rotation_y(1.0)];
        let values = turns.iter().flat_map(|turn| turn.to_array()).collect();
        let channel = Channel { times: vec![-0.3, 0.4, 1.0], values, ..Channel::default() };
        check(Path::Rotation, &channel, |channel, time| channel.rotation(time).to_array().to_vec());
    }

    #[test]
    fn a_held_key_leaves_the_line_before_it() {
        for interpolation in [Interpolation::Step, Interpolation::Linear, Interpolation::Cubic] {
            let parts = if interpolation == Interpolation::Cubic { 3 } else { 1 };
            let values: Vec<f32> = (0..6 * parts).map(|i| i as f32).collect();
            let channel = Channel { interpolation, times: vec![0.0, 1.0], values };
            let mut keys = Keys::new(Path::Translation, &channel);
            keys.hold_until(3.0);
            let held = Channel { interpolation, times: keys.times, values: keys.values };
            assert_eq!(held.times, [0.0, 1.0, 3.0]);
            for time in [0.0, 0.4, 1.0, 1.7, 3.0] {
                assert_eq!(channel.vector(time), held.vector(time), "{interpolation:?} {time}");
            }
        }
    }

    #[test]
    fn a_turn_that_is_too_short_for_a_direction_is_none() {
        let turn = |length: f32| {
            let channel = Channel { times: vec![0.0], values: vec![length, 0.0, 0.0, 0.0], ..Channel::default() };
            Keys::new(Path::Rotation, &channel).values
        };
        assert_eq!(turn(0.95e-6), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(turn(1.1e-6), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(Keys::resting(Path::Scale, &Transform::IDENTITY).times, [0.0]);
    }

    #[test]
    fn a_cubic_key_alone_is_a_step() {
        let channel = Channel { interpolation: Interpolation::Cubic, times: vec![-1.0, 0.0], values: vec![7.0; 6] };
        let keys = Keys::new(Path::Weights(1), &channel);
        assert_eq!((keys.interpolation, keys.times, keys.values), (Interpolation::Step, vec![0.0], vec![7.0]));
    }

    #[test]
    fn a_cut_cubic_has_the_slope_that_it_had_at_zero() {
        let values = (0..2 * 3 * 3).map(|i| (i as f32 * 1.7).sin()).collect();
        let channel = Channel { interpolation: Interpolation::Cubic, times: vec![-0.75, 1.25], values };
        let keys = Keys::new(Path::Translation, &channel);
        let step = 1e-3;
        for i in 0..3 {
            let slope = (channel.vector(step)[i] - channel.vector(-step)[i]) / (2.0 * step);
            for part in [0, 2] {
                assert!((keys.part(0, part)[i] - slope).abs() < 2e-3, "{i} {part}: {} {slope}", keys.part(0, part)[i]);
            }
        }
    }

    #[test]
    fn the_slope_of_a_cubic_is_how_fast_it_rises() {
        let ends = (0.3, -1.5, 2.0, 0.7);
        for step in 1..16u8 {
            let (u, by) = (f32::from(step) / 16.0, 1e-3);
            let at = |u: f32| hermite(ends.0, ends.1, ends.2, ends.3, u);
            let rise = (at(u + by) - at(u - by)) / (2.0 * by);
            assert!((slope(ends, u) - rise).abs() < 2e-3, "{u}");
        }
        assert_eq!((slope(ends, 0.0), slope(ends, 1.0)), (ends.1, ends.3));
    }

    #[test]
    fn a_cubic_turn_is_scaled_with_its_slopes() {
        let (slope, turn) = ([1.0, 2.0, 3.0, 4.0], [0.0, 3.0, 0.0, 4.0]);
        let values = [slope, turn, slope, slope, turn, slope].concat();
        let channel = Channel { interpolation: Interpolation::Cubic, times: vec![0.0, 1.0], values };
        let keys = Keys::new(Path::Rotation, &channel);
        assert_eq!(
            keys.values,
            [slope, turn, slope, slope, turn, slope].concat().iter().map(|x| x / 5.0).collect::<Vec<_>>()
        );
        let none = Channel { values: [slope, [0.0; 4], slope].concat().repeat(2), ..channel };
        let keys = Keys::new(Path::Rotation, &none);
        assert_eq!(keys.values, [[0.0; 4], [0.0, 0.0, 0.0, 1.0], [0.0; 4]].concat().repeat(2));
    }

    #[test]
    fn weights_of_several_morphs_are_cut_and_held_key_by_key() {
        let channel = Channel { times: vec![-1.0, 1.0], values: vec![0.0, 10.0, 2.0, 30.0], ..Channel::default() };
        let mut keys = Keys::new(Path::Weights(2), &channel);
        assert_eq!((keys.times.as_slice(), keys.values.as_slice()), (&[0.0, 1.0][..], &[1.0, 20.0, 2.0, 30.0][..]));
        keys.hold_until(2.0);
        assert_eq!((keys.end(), &keys.values[4..]), (2.0, &[2.0, 30.0][..]));
        assert_eq!(keys.path.name(), "weights");
    }

    #[test]
    fn a_bone_at_rest_has_one_key_of_its_reference() {
        let reference = Transform::new(
            glam::Vec3::new(1.0, 2.0, 3.0),
            Quat::from_xyzw(0.0, 3.0, 0.0, 4.0),
            glam::Vec3::new(4.0, 5.0, 6.0),
        );
        let of = |path: Path| (Keys::resting(path, &reference).values, path.name());
        assert_eq!(of(Path::Translation), (vec![1.0, 2.0, 3.0], "translation"));
        assert_eq!(of(Path::Rotation), (vec![0.0, 0.6, 0.0, 0.8], "rotation"));
        assert_eq!(of(Path::Scale), (vec![4.0, 5.0, 6.0], "scale"));
        assert_eq!(Keys::resting(Path::Scale, &reference).end(), 0.0);
    }
}
