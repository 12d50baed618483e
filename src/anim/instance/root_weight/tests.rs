use super::*;
use crate::montage::Easing;

fn linear(time: f32) -> Blend {
    Blend {
        time,
        easing: Easing::Linear,
        ..Blend::default()
    }
}

fn begun(blend_in: f32, end: f64) -> RootWeight {
    let mut weight = RootWeight::new(linear(blend_in));
    weight.begin_tick(0.0, end);
    weight
}

#[test]
fn a_way_counts_by_the_weight_while_it_was_gone() {
    let weight = begun(0.5, 1.0);
    for (from, to, mean) in [
        (0.0, 0.5, 0.5),
        (0.0, 1.0, 0.75),
        (0.5, 1.0, 1.0),
        (0.25, 0.25, 0.5),
    ] {
        assert!(
            (weight.mean(from, to) - mean).abs() < 1e-6,
            "{from} to {to}"
        );
    }
    assert_eq!(
        weight.mean_since(-1.0),
        0.375,
        "before it began it counted nothing"
    );
}

#[test]
fn a_stop_counts_from_its_moment_on_and_goes_on_in_the_next_tick() {
    let mut weight = begun(0.0, 1.0);
    weight.stop(0.5, linear(1.0));
    assert!((weight.mean(0.0, 1.0) - 0.875).abs() < 1e-6);
    weight.stop(0.5, linear(2.0));
    weight.begin_tick(1.0, 2.0);
    assert!((weight.mean(1.0, 1.5) - 0.25).abs() < 1e-6 && weight.mean(1.5, 2.0) == 0.0);
    let mut cut = begun(0.0, 1.0);
    cut.stop(1.0, linear(0.0));
    assert_eq!((cut.mean(0.0, 1.0), cut.mean(1.0, 1.0)), (1.0, 0.0));
    cut.settle();
    assert_eq!(cut.mean(0.0, 2.0), 0.5, "from the stop on it is whole");
}

#[test]
fn pieces_of_an_easing_sum_to_what_lies_under_it() {
    let mut weight = RootWeight::new(Blend {
        easing: Easing::CubicInOut,
        ..linear(0.25)
    });
    weight.begin_tick(0.0, 0.5);
    let count = weight.pieces(0.0, 0.5);
    assert_eq!(count, 30);
    let at = |nth: u32| 0.5 * f64::from(nth) / f64::from(count);
    let sum: f64 = (0..count)
        .map(|nth| (at(1) - at(0)) * f64::from(weight.mean(at(nth), at(nth + 1))))
        .sum();
    assert!((sum - 0.375).abs() < 1e-5, "{sum}");
    assert_eq!(begun(0.0, 1.0).pieces(0.0, 1.0), 1);
}
