//! What one writes in plain glam without further thought: transforms one after the other, no
//! compression.

use anim::{Pose, Skeleton, Transform};
use glam::{Affine3A, Quat, Vec3};

/// Every frame of a clip, bone after bone.
pub struct Raw {
    transforms: Vec<Transform>,
    bones: usize,
}

impl Raw {
    pub fn new(frames: &[Pose]) -> Self {
        Self {
            transforms: frames.iter().flat_map(|frame| frame.iter()).collect(),
            bones: frames[0].len(),
        }
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

/// From one pose to another by a weight a bone.
pub fn blend_masked(a: &[Transform], b: &[Transform], weights: &[f32], out: &mut [Transform]) {
    for (((out, a), b), weight) in out.iter_mut().zip(a).zip(b).zip(weights) {
        *out = Transform {
            translation: a.translation.lerp(b.translation, *weight),
            rotation: a.rotation.lerp(b.rotation, *weight),
            scale: a.scale.lerp(b.scale, *weight),
        };
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
            let signed = if q.dot(local.rotation) < 0.0 {
                -weight
            } else {
                weight
            };
            q += local.rotation * signed;
        }
        *out = Transform {
            translation: t,
            rotation: q.normalize(),
            scale: s,
        };
    }
}

pub fn local_to_model(parents: &[i16], locals: &[Transform], out: &mut Vec<Affine3A>) {
    out.clear();
    for (local, parent) in locals.iter().zip(parents) {
        let local = Affine3A::from_scale_rotation_translation(
            local.scale,
            local.rotation,
            local.translation,
        );
        let model = usize::try_from(*parent).map_or(local, |parent| out[parent] * local);
        out.push(model);
    }
}

/// Differences in the parent's frame.
pub fn add(deltas: &[Transform], weight: f32, out: &mut [Transform]) {
    for (local, delta) in out.iter_mut().zip(deltas) {
        local.translation += delta.translation * weight;
        local.rotation = Quat::IDENTITY.slerp(delta.rotation, weight) * local.rotation;
        local.scale *= Vec3::ONE + delta.scale * weight;
    }
}

/// The same by a weight a bone.
pub fn add_masked(deltas: &[Transform], weights: &[f32], out: &mut [Transform]) {
    for ((local, delta), weight) in out.iter_mut().zip(deltas).zip(weights) {
        local.translation += delta.translation * *weight;
        local.rotation = Quat::IDENTITY.slerp(delta.rotation, *weight) * local.rotation;
        local.scale *= Vec3::ONE + delta.scale * *weight;
    }
}

/// Five centimetres above where the end is; bent forwards.
pub fn aim(models: &[Affine3A], root: usize, end: usize, centimetre: f32) -> (Vec3, Vec3) {
    let at = |bone: usize| Vec3::from(models[bone].translation);
    (
        at(end) + Vec3::new(0.0, 5.0, 2.0) * centimetre,
        at(root) + Vec3::Z * 100.0 * centimetre,
    )
}

/// Two-bone inverse kinematics in single precision, and the matrices below the limb anew.
pub fn reach(
    skeleton: &Skeleton,
    limb: [usize; 3],
    (target, pole): (Vec3, Vec3),
    locals: &mut [Transform],
    models: &mut [Affine3A],
) {
    let at = |bone: usize| Vec3::from(models[bone].translation);
    let [root, middle, end] = limb.map(at);
    let (a, b) = (middle.distance(root), end.distance(middle));
    let d = target.distance(root).clamp((a - b).abs().max(1e-4), a + b);
    let along = (target - root).normalize();
    let bend = (pole - root).reject_from_normalized(along).normalize();
    let cosine = ((a * a + d * d - b * b) / (2.0 * a * d)).clamp(-1.0, 1.0);
    let knee = root + along * (a * cosine) + bend * (a * (1.0 - cosine * cosine).sqrt());
    let upper = Quat::from_rotation_arc((middle - root).normalize(), (knee - root).normalize());
    let lower = Quat::from_rotation_arc(
        (end - middle).normalize(),
        (root + along * d - knee).normalize(),
    );
    let seen = |bone: usize, q: Quat| {
        let parent = skeleton
            .parent(bone)
            .map_or(Quat::IDENTITY, |p| Quat::from_mat3a(&models[p].matrix3));
        parent.conjugate() * q * parent
    };
    let turns = [
        seen(limb[0], upper),
        seen(limb[1], upper.conjugate() * lower),
    ];
    for (bone, turn) in limb.into_iter().zip(turns) {
        locals[bone].rotation = (turn * locals[bone].rotation).normalize();
    }
    for bone in limb[0]..=skeleton.last_below(limb[0]) {
        let l = &locals[bone];
        let local = Affine3A::from_scale_rotation_translation(l.scale, l.rotation, l.translation);
        models[bone] = skeleton
            .parent(bone)
            .map_or(local, |parent| models[parent] * local);
    }
}
