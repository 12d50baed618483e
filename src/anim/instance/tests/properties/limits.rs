//! Where a playing character changes what it does, met exactly, and what is not done at all.

use super::stage::{Character, Stage, montage, near, notify, play, stage};
use crate::{
    AnimInstanceProxy, Montage, Name, Notify, Pose,
    event::{EventReason, Phase},
    instance::{Refusal, Request},
    montage::{Blend, NO_SECTION},
    notify::flag,
};

fn overflows(s: &Stage) -> Vec<f32> {
    s.out
        .events
        .iter()
        .filter(|event| event.phase == Phase::SubstepOverflow)
        .map(|event| event.seconds)
        .collect()
}

#[test]
fn time_that_is_left_after_nine_bodies_is_told_and_none_is_not() {
    for (dt, left) in [(2.0, &[1.1f32][..]), (0.9, &[]), (0.25, &[])] {
        let mut s = stage(montage(&[0.0], 0.1, &[0]), 1.0, 0.0);
        s.advance(dt);
        let found = overflows(&s);
        assert_eq!(found.len(), left.len(), "{dt}");
        assert!(
            found.iter().zip(left).all(|(a, b)| (a - b).abs() < 1e-6),
            "{found:?}"
        );
    }
    // It rests at its end in its last body.
    let mut s = stage(
        Montage {
            auto_blend_out: false,
            ..montage(&[0.0], 0.1, &[NO_SECTION])
        },
        1.0,
        0.0,
    );
    s.advance(2.0);
    assert!(overflows(&s).is_empty() && !s.instance.travel.plays());
}

#[test]
fn a_montage_that_ends_by_itself_begins_to_a_tenth_of_a_millisecond_early() {
    let is_stopped = |to_go: f64| {
        let m = Montage {
            blend_out_trigger: 0.0,
            ..montage(&[0.0], 1.0, &[NO_SECTION])
        };
        let mut s = stage(m, 1.0, 0.999);
        s.advance(0.001 - to_go);
        s.instance.is_stopped()
    };
    assert_eq!(
        [0.95e-4, 1.0095e-4, 1.0105e-4, 2e-4].map(is_stopped),
        [true, true, false, false]
    );
}

#[test]
fn what_is_told_to_stay_or_has_a_next_section_does_not_end_by_itself() {
    let is_stopped = |m: Montage, rate: f32| {
        let mut s = stage(m, rate, 0.5);
        s.advance(0.45);
        s.instance.is_stopped()
    };
    let plain = || montage(&[0.0], 1.0, &[NO_SECTION]);
    assert!(is_stopped(plain(), 1.0) && is_stopped(plain(), -1.0));
    assert!(!is_stopped(plain(), 0.1) && !is_stopped(plain(), 0.0));
    assert!(!is_stopped(montage(&[0.0], 1.0, &[0]), 1.0));
    assert!(!is_stopped(
        Montage {
            auto_blend_out: false,
            ..plain()
        },
        1.0
    ));
}

#[test]
fn a_jump_against_the_end_of_a_section_fires_its_marker_once_either_way() {
    let fired = |rate: f32, start: f64, at: f32| {
        let mut m = Montage {
            auto_blend_out: false,
            ..montage(&[0.0, 1.0], 2.0, &[1, 0])
        };
        m.notifies = vec![notify("marker", at, true, "")].into();
        let mut s = stage(m, rate, start);
        (0..10)
            .filter(|_| {
                s.advance(0.25);
                s.out
                    .events
                    .iter()
                    .any(|event| event.phase == Phase::Notify)
            })
            .count()
    };
    assert_eq!(
        [
            fired(1.0, 0.0, 0.5),
            fired(-1.0, 2.0, 0.5),
            fired(1.0, 0.0, 1.0),
            fired(1.0, 0.0, 1.25)
        ],
        [2, 1, 1, 1]
    );
}

#[test]
fn branching_states_tick_while_they_are_under_the_position() {
    let mut m = Montage {
        auto_blend_out: false,
        ..montage(&[0.0], 2.0, &[NO_SECTION])
    };
    let held = notify("held", 0.25, true, "");
    m.notifies = vec![Notify {
        end: 0.75,
        flags: held.flags | flag::STATE,
        ..held
    }]
    .into();
    let mut s = stage(m, 1.0, 0.0);
    let mut log = Vec::new();
    for _ in 0..5 {
        s.advance(0.2);
        log.push(
            s.out
                .events
                .iter()
                .map(|event| event.phase)
                .collect::<Vec<_>>(),
        );
    }
    use Phase::{Begin, End, Tick};
    assert_eq!(
        log,
        [vec![], vec![Begin, Tick], vec![Tick], vec![End], vec![]]
    );
}

