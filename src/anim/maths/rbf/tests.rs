use super::*;

fn about_z(degrees: f32) -> Vec<Place> {
    vec![(Vec3::ZERO, Quat::from_rotation_z(degrees.to_radians()))]
}

fn target(degrees: f32) -> Target {
    Target {
        places: about_z(degrees),
        scale: 1.0,
    }
}

fn settings(solver: Solver, normalise: Normalise) -> RbfSettings {
    RbfSettings {
        metric: Metric {
            turn: Turn::Angle,
            place: 0.0,
        },
        kernel: Kernel::Gaussian,
        radius: Radius::Fixed(45f64.to_radians()),
        solver,
        normalise,
    }
}

fn weights(settings: RbfSettings, targets: &[f32], at: f32) -> Vec<f32> {
    let rbf = Rbf::new(settings, targets.iter().map(|at| target(*at)).collect()).unwrap();
    let mut out = Vec::new();
    rbf.weights(&about_z(at), &mut Vec::new(), &mut out);
    out
}

fn near(found: &[f32], wanted: &[f32]) {
    assert_eq!(found.len(), wanted.len());
    assert!(
        found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-4),
        "{found:?}, not {wanted:?}"
    );
}

const ANGLES: [f32; 3] = [0.0, 45.0, 90.0];

/// Property 05.10. The interpolation goes below 0 at the third target, where a weight is held at 0.
#[test]
fn between_targets_weights_are_those_worked_out() {
    use Normalise::{Always, None, OnlyAboveOne};
    near(
        &weights(settings(Solver::Interpolative, None), &ANGLES, 22.5),
        &[0.5511, 0.6257, 0.0],
    );
    near(
        &weights(settings(Solver::Additive, None), &ANGLES, 22.5),
        &[0.7788, 0.7788, 0.1054],
    );
    for normalise in [Always, OnlyAboveOne] {
        near(
            &weights(settings(Solver::Additive, normalise), &ANGLES, 22.5),
            &[0.4683, 0.4683, 0.0634],
        );
    }
    for (at, angle) in ANGLES.into_iter().enumerate() {
        let mut one = [0.0; 3];
        one[at] = 1.0;
        near(
            &weights(
                settings(Solver::Interpolative, OnlyAboveOne),
                &ANGLES,
                angle,
            ),
            &one,
        );
    }
    let raw = Rbf::new(
        settings(Solver::Interpolative, None),
        ANGLES.map(target).to_vec(),
    )
    .unwrap();
    let at: Vec<f64> = ANGLES
        .iter()
        .map(|angle| Kernel::Gaussian.at(f64::from(22.5 - angle) / 45.0))
        .collect();
    let third: f64 = raw.inverse[6..].iter().zip(&at).map(|(a, b)| a * b).sum();
    assert!((third + 0.1349).abs() < 1e-4, "{third}");
}

#[test]
fn far_from_all_targets_only_what_must_sum_to_one_counts() {
    near(
        &weights(
            settings(Solver::Additive, Normalise::OnlyAboveOne),
            &[0.0, 20.0],
            180.0,
        ),
        &[0.0, 0.0],
    );
    near(
        &weights(settings(Solver::Additive, Normalise::Always), &[0.0], 90.0),
        &[1.0],
    );
    near(
        &weights(
            settings(Solver::Additive, Normalise::OnlyAboveOne),
            &[0.0],
            45.0,
        ),
        &[0.3679],
    );
    near(
        &weights(settings(Solver::Additive, Normalise::Always), &[], 45.0),
        &[],
    );
}

#[test]
fn near_the_median_weights_are_whole_and_far_from_it_as_they_are() {
    let by_median = |at: f32| {
        let normalise = Normalise::ByMedian {
            median: about_z(0.0),
            least: 0.5,
            most: 1.5,
        };
        weights(settings(Solver::Additive, normalise), &[0.0], at)[0]
    };
    let raw = |at: f32| weights(settings(Solver::Additive, Normalise::None), &[0.0], at)[0];
    assert_eq!(by_median(20.0), 1.0);
    assert_eq!(by_median(95.0), raw(95.0));
    let half = by_median(1f32.to_degrees());
    assert!(
        (half - (1.0 + raw(1f32.to_degrees())) / 2.0).abs() < 1e-5,
        "{half}"
    );
}

#[test]
fn targets_at_one_place_count_once_and_others_as_without_them() {
    let found = weights(
        settings(Solver::Interpolative, Normalise::None),
        &[0.0, 45.0, 0.0, 90.0],
        22.5,
    );
    near(&found, &[0.5511, 0.6257, 0.0, 0.0]);
}

