//! A steady-state tick allocates nothing: counted by the allocator of this program.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

use anim::graph::nodes::{
    BlendSpaceNode, CopyPoseNode, OutputNode, SequencePlayerNode, TwoWayNode,
};
use anim::{
    Name, Request,
    blend_space::{BlendSpace, BlendSpaceAxis, BoneSpeeds, Sample},
    graph::{Alpha, GraphParts, Node, Parameter, Play, SpacePlay, Value},
    skeleton::Bone,
    sync::{PlayerState, Role, SyncGroups, SyncMarker, TickRecord},
};
use asset::graph::nodes::BlendListNode;
use engine::{CharacterId, EngineInput, Evaluator, Recording, RecordingLimits, WorkerMode};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is the system allocator's own, with the arguments it was given.
#[expect(unsafe_code, reason = "an allocator is one")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: `at` came from `alloc` above, with this layout.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// One test alone in its program: nothing else allocates beside it.
#[test]
fn a_steady_tick_allocates_nothing() {
    let mut project = mannequin::excerpt();
    let removed = project.skeletons.values().next().unwrap().bones[5]
        .key
        .clone();
    let mesh = Arc::make_mut(project.meshes.values_mut().next().unwrap());
    mesh.lods.truncate(1);
    mesh.lods.push(asset::mesh::Lod {
        screen_size: 0.5,
        removed_bones: vec![removed],
        ..mesh.lods[0].clone()
    });
    let library = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let start = |character: CharacterId| {
        let montage = library.montages[0].name;
        EngineInput::Request {
            character,
            request: Request::play(montage, 1.0),
        }
    };
    let walk = EngineInput::Request {
        character: 1,
        request: Request::PlayClip {
            clip: Name::new("Walk_Fwd"),
            position: 0.0,
            rate: 1.0,
        },
    };
    let skeleton = library.skeletons[0].name;
    let mut made = [0, 1, 2]
        .map(|character| EngineInput::AddCharacter {
            character,
            skeleton,
            seed: character.into(),
        })
        .to_vec();
    made.push(EngineInput::Request {
        character: 2,
        request: Request::SetLod { lod: 1 },
    });
    evaluator.step(0.0, &made);
    // Once through everything, so that every buffer has found its size; then again.
    let run = |evaluator: &mut Evaluator, count: u32| {
        (0..count).for_each(|_| drop(evaluator.step(1.0 / 60.0, &[])))
    };
    for _ in 0..2 {
        evaluator.step(1.0 / 60.0, &[start(0), walk.clone(), start(2)]);
        run(&mut evaluator, 400);
    }
    for is_pipelined in [false, true] {
        evaluator.set_pipelined(is_pipelined);
        evaluator.step(1.0 / 60.0, &[start(0), walk.clone(), start(2)]);
        run(&mut evaluator, if is_pipelined { 400 } else { 0 });
        evaluator.step(1.0 / 60.0, &[start(0), walk.clone(), start(2)]);
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        run(&mut evaluator, 200);
        assert_eq!(ALLOCATIONS.load(Ordering::Relaxed) - before, 0);
    }
    recordings_allocate_only_to_grow();
    sync_groups_allocate_nothing();
    graphs_allocate_nothing(&mannequin::sample(), 0);
    graphs_allocate_nothing(&mannequin::sample(), 2);
    graphs_allocate_nothing(&by_profile(mannequin::sample()), 0);
    blend_spaces_allocate_nothing();
    copied_poses_allocate_nothing();
    let counted = ALLOCATIONS.load(Ordering::Relaxed);
    drop(Vec::<u8>::with_capacity(64));
    assert!(
        ALLOCATIONS.load(Ordering::Relaxed) > counted,
        "the allocator counts"
    );
}

/// Two clips of one group, whose leader changes.
fn sync_groups_allocate_nothing() {
    let clip = |length: f32| {
        let markers = [("L", 0.1), ("R", 0.6)]
            .map(|(name, part)| SyncMarker::new(Name::new(name), part * length));
        Arc::new(anim::Clip {
            length,
            looping: true,
            markers: markers.to_vec().into(),
            ..anim::Clip::default()
        })
    };
    let clips = [clip(1.0), clip(0.6)];
    let mut states = [PlayerState::at(0.0); 2];
    let mut groups = SyncGroups::default();
    let mut run = |count: u32| {
        for tick in 0..count {
            groups.begin_tick();
            for player in 0..2 {
                let weight = if tick % 90 < 45 {
                    player as f32
                } else {
                    1.0 - player as f32
                };
                let mut record =
                    TickRecord::new(player as u32, clips[player].clone(), states[player]);
                (record.group, record.weight) = (Name::new("Locomotion"), weight);
                groups.post(record);
            }
            groups.tick(1.0 / 60.0);
            groups
                .records()
                .iter()
                .for_each(|record| states[record.player as usize] = record.state);
        }
    };
    run(200);
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    run(200);
    assert_eq!(ALLOCATIONS.load(Ordering::Relaxed) - before, 0);
}

