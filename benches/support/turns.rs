//! Several ways of doing one thing, timed in turns, and a character that does it.

use anim::{AnimInstance, AnimInstanceProxy, Library, Name, Request, instance::Workspace};
use std::{
    hint::black_box,
    sync::Arc,
    time::{Duration, Instant},
};

pub const TICK: f64 = 1.0 / 60.0;
const ROUNDS: usize = 31;

/// Medians of what each gives, each in turn.
pub fn medians<const N: usize>(mut each: [&mut dyn FnMut() -> Duration; N]) -> [f64; N] {
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

pub fn timed(calls: u32, mut call: impl FnMut()) -> Duration {
    let start = Instant::now();
    (0..calls).for_each(|_| call());
    start.elapsed() / calls
}

pub struct Character {
    pub instance: AnimInstance,
    pub proxy: AnimInstanceProxy,
    pub room: Workspace,
}

impl Character {
    /// That has played for a second and a half since its parameters were set.
    pub fn new(library: &Arc<Library>, graph: Name, parameters: &[(&str, f64)]) -> Self {
        let skeleton = library
            .skeleton(library.graph(graph).unwrap().skeleton())
            .unwrap()
            .clone();
        let mut instance = AnimInstance::new(library.clone(), skeleton, 1);
        instance.request(&Request::PlayGraph { graph }).unwrap();
        let mut character = Self {
            instance,
            proxy: AnimInstanceProxy::default(),
            room: Workspace::default(),
        };
        character.tick();
        for (parameter, value) in parameters {
            character
                .instance
                .request(&Request::SetParameter {
                    parameter: Name::new(parameter),
                    value: *value,
                })
                .unwrap();
        }
        (0..90).for_each(|_| character.tick());
        character
    }

    pub fn tick(&mut self) {
        self.instance.begin_frame(TICK);
        self.instance.update_montages(&mut anim::instance::Silent);
        self.instance.pre_update(&mut self.proxy);
        self.proxy.run_tick(&mut self.room);
        self.instance
            .complete(&mut self.proxy, &mut anim::instance::Silent);
        black_box(self.proxy.pose());
    }
}
