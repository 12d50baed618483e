//! Targets on sockets and where a game named a place.

use super::*;
use crate::ik::Reason;

const LEDGE: Name = Name(77);

fn ledge() -> Within {
    Within::WarpTarget(LEDGE)
}

/// Of each kind that reaches for a target, turned as that is where it can be.
fn reaching(at: Vec3, within: Within) -> Vec<ControlKind> {
    let target = ControlTarget {
        at: values(at),
        within,
    };
    let turned = EndRotation::Take([30.0, -20.0, 50.0].map(Value::Number));
    vec![
        ControlKind::TwoBoneIk(TwoBoneIk {
            pole: target,
            end_rotation: turned,
            ..reach(target)
        }),
        ControlKind::LookAt(CompiledLookAt {
            time: 0.0,
            ..look(target)
        }),
        ControlKind::ScaleLength(ScaleLength {
            root: 1,
            end: 4,
            target,
        }),
        ControlKind::Fabrik(Fabrik {
            chain: ReachingChain {
                tip_rotation: turned,
                ..passes(target).chain
            },
            pole: Some(target),
            ..passes(target)
        }),
        ControlKind::Ccd(Ccd {
            chain: ReachingChain {
                tip_rotation: turned,
                ..rounds(target).chain
            },
            ..rounds(target)
        }),
    ]
}

fn of(kind: ControlKind) -> Stage {
    let mut stage = Stage::new(limb(), vec![always(kind)]);
    stage.placement = Transform::new(
        Vec3::new(3.0, -0.2, 40.0),
        Quat::from_rotation_y(2.0),
        Vec3::ONE,
    );
    stage.pose_bones();
    stage
}

fn told(stage: &Stage) -> Vec<Reason> {
    stage
        .state
        .told(&stage.graph)
        .map(|(_, told)| told.reason)
        .collect()
}

/// Bones in model space are where a frame, given by its place in model space, has them.
fn assert_same(found: &Pose, wanted: &Pose, kind: &ControlKind) {
    for (bone, (found, wanted)) in models(found).iter().zip(models(wanted)).enumerate() {
        let near = found.translation.abs_diff_eq(wanted.translation, 2e-4)
            && found.scale.abs_diff_eq(wanted.scale, 2e-4);
        let turned = found.rotation.dot(wanted.rotation).abs() > 1.0 - 1e-6;
        assert!(
            near && turned,
            "bone {bone}: {found:?}, {wanted:?}, {kind:?}"
        );
    }
}

/// Where it is in the world, a target in model space would be seen from the character.
#[test]
fn what_reaches_for_a_warp_target_reaches_where_the_game_put_it() {
    let (at, place) = (Vec3::new(0.1, 0.05, -0.2), Vec3::new(0.35, 1.2, 0.6));
    let frame = Transform::new(
        place,
        Quat::from_rotation_z(0.7) * Quat::from_rotation_x(-0.4),
        Vec3::ONE,
    );
    for kind in reaching(at, ledge()) {
        let mut stage = of(kind.clone());
        let world = stage.placement.compose(&frame);
        stage.targets.set(
            LEDGE,
            Transform {
                scale: Vec3::new(2.0, 0.5, 7.0),
                ..world
            },
        );
        let found = stage.tick();
        let turn = (frame.rotation
            * crate::ik::turn::euler(glam::DVec3::new(30.0, -20.0, 50.0)).as_quat())
        .as_dquat();
        // About x, then y, then z, as a product from the left.
        let (z, y, x) = turn.to_euler(glam::EulerRot::ZYX);
        let degrees = [x, y, z].map(f64::to_degrees);
        let there = frame.compose(&Transform::from_translation(at)).translation;
        let mut alike = reaching(there, Within::Space(Space::Model));
        let same = alike
            .iter_mut()
            .find(|it| std::mem::discriminant(*it) == std::mem::discriminant(&kind))
            .unwrap();
        let turned = EndRotation::Take(degrees.map(Value::Number));
        match same {
            ControlKind::TwoBoneIk(limb) => limb.end_rotation = turned,
            ControlKind::Fabrik(chain) => chain.chain.tip_rotation = turned,
            ControlKind::Ccd(chain) => chain.chain.tip_rotation = turned,
            _ => {}
        }
        let wanted = of(same.clone()).tick();
        assert_same(&found, &wanted, &kind);
        assert_ne!(found.hash(), stage.source().hash(), "{kind:?}");
    }
}

