//! Tangents of meshes that have none: where the texture's u runs along the surface.

#[cfg(test)]
mod tests;

use glam::{Vec2, Vec3};

/// Tangents, one for each vertex: xyz points along the surface where u grows, with unit length and
/// at right angles to the normal. The sign w is 1 or -1, so that `normal × tangent · w` points
/// where v falls, up in the picture. Triangles count by their area. A vertex whose triangles have
/// no direction in the texture gets an arbitrary tangent. Contract: one normal and one texture
/// coordinate for each position, every index below the number of positions.
pub fn tangents(
    positions: &[[f32; 3]],
    normals: &[[f32; 3]],
    uvs: &[[f32; 2]],
    triangles: &[u32],
) -> Vec<[f32; 4]> {
    let mut sums = vec![[Vec3::ZERO; 2]; positions.len()];
    for triangle in triangles.as_chunks::<3>().0 {
        let [a, b, c] = triangle.map(|index| Vec3::from(positions[index as usize]));
        let [ua, ub, uc] = triangle.map(|index| Vec2::from(uvs[index as usize]));
        let ((e, f), (g, h)) = ((b - a, c - a), (ub - ua, uc - ua));
        // Twice the areas; only the sign of the one in the texture counts.
        let turn = g.perp_dot(h).signum();
        let along = |u: Vec3| u.try_normalize().unwrap_or(Vec3::ZERO) * e.cross(f).length();
        let [to_u, up] = [(e * h.y - f * g.y) * turn, (e * h.x - f * g.x) * turn].map(along);
        for vertex in triangle
            .iter()
            .filter(|_| to_u.is_finite() && up.is_finite())
        {
            let sum = &mut sums[*vertex as usize];
            *sum = [sum[0] + to_u, sum[1] + up];
        }
    }
    let normals = normals.iter().map(|normal| Vec3::from(*normal));
    sums.into_iter()
        .zip(normals)
        .map(|([to_u, up], normal)| tangent(to_u, up, normal))
        .collect()
}

fn tangent(to_u: Vec3, up: Vec3, normal: Vec3) -> [f32; 4] {
    let flat = to_u - normal * normal.dot(to_u);
    let any = || {
        normal
            .try_normalize()
            .unwrap_or(Vec3::Y)
            .any_orthonormal_vector()
    };
    let along = flat.try_normalize().unwrap_or_else(any);
    let side = if normal.cross(along).dot(up) < 0.0 {
        -1.0
    } else {
        1.0
    };
    along.extend(side).to_array()
}
