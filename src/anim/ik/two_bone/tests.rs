use super::*;
use crate::{Transform, fixture, pose::local_to_model};
use proptest::prelude::*;
use std::f64::consts::FRAC_1_SQRT_2;

fn limb(upper: f64, lower: f64) -> Limb {
    Limb {
        root: DVec3::ZERO,
        middle: DVec3::NEG_Z * upper,
        end: DVec3::NEG_Z * (upper + lower),
    }
}

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

#[track_caller]
fn check(limb: Limb, target: DVec3, pole: DVec3, middle: DVec3, end: DVec3) {
    let solved = solve(&limb, target, pole, None);
    assert!(
        solved.middle.abs_diff_eq(middle, 1e-4) && solved.end.abs_diff_eq(end, 1e-4),
        "{solved:?}"
    );
}

/// Properties 07.1, 07.2, 07.3, 07.4 and 07.6, in this order.
#[test]
fn the_worked_examples() {
    check(
        limb(1.0, 1.0),
        v(1.0, 0.0, -1.0),
        DVec3::Y,
        v(0.5, FRAC_1_SQRT_2, -0.5),
        v(1.0, 0.0, -1.0),
    );
    check(
        limb(3.0, 4.0),
        v(5.0, 0.0, 0.0),
        DVec3::Z,
        v(1.8, 0.0, 2.4),
        v(5.0, 0.0, 0.0),
    );
    check(
        limb(2.0, 3.0),
        v(1.5, 0.0, 0.0),
        DVec3::Z,
        v(-0.9167, 0.0, 1.7776),
        v(1.5, 0.0, 0.0),
    );
    check(
        limb(1.0, 1.0),
        v(0.0, 0.0, -3.0),
        DVec3::Y,
        v(0.0, 0.0, -1.0),
        v(0.0, 0.0, -2.0),
    );
    check(
        limb(3.0, 1.0),
        v(1.0, 0.0, 0.0),
        DVec3::Z,
        v(3.0, 0.0, 0.0),
        v(2.0, 0.0, 0.0),
    );
}

#[test]
fn a_limb_solves_alike_wherever_it_stands() {
    let away = v(3.0, -2.0, 7.0);
    for (target, pole) in [
        (v(1.0, 0.0, -1.0), v(0.0, 5.0, 0.3)),
        (v(0.2, 1.1, 0.4), v(-1.0, 0.1, 0.0)),
    ] {
        let here = solve(&limb(1.0, 1.0), target, pole, None);
        let Limb { root, middle, end } = limb(1.0, 1.0);
        let moved = Limb {
            root: root + away,
            middle: middle + away,
            end: end + away,
        };
        let there = solve(&moved, target + away, pole + away, None);
        assert!(
            there.middle.abs_diff_eq(here.middle + away, 1e-9)
                && there.end.abs_diff_eq(here.end + away, 1e-9)
        );
    }
}

/// Property 07.5.
#[test]
fn stretching_follows_its_table() {
    let stretch = Some(Stretch {
        start: 0.8,
        most: 1.2,
    });
    let table = [
        (1.6, 1.0, None),
        (1.8, 1.05, Some(0.5408)),
        (2.0, 1.1, Some(0.4583)),
        (2.2, 1.15, Some(0.3354)),
    ];
    for (distance, factor, height) in table {
        let solved = solve(&limb(1.0, 1.0), v(distance, 0.0, 0.0), DVec3::Y, stretch);
        assert!((solved.middle.length() - factor).abs() < 1e-6, "{distance}");
        assert!(
            height.is_none_or(|height: f64| (solved.middle.y - height).abs() < 1e-4),
            "{}",
            solved.middle.y
        );
    }
    for (distance, end) in [(2.4, 2.4), (3.0, 2.4)] {
        let solved = solve(&limb(1.0, 1.0), v(distance, 0.0, 0.0), DVec3::Y, stretch);
        assert!((solved.end.x - end).abs() < 1e-6 && solved.middle.y.abs() < 1e-3);
    }
}

/// Properties 07.7 and 07.8.
#[test]
fn impossible_targets_keep_lengths_and_stay_finite() {
    let at_root = solve(&limb(1.0, 1.0), DVec3::ZERO, DVec3::Y, None);
    assert!((at_root.middle.length() - 1.0).abs() < 1e-6 && at_root.end.is_finite());
    let on_line = solve(&limb(1.0, 1.0), v(0.0, 0.0, 1.5), DVec3::Z, None);
    assert!((on_line.middle.distance(v(0.0, 0.0, 0.75)) - 0.6614).abs() < 1e-4);
    let bad = solve(&limb(1.0, 1.0), DVec3::NAN, DVec3::Y, None);
    assert_eq!(bad, limb(1.0, 1.0));
    assert_eq!(
        solve(&limb(0.0, 1.0), DVec3::X, DVec3::Y, None),
        limb(0.0, 1.0)
    );
}

