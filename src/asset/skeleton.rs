//! An authored skeleton: bones, and the sockets, virtual bones, masks and profiles that people add.

mod stored;
#[cfg(test)]
mod tests;

use crate::{BoneKey, Id, Mirror, Origin, RetargetSource};
use anim::{Name, Transform, mask::ProfileMode, retarget::Retarget};
use glam::Affine3A;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};
use stored::{StoredAbsentBone, StoredBone, StoredVirtualBone};

/// A bone of an authored skeleton.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "StoredBone", into = "StoredBone")]
pub struct Bone {
    /// Unique within the skeleton.
    pub key: BoneKey,
    /// Unique within the skeleton.
    pub name: String,
    /// Name of the bone in its file, if that differs from `name` because another bone has the same
    /// name; None otherwise.
    pub called: Option<String>,
    /// Index of a bone before this one; None for bone 0 only.
    pub parent: Option<u32>,
    /// Reference pose, local.
    pub reference: Transform,
    /// Node index in the file it came from.
    pub source: Option<u32>,
    /// Retarget mode of the bone: the source of its translation in clips of other skeletons.
    pub retarget: Retarget,
}

impl Bone {
    /// Never renamed; its translation comes from the clip.
    pub fn new(name: impl Into<String>, parent: Option<u32>, reference: Transform) -> Self {
        let name = name.into();
        let key = BoneKey::from(name.as_str());
        Self {
            key,
            name,
            called: None,
            parent,
            reference,
            source: None,
            retarget: Retarget::default(),
        }
    }

    /// Name of the bone in its file; other bones may have the same name.
    pub fn file_name(&self) -> &str {
        self.called.as_deref().unwrap_or(&self.name)
    }
}

/// A bone that the last import of the skeleton no longer had. What refers to it waits for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "StoredAbsentBone", into = "StoredAbsentBone")]
pub struct AbsentBone {
    /// Key by which references still name the bone.
    pub key: BoneKey,
    /// The bone's last name.
    pub name: String,
    /// The bone that it hung on, which may be absent too.
    pub parent: Option<BoneKey>,
    /// Reference pose, local.
    pub reference: Transform,
    /// Retarget mode that the bone had: the source of its translation in clips of other skeletons.
    pub retarget: Retarget,
}

/// A named place on a bone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Socket {
    /// Unique in its skeleton.
    pub id: Id,
    /// Unique among the sockets of the skeleton.
    pub name: String,
    /// The bone that it goes with.
    pub bone: BoneKey,
    /// Relative to the bone.
    pub local: Transform,
    /// A mesh of another skeleton that is shown on it; it does not play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<Id>,
}

impl Socket {
    /// A socket that shows nothing.
    pub fn new(id: Id, name: impl Into<String>, bone: BoneKey, local: Transform) -> Self {
        Self {
            id,
            name: name.into(),
            bone,
            local,
            preview: None,
        }
    }
}

/// A bone that hangs on one bone and follows another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "StoredVirtualBone", into = "StoredVirtualBone")]
pub struct VirtualBone {
    /// Unique in its skeleton.
    pub id: Id,
    /// Unique among bones and virtual bones.
    pub name: String,
    /// Key by which graphs refer to the virtual bone, as to a bone; unique among bones and virtual
    /// bones. The key stays when the name changes.
    pub key: BoneKey,
    /// The bone that it hangs on.
    pub source: BoneKey,
    /// The bone that it follows.
    pub target: BoneKey,
}

impl VirtualBone {
    /// A virtual bone whose key is its name.
    pub fn new(id: Id, name: impl Into<String>, source: BoneKey, target: BoneKey) -> Self {
        let name = name.into();
        Self {
            id,
            key: name.as_str().into(),
            name,
            source,
            target,
        }
    }
}

/// Weight of each bone in a blend, under one name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BoneMask {
    /// Unique in its skeleton.
    pub id: Id,
    /// Unique among masks.
    pub name: String,
    /// Weights from 0 to 1; bones that are not listed have [`BoneMask::REST`].
    pub weights: BoneWeights,
}

