//! A clip as its file had it: keys at any times, with the file's own interpolation. Compiling resamples it.

use crate::BoneKey;
use anim::{Transform, curve::hermite, float::Extreme};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

/// How the value runs from a key to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Interpolation {
    Step,
    #[default]
    Linear,
    /// Hermite; each key holds an in-tangent, a value and an out-tangent, tangents per second.
    Cubic,
}

/// Of a time at which a stepped value jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Before,
    /// At it and from it on.
    After,
}

/// Two keys, and the fraction from the one to the other.
type Span = (usize, usize, f32);

/// Keys of one property. Times ascend strictly and are at least one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Channel {
    pub interpolation: Interpolation,
    /// Seconds.
    pub times: Vec<f32>,
    /// The property's width in floats a key; three times that for [`Interpolation::Cubic`].
    pub values: Vec<f32>,
}

/// The channels of one bone; an absent channel leaves the reference pose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Track {
    pub bone: BoneKey,
    pub translation: Option<Channel>,
    pub rotation: Option<Channel>,
    pub scale: Option<Channel>,
    /// The bone's reference translation in the skeleton that the keys were made for, local; None where it is unknown,
    /// and that of the skeleton they play on counts.
    pub reference: Option<[f32; 3]>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    pub name: String,
    pub channel: Channel,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipSource {
    /// Seconds from time 0 to the last key.
    pub duration: f32,
    /// Each bone once.
    pub tracks: Vec<Track>,
    /// Each name once.
    pub curves: Vec<Curve>,
}

impl Track {
    /// The bone's local transform at a time in seconds; channels hold beyond their ends.
    pub fn evaluate(&self, time: f32, reference: &Transform) -> Transform {
        let vector = |channel: &Option<Channel>, or: Vec3| channel.as_ref().map_or(or, |c| c.vector(time).into());
        Transform {
            translation: vector(&self.translation, reference.translation),
            rotation: self.rotation.as_ref().map_or(reference.rotation, |c| c.rotation(time)),
            scale: vector(&self.scale, reference.scale),
        }
    }

    /// As [`Track::evaluate`], at a time that no float need be, and on a side of it where a value jumps there.
    pub(crate) fn evaluate_at(&self, time: f64, side: Side, reference: &Transform) -> Transform {
        let vector = |channel: &Option<Channel>, or: Vec3| {
            channel.as_ref().map_or(or, |c| c.between::<3>(c.span_at(time, side)).into())
        };
        Transform {
            translation: vector(&self.translation, reference.translation),
            rotation: self.rotation.as_ref().map_or(reference.rotation, |c| c.turned(c.span_at(time, side))),
            scale: vector(&self.scale, reference.scale),
        }
    }

    pub fn channels(&self) -> impl Iterator<Item = &Channel> {
        [&self.translation, &self.rotation, &self.scale].into_iter().flatten()
    }
}

impl ClipSource {
    /// Whether every channel has keys, and a value for each.
    pub fn is_whole(&self) -> bool {
        let of_track = |track: &Track| {
            let channels = [(&track.translation, 3), (&track.rotation, 4), (&track.scale, 3)];
            channels.into_iter().all(|(channel, width)| channel.as_ref().is_none_or(|it| it.is_whole(width)))
        };
        self.tracks.iter().all(of_track) && self.curves.iter().all(|curve| curve.channel.is_whole(1))
    }

    /// All channels, curves included.
    pub fn channels(&self) -> impl Iterator<Item = &Channel> {
        self.tracks.iter().flat_map(Track::channels).chain(self.curves.iter().map(|curve| &curve.channel))
    }
}

impl Channel {
    /// Whether it has keys, and as many values of so many floats.
    fn is_whole(&self, width: usize) -> bool {
        let parts = if self.interpolation == Interpolation::Cubic { 3 } else { 1 };
        !self.times.is_empty() && self.values.len() == self.times.len() * width * parts
    }

    pub fn scalar(&self, time: f32) -> f32 {
        self.between::<1>(self.span(time))[0]
    }

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

    fn turned(&self, (a, b, u): Span) -> Quat {
        if self.interpolation == Interpolation::Linear {
            return slerp(self.unit(a), self.unit(b), u);
        }
        let value = Quat::from_array(self.between::<4>((a, b, u)));
        if value.length() > 1e-6 { value.normalize() } else { self.unit(a) }
    }

