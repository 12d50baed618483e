//! Between local, model, world and bone space; model poses are worked out when they are asked for.

#[cfg(test)]
mod tests;

use crate::{Name, Placement, Pose, Skeleton, Transform};
use glam::{DQuat, DVec3, Quat, Vec3};
use serde::{Deserialize, Serialize};

/// The rotation of every bone in model space, one a bone of the pose.
pub fn mesh_rotations(skeleton: &Skeleton, pose: &Pose, out: &mut Vec<Quat>) {
    out.resize(pose.len(), Quat::IDENTITY);
    for bone in pose.rows().bones(pose.len()) {
        let local = pose.rotation(bone);
        out[bone] = skeleton
            .parent(bone)
            .map_or(local, |parent| out[parent] * local);
    }
}

/// Writes local rotations that give these model-space rotations.
pub fn set_mesh_rotations(skeleton: &Skeleton, rotations: &[Quat], pose: &mut Pose) {
    for bone in pose.rows().bones(rotations.len()) {
        let inverse = skeleton
            .parent(bone)
            .map_or(Quat::IDENTITY, |parent| rotations[parent].conjugate());
        pose.set_rotation(bone, (inverse * rotations[bone]).normalize());
    }
}

/// Like [`set_mesh_rotations`], if only the bones that are `turned` have another rotation in model
/// space than in the pose. A bone that is not `turned`, and whose parent is not, stays bit for bit.
pub(crate) fn set_mesh_rotations_of(
    skeleton: &Skeleton,
    rotations: &[Quat],
    turned: impl Fn(usize) -> bool,
    pose: &mut Pose,
) {
    for bone in pose.rows().bones(rotations.len()) {
        let parent = skeleton.parent(bone);
        if turned(bone) || parent.is_some_and(&turned) {
            let inverse = parent.map_or(Quat::IDENTITY, |parent| rotations[parent].conjugate());
            pose.set_rotation(bone, (inverse * rotations[bone]).normalize());
        }
    }
}

/// The frame that a transform is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Space {
    /// Metres, +Y up, where characters stand.
    World,
    /// The character's own: what the root bone is relative to.
    Model,
    /// The parent of the bone that is spoken of.
    ParentBone,
    /// A named bone, or a virtual bone, which come after the bones; one that is not there counts as
    /// model space.
    Bone(usize),
}

/// Largest difference of a squared length from 1 for which the first-order square root is exact to
/// 1e-12.
const NEARLY_UNIT: f64 = 1e-6;

/// Like [`Transform`], in double precision, because a chain of sixty bones would accumulate the
/// rounding errors of single precision.
#[derive(Clone, Copy, Debug)]
struct Precise {
    translation: DVec3,
    rotation: DQuat,
    scale: DVec3,
}

impl Precise {
    const IDENTITY: Self = Self {
        translation: DVec3::ZERO,
        rotation: DQuat::IDENTITY,
        scale: DVec3::ONE,
    };

    #[inline]
    fn compose(&self, child: &Precise) -> Precise {
        Precise {
            translation: self.translation + rotated(self.rotation, self.scale * child.translation),
            rotation: self.rotation * child.rotation,
            scale: self.scale * child.scale,
        }
    }

    /// See [`Transform::inverse`].
    #[inline]
    fn inverse(&self) -> Precise {
        let rotation = self.rotation.conjugate();
        // Most bones have no scale, and a division takes long.
        let scale = match self.scale {
            DVec3::ONE => DVec3::ONE,
            scale => scale.map(|s| if s == 0.0 { 0.0 } else { 1.0 / s }),
        };
        Precise {
            translation: -(rotation * (scale * self.translation)),
            rotation,
            scale,
        }
    }
}

impl From<&Transform> for Precise {
    #[inline]
    fn from(transform: &Transform) -> Self {
        Precise {
            translation: transform.translation.as_dvec3(),
            rotation: unit(transform.rotation),
            scale: transform.scale.as_dvec3(),
        }
    }
}

#[inline]
fn unit(rotation: Quat) -> DQuat {
    let rotation = rotation.as_dquat();
    let off = rotation.length_squared() - 1.0;
    if off.abs() < NEARLY_UNIT {
        return rotation * (1.0 - 0.5 * off);
    }
    let length = rotation.length();
    if length > 0.0 {
        rotation * (1.0 / length)
    } else {
        DQuat::IDENTITY
    }
}

/// Rotates a vector by a unit quaternion, with fewer operations than the general product.
#[inline]
fn rotated(rotation: DQuat, v: DVec3) -> DVec3 {
    let axis = DVec3::new(rotation.x, rotation.y, rotation.z);
    let turned = axis.cross(v) * 2.0;
    v + turned * rotation.w + axis.cross(turned)
}

