use super::*;

const SQUARE: [[f32; 3]; 4] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [1.0, 1.0, 0.0],
    [0.0, 1.0, 0.0],
];
const TRIANGLES: [u32; 6] = [0, 1, 2, 0, 2, 3];

/// Of a square that faces +z under a texture.
fn of(uvs: [[f32; 2]; 4]) -> Vec<[f32; 4]> {
    tangents(&SQUARE, &[[0.0, 0.0, 1.0]; 4], &uvs, &TRIANGLES)
}

#[test]
fn a_tangent_runs_with_u_and_its_side_is_up_in_the_picture() {
    // v runs downwards: the square's upper edge has v 0.
    let upright = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
    assert_eq!(of(upright), [[1.0, 0.0, 0.0, 1.0]; 4]);
    assert_eq!(
        of(upright.map(|[u, v]| [1.0 - u, v])),
        [[-1.0, 0.0, 0.0, -1.0]; 4],
        "mirrored"
    );
    assert_eq!(
        of(upright.map(|[u, v]| [5.0 - v, u])),
        [[0.0, 1.0, 0.0, 1.0]; 4],
        "turned"
    );
}

#[test]
fn a_texture_without_extent_gives_some_tangent() {
    for [x, y, z, w] in of([[0.5, 0.5]; 4]) {
        assert!(
            (Vec3::new(x, y, z).length() - 1.0).abs() < 1e-6 && z.abs() < 1e-6 && w.abs() == 1.0
        );
    }
}

#[test]
fn a_vertex_s_triangles_count_by_their_area_and_not_by_their_texture() {
    // About vertex 0: a triangle of area 2 whose u runs along x, one of area 1 whose u runs along
    // y.
    let positions = [
        [0.0; 3],
        [2.0, 0.0, 0.0],
        [0.0, 2.0, 0.0],
        [-1.0, 0.0, 0.0],
        [0.0, -2.0, 0.0],
    ];
    let uvs = [[0.5, 0.5], [0.6, 0.5], [0.5, 0.4], [0.5, 0.9], [0.1, 0.5]];
    let found = tangents(&positions, &[[0.0, 0.0, 1.0]; 5], &uvs, &[0, 1, 2, 0, 3, 4]);
    let wanted = Vec3::new(2.0, 1.0, 0.0).normalize();
    assert!(
        Vec3::from_slice(&found[0]).abs_diff_eq(wanted, 1e-6),
        "{:?}",
        found[0]
    );
    assert_eq!(Vec3::from_slice(&found[1]), Vec3::X);
    assert!(
        Vec3::from_slice(&found[3]).abs_diff_eq(Vec3::Y, 1e-6),
        "{:?}",
        found[3]
    );
}

#[test]
fn a_tangent_lies_in_the_surface_and_its_bitangent_points_up_in_the_picture() {
    let turn = glam::Quat::from_euler(glam::EulerRot::XYZ, 0.4, 1.1, -0.7);
    let skewed = [[0.1, 0.9], [0.7, 0.8], [0.9, 0.1], [0.2, 0.2]];
    for mirror in [1.0, -1.0] {
        let uvs = skewed.map(|[u, v]| [u * mirror, v]);
        let positions = SQUARE.map(|p| (turn * Vec3::from(p)).to_array());
        let normal = (turn * Vec3::Z).to_array();
        for [x, y, z, w] in tangents(&positions, &[normal; 4], &uvs, &TRIANGLES) {
            let (along, normal) = (Vec3::new(x, y, z), Vec3::from(normal));
            assert!(along.dot(normal).abs() < 1e-6 && (along.length() - 1.0).abs() < 1e-6);
            // Up on the square is up in its picture, roughly.
            assert!((normal.cross(along) * w).dot(turn * Vec3::Y) > 0.8 && w == mirror);
        }
    }
}
