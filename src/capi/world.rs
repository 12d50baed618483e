//! Worlds of characters: stepping them, and who is in them.

use crate::{
    MutoscopeBundle, MutoscopeCharacter, MutoscopeJobs, MutoscopeName, MutoscopeRate,
    MutoscopeResult, MutoscopeTransform,
    bundle::{put_boxed, take_back},
    guard::{CallAnswer, CallError, call, null},
    jobs::worker_mode,
    pointer::{GameArray, Sized32, get, put, sized, slice},
};
use anim::{Name, Transform};
use engine::{
    CharacterId, EngineInput, EvaluationRate, Evaluator, InputRefusal, Visibility, WorkerMode,
};
use glam::Affine3A;
use std::sync::atomic::{AtomicU8, Ordering};
use words::tr;

/// A world of characters. One call at a time may use it, from any thread.
pub struct MutoscopeWorld {
    state: AtomicU8,
    pub(crate) inner: WorldParts,
}

impl WorldParts {
    /// Refuses a call that is made between two steps alone.
    pub(crate) fn needs_no_open_step(&self) -> CallAnswer {
        if self.evaluator.is_open() {
            return Err(CallError::new(
                MutoscopeResult::Open,
                tr!("a step is open: finish it first"),
            ));
        }
        Ok(())
    }
}

pub(crate) struct WorldParts {
    pub(crate) evaluator: Evaluator,
    /// Inputs of the next step.
    pub(crate) inputs: Vec<EngineInput>,
    pub(crate) refusals: Vec<InputRefusal>,
    /// Buffers that reading uses.
    pub(crate) matrices: Vec<Affine3A>,
    pub(crate) part: Vec<Affine3A>,
    pub(crate) before: Option<PreviousModels>,
    pub(crate) revision: u64,
}

/// Model matrices of the step before the last one, for motion vectors.
#[derive(Default)]
pub(crate) struct PreviousModels(Vec<(CharacterId, Vec<Affine3A>)>);

impl PreviousModels {
    pub(crate) fn of(&self, character: CharacterId) -> Option<&[Affine3A]> {
        let at = self.0.binary_search_by_key(&character, |it| it.0).ok()?;
        Some(&self.0[at].1)
    }

    /// Keeps what is shown now, before a step changes it.
    fn keep(&mut self, evaluator: &Evaluator) {
        self.0
            .retain(|(character, _)| evaluator.shown(*character).is_some());
        for character in evaluator.characters() {
            let Some(shown) = evaluator.shown(character) else {
                continue;
            };
            let at = match self.0.binary_search_by_key(&character, |it| it.0) {
                Ok(at) => at,
                Err(at) => {
                    self.0.insert(at, (character, Vec::new()));
                    at
                }
            };
            self.0[at].1.clear();
            self.0[at].1.extend_from_slice(shown.models());
        }
    }
}

impl WorldParts {
    pub(crate) fn ask(&mut self, input: EngineInput) {
        self.inputs.push(input);
    }

    /// An Err means that the world has no such character, before the inputs of the next step.
    pub(crate) fn shown(&self, character: CharacterId) -> CallAnswer<&anim::instance::Posed> {
        let shown = self.evaluator.shown(character);
        shown.ok_or_else(|| CallError::unknown(tr!("the world has no character {character}")))
    }

    fn step(
        &mut self,
        dt: f64,
        step: fn(&mut Evaluator, f64, &[EngineInput]) -> Vec<InputRefusal>,
    ) {
        if let Some(before) = &mut self.before {
            before.keep(&self.evaluator);
        }
        let inputs = std::mem::take(&mut self.inputs);
        self.refusals = step(&mut self.evaluator, dt, &inputs);
        self.inputs = inputs;
        self.inputs.clear();
    }
}

/// Nobody is in a call on the world.
const FREE: u8 = 0;
/// A call is on the world.
const BUSY: u8 = 1;
/// A call came to an end inside.
const BROKEN: u8 = 2;

/// Frees the world at the end of a call, or leaves it broken where that is a panic.
struct Leaving<'a>(&'a AtomicU8);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        let next = if std::thread::panicking() {
            BROKEN
        } else {
            FREE
        };
        self.0.store(next, Ordering::Release);
    }
}

