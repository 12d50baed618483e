//! Shapes of a part for a part with other vertices.

use crate::{
    mesh::{Part, Shape},
    skin::Surface,
};
use anim::{MeshPart, mesh::MorphDelta};
use glam::Vec3;

/// Morph targets of a part that are `wanted`, for other vertices: as they are where both have the
/// same, else as the nearest places move.
pub fn carried(from: &Part, to: &MeshPart, wanted: impl Fn(&str) -> bool) -> Vec<Shape> {
    let shapes: Vec<Shape> = from.shapes().filter(|shape| wanted(&shape.name)).collect();
    if shapes.is_empty() || from.data.positions == to.positions {
        return shapes;
    }
    let surface = Surface::new(std::iter::once(&*from.data));
    let hits: Vec<_> = to
        .positions
        .iter()
        .map(|at| surface.nearest(Vec3::from(*at)))
        .collect();
    let vertices = from.data.vertex_count();
    let spread = |shape: Shape| {
        let mut moved = vec![[Vec3::ZERO; 2]; vertices];
        for delta in &shape.deltas {
            moved[delta.vertex as usize] = [Vec3::from(delta.position), Vec3::from(delta.normal)];
        }
        let delta = |(vertex, hit): (usize, &Option<_>)| {
            let hit: &crate::skin::Hit = hit.as_ref()?;
            let mut sum = [Vec3::ZERO; 2];
            for (corner, share) in hit.corners.into_iter().zip(hit.shares) {
                let of_corner = moved[corner as usize];
                sum = [0, 1].map(|at| sum[at] + of_corner[at] * share);
            }
            let [position, normal] = sum;
            let is_moved = position != Vec3::ZERO || normal != Vec3::ZERO;
            let delta = MorphDelta {
                vertex: vertex as u32,
                position: position.to_array(),
                normal: normal.to_array(),
            };
            is_moved.then_some(delta)
        };
        Shape {
            deltas: hits.iter().enumerate().filter_map(delta).collect(),
            tangents: Vec::new(),
            ..shape
        }
    };
    shapes.into_iter().map(spread).collect()
}
