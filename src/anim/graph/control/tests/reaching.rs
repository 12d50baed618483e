//! Chains and legs that reach, and feet that stand on their ground.

use super::*;
use crate::{
    ground::Hits,
    ik::{
        LockWord, Reason,
        ccd::Order,
        foot_placement::{PelvisMode, Rate},
        two_bone::TooClose,
    },
};
use glam::DVec3;

fn at(at: Vec3, space: Space) -> ControlTarget {
    ControlTarget::new(values(at), space)
}

fn posed(kind: ControlKind) -> Stage {
    let mut stage = Stage::new(limb(), vec![always(kind)]);
    stage.pose_bones();
    stage
}

fn told(stage: &Stage) -> Vec<ControlReport> {
    stage
        .state
        .told(&stage.graph)
        .map(|(node, told)| (node, *told))
        .inspect(|(node, _)| assert_eq!(*node, 2))
        .map(|it| it.1)
        .collect()
}

fn lengths(bones: &[Transform]) -> Vec<f32> {
    [2, 3, 4]
        .iter()
        .map(|bone| {
            bones[*bone]
                .translation
                .distance(bones[*bone - 1].translation)
        })
        .collect()
}

/// In every space that a target may be in, a chain gets there and keeps the lengths of its links.
#[test]
fn a_chain_reaches_its_target_in_any_space() {
    let goal = Vec3::new(0.35, 1.1, 0.5);
    for space in [Space::Model, Space::World, Space::Bone(6)] {
        let local = if space == Space::Bone(6) {
            Vec3::new(0.1, -0.4, 0.4)
        } else {
            goal
        };
        for kind in [
            ControlKind::Fabrik(passes(at(local, space))),
            ControlKind::Ccd(rounds(at(local, space))),
        ] {
            let mut stage = posed(kind);
            if space == Space::World {
                stage.placement = Transform::from_translation(Vec3::new(0.1, 0.2, -0.1));
            }
            let before = models(&stage.source());
            let wanted = match space {
                Space::Bone(bone) => {
                    before[bone]
                        .compose(&Transform::from_translation(local))
                        .translation
                }
                _ => goal - stage.placement.translation,
            };
            let pose = stage.tick();
            let after = models(&pose);
            assert!(
                after[4].translation.abs_diff_eq(wanted, 2e-4),
                "{space:?}: {} {wanted}",
                after[4].translation
            );
            assert!(
                after[4].rotation.abs_diff_eq(before[4].rotation, 1e-5),
                "the tip keeps how it is turned"
            );
            for (found, wanted) in lengths(&after).iter().zip(lengths(&before)) {
                assert!((found - wanted).abs() < 1e-5);
            }
            assert_eq!(
                told(&stage)
                    .iter()
                    .map(|told| told.reason)
                    .collect::<Vec<_>>(),
                [Reason::Reached]
            );
        }
    }
}

#[test]
fn limits_of_a_chain_hold_it_back() {
    let goal = at(Vec3::new(-0.6, 0.5, -0.7), Space::Model);
    let shown = |kind| models(&posed(kind).tick());
    let bent = |bones: &[Transform]| {
        let link = |bone: usize| bones[bone].translation - bones[bone - 1].translation;
        link(3)
            .angle_between(link(2))
            .max(link(4).angle_between(link(3)))
            .to_degrees()
    };
    let limits = vec![None, Some(10f64.to_radians()), Some(10f64.to_radians())];
    let held = shown(ControlKind::Fabrik(Fabrik {
        limits,
        ..passes(goal)
    }));
    let free = shown(ControlKind::Fabrik(passes(goal)));
    assert!(
        bent(&held) < 10.01 && bent(&free) > 20.0,
        "{} {}",
        bent(&held),
        bent(&free)
    );
    let before = models(&posed(ControlKind::Ccd(rounds(goal))).source());
    let kind = Ccd {
        most_step: Some(5f64.to_radians()),
        iterations: 1,
        order: Order::RootToTip,
        ..rounds(goal)
    };
    let after = shown(ControlKind::Ccd(kind));
    let turned = after[1]
        .rotation
        .angle_between(before[1].rotation)
        .to_degrees();
    assert!((turned - 5.0).abs() < 0.05, "{turned}");
}

