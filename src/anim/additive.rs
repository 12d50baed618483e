//! Additive poses: what a source pose does to a base pose, applied to another.
//!
//! The identity additive has zero translation, identity rotation and zero scale, not scale 1.

use crate::{Name, Pose, Skeleton, Transform, spaces};
use glam::{Quat, Vec3};

/// The frame that rotations are taken in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AdditiveKind {
    /// The parent bone's frame: rotation from the left, scale multiplied.
    #[default]
    Local,
    /// The model's frame: a raised arm is raised whatever the spine does.
    Mesh,
    /// The bone's own frame: rotation from the right, scale added. The textbook form, for imported content.
    LocalBoneFrame,
}

/// Differences, one a bone; the scale of each is an increment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AdditivePose {
    pub kind: AdditiveKind,
    pub deltas: Vec<Transform>,
    pub curves: Vec<(Name, f32)>,
    /// Rotations in component space, kept for their buffer.
    turned: Vec<Quat>,
}

/// Adds nothing.
pub const NO_DELTA: Transform = Transform { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ZERO };

impl AdditivePose {
    /// What turns `base` into `source`. Contract: both are full poses of `skeleton`.
    pub fn between(kind: AdditiveKind, skeleton: &Skeleton, base: &Pose, source: &Pose) -> Self {
        debug_assert!(base.locals.len() == skeleton.len() && source.locals.len() == skeleton.len());
        let mut deltas: Vec<Transform> =
            base.locals.iter().zip(&source.locals).map(|(b, s)| delta(kind, b, s)).collect();
        if kind == AdditiveKind::Mesh {
            let (mut from, mut to) = (Vec::new(), Vec::new());
            spaces::mesh_rotations(skeleton, &base.locals, &mut from);
            spaces::mesh_rotations(skeleton, &source.locals, &mut to);
            for (delta, (from, to)) in deltas.iter_mut().zip(from.iter().zip(&to)) {
                delta.rotation = *to * from.conjugate();
            }
        }
        let mut curves = source.curves.clone();
        for (name, value) in &base.curves {
            match curves.binary_search_by_key(name, |curve| curve.0) {
                Ok(at) => curves[at].1 -= value,
                Err(at) => curves.insert(at, (*name, -value)),
            }
        }
        Self { kind, deltas, curves, turned: Vec::new() }
    }

    /// Adds `weight` of the difference. At weight 0 the pose stays bit for bit; NaN counts as 0.
    pub fn apply(&mut self, skeleton: &Skeleton, weight: f32, pose: &mut Pose) {
        if weight == 0.0 || weight.is_nan() || self.deltas.len() != pose.locals.len() {
            return;
        }
        if self.kind == AdditiveKind::Mesh {
            self.turn_in_mesh(skeleton, weight, pose);
        }
        for (local, delta) in pose.locals.iter_mut().zip(&self.deltas) {
            local.translation += weight * delta.translation;
            match self.kind {
                AdditiveKind::Local => local.rotation = part_of(delta.rotation, weight) * local.rotation,
                AdditiveKind::LocalBoneFrame => local.rotation *= part_of(delta.rotation, weight),
                AdditiveKind::Mesh => {}
            }
            local.scale = match self.kind {
                AdditiveKind::LocalBoneFrame => local.scale + weight * delta.scale,
                _ => local.scale * (Vec3::ONE + weight * delta.scale),
            };
        }
        if self.kind == AdditiveKind::Mesh {
            spaces::set_mesh_rotations(skeleton, &self.turned, &mut pose.locals);
        }
        for (name, value) in &self.curves {
            let before = pose.curve(*name).unwrap_or(0.0);
            pose.set_curve(*name, before + weight * value);
        }
    }

    fn turn_in_mesh(&mut self, skeleton: &Skeleton, weight: f32, pose: &Pose) {
        spaces::mesh_rotations(skeleton, &pose.locals, &mut self.turned);
        for (rotation, delta) in self.turned.iter_mut().zip(&self.deltas) {
            *rotation = part_of(delta.rotation, weight) * *rotation;
        }
    }
}

fn delta(kind: AdditiveKind, base: &Transform, source: &Transform) -> Transform {
    let scale = match kind {
        AdditiveKind::LocalBoneFrame => source.scale - base.scale,
        _ => quotient(source.scale, base.scale) - Vec3::ONE,
    };
    let rotation = match kind {
        AdditiveKind::LocalBoneFrame => base.rotation.conjugate() * source.rotation,
        _ => source.rotation * base.rotation.conjugate(),
    };
    Transform { translation: source.translation - base.translation, rotation, scale }
}

/// Where the divisor is 0 the increment must come out as 0.
fn quotient(a: Vec3, b: Vec3) -> Vec3 {
    let one = |a: f32, b: f32| if b == 0.0 { 1.0 } else { a / b };
    Vec3::new(one(a.x, b.x), one(a.y, b.y), one(a.z, b.z))
}

