//! A world between two steps, to go back to.

use crate::{
    MutoscopeResult, MutoscopeWorld,
    bundle::{put_boxed, take_back},
    pointer::get,
    world::with_world,
};
use engine::EvaluatorState;

/// A world as it was between two steps, whole.
pub struct MutoscopeState {
    inner: EvaluatorState,
}

/// Saves a world. No step may be open. Inputs that wait for the next step are not in it.
///
/// # Safety
/// `world` is a world, `state` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_save(
    world: *mut MutoscopeWorld,
    state: *mut *mut MutoscopeState,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            world.needs_no_open_step()?;
            let inner = world.evaluator.save();
            put_boxed(state, MutoscopeState { inner }, "state")
        })
    }
}

/// Goes back to a state of this world, or of one that plays the same bundle. What follows is, bit
/// for bit, what followed then. An open step is dropped, and inputs that wait are, too. A state can
/// be gone back to again and again.
///
/// # Safety
/// `world` is a world, `state` a state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_restore(
    world: *mut MutoscopeWorld,
    state: *const MutoscopeState,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            world.evaluator.restore(&get(state, "state")?.inner);
            world.inputs.clear();
            world.refusals.clear();
            Ok(())
        })
    }
}

/// Destroys a state; null is nothing.
///
/// # Safety
/// `state` was saved, is not destroyed yet and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_state_destroy(state: *mut MutoscopeState) {
    // SAFETY: the caller's contract is that of this function.
    unsafe { take_back(state) };
}
