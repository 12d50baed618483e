//! An authored skeleton.

use crate::Id;
use anim::Transform;

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
}

/// A named place on a bone.
#[derive(Clone, Debug, PartialEq)]
pub struct Socket {
    pub id: Id,
    pub name: String,
    pub bone: u32,
    pub local: Transform,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    pub name: String,
    pub bones: Vec<Bone>,
    pub sockets: Vec<Socket>,
}

impl Skeleton {
    pub fn find(&self, name: &str) -> Option<usize> {
        self.bones.iter().position(|bone| bone.name == name)
    }
}