impl From<&Precise> for Transform {
    #[inline]
    fn from(precise: &Precise) -> Self {
        Transform::new(
            precise.translation.as_vec3(),
            precise.rotation.as_quat(),
            precise.scale.as_vec3(),
        )
    }
}

/// Model-space transforms computed from a pose; the value is kept to reuse its buffers.
#[derive(Clone, Debug, Default)]
pub struct Models {
    models: Vec<Precise>,
    valid: Vec<bool>,
    /// Bones from a requested one up to the first that is already evaluated.
    path: Vec<u16>,
    /// Transforms of the virtual bones relative to their source bones; empty unless virtual bones
    /// are held.
    virtual_bones: Vec<Precise>,
}

impl Models {
    /// Begins a pose of so many bones, of which nothing is known.
    pub fn forget(&mut self, bones: usize) {
        self.models.resize(bones, Precise::IDENTITY);
        self.valid.clear();
        self.valid.resize(bones, false);
        self.virtual_bones.clear();
    }
}

/// A pose seen in model space. A read evaluates only the bone and the bones above it. Writing a
/// bone moves its descendants too, because their local transforms stay the same.
///
/// Virtual bones come after the bones. Each virtual bone follows its source like a child bone,
/// starting where its target was when [`ModelPose::hold_virtual_bones`] was called. A move of the
/// source moves the virtual bone; a move of the target does not.
pub struct ModelPose<'a> {
    skeleton: &'a Skeleton,
    pose: &'a mut Pose,
    known: &'a mut Models,
    world_from_model: Placement,
}

impl<'a> ModelPose<'a> {
    /// Views a pose of which no bone is computed yet. Contract: the pose has as many bones as the
    /// skeleton.
    pub fn new(
        skeleton: &'a Skeleton,
        pose: &'a mut Pose,
        known: &'a mut Models,
        world_from_model: impl Into<Placement>,
    ) -> Self {
        known.forget(pose.len());
        Self::resumed(skeleton, pose, known, world_from_model)
    }

    /// Continues with transforms that are known already. Contract: `known` was computed from this
    /// pose, and only a [`ModelPose`] has written the pose since.
    pub fn resumed(
        skeleton: &'a Skeleton,
        pose: &'a mut Pose,
        known: &'a mut Models,
        world_from_model: impl Into<Placement>,
    ) -> Self {
        debug_assert!(known.valid.len() == pose.len() && pose.len() == skeleton.len());
        Self {
            skeleton,
            pose,
            known,
            world_from_model: world_from_model.into(),
        }
    }

