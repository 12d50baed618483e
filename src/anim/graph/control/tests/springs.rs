//! Bones that swing.

use super::*;

/// Bone 1 stands still in a character that goes from place to place, and springs. Where it is in
/// the world, after each tick of `dt` seconds.
fn way(spring: Spring, dt: f64, ticks: usize, place: impl Fn(f64) -> Vec3) -> Vec<Vec3> {
    let skeleton = crate::fixture::skeleton(&[-1, 0], |_| Transform::from_translation(Vec3::Y));
    let mut stage = Stage::new(skeleton, vec![always(ControlKind::Spring(spring))]);
    stage.dt = dt;
    (0..=ticks)
        .map(|tick| {
            stage.placement = Transform::from_translation(place(tick as f64 * dt));
            let pose = stage.tick();
            stage
                .placement
                .compose(&pose.get(0))
                .compose(&pose.get(1))
                .translation
        })
        .collect()
}

fn jump(at: f64) -> Vec3 {
    if at > 0.0 { Vec3::X } else { Vec3::ZERO }
}

/// Even moves, so that ticks of any length see the same.
fn ramp(at: f64) -> Vec3 {
    Vec3::X * (at as f32).min(1.0) * 2.0
}

#[test]
fn ticks_of_any_length_come_out_alike() {
    for most in [None, Some(0.1)] {
        let spring = Spring { most, ..spring(1) };
        let end = |ticks: usize| *way(spring, 0.9 / ticks as f64, ticks, ramp).last().unwrap();
        let exact = end(720);
        let within = if most.is_some() { 2e-3 } else { 1e-4 };
        for ticks in [12, 30, 45, 90, 180] {
            assert!(
                end(ticks).abs_diff_eq(exact, within),
                "{ticks}: {}, not {exact}",
                end(ticks)
            );
        }
    }
}

/// Critically damped: 1 − (1 + ωt) e^(−ωt) of the way in t seconds, here with ω = 10.
#[test]
fn a_spring_that_is_damped_just_so_comes_to_rest_without_swinging_over() {
    let damped = Spring {
        damping: 20.0,
        ..spring(1)
    };
    // Behind a ramp of 2 m/s it lags by c/k = 0.2 s, and that is 0.4 m.
    let lagging = way(damped, 1.0 / 60.0, 59, ramp);
    let behind = ramp(59.0 / 60.0).x - lagging[59].x;
    assert!((behind - 0.4).abs() < 1e-2, "{behind}");
    let found = way(damped, 1.0 / 60.0, 120, jump);
    assert!(
        found
            .windows(2)
            .all(|pair| pair[1].x >= pair[0].x - 1e-6 && pair[1].x <= 1.0 + 1e-5)
    );
    assert!(found[120].abs_diff_eq(Vec3::new(1.0, 2.0, 0.0), 1e-4) && found[0] == Vec3::Y * 2.0);
}

#[test]
fn a_spring_swings_over_and_goes_no_farther_than_it_may() {
    let free = way(spring(1), 1.0 / 60.0, 240, jump);
    let farthest = free.iter().map(|at| at.x).fold(0.0, f32::max);
    assert!((1.1..1.3).contains(&farthest), "{farthest}");
    assert!((free[240].x - 1.0).abs() < 1e-3);
    let short = Spring {
        most: Some(0.25),
        ..spring(1)
    };
    for (tick, at) in way(short, 1.0 / 60.0, 60, ramp).iter().enumerate() {
        assert!(ramp(tick as f64 / 60.0).distance(Vec3::new(at.x, 0.0, 0.0)) <= 0.25 + 1e-5);
    }
    let none = Spring {
        most: Some(-1.0),
        ..spring(1)
    };
    assert!(
        way(none, 0.1, 9, ramp)
            .iter()
            .enumerate()
            .all(|(tick, at)| (at.x - ramp(tick as f64 * 0.1).x).abs() < 1e-6)
    );
}

#[test]
fn numbers_that_make_no_spring_make_none() {
    for (stiffness, damping) in [
        (0.0, 1.0),
        (-5.0, 1.0),
        (f64::NAN, 1.0),
        (1e12, 1e9),
        (1e9, 0.0),
    ] {
        let odd = Spring {
            stiffness,
            damping,
            ..spring(1)
        };
        for (tick, at) in way(odd, 0.1, 20, ramp).iter().enumerate() {
            assert!(
                at.is_finite() && (at.x - ramp(tick as f64 * 0.1).x).abs() < 0.02,
                "{stiffness} {damping}: {at}"
            );
        }
    }
    let wild = Spring {
        damping: f64::NAN,
        ..spring(1)
    };
    assert!(way(wild, 0.1, 20, ramp).iter().all(|at| at.is_finite()));
}

#[test]
fn a_spring_begins_where_its_pose_is_when_it_is_new_or_put_elsewhere() {
    let control = Control {
        alpha: parameter(0),
        ..always(ControlKind::Spring(spring(4)))
    };
    let mut stage = Stage::new(limb(), vec![control]);
    let mut is_astray = |alpha: f64, x: f32, teleported: bool| {
        stage.state.parameters[0] = alpha;
        stage.placement = Transform::from_translation(Vec3::X * x);
        stage.teleported = teleported;
        stage.tick().hash() != stage.source().hash()
    };
    assert!(!is_astray(1.0, 0.0, false) && is_astray(1.0, 1.0, false));
    assert!(!is_astray(1.0, 5.0, true), "teleported");
    assert!(is_astray(1.0, 6.0, false));
    assert!(
        !is_astray(0.0, 7.0, false) && !is_astray(1.0, 8.0, false),
        "it was off"
    );
    assert!(is_astray(1.0, 9.0, false));
}

#[test]
fn a_spring_turns_about_the_axes_that_it_may() {
    let with = |translates: [bool; 3], rotates: [bool; 3]| {
        let skeleton = crate::fixture::skeleton(&[-1, 0], |_| Transform::from_translation(Vec3::Y));
        let kind = ControlKind::Spring(Spring {
            translates,
            rotates,
            ..spring(1)
        });
        let mut stage = Stage::new(skeleton, vec![always(kind)]);
        stage.tick();
        stage.placement = Transform::from_translation(Vec3::X * 0.5);
        stage.tick()
    };
    let (none, all) = ([false; 3], [true; 3]);
    assert_eq!(with(none, none).translation(1), Vec3::Y);
    assert!(
        with(all, none).translation(1).x < -0.01 && with(all, none).rotation(1) == Quat::IDENTITY
    );
    assert!(with([false, true, true], none).translation(1).x.abs() < 1e-6);
    let turned = with(none, all);
    let lean = turned.rotation(1) * Vec3::Y;
    assert!(
        turned.translation(1) == Vec3::Y && lean.x < -0.01 && lean.z.abs() < 1e-6,
        "{lean}"
    );
    assert!(
        with(none, [true, true, false])
            .rotation(1)
            .abs_diff_eq(Quat::IDENTITY, 1e-6)
    );
}
