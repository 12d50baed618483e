//! Authored meshes, materials and textures. Vertices and triangles are in the form that plays
//! already; edits replace morph targets, skin weights and whole levels of detail.

#[cfg(test)]
mod tests;

use crate::{BoneKey, Bones, Id, Origin, Skeleton};
use anim::{
    BoundsBy, MeshBounds, MeshPart, Name,
    mesh::{MeshError, Morph, MorphDelta},
    mesh_levels::ALL_LEVELS,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A drawable piece of a mesh, with one material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// Names the part among those of its level; the same part has the same name at every level.
    pub name: String,
    /// Node and primitive in the file it came from.
    pub source: Option<(u32, u32)>,
    /// Index in [`Mesh::materials`].
    pub material: usize,
    /// Spelling of the names of `data.morphs`, in their order.
    pub morphs: Vec<String>,
    /// Spelling of the names of `data.attributes`, in their order.
    pub attributes: Vec<String>,
    /// Spelling of the names of `data.profiles`, in their order.
    pub profiles: Vec<String>,
    /// Surface that the part follows while a game simulates that surface; None if the part follows
    /// nothing.
    pub cloth: Option<Cloth>,
    /// Vertices, triangles and morph targets, as they play.
    pub data: Arc<MeshPart>,
}

/// The surface that a part follows where a game simulates it: a garment that is seen on a coarse
/// one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cloth {
    /// The mesh that drives the part, on the same skeleton; its finest level counts.
    pub mesh: Id,
    /// Name of the part of `mesh` that drives it.
    pub part: String,
    /// The attribute of the part itself, of one number a vertex, that says how much each follows, 0
    /// to 1. None is all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<String>,
}

/// A morph target by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    /// Unique in its part; also of the curve that drives it.
    pub name: String,
    /// Weight where no curve of that name plays.
    pub default_weight: f32,
    /// Offsets that the morph target adds at weight 1; vertices that do not move are left out.
    pub deltas: Vec<MorphDelta>,
    /// Offset added to the tangent at weight 1, one per delta; empty if the morph target has none.
    pub tangents: Vec<[f32; 3]>,
}

impl Part {
    /// Morph targets of the part, each by itself.
    pub fn shapes(&self) -> impl Iterator<Item = Shape> {
        self.morphs
            .iter()
            .zip(self.data.morphs.iter())
            .map(|(name, morph)| {
                let range =
                    morph.first_delta as usize..(morph.first_delta + morph.delta_count) as usize;
                let tangents = self
                    .data
                    .delta_tangents
                    .get(range.clone())
                    .unwrap_or_default()
                    .to_vec();
                let deltas = self.data.deltas[range].to_vec();
                Shape {
                    name: name.clone(),
                    default_weight: morph.default_weight,
                    deltas,
                    tangents,
                }
            })
    }

    /// The part without the morph targets `gone`, and with `new` ones beside the others; one of a
    /// name that stays takes its place.
    pub fn with_shapes(&self, gone: &[String], new: &[Shape]) -> Result<Part, MeshError> {
        let is_new = |name: &String| new.iter().any(|shape| shape.name == *name);
        let stays = |name: &String| !gone.contains(name) && !is_new(name);
        let kept: Vec<Shape> = self.shapes().filter(|shape| stays(&shape.name)).collect();
        let all = || kept.iter().chain(new);
        let has_tangents = all().any(|shape| !shape.tangents.is_empty());
        let (mut morphs, mut deltas, mut tangents) = (Vec::new(), Vec::new(), Vec::new());
        for shape in all() {
            let (first_delta, delta_count) = (deltas.len() as u32, shape.deltas.len() as u32);
            let (name, default_weight) = (Name::new(&shape.name), shape.default_weight);
            morphs.push(Morph {
                name,
                default_weight,
                first_delta,
                delta_count,
                reserved: 0,
            });
            deltas.extend_from_slice(&shape.deltas);
            if has_tangents {
                let none = std::iter::repeat([0.0; 3]);
                tangents.extend(
                    shape
                        .tangents
                        .iter()
                        .copied()
                        .chain(none)
                        .take(shape.deltas.len()),
                );
            }
        }
        let names = all().map(|shape| shape.name.clone()).collect();
        let data = MeshPart {
            morphs: morphs.into(),
            deltas: deltas.into(),
            delta_tangents: tangents.into(),
            ..(*self.data).clone()
        };
        Ok(Part {
            morphs: names,
            data: Arc::new(MeshPart::new(data)?),
            ..self.clone()
        })
    }
}

