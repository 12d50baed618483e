use super::*;
use crate::{Transform, fixture, mask::ProfileMode, montage::Easing};

const FACTORS: [f32; 4] = [1.0, 0.5, 0.25, 0.0];

fn skeleton() -> Skeleton {
    let profile = |mode| BlendProfile {
        mode,
        factors: FACTORS.to_vec(),
    };
    let weight = BlendProfile {
        factors: vec![1.0, 2.0, 4.0, 1.0],
        ..profile(ProfileMode::WeightFactor)
    };
    fixture::skeleton(&[-1, 0, 1, 0], |_| Transform::IDENTITY)
        .with_profiles(vec![
            (Name(1), profile(ProfileMode::TimeFactor)),
            (Name(2), weight),
        ])
        .unwrap()
}

fn linear(time: f32, profile: u64) -> Blend {
    Blend {
        time,
        easing: Easing::Linear,
        inertialize: false,
        profile: Name(profile),
    }
}

fn bones(blend: &BoneBlend) -> [f32; 4] {
    let skeleton = skeleton();
    std::array::from_fn(|bone| blend.bone(bone, skeleton.profile(blend.profile())))
}

fn near(found: [f32; 4], expected: [f32; 4]) {
    assert!(
        found
            .iter()
            .zip(expected)
            .all(|(a, b)| (a - b).abs() < 1e-6),
        "{found:?} {expected:?}"
    );
}

#[test]
fn each_bone_has_its_own_time_in_and_out() {
    let mut blend = BoneBlend::rise(linear(0.4, 1));
    blend.advance(0.1);
    near(bones(&blend), [0.25, 0.5, 1.0, 1.0]);
    blend.advance(0.4);
    assert!(!blend.is_by_bone());
    blend.retarget(0.0, linear(0.4, 2), &skeleton());
    blend.advance(0.1);
    near(bones(&blend), [0.75, 0.5, 0.0, 0.75]);
}

#[test]
fn a_blend_that_turns_round_goes_on_from_where_each_bone_is() {
    let mut blend = BoneBlend::rise(linear(0.4, 1));
    blend.advance(0.1);
    let before = bones(&blend);
    for profile in [2, 0] {
        let mut turned = blend.clone();
        turned.retarget(0.0, linear(0.2, profile), &skeleton());
        near(bones(&turned), before);
        turned.advance(0.2);
        near(bones(&turned), [0.0; 4]);
    }
    let mut plain = blend.clone();
    plain.retarget(0.0, linear(0.2, 0), &skeleton());
    plain.advance(0.1);
    near(bones(&plain), before.map(|weight| weight / 2.0));
}
