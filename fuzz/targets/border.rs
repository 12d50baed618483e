//! Calls of the C ABI in any order, with any arguments within its contract: none ends inside.
#![no_main]

use libfuzzer_sys::{
    arbitrary::{self, Arbitrary},
    fuzz_target,
};
use mutoscope_capi::*;
use std::{ptr, sync::LazyLock};

/// More would only take time.
const MOST_CALLS: usize = 200;
const CHARACTERS: u8 = 4;
const NAMES: [&str; 8] = [
    "PG_Hero",
    "AM_ChargedAttack",
    "Walk_Fwd",
    "Speed",
    "",
    "hand_r",
    "Default",
    "Charge",
];

#[derive(Arbitrary, Clone, Copy, Debug)]
struct Ask {
    kind: u8,
    names: [u8; 3],
    numbers: [f64; 2],
    rate: f32,
    duration: f32,
    start: u8,
    option: u8,
    flag: bool,
    place: [f32; 10],
    bones: u8,
    curves: u8,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Call {
    Add(u8, u64),
    Remove(u8),
    Place(u8, u8, [f32; 10]),
    LetGo(u8),
    Follow(u8, Option<u8>),
    Copy(u8, u8, Option<u8>),
    FollowMontage(u8, Option<u8>),
    FollowTarget(u8, u8, Option<u8>, [f32; 10]),
    Rate(u8, u32, bool, bool),
    Visibility(u8, u8),
    Immediate(u8, bool),
    Step(f64),
    Kick(f64),
    Finish,
    Sync(u8),
    Ask(u8, Ask),
    Set(u8, u8, f64),
    Level(f64),
    Terrain(u8, [f64; 7], u32, Option<[f64; 6]>),
    SaveAndRestore,
    SameBundle,
    Read(u8, u8, u8),
    Morphs(u8, u8, u8),
}

static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let library = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    bundle::write(&library, &bundle::Golden::default())
});

fn name(at: u8) -> MutoscopeName {
    let text = NAMES[usize::from(at) % NAMES.len()];
    // SAFETY: the text is there.
    unsafe { mutoscope_name(text.as_ptr().cast(), text.len()) }
}

fn id(of: u8) -> u32 {
    u32::from(of % CHARACTERS)
}

fn transform([x, y, z, a, b, c, w, i, j, k]: [f32; 10]) -> MutoscopeTransform {
    MutoscopeTransform {
        translation: [x, y, z],
        rotation: [a, b, c, w],
        scale: [i, j, k],
    }
}

/// # Safety
/// The world is there.
unsafe fn asked(world: *mut MutoscopeWorld, character: u8, ask: Ask) -> MutoscopeResult {
    let bone = MutoscopeBonePose {
        bone: name(ask.names[1]),
        local: transform(ask.place),
        weight: ask.rate,
    };
    let curve = MutoscopeCurve {
        name: name(ask.names[2]),
        value: ask.duration,
        reserved: 0,
    };
    let request = MutoscopeRequest {
        size: size_of::<MutoscopeRequest>() as u32,
        kind: ask.kind.into(),
        name: name(ask.names[0]),
        section: name(ask.names[1]),
        other: name(ask.names[2]),
        number: ask.numbers[0],
        to: ask.numbers[1],
        rate: ask.rate,
        duration: ask.duration,
        start: ask.start.into(),
        option: ask.option.into(),
        flag: ask.flag.into(),
        reserved: 0,
        place: transform(ask.place),
        bones: &raw const bone,
        bone_count: usize::from(ask.bones % 2),
        curves: &raw const curve,
        curve_count: usize::from(ask.curves % 2),
    };
    // SAFETY: the caller's contract; the arrays are there during the call.
    unsafe { mutoscope_ask(world, id(character), &raw const request) }
}

