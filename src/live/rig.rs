//! Puts a performance on the bones of a skeleton.
//!
//! VMC sends what `Transform.localRotation` of a VRM avatar's bones says, and in VRM all rotations
//! are none in the T-pose, with every bone along the axes of the model
//! (<https://vrm.dev/en/univrm/humanoid/humanoid_overview/>). So the product of a bone's rotation
//! with those of all humanoid bones above it is its turn out of the T-pose, in model space. That
//! turn is put before the model rotation which the skeleton's own bone has in the T-pose, and what
//! the bone's parent then has is taken off (as in "how to transform human poses" of the
//! specification of `VRMC_vrm_animation`):
//!
//! `local(b) = (turn(a) · t_pose(parent of b))⁻¹ · turn(b) · t_pose(b)`, where `a` is the next told
//! bone above `b`.
//!
//! The skeleton's T-pose is its reference pose, but for arms that hang: there upper and lower arm
//! are swung so that they point to the side, with hands and fingers along. A skeleton looks along
//! +Z, as glTF has it.
//!
//! Lengths are the skeleton's own. Only the hips move, to where the performer's are, in metres;
//! whoever stands at exactly zero sends no positions, and keeps the skeleton's. What lies between
//! two told bones keeps its reference pose, what hangs beside them (twists, hair) is left to the
//! source.

#[cfg(test)]
mod tests;

use crate::{
    humanoid::{self, COUNT, HIPS, Human},
    message::VmcTransform,
    performance::Performance,
};
use anim::{Name, Names, Skeleton, Transform, graph::LiveFrame};
use glam::{Quat, Vec3};

/// The cosine of 15 degrees: an arm that is nearer to the side than that is taken to be in a
/// T-pose.
const STRETCHED: f32 = 0.966;

pub(crate) struct PerformanceRig {
    /// One for each humanoid bone; None when the skeleton lacks it.
    targets: Vec<Option<HumanoidTarget>>,
    /// Root that the performance moves; None when a humanoid bone moves bone 0, or there is no
    /// bone.
    root: Option<PerformanceRoot>,
}

/// A bone of the skeleton that a humanoid bone moves.
struct HumanoidTarget {
    name: Name,
    /// The local transform in the reference pose.
    reference: Transform,
    /// The rotation in the T-pose, model space.
    rotation: Quat,
    /// The parent's rotation in the T-pose, model space.
    parent_rotation: Quat,
    /// The parent's transform in the reference pose, model space.
    parent: Transform,
    /// Humanoid bone that moves the next moved bone above; None if there is none below the root.
    above: Option<Human>,
    /// Bones between `above` and this one that nothing moves, from above, with their local
    /// reference transforms.
    between: Vec<(Name, Transform)>,
}

/// Bone 0, when no humanoid bone moves it: it stands where the performer stands.
struct PerformanceRoot {
    name: Name,
    reference: Transform,
}

impl PerformanceRig {
    pub(crate) fn new(skeleton: &Skeleton, names: &Names) -> Self {
        let places = humanoid::places(skeleton.bones.iter().map(|bone| names.text(bone.name)));
        let models = models(skeleton);
        let rotations = t_pose(skeleton, &models, &places);
        let target = |place: &Option<usize>| {
            let at = (*place)?;
            let (above, between) = above(skeleton, at, &places);
            let parent = skeleton.parent(at);
            Some(HumanoidTarget {
                name: skeleton.bones[at].name,
                reference: skeleton.reference(at),
                rotation: rotations[at],
                parent_rotation: parent.map_or(Quat::IDENTITY, |parent| rotations[parent]),
                parent: parent.map_or(Transform::IDENTITY, |parent| models[parent]),
                above,
                between,
            })
        };
        let is_free = !skeleton.is_empty() && !places.contains(&Some(0));
        let root = is_free.then(|| PerformanceRoot {
            name: skeleton.bones[0].name,
            reference: skeleton.reference(0),
        });
        Self {
            targets: places.iter().map(target).collect(),
            root,
        }
    }