/// A recording allocates as its bytes grow, which is seldom: never for a tick.
fn recordings_allocate_only_to_grow() {
    let library = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let hero = library.graph(Name::new("PG_Hero")).unwrap();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let ask = |request| EngineInput::Request {
        character: 0,
        request,
    };
    let added = EngineInput::AddCharacter {
        character: 0,
        skeleton: hero.skeleton(),
        seed: 1,
    };
    let play = Request::PlayGraph { graph: hero.name() };
    evaluator.step(1.0 / 60.0, &[added, ask(play)]);
    let limits = RecordingLimits {
        state_every: u32::MAX,
        ..RecordingLimits::default()
    };
    let mut recording = Recording::new(&evaluator, limits);
    let mut counted = 0;
    for tick in 0..1200 {
        let speed = Request::SetParameter {
            parameter: Name::new("Speed"),
            value: f64::from(tick % 40) / 10.0,
        };
        evaluator.step(1.0 / 60.0, &[]);
        if tick == 200 {
            counted = 0;
        }
        let start = ALLOCATIONS.load(Ordering::Relaxed);
        recording.add(1.0 / 60.0, &[ask(speed)], &mut evaluator);
        counted += ALLOCATIONS.load(Ordering::Relaxed) - start;
    }
    assert!(counted <= 8, "{counted} allocations in 1000 ticks");
}

/// Parameters of `PG_Hero` by tick: it starts, runs, pivots, leaps, is hit, crouches, turns, aims,
/// stands again, and crouches, up and down before it is there: by the transition's own graph.
const DRIVE: [(u32, &str, f64); 25] = [
    (10, "Speed", 1.4),
    (60, "Speed", 4.0),
    (90, "Direction", 40.0),
    (110, "Aiming", 1.0),
    (120, "AimYaw", 50.0),
    (130, "HitFront", 1.0),
    (150, "Pivot", 1.0),
    (200, "Jump", 1.0),
    (200, "InAir", 1.0),
    (250, "InAir", 0.0),
    (300, "Limping", 1.0),
    (330, "Limping", 0.0),
    (360, "Speed", 0.0),
    (400, "Crouching", 1.0),
    (440, "Crouching", 0.0),
    (480, "TurnLeft", 1.0),
    (540, "Aiming", 0.0),
    (550, "Direction", 0.0),
    (720, "Crouching", 1.0),
    (733, "Crouching", 0.0),
    (741, "Crouching", 1.0),
    (747, "HitFront", 1.0),
    (755, "Crouching", 0.0),
    (760, "Crouching", 1.0),
    (820, "Crouching", 0.0),
];

/// Every list and transition blends by a profile.
fn by_profile(mut project: asset::Project) -> asset::Project {
    use asset::{Id, graph::NodeKind, skeleton::BlendProfile};
    let id = Id(u64::MAX);
    for skeleton in project.skeletons.values_mut() {
        let factors = skeleton
            .bones
            .iter()
            .enumerate()
            .map(|(at, bone)| (bone.key.clone(), (at % 5) as f32 / 4.0));
        let profile = BlendProfile {
            id,
            name: "Uneven".into(),
            mode: Default::default(),
            factors: factors.collect(),
        };
        Arc::make_mut(skeleton).blend_profiles.push(profile);
    }
    for graph in project.graphs.values_mut() {
        for node in &mut Arc::make_mut(&mut Arc::make_mut(graph).wiring).nodes {
            match &mut node.kind {
                NodeKind::BlendList(BlendListNode { profile, .. }) => *profile = Some(id),
                NodeKind::StateMachine(machine) => {
                    let settings = machine
                        .transitions
                        .iter_mut()
                        .filter_map(|transition| transition.settings.as_mut());
                    settings.for_each(|settings| settings.profile = Some(id));
                }
                _ => {}
            }
        }
    }
    project
}

