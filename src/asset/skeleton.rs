//! An authored skeleton.

use crate::Id;
use anim::{Transform, mask::ProfileMode, retarget::Retarget};
use glam::Affine3A;

#[derive(Clone, Debug, PartialEq)]
pub struct Bone {
    /// Unique within the skeleton.
    pub name: String,
    /// Index of a bone before this one; None for bone 0 only.
    pub parent: Option<u32>,
    /// Reference pose, local.
    pub reference: Transform,
    /// Node index in the file it came from.
    pub source: Option<u32>,
    /// Where its translation comes from in clips of other skeletons.
    pub retarget: Retarget,
}

/// A named place on a bone.
#[derive(Clone, Debug, PartialEq)]
pub struct Socket {
    pub id: Id,
    pub name: String,
    pub bone: u32,
    pub local: Transform,
    /// A mesh of another skeleton that is shown on it; it does not play.
    pub preview: Option<Id>,
}

impl Socket {
    /// That shows nothing.
    pub fn new(id: Id, name: impl Into<String>, bone: u32, local: Transform) -> Self {
        Self { id, name: name.into(), bone, local, preview: None }
    }
}

/// A bone that hangs on one bone and follows another.
#[derive(Clone, Debug, PartialEq)]
pub struct VirtualBone {
    pub id: Id,
    /// Unique among bones and virtual bones.
    pub name: String,
    pub source: u32,
    pub target: u32,
}

/// Which bones a blend touches.
#[derive(Clone, Debug, PartialEq)]
pub struct BoneMask {
    pub id: Id,
    /// Unique among masks.
    pub name: String,
    /// One a bone, 0 to 1.
    pub weights: Vec<f32>,
}

/// How fast each bone goes in a blend.
#[derive(Clone, Debug, PartialEq)]
pub struct BlendProfile {
    pub id: Id,
    /// Unique among profiles.
    pub name: String,
    pub mode: ProfileMode,
    /// One a bone, 0 or more.
    pub factors: Vec<f32>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    pub name: String,
    pub bones: Vec<Bone>,
    pub sockets: Vec<Socket>,
    pub virtual_bones: Vec<VirtualBone>,
    pub masks: Vec<BoneMask>,
    pub blend_profiles: Vec<BlendProfile>,
}

impl Skeleton {
    pub fn find(&self, name: &str) -> Option<usize> {
        self.bones.iter().position(|bone| bone.name == name)
    }

    pub fn socket(&self, id: Id) -> Option<&Socket> {
        self.sockets.iter().find(|socket| socket.id == id)
    }

    pub fn virtual_bone(&self, id: Id) -> Option<&VirtualBone> {
        self.virtual_bones.iter().find(|bone| bone.id == id)
    }

    pub fn mask(&self, id: Id) -> Option<&BoneMask> {
        self.masks.iter().find(|mask| mask.id == id)
    }

    pub fn blend_profile(&self, id: Id) -> Option<&BlendProfile> {
        self.blend_profiles.iter().find(|profile| profile.id == id)
    }

    /// Name and numbers, one a bone, of a mask or blend profile.
    pub fn weights(&self, id: Id) -> Option<(&str, &[f32])> {
        let mask = self.mask(id).map(|mask| (mask.name.as_str(), mask.weights.as_slice()));
        mask.or(self.blend_profile(id).map(|profile| (profile.name.as_str(), profile.factors.as_slice())))
    }

    /// `model_from_bone` in the reference pose, one a bone.
    pub fn reference_models(&self) -> Vec<Affine3A> {
        let mut models: Vec<Affine3A> = Vec::with_capacity(self.bones.len());
        for bone in &self.bones {
            let parent = bone.parent.map_or(Affine3A::IDENTITY, |parent| models[parent as usize]);
            models.push(parent * bone.reference.to_affine());
        }
        models
    }

    /// The bone and all below it, ascending.
    pub fn branch(&self, bone: usize) -> Vec<usize> {
        let mut is_below = vec![false; self.bones.len()];
        for at in bone..self.bones.len() {
            is_below[at] = at == bone || self.bones[at].parent.is_some_and(|parent| is_below[parent as usize]);
        }
        (0..is_below.len()).filter(|at| is_below[*at]).collect()
    }
}
