//! A masked blend whose rotations meet in model space: an aiming arm keeps its aim whatever the
//! spine below does.

#[cfg(test)]
mod tests;

use super::{Pose, blend::blend_numbers};
use crate::{
    Skeleton,
    float::Extreme,
    mask::BoneMask,
    spaces::{mesh_rotations, set_mesh_rotations_of},
    transform::{WEIGHT_EPSILON, nlerp},
};
use glam::{Quat, Vec3};

/// Buffers of [`MeshSpaceBlend::blend`], kept between calls.
#[derive(Clone, Debug, Default)]
pub struct MeshSpaceBlend {
    a: Vec<Quat>,
    b: Vec<Quat>,
    scales: [Vec<Vec3>; 2],
}

impl MeshSpaceBlend {
    /// `a` towards `b` by `alpha` times each bone's weight: rotations in model space, translations
    /// and scales in local space. Curves blend by `alpha` alone. A bone without weight on one
    /// without stays `a`'s bit for bit; NaN counts as 0. Contract: both poses have the bones of the
    /// skeleton.
    pub fn blend(
        &mut self,
        skeleton: &Skeleton,
        a: &Pose,
        b: &Pose,
        alpha: f32,
        mask: &BoneMask,
        out: &mut Pose,
    ) {
        let alpha = if alpha.is_nan() {
            0.0
        } else {
            alpha.clamp(0.0, 1.0)
        };
        let weight = |bone: usize| alpha * mask.weight(bone);
        out.copy_from(a);
        blend_numbers(a, b, alpha, out);
        out.narrow(b.rows);
        if (0..a.len()).all(|bone| weight(bone) <= WEIGHT_EPSILON) {
            return;
        }
        mesh_rotations(skeleton, a, &mut self.a);
        mesh_rotations(skeleton, b, &mut self.b);
        for bone in out.rows.bones(a.len()) {
            let weight = weight(bone);
            if weight > WEIGHT_EPSILON {
                out.set(bone, &a.get(bone).blend(&b.get(bone), weight));
                self.a[bone] = nlerp(self.a[bone], self.b[bone], weight);
            }
        }
        set_mesh_rotations_of(skeleton, &self.a, |bone| weight(bone) > WEIGHT_EPSILON, out);
    }

    /// Writes scales into `out` that give, in model space, those of `a` towards those of `b` by
    /// `alpha` times each bone's weight. Where a parent has no size, and where nothing has weight,
    /// scales stay. Contract: as [`MeshSpaceBlend::blend`], which wrote `out`.
    pub fn blend_scales(
        &mut self,
        skeleton: &Skeleton,
        a: &Pose,
        b: &Pose,
        alpha: f32,
        mask: &BoneMask,
        out: &mut Pose,
    ) {
        let alpha = if alpha.is_nan() {
            0.0
        } else {
            alpha.clamp(0.0, 1.0)
        };
        if (0..a.len()).all(|bone| alpha * mask.weight(bone) <= WEIGHT_EPSILON) {
            return;
        }
        let [from, to] = &mut self.scales;
        mesh_scales(skeleton, a, from);
        mesh_scales(skeleton, b, to);
        for (bone, (from, to)) in from.iter_mut().zip(to).enumerate() {
            *from = from.lerp(*to, (alpha * mask.weight(bone)).lower(1.0));
        }
        for bone in 0..out.len() {
            let mut local = out.get(bone);
            let parent = skeleton
                .parent(bone)
                .map_or(Vec3::ONE, |parent| from[parent]);
            let of = |own: f32, parent: f32, local: f32| {
                if parent == 0.0 { local } else { own / parent }
            };
            let own = from[bone];
            local.scale = Vec3::new(
                of(own.x, parent.x, local.scale.x),
                of(own.y, parent.y, local.scale.y),
                of(own.z, parent.z, local.scale.z),
            );
            out.set(bone, &local);
        }
    }
}

/// Each bone's own axes; parents' scales multiplied.
fn mesh_scales(skeleton: &Skeleton, pose: &Pose, out: &mut Vec<Vec3>) {
    out.clear();
    for bone in 0..pose.len() {
        let local = pose.get(bone).scale;
        out.push(
            skeleton
                .parent(bone)
                .map_or(local, |parent| out[parent] * local),
        );
    }
}
