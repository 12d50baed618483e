use super::*;

fn body(bone: u32, radius: f32) -> Body {
    Body {
        bone,
        radius,
        from: [0.1, -0.4, 0.0],
        to: [0.3, 0.6, 0.2],
    }
}

/// Points of the surface lie inside, and some of them at each side.
#[test]
fn a_box_touches_its_body_whatever_the_matrix() {
    let matrices = [
        Affine3A::IDENTITY,
        Affine3A::from_rotation_z(0.7) * Affine3A::from_scale(Vec3::new(2.0, -0.5, 1.5)),
        Affine3A::from_translation(Vec3::new(3.0, 4.0, -5.0)) * Affine3A::from_rotation_x(2.0),
    ];
    for matrix in matrices {
        let body = body(0, 0.25);
        let found = body.around(&matrix);
        let ring = |at: usize| {
            let (a, b) = ((at % 60) as f32 * 0.105, (at / 60) as f32 * 0.105 - 1.57);
            Vec3::new(a.cos() * b.cos(), b.sin(), a.sin() * b.cos()) * body.radius
        };
        let ends = [body.from, body.to].map(Vec3::from);
        let points =
            (0..60 * 31).flat_map(|at| ends.map(|end| matrix.transform_point3(end + ring(at))));
        let touched = Bounds::of_points(points);
        assert!(found.grown(1e-4).contains(touched.min) && found.grown(1e-4).contains(touched.max));
        assert!(
            touched.min.abs_diff_eq(found.min, 2e-3) && touched.max.abs_diff_eq(found.max, 2e-3),
            "{found:?}"
        );
    }
    assert!(
        body(0, 1.0)
            .around(&Affine3A::from_translation(Vec3::NAN))
            .is_empty()
    );
}

#[test]
fn vertices_tell_where_no_body_does() {
    let fixed = Bounds {
        min: Vec3::ZERO,
        max: Vec3::ONE,
    };
    let models = [Affine3A::IDENTITY, Affine3A::from_translation(Vec3::NAN)];
    let around = |by, bodies: &[Body]| {
        MeshBounds {
            by,
            bodies: bodies.into(),
        }
        .around(&models)
    };
    assert_eq!(around(BoundsBy::Vertices, &[body(0, 1.0)]), None);
    assert_eq!(around(BoundsBy::Fixed(fixed), &[]), Some(fixed));
    assert_eq!(
        [&[][..], &[body(1, 1.0)], &[body(9, 1.0)]].map(|bodies| around(BoundsBy::Bodies, bodies)),
        [None; 3]
    );
    let both = around(BoundsBy::Bodies, &[body(0, 0.5), body(1, 1.0)]);
    assert_eq!(both, Some(body(0, 0.5).around(&models[0])));
}

#[test]
fn what_has_no_size_or_no_bone_is_not_sound() {
    let sound = |room: MeshBounds| room.is_sound(2);
    assert!(sound(MeshBounds {
        by: BoundsBy::Bodies,
        bodies: vec![body(1, 0.1)].into()
    }));
    for odd in [
        body(2, 0.1),
        body(0, 0.0),
        body(0, -1.0),
        body(0, f32::NAN),
        body(0, f32::INFINITY),
    ] {
        assert!(
            !sound(MeshBounds {
                by: BoundsBy::Vertices,
                bodies: vec![odd].into()
            }),
            "{odd:?}"
        );
    }
    let far = Body {
        to: [f32::NAN, 0.0, 0.0],
        ..body(0, 1.0)
    };
    assert!(!sound(MeshBounds {
        by: BoundsBy::Vertices,
        bodies: vec![far].into()
    }));
    for odd in [
        Bounds::EMPTY,
        Bounds {
            min: Vec3::NAN,
            max: Vec3::ONE,
        },
        Bounds {
            min: Vec3::ONE,
            max: Vec3::ZERO,
        },
    ] {
        assert!(!sound(MeshBounds {
            by: BoundsBy::Fixed(odd),
            ..MeshBounds::default()
        }));
    }
}
