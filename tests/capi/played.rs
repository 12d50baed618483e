//! What is read through the border is what the runtime gives, and states and memory hold.

use crate::{Opened, World, bytes, name, ok, request, settings};
use anim::{Name, Store};
use engine::{EngineInput, Evaluator, WorkerMode};
use mutoscope_capi::*;
use std::{
    ffi::c_void,
    ptr,
    sync::atomic::{AtomicUsize, Ordering},
};

/// The same steps by the runtime itself.
pub fn evaluator() -> Evaluator {
    let library = bundle::read(Store::of(bytes()), bytes().len())
        .unwrap()
        .library;
    let graph = Name::new("PG_Hero");
    let skeleton = library.graph(graph).unwrap().skeleton();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
    let character = 7;
    let refused = evaluator.step(
        1.0 / 60.0,
        &[
            EngineInput::AddCharacter {
                character,
                skeleton,
                seed: 7,
            },
            EngineInput::Request {
                character,
                request: anim::Request::PlayGraph { graph },
            },
        ],
    );
    assert!(refused.is_empty());
    evaluator
}

#[test]
fn poses_events_and_placements_are_those_of_the_runtime() {
    let bundle = Opened::new();
    let world = World::with_hero(&bundle, None, 7);
    world.step();
    let mut twin = evaluator();
    let mut events_seen = 0;
    for step in 0..240 {
        let mut inputs = Vec::new();
        if step % 40 == 10 {
            world.set(7, "Speed", f64::from(step) / 40.0);
            inputs.push(EngineInput::Request {
                character: 7,
                request: anim::Request::SetParameter {
                    parameter: Name::new("Speed"),
                    value: f64::from(step) / 40.0,
                },
            });
        }
        if step == 100 {
            // SAFETY: the world is there.
            unsafe {
                ok(mutoscope_play_montage(
                    world.0,
                    7,
                    name("AM_ChargedAttack"),
                    1.0,
                ))
            };
            inputs.push(EngineInput::Request {
                character: 7,
                request: anim::Request::play(Name::new("AM_ChargedAttack"), 1.0),
            });
        }
        world.step();
        assert!(twin.step(1.0 / 60.0, &inputs).is_empty());
        let golden = engine::hash::golden_tick(&twin, 7).unwrap();
        assert_eq!(
            world.hash(7),
            [golden.pose, golden.events, golden.placement]
        );
        events_seen += same_reads(&world, &twin);
    }
    assert!(events_seen > 20, "{events_seen}");
}

/// Compares what is read with what the runtime shows. Returns the number of events.
fn same_reads(world: &World, twin: &Evaluator) -> usize {
    let shown = twin.shown(7).unwrap();
    let bones = shown.models().len();
    let mut models = vec![MutoscopeMatrix { rows: [0.0; 12] }; bones];
    let hero = 7;
    let mut count = 0;
    // SAFETY: the arrays are as long as is said.
    unsafe {
        ok(mutoscope_models(
            world.0,
            &raw const hero,
            1,
            models.as_mut_ptr(),
            bones,
            ptr::null_mut(),
            &raw mut count,
        ));
    }
    assert_eq!(count, bones);
    for (model, own) in models.iter().zip(shown.models()) {
        for point in [[0.0, 0.0, 0.0], [1.0, -2.0, 3.0]] {
            let there = own.transform_point3(point.into());
            let rows = &model.rows;
            let by_rows = [0, 4, 8].map(|row| {
                rows[row] * point[0]
                    + rows[row + 1] * point[1]
                    + rows[row + 2] * point[2]
                    + rows[row + 3]
            });
            assert!(there.distance(by_rows.into()) < 1e-5);
        }
    }
    // SAFETY: zeros are a value of an event.
    let mut events: [MutoscopeEvent; 32] = unsafe { std::mem::zeroed() };
    // SAFETY: the array is as long as is said.
    unsafe {
        ok(mutoscope_events(
            world.0,
            7,
            size_of::<MutoscopeEvent>(),
            events.as_mut_ptr(),
            events.len(),
            &raw mut count,
        ));
    }
    let own = twin.events(7);
    assert_eq!(count, own.len());
    for (event, own) in events.iter().zip(own) {
        assert_eq!(
            (event.name, event.id, event.asset),
            (own.name.0, own.id, own.asset.0)
        );
        assert_eq!(
            (event.time.to_bits(), event.reason),
            (own.time.to_bits(), own.reason as u32)
        );
        same_fields(world, event, twin, own);
    }
    count
}

