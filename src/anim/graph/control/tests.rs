//! Controls in a graph: alpha, levels of detail, what is missing, and what a control must leave
//! alone.

mod kinds;
mod reaching;
mod springs;
pub(super) mod stage;
mod targets;
mod virtual_bones;
mod warping;

use super::*;
use crate::graph::nodes::{ControlNode, OutputNode, ReferencePoseNode};
use crate::{
    Name, Pose, Transform,
    graph::{Graph, GraphError, GraphParts, Interpolation, Node, Value},
    spaces::Space,
};
use glam::{Quat, Vec3};
use stage::*;

/// Property 05.20.
#[test]
fn without_alpha_the_pose_keeps_every_bit() {
    for kind in every_kind() {
        let mut stage = Stage::new(
            limb(),
            vec![Control {
                alpha: number(0.0),
                ..always(kind.clone())
            }],
        );
        stage.pose_bones();
        let plain = stage.source();
        for alpha in [0.0, 0.9e-5, -3.0, f64::NAN] {
            stage.set_alpha(number(alpha));
            assert_eq!(stage.tick().hash(), plain.hash(), "{alpha} {kind:?}");
        }
        stage.set_alpha(number(1.0));
        stage.tick();
        stage.placement = Transform::from_translation(Vec3::X);
        assert_ne!(stage.tick().hash(), plain.hash(), "{kind:?}");
    }
}

#[test]
fn what_hangs_on_a_moved_bone_follows_and_nothing_else_moves() {
    let mut stage = Stage::new(
        limb(),
        vec![always(moved(2, Vec3::new(0.0, 1.0, 0.0), Space::Model))],
    );
    stage.pose_bones();
    let (before, after) = (models(&stage.source()), stage.tick());
    for bone in [0, 1, 5, 6] {
        assert_eq!(after.get(bone), stage.source().get(bone), "{bone}");
    }
    for (bone, (found, before)) in models(&after).iter().zip(before).enumerate() {
        let wanted = before.translation
            + if (2..5).contains(&bone) {
                Vec3::Y
            } else {
                Vec3::ZERO
            };
        assert!(
            found.translation.abs_diff_eq(wanted, 1e-5),
            "{bone}: {found:?}"
        );
        assert!(found.rotation.abs_diff_eq(before.rotation, 1e-5));
    }
}

#[test]
fn alpha_is_scaled_biased_and_bounded() {
    let shaped = |input: f64, scale: f64, bias: f64, [least, most]: [f64; 2]| {
        ControlAlpha {
            scale,
            bias,
            least,
            most,
            ..ControlAlpha::default()
        }
        .shaped(input)
    };
    let whole = [0.0, 1.0];
    assert_eq!(
        [0.0, 0.25, 1.0, 7.0, -1.0].map(|x| shaped(x, 1.0, 0.0, whole)),
        [0.0, 0.25, 1.0, 1.0, 0.0]
    );
    assert_eq!(
        [0.0, 0.5, 1.0].map(|x| shaped(x, -1.0, 1.0, whole)),
        [1.0, 0.5, 0.0],
        "turned about"
    );
    assert_eq!(
        [0.0, 0.5, 1.0].map(|x| shaped(x, 1.0, 0.0, [0.25, 0.75])),
        [0.25, 0.5, 0.75]
    );
    assert_eq!(
        shaped(0.5, 1.0, 0.0, [0.75, 0.25]),
        0.25,
        "bounds that cross"
    );
    for (input, scale, bias) in [
        (f64::NAN, 1.0, 0.5),
        (0.5, f64::NAN, 0.5),
        (f64::INFINITY, 0.0, 0.5),
    ] {
        assert_eq!(shaped(input, scale, bias, whole), 0.0, "{input} {scale}");
    }
    assert_eq!(shaped(f64::INFINITY, 1.0, 0.0, whole), 1.0);
}

