//! Characters in an evaluator: `cargo bench -p mutoscope-engine --bench characters`, or `-- clip` for what
//! has that in its name.
//!
//! A base clip, a montage on it, both without the correctives of the sample's mesh, the base clip
//! and the graph `PG_Hero` with them ("worn"), for 1 to 1,000 characters, inline and on workers,
//! beside the kernels that they cannot do without: sampling and model matrices into as many poses,
//! in turns. Levels of detail, the part that no worker does, bytes a character and allocations of a
//! steady tick. Medians of one process.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

use anim::{Library, Name, Pose, Request, codec::SampleCache};
use engine::{EngineInput, Evaluator, WorkerMode};
use glam::Affine3A;
use std::{
    alloc::{GlobalAlloc, Layout, System},
    hint::black_box,
    sync::{
        Arc,
        atomic::{AtomicIsize, AtomicUsize, Ordering},
    },
    time::Instant,
};

const TICK: f64 = 1.0 / 60.0;
const COUNTS: [u32; 4] = [1, 10, 100, 1000];
/// Characters a batch, about, and batches.
const BATCH: u32 = 1000;
const BATCHES: usize = 41;
const WALK: Name = Name::new("Walk_Fwd");

struct Counting;

static BYTES: AtomicIsize = AtomicIsize::new(0);
static CALLS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is handed on as it is.
#[allow(unsafe_code, reason = "an allocator is unsafe to write")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.fetch_add(1, Ordering::Relaxed);
        BYTES.fetch_add(layout.size() as isize, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size() as isize, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Of the bench.
type Part = fn(&Arc<Library>);

/// What each character plays.
#[derive(Clone, Copy)]
enum Plays {
    Clip,
    Montage,
    Graph,
}

struct Crowd {
    evaluator: Evaluator,
    count: u32,
    /// Bytes that each of them takes.
    bytes: isize,
}

impl Crowd {
    /// That has played for two seconds.
    fn new(library: &Arc<Library>, plays: Plays, count: u32, lod: u32, mode: WorkerMode) -> Self {
        let skeleton = library.clip(WALK).unwrap().skeleton;
        let mut evaluator = Evaluator::new(mode, library.clone());
        let mut inputs = Vec::new();
        for character in 0..count {
            let mut ask = |request| inputs.push(EngineInput::Request { character, request });
            ask(Request::PlayClip {
                clip: WALK,
                position: f64::from(character) * 0.0137 % 1.0,
                rate: 1.0,
            });
            ask(Request::SetLod { lod });
            match plays {
                Plays::Clip => {}
                // It lasts for as long as is measured.
                Plays::Montage => ask(Request::play(Name::new("AM_Wave"), 0.001)),
                Plays::Graph => {
                    ask(Request::PlayGraph {
                        graph: Name::new("PG_Hero"),
                    });
                    ask(Request::SetParameter {
                        parameter: Name::new("Speed"),
                        value: 2.2,
                    });
                }
            }
        }
        evaluator.step(0.0, &[]);
        let before = BYTES.load(Ordering::Relaxed);
        let add = |character| EngineInput::AddCharacter {
            character,
            skeleton,
            seed: u64::from(character),
        };
        evaluator.step(TICK, &(0..count).map(add).collect::<Vec<_>>());
        evaluator.step(TICK, &inputs);
        (0..120).for_each(|_| drop(evaluator.step(TICK, &[])));
        let bytes = (BYTES.load(Ordering::Relaxed) - before) / count as isize;
        Self {
            evaluator,
            count,
            bytes,
        }
    }

    /// Nanoseconds a character and tick.
    fn tick(&mut self) -> f64 {
        let ticks = (BATCH / self.count).max(1);
        let start = Instant::now();
        (0..ticks).for_each(|_| drop(black_box(self.evaluator.step(TICK, &[]))));
        start.elapsed().as_secs_f64() * 1e9 / f64::from(ticks * self.count)
    }

    /// The part of a tick that is none of what workers do.
    fn serial(&mut self) -> f64 {
        let (mut all, mut worked) = (0.0, 0.0);
        for _ in 0..50 {
            let start = Instant::now();
            self.evaluator.step(TICK, &[]);
            all += start.elapsed().as_secs_f64();
            worked += self.evaluator.times().1.as_secs_f64();
        }
        1.0 - worked / all
    }
}

/// As many poses, sampled one after the other and made into matrices.
struct Kernels<'a> {
    library: &'a Library,
    poses: Vec<(Pose, Vec<Affine3A>, SampleCache)>,
    time: f64,
}

