//! A pose: one local transform a bone, and the curve values that travel with it.

use crate::{Name, PackedTransform, Skeleton, Transform, transform::WEIGHT_EPSILON};
use glam::{Affine3A, Quat, Vec3};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// One a bone of the skeleton, local.
    pub locals: Vec<Transform>,
    /// Ascending by name, each name once. A curve that is absent has no value: readers use their default.
    pub curves: Vec<(Name, f32)>,
}

impl Pose {
    pub fn reference(skeleton: &Skeleton) -> Self {
        let mut pose = Pose::default();
        pose.reset(skeleton);
        pose
    }

    /// Becomes the reference pose without curves, keeping the buffers.
    pub fn reset(&mut self, skeleton: &Skeleton) {
        self.locals.clear();
        self.locals.extend(skeleton.bones.iter().map(|bone| Transform::from(bone.reference)));
        self.curves.clear();
    }

    pub fn copy_from(&mut self, other: &Pose) {
        self.locals.clone_from(&other.locals);
        self.curves.clone_from(&other.curves);
    }

    pub fn curve(&self, name: Name) -> Option<f32> {
        self.curves.binary_search_by_key(&name, |curve| curve.0).ok().map(|at| self.curves[at].1)
    }

    pub fn set_curve(&mut self, name: Name, value: f32) {
        match self.curves.binary_search_by_key(&name, |curve| curve.0) {
            Ok(at) => self.curves[at].1 = value,
            Err(at) => self.curves.insert(at, (name, value)),
        }
    }

    /// Order-dependent hash of every bit of the pose: equal hashes mean bit-equal poses.
    pub fn hash(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        let mut mix = |bits: u64| hash = (hash ^ bits).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
        for local in &self.locals {
            let packed = PackedTransform::from(*local);
            packed
                .translation
                .iter()
                .chain(&packed.rotation)
                .chain(&packed.scale)
                .for_each(|v| mix(v.to_bits().into()));
        }
        for (name, value) in &self.curves {
            mix(name.0);
            mix(value.to_bits().into());
        }
        hash
    }
}

/// Model matrices from local transforms, parents first. Matrices keep the shear that transforms drop.
pub fn local_to_model(skeleton: &Skeleton, locals: &[Transform], out: &mut Vec<Affine3A>) {
    debug_assert_eq!(skeleton.len(), locals.len());
    out.clear();
    for (bone, local) in skeleton.bones.iter().zip(locals) {
        let local = local.to_affine();
        let model = match usize::try_from(bone.parent) {
            Ok(parent) => out[parent] * local,
            Err(_) => local,
        };
        out.push(model);
    }
}

/// `a` towards `b`; at or beyond the ends the input is copied bit for bit. NaN counts as 0.
pub fn blend(a: &Pose, b: &Pose, alpha: f32, out: &mut Pose) {
    if alpha.is_nan() || alpha <= WEIGHT_EPSILON {
        return out.copy_from(a);
    }
    if alpha >= 1.0 - WEIGHT_EPSILON {
        return out.copy_from(b);
    }
    out.locals.clear();
    out.locals.extend(a.locals.iter().zip(&b.locals).map(|(a, b)| a.blend(b, alpha)));
    out.curves.clear();
    add_curves(&a.curves, 1.0 - alpha, &mut out.curves);
    add_curves(&b.curves, alpha, &mut out.curves);
}

/// Adds weighted poses one by one, in input order, then normalises: the N-way blend.
///
/// Weights need not sum to 1; a sum at or below the epsilon gives the reference pose. Rotations are summed with their
/// sign against the running sum. A curve that an input lacks counts as 0.
#[derive(Clone, Debug, Default)]
pub struct Accumulator {
    translation: Vec<Vec3>,
    rotation: Vec<Quat>,
    scale: Vec<Vec3>,
    curves: Vec<(Name, f32)>,
    heaviest: Vec<Quat>,
    heaviest_weight: f32,
    total: f32,
}

