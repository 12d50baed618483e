//! What a game's code may do while it is told.

use super::{
    random::{Dice, STEPS},
    stage::{Character, library, montage, notify, play},
};
use crate::{
    Event, Montage, Name, Notify,
    event::{Cause, EventReason, Phase, Source},
    instance::{
        AnimInstance, Callbacks, Calls, Handler, NotifyObject, NotifyObjects, Request,
        RootMotionMode, Start, Told,
    },
    montage::{Blend, NO_SECTION},
    notify::flag,
};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

/// A handler that is a function.
struct By<F>(F);

impl<F: FnMut(&AnimInstance, &Event, &mut Calls)> Handler for By<F> {
    fn handle(&mut self, character: &AnimInstance, event: &Event, calls: &mut Calls) {
        self.0(character, event, calls);
    }
}

fn state(name: &str, from: f32, to: f32, branching: bool) -> Notify {
    let instant = notify(name, from, branching, "");
    Notify {
        end: to,
        flags: instant.flags | flag::STATE,
        ..instant
    }
}

fn ordered(mut m: Montage, mut notifies: Vec<Notify>) -> Montage {
    notifies.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.id.cmp(&b.id)));
    m.notifies = notifies.into();
    m
}

fn looping() -> Montage {
    Montage {
        auto_blend_out: false,
        ..montage(&[0.0, 1.0], 2.0, &[1, 0])
    }
}

#[test]
fn what_a_branching_point_asks_for_applies_to_the_rest_of_the_tick() {
    let m = ordered(looping(), vec![notify("go", 0.25, true, "")]);
    let still = Montage {
        root_translation: false,
        root_rotation: false,
        ..looping()
    };
    let other = Montage {
        name: Name::new("other"),
        group: Name::new("else"),
        ..still
    };
    let mut c = Character::new(vec![m, other]);
    let jump = Request::JumpToSection {
        montage: Name::new("montage"),
        section: Name::new("B"),
        at_end: false,
    };
    let mut handler = By(
        |character: &AnimInstance, event: &Event, calls: &mut Calls| {
            if event.name == Name::new("go") {
                assert!(
                    (character
                        .montage_state(Name::new("montage"))
                        .unwrap()
                        .position
                        - 0.25)
                        .abs()
                        < 1e-9
                );
                calls.ask(jump.clone());
                calls.ask(play("other"));
            }
        },
    );
    let events = c.tick_with(0.5, &[play("montage")], &mut handler);
    let at = |name| c.instance.montage_state(Name::new(name)).unwrap().position;
    assert!(
        (at("montage") - 1.25).abs() < 1e-9 && (at("other") - 0.25).abs() < 1e-9,
        "both have what is left"
    );
    let started = events
        .iter()
        .find(|e| e.phase == Phase::Started && e.name == Name::new("other"))
        .unwrap();
    assert!((started.time - 0.25).abs() < 1e-9);
}

#[test]
fn what_other_events_ask_for_counts_from_the_next_tick_on() {
    let m = ordered(looping(), vec![notify("step", 0.25, false, "")]);
    let mut c = Character::new(vec![m]);
    let mut handler = By(|_: &AnimInstance, event: &Event, calls: &mut Calls| {
        if event.name == Name::new("step") {
            calls.ask(Request::SetPosition {
                montage: Name::new("montage"),
                position: 1.5,
            });
        }
    });
    c.tick_with(0.5, &[play("montage")], &mut handler);
    assert!(
        (c.instance
            .montage_state(Name::new("montage"))
            .unwrap()
            .position
            - 0.5)
            .abs()
            < 1e-9
    );
    c.tick(0.125, &[]);
    assert!(
        (c.instance
            .montage_state(Name::new("montage"))
            .unwrap()
            .position
            - 1.625)
            .abs()
            < 1e-9
    );
}

