use super::*;
use std::f64::consts::PI;

fn degrees(angle: f64) -> f64 {
    angle.to_degrees()
}

/// Property 07.14.
#[test]
fn a_turn_is_its_swing_and_its_twist() {
    let about = |axis, degrees: f64| axis_angle(axis, degrees.to_radians());
    let q = about(DVec3::Y, 30.0) * about(DVec3::X, 50.0);
    let twisted = twist(q, DVec3::X);
    assert!((degrees(twist_angle(q, DVec3::X)) - 50.0).abs() < 1e-9);
    assert!((degrees(turn_vector(q * twisted.conjugate()).length()) - 30.0).abs() < 1e-9);
    let mirrored = about(DVec3::X, 50.0) * about(DVec3::Y, 30.0);
    assert!(
        (degrees(twist_angle(mirrored, DVec3::X)) - 50.0).abs() < 1e-9,
        "from either side"
    );
}

#[test]
fn a_turn_lands_on_its_goal_also_right_behind_it() {
    let u = DVec3::new(1.0, 2.0, -0.5).normalize();
    let side = any_perpendicular(u);
    for off in [0.0, 1e-9, 1e-6, 1e-4, 1.4e-3, 0.1, 1.0] {
        for v in [(u + side * off).normalize(), (-u + side * off).normalize()] {
            for hint in [None, Some(DVec3::Y), Some(u)] {
                assert!(
                    (from_to(u, v, hint) * u).abs_diff_eq(v, 1e-9),
                    "{off} {hint:?}"
                );
            }
        }
    }
    let about = turn_vector(from_to(
        DVec3::X,
        DVec3::NEG_X,
        Some(DVec3::new(3.0, 0.0, 1.0)),
    ));
    assert!(
        about.abs_diff_eq(DVec3::Z * PI, 1e-9),
        "about the hint: {about}"
    );
}

#[test]
fn a_turn_between_vectors_is_that_between_their_ways() {
    let u = DVec3::new(1.0, 2.0, -0.5).normalize();
    for off in [0.0, 1e-9, 1e-3, 0.1, 1.0, 1.6, 1.8, 3.0, PI - 1e-4, PI] {
        let v = axis_angle(any_perpendicular(u), off) * u;
        let wanted = from_to(u, v, Some(DVec3::Y));
        for (here, there) in [(1.0, 1.0), (0.3, 40.0), (2e-4, 1e-3)] {
            let found = between(u * here, v * there, || Some(DVec3::Y));
            assert!(
                found.abs_diff_eq(wanted, 1e-9) && (found.length() - 1.0).abs() < 1e-14,
                "{off}"
            );
        }
    }
    for none in [DVec3::ZERO, DVec3::NAN, DVec3::INFINITY] {
        assert_eq!(between(none, u, || None), DQuat::IDENTITY);
    }
}

#[test]
fn ties_of_axes_go_x_y_z_and_angles_have_a_side() {
    assert_eq!(
        [DVec3::X, DVec3::Y, DVec3::Z].map(any_perpendicular),
        [DVec3::Y, DVec3::X, DVec3::X]
    );
    let quarter = signed_angle(DVec3::X, DVec3::Y, DVec3::Z).unwrap();
    assert!((quarter - PI / 2.0).abs() < 1e-12);
    assert_eq!(signed_angle(DVec3::Y, DVec3::X, DVec3::Z), Some(-quarter));
    assert_eq!(signed_angle(DVec3::Z, DVec3::X, DVec3::Z), None);
    assert_eq!(
        (direction(DVec3::ZERO), direction(DVec3::Y * 2.0)),
        (None, Some(DVec3::Y))
    );
    assert_eq!(
        [DVec3::NAN, DVec3::INFINITY, DVec3::X * 1e200].map(direction),
        [None; 3]
    );
}

#[test]
fn parts_of_a_turn_go_the_short_way_and_nothing_has_no_part() {
    let long = axis_angle(DVec3::Z, 1.5 * PI);
    assert!(turn_vector(part_of(long, 0.5)).abs_diff_eq(DVec3::Z * (-0.25 * PI), 1e-12));
    assert_eq!(part_of(DQuat::IDENTITY, 0.5), DQuat::IDENTITY);
    assert!(normalized(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0)) == DQuat::IDENTITY);
    assert!(
        arc(DVec3::X, DVec3::Y, 0.5, DVec3::Z)
            .abs_diff_eq(DVec3::new(0.5, 0.5, 0.0).normalize(), 1e-12)
    );
    let turned = euler(DVec3::new(90.0, 90.0, 0.0)) * DVec3::Y;
    assert!(
        turned.abs_diff_eq(DVec3::X, 1e-12),
        "y goes to z by the first, and on to x by the second: {turned}"
    );
}