#[test]
fn kernels_fall_from_one_to_nothing() {
    for kernel in Kernel::ALL {
        assert_eq!(kernel.at(0.0), 1.0);
        let falls: Vec<f64> = (0..40)
            .map(|step| kernel.at(f64::from(step) / 10.0))
            .collect();
        assert!(
            falls.windows(2).all(|pair| pair[0] >= pair[1]) && falls[39] < 0.03,
            "{kernel:?}"
        );
    }
    let half = Kernel::ALL.map(|kernel| kernel.at(0.5));
    let wanted = [0.778_800_783, 0.606_530_66, 0.5, 0.875, 0.96875];
    assert!(
        half.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-8),
        "{half:?}"
    );
}

#[test]
fn distances_are_those_of_what_counts() {
    let turned = Quat::from_rotation_z(0.4) * Quat::from_rotation_x(0.3);
    let distance = |turn, place| {
        Metric { turn, place }.distance(
            &[(Vec3::ZERO, Quat::IDENTITY)],
            &[(Vec3::new(3.0, 0.0, 4.0), turned)],
        )
    };
    let is =
        |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-6, "{found}, not {wanted}");
    is(distance(Turn::None, 2.0), 10.0);
    is(distance(Turn::Swing(Vec3::X), 0.0), 0.4);
    is(distance(Turn::Twist(Vec3::X), 0.0), 0.3);
    is(distance(Turn::Angle, 0.0), 2.0 * f64::from(turned.w).acos());
    let far = Metric {
        turn: Turn::Angle,
        place: 0.0,
    };
    is(
        far.distance(&about_z(0.0), &about_z(350.0)),
        10f64.to_radians(),
    );
    let twice = Metric {
        turn: Turn::Angle,
        place: 1.0,
    };
    is(
        twice.distance(
            &[about_z(0.0), about_z(0.0)].concat(),
            &[about_z(30.0), about_z(40.0)].concat(),
        ),
        50f64.to_radians(),
    );
}

#[test]
fn the_radius_is_that_of_the_nearest_on_the_mean_times_each_targets_scale() {
    let automatic = RbfSettings {
        radius: Radius::Automatic,
        ..settings(Solver::Additive, Normalise::None)
    };
    let wide = Target {
        scale: 2.0,
        ..target(90.0)
    };
    let rbf = Rbf::new(automatic.clone(), vec![target(0.0), target(30.0), wide]).unwrap();
    let mean = (30.0 + 30.0 + 60.0f64).to_radians() / 3.0;
    assert!(
        rbf.radii
            .iter()
            .zip([mean, mean, 2.0 * mean])
            .all(|(a, b)| (a - b).abs() < 1e-6),
        "{:?}",
        rbf.radii
    );
    assert_eq!(Rbf::new(automatic, vec![target(0.0)]).unwrap().radii, [1.0]);
}

#[test]
fn what_is_no_number_is_refused_or_near_nothing() {
    let refused = |radius, target| {
        Rbf::new(
            RbfSettings {
                radius,
                ..settings(Solver::Interpolative, Normalise::None)
            },
            vec![target],
        )
        .err()
    };
    for radius in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(
            refused(Radius::Fixed(radius), target(0.0)),
            Some(RbfError::Number)
        );
    }
    for scale in [0.0, -1.0, f64::NAN] {
        assert_eq!(
            refused(
                Radius::Automatic,
                Target {
                    scale,
                    ..target(0.0)
                }
            ),
            Some(RbfError::Number)
        );
    }
    let uneven = vec![
        target(0.0),
        Target {
            places: Vec::new(),
            scale: 1.0,
        },
    ];
    assert_eq!(
        Rbf::new(settings(Solver::Additive, Normalise::None), uneven),
        Err(RbfError::Places { target: 1 })
    );
    near(
        &weights(
            settings(Solver::Interpolative, Normalise::Always),
            &ANGLES,
            f32::NAN,
        ),
        &[0.0; 3],
    );
}

#[test]
fn the_pivot_of_a_column_is_the_largest_of_what_is_left_of_it() {
    let matrix = vec![0.0, 1.0, 0.0, 5.0, 0.0, 1.0, 1e-10, 0.0, 1.0];
    let inverse = inverted(matrix.clone(), 3).unwrap();
    for (row, column) in (0..3).flat_map(|row| (0..3).map(move |column| (row, column))) {
        let product: f64 = (0..3)
            .map(|at| matrix[row * 3 + at] * inverse[at * 3 + column])
            .sum();
        assert!(
            (product - f64::from(u8::from(row == column))).abs() < 1e-12,
            "{row} {column}: {product}"
        );
    }
    assert!(inverted(vec![1.0, 2.0, 2.0, 4.0], 2).is_none());
}
