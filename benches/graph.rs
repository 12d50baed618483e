//! Pose graphs: `cargo bench -p engine --bench graph`.
//!
//! Ticks of the sample's `PG_Hero` in what it is mostly in, beside the sampling of one clip; what a node costs that only
//! passes on; a crowd on one thread and on all cores; compiling. Medians, in turns, of one process.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

use anim::{
    AnimInstance, AnimInstanceProxy, Graph, Library, Name, Pose, Request,
    graph::{GraphParts, Node},
};
use asset::{
    Cache, Id, Project,
    graph::{self, Alpha, NodeKind, Play},
};
use engine::{Evaluator, Input, Mode};
use std::{
    hint::black_box,
    sync::Arc,
    time::{Duration, Instant},
};

const TICK: f64 = 1.0 / 60.0;
const HERO: Name = Name::new("PG_Hero");
const ROUNDS: usize = 31;
const CROWD: u32 = 1000;
const PASSED: u16 = 200;
const NODES: u64 = 500;

fn main() {
    let project = mannequin::sample();
    let library = asset::compile(&project, &mut Cache::default()).library;
    ticks(&library);
    passing_on(&library);
    crowd(&library);
    compiling(project);
}

/// Medians of what each gives, each in turn.
fn medians<const N: usize>(mut each: [&mut dyn FnMut() -> Duration; N]) -> [f64; N] {
    let mut times: [Vec<Duration>; N] = std::array::from_fn(|_| Vec::new());
    for _ in 0..ROUNDS {
        for (times, each) in times.iter_mut().zip(each.iter_mut()) {
            times.push(each());
        }
    }
    times.map(|mut times| {
        times.sort();
        times[times.len() / 2].as_secs_f64()
    })
}

fn timed(calls: u32, mut call: impl FnMut()) -> Duration {
    let start = Instant::now();
    (0..calls).for_each(|_| call());
    start.elapsed() / calls
}

struct Character {
    instance: AnimInstance,
    proxy: AnimInstanceProxy,
}

impl Character {
    /// That has played for a second and a half since its parameters were set.
    fn new(library: &Arc<Library>, graph: Name, parameters: &[(&str, f64)]) -> Self {
        let skeleton = library.skeleton(library.graph(graph).unwrap().skeleton()).unwrap().clone();
        let mut instance = AnimInstance::new(library.clone(), skeleton, 1);
        instance.request(&Request::PlayGraph { graph }).unwrap();
        let mut character = Self { instance, proxy: AnimInstanceProxy::default() };
        character.tick();
        for (parameter, value) in parameters {
            character
                .instance
                .request(&Request::SetParameter { parameter: Name::new(parameter), value: *value })
                .unwrap();
        }
        (0..90).for_each(|_| character.tick());
        character
    }

    fn tick(&mut self) {
        self.instance.begin_frame(TICK);
        self.instance.update_montages();
        self.instance.pre_update(&mut self.proxy);
        self.proxy.run();
        self.instance.complete(&mut self.proxy);
        black_box(self.proxy.pose());
    }
}

fn ticks(library: &Arc<Library>) {
    let mut standing = Character::new(library, HERO, &[]);
    let mut walking = Character::new(library, HERO, &[("Speed", 2.2)]);
    let mut aiming =
        Character::new(library, HERO, &[("Speed", 2.2), ("Direction", 30.0), ("Aiming", 1.0), ("AimYaw", 20.0)]);
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
    let [one, stand, walk, aim] = medians([
        &mut sample,
        &mut || timed(200, || standing.tick()),
        &mut || timed(200, || walking.tick()),
        &mut || timed(200, || aiming.tick()),
    ]);
    println!("sampling one clip of {} bones      {:>8.2} µs", skeleton.len(), one * 1e6);
    for (name, time) in [("stands", stand), ("jogs", walk), ("jogs aside and aims", aim)] {
        println!("PG_Hero {name:<28}{:>8.2} µs, {:.1} clips", time * 1e6, time / one);
    }
}

