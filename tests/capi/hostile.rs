//! Arguments that no game should pass: null, out of range, too small, too short, in any order.

use crate::{Opened, World, bytes, dice::Dice, last_error, name, ok, request, settings, terrain};
use mutoscope_capi::*;
use std::{
    ffi::{c_char, c_void},
    io::Write,
    ptr,
};

#[test]
fn null_is_refused_by_every_call() {
    use MutoscopeResult::Null;
    let bundle = Opened::new();
    let world = World::with_hero(&bundle, None, 7);
    world.step();
    let (b, w) = (bundle.0, world.0);
    let (nb, nw) = (
        ptr::null_mut::<MutoscopeBundle>(),
        ptr::null_mut::<MutoscopeWorld>(),
    );
    let level = MutoscopeLevel {
        mesh: 0,
        lod: 0,
        reserved: 0,
    };
    let rate = MutoscopeRate {
        every: 1,
        skips_updates: 0,
        interpolates: 0,
    };
    let mannequin = MutoscopeLevel {
        mesh: name("SM_Mannequin"),
        ..level
    };
    let ground = terrain(MutoscopeShape::Flat);
    let no_blocks = MutoscopeTerrain {
        block_count: 1,
        ..ground
    };
    let mut some = ptr::null_mut();
    // SAFETY: null is what is tried, and everything else is there.
    let results = unsafe {
        [
            ("open", mutoscope_bundle_open(ptr::null(), 8, &raw mut some)),
            (
                "open to",
                mutoscope_bundle_open(bytes().as_ptr(), bytes().len(), ptr::null_mut()),
            ),
            (
                "in place",
                mutoscope_bundle_open_in_place(
                    ptr::null(),
                    8,
                    None,
                    ptr::null_mut(),
                    &raw mut some,
                ),
            ),
            (
                "file",
                mutoscope_bundle_open_file(ptr::null(), 8, &raw mut some),
            ),
            (
                "names",
                mutoscope_bundle_names(nb, 0, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "names to",
                mutoscope_bundle_names(b, 0, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "text",
                mutoscope_bundle_text(nb, 1, ptr::null_mut(), ptr::null_mut()),
            ),
            (
                "text to",
                mutoscope_bundle_text(b, name("PG_Hero"), ptr::null_mut(), ptr::null_mut()),
            ),
            (
                "bones",
                mutoscope_skeleton_bones(nb, 0, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "sockets",
                mutoscope_skeleton_sockets(nb, 0, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            ("graph", mutoscope_graph_skeleton(nb, 0, ptr::null_mut())),
            (
                "graph to",
                mutoscope_graph_skeleton(b, name("PG_Hero"), ptr::null_mut()),
            ),
            (
                "parameters",
                mutoscope_graph_parameters(nb, 0, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            ("clip", mutoscope_clip(nb, 0, ptr::null_mut())),
            ("montage", mutoscope_montage(nb, 0, ptr::null_mut())),
            (
                "montage to",
                mutoscope_montage(b, name("AM_ChargedAttack"), ptr::null_mut()),
            ),
            ("mesh", mutoscope_mesh(nb, 0, ptr::null_mut())),
            (
                "lod",
                mutoscope_mesh_lod(nb, 0, 0, ptr::null_mut(), ptr::null_mut()),
            ),
            ("part", mutoscope_mesh_part(nb, 0, 0, 0, ptr::null_mut())),
            (
                "create",
                mutoscope_world_create(nb, ptr::null(), ptr::null_mut()),
            ),
            (
                "create to",
                mutoscope_world_create(b, ptr::null(), ptr::null_mut()),
            ),
            ("step", mutoscope_world_step(nw, 0.1)),
            ("kick", mutoscope_world_kick(nw, 0.1)),
            ("finish", mutoscope_world_finish(nw)),
            ("sync", mutoscope_world_sync(nw, 7)),
            ("set bundle", mutoscope_world_set_bundle(w, nb)),
            (
                "characters",
                mutoscope_world_characters(w, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            ("add", mutoscope_character_add(nw, 1, 1, 1)),
            ("remove", mutoscope_character_remove(nw, 1)),
            (
                "place",
                mutoscope_characters_place(w, 0, ptr::null(), ptr::null(), 1),
            ),
            ("let go", mutoscope_character_let_go(nw, 1)),
            ("follow", mutoscope_character_follow(nw, 1, ptr::null())),
            ("copy", mutoscope_character_copy_pose(nw, 1, 1, ptr::null())),
            (
                "follow montage",
                mutoscope_character_follow_montage(nw, 1, 1, ptr::null(), 1),
            ),
            (
                "target",
                mutoscope_character_follow_target(nw, 1, 1, ptr::null(), 1, ptr::null()),
            ),
            ("rate", mutoscope_character_set_rate(nw, 1, rate)),
            ("visibility", mutoscope_character_set_visibility(nw, 1, 0)),
            ("immediate", mutoscope_character_set_immediate(nw, 1, 0)),
            (
                "tick",
                mutoscope_world_tick(nw, ptr::null_mut(), ptr::null_mut()),
            ),
            ("ask", mutoscope_ask(w, 7, ptr::null())),
            ("play montage", mutoscope_play_montage(nw, 7, 1, 1.0)),
            ("play graph", mutoscope_play_graph(nw, 7, 1)),
            ("set", mutoscope_set_parameters(w, ptr::null(), 1)),
            (
                "refusals",
                mutoscope_world_refusals(w, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "handler",
                mutoscope_character_set_handler(nw, 7, None, None, ptr::null_mut()),
            ),
            (
                "calls",
                mutoscope_calls_ask(ptr::null_mut(), (&raw const EMPTY).cast()),
            ),
            ("destroy", mutoscope_calls_destroy(ptr::null_mut())),
            (
                "ground",
                mutoscope_world_set_ground(nw, None, ptr::null_mut()),
            ),
            ("level", mutoscope_world_set_level(nw, 0.0)),
            ("terrain", mutoscope_world_set_terrain(w, ptr::null())),
            (
                "terrain of",
                mutoscope_world_set_terrain(nw, &raw const ground),
            ),
            (
                "blocks",
                mutoscope_world_set_terrain(w, &raw const no_blocks),
            ),
            (
                "morph targets",
                mutoscope_morphs(nb, level, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "morph targets to",
                mutoscope_morphs(b, mannequin, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "deltas",
                mutoscope_morph_deltas(nb, level, 0, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "deltas to",
                mutoscope_morph_deltas(b, mannequin, 0, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "modifier",
                mutoscope_world_set_root_motion(nw, None, None, ptr::null_mut()),
            ),
            (
                "events",
                mutoscope_events(nw, 7, 8, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "events to",
                mutoscope_events(w, 7, 8, ptr::null_mut(), 1, ptr::null_mut()),
            ),
            (
                "fields",
                mutoscope_event_fields(
                    w,
                    ptr::null(),
                    ptr::null_mut(),
                    ptr::null_mut(),
                    0,
                    ptr::null_mut(),
                ),
            ),
            (
                "locals",
                mutoscope_locals(nw, 7, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "models",
                mutoscope_models(
                    w,
                    ptr::null(),
                    1,
                    ptr::null_mut(),
                    0,
                    ptr::null_mut(),
                    ptr::null_mut(),
                ),
            ),
            (
                "previous",
                mutoscope_previous_models(nw, 7, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "curves",
                mutoscope_curves(nw, 7, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            ("curve", mutoscope_curve(nw, 7, 1, ptr::null_mut())),
            ("bone", mutoscope_bone(nw, 7, 1, ptr::null_mut())),
            (
                "placement",
                mutoscope_placement(nw, 7, ptr::null_mut(), ptr::null_mut()),
            ),
            (
                "montages",
                mutoscope_montages(nw, 7, 8, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "faults",
                mutoscope_character_faults(w, 7, ptr::null_mut(), ptr::null_mut(), 0),
            ),
            (
                "palettes",
                mutoscope_palettes(nw, 7, level, 0, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "morphs",
                mutoscope_morph_weights(nw, 7, level, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            ("save", mutoscope_world_save(w, ptr::null_mut())),
            ("restore", mutoscope_world_restore(w, ptr::null())),
            (
                "golden",
                mutoscope_golden(nb, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "ticks",
                mutoscope_golden_ticks(nb, 0, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "settings",
                mutoscope_golden_settings(nb, 0, ptr::null_mut(), 0, ptr::null_mut()),
            ),
            ("hash", mutoscope_hash(w, 7, ptr::null_mut())),
            (
                "stream",
                mutoscope_streaming_create(b, ptr::null(), None, ptr::null_mut(), ptr::null_mut()),
            ),
            (
                "stream bundle",
                mutoscope_streaming_bundle(ptr::null(), ptr::null_mut()),
            ),
            (
                "update",
                mutoscope_streaming_update(ptr::null_mut(), 0, ptr::null_mut()),
            ),
            (
                "prefetch",
                mutoscope_streaming_prefetch(ptr::null(), 0, 0.0),
            ),
        ]
    };
    for (call, result) in results {
        assert_eq!(result, Null, "{call}");
    }
    // SAFETY: null is nothing to these.
    unsafe {
        mutoscope_bundle_close(ptr::null_mut());
        mutoscope_world_destroy(ptr::null_mut());
        mutoscope_state_destroy(ptr::null_mut());
        mutoscope_streaming_destroy(ptr::null_mut());
        assert_eq!(
            mutoscope_streaming_failure(ptr::null(), ptr::null_mut(), 0),
            0
        );
        assert_eq!(mutoscope_name(ptr::null(), 0), 0);
    }
    world.step();
}

// SAFETY: numbers and pointers.
static EMPTY: Shared = Shared(unsafe { std::mem::zeroed() });

#[repr(transparent)]
struct Shared(MutoscopeRequest);

// SAFETY: it is read alone.
unsafe impl Sync for Shared {}

#[test]
fn what_is_out_of_range_is_refused_and_the_world_goes_on() {
    use MutoscopeResult::{Range, Size, Unknown};
    let bundle = Opened::new();
    let world = World::with_hero(&bundle, None, 7);
    world.step();
    let before = world.hash(7);
    let with = |kind: u32, start: u32, option: u32, size: u32| {
        let asked = MutoscopeRequest {
            kind,
            start,
            option,
            size,
            ..request(MutoscopeRequestKind::PlayMontage)
        };
        // SAFETY: the request is there during the call.
        unsafe { mutoscope_ask(world.0, 7, &raw const asked) }
    };
    let size = size_of::<MutoscopeRequest>() as u32;
    assert_eq!(with(30, 0, 0, size), Range);
    assert_eq!(with(u32::MAX, 0, 0, size), Range);
    assert_eq!(with(0, 4, 0, size), Range);
    assert_eq!(with(13, 0, 4, size), Range);
    assert_eq!(with(0, 0, 0, 4), Size);
    assert_eq!(with(0, 0, 0, 0), Size);
    let small = MutoscopeWorldSettings {
        size: 8,
        ..settings()
    };
    let mut made = ptr::null_mut();
    let mut count = 0;
    // SAFETY: everything is there during the calls.
    unsafe {
        assert_eq!(mutoscope_character_set_visibility(world.0, 7, 4), Range);
        let (hero, place) = (7, IDENTITY);
        assert_eq!(
            mutoscope_characters_place(world.0, 3, &raw const hero, &raw const place, 1),
            Range
        );
        assert_eq!(
            mutoscope_bundle_names(bundle.0, 6, ptr::null_mut(), 0, &raw mut count),
            Range
        );
        assert_eq!(
            mutoscope_world_create(bundle.0, &raw const small, &raw mut made),
            Size
        );
        assert_eq!(mutoscope_world_sync(world.0, 8), Unknown);
        assert_eq!(
            mutoscope_locals(world.0, 8, ptr::null_mut(), 0, &raw mut count),
            Unknown
        );
        assert_eq!(
            mutoscope_golden_ticks(bundle.0, 9999, ptr::null_mut(), 0, &raw mut count),
            Unknown
        );
        let mut one = IDENTITY;
        assert_eq!(
            mutoscope_locals(world.0, 7, &raw mut one, 1, &raw mut count),
            Size
        );
    }
    assert!(made.is_null() && count > 1);
    assert_eq!(world.hash(7), before);
    world.step();
}

const IDENTITY: MutoscopeTransform = MutoscopeTransform {
    translation: [0.0; 3],
    rotation: [0.0, 0.0, 0.0, 1.0],
    scale: [1.0; 3],
};

#[test]
fn every_cut_of_a_bundle_and_files_that_are_none_are_refused() {
    let mut made = ptr::null_mut();
    let all = bytes();
    for length in (0..all.len()).step_by(all.len() / 37) {
        // SAFETY: so many bytes are there.
        let result = unsafe { mutoscope_bundle_open(all.as_ptr(), length, &raw mut made) };
        assert_eq!(result, MutoscopeResult::Bundle, "{length}");
        assert!(!last_error().is_empty());
    }
    let path = "/nowhere/at all.mbundle";
    // SAFETY: the text is there.
    let result =
        unsafe { mutoscope_bundle_open_file(path.as_ptr().cast(), path.len(), &raw mut made) };
    assert_eq!(result, MutoscopeResult::System);
    assert!(last_error().starts_with(path), "{}", last_error());
    refuses_what_is_no_bundle();
    let latin = [0xff_u8, 0x41];
    // SAFETY: the bytes are there.
    let result = unsafe { mutoscope_bundle_open_file(latin.as_ptr().cast(), 2, &raw mut made) };
    assert_eq!(result, MutoscopeResult::Text);
    assert!(made.is_null());
}

/// None of these takes the memory that its length asks for, and none is waited for.
fn refuses_what_is_no_bundle() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let sparse = |start: &[u8]| {
        let mut file = std::fs::File::create(path("sparse")).unwrap();
        file.write_all(start).unwrap();
        file.set_len(1 << 40).unwrap();
    };
    let refused = |path: &str, expected: MutoscopeResult| {
        let mut made = ptr::null_mut();
        // SAFETY: the text is there.
        let result =
            unsafe { mutoscope_bundle_open_file(path.as_ptr().cast(), path.len(), &raw mut made) };
        assert_eq!((result, made.is_null()), (expected, true), "{path}");
        assert!(!last_error().is_empty());
    };
    sparse(b"");
    refused(&path("sparse"), MutoscopeResult::Bundle);
    sparse(&bytes()[..64]);
    refused(&path("sparse"), MutoscopeResult::Bundle);
    std::fs::write(path("short"), b"MUTO").unwrap();
    refused(&path("short"), MutoscopeResult::Bundle);
    refused(folder.path().to_str().unwrap(), MutoscopeResult::System);
    if cfg!(unix) {
        refused("/dev/zero", MutoscopeResult::System);
        let pipe = path("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        refused(&pipe, MutoscopeResult::System);
    }
}

#[test]
fn a_handler_is_set_between_steps_alone() {
    let bundle = Opened::new();
    let opened = World::with_hero(&bundle, None, 7);
    opened.step();
    let world = opened.0;
    // SAFETY: the world is one, and there is no function to call.
    unsafe {
        assert_eq!(mutoscope_world_kick(world, 1.0 / 60.0), MutoscopeResult::Ok);
        let set = || mutoscope_character_set_handler(world, 1, None, None, ptr::null_mut());
        assert_eq!(set(), MutoscopeResult::Open);
        mutoscope_world_finish(world);
        assert_ne!(set(), MutoscopeResult::Open);
    }
}

#[test]
fn a_text_is_cut_between_its_characters_and_ends_with_a_zero() {
    let path = "/nowhere/ÄÖÜ";
    let mut made = ptr::null_mut();
    // SAFETY: the text is there, and the arrays are as long as is said.
    unsafe {
        mutoscope_bundle_open_file(path.as_ptr().cast(), path.len(), &raw mut made);
        for capacity in 0..24 {
            let mut text = [0x7f_u8; 25];
            let whole = mutoscope_last_error(text.as_mut_ptr().cast::<c_char>(), capacity);
            assert!(whole > path.len());
            assert_eq!(text[capacity..].iter().filter(|it| **it != 0x7f).count(), 0);
            if capacity > 0 {
                let end = text.iter().position(|it| *it == 0).unwrap();
                assert!(std::str::from_utf8(&text[..end]).is_ok(), "{capacity}");
            }
        }
    }
}

/// A second call on a world that is in one is refused: here from its own handler.
#[test]
fn a_world_in_a_call_refuses_another_one() {
    unsafe extern "C" fn on_update(world: *mut c_void, _: u32, _: f64, _: *mut MutoscopeCalls) {
        // SAFETY: the world is there; the call is what is tried.
        let result = unsafe { mutoscope_world_step(world.cast(), 0.1) };
        assert_eq!(result, MutoscopeResult::Busy);
    }
    let bundle = Opened::new();
    let world = World::with_hero(&bundle, None, 7);
    world.step();
    // SAFETY: the world lives longer than its handler.
    unsafe {
        ok(mutoscope_character_set_handler(
            world.0,
            7,
            None,
            Some(on_update),
            world.0.cast(),
        ));
    }
    (0..5).for_each(|_| world.step());
    let mut tick = 0;
    // SAFETY: the world is there.
    unsafe {
        ok(mutoscope_world_tick(
            world.0,
            &raw mut tick,
            ptr::null_mut(),
        ))
    };
    assert_eq!(tick, 6);
}

/// Any calls in any order with any numbers: within the contract nothing ends inside.
#[test]
fn random_calls_in_any_order_never_panic() {
    let bundle = Opened::new();
    let mut kinds = [0; 30];
    for seed in 0..12 {
        let mut dice = Dice(seed);
        let world = World::new(&bundle, None);
        for _ in 0..400 {
            let result = random_call(&world, &bundle, &mut dice, &mut kinds);
            assert_ne!(result, MutoscopeResult::Panic, "{}", last_error());
        }
    }
    assert!(kinds.iter().all(|count| *count > 10), "{kinds:?}");
}

fn random_call(
    world: &World,
    bundle: &Opened,
    dice: &mut Dice,
    kinds: &mut [u32; 30],
) -> MutoscopeResult {
    let character = dice.below(4) as u32;
    let numbers = [
        0.0,
        1.0,
        -1.0,
        0.5,
        1e30,
        f64::NAN,
        f64::INFINITY,
        -0.25,
        3.0,
    ];
    let number = dice.of(&numbers);
    let names = [
        "PG_Hero",
        "AM_ChargedAttack",
        "Walk_Fwd",
        "Speed",
        "",
        "hand_r",
        "Default",
        "Charge",
    ]
    .map(name);
    let other = dice.below(4) as u32;
    let place = MutoscopeTransform {
        translation: dice.rolls(),
        rotation: dice.rolls(),
        scale: [number as f32, 1.0, 1.0],
    };
    let mut skeleton = 0;
    // SAFETY: world and bundle are there, and every array is as long as is said.
    unsafe {
        ok(mutoscope_graph_skeleton(
            bundle.0,
            name("PG_Hero"),
            &raw mut skeleton,
        ));
        match dice.below(25) {
            0 => mutoscope_character_add(world.0, character, skeleton, dice.next()),
            1 => mutoscope_character_remove(world.0, character),
            2 => mutoscope_characters_place(
                world.0,
                other % 3,
                &raw const character,
                &raw const place,
                1,
            ),
            3 => mutoscope_character_follow(world.0, character, &raw const other),
            4 => {
                mutoscope_character_copy_pose(world.0, character, dice.of(&names), &raw const other)
            }
            5 => mutoscope_character_follow_montage(
                world.0,
                character,
                names[1],
                &raw const other,
                names[1],
            ),
            6 => mutoscope_character_follow_target(
                world.0,
                character,
                dice.of(&names),
                &raw const other,
                names[5],
                &raw const place,
            ),
            7 => mutoscope_character_set_visibility(world.0, character, other),
            8 => mutoscope_world_kick(world.0, number.abs().min(2.0)),
            9 => mutoscope_world_finish(world.0),
            10 => mutoscope_world_sync(world.0, character),
            11 => {
                let mut state = ptr::null_mut();
                let saved = mutoscope_world_save(world.0, &raw mut state);
                if saved == MutoscopeResult::Ok {
                    ok(mutoscope_world_step(world.0, 0.1).max_ok());
                    ok(mutoscope_world_restore(world.0, state));
                    mutoscope_state_destroy(state);
                }
                saved
            }
            12 => mutoscope_world_set_bundle(world.0, bundle.0),
            13 => mutoscope_world_set_level(world.0, number),
            14 => set_any_terrain(world, dice, &numbers),
            15..=18 => mutoscope_world_step(world.0, number),
            _ => {
                let kind = dice.below(30);
                kinds[kind] += 1;
                let bone = MutoscopeBonePose {
                    bone: names[5],
                    local: place,
                    weight: dice.roll(),
                };
                let curve = MutoscopeCurve {
                    name: dice.of(&names),
                    value: number as f32,
                    reserved: 0,
                };
                let asked = MutoscopeRequest {
                    kind: kind as u32,
                    name: dice.of(&names),
                    section: dice.of(&names),
                    other: dice.of(&names),
                    number,
                    to: dice.of(&numbers),
                    rate: dice.of(&numbers) as f32,
                    duration: dice.of(&numbers) as f32,
                    start: dice.below(4) as u32,
                    option: dice.below(4) as u32,
                    flag: dice.below(2) as u32,
                    place,
                    bones: &raw const bone,
                    bone_count: dice.below(2),
                    curves: &raw const curve,
                    curve_count: dice.below(2),
                    ..request(MutoscopeRequestKind::PlayMontage)
                };
                mutoscope_ask(world.0, character, &raw const asked)
            }
        }
    }
}

/// A terrain of any shape with any numbers, with a block or without one.
fn set_any_terrain(world: &World, dice: &mut Dice, numbers: &[f64]) -> MutoscopeResult {
    let block = MutoscopeBlock {
        at: [dice.of(numbers), 0.0],
        sides: [1.0, dice.of(numbers), 1.0],
        yaw: dice.of(numbers),
    };
    let asked = MutoscopeTerrain {
        shape: dice.below(5) as u32,
        height: dice.of(numbers),
        heading: dice.of(numbers),
        angle: dice.of(numbers),
        rise: dice.of(numbers),
        run: dice.of(numbers),
        amplitude: dice.of(numbers),
        length: dice.of(numbers),
        steps: dice.below(4) as u32,
        blocks: &raw const block,
        block_count: dice.below(2),
        ..terrain(MutoscopeShape::Flat)
    };
    // SAFETY: world and block are there during the call.
    unsafe { mutoscope_world_set_terrain(world.0, &raw const asked) }
}

trait MaxOk {
    fn max_ok(self) -> MutoscopeResult;
}

impl MaxOk for MutoscopeResult {
    /// A step that refused something was made all the same.
    fn max_ok(self) -> MutoscopeResult {
        match self {
            MutoscopeResult::Refused => MutoscopeResult::Ok,
            other => other,
        }
    }
}
