//! Reading what characters show.

use crate::{
    MutoscopeCharacter, MutoscopeCurve, MutoscopeMatrix, MutoscopeName, MutoscopeResult,
    MutoscopeTransform, MutoscopeWorld,
    guard::{CallAnswer, CallError},
    pointer::{GameArray, put, slice},
    world::{WorldParts, with_world},
};
use anim::{Name, Transform, instance::MontageState};
use engine::CharacterId;
use glam::Affine3A;
use std::ffi::c_char;
use words::tr;

/// Local transforms of a character's bones, in the order of its skeleton. With a null `locals` and
/// 0 for `capacity`, `count` alone is written.
///
/// # Safety
/// `world` is a world, `locals` points to `capacity` entries, `count` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_locals(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    locals: *mut MutoscopeTransform,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let pose = world.shown(character)?.pose();
            GameArray::new(locals, capacity, count).fill(pose.iter().map(|local| (&local).into()))
        })
    }
}

/// Model-space matrices of the bones of several characters, one character after the other: `counts`
/// is told the number of bones of each. With a null `models` and 0 for `capacity`, `counts` and
/// `count`, the sum, alone are written.
///
/// # Safety
/// `world` is a world, `characters` and `counts` point to `character_count` values, `models` to
/// `capacity` entries, `count` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_models(
    world: *mut MutoscopeWorld,
    characters: *const MutoscopeCharacter,
    character_count: usize,
    models: *mut MutoscopeMatrix,
    capacity: usize,
    counts: *mut usize,
    count: *mut usize,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let characters = slice(characters, character_count, "characters")?;
            let mut all = 0;
            for (at, character) in characters.iter().enumerate() {
                let bones = world.shown(*character)?.models().len();
                all += bones;
                if !counts.is_null() {
                    counts.add(at).write(bones);
                }
            }
            let shown = characters
                .iter()
                .filter_map(|it| world.evaluator.shown(*it));
            let every = shown.flat_map(|it| it.models()).map(Into::into);
            GameArray::new(models, capacity, count).fill_counted(all, every)
        })
    }
}

/// Model-space matrices that a character showed before the last step, for motion vectors. The world
/// must have been made with `keeps_previous`. Of a character that was not there yet, what it shows
/// now.
///
/// # Safety
/// `world` is a world, `models` points to `capacity` entries, `count` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_previous_models(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    models: *mut MutoscopeMatrix,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let models_before = previous(world, character)?;
            GameArray::new(models, capacity, count).fill(models_before.iter().map(Into::into))
        })
    }
}

pub(crate) fn previous(world: &WorldParts, character: CharacterId) -> CallAnswer<&[Affine3A]> {
    let Some(before) = &world.before else {
        return Err(CallError::unknown(tr!(
            "the world was made without keeps_previous"
        )));
    };
    let now = world.shown(character)?.models();
    Ok(before
        .of(character)
        .filter(|before| before.len() == now.len())
        .unwrap_or(now))
}

/// Curves of the character's pose, ascending by the hash of their name. A curve that nothing has
/// set is not there. With a null `curves` and 0 for `capacity`, `count` alone is written.
///
/// # Safety
/// `world` is a world, `curves` points to `capacity` entries, `count` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_curves(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    curves: *mut MutoscopeCurve,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let all = world.shown(character)?.pose().curves.iter();
            GameArray::new(curves, capacity, count).fill(all.map(|(name, value)| MutoscopeCurve {
                name: name.0,
                value: *value,
                reserved: 0,
            }))
        })
    }
}

/// Value of one curve; `Unknown` where nothing in the pose has set it.
///
/// # Safety
/// `world` is a world, `value` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_curve(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    name: MutoscopeName,
    value: *mut f32,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let found = world.shown(character)?.pose().curve(Name(name));
            let found = found
                .ok_or_else(|| CallError::unknown(tr!("no curve of this name has a value")))?;
            put(value, found, "value")
        })
    }
}

/// Model-space matrix of a bone or socket by its name.
///
/// # Safety
/// `world` is a world, `matrix` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_bone(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    name: MutoscopeName,
    matrix: *mut MutoscopeMatrix,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let found = bone(world, character, Name(name))?;
            put(matrix, (&found).into(), "matrix")
        })
    }
}

