//! Props to hold and to stand beside: rigid meshes, each on a skeleton of one bone at its origin.

mod crate_;
mod look;
mod sword;
#[cfg(test)]
mod tests;

use anim::Transform;
use asset::{Id, Material, Mesh, Skeleton, mesh::Part, skeleton::Bone};
use look::PropLook;
use std::sync::Arc;

/// A prop of the sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropKind {
    /// A sword of 0.95 m with its handle at the origin, the blade along +y and the flats towards
    /// ±z.
    Sword,
    /// A cube of 1 m that stands on y = 0 with its middle over the origin.
    Crate,
}

impl PropKind {
    /// Every prop, in the order in which the sample has them.
    pub const ALL: [PropKind; 2] = [PropKind::Sword, PropKind::Crate];

    /// Name of its skeleton asset, from which the id is derived.
    pub fn skeleton_name(self) -> &'static str {
        match self {
            PropKind::Sword => "SK_Sword",
            PropKind::Crate => "SK_Crate",
        }
    }

    /// Name of its mesh asset, from which the id is derived.
    pub fn mesh_name(self) -> &'static str {
        match self {
            PropKind::Sword => "SM_Sword",
            PropKind::Crate => "SM_Crate",
        }
    }

    /// Its skeleton: one bone, `root`.
    pub fn skeleton(self) -> Skeleton {
        let root = Bone::new("root", None, Transform::IDENTITY);
        Skeleton {
            name: self.skeleton_name().into(),
            bones: vec![root],
            ..Skeleton::default()
        }
    }

    /// Its mesh, with one influence for each vertex. `skeleton` is the id of
    /// [`PropKind::skeleton`].
    pub fn mesh(self, skeleton: Id) -> Mesh {
        let looks = match self {
            PropKind::Sword => sword::parts(),
            PropKind::Crate => crate_::parts(),
        };
        let part = |(material, look): (usize, &PropLook)| Part {
            name: look.name.into(),
            material,
            data: Arc::new(look.part.clone()),
            ..Part::default()
        };
        let material = |look: &PropLook| Material {
            name: look.name.into(),
            base_color: look.color,
            ..Material::default()
        };
        let parts = looks.iter().enumerate().map(part).collect();
        Mesh::new(
            self.mesh_name(),
            (skeleton, Arc::new(["root".into()])),
            parts,
            looks.iter().map(material).collect(),
        )
    }
}
