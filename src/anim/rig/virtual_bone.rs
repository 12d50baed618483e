//! Virtual bones: filled after a pose is worked out, so that what follows finds one bone in the
//! space of another.

#[cfg(test)]
mod tests;

use crate::{Pose, Skeleton, Transform, skeleton::VirtualBone};

/// The local transform, relative to its source, of each virtual bone of a skeleton: where its
/// target is in the pose. `models` is scratch: it becomes the model transforms of the bones that
/// virtual bones need, and of no others.
pub fn fill(
    skeleton: &Skeleton,
    pose: &Pose,
    models: &mut Vec<Transform>,
    out: &mut Vec<Transform>,
) {
    out.clear();
    if skeleton.virtual_bones.is_empty() {
        return;
    }
    models.resize(skeleton.len(), Transform::IDENTITY);
    for bone in skeleton.linked_bones() {
        let local = pose.get(bone);
        models[bone] = skeleton
            .parent(bone)
            .map_or(local, |parent| models[parent].compose(&local));
    }
    let local = |bone: &VirtualBone| {
        models[bone.source as usize].relative_to(&models[bone.target as usize])
    };
    out.extend(skeleton.virtual_bones.iter().map(local));
}
