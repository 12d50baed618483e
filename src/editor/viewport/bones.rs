//! The bones of a posed character in world space: their box, and which one the pointer means.
//! Invariant: one joint a bone, in the skeleton's order.

#[cfg(test)]
mod tests;

use glam::{Vec2, Vec3};
use render::{Bounds, OrbitCamera};

/// Points on screen from which a bone is still hit.
pub(super) const REACH: f32 = 10.0;
/// Points on screen around what the wheel comes closer to.
const ABOUT: f32 = 60.0;
/// Bones whose distances differ less than this lie on one another.
const SAME: f32 = 0.05;
/// A joint is meant rather than the limb that runs through it, up to this many points.
const JOINT_HEAD_START: f32 = 4.0;

pub(super) struct WorldBones<'a> {
    skeleton: &'a anim::Skeleton,
    joints: Vec<Vec3>,
}

impl<'a> WorldBones<'a> {
    /// Computes the joints of this frame once, for every look-up of the pass.
    pub fn of(frame: &'a studio::PreviewFrame) -> WorldBones<'a> {
        let world_from_model = frame.placement.to_affine();
        let joints = frame
            .models
            .iter()
            .map(|model| (world_from_model * *model).translation.into());
        WorldBones {
            skeleton: &frame.skeleton,
            joints: joints.collect(),
        }
    }

    /// World space, metres; None for a bone that the frame does not have.
    pub fn joint(&self, bone: usize) -> Option<Vec3> {
        self.joints.get(bone).copied()
    }

    /// The box around all joints, world space; empty without bones.
    pub fn bounds(&self) -> Bounds {
        Bounds::of_points(self.joints.iter().copied())
    }

    /// A box around the bone and the limb up to its children.
    pub fn bounds_of(&self, bone: usize) -> Bounds {
        let children = (0..self.joints.len()).filter(|at| self.skeleton.parent(*at) == Some(bone));
        Bounds::of_points(children.chain([bone]).filter_map(|at| self.joint(at)))
    }

    /// The place, world space, of the joint nearest to the eye among those at a point on screen.
    pub fn in_front(&self, camera: &OrbitCamera, size: Vec2, pointer: Vec2) -> Option<Vec3> {
        let is_about = |joint: &Vec3| {
            camera
                .project(*joint, size)
                .is_some_and(|at| at.distance(pointer) <= ABOUT)
        };
        let depth = |joint: &Vec3| (camera.eye() - *joint).dot(camera.backward());
        self.joints
            .iter()
            .copied()
            .filter(is_about)
            .min_by(|a, b| depth(a).total_cmp(&depth(b)))
    }

    /// The bone nearest to a point on screen, the first one of those that lie on one another; None
    /// when all are out of reach.
    pub fn nearest(&self, camera: &OrbitCamera, size: Vec2, pointer: Vec2) -> Option<usize> {
        let on_screen: Vec<Option<Vec2>> = self
            .joints
            .iter()
            .map(|joint| camera.project(*joint, size))
            .collect();
        let joint = |bone: usize| Some((bone, on_screen[bone]?.distance(pointer), 0.0));
        let limb = |bone: usize| {
            let parent = self.skeleton.parent(bone)?;
            Some((
                parent,
                distance_to_segment(pointer, on_screen[parent]?, on_screen[bone]?),
                JOINT_HEAD_START,
            ))
        };
        let bones = 0..self.joints.len();
        let hits = bones
            .clone()
            .filter_map(joint)
            .chain(bones.filter_map(limb));
        let in_reach: Vec<_> = hits
            .filter(|(_, away, _)| *away <= REACH)
            .map(|(bone, a, b)| (bone, a + b))
            .collect();
        let least = in_reach
            .iter()
            .map(|(_, away)| *away)
            .fold(f32::INFINITY, f32::min);
        in_reach
            .iter()
            .find(|(_, away)| *away < least + SAME)
            .map(|(bone, _)| *bone)
    }
}

fn distance_to_segment(point: Vec2, from: Vec2, to: Vec2) -> f32 {
    let along = to - from;
    let part =
        ((point - from).dot(along) / along.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
    point.distance(from + along * part)
}