/// 04.12: those that had begun end, told as torn down, and nobody is told of anything else.
#[test]
fn p12_destroying_in_the_first_notify_of_a_tick_ends_what_had_begun_and_nothing_more_is_told() {
    for branching in [false, true] {
        let notifies = vec![
            state("long", 0.0, 2.0, false),
            state("late", 0.6, 0.9, false),
            notify("stop", 0.5, branching, ""),
        ];
        let mut c = Character::new(vec![ordered(looping(), notifies)]);
        let mut log = Vec::new();
        let mut handler = By(|_: &AnimInstance, event: &Event, calls: &mut Calls| {
            log.push((event.name, event.phase, event.reason));
            if event.name == Name::new("stop") {
                calls.destroy();
                calls.ask(play("montage"));
            }
        });
        c.tick_with(0.25, &[play("montage")], &mut handler);
        c.tick_with(0.5, &[], &mut handler);
        c.tick_with(0.5, &[play("montage")], &mut handler);
        let at = log
            .iter()
            .position(|(name, ..)| *name == Name::new("stop"))
            .unwrap();
        let after: Vec<_> = log[at + 1..].to_vec();
        let torn = EventReason::TornDown;
        let ended = (
            Name::new("montage"),
            Phase::Ended { interrupted: true },
            EventReason::Fired,
        );
        assert_eq!(
            after,
            [(Name::new("long"), Phase::End, torn), ended],
            "branching {branching}"
        );
        assert!(c.instance.is_torn_down() && c.instance.events().is_empty());
    }
}

/// 04.11: one object, a scratch for each activation.
#[test]
fn p11_a_thousand_characters_share_one_object_and_have_scratches_of_their_own() {
    #[derive(Default)]
    struct Counts {
        seen: Mutex<Vec<(usize, u32)>>,
    }
    impl NotifyObject for Counts {
        fn begin(&self, told: &mut Told<'_>) {
            told.scratch.set(0u32);
        }
        fn tick(&self, told: &mut Told<'_>) {
            *told.scratch.get::<u32>().unwrap() += 1;
        }
        fn end(&self, told: &mut Told<'_>) {
            let count = *told.scratch.get::<u32>().unwrap();
            self.seen
                .lock()
                .unwrap()
                .push((std::ptr::from_ref(self).addr(), count));
        }
    }
    let counts = Arc::new(Counts::default());
    let mut objects = NotifyObjects::default();
    objects.insert(Name::new("hold"), counts.clone());
    let objects = Arc::new(objects);
    let library = library(vec![ordered(
        looping(),
        vec![state("hold", 0.25, 0.75, true)],
    )]);
    let mut all: Vec<_> = (0..1000)
        .map(|_| {
            let instance = AnimInstance::new(library.clone(), library.skeletons[0].clone(), 1);
            (
                Character {
                    instance,
                    proxy: Default::default(),
                },
                Callbacks::new(objects.clone()),
            )
        })
        .collect();
    for (at, (character, callbacks)) in all.iter_mut().enumerate() {
        // Each in steps of its own: more of them, more ticks.
        let steps = 4 + at % 5;
        character.tick_with(0.0, &[play("montage")], callbacks);
        (0..steps * 2).for_each(|_| drop(character.tick_with(0.5 / steps as f64, &[], callbacks)));
        assert_eq!(callbacks.under_way(), 0);
    }
    let seen = counts.seen.lock().unwrap();
    assert_eq!(seen.len(), 1000);
    assert!(
        seen.iter()
            .all(|(address, count)| *address == seen[0].0 && *count > 0)
    );
    assert!((4..9).all(|steps| {
        seen.iter()
            .any(|(_, count)| *count == steps / 2 || *count == steps)
    }));
}

#[test]
fn a_panic_of_a_handler_is_kept_and_every_begin_has_its_end() {
    let m = ordered(looping(), vec![state("hold", 0.25, 0.75, false)]);
    let mut c = Character::new(vec![m]);
    let mut told = Vec::new();
    let mut handler = By(|_: &AnimInstance, event: &Event, _: &mut Calls| {
        told.push(event.phase);
        assert!(event.phase != Phase::Begin, "no begins here");
    });
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    c.tick_with(0.5, &[play("montage")], &mut handler);
    (0..2).for_each(|_| drop(c.tick_with(0.5, &[], &mut handler)));
    std::panic::set_hook(hook);
    assert!(
        c.instance
            .handler_fault()
            .unwrap()
            .contains("no begins here")
    );
    let of = |phase| told.iter().filter(|known| **known == phase).count();
    assert_eq!((of(Phase::Begin), of(Phase::End)), (1, 1));
}