/// By a plain twin, in ticks of any length; ticks that are not evaluated count, and asking again in
/// one does not.
#[test]
fn alpha_goes_after_a_parameter_or_a_curve_at_speeds_of_its_own() {
    let up = || moved(2, Vec3::Y, Space::Model);
    let raised = |stage: &mut Stage| {
        models(&stage.evaluate())[2].translation.y - models(&stage.source())[2].translation.y
    };
    let how = Interpolation {
        rising: 3.0,
        falling: 8.0,
    };
    for input in [
        AlphaInput::Value(Value::Parameter(0)),
        AlphaInput::Curve(Name(7)),
    ] {
        let alpha = ControlAlpha {
            interpolation: Some(how),
            ..input.into()
        };
        let mut stage = Stage::new(
            limb(),
            vec![Control {
                alpha,
                ..always(up())
            }],
        );
        let mut is = 0.25f64;
        for tick in 0..60usize {
            let goal = if tick == 0 {
                0.25
            } else if tick < 30 {
                1.0
            } else {
                0.1
            };
            stage.dt = 0.005 + 0.01 * (tick % 3) as f64;
            stage.state.parameters[0] = goal;
            stage.tell(&[], &[(Name(7), goal as f32)]);
            stage.update();
            if tick > 0 {
                let speed = if goal > is { 3.0 } else { 8.0 };
                is = goal + (is - goal) * (-speed * stage.dt).exp();
            }
            let found = [raised(&mut stage), raised(&mut stage)];
            assert!(
                found
                    .iter()
                    .all(|found| (f64::from(*found) - is).abs() < 1e-4),
                "{tick}: {found:?}, not {is}"
            );
        }
        for _ in 0..5 {
            stage.update();
            is = 0.1 + (is - 0.1) * (-8.0 * stage.dt).exp();
        }
        assert!((f64::from(raised(&mut stage)) - is).abs() < 1e-4);
    }
}

#[test]
fn alpha_follows_a_parameter_a_switch_or_a_curve_of_the_pose() {
    let up = || moved(2, Vec3::Y, Space::Model);
    let raised = |stage: &mut Stage| {
        models(&stage.tick())[2].translation.y - models(&stage.source())[2].translation.y
    };
    let near =
        |found: f32, wanted: f32| assert!((found - wanted).abs() < 1e-5, "{found}, not {wanted}");

    let mut by_value = Stage::new(
        limb(),
        vec![Control {
            alpha: parameter(0),
            ..always(up())
        }],
    );
    for (value, wanted) in [(0.5, 0.5), (1.0, 1.0), (2.0, 1.0), (f64::NAN, 0.0)] {
        by_value.state.parameters[0] = value;
        near(raised(&mut by_value), wanted);
    }
    let (on, easing) = (Value::Parameter(0), crate::montage::Easing::Linear);
    let switch = AlphaInput::Switch {
        on,
        time_in: 0.4,
        time_out: 0.2,
        easing,
    };
    let mut by_switch = Stage::new(
        limb(),
        vec![Control {
            alpha: switch.into(),
            ..always(up())
        }],
    );
    by_switch.dt = 0.1;
    for (is_on, wanted) in [
        (0.0, 0.0),
        (1.0, 0.25),
        (1.0, 0.5),
        (0.0, 0.25),
        (0.0, 0.0),
        (0.0, 0.0),
        (1.0, 0.25),
    ] {
        by_switch.state.parameters[0] = is_on;
        near(raised(&mut by_switch), wanted);
    }
    let curve = AlphaInput::Curve(Name(5));
    let mut by_curve = Stage::new(
        limb(),
        vec![Control {
            alpha: curve.into(),
            ..always(up())
        }],
    );
    near(raised(&mut by_curve), 0.0);
    for (value, wanted) in [(0.5, 0.5), (3.0, 1.0), (-1.0, 0.0)] {
        by_curve.tell(&[], &[(Name(5), value)]);
        near(raised(&mut by_curve), wanted);
    }
}

#[test]
fn a_control_runs_up_to_its_level_of_detail() {
    for (threshold, runs) in [
        (-1, [true, true, true]),
        (0, [true, false, false]),
        (1, [true, true, false]),
    ] {
        let mut stage = Stage::new(
            limb(),
            vec![Control {
                lod_threshold: threshold,
                ..always(moved(2, Vec3::Y, Space::Model))
            }],
        );
        for (lod, runs) in [0, 1, u32::MAX].into_iter().zip(runs) {
            stage.lod = lod;
            assert_eq!(stage.tick() != stage.source(), runs, "{threshold} {lod}");
        }
    }
}

