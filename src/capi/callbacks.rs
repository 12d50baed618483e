//! Functions of the game that a step calls.

use crate::{
    MutoscopeCharacter, MutoscopeEvent, MutoscopeHit, MutoscopeRequest, MutoscopeResult,
    MutoscopeSweep, MutoscopeTransform, MutoscopeWorld,
    guard::{CallError, call},
    pointer::get_mut,
    request::request,
    world::{ask, with_world},
};
use anim::{
    AnimInstance, Event, Transform,
    ground::{Ground, Hit, Sweep, Terrain},
    instance::{Calls, Handler, RootMotionModifier, RootMotionTick},
};
use engine::EngineInput;
use std::{ffi::c_void, sync::Arc};

/// What a handler asks for, during its call.
pub struct MutoscopeCalls {
    calls: Calls,
}

/// Called while a step is made, on the thread that makes it, for everything that fires on the
/// character. What is asked for through `calls` at a branching point happens at once, everything
/// else in the next tick. It must not call anything of the world.
pub type MutoscopeEventFn = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        character: MutoscopeCharacter,
        event: *const MutoscopeEvent,
        calls: *mut MutoscopeCalls,
    ),
>;

/// Called in every tick of the character, `seconds` long, when montages have advanced and before
/// its graph is updated. What is asked of the graph counts in this tick. It must not call anything
/// of the world.
pub type MutoscopeUpdateFn = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        character: MutoscopeCharacter,
        seconds: f64,
        calls: *mut MutoscopeCalls,
    ),
>;

/// Where a sphere comes to lie: answers 1 and writes `hit`, or 0 if it meets nothing. Called while
/// a step is made, on the thread that makes it.
pub type MutoscopeSweepFn = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        sweep: *const MutoscopeSweep,
        hit: *mut MutoscopeHit,
    ) -> u32,
>;

/// Changes root motion in place. Called on whichever thread works at the character, for several at
/// once. `placement` is that of the character at the start of the tick.
pub type MutoscopeRootMotionFn = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        character: MutoscopeCharacter,
        dt: f64,
        placement: *const MutoscopeTransform,
        motion: *mut MutoscopeTransform,
    ),
>;

/// Pointer of the game, given back to its functions.
#[derive(Clone, Copy)]
struct User(*mut c_void);

// SAFETY: the game's functions may be called on the threads that their contracts name, with this pointer.
unsafe impl Send for User {}
// SAFETY: as above.
unsafe impl Sync for User {}

struct GameHandler {
    character: MutoscopeCharacter,
    on_event: MutoscopeEventFn,
    on_update: MutoscopeUpdateFn,
    user: User,
}

impl GameHandler {
    /// Runs a function of the game with what it may ask for.
    fn asked(calls: &mut Calls, run: impl FnOnce(*mut MutoscopeCalls)) {
        let mut lent = MutoscopeCalls {
            calls: std::mem::take(calls),
        };
        run(&raw mut lent);
        *calls = lent.calls;
    }
}

impl Handler for GameHandler {
    fn handle(&mut self, _: &AnimInstance, event: &Event, calls: &mut Calls) {
        let Some(on_event) = self.on_event else {
            return;
        };
        let event = MutoscopeEvent::from(event);
        Self::asked(calls, |calls| {
            // SAFETY: by the contract of `mutoscope_character_set_handler`.
            unsafe { on_event(self.user.0, self.character, &raw const event, calls) };
        });
    }

    fn update(&mut self, _: &AnimInstance, seconds: f64, calls: &mut Calls) {
        let Some(on_update) = self.on_update else {
            return;
        };
        Self::asked(calls, |calls| {
            // SAFETY: by the contract of `mutoscope_character_set_handler`.
            unsafe { on_update(self.user.0, self.character, seconds, calls) };
        });
    }
}

/// Sets the functions that hear of everything that happens to a character, at once. Both may be
/// null. The character must be in the world: it is after the step that adds it. No step may be
/// open.
///
/// # Safety
/// `world` is a world; the functions may be called with `user` until others are set, the character
/// is removed or the world is destroyed. They return, and throw nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_character_set_handler(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    on_event: MutoscopeEventFn,
    on_update: MutoscopeUpdateFn,
    user: *mut c_void,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of this function.
    unsafe {
        with_world(world, |world| {
            world.needs_no_open_step()?;
            let is_one = on_event.is_some() || on_update.is_some();
            let handler: Option<Box<dyn Handler + Send>> = is_one.then(|| {
                Box::new(GameHandler {
                    character,
                    on_event,
                    on_update,
                    user: User(user),
                }) as _
            });
            world
                .evaluator
                .set_handler(character, handler)
                .map_err(|why| CallError::unknown(why.to_string()))
        })
    }
}

