//! Poses seen in a mirror: a plane of model space through its origin, and which bone stands for
//! which behind it.
//!
//! A bone takes the place of its partner, reflected. What is left of its turn, where the axes of
//! the two are laid out differently, is known from the reference pose: mirrored, it comes out as it
//! is.

#[cfg(test)]
mod tests;

use crate::{Name, Pose, Skeleton, Transform, pose::BoneAttribute, spaces::mesh_rotations};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use std::{fmt, sync::Arc};
use words::tr;

/// The normal of the mirror's plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    #[default]
    X,
    Y,
    Z,
}

impl Axis {
    /// Every axis, in the order in which they are declared.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// Mirror image of a position or direction.
    pub fn reflected(self, v: Vec3) -> Vec3 {
        match self {
            Axis::X => Vec3::new(-v.x, v.y, v.z),
            Axis::Y => Vec3::new(v.x, -v.y, v.z),
            Axis::Z => Vec3::new(v.x, v.y, -v.z),
        }
    }

    /// The turn that is seen in the mirror.
    pub fn turned(self, q: Quat) -> Quat {
        // The axis is a pseudovector: along the normal it stays, else it flips.
        let axis = -self.reflected(q.xyz());
        Quat::from_xyzw(axis.x, axis.y, axis.z, q.w)
    }
}

/// Names that stand for each other, such as those of the left and the right.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NameSwap(Vec<(Name, Name)>);

impl NameSwap {
    /// Makes both names of each pair stand for each other. Of a name that is in several pairs, one
    /// counts.
    pub fn new(pairs: &[(Name, Name)]) -> Self {
        let mut both: Vec<_> = pairs
            .iter()
            .flat_map(|(a, b)| [(*a, *b), (*b, *a)])
            .collect();
        both.sort_unstable();
        both.dedup_by_key(|pair| pair.0);
        Self(both)
    }

    /// A name without a partner stays.
    pub fn of(&self, name: Name) -> Name {
        self.0
            .binary_search_by_key(&name, |pair| pair.0)
            .map_or(name, |at| self.0[at].1)
    }
}

/// Mirror partners of the bones and names of one skeleton.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "MirrorTableParts", into = "MirrorTableParts")]
pub struct MirrorTable {
    axis: Axis,
    /// One a bone: itself in the middle.
    partners: Vec<u16>,
    /// One a bone: from the reflected axes of its partner to its own.
    corrections: Vec<Quat>,
    names: Arc<NameSwap>,
}

/// A table as it is kept.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MirrorTableParts {
    axis: Axis,
    partners: Vec<u16>,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<[f32; 4]>"))]
    corrections: Vec<Quat>,
    names: Arc<NameSwap>,
}

impl TryFrom<MirrorTableParts> for MirrorTable {
    type Error = MirrorError;

    fn try_from(
        MirrorTableParts {
            axis,
            partners,
            corrections,
            names,
        }: MirrorTableParts,
    ) -> Result<Self, MirrorError> {
        let is_good = |bone: usize| {
            let partner = partners
                .get(bone)
                .and_then(|partner| partners.get(usize::from(*partner)));
            let turn = corrections
                .get(bone)
                .is_some_and(|turn| turn.is_finite() && turn.is_normalized());
            turn && partner.is_some_and(|back| usize::from(*back) == bone)
        };
        match (0..partners.len().max(corrections.len())).find(|bone| !is_good(*bone)) {
            Some(bone) => Err(MirrorError { bone }),
            None => Ok(Self {
                axis,
                partners,
                corrections,
                names,
            }),
        }
    }
}

impl From<MirrorTable> for MirrorTableParts {
    fn from(
        MirrorTable {
            axis,
            partners,
            corrections,
            names,
        }: MirrorTable,
    ) -> Self {
        Self {
            axis,
            partners,
            corrections,
            names,
        }
    }
}

/// Error of a mirror table: the table does not have exactly one partner for each bone, or a bone is
/// not the partner of its partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MirrorError {
    /// Index of the first bone of which that is so.
    pub bone: usize,
}

impl fmt::Display for MirrorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&tr!(
            "the mirror table of bone {} is not symmetric",
            self.bone
        ))
    }
}

