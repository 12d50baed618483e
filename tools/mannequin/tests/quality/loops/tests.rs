use super::{super::fixture::Broken, *};
use anim::clip::RootMotion;
use glam::{DQuat, DVec3};
use std::f64::consts::TAU;

fn looping(bone: &str, change: &dyn Fn(f64) -> (DVec3, DQuat)) -> Broken {
    Broken::new(&[(bone, change)])
        .clothed()
        .edit(|clip| clip.looping = true)
}

fn bent(angle: f64) -> (DVec3, DQuat) {
    (DVec3::ZERO, DQuat::from_rotation_x(angle))
}

#[test]
fn a_loop_that_closes_is_fine() {
    looping("spine_01", &|time| bent((time * TAU).sin() * 0.1)).expect(&CHECK, &[]);
}

#[test]
fn an_open_loop_is_seen() {
    looping("spine_01", &|time| {
        bent(time * time * (3.0 - 2.0 * time) * 0.005)
    })
    .expect(&CHECK, &["mm open"]);
}

#[test]
fn a_kink_where_the_loop_goes_round_is_seen() {
    looping("spine_01", &|time| bent((time * TAU / 2.0).sin() * 0.1))
        .expect(&CHECK, &["the body's velocity jumps by 0.4"]);
}

fn travelling(way: &dyn Fn(f64) -> f64) -> Broken {
    let forwards = |time: f64| (DVec3::Z * way(time), DQuat::IDENTITY);
    let root_motion = RootMotion {
        enabled: true,
        ..RootMotion::default()
    };
    looping("root", &forwards).edit(|clip| clip.root_motion = root_motion)
}

#[test]
fn steady_travel_is_fine() {
    travelling(&|time| time * 1.3).expect(&CHECK, &[]);
}

#[test]
fn travel_of_another_speed_than_its_name_says_is_seen() {
    let named = |clip: &mut asset::Clip| clip.name = "Walk_Fwd".into();
    travelling(&|time| time * 1.3)
        .edit(named)
        .expect(&CHECK, &["goes 1.300 m/s, not 1.4"]);
}

#[test]
fn a_change_of_pace_is_seen() {
    travelling(&|time| time * 1.3 + (time * TAU).sin() * 0.01)
        .expect(&CHECK, &["the root's speed changes by"]);
}
