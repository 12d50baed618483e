//! Meshes: the parts are compiled data already; their palettes and levels of detail are checked
//! against the skeleton.

#[cfg(test)]
mod tests;

use super::{Output, Skeletons};
use crate::{
    Bones, Id, Mesh, Project, Skeleton,
    cloth::{self, Fit},
    diagnostic::Kind,
    mesh,
};
use anim::{
    MeshPart, Name,
    material::flag,
    mesh::{PaletteJoint, TooMany},
    mesh_levels::LodError,
    skinning::{affine_from_rows, inverse_bind_rows},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

type MeshCompileResult = Result<(Arc<anim::Mesh>, MeshCompileNotes), Kind>;

/// Findings about a mesh that compiles.
#[derive(Clone, Default)]
struct MeshCompileNotes {
    /// Findings about requests that could not be met.
    missed: Vec<Kind>,
    /// Fits of the finest level's parts on what they follow as cloth, by part.
    fits: Vec<(String, Fit)>,
}

struct MeshCacheEntry {
    mesh: Arc<Mesh>,
    skeleton: Arc<Skeleton>,
    /// Meshes that the mesh's parts follow as cloth.
    drivers: Vec<Option<Arc<Mesh>>>,
    result: MeshCompileResult,
}

#[derive(Default)]
pub(crate) struct MeshCache(BTreeMap<Id, MeshCacheEntry>);

impl MeshCache {
    pub(crate) fn compile(
        &mut self,
        project: &Project,
        usable: &BTreeSet<Id>,
        skeletons: &Skeletons,
        out: &mut Output,
    ) -> Vec<Arc<anim::Mesh>> {
        self.0.retain(|id, _| project.meshes.contains_key(id));
        let mut compiled = Vec::new();
        for (&id, mesh) in project.meshes.iter().filter(|(id, _)| usable.contains(id)) {
            for part in mesh.parts() {
                let further = part
                    .morphs
                    .iter()
                    .chain(&part.attributes)
                    .chain(&part.profiles);
                for name in further.chain([&part.name]).filter(|name| !name.is_empty()) {
                    out.name(id, None, name);
                }
            }
            let textures = textures_of(project, mesh);
            for name in mesh
                .materials
                .iter()
                .map(|material| &material.name)
                .chain(textures.iter().copied())
            {
                out.name(id, None, name);
            }
            let both = skeletons
                .get(&mesh.skeleton)
                .zip(project.skeletons.get(&mesh.skeleton));
            let Some((skeleton, authored)) = both else {
                out.error(id, None, Kind::SkeletonMissing);
                continue;
            };
            let bones = Bones::of(authored);
            let missing = bones.missing(mesh.keys());
            if !missing.is_empty() {
                out.warn(id, None, Kind::BonesMissing { bones: missing });
            }
            let alike =
                |known: &Arc<Skeleton>| Arc::ptr_eq(known, authored) || known.same_bones(authored);
            let drivers = drivers(project, mesh);
            let known = self.0.get(&id).filter(|known| {
                Arc::ptr_eq(&known.mesh, mesh)
                    && alike(&known.skeleton)
                    && same_drivers(&known.drivers, &drivers)
            });
            let worn = (
                compiled_materials(project, mesh),
                post_process(project, id, mesh, out),
            );
            let result = match known {
                Some(MeshCacheEntry { result, .. }) => result
                    .clone()
                    .map(|(compiled, found)| (in_worn(compiled, worn), found)),
                None => compile_one(project, mesh, skeleton, &bones, worn),
            };
            let entry = MeshCacheEntry {
                mesh: mesh.clone(),
                skeleton: authored.clone(),
                drivers,
                result: result.clone(),
            };
            self.0.insert(id, entry);
            match result {
                Ok((mesh, MeshCompileNotes { missed, fits })) => {
                    missed.into_iter().for_each(|kind| out.warn(id, None, kind));
                    if !fits.is_empty() {
                        out.fits.insert(id, fits);
                    }
                    compiled.push(mesh);
                }
                Err(kind) => out.error(id, None, kind),
            }
        }
        compiled
    }
}

fn drivers(project: &Project, mesh: &Mesh) -> Vec<Option<Arc<Mesh>>> {
    let cloths = mesh.parts().filter_map(|part| part.cloth.as_ref());
    cloths
        .map(|cloth| project.meshes.get(&cloth.mesh).cloned())
        .collect()
}

fn same_drivers(a: &[Option<Arc<Mesh>>], b: &[Option<Arc<Mesh>>]) -> bool {
    let address = |mesh: &Option<Arc<Mesh>>| mesh.as_ref().map(Arc::as_ptr);
    a.iter().map(address).eq(b.iter().map(address))
}

/// Materials and name of the post-process graph of a mesh: assets of their own, which change beside
/// it.
type Worn = (Vec<anim::Material>, Name);

fn in_worn(mesh: Arc<anim::Mesh>, (materials, post_process): Worn) -> Arc<anim::Mesh> {
    let is_same = mesh.materials == materials && mesh.post_process == post_process;
    if is_same {
        mesh
    } else {
        Arc::new(anim::Mesh {
            materials,
            post_process,
            ..(*mesh).clone()
        })
    }
}

/// Name of the mesh's post-process graph; none where the graph is gone, or is for another skeleton.
fn post_process(project: &Project, id: Id, mesh: &Mesh, out: &mut Output) -> Name {
    let Some(graph) = mesh.post_process else {
        return Name::NONE;
    };
    let graph = project
        .graphs
        .get(&graph)
        .filter(|graph| graph.skeleton == mesh.skeleton);
    if graph.is_none() {
        out.error(id, None, Kind::LinkedGraphMissing);
    }
    graph.map_or(Name::NONE, |graph| Name::new(&graph.name))
}

fn compile_one(
    project: &Project,
    mesh: &Mesh,
    skeleton: &anim::Skeleton,
    bones: &Bones<'_>,
    worn: Worn,
) -> MeshCompileResult {
    let (mut lods, mut found) = (
        Vec::with_capacity(mesh.lods.len()),
        MeshCompileNotes::default(),
    );
    for (at, lod) in mesh.lods.iter().enumerate() {
        let is_whole = lod.screen_size == 1.0 && lod.removed_bones.is_empty();
        if at == 0 && !is_whole {
            return Err(Kind::BadLod { lod: at });
        }
        let is_listed = |joint: &PaletteJoint| (joint.bone as usize) < mesh.bones.len();
        if !lod
            .parts
            .iter()
            .flat_map(|part| part.data.palette.iter())
            .all(is_listed)
        {
            return Err(Kind::BadMesh);
        }
        lods.push(compile_lod(
            project,
            (mesh, lod),
            skeleton,
            bones,
            &mut found,
        )?);
    }
    let (name, (materials, post_process)) = (Name::new(&mesh.name), worn);
    let (room, post_process_lod) = (mesh.room_on(bones), mesh.post_process_lod);
    let compiled = anim::Mesh {
        name,
        skeleton: skeleton.name,
        lods,
        materials,
        post_process,
        post_process_lod,
        room,
    };
    anim::Mesh::new(compiled, skeleton)
        .map(|mesh| (Arc::new(mesh), found))
        .map_err(|error| match error {
            LodError::None | LodError::Joint { .. } | LodError::Material { .. } => Kind::BadMesh,
            LodError::Look { material } => {
                let name = mesh
                    .materials
                    .get(material)
                    .map_or_else(Default::default, |material| material.name.clone());
                Kind::BadMaterial { material: name }
            }
            LodError::Room => Kind::BadRoom,
            LodError::ScreenSize { lod } | LodError::Bones { lod } => Kind::BadLod { lod },
        })
}

/// Names of the pictures that a mesh wears.
fn textures_of<'a>(project: &'a Project, mesh: &Mesh) -> Vec<&'a String> {
    let ids = mesh
        .materials
        .iter()
        .flat_map(|material| material.textures());
    ids.filter_map(|id| project.textures.get(&id))
        .map(|texture| &texture.name)
        .collect()
}

