//! Faults that montages once had, each with the case in which it showed.

use super::{
    random::STEPS,
    stage::{Character, montage, notify, play},
};
use crate::{
    Array, Event, Montage, Name, Notify,
    event::{Cause, EventReason, Phase},
    instance::{Request, RootMotionMode, Standing, Start},
    montage::{Blend, NO_SECTION},
    notify::{action, flag},
};

fn branches(events: &[Event], of: &str) -> usize {
    let is = |event: &&Event| {
        event.fired() && event.name == Name::new(of) && event.phase == Phase::Notify
    };
    events.iter().filter(is).count()
}

fn ordered(mut notifies: Vec<Notify>) -> Array<Notify> {
    notifies.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.id.cmp(&b.id)));
    notifies.into()
}

fn state(name: &str, from: f32, to: f32, branching: bool, jump_to: &str) -> Notify {
    let instant = notify(name, from, branching, jump_to);
    Notify {
        end: to,
        flags: instant.flags | flag::STATE,
        ..instant
    }
}

/// A plays itself again, B ends; the point on A's end jumps to B.
#[test]
fn a_branching_point_on_a_section_s_end_fires_once_at_any_step() {
    for dt in STEPS.into_iter().filter(|dt| *dt > 0.0).chain([
        0.1,
        1.0 / 90.0,
        1.0 / 120.0,
        1.0 / 240.0,
        0.2,
        0.02,
    ]) {
        let mut m = Montage {
            auto_blend_out: false,
            ..montage(&[0.0, 1.0], 2.0, &[0, NO_SECTION])
        };
        m.notifies = ordered(vec![notify("jump", 1.0, true, "B")]);
        let mut c = Character::new(vec![m]);
        let (mut fired, mut time) = (0, 0.0);
        let mut requests = vec![play("montage")];
        while time < 2.5 {
            let events = c.tick(dt, &requests);
            fired += branches(&events, "jump");
            requests.clear();
            time += dt;
        }
        let state = c.instance.montage_states().next().unwrap();
        assert_eq!(
            (fired, state.standing, state.section),
            (1, Standing::Held, Name::new("B")),
            "{dt}"
        );
    }
}

#[test]
fn one_on_the_montage_s_end_fires_too_and_so_does_a_notify() {
    for dt in STEPS
        .into_iter()
        .filter(|dt| *dt > 0.0)
        .chain([1.0 / 90.0, 1.0 / 120.0, 0.2])
    {
        let mut m = montage(&[0.0], 1.0, &[NO_SECTION]);
        m.notifies = ordered(vec![
            notify("last", 1.0, true, ""),
            notify("end", 1.0, false, ""),
        ]);
        let mut c = Character::new(vec![m]);
        let (mut log, mut requests) = (Vec::new(), vec![play("montage")]);
        for _ in 0..(1.5 / dt) as usize + 2 {
            log.extend(c.tick(dt, &requests));
            requests.clear();
        }
        assert_eq!(
            (branches(&log, "last"), branches(&log, "end")),
            (1, 1),
            "{dt}"
        );
        assert_eq!(
            log.iter()
                .filter(|e| e.phase == Phase::Ended { interrupted: false })
                .count(),
            1,
            "{dt}"
        );
    }
}

#[test]
fn a_point_that_jumps_to_where_it_is_fires_once_and_the_montage_goes_on() {
    let mut m = Montage {
        auto_blend_out: false,
        ..montage(&[0.0, 1.0], 2.0, &[NO_SECTION; 2])
    };
    m.notifies = ordered(vec![notify("again", 1.0, true, "B")]);
    let mut c = Character::new(vec![m]);
    let play = Request::play_section(Name::new("montage"), 1.0, Name::new("B"));
    let events = c.tick(0.25, &[play]);
    assert_eq!(branches(&events, "again"), 1);
    assert!((c.instance.montage_states().next().unwrap().position - 1.25).abs() < 1e-9);
    let jump = Request::JumpToSection {
        montage: Name::new("montage"),
        section: Name::new("B"),
        at_end: false,
    };
    assert_eq!(
        branches(&c.tick(0.25, &[jump]), "again"),
        1,
        "asked for, it is entered anew"
    );
}

#[test]
fn two_points_that_jump_at_each_other_stand_and_say_so() {
    let mut m = Montage {
        auto_blend_out: false,
        ..montage(&[0.0, 1.0], 2.0, &[NO_SECTION; 2])
    };
    m.notifies = ordered(vec![
        notify("a", 0.0, true, "B"),
        notify("b", 1.0, true, "A"),
    ]);
    let mut c = Character::new(vec![m]);
    let events = c.tick(0.25, &[play("montage")]);
    assert!(
        events
            .iter()
            .any(|e| e.phase == Phase::SubstepOverflow && (e.seconds - 0.25).abs() < 1e-6),
        "{events:?}"
    );
}