/// Spec 05 §13.
#[test]
fn what_is_missing_lets_the_pose_pass_and_is_told_once() {
    let (target, there) = (
        |space| ControlTarget::new([Value::Number(0.5); 3], space),
        Space::Model,
    );
    let limb_of = |end| {
        ControlKind::TwoBoneIk(TwoBoneIk {
            end,
            ..reach(target(there))
        })
    };
    let look_of = |chain: &[u16]| {
        ControlKind::LookAt(CompiledLookAt {
            chain: links(chain),
            ..look(target(there))
        })
    };
    let cases = [
        (moved(7, Vec3::Y, there), Fault::Bone),
        (limb_of(u16::MAX), Fault::Bone),
        (limb_of(1), Fault::Chain),
        (limb_of(0), Fault::Chain),
        (look_of(&[1, 7]), Fault::Bone),
        (look_of(&[5, 3]), Fault::Chain),
        (look_of(&[2, 2]), Fault::Chain),
        (look_of(&[3, 2]), Fault::Chain),
        (
            ControlKind::ScaleLength(ScaleLength {
                root: 5,
                end: 3,
                target: target(there),
            }),
            Fault::Chain,
        ),
        (
            ControlKind::Fabrik(Fabrik {
                chain: ReachingChain {
                    tip: 6,
                    ..passes(target(there)).chain
                },
                ..passes(target(there))
            }),
            Fault::Chain,
        ),
        (
            ControlKind::Ccd(Ccd {
                chain: ReachingChain {
                    root: 4,
                    ..rounds(target(there)).chain
                },
                ..rounds(target(there))
            }),
            Fault::Chain,
        ),
        (
            ControlKind::LegIk(LegIk(vec![(CompiledLeg { foot: 2, ..leg(4) }, 6)])),
            Fault::Chain,
        ),
        (ControlKind::LegIk(LegIk(vec![(leg(4), 7)])), Fault::Bone),
        (
            ControlKind::FootPlacement(CompiledFootPlacement {
                pelvis: 5,
                ..feet()
            }),
            Fault::Chain,
        ),
        (moved(2, Vec3::splat(f32::NAN), there), Fault::Number),
        (moved(2, Vec3::splat(f32::INFINITY), there), Fault::Number),
    ];
    for (kind, fault) in cases {
        let mut stage = Stage::new(limb(), vec![always(kind.clone())]);
        for _ in 0..3 {
            assert_eq!(stage.tick().hash(), stage.source().hash(), "{kind:?}");
            assert_eq!(stage.state.faults(), [(2, fault)], "{kind:?}");
        }
    }
    let (mut odd, mut plain) = (
        moved(2, Vec3::Y, Space::Bone(7)),
        moved(2, Vec3::Y, Space::Model),
    );
    let shown = [&mut odd, &mut plain].map(|kind| {
        let mut stage = Stage::new(limb(), vec![always(kind.clone())]);
        (stage.tick(), stage.tick(), stage.state.faults().to_vec())
    });
    assert_eq!(
        shown[0].0, shown[1].0,
        "model space takes the place of a space that is not there"
    );
    assert_eq!(
        (&shown[0].2[..], &shown[1].2[..]),
        (&[(2, Fault::Space)][..], &[][..])
    );
}

#[test]
fn a_list_of_bones_that_is_not_sound_changes_nothing() {
    let at = |x: f32| Transform::from_translation(Vec3::X * x);
    let refused = |list: &[(u16, Transform)]| {
        let (skeleton, mut known) = (limb(), crate::spaces::Models::default());
        let mut pose = Pose::reference(&skeleton);
        let (before, mut entries) = (pose.hash(), list.to_vec());
        let mut bones = bones::ControlContext {
            model: crate::spaces::ModelPose::new(
                &skeleton,
                &mut pose,
                &mut known,
                Transform::IDENTITY,
            ),
            inputs: &[0.0; target::MOST_INPUTS],
            dt: 0.0,
            is_whole: true,
            entries: &mut entries,
            joints: &mut Vec::new(),
            path: &mut Vec::new(),
            work: &mut crate::ik::Work::default(),
            ground: &crate::ground::Hits::default(),
            targets: &crate::instance::WarpTargets::default(),
            told: &mut Vec::new(),
            warped: None,
            warp: bones::Warps {
                gait: gait::RootMotionGait::Nothing,
                legs: &mut Vec::new(),
                rigids: &mut Vec::new(),
            },
            curve: None,
        };
        let is_written = evaluate::write(&mut bones, 1.0, &mut Vec::new());
        assert_eq!(is_written && !list.is_empty(), pose.hash() != before);
        !is_written
    };
    assert!(!refused(&[]) && !refused(&[(2, at(1.0))]) && !refused(&[(2, at(1.0)), (3, at(2.0))]));
    for list in [
        &[(3, at(1.0)), (2, at(2.0))][..],
        &[(2, at(1.0)), (2, at(2.0))],
        &[(2, at(1.0)), (3, at(f32::NAN))],
        &[(
            2,
            Transform {
                scale: Vec3::splat(f32::INFINITY),
                ..at(1.0)
            },
        )],
        &[(7, at(1.0))],
    ] {
        assert!(refused(list), "{list:?}");
    }
}

