//! The same montage in steps of any size does the same: what is exact in time, in its order and at
//! its times.

use super::{
    random::Dice,
    stage::{Character, montage, notify, play},
};
use crate::{
    Event, Montage, Name, Notify,
    event::{Phase, Source},
    notify::flag,
};

const SECONDS: f64 = 6.0;

/// An event by its notify's id, with its name and time.
type Exact = (u64, Phase, Name, f64);

/// Loops, jumps on boundaries, and states of both kinds.
fn made(dice: &mut Dice) -> Montage {
    let links = [[1, 2, 0], [1, 0, 2], [2, 1, 0], [0, 1, 2], [1, 2, -1]];
    let whole = montage(&[0.0, 0.5, 1.1], 1.7, &dice.of(&links));
    let times = [0.0f32, 0.25, 0.5, 0.8, 1.1, 1.4, 1.7];
    let mut notifies = Vec::new();
    for at in 0..6 {
        let (branching, jumps) = (dice.below(2) == 0, dice.below(3) == 0);
        let time = dice.of(&times);
        let target = if branching && jumps {
            dice.of(&["A", "B", "C"])
        } else {
            ""
        };
        let mut made = Notify {
            id: 10 + at,
            ..notify(["a", "b", "c"][at as usize % 3], time, branching, "B")
        };
        if target.is_empty() {
            (made.target, made.action) = (Name::NONE, 0);
        } else {
            made.target = Name::new(target);
        }
        if dice.below(3) == 0 {
            (made.end, made.flags) = ((time + 0.3).min(1.7), made.flags | flag::STATE);
        }
        notifies.push(made);
    }
    notifies.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.id.cmp(&b.id)));
    Montage {
        auto_blend_out: dice.below(2) == 0,
        notifies: notifies.into(),
        ..whole
    }
}

/// What does not depend on when a tick ends. A queued state's end does: it is told in the first
/// tick that misses it.
fn exact(events: &[Event]) -> Vec<Exact> {
    let is = |event: &&Event| {
        let exact = match event.phase {
            Phase::Notify | Phase::Section { .. } | Phase::Jumped => true,
            Phase::Begin | Phase::End => event.branching,
            _ => false,
        };
        exact && event.fired() && matches!(event.source, Source::Montage(_))
    };
    events
        .iter()
        .filter(is)
        .map(|event| (event.id, event.phase, event.name, event.time))
        .collect()
}

/// Branching points in their order, and notifies and sections in theirs. None where a tick
/// overflowed or two branching points that meet each other stand still.
fn play_through(m: &Montage, steps: &mut dyn FnMut() -> f64) -> Option<[Vec<Exact>; 3]> {
    let mut c = Character::new(vec![m.clone()]);
    let (mut log, mut time, mut requests) = (
        [Vec::new(), Vec::new(), Vec::new()],
        0.0,
        vec![play("montage")],
    );
    while time < SECONDS - 1e-9 {
        let dt = steps().min(SECONDS - time);
        time += dt;
        let events = c.tick(dt, &requests);
        requests.clear();
        if events
            .iter()
            .any(|event| event.phase == Phase::SubstepOverflow)
        {
            return None;
        }
        for event in exact(&events) {
            let branching = matches!(event.1, Phase::Jumped)
                || m.notifies
                    .iter()
                    .any(|n| n.id == event.0 && n.is_branching());
            let list = if branching {
                0
            } else if event.0 == 0 {
                1
            } else {
                2
            };
            log[list].push(event);
        }
    }
    Some(log)
}

#[test]
fn splitting_a_step_never_changes_what_happens_from_five_to_a_thousand_a_second() {
    let (mut compared, mut dice) = (0, Dice(7));
    for _ in 0..60 {
        let m = made(&mut dice);
        let mut runs = Vec::new();
        for rate in [5.0, 24.0, 30.0, 60.0, 144.0, 1000.0] {
            runs.push((rate, play_through(&m, &mut || 1.0 / rate)));
            runs.push((
                -rate,
                play_through(&m, &mut || f64::from(1.0f32 / rate as f32)),
            ));
        }
        let mut uneven = Dice(dice.next());
        runs.push((
            0.0,
            play_through(&m, &mut || 0.001 + uneven.below(190) as f64 / 1000.0),
        ));
        let mut runs = runs
            .into_iter()
            .filter_map(|(rate, log)| Some((rate, log?)));
        let Some((_, first)) = runs.next() else {
            continue;
        };
        for (rate, log) in runs {
            compared += 1;
            for (a, b) in first.iter().zip(&log) {
                let same = |(a, b): (&Exact, &Exact)| {
                    (a.0, a.1, a.2) == (b.0, b.1, b.2) && (a.3 - b.3).abs() < 1e-6
                };
                // What lies on the very end may be told or not.
                let on_the_end = |e: &&Exact| e.3 < SECONDS - 1e-6;
                let (a, b): (Vec<_>, Vec<_>) = (
                    a.iter().filter(on_the_end).collect(),
                    b.iter().filter(on_the_end).collect(),
                );
                assert_eq!(a.len(), b.len(), "{rate}: {a:#?}\n{b:#?}\n{:?}", m.notifies);
                assert!(
                    a.iter().zip(&b).all(|(a, b)| same((a, b))),
                    "{rate}: {a:?}\n{b:?}"
                );
            }
        }
    }
    assert!(compared > 300, "{compared}");
}
