//! Meshes: their vertices, and the matrices and weights that move them.

use crate::{
    MutoscopeBundle, MutoscopeCharacter, MutoscopeMatrix, MutoscopeName, MutoscopeResult,
    MutoscopeWorld,
    guard::{CallAnswer, CallError, call},
    pointer::{GameArray, get, put},
    pose::previous,
    world::{WorldParts, with_world},
};
use anim::{
    Library, Mesh, MeshPart, Name,
    mesh::{Morph, SkinMethod},
    skinning::{morph_weight, palette},
};
use glam::Affine3A;
use std::sync::Arc;
use words::tr;

/// What is known of a mesh.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeMesh {
    /// Skeleton that it is for.
    pub skeleton: MutoscopeName,
    /// Number of levels of detail, at least 1; the first is the finest.
    pub lods: u32,
    /// Number of materials that parts refer to.
    pub materials: u32,
}

/// Arrays of a part of a mesh, in the memory of the bundle: they stay until it is closed. All of
/// vertices have `vertices` entries; one that the part does not have is null. Mesh space, metres.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopePart {
    /// Hash of its name.
    pub name: MutoscopeName,
    /// Three numbers a vertex.
    pub positions: *const f32,
    /// Three numbers a vertex, of unit length.
    pub normals: *const f32,
    /// Four numbers a vertex: xyz of unit length, and w 1 or -1. May be null.
    pub tangents: *const f32,
    /// Two numbers a vertex; v runs downwards. May be null.
    pub uvs: *const f32,
    /// Four numbers a vertex, linear RGBA. May be null.
    pub colors: *const f32,
    /// `influences` slots of the palette a vertex, heaviest first.
    pub joints: *const u16,
    /// `influences` weights a vertex; they sum to 1.
    pub weights: *const f32,
    /// Three indices a triangle, counter-clockwise.
    pub indices: *const u32,
    /// Number of vertices.
    pub vertices: u32,
    /// Number of indices.
    pub index_count: u32,
    /// Joints of one vertex: 1, 4 or 8.
    pub influences: u32,
    /// Number of matrices in its palette.
    pub palette: u32,
    /// Number of its morph targets.
    pub morphs: u32,
    /// Index of its material in the mesh.
    pub material: u32,
    /// 1: dual quaternions. 0: linear.
    pub is_dual_quaternion: u32,
    /// 0.
    pub reserved: u32,
}

fn mesh(library: &Library, name: MutoscopeName) -> CallAnswer<&Arc<Mesh>> {
    let found = library.meshes.iter().find(|it| it.name == Name(name));
    found.ok_or_else(|| CallError::unknown(tr!("no mesh has this name")))
}

/// What is known of a mesh.
///
/// # Safety
/// `known` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_mesh(
    bundle: *const MutoscopeBundle,
    name: MutoscopeName,
    known: *mut MutoscopeMesh,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let mesh = mesh(get(bundle, "bundle")?.library(), name)?;
            let it = MutoscopeMesh {
                skeleton: mesh.skeleton.0,
                lods: mesh.lods.len() as u32,
                materials: mesh.materials.len() as u32,
            };
            put(known, it, "known")
        }
    })
}

/// Part of the picture's height below which the next finer level is left for this one, and the
/// number of its parts.
///
/// # Safety
/// `screen_size` and `parts` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_mesh_lod(
    bundle: *const MutoscopeBundle,
    name: MutoscopeName,
    lod: u32,
    screen_size: *mut f32,
    parts: *mut u32,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let mesh = mesh(get(bundle, "bundle")?.library(), name)?;
            let level = level(mesh, lod)?;
            put(screen_size, level.screen_size, "screen_size")?;
            put(parts, level.parts.len() as u32, "parts")
        }
    })
}

fn level(mesh: &Mesh, lod: u32) -> CallAnswer<&anim::Lod> {
    let found = mesh.lods.get(lod as usize);
    found.ok_or_else(|| CallError::unknown(tr!("the mesh has no level {lod}")))
}

