//! The coarsest allowance at which no point is further off than a limit.
//!
//! Every component of every sub-track may be wrong by the same distance as seen at the furthest point that it moves, by
//! its share of the error; one number a segment then decides all widths, and it is found by measuring what was really
//! decoded. Errors do not follow allowances strictly, so a search that compared other allowances for another limit
//! could end with a larger error for a smaller limit. Invariant: which allowances are compared does not depend on the
//! limit, and none is preferred to one whose error is larger: so a smaller limit ends at the same allowance, or at a
//! finer one whose error is within it while that of the coarser one was not.

/// Allowances are numbered from the coarsest, 0, to the finest.
pub const FINEST: u32 = 511;

/// Metres. What a component that moves nothing by more than a metre may be wrong by at the finest is below the last
/// digit of its float.
pub fn allowance(number: u32) -> f32 {
    const COARSEST: f32 = 16.0;
    /// From one to the next.
    const FINER: f32 = 0.96;
    COARSEST * libm::powf(FINER, number as f32)
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    pub number: u32,
    /// Of the finest allowance where none is within the limit.
    pub error: f64,
    pub is_within: bool,
}

/// `finest` is the error of the finest allowance, `error` that of another; None stands for any above the limit.
pub fn coarsest<E>(limit: f64, finest: f64, mut error: impl FnMut(u32) -> Result<Option<f64>, E>) -> Result<Found, E> {
    let mut found = Found { number: FINEST, error: finest, is_within: finest <= limit };
    if !found.is_within {
        return Ok(found);
    }
    let mut too_coarse = -1;
    while i64::from(found.number) - too_coarse > 1 {
        let middle = ((i64::from(found.number) + too_coarse) / 2) as u32;
        // While nothing was decided by the limit, errors as small as the finest's are as good.
        let is_fair = |error: &f64| *error >= found.error || (found.error == finest && *error <= finest);
        match error(middle)?.filter(is_fair) {
            Some(error) => found = Found { number: middle, error: error.max(found.error), is_within: true },
            None => too_coarse = middle.into(),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn within(limit: f64, error: impl Fn(u32) -> f64) -> Found {
        let measured = |number| Ok::<_, ()>(Some(error(number)).filter(|error| *error <= limit));
        coarsest(limit, error(FINEST), measured).unwrap()
    }

    #[test]
    fn allowances_reach_from_metres_to_below_a_floats_digits() {
        assert_eq!(allowance(0), 16.0);
        assert!((0..FINEST).all(|number| allowance(number) > allowance(number + 1)));
        assert!(allowance(FINEST) < 2e-8 && allowance(FINEST) > 1e-9);
    }

    #[test]
    fn what_follows_its_allowance_is_found_to_the_last_step() {
        for limit in [1e-2, 1e-4, 1e-6] {
            let found = within(limit, |number| allowance(number).into());
            assert!(found.is_within && f64::from(allowance(found.number)) <= limit);
            assert!(f64::from(allowance(found.number - 1)) > limit);
        }
        assert_eq!(within(1.0, |_| 0.0), Found { number: 0, error: 0.0, is_within: true });
        assert!(!within(1e-10, |number| allowance(number).into()).is_within);
    }

    proptest! {
        /// However wildly errors jump about their allowance.
        #[test]
        fn a_smaller_limit_never_ends_with_a_larger_error(jumps in prop::collection::vec(0.2f64..5.0, 512)) {
            let error = |number: u32| f64::from(allowance(number)) * jumps[number as usize];
            let mut last = Found { number: 0, error: f64::INFINITY, is_within: true };
            for step in 0..700 {
                let limit = 10.0 * 0.97f64.powi(step);
                let found = within(limit, error);
                prop_assert!(found.error <= last.error && found.number >= last.number, "{} {:?}", limit, found);
                prop_assert!(!found.is_within || found.error <= limit);
                last = found;
            }
        }
    }
}
