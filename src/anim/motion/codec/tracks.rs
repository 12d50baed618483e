//! What of a clip has to be stored: sub-tracks, constants, and what the reference pose says
//! already.

use super::{
    encode::EncoderSource,
    layout::{PackedConstant, Property},
    metric::{ErrorMetricSpace, Meter},
};
use crate::{Skeleton, Transform, float::Extreme, limits::LARGEST, pose::LANES};
use glam::{Quat, Vec3};

/// Least w, the component left out; where w is smaller, all four components are stored.
const LEAST_W: f32 = 0.35;
/// Poses that levers are looked for in, at most.
const MOST_POSES: usize = 256;
/// Bones between a lever and its end up to which its length is measured; beyond, it is bounded.
const FAR_ABOVE: usize = 128;
/// Sub-tracks of eight from which a group is filled up.
const NEARLY_FULL: usize = 5;

/// Values of one property of one bone that change.
#[derive(Clone, Debug)]
pub struct SubTrack {
    /// Index of the bone.
    pub bone: usize,
    /// Property of the bone that the values belong to.
    pub property: Property,
    /// Base values as in [`super::layout::Group::base`], for this bone: one for each row of the
    /// property.
    pub base: Vec<f32>,
    /// Maximum movement of a point of the model per unit of error in the values, metres, divided by
    /// the share of the error that the sub-track may cause.
    pub weight: f32,
    /// Values as they are stored, one per frame; the fourth component is 0 if the property has
    /// three.
    pub values: Vec<[f32; 4]>,
}

/// Stored data of a clip.
#[derive(Clone, Debug, Default)]
pub struct Tracks {
    /// Sub-tracks that change, in order of block, property and bone.
    pub animated: Vec<SubTrack>,
    /// Values that are stored once for all frames.
    pub constants: Vec<PackedConstant>,
    /// Number of sub-tracks that are not stored, for the held value is near enough.
    pub defaults: usize,
    /// Sub-tracks that keep one value, wherever it is stored.
    pub constant_count: usize,
    /// Number of animated sub-tracks that keep one value; they are stored as animated to fill up a
    /// group.
    pub still: usize,
}

/// One sub-track, and how near it is to standing still.
struct TrackCandidate {
    /// Metres, as seen in object space, that it leaves the value of a bone that is not stored by; 0
    /// for not a bit.
    from_held: f32,
    /// Metres, as seen in object space, by which the sub-track leaves the one value that could be
    /// stored in its place.
    from_constant: f32,
    constant: PackedConstant,
    /// Animated form of the sub-track; None if it has one value only.
    animated: Option<SubTrack>,
}

/// The sub-tracks of a clip.
pub struct Candidates<'a> {
    source: &'a EncoderSource<'a>,
    all: Vec<TrackCandidate>,
}

impl<'a> Candidates<'a> {
    /// Every sub-track of a clip, with how near it is to standing still as errors are seen in a
    /// space.
    pub fn new(source: &'a EncoderSource<'a>, space: ErrorMetricSpace) -> Self {
        let levers = levers(source, source.shells, space);
        let of_bone = |bone: usize| {
            let held = source.held(bone);
            let (turn, shift) = (levers.turn[bone], levers.shift[bone]);
            let translations = source
                .frames
                .iter()
                .map(|frame| frame.translation(bone))
                .collect();
            let scales = source
                .frames
                .iter()
                .map(|frame| frame.get(bone).scale)
                .collect();
            [
                rotation(source, bone, held.rotation, turn),
                vector_candidate(
                    bone,
                    Property::Translation,
                    held.translation,
                    translations,
                    shift,
                ),
                vector_candidate(bone, Property::Scale, held.scale, scales, turn),
            ]
        };
        Self {
            source,
            all: (0..source.skeleton.len()).flat_map(of_bone).collect(),
        }
    }

