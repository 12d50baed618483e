//! Edits of a mesh; those of its levels of detail are in `level`.

#[cfg(test)]
mod tests;

use crate::{
    EditError, MeshCommand,
    field::{replace, trimmed},
    import::{Onto, rebound_mesh},
    level,
};
use anim::{BoundsBy, mesh::SkinMethod, mesh_levels::ALL_LEVELS};
use asset::{
    BoneKey, Id, Material, Mesh, Project, Skeleton,
    mesh::{BONE_LIMITS, Body, Cloth, LOD_THRESHOLDS, Shape},
    skin::{Sets, Skin},
};
use sets::put_sets;
use std::sync::Arc;
use words::tr;

mod profiles;
mod sets;

pub(crate) fn apply(
    project: &mut Project,
    id: Id,
    command: &MeshCommand,
) -> Result<bool, EditError> {
    match *command {
        MeshCommand::Bind(to) => return bind(project, id, to),
        MeshCommand::SetPostProcess(graph) => return set_post_process(project, id, graph),
        MeshCommand::SetCloth(part, ref cloth) => return set_cloth(project, id, part, cloth),
        MeshCommand::SetRemovedBones(level, ref removed) => {
            return set_removed_bones(project, id, level, removed);
        }
        _ => {}
    }
    let textures: Vec<Id> = project.textures.keys().copied().collect();
    let entry = project.meshes.get_mut(&id).ok_or(EditError::AssetMissing)?;
    let mut mesh = (**entry).clone();
    let changed = match command {
        MeshCommand::SetMethod(part, method) => set_method(&mut mesh, *part, *method)?,
        MeshCommand::SetScreenSize(lod, size) => level::set_screen_size(&mut mesh, *lod, *size)?,
        MeshCommand::AddLevel {
            at,
            screen_size,
            from,
        } => level::add_level(&mut mesh, *at, *screen_size, from)?,
        MeshCommand::ReplaceLevel(at, from) => level::replace_level(&mut mesh, *at, from)?,
        MeshCommand::RemoveLevel(at) => level::remove_level(&mut mesh, *at)?,
        MeshCommand::SetSkin {
            lod,
            part,
            profile,
            skin,
        } => set_skin(&mut mesh, (*lod, *part), profile.as_deref(), skin)?,
        MeshCommand::SetShapes {
            lod,
            part,
            gone,
            new,
        } => set_shapes(&mut mesh, (*lod, *part), gone, new)?,
        MeshCommand::RenameProfile { profile, name } => profiles::rename(&mut mesh, profile, name)?,
        MeshCommand::RemoveProfile(profile) => profiles::remove(&mut mesh, profile)?,
        MeshCommand::SetBoneLimit(limit) => {
            if limit.is_none_or(|limit| BONE_LIMITS.contains(&limit)) {
                replace(&mut mesh.bone_limit, *limit)
            } else {
                return Err(EditError::OutOfRange {
                    field: tr!("Bone limit"),
                    range: tr!("from {} to {}", BONE_LIMITS.start(), BONE_LIMITS.end()).into(),
                });
            }
        }
        MeshCommand::SetPostProcessLod(lod) => match LOD_THRESHOLDS.contains(lod) {
            true if mesh.post_process.is_none() => return Err(EditError::NoPostProcess),
            true => replace(&mut mesh.post_process_lod, *lod),
            false => {
                return Err(EditError::OutOfRange {
                    field: tr!("LOD threshold"),
                    range: tr!(
                        "from {} to {}",
                        LOD_THRESHOLDS.start(),
                        LOD_THRESHOLDS.end()
                    )
                    .into(),
                });
            }
        },
        MeshCommand::SetRoom(room) => set_room(&mut mesh, *room)?,
        MeshCommand::SetBodies(bodies) => set_bodies(&mut mesh, bodies)?,
        MeshCommand::SetMaterial(at, material) => {
            set_material(&mut mesh, &textures, *at, material)?
        }
        // Need the project.
        MeshCommand::Bind(_)
        | MeshCommand::SetPostProcess(_)
        | MeshCommand::SetCloth(..)
        | MeshCommand::SetRemovedBones(..) => false,
    };
    if changed {
        *entry = Arc::new(mesh);
    }
    Ok(changed)
}

