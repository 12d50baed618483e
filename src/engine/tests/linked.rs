//! Graphs that link graphs, layers that are swapped while they play, and graphs that work over the
//! pose of a mesh.

use crate::{
    EngineInput, Evaluator, WorkerMode,
    edits::{CHARACTER, DRIVE, HERO, TICK},
};
use anim::{Event, Name, Request, Transform, instance::Refusal};
use asset::graph::controls::ModifyBoneControl;
use asset::graph::nodes::{
    ControlNode, InertializationNode, InputPoseNode, LinkedGraphNode, SequencePlayerNode,
};
use asset::{
    Cache, Id, PoseGraph, Project,
    graph::{
        ControlAlpha, ControlKind, LinkedPose, Modify, Node, NodeKind, Parameter, ParameterKind,
        Play, Space, Swap, Wiring,
    },
};
use std::sync::Arc;

const OUTER: Id = Id(7001);
const LAYER: Id = Id(7002);
const OTHER: Id = Id(7003);
fn node(id: u64, kind: NodeKind) -> Node {
    Node::new(Id(id), kind)
}

fn linked(id: u64, graph: Id, source: Option<u64>, swap: Option<Swap>) -> Node {
    let inputs = source.map(|source| LinkedPose {
        pose: "Base".into(),
        source: Some(Id(source)),
    });
    let inputs = inputs.into_iter().collect();
    node(
        id,
        NodeKind::LinkedGraph(LinkedGraphNode {
            graph: Some(graph),
            inputs,
            values: Default::default(),
            swap,
        }),
    )
}

fn player(id: u64, project: &Project, clip: &str) -> Node {
    let clip = project
        .clips
        .iter()
        .find(|it| it.1.name == clip)
        .map(|it| *it.0);
    assert!(clip.is_some(), "the sample has no such clip");
    node(
        id,
        NodeKind::SequencePlayer(SequencePlayerNode {
            clip,
            play: Play::default(),
        }),
    )
}

/// Turns the head by a parameter, over its input.
fn nod() -> Wiring {
    let stays = Modify {
        mode: anim::graph::control::Mode::Ignore,
        by: [0.0, 0.0, 0.0].map(Into::into),
        space: Space::Bone("head".into()),
    };
    let turned = Modify {
        mode: anim::graph::control::Mode::Add,
        by: ["Nod".into(), 0.0.into(), 0.0.into()],
        ..stays.clone()
    };
    let kind = ControlKind::ModifyBone(ModifyBoneControl {
        bone: "head".into(),
        translation: stays.clone(),
        rotation: turned,
        scale: stays,
    });
    let source = Some(Id(91));
    let control = NodeKind::Control(ControlNode {
        source,
        alpha: ControlAlpha::default(),
        lod_threshold: -1,
        kind,
    });
    Wiring {
        parameters: vec![Parameter::new(
            Id(92),
            "Nod",
            ParameterKind::Float {
                default: 0.0,
                range: None,
            },
        )],
        nodes: vec![
            node(90, control),
            node(
                91,
                NodeKind::InputPose(InputPoseNode {
                    pose: "Base".into(),
                }),
            ),
        ],
        output: Some(Id(90)),
        ..Wiring::default()
    }
}

fn wiring(nodes: Vec<Node>) -> Wiring {
    Wiring {
        output: Some(nodes[0].id),
        nodes,
        ..Wiring::default()
    }
}

fn sample() -> (Project, Id) {
    let project = mannequin::sample();
    let hero = *project
        .graphs
        .iter()
        .find(|(_, graph)| graph.name == HERO)
        .unwrap()
        .0;
    (project, hero)
}

fn add(project: &mut Project, id: Id, name: &str, wiring: Wiring) {
    let skeleton = project
        .graphs
        .values()
        .find(|graph| graph.name == HERO)
        .unwrap()
        .skeleton;
    let graph = PoseGraph {
        wiring: Arc::new(wiring),
        ..PoseGraph::new(name, skeleton)
    };
    project.graphs.insert(id, Arc::new(graph));
}

struct Stage {
    project: Project,
    cache: Cache,
    evaluator: Evaluator,
    tick: u64,
}