    /// Number of sub-tracks that are not stored at a tolerance, and number of animated sub-tracks;
    /// see [`Candidates::tracks`].
    pub fn counts(&self, tolerance: f32) -> [usize; 2] {
        let count = |is_it: &dyn Fn(&TrackCandidate) -> bool| {
            self.all.iter().filter(|one| is_it(one)).count()
        };
        [
            count(&|one| one.from_held <= tolerance),
            count(&|one| one.from_held.lower(one.from_constant) > tolerance),
        ]
    }

    /// Sub-tracks that stay within `tolerance` metres of one value are not animated.
    pub fn tracks(&self, tolerance: f32) -> Tracks {
        let mut tracks = Tracks::default();
        for one in &self.all {
            match &one.animated {
                _ if one.from_held <= tolerance => tracks.defaults += 1,
                Some(track) if one.from_constant > tolerance => tracks.animated.push(track.clone()),
                _ => {
                    tracks.constant_count += 1;
                    tracks.constants.push(one.constant);
                }
            }
        }
        tracks.share_error(self.source.skeleton);
        tracks.fill_groups(self.source);
        tracks
            .animated
            .sort_by_key(|track| (track.bone / LANES, track.property, track.bone));
        tracks
    }
}

fn rotation(source: &EncoderSource<'_>, bone: usize, held: Quat, lever: f32) -> TrackCandidate {
    let values: Vec<Quat> = source
        .frames
        .iter()
        .map(|frame| frame.rotation(bone))
        .collect();
    let from = |q: Quat| {
        farthest(&values, q, |value| {
            2.0 * vector(q.conjugate() * value).length() * lever
        })
    };
    let mean = mean(&values);
    let constant = constant(bone, Property::FullRotation, mean.to_array());
    let is_still = values.iter().all(|value| *value == mean);
    let animated = (!is_still).then(|| rotation_track(bone, &values, mean, 2.0 * lever));
    TrackCandidate {
        from_held: from(held),
        from_constant: from(mean),
        constant,
        animated,
    }
}

fn vector_candidate(
    bone: usize,
    property: Property,
    held: Vec3,
    values: Vec<Vec3>,
    lever: f32,
) -> TrackCandidate {
    let from = |v: Vec3| farthest(&values, v, |value| v.distance(value) * lever);
    let (least, most) = (fold(&values, Vec3::min), fold(&values, Vec3::max));
    let middle = if least == most {
        least
    } else {
        (least + most) * 0.5
    };
    // A little more, so that the last step reaches the end.
    let unit = (most - least) * (1.0 + 1e-5) / 65535.0;
    let animated = (least != most).then(|| SubTrack {
        bone,
        property,
        base: vec![least.x, least.y, least.z, unit.x, unit.y, unit.z],
        weight: lever,
        values: values
            .iter()
            .map(|value| value.extend(0.0).to_array())
            .collect(),
    });
    let constant = constant(bone, property, middle.extend(0.0).to_array());
    TrackCandidate {
        from_held: from(held),
        from_constant: from(middle),
        constant,
        animated,
    }
}

/// 0 only where all values are `one` to the bit.
fn farthest<T: PartialEq + Copy>(values: &[T], one: T, away: impl Fn(T) -> f32) -> f32 {
    if values.iter().all(|value| *value == one) {
        return 0.0;
    }
    values
        .iter()
        .copied()
        .map(away)
        .fold(f32::MIN_POSITIVE, Extreme::higher)
}

fn constant(bone: usize, property: Property, value: [f32; 4]) -> PackedConstant {
    PackedConstant {
        bone: bone as u16,
        property: property as u16,
        value,
    }
}