#[test]
fn a_branching_state_whose_begin_jumps_begins_once() {
    for at in [0.25, 0.0] {
        let mut m = Montage {
            auto_blend_out: false,
            ..montage(&[0.0, 1.0], 2.0, &[NO_SECTION; 2])
        };
        m.notifies = ordered(vec![state("go", at, 0.75, true, "B")]);
        let mut c = Character::new(vec![m]);
        let events = c.tick(0.5, &[play("montage")]);
        let of = |phase| {
            events
                .iter()
                .filter(|e| e.phase == phase && e.fired())
                .count()
        };
        assert_eq!(
            (of(Phase::Begin), of(Phase::End), of(Phase::Jumped)),
            (1, 1, 1),
            "{events:?}"
        );
        let end = events.iter().find(|e| e.phase == Phase::End).unwrap();
        assert_eq!(end.cause, Cause::Branch);
    }
    // Landed in, it acts all the same.
    let mut m = Montage {
        auto_blend_out: false,
        ..montage(&[0.0, 1.0], 2.0, &[NO_SECTION; 2])
    };
    m.notifies = ordered(vec![state("go", 0.25, 0.75, true, "B")]);
    let mut c = Character::new(vec![m]);
    c.tick(0.0, &[play("montage")]);
    c.tick(
        0.1,
        &[Request::SetPosition {
            montage: Name::new("montage"),
            position: 0.5,
        }],
    );
    assert_eq!(
        c.instance.montage_states().next().unwrap().section,
        Name::new("B")
    );
}

#[test]
fn a_branching_state_draws_its_chance_once_however_it_is_stepped() {
    let begun = |dt: f64| {
        let mut m = Montage {
            auto_blend_out: false,
            ..montage(&[0.0], 1.0, &[0])
        };
        m.notifies = ordered(vec![Notify {
            chance: 0.25,
            ..state("maybe", 0.25, 0.75, true, "")
        }]);
        let mut c = Character::new(vec![m]);
        let (mut begun, mut requests) = (0, vec![play("montage")]);
        for _ in 0..(200.0 / dt) as usize {
            let events = c.tick(dt, &requests);
            begun += events
                .iter()
                .filter(|e| e.phase == Phase::Begin && e.fired())
                .count();
            requests.clear();
        }
        begun
    };
    let counts = [0.25, 0.125, 1.0 / 32.0].map(begun);
    assert!(
        (25..=75).contains(&counts[0]) && counts.iter().all(|count| *count == counts[0]),
        "{counts:?}"
    );
}

#[test]
fn held_ends_its_states_and_paused_keeps_them() {
    let mut m = Montage {
        auto_blend_out: false,
        ..montage(&[0.0], 1.0, &[NO_SECTION])
    };
    m.notifies = ordered(vec![
        state("queued", 0.5, 1.0, false, ""),
        state("branching", 0.5, 1.0, true, ""),
    ]);
    let mut c = Character::new(vec![m]);
    c.tick(0.6, &[play("montage")]);
    let paused = c.tick(
        0.1,
        &[Request::Pause {
            montage: Name::new("montage"),
        }],
    );
    let ticks: Vec<f32> = paused
        .iter()
        .map(|e| (e.phase == Phase::Tick).then_some(e.seconds).unwrap())
        .collect();
    assert_eq!(ticks, [0.0, 0.0], "time stands for them");
    let mut log = c.tick(
        0.5,
        &[Request::Resume {
            montage: Name::new("montage"),
        }],
    );
    (0..3).for_each(|_| log.extend(c.tick(0.1, &[])));
    assert_eq!(
        c.instance.montage_states().next().unwrap().standing,
        Standing::Held
    );
    assert_eq!(log.iter().filter(|e| e.phase == Phase::End).count(), 2);
    assert!(c.tick(0.1, &[]).is_empty());
    let back = Request::JumpToSection {
        montage: Name::new("montage"),
        section: Name::new("A"),
        at_end: false,
    };
    c.tick(0.1, &[back]);
    assert!(
        c.instance.montage_states().next().unwrap().playing,
        "who is sent elsewhere goes on"
    );
}