fn bind(project: &mut Project, id: Id, to: Id) -> Result<bool, EditError> {
    let mesh = project.meshes.get(&id).ok_or(EditError::AssetMissing)?;
    let target = project.skeletons.get(&to).ok_or(EditError::AssetMissing)?;
    if mesh.skeleton == to {
        return Ok(false);
    }
    let nobody = Skeleton::default();
    let from = project
        .skeletons
        .get(&mesh.skeleton)
        .map_or(&nobody, |skeleton| skeleton);
    let bound = rebound_mesh(
        mesh,
        &Onto::new(project, from, (to, target), &Default::default()),
    );
    project.meshes.insert(id, Arc::new(bound));
    Ok(true)
}

fn set_post_process(project: &mut Project, id: Id, graph: Option<Id>) -> Result<bool, EditError> {
    let mesh = project.meshes.get(&id).ok_or(EditError::AssetMissing)?;
    if let Some(graph) = graph {
        let graph = project.graphs.get(&graph).ok_or(EditError::AssetMissing)?;
        if graph.skeleton != mesh.skeleton {
            return Err(EditError::SkeletonMismatch);
        }
    }
    let mut mesh = (**mesh).clone();
    let changed = replace(&mut mesh.post_process, graph);
    if graph.is_none() {
        mesh.post_process_lod = ALL_LEVELS;
    }
    if changed {
        project.meshes.insert(id, Arc::new(mesh));
    }
    Ok(changed)
}

fn set_cloth(
    project: &mut Project,
    id: Id,
    part: usize,
    cloth: &Option<Cloth>,
) -> Result<bool, EditError> {
    let mesh = project.meshes.get(&id).ok_or(EditError::AssetMissing)?;
    let name = mesh
        .lods
        .first()
        .and_then(|lod| lod.parts.get(part))
        .ok_or(EditError::ItemMissing)?
        .name
        .clone();
    if let Some(cloth) = cloth {
        let driver = project
            .meshes
            .get(&cloth.mesh)
            .ok_or(EditError::AssetMissing)?;
        if driver.skeleton != mesh.skeleton {
            return Err(EditError::SkeletonMismatch);
        }
        let is_there = driver.lod(0).parts.iter().any(|by| by.name == cloth.part);
        if !is_there || (cloth.mesh == id && cloth.part == name) {
            return Err(EditError::ItemMissing);
        }
    }
    let mut mesh = (**mesh).clone();
    let mut changed = false;
    for part in mesh
        .lods
        .iter_mut()
        .flat_map(|lod| &mut lod.parts)
        .filter(|part| part.name == name)
    {
        changed |= replace(&mut part.cloth, cloth.clone());
    }
    if changed {
        project.meshes.insert(id, Arc::new(mesh));
    }
    Ok(changed)
}

fn set_removed_bones(
    project: &mut Project,
    id: Id,
    level: usize,
    removed: &[BoneKey],
) -> Result<bool, EditError> {
    let mesh = project.meshes.get(&id).ok_or(EditError::AssetMissing)?;
    let skeleton = project
        .skeletons
        .get(&mesh.skeleton)
        .ok_or(EditError::AssetMissing)?;
    let mut mesh = (**mesh).clone();
    let changed = level::set_removed_bones(&mut mesh, skeleton, level, removed)?;
    if changed {
        project.meshes.insert(id, Arc::new(mesh));
    }
    Ok(changed)
}

