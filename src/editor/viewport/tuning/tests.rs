use super::*;

#[test]
fn what_is_off_is_not_good_though_it_was_farther_before() {
    let of = |before: f32, after: f32| TuningVerdict::of([Some(before), Some(after)]);
    assert_eq!(of(900.0, 800.0), TuningVerdict::Bad);
    assert_eq!(of(900.0, 30.0), TuningVerdict::Plain);
    assert_eq!(of(900.0, 1.0), TuningVerdict::Good);
    assert_eq!(of(2.0, 3.0), TuningVerdict::Bad, "worse, though near");
    assert_eq!(of(3.0, 3.0), TuningVerdict::Good);
    assert_eq!(of(100.0, -20.0), TuningVerdict::Good, "above the ground");
    assert_eq!(TuningVerdict::of([None, None]), TuningVerdict::Plain);
}

#[test]
fn a_foot_that_slides_is_good_below_the_limit_alone() {
    assert_eq!(TuningVerdict::of_slide([9.0, 0.4]), TuningVerdict::Good);
    assert_eq!(TuningVerdict::of_slide([9.0, 4.0]), TuningVerdict::Plain);
    assert_eq!(TuningVerdict::of_slide([3.0, 4.0]), TuningVerdict::Bad);
}
