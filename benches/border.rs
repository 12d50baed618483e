//! What the C ABI costs: `cargo bench -p capi --bench border`.
//!
//! The same characters with the sample's graph, stepped and read by the runtime itself and through
//! the ABI, in turns: parameters set, a step, every model matrix copied, events counted. Medians of
//! one process; the last column is the ABI's time beside the runtime's.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]
#![allow(unsafe_code, reason = "the border is crossed as a game crosses it")]

use anim::{Name, Request, Store};
use engine::{EngineInput, Evaluator, WorkerMode};
use mutoscope_capi::*;
use std::{hint::black_box, ptr, time::Instant};

const TICK: f64 = 1.0 / 60.0;
const ROUNDS: usize = 61;
const GRAPH: Name = Name::new("PG_Hero");
const SPEED: Name = Name::new("Speed");

fn bytes() -> Vec<u8> {
    let library = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    bundle::write(&library, &bundle::Golden::default())
}

/// The runtime itself.
struct Direct {
    evaluator: Evaluator,
    inputs: Vec<EngineInput>,
    models: Vec<MutoscopeMatrix>,
}

impl Direct {
    fn new(bytes: &[u8], count: u32) -> Self {
        let library = bundle::read(Store::of(bytes), bytes.len()).unwrap().library;
        let skeleton = library.graph(GRAPH).unwrap().skeleton();
        let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
        let inputs: Vec<EngineInput> = (0..count)
            .flat_map(|character| {
                [
                    EngineInput::AddCharacter {
                        character,
                        skeleton,
                        seed: 1,
                    },
                    EngineInput::Request {
                        character,
                        request: Request::PlayGraph { graph: GRAPH },
                    },
                ]
            })
            .collect();
        assert!(evaluator.step(TICK, &inputs).is_empty());
        Self {
            evaluator,
            inputs: Vec::new(),
            models: Vec::new(),
        }
    }

    fn tick(&mut self, count: u32, speed: f64) {
        self.inputs.clear();
        self.inputs
            .extend((0..count).map(|character| EngineInput::Request {
                character,
                request: Request::SetParameter {
                    parameter: SPEED,
                    value: speed,
                },
            }));
        assert!(self.evaluator.step(TICK, &self.inputs).is_empty());
        self.models.clear();
        let mut events = 0;
        for character in 0..count {
            let shown = self.evaluator.shown(character).unwrap();
            self.models
                .extend(shown.models().iter().map(MutoscopeMatrix::from));
            events += self.evaluator.events(character).len();
        }
        black_box((&self.models, events));
    }
}

/// The same through the ABI.
struct Border {
    bundle: *mut MutoscopeBundle,
    world: *mut MutoscopeWorld,
    characters: Vec<u32>,
    values: Vec<MutoscopeParameterValue>,
    models: Vec<MutoscopeMatrix>,
}

impl Border {
    fn new(bytes: &[u8], count: u32) -> Self {
        let (mut bundle, mut world, mut skeleton) = (ptr::null_mut(), ptr::null_mut(), 0);
        // SAFETY: everything is there during the calls.
        unsafe {
            ok(mutoscope_bundle_open(
                bytes.as_ptr(),
                bytes.len(),
                &raw mut bundle,
            ));
            ok(mutoscope_world_create(bundle, ptr::null(), &raw mut world));
            ok(mutoscope_graph_skeleton(bundle, GRAPH.0, &raw mut skeleton));
            for character in 0..count {
                ok(mutoscope_character_add(world, character, skeleton, 1));
                ok(mutoscope_play_graph(world, character, GRAPH.0));
            }
            ok(mutoscope_world_step(world, TICK));
        }
        Self {
            bundle,
            world,
            characters: (0..count).collect(),
            values: Vec::new(),
            models: vec![MutoscopeMatrix { rows: [0.0; 12] }; 256 * count as usize],
        }
    }

    fn tick(&mut self, speed: f64) {
        self.values.clear();
        self.values.extend(
            self.characters
                .iter()
                .map(|character| MutoscopeParameterValue {
                    character: *character,
                    reserved: 0,
                    parameter: SPEED.0,
                    value: speed,
                }),
        );
        let (mut bones, mut events) = (0, 0);
        // SAFETY: the arrays are as long as is said.
        unsafe {
            ok(mutoscope_set_parameters(
                self.world,
                self.values.as_ptr(),
                self.values.len(),
            ));
            ok(mutoscope_world_step(self.world, TICK));
            ok(mutoscope_models(
                self.world,
                self.characters.as_ptr(),
                self.characters.len(),
                self.models.as_mut_ptr(),
                self.models.len(),
                ptr::null_mut(),
                &raw mut bones,
            ));
            for character in &self.characters {
                let mut count = 0;
                ok(mutoscope_events(
                    self.world,
                    *character,
                    size_of::<MutoscopeEvent>(),
                    ptr::null_mut(),
                    0,
                    &raw mut count,
                ));
                events += count;
            }
        }
        black_box((&self.models, bones, events));
    }
}

impl Drop for Border {
    fn drop(&mut self) {
        // SAFETY: nobody else destroys them.
        unsafe {
            mutoscope_world_destroy(self.world);
            mutoscope_bundle_close(self.bundle);
        }
    }
}

fn ok(result: MutoscopeResult) {
    assert_eq!(result, MutoscopeResult::Ok);
}

fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e6
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let bytes = bytes();
    println!(
        "{:>10} {:>12} {:>12} {:>8}",
        "characters", "runtime µs", "ABI µs", "ratio"
    );
    for count in [1, 10, 100] {
        let (mut direct, mut border) = (Direct::new(&bytes, count), Border::new(&bytes, count));
        let (mut own, mut through) = (Vec::new(), Vec::new());
        let ticks = 1000 / count;
        for round in 0..ROUNDS {
            let speed = (round % 5) as f64;
            own.push(timed(|| (0..ticks).for_each(|_| direct.tick(count, speed))));
            through.push(timed(|| (0..ticks).for_each(|_| border.tick(speed))));
        }
        let [own, through] = [own, through].map(|times| median(times) / f64::from(ticks));
        println!(
            "{count:>10} {own:>12.2} {through:>12.2} {:>8.3}",
            through / own
        );
    }
}