impl Stage {
    fn new(project: Project, graph: &str, mode: WorkerMode) -> Self {
        let skeleton = project.skeletons[&project
            .graphs
            .values()
            .find(|it| it.name == graph)
            .unwrap()
            .skeleton]
            .name
            .clone();
        let mut stage = Self::of(project, Name::new(&skeleton), mode);
        assert_eq!(
            stage.ask(Request::PlayGraph {
                graph: Name::new(graph)
            }),
            None
        );
        stage
    }

    fn of(project: Project, skeleton: Name, mode: WorkerMode) -> Self {
        let mut cache = Cache::default();
        let library =
            asset::compile(&project, &mut cache, asset::CompileOptions::default()).library;
        let mut stage = Self {
            project,
            cache,
            evaluator: Evaluator::new(mode, library),
            tick: 0,
        };
        assert!(
            stage
                .evaluator
                .step(
                    0.0,
                    &[EngineInput::AddCharacter {
                        character: CHARACTER,
                        skeleton,
                        seed: 3
                    }]
                )
                .is_empty()
        );
        stage
    }

    fn ask(&mut self, request: Request) -> Option<Refusal> {
        let refused = self.evaluator.step(
            0.0,
            &[EngineInput::Request {
                character: CHARACTER,
                request,
            }],
        );
        refused.first().map(|refused| refused.why)
    }

    fn set(&mut self, parameter: &str, value: f64) -> Option<Refusal> {
        self.ask(Request::SetParameter {
            parameter: Name::new(parameter),
            value,
        })
    }

    fn step(&mut self) -> u64 {
        self.evaluator.step(TICK, &[]);
        assert_eq!(self.evaluator.fault(CHARACTER), None);
        self.evaluator.shown(CHARACTER).unwrap().pose().hash()
    }

    /// With the drive; one hash a tick.
    fn drive(&mut self, ticks: u64) -> Vec<u64> {
        let tick = |_| {
            self.tick += 1;
            let now = self.tick;
            for (_, name, value) in DRIVE.iter().filter(|row| row.0 == now) {
                assert_eq!(self.set(name, *value), None, "{name}");
            }
            self.step()
        };
        (0..ticks).map(tick).collect()
    }

    fn bone(&self, name: &str) -> Transform {
        let skeleton = self
            .evaluator
            .library()
            .skeletons
            .iter()
            .find(|it| it.find(Name::new(name)).is_some())
            .unwrap();
        self.evaluator
            .shown(CHARACTER)
            .unwrap()
            .pose()
            .get(skeleton.find(Name::new(name)).unwrap())
    }

    fn recompile(&mut self) {
        let library = asset::compile(
            &self.project,
            &mut self.cache,
            asset::CompileOptions::default(),
        )
        .library;
        self.evaluator.step(
            0.0,
            &[EngineInput::SetLibrary {
                revision: self.tick,
                library,
            }],
        );
    }
}

#[test]
fn a_graph_that_only_links_another_one_shows_what_that_does_bit_for_bit() {
    let (mut project, hero) = sample();
    let parameters = project.graphs[&hero].wiring.parameters.clone();
    add(
        &mut project,
        LAYER,
        "Middle",
        Wiring {
            parameters: parameters.clone(),
            ..wiring(vec![linked(2, hero, None, None)])
        },
    );
    add(
        &mut project,
        OUTER,
        "Outer",
        Wiring {
            parameters,
            ..wiring(vec![linked(1, LAYER, None, None)])
        },
    );
    let alone = Stage::new(project.clone(), HERO, WorkerMode::Inline).drive(200);
    assert_eq!(
        Stage::new(project.clone(), "Outer", WorkerMode::Inline).drive(200),
        alone
    );
    assert_eq!(
        Stage::new(project, "Outer", WorkerMode::workers(2).unwrap()).drive(200),
        alone
    );
}

