use super::*;

#[test]
fn lines_lie_on_what_they_show() {
    let body = Body {
        bone: 1,
        radius: 0.5,
        from: [0.0, 1.0, 0.0],
        to: [0.0, 3.0, 0.0],
    };
    let models = [
        Affine3A::IDENTITY,
        Affine3A::from_translation(Vec3::X * 2.0),
    ];
    let room = MeshBounds {
        bodies: vec![body, Body { bone: 7, ..body }].into(),
        ..MeshBounds::default()
    };
    let around = body.around(&models[1]);
    let drawn = lines(&room, &models, around);
    assert_eq!(drawn.len(), 4 + 6, "a bone that is not there has none");
    let all = Bounds::of_points(drawn.iter().flatten().copied());
    assert!(
        all.min.abs_diff_eq(around.min, 1e-4) && all.max.abs_diff_eq(around.max, 1e-4),
        "{all:?}"
    );
    for point in drawn[..4].iter().flatten() {
        let nearest = Vec3::new(2.0, point.y.clamp(1.0, 3.0), 0.0);
        assert!((point.distance(nearest) - 0.5).abs() < 1e-4, "{point}");
    }
    assert!(lines(&MeshBounds::default(), &models, Bounds::EMPTY).is_empty());
}