/// A part of a level of a mesh.
///
/// # Safety
/// `known` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_mesh_part(
    bundle: *const MutoscopeBundle,
    name: MutoscopeName,
    lod: u32,
    part: u32,
    known: *mut MutoscopePart,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let mesh = mesh(get(bundle, "bundle")?.library(), name)?;
            let level = level(mesh, lod)?;
            let found = level.parts.get(part as usize);
            let found =
                found.ok_or_else(|| CallError::unknown(tr!("the level has no part {part}")))?;
            put(known, view(found, level.materials[part as usize]), "known")
        }
    })
}

fn view(part: &MeshPart, material: u32) -> MutoscopePart {
    /// Null for an array that the part does not have.
    fn first<T, U>(values: &[T]) -> *const U {
        if values.is_empty() {
            std::ptr::null()
        } else {
            values.as_ptr().cast()
        }
    }
    MutoscopePart {
        name: part.name.0,
        positions: first(part.positions.as_slice()),
        normals: first(part.normals.as_slice()),
        tangents: first(part.tangents.as_slice()),
        uvs: first(part.uvs.as_slice()),
        colors: first(part.colors.as_slice()),
        joints: first(part.joints.as_slice()),
        weights: first(part.weights.as_slice()),
        indices: first(part.indices.as_slice()),
        vertices: part.positions.len() as u32,
        index_count: part.indices.len() as u32,
        influences: part.influences,
        palette: part.palette.len() as u32,
        morphs: part.morphs.len() as u32,
        material,
        is_dual_quaternion: (part.method == SkinMethod::DualQuaternion).into(),
        reserved: 0,
    }
}

/// A level of detail of a mesh.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MutoscopeLevel {
    /// Hash of the mesh's name.
    pub mesh: MutoscopeName,
    /// 0 is the finest.
    pub lod: u32,
    /// 0.
    pub reserved: u32,
}

/// Which pose a palette is of.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopePalette {
    /// What is shown now.
    Now = 0,
    /// What was shown before the last step, see `mutoscope_previous_models`.
    Previous = 1,
}

/// Skinning matrices of all parts of a level of a mesh, part after part, for one character: they
/// take a vertex from mesh space to model space. `which` is a `MutoscopePalette`. With a null
/// `matrices` and 0 for `capacity`, `count` alone is written.
///
/// # Safety
/// `world` is a world, `matrices` points to `capacity` entries, `count` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_palettes(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    of: MutoscopeLevel,
    which: u32,
    matrices: *mut MutoscopeMatrix,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let mut all = std::mem::take(&mut world.matrices);
            let mut part = std::mem::take(&mut world.part);
            all.clear();
            let gathered = palettes(world, character, (of, which), |it, models| {
                palette(it, models, &mut part);
                all.extend_from_slice(&part);
            });
            (world.matrices, world.part) = (all, part);
            gathered?;
            GameArray::new(matrices, capacity, count).fill(world.matrices.iter().map(Into::into))
        })
    }
}

fn palettes(
    world: &WorldParts,
    character: MutoscopeCharacter,
    (of, which): (MutoscopeLevel, u32),
    mut add: impl FnMut(&MeshPart, &[Affine3A]),
) -> CallAnswer {
    let models = match which {
        0 => world.shown(character)?.models(),
        1 => previous(world, character)?,
        _ => return Err(CallError::not_of(which, "MutoscopePalette")),
    };
    let library = world.evaluator.library();
    let mesh = mesh(library, of.mesh)?;
    let wears = world
        .evaluator
        .instance(character)
        .is_some_and(|it| it.skeleton().name == mesh.skeleton);
    if !wears {
        return Err(CallError::range(tr!(
            "the mesh is for another skeleton than the character's"
        )));
    }
    for part in &level(mesh, of.lod)?.parts {
        add(part, models);
    }
    Ok(())
}

