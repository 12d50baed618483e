use super::{super::fixture::Broken, *};
use glam::DQuat;

fn bending(angle: impl Fn(f64) -> f64) -> Broken {
    Broken::new(&[("spine_05", &|time| {
        (DVec3::ZERO, DQuat::from_rotation_x(angle(time)))
    })])
}

#[test]
fn a_swing_is_fine() {
    bending(|time| (time * 6.0).sin() * 0.3).expect(&CHECK, &[]);
}

#[test]
fn a_jolt_is_seen() {
    let jolt = |time: f64| if (time - 0.5).abs() < 0.01 { 0.06 } else { 0.0 };
    bending(|time| (time * 6.0).sin() * 0.1 + jolt(time)).expect(
        &CHECK,
        &[
            "hand_l jolts at 0.500 s",
            "hand_r jolts at 0.500 s",
            "head jolts at 0.500 s",
        ],
    );
}
