use super::*;
use crate::graph::{GraphParts, Play, Value};

#[test]
fn only_bounds_may_be_infinite_and_nothing_is_beyond_what_can_be_reckoned_with() {
    let with = |edit: fn(&mut Play, f64), number: f64| {
        let mut play = Play::default();
        edit(&mut play, number);
        is_sound(&GraphParts {
            plays: vec![play],
            ..GraphParts::default()
        })
    };
    let places: [fn(&mut Play, f64); 2] = [
        |play, x| play.start = x,
        |play, x| play.rate = Value::Number(x),
    ];
    let bounds: [fn(&mut Play, f64); 2] = [|play, x| play.least = x, |play, x| play.most = x];
    for (number, is_number, is_bound) in [
        (9.9e17, true, true),
        (-1.1e18, false, true),
        (f64::MAX, false, true),
        (f64::NEG_INFINITY, false, true),
        (f64::NAN, false, false),
    ] {
        places
            .iter()
            .for_each(|edit| assert_eq!(with(*edit, number), is_number, "{number}"));
        bounds
            .iter()
            .for_each(|edit| assert_eq!(with(*edit, number), is_bound, "{number}"));
    }
}