fn same_fields(world: &World, event: &MutoscopeEvent, twin: &Evaluator, own: &anim::Event) {
    // SAFETY: zeros are a value of a field.
    let mut fields: [MutoscopeField; 16] = unsafe { std::mem::zeroed() };
    let (mut class, mut count) = (1, 0);
    // SAFETY: the array is as long as is said.
    unsafe {
        ok(mutoscope_event_fields(
            world.0,
            event,
            &raw mut class,
            fields.as_mut_ptr(),
            fields.len(),
            &raw mut count,
        ));
    }
    let payload = twin.library().payload(own);
    assert_eq!(class, payload.as_ref().map_or(0, |it| it.class().name.0));
    let own: Vec<_> = payload.iter().flat_map(|it| it.fields()).collect();
    assert_eq!(count, own.len());
    for (field, (name, _)) in fields.iter().zip(&own) {
        assert_eq!(field.field, name.0);
    }
}

#[test]
fn a_state_is_gone_back_to_again_and_again() {
    let bundle = Opened::new();
    let world = World::with_hero(&bundle, None, 7);
    (0..60).for_each(|_| world.step());
    let mut state = ptr::null_mut();
    // SAFETY: the world is there.
    unsafe { ok(mutoscope_world_save(world.0, &raw mut state)) };
    let run = || -> Vec<[u64; 3]> {
        world.set(7, "Speed", 4.0);
        let mut hashes = Vec::new();
        for _ in 0..60 {
            world.step();
            hashes.push(world.hash(7));
        }
        hashes
    };
    let first = run();
    for _ in 0..3 {
        // SAFETY: world and state are there.
        unsafe { ok(mutoscope_world_restore(world.0, state)) };
        assert!(run() == first);
    }
    // SAFETY: nobody else destroys it.
    unsafe { mutoscope_state_destroy(state) };
}

/// A mesh on the skeleton of a graph.
fn mesh_of(bundle: &Opened, graph: MutoscopeName) -> MutoscopeName {
    let (mut meshes, mut count, mut skeleton) = ([0; 16], 0, 0);
    // SAFETY: the array is as long as is said.
    let known = |mesh: MutoscopeName| unsafe {
        let mut known = MutoscopeMesh {
            skeleton: 0,
            lods: 0,
            materials: 0,
        };
        ok(mutoscope_mesh(bundle.0, mesh, &raw mut known));
        known
    };
    // SAFETY: as above.
    unsafe {
        let kind = MutoscopeKind::Mesh as u32;
        ok(mutoscope_bundle_names(
            bundle.0,
            kind,
            meshes.as_mut_ptr(),
            16,
            &raw mut count,
        ));
        ok(mutoscope_graph_skeleton(bundle.0, graph, &raw mut skeleton));
    }
    let mut found = meshes[..count].iter().copied();
    found
        .find(|mesh| known(*mesh).skeleton == skeleton)
        .unwrap()
}

#[test]
fn palettes_of_the_step_before_are_those_that_were_read_then() {
    let bundle = Opened::new();
    let keeping = MutoscopeWorldSettings {
        keeps_previous: 1,
        ..settings()
    };
    let world = World::with_hero(&bundle, Some(keeping), 7);
    world.set(7, "Speed", 3.0);
    let mesh = mesh_of(&bundle, name("PG_Hero"));
    let read = |which: MutoscopePalette| {
        let level = MutoscopeLevel {
            mesh,
            lod: 0,
            reserved: 0,
        };
        let mut matrices = vec![MutoscopeMatrix { rows: [0.0; 12] }; 4096];
        let mut count = 0;
        // SAFETY: the array is as long as is said.
        unsafe {
            ok(mutoscope_palettes(
                world.0,
                7,
                level,
                which as u32,
                matrices.as_mut_ptr(),
                matrices.len(),
                &raw mut count,
            ));
        }
        matrices.truncate(count);
        matrices
    };
    world.step();
    let mut before = read(MutoscopePalette::Now);
    assert!(!before.is_empty());
    let mut moved = 0;
    for _ in 0..30 {
        world.step();
        assert!(read(MutoscopePalette::Previous) == before);
        let now = read(MutoscopePalette::Now);
        moved += usize::from(now != before);
        before = now;
    }
    assert!(moved > 20, "{moved}");
}

