use super::*;
use crate::graph::nodes::{ControlNode, ReferencePoseNode};
use crate::{
    Cache, Project,
    compile::{
        compile,
        graph::tests::{GRAPH, RIG, node, project, told_of, wiring},
    },
    graph::{
        ControlAlpha, EndRotation, JointLimit, LegGoal, LinkLimit, NodeKind, PlacedLeg, Target,
        TargetSpace,
    },
    skeleton::{Bone, Socket},
};
use anim::{Name, Transform, graph::control::Within, ik::ccd::Order};
use std::sync::Arc;

/// Root, hips, thigh, calf, foot, and a tail on the root.
fn with(kind: crate::graph::ControlKind) -> Project {
    let (source, alpha) = (Some(Id(11)), ControlAlpha::default());
    let control = NodeKind::Control(ControlNode {
        source,
        alpha,
        lod_threshold: -1,
        kind,
    });
    let mut project = project(wiring(
        vec![
            node(10, control),
            node(11, NodeKind::ReferencePose(ReferencePoseNode {})),
        ],
        10,
    ));
    let rig = Arc::make_mut(project.skeletons.get_mut(&RIG).unwrap());
    let bones = [
        ("hips", 0),
        ("thigh", 1),
        ("calf", 2),
        ("foot", 3),
        ("tail", 0),
    ];
    rig.bones
        .extend(bones.map(|(name, parent)| Bone::new(name, Some(parent), Transform::IDENTITY)));
    project
}

