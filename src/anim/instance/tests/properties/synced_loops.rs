//! 09 §5 over seams and for an hour: looping montages that follow, join, lead in their turn and
//! leave, against where they are and what they fired, counted from their positions alone.

use super::stage::{Character, montage, notify};
use crate::{
    Event, Montage, Name, Notify, Request,
    dice::Dice,
    event::{EventReason, Phase},
    instance::{RootMotionMode, Start},
    montage::Blend,
    notify::flag,
    sync::SyncMarker,
};

const WALK: &str = "walk";
const RUN: &str = "run";
/// Seconds of a turn.
const WALKS: f64 = 1.0;
const RUNS: f64 = 0.6;

/// A looping section with six notifies, of which one is a branching point. Feet are not at the same
/// part of both.
fn looping(name: &str, length: f64, by_markers: bool, blend_in: f32) -> Montage {
    let feet = if name == RUN { [0.1, 0.7] } else { [0.1, 0.6] };
    let marker =
        |(foot, part): (&str, f64)| SyncMarker::new(Name::new(foot), (part * length) as f32);
    let markers: Vec<SyncMarker> = ["L", "R"].into_iter().zip(feet).map(marker).collect();
    let told = |nth: usize| -> Notify {
        let time = (length * (nth as f64 + 0.5) / 6.0) as f32;
        let own = notify(&format!("{name} {nth}"), time, nth == 2, "");
        Notify {
            weight_threshold: 0.0,
            flags: own.flags | flag::ON_FOLLOWER,
            ..own
        }
    };
    Montage {
        name: Name::new(name),
        group: Name::new(name),
        sync_group: Name::new("steps"),
        markers: if by_markers {
            markers.into()
        } else {
            Vec::new().into()
        },
        notifies: (0..6).map(told).collect(),
        auto_blend_out: false,
        blend_in: Blend {
            time: blend_in,
            ..Blend::default()
        },
        root_translation: name == RUN,
        root_rotation: false,
        ..montage(&[0.0], length as f32, &[0])
    }
}

fn stage(by_markers: bool, run_blends_in: f32) -> Character {
    let run = looping(RUN, RUNS, by_markers, run_blends_in);
    Character::new(vec![run, looping(WALK, WALKS, by_markers, 0.0)])
}

fn start(name: &str, at: f64) -> Request {
    Request::PlayMontage {
        montage: Name::new(name),
        rate: 1.0,
        start: Start::Seconds(at),
        stop_group: true,
    }
}

fn stop(name: &str, time: f32) -> Request {
    Request::StopMontage {
        montage: Some(Name::new(name)),
        blend_out: Some(time),
    }
}

fn at(c: &Character, name: &str) -> Option<f64> {
    c.instance
        .montage_state(Name::new(name))
        .map(|state| state.position)
}

/// How often each notify of a montage fired.
fn fired(log: &[Event], name: &str) -> [usize; 6] {
    std::array::from_fn(|nth| {
        let name = Name::new(&format!("{name} {nth}"));
        log.iter()
            .filter(|e| {
                e.name == name && e.phase == Phase::Notify && e.reason == EventReason::Fired
            })
            .count()
    })
}

/// How often each lies on the way from one time on, in seconds; a turn may be in it.
fn crossed(length: f64, from: f64, way: f64) -> [usize; 6] {
    std::array::from_fn(|nth| {
        let time = f64::from((length * (nth as f64 + 0.5) / 6.0) as f32);
        let turns = |at: f64| ((at - time) / length).floor();
        (turns(from + way) - turns(from)) as usize
    })
}

/// The part of the run's turn where the walk is so many seconds into its own, by plain
/// interpolation between feet.
fn part_of(by_markers: bool, walked: f64) -> f64 {
    let phase = (walked / WALKS).rem_euclid(1.0);
    if !by_markers {
        return phase;
    }
    match phase {
        p if (0.1..0.6).contains(&p) => 0.1 + (p - 0.1) / 0.5 * 0.6,
        p if p < 0.1 => (0.7 + (p + 0.4) / 0.5 * 0.4).rem_euclid(1.0),
        p => (0.7 + (p - 0.6) / 0.5 * 0.4).rem_euclid(1.0),
    }
}