/// A part of a rotation, at constant speed along the shorter way; `weight` may lie outside 0..=1.
pub fn part_of(rotation: Quat, weight: f32) -> Quat {
    let q = if rotation.w < 0.0 { -rotation } else { rotation };
    let vector = Vec3::new(q.x, q.y, q.z);
    let length = vector.length();
    if length < 1e-7 {
        return Quat::IDENTITY;
    }
    let half = libm::atan2f(length, q.w) * weight;
    let (sin, cos) = (libm::sinf(half), libm::cosf(half));
    let axis = vector * (sin / length);
    Quat::from_xyzw(axis.x, axis.y, axis.z, cos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Array, skeleton::Bone};

    fn skeleton(bones: i32) -> Skeleton {
        let bone = |at: i32| Bone {
            name: Name(at as u64 + 1),
            parent: at - 1,
            reference: Transform::IDENTITY.into(),
            reserved: 0,
        };
        Skeleton::new(Name::NONE, (0..bones).map(bone).collect(), Array::default()).unwrap()
    }

    fn pose(rotations: &[Quat]) -> Pose {
        Pose { locals: rotations.iter().map(|q| Transform::from_rotation(*q)).collect(), curves: Vec::new() }
    }

    fn degrees_between(a: Quat, b: Quat) -> f32 {
        (2.0 * a.dot(b).abs().min(1.0).acos()).to_degrees()
    }

    fn added(kind: AdditiveKind, base: &Pose, source: &Pose, onto: &Pose, weight: f32) -> Pose {
        let skeleton = skeleton(base.locals.len() as i32);
        let mut out = onto.clone();
        AdditivePose::between(kind, &skeleton, base, source).apply(&skeleton, weight, &mut out);
        out
    }

    #[test]
    fn parent_and_bone_frame_differ_by_the_worked_angle() {
        let base = pose(&[Quat::from_rotation_x(30f32.to_radians())]);
        let source = pose(&[Quat::from_rotation_y(40f32.to_radians()) * base.locals[0].rotation]);
        let onto = pose(&[Quat::from_rotation_z(90f32.to_radians())]);
        let of = |kind| added(kind, &base, &source, &onto, 1.0).locals[0].rotation;
        let angle = degrees_between(of(AdditiveKind::Local), of(AdditiveKind::LocalBoneFrame));
        assert!((angle - 55.982).abs() < 0.01, "{angle}");
    }

    #[test]
    fn mesh_additives_turn_about_the_mesh_axis() {
        let quarter = 90f32.to_radians();
        let base = pose(&[Quat::IDENTITY; 2]);
        let source = pose(&[Quat::IDENTITY, Quat::from_rotation_x(quarter)]);
        let onto = pose(&[Quat::from_rotation_z(quarter), Quat::IDENTITY]);
        let mesh = added(AdditiveKind::Mesh, &base, &source, &onto, 1.0).locals[1].rotation;
        assert!(degrees_between(mesh, Quat::from_xyzw(0.0, -0.707_106_77, 0.0, 0.707_106_77)) < 0.2, "{mesh}");
        let local = added(AdditiveKind::Local, &base, &source, &onto, 1.0).locals[1].rotation;
        let in_mesh = onto.locals[0].rotation * local;
        assert!(degrees_between(in_mesh, Quat::from_rotation_y(quarter) * onto.locals[0].rotation) < 0.2);
    }

    #[test]
    fn scale_increments_multiply() {
        let scaled =
            |s: f32| Pose { locals: vec![Transform { scale: Vec3::splat(s), ..Transform::IDENTITY }], curves: vec![] };
        let out = added(AdditiveKind::Local, &scaled(1.0), &scaled(1.5), &scaled(2.0), 0.5);
        assert!((out.locals[0].scale.x - 2.5).abs() < 1e-6);
        let zero = added(AdditiveKind::Local, &scaled(0.0), &scaled(1.0), &scaled(2.0), 1.0);
        assert_eq!(zero.locals[0].scale.x, 2.0);
    }

    #[test]
    fn onto_its_own_base_an_additive_gives_its_source_and_weight_zero_nothing() {
        let base = pose(&[Quat::from_rotation_x(0.4), Quat::from_rotation_y(-0.9)]);
        let source = pose(&[Quat::from_rotation_z(1.1), Quat::from_rotation_x(0.3)]);
        for kind in [AdditiveKind::Local, AdditiveKind::Mesh, AdditiveKind::LocalBoneFrame] {
            let out = added(kind, &base, &source, &base, 1.0);
            for (got, wanted) in out.locals.iter().zip(&source.locals) {
                assert!(1.0 - got.rotation.dot(wanted.rotation).abs() < 1e-6, "{kind:?}");
            }
            assert_eq!(added(kind, &base, &source, &base, 0.0), base);
        }
    }

    #[test]
    fn parts_of_a_rotation_take_the_shorter_way() {
        let turned = part_of(-Quat::from_rotation_z(1.0), 0.5);
        assert!(degrees_between(turned, Quat::from_rotation_z(0.5)) < 0.2);
        assert_eq!(part_of(Quat::IDENTITY, 3.0), Quat::IDENTITY);
    }
}
