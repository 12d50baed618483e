//! What one writes in plain glam without further thought: transforms one after the other, no compression.

use anim::{Pose, Transform};
use glam::{Affine3A, Quat, Vec3};

/// Every frame of a clip, bone after bone.
pub struct Raw {
    transforms: Vec<Transform>,
    bones: usize,
}

impl Raw {
    pub fn new(frames: &[Pose]) -> Self {
        Self { transforms: frames.iter().flat_map(|frame| frame.iter()).collect(), bones: frames[0].len() }
    }

    pub fn frame(&self, frame: usize) -> &[Transform] {
        &self.transforms[frame * self.bones..][..self.bones]
    }

    pub fn sample(&self, frame: usize, fraction: f32, out: &mut [Transform]) {
        let (a, b) = (self.frame(frame), self.frame(frame + 1));
        for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
            *out = Transform {
                translation: a.translation.lerp(b.translation, fraction),
                rotation: a.rotation.lerp(b.rotation, fraction),
                scale: a.scale.lerp(b.scale, fraction),
            };
        }
    }
}

/// Shortest-path quaternion sum.
pub fn blend(inputs: &[Vec<Transform>], weights: &[f32], out: &mut [Transform]) {
    for (bone, out) in out.iter_mut().enumerate() {
        let (mut t, mut q, mut s) = (Vec3::ZERO, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Vec3::ZERO);
        for (input, &weight) in inputs.iter().zip(weights) {
            let local = &input[bone];
            t += local.translation * weight;
            s += local.scale * weight;
            let signed = if q.dot(local.rotation) < 0.0 { -weight } else { weight };
            q += local.rotation * signed;
        }
        *out = Transform { translation: t, rotation: q.normalize(), scale: s };
    }
}

pub fn local_to_model(parents: &[i16], locals: &[Transform], out: &mut Vec<Affine3A>) {
    out.clear();
    for (local, parent) in locals.iter().zip(parents) {
        let local = Affine3A::from_scale_rotation_translation(local.scale, local.rotation, local.translation);
        let model = usize::try_from(*parent).map_or(local, |parent| out[parent] * local);
        out.push(model);
    }
}
