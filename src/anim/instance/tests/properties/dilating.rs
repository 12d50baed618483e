//! The character's own time: `1 + 2 d` after three seconds of the game, of which the last two go at
//! `d`, however long its ticks are.

use super::stage::{Character, montage, near};
use crate::{event::Phase, instance::Request, limits::LONGEST_TICK, montage::NO_SECTION};

fn character() -> Character {
    Character::new(vec![montage(&[0.0], 1.0, &[NO_SECTION])])
}

#[test]
fn a_dilation_counts_from_the_tick_in_which_it_is_asked_for() {
    for dilation in [0.0, 0.5, 2.0, 4.0, 20.0, 100.0] {
        for rate in [1.0, 2.0, 4.0, 10.0, 15.0, 30.0, 60.0, 144.0] {
            let mut c = character();
            let mut left_out = 0.0;
            for tick in 0..(3.0 * rate) as u32 {
                let is_due = tick == rate as u32;
                let asked = is_due.then_some(Request::SetTimeDilation { dilation });
                let events = c.tick(1.0 / rate, asked.as_slice());
                left_out += events
                    .iter()
                    .filter(|it| it.phase == Phase::TimeLeftOut)
                    .count() as f64;
            }
            assert!(
                (c.instance.clock() - (1.0 + 2.0 * dilation)).abs() < 1e-6,
                "{dilation} at {rate} Hz"
            );
            assert_eq!(left_out, 0.0);
        }
    }
}

#[test]
fn the_last_that_is_asked_for_before_montages_go_on_counts_and_no_time_passes_twice() {
    let mut c = character();
    let ask = |dilation| Request::SetTimeDilation { dilation };
    c.tick(0.1, &[ask(5.0), ask(2.0)]);
    assert!(near(c.instance.clock(), 0.2));
    // Between two ticks it counts from the next one on.
    c.instance.request(&ask(3.0)).unwrap();
    assert!(near(c.instance.clock(), 0.2));
    c.tick(0.1, &[]);
    assert!(near(c.instance.clock(), 0.5));
}

#[test]
fn ticks_that_are_rested_leave_their_time_at_the_dilation_that_they_had() {
    let mut c = character();
    let ask = |dilation| Request::SetTimeDilation { dilation };
    c.tick(0.1, &[]);
    c.instance.rest(0.1);
    c.instance.rest(0.1);
    c.instance.request(&ask(4.0)).unwrap();
    c.instance.rest(0.1);
    assert!(near(c.instance.clock(), 0.1));
    c.tick(0.0, &[]);
    assert!(
        near(c.instance.clock(), 0.1),
        "a tick of no time takes none of it"
    );
    c.tick(0.1, &[ask(1.0)]);
    assert!(
        near(c.instance.clock(), 0.1 + 0.1 + 0.4 + 0.4 + 0.1),
        "{}",
        c.instance.clock()
    );
    c.instance.rest(0.0);
    c.tick(0.1, &[]);
    assert!(near(c.instance.clock(), 1.2));
}

#[test]
fn a_tick_that_is_longer_than_one_takes_is_told() {
    let mut c = character();
    for (dt, dilation, told) in [
        (7.0, 1.0, 0.0),
        (2.0, 100.0, 100.0),
        (500.0, 1.0, 400.0),
        (-1.0, 1.0, 0.0),
    ] {
        let before = c.instance.clock();
        let events = c.tick(dt, &[Request::SetTimeDilation { dilation }]);
        let left_out: f32 = events
            .iter()
            .filter(|it| it.phase == Phase::TimeLeftOut)
            .map(|it| it.seconds)
            .sum();
        assert_eq!(left_out, told);
        let passed = dt.max(0.0) * dilation - f64::from(told);
        assert!(near(c.instance.clock() - before, passed), "{dt}");
        assert!(passed <= LONGEST_TICK);
    }
    for dt in [f64::NAN, f64::INFINITY] {
        let before = c.instance.clock();
        c.tick(dt, &[]);
        assert_eq!(
            c.instance.clock() - before,
            if dt.is_nan() { 0.0 } else { LONGEST_TICK }
        );
    }
}
