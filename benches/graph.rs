//! Pose graphs: `cargo bench -p mutoscope-engine --bench graph`, or `-- tick` for what has that word in its
//! name.
//!
//! Ticks of the sample's `PG_Hero` in what it is mostly in, beside the sampling of one clip; the
//! tick of evaluation.rs as a graph beside itself by hand; what a node costs that only passes on; a
//! crowd on one thread and on all cores; compiling. Medians, in turns, of one process.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "support/tick.rs"]
mod tick;
#[path = "support/turns.rs"]
mod turns;

use anim::graph::nodes::{ModifyCurveNode, OutputNode, SequencePlayerNode, SlotNode};
use anim::{
    Graph, Library, Name, Pose, Request,
    graph::{GraphParts, Node},
};
use asset::graph::nodes as authored;
use asset::{
    Cache, Id, Project,
    graph::{self, Alpha, NodeKind, Play},
};
use engine::{EngineInput, Evaluator, WorkerMode};
use std::{hint::black_box, sync::Arc};
use turns::{Character, TICK, medians, timed};

const HERO: Name = Name::new("PG_Hero");
const CROWD: u32 = 1000;
const PASSED: u16 = 200;
const NODES: u64 = 500;

/// Of the bench.
type Part = fn(&Arc<Library>);

fn main() {
    let project = mannequin::sample();
    let library = asset::compile(
        &project,
        &mut Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let measures = |name: &str| wanted.iter().all(|word| name.contains(word));
    let parts: [(&str, Part); 4] = [
        ("hero", ticks),
        ("tick by hand", by_hand),
        ("passing on", passing_on),
        ("crowd", crowd),
    ];
    parts
        .into_iter()
        .filter(|(name, _)| measures(name))
        .for_each(|(_, part)| part(&library));
    if measures("compiling") {
        compiling(project);
    }
}

fn ticks(library: &Arc<Library>) {
    let mut standing = Character::new(library, HERO, &[]);
    let mut walking = Character::new(library, HERO, &[("Speed", 2.2)]);
    let mut aiming = Character::new(
        library,
        HERO,
        &[
            ("Speed", 2.2),
            ("Direction", 30.0),
            ("Aiming", 1.0),
            ("AimYaw", 20.0),
        ],
    );
    let clip = library.clip(Name::new("Walk_Fwd")).unwrap().clone();
    let skeleton = library.skeleton(clip.skeleton).unwrap().clone();
    let (mut pose, mut at) = (Pose::default(), 0.0);
    let mut sample = || {
        timed(200, || {
            at = (at + TICK) % 1.0;
            clip.sample(&skeleton, at, &mut pose);
            black_box(&pose);
        })
    };
    let mut far = Character::new(library, HERO, &[("Speed", 2.2)]);
    far.instance.request(&Request::SetLod { lod: 2 }).unwrap();
    let [one, stand, walk, away, aim] = medians([
        &mut sample,
        &mut || timed(200, || standing.tick()),
        &mut || timed(200, || walking.tick()),
        &mut || timed(200, || far.tick()),
        &mut || timed(200, || aiming.tick()),
    ]);
    println!(
        "sampling one clip of {} bones      {:>8.2} µs",
        skeleton.len(),
        one * 1e6
    );
    for (name, time) in [
        ("stands", stand),
        ("jogs", walk),
        ("… at level 2", away),
        ("jogs aside and aims", aim),
    ] {
        println!(
            "PG_Hero {name:<28}{:>8.2} µs, {:.1} clips",
            time * 1e6,
            time / one
        );
    }
}

/// The graph's update, evaluation and model matrices, and the same with the instance around it,
/// beside the calls that a program would make without either.
fn by_hand(library: &Arc<Library>) {
    let work = tick::Work::new(library, Name::new("Walk_Fwd"));
    let bones = work.bones();
    let library = work.library();
    let mut graph = Character::new(&library, tick::GRAPH, &[]);
    let mut whole = Character::new(&library, tick::GRAPH, &[]);
    let mut hand = tick::ByHand::new(work);
    // As often as the characters have ticked.
    (0..91).for_each(|_| hand.tick(TICK));
    for (ours, theirs) in graph.proxy.models().iter().zip(&hand.models) {
        assert!(
            ours.translation.distance(theirs.translation) < 0.02,
            "both make one pose"
        );
    }
    let [hand, graph, whole] = medians([
        &mut || timed(200, || hand.tick(TICK)),
        &mut || timed(200, || graph.proxy.run_tick(&mut graph.room)),
        &mut || timed(200, || whole.tick()),
    ]);
    println!(
        "four clips, a difference, two legs: by hand {:.2} µs, {bones} bones",
        hand * 1e6
    );
    for (name, time) in [
        ("as a graph", graph),
        ("as a graph, with its instance", whole),
    ] {
        println!(
            "{name:<36}{:>8.2} µs, {:.2} of by hand",
            time * 1e6,
            time / hand
        );
    }
}

/// Rows of nodes over one player: curve edits without an edit, of which it is known when they are
/// compiled that they change nothing, and slots, of which it is known when they are asked.
fn passing_on(library: &Arc<Library>) {
    let skeleton = library.graph(HERO).unwrap().skeleton();
    let walk = library
        .clips
        .iter()
        .position(|clip| clip.name == Name::new("Walk_Fwd"))
        .map(|at| at as u32);
    let row = |count: u16, node: &dyn Fn(u16) -> Node| {
        let player = Node::SequencePlayer(SequencePlayerNode {
            clip: walk,
            play: None,
        });
        let nodes = [player]
            .into_iter()
            .chain((0..count).map(node))
            .chain([Node::Output(OutputNode { source: count })])
            .collect();
        let graph = Arc::new(
            Graph::new(GraphParts {
                name: HERO,
                skeleton,
                nodes,
                ..GraphParts::default()
            })
            .unwrap(),
        );
        Character::new(
            &Arc::new(Library {
                graphs: vec![graph],
                ..(**library).clone()
            }),
            HERO,
            &[],
        )
    };
    let edit = |source| {
        Node::ModifyCurve(ModifyCurveNode {
            source,
            first: 0,
            count: 0,
        })
    };
    let slot = |source| {
        Node::Slot(SlotNode {
            source,
            slot: Name::new("Slot"),
            always_update_source: false,
        })
    };
    let (mut none, mut edits, mut slots) = (row(0, &edit), row(PASSED, &edit), row(PASSED, &slot));
    let [none, edits, slots] = medians([
        &mut || timed(200, || none.tick()),
        &mut || timed(200, || edits.tick()),
        &mut || timed(200, || slots.tick()),
    ]);
    for (name, many) in [
        ("a node that passes on", edits),
        ("a slot without a montage", slots),
    ] {
        println!(
            "{name:<36}{:>8.1} ns",
            (many - none) * 1e9 / f64::from(PASSED)
        );
    }
}

fn crowd(library: &Arc<Library>) {
    let workers = std::thread::available_parallelism().map_or(1, |count| count.get());
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(workers)
        .build()
        .unwrap();
    let skeleton = library.graph(HERO).unwrap().skeleton();
    let evaluator = |mode| {
        let mut evaluator = Evaluator::new(mode, library.clone());
        let ask = |character, request| EngineInput::Request { character, request };
        let inputs = (0..CROWD).flat_map(|character| {
            let parameter = Request::SetParameter {
                parameter: Name::new("Speed"),
                value: f64::from(character % 50) / 10.0,
            };
            let play = ask(character, Request::PlayGraph { graph: HERO });
            [
                EngineInput::AddCharacter {
                    character,
                    skeleton,
                    seed: 1,
                },
                play,
                ask(character, parameter),
            ]
        });
        let refused = evaluator.step(TICK, &inputs.collect::<Vec<_>>());
        assert!(refused.is_empty());
        (0..60).for_each(|_| drop(evaluator.step(TICK, &[])));
        evaluator
    };
    let (mut inline, mut spread) = (
        evaluator(WorkerMode::Inline),
        evaluator(WorkerMode::Workers(Arc::new(pool))),
    );
    let [one, all] = medians([
        &mut || timed(1, || drop(inline.step(TICK, &[]))),
        &mut || timed(1, || drop(spread.step(TICK, &[]))),
    ]);
    let gain = one / all;
    println!(
        "{CROWD} characters, one thread         {:>8.2} ms",
        one * 1e3
    );
    println!(
        "{CROWD} characters, {workers} workers          {:>8.2} ms, {gain:.2} times, {:.2} a core",
        all * 1e3,
        gain / workers as f64
    );
}

/// Players that are blended one after the other into a tree.
fn compiling(mut project: Project) {
    let clip = project.clips.keys().next().copied();
    let id = *project.graphs.keys().next().unwrap();
    let node = |at: u64| {
        let kind = match at {
            ..=250 => NodeKind::SequencePlayer(authored::SequencePlayerNode {
                clip,
                play: Play::default(),
            }),
            _ => NodeKind::TwoWay(authored::TwoWayNode {
                a: Some(Id(2 * (at - 250) - 1)),
                b: Some(Id(2 * (at - 250))),
                alpha: Alpha::Value(0.5.into()),
                always_update_children: false,
            }),
        };
        graph::Node::new(Id(at), kind)
    };
    let wiring = graph::Wiring {
        nodes: (1..NODES).map(node).collect(),
        output: Some(Id(NODES - 1)),
        ..Default::default()
    };
    let set = |project: &mut Project, rate: f64| {
        let graph = Arc::make_mut(project.graphs.get_mut(&id).unwrap());
        graph.wiring = Arc::new(wiring.clone());
        if let NodeKind::SequencePlayer(authored::SequencePlayerNode { play, .. }) =
            &mut Arc::make_mut(&mut graph.wiring).nodes[7].kind
        {
            play.rate = rate.into();
        }
    };
    set(&mut project, 1.0);
    let mut without = project.clone();
    without.graphs.remove(&id);
    let graph = project.graphs[&id].clone();
    let (mut cache, mut known) = (Cache::default(), Cache::default());
    asset::compile(&project, &mut cache, asset::CompileOptions::default());
    asset::compile(&without, &mut known, asset::CompileOptions::default());
    let mut rate = 1.0;
    let mut next = u64::MAX;
    let mut rest = Cache::default();
    asset::compile(&without, &mut rest, asset::CompileOptions::default());
    let [edited, first, rest] = medians([
        &mut || {
            rate += 0.125;
            set(&mut project, rate);
            timed(1, || {
                drop(black_box(asset::compile(
                    &project,
                    &mut cache,
                    asset::CompileOptions::default(),
                )))
            })
        },
        &mut || {
            // One that was never seen: nothing of it is known, and all else is.
            let mut with = without.clone();
            with.graphs.insert(Id(next), graph.clone());
            next -= 1;
            timed(1, || {
                drop(black_box(asset::compile(
                    &with,
                    &mut known,
                    asset::CompileOptions::default(),
                )))
            })
        },
        &mut || {
            timed(1, || {
                drop(black_box(asset::compile(
                    &without,
                    &mut rest,
                    asset::CompileOptions::default(),
                )))
            })
        },
    ]);
    let count = NODES - 1;
    println!(
        "a project compiled anew after an edit of a graph of {count} nodes {:>8.2} ms",
        edited * 1e3
    );
    println!(
        "… after it got a new graph of {count} nodes {:>8.2} ms, as it was {:>8.2} ms",
        first * 1e3,
        rest * 1e3
    );
}
