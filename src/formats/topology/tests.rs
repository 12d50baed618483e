use super::*;

#[test]
fn strips_and_fans_keep_their_winding() {
    assert_eq!(
        triangles(PrimitiveMode::Strip, vec![0, 1, 2, 3, 4]),
        [0, 1, 2, 1, 3, 2, 2, 3, 4]
    );
    assert_eq!(
        triangles(PrimitiveMode::Fan, vec![9, 1, 2, 3]),
        [1, 2, 9, 2, 3, 9]
    );
    assert_eq!(
        triangles(PrimitiveMode::Triangles, vec![0, 1, 2, 3]),
        [0, 1, 2]
    );
    for mode in [
        PrimitiveMode::Triangles,
        PrimitiveMode::Strip,
        PrimitiveMode::Fan,
    ] {
        assert!(triangles(mode, vec![]).is_empty() && triangles(mode, vec![1, 2]).is_empty());
    }
}

#[test]
fn computed_normals_face_the_front() {
    let square = [
        [0.0, 0.0, 0.0],
        [1e-12, 0.0, 0.0],
        [0.0, 1e-12, 0.0],
        [5.0, 5.0, 5.0],
    ];
    assert_eq!(
        normals(&square, &[0, 1, 2]),
        [
            [0.0, 0.0, 1.0],
            [0.0, 0.0, 1.0],
            [0.0, 0.0, 1.0],
            [0.0, 1.0, 0.0]
        ]
    );
}

#[test]
fn a_direction_is_of_unit_length_however_long_it_was() {
    let diagonal = Vec3::new(0.6, 0.0, 0.8);
    for length in [1e-44f32, 1e-30, 1e-3, 1.0, 1e30, 3e38] {
        let found = unit_or_up(Vec3::new(0.0, -length, 0.0));
        assert_eq!(found, Vec3::NEG_Y, "{length}");
    }
    for length in [1e-30f32, 1.0, 1e30] {
        assert!(
            unit_or_up(diagonal * length).abs_diff_eq(diagonal, 1e-6),
            "{length}"
        );
    }
    for none in [0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
        assert_eq!(unit_or_up(Vec3::new(none, 0.0, 0.0)), Vec3::Y, "{none}");
    }
}
