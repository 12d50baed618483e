//! How normals turn with the surface, as offsets of the shapes.

use super::{
    VertexCache,
    basis::Basis,
    matching::{Match, Matched},
};
use crate::mesh::Lod;
use anim::float::Extreme;
use glam::{Quat, Vec3};

/// Offsets that morph targets add to normals: for each part of a level, for each shape, one per
/// vertex. Parts that meet at points count as one surface.
pub fn of_level(
    lod: &Lod,
    parts: &[&Match],
    matched: &Matched,
    cache: &VertexCache,
    basis: &Basis,
) -> Vec<Vec<Vec<Vec3>>> {
    let faces: Vec<[usize; 3]> = parts
        .iter()
        .flat_map(|found| {
            let indices = &lod.parts[found.part].data.indices;
            indices.chunks_exact(3).map(|face| {
                [face[0], face[1], face[2]].map(|at| found.points[at as usize] as usize)
            })
        })
        .collect();
    let rest = smooth(&faces, matched.places_at_rest());
    let none = |found: &&Match| vec![vec![Vec3::ZERO; found.points.len()]; basis.shapes.len()];
    let mut turned: Vec<Vec<Vec<Vec3>>> = parts.iter().map(none).collect();
    let squares = |weights: &Vec<f32>| {
        weights
            .iter()
            .map(|weight| weight * weight)
            .sum::<f32>()
            .higher(f32::MIN_POSITIVE)
    };
    let squares: Vec<f32> = basis.weights.iter().map(squares).collect();
    for frame in 0..cache.times.len() {
        let now = smooth(&faces, &matched.places(cache, frame));
        for (found, turned) in parts.iter().zip(&mut turned) {
            let normals = &lod.parts[found.part].data.normals;
            for (vertex, (point, normal)) in found.points.iter().zip(normals.iter()).enumerate() {
                let (normal, point) = (Vec3::from(*normal), *point as usize);
                let offset = turn(rest[point], now[point]) * normal - normal;
                for ((turned, weights), squares) in
                    turned.iter_mut().zip(&basis.weights).zip(&squares)
                {
                    turned[vertex] += offset * (weights[frame] / squares);
                }
            }
        }
    }
    turned
}

/// Normals of points, weighted by the areas of the faces around; 0 for a point without faces.
fn smooth(faces: &[[usize; 3]], places: &[Vec3]) -> Vec<Vec3> {
    let mut sums = vec![Vec3::ZERO; places.len()];
    for face in faces {
        let [a, b, c] = face.map(|at| places[at]);
        let twice = (b - a).cross(c - a);
        face.iter().for_each(|at| sums[*at] += twice);
    }
    sums.into_iter().map(Vec3::normalize_or_zero).collect()
}

fn turn(from: Vec3, to: Vec3) -> Quat {
    if from == Vec3::ZERO || to == Vec3::ZERO {
        Quat::IDENTITY
    } else {
        Quat::from_rotation_arc(from, to)
    }
}