#[test]
fn a_layer_is_swapped_while_it_plays_and_the_jump_decays() {
    let (mut project, _) = sample();
    let swap = Some(Swap {
        time: 0.3,
        inertialize: true,
    });
    let smooth = node(
        1,
        NodeKind::Inertialization(InertializationNode {
            source: Some(Id(2)),
            dead_blend: None,
            history: Default::default(),
            jumps: Default::default(),
        }),
    );
    let base = player(3, &project, "Idle");
    add(
        &mut project,
        OUTER,
        "Outer",
        wiring(vec![smooth, linked(2, LAYER, Some(3), swap), base]),
    );
    let passes = wiring(vec![node(
        80,
        NodeKind::InputPose(InputPoseNode {
            pose: "Base".into(),
        }),
    )]);
    add(&mut project, LAYER, "Weapon", passes);
    let walk = player(82, &project, "Walk_Fwd");
    add(
        &mut project,
        OTHER,
        "Rifle",
        Wiring {
            implements: Some(LAYER),
            ..wiring(vec![walk])
        },
    );
    let mut stage = Stage::new(project, "Outer", WorkerMode::Inline);
    stage.drive(4);
    let mut last = stage.bone("thigh_l").rotation;
    assert_eq!(stage.set("Weapon", 1.0), None);
    let mut steps = Vec::new();
    for _ in 0..20 {
        stage.step();
        let now = stage.bone("thigh_l").rotation;
        steps.push(now.angle_between(last));
        last = now;
    }
    // Nowhere the jump of more than a tenth of a radian that there would be without.
    assert!(
        steps.iter().all(|step| *step < 0.1) && steps.iter().sum::<f32>() > 0.15,
        "{steps:?}"
    );
    assert_eq!(stage.set("Weapon", 0.0), None);
    (0..30).for_each(|_| assert_ne!(stage.step(), 0));
    // One that comes while it plays is a choice at once, and one that goes leaves the first.
    let rifle = stage.project.graphs.remove(&OTHER).unwrap();
    stage.recompile();
    stage.set("Weapon", 1.0);
    let before = stage.bone("thigh_l").rotation;
    stage.step();
    assert!(stage.bone("thigh_l").rotation.angle_between(before) < 0.02);
    stage.project.graphs.insert(OTHER, rifle);
    stage.recompile();
    stage.step();
    assert_eq!(stage.set("Weapon", 1.0), None);
}

#[test]
fn the_graph_of_a_mesh_works_over_whatever_plays() {
    let (mut project, hero) = sample();
    add(&mut project, LAYER, "Nods", nod());
    let skeleton = project.graphs[&hero].skeleton;
    let plain = project.clone();
    for mesh in project
        .meshes
        .values_mut()
        .filter(|mesh| mesh.skeleton == skeleton)
    {
        Arc::make_mut(mesh).post_process = Some(LAYER);
    }
    let (mut bare, mut worked) = (
        Stage::new(plain, HERO, WorkerMode::Inline),
        Stage::new(project.clone(), HERO, WorkerMode::Inline),
    );
    assert_eq!(bare.set("Nod", 30.0), Some(Refusal::ParameterUnknown));
    bare.drive(60);
    worked.drive(60);
    assert!(
        bare.bone("head")
            .rotation
            .angle_between(worked.bone("head").rotation)
            < 1e-3,
        "it does nothing yet"
    );
    assert_eq!(worked.set("Nod", 30.0), None);
    assert_ne!(bare.drive(30), worked.drive(30));
    let turn = bare
        .bone("head")
        .rotation
        .angle_between(worked.bone("head").rotation);
    assert!((turn - 30f32.to_radians()).abs() < 1e-3, "{turn}");
    assert_eq!(bare.bone("spine_01"), worked.bone("spine_01"));
    // It is saved and restored with the rest.
    let saved = worked.evaluator.save();
    let first: Vec<u64> = (0..20).map(|_| worked.step()).collect();
    worked.evaluator.restore(&saved);
    assert_eq!((0..20).map(|_| worked.step()).collect::<Vec<_>>(), first);
    // Also over a clip, and on workers.
    let shown = |project: &Project, mode, nod: Option<f64>| {
        let mut stage = Stage::of(project.clone(), Name::new("SK_Mannequin"), mode);
        assert_eq!(
            stage.ask(Request::PlayClip {
                clip: Name::new("Walk_Fwd"),
                position: 0.0,
                rate: 1.0
            }),
            None
        );
        if let Some(nod) = nod {
            assert_eq!(stage.set("Nod", nod), None);
        }
        stage.step();
        stage.bone("head").rotation
    };
    let over = shown(&project, WorkerMode::Inline, Some(30.0));
    assert_eq!(
        shown(&project, WorkerMode::workers(2).unwrap(), Some(30.0)),
        over
    );
    let turn = shown(&bare.project, WorkerMode::Inline, None).angle_between(over);
    assert!((turn - 30f32.to_radians()).abs() < 1e-3, "{turn}");
    // And no longer when the mesh lets go of it.
    worked
        .project
        .meshes
        .values_mut()
        .for_each(|mesh| Arc::make_mut(mesh).post_process = None);
    worked.recompile();
    bare.drive(20);
    worked.step();
    bare.step();
    assert_eq!(bare.bone("head").rotation, worked.bone("head").rotation);
}