/// A source that is not finite makes a list that is not: told, and it passes.
#[test]
fn a_pose_that_is_no_number_is_told_of_and_passes() {
    let mut stage = Stage::new(limb(), vec![always(moved(2, Vec3::Y, Space::Model))]);
    stage.tick();
    assert!(stage.state.faults().is_empty());
    stage.skeleton = crate::fixture::skeleton(&PARENTS, |_| {
        Transform::from_translation(Vec3::splat(f32::NAN))
    });
    stage.tick();
    let told = stage.state.clone();
    stage.evaluate();
    assert_eq!(
        (stage.state.faults(), stage.state == told),
        (&[(2, Fault::Bones)][..], true)
    );
}

/// Controls one after the other see what those before them did, whatever is known of the pose
/// already.
#[test]
fn controls_in_a_row_come_out_as_if_each_had_a_graph_of_its_own() {
    let target = ControlTarget::new([0.6, 0.9, 0.3].map(Value::Number), Space::Model);
    let row = vec![
        always(moved(1, Vec3::new(0.1, 0.2, 0.3), Space::ParentBone)),
        always(ControlKind::TwoBoneIk(reach(target))),
        Control {
            alpha: number(0.0),
            ..always(moved(3, Vec3::X, Space::Model))
        },
        Control {
            alpha: number(0.5),
            ..always(moved(6, Vec3::X, Space::Bone(3)))
        },
        always(ControlKind::LookAt(look(target))),
    ];
    let mut all = Stage::new(limb(), row.clone());
    all.pose_bones();
    let mut pose = all.source();
    for control in row {
        let mut alone = Stage::new(limb(), vec![control]);
        let bones: Vec<_> = (0..pose.len())
            .map(|bone| (Name(bone as u64 + 1), pose.get(bone)))
            .collect();
        alone.tell(&bones, &[]);
        pose = alone.tick();
    }
    let found = all.tick();
    for bone in 0..pose.len() {
        let (a, b) = (found.get(bone), pose.get(bone));
        assert!(
            a.translation.abs_diff_eq(b.translation, 1e-5)
                && a.rotation.abs_diff_eq(b.rotation, 1e-5),
            "{bone}"
        );
    }
}

/// Property 05.14, with everything that remembers.
#[test]
fn an_evaluation_again_gives_the_same_bits_and_changes_nothing() {
    for kind in every_kind() {
        let mut stage = Stage::new(limb(), vec![always(kind.clone())]);
        for tick in 0..12 {
            stage.state.parameters[1] = f64::from(tick % 5 / 2);
            stage.placement = Transform::from_translation(Vec3::X * (tick as f32 * 0.3).sin());
            let once = stage.tick();
            let state = stage.state.clone();
            assert_eq!(once.hash(), stage.evaluate().hash(), "{kind:?}");
            assert_eq!(state, stage.state, "{kind:?}");
        }
    }
}

/// Property 05.14, the other half: whatever remembers nothing does not know what was evaluated
/// before.
#[test]
fn evaluating_seldom_comes_out_as_evaluating_always() {
    for kind in every_kind().into_iter().filter(|kind| !kind.remembers()) {
        let switch = AlphaInput::Switch {
            on: Value::Parameter(1),
            time_in: 0.5,
            time_out: 0.3,
            easing: crate::montage::Easing::Linear,
        };
        let control = Control {
            alpha: switch.into(),
            ..always(kind.clone())
        };
        let (mut often, mut seldom) = (
            Stage::new(limb(), vec![control.clone()]),
            Stage::new(limb(), vec![control]),
        );
        for tick in 0..40 {
            for stage in [&mut often, &mut seldom] {
                stage.state.parameters[1] = f64::from(tick % 14 / 9);
                stage.update();
            }
            let shown = often.evaluate();
            if tick % 6 == 5 {
                assert_eq!(shown.hash(), seldom.evaluate().hash(), "{tick} {kind:?}");
                assert_eq!(often.state, seldom.state);
            }
        }
    }
}

