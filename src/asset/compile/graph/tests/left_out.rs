//! What the compiler leaves out so that the rest plays, as the cases of the reference model take
//! for granted (`tests/graph_cases.py`); and how blend spaces are authored.

use super::tests::*;
use crate::graph::nodes::BlendSpacePlayerNode;
use crate::{
    BlendSpace, Cache, Id, Severity,
    blend_space::{Axis, BoneSpeed, Division, Sample},
    compile,
    diagnostic::Kind,
    graph::{Input, NodeKind, Play, SharedRule, State, StateKind, Transition},
};
use anim::graph::nodes;
use anim::{
    Library, Name,
    blend_space::{BoneSpeeds, MOST_SPEEDS},
    graph::GraphParts,
    machine::{self, Rule},
    program::Op,
    sync::Role,
};
use std::sync::Arc;

fn parts(library: &Library) -> &GraphParts {
    library.graph(Name::new("PG")).unwrap().parts()
}

const NEVER: &[Op] = &[Op::Number(0.0)];

#[test]
fn a_rule_that_names_a_parameter_that_is_not_there_is_never_true() {
    for text in [
        "Gone",
        "Speed > 0.2 or Gone",
        "not Gone",
        "time_in_state() > 1 and (Gone or true)",
        "Gone > 1",
    ] {
        let mut edited = machine();
        edited.transitions[0].rule = text.into();
        let compiled = compile(
            &project(with_machine(edited.clone())),
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        let told: Vec<&Kind> = compiled.diagnostics.iter().map(|it| &it.kind).collect();
        assert!(
            matches!(told[..], [Kind::BadExpression { field: "rule", .. }]),
            "{text}: {told:?}"
        );
        let rules = &parts(&compiled.library).machines[0].parts().transitions;
        assert!(
            matches!(&rules[0].rule, Rule::Own(program) if program.ops() == NEVER),
            "{text}"
        );
        assert!(
            matches!(&rules[1].rule, Rule::Own(program) if program.ops() != NEVER),
            "the other one is as it was"
        );
        edited.transitions[0].rule = crate::graph::Rule::Shared(Id(80));
        let mut shared = with_machine(edited);
        shared.rules.push(SharedRule {
            id: Id(80),
            name: "shared".into(),
            text: text.into(),
        });
        let compiled = compile(
            &project(shared),
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        assert_eq!(
            parts(&compiled.library).machines[0].parts().shared[0].ops(),
            NEVER
        );
    }
}

#[test]
fn a_transition_without_an_end_is_left_out_and_the_others_keep_their_order() {
    for (from, to) in [(Id(30), Id(99)), (Id(99), Id(30)), (Id(99), Id(98))] {
        let mut edited = machine();
        edited
            .transitions
            .insert(1, Transition::new(Id(42), from, to, "true", 0.3));
        let compiled = compile(
            &project(with_machine(edited)),
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        let told: Vec<_> = compiled
            .diagnostics
            .iter()
            .map(|it| (it.subject.item, it.kind.clone()))
            .collect();
        assert_eq!(told, [(Some(Id(42)), Kind::TransitionEndMissing)]);
        assert_eq!(
            compiled.sources.graphs[&GRAPH].machines[&Id(10)].transitions,
            [Id(40), Id(41)]
        );
        let transitions = &parts(&compiled.library).machines[0].parts().transitions;
        assert_eq!(
            transitions
                .iter()
                .map(|it| (it.from, it.to))
                .collect::<Vec<_>>(),
            [
                (machine::TransitionSource::State(0), 1),
                (machine::TransitionSource::State(1), 0)
            ]
        );
    }
}

#[test]
fn a_machine_of_conduits_alone_is_the_reference_pose() {
    let mut edited = machine();
    for state in &mut edited.states {
        *state = State {
            kind: StateKind::Conduit {
                rule: "true".into(),
            },
            ..state.clone()
        };
    }
    let compiled = compile(
        &project(with_machine(edited)),
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    assert!(
        compiled
            .diagnostics
            .iter()
            .any(|it| it.subject.item == Some(Id(10)) && it.kind == Kind::MachineEmpty)
    );
    let parts = parts(&compiled.library);
    assert!(parts.machines.is_empty());
    assert_eq!(
        parts.nodes,
        [anim::graph::Node::Output(nodes::OutputNode {
            source: anim::graph::NO_NODE
        })],
        "a link to nowhere"
    );
}

fn sample(id: u64, at: [f32; 2], rate: f32) -> Sample {
    Sample {
        id: Id(id),
        clip: CLIP,
        at,
        rate,
    }
}

/// Severity, item, what.
type Told = (Severity, Option<u64>, Kind);

/// The space as a player of it has it, and what is told.
fn played(
    edit: impl FnOnce(&mut BlendSpace),
    play: Play,
) -> (Option<anim::graph::SpacePlay>, Vec<Told>) {
    let (x, y) = ("Speed".into(), Input::default());
    let player = node(
        10,
        NodeKind::BlendSpacePlayer(BlendSpacePlayerNode {
            space: Some(SPACE),
            x,
            y,
            play,
            looping: true,
        }),
    );
    let mut project = project(wiring(vec![player], 10));
    edit(Arc::make_mut(project.blend_spaces.get_mut(&SPACE).unwrap()));
    let compiled = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let told = compiled
        .diagnostics
        .iter()
        .map(|it| (it.severity, it.subject.item.map(|id| id.0), it.kind.clone()));
    (
        parts(&compiled.library).spaces.first().cloned(),
        told.collect(),
    )
}

#[test]
fn samples_that_stand_nowhere_are_left_out_and_told() {
    let bad = [
        [f32::NAN, 0.0],
        [0.0, f32::INFINITY],
        [f32::NEG_INFINITY, 0.5],
        [1e9, 0.0],
    ];
    let (play, told) = played(
        |space| {
            space.axes = vec![Axis::new("X", 0.0, 1.0), Axis::new("Y", 0.0, 1.0)];
            space.samples = vec![sample(50, [0.25, 0.5], 1.0)];
            space
                .samples
                .extend(bad.iter().zip(51..).map(|(at, id)| sample(id, *at, 1.0)));
            space.samples.extend([
                sample(60, [0.5, 0.5], 2.0),
                sample(61, [0.5, 0.5], 0.0),
                sample(62, [0.5, 0.5], -1.0),
            ]);
        },
        Play::default(),
    );
    let kept: Vec<[f32; 2]> = play
        .unwrap()
        .space
        .samples()
        .iter()
        .map(|sample| sample.at)
        .collect();
    assert_eq!(kept, [[0.25, 0.5], [0.5, 0.5]]);
    let nowhere = |id| {
        (
            Severity::Error,
            Some(id),
            Kind::BadNumber {
                field: "place or rate",
            },
        )
    };
    assert_eq!(told, [51, 52, 53, 54, 61, 62].map(nowhere));
}

#[test]
fn a_blend_space_player_has_its_group_and_role() {
    let (play, told) = played(
        |_| {},
        Play {
            group: "Locomotion".into(),
            role: Role::AlwaysLeader,
            ..Play::default()
        },
    );
    let play = play.unwrap();
    assert_eq!(
        (play.play.group, play.play.role, told),
        (Name::new("Locomotion"), Role::AlwaysLeader, vec![])
    );
    let plain = played(|_| {}, Play::default()).0.unwrap().play;
    assert_eq!((plain.group, plain.role), (Name::NONE, Role::CanBeLeader));
}

#[test]
fn a_space_by_a_grid_has_the_divisions_of_its_axes() {
    let grid = |lines: u32| {
        played(
            |space| {
                space.division = Division::Grid;
                space.axes[0].grid = lines;
            },
            Play::default(),
        )
    };
    assert_eq!(grid(7).0.unwrap().space.divisions(), Some([7, 1]));
    assert_eq!(
        played(|_| {}, Play::default()).0.unwrap().space.divisions(),
        None
    );
    for lines in [0, 101, u32::MAX] {
        let (play, told) = grid(lines);
        assert!(
            play.is_none()
                && matches!(
                    told[..],
                    [(Severity::Error, None, Kind::BadBlendSpace { .. })]
                ),
            "{lines}"
        );
    }
}

#[test]
fn samples_of_an_axis_that_snaps_stand_on_its_lines() {
    let snapped = |snap: bool, at: [f32; 2]| {
        let (play, _) = played(
            |space| {
                let axis = |name, min, max, grid| Axis {
                    grid,
                    ..Axis::new(name, min, max)
                };
                space.axes = vec![
                    Axis {
                        snap,
                        ..axis("X", -90.0, 90.0, 4)
                    },
                    axis("Y", 0.0, 3.0, 3),
                ];
                space.samples = vec![sample(50, at, 1.0)];
            },
            Play::default(),
        );
        play.unwrap().space.samples()[0].at
    };
    assert_eq!(snapped(false, [40.0, 1.4]), [40.0, 1.4]);
    for (at, on) in [
        (40.0, 45.0),
        (20.0, 0.0),
        (-90.0, -90.0),
        (-70.0, -90.0),
        (400.0, 90.0),
        (-1e6, -90.0),
    ] {
        assert_eq!(snapped(true, [at, 1.4]), [on, 1.4], "{at}");
    }
    let broken = Axis {
        snap: true,
        grid: 0,
        ..Axis::new("X", 0.0, 1.0)
    };
    assert_eq!(broken.placed(0.3), 0.3, "without lines nothing snaps");
}

/// A bone and all below it go at its speed, until the next one that has a speed.
#[test]
fn bones_take_the_speed_of_the_nearest_above_that_has_one() {
    let speed = |bone: &str, speed| BoneSpeed {
        bone: bone.into(),
        speed,
    };
    let speeds_of = |speeds: Vec<BoneSpeed>| {
        let mut project = project(wiring(vec![player(10, Some(CLIP))], 10));
        let rig = Arc::make_mut(project.skeletons.get_mut(&RIG).unwrap());
        let bones = [
            ("hips", 0),
            ("spine", 1),
            ("head", 2),
            ("arm", 2),
            ("hand", 4),
            ("leg", 1),
        ];
        rig.bones.extend(bones.map(|(name, parent)| {
            crate::skeleton::Bone::new(name, Some(parent), anim::Transform::IDENTITY)
        }));
        let space = BlendSpace {
            bone_speeds: speeds,
            ..(*project.blend_spaces[&SPACE]).clone()
        };
        super::space::bone_speeds(&space, &project.skeletons[&RIG])
    };
    // Root, hips, spine, head, arm, hand, leg.
    let two = speeds_of(vec![
        speed("hand", 9.0),
        speed("gone", 3.0),
        speed("spine", 2.0),
    ]);
    assert_eq!(
        two,
        BoneSpeeds {
            speeds: vec![9.0, 2.0],
            bones: vec![0, 0, 2, 2, 2, 1, 0]
        }
    );
    assert_eq!(
        speeds_of(vec![speed("root", 4.0), speed("arm", 1.0)]).bones,
        [1, 1, 1, 1, 2, 2, 1]
    );
    assert_eq!(
        speeds_of(vec![speed("arm", 4.0), speed("arm", 1.0)]).bones,
        [0, 0, 0, 0, 1, 1, 0]
    );
    assert_eq!(speeds_of(vec![speed("gone", 3.0)]), BoneSpeeds::default());
    let told =
        |speeds: Vec<BoneSpeed>| played(|space| space.bone_speeds = speeds, Play::default()).1;
    let missing = Kind::BonesMissing {
        bones: vec!["gone".into()],
    };
    assert_eq!(
        told(vec![speed("gone", 1.0), speed("root", 1.0)]),
        [(Severity::Warning, None, missing)]
    );
    for bad in [
        vec![speed("root", f32::NAN)],
        vec![speed("root", -1.0)],
        vec![speed("root", 1.0); MOST_SPEEDS + 1],
    ] {
        assert!(matches!(
            told(bad)[..],
            [(Severity::Error, None, Kind::BadBlendSpace { .. })]
        ));
    }
}
