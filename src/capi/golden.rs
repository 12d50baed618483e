//! Golden vectors: whether this machine plays a bundle bit for bit as it was written.

use crate::{
    MutoscopeBundle, MutoscopeCharacter, MutoscopeName, MutoscopeResult, MutoscopeWorld,
    guard::{CallError, call},
    pointer::{GameArray, get, put},
    world::with_world,
};
use bundle::{GoldenSetting, GoldenTick};
use engine::hash::golden_tick;
use words::tr;

/// Hashes of all bits that a character showed in a step.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MutoscopeGoldenTick {
    /// Of the pose.
    pub pose: u64,
    /// Of the events, in order.
    pub events: u64,
    /// Of where the character is.
    pub placement: u64,
}

impl From<&GoldenTick> for MutoscopeGoldenTick {
    fn from(it: &GoldenTick) -> Self {
        Self {
            pose: it.pose,
            events: it.events,
            placement: it.placement,
        }
    }
}

/// Something that was played when the bundle was written, on a character of seed 0 at the origin.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeGolden {
    /// The montage or graph.
    pub name: MutoscopeName,
    /// Seconds of a tick.
    pub dt: f64,
    /// 1: a graph. 0: a montage at rate 1.
    pub is_graph: u32,
    /// Ticks that were recorded.
    pub ticks: u32,
    /// Parameters that were set meanwhile.
    pub settings: u32,
    /// 0.
    pub reserved: u32,
}

/// A parameter that was set before a tick, counted from 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeGoldenSetting {
    /// Hash of the parameter's name.
    pub parameter: MutoscopeName,
    /// Its value.
    pub value: f64,
    /// Set before this tick.
    pub tick: u32,
    /// 0.
    pub reserved: u32,
}

impl From<&GoldenSetting> for MutoscopeGoldenSetting {
    fn from(it: &GoldenSetting) -> Self {
        Self {
            parameter: it.parameter.0,
            value: it.value,
            tick: it.tick,
            reserved: 0,
        }
    }
}

/// What was recorded when the bundle was written: montages first, then graphs. With a null
/// `recorded` and 0 for `capacity`, `count` alone is written. `Unknown` where the bits are those of
/// another rule of floating point, so that nothing follows from a difference.
///
/// # Safety
/// `recorded` points to `capacity` entries, `count` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_golden(
    bundle: *const MutoscopeBundle,
    recorded: *mut MutoscopeGolden,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let golden = &get(bundle, "bundle")?.inner.golden;
            if !golden.ticks.is_empty() && golden.float_rule != anim::float::RULE {
                let text = tr!("the golden vectors are of another rule of floating point");
                return Err(CallError::unknown(text));
            }
            let tracks = golden.tracks.iter().map(|it| MutoscopeGolden {
                name: it.montage.0,
                dt: it.dt,
                is_graph: 0,
                ticks: it.tick_count,
                settings: 0,
                reserved: 0,
            });
            let graphs = golden.graphs.iter().map(|it| MutoscopeGolden {
                name: it.graph.0,
                dt: it.dt,
                is_graph: 1,
                ticks: it.tick_count,
                settings: it.setting_count,
                reserved: 0,
            });
            let all = golden.tracks.len() + golden.graphs.len();
            GameArray::new(recorded, capacity, count).fill_counted(all, tracks.chain(graphs))
        }
    })
}

/// Where a recording stands in the bundle: its ticks, and its settings.
fn ranges(
    golden: &bundle::Golden,
    index: usize,
) -> Result<(&[GoldenTick], &[GoldenSetting]), CallError> {
    let tracks = golden.tracks.len();
    let (ticks, settings) = match golden.tracks.get(index) {
        Some(it) => ((it.first_tick, it.tick_count), (0, 0)),
        None => {
            let found = golden.graphs.get(index - tracks);
            let it =
                found.ok_or_else(|| CallError::unknown(tr!("there is no recording {index}")))?;
            (
                (it.first_tick, it.tick_count),
                (it.first_setting, it.setting_count),
            )
        }
    };
    let range = |(first, count): (u32, u32)| first as usize..(first as usize + count as usize);
    let all = golden.ticks.as_slice().get(range(ticks));
    let set = golden.settings.as_slice().get(range(settings));
    all.zip(set)
        .ok_or_else(|| CallError::unknown(tr!("the golden vectors do not fit together")))
}

/// What a recording must give in each of its ticks.
///
/// # Safety
/// `ticks` points to `capacity` entries, `count` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_golden_ticks(
    bundle: *const MutoscopeBundle,
    index: usize,
    ticks: *mut MutoscopeGoldenTick,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let (all, _) = ranges(&get(bundle, "bundle")?.inner.golden, index)?;
            GameArray::new(ticks, capacity, count).fill(all.iter().map(Into::into))
        }
    })
}

/// Parameters that a recording sets, ascending by tick.
///
/// # Safety
/// `settings` points to `capacity` entries, `count` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_golden_settings(
    bundle: *const MutoscopeBundle,
    index: usize,
    settings: *mut MutoscopeGoldenSetting,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let (_, all) = ranges(&get(bundle, "bundle")?.inner.golden, index)?;
            GameArray::new(settings, capacity, count).fill(all.iter().map(Into::into))
        }
    })
}

/// Hashes of what a character shows now, to be compared with a recording.
///
/// # Safety
/// `world` is a world, `tick` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_hash(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    tick: *mut MutoscopeGoldenTick,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let found = golden_tick(&world.evaluator, character);
            let found = found
                .ok_or_else(|| CallError::unknown(tr!("the world has no character {character}")))?;
            put(tick, (&found).into(), "tick")
        })
    }
}
