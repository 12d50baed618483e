use super::*;
use crate::{Pose, Transform, fixture, pose::blend_masked};
use glam::Vec3;

/// 0 ← 1 ← 2, and 3 under 0.
fn skeleton() -> Skeleton {
    fixture::skeleton(&[-1, 0, 1, 0], |_| Transform::IDENTITY)
}

fn at(x: f32) -> Pose {
    Pose::new([Transform::from_translation(Vec3::X * x); 4])
}

#[test]
fn a_mask_takes_a_bone_and_what_hangs_on_it() {
    let weights = |root| {
        let mask = BoneMask::below(&skeleton(), root);
        [0, 1, 2, 3].map(|bone| mask.weight(bone))
    };
    assert_eq!(weights(Some(0)), [1.0; 4]);
    assert_eq!(weights(Some(1)), [0.0, 1.0, 1.0, 0.0]);
    assert_eq!(weights(None), [1.0; 4]);
    assert_eq!(weights(Some(9)), [0.0; 4]);
}

/// Property 05.11.
#[test]
fn a_branch_sets_in_over_its_depth_and_branches_add_up() {
    let chain = fixture::chain(6);
    let weights = |branches: &[(usize, i32)]| {
        let branches: Vec<Branch> = branches
            .iter()
            .map(|(bone, depth)| Branch {
                bone: *bone,
                depth: *depth,
            })
            .collect();
        let mask = BoneMask::of_branches(&chain, &branches);
        [0, 1, 2, 3, 4, 5].map(|bone| mask.weight(bone))
    };
    let third = 1.0 / 3.0;
    assert_eq!(weights(&[(1, 1)]), [0.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
    assert_eq!(weights(&[(1, 0)]), weights(&[(1, 1)]));
    assert_eq!(weights(&[(1, 3)]), [0.0, third, 2.0 * third, 1.0, 1.0, 1.0]);
    assert_eq!(weights(&[(1, 2), (3, 2)]), [0.0, 0.5, 1.0, 1.0, 1.0, 1.0]);
    assert_eq!(weights(&[(1, 4), (2, 4)]), [0.0, 0.25, 0.75, 1.0, 1.0, 1.0]);
    assert_eq!(weights(&[(0, 1), (4, -1)]), [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]);
    assert_eq!(weights(&[(4, -1), (0, 1)]), [1.0; 6], "one after the other");
    assert_eq!(weights(&[(9, 1), (5, i32::MAX)])[..5], [0.0; 5]);
    assert_eq!(weights(&[(1, i32::MIN)]), [0.0; 6]);
    let side = BoneMask::of_branches(&skeleton(), &[Branch { bone: 1, depth: 1 }]);
    assert_eq!(
        [0, 1, 2, 3].map(|bone| side.weight(bone)),
        [0.0, 1.0, 1.0, 0.0]
    );
}

/// Bone by bone as a blend of the whole, bit for bit, whatever the weights and however many of them
/// there are.
#[test]
fn a_masked_blend_is_that_of_each_bone() {
    let chain = fixture::chain(29);
    let pose = |seed: usize, scaled: bool| {
        let mut pose = Pose::reference(&chain);
        for bone in 0..chain.len() {
            let at = (seed * 31 + bone * 7) as f32;
            let turn = |k: f32| (at * k).sin() * 3.0;
            let rotation =
                glam::Quat::from_euler(glam::EulerRot::XYZ, turn(0.7), turn(1.3), turn(2.1));
            let scale = if scaled {
                Vec3::new(1.0 + (at * 0.1).sin() * 0.5, 1.0, -0.5)
            } else {
                Vec3::ONE
            };
            pose.set(
                bone,
                &Transform {
                    translation: Vec3::new(turn(0.3), at, turn(0.9)),
                    rotation,
                    scale,
                },
            );
        }
        pose
    };
    for (scaled, count) in [(false, 29), (true, 29), (true, 11), (false, 0)] {
        let (a, b) = (pose(1, scaled), pose(2, scaled));
        let weights: Vec<f32> = (0..count)
            .map(|bone| [0.0, 1e-6, 0.3, 0.999_999_9, 1.0][bone % 5])
            .collect();
        for alpha in [0.0, 0.2, 1.0, 1.5, -1.0, f32::NAN] {
            let mut out = pose(3, true);
            blend_masked(&a, &b, alpha, &BoneMask::new(&weights), &mut out);
            let alpha = if alpha.is_nan() {
                0.0
            } else {
                alpha.clamp(0.0, 1.0)
            };
            for bone in 0..chain.len() {
                let weight = alpha * weights.get(bone).copied().unwrap_or(0.0);
                let mut whole = Pose::default();
                crate::pose::blend(&a, &b, weight, &mut whole);
                let expected = whole.get(bone);
                assert_eq!(out.get(bone), expected, "{bone} {alpha} {weight}");
            }
        }
    }
}

#[test]
fn bones_outside_a_mask_are_untouched_even_in_a_used_buffer() {
    let mut out = at(77.0);
    blend_masked(
        &at(1.0),
        &at(3.0),
        0.5,
        &BoneMask::below(&skeleton(), Some(1)),
        &mut out,
    );
    let x: Vec<f32> = out.iter().map(|local| local.translation.x).collect();
    assert_eq!(x, [1.0, 2.0, 2.0, 1.0]);
    assert_eq!(out.get(3), at(1.0).get(3));
}

#[test]
fn every_mode_has_its_part_of_an_inertialized_duration() {
    let parts = |mode| {
        let profile = BlendProfile {
            mode,
            factors: vec![1.0, 0.25, 2.0, 0.0],
        };
        [0, 1, 2, 3, 9].map(|bone| profile.duration_factor(bone))
    };
    assert_eq!(parts(ProfileMode::TimeFactor), [1.0, 0.25, 1.0, 0.0, 1.0]);
    assert_eq!(parts(ProfileMode::WeightFactor), [1.0, 1.0, 0.5, 1.0, 1.0]);
    assert_eq!(parts(ProfileMode::BlendMask), [0.0, 0.75, 0.0, 1.0, 0.0]);
}

#[test]
fn time_factors_shorten_a_bones_blend() {
    let profile = BlendProfile {
        factors: vec![1.0, 0.5, 0.25, 0.0],
        ..BlendProfile::default()
    };
    let weights: Vec<f32> = (0..4)
        .map(|bone| profile.weight(bone, 0.1, 0.4, Easing::Linear))
        .collect();
    assert_eq!(weights, [0.25, 0.5, 1.0, 1.0]);
    assert!((profile.weight(1, 0.01, 0.1, Easing::Linear) - 0.2).abs() < 1e-6);
    let mut out = Pose::default();
    blend_masked(
        &at(0.0),
        &at(8.0),
        1.0,
        &profile.mask(4, 0.1, 0.4, Easing::Linear),
        &mut out,
    );
    let x: Vec<f32> = out.iter().map(|local| local.translation.x).collect();
    assert_eq!(x, [2.0, 4.0, 8.0, 8.0]);
}

#[test]
fn weight_factors_scale_the_weight_and_a_mask_is_the_weight() {
    let weights = |mode, elapsed, duration| {
        let profile = BlendProfile {
            mode,
            factors: vec![1.0, 0.5, 3.0, -1.0],
        };
        [0, 1, 2, 3, 9].map(|bone| profile.weight(bone, elapsed, duration, Easing::QuadraticInOut))
    };
    assert_eq!(
        weights(ProfileMode::WeightFactor, 0.25, 1.0),
        [0.125, 0.0625, 0.375, 0.0, 0.125]
    );
    assert_eq!(
        weights(ProfileMode::WeightFactor, 0.0, 0.0),
        [1.0, 0.5, 1.0, 0.0, 1.0]
    );
    assert_eq!(
        weights(ProfileMode::BlendMask, 0.25, 1.0),
        [1.0, 0.5, 1.0, 0.0, 1.0]
    );
    assert_eq!(
        weights(ProfileMode::TimeFactor, 0.25, 1.0),
        [0.125, 0.5, 0.125, 1.0, 0.125]
    );
}

#[test]
fn a_mask_has_a_weight_a_bone_and_none_beyond_them() {
    let mut mask = BoneMask::new(&[0.5; 9]);
    assert_eq!(
        (
            mask.rows().len(),
            mask.weight(8),
            mask.weight(9),
            mask.weight(99)
        ),
        (2, 0.5, 0.0, 0.0)
    );
    mask.fill(3, |bone| bone as f32);
    assert_eq!(
        (
            mask.rows().len(),
            [0, 2, 3, 8].map(|bone| mask.weight(bone))
        ),
        (1, [0.0, 2.0, 0.0, 0.0])
    );
}

#[test]
fn weights_of_all_but_nothing_are_the_ends_to_the_bit() {
    let (a, b) = (at(0.1), at(0.7));
    let blended = |weight: f32, alpha: f32| {
        let mut out = Pose::default();
        blend_masked(&a, &b, alpha, &BoneMask::new(&[weight; 4]), &mut out);
        out.translation(2).x
    };
    assert_eq!(
        [blended(0.5e-5, 1.0), blended(1.0 - 0.5e-5, 1.0)],
        [0.1, 0.7]
    );
    assert_eq!(
        [
            blended(1.0, f32::NAN),
            blended(1.0, -1.0),
            blended(1.0, 2.0)
        ],
        [0.1, 0.1, 0.7]
    );
    assert!((blended(0.5, 0.5) - 0.25).abs() < 1e-6);
}
