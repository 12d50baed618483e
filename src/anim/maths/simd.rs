//! How many lanes the kernels use. Every width gives the same bits: only additions, subtractions,
//! multiplications, divisions, square roots and selections are used, in one order, never contracted
//! and never estimated.

use fearless_simd::Level;
use std::sync::{
    LazyLock,
    atomic::{AtomicU8, Ordering},
};

/// Lanes of the instructions that kernels run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    Scalar,
    /// SSE 4.2, NEON or WebAssembly's vectors.
    Four,
    /// Eight lanes: AVX2.
    Eight,
}

impl Width {
    /// Every width, from the narrowest to the widest.
    pub const ALL: [Width; 3] = [Width::Scalar, Width::Four, Width::Eight];

    /// The widest that this machine has.
    pub fn widest() -> Width {
        if level_of(Width::Eight, *BEST).is_some() {
            Width::Eight
        } else if BEST.is_fallback() {
            Width::Scalar
        } else {
            Width::Four
        }
    }
}

static BEST: LazyLock<Level> = LazyLock::new(Level::new);
/// Index in [`Width::ALL`]; a width that the machine lacks stands for its widest.
static CHOSEN: AtomicU8 = AtomicU8::new(Width::Eight as u8);

/// Makes the whole process use a width, for comparisons and measurements. One that the machine
/// lacks becomes the widest that it has. Returns the width in use.
pub fn set_width(wanted: Width) -> Width {
    let used = if level_of(wanted, *BEST).is_some() {
        wanted
    } else {
        Width::widest()
    };
    CHOSEN.store(used as u8, Ordering::Relaxed);
    used
}

/// SIMD level to pass to [`fearless_simd::dispatch`].
#[inline]
pub(crate) fn level() -> Level {
    let best = *BEST;
    level_of(
        Width::ALL[usize::from(CHOSEN.load(Ordering::Relaxed)) % 3],
        best,
    )
    .unwrap_or(best)
}

#[inline]
fn level_of(width: Width, best: Level) -> Option<Level> {
    match width {
        Width::Scalar => Some(Level::fallback()),
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Width::Four => best.as_sse4_2().map(fearless_simd::Simd::level),
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Width::Eight => best.as_avx2().map(fearless_simd::Simd::level),
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        Width::Four => (!best.is_fallback()).then_some(best),
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        Width::Eight => None,
    }
}