#[test]
fn the_pose_follows_the_solution() {
    let reference = Transform::new(
        Vec3::new(0.1, -0.4, 0.05),
        Quat::from_rotation_x(0.2),
        Vec3::ONE,
    );
    let skeleton = fixture::skeleton(&[-1, 0, 1, 2, 3, 4], |_| reference);
    let (mut pose, mut models) = (Pose::reference(&skeleton), Vec::new());
    local_to_model(&skeleton, &pose, &mut models);
    let bones = LimbBones {
        root: 1,
        middle: 2,
        end: 3,
    };
    let root = Vec3::from(models[1].translation);
    let target = root + Vec3::new(0.2, -0.5, 0.1);
    apply(
        &skeleton,
        bones,
        target,
        root + Vec3::Z,
        &mut pose,
        &mut models,
    );
    assert!(
        Vec3::from(models[3].translation).abs_diff_eq(target, 1e-5),
        "{}",
        models[3].translation
    );
    let mut again = Vec::new();
    local_to_model(&skeleton, &pose, &mut again);
    assert_eq!(
        models, again,
        "what was brought up to date is what the whole gives"
    );
    apply(
        &skeleton,
        LimbBones {
            root: 1,
            middle: 3,
            end: 4,
        },
        Vec3::ZERO,
        Vec3::Z,
        &mut pose,
        &mut models,
    );
    assert_eq!(models, again, "bones that are no limb change nothing");
}

/// Property 07.16.
#[test]
fn a_target_on_its_way_across_everything_makes_no_jump() {
    let step = 1e-3;
    let up = v(0.1, 0.2, 9.0);
    let across = v(1.0, -1.0, 0.0).normalize();
    let ways = [
        (v(-2.5, 0.3, 0.0), DVec3::X, up),
        (v(0.4, -2.5, 0.0), DVec3::Y, up),
        (v(0.2, 0.1, -3.0), DVec3::Z, v(9.0, 0.0, 0.0)),
        (v(-1.2, 1.2, 0.02), across, v(9.0, 9.0, 0.1)),
    ];
    // Over the pole a limb turns about: no more can be asked than numbers.
    for tick in 0..5000 {
        let solved = solve(
            &limb(1.0, 1.0),
            v(-2.5, 0.0, 0.5) + DVec3::X * step * f64::from(tick),
            DVec3::Z,
            None,
        );
        assert!(solved.middle.is_finite() && solved.end.is_finite());
    }
    for (from, along, pole) in ways {
        let mut last: Option<Limb> = None;
        for tick in 0..5000 {
            let solved = solve(
                &limb(1.0, 1.0),
                from + along * step * f64::from(tick),
                pole,
                None,
            );
            assert!(solved.middle.is_finite() && solved.end.is_finite());
            let moved = last.map_or(0.0, |last| last.middle.distance(solved.middle));
            // At full reach a joint leaves its straight line by the root of what is missing; near
            // the root the limb turns as fast as the target goes around it.
            let around = 4.0 * step / (from + along * step * f64::from(tick)).length();
            assert!(moved < 2.0 * step.sqrt() + around, "{from} {tick}: {moved}");
            last = Some(solved);
        }
    }
}

proptest! {
    /// Property 07.18.
    #[test]
    fn nothing_that_is_asked_for_breaks_a_limb(
        r in prop::array::uniform3(-1.0f64..1.0), j in prop::array::uniform3(-1.0f64..1.0),
        e in prop::array::uniform3(-1.0f64..1.0), t in prop::array::uniform3(-1e6f64..1e6),
        p in prop::array::uniform3(-1e6f64..1e6), size in 0u32..4,
    ) {
        let limb = Limb { root: r.into(), middle: j.into(), end: e.into() };
        let [target, pole] = [t, p].map(|at| DVec3::from(at) * 1e-3f64.powi(size as i32));
        for stretch in [None, Some(Stretch { start: 0.8, most: 1.2 })] {
            let solved = solve(&limb, target, pole, stretch);
            prop_assert!(solved.middle.is_finite() && solved.end.is_finite() && solved.root == limb.root);
        }
    }

    /// Property 07.15.
    #[test]
    fn reachable_targets_are_reached_on_the_side_of_the_pole(
        a in 0.2f64..3.0, b in 0.2f64..3.0, part in 0.01f64..0.99,
        t in prop::array::uniform3(-1.0f64..1.0), p in prop::array::uniform3(-5.0f64..5.0),
    ) {
        let towards = direction(DVec3::from(t));
        prop_assume!(towards.is_some());
        let distance = (a - b).abs() + part * (a + b - (a - b).abs());
        let (target, pole) = (towards.unwrap() * distance, DVec3::from(p));
        let solved = solve(&limb(a, b), target, pole, None);
        prop_assert!((solved.middle.length() - a).abs() < 1e-6);
        prop_assert!((solved.end.distance(solved.middle) - b).abs() < 1e-6);
        let off = pole - target * (pole.dot(target) / target.length_squared());
        prop_assert!(off.length() < 1e-3 || (solved.middle - target * 0.5).dot(off) >= -1e-6);
    }
}

