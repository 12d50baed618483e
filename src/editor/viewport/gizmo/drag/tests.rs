use super::*;

const EYE: Vec3 = Vec3::new(1.5, 2.0, 6.0);

fn towards(point: Vec3) -> Ray {
    Ray {
        origin: EYE,
        direction: (point - EYE).normalize(),
    }
}

fn drag(part: GizmoPart, axes: Quat) -> GizmoDrag {
    let start = Transform {
        rotation: Quat::from_rotation_y(0.3),
        ..Transform::from_translation(Vec3::new(0.2, 1.0, 0.4))
    };
    GizmoDrag::new(
        part,
        start,
        axes,
        towards(start.translation),
        (EYE - start.translation).normalize(),
    )
}

#[test]
fn what_is_dragged_stays_under_the_pointer() {
    for axes in [
        Quat::IDENTITY,
        Quat::from_rotation_z(0.7) * Quat::from_rotation_x(-0.4),
    ] {
        for at in 0..3 {
            let mut along = drag(GizmoPart::Axis(at), axes);
            let wanted = along.start.translation + axes * Vec3::AXES[at] * 0.37;
            let (to, amount) = along.to(towards(wanted), Modified::default());
            assert!(to.translation.abs_diff_eq(wanted, 1e-4), "{to:?}");
            assert!(matches!(amount, Amount::Along(way) if (way - 0.37).abs() < 1e-4));
            let mut over = drag(GizmoPart::Plane(at), axes);
            let wanted = over.start.translation + axes * Vec3::AXES[(at + 1) % 3] * 0.3
                - axes * Vec3::AXES[(at + 2) % 3] * 0.2;
            assert!(
                over.to(towards(wanted), Modified::default())
                    .0
                    .translation
                    .abs_diff_eq(wanted, 1e-4)
            );
        }
    }
    let mut screen = drag(GizmoPart::Screen, Quat::IDENTITY);
    let wanted = screen.start.translation + screen.to_eye.any_orthonormal_vector() * 0.5;
    assert!(
        screen
            .to(towards(wanted), Modified::default())
            .0
            .translation
            .abs_diff_eq(wanted, 1e-4)
    );
}

#[test]
fn a_ring_turns_as_far_as_the_pointer_goes_about_it_and_over_half_a_turn() {
    let start = Transform::from_translation(Vec3::new(0.2, 1.0, 0.4));
    let on = |degrees: f32| {
        start.translation + Quat::from_rotation_z(degrees.to_radians()) * Vec3::X * 0.5
    };
    let mut ring = GizmoDrag::new(
        GizmoPart::Ring(2),
        start,
        Quat::IDENTITY,
        towards(on(0.0)),
        Vec3::Z,
    );
    for degrees in [40.0, 100.0, 170.0, 230.0, 300.0, 390.0] {
        let (to, amount) = ring.to(towards(on(degrees)), Modified::default());
        assert!(
            matches!(amount, Amount::About(turned) if (turned - degrees).abs() < 0.01),
            "{degrees}: {amount:?}"
        );
        assert!(
            to.rotation
                .angle_between(Quat::from_rotation_z(degrees.to_radians()))
                < 1e-3
        );
        assert_eq!(to.translation, start.translation);
    }
    let snaps = Modified {
        snaps: true,
        is_slow: false,
    };
    assert_eq!(ring.to(towards(on(392.0)), snaps).1, Amount::About(390.0));
}

#[test]
fn a_drag_snaps_goes_slowly_and_to_what_is_typed() {
    let mut along = drag(GizmoPart::Axis(0), Quat::IDENTITY);
    let ray = towards(along.start.translation + Vec3::X * 0.37);
    let is =
        |amount, wanted: f32| matches!(amount, Amount::Along(way) if (way - wanted).abs() < 1e-4);
    assert!(is(
        along
            .to(
                towards(along.start.translation + Vec3::X * 0.374),
                Modified {
                    snaps: true,
                    is_slow: false
                }
            )
            .1,
        0.37
    ));
    assert!(is(
        along
            .to(
                ray,
                Modified {
                    snaps: false,
                    is_slow: true
                }
            )
            .1,
        0.037
    ));
    for (typed, wanted) in [
        ("0.125", 0.125),
        ("-2,5", -2.5),
        ("1e9", FAR),
        ("-", 0.37),
        ("", 0.37),
    ] {
        along.typed = typed.to_owned();
        assert!(is(along.to(ray, Modified::default()).1, wanted), "{typed}");
    }
    along.switch(GizmoPart::Axis(1));
    assert_eq!(along.typed, "");
}

/// Along the way one looks, from behind, and from the edge of a plane: still, and never a number
/// that is none.
#[test]
fn rays_that_meet_nothing_move_nothing() {
    let start = Transform::IDENTITY;
    let ray = |direction: Vec3| Ray {
        origin: Vec3::Z * 5.0,
        direction,
    };
    for part in [
        GizmoPart::Axis(2),
        GizmoPart::Plane(0),
        GizmoPart::Plane(1),
        GizmoPart::Ring(0),
        GizmoPart::ScreenRing,
        GizmoPart::Screen,
    ] {
        let mut held = GizmoDrag::new(part, start, Quat::IDENTITY, ray(-Vec3::Z), Vec3::Z);
        for to in [
            ray(-Vec3::Z),
            ray(Vec3::Z),
            ray(Vec3::X),
            ray(Vec3::new(0.0, 1e-7, -1.0).normalize()),
        ] {
            let (to, _) = held.to(to, Modified::default());
            assert!(
                to.translation.is_finite() && to.rotation.is_finite(),
                "{part:?}"
            );
            assert!(
                to.translation.length() < 1e-3 || part == GizmoPart::Screen,
                "{part:?}: {to:?}"
            );
        }
    }
}
