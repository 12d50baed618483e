//! Whatever a montage passes has one outcome with a reason: nothing is lost without a word.

use super::{
    random::{Dice, STEPS},
    stage::{Character, montage, notify, play},
};
use crate::{
    Event, Montage, Name, Notify,
    event::{Cause, EventReason, Phase},
    instance::{Request, Standing},
    notify::flag,
};

/// Of every kind that a rule may silence, a good deal on boundaries.
fn made(dice: &mut Dice) -> Montage {
    let links: [i32; 3] = [0, 1, 2].map(|_| dice.below(4) as i32 - 1);
    let whole = montage(&[0.0, 0.5, 1.1], 1.7, &links);
    let mut notifies: Vec<Notify> = (0..8)
        .map(|at| {
            let time = dice.of(&[0.0f32, 0.2, 0.5, 0.7, 1.1, 1.3, 1.7]);
            let plain = Notify {
                id: 100 + at,
                ..notify("n", time, dice.below(3) == 0, "")
            };
            Notify {
                chance: dice.of(&[1.0, 1.0, 0.5]),
                from_lod: dice.of(&[-1, -1, 0]),
                weight_threshold: dice.of(&[1e-5, 0.5]),
                flags: plain.flags | dice.of(&[0, flag::NOT_ON_SERVER, flag::FILTERABLE]),
                ..plain
            }
        })
        .collect();
    notifies.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.id.cmp(&b.id)));
    Montage {
        auto_blend_out: dice.below(2) == 0,
        notifies: notifies.into(),
        ..whole
    }
}

/// The instants that the ways of the last advance passed, by plain geometry: open at the start
/// unless entered there.
fn passed(c: &Character, m: &Montage) -> Vec<u64> {
    let mut passed = Vec::new();
    for instance in &c.instance.montages {
        for way in &instance.ways {
            let first = if way.from > way.to && way.entered && way.from >= 1.7f32 as f64 - 5e-5 {
                1.7f32 as f64
            } else {
                way.from
            };
            let met = |time: f64| {
                let inside = if way.from < way.to {
                    first < time && time <= way.to
                } else {
                    way.to <= time && time < first
                };
                inside || (way.entered && time == first)
            };
            passed.extend(
                m.notifies
                    .iter()
                    .filter(|n| met(n.time.into()) && !n.is_branching())
                    .map(|n| n.id),
            );
        }
    }
    passed
}

fn outcomes(events: &[Event], id: u64) -> usize {
    let is = |e: &&Event| {
        e.id == id && e.phase == Phase::Notify && e.reason != EventReason::SkippedByJump
    };
    events.iter().filter(is).count()
}

#[test]
fn over_a_hundred_thousand_ticks_everything_passed_is_told_and_every_change_has_its_cause() {
    let (mut ticks, mut reasons) = (0, std::collections::BTreeMap::<&str, u32>::new());
    for seed in 0..2500 {
        let mut dice = Dice(seed);
        let m = made(&mut dice);
        let mut c = Character::new(vec![m.clone()]);
        let name = Name::new("montage");
        for tick in 0..42 {
            ticks += 1;
            let request = match dice.below(14) {
                0 => Some(Request::JumpToSection {
                    montage: name,
                    section: Name::new(dice.of(&["A", "B", "C"])),
                    at_end: false,
                }),
                1 => Some(Request::SetPosition {
                    montage: name,
                    position: dice.of(&[0.0, 0.5, 0.6, 1.7]),
                }),
                2 => Some(Request::SetPlayRate {
                    montage: name,
                    rate: dice.of(&[1.0, -1.0, 0.5]),
                }),
                3 => Some(Request::StopMontage {
                    montage: None,
                    blend_out: Some(0.3),
                }),
                4 => Some(Request::SetDedicatedServer {
                    is_server: dice.below(2) == 0,
                }),
                5 => Some(Request::FilterNotifies {
                    filter: dice.below(2) == 0,
                }),
                6 => Some(play("montage")),
                _ => None,
            };
            let requests: Vec<Request> = (tick == 0)
                .then(|| play("montage"))
                .into_iter()
                .chain(request)
                .collect();
            let events = c.tick(dice.of(&STEPS), &requests);
            for id in passed(&c, &m) {
                let count = passed(&c, &m).iter().filter(|other| **other == id).count();
                let told = outcomes(&events, id);
                // On the border of two sections it is told where it belongs, or that it does not.
                let border = m
                    .notifies
                    .iter()
                    .any(|n| n.id == id && [0.5f32, 1.1].contains(&n.time));
                assert!(
                    told >= 1 && (told == count || border)
                        || (border && told == 0 && still_there(&c)),
                    "seed {seed} tick {tick}: {id} passed {count} times, told {told}: {events:#?}"
                );
            }
            for event in &events {
                *reasons.entry(event.reason.short()).or_default() += 1;
                let changes = matches!(
                    event.phase,
                    Phase::Section { .. }
                        | Phase::Jumped
                        | Phase::BlendingOut { .. }
                        | Phase::Ended { .. }
                        | Phase::End
                );
                assert!(!changes || event.cause != Cause::None, "{event:?}");
                if let Some([_, _]) = event.reason.compares() {
                    assert!(
                        event.values.iter().all(|value| value.is_finite()),
                        "{event:?}"
                    );
                }
            }
        }
    }
    assert!(ticks >= 100_000);
    for reason in [
        "fired",
        "weight",
        "chance",
        "LOD",
        "server",
        "filtered",
        "skipped",
        "other section",
        "interrupted",
    ] {
        assert!(
            reasons.contains_key(reason),
            "{reason} never came: {reasons:?}"
        );
    }
}

/// It stands on a border, and what lies there is told when it goes on.
fn still_there(c: &Character) -> bool {
    c.instance
        .montages
        .iter()
        .any(|it| it.travel.standing != Standing::Held)
}
