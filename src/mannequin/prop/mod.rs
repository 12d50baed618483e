//! Props to hold and to stand beside: rigid meshes, each on a skeleton of one bone at its origin.

mod crate_;
mod look;
mod sword;
#[cfg(test)]
mod tests;

use anim::Transform;
use asset::{Id, Material, Mesh, Skeleton, mesh::Part, skeleton::Bone};
use look::Look;
use std::sync::Arc;

/// A prop of the sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prop {
    /// A sword of 0.95 m with its handle at the origin, the blade along +y and the flats towards
    /// ±z.
    Sword,
    /// A cube of 1 m that stands on y = 0 with its middle over the origin.
    Crate,
}

impl Prop {
    /// Every prop, in the order in which the sample has them.
    pub const ALL: [Prop; 2] = [Prop::Sword, Prop::Crate];

    /// Name of its skeleton asset, from which the id is derived.
    pub fn skeleton_name(self) -> &'static str {
        match self {
            Prop::Sword => "SK_Sword",
            Prop::Crate => "SK_Crate",
        }
    }

    /// Name of its mesh asset, from which the id is derived.
    pub fn mesh_name(self) -> &'static str {
        match self {
            Prop::Sword => "SM_Sword",
            Prop::Crate => "SM_Crate",
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

    /// Its mesh, with one influence for each vertex. `skeleton` is the id of [`Prop::skeleton`].
    pub fn mesh(self, skeleton: Id) -> Mesh {
        let looks = match self {
            Prop::Sword => sword::parts(),
            Prop::Crate => crate_::parts(),
        };
        let part = |(material, look): (usize, &Look)| Part {
            name: look.name.into(),
            material,
            data: Arc::new(look.part.clone()),
            ..Part::default()
        };
        let material = |look: &Look| Material {
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
