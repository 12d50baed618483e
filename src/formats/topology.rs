//! Primitive modes as triangle lists, and normals for meshes that have none.

#[cfg(test)]
mod tests;

use glam::Vec3;

/// Ways in which the indices of a primitive make triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrimitiveMode {
    /// A list: every three indices are one triangle (glTF mode 4).
    Triangles,
    /// Each index from the third on makes a triangle with the two before it (glTF mode 5).
    Strip,
    /// Each index from the third on makes a triangle with the one before it and the first (glTF
    /// mode 6).
    Fan,
    /// Points and lines (glTF modes 0 to 3), which are not drawn.
    NoTriangles,
}

impl PrimitiveMode {
    /// The `mode` of a glTF primitive by its number; None above 6.
    pub fn read(code: usize) -> Option<PrimitiveMode> {
        Some(match code {
            0..=3 => PrimitiveMode::NoTriangles,
            4 => PrimitiveMode::Triangles,
            5 => PrimitiveMode::Strip,
            6 => PrimitiveMode::Fan,
            _ => return None,
        })
    }
}

/// Counter-clockwise triangles; indices that do not complete one are left out.
pub fn triangles(mode: PrimitiveMode, indices: Vec<u32>) -> Vec<u32> {
    match mode {
        PrimitiveMode::Triangles => {
            let mut indices = indices;
            indices.truncate(indices.len() / 3 * 3);
            indices
        }
        PrimitiveMode::Strip => {
            let turned = |(i, w): (usize, &[u32])| {
                if i % 2 == 0 {
                    [w[0], w[1], w[2]]
                } else {
                    [w[0], w[2], w[1]]
                }
            };
            indices.windows(3).enumerate().flat_map(turned).collect()
        }
        PrimitiveMode::Fan => match indices.split_first() {
            Some((centre, rim)) => rim.windows(2).flat_map(|w| [w[0], w[1], *centre]).collect(),
            None => Vec::new(),
        },
        PrimitiveMode::NoTriangles => Vec::new(),
    }
}

/// Smooth normals: each triangle counts by its area. Vertices without a triangle point up.
/// Contract: every index is below the number of positions.
pub fn normals(positions: &[[f32; 3]], triangles: &[u32]) -> Vec<[f32; 3]> {
    let mut sums = vec![Vec3::ZERO; positions.len()];
    let at = |index: u32| Vec3::from(positions[index as usize]);
    for triangle in triangles.chunks_exact(3) {
        let (a, b, c) = (at(triangle[0]), at(triangle[1]), at(triangle[2]));
        let twice_area = (b - a).cross(c - a);
        if twice_area.is_finite() {
            triangle
                .iter()
                .for_each(|index| sums[*index as usize] += twice_area);
        }
    }
    sums.into_iter()
        .map(|sum| unit_or_up(sum).to_array())
        .collect()
}

/// Normalises a vector, also where its square is too small or too large for a float. Zero and
/// broken vectors become +Y.
pub fn unit_or_up(normal: Vec3) -> Vec3 {
    let largest = normal.abs().max_element();
    if largest > 0.0 && largest.is_finite() {
        (normal / largest).normalize_or(Vec3::Y)
    } else {
        Vec3::Y
    }
}
