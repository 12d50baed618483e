//! Everything compiled that instances may play, with the indices that tie it together.

use crate::{Clip, MeshPart, Montage, Name, Names, Skeleton};
use std::sync::Arc;

/// A character's drawable pieces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    pub name: Name,
    /// Name of the skeleton that the parts' palettes index.
    pub skeleton: Name,
    pub parts: Vec<Arc<MeshPart>>,
}

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
        find(&self.clips, name, |clip| clip.name).map(|at| &self.clips[at])
    }

    pub fn montage(&self, name: Name) -> Option<&Arc<Montage>> {
        find(&self.montages, name, |montage| montage.name).map(|at| &self.montages[at])
    }
}

fn find<T>(list: &[Arc<T>], name: Name, name_of: impl Fn(&T) -> Name) -> Option<usize> {
    list.binary_search_by_key(&name, |item| name_of(item)).ok()
}
