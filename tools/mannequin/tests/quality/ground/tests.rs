use super::{super::fixture::Broken, *};
use glam::DQuat;

fn lowered(by: f64) -> Broken {
    Broken::new(&[("root", &|_| (DVec3::NEG_Y * by, DQuat::IDENTITY))]).clothed()
}

#[test]
fn who_stands_on_the_ground_is_fine() {
    lowered(0.0).expect(&CHECK, &[]);
}

#[test]
fn a_foot_in_the_ground_is_seen() {
    lowered(0.03).expect(&CHECK, &["mm in the ground at 0.000 s"]);
}

#[test]
fn who_begins_in_the_air_has_no_ground() {
    lowered(0.3).aloft().expect(&CHECK, &[]);
}
