//! Requests of gameplay, and what the step refused.

use crate::{
    MutoscopeCharacter, MutoscopeName, MutoscopeParameterValue, MutoscopeRequest, MutoscopeResult,
    MutoscopeWorld,
    pointer::{GameArray, slice},
    request::request,
    world::{ask, with_world},
};
use anim::{Name, Request, instance::Refusal};
use engine::EngineInput;
use std::ffi::c_char;

/// Asks a character for something, in the next step.
///
/// # Safety
/// `world` is a world, `asked` begins with its size and its arrays can be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_ask(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    asked: *const MutoscopeRequest,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let request = request(asked)?;
            world.ask(EngineInput::Request { character, request });
            Ok(())
        })
    }
}

/// Plays a montage from where its direction of play begins, in place of its group.
///
/// # Safety
/// `world` is a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_play_montage(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    montage: MutoscopeName,
    rate: f32,
) -> MutoscopeResult {
    let request = Request::play(Name(montage), rate);
    // SAFETY: the caller's contract is that of this function.
    unsafe { ask(world, EngineInput::Request { character, request }) }
}

/// Plays a graph; 0 gives back the graph of the character's slots.
///
/// # Safety
/// `world` is a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_play_graph(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    graph: MutoscopeName,
) -> MutoscopeResult {
    let request = Request::PlayGraph { graph: Name(graph) };
    // SAFETY: the caller's contract is that of this function.
    unsafe { ask(world, EngineInput::Request { character, request }) }
}

/// Sets parameters of the graphs of any number of characters, in the order of the array.
///
/// # Safety
/// `world` is a world, `values` points to `count` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_set_parameters(
    world: *mut MutoscopeWorld,
    values: *const MutoscopeParameterValue,
    count: usize,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            for it in slice(values, count, "values")? {
                world.ask(EngineInput::Request {
                    character: it.character,
                    request: Request::SetParameter {
                        parameter: Name(it.parameter),
                        value: it.value,
                    },
                });
            }
            Ok(())
        })
    }
}

/// Why something changed nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopeRefusalReason {
    CharacterUnknown = 0,
    SkeletonUnknown = 1,
    MontageUnknown = 2,
    ClipUnknown = 3,
    GraphUnknown = 4,
    /// The graph has no such parameter.
    ParameterUnknown = 5,
    /// The graph works the parameter out itself.
    ParameterDriven = 6,
    /// No External Pose control of the graph takes this stream.
    StreamUnknown = 7,
    /// No Pose Snapshot node of the graph is of this name.
    SnapshotUnknown = 8,
    SectionUnknown = 9,
    /// No montage of this group is playing.
    GroupNotPlaying = 10,
    /// Branching points started too many montages in this tick.
    TooManyPlays = 11,
    /// The character was torn down.
    TornDown = 12,
    /// The montage or clip was made for another skeleton.
    SkeletonMismatch = 13,
    /// The montage is not playing.
    NotPlaying = 14,
    /// No warp target of this name is set.
    TargetUnknown = 15,
    /// Whom it would follow has no bone or socket of this name.
    BoneUnknown = 16,
    /// The leader follows, in the end, the follower.
    FollowsItself = 17,
    /// Whom it would copy waits, in the end, for its own pose.
    WaitsForItself = 18,
    /// A number is not finite.
    BadNumber = 19,
    /// Done all the same, at the nearest rate within ±100.
    RateClamped = 20,
}

/// Something that changed nothing in the last step.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MutoscopeRefusal {
    /// Whom it was about.
    pub character: MutoscopeCharacter,
    /// A `MutoscopeRefusalReason`.
    pub reason: u32,
}

fn reason(why: &Refusal) -> MutoscopeRefusalReason {
    use MutoscopeRefusalReason as Reason;
    match why {
        Refusal::CharacterUnknown => Reason::CharacterUnknown,
        Refusal::SkeletonUnknown => Reason::SkeletonUnknown,
        Refusal::MontageUnknown => Reason::MontageUnknown,
        Refusal::ClipUnknown => Reason::ClipUnknown,
        Refusal::GraphUnknown => Reason::GraphUnknown,
        Refusal::ParameterUnknown => Reason::ParameterUnknown,
        Refusal::ParameterDriven => Reason::ParameterDriven,
        Refusal::StreamUnknown => Reason::StreamUnknown,
        Refusal::SnapshotUnknown => Reason::SnapshotUnknown,
        Refusal::SectionUnknown => Reason::SectionUnknown,
        Refusal::GroupNotPlaying => Reason::GroupNotPlaying,
        Refusal::TooManyPlays => Reason::TooManyPlays,
        Refusal::TornDown => Reason::TornDown,
        Refusal::SkeletonMismatch => Reason::SkeletonMismatch,
        Refusal::NotPlaying => Reason::NotPlaying,
        Refusal::TargetUnknown => Reason::TargetUnknown,
        Refusal::BoneUnknown => Reason::BoneUnknown,
        Refusal::FollowsItself => Reason::FollowsItself,
        Refusal::WaitsForItself => Reason::WaitsForItself,
        Refusal::BadNumber => Reason::BadNumber,
        Refusal::RateClamped => Reason::RateClamped,
    }
}

/// What the last step refused, in its order. With a null `refusals` and 0 for `capacity`, `count`
/// alone is written.
///
/// # Safety
/// `world` is a world, `refusals` points to `capacity` entries, `count` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_refusals(
    world: *mut MutoscopeWorld,
    refusals: *mut MutoscopeRefusal,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let told = world.refusals.iter().map(|it| MutoscopeRefusal {
                character: it.input.character().unwrap_or_default(),
                reason: reason(&it.why) as u32,
            });
            GameArray::new(refusals, capacity, count).fill(told)
        })
    }
}

/// Words for a `MutoscopeRefusalReason`, with a zero at the end. They are never freed.
#[unsafe(no_mangle)]
pub extern "C" fn mutoscope_refusal_text(reason: u32) -> *const c_char {
    let text = match reason {
        0 => c"no such character",
        1 => c"no such skeleton",
        2 => c"no such montage",
        3 => c"no such clip",
        4 => c"no such graph",
        5 => c"no such parameter",
        6 => c"the graph drives the parameter",
        7 => c"no such stream",
        8 => c"no such snapshot",
        9 => c"no such section",
        10 => c"no montage of the group plays",
        11 => c"too many montages in one tick",
        12 => c"the character was torn down",
        13 => c"another skeleton",
        14 => c"the montage does not play",
        15 => c"no such warp target",
        16 => c"no such bone or socket",
        17 => c"it follows itself",
        18 => c"it waits for itself",
        19 => c"the number is not finite",
        20 => c"the rate was clamped",
        _ => c"unknown reason",
    };
    text.as_ptr()
}
