//! 03.14: a rate that a curve shares out.

use super::stage::{Character, montage, notify};
use crate::{
    Event, Montage, Name,
    event::Phase,
    instance::Request,
    montage::{NO_SECTION, StretchCurve},
};

fn stretched(samples: &[f32]) -> Montage {
    let mut m = Montage {
        auto_blend_out: false,
        ..montage(&[0.0], 1.0, &[NO_SECTION])
    };
    m.stretch = Some(StretchCurve {
        samples: samples.into(),
    });
    m.notifies = vec![
        notify("early", 0.25, false, ""),
        notify("mark", 0.5, true, ""),
        notify("late", 0.75, false, ""),
    ]
    .into();
    m
}

fn position(c: &Character) -> f64 {
    c.instance.montage_states().next().unwrap().position
}

#[test]
fn p14_a_fifth_of_a_second_from_a_fifth_ends_at_a_half() {
    let mut c = Character::new(vec![stretched(&[0.0, 1.0, 1.0, 0.0])]);
    let name = Name::new("montage");
    c.tick(0.0, &[Request::play(name, 1.25)]);
    c.tick(
        0.0,
        &[Request::SetPosition {
            montage: name,
            position: 0.2,
        }],
    );
    c.tick(0.2, &[]);
    assert!((position(&c) - 0.5).abs() < 1e-6, "{}", position(&c));
}

/// 0.25 s at its own speed, 0.3 s for the middle half, 0.25 s again.
#[test]
fn p14_everything_is_met_at_its_stretched_time_in_steps_of_any_size() {
    for (rate, way) in [
        (1.25, [0.25, 0.4, 0.55, 0.8]),
        (-1.25, [0.55, 0.4, 0.25, 0.8]),
    ] {
        for dt in [
            0.2,
            0.1,
            1.0 / 24.0,
            1.0 / 60.0,
            f64::from(1.0f32 / 30.0),
            0.001,
            0.9,
        ] {
            let mut c = Character::new(vec![stretched(&[0.0, 1.0, 1.0, 0.0])]);
            let (mut log, mut requests) =
                (Vec::new(), vec![Request::play(Name::new("montage"), rate)]);
            for _ in 0..(1.0 / dt) as usize + 2 {
                log.extend(c.tick(dt, &requests));
                requests.clear();
            }
            let time = |name: &str| {
                let is = |event: &&Event| {
                    event.name == Name::new(name) && event.phase == Phase::Notify && event.fired()
                };
                let times: Vec<f64> = log.iter().filter(is).map(|event| event.time).collect();
                assert_eq!(times.len(), 1, "{name} at {rate} by {dt}: {times:?}");
                times[0]
            };
            for (name, wanted) in ["early", "mark", "late"].into_iter().zip(way) {
                assert!(
                    (time(name) - wanted).abs() < 1e-6,
                    "{name} at {rate} by {dt}: {}",
                    time(name)
                );
            }
        }
    }
}

#[test]
fn at_a_rate_of_one_and_without_a_curve_time_is_time() {
    for (samples, rate, wanted) in [
        (&[0.0f32, 1.0][..], 1.0, 0.3),
        (&[0.0, 0.0], 2.0, 0.6),
        (&[1.0], 2.0, 0.6),
    ] {
        let mut c = Character::new(vec![stretched(samples)]);
        c.tick(0.3, &[Request::play(Name::new("montage"), rate)]);
        assert!((position(&c) - wanted).abs() < 1e-6, "{samples:?} {rate}");
    }
}

#[test]
fn the_natural_blend_out_begins_by_the_stretched_clock() {
    let m = Montage {
        auto_blend_out: true,
        ..stretched(&[0.0, 1.0, 1.0, 0.0])
    };
    let mut c = Character::new(vec![m]);
    let (mut out, mut ended, mut requests) =
        (None, None, vec![Request::play(Name::new("montage"), 1.25)]);
    for tick in 1..=100 {
        let events = c.tick(0.01, &requests);
        requests.clear();
        let told = |wanted: fn(&Phase) -> bool| events.iter().any(|event| wanted(&event.phase));
        out = out.or(
            told(|phase| matches!(phase, Phase::BlendingOut { interrupted: false }))
                .then_some(tick),
        );
        ended = ended
            .or(told(|phase| matches!(phase, Phase::Ended { interrupted: false })).then_some(tick));
    }
    assert_eq!(
        (out, ended),
        (Some(55), Some(80)),
        "a quarter of a second before the end at 0.8 s"
    );
}
