use crate::graph::nodes::{
    ApplyAdditiveNode, BlendListNode, BlendSpacePlayerNode, CopyPoseNode, InertializationNode,
    LayeredPerBoneNode, LinkedGraphNode, MakeDynamicAdditiveNode, SavedPoseNode,
    SequencePlayerNode, SlotNode, TwoWayNode, UsedPoseNode,
};
use crate::{
    BlendSpace, Cache, Clip, Id, PoseGraph, Project, Severity, Skeleton,
    blend_space::Sample,
    compile::{Compiled, compile},
    diagnostic::Kind,
    graph::{
        Alpha, Branch, History, Input, JumpRules, Layer, ListPose, Machine, Node, NodeKind,
        Parameter, ParameterKind, Play, State, StateKind, Transition, Wiring,
    },
    skeleton::{BlendProfile, Bone, BoneMask},
    source::ClipSource,
};
use anim::graph::nodes;
use anim::{Name, Transform, additive::AdditiveKind, mask::ProfileMode};
use std::sync::Arc;

pub(super) const RIG: Id = Id(1);
const OTHER: Id = Id(2);
pub(super) const CLIP: Id = Id(3);
pub(super) const FOREIGN: Id = Id(4);
pub(super) const SPACE: Id = Id(5);
pub(super) const GRAPH: Id = Id(6);
const MASK: Id = Id(7);

pub(super) fn project(wiring: Wiring) -> Project {
    let rig = |name: &str| {
        let masks = vec![BoneMask {
            id: MASK,
            name: "m".into(),
            weights: [("root".into(), 1.0)].into(),
        }];
        let bones = vec![Bone::new("root", None, Transform::IDENTITY)];
        Arc::new(Skeleton {
            name: name.into(),
            bones,
            masks,
            ..Skeleton::default()
        })
    };
    let source = Arc::new(ClipSource {
        duration: 1.0,
        ..ClipSource::default()
    });
    let mut project = Project::default();
    project
        .skeletons
        .extend([(RIG, rig("rig")), (OTHER, rig("other"))]);
    project
        .clips
        .insert(CLIP, Arc::new(Clip::new("walk", RIG, source.clone(), 30.0)));
    project
        .clips
        .insert(FOREIGN, Arc::new(Clip::new("swim", OTHER, source, 30.0)));
    let sample = Sample {
        id: Id(50),
        clip: CLIP,
        at: [0.0, 0.0],
        rate: 1.0,
    };
    let space = BlendSpace {
        samples: vec![sample],
        ..BlendSpace::new("space", RIG)
    };
    project.blend_spaces.insert(SPACE, Arc::new(space));
    let graph = PoseGraph {
        wiring: Arc::new(wiring),
        ..PoseGraph::new("PG", RIG)
    };
    project.graphs.insert(GRAPH, Arc::new(graph));
    project
}

pub(super) fn node(id: u64, kind: NodeKind) -> Node {
    Node::new(Id(id), kind)
}

pub(super) fn player(id: u64, clip: Option<Id>) -> Node {
    node(
        id,
        NodeKind::SequencePlayer(SequencePlayerNode {
            clip,
            play: Play::default(),
        }),
    )
}

pub(super) fn two_way(id: u64, a: u64, b: u64, alpha: Input) -> Node {
    let alpha = Alpha::Value(alpha);
    node(
        id,
        NodeKind::TwoWay(TwoWayNode {
            a: Some(Id(a)),
            b: Some(Id(b)),
            alpha,
            always_update_children: false,
        }),
    )
}

pub(super) fn wiring(nodes: Vec<Node>, output: u64) -> Wiring {
    let speed = Parameter::new(
        Id(60),
        "Speed",
        ParameterKind::Float {
            default: 0.5,
            range: None,
        },
    );
    Wiring {
        parameters: vec![speed],
        nodes,
        output: Some(Id(output)),
        ..Wiring::default()
    }
}

/// What was told of an asset, by item.
pub(super) fn told_of(compiled: &Compiled, asset: Id) -> Vec<(Option<u64>, Kind)> {
    let told = compiled
        .diagnostics
        .iter()
        .filter(|it| it.subject.asset == asset);
    told.map(|it| (it.subject.item.map(|id| id.0), it.kind.clone()))
        .collect()
}

