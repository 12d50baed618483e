//! The C ABI from outside: its header, programs in C and C++, hostile arguments.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]
#![allow(unsafe_code, reason = "the border is crossed as a game crosses it")]

mod allocations;
mod csharp;
#[path = "../support/dice.rs"]
mod dice;
mod grounds;
mod header;
mod hostile;
mod jobs;
mod morphs;
mod played;
mod programs;

use mutoscope_capi::*;
use std::{ptr, sync::OnceLock};

/// The sample as a bundle, with golden vectors.
fn bytes() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let compiled = asset::compile(
            &mannequin::sample(),
            &mut asset::Cache::default(),
            asset::CompileOptions::default(),
        );
        let golden = studio::golden::record(&compiled.library);
        bundle::write(&compiled.library, &golden)
    })
}

fn name(text: &str) -> MutoscopeName {
    // SAFETY: the text is there during the call.
    unsafe { mutoscope_name(text.as_ptr().cast(), text.len()) }
}

/// Text of this thread's last failed call.
fn last_error() -> String {
    let mut text = [0_u8; 256];
    // SAFETY: the array has room for so many bytes.
    let length = unsafe { mutoscope_last_error(text.as_mut_ptr().cast(), text.len()) };
    String::from_utf8_lossy(&text[..length.min(text.len() - 1)]).into_owned()
}

fn ok(result: MutoscopeResult) {
    assert_eq!(result, MutoscopeResult::Ok, "{}", last_error());
}

/// A bundle that is closed when it goes.
struct Opened(*mut MutoscopeBundle);

impl Opened {
    fn new() -> Self {
        let mut bundle = ptr::null_mut();
        // SAFETY: the bytes are there during the call.
        unsafe {
            ok(mutoscope_bundle_open(
                bytes().as_ptr(),
                bytes().len(),
                &raw mut bundle,
            ))
        };
        Self(bundle)
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        // SAFETY: nobody else closes it.
        unsafe { mutoscope_bundle_close(self.0) };
    }
}

/// A world that is destroyed when it goes.
struct World(*mut MutoscopeWorld);

impl World {
    fn new(bundle: &Opened, settings: Option<MutoscopeWorldSettings>) -> Self {
        let settings = settings.as_ref().map_or(ptr::null(), ptr::from_ref);
        let mut world = ptr::null_mut();
        // SAFETY: bundle and settings are there during the call.
        unsafe { ok(mutoscope_world_create(bundle.0, settings, &raw mut world)) };
        Self(world)
    }

    /// A world with a character of this id that plays the sample's graph.
    fn with_hero(bundle: &Opened, settings: Option<MutoscopeWorldSettings>, hero: u32) -> Self {
        let world = Self::new(bundle, settings);
        world.add_hero(bundle, hero);
        world
    }

    fn add_hero(&self, bundle: &Opened, hero: u32) {
        let graph = name("PG_Hero");
        let mut skeleton = 0;
        // SAFETY: bundle and world are there.
        unsafe {
            ok(mutoscope_graph_skeleton(bundle.0, graph, &raw mut skeleton));
            ok(mutoscope_character_add(self.0, hero, skeleton, hero.into()));
            ok(mutoscope_play_graph(self.0, hero, graph));
        }
    }

    fn step(&self) {
        // SAFETY: the world is there.
        unsafe { ok(mutoscope_world_step(self.0, 1.0 / 60.0)) };
    }

    fn hash(&self, character: u32) -> [u64; 3] {
        let mut tick = MutoscopeGoldenTick {
            pose: 0,
            events: 0,
            placement: 0,
        };
        // SAFETY: the world is there.
        unsafe { ok(mutoscope_hash(self.0, character, &raw mut tick)) };
        [tick.pose, tick.events, tick.placement]
    }

    fn set(&self, character: u32, parameter: &str, value: f64) {
        let set = MutoscopeParameterValue {
            character,
            reserved: 0,
            parameter: name(parameter),
            value,
        };
        // SAFETY: the world is there.
        unsafe { ok(mutoscope_set_parameters(self.0, &raw const set, 1)) };
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // SAFETY: nobody else destroys it.
        unsafe { mutoscope_world_destroy(self.0) };
    }
}

/// Settings of a world on the calling thread.
fn settings() -> MutoscopeWorldSettings {
    MutoscopeWorldSettings {
        size: size_of::<MutoscopeWorldSettings>() as u32,
        workers: 0,
        jobs: MutoscopeJobs {
            submit: None,
            help: None,
            user: ptr::null_mut(),
            threads: 0,
        },
        is_pipelined: 0,
        keeps_previous: 0,
    }
}

/// A request of this kind with nothing set.
fn request(kind: MutoscopeRequestKind) -> MutoscopeRequest {
    // SAFETY: numbers and pointers: zeros are a value of each.
    let nothing: MutoscopeRequest = unsafe { std::mem::zeroed() };
    MutoscopeRequest {
        size: size_of::<MutoscopeRequest>() as u32,
        kind: kind as u32,
        ..nothing
    }
}

/// Ground of this shape with nothing set.
fn terrain(shape: MutoscopeShape) -> MutoscopeTerrain {
    // SAFETY: numbers and a pointer: zeros are a value of each.
    let nothing: MutoscopeTerrain = unsafe { std::mem::zeroed() };
    MutoscopeTerrain {
        size: size_of::<MutoscopeTerrain>() as u32,
        shape: shape as u32,
        ..nothing
    }
}