fn scrub(c: &mut Character, name: &str, position: f64) -> Result<(), Refusal> {
    c.instance.begin_frame(0.0);
    let result = c.instance.request(&Request::Scrub {
        montage: Name::new(name),
        position,
    });
    c.instance.update_montages(&mut crate::instance::Silent);
    c.instance.pre_update(&mut c.proxy);
    c.proxy.run_tick(&mut Default::default());
    c.instance
        .complete(&mut c.proxy, &mut crate::instance::Silent);
    result
}

fn still(name: &str) -> Montage {
    let mut m = Montage {
        name: Name::new(name),
        group: Name::new(name),
        root_translation: false,
        root_rotation: false,
        auto_blend_out: false,
        ..montage(&[0.0], 1.0, &[0])
    };
    m.notifies = vec![notify(name, 0.625, false, "")].into();
    m
}

#[test]
fn a_scrubbed_montage_stands_alone_and_what_comes_after_fires_again() {
    let slow = Blend {
        time: 0.5,
        ..Blend::default()
    };
    let mut c = Character::new(vec![
        Montage {
            blend_in: slow,
            ..still("a")
        },
        still("b"),
    ]);
    c.tick(0.125, &[play("a"), play("b")]);
    assert_eq!(scrub(&mut c, "a", 0.5), Ok(()));
    let states = |c: &Character| {
        c.instance
            .montage_states()
            .map(|s| (s.instance, s.montage, s.position, s.weight))
            .collect::<Vec<_>>()
    };
    assert_eq!(states(&c), [(1, Name::new("a"), 0.5, 1.0)]);
    assert_eq!(c.proxy.pose().translation(0).x, 0.5);
    let events = c.tick(0.25, &[]);
    assert!(
        events
            .iter()
            .any(|event| event.phase == Phase::Notify && near(event.position, 0.625)),
        "{events:?}"
    );
    c.tick(
        0.0,
        &[Request::StopMontage {
            montage: None,
            blend_out: Some(9.0),
        }],
    );
    assert_eq!(scrub(&mut c, "a", 0.25), Ok(()));
    assert_eq!(
        states(&c),
        [(3, Name::new("a"), 0.25, 1.0)],
        "one on its way out is replaced"
    );
    assert_eq!(scrub(&mut c, "no", 0.25), Err(Refusal::MontageUnknown));
}

#[test]
fn a_character_that_goes_ends_what_is_under_way_and_says_so() {
    let mut m = still("a");
    let at = |name: &str, branching| Notify {
        end: 0.75,
        ..notify(name, 0.25, branching, "")
    };
    let state = |n: Notify| Notify {
        flags: n.flags | flag::STATE,
        ..n
    };
    let mut both = vec![state(at("x", false)), state(at("y", true))];
    both.sort_by_key(|n| n.id);
    m.notifies = both.into();
    let mut c = Character::new(vec![m]);
    c.tick(0.5, &[play("a")]);
    c.instance.tear_down(&[]);
    let found: Vec<_> = c
        .instance
        .events()
        .iter()
        .map(|event| (event.phase, event.reason))
        .collect();
    let torn = (Phase::End, EventReason::TornDown);
    assert_eq!(
        found,
        [
            torn,
            torn,
            (Phase::Ended { interrupted: true }, EventReason::Fired)
        ]
    );
    assert_eq!(c.instance.montage_states().count(), 0);
}

#[test]
fn numbers_of_a_fade_are_numbers() {
    let mut c = Character::new(vec![still("a")]);
    let fade = |clip: &str, rate, duration| Request::FadeToClip {
        clip: Name::new(clip),
        rate,
        duration,
    };
    assert_eq!(c.instance.request(&fade("clip", 1.0, 0.5)), Ok(()));
    assert_eq!(
        c.instance.request(&fade("no", 1.0, 0.5)),
        Err(Refusal::ClipUnknown)
    );
    for (rate, duration) in [(f32::NAN, 0.5), (1.0, f32::INFINITY)] {
        assert_eq!(
            c.instance.request(&fade("clip", rate, duration)),
            Err(Refusal::BadNumber)
        );
    }
}

