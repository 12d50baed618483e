//! Edits of a mesh's levels of detail: which there are, their screen sizes and removed bones.

use crate::{EditError, field::replace};
use anim::{Array, MeshPart, mesh::PaletteJoint};
use asset::{
    BoneKey, Material, Mesh, Skeleton,
    mesh::{Cloth, Lod, Part},
};
use std::{collections::BTreeSet, sync::Arc};
use words::tr;

pub(crate) fn set_screen_size(mesh: &mut Mesh, lod: usize, size: f32) -> Result<bool, EditError> {
    if lod == 0 || lod >= mesh.lods.len() {
        return Err(EditError::ItemMissing);
    }
    let coarser = mesh.lods.get(lod + 1).map_or(0.0, |lod| lod.screen_size);
    if size > coarser && size < mesh.lods[lod - 1].screen_size {
        Ok(replace(&mut mesh.lods[lod].screen_size, size))
    } else {
        let range = tr!("above 0, below the finer LOD's and above the coarser LOD's");
        Err(EditError::OutOfRange {
            field: tr!("Screen size"),
            range: range.into(),
        })
    }
}

pub(crate) fn add_level(
    mesh: &mut Mesh,
    at: usize,
    screen_size: f32,
    from: &Mesh,
) -> Result<bool, EditError> {
    if at == 0 || at > mesh.lods.len() {
        return Err(EditError::ItemMissing);
    }
    let parts = taken_over(mesh, from)?;
    mesh.lods.insert(
        at,
        Lod {
            screen_size: f32::NAN,
            removed_bones: Vec::new(),
            parts,
        },
    );
    set_screen_size(mesh, at, screen_size)
}

pub(crate) fn replace_level(mesh: &mut Mesh, at: usize, from: &Mesh) -> Result<bool, EditError> {
    if at >= mesh.lods.len() {
        return Err(EditError::ItemMissing);
    }
    mesh.lods[at].parts = taken_over(mesh, from)?;
    Ok(true)
}

/// The parts of another mesh's finest level as parts of this one, which gets the bones and
/// materials that it lacks.
pub(crate) fn taken_over(mesh: &mut Mesh, from: &Mesh) -> Result<Vec<Part>, EditError> {
    let finest = from.lods.first().ok_or(EditError::ItemMissing)?;
    let mut bones = mesh.bones.to_vec();
    let slot_of: Vec<u32> = from
        .bones
        .iter()
        .map(|key| slot(&mut bones, key.clone()))
        .collect();
    let mut material = |part: &Part| {
        let material = from.materials.get(part.material)?;
        let named = mesh
            .materials
            .iter()
            .position(|known| known.name == material.name);
        Some(named.unwrap_or_else(|| {
            mesh.materials.push(Material {
                texture: None,
                normal_texture: None,
                ..material.clone()
            });
            mesh.materials.len() - 1
        }))
    };
    // No file says what follows what: a part does as those of its name.
    let cloth_of = |name: &str| {
        mesh.lods
            .iter()
            .flat_map(|lod| &lod.parts)
            .find(|known| known.name == name)?
            .cloth
            .clone()
    };
    let cloths: Vec<_> = finest
        .parts
        .iter()
        .map(|part| cloth_of(&part.name))
        .collect();
    let mut part = |(part, cloth): (&Part, Option<Cloth>)| {
        let follow = |joint: &PaletteJoint| {
            slot_of.get(joint.bone as usize).map(|bone| PaletteJoint {
                bone: *bone,
                ..*joint
            })
        };
        let palette: Option<Array<PaletteJoint>> = part
            .data
            .palette
            .iter()
            .map(follow)
            .collect::<Option<Vec<_>>>()
            .map(Into::into);
        let palette = palette.ok_or(EditError::ItemMissing)?;
        let data = if palette == part.data.palette {
            part.data.clone()
        } else {
            Arc::new(MeshPart {
                palette,
                ..(*part.data).clone()
            })
        };
        Ok(Part {
            material: material(part).unwrap_or(part.material),
            cloth,
            data,
            ..part.clone()
        })
    };
    let parts = finest
        .parts
        .iter()
        .zip(cloths)
        .map(&mut part)
        .collect::<Result<_, EditError>>()?;
    mesh.bones = bones.into();
    Ok(parts)
}

pub(crate) fn slot(bones: &mut Vec<BoneKey>, key: BoneKey) -> u32 {
    let known = bones.iter().position(|bone| *bone == key);
    known.unwrap_or_else(|| {
        bones.push(key);
        bones.len() - 1
    }) as u32
}

/// Sets removed bones in the order of the skeleton's bones, those last that it does not have.
pub(crate) fn set_removed_bones(
    mesh: &mut Mesh,
    skeleton: &Skeleton,
    at: usize,
    removed: &[BoneKey],
) -> Result<bool, EditError> {
    let lod = mesh
        .lods
        .get_mut(at)
        .filter(|_| at > 0)
        .ok_or(EditError::ItemMissing)?;
    let is_known = |key: &BoneKey| skeleton.index(key).is_some() || lod.removed_bones.contains(key);
    if !removed.iter().all(is_known) {
        return Err(EditError::ItemMissing);
    }
    if removed.iter().any(|key| skeleton.index(key) == Some(0)) {
        return Err(EditError::OutOfRange {
            field: tr!("Each removed bone"),
            range: tr!("below the first bone").into(),
        });
    }
    let mut ordered = removed.to_vec();
    ordered.sort_by_key(|key| skeleton.index(key).unwrap_or(usize::MAX));
    let mut seen = BTreeSet::new();
    ordered.retain(|key| seen.insert(key.clone()));
    Ok(replace(&mut lod.removed_bones, ordered))
}

pub(crate) fn remove_level(mesh: &mut Mesh, at: usize) -> Result<bool, EditError> {
    if at >= mesh.lods.len() || mesh.lods.len() == 1 {
        return Err(EditError::ItemMissing);
    }
    mesh.lods.remove(at);
    let parts = std::mem::take(&mut mesh.lods[0].parts);
    mesh.lods[0] = Lod::finest(parts);
    Ok(true)
}