/// Beyond its threshold it is as if the mesh had none, in poses and in what is told; within it
/// again it begins anew.
#[test]
fn the_graph_of_a_mesh_rests_beyond_its_threshold_and_is_entered_anew() {
    let (mut project, hero) = sample();
    let skeleton = project.graphs[&hero].skeleton;
    let runs = wiring(vec![player(90, &project, "Run_Fwd")]);
    add(&mut project, LAYER, "Runs", runs);
    let plain = project.clone();
    for mesh in project
        .meshes
        .values_mut()
        .filter(|mesh| mesh.skeleton == skeleton)
    {
        let mesh = Arc::make_mut(mesh);
        (mesh.post_process, mesh.post_process_lod) = (Some(LAYER), 1);
    }
    for workers in [None, Some(2)] {
        let mode = || {
            workers.map_or(WorkerMode::Inline, |count| {
                WorkerMode::workers(count).unwrap()
            })
        };
        let stage = |project: &Project| {
            let mut stage = Stage::of(project.clone(), Name::new("SK_Mannequin"), mode());
            let clip = Request::PlayClip {
                clip: Name::new("Walk_Fwd"),
                position: 0.0,
                rate: 1.0,
            };
            assert_eq!(stage.ask(clip), None);
            stage
        };
        let (mut bare, mut worked) = (stage(&plain), stage(&project));
        let told = |stage: &mut Stage| (stage.step(), stage.evaluator.events(CHARACTER).to_vec());
        let runs = |events: &[Event]| {
            events
                .iter()
                .filter(|event| event.asset == Name::new("Run_Fwd"))
                .count()
        };
        let level = |stages: [&mut Stage; 2], lod| {
            stages
                .into_iter()
                .for_each(|stage| assert_eq!(stage.ask(Request::SetLod { lod }), None));
        };
        let shows = |stage: &mut Stage| {
            let (_, events) = told(stage);
            (stage.bone("thigh_l"), stage.bone("pelvis"), runs(&events))
        };
        let entered: Vec<_> = (0..40).map(|_| shows(&mut worked)).collect();
        assert!(entered.iter().map(|(_, _, count)| count).sum::<usize>() > 0);
        (0..40).for_each(|_| {
            bare.step();
        });
        assert_ne!(bare.bone("thigh_l"), worked.bone("thigh_l"));
        level([&mut bare, &mut worked], 2);
        for _ in 0..50 {
            assert!(
                told(&mut bare) == told(&mut worked),
                "a whole pose and all that is told"
            );
        }
        // What rests is saved with the rest.
        let saved = worked.evaluator.save();
        for _ in 0..2 {
            level([&mut bare, &mut worked], 1);
            let again: Vec<_> = (0..40).map(|_| shows(&mut worked)).collect();
            assert_eq!(again, entered, "it begins anew");
            worked.evaluator.restore(&saved);
        }
        // Another threshold while it plays.
        worked
            .project
            .meshes
            .values_mut()
            .for_each(|mesh| Arc::make_mut(mesh).post_process_lod = 0);
        worked.recompile();
        level([&mut bare, &mut worked], 1);
        bare.step();
        worked.step();
        assert_eq!(bare.bone("pelvis"), worked.bone("pelvis"));
    }
}

#[test]
fn a_parameter_that_is_driven_is_not_a_games_to_set() {
    let (mut project, _) = sample();
    let number = |id, name: &str| {
        Parameter::new(
            Id(id),
            name,
            ParameterKind::Float {
                default: 0.0,
                range: None,
            },
        )
    };
    let turned = Parameter {
        driven: "Speed * 10".into(),
        ..number(92, "Nod")
    };
    let mut wiring = nod();
    wiring.parameters = vec![turned, number(93, "Speed")];
    add(&mut project, OUTER, "Outer", wiring);
    let mut stage = Stage::new(project, "Outer", WorkerMode::Inline);
    assert_eq!(stage.set("Nod", 5.0), Some(Refusal::ParameterDriven));
    stage.step();
    let before = stage.bone("head").rotation;
    assert_eq!(stage.set("Speed", 2.0), None);
    stage.step();
    assert!((stage.bone("head").rotation.angle_between(before) - 20f32.to_radians()).abs() < 1e-3);
}