impl BoneMask {
    /// Weight of a bone that is not listed.
    pub const REST: f32 = 0.0;
}

/// Blend speed factor of each bone, under one name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BlendProfile {
    /// Unique in its skeleton.
    pub id: Id,
    /// Unique among profiles.
    pub name: String,
    /// Meaning of the factors of the profile.
    pub mode: ProfileMode,
    /// Factors of 0 or more; bones that are not listed have [`BlendProfile::REST`].
    pub factors: BoneWeights,
}

impl BlendProfile {
    /// Factor of a bone that is not listed.
    pub const REST: f32 = 1.0;
}

/// Numbers of bones, of which most have the same.
pub type BoneWeights = BTreeMap<BoneKey, f32>;

/// Bones with all that people add to them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Skeleton {
    /// Unique among the skeletons of the project.
    pub name: String,
    /// The file that it came from; None of a skeleton that was made here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Parents before their children; bone 0 is the root.
    pub bones: Vec<Bone>,
    /// Bones of former imports, in any order. No key and no name is that of a bone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<AbsentBone>,
    /// Sockets, in the order in which lists show them.
    pub sockets: Vec<Socket>,
    /// Virtual bones, in the order in which lists show them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub virtual_bones: Vec<VirtualBone>,
    /// Bone masks, in the order in which lists show them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub masks: Vec<BoneMask>,
    /// Blend profiles, in the order in which lists show them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blend_profiles: Vec<BlendProfile>,
    /// Base poses of figures of other proportions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retarget_sources: Vec<RetargetSource>,
    /// Mirroring of the skeleton and of what plays on it.
    #[serde(default, skip_serializing_if = "Mirror::is_default")]
    pub mirror: Mirror,
}