#[test]
fn the_tip_of_a_chain_maintains_or_takes_its_turn() {
    let goal = at(Vec3::new(0.35, 1.1, 0.5), Space::Model);
    let quarter = EndRotation::Take(values(Vec3::new(0.0, 90.0, 0.0)));
    let kinds = |tip_rotation| {
        [
            ControlKind::Fabrik(Fabrik {
                chain: ReachingChain {
                    tip_rotation,
                    ..passes(goal).chain
                },
                pole: Some(goal),
                ..passes(goal)
            }),
            ControlKind::Ccd(Ccd {
                chain: ReachingChain {
                    tip_rotation,
                    ..rounds(goal).chain
                },
                ..rounds(goal)
            }),
        ]
    };
    for kind in kinds(EndRotation::Maintain) {
        let mut stage = posed(kind);
        let (source, pose) = (stage.source(), stage.tick());
        assert!(pose.rotation(4).abs_diff_eq(source.rotation(4), 1e-5));
    }
    for kind in kinds(quarter) {
        let turned = models(&posed(kind).tick())[4].rotation;
        assert!(
            turned
                .dot(Quat::from_rotation_y(std::f32::consts::FRAC_PI_2))
                .abs()
                > 1.0 - 1e-6
        );
    }
}

/// A leg goes to the bone that is its goal, and takes its turn; two knees as well as one.
#[test]
fn a_foot_goes_to_the_bone_that_is_its_goal() {
    for foot in [3, 4] {
        let nearer = moved(6, Vec3::new(-0.2, 0.2, 0.3), Space::Model);
        let kind = ControlKind::LegIk(LegIk(vec![(leg(foot), 6)]));
        let mut stage = Stage::new(limb(), vec![always(nearer), always(kind)]);
        stage.pose_bones();
        let after = models(&stage.tick());
        let foot = usize::from(foot);
        assert!(
            after[foot]
                .translation
                .abs_diff_eq(after[6].translation, 2e-4),
            "{foot}"
        );
        assert!(after[foot].rotation.dot(after[6].rotation).abs() > 1.0 - 1e-6);
        let told: Vec<_> = stage
            .state
            .told(&stage.graph)
            .map(|(node, told)| (node, told.reason))
            .collect();
        assert_eq!(told, [(3, Reason::Reached)]);
    }
}

#[test]
fn a_limb_says_why_and_may_reach_what_is_too_close() {
    let of = |goal: Vec3, too_close| {
        let mut stage = posed(ControlKind::TwoBoneIk(TwoBoneIk {
            too_close,
            ..reach(at(goal, Space::Model))
        }));
        let end = models(&stage.tick())[3].translation;
        (end, told(&stage)[0])
    };
    let (_, far) = of(Vec3::splat(9.0), TooClose::KeepLengths);
    assert_eq!(
        (far.bone, far.reason, far.stretch),
        (3, Reason::Straight, 1.0)
    );
    assert!(far.reach.is_some_and(|reach| reach > 14.0));
    // Bones of one length fold to nothing: the upper one is made longer first.
    let longer = moved(2, Vec3::Y, Space::ParentBone);
    let root = models(&posed(longer.clone()).source())[1].translation;
    let goal = at(root + Vec3::X * 0.1, Space::Model);
    let shown = |too_close| {
        let kind = ControlKind::TwoBoneIk(TwoBoneIk {
            too_close,
            ..reach(goal)
        });
        let mut stage = Stage::new(limb(), vec![always(longer.clone()), always(kind)]);
        stage.pose_bones();
        let end = models(&stage.tick())[3].translation;
        (
            end.distance(root),
            stage.state.told(&stage.graph).last().unwrap().1.reason,
        )
    };
    let (kept, reached) = (shown(TooClose::KeepLengths), shown(TooClose::Reach));
    assert!(
        kept.0 > 0.5 && (reached.0 - 0.1).abs() < 1e-4,
        "{kept:?} {reached:?}"
    );
    assert_eq!([kept.1, reached.1], [Reason::TooClose; 2]);
}

