use super::{super::fixture::Broken, *};
use glam::DQuat;

fn named(name: &str, broken: Broken) -> Broken {
    broken.edit(|clip| clip.name = name.into())
}

fn pitched(angle: f64) -> (DVec3, DQuat) {
    (DVec3::ZERO, DQuat::from_rotation_x(angle))
}

#[test]
fn who_stands_upright_is_in_balance() {
    named("Idle", Broken::new(&[])).expect(&CHECK, &[]);
}

#[test]
fn who_leans_too_far_is_seen() {
    let lean = |time: f64| pitched(-time);
    named("Idle_Lean", Broken::new(&[("spine_01", &lean)]))
        .expect(&CHECK, &["outside of what bears it at 1.000 s"]);
}

#[test]
fn who_has_no_ground_under_the_feet_is_seen() {
    named("Idle", Broken::new(&[]).aloft()).expect(&CHECK, &["outside"]);
}

#[test]
fn a_seat_bears_who_sits() {
    let sitting = || {
        Broken::new(&[
            ("thigh_l", &|_| pitched(-1.5)),
            ("thigh_r", &|_| pitched(-1.5)),
        ])
    };
    named("Sit_Idle", sitting()).expect(&CHECK, &[]);
    named("Idle", sitting()).expect(&CHECK, &["outside"]);
}

#[test]
fn the_margin_is_the_distance_to_the_nearest_side() {
    let square =
        [(0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (2.0, 2.0), (0.0, 2.0)].map(|(x, y)| DVec2::new(x, y));
    for (at, expected) in [((0.5, 1.0), 0.5), ((1.0, 1.9), 0.1), ((1.0, -0.5), -0.5)] {
        assert!(
            (margin(DVec2::new(at.0, at.1), square.into()) - expected).abs() < 1e-12,
            "{at:?}"
        );
    }
}
