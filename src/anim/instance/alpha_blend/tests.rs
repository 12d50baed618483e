use super::*;

fn blend(time: f32, easing: Easing) -> Blend {
    Blend {
        time,
        easing,
        ..Blend::default()
    }
}

#[test]
fn a_weight_goes_from_where_it_is_to_its_goal_in_the_full_time() {
    let mut weight = AlphaBlend::fixed(0.25);
    assert!(weight.is_complete() && weight.value() == 0.25 && weight.goal() == 0.25);
    weight.retarget(1.0, blend(2.0, Easing::QuadraticInOut));
    let values: Vec<f32> = (0..5)
        .map(|_| {
            let value = weight.value();
            weight.advance(0.5);
            value
        })
        .collect();
    assert_eq!(values, [0.25, 0.34375, 0.625, 0.90625, 1.0]);
    assert_eq!(
        (weight.remaining(), weight.easing()),
        (0.0, Easing::QuadraticInOut)
    );
    weight.retarget(0.0, blend(1.0, Easing::Linear));
    weight.advance(0.25);
    assert_eq!((weight.value(), weight.remaining()), (0.75, 0.75));
    weight.retarget(1.0, blend(1.0, Easing::Linear));
    weight.advance(0.5);
    assert_eq!(weight.value(), 0.875);
    weight.complete();
    assert_eq!(weight.value(), 1.0);
}

#[test]
fn without_time_or_inertialized_it_is_there_at_once() {
    for blend in [
        blend(0.0, Easing::Linear),
        blend(-1.0, Easing::Linear),
        Blend {
            inertialize: true,
            ..blend(1.0, Easing::Linear)
        },
    ] {
        let mut weight = AlphaBlend::fixed(0.0);
        weight.retarget(1.0, blend);
        assert_eq!((weight.value(), weight.remaining()), (1.0, 0.0));
    }
}

#[test]
fn it_is_complete_within_the_rounding_of_its_steps() {
    let left = |rest: f32| {
        let mut weight = AlphaBlend::fixed(0.0);
        weight.retarget(1.0, blend(0.5, Easing::Linear));
        weight.advance(f64::from(0.5 - rest));
        weight.is_complete()
    };
    assert_eq!([left(0.9e-5), left(1.2e-5)], [true, false]);
}

#[test]
fn a_part_may_begin_elsewhere_and_go_its_own_way() {
    let mut weight = AlphaBlend::fixed(0.0);
    weight.retarget(1.0, blend(2.0, Easing::Linear));
    weight.advance(0.5);
    assert_eq!(weight.value_of(Some(0.5), |_, _, _| None), 0.625);
    assert_eq!(
        weight.value_of(None, |elapsed, time, _| Some(elapsed + time / 8.0)),
        0.75
    );
}