    /// The skeleton whose bones the pose has.
    pub fn skeleton(&self) -> &'a Skeleton {
        self.skeleton
    }

    /// Current pose, in local space.
    pub fn pose(&self) -> &Pose {
        self.pose
    }

    /// Sets a curve of the pose, in place of the value that it had.
    pub fn set_curve(&mut self, name: Name, value: f32) {
        self.pose.set_curve(name, value);
    }

    /// Placement of the character in the world.
    pub fn world_from_model(&self) -> &Placement {
        &self.world_from_model
    }

    /// Places every virtual bone of the skeleton at its target; from then on each virtual bone
    /// moves with its source.
    pub fn hold_virtual_bones(&mut self) {
        self.known.virtual_bones.clear();
        for bone in self.skeleton.virtual_bones.iter() {
            let from_model = self.precise(bone.source as usize).inverse();
            let local = from_model.compose(self.precise(bone.target as usize));
            self.known.virtual_bones.push(local);
        }
    }

    /// Number of bones that can be written: the bones of the skeleton and the virtual bones that
    /// are held.
    pub fn count(&self) -> usize {
        self.pose.len() + self.known.virtual_bones.len()
    }

    /// The place among virtual bones and the source of one that is held; None of a bone.
    fn held(&self, bone: usize) -> Option<(usize, usize)> {
        let at = bone
            .checked_sub(self.pose.len())
            .filter(|at| *at < self.known.virtual_bones.len())?;
        Some((at, self.skeleton.virtual_bones[at].source as usize))
    }

    fn parent(&self, bone: usize) -> Option<usize> {
        match self.held(bone) {
            Some((_, source)) => Some(source),
            None => self.skeleton.parent(bone),
        }
    }

    /// Model-space transform of a bone, or of a virtual bone that is held.
    #[inline]
    fn seen(&mut self, bone: usize) -> Precise {
        match self.held(bone) {
            None => *self.precise(bone),
            Some((at, source)) => {
                let local = self.known.virtual_bones[at];
                self.precise(source).compose(&local)
            }
        }
    }

    /// `model_from_bone`. Contract, here and below: the bone is one of [`ModelPose::count`].
    pub fn model(&mut self, bone: usize) -> Transform {
        (&self.seen(bone)).into()
    }

    /// Scale of a bone in model space.
    pub fn model_scale(&mut self, bone: usize) -> Vec3 {
        self.precise(bone).scale.as_vec3()
    }

    /// Position and unit rotation of a bone in model space.
    #[inline]
    pub fn precise_model(&mut self, bone: usize) -> (DVec3, DQuat) {
        let Precise {
            translation,
            rotation,
            ..
        } = self.seen(bone);
        (translation, rotation)
    }

    #[inline]
    fn precise(&mut self, bone: usize) -> &Precise {
        if !self.known.valid[bone] {
            self.work_out(bone);
        }
        &self.known.models[bone]
    }

    #[inline(never)]
    fn work_out(&mut self, bone: usize) {
        let Models {
            models,
            valid,
            path,
            ..
        } = &mut *self.known;
        let parents = self.skeleton.parents();
        let mut above = parents[bone];
        path.clear();
        while let Ok(at) = usize::try_from(above)
            && !valid[at]
        {
            path.push(at as u16);
            above = parents[at];
        }
        let mut parent = usize::try_from(above).map_or(Precise::IDENTITY, |above| models[above]);
        let is_scaled = !self.pose.has_even_scale(1.0);
        for at in path.iter().rev().map(|at| usize::from(*at)).chain([bone]) {
            parent = if is_scaled {
                parent.compose(&Precise::from(&self.pose.get(at)))
            } else {
                Precise {
                    translation: parent.translation
                        + rotated(parent.rotation, self.pose.translation(at).as_dvec3()),
                    rotation: parent.rotation * unit(self.pose.rotation(at)),
                    scale: DVec3::ONE,
                }
            };
            (models[at], valid[at]) = (parent, true);
        }
    }

    /// Puts a bone somewhere in model space.
    pub fn set_model(&mut self, bone: usize, model: Transform) {
        let wanted = Precise::from(&model);
        if let Some((at, source)) = self.held(bone) {
            self.known.virtual_bones[at] = self.precise(source).inverse().compose(&wanted);
            return;
        }
        let local = match self.skeleton.parent(bone) {
            Some(parent) => (&self.precise(parent).inverse().compose(&wanted)).into(),
            None => model,
        };
        self.pose.set(bone, &local);
        // What lies between and does not hang on the bone is worked out again from its local.
        self.known.valid[bone + 1..=self.skeleton.last_below(bone)].fill(false);
        self.known.models[bone] = wanted;
        self.known.valid[bone] = true;
    }

    /// Turns bones to unit rotations in model space, each the parent of the next. They keep their
    /// places on their parents.
    pub fn turn_chain(&mut self, chain: &[(usize, DQuat)]) {
        let Some((first, rotation)) = chain.first() else {
            return;
        };
        self.precise(*first);
        let mut above = self
            .skeleton
            .parent(*first)
            .map_or(DQuat::IDENTITY, |parent| self.precise(parent).rotation);
        for (bone, rotation) in chain {
            self.pose
                .set_rotation(*bone, (above.conjugate() * *rotation).as_quat());
            above = *rotation;
        }
        self.known.models[*first].rotation = *rotation;
        self.known.valid[first + 1..=self.skeleton.last_below(*first)].fill(false);
    }

    /// `model_from_space`, for a transform that belongs to `bone`.
    fn frame(&mut self, bone: usize, space: Space) -> Transform {
        match space {
            Space::World => self.world_from_model.shown().inverse(),
            Space::Model => Transform::IDENTITY,
            Space::ParentBone => self
                .parent(bone)
                .map_or(Transform::IDENTITY, |parent| self.model(parent)),
            Space::Bone(reference) if reference < self.count() => self.model(reference),
            Space::Bone(_) => Transform::IDENTITY,
        }
    }

    /// A transform that belongs to `bone` and is given in `space`, in model space.
    pub fn to_model(&mut self, transform: &Transform, bone: usize, space: Space) -> Transform {
        self.frame(bone, space).compose(transform)
    }

    /// A place that belongs to `bone`, in model space.
    pub fn place_to_model(&mut self, place: Vec3, bone: usize, space: Space) -> DVec3 {
        let of = match space {
            Space::Model => None,
            Space::World => {
                let placed = self
                    .world_from_model
                    .shown()
                    .inverse()
                    .compose(&Transform::from_translation(place));
                return placed.translation.as_dvec3();
            }
            Space::ParentBone => self.parent(bone),
            Space::Bone(reference) => Some(reference).filter(|reference| *reference < self.count()),
        };
        let place = place.as_dvec3();
        of.map_or(place, |of| {
            let Precise {
                translation,
                rotation,
                scale,
            } = self.seen(of);
            translation + rotated(rotation, scale * place)
        })
    }

    /// A model-space transform that belongs to `bone`, as it is seen in `space`.
    pub fn from_model(&mut self, model: &Transform, bone: usize, space: Space) -> Transform {
        match space {
            Space::World => self.world_from_model.shown().compose(model),
            _ => self.frame(bone, space).relative_to(model),
        }
    }
}