/// A socket hangs on its bone as that comes in.
#[test]
fn what_reaches_for_a_socket_reaches_where_it_hangs() {
    let local = Transform::new(
        Vec3::new(0.05, -0.1, 0.3),
        Quat::from_rotation_y(0.9),
        Vec3::ONE,
    );
    let at = Vec3::new(0.02, -0.35, 0.1);
    for (kind, plain) in reaching(at, Within::Socket { bone: 6, local })
        .into_iter()
        .zip(reaching(
            local.compose(&Transform::from_translation(at)).translation,
            Within::Space(Space::Bone(6)),
        ))
    {
        let bend = |kind: ControlKind| match kind {
            ControlKind::TwoBoneIk(limb) => ControlKind::TwoBoneIk(TwoBoneIk {
                end_rotation: EndRotation::Keep,
                ..limb
            }),
            ControlKind::Fabrik(mut passes) => {
                passes.chain.tip_rotation = EndRotation::Keep;
                ControlKind::Fabrik(passes)
            }
            ControlKind::Ccd(mut rounds) => {
                rounds.chain.tip_rotation = EndRotation::Keep;
                ControlKind::Ccd(rounds)
            }
            kind => kind,
        };
        let (mut turned, mut stage, mut same) =
            (of(kind.clone()), of(bend(kind.clone())), of(bend(plain)));
        assert_same(&stage.tick(), &same.tick(), &kind);
        assert_ne!(same.tick().hash(), stage.source().hash());
        let before = models(&stage.source());
        let end = if matches!(kind, ControlKind::TwoBoneIk(_)) {
            3
        } else {
            4
        };
        if matches!(kind, ControlKind::LookAt(_) | ControlKind::ScaleLength(_)) {
            continue;
        }
        let given = crate::ik::turn::euler(glam::DVec3::new(30.0, -20.0, 50.0)).as_quat();
        let wanted = before[6].rotation * local.rotation * given;
        let found = models(&turned.tick())[end].rotation;
        assert!(
            found.dot(wanted).abs() > 1.0 - 1e-5,
            "{found} {wanted} {kind:?}"
        );
    }
}

/// Before there is one, after it was removed, and where another of several is gone: the pose keeps
/// every bit, with the reason, and no memory of where it reached.
#[test]
fn a_warp_target_that_is_not_there_lets_the_pose_pass_and_says_so() {
    for kind in reaching(Vec3::ZERO, ledge()) {
        let mut stage = of(kind.clone());
        let place = stage
            .placement
            .compose(&Transform::from_translation(Vec3::new(0.3, 1.0, 0.5)));
        for is_there in [false, true, true, false, true, false, false] {
            if is_there {
                stage.targets.set(LEDGE, place)
            } else {
                _ = stage.targets.remove(LEDGE)
            }
            stage.targets.set(Name(78), Transform::IDENTITY);
            let pose = stage.tick();
            assert_eq!(pose.hash() != stage.source().hash(), is_there, "{kind:?}");
            let missing = told(&stage).contains(&Reason::TargetMissing);
            assert_eq!(
                (missing, told(&stage).len() <= 1),
                (!is_there, true),
                "{kind:?} {:?}",
                told(&stage)
            );
        }
        stage.set_alpha(number(0.0));
        stage.tick();
        assert_eq!(told(&stage), [], "what does nothing misses nothing");
        stage.targets.set(
            LEDGE,
            Transform {
                translation: Vec3::splat(f32::NAN),
                ..place
            },
        );
        stage.set_alpha(number(1.0));
        assert!(stage.tick().is_finite(), "{kind:?}");
    }
}