fn set_method(mesh: &mut Mesh, part: Option<usize>, method: SkinMethod) -> Result<bool, EditError> {
    let finest = mesh.lods.first().ok_or(EditError::ItemMissing)?;
    let name = part.map(|part| {
        finest
            .parts
            .get(part)
            .map(|part| part.name.clone())
            .ok_or(EditError::ItemMissing)
    });
    let name = name.transpose()?;
    let mut changed = false;
    for part in mesh.lods.iter_mut().flat_map(|lod| &mut lod.parts) {
        if part.data.method != method && name.as_ref().is_none_or(|name| part.name == *name) {
            changed |= replace(&mut Arc::make_mut(&mut part.data).method, method);
        }
    }
    Ok(changed)
}

/// Replaces the weights of a part, or of a profile of the part; a missing profile is made.
pub(crate) fn set_skin(
    mesh: &mut Mesh,
    (lod, part): (usize, usize),
    profile: Option<&str>,
    skin: &Skin,
) -> Result<bool, EditError> {
    let profile = profile.map(trimmed).transpose()?;
    let known = mesh
        .lods
        .get(lod)
        .and_then(|lod| lod.parts.get(part))
        .ok_or(EditError::ItemMissing)?;
    let mut sets = Sets::of(mesh, known);
    sets.set(profile.as_deref(), skin.clone());
    put_sets(mesh, (lod, part), &sets)
}

pub(crate) fn set_shapes(
    mesh: &mut Mesh,
    (lod, part): (usize, usize),
    gone: &[String],
    new: &[Shape],
) -> Result<bool, EditError> {
    let known = mesh
        .lods
        .get_mut(lod)
        .and_then(|lod| lod.parts.get_mut(part))
        .ok_or(EditError::ItemMissing)?;
    let part = known
        .with_shapes(gone, new)
        .map_err(|_| EditError::BadShapes)?;
    Ok(replace(known, part))
}

fn set_room(mesh: &mut Mesh, room: BoundsBy) -> Result<bool, EditError> {
    if let BoundsBy::Fixed(fixed) = room
        && (!fixed.min.is_finite() || !fixed.max.is_finite() || fixed.is_empty())
    {
        return Err(EditError::OutOfRange {
            field: tr!("Box"),
            range: tr!("given by a min corner and a larger max corner").into(),
        });
    }
    Ok(replace(&mut mesh.room, room))
}

fn set_bodies(mesh: &mut Mesh, bodies: &[Body]) -> Result<bool, EditError> {
    let is_sized = |body: &Body| {
        let is_placed = body
            .from
            .iter()
            .chain(&body.to)
            .all(|number| number.is_finite());
        body.radius > 0.0 && body.radius.is_finite() && is_placed
    };
    if !bodies.iter().all(is_sized) {
        return Err(EditError::OutOfRange {
            field: tr!("Radius"),
            range: tr!("above 0").into(),
        });
    }
    Ok(replace(&mut mesh.bodies, bodies.to_vec()))
}

fn set_material(
    mesh: &mut Mesh,
    textures: &[Id],
    at: usize,
    material: &Material,
) -> Result<bool, EditError> {
    if material.textures().any(|id| !textures.contains(&id)) {
        return Err(EditError::AssetMissing);
    }
    let is_other = |(other, known): (usize, &Material)| other != at && known.name == material.name;
    if mesh.materials.iter().enumerate().any(is_other) {
        return Err(EditError::NameTaken {
            name: material.name.clone(),
        });
    }
    let is_color = material
        .base_color
        .iter()
        .all(|channel| (0.0..=1.0).contains(channel));
    if !is_color
        || material
            .alpha_cutoff
            .is_some_and(|cutoff| !(0.0..=1.0).contains(&cutoff))
    {
        return Err(EditError::OutOfRange {
            field: tr!("Material"),
            range: tr!("from 0 to 1").into(),
        });
    }
    let known = mesh.materials.get_mut(at).ok_or(EditError::ItemMissing)?;
    Ok(replace(known, material.clone()))
}
