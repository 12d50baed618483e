use super::*;

const HOW: Interpolation = Interpolation {
    rising: 4.0,
    falling: 1.0,
};

/// After a second in so many ticks.
fn after(from: f64, goal: f64, ticks: u32, how: Interpolation) -> f64 {
    let mut number = RateFollower::default();
    number.at(1, from, Some(how));
    for tick in 1..=ticks {
        number.pass_time(1.0 / f64::from(ticks));
        number.at(u64::from(tick) + 1, goal, Some(how));
    }
    number.at(u64::from(ticks) + 1, goal, Some(how))
}

#[test]
fn a_second_is_the_same_in_any_number_of_ticks_and_each_way_has_its_own_speed() {
    for ticks in [1, 7, 60, 1000] {
        assert!(
            (after(0.0, 1.0, ticks, HOW) - (1.0 - (-4.0f64).exp())).abs() < 1e-9,
            "{ticks}"
        );
        assert!(
            (after(1.0, 0.0, ticks, HOW) - (-1.0f64).exp()).abs() < 1e-9,
            "{ticks}"
        );
    }
}

#[test]
fn without_a_speed_or_a_number_it_is_there_at_once_and_a_new_one_is_too() {
    for speed in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(
            after(
                0.0,
                1.0,
                3,
                Interpolation {
                    rising: speed,
                    falling: 1.0
                }
            ),
            1.0,
            "{speed}"
        );
    }
    assert_eq!(after(f64::INFINITY, 2.0, 3, HOW), 2.0);
    assert_eq!(RateFollower::default().at(9, 5.0, Some(HOW)), 5.0);
    assert_eq!(RateFollower::default().at(9, 5.0, None), 5.0);
}

#[test]
fn whoever_asks_again_in_a_tick_gets_the_same_and_ticks_that_nobody_asked_in_count() {
    let mut number = RateFollower::default();
    number.at(1, 0.0, Some(HOW));
    number.pass_time(0.25);
    number.pass_time(0.25);
    let first = number.at(3, 1.0, Some(HOW));
    assert!((first - (1.0 - (-2.0f64).exp())).abs() < 1e-9, "{first}");
    assert_eq!(number.at(3, 1.0, Some(HOW)), first);
}