/// What was told of the graph, by item, and the ids of its nodes in evaluation order.
fn compiled(wiring: Wiring) -> (Vec<(Option<u64>, Kind)>, Vec<u64>) {
    let compiled = compile(
        &project(wiring),
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let told = told_of(&compiled, GRAPH);
    let ids = compiled
        .library
        .graph(Name::new("PG"))
        .map_or(Vec::new(), |graph| graph.parts().ids.clone());
    (told, ids)
}

#[test]
fn nodes_stand_after_what_they_lead_back_to_and_the_rest_is_left_out() {
    let nodes = vec![
        two_way(10, 11, 12, "Speed".into()),
        player(11, Some(CLIP)),
        player(12, Some(CLIP)),
        player(13, None),
    ];
    assert_eq!(compiled(wiring(nodes, 10)), (vec![], vec![11, 12, 10, 0]));
}

#[test]
fn a_saved_pose_stands_before_every_node_that_uses_it_also_inside_another() {
    let used = |id, saved| {
        node(
            id,
            NodeKind::UsedPose(UsedPoseNode {
                saved: Some(Id(saved)),
            }),
        )
    };
    let saved = |id, source| {
        node(
            id,
            NodeKind::SavedPose(SavedPoseNode {
                source: Some(Id(source)),
            }),
        )
    };
    let nodes = vec![
        two_way(10, 11, 12, 0.5.into()),
        used(11, 20),
        used(12, 21),
        saved(20, 22),
        used(22, 21),
        saved(21, 23),
        player(23, Some(CLIP)),
    ];
    assert_eq!(
        compiled(wiring(nodes, 10)),
        (vec![], vec![23, 21, 22, 20, 11, 12, 10, 0])
    );
}

#[test]
fn a_copy_pose_names_its_partner_and_stands_over_its_source() {
    let copy = |source| {
        node(
            10,
            NodeKind::CopyPose(CopyPoseNode {
                source,
                partner: "Mount".into(),
                retargets: false,
            }),
        )
    };
    let copied = |nodes, wanted: &[(Option<u64>, Kind)]| {
        let compiled = compile(
            &project(wiring(nodes, 10)),
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        assert_eq!(told_of(&compiled, GRAPH), wanted);
        assert_eq!(
            compiled.library.names.text(Name::new("Mount")),
            "Mount",
            "it is spelled where it is told"
        );
        compiled.library.graph(Name::new("PG")).unwrap().clone()
    };
    let partner = Name::new("Mount");
    let over = copied(vec![copy(Some(Id(11))), player(11, Some(CLIP))], &[]);
    assert_eq!(over.parts().ids, [11, 10, 0]);
    assert_eq!(
        over.parts().nodes[1..],
        [
            anim::graph::Node::CopyPose(nodes::CopyPoseNode {
                source: 0,
                partner,
                retargets: false
            }),
            anim::graph::Node::Output(nodes::OutputNode { source: 1 })
        ]
    );
    let alone = copied(
        vec![copy(None)],
        &[(
            Some(10),
            Kind::PinUnlinked {
                pin: "Source".into(),
            },
        )],
    );
    assert_eq!(
        alone.parts().nodes[0],
        anim::graph::Node::CopyPose(nodes::CopyPoseNode {
            source: anim::graph::NO_NODE,
            partner,
            retargets: false
        })
    );
    assert_eq!(
        compiled(wiring(vec![copy(Some(Id(99)))], 10)).0,
        [(Some(10), Kind::NodeMissing)]
    );
}

/// Spec 05 §13.
#[test]
fn what_cannot_play_is_told_at_its_node_and_the_rest_plays() {
    let saved = |id, source| {
        node(
            id,
            NodeKind::SavedPose(SavedPoseNode {
                source: Some(Id(source)),
            }),
        )
    };
    let used = |id, saved| node(id, NodeKind::UsedPose(UsedPoseNode { saved }));
    let space = |space| {
        NodeKind::BlendSpacePlayer(BlendSpacePlayerNode {
            space,
            x: "Speed".into(),
            y: Input::default(),
            play: Play::default(),
            looping: true,
        })
    };
    let layers = |mask| {
        NodeKind::LayeredPerBone(LayeredPerBoneNode {
            base: Some(Id(11)),
            layers: vec![Layer {
                source: None,
                weight: 1.0.into(),
                mask,
                branches: Vec::new(),
            }],
            cover: Default::default(),
            lod_threshold: -1,
        })
    };
    let titled = |title: &str| title.to_owned();
    type Case = (Vec<Node>, Vec<(Option<u64>, Kind)>);
    let cases: Vec<Case> = vec![
        (vec![player(10, None)], vec![(Some(10), Kind::ClipMissing)]),
        (
            vec![player(10, Some(Id(99)))],
            vec![(Some(10), Kind::ClipMissing)],
        ),
        (
            vec![player(10, Some(FOREIGN))],
            vec![(
                Some(10),
                Kind::SkeletonMismatch {
                    clip: "swim".into(),
                },
            )],
        ),
        (vec![], vec![(Some(10), Kind::NodeMissing)]),
        (
            vec![two_way(10, 99, 11, 0.5.into()), player(11, Some(CLIP))],
            vec![(Some(10), Kind::NodeMissing)],
        ),
        (
            vec![two_way(10, 11, 11, 0.5.into()), player(11, Some(CLIP))],
            vec![(
                Some(10),
                Kind::NodeShared {
                    node: titled("Sequence Player"),
                },
            )],
        ),
        (
            vec![two_way(10, 10, 11, 0.5.into()), player(11, Some(CLIP))],
            vec![(
                Some(10),
                Kind::GraphCycle {
                    node: titled("Two-Way Blend"),
                },
            )],
        ),
        (
            vec![
                used(10, Some(Id(20))),
                saved(20, 21),
                used(21, Some(Id(20))),
            ],
            vec![(
                Some(21),
                Kind::GraphCycle {
                    node: titled("Save Cached Pose"),
                },
            )],
        ),
        (
            vec![saved(10, 11), player(11, Some(CLIP))],
            vec![(
                Some(10),
                Kind::SavedPoseLinked {
                    node: titled("Save Cached Pose"),
                },
            )],
        ),
        (
            vec![used(10, None)],
            vec![(Some(10), Kind::SavedPoseMissing)],
        ),
        (
            vec![used(10, Some(Id(11))), player(11, Some(CLIP))],
            vec![(Some(10), Kind::SavedPoseMissing)],
        ),
        (
            vec![node(10, space(None))],
            vec![(Some(10), Kind::BlendSpaceMissing)],
        ),
        (
            vec![node(10, space(Some(CLIP)))],
            vec![(Some(10), Kind::BlendSpaceMissing)],
        ),
        (vec![node(10, space(Some(SPACE)))], vec![]),
        (
            vec![node(10, layers(None)), player(11, Some(CLIP))],
            vec![
                (
                    Some(10),
                    Kind::PinUnlinked {
                        pin: "Layer 0".into(),
                    },
                ),
                (Some(10), Kind::MaskMissing),
            ],
        ),
        (
            vec![node(10, layers(Some(MASK))), player(11, Some(CLIP))],
            vec![(
                Some(10),
                Kind::PinUnlinked {
                    pin: "Layer 0".into(),
                },
            )],
        ),
        (
            vec![node(10, NodeKind::StateMachine(Machine::default()))],
            vec![(Some(10), Kind::MachineEmpty)],
        ),
        (
            vec![
                two_way(10, 11, 12, f64::NAN.into()),
                player(11, Some(CLIP)),
                player(12, Some(CLIP)),
            ],
            vec![(Some(10), Kind::BadNumber { field: "alpha" })],
        ),
    ];
    for (nodes, expected) in cases {
        let shown = format!("{nodes:?}");
        let (told, ids) = compiled(wiring(nodes, 10));
        assert_eq!(told, expected, "{shown}");
        assert_eq!(ids.last(), Some(&0), "it still plays: {shown}");
    }
}

#[test]
fn what_an_inertialization_remembers_is_compiled_and_what_is_no_distance_is_told() {
    let of = |teleport_distance| {
        let history = History {
            teleport_distance,
            world_space: true,
            lod_threshold: 1,
        };
        let kind = NodeKind::Inertialization(InertializationNode {
            source: Some(Id(11)),
            dead_blend: None,
            history,
            jumps: JumpRules::default(),
        });
        let wiring = wiring(vec![node(10, kind), player(11, Some(CLIP))], 10);
        let compiled = compile(
            &project(wiring.clone()),
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        let graph = compiled.library.graph(Name::new("PG")).unwrap().clone();
        let found = graph.parts().nodes.iter().find_map(|node| match node {
            anim::graph::Node::Inertialization(nodes::InertializationNode { history, .. }) => {
                Some(*history)
            }
            _ => None,
        });
        (found.unwrap(), self::compiled(wiring).0)
    };
    let history = |most_way| anim::inertialization::History {
        most_way,
        is_world: true,
        lod: 1,
    };
    assert_eq!(of(Some(2.5)), (history(Some(2.5)), vec![]));
    assert_eq!(of(None), (history(None), vec![]));
    for bad in [-1.0, f32::NAN, f32::INFINITY] {
        let told = (
            Some(10),
            Kind::BadNumber {
                field: "teleport distance",
            },
        );
        assert_eq!(of(Some(bad)), (history(None), vec![told]), "{bad}");
    }
}

#[test]
fn curves_that_snap_and_outward_velocities_are_compiled_and_what_is_no_limit_is_told() {
    let of = |curves: &[&str], keep_outward_velocity| {
        let filtered_curves = curves.iter().map(|curve| (*curve).to_owned()).collect();
        let jumps = JumpRules {
            filtered_curves,
            keep_outward_velocity,
        };
        let kind = NodeKind::Inertialization(InertializationNode {
            source: Some(Id(11)),
            dead_blend: None,
            history: History::default(),
            jumps,
        });
        let wiring = wiring(vec![node(10, kind), player(11, Some(CLIP))], 10);
        let compiled = compile(
            &project(wiring.clone()),
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        let graph = compiled.library.graph(Name::new("PG")).unwrap().clone();
        let found = graph.parts().nodes.iter().find_map(|node| match node {
            anim::graph::Node::Inertialization(nodes::InertializationNode { jumps, .. }) => {
                Some(*jumps)
            }
            _ => None,
        });
        (
            found
                .unwrap()
                .map(|at| graph.parts().jump_rules[usize::from(at)].clone()),
            self::compiled(wiring).0,
        )
    };
    let rules = |curves: &[&str], keep_outward_velocity| {
        let filtered_curves = curves.iter().map(|curve| Name::new(curve)).collect();
        Some(anim::inertialization::JumpRules {
            filtered_curves,
            keep_outward_velocity,
        })
    };
    assert_eq!(
        of(&["blink", " ", "jaw"], Some(0.5)),
        (rules(&["blink", "jaw"], Some(0.5)), vec![])
    );
    assert_eq!(of(&[], None), (None, vec![]), "nothing to keep beside it");
    for bad in [-1.0, f32::NAN, f32::INFINITY] {
        let told = (
            Some(10),
            Kind::BadNumber {
                field: "outward limit",
            },
        );
        assert_eq!(
            of(&["jaw"], Some(bad)),
            (rules(&["jaw"], None), vec![told]),
            "{bad}"
        );
    }
}

#[test]
fn a_chain_that_is_too_long_is_told_and_cut() {
    let chain = |count: u64| {
        let link = |id| {
            node(
                id,
                NodeKind::Inertialization(InertializationNode {
                    source: Some(Id(id + 1)),
                    dead_blend: None,
                    history: Default::default(),
                    jumps: Default::default(),
                }),
            )
        };
        let nodes = (100..100 + count)
            .map(link)
            .chain([player(100 + count, Some(CLIP))])
            .collect();
        compiled(wiring(nodes, 100)).0
    };
    assert_eq!(chain(254), []);
    assert!(
        chain(300)
            .iter()
            .any(|(_, kind)| *kind == Kind::GraphTooDeep)
    );
}

#[test]
fn expressions_that_do_not_type_are_told_with_their_place() {
    let nodes = |alpha: &str| {
        vec![
            two_way(10, 11, 12, alpha.into()),
            player(11, Some(CLIP)),
            player(12, Some(CLIP)),
        ]
    };
    let (told, _) = compiled(wiring(nodes("Sped * 2"), 10));
    let [
        (
            Some(10),
            Kind::BadExpression {
                field: "alpha",
                error,
                ..
            },
        ),
    ] = &told[..]
    else {
        panic!("{told:?}")
    };
    assert_eq!(error.at, 0..4);
    let project = project(wiring(nodes("Sped * 2"), 10));
    let compiled = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let texts: Vec<String> = compiled
        .diagnostics
        .iter()
        .map(|it| crate::describe(&project, it))
        .collect();
    let expected = "Graph “PG”, node “Two-Way Blend”: the alpha “Sped * 2”, at character 1: parameter “Sped” does not exist. Did you mean “Speed”?";
    assert_eq!(texts, [expected]);
}

pub(super) fn machine() -> Machine {
    let state = |id, name: &str, source| State {
        id: Id(id),
        name: name.into(),
        kind: StateKind::pose(Some(Id(source))),
    };
    Machine {
        states: vec![state(30, "Idle", 11), state(31, "Walk", 12)],
        transitions: vec![
            Transition::new(Id(40), Id(30), Id(31), "Speed > 0.2", 0.2),
            Transition {
                on_start: "stopping".into(),
                ..Transition::new(Id(41), Id(31), Id(30), "Speed <= 0.2", 0.1)
            },
        ],
        entry: Some(Id(30)),
        ..Machine::default()
    }
}

pub(super) fn with_machine(machine: Machine) -> Wiring {
    let nodes = vec![
        node(10, NodeKind::StateMachine(machine)),
        player(11, Some(CLIP)),
        player(12, Some(CLIP)),
    ];
    wiring(nodes, 10)
}

#[test]
fn a_machine_compiles_with_its_states_in_their_order() {
    assert_eq!(
        compiled(with_machine(machine())),
        (vec![], vec![11, 12, 10, 0])
    );
    let compiled = compile(
        &project(with_machine(machine())),
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let sources = &compiled.sources.graphs[&GRAPH].machines[&Id(10)];
    assert_eq!(
        (&sources.states[..], &sources.transitions[..]),
        (&[Id(30), Id(31)][..], &[Id(40), Id(41)][..])
    );
    let graph = compiled.library.graph(Name::new("PG")).unwrap();
    let parts = graph.parts().machines[0].parts();
    assert_eq!(
        parts.notifies,
        [(anim::machine::Happened::Started(1), Name::new("stopping"))]
    );
    assert_eq!(
        compiled.library.names.text(Name::new("Idle → Walk")),
        "Idle → Walk"
    );
}

#[test]
fn what_is_wrong_in_a_machine_is_told_at_its_state_or_transition() {
    let edited = |edit: fn(&mut Machine)| {
        let mut machine = machine();
        edit(&mut machine);
        compiled(with_machine(machine)).0
    };
    assert_eq!(edited(|m| m.entry = None), [(Some(10), Kind::EntryMissing)]);
    assert_eq!(
        edited(|m| m.transitions[0].to = Id(99)).len(),
        2,
        "and Walk is reached no more"
    );
    assert_eq!(
        edited(|m| m.transitions[1].from = Id(99)),
        [(Some(41), Kind::TransitionEndMissing)]
    );
    assert_eq!(
        edited(|m| m.transitions[0].rule = crate::graph::Rule::Shared(Id(9))),
        [(Some(40), Kind::RuleMissing)]
    );
    assert_eq!(
        edited(|m| m.transitions[0].rule = "false".into()),
        [(Some(40), Kind::RuleNeverTrue)]
    );
    let text = "time_in_state() < 0".to_owned();
    let found = edited(|m| m.transitions[0].rule = "time_in_state() < 0".into());
    assert_eq!(found, [(Some(40), Kind::RuleOutOfReach { text })]);
    let walk = || Kind::DuplicateStateName {
        name: "Idle".into(),
    };
    assert_eq!(
        edited(|m| m.states[1].name = "Idle".into()),
        [(Some(31), walk())]
    );
    assert_eq!(
        edited(|m| m.transitions.clear()),
        [(
            Some(31),
            Kind::StateUnreachable {
                name: "Walk".into()
            }
        )]
    );
    assert_eq!(
        edited(|m| m.transitions[0].least_time_away = f64::NAN)[0],
        (Some(40), Kind::BadNumber { field: "time" })
    );
    let empty = edited(|m| m.transitions[0].rule = "".into());
    assert!(
        matches!(
            empty[..],
            [(Some(40), Kind::BadExpression { field: "rule", .. })]
        ),
        "{empty:?}"
    );
    assert_eq!(
        edited(|m| (m.transitions[0].rule, m.transitions[0].automatic) = ("".into(), Some(-1.0))),
        []
    );
}

#[test]
fn a_graph_is_compiled_again_only_where_what_it_plays_changed() {
    let mut cache = Cache::default();
    let mut project = project(with_machine(machine()));
    let graph = |project: &Project, cache: &mut Cache| {
        compile(project, cache, crate::CompileOptions::default())
            .library
            .graphs[0]
            .clone()
    };
    let first = graph(&project, &mut cache);
    assert!(Arc::ptr_eq(&first, &graph(&project, &mut cache)));
    let moved = Arc::make_mut(project.graphs.get_mut(&GRAPH).unwrap());
    Arc::make_mut(&mut moved.layout)
        .places
        .insert(Id(10), [5.0, 7.0]);
    assert!(
        Arc::ptr_eq(&first, &graph(&project, &mut cache)),
        "a node was moved"
    );
    let edited = Arc::make_mut(project.graphs.get_mut(&GRAPH).unwrap());
    Arc::make_mut(&mut edited.wiring).parameters[0].unit = "m/s".into();
    assert!(!Arc::ptr_eq(&first, &graph(&project, &mut cache)));
    let second = graph(&project, &mut cache);
    let clip = Arc::make_mut(project.clips.get_mut(&CLIP).unwrap());
    clip.name = "stroll".into();
    assert_ne!(
        second,
        graph(&project, &mut cache),
        "its clip has another index"
    );
}

#[test]
fn parameters_need_names_of_their_own_that_can_be_written() {
    let told = |names: [&str; 2]| {
        let parameter = |(at, name): (usize, &str)| {
            Parameter::new(
                Id(70 + at as u64),
                name,
                ParameterKind::Bool { default: false },
            )
        };
        let parameters = names.into_iter().enumerate().map(parameter).collect();
        compiled(Wiring {
            parameters,
            ..wiring(vec![player(10, Some(CLIP))], 10)
        })
        .0
    };
    assert_eq!(told(["A", "B_2"]), []);
    assert_eq!(
        told(["A", "A"]),
        [(Some(71), Kind::DuplicateParameterName { name: "A".into() })]
    );
    for bad in ["", "2nd", "a b", "and", "a.x", "true"] {
        assert_eq!(
            told(["A", bad])[0],
            (Some(71), Kind::BadParameterName { name: bad.into() }),
            "{bad}"
        );
    }
}

#[test]
fn blend_spaces_are_told_about_whether_a_graph_plays_them_or_not() {
    let told = |edit: fn(&mut BlendSpace)| {
        let mut project = project(wiring(vec![player(10, Some(CLIP))], 10));
        edit(Arc::make_mut(project.blend_spaces.get_mut(&SPACE).unwrap()));
        let found = compile(
            &project,
            &mut Cache::default(),
            crate::CompileOptions::default(),
        )
        .diagnostics;
        found
            .into_iter()
            .map(|it| (it.severity, it.subject.item.map(|id| id.0), it.kind))
            .collect::<Vec<_>>()
    };
    assert_eq!(told(|_| {}), []);
    assert_eq!(
        told(|s| s.samples.clear()),
        [(Severity::Warning, None, Kind::BlendSpaceEmpty)]
    );
    assert_eq!(
        told(|s| s.samples[0].clip = Id(99)),
        [(Severity::Error, Some(50), Kind::ClipMissing)]
    );
    let foreign = Kind::SkeletonMismatch {
        clip: "swim".into(),
    };
    assert_eq!(
        told(|s| s.samples[0].clip = FOREIGN),
        [(Severity::Error, Some(50), foreign)]
    );
    assert!(matches!(
        told(|s| s.axes[0].max = -1.0)[..],
        [(Severity::Error, None, Kind::BadBlendSpace { .. })]
    ));
    assert_eq!(
        told(|s| s.skeleton = Id(99)),
        [(Severity::Error, None, Kind::SkeletonMissing)]
    );
}

#[test]
fn a_list_and_a_slot_compile_and_say_what_they_lack() {
    let list = |poses| {
        NodeKind::BlendList(BlendListNode {
            index: "Speed > 0.5".into(),
            poses,
            easing: Default::default(),
            profile: None,
            inertialize: false,
            restarts: true,
        })
    };
    let pose = |source| ListPose {
        source: Some(Id(source)),
        time: 0.2,
    };
    let nodes = vec![
        node(10, list(vec![pose(11), pose(12)])),
        player(11, Some(CLIP)),
        player(12, Some(CLIP)),
    ];
    assert_eq!(compiled(wiring(nodes, 10)).0, []);
    assert_eq!(
        compiled(wiring(vec![node(10, list(vec![]))], 10)).0,
        [(Some(10), Kind::ListEmpty)]
    );
    let slot = |slot: &str| {
        NodeKind::Slot(SlotNode {
            source: Some(Id(11)),
            slot: slot.into(),
            always_update_source: false,
        })
    };
    let told = |name: &str| {
        compiled(wiring(
            vec![node(10, slot(name)), player(11, Some(CLIP))],
            10,
        ))
        .0
    };
    assert_eq!(
        (told("DefaultSlot"), told("")),
        (vec![], vec![(Some(10), Kind::NameMissing)])
    );
    assert_eq!(
        compiled(Wiring {
            output: None,
            ..wiring(vec![], 1)
        }),
        (vec![(None, Kind::OutputUnlinked)], vec![0])
    );
}

/// A list of two clips, and a machine of two states, by a profile.
fn profiled(profile: Id) -> [Wiring; 2] {
    use crate::graph::Settings;
    let pose = |source| ListPose {
        source: Some(Id(source)),
        time: 0.2,
    };
    let list = NodeKind::BlendList(BlendListNode {
        index: "Speed > 0.5".into(),
        poses: vec![pose(11), pose(12)],
        easing: Default::default(),
        profile: Some(profile),
        inertialize: false,
        restarts: false,
    });
    let state = |id, source| State {
        id: Id(id),
        name: id.to_string(),
        kind: StateKind::pose(Some(Id(source))),
    };
    let settings = Settings {
        profile: Some(profile),
        ..Settings::new(0.2)
    };
    let there = Transition {
        settings: Some(settings),
        ..Transition::new(Id(22), Id(20), Id(21), "Speed > 0.5", 0.0)
    };
    let machine = Machine {
        states: vec![state(20, 11), state(21, 12)],
        transitions: vec![there],
        entry: Some(Id(20)),
        ..Machine::default()
    };
    let players = || vec![player(11, Some(CLIP)), player(12, Some(CLIP))];
    [list, NodeKind::StateMachine(machine)]
        .map(|kind| wiring([vec![node(10, kind)], players()].concat(), 10))
}

#[test]
fn lists_and_transitions_blend_by_a_profile_of_the_skeleton_that_says_something_of_time() {
    let told = |profile, mode| {
        profiled(profile).map(|wiring| {
            let mut project = project(wiring);
            let rig = Arc::make_mut(project.skeletons.get_mut(&RIG).unwrap());
            let factors = [("root".into(), 0.5)].into();
            rig.blend_profiles.push(BlendProfile {
                id: Id(8),
                name: "ahead".into(),
                mode,
                factors,
            });
            let compiled = compile(
                &project,
                &mut Cache::default(),
                crate::CompileOptions::default(),
            );
            let graph = compiled.library.graph(Name::new("PG")).unwrap();
            let parts = graph.parts();
            let transition = parts
                .machines
                .iter()
                .flat_map(|it| &it.parts().transitions)
                .next();
            let own = parts.lists.first().map(|list| list.profile);
            let played = own
                .or(transition.map(|it| it.settings.unwrap().profile))
                .unwrap();
            assert_eq!(
                graph.fits(&compiled.library.clips, &compiled.library.skeletons[1]),
                Ok(())
            );
            (told_of(&compiled, GRAPH), played)
        })
    };
    let ahead = Name::new("ahead");
    for mode in [ProfileMode::TimeFactor, ProfileMode::WeightFactor] {
        assert_eq!(told(Id(8), mode), [(vec![], ahead), (vec![], ahead)]);
    }
    let missing = |item| (vec![(Some(item), Kind::ProfileMissing)], Name::NONE);
    assert_eq!(
        told(Id(99), ProfileMode::TimeFactor),
        [missing(10), missing(22)]
    );
    assert_eq!(
        told(Id(8), ProfileMode::BlendMask),
        [missing(10), missing(22)]
    );
}

const LEAN: Id = Id(9);

/// With an additive clip beside the full one.
fn with_lean(wiring: Wiring, kind: AdditiveKind) -> Project {
    let mut project = project(wiring);
    let mut lean = Clip {
        name: "lean".into(),
        ..(*project.clips[&CLIP]).clone()
    };
    lean.additive = Some(crate::clip::Additive {
        kind,
        base: crate::clip::AdditiveBase::ReferencePose,
    });
    project.clips.insert(LEAN, Arc::new(lean));
    project
}

fn apply(id: u64, base: u64, additive: u64) -> Node {
    let alpha = Alpha::Value(1.0.into());
    let (base, additive) = (Some(Id(base)), Some(Id(additive)));
    node(
        id,
        NodeKind::ApplyAdditive(ApplyAdditiveNode {
            base,
            additive,
            alpha,
            mesh_space: false,
            lod_threshold: -1,
            mask: None,
            branches: Vec::new(),
        }),
    )
}

#[test]
fn a_difference_is_added_by_a_mask_or_by_branches_and_what_is_gone_is_told() {
    let added = |new_mask: Option<Id>, bones: &[&str]| {
        let mut put = apply(10, 11, 12);
        let all = bones.iter().map(|bone| Branch {
            bone: (*bone).into(),
            depth: 1,
        });
        if let NodeKind::ApplyAdditive(ApplyAdditiveNode { mask, branches, .. }) = &mut put.kind {
            (*mask, *branches) = (new_mask, all.collect());
        }
        let nodes = vec![put, player(11, Some(CLIP)), player(12, Some(LEAN))];
        let project = with_lean(wiring(nodes, 10), AdditiveKind::Local);
        let compiled = compile(
            &project,
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        let graph = compiled.library.graph(Name::new("PG")).expect("it plays");
        let mask = graph.nodes().find_map(|node| match node {
            anim::graph::Node::ApplyAdditive(nodes::ApplyAdditiveNode { mask, .. }) => Some(*mask),
            _ => None,
        });
        let weights = mask
            .unwrap()
            .map(|mask| graph.parts().masks[usize::from(mask)].weight(0));
        (
            weights,
            told_of(&compiled, GRAPH)
                .into_iter()
                .map(|told| told.1)
                .collect::<Vec<_>>(),
        )
    };
    assert_eq!(added(None, &[]), (None, vec![]));
    assert_eq!(added(Some(MASK), &[]), (Some(1.0), vec![]));
    assert_eq!(added(None, &["root"]), (Some(1.0), vec![]));
    assert_eq!(
        added(Some(Id(99)), &[]),
        (Some(0.0), vec![Kind::MaskMissing])
    );
    assert_eq!(
        added(None, &["tail"]),
        (
            Some(0.0),
            vec![Kind::BonesMissing {
                bones: vec!["tail".into()]
            }]
        )
    );
}

fn mismatch(item: u64, clip: &str, wanted: Option<AdditiveKind>) -> (Option<u64>, Kind) {
    (
        Some(item),
        Kind::AdditiveMismatch {
            clip: clip.into(),
            wanted,
        },
    )
}

#[test]
fn a_clip_of_another_kind_than_its_node_is_asked_for_is_told_with_the_node_and_the_clip() {
    let local = Some(AdditiveKind::Local);
    let put = |base, additive| {
        vec![
            apply(10, 11, 12),
            player(11, Some(base)),
            player(12, Some(additive)),
        ]
    };
    let cases = [
        (put(CLIP, LEAN), AdditiveKind::Local, vec![]),
        (
            put(CLIP, CLIP),
            AdditiveKind::Local,
            vec![mismatch(12, "walk", local)],
        ),
        (
            put(LEAN, LEAN),
            AdditiveKind::Local,
            vec![mismatch(11, "lean", None)],
        ),
        (
            put(CLIP, LEAN),
            AdditiveKind::Mesh,
            vec![mismatch(12, "lean", local)],
        ),
        (
            vec![player(10, Some(LEAN))],
            AdditiveKind::Local,
            vec![mismatch(10, "lean", None)],
        ),
    ];
    for (nodes, kind, expected) in cases {
        let compiled = compile(
            &with_lean(wiring(nodes, 10), kind),
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        assert_eq!(told_of(&compiled, GRAPH), expected);
        assert!(
            compiled.library.graph(Name::new("PG")).is_some(),
            "it plays all the same"
        );
    }
}

#[test]
fn a_clip_that_becomes_additive_is_told_of_the_graphs_that_play_it() {
    let mut cache = Cache::default();
    let mut project = project(wiring(vec![player(10, Some(CLIP))], 10));
    assert_eq!(
        told_of(
            &compile(&project, &mut cache, crate::CompileOptions::default()),
            GRAPH
        ),
        []
    );
    let (kind, base) = (
        AdditiveKind::Local,
        crate::clip::AdditiveBase::ReferencePose,
    );
    Arc::make_mut(project.clips.get_mut(&CLIP).unwrap()).additive =
        Some(crate::clip::Additive { kind, base });
    assert_eq!(
        told_of(
            &compile(&project, &mut cache, crate::CompileOptions::default()),
            GRAPH
        ),
        [mismatch(10, "walk", None)]
    );
}

/// What the output of a linked graph is asked for is the affair of who links it.
#[test]
fn a_clip_of_a_linked_graph_is_told_where_the_link_makes_it_wrong() {
    let inner = Id(100);
    let link = || {
        let (graph, inputs, values) = (Some(inner), Vec::new(), Default::default());
        node(
            12,
            NodeKind::LinkedGraph(LinkedGraphNode {
                graph,
                inputs,
                values,
                swap: None,
            }),
        )
    };
    let told = |nodes: Vec<Node>, clip| {
        let mut project = with_lean(wiring(nodes, 10), AdditiveKind::Local);
        let graph = PoseGraph {
            wiring: Arc::new(wiring(vec![player(10, Some(clip))], 10)),
            ..PoseGraph::new("L", RIG)
        };
        project.graphs.insert(inner, Arc::new(graph));
        let compiled = compile(
            &project,
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        (told_of(&compiled, GRAPH), told_of(&compiled, inner))
    };
    let added = || vec![apply(10, 11, 12), player(11, Some(CLIP)), link()];
    let mixed = || {
        vec![
            two_way(10, 11, 12, 0.5.into()),
            player(11, Some(CLIP)),
            link(),
        ]
    };
    assert_eq!(told(added(), LEAN), (vec![], vec![]));
    assert_eq!(
        told(added(), CLIP),
        (
            vec![mismatch(12, "walk", Some(AdditiveKind::Local))],
            vec![]
        )
    );
    assert_eq!(
        told(mixed(), LEAN),
        (vec![mismatch(12, "lean", None)], vec![])
    );
    assert_eq!(told(mixed(), CLIP), (vec![], vec![]));
    assert_eq!(
        told(vec![player(10, Some(CLIP))], LEAN),
        (vec![], vec![mismatch(10, "lean", None)])
    );
}

#[test]
fn a_node_that_gives_a_pose_of_the_wrong_kind_is_told_itself() {
    let make = NodeKind::MakeDynamicAdditive(MakeDynamicAdditiveNode {
        pose: Some(Id(11)),
        base: Some(Id(12)),
        mesh_space: false,
    });
    let nodes = vec![
        node(10, make),
        player(11, Some(CLIP)),
        player(12, Some(CLIP)),
    ];
    assert_eq!(
        compiled(wiring(nodes, 10)).0,
        [(Some(10), Kind::PoseKindMismatch)]
    );
}