/// The shorter way round, in turns.
fn apart(a: f64, b: f64) -> f64 {
    let apart = (a - b).rem_euclid(1.0);
    apart.min(1.0 - apart)
}

#[test]
fn a_lighter_one_goes_round_with_its_leader_and_neither_its_notifies_nor_its_root_run_away() {
    for by_markers in [false, true] {
        for dt in [1.0 / 144.0, 1.0 / 60.0, 0.1, 0.25, 0.4, 0.9] {
            let mut c = stage(by_markers, 1000.0);
            let by_montages = Request::SetRootMotionMode {
                mode: RootMotionMode::FromMontagesOnly,
            };
            let mut log = c.tick(0.0, &[by_montages, start(WALK, 0.0), start(RUN, 0.0)]);
            let ticks = (30.0 / dt) as usize;
            let mut walked = 0.0;
            for tick in 0..ticks {
                log.extend(c.tick(dt, &[]));
                if tick > 1 {
                    let (part, wanted) = (at(&c, RUN).unwrap() / RUNS, part_of(by_markers, walked));
                    assert!(
                        apart(part, wanted) < 1e-4,
                        "{by_markers} {dt} {tick}: {part} for {wanted}"
                    );
                }
                walked += dt;
            }
            let turns = (ticks - 1) as f64 * dt / WALKS;
            let changes = log.iter().filter(|e| {
                matches!(e.phase, Phase::Section { looped: true }) && e.name == Name::new("A")
            });
            let of_run = changes.filter(|e| e.asset == Name::new(RUN)).count() as f64;
            assert!(
                (of_run - turns).abs() <= 1.1,
                "{by_markers} {dt}: {of_run} for {turns}"
            );
            for count in fired(&log, RUN) {
                assert!(
                    (count as f64 - turns).abs() <= 1.1,
                    "{by_markers} {dt}: {count} for {turns}"
                );
            }
            let gone = f64::from(c.instance.placement().translation.x);
            assert!(
                (gone - turns).abs() < dt + 0.7,
                "{by_markers} {dt}: {gone} m for {turns}"
            );
        }
    }
}

#[test]
fn a_joiner_takes_the_phase_and_passes_nothing_on_the_way_there() {
    for by_markers in [false, true] {
        let mut c = stage(by_markers, 1000.0);
        let by_montages = Request::SetRootMotionMode {
            mode: RootMotionMode::FromMontagesOnly,
        };
        c.tick(0.0, &[by_montages, start(WALK, 0.0)]);
        (0..24).for_each(|_| drop(c.tick(1.0 / 60.0, &[])));
        let mut log = c.tick(1.0 / 60.0, &[start(RUN, 0.0)]);
        let (mut before, walked) = (c.instance.placement().translation.x, 25.0 / 60.0);
        for tick in 0..6 {
            log.extend(c.tick(1.0 / 60.0, &[]));
            let gone = c.instance.placement().translation.x - before;
            before = c.instance.placement().translation.x;
            assert!(gone < 0.04, "{by_markers} {tick}: {gone} m in a tick");
        }
        let wanted = part_of(by_markers, walked + 5.0 / 60.0);
        assert!(
            apart(at(&c, RUN).unwrap() / RUNS, wanted) < 1e-4,
            "{by_markers}"
        );
        let passed = fired(&log, RUN);
        assert_eq!(passed[..2], [0; 2], "{by_markers}: it began behind them");
    }
}

#[test]
fn forced_onto_the_border_of_a_section_that_leads_to_itself_it_stands_there() {
    for to in [0.0, RUNS, 0.3] {
        let mut c = stage(false, 0.0);
        c.tick(0.0, &[start(RUN, 0.1)]);
        let force = Request::ForcePosition {
            montage: Name::new(RUN),
            from: None,
            to,
        };
        let log = c.tick(1.0 / 60.0, &[force]);
        let place = at(&c, RUN).unwrap();
        assert!(apart(place / RUNS, to / RUNS) < 1e-6, "{to}: {place}");
        let changes = log
            .iter()
            .filter(|e| matches!(e.phase, Phase::Section { .. }))
            .count();
        assert!(changes <= 1, "{to}: {changes}");
        assert!(
            !log.iter().any(|e| e.phase == Phase::SubstepOverflow),
            "{to}"
        );
        c.tick(0.125, &[]);
        assert!(
            apart(at(&c, RUN).unwrap() / RUNS, (to + 0.125) / RUNS) < 1e-4,
            "{to}: then it goes on"
        );
    }
}

