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
