use super::*;

#[test]
fn empty_joins_as_nothing() {
    let unit = Bounds::of_points([Vec3::ZERO, Vec3::ONE]);
    assert_eq!(Bounds::EMPTY.join(unit), unit);
    assert!(Bounds::EMPTY.is_empty() && Bounds::EMPTY.grown(1.0).is_empty());
    assert_eq!(unit.with_point(Vec3::NAN), unit);
}

#[test]
fn a_turned_box_holds_the_turned_corners() {
    let unit = Bounds::of_points([Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0)]);
    let matrix = Affine3A::from_rotation_y(0.7) * Affine3A::from_translation(Vec3::X);
    let turned = unit.transformed(&matrix).grown(1e-5);
    for corner in [
        unit.min,
        unit.max,
        Vec3::new(1.0, 0.0, 3.0),
        Vec3::new(0.0, 2.0, 3.0),
    ] {
        assert!(turned.contains(matrix.transform_point3(corner)));
    }
}

#[test]
fn a_box_touches_the_corners_of_what_it_was_turned_from() {
    let found = Bounds::of_points([Vec3::new(1.0, -2.0, 4.0), Vec3::new(3.0, 2.0, 5.0)]);
    assert_eq!(
        (found.center(), found.size()),
        (Vec3::new(2.0, 0.0, 4.5), Vec3::new(2.0, 4.0, 1.0))
    );
    let sheared = Affine3A::from_mat3_translation(
        glam::Mat3::from_cols(
            Vec3::new(1.0, 0.5, 0.0),
            Vec3::new(-2.0, 1.0, 0.25),
            Vec3::new(0.0, -3.0, 1.0),
        ),
        Vec3::new(7.0, 8.0, 9.0),
    );
    let corners = (0..8).map(|at| {
        let pick = |bit: usize, low: f32, high: f32| if at & bit == 0 { low } else { high };
        let (low, high) = (found.min, found.max);
        sheared.transform_point3(Vec3::new(
            pick(1, low.x, high.x),
            pick(2, low.y, high.y),
            pick(4, low.z, high.z),
        ))
    });
    let (turned, wanted) = (found.transformed(&sheared), Bounds::of_points(corners));
    assert!(turned.min.abs_diff_eq(wanted.min, 1e-5) && turned.max.abs_diff_eq(wanted.max, 1e-5));
    assert!(
        found
            .transformed(&Affine3A::from_translation(Vec3::NAN))
            .is_empty()
    );
    assert!(Bounds::EMPTY.transformed(&Affine3A::IDENTITY).is_empty());
    assert_eq!(Bounds::EMPTY.size(), Vec3::ZERO);
}

#[test]
fn a_box_contains_its_sides_and_grows_to_all_of_them() {
    let unit = Bounds {
        min: Vec3::ZERO,
        max: Vec3::ONE,
    };
    assert!(unit.contains(unit.min) && unit.contains(unit.max) && !unit.is_empty());
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        assert!(!unit.contains(unit.min - axis * 1e-3) && !unit.contains(unit.max + axis * 1e-3));
        assert!(
            Bounds {
                min: axis,
                max: Vec3::ONE - axis
            }
            .is_empty()
        );
    }
    assert_eq!(
        unit.grown(0.5),
        Bounds {
            min: Vec3::splat(-0.5),
            max: Vec3::splat(1.5)
        }
    );
    assert!(
        !Bounds {
            min: Vec3::ONE,
            max: Vec3::ONE
        }
        .is_empty(),
        "a point"
    );
}