impl Kernels<'_> {
    fn tick(&mut self) -> f64 {
        let clip = self.library.clip(WALK).unwrap();
        let skeleton = self.library.skeleton(clip.skeleton).unwrap();
        let count = self.poses.len() as u32;
        let ticks = (BATCH / count).max(1);
        let start = Instant::now();
        for _ in 0..ticks {
            self.time += TICK;
            for (at, (pose, models, cache)) in self.poses.iter_mut().enumerate() {
                clip.sample_cached(
                    skeleton,
                    (self.time + at as f64 * 0.0137) % 1.0,
                    cache,
                    pose,
                );
                anim::pose::local_to_model(skeleton, pose, models);
                black_box(models);
            }
        }
        start.elapsed().as_secs_f64() * 1e9 / f64::from(ticks * count)
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Medians of each, in turns.
fn medians<const N: usize>(mut calls: [&mut dyn FnMut() -> f64; N]) -> [f64; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..BATCHES {
        calls
            .iter_mut()
            .zip(&mut times)
            .for_each(|(call, times)| times.push(call()));
    }
    times.map(median)
}

/// The sample whose meshes bring no graph along that works over every pose.
fn bare() -> Arc<Library> {
    let mut project = mannequin::sample();
    project
        .meshes
        .values_mut()
        .for_each(|mesh| Arc::make_mut(mesh).post_process = None);
    asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library
}

fn crowds(library: &Arc<Library>) {
    println!("ns a character and tick, inline; in brackets beside the kernels of as many\n");
    let titles = ["base clip", "and montage", "clip, worn", "PG_Hero, worn"];
    println!(
        "{:>10} {:>8} {}",
        "characters",
        "kernels",
        titles.map(|title| format!("{title:>16}")).join(" ")
    );
    let bare = bare();
    for count in COUNTS {
        let poses = (0..count)
            .map(|_| (Pose::default(), Vec::new(), SampleCache::default()))
            .collect();
        let mut kernels = Kernels {
            library,
            poses,
            time: 0.0,
        };
        let crowd = |library: &Arc<Library>, plays| {
            Crowd::new(library, plays, count, 0, WorkerMode::Inline)
        };
        let [mut clip, mut montage] =
            [Plays::Clip, Plays::Montage].map(|plays| crowd(&bare, plays));
        let [mut worn, mut graph] = [Plays::Clip, Plays::Graph].map(|plays| crowd(library, plays));
        let [kernel, times @ ..] = medians([
            &mut || kernels.tick(),
            &mut || clip.tick(),
            &mut || montage.tick(),
            &mut || worn.tick(),
            &mut || graph.tick(),
        ]);
        let beside = |time: f64| format!("{:>16}", format!("{time:.0} ({:.2})", time / kernel));
        println!("{count:>10} {kernel:>8.0} {}", times.map(beside).join(" "));
    }
}

fn levels(library: &Arc<Library>) {
    let crowd = |plays, lod| Crowd::new(library, plays, 10, lod, WorkerMode::Inline);
    for (name, plays) in [("base clip", Plays::Clip), ("PG_Hero", Plays::Graph)] {
        let [mut fine, mut middle, mut coarse] = [0, 1, 2].map(|lod| crowd(plays, lod));
        let bones = |crowd: &Crowd| {
            crowd
                .evaluator
                .proxy(0)
                .unwrap()
                .required()
                .unwrap()
                .bones()
                .len()
        };
        let counts = [&fine, &middle, &coarse].map(bones);
        let times = medians([&mut || fine.tick(), &mut || middle.tick(), &mut || {
            coarse.tick()
        }]);
        for (bones, time) in counts.into_iter().zip(times) {
            println!(
                "{name:<10} {bones:>3} bones {time:>8.0} ns, {:.2} of the finest level",
                time / times[0]
            );
        }
    }
}

fn shared(library: &Arc<Library>) {
    for (name, plays) in [
        ("base clip", Plays::Clip),
        ("montage", Plays::Montage),
        ("PG_Hero", Plays::Graph),
    ] {
        let mut crowd = Crowd::new(library, plays, 1000, 0, WorkerMode::Inline);
        let calls = CALLS.load(Ordering::Relaxed);
        (0..20).for_each(|_| drop(crowd.evaluator.step(TICK, &[])));
        let calls = CALLS.load(Ordering::Relaxed) - calls;
        let (bytes, serial) = (crowd.bytes, 100.0 * crowd.serial());
        println!(
            "{name:<10} {bytes:>6} bytes a character, {serial:>4.1} % serial, {calls} allocations in 20 ticks"
        );
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut many = Crowd::new(library, plays, 1000, 0, WorkerMode::workers(cores).unwrap());
        let [one, many] = medians([&mut || crowd.tick(), &mut || many.tick()]);
        println!(
            "{:<10} {cores} workers: {:.2} times as fast as inline",
            "",
            one / many
        );
    }
}

fn main() {
    let library = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let measures = |name: &str| wanted.iter().all(|word| name.contains(word));
    let parts: [(&str, Part); 3] = [
        ("clip montage graph", crowds),
        ("levels of detail", levels),
        ("memory serial workers", shared),
    ];
    for (_, part) in parts.into_iter().filter(|(name, _)| measures(name)) {
        part(&library);
        println!();
    }
}
