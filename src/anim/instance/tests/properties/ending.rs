//! The end of a montage is its last word, and comes once.

use super::{
    random::{Dice, STEPS},
    stage::{Character, montage, near, notify, play},
};
use crate::{
    Event, Montage, Name, Notify,
    event::{Phase, Source},
    instance::{Request, Standing, Start},
    montage::{Blend, NO_SECTION},
    notify::flag,
};
use std::collections::BTreeMap;

fn instance_of(event: &Event) -> Option<u32> {
    match event.source {
        Source::Montage(id) | Source::Segment(id, _) => Some(id),
        Source::Node(_) => None,
    }
}

/// Blends, triggers, links, branching points on ends and starts that jump, and notifies all over.
fn any(dice: &mut Dice) -> Montage {
    let grid = |at: usize| at as f32 * 0.1;
    let (middle, length) = (1 + dice.below(4), 6 + dice.below(4));
    let link = |dice: &mut Dice| [NO_SECTION, NO_SECTION, 0, 1][dice.below(4)];
    let links = [link(dice), link(dice)];
    let mut notifies: Vec<Notify> = (0..3)
        .map(|_| {
            let target = ["", "A", "B"][dice.below(3)];
            let at = [grid(length), grid(middle), grid(dice.below(length + 1))][dice.below(3)];
            notify(
                if target.is_empty() { "still" } else { "jump" },
                at,
                true,
                target,
            )
        })
        .filter(|it| it.target != Name::new(""))
        .collect();
    notifies.extend((0..=length).map(|at| notify("step", grid(at), false, "")));
    notifies.push(Notify {
        end: grid(length),
        flags: flag::STATE,
        ..notify("state", grid(middle), false, "")
    });
    for (at, it) in notifies.iter_mut().enumerate() {
        it.id = 100 + at as u64;
    }
    notifies.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.id.cmp(&b.id)));
    let blend = |time| Blend {
        time,
        ..Blend::default()
    };
    Montage {
        blend_in: blend(dice.of(&[0.0, 0.1, 0.33])),
        blend_out: blend(dice.of(&[0.0, 0.1, 0.25, 0.37])),
        blend_out_trigger: dice.of(&[-1.0, 0.0, 0.05, 0.3]),
        notifies: notifies.into(),
        ..montage(&[0.0, grid(middle)], grid(length), &links)
    }
}

#[test]
fn nothing_of_a_montage_happens_after_its_end_at_any_length_of_tick() {
    let (mut ended, mut heard) = (0, 0);
    for seed in 0..4000 {
        let mut dice = Dice(seed);
        let mut c = Character::new(vec![any(&mut dice)]);
        let steady = dice.of(&STEPS);
        let mut over: BTreeMap<u32, f64> = BTreeMap::new();
        for tick in 0..30 {
            let dt = if dice.below(4) == 0 {
                dice.of(&STEPS)
            } else {
                steady
            };
            let mut requests = Vec::new();
            if tick == 0 || dice.below(16) == 0 {
                requests.push(play("montage"));
            }
            if dice.below(24) == 0 {
                requests.push(Request::SetPlayRate {
                    montage: Name::new("montage"),
                    rate: dice.of(&[0.5, 2.0, -1.0]),
                });
            }
            let events = c.tick(dt, &requests);
            for event in events
                .iter()
                .filter(|event| matches!(event.phase, Phase::Ended { .. }))
            {
                assert_eq!(
                    over.insert(instance_of(event).unwrap(), event.time),
                    None,
                    "seed {seed}: once"
                );
                ended += 1;
            }
            let happens = |phase| !matches!(phase, Phase::End | Phase::Tick | Phase::Ended { .. });
            for event in events
                .iter()
                .filter(|event| event.fired() && happens(event.phase))
            {
                heard += 1;
                let end = instance_of(event)
                    .and_then(|id| over.get(&id))
                    .copied()
                    .unwrap_or(f64::INFINITY);
                assert!(
                    event.time <= end + 1e-6,
                    "seed {seed} tick {tick} dt {dt}: {event:?} after {end}"
                );
            }
        }
    }
    assert!(ended > 1000 && heard > 10_000, "{ended} {heard}");
}