/// Runs a call on a world. One that is in a call already, or in which a call came to an end, is
/// refused.
///
/// # Safety
/// `world` is null or a world that is not destroyed.
pub(crate) unsafe fn with_world(
    world: *mut MutoscopeWorld,
    work: impl FnOnce(&mut WorldParts) -> CallAnswer,
) -> MutoscopeResult {
    call(|| {
        if world.is_null() {
            return Err(null("world"));
        }
        // SAFETY: not null; the state may be used by several calls at once.
        let state = unsafe { &(*world).state };
        match state.compare_exchange(FREE, BUSY, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => {}
            Err(BUSY) => {
                let text = tr!("the world is in another call");
                return Err(CallError::new(MutoscopeResult::Busy, text));
            }
            Err(_) => {
                let text = tr!("a call on the world came to an end inside: destroy the world");
                return Err(CallError::new(MutoscopeResult::Panic, text));
            }
        }
        let _leaving = Leaving(state);
        // SAFETY: nobody else is in a call on this world, for it was free.
        work(unsafe { &mut (*world).inner })
    })
}

/// Settings of a world. All zeros but the size is a world on the calling thread.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MutoscopeWorldSettings {
    /// `sizeof(MutoscopeWorldSettings)`.
    pub size: u32,
    /// Threads of the library's own on which characters are evaluated; 0 for none. Ignored where
    /// `jobs` has a `submit`.
    pub workers: u32,
    /// The game's own job system.
    pub jobs: MutoscopeJobs,
    /// 1: the barrier moves from the end of a step to the start of the next one. Everything is seen
    /// one step later and is otherwise the same.
    pub is_pipelined: u32,
    /// 1: `mutoscope_previous_models` and previous palettes can be read.
    pub keeps_previous: u32,
}

// SAFETY: numbers, pointers and optional functions: zeros are a value of each.
unsafe impl Sized32 for MutoscopeWorldSettings {
    const FIRST: usize = size_of::<Self>();
}

/// Makes a world without characters that plays the bundle. `settings` may be null.
///
/// # Safety
/// `settings` is null or begins with its size, `world` may be written. The functions of the job
/// system may be called until the world is destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_create(
    bundle: *const MutoscopeBundle,
    settings: *const MutoscopeWorldSettings,
    world: *mut *mut MutoscopeWorld,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        let (library, settings) = unsafe {
            let settings = if settings.is_null() {
                None
            } else {
                Some(sized(settings, "settings")?)
            };
            (get(bundle, "bundle")?.library().clone(), settings)
        };
        let mode = match &settings {
            Some(it) => worker_mode(it.jobs, it.workers)?,
            None => WorkerMode::Inline,
        };
        let mut evaluator = Evaluator::new(mode, library);
        evaluator.set_pipelined(settings.is_some_and(|it| it.is_pipelined != 0));
        let keeps = settings.is_some_and(|it| it.keeps_previous != 0);
        let made = MutoscopeWorld {
            state: AtomicU8::new(FREE),
            inner: WorldParts {
                evaluator,
                inputs: Vec::new(),
                refusals: Vec::new(),
                matrices: Vec::new(),
                part: Vec::new(),
                before: keeps.then(PreviousModels::default),
                revision: 0,
            },
        };
        // SAFETY: the caller's contract is that of this function.
        unsafe { put_boxed(world, made, "world") }
    })
}

/// Destroys a world; null is nothing. Its characters have no further events.
///
/// # Safety
/// `world` was made, is not destroyed yet, is in no call and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_destroy(world: *mut MutoscopeWorld) {
    // SAFETY: the caller's contract is that of this function.
    unsafe { take_back(world) };
}

/// One tick of `dt` seconds with everything that was asked for since the last one, in that order;
/// requests count after everything else. A `dt` below 0 and NaN count as 0. Answers `Refused` if
/// something changed nothing, see `mutoscope_world_refusals`; the step was made all the same.
///
/// # Safety
/// `world` is a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_step(
    world: *mut MutoscopeWorld,
    dt: f64,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of this function.
    unsafe {
        with_world(world, |world| {
            world.step(dt, Evaluator::step);
            refused(world)
        })
    }
}

fn refused(world: &WorldParts) -> CallAnswer {
    match world.refusals.first() {
        None => Ok(()),
        Some(first) => Err(CallError::new(
            MutoscopeResult::Refused,
            first.why.to_string(),
        )),
    }
}

