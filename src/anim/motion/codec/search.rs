//! The coarsest allowance at which no point is further off than a limit.
//!
//! Every component of every sub-track may be wrong by the same distance as seen at the furthest
//! point that it moves, by its share of the error; one number a segment then decides all widths,
//! and it is found by measuring what was really decoded. Errors do not follow allowances strictly,
//! so a search that compared other allowances for another limit could end with a larger error for a
//! smaller limit. Invariant: which allowances are compared does not depend on the limit, and none
//! is preferred to one whose error is larger: so a smaller limit ends at the same allowance, or at
//! a finer one whose error is within it while that of the coarser one was not.

#[cfg(test)]
mod tests;

use crate::float::Extreme;

/// Allowances are numbered from the coarsest, 0, to the finest.
pub const FINEST: u32 = 511;

/// Metres, the coarsest.
const COARSEST: f32 = 16.0;
/// Factor from one allowance to the next.
const FINER: f32 = 0.96;

/// Metres. At the finest what is wrong is below the last digit of a float.
pub fn allowance(number: u32) -> f32 {
    COARSEST * libm::powf(FINER, number as f32)
}

/// The last that is not below an allowance in metres.
fn number(allowance: f32) -> u32 {
    let number = libm::log2f(allowance / COARSEST) / libm::log2f(FINER);
    number.lower(FINEST as f32) as u32
}

/// Candidates that a search compares, independent of the limit.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    coarsest: u32,
    /// Finest allowance of the first comparison; finer ones are compared if it is not within the
    /// limit.
    finest: u32,
    /// Metres. Errors up to it are alike.
    least: f64,
}

impl Scope {
    /// Scope for limits from `edge` metres to twice `edge`. Most of the error is spread over less
    /// than a score of sub-tracks.
    pub fn around(edge: f32) -> Self {
        Self {
            coarsest: number(32.0 * edge),
            finest: number(edge / 8.0),
            least: f64::from(edge) / 16.0,
        }
    }
}

/// The allowance that a search ends at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Number of the allowance, see [`allowance`].
    pub number: u32,
    /// Error with it; where none is within the limit, that with the finest allowance.
    pub error: f64,
    /// Whether the error is within the limit that was asked for.
    pub is_within: bool,
}

/// `error` measures an allowance; None stands for any error above the bound that it is given.
/// Contract: the limit is above the scope's least error.
pub fn coarsest<E>(
    limit: f64,
    scope: Scope,
    mut error: impl FnMut(u32, f64) -> Result<Option<f64>, E>,
) -> Result<Found, E> {
    let finest = error(scope.finest, f64::INFINITY)?.unwrap_or(f64::INFINITY);
    let mut found = Found {
        number: scope.finest,
        error: finest,
        is_within: finest <= limit,
    };
    if !found.is_within && scope.finest < FINEST {
        return coarsest(
            limit,
            Scope {
                coarsest: scope.finest + 1,
                finest: FINEST,
                ..scope
            },
            error,
        );
    }
    let mut too_coarse = i64::from(scope.coarsest) - 1;
    while found.is_within && i64::from(found.number) - too_coarse > 1 {
        let middle = ((i64::from(found.number) + too_coarse) / 2) as u32;
        let is_fair = |error: &f64| error.higher(scope.least) >= found.error.higher(scope.least);
        match error(middle, limit)?.filter(is_fair) {
            Some(error) => {
                found = Found {
                    number: middle,
                    error,
                    is_within: true,
                }
            }
            None => too_coarse = middle.into(),
        }
    }
    Ok(found)
}