#[test]
fn root_motion_counts_by_the_weight_of_its_montage_and_by_what_the_montage_lets_through() {
    let moved = |change: fn(&mut Montage)| {
        let mut m = montage(&[0.0], 1.0, &[0]);
        change(&mut m);
        let mut c = Character::new(vec![m]);
        c.tick(0.5, &[play("montage")]);
        (
            c.instance.placement().translation.x,
            c.proxy.pose().translation(0).x,
        )
    };
    assert_eq!(moved(|_| ()), (0.5, 0.0));
    // From 0 to a half: a quarter on average, over half a metre.
    assert_eq!(
        moved(|m| m.blend_in = Blend {
            time: 1.0,
            ..Blend::default()
        }),
        (0.125, 0.0)
    );
    assert_eq!(moved(|m| m.root_rotation = false), (0.5, 0.0));
    assert_eq!(moved(|m| m.root_translation = false), (0.0, 0.5));
}

#[test]
fn a_worker_that_is_restored_plays_on_as_the_one_that_was() {
    let mut c = Character::new(vec![still("a")]);
    c.tick(
        0.25,
        &[
            play("a"),
            Request::PlayClip {
                clip: Name::new("clip"),
                position: 0.0,
                rate: 1.0,
            },
        ],
    );
    let saved = c.proxy.save();
    let restored = AnimInstanceProxy::restored(&saved);
    assert_eq!(restored.save(), saved);
    assert_eq!(
        (restored.pose(), restored.models()),
        (c.proxy.pose(), c.proxy.models())
    );
    let mut other = Character {
        instance: c.instance.clone(),
        proxy: restored,
    };
    for _ in 0..3 {
        assert_eq!(c.tick(0.25, &[]), other.tick(0.25, &[]));
        assert_eq!(
            (c.proxy.pose(), c.proxy.state()),
            (other.proxy.pose(), other.proxy.state())
        );
        assert_eq!(
            c.proxy.required().unwrap().bones(),
            other.proxy.required().unwrap().bones()
        );
    }
    let unplayed = AnimInstanceProxy::restored(&AnimInstanceProxy::default().save());
    assert_eq!(unplayed.state(), AnimInstanceProxy::default().state());
    c.proxy.reset_pose();
    assert_eq!(*c.proxy.pose(), Pose::reference(c.instance.skeleton()));
}

#[test]
fn another_level_of_detail_or_library_works_out_other_bones() {
    use crate::{Lod, Mesh, fixture::chain, graph::Graph};
    use std::sync::Arc;
    let skeleton = Arc::new(chain(3));
    let library = |lods: &[&[u32]]| {
        let lod = |bones: &&[u32]| Lod {
            screen_size: 1.0,
            bones: (*bones).into(),
            parts: vec![],
            materials: vec![],
        };
        let lods = lods.iter().map(lod).collect();
        let mesh = Mesh {
            skeleton: skeleton.name,
            lods,
            ..Mesh::default()
        };
        Arc::new(crate::Library {
            meshes: vec![Arc::new(mesh)],
            ..crate::Library::default()
        })
    };
    let (first, second) = (
        library(&[&[0, 1, 2], &[0]]),
        library(&[&[0, 1], &[0, 1, 2]]),
    );
    let mut proxy = AnimInstanceProxy::default();
    let graph = Arc::new(Graph::default());
    let steps = [
        (&first, 0),
        (&first, 1),
        (&second, 1),
        (&second, 0),
        (&first, 0),
    ];
    let counts = steps.map(|(library, lod)| {
        proxy.begin_tick(library, &skeleton, &graph, lod, 0.1);
        proxy.required().unwrap().bones().to_vec()
    });
    assert_eq!(
        counts,
        [
            vec![0, 1, 2],
            vec![0],
            vec![0, 1, 2],
            vec![0, 1],
            vec![0, 1, 2]
        ]
    );
}

#[test]
fn a_tick_without_time_keeps_what_is_under_way() {
    let mut m = still("a");
    let state = |name: &str, branching| {
        let n = notify(name, 0.25, branching, "");
        Notify {
            end: 0.75,
            flags: n.flags | flag::STATE,
            ..n
        }
    };
    let mut both = vec![state("x", false), state("y", true)];
    both.sort_by_key(|n| n.id);
    m.notifies = both.into();
    let mut c = Character::new(vec![m]);
    c.tick(0.5, &[play("a")]);
    for dt in [0.0, 0.0, 0.125] {
        assert_eq!(
            c.tick(dt, &[])
                .iter()
                .map(|event| event.phase)
                .collect::<Vec<_>>(),
            [Phase::Tick; 2],
            "{dt}"
        );
    }
    let to = Request::SetPosition {
        montage: Name::new("a"),
        position: 0.8,
    };
    assert_eq!(
        c.tick(0.0, &[to])
            .iter()
            .map(|event| event.phase)
            .collect::<Vec<_>>(),
        [Phase::End; 2]
    );
}