/// Ground under a foot lifts it by as much, and it turns with the slope.
#[test]
fn a_foot_stands_on_the_ground_under_it() {
    let mut stage = posed(ControlKind::FootPlacement(feet()));
    stage.ground = Hits::default();
    let plain = models(&stage.tick());
    assert!(
        plain[3]
            .translation
            .abs_diff_eq(models(&stage.source())[3].translation, 1e-5),
        "no ground is flat"
    );
    for height in [0.1, -0.2] {
        let mut stage = posed(ControlKind::FootPlacement(feet()));
        stage.ground = under(3, f64::from(height), DVec3::Y);
        let after = models(&stage.tick());
        let wanted = plain[3].translation + Vec3::Y * height;
        assert!(
            after[3].translation.abs_diff_eq(wanted, 1e-4),
            "{height}: {} {wanted}",
            after[3].translation
        );
        assert!(after[3].rotation.abs_diff_eq(plain[3].rotation, 1e-4));
        assert_eq!(told(&stage)[0].lock, Some(LockWord::Free));
    }
    let normal = DVec3::new(0.0, 1.0, 0.25).normalize();
    let mut stage = posed(ControlKind::FootPlacement(feet()));
    stage.ground = under(3, 0.0, normal);
    let up = models(&stage.tick())[3].rotation * plain[3].rotation.conjugate() * Vec3::Y;
    assert!(up.abs_diff_eq(normal.as_vec3(), 1e-4), "{up}");
}

/// The world is where the character stands, turned and sized.
#[test]
fn ground_is_that_of_the_world() {
    for placement in [
        Transform::from_translation(Vec3::new(3.0, 2.0, -1.0)),
        Transform::new(
            Vec3::new(3.0, 2.0, -1.0),
            Quat::from_rotation_y(1.0),
            Vec3::ONE,
        ),
        Transform::new(
            Vec3::new(3.0, 2.0, -1.0),
            Quat::from_rotation_y(1.0),
            Vec3::splat(2.0),
        ),
    ] {
        let mut stage = posed(ControlKind::FootPlacement(feet()));
        (stage.placement, stage.ground) = (placement, under(3, 2.1, DVec3::Y));
        let plain = models(&stage.source())[3].translation;
        let after = models(&stage.tick())[3].translation;
        let wanted = plain + Vec3::Y * 0.1 / placement.scale;
        assert!(
            after.abs_diff_eq(wanted, 1e-4),
            "{placement:?}: {after}, not {wanted}"
        );
    }
}

/// The pelvis comes down so that a leg reaches lower ground, and stays in the air.
#[test]
fn the_pelvis_comes_down_to_reach_and_not_in_the_air() {
    let deep = CompiledFootPlacement {
        in_air: Value::Parameter(0),
        settings: FeetSettings {
            pelvis_mode: PelvisMode::Simple,
            ..feet().settings
        },
        ..feet()
    };
    let mut stage = posed(ControlKind::FootPlacement(deep));
    stage.ground = under(3, -0.5, DVec3::Y);
    let before = models(&stage.source());
    let after = models(&stage.tick());
    assert!(
        (after[0].translation.y - before[0].translation.y + 0.5).abs() < 1e-4,
        "{}",
        after[0].translation
    );
    assert!(
        after[6]
            .translation
            .abs_diff_eq(before[6].translation - Vec3::Y * 0.5, 1e-4),
        "the rest comes along"
    );
    stage.state.parameters[0] = 1.0;
    let aloft = models(&stage.tick());
    assert!(
        aloft[0]
            .translation
            .abs_diff_eq(before[0].translation, 1e-4)
    );
}