/// Anything that a game may ask for.
fn anything(dice: &mut Dice) -> Request {
    let montage = Name::new(dice.of(&["montage", "other", "third", "none"]));
    let section = Name::new(dice.of(&["A", "B", "no"]));
    let rate = dice.of(&[1.0f32, -1.0, 0.0, 2.0, 100.0]);
    match dice.below(16) {
        0..=2 => Request::play(montage, rate),
        3 => Request::PlayMontage {
            montage,
            rate,
            start: Start::Section(section),
            stop_group: false,
        },
        4 => Request::StopMontage {
            montage: Some(montage),
            blend_out: Some(dice.of(&[0.0, 0.1, -1.0])),
        },
        5 => Request::StopMontage {
            montage: None,
            blend_out: None,
        },
        6 => Request::StopGroup {
            group: Name::new("group"),
            blend_out: Some(0.05),
        },
        7 | 8 => Request::JumpToSection {
            montage,
            section,
            at_end: dice.below(2) == 0,
        },
        9 => Request::SetNextSection {
            montage,
            from: section,
            to: Some(section),
        },
        10 => Request::SetPosition {
            montage,
            position: dice.of(&[0.0, 0.5, 1.0, 2.0, -1.0, 9.0]),
        },
        11 => Request::SetPlayRate { montage, rate },
        12 => Request::FollowMontage {
            montage,
            leader: Some(Name::new(dice.of(&["montage", "other", "third"]))),
        },
        13 => Request::Pause { montage },
        14 => Request::Resume { montage },
        _ => Request::ForcePosition {
            montage,
            from: None,
            to: dice.of(&[0.1, 1.9]),
        },
    }
}

fn montages() -> Vec<Montage> {
    let blend = Blend {
        time: 0.1,
        ..Blend::default()
    };
    let made = |name: &str, group: &str, links: [i32; 2]| {
        let whole = Montage {
            name: Name::new(name),
            group: Name::new(group),
            ..montage(&[0.0, 1.0], 2.0, &links)
        };
        let notifies = vec![
            notify("start", 0.0, true, ""),
            notify("mark", 0.5, true, ""),
            notify("border", 1.0, true, "A"),
            notify("plain", 1.0, false, ""),
            state("long", 0.25, 1.5, true),
            state("queued", 0.25, 1.5, false),
            Notify {
                chance: 0.5,
                ..state("maybe", 1.25, 1.75, true)
            },
            notify("last", 2.0, true, ""),
        ];
        let own = |notify: Notify| Notify {
            id: notify.id ^ Name::new(name).0,
            ..notify
        };
        ordered(
            Montage {
                blend_in: blend,
                blend_out: blend,
                ..whole
            },
            notifies.into_iter().map(own).collect(),
        )
    };
    vec![
        made("montage", "group", [1, NO_SECTION]),
        made("other", "group", [0, 1]),
        made("third", "else", [1, 0]),
    ]
}

/// Every begin has one end, every start one `Ended`, nothing comes before its begin or after its
/// end.
#[derive(Default)]
pub(super) struct Balance {
    states: BTreeMap<(u64, Source), i32>,
    montages: BTreeMap<Source, (i32, i32)>,
}

impl Balance {
    pub(super) fn hear(&mut self, event: &Event) {
        if !event.fired() {
            return;
        }
        let state = self.states.entry((event.id, event.source)).or_default();
        match event.phase {
            Phase::Begin => *state += 1,
            Phase::End => *state -= 1,
            Phase::Tick => assert_eq!(*state, 1, "{event:?}"),
            Phase::Started => self.montages.entry(event.source).or_default().0 += 1,
            Phase::Ended { .. } => self.montages.entry(event.source).or_default().0 -= 1,
            Phase::BlendingOut { .. } => {
                let montage = self.montages.entry(event.source).or_default();
                assert_eq!(montage.0, 1, "{event:?}");
                montage.1 += 1;
            }
            _ => {}
        }
        assert!(
            (0..=1).contains(&self.states[&(event.id, event.source)]),
            "{event:?}"
        );
        assert!(
            self.montages
                .values()
                .all(|(open, outs)| (0..=1).contains(open) && *outs <= 1),
            "{event:?}"
        );
        assert!(
            event.phase != Phase::End
                || event.cause != Cause::None
                || event.reason == EventReason::TornDown,
            "{event:?}"
        );
    }

    pub(super) fn is_even(&self) -> bool {
        self.states.values().all(|open| *open == 0)
            && self.montages.values().all(|(open, _)| *open == 0)
    }
}