/// Through every transition of a drive that it has been through before, at a level of detail.
fn graphs_allocate_nothing(project: &asset::Project, lod: u32) {
    let library = asset::compile(
        project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let (character, graph) = (0, library.graph(Name::new("PG_Hero")).unwrap());
    let ask = |request| EngineInput::Request { character, request };
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let add = EngineInput::AddCharacter {
        character,
        skeleton: graph.skeleton(),
        seed: 1,
    };
    evaluator.step(
        0.0,
        &[
            add,
            ask(Request::SetLod { lod }),
            ask(Request::PlayGraph {
                graph: graph.name(),
            }),
        ],
    );
    let due = |tick: u32| {
        let rows = DRIVE.iter().filter(|row| row.0 == tick);
        rows.map(|row| {
            ask(Request::SetParameter {
                parameter: Name::new(row.1),
                value: row.2,
            })
        })
        .collect::<Vec<_>>()
    };
    let inputs: Vec<Vec<EngineInput>> = (0..900).map(due).collect();
    let mut states = std::collections::BTreeSet::new();
    let mut drive = |notes: bool| {
        for inputs in &inputs {
            assert!(evaluator.step(1.0 / 60.0, inputs).is_empty());
            if notes {
                let state = evaluator.proxy(character).unwrap().state();
                states.extend(
                    graph
                        .machines()
                        .filter_map(|(node, _)| state.machine(graph, node)?.current()),
                );
            }
        }
    };
    drive(true);
    drive(false);
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    drive(false);
    assert_eq!(ALLOCATIONS.load(Ordering::Relaxed) - before, 0);
    assert!(states.len() > 8, "{states:?}");
}

/// Walk, run and limp by their markers on a grid, some bones slower than the rest, in a group with
/// a walk beside them; its point goes everywhere.
fn blend_spaces_allocate_nothing() {
    let library = spaced();
    let (character, graph) = (0, library.graphs[0].clone());
    let ask = |request| EngineInput::Request { character, request };
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
    let add = EngineInput::AddCharacter {
        character,
        skeleton: graph.skeleton(),
        seed: 1,
    };
    evaluator.step(
        0.0,
        &[
            add,
            ask(Request::PlayGraph {
                graph: graph.name(),
            }),
        ],
    );
    let value = |tick: u32, name: &str, turn: u32| {
        let value = f64::from(tick * turn % 101) / 100.0;
        ask(Request::SetParameter {
            parameter: Name::new(name),
            value,
        })
    };
    let inputs: Vec<[EngineInput; 3]> = (0..600)
        .map(|tick| {
            [
                value(tick, "x", 37),
                value(tick, "y", 53),
                value(tick, "beside", 7),
            ]
        })
        .collect();
    let mut drive = || {
        inputs
            .iter()
            .for_each(|inputs| assert!(evaluator.step(1.0 / 60.0, inputs).is_empty()))
    };
    drive();
    drive();
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    drive();
    assert_eq!(ALLOCATIONS.load(Ordering::Relaxed) - before, 0);
}

/// 1 copies 2, which copies 0, and 3 follows 1; with somebody who waits for the last of them, and
/// without.
fn copied_poses_allocate_nothing() {
    let (partner, copying) = (Name::new("partner"), Name::new("copying"));
    let mut library = anim::Library::clone(&spaced());
    let (spaces, skeleton) = (library.graphs[0].name(), library.skeletons[0].name);
    let nodes = vec![
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(1),
            play: None,
        }),
        Node::CopyPose(CopyPoseNode {
            source: 0,
            partner,
            retargets: true,
        }),
        Node::Output(OutputNode { source: 1 }),
    ];
    let parts = GraphParts {
        name: copying,
        skeleton,
        nodes,
        ..GraphParts::default()
    };
    library
        .graphs
        .push(Arc::new(anim::Graph::new(parts).unwrap()));
    library.graphs.sort_by_key(|graph| graph.name());
    let mut evaluator = Evaluator::new(WorkerMode::Inline, Arc::new(library));
    let add = |character| EngineInput::AddCharacter {
        character,
        skeleton,
        seed: 1,
    };
    let plays = |character, graph| EngineInput::Request {
        character,
        request: Request::PlayGraph { graph },
    };
    let copy = |character, from| EngineInput::CopyPose {
        character,
        partner,
        from: Some(from),
    };
    let follow = EngineInput::Follow {
        character: 3,
        leader: Some(1),
    };
    let graphs = [plays(0, spaces), plays(1, copying), plays(2, copying)];
    let inputs = [
        &[0, 1, 2, 3].map(add)[..],
        &graphs,
        &[copy(1, 2), copy(2, 0), follow],
    ]
    .concat();
    assert_eq!(evaluator.step(0.0, &inputs), []);
    let mut run = || {
        for tick in 0..200 {
            evaluator.kick_step(1.0 / 60.0, &[]);
            if tick % 2 == 0 {
                assert!(evaluator.sync(3).is_some());
            }
            evaluator.finish_step();
        }
    };
    run();
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    run();
    assert_eq!(ALLOCATIONS.load(Ordering::Relaxed) - before, 0);
    let shown = |character| evaluator.shown(character).unwrap().pose();
    assert!(
        [1, 2, 3]
            .iter()
            .all(|character| shown(*character) == shown(0))
    );
    assert_eq!(
        [0, 1, 2].map(|character| evaluator.proxy(character).unwrap().state().faults().len()),
        [0; 3]
    );
}

