//! What a clip's translations were made for: where bones stood in the figure that was animated.

#[cfg(test)]
mod tests;

use crate::{BoneKey, Id, Skeleton, source::Track};
use glam::Vec3;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A named base pose of a skeleton: where bones stand in a figure of other proportions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RetargetSource {
    /// Unique in its skeleton.
    pub id: Id,
    /// Unique among those of the skeleton.
    pub name: String,
    /// Reference translations, local, metres. Bones that are not listed stand as in the skeleton.
    pub translations: BTreeMap<BoneKey, [f32; 3]>,
}

impl RetargetSource {
    /// Retarget source made of the rest pose of another figure, for the bones of the same names.
    pub fn of(id: Id, figure: &Skeleton, onto: &Skeleton) -> Self {
        let stand = |bone: &crate::skeleton::Bone| {
            let there = &figure.bones[figure.find(&bone.name)?];
            Some((bone.key.clone(), there.reference.translation.to_array()))
        };
        Self {
            id,
            name: figure.name.clone(),
            translations: onto.bones.iter().filter_map(stand).collect(),
        }
    }
}

/// Choice of the reference pose that the retarget modes of a clip's bones compare with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MadeFor {
    /// Reference pose that was imported with each track.
    #[default]
    Source,
    /// The skeleton that it plays on: nothing is retargeted.
    Skeleton,
    /// A retarget source of the skeleton; one that is gone counts as [`MadeFor::Source`].
    Pose(Id),
}

impl MadeFor {
    /// Reference translation of a bone by its index, local, metres.
    pub fn translation(self, track: &Track, skeleton: &Skeleton, bone: usize) -> Vec3 {
        let own = skeleton
            .bones
            .get(bone)
            .map_or(Vec3::ZERO, |bone| bone.reference.translation);
        let came_with = || track.reference.map_or(own, Vec3::from);
        match self {
            MadeFor::Source => came_with(),
            MadeFor::Skeleton => own,
            MadeFor::Pose(id) => match skeleton.retarget_source(id) {
                Some(pose) => pose
                    .translations
                    .get(&track.bone)
                    .map_or(own, |at| Vec3::from(*at)),
                None => came_with(),
            },
        }
    }
}
