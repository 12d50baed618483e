//! Through the border, too, a steady tick allocates nothing.

use crate::{Opened, World};
use mutoscope_capi::*;
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    ptr,
};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is the system allocator's own, with the arguments it was given.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's contract is that of the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Sets a parameter, steps, and reads everything that a game reads.
fn tick(world: &World, hero: u32, models: &mut [MutoscopeMatrix], at: u32) {
    world.set(hero, "Speed", 3.0 + f64::from(at % 2) * 0.01);
    world.step();
    let mut count = 0;
    // SAFETY: the arrays are as long as is said.
    unsafe {
        ok(mutoscope_models(
            world.0,
            &raw const hero,
            1,
            models.as_mut_ptr(),
            models.len(),
            ptr::null_mut(),
            &raw mut count,
        ));
        ok(mutoscope_events(
            world.0,
            hero,
            size_of::<MutoscopeEvent>(),
            ptr::null_mut(),
            0,
            &raw mut count,
        ));
        ok(mutoscope_curves(
            world.0,
            hero,
            ptr::null_mut(),
            0,
            &raw mut count,
        ));
    }
}

fn ok(result: MutoscopeResult) {
    assert_eq!(result, MutoscopeResult::Ok);
}

#[test]
fn a_steady_tick_allocates_nothing() {
    let bundle = Opened::new();
    let world = World::with_hero(&bundle, None, 7);
    let nothing = MutoscopeMatrix { rows: [0.0; 12] };
    let mut models = vec![nothing; 512];
    (0..600).for_each(|at| tick(&world, 7, &mut models, at));
    let before = ALLOCATIONS.get();
    (0..600).for_each(|at| tick(&world, 7, &mut models, at));
    assert_eq!(ALLOCATIONS.get() - before, 0);
}
