//! Keys of bones to indices: the one place where authored references meet a skeleton.

#[cfg(test)]
mod tests;

use crate::{BoneKey, Mesh, Skeleton};
use anim::{
    MeshPart,
    mesh::PaletteJoint,
    skinning::{affine_from_rows, inverse_bind_rows},
};
use glam::Affine3A;
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// The bones of a skeleton by their keys.
pub struct Bones<'a> {
    skeleton: &'a Skeleton,
    indices: HashMap<&'a BoneKey, u32>,
}

impl<'a> Bones<'a> {
    /// Indexes the bones of a skeleton by their keys; absent bones are left out.
    pub fn of(skeleton: &'a Skeleton) -> Self {
        Self {
            skeleton,
            indices: skeleton
                .bones
                .iter()
                .zip(0..)
                .map(|(bone, at)| (&bone.key, at))
                .collect(),
        }
    }

    /// The skeleton that the indices are of.
    pub fn skeleton(&self) -> &'a Skeleton {
        self.skeleton
    }

    /// Index of the bone that a key means; None while the bone is absent.
    pub fn index(&self, key: &BoneKey) -> Option<u32> {
        self.indices.get(key).copied()
    }

    /// Names of those that are absent, in order, each once.
    pub fn missing<'k>(&self, keys: impl IntoIterator<Item = &'k BoneKey>) -> Vec<String> {
        let (mut names, mut known) = (Vec::new(), HashSet::new());
        let between = self
            .skeleton
            .virtual_bones
            .iter()
            .map(|bone| (&bone.key, bone.name.as_str()));
        let absent = self
            .skeleton
            .absent
            .iter()
            .rev()
            .map(|absent| (&absent.key, absent.name.as_str()));
        let absent: HashMap<&BoneKey, &str> = between.chain(absent).collect();
        for key in keys.into_iter().filter(|key| self.index(key).is_none()) {
            let name = absent.get(key).copied().unwrap_or(key.as_str());
            if known.insert(name) {
                names.push(name.to_owned());
            }
        }
        names
    }

    /// The part of a mesh as it plays on this skeleton. A joint on an absent bone follows the
    /// nearest present bone above it, placed by the reference pose of the bones between. A joint on
    /// a bone that the skeleton never had follows the root and stays where it was bound.
    pub fn part(&self, mesh: &Mesh, part: &Arc<MeshPart>) -> Arc<MeshPart> {
        let key = |joint: &PaletteJoint| mesh.bones.get(joint.bone as usize);
        if part
            .palette
            .iter()
            .all(|joint| key(joint).and_then(|key| self.index(key)) == Some(joint.bone))
        {
            return part.clone();
        }
        let palette = part
            .palette
            .iter()
            .map(|joint| self.joint(key(joint), joint))
            .collect();
        Arc::new(MeshPart {
            palette,
            ..(**part).clone()
        })
    }

    fn joint(&self, key: Option<&BoneKey>, joint: &PaletteJoint) -> PaletteJoint {
        match key.and_then(|key| self.index(key)) {
            Some(bone) => PaletteJoint { bone, ..*joint },
            None => self.stand_in(key, joint),
        }
    }

    fn stand_in(&self, key: Option<&BoneKey>, joint: &PaletteJoint) -> PaletteJoint {
        let mut bind = affine_from_rows(joint.inverse_bind);
        let mut above = key;
        // As often as there are absent bones at most, should a file's parents go round in circles.
        for _ in 0..=self.skeleton.absent.len() {
            let Some(key) = above else { break };
            if let Some(bone) = self.index(key) {
                return PaletteJoint {
                    bone,
                    inverse_bind: inverse_bind_rows(&bind),
                };
            }
            let Some(absent) = self
                .skeleton
                .absent
                .iter()
                .find(|absent| absent.key == *key)
            else {
                return PaletteJoint {
                    bone: 0,
                    inverse_bind: inverse_bind_rows(&self.root_from_model()),
                };
            };
            bind = absent.reference.to_affine() * bind;
            above = absent.parent.as_ref();
        }
        PaletteJoint {
            bone: 0,
            inverse_bind: inverse_bind_rows(&(self.root_from_model() * bind)),
        }
    }

    /// Root space from model space, in the reference pose.
    fn root_from_model(&self) -> Affine3A {
        let inverse = self
            .skeleton
            .bones
            .first()
            .map(|root| root.reference.to_affine().inverse());
        inverse
            .filter(|inverse| inverse.is_finite())
            .unwrap_or(Affine3A::IDENTITY)
    }
}