#[test]
fn stretching_without_room_or_a_bone_without_length_changes_nothing() {
    let none = Some(Stretch {
        start: 1.2,
        most: 1.2,
    });
    for distance in [1.0, 1.9, 5.0] {
        let at = |stretch| solve(&limb(1.0, 1.0), v(distance, 0.0, 0.0), DVec3::Y, stretch);
        assert_eq!(at(none), at(None), "{distance}");
    }
    for (upper, lower) in [(1.0, 0.0), (0.0, 1.0), (0.95e-4, 1.0), (1.0, 0.95e-4)] {
        assert_eq!(
            solve(&limb(upper, lower), DVec3::X, DVec3::Y, None),
            limb(upper, lower)
        );
    }
    assert_ne!(
        solve(&limb(1.05e-4, 1.0), DVec3::X, DVec3::Y, None),
        limb(1.05e-4, 1.0)
    );
    assert_eq!(
        solve(&limb(1.0, 1.0), DVec3::X, DVec3::NAN, None),
        limb(1.0, 1.0)
    );
}

#[test]
fn without_a_side_to_bend_to_a_limb_bends_anywhere_at_a_right_angle() {
    for along in [
        DVec3::X,
        DVec3::Y,
        DVec3::NEG_Y,
        DVec3::Z,
        v(0.3, 0.95, 0.1).normalize(),
    ] {
        let straight = Limb {
            root: DVec3::ZERO,
            middle: along,
            end: along * 2.0,
        };
        let solved = solve(&straight, along * 1.2, along * 9.0, None);
        assert!((solved.middle.dot(along) - 0.6).abs() < 1e-9, "{along}");
        assert!(
            (solved.middle.length() - 1.0).abs() < 1e-9
                && solved.end.abs_diff_eq(along * 1.2, 1e-9)
        );
    }
}

/// A straight limb down from its root, whose parent is turned and scaled.
fn hanging() -> (Skeleton, Pose, Vec<Affine3A>) {
    let skeleton = fixture::skeleton(&[-1, 0, 1, 2], |bone| match bone {
        0 => Transform::new(
            Vec3::new(1.0, 2.0, 0.0),
            Quat::from_rotation_z(0.8),
            Vec3::splat(2.0),
        ),
        _ => Transform::from_translation(Vec3::NEG_Y * 0.25),
    });
    let (pose, mut models) = (Pose::reference(&skeleton), Vec::new());
    local_to_model(&skeleton, &pose, &mut models);
    (skeleton, pose, models)
}

#[test]
fn a_limb_reaches_all_around_and_right_behind_itself() {
    let bones = LimbBones {
        root: 1,
        middle: 2,
        end: 3,
    };
    let (skeleton, pose, models) = hanging();
    let root = Vec3::from(models[1].translation);
    let down = (Vec3::from(models[3].translation) - root).normalize();
    for degrees in (0..=360u16).step_by(5) {
        for distance in [0.3, 0.999, 1.0] {
            let turn = Quat::from_axis_angle(Vec3::Z, f32::from(degrees).to_radians());
            let target = root + turn * down * distance;
            let (mut pose, mut models) = (pose.clone(), models.clone());
            apply(
                &skeleton,
                bones,
                target,
                root + Vec3::Z * 3.0,
                &mut pose,
                &mut models,
            );
            let end = Vec3::from(models[3].translation);
            assert!(
                end.abs_diff_eq(target, 1e-4),
                "{degrees} {distance}: {end} {target}"
            );
        }
    }
}

#[test]
fn bones_or_matrices_that_are_not_there_change_nothing() {
    let (skeleton, pose, models) = hanging();
    let unchanged = |bones: LimbBones, models: &[Affine3A]| {
        let (mut found, mut after) = (pose.clone(), models.to_vec());
        apply(
            &skeleton,
            bones,
            Vec3::ZERO,
            Vec3::Z,
            &mut found,
            &mut after,
        );
        found == pose && after == models
    };
    let whole = LimbBones {
        root: 1,
        middle: 2,
        end: 3,
    };
    assert!(!unchanged(whole, &models) && unchanged(whole, &models[..3]));
    assert!(unchanged(
        LimbBones {
            root: 2,
            middle: 3,
            end: 4
        },
        &models
    ));
    assert!(unchanged(LimbBones { root: 0, ..whole }, &models));
    assert!(unchanged(
        LimbBones {
            middle: 99,
            ..whole
        },
        &models
    ));
    assert!(unchanged(LimbBones { end: 1, ..whole }, &models));
}