/// Asks for something from within a handler.
///
/// # Safety
/// `calls` is what the handler was given, in the same call; `asked` as of `mutoscope_ask`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_calls_ask(
    calls: *mut MutoscopeCalls,
    asked: *const MutoscopeRequest,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let calls = get_mut(calls, "calls")?;
            calls.calls.ask(request(asked)?);
        }
        Ok(())
    })
}

/// Destroys the character from within a handler: everything that has begun ends.
///
/// # Safety
/// `calls` is what the handler was given, in the same call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_calls_destroy(calls: *mut MutoscopeCalls) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of this function.
        unsafe { get_mut(calls, "calls")? }.calls.destroy();
        Ok(())
    })
}

struct GameGround {
    sweep: unsafe extern "C" fn(*mut c_void, *const MutoscopeSweep, *mut MutoscopeHit) -> u32,
    user: User,
}

impl Ground for GameGround {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        let (asked, mut hit) = (MutoscopeSweep::from(sweep), MutoscopeHit::default());
        // SAFETY: by the contract of `mutoscope_world_set_ground`.
        let met = unsafe { (self.sweep)(self.user.0, &raw const asked, &raw mut hit) };
        (met != 0).then(|| (&hit).into())
    }
}

/// Sets the function that knows the ground; null for none. It counts while neither a level nor a
/// terrain is set.
///
/// # Safety
/// `world` is a world; the function may be called with `user` until another is set or the world is
/// destroyed. It returns, and throws nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_set_ground(
    world: *mut MutoscopeWorld,
    sweep: MutoscopeSweepFn,
    user: *mut c_void,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of this function.
    unsafe {
        with_world(world, |world| {
            let user = User(user);
            let ground = sweep.map(|sweep| Arc::new(GameGround { sweep, user }) as Arc<dyn Ground>);
            world.evaluator.set_ground(ground);
            Ok(())
        })
    }
}

/// Every character stands on level ground of this height, metres, from the next step on, in place of
/// a terrain; NaN lets the function of `mutoscope_world_set_ground` answer again.
///
/// # Safety
/// `world` is a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_set_level(
    world: *mut MutoscopeWorld,
    height: f64,
) -> MutoscopeResult {
    let ground = (!height.is_nan()).then(|| {
        Arc::new(Terrain {
            height,
            ..Terrain::default()
        })
    });
    // SAFETY: the caller's contract is that of this function.
    unsafe { ask(world, EngineInput::SetGround { ground }) }
}

struct GameModifier {
    before: MutoscopeRootMotionFn,
    after: MutoscopeRootMotionFn,
    user: User,
}

impl GameModifier {
    fn ask(&self, function: MutoscopeRootMotionFn, motion: &RootMotionTick) -> Transform {
        let Some(function) = function else {
            return motion.delta;
        };
        let placement = MutoscopeTransform::from(&motion.placement);
        let mut delta = MutoscopeTransform::from(&motion.delta);
        // SAFETY: by the contract of `mutoscope_world_set_root_motion`.
        unsafe {
            function(
                self.user.0,
                motion.character,
                motion.dt,
                &raw const placement,
                &raw mut delta,
            );
        }
        (&delta).into()
    }
}

impl RootMotionModifier for GameModifier {
    fn pre_convert_to_world(&self, motion: &RootMotionTick) -> Transform {
        self.ask(self.before, motion)
    }

    fn post_convert_to_world(&self, motion: &RootMotionTick) -> Transform {
        self.ask(self.after, motion)
    }
}

/// Sets the functions that change root motion: `before`, in the frame of the root, and `after`,
/// along the axes of the world. Both may be null.
///
/// # Safety
/// `world` is a world; the functions may be called with `user`, on several threads at once, until
/// others are set or the world is destroyed. They return, and throw nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_set_root_motion(
    world: *mut MutoscopeWorld,
    before: MutoscopeRootMotionFn,
    after: MutoscopeRootMotionFn,
    user: *mut c_void,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of this function.
    unsafe {
        with_world(world, |world| {
            let is_one = before.is_some() || after.is_some();
            let modifier = is_one.then(|| {
                Arc::new(GameModifier {
                    before,
                    after,
                    user: User(user),
                }) as Arc<dyn RootMotionModifier>
            });
            world.evaluator.set_root_motion_modifier(modifier);
            Ok(())
        })
    }
}
