//! Ground that is told as numbers: slopes, stairs, waves and blocks.

use crate::{
    MutoscopeResult, MutoscopeWorld,
    guard::{CallAnswer, CallError},
    pointer::{Sized32, sized, slice},
    world::with_world,
};
use anim::ground::{Block, Shape, Terrain};
use engine::EngineInput;
use std::sync::Arc;
use words::tr;

/// The formula of a terrain's height along its uphill direction.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopeShape {
    /// Level ground.
    Flat = 0,
    /// A slope of `angle`.
    Slope = 1,
    /// Stairs of `rise`, `run` and `steps`.
    Stairs = 2,
    /// A sine wave of `amplitude` and `length`.
    Waves = 3,
}

/// An upright block that stands on the ground at its centre.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeBlock {
    /// World x and z of its centre, metres.
    pub at: [f64; 2],
    /// Width (x), height (y) and depth (z) before it is turned, metres, each above 0.
    pub sides: [f64; 3],
    /// Its turn about +Y, radians.
    pub yaw: f64,
}

/// Ground by a formula, with blocks on it. Numbers that its shape does not read are ignored.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MutoscopeTerrain {
    /// `sizeof(MutoscopeTerrain)`.
    pub size: u32,
    /// A `MutoscopeShape`.
    pub shape: u32,
    /// Height at the origin of the world, metres.
    pub height: f64,
    /// Turn of the uphill direction about +Y, from +Z towards +X, radians.
    pub heading: f64,
    /// Slope: its angle, radians; at most 80 degrees up or down.
    pub angle: f64,
    /// Stairs: height of a step, metres.
    pub rise: f64,
    /// Stairs: depth of a step, metres, above 0.001.
    pub run: f64,
    /// Waves: half the height from a trough to a crest, metres.
    pub amplitude: f64,
    /// Waves: metres from a crest to the next, above 0.001.
    pub length: f64,
    /// Ledges and obstacles; read during the call alone.
    pub blocks: *const MutoscopeBlock,
    /// Number of `blocks`.
    pub block_count: usize,
    /// Stairs: number of steps, with level ground before the first and behind the last; 0 for no
    /// end on either side.
    pub steps: u32,
    /// 0.
    pub reserved: u32,
}

// SAFETY: numbers and a pointer: zeros are a value of each.
unsafe impl Sized32 for MutoscopeTerrain {
    const FIRST: usize = size_of::<Self>();
}

/// Every character stands on this terrain from the next step on, until another one or a level is
/// set. NaN as the height of `mutoscope_world_set_level` lets the function of
/// `mutoscope_world_set_ground` answer again. Answers `Range` for a shape that there is not, a
/// number that is not finite, a length or side that is too small, and a slope that is too steep.
///
/// # Safety
/// `world` is a world, `terrain` begins with its size, and its blocks can be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_world_set_terrain(
    world: *mut MutoscopeWorld,
    terrain: *const MutoscopeTerrain,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let ground = Some(Arc::new(told(terrain)?));
            world.ask(EngineInput::SetGround { ground });
            Ok(())
        })
    }
}

/// # Safety
/// `terrain` is null or begins with its size, and its blocks can be read.
unsafe fn told(terrain: *const MutoscopeTerrain) -> CallAnswer<Terrain> {
    // SAFETY: the caller's contract is that of these functions.
    let (it, blocks) = unsafe {
        let it = sized(terrain, "terrain")?;
        (it, slice(it.blocks, it.block_count, "blocks")?)
    };
    let block = |it: &MutoscopeBlock| Block {
        at: it.at,
        size: it.sides,
        yaw: it.yaw.to_degrees(),
    };
    let told = Terrain {
        shape: shape(&it)?,
        height: it.height,
        heading: it.heading.to_degrees(),
        blocks: blocks.iter().map(block).collect(),
    };
    if told.is_sound() {
        return Ok(told);
    }
    let steepest = Terrain::STEEPEST;
    Err(CallError::range(tr!(
        "the terrain needs finite numbers, lengths above 0 and a slope of at most {steepest} degrees"
    )))
}

fn shape(it: &MutoscopeTerrain) -> CallAnswer<Shape> {
    Ok(match it.shape {
        0 => Shape::Flat,
        1 => Shape::Slope {
            angle: it.angle.to_degrees(),
        },
        2 => Shape::Stairs {
            rise: it.rise,
            run: it.run,
            steps: it.steps,
        },
        3 => Shape::Waves {
            amplitude: it.amplitude,
            length: it.length,
        },
        shape => return Err(CallError::not_of(shape, "MutoscopeShape")),
    })
}