impl Tracks {
    /// Divides each lever by the part of the squared error that is its sub-track's. What moves many
    /// bones gets little of it, what is at the end of a chain all that is left: the fewest bits in
    /// all, as each halving costs one.
    fn share_error(&mut self, skeleton: &Skeleton) {
        let bones = skeleton.len();
        let (mut own, mut below) = (vec![0.0f32; bones], vec![0.0f32; bones]);
        self.animated
            .iter()
            .for_each(|track| own[track.bone] += 1.0);
        for bone in (0..bones).rev() {
            below[bone] += own[bone];
            if let Some(parent) = skeleton.parent(bone) {
                below[parent] += below[bone];
            }
        }
        let (mut left, mut part) = (
            Vec::<f32>::with_capacity(bones),
            Vec::<f32>::with_capacity(bones),
        );
        for bone in 0..bones {
            let given = skeleton.parent(bone).map_or(1.0, |parent| left[parent]);
            part.push(given / below[bone].higher(1.0));
            left.push(given - part[bone] * own[bone]);
        }
        self.animated
            .iter_mut()
            .for_each(|track| track.weight /= part[track.bone].higher(1e-6).sqrt());
    }

    /// Groups that are nearly full take in what stands still beside them.
    fn fill_groups(&mut self, source: &EncoderSource<'_>) {
        for property in [Property::Rotation, Property::Translation, Property::Scale] {
            for block in 0..source.skeleton.len().div_ceil(LANES) {
                let first = block * LANES;
                let is_here =
                    |track: &&SubTrack| track.property == property && track.bone / LANES == block;
                let moving: Vec<usize> = self
                    .animated
                    .iter()
                    .filter(is_here)
                    .map(|track| track.bone)
                    .collect();
                if moving.len() < NEARLY_FULL {
                    continue;
                }
                for bone in (first..first + LANES).filter(|bone| !moving.contains(bone)) {
                    self.add_still(source, bone, property);
                }
            }
        }
    }

    fn add_still(&mut self, source: &EncoderSource<'_>, bone: usize, property: Property) {
        let stored = if property == Property::Rotation {
            Property::FullRotation
        } else {
            property
        };
        let is_it = |c: &PackedConstant| {
            usize::from(c.bone) == bone && usize::from(c.property) == stored as usize
        };
        let constant = self
            .constants
            .iter()
            .position(is_it)
            .map(|at| self.constants.remove(at).value);
        let held = if bone < source.skeleton.len() {
            source.held(bone)
        } else {
            Transform::IDENTITY
        };
        let value = constant.unwrap_or_else(|| match property {
            Property::Rotation | Property::FullRotation => held.rotation.to_array(),
            Property::Translation => held.translation.extend(0.0).to_array(),
            Property::Scale => held.scale.extend(0.0).to_array(),
        });
        let frames = source.frames.len();
        let (base, values) = match property {
            Property::Rotation => (value.to_vec(), [0.0; 4]),
            _ => (vec![value[0], value[1], value[2], 0.0, 0.0, 0.0], value),
        };
        self.animated.push(SubTrack {
            bone,
            property,
            base,
            weight: 0.0,
            values: vec![values; frames],
        });
        self.still += 1;
    }
}

fn rotation_track(bone: usize, values: &[Quat], mean: Quat, weight: f32) -> SubTrack {
    let turned: Vec<Quat> = values
        .iter()
        .map(|value| {
            let rest = (mean.conjugate() * *value).normalize();
            if rest.w < 0.0 { -rest } else { rest }
        })
        .collect();
    if turned.iter().all(|rest| rest.w >= LEAST_W) {
        let base = mean.to_array().to_vec();
        let values = turned
            .iter()
            .map(|rest| vector(*rest).extend(0.0).to_array())
            .collect();
        return SubTrack {
            bone,
            property: Property::Rotation,
            base,
            weight,
            values,
        };
    }
    let mut before = values[0];
    let continued = values.iter().map(|value| {
        before = if before.dot(*value) < 0.0 {
            -*value
        } else {
            *value
        };
        before.normalize().to_array()
    });
    let values = continued.collect();
    SubTrack {
        bone,
        property: Property::FullRotation,
        base: Vec::new(),
        weight,
        values,
    }
}

fn vector(q: Quat) -> Vec3 {
    Vec3::new(q.x, q.y, q.z)
}