    fn unit(&self, key: usize) -> Quat {
        let value = Quat::from_array(self.value::<4>(key));
        if value.length() > 1e-6 { value.normalize() } else { Quat::IDENTITY }
    }

    /// The keys around a time and the fraction between them; equal keys outside.
    fn span(&self, time: f32) -> Span {
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

    fn span_at(&self, time: f64, side: Side) -> Span {
        let is_before = side == Side::Before && self.interpolation == Interpolation::Step;
        let has_come = |key: &f32| if is_before { f64::from(*key) < time } else { f64::from(*key) <= time };
        let after = self.times.partition_point(has_come);
        if after == 0 || after == self.times.len() {
            let only = after.saturating_sub(1);
            return (only, only, 0.0);
        }
        let (a, b) = (f64::from(self.times[after - 1]), f64::from(self.times[after]));
        (after - 1, after, ((time - a) / (b - a)) as f32)
    }

    fn between<const N: usize>(&self, (a, b, u): Span) -> [f32; N] {
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

    /// Part 0 is the only one of step and linear keys; cubic keys have in-tangent, value, out-tangent.
    fn part<const N: usize>(&self, key: usize, part: usize) -> [f32; N] {
        let parts = if self.interpolation == Interpolation::Cubic { 3 } else { 1 };
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
    // The chord keeps its digits for small angles, where the cosine loses them: equal keys may have one below 1.
    let angle = 2.0 * libm::asinf(((b - a).length() / 2.0).lower(1.0));
    if angle < 1e-3 {
        return anim::transform::nlerp(a, b, u);
    }
    let sum = a * libm::sinf((1.0 - u) * angle) + b * libm::sinf(u * angle);
    sum.normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    #[test]
    fn cubic_matches_the_worked_example() {
        let channel = Channel {
            interpolation: Interpolation::Cubic,
            times: vec![0.0, 0.5],
            values: vec![0.0, 0.0, 4.0, 0.0, 1.0, 0.0],
        };
        for (u, value) in [(0.25, 0.4375), (0.5, 0.75), (0.75, 0.9375)] {
            assert!((channel.scalar(u * 0.5) - value).abs() < 1e-6);
        }
    }

    #[test]
    fn cubic_rotation_is_normalised() {
        let z90 = Quat::from_rotation_z(FRAC_PI_2).to_array();
        let mut values = vec![0.0; 24];
        values[7] = 1.0;
        values[16..20].copy_from_slice(&z90);
        let channel = Channel { interpolation: Interpolation::Cubic, times: vec![0.0, 1.0], values };
        assert!((channel.rotation(0.5).to_axis_angle().1.to_degrees() - 45.0).abs() < 1e-3);
    }

    #[test]
    fn linear_rotation_takes_the_shorter_arc_at_constant_speed() {
        let minus = (-Quat::from_rotation_z(FRAC_PI_2)).to_array();
        let values = [Quat::IDENTITY.to_array(), minus].concat();
        let channel = Channel { times: vec![0.0, 3.0], values, ..Channel::default() };
        assert!((channel.rotation(1.0).to_axis_angle().1.to_degrees() - 30.0).abs() < 1e-3);
    }

    #[test]
    fn a_turn_between_equal_keys_is_that_key() {
        // Shortest of the lengths that a rounded unit quaternion has.
        let key = Quat::from_xyzw(0.182574, 0.365148, 0.547723, 0.730296).normalize() * (1.0 - 1.2e-7);
        let values = [key.to_array(), key.to_array()].concat();
        let channel = Channel { times: vec![0.0, 1.0], values, ..Channel::default() };
        assert!((0..=10).all(|i| channel.rotation(i as f32 / 10.0).abs_diff_eq(key, 1e-6)));
        assert!(slerp(key, key, 0.5).is_finite());
    }

    #[test]
    fn channels_hold_beyond_their_keys() {
        let channel = Channel { times: vec![1.0, 2.0], values: vec![5.0, 7.0], ..Channel::default() };
        assert_eq!((channel.scalar(0.0), channel.scalar(1.5), channel.scalar(9.0)), (5.0, 6.0, 7.0));
    }

    const WAYS: [Interpolation; 3] = [Interpolation::Step, Interpolation::Linear, Interpolation::Cubic];

    /// Keys at 1, 2 and 4 seconds; tangents count for cubic ones only.
    fn scalar(interpolation: Interpolation) -> Channel {
        let values = match interpolation {
            Interpolation::Cubic => vec![9.0, 2.0, 1.0, 0.0, 4.0, -2.0, 3.0, 0.0, 9.0],
            Interpolation::Step | Interpolation::Linear => vec![2.0, 4.0, 0.0],
        };
        Channel { interpolation, times: vec![1.0, 2.0, 4.0], values }
    }

    #[test]
    fn every_way_between_keys_holds_its_ends_and_meets_its_keys() {
        let times = [-1.0, 0.999, 1.0, 1.25, 1.5, 2.0, 3.0, 3.5, 4.0, 7.0];
        let check = |interpolation, expected: [f32; 10]| {
            let found = times.map(|time| scalar(interpolation).scalar(time));
            let is_near = found.iter().zip(expected).all(|(found, value)| (found - value).abs() < 1e-5);
            assert!(is_near, "{interpolation:?}: {found:?}, not {expected:?}");
        };
        check(Interpolation::Step, [2.0, 2.0, 2.0, 2.0, 2.0, 4.0, 4.0, 4.0, 0.0, 0.0]);
        check(Interpolation::Linear, [2.0, 2.0, 2.0, 2.5, 3.0, 4.0, 2.0, 1.0, 0.0, 0.0]);
        // By the basis functions of Hermite splines, tangents times the seconds between the keys.
        let first = |u: f32| 2.0 + u - 2.0 * u * u + u * u * u + 2.0 * (3.0 * u * u - 2.0 * u * u * u);
        let second = |u: f32| {
            let (square, cube) = (u * u, u * u * u);
            4.0 * (2.0 * cube - 3.0 * square + 1.0) - 4.0 * (cube - 2.0 * square + u) + 6.0 * (cube - square)
        };
        let (a, b, c, d) = (first(0.25), first(0.5), second(0.5), second(0.75));
        check(Interpolation::Cubic, [2.0, 2.0, 2.0, a, b, 4.0, c, d, 0.0, 0.0]);
    }

    #[test]
    fn vectors_go_part_by_part() {
        for interpolation in WAYS {
            let values = match interpolation {
                Interpolation::Cubic => {
                    vec![[7.0; 3], [1.0, 2.0, 3.0], [2.0, 4.0, -6.0], [2.0, 4.0, -6.0], [3.0, 6.0, -3.0], [8.0; 3]]
                }
                Interpolation::Step | Interpolation::Linear => vec![[1.0, 2.0, 3.0], [3.0, 6.0, -3.0]],
            };
            let channel = Channel { interpolation, times: vec![1.0, 2.0], values: values.concat() };
            let between = if interpolation == Interpolation::Step { [1.0, 2.0, 3.0] } else { [1.5, 3.0, 1.5] };
            assert_eq!(channel.vector(1.25), between, "{interpolation:?}");
            assert_eq!((channel.vector(0.0), channel.vector(9.0)), ([1.0, 2.0, 3.0], [3.0, 6.0, -3.0]));
        }
    }

    #[test]
    fn a_key_has_its_value_and_where_it_is_cubic_both_its_tangents() {
        for interpolation in [Interpolation::Step, Interpolation::Linear] {
            let channel = scalar(interpolation);
            assert_eq!([0, 1, 2].map(|at| channel.scalar_key(at)), [2.0, 4.0, 0.0].map(|value| (value, (0.0, 0.0))));
        }
        let cubic = scalar(Interpolation::Cubic);
        let expected = [(2.0, (9.0, 1.0)), (4.0, (0.0, -2.0)), (0.0, (3.0, 9.0))];
        assert_eq!([0, 1, 2].map(|at| cubic.scalar_key(at)), expected);
    }

    fn turns(interpolation: Interpolation, keys: &[[f32; 4]]) -> Channel {
        let parts = |key: &[f32; 4]| match interpolation {
            Interpolation::Cubic => [[0.0; 4], *key, [0.0; 4]].concat(),
            Interpolation::Step | Interpolation::Linear => key.to_vec(),
        };
        let times = (0..keys.len()).map(|at| at as f32).collect();
        Channel { interpolation, times, values: keys.iter().flat_map(parts).collect() }
    }

    #[test]
    fn rotations_have_unit_length_and_one_that_has_none_is_none() {
        for interpolation in WAYS {
            let rotation = |key: [f32; 4]| turns(interpolation, &[key, key]).rotation(0.5);
            for length in [1.05e-6, 0.5, 3.0] {
                let found = rotation([0.0, length, 0.0, 0.0]);
                assert!(found.abs_diff_eq(Quat::from_xyzw(0.0, 1.0, 0.0, 0.0), 1e-5), "{interpolation:?} {length}");
            }
            for length in [0.0, 0.95e-6] {
                assert_eq!(rotation([0.0, length, 0.0, 0.0]), Quat::IDENTITY, "{interpolation:?} {length}");
            }
        }
        // Half way between opposite keys nothing is left to be turned by: the key before counts.
        let opposite = turns(Interpolation::Cubic, &[[0.0, 1.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0]]);
        assert_eq!(opposite.rotation(0.5), Quat::from_xyzw(0.0, 1.0, 0.0, 0.0));
    }

    #[test]
    fn stepped_rotations_hold_and_linear_ones_turn_evenly_from_key_to_key() {
        let keys = [0.0, 1.2, 1.0].map(|angle| Quat::from_rotation_y(angle).to_array());
        let angle = |interpolation, time| {
            let turn = turns(interpolation, &keys).rotation(time);
            2.0 * turn.y.atan2(turn.w)
        };
        for (time, linear, step) in [
            (-1.0, 0.0, 0.0),
            (0.0, 0.0, 0.0),
            (0.25, 0.3, 0.0),
            (0.75, 0.9, 0.0),
            (1.0, 1.2, 1.2),
            (1.5, 1.1, 1.2),
            (2.0, 1.0, 1.0),
            (3.0, 1.0, 1.0),
        ] {
            assert!((angle(Interpolation::Linear, time) - linear).abs() < 1e-5, "{time}");
            assert!((angle(Interpolation::Step, time) - step).abs() < 1e-5, "{time}");
        }
    }

    #[test]
    fn half_a_turn_goes_the_way_that_its_keys_say() {
        for way in [1.0, -1.0] {
            let channel = turns(Interpolation::Linear, &[[0.0, 0.0, 0.0, 1.0], [way, 0.0, 0.0, 0.0]]);
            let expected = Quat::from_rotation_x(way * FRAC_PI_2);
            assert!(channel.rotation(0.5).abs_diff_eq(expected, 1e-6), "{way}");
        }
    }

    #[test]
    fn a_track_moves_what_it_has_keys_of_and_leaves_the_rest_as_it_stands() {
        let reference = Transform {
            translation: Vec3::new(1.0, 2.0, 3.0),
            rotation: Quat::from_rotation_x(0.5),
            scale: Vec3::splat(2.0),
        };
        let held = |values: &[f32]| Some(Channel { times: vec![0.0], values: values.into(), ..Channel::default() });
        let turned = Quat::from_rotation_z(1.0);
        let none = Track::default();
        assert_eq!(none.evaluate(0.0, &reference), reference);
        assert_eq!(none.channels().count(), 0);
        let moved = Track { translation: held(&[4.0, 5.0, 6.0]), ..Track::default() };
        let expected = Transform { translation: Vec3::new(4.0, 5.0, 6.0), ..reference };
        assert_eq!(moved.evaluate(0.0, &reference), expected);
        let scaled = Track { scale: held(&[3.0, 1.0, 1.0]), rotation: held(&turned.to_array()), ..Track::default() };
        let found = scaled.evaluate(0.0, &reference);
        assert_eq!((found.translation, found.scale), (reference.translation, Vec3::new(3.0, 1.0, 1.0)));
        assert!(found.rotation.abs_diff_eq(turned, 1e-6));
        let curves = vec![Curve { name: "c".into(), channel: Channel::default() }];
        let source = ClipSource { duration: 0.0, tracks: vec![moved, none, scaled], curves };
        assert_eq!(source.channels().count(), 4);
    }
}