/// Materials of a mesh, at least one: what a part wears that has none.
fn compiled_materials(project: &Project, mesh: &Mesh) -> Vec<anim::Material> {
    if mesh.materials.is_empty() {
        return vec![compiled_material(&mesh::Material::default(), project)];
    }
    mesh.materials
        .iter()
        .map(|material| compiled_material(material, project))
        .collect()
}

fn compiled_material(material: &mesh::Material, project: &Project) -> anim::Material {
    let picture = |id: Option<Id>| {
        id.and_then(|id| project.textures.get(&id))
            .map_or(Name::NONE, |texture| Name::new(&texture.name))
    };
    let bit = |on: bool, bit: u32| if on { bit } else { 0 };
    anim::Material {
        name: Name::new(&material.name),
        texture: picture(material.texture),
        normal_texture: picture(material.normal_texture),
        base_color: material.base_color,
        alpha_cutoff: material.alpha_cutoff.unwrap_or(0.0),
        flags: bit(material.double_sided, flag::DOUBLE_SIDED)
            | bit(material.alpha_cutoff.is_some(), flag::CUT_OUT),
    }
}

/// A part with the bond to what it follows as cloth.
fn clothed(
    project: &Project,
    mesh: &Mesh,
    part: &mesh::Part,
    data: Arc<MeshPart>,
    found: &mut MeshCompileNotes,
) -> Arc<MeshPart> {
    let Some((cloth, driver)) = part.cloth.as_ref().zip(cloth::driver(project, mesh, part)) else {
        return data;
    };
    let (driver, by) = match driver {
        Ok(found) => found,
        Err(kind) => {
            found.missed.push(kind);
            return data;
        }
    };
    let weights = cloth.weight.as_ref().map(|attribute| {
        cloth::weights(part, attribute).unwrap_or_else(|| {
            let (part, attribute) = (part.name.clone(), attribute.clone());
            found
                .missed
                .push(Kind::ClothWeightMissing { part, attribute });
            &[]
        })
    });
    let names = (Name::new(&driver.name), Name::new(&by.name));
    let bound = cloth::bind(&data, names, &by.data, weights.unwrap_or_default());
    let whole = bound.and_then(|(cloth, fit)| {
        Some((
            MeshPart::new(MeshPart {
                cloth,
                ..(*data).clone()
            })
            .ok()?,
            fit,
        ))
    });
    let Some((whole, fit)) = whole else {
        found.missed.push(Kind::ClothMissing {
            part: part.name.clone(),
        });
        return data;
    };
    if mesh
        .lod(0)
        .parts
        .iter()
        .any(|finest| std::ptr::eq(finest, part))
    {
        found.fits.push((part.name.clone(), fit));
    }
    Arc::new(whole)
}