/// # Safety
/// The world is there.
unsafe fn set_terrain(
    world: *mut MutoscopeWorld,
    (shape, numbers, steps): (u8, [f64; 7], u32),
    block: Option<[f64; 6]>,
) -> MutoscopeResult {
    let [height, heading, angle, rise, run, amplitude, length] = numbers;
    let block = block.map(|[x, z, width, tall, depth, yaw]| MutoscopeBlock {
        at: [x, z],
        sides: [width, tall, depth],
        yaw,
    });
    let terrain = MutoscopeTerrain {
        size: size_of::<MutoscopeTerrain>() as u32,
        shape: (shape % 5).into(),
        height,
        heading,
        angle,
        rise,
        run,
        amplitude,
        length,
        blocks: block.as_ref().map_or(ptr::null(), ptr::from_ref),
        block_count: block.iter().count(),
        steps,
        reserved: 0,
    };
    // SAFETY: the caller's contract; terrain and block are there during the call.
    unsafe { mutoscope_world_set_terrain(world, &raw const terrain) }
}

/// # Safety
/// The bundle is there.
unsafe fn read_morphs(
    bundle: *const MutoscopeBundle,
    lod: u8,
    morph: u8,
    room: u8,
) -> MutoscopeResult {
    let text = "SM_Mannequin";
    let (room, mut count) = (usize::from(room), 0);
    // SAFETY: the caller's contract; every array is as long as is said.
    unsafe {
        let of = MutoscopeLevel {
            mesh: mutoscope_name(text.as_ptr().cast(), text.len()),
            lod: (lod % 4).into(),
            reserved: 0,
        };
        let mut morphs = vec![std::mem::zeroed::<MutoscopeMorph>(); room];
        let mut deltas = vec![std::mem::zeroed::<MutoscopeMorphDelta>(); room];
        mutoscope_morphs(bundle, of, morphs.as_mut_ptr(), room, &raw mut count);
        mutoscope_morph_deltas(
            bundle,
            of,
            morph.into(),
            deltas.as_mut_ptr(),
            room,
            &raw mut count,
        )
    }
}

/// # Safety
/// The world is there.
unsafe fn read(world: *mut MutoscopeWorld, character: u8, room: u8, which: u8) -> MutoscopeResult {
    let (who, room) = (id(character), usize::from(room));
    let mut count = 0;
    // SAFETY: the caller's contract; every array is as long as is said.
    unsafe {
        let mut matrices = vec![std::mem::zeroed::<MutoscopeMatrix>(); room];
        let mut events = vec![std::mem::zeroed::<MutoscopeEvent>(); room];
        let mut curves = vec![std::mem::zeroed::<MutoscopeCurve>(); room];
        match which % 4 {
            0 => mutoscope_models(
                world,
                &raw const who,
                1,
                matrices.as_mut_ptr(),
                room,
                ptr::null_mut(),
                &raw mut count,
            ),
            1 => mutoscope_events(
                world,
                who,
                size_of::<MutoscopeEvent>(),
                events.as_mut_ptr(),
                room,
                &raw mut count,
            ),
            2 => mutoscope_curves(world, who, curves.as_mut_ptr(), room, &raw mut count),
            _ => {
                let mut matrix = std::mem::zeroed();
                mutoscope_bone(world, who, name(5), &raw mut matrix)
            }
        }
    }
}

/// # Safety
/// The world is there.
unsafe fn saved_and_restored(world: *mut MutoscopeWorld) -> MutoscopeResult {
    let mut state = ptr::null_mut();
    // SAFETY: the caller's contract.
    unsafe {
        let saved = mutoscope_world_save(world, &raw mut state);
        if saved == MutoscopeResult::Ok {
            mutoscope_world_step(world, 0.1);
            assert_eq!(mutoscope_world_restore(world, state), MutoscopeResult::Ok);
            mutoscope_state_destroy(state);
        }
        saved
    }
}