#[test]
fn a_hit_stop_keeps_what_is_under_way_and_banks_no_time() {
    let mut m = Montage {
        auto_blend_out: false,
        ..montage(&[0.0], 1.0, &[NO_SECTION])
    };
    m.notifies = ordered(vec![
        state("queued", 0.0, 0.5, false, ""),
        state("branching", 0.0, 0.5, true, ""),
    ]);
    let mut c = Character::new(vec![m]);
    c.tick(0.25, &[play("montage")]);
    let rate = |rate| Request::SetPlayRate {
        montage: Name::new("montage"),
        rate,
    };
    for request in [vec![rate(0.0)], vec![], vec![]] {
        assert_eq!(
            c.tick(0.5, &request)
                .iter()
                .map(|e| e.phase)
                .collect::<Vec<_>>(),
            [Phase::Tick; 2]
        );
    }
    c.tick(0.125, &[rate(1.0)]);
    assert!((c.instance.montage_states().next().unwrap().position - 0.375).abs() < 1e-9);
}

#[test]
fn backwards_it_starts_at_its_end_and_owns_the_last_instant() {
    let mut m = Montage {
        auto_blend_out: false,
        ..montage(&[0.0, 1.0], 2.0, &[1, 1])
    };
    m.notifies = ordered(vec![
        notify("end", 2.0, false, ""),
        notify("mark", 2.0, true, ""),
    ]);
    let mut c = Character::new(vec![m]);
    let events = c.tick(0.5, &[Request::play(Name::new("montage"), -1.0)]);
    assert_eq!(
        (branches(&events, "end"), branches(&events, "mark")),
        (1, 1)
    );
    assert!((c.instance.montage_states().next().unwrap().position - 1.5).abs() < 1e-9);
    // Over the loop of B, which backwards is entered from its end.
    let events = c.tick(1.0, &[]);
    assert_eq!(
        (branches(&events, "end"), branches(&events, "mark")),
        (1, 1)
    );
}

fn walk(seconds: f32) -> Montage {
    let blend = Blend {
        time: 0.5,
        ..Blend::default()
    };
    Montage {
        blend_in: blend,
        blend_out: blend,
        ..montage(&[0.0], seconds, &[NO_SECTION])
    }
}

#[test]
fn each_root_motion_mode_moves_what_it_says() {
    let moved = |mode| {
        let mut c = Character::new(vec![walk(2.0)]);
        let mut requests = vec![Request::SetRootMotionMode { mode }, play("montage")];
        let mut most: f32 = 0.0;
        for _ in 0..140 {
            c.tick(1.0 / 60.0, &requests);
            most = most.max(c.proxy.pose().translation(0).x);
            requests.clear();
        }
        (c.instance.placement().translation.x, most)
    };
    // The clip moves by one; half a second of each end is half weight on average.
    let (everything, pose) = moved(RootMotionMode::FromEverything);
    assert!(
        (everything - 0.75).abs() < 0.01 && pose == 0.0,
        "{everything} {pose}"
    );
    let (montages, pose) = moved(RootMotionMode::FromMontagesOnly);
    assert!(
        (montages - 1.0).abs() < 1e-3 && pose == 0.0,
        "{montages} {pose}"
    );
    assert_eq!(moved(RootMotionMode::Ignore), (0.0, 0.0));
    let (none, pose) = moved(RootMotionMode::NoExtraction);
    assert!(none == 0.0 && pose > 0.5, "{none} {pose}");
}

#[test]
fn a_stopped_montage_owns_the_root_no_more_and_a_disabled_one_moves_nothing() {
    let mut c = Character::new(vec![montage(&[0.0], 10.0, &[0])]);
    let mode = Request::SetRootMotionMode {
        mode: RootMotionMode::FromMontagesOnly,
    };
    let name = Name::new("montage");
    c.tick(0.5, &[mode, play("montage")]);
    assert!(c.instance.root_delta().translation.x > 0.0);
    let disable = |disable| Request::DisableRootMotion {
        montage: name,
        disable,
    };
    c.tick(0.5, &[disable(true), disable(true), disable(false)]);
    assert_eq!(
        c.instance.root_delta().translation.x,
        0.0,
        "once more on than off"
    );
    c.tick(0.5, &[disable(false)]);
    assert!(c.instance.root_delta().translation.x > 0.0);
    c.tick(
        0.1,
        &[Request::StopMontage {
            montage: None,
            blend_out: Some(0.5),
        }],
    );
    assert_eq!(c.instance.root_delta().translation.x, 0.0);
    let mut m = montage(&[0.0], 1.0, &[0]);
    let hold = Notify {
        action: action::DISABLE_ROOT_MOTION,
        ..state("hold", 0.25, 0.75, true, "")
    };
    m.notifies = ordered(vec![hold]);
    let mut c = Character::new(vec![m]);
    let way: Vec<f32> = [Some(play("montage")), None, None, None]
        .map(|request| {
            c.tick(0.25, request.as_slice());
            c.instance.root_delta().translation.x
        })
        .into();
    assert_eq!(
        way.iter().map(|x| (x * 100.0).round()).collect::<Vec<_>>(),
        [25.0, 0.0, 0.0, 25.0]
    );
}