    pub(crate) fn frame(&self, subject: Name, performance: &Performance) -> LiveFrame {
        let turns = turns(performance);
        let mut bones = Vec::with_capacity(COUNT + 1);
        if let (Some(root), Some(placed)) = (&self.root, performance.root) {
            let stands = Transform::new(placed.position, placed.rotation, Vec3::ONE);
            bones.push((root.name, stands.compose(&root.reference)));
        }
        for (human, target) in self.targets.iter().enumerate() {
            let (Some(target), Some(placed)) = (target, &performance.bones[human]) else {
                continue;
            };
            let base = match target.above {
                Some(above) => turns[above],
                None => self
                    .carried(performance)
                    .map_or(Quat::IDENTITY, |root| root.rotation),
            };
            let rotation =
                (base * target.parent_rotation).conjugate() * turns[human] * target.rotation;
            let translation = if human == HIPS && placed.position != Vec3::ZERO {
                self.hips(target, placed, performance)
            } else {
                target.reference.translation
            };
            bones.extend_from_slice(&target.between);
            bones.push((
                target.name,
                Transform {
                    translation,
                    rotation: rotation.normalize(),
                    ..target.reference
                },
            ));
        }
        LiveFrame {
            subject,
            bones,
            curves: performance.curves.clone(),
        }
    }

    /// Transform of the performer, if bone 0 shows it. The bones below bone 0 inherit this
    /// transform.
    fn carried(&self, performance: &Performance) -> Option<VmcTransform> {
        performance.root.filter(|_| self.root.is_some())
    }

    fn hips(
        &self,
        target: &HumanoidTarget,
        placed: &VmcTransform,
        performance: &Performance,
    ) -> Vec3 {
        let stands = performance.root.filter(|_| self.root.is_none());
        let position = stands.map_or(placed.position, |root| {
            root.position + root.rotation * placed.position
        });
        target
            .parent
            .inverse()
            .compose(&Transform::from_translation(position))
            .translation
    }
}

/// Rotation of each humanoid bone out of the T-pose, model space. A bone without data turns with
/// its parent.
fn turns(performance: &Performance) -> [Quat; COUNT] {
    let mut turns = [Quat::IDENTITY; COUNT];
    for (human, bone) in humanoid::bones().iter().enumerate() {
        let root = || {
            performance
                .root
                .map_or(Quat::IDENTITY, |root| root.rotation)
        };
        let above = bone.parent.map_or_else(root, |parent| turns[parent]);
        turns[human] =
            performance.bones[human].map_or(above, |placed| (above * placed.rotation).normalize());
    }
    turns
}

/// The transform of each bone in the reference pose, model space.
fn models(skeleton: &Skeleton) -> Vec<Transform> {
    let mut models = Vec::<Transform>::new();
    for bone in 0..skeleton.len() {
        let local = skeleton.reference(bone);
        models.push(
            skeleton
                .parent(bone)
                .map_or(local, |parent| models[parent].compose(&local)),
        );
    }
    models
}

/// The rotation of each bone in the T-pose, model space.
fn t_pose(skeleton: &Skeleton, models: &[Transform], places: &[Option<usize>; COUNT]) -> Vec<Quat> {
    let mut swings = vec![Quat::IDENTITY; skeleton.len()];
    let mut own: Vec<Option<Quat>> = vec![None; skeleton.len()];
    for (bone, place) in humanoid::bones().iter().zip(places) {
        let next = bone.next_in_arm.and_then(|next| places[next]);
        if let (Some(at), Some(next)) = (*place, next) {
            own[at] = Some(swing(
                models[next].translation - models[at].translation,
                Vec3::X * bone.side,
            ));
        }
    }
    for bone in 0..skeleton.len() {
        let inherited = skeleton
            .parent(bone)
            .map_or(Quat::IDENTITY, |parent| swings[parent]);
        swings[bone] = own[bone].unwrap_or(inherited);
    }
    swings
        .iter()
        .zip(models)
        .map(|(swing, model)| *swing * model.rotation)
        .collect()
}

/// The turn that takes an arm to the side. The identity when it points there already.
fn swing(arm: Vec3, side: Vec3) -> Quat {
    match arm.try_normalize() {
        Some(arm) if arm.dot(side) < STRETCHED => Quat::from_rotation_arc(arm, side),
        _ => Quat::IDENTITY,
    }
}

/// The next bone above that a humanoid bone moves, and the bones between the two, from above.
fn above(
    skeleton: &Skeleton,
    at: usize,
    places: &[Option<usize>; COUNT],
) -> (Option<Human>, Vec<(Name, Transform)>) {
    let mut between = Vec::new();
    for bone in std::iter::successors(skeleton.parent(at), |bone| skeleton.parent(*bone)) {
        if let Some(human) = places.iter().position(|place| *place == Some(bone)) {
            between.reverse();
            return (Some(human), between);
        }
        between.push((skeleton.bones[bone].name, skeleton.reference(bone)));
    }
    // Up to the root, which shows where the performer stands, or is left to the source.
    between.pop();
    between.reverse();
    (None, between)
}
