//! Meshes of a bundle as meshes of Bevy.

use crate::convert::matrix;
use anim::{Library, Material, MeshPart, Name, mesh::MorphDelta, skinning::weights::reduce};
use bevy::{
    asset::RenderAssetUsages,
    mesh::{
        Indices, PrimitiveTopology, VertexAttributeValues,
        morph::{MAX_MORPH_WEIGHTS, MorphAttributes},
        skinning::SkinnedMeshInverseBindposes,
    },
    prelude::*,
};
use std::sync::Arc;

/// Joints that Bevy's renderer takes a vertex.
const INFLUENCES: usize = 4;

/// A part of a mesh that characters of a skeleton wear, as assets that they share.
#[derive(Clone)]
pub(crate) struct Shape {
    pub mesh: Handle<Mesh>,
    pub inverse_bindposes: Handle<SkinnedMeshInverseBindposes>,
    /// Name of the mesh in the bundle.
    pub of: Name,
    pub part: Arc<MeshPart>,
    pub material: Material,
}

/// The finest level of all meshes that were made for a skeleton.
pub(crate) fn shapes(
    library: &Library,
    skeleton: Name,
    meshes: &mut Assets<Mesh>,
    bindposes: &mut Assets<SkinnedMeshInverseBindposes>,
) -> Vec<Shape> {
    let worn = library.meshes.iter().filter(|it| it.skeleton == skeleton);
    let parts = worn.flat_map(|mesh| {
        let level = mesh.lod(0);
        let materials = level
            .materials
            .iter()
            .map(|at| mesh.materials[*at as usize]);
        let parts = level.parts.iter().zip(materials);
        parts.map(|(part, material)| (mesh.name, part, material))
    });
    let shape = |(of, part, material): (Name, &Arc<MeshPart>, Material)| Shape {
        mesh: meshes.add(mesh(library, part)),
        inverse_bindposes: bindposes.add(inverse_bindposes(part)),
        of,
        part: part.clone(),
        material,
    };
    parts.map(shape).collect()
}

fn inverse_bindposes(part: &MeshPart) -> SkinnedMeshInverseBindposes {
    let slots = part.palette.iter().map(|joint| matrix(joint.inverse_bind));
    slots.collect::<Vec<_>>().into()
}

fn mesh(library: &Library, part: &MeshPart) -> Mesh {
    let (joints, weights) = skin(part);
    let mut mesh = Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::default(),
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, part.positions.to_vec())
    .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, part.normals.to_vec())
    .with_inserted_attribute(Mesh::ATTRIBUTE_JOINT_INDEX, joints)
    .with_inserted_attribute(Mesh::ATTRIBUTE_JOINT_WEIGHT, weights)
    .with_inserted_indices(Indices::U32(part.indices.to_vec()));
    if !part.uvs.is_empty() {
        mesh.insert_attribute(Mesh::ATTRIBUTE_UV_0, part.uvs.to_vec());
    }
    if !part.tangents.is_empty() {
        mesh.insert_attribute(Mesh::ATTRIBUTE_TANGENT, part.tangents.to_vec());
    }
    if !part.colors.is_empty() {
        mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, part.colors.to_vec());
    }
    if has_morphs(part) {
        let names = part
            .morphs
            .iter()
            .map(|morph| library.names.text(morph.name).to_owned());
        mesh.set_morph_target_names(names.collect());
        mesh.set_morph_targets(morph_targets(part));
    }
    // Without bounds a mesh is culled by those of its bind pose.
    if let Err(error) = mesh.generate_skinned_mesh_bounds() {
        warn!("a part of a mesh has no bounds: {error}");
    }
    mesh
}

/// The heaviest joints of each vertex, and their weights, which sum to 1.
fn skin(part: &MeshPart) -> (VertexAttributeValues, Vec<[f32; INFLUENCES]>) {
    let count = part.influences as usize;
    let vertices = part
        .joints
        .chunks_exact(count)
        .zip(part.weights.chunks_exact(count));
    let mut kept = Vec::with_capacity(count);
    let (joints, weights) = vertices
        .map(|(joints, weights)| {
            kept.clear();
            kept.extend(joints.iter().copied().zip(weights.iter().copied()));
            reduce(&mut kept, INFLUENCES);
            kept.resize(INFLUENCES, (0, 0.0));
            let slots: [_; INFLUENCES] = std::array::from_fn(|at| kept[at]);
            (slots.map(|slot| slot.0), slots.map(|slot| slot.1))
        })
        .unzip();
    (VertexAttributeValues::Uint16x4(joints), weights)
}

/// Whether Bevy takes the part's morph targets.
pub(crate) fn has_morphs(part: &MeshPart) -> bool {
    part.vertex_count() > 0 && (1..=MAX_MORPH_WEIGHTS).contains(&part.morphs.len())
}

/// One entry a vertex of each morph target.
fn morph_targets(part: &MeshPart) -> Vec<MorphAttributes> {
    let vertices = part.vertex_count();
    let mut targets = vec![MorphAttributes::default(); vertices * part.morphs.len()];
    for (morph, target) in part.morphs.iter().zip(targets.chunks_exact_mut(vertices)) {
        let first = morph.first_delta as usize;
        for at in first..first + morph.delta_count as usize {
            let MorphDelta {
                vertex,
                position,
                normal,
            } = part.deltas[at];
            let tangent = part.delta_tangents.get(at).copied().unwrap_or_default();
            let [position, normal, tangent] = [position, normal, tangent].map(Vec3::from_array);
            target[vertex as usize] = MorphAttributes::new(position, normal, tangent);
        }
    }
    targets
}