impl std::error::Error for MirrorError {}

/// Buffers of [`MirrorTable::mirror`], kept between calls.
#[derive(Clone, Debug, Default)]
pub struct Mirrored {
    models: Vec<Transform>,
    reflected: Vec<Transform>,
    source: Pose,
}

impl MirrorTable {
    /// `partners` has one bone a bone; `names` are those of curves, notifies and sync markers.
    pub fn new(
        skeleton: &Skeleton,
        axis: Axis,
        partners: &[u16],
        names: NameSwap,
    ) -> Result<Self, MirrorError> {
        let is_bad = |bone: usize| {
            let partner = partners
                .get(bone)
                .and_then(|partner| partners.get(usize::from(*partner)));
            partner.is_none_or(|back| usize::from(*back) != bone)
        };
        let count = skeleton.len().max(partners.len());
        if let Some(bone) = (0..count).find(|bone| *bone >= skeleton.len() || is_bad(*bone)) {
            return Err(MirrorError { bone });
        }
        let mut turned = Vec::new();
        mesh_rotations(skeleton, skeleton.reference_pose(), &mut turned);
        let correction = |(bone, partner): (usize, &u16)| {
            axis.turned(turned[usize::from(*partner)]).conjugate() * turned[bone]
        };
        let corrections = partners.iter().enumerate().map(correction).collect();
        Ok(Self {
            axis,
            partners: partners.to_vec(),
            corrections,
            names: Arc::new(names),
        })
    }

    /// Bone count of the skeletons that this table is for.
    pub(crate) fn bone_count(&self) -> usize {
        self.partners.len()
    }

    /// The bone that is seen in the place of another one; one that the table does not know is seen
    /// as itself.
    pub(crate) fn partner(&self, bone: usize) -> usize {
        self.partners
            .get(bone)
            .map_or(bone, |partner| usize::from(*partner))
    }

    /// Mirror partners among the names of curves and other items.
    pub fn names(&self) -> &Arc<NameSwap> {
        &self.names
    }

    /// Turns a full pose into what is seen in the mirror. A pose of another skeleton stays.
    pub fn mirror(&self, skeleton: &Skeleton, room: &mut Mirrored, pose: &mut Pose) {
        if pose.len() != self.partners.len() || pose.len() != skeleton.len() {
            return;
        }
        let Mirrored {
            models,
            reflected,
            source,
        } = room;
        models.clear();
        for (bone, local) in pose.iter().enumerate() {
            models.push(
                skeleton
                    .parent(bone)
                    .map_or(local, |parent| models[parent].compose(&local)),
            );
        }
        reflected.clear();
        for (partner, correction) in self.partners.iter().zip(&self.corrections) {
            let Transform {
                translation,
                rotation,
                scale,
            } = models[usize::from(*partner)];
            let rotation = (self.axis.turned(rotation) * *correction).normalize();
            reflected.push(Transform {
                translation: self.axis.reflected(translation),
                rotation,
                scale,
            });
        }
        for (bone, model) in reflected.iter().enumerate() {
            let local = skeleton
                .parent(bone)
                .map_or(*model, |parent| reflected[parent].relative_to(model));
            pose.set(bone, &local);
        }
        source.copy_numbers(pose);
        pose.clear_numbers();
        source
            .curves
            .iter()
            .for_each(|(name, value)| pose.set_curve(self.names.of(*name), *value));
        for (attribute, value) in &source.attributes {
            let bone = self
                .partners
                .get(attribute.bone as usize)
                .map_or(attribute.bone, |bone| u32::from(*bone));
            pose.set_attribute(
                BoneAttribute {
                    name: self.names.of(attribute.name),
                    bone,
                },
                *value,
            );
        }
    }

    /// Root motion, in component space, as it is seen in the mirror.
    pub fn root_delta(&self, delta: &Transform) -> Transform {
        let (translation, rotation) = (
            self.axis.reflected(delta.translation),
            self.axis.turned(delta.rotation),
        );
        Transform {
            translation,
            rotation,
            scale: delta.scale,
        }
    }
}