/// Appearance of a part of a mesh. It is passed on in a form without names of fields, too, so that
/// no field may be left out; what a file of the project leaves out is in its own record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Material {
    /// Unique in its mesh.
    pub name: String,
    /// Linear RGBA; multiplies texture and vertex colour.
    pub base_color: [f32; 4],
    /// Colours, sRGB with straight alpha; None is `base_color` alone.
    pub texture: Option<Id>,
    /// Directions in place of colours: x and y across the surface as in tangents, z out of it,
    /// -1..1 as 0..255. Parts without tangents do without it.
    pub normal_texture: Option<Id>,
    /// Triangles are drawn from behind too.
    pub double_sided: bool,
    /// Texels with less alpha are not drawn.
    pub alpha_cutoff: Option<f32>,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: "Default".into(),
            base_color: [0.8, 0.8, 0.8, 1.0],
            texture: None,
            normal_texture: None,
            double_sided: false,
            alpha_cutoff: None,
        }
    }
}

/// One level of detail of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Lod {
    /// Screen size as in [`anim::Lod`]; the finest level has 1.
    pub screen_size: f32,
    /// Bones that are not evaluated at this level, with all bones below them. The finest level has
    /// none.
    pub removed_bones: Vec<BoneKey>,
    /// Parts that are drawn at this level.
    pub parts: Vec<Part>,
}

impl Lod {
    /// A finest level, with all bones.
    pub fn finest(parts: Vec<Part>) -> Self {
        Self {
            screen_size: 1.0,
            removed_bones: Vec::new(),
            parts,
        }
    }

    /// Indices of the skeleton's bones that are evaluated at this level, ascending.
    pub fn bones(&self, skeleton: &Skeleton) -> Vec<u32> {
        let mut is_kept: Vec<bool> = Vec::with_capacity(skeleton.bones.len());
        for bone in &skeleton.bones {
            let above = bone.parent.is_none_or(|parent| is_kept[parent as usize]);
            is_kept.push(above && !self.removed_bones.contains(&bone.key));
        }
        (0..is_kept.len() as u32)
            .filter(|bone| is_kept[*bone as usize])
            .collect()
    }

    /// The topmost of the bones that the level can do without: neither they nor what hangs on them
    /// moves a vertex of it under any profile of skin weights, carries a socket or is an end of a
    /// virtual bone. `bones` are those of the mesh.
    pub fn idle_bones(&self, bones: &[BoneKey], skeleton: &Skeleton) -> Vec<BoneKey> {
        let mut is_needed = vec![false; skeleton.bones.len()];
        let followed = self
            .parts
            .iter()
            .flat_map(|part| followed(&part.data))
            .filter_map(|bone| bones.get(bone));
        let ends = skeleton
            .virtual_bones
            .iter()
            .flat_map(|bone| [&bone.source, &bone.target]);
        let wanted = followed
            .chain(skeleton.sockets.iter().map(|socket| &socket.bone))
            .chain(ends);
        for bone in wanted.filter_map(|key| skeleton.index(key)) {
            is_needed[bone] = true;
        }
        for bone in (0..skeleton.bones.len()).rev() {
            if let Some(parent) = skeleton.bones[bone].parent {
                is_needed[parent as usize] |= is_needed[bone];
            }
        }
        let is_topmost = |parent: Option<u32>| {
            parent.is_some_and(|parent| parent == 0 || is_needed[parent as usize])
        };
        let all = skeleton.bones.iter().zip(&is_needed);
        all.filter(|(bone, needed)| !**needed && is_topmost(bone.parent))
            .map(|(bone, _)| bone.key.clone())
            .collect()
    }

    /// Vertices of all parts.
    pub fn vertices(&self) -> usize {
        self.parts.iter().map(|part| part.data.vertex_count()).sum()
    }

    /// Triangles of all parts.
    pub fn triangles(&self) -> usize {
        self.parts
            .iter()
            .map(|part| part.data.indices.len() / 3)
            .sum()
    }
}

/// Bones that vertices follow with a weight above 0, as indices into the mesh's bones; some more
/// than once.
fn followed(part: &MeshPart) -> impl Iterator<Item = usize> {
    let own = part.joints.iter().zip(part.weights.iter());
    let by_profiles = part.profile_joints.iter().zip(part.profile_weights.iter());
    let slots = own
        .chain(by_profiles)
        .filter(|(_, weight)| **weight > 0.0)
        .map(|(slot, _)| usize::from(*slot));
    slots
        .filter_map(|slot| part.palette.get(slot))
        .map(|joint| joint.bone as usize)
}