impl Skeleton {
    /// Index of the bone of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.bones.iter().position(|bone| bone.name == name)
    }

    /// The bone that a key means, by its index; None while it is absent. [`crate::Bones`] finds
    /// many.
    pub fn index(&self, key: &BoneKey) -> Option<usize> {
        self.bones.iter().position(|bone| bone.key == *key)
    }

    /// The bone or virtual bone that a key means: by its index among the bones, or among what plays
    /// of the virtual bones after them, which are those whose ends are there.
    pub fn place(&self, key: &BoneKey) -> Option<usize> {
        self.index(key).or_else(|| {
            let is_whole = |bone: &&VirtualBone| {
                [&bone.source, &bone.target]
                    .iter()
                    .all(|end| self.index(end).is_some())
            };
            let mut whole = self.virtual_bones.iter().filter(is_whole);
            whole
                .position(|bone| bone.key == *key)
                .map(|at| self.bones.len() + at)
        })
    }

    /// Keys of all bones, in their order.
    pub fn keys(&self) -> Arc<[BoneKey]> {
        self.bones.iter().map(|bone| bone.key.clone()).collect()
    }

    /// Whether what refers to bones, or to where they stand, finds the same in both.
    pub fn same_bones(&self, other: &Skeleton) -> bool {
        self.bones == other.bones
            && self.absent == other.absent
            && self.retarget_sources == other.retarget_sources
    }

    /// Whether there is such a bone, or was.
    pub fn knows(&self, key: &BoneKey) -> bool {
        self.bones.iter().any(|bone| bone.key == *key)
            || self.absent.iter().any(|bone| bone.key == *key)
    }

    /// The name of a bone, absent bone or virtual bone; the key itself where the skeleton never had
    /// it.
    pub fn bone_name<'a>(&'a self, key: &'a BoneKey) -> &'a str {
        let bone = self
            .bones
            .iter()
            .find(|bone| bone.key == *key)
            .map(|bone| bone.name.as_str());
        let absent = || {
            self.absent
                .iter()
                .find(|bone| bone.key == *key)
                .map(|bone| bone.name.as_str())
        };
        let between = || {
            self.virtual_bones
                .iter()
                .find(|bone| bone.key == *key)
                .map(|bone| bone.name.as_str())
        };
        bone.or_else(absent)
            .or_else(between)
            .unwrap_or(key.as_str())
    }

    /// Values for all bones, in the order of the bones; `rest` for bones that are not listed.
    pub fn dense(&self, weights: &BoneWeights, rest: f32) -> Vec<f32> {
        self.bones
            .iter()
            .map(|bone| weights.get(&bone.key).copied().unwrap_or(rest))
            .collect()
    }

    /// Values by bone key, without those that equal `rest`; undoes [`Self::dense`]. Contract: one
    /// number per bone.
    pub fn sparse(&self, numbers: &[f32], rest: f32) -> BoneWeights {
        let listed = self
            .bones
            .iter()
            .zip(numbers)
            .filter(|(_, number)| **number != rest);
        listed
            .map(|(bone, number)| (bone.key.clone(), *number))
            .collect()
    }

    /// The socket of this id.
    pub fn socket(&self, id: Id) -> Option<&Socket> {
        self.sockets.iter().find(|socket| socket.id == id)
    }

    /// The virtual bone of this id.
    pub fn virtual_bone(&self, id: Id) -> Option<&VirtualBone> {
        self.virtual_bones.iter().find(|bone| bone.id == id)
    }

    /// The mask of this id.
    pub fn mask(&self, id: Id) -> Option<&BoneMask> {
        self.masks.iter().find(|mask| mask.id == id)
    }

    /// The blend profile of this id.
    pub fn blend_profile(&self, id: Id) -> Option<&BlendProfile> {
        self.blend_profiles.iter().find(|profile| profile.id == id)
    }

    /// The name that a blend profile plays under; None of one that is gone, or says nothing of
    /// time.
    pub(crate) fn timing_profile(&self, id: Id) -> Option<Name> {
        let profile = self
            .blend_profile(id)
            .filter(|profile| profile.mode != ProfileMode::BlendMask);
        profile.map(|profile| Name::new(&profile.name))
    }

    /// Name and numbers, one a bone, of a mask or blend profile.
    pub fn weights(&self, id: Id) -> Option<(&str, Vec<f32>)> {
        let mask = self.mask(id).map(|mask| {
            (
                mask.name.as_str(),
                self.dense(&mask.weights, BoneMask::REST),
            )
        });
        let profile = || {
            let profile = self.blend_profile(id)?;
            Some((
                profile.name.as_str(),
                self.dense(&profile.factors, BlendProfile::REST),
            ))
        };
        mask.or_else(profile)
    }

    /// The retarget source of this id.
    pub fn retarget_source(&self, id: Id) -> Option<&RetargetSource> {
        self.retarget_sources.iter().find(|source| source.id == id)
    }

    /// The number of a bone, by its index, in a mask or blend profile.
    pub fn weight(&self, id: Id, bone: usize) -> Option<f32> {
        let key = &self.bones.get(bone)?.key;
        let number = |weights: &BoneWeights, rest: f32| weights.get(key).copied().unwrap_or(rest);
        let mask = self
            .mask(id)
            .map(|mask| number(&mask.weights, BoneMask::REST));
        mask.or_else(|| {
            self.blend_profile(id)
                .map(|profile| number(&profile.factors, BlendProfile::REST))
        })
    }

    /// `model_from_bone` in the reference pose, one a bone.
    pub fn reference_models(&self) -> Vec<Affine3A> {
        let mut models: Vec<Affine3A> = Vec::with_capacity(self.bones.len());
        for bone in &self.bones {
            let parent = bone
                .parent
                .map_or(Affine3A::IDENTITY, |parent| models[parent as usize]);
            models.push(parent * bone.reference.to_affine());
        }
        models
    }

    /// The bone and all below it, ascending.
    pub fn branch(&self, bone: usize) -> Vec<usize> {
        let mut is_below = vec![false; self.bones.len()];
        for at in bone..self.bones.len() {
            is_below[at] = at == bone
                || self.bones[at]
                    .parent
                    .is_some_and(|parent| is_below[parent as usize]);
        }
        (0..is_below.len()).filter(|at| is_below[*at]).collect()
    }
}