/// A pause menu stops everybody and lets everybody go on.
#[test]
fn a_montage_that_is_held_at_its_end_does_not_end_again_when_all_go_on() {
    let m = Name::new("montage");
    let last = notify("last", 1.0, false, "");
    let branch = notify("branch", 1.0, true, "");
    for rate in [1.0f32, -1.0] {
        let mut c = Character::new(vec![Montage {
            auto_blend_out: false,
            notifies: vec![notify("first", 0.0, false, ""), last, branch].into(),
            ..montage(&[0.0], 1.0, &[NO_SECTION])
        }]);
        let start = if rate > 0.0 { 0.0 } else { 1.0 };
        let start = crate::instance::Start::Seconds(start);
        c.tick(
            0.0,
            &[Request::PlayMontage {
                montage: m,
                rate,
                start,
                stop_group: true,
            }],
        );
        (0..12).for_each(|_| {
            c.tick(0.1, &[]);
        });
        let standing = |c: &Character| c.instance.montage_state(m).unwrap().standing;
        assert_eq!(standing(&c), Standing::Held);
        let at = c.instance.montage_state(m).unwrap().position;
        for _ in 0..5 {
            for request in [
                Request::Pause { montage: m },
                Request::Resume { montage: m },
            ] {
                let events = c.tick(0.1, &[request]);
                assert!(
                    events.iter().all(|event| event.phase != Phase::Notify),
                    "{events:?}"
                );
                assert_eq!(standing(&c), Standing::Held);
                assert_eq!(c.instance.montage_state(m).unwrap().position, at);
            }
        }
        // What takes it elsewhere lets it play.
        c.tick(
            0.1,
            &[Request::SetPosition {
                montage: m,
                position: 0.5,
            }],
        );
        assert!(near(
            c.instance.montage_state(m).unwrap().position,
            0.5 + 0.1 * f64::from(rate)
        ));
    }
}

/// Blend-outs, with the seconds before the end at which they begin where that is set apart.
const WAYS_OUT: [(f32, Option<f32>); 9] = [
    (0.0, None),
    (0.05, None),
    (0.2, None),
    (0.25, None),
    (0.4, None),
    (0.1, Some(0.3)),
    (0.3, Some(0.1)),
    (0.2, Some(0.2)),
    (0.0, Some(0.2)),
];

/// When a montage that is played at a rate begins to blend out and has ended, on the clock. Its
/// last section begins at a part of it.
fn out_and_ended(m: &Montage, rate: f32, dt: f64) -> (f64, f64) {
    let mut c = Character::new(vec![m.clone()]);
    let start = Start::Seconds(if rate < 0.0 { m.length.into() } else { 0.0 });
    let mut log = c.tick(
        0.0,
        &[Request::PlayMontage {
            montage: Name::new("montage"),
            rate,
            start,
            stop_group: true,
        }],
    );
    for _ in 0..100 {
        log.extend(c.tick(dt, &[]));
    }
    let at = |is: fn(&Phase) -> bool| log.iter().find(|e| is(&e.phase)).unwrap().time;
    (
        at(|phase| matches!(phase, Phase::BlendingOut { .. })),
        at(|phase| matches!(phase, Phase::Ended { .. })),
    )
}

#[test]
fn it_begins_to_go_out_and_has_ended_at_the_same_times_at_every_tick_length() {
    for (length, last, rate, inertialize) in [
        (0.3f32, 0.0f32, 1.5f32, false),
        (0.3, 0.25, 1.0, false),
        (0.5, 0.45, 1.0, false),
        (0.8, 0.75, 1.0, false),
        (0.95, 0.0, -1.0, false),
        (1.0, 0.0, 1.0, true),
        (1.2, 0.6, 1.0, false),
    ] {
        for (time, trigger) in WAYS_OUT {
            let links: &[i32] = if last > 0.0 {
                &[1, NO_SECTION]
            } else {
                &[NO_SECTION]
            };
            let m = Montage {
                blend_out: Blend {
                    time,
                    inertialize,
                    ..Blend::default()
                },
                blend_out_trigger: trigger.unwrap_or(-1.0),
                ..montage(&[0.0, last][..links.len()], length, links)
            };
            let whole = f64::from(length) / f64::from(rate.abs());
            // The section without a link after it may begin later than the trigger.
            let out = (whole - f64::from(trigger.unwrap_or(time)))
                .max(f64::from(last))
                .max(0.0);
            let ended = match (inertialize, trigger) {
                (true, _) => out,
                (false, Some(_)) => out + f64::from(time),
                (false, None) => whole,
            };
            for dt in [1.0 / 60.0, 0.1, 0.25, 0.4, 0.7] {
                let (began, over) = out_and_ended(&m, rate, dt);
                let told = (length, last, rate, time, trigger, dt);
                assert!(
                    (began - out).abs() < 1e-5,
                    "{told:?}: out at {began} for {out}"
                );
                assert!(
                    (over - ended).abs() < 2e-4,
                    "{told:?}: ended at {over} for {ended}"
                );
            }
        }
    }
}