#[test]
fn memory_that_is_lent_is_given_back_once_when_the_last_user_is_gone() {
    static RELEASED: AtomicUsize = AtomicUsize::new(0);
    unsafe extern "C" fn release(_: *mut c_void) {
        RELEASED.fetch_add(1, Ordering::Relaxed);
    }
    let words: Vec<u128> = bytes()
        .chunks(16)
        .map(|chunk| {
            let mut word = [0; 16];
            word[..chunk.len()].copy_from_slice(chunk);
            u128::from_le_bytes(word)
        })
        .collect();
    let mut lent = ptr::null_mut();
    // SAFETY: the words are aligned and stay until the end of the test.
    unsafe {
        ok(mutoscope_bundle_open_in_place(
            words.as_ptr().cast(),
            bytes().len(),
            Some(release),
            ptr::null_mut(),
            &raw mut lent,
        ));
    }
    let bundle = Opened(lent);
    let world = World::with_hero(&bundle, None, 7);
    drop(bundle);
    assert_eq!(RELEASED.load(Ordering::Relaxed), 0);
    (0..10).for_each(|_| world.step());
    drop(world);
    assert_eq!(RELEASED.load(Ordering::Relaxed), 1);
    let mut none = ptr::null_mut();
    // SAFETY: as above; a file that ends early is no bundle.
    let result = unsafe {
        mutoscope_bundle_open_in_place(
            words.as_ptr().cast(),
            100,
            Some(release),
            ptr::null_mut(),
            &raw mut none,
        )
    };
    assert_eq!(result, MutoscopeResult::Bundle);
    assert_eq!(RELEASED.load(Ordering::Relaxed), 2);
}

/// What handlers hear, and what they ask for.
#[test]
fn handlers_hear_what_fires_and_ask() {
    #[derive(Default)]
    struct Heard {
        events: usize,
        updates: usize,
        montages: usize,
    }
    unsafe extern "C" fn on_event(
        user: *mut c_void,
        _: u32,
        event: *const MutoscopeEvent,
        calls: *mut MutoscopeCalls,
    ) {
        // SAFETY: `user` is the test's own, the event is there during the call.
        let (heard, event) = unsafe { (&mut *user.cast::<Heard>(), &*event) };
        heard.events += 1;
        heard.montages += usize::from(event.phase == MutoscopePhase::Started as u32);
        if heard.events == 1 {
            let asked = MutoscopeRequest {
                name: name("AM_ChargedAttack"),
                rate: 1.0,
                flag: 1,
                ..request(MutoscopeRequestKind::PlayMontage)
            };
            // SAFETY: within the handler's call.
            unsafe { ok(mutoscope_calls_ask(calls, &raw const asked)) };
        }
    }
    unsafe extern "C" fn on_update(user: *mut c_void, _: u32, _: f64, _: *mut MutoscopeCalls) {
        // SAFETY: `user` is the test's own.
        unsafe { (*user.cast::<Heard>()).updates += 1 };
    }
    let bundle = Opened::new();
    let world = World::with_hero(&bundle, None, 7);
    world.step();
    let mut heard = Heard::default();
    // SAFETY: `heard` lives longer than the world is stepped.
    unsafe {
        ok(mutoscope_character_set_handler(
            world.0,
            7,
            Some(on_event),
            Some(on_update),
            (&raw mut heard).cast(),
        ));
    }
    world.set(7, "Speed", 3.0);
    (0..240).for_each(|_| world.step());
    assert_eq!((heard.updates, heard.montages), (240, 1));
    assert!(heard.events > 3, "{}", heard.events);
}

/// Numbers of the header's enums are the places in the lists of the runtime.
#[test]
fn enums_are_in_the_order_of_the_runtime() {
    use anim::event::{Cause, EventReason, Warped};
    let names = |reason: &EventReason| format!("{reason:?}");
    let last = MutoscopeReason::Blended as usize;
    assert_eq!(EventReason::ALL.len(), last + 1);
    for (reason, own) in [
        (MutoscopeReason::Fired, EventReason::Fired),
        (MutoscopeReason::Filtered, EventReason::Filtered),
        (MutoscopeReason::Muted, EventReason::Muted),
        (MutoscopeReason::TornDown, EventReason::TornDown),
        (MutoscopeReason::Blended, EventReason::Blended),
    ] {
        assert_eq!(
            (reason as usize, format!("{reason:?}")),
            (own as usize, names(&own))
        );
    }
    for (cause, own) in [
        (MutoscopeCause::Group, Cause::Group),
        (MutoscopeCause::Leader, Cause::Leader),
        (MutoscopeCause::TearDown, Cause::TearDown),
    ] {
        assert_eq!(
            (cause as u32, format!("{cause:?}")),
            (own as u32, format!("{own:?}"))
        );
    }
    assert_eq!(MutoscopeWarp::Missed as u32, Warped::Missed as u32);
    for reason in 0..=last as u32 {
        // SAFETY: the text ends with a zero and is never freed.
        let text = unsafe { std::ffi::CStr::from_ptr(mutoscope_reason_text(reason)) };
        assert_eq!(text.to_str(), Ok(EventReason::ALL[reason as usize].short()));
    }
}
