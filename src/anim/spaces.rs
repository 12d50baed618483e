//! Between local, component, world and bone space; component poses are worked out when they are asked for.

use crate::{Pose, Skeleton, Transform};
use glam::Quat;

/// The rotation of every bone in component space.
pub fn mesh_rotations(skeleton: &Skeleton, pose: &Pose, out: &mut Vec<Quat>) {
    out.clear();
    for bone in 0..pose.len() {
        let local = pose.rotation(bone);
        out.push(skeleton.parent(bone).map_or(local, |parent| out[parent] * local));
    }
}

/// Writes local rotations that give these component-space rotations.
pub fn set_mesh_rotations(skeleton: &Skeleton, rotations: &[Quat], pose: &mut Pose) {
    for (bone, rotation) in rotations.iter().enumerate() {
        let inverse = skeleton.parent(bone).map_or(Quat::IDENTITY, |parent| rotations[parent].conjugate());
        pose.set_rotation(bone, (inverse * *rotation).normalize());
    }
}

/// What a transform is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    World,
    Component,
    /// The parent of the bone that is spoken of.
    ParentBone,
    /// A named bone; one that is not there counts as component space.
    Bone(usize),
}

/// A pose seen in component space. Writing a bone moves its descendants with it: their locals stay.
pub struct ComponentPose<'a> {
    skeleton: &'a Skeleton,
    locals: Vec<Transform>,
    components: Vec<Transform>,
    /// Every bone before this one is worked out, unless it is dirty.
    valid: Vec<bool>,
    world_from_component: Transform,
}

impl<'a> ComponentPose<'a> {
    pub fn new(skeleton: &'a Skeleton, pose: &Pose, world_from_component: Transform) -> Self {
        let bones = pose.len();
        Self {
            skeleton,
            locals: pose.iter().collect(),
            components: vec![Transform::IDENTITY; bones],
            valid: vec![false; bones],
            world_from_component,
        }
    }

    /// `component_from_bone`.
    pub fn component(&mut self, bone: usize) -> Transform {
        if !self.valid[bone] {
            self.components[bone] = match self.skeleton.parent(bone) {
                Some(parent) => self.component(parent).compose(&self.locals[bone]),
                None => self.locals[bone],
            };
            self.valid[bone] = true;
        }
        self.components[bone]
    }

    /// Puts a bone somewhere in component space.
    pub fn set_component(&mut self, bone: usize, component: Transform) {
        self.locals[bone] = match self.skeleton.parent(bone) {
            Some(parent) => self.component(parent).relative_to(&component),
            None => component,
        };
        self.forget_descendants(bone);
        self.components[bone] = component;
        self.valid[bone] = true;
    }

    fn forget_descendants(&mut self, bone: usize) {
        let mut is_below = vec![false; self.locals.len()];
        is_below[bone] = true;
        for at in bone + 1..self.locals.len() {
            is_below[at] = self.skeleton.parent(at).is_some_and(|parent| is_below[parent]);
            self.valid[at] &= !is_below[at];
        }
    }

    /// `component_from_space`, for a transform that belongs to `bone`.
    fn frame(&mut self, bone: usize, space: Space) -> Transform {
        match space {
            Space::World => self.world_from_component.inverse(),
            Space::Component => Transform::IDENTITY,
            Space::ParentBone => {
                self.skeleton.parent(bone).map_or(Transform::IDENTITY, |parent| self.component(parent))
            }
            Space::Bone(reference) if reference < self.locals.len() => self.component(reference),
            Space::Bone(_) => Transform::IDENTITY,
        }
    }

    pub fn to_component(&mut self, transform: &Transform, bone: usize, space: Space) -> Transform {
        self.frame(bone, space).compose(transform)
    }

    pub fn from_component(&mut self, component: &Transform, bone: usize, space: Space) -> Transform {
        match space {
            Space::World => self.world_from_component.compose(component),
            _ => self.frame(bone, space).relative_to(component),
        }
    }

    /// Writes the local transforms back; curves and attributes stay.
    pub fn into_locals(self, pose: &mut Pose) {
        let (curves, attributes) = (std::mem::take(&mut pose.curves), std::mem::take(&mut pose.attributes));
        *pose = Pose::new(self.locals);
        (pose.curves, pose.attributes) = (curves, attributes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::chain;
    use glam::Vec3;

    fn posed(bones: i32) -> (Skeleton, Pose) {
        let local = |at: i32| {
            Transform::new(Vec3::new(0.1, 0.2, 0.05 * at as f32), Quat::from_rotation_x(0.05 * at as f32), Vec3::ONE)
        };
        (chain(bones as usize), Pose::new((0..bones).map(local)))
    }

    #[test]
    fn component_and_back_keeps_a_deep_chain() {
        let (skeleton, pose) = posed(60);
        let mut component = ComponentPose::new(&skeleton, &pose, Transform::IDENTITY);
        for bone in 0..60 {
            let at = component.component(bone);
            component.set_component(bone, at);
        }
        let mut back = Pose::default();
        component.into_locals(&mut back);
        for (a, b) in back.iter().zip(pose.iter()) {
            assert!(
                a.translation.abs_diff_eq(b.translation, 1e-5 * 60.0) && a.rotation.dot(b.rotation).abs() > 1.0 - 1e-5
            );
        }
    }

    #[test]
    fn descendants_follow_a_moved_bone() {
        let (skeleton, pose) = posed(4);
        let mut component = ComponentPose::new(&skeleton, &pose, Transform::IDENTITY);
        let before = component.component(3).translation;
        let mut moved = component.component(1);
        moved.translation += Vec3::Y;
        component.set_component(1, moved);
        assert!((component.component(3).translation - before).abs_diff_eq(Vec3::Y, 1e-5));
    }

    #[test]
    fn every_space_converts_there_and_back() {
        let (skeleton, pose) = posed(5);
        let world = Transform::new(Vec3::new(3.0, 0.0, 1.0), Quat::from_rotation_y(1.0), Vec3::ONE);
        let mut component = ComponentPose::new(&skeleton, &pose, world);
        let given = Transform::from_translation(Vec3::new(0.3, -0.4, 0.9));
        for space in [Space::World, Space::Component, Space::ParentBone, Space::Bone(2), Space::Bone(99)] {
            let inside = component.from_component(&given, 4, space);
            let back = component.to_component(&inside, 4, space);
            assert!(back.translation.abs_diff_eq(given.translation, 1e-5), "{space:?}");
        }
    }

    #[test]
    fn mesh_rotations_come_back_as_locals() {
        let (skeleton, pose) = posed(12);
        let mut rotations = Vec::new();
        mesh_rotations(&skeleton, &pose, &mut rotations);
        let mut back = pose.clone();
        set_mesh_rotations(&skeleton, &rotations, &mut back);
        assert!(back.iter().zip(pose.iter()).all(|(a, b)| a.rotation.dot(b.rotation).abs() > 1.0 - 1e-6));
    }
}
