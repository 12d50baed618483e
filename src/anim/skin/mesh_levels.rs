//! A mesh in levels of detail, the finest first: what each draws, which bones it needs, and which
//! one is drawn. Invariant: of each level the bones ascend and hold the root and the parents of all
//! they hold, no part follows another bone, and the screen sizes fall from level to level;
//! [`Mesh::new`] refuses anything else.

#[cfg(test)]
mod tests;

use crate::{Array, Material, MeshBounds, MeshPart, Name, Skeleton};
use std::{fmt, sync::Arc};
use words::tr;

/// A level stays while the character is up to this factor larger or smaller than where it would
/// begin or end.
const HYSTERESIS: f32 = 1.1;

/// Threshold of what works at every level of detail.
pub const ALL_LEVELS: i8 = -1;

/// Whether what works down to a level of detail does so at this one; a threshold below 0 works at
/// all.
pub fn runs_at(threshold: impl Into<i32>, lod: u32) -> bool {
    u32::try_from(threshold.into()).map_or(true, |coarsest| lod <= coarsest)
}

/// One level of detail of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Lod {
    /// Part of the picture's height, above 0 and at most 1: a character that takes less is drawn
    /// with this level or a coarser one. Of the finest level it means nothing.
    pub screen_size: f32,
    /// Bones of the skeleton that the level evaluates.
    pub bones: Array<u32>,
    /// Parts that the level draws.
    pub parts: Vec<Arc<MeshPart>>,
    /// Index in [`Mesh::materials`] of each part's look.
    pub materials: Vec<u32>,
}

/// A character's drawable pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Unique among the meshes of a library.
    pub name: Name,
    /// Name of the skeleton that bones and palettes index.
    pub skeleton: Name,
    /// Levels from the finest to the coarsest, at least one.
    pub lods: Vec<Lod>,
    /// Looks of the parts of all levels.
    pub materials: Vec<Material>,
    /// The graph that works over the pose of a character that wears it; none lets it be.
    pub post_process: Name,
    /// The coarsest of the levels of detail at which that graph works; -1 works at all.
    pub post_process_lod: i8,
    /// Settings that determine the bounds of the mesh.
    pub room: MeshBounds,
}

/// A mesh without levels, and without a graph that works over the mesh.
impl Default for Mesh {
    fn default() -> Self {
        Self {
            name: Name::NONE,
            skeleton: Name::NONE,
            lods: Vec::new(),
            materials: Vec::new(),
            post_process: Name::NONE,
            post_process_lod: ALL_LEVELS,
            room: MeshBounds::default(),
        }
    }
}

/// Error in a mesh, with the level that it concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LodError {
    None,
    /// The screen size is not a number from 0 to 1, or not below the screen size of the level
    /// before.
    ScreenSize {
        lod: usize,
    },
    /// The bones of the level do not ascend, or the parent of a bone is missing.
    Bones {
        lod: usize,
    },
    /// A part has none, or one that is not there.
    Material {
        lod: usize,
    },
    /// A number of the material is not finite or too large.
    Look {
        material: usize,
    },
    /// A body has no size or no bone, or the box is none.
    Room,
    /// A part follows a bone that the level does not evaluate.
    Joint {
        lod: usize,
        part: usize,
    },
}

impl fmt::Display for LodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LodError::None => f.write_str(tr!("it has no LOD")),
            LodError::ScreenSize { lod } => f.write_str(&tr!(
                "the screen size of LOD {lod} does not descend from 1 to 0"
            )),
            LodError::Bones { lod } => f.write_str(&tr!(
                "the bones of LOD {lod} do not ascend, or miss a parent"
            )),
            LodError::Material { lod } => {
                f.write_str(&tr!("a part of LOD {lod} uses a missing material"))
            }
            LodError::Look { material } => f.write_str(&tr!(
                "a number of material {material} is not finite or too large"
            )),
            LodError::Room => f.write_str(tr!(
                "a body has no size or no bone, or its box is invalid or too large"
            )),
            LodError::Joint { lod, part } => {
                f.write_str(&tr!("part {part} of LOD {lod} uses a removed bone"))
            }
        }
    }
}

impl std::error::Error for LodError {}

impl Mesh {
    /// Refuses a mesh without levels, or with a level, material or body that does not fit the
    /// skeleton or is not sound; [`LodError`] says which.
    pub fn new(mesh: Mesh, skeleton: &Skeleton) -> Result<Self, LodError> {
        if mesh.lods.is_empty() {
            return Err(LodError::None);
        }
        if !mesh.room.is_sound(skeleton.len()) {
            return Err(LodError::Room);
        }
        if let Some(material) = mesh
            .materials
            .iter()
            .position(|material| !material.is_sound())
        {
            return Err(LodError::Look { material });
        }
        let mut above = f32::INFINITY;
        for (at, lod) in mesh.lods.iter().enumerate() {
            lod.check(at, above, skeleton)?;
            let is_there = |material: &u32| (*material as usize) < mesh.materials.len();
            if lod.materials.len() != lod.parts.len() || !lod.materials.iter().all(is_there) {
                return Err(LodError::Material { lod: at });
            }
            above = lod.screen_size;
        }
        Ok(mesh)
    }

    /// Returns this level, or the coarsest level of the mesh if the mesh has fewer levels.
    pub fn lod(&self, level: usize) -> &Lod {
        &self.lods[level.min(self.lods.len() - 1)]
    }

    /// The coarsest level of detail of a character at which its graph works: at all of them where
    /// that is its own coarsest one, which a character of a coarser level wears too.
    pub fn post_process_threshold(&self) -> i8 {
        let has_coarser =
            usize::try_from(self.post_process_lod).is_ok_and(|at| at + 1 < self.lods.len());
        if has_coarser {
            self.post_process_lod
        } else {
            ALL_LEVELS
        }
    }
}

impl Lod {
    fn check(&self, lod: usize, above: f32, skeleton: &Skeleton) -> Result<(), LodError> {
        if !(self.screen_size > 0.0 && self.screen_size <= 1.0 && self.screen_size < above) {
            return Err(LodError::ScreenSize { lod });
        }
        if self.bones.first() != Some(&0) || !self.bones.is_sorted_by(|a, b| a < b) {
            return Err(LodError::Bones { lod });
        }
        let mut has = vec![false; skeleton.len()];
        for bone in self.bones.iter().map(|bone| *bone as usize) {
            let is_there =
                bone < has.len() && skeleton.parent(bone).is_none_or(|parent| has[parent]);
            if !is_there {
                return Err(LodError::Bones { lod });
            }
            has[bone] = true;
        }
        let is_off = |part: &Arc<MeshPart>| {
            part.palette
                .iter()
                .any(|joint| has.get(joint.bone as usize) != Some(&true))
        };
        match self.parts.iter().position(is_off) {
            Some(part) => Err(LodError::Joint { lod, part }),
            None => Ok(()),
        }
    }

    /// Number of triangles of all parts.
    pub fn triangles(&self) -> usize {
        self.parts.iter().map(|part| part.indices.len() / 3).sum()
    }
}

/// The level of a mesh that is drawn for a character that takes `size` of the picture's height,
/// after `shown`: near the size at which two levels meet, the one that is shown stays. Contract:
/// `screen_sizes` fall from the finest level to the coarsest.
pub fn drawn(screen_sizes: &[f32], size: f32, shown: usize) -> usize {
    let level = |size: f32| {
        screen_sizes
            .iter()
            .skip(1)
            .take_while(|least| size < **least)
            .count()
    };
    shown.clamp(level(size * HYSTERESIS), level(size / HYSTERESIS))
}
