use super::*;
use proptest::prelude::*;

const ALL: Scope = Scope {
    coarsest: 0,
    finest: FINEST,
    least: 0.0,
};

fn within(limit: f64, scope: Scope, error: impl Fn(u32) -> f64) -> Found {
    let measured = |number, bound| Ok::<_, ()>(Some(error(number)).filter(|error| *error <= bound));
    coarsest(limit, scope, measured).unwrap()
}

#[test]
fn allowances_reach_from_metres_to_below_a_floats_digits() {
    assert_eq!(allowance(0), 16.0);
    assert!((0..FINEST).all(|number| allowance(number) > allowance(number + 1)));
    assert!(allowance(FINEST) < 2e-8 && allowance(FINEST) > 1e-9);
    for wanted in [1e-2, 1e-4, 3e-6] {
        let found = allowance(number(wanted));
        assert!(
            (wanted * 0.999..=wanted * 1.05).contains(&found),
            "{wanted} {found}"
        );
    }
    assert_eq!((number(99.0), number(0.0)), (0, FINEST));
}

#[test]
fn what_follows_its_allowance_is_found_to_the_last_step() {
    for scope in [
        ALL,
        Scope::around(1e-4),
        Scope {
            coarsest: 20,
            finest: 60,
            least: 1e-9,
        },
    ] {
        let found = within(1.5e-4, scope, |number| allowance(number).into());
        assert!(found.is_within && f64::from(allowance(found.number)) <= 1.5e-4);
        assert!(f64::from(allowance(found.number - 1)) > 1.5e-4, "{scope:?}");
    }
    assert!(within(1.0, ALL, |_| 1.0).is_within, "just so");
    assert_eq!(
        within(1.0, ALL, |_| 0.0),
        Found {
            number: 0,
            error: 0.0,
            is_within: true
        }
    );
    let red = within(1e-10, ALL, |number| allowance(number).into());
    assert!(!red.is_within && red.number == FINEST && red.error == f64::from(allowance(FINEST)));
}

proptest! {
    /// However wildly errors jump about their allowance.
    #[test]
    fn a_smaller_limit_never_ends_with_a_larger_error(
        jumps in prop::collection::vec(0.2f64..5.0, 512),
        first in 0u32..100,
        middle in 100u32..511,
    ) {
        let error = |number: u32| f64::from(allowance(number)) * jumps[number as usize];
        let scope = Scope { coarsest: first, finest: middle, least: 1e-9 };
        let mut last = Found { number: 0, error: f64::INFINITY, is_within: true };
        for step in 0..600 {
            let limit = 10.0 * 0.97f64.powi(step);
            let found = within(limit, scope, error);
            prop_assert!(found.error <= last.error && found.number >= last.number, "{} {:?}", limit, found);
            prop_assert!(!found.is_within || found.error <= limit);
            last = found;
        }
    }
}