/// A step up to where workers have it; what is open is finished before. Between this call and
/// `mutoscope_world_finish` readers see the step before.
///
/// # Safety
/// `world` is a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_kick(
    world: *mut MutoscopeWorld,
    dt: f64,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of this function.
    unsafe {
        with_world(world, |world| {
            world.step(dt, Evaluator::kick_step);
            refused(world)
        })
    }
}

/// Waits for workers, helping them, and completes the step. Nothing if no step is open.
///
/// # Safety
/// `world` is a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_finish(world: *mut MutoscopeWorld) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of this function.
    unsafe {
        with_world(world, |world| {
            world.evaluator.finish_step();
            Ok(())
        })
    }
}

/// Waits for one character of an open step, and for whom it follows or copies: its pose of this
/// step can be read from now on.
///
/// # Safety
/// `world` is a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_sync(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of this function.
    unsafe {
        with_world(world, |world| {
            let synced = world.evaluator.sync(character);
            synced
                .map(|_| ())
                .ok_or_else(|| CallError::unknown(tr!("the world has no character {character}")))
        })
    }
}

/// Goes on with another bundle, from the next step on: what plays is found again by its name.
///
/// # Safety
/// `world` is a world, `bundle` a bundle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_set_bundle(
    world: *mut MutoscopeWorld,
    bundle: *const MutoscopeBundle,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let library = get(bundle, "bundle")?.library().clone();
            world.revision += 1;
            let revision = world.revision;
            world.ask(EngineInput::SetLibrary { revision, library });
            Ok(())
        })
    }
}

/// Ids of all characters, ascending. With a null `characters` and 0 for `capacity`, `count` alone
/// is written.
///
/// # Safety
/// `world` is a world, `characters` points to `capacity` numbers, `count` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_characters(
    world: *mut MutoscopeWorld,
    characters: *mut MutoscopeCharacter,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            GameArray::new(characters, capacity, count).fill(world.evaluator.characters())
        })
    }
}

/// Adds a character in the place of one of this id. `seed` decides notifies with a chance below 1.
///
/// # Safety
/// `world` is a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_character_add(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    skeleton: MutoscopeName,
    seed: u64,
) -> MutoscopeResult {
    let skeleton = Name(skeleton);
    let input = EngineInput::AddCharacter {
        character,
        skeleton,
        seed,
    };
    // SAFETY: the caller's contract is that of this function.
    unsafe { ask(world, input) }
}

/// # Safety
/// `world` is null or a world.
pub(crate) unsafe fn ask(world: *mut MutoscopeWorld, input: EngineInput) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of this function.
    unsafe {
        with_world(world, |world| {
            world.ask(input);
            Ok(())
        })
    }
}

/// Removes a character in the next step.
///
/// # Safety
/// `world` is a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_character_remove(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of this function.
    unsafe { ask(world, EngineInput::RemoveCharacter { character }) }
}

/// Places several characters in the world, in the order of the arrays. `how` is a
/// `MutoscopePlacing`.
///
/// # Safety
/// `world` is a world, `characters` and `placements` point to `count` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_characters_place(
    world: *mut MutoscopeWorld,
    how: u32,
    characters: *const MutoscopeCharacter,
    placements: *const MutoscopeTransform,
    count: usize,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let characters = slice(characters, count, "characters")?;
            let placements = slice(placements, count, "placements")?;
            for (character, placement) in characters.iter().zip(placements) {
                world.ask(placing(how, *character, placement.into())?);
            }
            Ok(())
        })
    }
}

/// How a character comes to its placement.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopePlacing {
    /// It went there.
    Place = 0,
    /// It was put there: what it did before does not count for its pose.
    Teleport = 1,
    /// It stays there, whatever its root motion, until `mutoscope_character_let_go`.
    Carry = 2,
}

fn placing(how: u32, character: CharacterId, placement: Transform) -> CallAnswer<EngineInput> {
    Ok(match how {
        0 => EngineInput::Place {
            character,
            placement,
        },
        1 => EngineInput::Teleport {
            character,
            placement,
        },
        2 => EngineInput::Carry {
            character,
            placement: Some(placement),
        },
        _ => return Err(CallError::not_of(how, "MutoscopePlacing")),
    })
}

/// Root motion moves the character again that was carried.
///
/// # Safety
/// `world` is a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_character_let_go(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
) -> MutoscopeResult {
    let placement = None;
    // SAFETY: the caller's contract is that of this function.
    unsafe {
        ask(
            world,
            EngineInput::Carry {
                character,
                placement,
            },
        )
    }
}