fn spaced() -> Arc<anim::Library> {
    let bone = |parent: i32| Bone {
        name: Name((parent + 2) as u64),
        parent,
        reference: anim::Transform::IDENTITY.into(),
        reserved: 0,
    };
    let bones = [-1, 0, 1].map(bone).to_vec();
    let skeleton = Arc::new(
        anim::Skeleton::new(Name::new("rig"), bones.into(), anim::Array::default()).unwrap(),
    );
    let clip = |(at, (length, cycles)): (usize, (f32, u8))| {
        let turns = (0..cycles).map(|turn| f32::from(turn) / f32::from(cycles));
        let marks = turns.flat_map(|turn| [("L", turn + 0.05), ("R", turn + 0.3)]);
        let markers: Vec<SyncMarker> = marks
            .map(|(name, part)| SyncMarker::new(Name::new(name), part * length))
            .collect();
        let name = Name(at as u64 + 1);
        let clip = anim::Clip {
            name,
            skeleton: skeleton.name,
            length,
            markers: markers.into(),
            ..anim::Clip::default()
        };
        Arc::new(anim::Clip {
            looping: true,
            rate_scale: 1.0,
            key_count: 1,
            ..clip
        })
    };
    let clips: Vec<_> = [(1.0, 1), (0.6, 1), (2.2, 2)]
        .into_iter()
        .enumerate()
        .map(clip)
        .collect();
    let axis = BlendSpaceAxis {
        min: 0.0,
        max: 1.0,
        wrap: false,
        smoothing: Default::default(),
    };
    let sample = |(clip, x, y)| Sample {
        clip,
        at: [x, y],
        rate: 1.0,
    };
    let samples = [
        (0, 0.0, 0.0),
        (1, 1.0, 0.0),
        (2, 0.0, 1.0),
        (0, 1.0, 1.0),
        (1, 0.4, 0.6),
    ]
    .map(sample);
    let speeds = BoneSpeeds {
        speeds: vec![2.0, 0.5],
        bones: vec![0, 1, 2],
    };
    let space = BlendSpace::new(&[axis; 2], &samples, 6.0)
        .unwrap()
        .gridded([4, 3])
        .unwrap();
    let (group, role) = (Name::new("Locomotion"), Role::CanBeLeader);
    let play = SpacePlay {
        space: Arc::new(space.with_bone_speeds(speeds).unwrap()),
        input: [Value::Parameter(0), Value::Parameter(1)],
        looping: true,
        play: Play {
            group,
            role,
            ..Play::default()
        },
    };
    let parameter = |name| Parameter {
        name: Name::new(name),
        default: 0.0,
        is_trigger: false,
        values: Vec::new(),
    };
    let parts = GraphParts {
        name: Name::new("graph"),
        skeleton: skeleton.name,
        nodes: vec![
            Node::BlendSpace(BlendSpaceNode { space: 0 }),
            Node::SequencePlayer(SequencePlayerNode {
                clip: Some(0),
                play: Some(0),
            }),
            Node::TwoWay(TwoWayNode {
                a: 0,
                b: 1,
                alpha: 0,
                always_update_children: true,
            }),
            Node::Output(OutputNode { source: 2 }),
        ],
        parameters: ["x", "y", "beside"].map(parameter).to_vec(),
        plays: vec![Play {
            group,
            role,
            ..Play::default()
        }],
        spaces: vec![play],
        alphas: vec![Alpha::Value(Value::Parameter(2))],
        ..GraphParts::default()
    };
    let graphs = vec![Arc::new(anim::Graph::new(parts).unwrap())];
    Arc::new(anim::Library {
        skeletons: vec![skeleton],
        clips,
        graphs,
        ..anim::Library::default()
    })
}