/// # Safety
/// World and bundle are there.
unsafe fn called(
    world: *mut MutoscopeWorld,
    bundle: *const MutoscopeBundle,
    call: Call,
) -> MutoscopeResult {
    let or_null = |other: &Option<u32>| other.as_ref().map_or(ptr::null(), ptr::from_ref);
    // SAFETY: the caller's contract; what is passed is there during the call.
    unsafe {
        match call {
            Call::Add(who, seed) => {
                let mut skeleton = 0;
                mutoscope_graph_skeleton(bundle, name(0), &raw mut skeleton);
                mutoscope_character_add(world, id(who), skeleton, seed)
            }
            Call::Remove(who) => mutoscope_character_remove(world, id(who)),
            Call::Place(who, how, at) => {
                let (who, at) = (id(who), transform(at));
                mutoscope_characters_place(world, how.into(), &raw const who, &raw const at, 1)
            }
            Call::LetGo(who) => mutoscope_character_let_go(world, id(who)),
            Call::Follow(who, leader) => {
                mutoscope_character_follow(world, id(who), or_null(&leader.map(id)))
            }
            Call::Copy(who, partner, from) => {
                let from = from.map(id);
                mutoscope_character_copy_pose(world, id(who), name(partner), or_null(&from))
            }
            Call::FollowMontage(who, leader) => {
                let leader = leader.map(id);
                let leader = or_null(&leader);
                mutoscope_character_follow_montage(world, id(who), name(1), leader, name(1))
            }
            Call::FollowTarget(who, target, of, at) => {
                let (of, at) = (of.map(id), transform(at));
                let of = or_null(&of);
                mutoscope_character_follow_target(
                    world,
                    id(who),
                    name(target),
                    of,
                    name(5),
                    &raw const at,
                )
            }
            Call::Rate(who, every, skips, interpolates) => {
                let rate = MutoscopeRate {
                    every,
                    skips_updates: skips.into(),
                    interpolates: interpolates.into(),
                };
                mutoscope_character_set_rate(world, id(who), rate)
            }
            Call::Visibility(who, how) => {
                mutoscope_character_set_visibility(world, id(who), how.into())
            }
            Call::Immediate(who, is) => {
                mutoscope_character_set_immediate(world, id(who), is.into())
            }
            Call::Step(dt) => mutoscope_world_step(world, dt),
            Call::Kick(dt) => mutoscope_world_kick(world, dt),
            Call::Finish => mutoscope_world_finish(world),
            Call::Sync(who) => mutoscope_world_sync(world, id(who)),
            Call::Ask(who, ask) => asked(world, who, ask),
            Call::Set(who, parameter, value) => {
                let set = MutoscopeParameterValue {
                    character: id(who),
                    reserved: 0,
                    parameter: name(parameter),
                    value,
                };
                mutoscope_set_parameters(world, &raw const set, 1)
            }
            Call::Level(height) => mutoscope_world_set_level(world, height),
            Call::Terrain(shape, numbers, steps, block) => {
                set_terrain(world, (shape, numbers, steps), block)
            }
            Call::SaveAndRestore => saved_and_restored(world),
            Call::SameBundle => mutoscope_world_set_bundle(world, bundle),
            Call::Read(who, room, which) => read(world, who, room, which),
            Call::Morphs(lod, morph, room) => read_morphs(bundle, lod, morph, room),
        }
    }
}

fuzz_target!(|calls: Vec<Call>| {
    let (mut bundle, mut world) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: everything is there until it is destroyed at the end.
    unsafe {
        let opened = mutoscope_bundle_open(BYTES.as_ptr(), BYTES.len(), &raw mut bundle);
        assert_eq!(opened, MutoscopeResult::Ok);
        mutoscope_world_create(bundle, ptr::null(), &raw mut world);
        for call in calls.into_iter().take(MOST_CALLS) {
            let result = called(world, bundle, call);
            assert_ne!(result, MutoscopeResult::Panic, "{call:?}");
        }
        mutoscope_world_destroy(world);
        mutoscope_bundle_close(bundle);
    }
});
