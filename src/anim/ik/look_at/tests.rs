use super::*;

fn look() -> Look {
    Look {
        axis: DVec3::X,
        up_axis: None,
        up: DVec3::Y,
        clamp: 0.0,
        time: 0.0,
        trigger: 0.0,
        easing: Easing::Linear,
    }
}

fn joint(place: DVec3) -> Joint {
    Joint {
        place,
        rotation: DQuat::IDENTITY,
    }
}

fn looks(look: &Look, target: DVec3) -> DVec3 {
    let mut chain = [joint(DVec3::ZERO)];
    solve(look, &mut chain, |_| 1.0, target, 0.1, &mut Gaze::default());
    chain[0].rotation * look.axis
}

/// Property 07.12.
#[test]
fn a_look_is_held_back_at_its_bound() {
    let bound = Look {
        clamp: 60f64.to_radians(),
        ..look()
    };
    let wanted = DVec3::new(0.5, 0.75f64.sqrt(), 0.0);
    assert!(
        looks(&bound, DVec3::Y * 3.0).abs_diff_eq(wanted, 1e-4),
        "{}",
        looks(&bound, DVec3::Y)
    );
    assert!(
        looks(&bound, DVec3::new(0.6, 1.0, 0.0))
            .abs_diff_eq(DVec3::new(0.6, 1.0, 0.0).normalize(), 1e-9)
    );
}

#[test]
fn a_target_right_behind_is_looked_at_by_a_turn_about_up() {
    let half = Look {
        clamp: std::f64::consts::FRAC_PI_2,
        ..look()
    };
    let found = looks(&half, DVec3::NEG_X);
    assert!(
        found.y.abs() < 1e-9 && (found.z.abs() - 1.0).abs() < 1e-9,
        "{found}"
    );
    assert!(looks(&look(), DVec3::NEG_X).abs_diff_eq(DVec3::NEG_X, 1e-9));
}

#[test]
fn what_cannot_be_looked_at_changes_nothing() {
    for target in [DVec3::ZERO, DVec3::X * 0.9e-4, DVec3::NAN, DVec3::INFINITY] {
        let (mut chain, mut gaze) = ([joint(DVec3::ZERO)], Gaze::default());
        solve(&look(), &mut chain, |_| 1.0, target, 0.1, &mut gaze);
        assert_eq!(
            (chain, gaze),
            ([joint(DVec3::ZERO)], Gaze::default()),
            "{target}"
        );
    }
    solve(
        &look(),
        &mut [],
        |_| 1.0,
        DVec3::X,
        0.1,
        &mut Gaze::default(),
    );
}

/// A quarter turn in a second; a target that moves by less than the trigger is followed at once.
#[test]
fn a_new_target_is_reached_in_its_time() {
    let slow = Look {
        time: 1.0,
        trigger: 0.2,
        ..look()
    };
    let mut gaze = Gaze::default();
    let mut angle = |target: DVec3, dt: f64| {
        let mut chain = [joint(DVec3::ZERO)];
        solve(&slow, &mut chain, |_| 1.0, target, dt, &mut gaze);
        angle_between(chain[0].rotation * DVec3::X, DVec3::X).to_degrees()
    };
    assert!(
        angle(DVec3::X, 0.1) < 1e-9,
        "the first target is there at once"
    );
    assert!((angle(DVec3::new(1.0, 0.1, 0.0), 0.1) - 5.7106).abs() < 1e-3);
    angle(DVec3::X, 0.1);
    for (dt, wanted) in [
        (0.25, 22.5),
        (0.25, 45.0),
        (0.25, 67.5),
        (0.25, 90.0),
        (0.25, 90.0),
    ] {
        let found = angle(DVec3::Y, dt);
        assert!((found - wanted).abs() < 1e-6, "{found}, not {wanted}");
    }
}