/// A mesh with all its levels of detail.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Unique among the meshes of the project.
    pub name: String,
    /// The file that it came from; None of what was made here.
    pub origin: Option<Origin>,
    /// The skeleton whose bones it follows.
    pub skeleton: Id,
    /// Bones that the palettes of the parts follow, each once: the `bone` of each joint in a
    /// palette is an index into this list.
    pub bones: Arc<[BoneKey]>,
    /// Levels of detail, at least one, the finest first; their screen sizes fall.
    pub lods: Vec<Lod>,
    /// Parts name them by their index.
    pub materials: Vec<Material>,
    /// The graph that works over the pose of a character that wears it, whatever it plays.
    pub post_process: Option<Id>,
    /// The coarsest level of detail at which that graph works; -1 works at all.
    pub post_process_lod: i8,
    /// The most bones that a part may follow when it is compiled, [`BONE_LIMITS`]: one that follows
    /// more is cut into several.
    pub bone_limit: Option<u32>,
    /// Source of the bounds of the mesh.
    pub room: BoundsBy,
    /// Capsules that stand for the mesh; see [`anim::mesh_bounds::Body`].
    pub bodies: Vec<Body>,
}

/// A capsule that goes with a bone; a ball where both ends are one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// The bone that the capsule goes with.
    pub bone: BoneKey,
    /// Radius of the capsule, metres, above 0.
    pub radius: f32,
    /// An end of the line that is `radius` thick: bone space, metres.
    pub from: [f32; 3],
    /// The other end of the line: bone space, metres.
    pub to: [f32; 3],
}

/// The coarsest level of detail at which something works, -1 for all.
pub const LOD_THRESHOLDS: std::ops::RangeInclusive<i8> = ALL_LEVELS..=7;

/// Range of a mesh's bone limit, from as many as a triangle can follow.
pub const BONE_LIMITS: std::ops::RangeInclusive<u32> = 24..=4096;

impl Mesh {
    /// A mesh of one level of detail.
    pub fn new(
        name: impl Into<String>,
        (skeleton, bones): (Id, Arc<[BoneKey]>),
        parts: Vec<Part>,
        materials: Vec<Material>,
    ) -> Self {
        Self {
            name: name.into(),
            origin: None,
            skeleton,
            bones,
            lods: vec![Lod::finest(parts)],
            materials,
            post_process: None,
            post_process_lod: ALL_LEVELS,
            bone_limit: None,
            room: BoundsBy::Vertices,
            bodies: Vec::new(),
        }
    }

    /// The bounds on the bones of a skeleton; bodies of bones that it does not have are left out.
    pub fn room_on(&self, bones: &Bones<'_>) -> MeshBounds {
        let body = |body: &Body| {
            let bone = bones.index(&body.bone)?;
            Some(anim::mesh_bounds::Body {
                bone,
                radius: body.radius,
                from: body.from,
                to: body.to,
            })
        };
        MeshBounds {
            by: self.room,
            bodies: self.bodies.iter().filter_map(body).collect(),
        }
    }

    /// The level of this index, or the coarsest that there is.
    pub fn lod(&self, level: usize) -> &Lod {
        &self.lods[level.min(self.lods.len() - 1)]
    }

    /// Bones that vertices follow, that levels remove or that bodies go with; some more than once.
    pub fn keys(&self) -> impl Iterator<Item = &BoneKey> {
        let mut is_followed = vec![false; self.bones.len()];
        for joint in self.parts().flat_map(|part| part.data.palette.iter()) {
            if let Some(followed) = is_followed.get_mut(joint.bone as usize) {
                *followed = true;
            }
        }
        let followed = self
            .bones
            .iter()
            .zip(is_followed)
            .filter(|(_, is)| *is)
            .map(|(key, _)| key);
        let removed = self.lods.iter().flat_map(|lod| &lod.removed_bones);
        followed
            .chain(removed)
            .chain(self.bodies.iter().map(|body| &body.bone))
    }

    /// Names of the skin-weight profiles that any part has, in their order.
    pub fn profiles(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.parts().flat_map(|part| &part.profiles) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// Parts of all levels, the finest first.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.lods.iter().flat_map(|lod| &lod.parts)
    }
}

impl Material {
    /// Textures that it names, of colours first.
    pub fn textures(&self) -> impl Iterator<Item = Id> {
        self.texture.into_iter().chain(self.normal_texture)
    }
}

/// Colours, sRGB with straight alpha, or directions; rows from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// Unique among the textures of the project.
    pub name: String,
    /// The file that it came from; None of what was made here.
    pub origin: Option<Origin>,
    /// Width of the texture, texels.
    pub width: u32,
    /// Height of the texture, texels.
    pub height: u32,
    /// Four bytes a texel.
    pub rgba: Arc<[u8]>,
}
