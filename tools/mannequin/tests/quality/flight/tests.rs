use super::{super::fixture::Broken, *};
use glam::DQuat;

/// From 0.2 s to 0.8 s.
fn thrown(way: impl Fn(f64) -> DVec3) -> Broken {
    let at = |time: f64| (way(time.clamp(0.2, 0.8) - 0.2), DQuat::IDENTITY);
    Broken::new(&[("root", &at)]).flying(0.2, 0.8)
}

fn fall(gravity: f64, time: f64) -> DVec3 {
    DVec3::new(0.0, gravity * time * (0.6 - time) / 2.0, time * 2.0)
}

#[test]
fn what_falls_freely_is_fine() {
    thrown(|time| fall(9.81, time)).expect(&CHECK, &[]);
}

#[test]
fn what_falls_too_slowly_is_seen() {
    thrown(|time| fall(9.0, time)).expect(&CHECK, &["falls with 9.00 m/s2"]);
}

#[test]
fn a_halt_in_the_air_is_seen() {
    let bump = |time: f64| DVec3::Y * 0.004 * (time * 30.0).cos();
    thrown(|time| fall(9.81, time) + bump(time)).expect(&CHECK, &["gravity is 2"]);
}

#[test]
fn what_slows_down_in_the_air_is_seen() {
    thrown(|time| fall(9.81, time) - DVec3::Z * time * time * 0.4)
        .expect(&CHECK, &["speed over the ground changes by"]);
}

#[test]
fn a_flight_of_few_keys_is_seen() {
    Broken::new(&[])
        .flying(0.2, 0.3)
        .expect(&CHECK, &["too short"]);
}