/// Who leads changes with the weights. What is seen of a montage goes on: never back, never faster
/// than a tick and the one before allow, and its notifies fire where it passed them, each once.
#[test]
fn for_an_hour_of_uneven_ticks_nothing_runs_away_however_they_join_lead_and_leave() {
    for by_markers in [false, true] {
        let mut dice = Dice(7 + u64::from(by_markers));
        let mut c = stage(by_markers, 0.5);
        c.tick(0.0, &[start(WALK, 0.2)]);
        let (mut clock, mut last_dt) = (0.0, 0.0);
        let mut before = [at(&c, WALK), at(&c, RUN)];
        let mut changed = [0u32; 2];
        let mut checked = [0u32; 2];
        while clock < 3600.0 {
            let dt = match dice.unit() {
                part if part < 0.02 => 0.0,
                part if part < 0.05 => 0.15,
                _ => dice.unit() * 0.06,
            };
            let mut requests = Vec::new();
            if dice.unit() < 0.02 {
                let nth = usize::from(dice.unit() < 0.5);
                let name = [WALK, RUN][nth];
                let plays = at(&c, name).is_some();
                requests.push(if plays {
                    stop(name, (dice.unit() * 0.8) as f32)
                } else {
                    start(name, dice.unit() * 0.5)
                });
                changed[nth] = 4;
            }
            let log = c.tick(dt, &requests);
            for (nth, (name, length)) in [(WALK, WALKS), (RUN, RUNS)].into_iter().enumerate() {
                let now = at(&c, name);
                let (Some(from), Some(to)) = (before[nth], now) else {
                    before[nth] = now;
                    changed[nth] = 4;
                    continue;
                };
                before[nth] = now;
                if changed[nth] > 0 {
                    changed[nth] -= 1;
                    continue;
                }
                let way = (to - from + 1e-6).rem_euclid(length) - 1e-6;
                // The pace between feet differs by half at most.
                let most = 1.5 * length / RUNS * (dt + last_dt) + 1e-4;
                assert!(
                    way <= most,
                    "{by_markers} {clock} {name}: {from} {to} in {dt} after {last_dt}"
                );
                let (fired, passed) = (fired(&log, name), crossed(length, from, way));
                assert_eq!(fired, passed, "{by_markers} {clock} {name}: {from} {to}");
                checked[nth] += 1;
            }
            (clock, last_dt) = (clock + dt, if dt > 0.0 { dt } else { last_dt });
        }
        assert!(checked.iter().all(|count| *count > 30_000), "{checked:?}");
    }
}

#[test]
fn a_section_that_leads_to_itself_has_a_phase_of_its_own_whatever_plays_before_it() {
    let run = Montage {
        sync_group: Name::new("steps"),
        name: Name::new(RUN),
        group: Name::new(RUN),
        auto_blend_out: false,
        blend_in: Blend {
            time: 1000.0,
            ..Blend::default()
        },
        root_translation: false,
        root_rotation: false,
        ..montage(&[0.0, 1.0, 1.6], 2.0, &[1, 1, -1])
    };
    let mut c = Character::new(vec![run, looping(WALK, WALKS, false, 0.0)]);
    c.tick(0.0, &[start(WALK, 0.0), start(RUN, 0.0)]);
    let (mut walked, mut looped) = (0.0, 0);
    for tick in 0..400 {
        c.tick(0.03, &[]);
        let place = at(&c, RUN).unwrap();
        let in_loop = c.instance.montage_state(Name::new(RUN)).unwrap().section == Name::new("B");
        looped = if in_loop { looped + 1 } else { 0 };
        if looped > 3 {
            assert!(
                apart((place - 1.0) / 0.6, walked) < 1e-4,
                "{tick}: {place} for {walked}"
            );
        }
        walked += 0.03;
    }
    assert!(looped > 300, "it stays in its loop: {looped}");
}
