//! Morph targets that are read through the border are those of the mesh.

use crate::{Opened, World, bytes, last_error, name, ok};
use anim::{Name, Store};
use mutoscope_capi::*;
use std::ptr;

const MESH: &str = "SM_Mannequin";

fn level(lod: u32) -> MutoscopeLevel {
    MutoscopeLevel {
        mesh: name(MESH),
        lod,
        reserved: 0,
    }
}

/// What a call gives that fills an array: its number first, then all of it. One that is too small
/// is left alone.
fn read<T: Copy>(call: impl Fn(*mut T, usize, *mut usize) -> MutoscopeResult) -> Vec<T> {
    let mut count = 0;
    ok(call(ptr::null_mut(), 0, &raw mut count));
    // SAFETY: plain numbers: zeros are a value.
    let mut all: Vec<T> = vec![unsafe { std::mem::zeroed() }; count];
    if count > 0 {
        let small = call(all.as_mut_ptr(), count - 1, &raw mut count);
        assert_eq!(small, MutoscopeResult::Size, "{}", last_error());
    }
    ok(call(all.as_mut_ptr(), all.len(), &raw mut count));
    assert_eq!(count, all.len());
    all
}

fn morphs(bundle: &Opened, of: MutoscopeLevel) -> Vec<MutoscopeMorph> {
    // SAFETY: the bundle is there, and the array is as long as is said.
    read(|to, room, count| unsafe { mutoscope_morphs(bundle.0, of, to, room, count) })
}

fn deltas(bundle: &Opened, of: MutoscopeLevel, morph: u32) -> Vec<MutoscopeMorphDelta> {
    // SAFETY: as above.
    read(|to, room, count| unsafe { mutoscope_morph_deltas(bundle.0, of, morph, to, room, count) })
}

#[test]
fn morph_targets_are_those_of_the_mesh_and_in_the_order_of_their_weights() {
    let bundle = Opened::new();
    let world = World::with_hero(&bundle, None, 7);
    world.step();
    let read_back = bundle::read(Store::of(bytes()), bytes().len()).unwrap();
    let meshes = &read_back.library.meshes;
    let mesh = meshes
        .iter()
        .find(|mesh| mesh.name == Name::new(MESH))
        .unwrap();
    let mut moved = 0;
    for (lod, own) in mesh.lods.iter().enumerate() {
        let of = level(lod as u32);
        let told = morphs(&bundle, of);
        // SAFETY: the world is there, and the array is as long as is said.
        let weights: Vec<f32> = read(|to, room, count| unsafe {
            mutoscope_morph_weights(world.0, 7, of, to, room, count)
        });
        assert_eq!(told.len(), weights.len());
        let parts = own.parts.iter().enumerate();
        let all = parts.flat_map(|(at, part)| part.morphs.iter().map(move |it| (at, part, it)));
        for (at, (part_at, part, morph)) in all.enumerate() {
            let (name, default_weight) = (morph.name.0, morph.default_weight);
            let known = MutoscopeMorph {
                name,
                default_weight,
                part: part_at as u32,
                deltas: morph.delta_count,
                reserved: 0,
            };
            assert_eq!(told[at], known, "{lod} {at}");
            let read = deltas(&bundle, of, at as u32);
            assert_eq!(read.len(), morph.delta_count as usize);
            for (index, read) in read.iter().enumerate() {
                let index = morph.first_delta as usize + index;
                let own = part.deltas[index];
                let tangent = part.delta_tangents.get(index).copied().unwrap_or_default();
                assert_eq!(
                    (read.vertex, read.position, read.normal, read.tangent),
                    (own.vertex, own.position, own.normal, tangent)
                );
                moved += 1;
            }
        }
    }
    assert!(moved > 100, "{moved}");
}

#[test]
fn what_there_is_not_is_refused() {
    let bundle = Opened::new();
    let count = morphs(&bundle, level(0)).len() as u32;
    let mut told = 7;
    let nameless = MutoscopeLevel {
        mesh: 1,
        ..level(0)
    };
    for (of, morph) in [(level(0), count), (level(99), 0), (nameless, 0)] {
        // SAFETY: the bundle is there, and no array is written.
        let result = unsafe {
            mutoscope_morph_deltas(bundle.0, of, morph, ptr::null_mut(), 0, &raw mut told)
        };
        assert_eq!(result, MutoscopeResult::Unknown, "{}", last_error());
    }
    for of in [level(99), nameless] {
        // SAFETY: as above.
        let result = unsafe { mutoscope_morphs(bundle.0, of, ptr::null_mut(), 0, &raw mut told) };
        assert_eq!(result, MutoscopeResult::Unknown, "{}", last_error());
    }
    assert_eq!(told, 7);
}