fn compile_lod(
    project: &Project,
    (mesh, lod): (&Mesh, &mesh::Lod),
    skeleton: &anim::Skeleton,
    bones: &Bones<'_>,
    found: &mut MeshCompileNotes,
) -> Result<anim::Lod, Kind> {
    let kept = lod.bones(bones.skeleton());
    let (mut parts, mut materials) = (Vec::new(), Vec::new());
    for part in &lod.parts {
        sound(part, &part.data)?;
        let whole = remapped(&bones.part(mesh, &part.data), &kept, skeleton);
        if !Arc::ptr_eq(&whole, &part.data) {
            sound(part, &whole)?;
        }
        let whole = clothed(project, mesh, part, whole, found);
        let cut = sections(&whole, mesh.bone_limit).unwrap_or_else(|TooMany { bones }| {
            found.missed.push(Kind::BoneLimitMissed {
                part: part.name.clone(),
                bones,
            });
            vec![whole]
        });
        let material = if part.material < mesh.materials.len() {
            part.material as u32
        } else {
            0
        };
        materials.extend(std::iter::repeat_n(material, cut.len()));
        parts.extend(cut);
    }
    Ok(anim::Lod {
        screen_size: lod.screen_size,
        bones: kept.into(),
        parts,
        materials,
    })
}

fn sound(part: &mesh::Part, data: &MeshPart) -> Result<(), Kind> {
    data.check().map_err(|error| Kind::BadPart {
        part: part.name.clone(),
        error,
    })
}

/// A part that follows no more bones than the limit stays as it is.
fn sections(part: &Arc<MeshPart>, limit: Option<u32>) -> Result<Vec<Arc<MeshPart>>, TooMany> {
    match limit
        .map(|limit| limit as usize)
        .filter(|limit| part.palette.len() > *limit)
    {
        Some(limit) => Ok(part.sections(limit)?.into_iter().map(Arc::new).collect()),
        None => Ok(vec![part.clone()]),
    }
}

/// Joins joints of bones that are not kept to the nearest kept bone above, placed by the reference
/// pose of the bones between; all weights stay.
fn remapped(part: &Arc<MeshPart>, kept: &[u32], skeleton: &anim::Skeleton) -> Arc<MeshPart> {
    let is_kept = |bone: u32| kept.binary_search(&bone).is_ok();
    if part.palette.iter().all(|joint| is_kept(joint.bone)) {
        return part.clone();
    }
    let follow = |joint: &PaletteJoint| {
        let (mut bone, mut bind) = (joint.bone as usize, affine_from_rows(joint.inverse_bind));
        while let Some(parent) = skeleton.parent(bone).filter(|_| !is_kept(bone as u32)) {
            bind = skeleton.reference(bone).to_affine() * bind;
            bone = parent;
        }
        PaletteJoint {
            bone: bone as u32,
            inverse_bind: inverse_bind_rows(&bind),
        }
    };
    Arc::new(MeshPart {
        palette: part.palette.iter().map(follow).collect(),
        ..(**part).clone()
    })
}