/// What it becomes, and what is told.
fn compiled(kind: crate::graph::ControlKind) -> (Option<ControlKind>, Vec<Kind>) {
    let compiled = compile(
        &with(kind),
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let told = told_of(&compiled, GRAPH)
        .into_iter()
        .map(|(item, kind)| (item, kind).1)
        .collect();
    let graph = compiled.library.graph(Name::new("PG")).expect("it plays");
    (
        graph
            .parts()
            .controls
            .first()
            .map(|control| control.kind.clone()),
        told,
    )
}

fn a_leg(hip: &str, foot: &str) -> Leg {
    Leg {
        hip: hip.into(),
        foot: foot.into(),
        ..Leg::default()
    }
}

fn between(root: &str, tip: &str) -> ReachingChain {
    ReachingChain {
        root: root.into(),
        tip: tip.into(),
        ..ReachingChain::default()
    }
}

use crate::graph::ControlKind as Authored;

#[test]
fn limits_of_chains_go_to_their_joints_in_radians() {
    let chain = Fabrik {
        chain: between("hips", "foot"),
        pole: Some(Target::default()),
        limits: vec![
            LinkLimit {
                bone: "calf".into(),
                most: -90.0,
            },
            LinkLimit {
                bone: "calf".into(),
                most: 5.0,
            },
        ],
        iterations: 1000,
        precision: f64::NAN,
    };
    let (Some(ControlKind::Fabrik(found)), told) = compiled(Authored::Fabrik(chain)) else {
        panic!("it is one")
    };
    assert_eq!((told, found.chain.root, found.chain.tip), (vec![], 1, 4));
    assert_eq!(found.limits, [None, None, Some(90f64.to_radians())]);
    assert!(found.pole.is_some() && found.iterations == 100 && found.precision == LEAST_PRECISION);
    let chain = Ccd {
        chain: ReachingChain {
            tip_rotation: EndRotation::Maintain,
            ..between("thigh", "foot")
        },
        order: Order::RootToTip,
        limits: vec![JointLimit {
            bone: "calf".into(),
            step: None,
            total: Some(20.0),
        }],
        ..Ccd::default()
    };
    let (Some(ControlKind::Ccd(found)), told) = compiled(Authored::Ccd(chain)) else {
        panic!("it is one")
    };
    assert_eq!(
        (told, found.chain.root, found.chain.tip, found.most_step),
        (vec![], 2, 4, None)
    );
    assert_eq!(
        (found.steps, found.totals),
        (vec![], vec![None, Some(20f64.to_radians())])
    );
    assert_eq!(
        (found.order, found.chain.tip_rotation),
        (Order::RootToTip, control::EndRotation::Maintain)
    );
}

/// What a warp target, a socket and what is neither become; and that what cannot be lets the pose
/// pass, told.
#[test]
fn targets_are_on_sockets_and_where_a_game_puts_them() {
    let reach = |space| {
        let target = Target {
            space,
            ..Target::default()
        };
        Authored::Ccd(Ccd {
            chain: ReachingChain {
                target,
                ..between("thigh", "foot")
            },
            ..Ccd::default()
        })
    };
    let compiled = |kind, bone: &str| {
        let mut project = with(kind);
        let local = Transform::from_translation(glam::Vec3::X);
        let rig = Arc::make_mut(project.skeletons.get_mut(&RIG).unwrap());
        rig.sockets
            .push(Socket::new(Id(70), "grip", bone.into(), local));
        let compiled = compile(
            &project,
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        let told: Vec<Kind> = told_of(&compiled, GRAPH)
            .into_iter()
            .map(|(_, kind)| kind)
            .collect();
        let graph = compiled.library.graph(Name::new("PG")).expect("it plays");
        let within = graph
            .parts()
            .controls
            .first()
            .map(|control| match &control.kind {
                ControlKind::Ccd(chain) => chain.chain.target.within,
                other => panic!("{other:?}"),
            });
        (
            within,
            told,
            compiled.library.names.text(Name::new("ledge")) == "ledge",
        )
    };
    let ledge = || reach(TargetSpace::WarpTarget("ledge".into()));
    assert_eq!(
        compiled(ledge(), "calf"),
        (Some(Within::WarpTarget(Name::new("ledge"))), vec![], true)
    );
    let unnamed = reach(TargetSpace::WarpTarget(String::new()));
    assert_eq!(
        compiled(unnamed, "calf"),
        (None, vec![Kind::TargetUnnamed], false)
    );
    let socket = Within::Socket {
        bone: 3,
        local: Transform::from_translation(glam::Vec3::X),
    };
    assert_eq!(
        compiled(reach(TargetSpace::Socket(Id(70))), "calf"),
        (Some(socket), vec![], false)
    );
    for (socket, bone) in [(Id(71), "calf"), (Id(70), "gone")] {
        let (within, told, _) = compiled(reach(TargetSpace::Socket(socket)), bone);
        assert_eq!(
            (within, told),
            (None, vec![Kind::TargetSocketMissing]),
            "{socket} {bone}"
        );
    }
}

#[test]
fn numbers_that_cannot_be_are_taken_to_the_nearest_that_can() {
    let leg = Leg {
        settings: LegSettings {
            soft: 0.0,
            soft_alpha: 7.0,
            least_angle: -400.0,
            ..LegSettings::default()
        },
        ..a_leg("thigh", "foot")
    };
    let placed = PlacedLeg {
        leg,
        ball: None,
        lock_curve: Some("planted".into()),
    };
    let feet = FootPlacement {
        pelvis: "hips".into(),
        legs: vec![placed],
        settings: FeetSettings {
            step_up: -0.5,
            least_extension: 3.0,
            most_extension: 0.5,
            radius: f64::INFINITY,
            ..FeetSettings::default()
        },
        ..FootPlacement::default()
    };
    let (Some(ControlKind::FootPlacement(found)), told) = compiled(Authored::FootPlacement(feet))
    else {
        panic!("it is one")
    };
    assert!(
        told.is_empty() && found.pelvis == 1 && found.legs[0].permit == Some(Name::new("planted"))
    );
    let leg = found.legs[0].leg;
    assert_eq!((leg.hip, leg.foot), (2, 4));
    assert_eq!(
        [
            leg.settings.soft,
            leg.settings.soft_alpha,
            leg.settings.least_angle
        ],
        [0.01, 1.0, 180.0]
    );
    let found = found.settings;
    assert_eq!(
        [
            found.step_up,
            found.least_extension,
            found.most_extension,
            found.radius
        ],
        [0.5, 1.0, 1.0, 0.0]
    );
}

/// Behind the six bones; one whose ends are not both there does not play.
#[test]
fn virtual_bones_are_found_by_their_keys_where_they_will_do() {
    use crate::graph::{Modify, Space};
    use crate::skeleton::VirtualBone;
    let compiled = |kind: Authored| {
        let mut project = with(kind);
        let rig = Arc::make_mut(project.skeletons.get_mut(&RIG).unwrap());
        let link = |id, name: &str, target: &str| {
            VirtualBone::new(Id(id), name, "tail".into(), target.into())
        };
        rig.virtual_bones = vec![link(91, "lost", "gone"), link(92, "ik", "foot")];
        rig.virtual_bones[1].name = "renamed since".into();
        let compiled = compile(
            &project,
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        let told: Vec<Kind> = told_of(&compiled, GRAPH)
            .into_iter()
            .map(|it| it.1)
            .collect();
        let graph = compiled
            .library
            .graph(Name::new("PG"))
            .expect("it plays")
            .clone();
        (
            graph
                .parts()
                .controls
                .first()
                .map(|control| control.kind.clone()),
            told,
        )
    };
    let space = anim::spaces::Space::Bone(6);
    let at = Target {
        space: TargetSpace::Bone("ik".into()),
        ..Target::default()
    };
    let Some(ControlKind::Fabrik(found)) = compiled(Authored::Fabrik(Fabrik {
        chain: ReachingChain {
            target: at,
            ..between("hips", "foot")
        },
        ..Fabrik::default()
    }))
    .0
    else {
        panic!()
    };
    assert_eq!(found.chain.target.within, Within::Space(space));
    let part = Modify {
        space: Space::Bone("ik".into()),
        ..Modify::default()
    };
    let moved = Authored::ModifyBone(crate::graph::controls::ModifyBoneControl {
        bone: "ik".into(),
        translation: part.clone(),
        rotation: Modify::default(),
        scale: Modify::default(),
    });
    let (Some(ControlKind::ModifyBone(found)), told) = compiled(moved) else {
        panic!()
    };
    assert_eq!(
        (found.bone, found.translation.space, told),
        (6, space, Vec::new())
    );
    let legs = vec![LegGoal {
        leg: a_leg("thigh", "foot"),
        goal: "ik".into(),
    }];
    let (Some(ControlKind::LegIk(found)), _) = compiled(Authored::LegIk(LegIk { legs })) else {
        panic!()
    };
    assert_eq!(found.0[0].1, 6);
    let missing = |bone: &str| {
        (
            None,
            vec![Kind::BonesMissing {
                bones: vec![bone.into()],
            }],
        )
    };
    let goal = |goal: &str| {
        vec![LegGoal {
            leg: a_leg("thigh", "foot"),
            goal: goal.into(),
        }]
    };
    assert_eq!(
        compiled(Authored::LegIk(LegIk { legs: goal("lost") })),
        missing("lost")
    );
    let tip = Fabrik {
        chain: between("hips", "ik"),
        ..Fabrik::default()
    };
    assert_eq!(
        compiled(Authored::Fabrik(tip)),
        missing("ik"),
        "a chain has none"
    );
}

#[test]
fn bones_that_are_gone_or_no_chain_are_told_and_the_pose_passes() {
    let none = |root: &str, tip: &str, between| Kind::NoChain {
        root: root.into(),
        tip: tip.into(),
        between,
    };
    let missing = |bone: &str| Kind::BonesMissing {
        bones: vec![bone.into()],
    };
    let fabrik = |root: &str, tip: &str| {
        Authored::Fabrik(Fabrik {
            chain: between(root, tip),
            ..Fabrik::default()
        })
    };
    let ccd = |root: &str, tip: &str| {
        Authored::Ccd(Ccd {
            chain: between(root, tip),
            ..Ccd::default()
        })
    };
    let legs = |leg: Leg, goal: &str| {
        Authored::LegIk(LegIk {
            legs: vec![LegGoal {
                leg,
                goal: goal.into(),
            }],
        })
    };
    let feet = |pelvis: &str, leg: Leg| {
        let legs = vec![PlacedLeg {
            leg,
            ball: None,
            lock_curve: None,
        }];
        Authored::FootPlacement(FootPlacement {
            pelvis: pelvis.into(),
            legs,
            ..FootPlacement::default()
        })
    };
    for (kind, wanted) in [
        (fabrik("tail", "foot"), none("tail", "foot", 0)),
        (fabrik("foot", "hips"), none("foot", "hips", 0)),
        (fabrik("foot", "foot"), none("foot", "foot", 0)),
        (ccd("gone", "foot"), missing("gone")),
        (ccd("calf", "tail"), none("calf", "tail", 0)),
        (legs(a_leg("calf", "foot"), "tail"), none("calf", "foot", 1)),
        (legs(a_leg("thigh", "foot"), "gone"), missing("gone")),
        (
            legs(a_leg("thigh", "tail"), "tail"),
            none("thigh", "tail", 1),
        ),
        (Authored::LegIk(LegIk::default()), Kind::ControlEmpty),
        (
            feet("tail", a_leg("thigh", "foot")),
            none("tail", "thigh", 0),
        ),
        (feet("hips", a_leg("gone", "foot")), missing("gone")),
        (
            Authored::FootPlacement(FootPlacement::default()),
            missing(""),
        ),
    ] {
        assert_eq!(compiled(kind.clone()), (None, vec![wanted]), "{kind:?}");
    }
}