/// A planted foot stays in the world while the character goes on, as long as its curve permits.
#[test]
fn a_planted_foot_stays_in_the_world() {
    let lock = PlantLock {
        distance: 9.0,
        speed: 5.0,
        radius: 0.2,
        angle: 45.0,
        ratio: 1.0,
    };
    let kind = CompiledFootPlacement {
        settings: FeetSettings {
            lock: Some(lock),
            ..feet().settings
        },
        legs: vec![PlacedLeg {
            leg: leg(3),
            ball: 3,
            permit: Some(Name(5)),
        }],
        ..feet()
    };
    let mut stage = posed(ControlKind::FootPlacement(kind));
    stage.ground = under(3, 0.0, DVec3::Y);
    let mut seen = Vec::new();
    for tick in 0..12 {
        let permits = if tick < 6 { 1.0 } else { 0.0 };
        stage.tell(&[], &[(Name(5), permits)]);
        stage.placement = Transform::from_translation(Vec3::Z * (0.02 * tick as f32));
        let foot = models(&stage.tick())[3].translation + stage.placement.translation;
        seen.push((told(&stage)[0].lock.unwrap(), foot));
    }
    assert_eq!(
        [seen[0].0, seen[1].0, seen[2].0, seen[5].0],
        [
            LockWord::Free,
            LockWord::Lock,
            LockWord::Hold,
            LockWord::Hold
        ]
    );
    assert_eq!([seen[6].0, seen[7].0], [LockWord::Curve, LockWord::Free]);
    assert!(
        seen[1..6]
            .iter()
            .all(|(_, foot)| foot.abs_diff_eq(seen[1].1, 1e-4)),
        "{seen:?}"
    );
    stage.teleported = true;
    stage.tick();
    assert_eq!(told(&stage)[0].lock, Some(LockWord::Free));
}

/// A foot that was off for a while begins anew, where its ground is.
#[test]
fn feet_begin_anew_when_they_were_off() {
    let slow = Rate {
        stiffness: 1.0,
        damping: 2.0,
    };
    let kind = CompiledFootPlacement {
        settings: FeetSettings {
            plane_spring: slow,
            pelvis_spring: slow,
            ..feet().settings
        },
        ..feet()
    };
    let control = Control {
        alpha: parameter(0),
        ..always(ControlKind::FootPlacement(kind))
    };
    let mut stage = Stage::new(limb(), vec![control]);
    stage.pose_bones();
    stage.state.parameters[0] = 1.0;
    stage.ground = under(3, 0.0, DVec3::Y);
    let plain = models(&stage.tick())[3].translation.y;
    stage.ground = under(3, 0.1, DVec3::Y);
    let risen = models(&stage.tick())[3].translation.y - plain;
    assert!((0.0..0.01).contains(&risen), "slow: {risen}");
    stage.state.parameters[0] = 0.0;
    stage.tick();
    stage.state.parameters[0] = 1.0;
    let risen = models(&stage.tick())[3].translation.y - plain;
    assert!((risen - 0.1).abs() < 1e-4, "at once: {risen}");
}

/// What is asked of the ground is asked before a tick.
#[test]
fn a_graph_of_feet_asks_for_their_ground() {
    let stage = Stage::new(limb(), vec![always(ControlKind::FootPlacement(feet()))]);
    let wanted = crate::ground::Probe {
        bone: 3,
        up: 3.0,
        down: 3.0,
        radius: 0.05,
    };
    assert_eq!(stage.graph.probes(), [wanted]);
}

/// A control that did not run in a tick says nothing of it.
#[test]
fn what_did_not_run_says_nothing() {
    let control = Control {
        alpha: parameter(0),
        ..always(ControlKind::TwoBoneIk(reach(at(Vec3::ONE, Space::Model))))
    };
    let mut stage = Stage::new(limb(), vec![control]);
    for (alpha, count) in [(1.0, 1), (0.0, 0), (1.0, 1)] {
        stage.state.parameters[0] = alpha;
        stage.tick();
        assert_eq!(told(&stage).len(), count);
    }
}