fn fold(values: &[Vec3], pick: impl Fn(Vec3, Vec3) -> Vec3) -> Vec3 {
    values.iter().copied().reduce(pick).unwrap_or_default()
}

/// The first value if they are all the same, or too far apart to have a middle.
fn mean(values: &[Quat]) -> Quat {
    if values.iter().all(|value| *value == values[0]) {
        return values[0];
    }
    let add = |sum: Quat, value: &Quat| {
        if sum.dot(*value) < 0.0 {
            sum - *value
        } else {
            sum + *value
        }
    };
    let sum = values.iter().fold(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), add);
    let length = sum.length();
    let mean = if length < 0.1 * values.len() as f32 {
        values[0]
    } else {
        sum * (1.0 / length)
    };
    Transform::from_rotation(mean.normalize())
        .without_dust()
        .rotation
}

struct Levers {
    /// Per bone, metres a radian: the distance to the furthest point that turns with it.
    turn: Vec<f32>,
    /// Per bone: how much larger than local a shift is in the model.
    shift: Vec<f32>,
}

fn levers(source: &EncoderSource<'_>, shells: &[f32], space: ErrorMetricSpace) -> Levers {
    let skeleton = source.skeleton;
    let bones = skeleton.len();
    let mut levers = Levers {
        turn: vec![0.0; bones],
        shift: vec![1.0; bones],
    };
    let mut meter = Meter::new(skeleton, source.additive, shells).looking(space);
    let stride = source.frames.len().div_ceil(MOST_POSES);
    let (mut reach, mut far) = (Vec::new(), Vec::<f32>::new());
    for (at, frame) in source.frames.iter().enumerate().step_by(stride) {
        meter.put_on(source.base(at));
        let models = meter.models(frame);
        let size = |bone: usize| {
            let m = &models[bone].matrix3;
            m.x_axis
                .length()
                .higher(m.y_axis.length())
                .higher(m.z_axis.length()) as f32
        };
        far.clear();
        far.resize(bones, 0.0);
        reach.clear();
        reach.extend((0..bones).map(|bone| shells[bone] * size(bone)));
        for bone in 0..bones {
            // By itself, a bone moves no other.
            let mut above = skeleton
                .parent(bone)
                .filter(|_| space == ErrorMetricSpace::Object);
            if let Some(parent) = above {
                levers.shift[bone] = levers.shift[bone].higher(size(parent));
            }
            let mut steps = 0;
            while let Some(ancestor) = above {
                let distance = models[bone]
                    .translation
                    .distance(models[ancestor].translation) as f32;
                reach[ancestor] =
                    Extreme::higher(reach[ancestor], distance + shells[bone] * size(bone));
                steps += 1;
                if steps == FAR_ABOVE {
                    far[ancestor] =
                        Extreme::higher(far[ancestor], distance + shells[bone] * size(bone));
                    break;
                }
                above = skeleton.parent(ancestor);
            }
        }
        // What is farther above turns it by no longer a lever than the bones between reach, one
        // after the other.
        for bone in (1..bones).rev().filter(|_| bones > FAR_ABOVE) {
            let Some(parent) = skeleton.parent(bone).filter(|_| far[bone] > 0.0) else {
                continue;
            };
            let distance = models[bone]
                .translation
                .distance(models[parent].translation) as f32;
            far[parent] = Extreme::higher(far[parent], far[bone] + distance);
            reach[parent] = Extreme::higher(reach[parent], far[parent]);
        }
        for (lever, reach) in levers.turn.iter_mut().zip(&reach) {
            *lever = lever.higher(*reach);
        }
    }
    levers
}

/// Transforms of a pose whose values can be reckoned with and whose rotations are not zero.
pub fn is_sound(local: &Transform) -> bool {
    let is_small = |vector: Vec3| vector.abs().max_element() <= LARGEST;
    local.is_finite()
        && is_small(local.translation)
        && is_small(local.scale)
        && (1e-12..LARGEST).contains(&local.rotation.length_squared())
}

#[cfg(test)]
mod tests;