#[test]
fn root_motion_is_held_until_the_last_of_what_holds_it_has_ended() {
    let hold = |name, from, to| Notify {
        action: action::DISABLE_ROOT_MOTION,
        ..state(name, from, to, true, "")
    };
    let mut m = montage(&[0.0], 1.0, &[0]);
    m.notifies = ordered(vec![hold("a", 0.25, 0.5), hold("b", 0.25, 0.75)]);
    let mut c = Character::new(vec![m]);
    let way = [Some(play("montage")), None, None, None].map(|request| {
        c.tick(0.25, request.as_slice());
        (c.instance.root_delta().translation.x * 100.0).round()
    });
    assert_eq!(way, [25.0, 0.0, 0.0, 25.0]);
}

#[test]
fn every_event_is_within_its_tick_and_a_request_s_at_its_start() {
    let mut m = Montage {
        auto_blend_out: false,
        ..montage(&[0.0, 1.0], 2.0, &[1, 0])
    };
    m.notifies = ordered(vec![
        notify("a", 0.3, false, ""),
        notify("b", 0.6, true, ""),
        state("s", 0.2, 0.4, false, ""),
    ]);
    let mut c = Character::new(vec![m]);
    let jump = Request::JumpToSection {
        montage: Name::new("montage"),
        section: Name::new("A"),
        at_end: false,
    };
    let mut clock = 0.0;
    for (tick, dt) in [0.5, 0.3, 0.25, 0.7, 0.1, 1.0].into_iter().enumerate() {
        let requests = if tick == 0 {
            vec![play("montage")]
        } else {
            vec![jump.clone()]
        };
        let events = c.tick(dt, &requests);
        for event in &events {
            assert!(
                (clock - 1e-9..=clock + dt + 1e-9).contains(&event.time),
                "{event:?} in {clock} + {dt}"
            );
        }
        let times = |wanted: fn(&Event) -> bool| {
            events
                .iter()
                .filter(|e| wanted(e))
                .map(|e| e.time)
                .collect::<Vec<_>>()
        };
        let asked = times(|e| matches!(e.phase, Phase::Jumped | Phase::Started));
        assert!(
            asked.iter().all(|time| (time - clock).abs() < 1e-9),
            "{asked:?} at {clock}"
        );
        let branching = times(|e| e.branching && e.fired());
        assert!(branching.windows(2).all(|pair| pair[0] <= pair[1]));
        clock += dt;
    }
}

#[test]
fn what_a_jump_leaves_behind_and_what_belongs_elsewhere_is_told() {
    let mut m = Montage {
        auto_blend_out: false,
        ..montage(&[0.0, 1.0], 2.0, &[0, NO_SECTION])
    };
    m.notifies = ordered(vec![
        notify("ahead", 0.75, false, ""),
        notify("border", 1.0, false, ""),
    ]);
    let mut c = Character::new(vec![m]);
    let told = |events: &[Event]| {
        events
            .iter()
            .filter(|e| e.phase == Phase::Notify)
            .map(|e| (e.name, e.reason))
            .collect::<Vec<_>>()
    };
    c.tick(0.5, &[play("montage")]);
    let jump = Request::JumpToSection {
        montage: Name::new("montage"),
        section: Name::new("A"),
        at_end: false,
    };
    assert_eq!(
        told(&c.tick(0.25, &[jump])),
        [(Name::new("ahead"), EventReason::SkippedByJump)]
    );
    let events = c.tick(0.875, &[]);
    let ahead = (Name::new("ahead"), EventReason::Fired);
    assert_eq!(
        told(&events),
        [ahead, (Name::new("border"), EventReason::SectionElsewhere)]
    );
    let over = Request::SetPosition {
        montage: Name::new("montage"),
        position: 1.5,
    };
    let skipped = [ahead.0, Name::new("border")].map(|name| (name, EventReason::SkippedByJump));
    assert_eq!(told(&c.tick(0.1, &[over])), skipped);
}