/// Curve edits without an edit, one over the other.
fn passing_on(library: &Arc<Library>) {
    let skeleton = library.graph(HERO).unwrap().skeleton();
    let walk = library.clips.iter().position(|clip| clip.name == Name::new("Walk_Fwd")).map(|at| at as u32);
    let chain = |count: u16| {
        let edits = (0..count).map(|source| Node::ModifyCurve { source, first: 0, count: 0 });
        let player = Node::SequencePlayer { clip: walk, play: None };
        let nodes = [player].into_iter().chain(edits).chain([Node::Output { source: count }]).collect();
        let graph = Arc::new(Graph::new(GraphParts { name: HERO, skeleton, nodes, ..GraphParts::default() }).unwrap());
        Character::new(&Arc::new(Library { graphs: vec![graph], ..(**library).clone() }), HERO, &[])
    };
    let (mut none, mut many) = (chain(0), chain(PASSED));
    let [none, many] = medians([&mut || timed(200, || none.tick()), &mut || timed(200, || many.tick())]);
    println!("a node that passes on               {:>8.1} ns", (many - none) * 1e9 / f64::from(PASSED));
}

fn crowd(library: &Arc<Library>) {
    let workers = std::thread::available_parallelism().map_or(1, |count| count.get());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(workers).build().unwrap();
    let skeleton = library.graph(HERO).unwrap().skeleton();
    let evaluator = |mode| {
        let mut evaluator = Evaluator::new(mode, library.clone());
        let ask = |character, request| Input::Request { character, request };
        let inputs = (0..CROWD).flat_map(|character| {
            let parameter =
                Request::SetParameter { parameter: Name::new("Speed"), value: f64::from(character % 50) / 10.0 };
            let play = ask(character, Request::PlayGraph { graph: HERO });
            [Input::AddCharacter { character, skeleton, seed: 1 }, play, ask(character, parameter)]
        });
        let refused = evaluator.step(TICK, &inputs.collect::<Vec<_>>());
        assert!(refused.is_empty());
        (0..60).for_each(|_| drop(evaluator.step(TICK, &[])));
        evaluator
    };
    let (mut inline, mut spread) = (evaluator(Mode::Inline), evaluator(Mode::Workers(Arc::new(pool))));
    let [one, all] =
        medians([&mut || timed(1, || drop(inline.step(TICK, &[]))), &mut || timed(1, || drop(spread.step(TICK, &[])))]);
    let gain = one / all;
    println!("{CROWD} characters, one thread         {:>8.2} ms", one * 1e3);
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
            ..=250 => NodeKind::SequencePlayer { clip, play: Play::default() },
            _ => NodeKind::TwoWay {
                a: Some(Id(2 * (at - 250) - 1)),
                b: Some(Id(2 * (at - 250))),
                alpha: Alpha::Value(0.5.into()),
                always_update_children: false,
            },
        };
        graph::Node::new(Id(at), kind)
    };
    let wiring =
        graph::Wiring { nodes: (1..NODES).map(node).collect(), output: Some(Id(NODES - 1)), ..Default::default() };
    let set = |project: &mut Project, rate: f64| {
        let graph = Arc::make_mut(project.graphs.get_mut(&id).unwrap());
        graph.wiring = Arc::new(wiring.clone());
        if let NodeKind::SequencePlayer { play, .. } = &mut Arc::make_mut(&mut graph.wiring).nodes[7].kind {
            play.rate = rate.into();
        }
    };
    let mut cache = Cache::default();
    set(&mut project, 1.0);
    asset::compile(&project, &mut cache);
    let mut rate = 1.0;
    let [edited] = medians([&mut || {
        rate += 0.125;
        set(&mut project, rate);
        timed(1, || drop(black_box(asset::compile(&project, &mut cache))))
    }]);
    println!("a project compiled anew after an edit of a graph of {} nodes {:>8.2} ms", NODES - 1, edited * 1e3);
}
