//! Everything compiled that instances may play, with the indices that tie it together.

use crate::{
    Clip, Mesh, Montage, Name, Names, Skeleton,
    required::{RequiredBones, Wanted},
};
use std::sync::Arc;

/// Immutable and shared by all instances. Each list ascends by name; names are unique within a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    pub names: Names,
    pub skeletons: Vec<Arc<Skeleton>>,
    pub clips: Vec<Arc<Clip>>,
    pub meshes: Vec<Arc<Mesh>>,
    pub montages: Vec<Arc<Montage>>,
}

impl Library {
    pub fn skeleton(&self, name: Name) -> Option<&Arc<Skeleton>> {
        find(&self.skeletons, name, |skeleton| skeleton.name).map(|at| &self.skeletons[at])
    }

    pub fn clip(&self, name: Name) -> Option<&Arc<Clip>> {
        self.clip_index(name).map(|at| &self.clips[at])
    }

    pub fn clip_index(&self, name: Name) -> Option<usize> {
        find(&self.clips, name, |clip| clip.name)
    }

    /// Sets what a character of a skeleton works out at a level of detail: the bones of every mesh that it may wear, or
    /// all of them where there is none.
    pub fn require(&self, skeleton: &Skeleton, lod: usize, required: &mut RequiredBones) {
        let worn = self.meshes.iter().filter(|mesh| mesh.skeleton == skeleton.name);
        let mut bones: Vec<usize> =
            worn.flat_map(|mesh| mesh.lod(lod).bones.iter().map(|bone| *bone as usize)).collect();
        if bones.is_empty() {
            bones.extend(0..skeleton.len());
        }
        required.set(skeleton, &Wanted { bones: &bones, ..Wanted::default() });
    }

    pub fn montage(&self, name: Name) -> Option<&Arc<Montage>> {
        find(&self.montages, name, |montage| montage.name).map(|at| &self.montages[at])
    }
}

fn find<T>(list: &[Arc<T>], name: Name, name_of: impl Fn(&T) -> Name) -> Option<usize> {
    list.binary_search_by_key(&name, |item| name_of(item)).ok()
}
