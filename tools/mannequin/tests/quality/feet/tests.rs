use super::{super::fixture::Broken, *};
use glam::DQuat;
use std::f64::consts::TAU;

#[test]
fn feet_that_stand_are_fine() {
    Broken::new(&[]).expect(&CHECK, &[]);
}

fn moved(by: impl Fn(f64) -> DVec3) -> Broken {
    Broken::new(&[("root", &|time| (by(time), DQuat::IDENTITY))])
}

#[test]
fn a_slide_is_seen() {
    moved(|time| DVec3::Z * 0.003 * time).expect(
        &CHECK,
        &[
            "foot_l slid 3.0 mm by 1.000 s",
            "foot_r slid 3.0 mm by 1.000 s",
        ],
    );
}

#[test]
fn a_foot_in_the_ground_or_over_it_is_seen() {
    let off = [
        "foot_l stands -7.0 mm",
        "foot_l stands 7.0 mm",
        "foot_r stands -7.0 mm",
        "foot_r stands 7.0 mm",
    ];
    moved(|time| DVec3::Y * 0.007 * (time * TAU).sin()).expect(&CHECK, &off);
}

#[test]
fn a_step_on_an_obstacle_stands() {
    moved(|_| DVec3::Y * 0.4).expect(&CHECK, &[]);
}

#[test]
fn a_foot_that_rolls_over_its_toes_does_not_slide() {
    let rig = Rig::get();
    let toes = rig.at("ball_l").with_x(0.0);
    let roll = |time: f64| DQuat::from_rotation_x(time);
    let over = |time: f64| (toes - roll(time) * toes, roll(time));
    let straight = |time: f64| (DVec3::ZERO, roll(-time));
    Broken::new(&[
        ("root", &over),
        ("ball_l", &straight),
        ("ball_r", &straight),
    ])
    .expect(&CHECK, &[]);
}