/// 03.17, with edits while it plays.
#[test]
fn p17_whatever_is_asked_for_from_inside_branching_points_the_list_stays_consistent_and_events_balance()
 {
    let sets = [montages(), montages().into_iter().take(2).collect(), {
        let mut fewer = montages();
        fewer.iter_mut().for_each(|m| {
            m.notifies = m
                .notifies
                .iter()
                .copied()
                .skip(3)
                .collect::<Vec<_>>()
                .into()
        });
        fewer
    }];
    let libraries = sets.map(library);
    for seed in 0..400 {
        let mut dice = Dice(seed);
        let (mut inner, mut balance, mut destroyed) = (Dice(seed ^ 99), Balance::default(), false);
        let mut c = Character::new(montages());
        for tick in 0..60 {
            if dice.below(12) == 0 {
                let library = dice.of(&[0, 1, 2]);
                c.instance
                    .set_library(libraries[library].clone(), super::stage::skeleton());
            }
            let requests: Vec<Request> = (0..dice.below(3)).map(|_| anything(&mut dice)).collect();
            let mut handler = By(
                |character: &AnimInstance, event: &Event, calls: &mut Calls| {
                    balance.hear(event);
                    let ids: Vec<u32> = character
                        .montage_states()
                        .map(|state| state.instance)
                        .collect();
                    assert!(
                        ids.windows(2).all(|pair| pair[0] < pair[1]),
                        "in play order, each once"
                    );
                    if inner.below(3) == 0 {
                        (0..1 + inner.below(2)).for_each(|_| calls.ask(anything(&mut inner)));
                    }
                    if tick > 40 && inner.below(200) == 0 {
                        calls.destroy();
                    }
                },
            );
            let dt = dice.of(&STEPS);
            c.tick_with(dt, &requests, &mut handler);
            for state in c.instance.montage_states() {
                assert!(
                    (0.0..=2.0).contains(&state.position) && (0.0..=1.0).contains(&state.weight),
                    "{state:?}"
                );
            }
            destroyed |= c.instance.is_torn_down();
        }
        if !destroyed {
            c.instance.tear_down(&[]);
            c.instance
                .events()
                .iter()
                .for_each(|event| balance.hear(event));
        }
        assert!(balance.is_even(), "seed {seed}");
    }
}

#[test]
fn a_montage_that_plays_itself_from_its_start_does_not_stop_the_program() {
    let m = ordered(looping(), vec![notify("again", 0.0, true, "")]);
    let mut c = Character::new(vec![m]);
    let mut handler = By(|_: &AnimInstance, event: &Event, calls: &mut Calls| {
        if event.name == Name::new("again") {
            calls.ask(play("montage"));
        }
    });
    let events = c.tick_with(0.1, &[play("montage")], &mut handler);
    let started = events.iter().filter(|e| e.phase == Phase::Started).count();
    assert_eq!(started, 17, "as many as a tick lets");
}

#[test]
fn a_follower_goes_where_its_leader_goes() {
    let leader = ordered(looping(), vec![notify("theirs", 1.0, true, "A")]);
    let own = Montage {
        name: Name::new("other"),
        group: Name::new("else"),
        rate_scale: 0.25,
        root_translation: false,
        root_rotation: false,
        ..montage(&[0.0], 2.0, &[NO_SECTION])
    };
    let notifies = vec![
        Notify {
            flags: flag::ON_FOLLOWER,
            ..notify("loud", 0.5, false, "")
        },
        notify("silent", 0.5, false, ""),
    ];
    let follower = ordered(own, notifies);
    let mut c = Character::new(vec![leader, follower]);
    let follow = Request::FollowMontage {
        montage: Name::new("other"),
        leader: Some(Name::new("montage")),
    };
    let mode = Request::SetRootMotionMode {
        mode: RootMotionMode::Ignore,
    };
    let mut log = c.tick(0.0, &[mode, play("other"), play("montage"), follow]);
    for _ in 0..30 {
        log.extend(c.tick(0.1, &[]));
        let at = |name| c.instance.montage_state(Name::new(name)).unwrap().position;
        assert!(
            (at("other") - at("montage")).abs() < 1e-6,
            "{} {}",
            at("other"),
            at("montage")
        );
    }
    let told = |name: &str, reason| {
        log.iter()
            .filter(|e| e.name == Name::new(name) && e.phase == Phase::Notify && e.reason == reason)
            .count()
    };
    assert_eq!(
        (
            told("loud", EventReason::Fired),
            told("silent", EventReason::Follower)
        ),
        (3, 3)
    );
    let round = Request::FollowMontage {
        montage: Name::new("montage"),
        leader: Some(Name::new("other")),
    };
    assert_eq!(
        c.instance.request(&round),
        Err(crate::instance::Refusal::FollowsItself)
    );
    c.tick(
        0.1,
        &[Request::FollowMontage {
            montage: Name::new("other"),
            leader: None,
        }],
    );
    let at = c
        .instance
        .montage_state(Name::new("other"))
        .unwrap()
        .position;
    c.tick(0.1, &[]);
    let on = c
        .instance
        .montage_state(Name::new("other"))
        .unwrap()
        .position;
    assert!(
        (on - at - 0.025).abs() < 1e-6,
        "at its own rate, from where it was"
    );
}