fn bone(world: &WorldParts, character: CharacterId, name: Name) -> CallAnswer<Affine3A> {
    let shown = world.shown(character)?;
    let unknown = || CallError::unknown(tr!("the skeleton has no bone or socket of this name"));
    let instance = world.evaluator.instance(character).ok_or_else(unknown)?;
    let skeleton = instance.skeleton();
    let model = |bone: usize| shown.models().get(bone).copied().ok_or_else(unknown);
    if let Some(bone) = skeleton.find(name) {
        return model(bone);
    }
    let socket = skeleton.sockets.iter().find(|socket| socket.name == name);
    let socket = socket.ok_or_else(unknown)?;
    Ok(model(socket.bone as usize)? * Transform::from(socket.local).to_affine())
}

/// Placement of a character, world space, and its root motion of the last step in the frame of the
/// root at its start. Each may be null.
///
/// # Safety
/// `world` is a world, `placement` and `root_motion` are null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_placement(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    placement: *mut MutoscopeTransform,
    root_motion: *mut MutoscopeTransform,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let found = world.evaluator.placement(character);
            let (stands, moved) = found
                .ok_or_else(|| CallError::unknown(tr!("the world has no character {character}")))?;
            if !placement.is_null() {
                put(placement, stands.into(), "placement")?;
            }
            if !root_motion.is_null() {
                put(root_motion, moved.into(), "root_motion")?;
            }
            Ok(())
        })
    }
}

/// A montage that plays on a character.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeMontage {
    /// Its name.
    pub montage: MutoscopeName,
    /// Section that plays.
    pub section: MutoscopeName,
    /// Section that follows, forwards; 0 ends the montage.
    pub next_section: MutoscopeName,
    /// Seconds on its timeline.
    pub position: f64,
    /// Seconds until its natural blend-out begins; below 0 for none ahead.
    pub to_blend_out: f64,
    /// Id of this playing.
    pub instance: u32,
    /// Weight of its blends, 0 to 1.
    pub weight: f32,
    /// Play rate; negative plays backwards.
    pub rate: f32,
    /// 1: it moves by itself.
    pub is_playing: u32,
    /// 1: it is blending out.
    pub is_stopped: u32,
    /// 0.
    pub reserved: u32,
}

impl From<MontageState> for MutoscopeMontage {
    fn from(it: MontageState) -> Self {
        Self {
            montage: it.montage.0,
            section: it.section.0,
            next_section: it.next_section.map_or(0, |name| name.0),
            position: it.position,
            to_blend_out: it.to_blend_out.unwrap_or(-1.0),
            instance: it.instance,
            weight: it.weight,
            rate: it.rate,
            is_playing: it.playing.into(),
            is_stopped: it.stopped.into(),
            reserved: 0,
        }
    }
}

/// Montages that play on a character, in their order. With a null `montages` and 0 for `capacity`,
/// `count` alone is written.
///
/// # Safety
/// `world` is a world, `montages` points to `capacity` entries of `montage_size` bytes, `count` to
/// a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_montages(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    montage_size: usize,
    montages: *mut MutoscopeMontage,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let instance = world
                .evaluator
                .instance(character)
                .ok_or_else(|| CallError::unknown(tr!("the world has no character {character}")))?;
            let room = GameArray {
                stride: montage_size,
                ..GameArray::new(montages, capacity, count)
            };
            room.fill_counted(
                instance.montage_states().count(),
                instance.montage_states().map(Into::into),
            )
        })
    }
}

/// Number of times that the character's evaluation or handler came to an end inside, and the text
/// of the last one, as `mutoscope_last_error` gives texts. The character goes on with its last
/// pose.
///
/// # Safety
/// `world` is a world, `faults` may be written, `text` points to `capacity` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_character_faults(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    faults: *mut u32,
    text: *mut c_char,
    capacity: usize,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            world.shown(character)?;
            let of_handler = world
                .evaluator
                .instance(character)
                .and_then(|it| it.handler_fault());
            let last = world.evaluator.fault(character).or(of_handler);
            crate::pointer::write_text(last.unwrap_or_default(), text, capacity);
            put(faults, world.evaluator.faults(character), "faults")
        })
    }
}