/// Shows the pose of `leader`, of the same tick, by the names of bones. A null `leader` lets the
/// character go on by itself.
///
/// # Safety
/// `world` is a world, `leader` is null or can be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_character_follow(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    leader: *const MutoscopeCharacter,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        let leader = leader.as_ref().copied();
        ask(world, EngineInput::Follow { character, leader })
    }
}

/// The Copy Pose nodes of the character's graph that name this partner show what `from` shows in
/// the same tick. A null `from` lets them pass.
///
/// # Safety
/// `world` is a world, `from` is null or can be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_character_copy_pose(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    partner: MutoscopeName,
    from: *const MutoscopeCharacter,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        let input = EngineInput::CopyPose {
            character,
            partner: Name(partner),
            from: from.as_ref().copied(),
        };
        ask(world, input)
    }
}

/// A montage of the character goes where a montage of `leader` goes, from the next advance on. A
/// null `leader` lets it go on by itself.
///
/// # Safety
/// `world` is a world, `leader` is null or can be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_character_follow_montage(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    montage: MutoscopeName,
    leader: *const MutoscopeCharacter,
    leader_montage: MutoscopeName,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        let leader = leader
            .as_ref()
            .map(|leader| (*leader, Name(leader_montage)));
        let montage = Name(montage);
        let input = EngineInput::FollowMontage {
            character,
            montage,
            leader,
        };
        ask(world, input)
    }
}

/// A warp target of the character goes where a bone or socket of another character (or its own) was
/// shown last, moved by `offset` in it; with 0 for `bone`, where that character stands. A null `of`
/// leaves the target where it is. A null `offset` is none.
///
/// # Safety
/// `world` is a world, `of` and `offset` are null or can be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_character_follow_target(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    target: MutoscopeName,
    of: *const MutoscopeCharacter,
    bone: MutoscopeName,
    offset: *const MutoscopeTransform,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        let input = EngineInput::FollowWarpTarget {
            character,
            target: Name(target),
            of: of.as_ref().map(|of| (*of, Name(bone))),
            offset: offset.as_ref().map_or(Transform::IDENTITY, Into::into),
        };
        ask(world, input)
    }
}

/// Sets the ticks in which the character is evaluated from now on.
///
/// # Safety
/// `world` is a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_character_set_rate(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    rate: MutoscopeRate,
) -> MutoscopeResult {
    let rate = EvaluationRate {
        every: rate.every,
        skips_updates: rate.skips_updates != 0,
        interpolates: rate.interpolates != 0,
    };
    // SAFETY: the caller's contract is that of this function.
    unsafe { ask(world, EngineInput::SetRate { character, rate }) }
}

/// Sets how much of the character is worked out, a `MutoscopeVisibility`.
///
/// # Safety
/// `world` is a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_character_set_visibility(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    visibility: u32,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of this function.
    unsafe {
        with_world(world, |world| {
            let visibility = match visibility {
                0 => Visibility::TickAndEvaluate,
                1 => Visibility::TickOnly,
                2 => Visibility::MontagesOnly,
                3 => Visibility::Nothing,
                _ => return Err(CallError::not_of(visibility, "MutoscopeVisibility")),
            };
            world.ask(EngineInput::SetVisibility {
                character,
                visibility,
            });
            Ok(())
        })
    }
}

/// 1: the character is evaluated on the thread that steps. It gives the same.
///
/// # Safety
/// `world` is a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_character_set_immediate(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    is_immediate: u32,
) -> MutoscopeResult {
    let is_immediate = is_immediate != 0;
    let input = EngineInput::SetImmediate {
        character,
        is_immediate,
    };
    // SAFETY: the caller's contract is that of this function.
    unsafe { ask(world, input) }
}

/// Steps made so far, and whether one is open (1) or not (0). Each may be null.
///
/// # Safety
/// `world` is a world, `tick` and `is_open` are null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_tick(
    world: *mut MutoscopeWorld,
    tick: *mut u64,
    is_open: *mut u32,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            if !tick.is_null() {
                put(tick, world.evaluator.tick(), "tick")?;
            }
            if !is_open.is_null() {
                put(is_open, world.evaluator.is_open().into(), "is_open")?;
            }
            Ok(())
        })
    }
}