#[test]
fn an_edit_keeps_links_that_were_set_while_playing() {
    let m = montage(&[0.0, 1.0], 2.0, &[1, NO_SECTION]);
    let mut c = Character::new(vec![m.clone()]);
    let (name, a) = (Name::new("montage"), Name::new("A"));
    c.tick(
        0.1,
        &[
            play("montage"),
            Request::SetNextSection {
                montage: name,
                from: a,
                to: Some(a),
            },
        ],
    );
    let edited = Montage {
        rate_scale: 0.5,
        ..m
    };
    c.instance.set_library(
        super::stage::library(vec![edited]),
        super::stage::skeleton(),
    );
    assert_eq!(
        c.instance.montage_state(name).unwrap().next_section,
        Some(a)
    );
}

#[test]
fn play_tells_how_long_and_starts_where_it_is_told() {
    let mut c = Character::new(vec![Montage {
        rate_scale: 2.0,
        ..montage(&[0.0, 1.0], 2.0, &[1, NO_SECTION])
    }]);
    c.instance.begin_frame(0.0);
    let (name, b) = (Name::new("montage"), Name::new("B"));
    let mut play = |rate, start| c.instance.play_montage(name, rate, start, true).unwrap();
    let played = play(0.5, Start::Beginning);
    assert_eq!((played.length, played.duration), (2.0, 2.0));
    assert_eq!(play(0.0, Start::Seconds(9.0)).duration, f32::INFINITY);
    let starts = [
        Start::Seconds(0.75),
        Start::Section(b),
        Start::SectionEnd(b),
    ]
    .map(|start| play(1.0, start).instance);
    let at = |id| {
        c.instance
            .montage_states()
            .find(|state| state.instance == id)
            .unwrap()
            .position
    };
    assert_eq!(starts.map(at), [0.75, 1.0, 2.0 - 5e-5]);
}

#[test]
fn an_exact_landing_moves_on_at_once_or_with_the_next_time_as_it_is_asked_for() {
    for needs in [false, true] {
        let mut c = Character::new(vec![Montage {
            auto_blend_out: false,
            ..montage(&[0.0, 0.5], 1.0, &[0, NO_SECTION])
        }]);
        c.tick(
            0.0,
            &[Request::SectionEndNeedsTime { needs }, play("montage")],
        );
        c.tick(0.5, &[]);
        let at = |c: &Character| c.instance.montage_states().next().unwrap().position;
        assert_eq!(at(&c), if needs { 0.5 } else { 0.0 });
        c.tick(0.125, &[]);
        assert_eq!(at(&c), 0.125);
    }
}

/// A blend-out of 0.1 s before the end at 1 s, and a stop at 0.4 s over 0.2 s.
#[test]
fn blends_begin_and_end_at_their_times_whatever_the_step() {
    for dt in [
        1.0 / 15.0,
        0.2,
        1.0 / 60.0,
        0.05,
        0.7,
        f64::from(1.0f32 / 30.0),
    ] {
        let run = |m: Montage| {
            let mut c = Character::new(vec![m]);
            let (mut log, mut requests) = (Vec::new(), vec![play("montage")]);
            for _ in 0..(1.5 / dt) as usize + 2 {
                log.extend(c.tick(dt, &requests));
                requests.clear();
            }
            let time = |wanted: fn(&Phase) -> bool| {
                log.iter()
                    .find(|e| wanted(&e.phase))
                    .map(|e| e.time)
                    .unwrap()
            };
            (
                time(|phase| matches!(phase, Phase::BlendingOut { .. })),
                time(|phase| matches!(phase, Phase::Ended { .. })),
            )
        };
        let blend_out = Blend {
            time: 0.1,
            ..Blend::default()
        };
        let (out, ended) = run(Montage {
            blend_out,
            ..montage(&[0.0], 1.0, &[NO_SECTION])
        });
        assert!(
            (out - 0.9).abs() < 1e-6 && (ended - 1.0).abs() < 1e-4,
            "{dt}: {out} {ended}"
        );
        let mut stopped = Montage {
            blend_out: Blend {
                time: 0.2,
                ..blend_out
            },
            ..montage(&[0.0], 2.0, &[0])
        };
        let stop = Notify {
            action: action::STOP,
            value: -1.0,
            ..notify("stop", 0.4, true, "")
        };
        stopped.notifies = vec![stop].into();
        let (out, ended) = run(stopped);
        assert!(
            (out - 0.4).abs() < 1e-6 && (ended - 0.6).abs() < 1e-4,
            "{dt}: {out} {ended}"
        );
    }
}