/// Weights of the morph targets of all parts of a level of a mesh, part after part. With a null
/// `weights` and 0 for `capacity`, `count` alone is written.
///
/// # Safety
/// `world` is a world, `weights` points to `capacity` numbers, `count` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_morph_weights(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    of: MutoscopeLevel,
    weights: *mut f32,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let pose = world.shown(character)?.pose();
            let level = level(mesh(world.evaluator.library(), of.mesh)?, of.lod)?;
            let morphs = || level.parts.iter().flat_map(|part| part.morphs.iter());
            let all = morphs().map(|morph| morph_weight(morph, pose));
            GameArray::new(weights, capacity, count).fill_counted(morphs().count(), all)
        })
    }
}

/// A morph target of a part of a level of a mesh.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeMorph {
    /// Hash of its name, and of the curve that is its weight.
    pub name: MutoscopeName,
    /// Weight where no such curve plays.
    pub default_weight: f32,
    /// Index of its part in the level.
    pub part: u32,
    /// Number of vertices that it moves.
    pub deltas: u32,
    /// 0.
    pub reserved: u32,
}

/// What a morph target at weight 1 adds to a vertex, mesh space.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeMorphDelta {
    /// Index of the vertex in the morph target's part.
    pub vertex: u32,
    /// Added to its position, metres.
    pub position: [f32; 3],
    /// Added to its normal, which is made unit length afterwards.
    pub normal: [f32; 3],
    /// Added to xyz of its tangent; 0 where the morph target does not turn tangents.
    pub tangent: [f32; 3],
}

/// Morph targets of all parts of a level of a mesh, part after part: in the order of
/// `mutoscope_morph_weights`. With a null `morphs` and 0 for `capacity`, `count` alone is written.
///
/// # Safety
/// `morphs` points to `capacity` entries, `count` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_morphs(
    bundle: *const MutoscopeBundle,
    of: MutoscopeLevel,
    morphs: *mut MutoscopeMorph,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let level = level(mesh(get(bundle, "bundle")?.library(), of.mesh)?, of.lod)?;
            let all = morphs_of(level).map(|(part, _, morph)| MutoscopeMorph {
                name: morph.name.0,
                default_weight: morph.default_weight,
                part: part as u32,
                deltas: morph.delta_count,
                reserved: 0,
            });
            GameArray::new(morphs, capacity, count).fill_counted(morphs_of(level).count(), all)
        }
    })
}

/// Each morph target of a level, with its part and that part's index.
fn morphs_of(level: &anim::Lod) -> impl Iterator<Item = (usize, &MeshPart, &Morph)> {
    let parts = level.parts.iter().enumerate();
    parts.flat_map(|(at, part)| part.morphs.iter().map(move |morph| (at, &**part, morph)))
}

/// What a morph target of a level of a mesh does to vertices. `morph` is its index among those of
/// `mutoscope_morphs`. With a null `deltas` and 0 for `capacity`, `count` alone is written.
///
/// # Safety
/// `deltas` points to `capacity` entries, `count` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_morph_deltas(
    bundle: *const MutoscopeBundle,
    of: MutoscopeLevel,
    morph: u32,
    deltas: *mut MutoscopeMorphDelta,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let level = level(mesh(get(bundle, "bundle")?.library(), of.mesh)?, of.lod)?;
            let found = morphs_of(level).nth(morph as usize);
            let (_, part, found) = found
                .ok_or_else(|| CallError::unknown(tr!("the level has no morph target {morph}")))?;
            let first = found.first_delta as usize;
            let all = (first..first + found.delta_count as usize).map(|at| delta(part, at));
            GameArray::new(deltas, capacity, count).fill(all)
        }
    })
}

fn delta(part: &MeshPart, at: usize) -> MutoscopeMorphDelta {
    let it = part.deltas[at];
    MutoscopeMorphDelta {
        vertex: it.vertex,
        position: it.position,
        normal: it.normal,
        tangent: part.delta_tangents.get(at).copied().unwrap_or_default(),
    }
}