#[test]
fn bones_that_running_controls_speak_of_are_known() {
    let coarse = always(moved(2, Vec3::Y, Space::Bone(6)));
    let fine = Control {
        lod_threshold: 0,
        ..always(ControlKind::LookAt(look(ControlTarget::new(
            values(Vec3::X),
            Space::World,
        ))))
    };
    let stage = Stage::new(limb(), vec![coarse, fine]);
    let known = |lod| {
        let mut bones = Vec::new();
        stage
            .graph
            .for_each_read_bone(lod, &stage.skeleton, |bone| bones.push(bone));
        bones
    };
    assert_eq!([known(0), known(1)], [vec![2, 6, 1, 4], vec![2, 6]]);
}

#[test]
fn controls_that_hold_no_water_are_no_graph() {
    let parts = |control: u16, kind| {
        let nodes = [
            Node::ReferencePose(ReferencePoseNode),
            Node::Control(ControlNode { source: 0, control }),
            Node::Output(OutputNode { source: 1 }),
        ];
        GraphParts {
            controls: vec![always(kind)],
            ..GraphParts::from(&nodes)
        }
    };
    let fine = || moved(2, Vec3::Y, Space::Model);
    let limits = |bones: &[u16]| {
        let limit = |bone: &u16| AngleLimit {
            bone: *bone,
            least: [0.0; 3],
            most: [1.0; 3],
        };
        ControlKind::ApplyLimits(bones.iter().map(limit).collect())
    };
    let target = ControlTarget::new([Value::Number(0.0); 3], Space::Model);
    assert!(Graph::new(parts(0, fine())).is_ok_and(|graph| graph.buffer_count() == 1));
    assert!(Graph::new(parts(0, limits(&[1, 2]))).is_ok());
    let refused = |parts| Graph::new(parts).unwrap_err();
    assert_eq!(refused(parts(1, fine())), GraphError::Table(1));
    assert_eq!(refused(parts(0, limits(&[2, 2]))), GraphError::Settings(1));
    assert_eq!(
        refused(parts(
            0,
            ControlKind::LookAt(CompiledLookAt {
                chain: vec![],
                ..look(target)
            })
        )),
        GraphError::Settings(1)
    );
    let mut endless = leg(4);
    endless.settings.iterations = u32::MAX;
    for kind in [
        ControlKind::Fabrik(Fabrik {
            iterations: 101,
            ..passes(target)
        }),
        ControlKind::Ccd(Ccd {
            iterations: u32::MAX,
            ..rounds(target)
        }),
        ControlKind::LegIk(LegIk(vec![(endless, 6)])),
        ControlKind::FootPlacement(CompiledFootPlacement {
            legs: vec![PlacedLeg {
                leg: endless,
                ball: 3,
                permit: None,
            }],
            ..feet()
        }),
    ] {
        assert_eq!(
            refused(parts(0, kind)),
            GraphError::Settings(1),
            "no search without an end"
        );
    }
    let asks = ControlTarget {
        at: [Value::Parameter(0); 3],
        ..target
    };
    assert_eq!(
        refused(parts(0, ControlKind::LookAt(look(asks)))),
        GraphError::Value
    );
    let mut switched = parts(0, fine());
    switched.controls[0].alpha = parameter(3);
    assert_eq!(refused(switched), GraphError::Value);
}

#[test]
fn a_control_over_nothing_has_the_reference_pose() {
    let nodes = [
        Node::Control(ControlNode {
            source: crate::graph::NO_NODE,
            control: 0,
        }),
        Node::Output(OutputNode { source: 0 }),
    ];
    let controls = vec![always(moved(2, Vec3::Y, Space::Model))];
    let mut stage = Stage::of(
        limb(),
        GraphParts {
            controls,
            ..GraphParts::from(&nodes)
        },
    );
    let wanted = models(&Pose::reference(&limb()))[2].translation + Vec3::Y;
    for _ in 0..2 {
        assert!(
            models(&stage.tick())[2]
                .translation
                .abs_diff_eq(wanted, 1e-5)
        );
    }
}

#[test]
fn sizes_of_bones_stay_through_a_control_and_a_turned_root() {
    let skeleton = crate::fixture::skeleton(&[-1, 0, 1], |bone| {
        Transform::new(
            Vec3::Y,
            Quat::from_rotation_x(0.5 * bone as f32),
            Vec3::splat([2.0, 0.5, 3.0][bone]),
        )
    });
    let mut stage = Stage::new(skeleton, vec![always(moved(2, Vec3::X, Space::Model))]);
    let (before, after) = (stage.source(), stage.tick());
    assert!(
        after.get(2).scale.abs_diff_eq(before.get(2).scale, 1e-6),
        "{:?}",
        after.get(2)
    );
    assert!(after.rotation(2).abs_diff_eq(before.rotation(2), 1e-6));
}