impl Accumulator {
    pub fn begin(&mut self, bones: usize) {
        self.translation.clear();
        self.translation.resize(bones, Vec3::ZERO);
        self.rotation.clear();
        self.rotation.resize(bones, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0));
        self.scale.clear();
        self.scale.resize(bones, Vec3::ZERO);
        self.heaviest.clear();
        self.curves.clear();
        self.heaviest_weight = 0.0;
        self.total = 0.0;
    }

    pub fn add(&mut self, pose: &Pose, weight: f32) {
        if weight.is_nan() || weight <= WEIGHT_EPSILON {
            return;
        }
        self.total += weight;
        for (bone, local) in pose.locals.iter().enumerate() {
            self.translation[bone] += weight * local.translation;
            self.scale[bone] += weight * local.scale;
            let sum = self.rotation[bone];
            let signed = if sum.dot(local.rotation) < 0.0 { -local.rotation } else { local.rotation };
            self.rotation[bone] = sum + signed * weight;
        }
        if weight > self.heaviest_weight {
            self.heaviest_weight = weight;
            self.heaviest.clear();
            self.heaviest.extend(pose.locals.iter().map(|local| local.rotation));
        }
        add_curves(&pose.curves, weight, &mut self.curves);
    }

    /// Writes the blend into `out`.
    pub fn finish(&self, skeleton: &Skeleton, out: &mut Pose) {
        if self.total <= WEIGHT_EPSILON {
            return out.reset(skeleton);
        }
        let inverse = 1.0 / self.total;
        out.locals.clear();
        for bone in 0..self.translation.len() {
            let sum = self.rotation[bone];
            let length = sum.length();
            let rotation = if length < crate::transform::TINY { self.heaviest[bone] } else { sum * (1.0 / length) };
            out.locals.push(Transform {
                translation: self.translation[bone] * inverse,
                rotation,
                scale: self.scale[bone] * inverse,
            });
        }
        out.curves.clear();
        out.curves.extend(self.curves.iter().map(|(name, value)| (*name, value * inverse)));
    }
}

fn add_curves(from: &[(Name, f32)], weight: f32, into: &mut Vec<(Name, f32)>) {
    for &(name, value) in from {
        match into.binary_search_by_key(&name, |curve| curve.0) {
            Ok(at) => into[at].1 += weight * value,
            Err(at) => into.insert(at, (name, weight * value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Array, skeleton::Bone};

    fn one_bone() -> Skeleton {
        let bone = Bone { name: Name::new("root"), parent: -1, reference: Transform::IDENTITY.into(), reserved: 0 };
        Skeleton::new(Name::NONE, vec![bone].into(), Array::default()).unwrap()
    }

    fn turned(degrees: f32) -> Pose {
        Pose { locals: vec![Transform::from_rotation(Quat::from_rotation_z(degrees.to_radians()))], curves: vec![] }
    }

    fn negated(mut pose: Pose) -> Pose {
        pose.locals[0].rotation = -pose.locals[0].rotation;
        pose
    }

    #[test]
    fn n_way_blend_matches_the_worked_example() {
        let skeleton = one_bone();
        for third in [turned(30.0), negated(turned(30.0))] {
            let mut sum = Accumulator::default();
            sum.begin(1);
            sum.add(&turned(0.0), 0.5);
            sum.add(&third, 0.3);
            sum.add(&turned(60.0), 0.2);
            let mut out = Pose::default();
            sum.finish(&skeleton, &mut out);
            assert!((out.locals[0].rotation.to_axis_angle().1.to_degrees() - 20.904).abs() < 1e-3);
        }
    }

    #[test]
    fn blend_ends_are_bit_identical() {
        let (a, b) = (turned(10.0), negated(turned(80.0)));
        let mut out = Pose::default();
        blend(&a, &b, 0.0, &mut out);
        assert_eq!(out, a);
        blend(&a, &b, 1.0, &mut out);
        assert_eq!(out, b);
        blend(&a, &b, f32::NAN, &mut out);
        assert_eq!(out, a);
    }

    #[test]
    fn no_weight_gives_the_reference_pose() {
        let skeleton = one_bone();
        let mut sum = Accumulator::default();
        sum.begin(1);
        sum.add(&turned(50.0), 0.0);
        let mut out = Pose::default();
        sum.finish(&skeleton, &mut out);
        assert_eq!(out, Pose::reference(&skeleton));
    }

    #[test]
    fn a_missing_curve_counts_as_zero() {
        let mut with = turned(0.0);
        with.set_curve(Name::new("smile"), 1.0);
        let mut out = Pose::default();
        blend(&with, &turned(0.0), 0.25, &mut out);
        assert_eq!(out.curve(Name::new("smile")), Some(0.75));
    }
}
