//! Coarser levels of detail of a mesh. Invariant: the vertices of a level are some of those of the
//! finest, with their own weights and morphs; the open borders of a part stay, so that parts go on
//! meeting.

#[cfg(test)]
mod tests;

use anim::{MeshPart, skinning::affine_from_rows};
use asset::{
    Mesh,
    mesh::{Lod, Part},
};
use glam::{Affine3A, Vec3};
use meshopt::{SimplifyOptions, VertexDataAdapter, simplify_with_attributes_and_locks};
use std::sync::Arc;
use words::tr;

/// Floats that say what a vertex is beside its place: normal (3), texture coordinates (2), mean
/// place of its joints (3), size of its morphs (3).
const ATTRIBUTES: usize = 3 + 2 + 3 + 3;
/// Weight of a change of each attribute by 1, where a move by the size of the part weighs 1.
const WEIGHTS: [f32; ATTRIBUTES] = [0.3, 0.3, 0.3, 0.3, 0.3, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5];

/// A level may have this many times the triangles that were asked for before a shortfall is
/// reported.
const ENOUGH: f32 = 1.05;

/// A mesh of one level with about this share of the finest level's triangles, 0..=1.
pub fn level(mesh: &Mesh, share: f32) -> Mesh {
    let part = |part: &Part| Part {
        data: Arc::new(simplified(&part.data, share)),
        ..part.clone()
    };
    Mesh {
        lods: vec![Lod::finest(mesh.lod(0).parts.iter().map(part).collect())],
        ..mesh.clone()
    }
}

/// A sentence for the user if a level has noticeably more triangles than the share that it was made
/// for. None where it met what was asked.
pub fn shortfall(finest: &Mesh, level: &Mesh, share: f32) -> Option<String> {
    let (all, left) = (finest.lod(0).triangles(), level.lod(0).triangles());
    // Whole triangles, of each part.
    let parts = level.lod(0).parts.len();
    if left as f32 <= all as f32 * share * ENOUGH + parts as f32 {
        return None;
    }
    let (reached, asked) = (left as f32 / all as f32 * 100.0, share * 100.0);
    let why = tr!(
        "Open borders and seams between parts block further reduction. Import a coarser LOD from a file."
    );
    Some(if left == all {
        tr!("None of its {all} triangles can be removed; the target is {asked:.1} %. {why}")
    } else {
        tr!("{reached:.1} % of its triangles are left; the target is {asked:.1} %. {why}")
    })
}

/// A part with about this share of its triangles, 0 to 1; more where fewer would change its
/// borders.
pub fn simplified(part: &MeshPart, share: f32) -> MeshPart {
    let wanted = (part.indices.len() as f32 * share.clamp(0.0, 1.0)) as usize / 3 * 3;
    if wanted >= part.indices.len() || part.indices.is_empty() {
        return part.clone();
    }
    let attributes = attributes(part);
    let positions: &[u8] = bytemuck::cast_slice(&part.positions);
    let Ok(positions) = VertexDataAdapter::new(positions, size_of::<[f32; 3]>(), 0) else {
        return part.clone();
    };
    let indices = simplify_with_attributes_and_locks(
        &part.indices,
        &positions,
        attributes.as_flattened(),
        &WEIGHTS,
        size_of::<[f32; ATTRIBUTES]>(),
        &vec![false; part.vertex_count()],
        wanted,
        1.0,
        SimplifyOptions::LockBorder,
        None,
    );
    part.of_triangles(&indices)
}

fn attributes(part: &MeshPart) -> Vec<[f32; ATTRIBUTES]> {
    let size = size(&part.positions).max(f32::MIN_POSITIVE);
    let followed = followed(part);
    let mut morphed = vec![Vec3::ZERO; part.vertex_count()];
    for delta in part.deltas.iter() {
        morphed[delta.vertex as usize] += Vec3::from(delta.position).abs();
    }
    let of = |vertex: usize| {
        let ([nx, ny, nz], [u, v]) = (
            part.normals[vertex],
            part.uvs.get(vertex).copied().unwrap_or_default(),
        );
        let ([fx, fy, fz], [mx, my, mz]) = (
            (followed[vertex] / size).to_array(),
            (morphed[vertex] / size).to_array(),
        );
        [nx, ny, nz, u, v, fx, fy, fz, mx, my, mz]
    };
    (0..part.vertex_count()).map(of).collect()
}

fn size(positions: &[[f32; 3]]) -> f32 {
    let points = || positions.iter().copied().map(Vec3::from);
    let (least, most) = (
        points().fold(Vec3::INFINITY, Vec3::min),
        points().fold(Vec3::NEG_INFINITY, Vec3::max),
    );
    (most - least).max_element()
}

/// The mean place, at bind time, of the joints that each vertex follows.
fn followed(part: &MeshPart) -> Vec<Vec3> {
    let place = |bind: Affine3A| {
        let place = Vec3::from(bind.inverse().translation);
        if place.is_finite() { place } else { Vec3::ZERO }
    };
    let joints: Vec<Vec3> = part
        .palette
        .iter()
        .map(|joint| place(affine_from_rows(joint.inverse_bind)))
        .collect();
    let width = part.influences as usize;
    let mean = |(slots, weights): (&[u16], &[f32])| {
        slots
            .iter()
            .zip(weights)
            .map(|(slot, weight)| joints[usize::from(*slot)] * *weight)
            .sum()
    };
    part.joints
        .chunks_exact(width)
        .zip(part.weights.chunks_exact(width))
        .map(mean)
        .collect()
}
