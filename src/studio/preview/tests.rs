//! What a transport makes of the previewed character.

use super::*;
use crate::{PREVIEWED, PlayerOrder};
use anim::{Event, event::Phase, montage::StretchMap};
use engine::{EngineInput, Inspection, WorkerMode};

const DT: f64 = 1.0 / 60.0;

struct Player(crate::Player);

impl Player {
    fn new(subject: PreviewSubject) -> Self {
        let library = asset::compile(
            &mannequin::excerpt(),
            &mut asset::Cache::default(),
            asset::CompileOptions::default(),
        )
        .library;
        let mut player = Self(crate::Player::new(WorkerMode::Inline, library));
        player.send(Transport::Show(subject));
        player
    }

    fn send(&mut self, transport: Transport) -> Vec<Event> {
        self.take(0.0, &[transport.into()])
    }

    fn step(&mut self, dt: f64, inputs: &[EngineInput]) -> Vec<Event> {
        self.take(
            dt,
            &inputs
                .iter()
                .cloned()
                .map(PlayerOrder::from)
                .collect::<Vec<_>>(),
        )
    }

    fn take(&mut self, dt: f64, orders: &[PlayerOrder]) -> Vec<Event> {
        self.0.step(dt, orders);
        self.0.events().to_vec()
    }

    fn run(&mut self, seconds: f64) -> Vec<Event> {
        (0..(seconds / DT).round() as u32)
            .flat_map(|_| self.step(DT, &[]))
            .collect()
    }

    fn z(&self) -> f32 {
        self.0
            .evaluator()
            .instance(PREVIEWED)
            .unwrap()
            .placement()
            .translation
            .z
    }

    fn position(&self) -> f64 {
        self.0.preview().position()
    }

    fn is_playing(&self) -> bool {
        self.0.preview().is_playing()
    }
}

#[test]
fn a_clip_plays_to_its_end_and_stops_without_looping() {
    let mut p = Player::new(PreviewSubject::Clip(Name::new("Charge_Release")));
    p.send(Transport::SetLooping(false));
    p.send(Transport::Play);
    p.run(2.0);
    assert!(!p.is_playing() && (p.position() - 0.6).abs() < 1e-6);
    p.send(Transport::Play);
    p.run(0.1);
    assert!(p.is_playing() && p.position() < 0.2);
}

#[test]
fn a_walk_goes_on_over_its_loop_and_fires_every_step() {
    let mut p = Player::new(PreviewSubject::Clip(Name::new("Walk_Fwd")));
    p.send(Transport::Play);
    let events = p.run(3.25);
    let steps = events
        .iter()
        .filter(|event| event.phase == Phase::Notify)
        .count();
    assert_eq!(steps, 7);
    let travelled = f64::from(p.z());
    assert!((travelled - 3.25 * 1.4).abs() < 0.01, "{travelled}");
    assert!((p.0.preview().speed() - 1.4).abs() < 0.05);
}

#[test]
fn backwards_runs_from_the_end() {
    let mut p = Player::new(PreviewSubject::Clip(Name::new("Walk_Fwd")));
    p.send(Transport::SetRate(-1.0));
    p.send(Transport::Play);
    p.run(0.25);
    assert!((p.position() - 0.75).abs() < 1e-6, "{}", p.position());
}

#[test]
fn seeking_stands_where_root_motion_would_have_led() {
    let mut p = Player::new(PreviewSubject::Montage(Name::new("AM_ChargedAttack")));
    assert_eq!(p.send(Transport::Seek(1.7)), []);
    assert!((p.z() - 0.7).abs() < 1e-3);
}

/// A seek takes a tick of its own, which is told nobody.
#[test]
fn where_a_preview_is_put_it_tells_of_what_ended_alone_and_nothing_twice() {
    let mut p = Player::new(PreviewSubject::Montage(Name::new("AM_ChargedAttack")));
    p.send(Transport::SetScope(MontageScope::All));
    p.send(Transport::Play);
    assert!(p.run(1.3).iter().any(|event| event.phase == Phase::Begin));
    let told = p.send(Transport::Seek(0.3));
    assert!(
        !told.is_empty() && told.iter().all(|event| event.phase == Phase::End),
        "{told:?}"
    );
    p.run(1.0);
    assert_eq!(
        p.send(Transport::Pause),
        [],
        "what the last tick told is not told again"
    );
    assert_eq!(
        p.send(Transport::Show(PreviewSubject::Clip(Name::new("Walk_Fwd")))),
        []
    );
    assert_eq!(p.run(0.5), []);
}

/// Nothing is worked out for a preview that stands.
#[test]
fn a_paused_preview_takes_a_tick_only_where_something_is_asked_for() {
    let mut p = Player::new(PreviewSubject::Clip(Name::new("Walk_Fwd")));
    let ticks = |p: &Player| p.0.evaluator().tick();
    let before = ticks(&p);
    p.run(0.5);
    p.send(Transport::Pause);
    assert_eq!(ticks(&p), before);
    p.step(
        DT,
        &[EngineInput::Request {
            character: PREVIEWED,
            request: Request::SetLod { lod: 1 },
        }],
    );
    assert_eq!((ticks(&p), p.position()), (before + 1, 0.0));
}

#[test]
fn a_level_of_detail_stays_with_the_preview() {
    let mut p = Player::new(PreviewSubject::Clip(Name::new("Walk_Fwd")));
    p.send(Transport::SetLod(2));
    p.send(Transport::Show(PreviewSubject::Montage(Name::new(
        "AM_ChargedAttack",
    ))));
    assert_eq!(p.0.evaluator().instance(PREVIEWED).unwrap().lod(), 2);
}

#[test]
fn root_motion_stays_as_it_was_set_and_decides_where_the_character_stands() {
    for (mode, of_clip, of_montage) in [
        (RootMotionMode::NoExtraction, false, false),
        (RootMotionMode::Ignore, false, false),
        (RootMotionMode::FromEverything, true, true),
        (RootMotionMode::FromMontagesOnly, false, true),
    ] {
        let mut p = Player::new(PreviewSubject::Clip(Name::new("Walk_Fwd")));
        p.send(Transport::SetRootMotionMode(mode));
        p.send(Transport::Play);
        p.run(0.5);
        assert_eq!(p.z() > 0.1, of_clip, "{mode:?}");
        p.send(Transport::Show(PreviewSubject::Montage(Name::new(
            "AM_ChargedAttack",
        ))));
        assert_eq!(
            p.0.evaluator()
                .instance(PREVIEWED)
                .unwrap()
                .root_motion_mode(),
            mode
        );
        p.send(Transport::SetScope(MontageScope::All));
        p.send(Transport::Play);
        p.run(1.7);
        assert_eq!(p.z() > 0.1, of_montage, "{mode:?}");
        p.send(Transport::Pause);
        p.send(Transport::Seek(1.7));
        assert_eq!(p.z() > 0.1, of_montage, "{mode:?} sought");
    }
}

/// A hit-stop sets the rate and is not taken back by the preview; a new rate of the preview counts
/// again.
#[test]
fn a_rate_that_a_branching_point_sets_lasts() {
    use asset::{Montage, Notify, notify::Action};
    let mut project = mannequin::excerpt();
    let montage: &mut Montage =
        std::sync::Arc::make_mut(project.montages.values_mut().next().unwrap());
    let (id, track) = (asset::Id(99), montage.tracks[0].id);
    let stop = Notify {
        branching: true,
        action: Action::SetPlayRate(0.1),
        ..Notify::instant(id, track, "Stop", 0.1)
    };
    montage.notifies = vec![stop].into();
    let library = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let mut p = Player(crate::Player::new(WorkerMode::Inline, library));
    p.send(Transport::Show(PreviewSubject::Montage(Name::new(
        "AM_ChargedAttack",
    ))));
    p.send(Transport::Play);
    p.run(0.3);
    assert!((p.position() - 0.12).abs() < 1e-3, "{}", p.position());
    p.send(Transport::SetRate(1.0));
    p.run(0.1);
    assert!((p.position() - 0.22).abs() < 1e-3, "{}", p.position());
    p.send(Transport::Seek(0.0));
    p.run(0.1);
    assert!((p.position() - 0.1).abs() < 1e-3, "{}", p.position());
}

#[test]
fn scopes_decide_what_follows_a_section() {
    let sections = |scope: MontageScope, seconds: f64| {
        let mut p = Player::new(PreviewSubject::Montage(Name::new("AM_ChargedAttack")));
        p.send(Transport::SetScope(scope));
        p.send(Transport::Play);
        let events = p.run(seconds);
        let changes = events
            .into_iter()
            .filter(|event| matches!(event.phase, Phase::Section { .. }));
        changes.map(|event| event.name).collect::<Vec<_>>()
    };
    assert_eq!(
        sections(MontageScope::Section, 1.2),
        [Name::new("Windup"); 2]
    );
    assert_eq!(
        sections(MontageScope::All, 2.0),
        ["Hold", "Strike", "Recover"].map(Name::new)
    );
    assert_eq!(sections(MontageScope::Chain, 1.0), [Name::new("Hold")]);
}

#[test]
fn a_montage_starts_over_while_looping() {
    let mut p = Player::new(PreviewSubject::Montage(Name::new("AM_ChargedAttack")));
    p.send(Transport::SetScope(MontageScope::All));
    p.send(Transport::Play);
    let events = p.run(5.0);
    let starts = events
        .iter()
        .filter(|event| event.phase == Phase::Started)
        .count();
    assert!(p.is_playing() && starts >= 1, "{starts}");
}

#[test]
fn backwards_a_montage_plays_from_its_end_and_starts_over_no_more_often_than_it_ends() {
    let mut p = Player::new(PreviewSubject::Montage(Name::new("AM_ChargedAttack")));
    p.send(Transport::SetScope(MontageScope::All));
    p.send(Transport::SetRate(-1.0));
    p.send(Transport::Play);
    let events = p.run(6.0);
    let count =
        |wanted: fn(&Phase) -> bool| events.iter().filter(|event| wanted(&event.phase)).count();
    let (starts, ends) = (
        count(|it| *it == Phase::Started),
        count(|it| matches!(it, Phase::Ended { .. })),
    );
    assert!(
        p.is_playing() && (1..=6).contains(&starts) && ends <= starts + 1,
        "{starts} {ends}"
    );
    assert!(events.len() < 3000, "{}", events.len());
}

#[test]
fn an_edit_while_it_plays_keeps_the_scope() {
    let mut p = Player::new(PreviewSubject::Montage(Name::new("AM_ChargedAttack")));
    p.send(Transport::SetScope(MontageScope::All));
    p.send(Transport::Play);
    p.run(0.1);
    let library = asset::compile(
        &mannequin::excerpt(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    p.step(
        0.0,
        &[EngineInput::SetLibrary {
            revision: 2,
            library,
        }],
    );
    let events = p.run(1.9);
    let changes = events
        .into_iter()
        .filter(|event| matches!(event.phase, Phase::Section { .. }));
    assert_eq!(
        changes.map(|event| event.name).collect::<Vec<_>>(),
        ["Hold", "Strike", "Recover"].map(Name::new)
    );
}

/// Name, and the classes of what its notifies carry.
const MONTAGES: [(&str, &[&str]); 8] = [
    (
        "AM_AttackCombo",
        &["Camera Shake", "Footstep", "Hit Window", "Play Sound"],
    ),
    (
        "AM_ChargedAttack",
        &["Footstep", "Hit Window", "Play Sound"],
    ),
    (
        "AM_HeavyAttack",
        &["Camera Shake", "Footstep", "Hit Window", "Play Sound"],
    ),
    (
        "AM_HeavyAttack_Held",
        &["Camera Shake", "Footstep", "Hit Window", "Play Sound"],
    ),
    ("AM_Lunge", &["Footstep", "Hit Window", "Play Sound"]),
    ("AM_Mantle", &["Footstep", "Play Sound"]),
    ("AM_Vault", &["Footstep", "Play Sound"]),
    ("AM_Wave", &["Play Sound"]),
];

#[test]
fn every_montage_of_the_sample_plays_to_its_end_and_its_notifies_carry_what_they_say() {
    let compiled = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    );
    assert_eq!(compiled.diagnostics, []);
    let library = compiled.library;
    let mut names: Vec<&str> = library
        .montages
        .iter()
        .map(|montage| library.names.text(montage.name))
        .collect();
    names.sort_unstable();
    assert_eq!(names, MONTAGES.map(|(name, _)| name));
    for (montage, classes) in MONTAGES {
        let mut p = Player(crate::Player::new(WorkerMode::Inline, library.clone()));
        p.send(Transport::SetLooping(false));
        p.send(Transport::Show(PreviewSubject::Montage(Name::new(montage))));
        p.send(Transport::Play);
        let mut carried = std::collections::BTreeSet::new();
        let (mut ticks, mut ends) = (0, 0);
        while p.is_playing() && ticks < 3600 {
            for event in p.step(DT, &[]) {
                ends += u32::from(event.phase == Phase::Ended { interrupted: false });
                let Some(payload) = library.payload(&event) else {
                    continue;
                };
                let class = library.names.text(payload.class().name);
                if class == "Hit Window" {
                    assert!(
                        payload.number("damage").unwrap() >= 18.0
                            && payload.number("hit stop").unwrap() > 0.0
                    );
                    assert_eq!(payload.bone("to"), Some(Name::new("hand_r")));
                }
                carried.insert(class.to_owned());
            }
            ticks += 1;
        }
        assert!(
            !p.is_playing() && ends == 1,
            "{montage}: {ends} ends in {ticks} ticks"
        );
        assert_eq!(
            carried.iter().map(String::as_str).collect::<Vec<_>>(),
            classes,
            "{montage}"
        );
    }
}

/// The library of the sample.
fn whole() -> std::sync::Arc<Library> {
    asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library
}

/// When a montage of the sample comes by its sections and its end, seconds.
fn times(montage: &str) -> Vec<(Name, f64)> {
    let mut p = Player(crate::Player::new(WorkerMode::Inline, whole()));
    p.send(Transport::SetLooping(false));
    p.send(Transport::Show(PreviewSubject::Montage(Name::new(montage))));
    p.send(Transport::Play);
    let mut found = Vec::new();
    for tick in 1..=300 {
        let told = p.step(DT, &[]);
        let told = told
            .iter()
            .filter(|it| matches!(it.phase, Phase::Section { .. } | Phase::Notify));
        found.extend(told.map(|event| (event.name, f64::from(tick) * DT)));
    }
    found
}

fn time_of(name: &str, times: &[(Name, f64)]) -> f64 {
    times
        .iter()
        .find(|(found, _)| *found == Name::new(name))
        .map_or(f64::NAN, |(_, time)| *time)
}

#[test]
fn a_hit_stop_holds_the_combo_of_the_sample() {
    let combo = times("AM_AttackCombo");
    let held = time_of("HitStopEnd", &combo) - time_of("HitStop", &combo);
    assert!((held - 0.08).abs() < 1.5 * DT, "{held}");
    // On the timeline 0.08 s; as it plays, 0.072 s more.
    let ground = time_of("GroundHit", &combo) - time_of("HitStop", &combo);
    assert!((ground - 0.152).abs() < 1.5 * DT, "{ground}");
}

#[test]
fn the_heavy_attack_of_the_sample_is_slow_but_where_it_strikes() {
    let library = whole();
    for name in ["AM_HeavyAttack", "AM_HeavyAttack_Held"] {
        let montage = library.montage(Name::new(name)).unwrap();
        let stretch = montage.stretch.as_ref().unwrap();
        let map =
            StretchMap::new(stretch, montage.length.into(), montage.rate_scale.into()).unwrap();
        let [strike, recover] = [1, 2].map(|at| map.target(montage.sections[at].start.into()));
        assert!(
            (strike - 0.75).abs() < DT && (recover - strike - 0.6).abs() < DT,
            "{strike} {recover}"
        );
        assert!((map.total() - 2.4).abs() < 1e-5, "{}", map.total());
    }
}

#[test]
fn the_wave_of_the_sample_lifts_a_hand_and_leaves_the_legs_walking() {
    let shown = |wave: bool| {
        let mut p = Player(crate::Player::new(WorkerMode::Inline, whole()));
        p.send(Transport::Show(PreviewSubject::Graph(Name::new("PG_Hero"))));
        p.send(Transport::Play);
        let ask = |request| EngineInput::Request {
            character: PREVIEWED,
            request,
        };
        p.step(
            DT,
            &[ask(Request::SetParameter {
                parameter: Name::new("Speed"),
                value: 1.4,
            })],
        );
        if wave {
            p.step(DT, &[ask(Request::play(Name::new("AM_Wave"), 1.0))]);
        } else {
            p.step(DT, &[]);
        }
        p.run(0.9);
        let models = p.0.evaluator().proxy(PREVIEWED).unwrap().models().to_vec();
        let skeleton =
            p.0.evaluator()
                .instance(PREVIEWED)
                .unwrap()
                .skeleton()
                .clone();
        ["hand_r", "foot_l", "foot_r", "pelvis"]
            .map(|bone| models[skeleton.find(Name::new(bone)).unwrap()].translation)
    };
    let (plain, waving) = (shown(false), shown(true));
    assert!(
        waving[0].y > plain[0].y + 0.4,
        "{} against {}",
        waving[0],
        plain[0]
    );
    assert!(
        (1..4).all(|bone| waving[bone].distance(plain[bone]) < 1e-4),
        "{waving:?} against {plain:?}"
    );
}

fn in_region(subject: &str, is_montage: bool, region: (f64, f64), rate: f32) -> Player {
    let name = Name::new(subject);
    let mut p = Player::new(if is_montage {
        PreviewSubject::Montage(name)
    } else {
        PreviewSubject::Clip(name)
    });
    p.send(Transport::SetLoopRegion(Some(region)));
    p.send(Transport::SetRate(rate));
    p.send(Transport::Play);
    p
}

/// Positions of what fired, without the ticks of states.
fn instants(events: &[Event]) -> Vec<f64> {
    let begins =
        |event: &&Event| matches!(event.phase, Phase::Notify | Phase::Begin) && event.fired();
    events
        .iter()
        .filter(begins)
        .map(|event| event.position)
        .collect()
}

#[test]
fn a_region_of_a_clip_repeats_exactly() {
    // Walk_Fwd has its steps at the start and in the middle of one second.
    for (rate, dt) in [(1.0, DT), (1.0, 0.013), (-1.0, DT), (2.5, DT)] {
        let mut p = in_region("Walk_Fwd", false, (0.4, 0.7), rate);
        let mut events = Vec::new();
        for _ in 0..(3.0 / f64::from(rate.abs()) / dt).round() as u32 {
            events.extend(p.step(dt, &[]));
            let position = p.position();
            assert!((0.4 - 1e-6..0.7).contains(&position), "{rate} {position}");
        }
        let fired = instants(&events);
        assert!(fired.iter().all(|at| (0.4..0.7).contains(at)), "{fired:?}");
        assert_eq!(fired.len(), 10, "once a round, at {rate} in steps of {dt}");
    }
}

/// Windup ends at 0.5 and Hold, which repeats itself, at 1.1.
#[test]
fn a_region_of_a_montage_repeats_exactly_in_every_scope() {
    for scope in [
        MontageScope::Chain,
        MontageScope::All,
        MontageScope::Section,
    ] {
        let mut p = in_region("AM_ChargedAttack", true, (0.05, 0.4), 1.0);
        p.send(Transport::SetScope(scope));
        let events = p.run(3.5);
        let fired = instants(&events);
        let of = |at: f64| {
            fired
                .iter()
                .filter(|other| (*other - at).abs() < 1e-3)
                .count()
        };
        assert!(
            fired.iter().all(|at| (0.05..0.4).contains(at)),
            "{scope:?} {fired:?}"
        );
        let mut times = fired.clone();
        times.sort_by(f64::total_cmp);
        times.dedup();
        assert!(
            !times.is_empty() && times.iter().all(|at| of(*at) == 10),
            "{scope:?} {fired:?}"
        );
    }
}

#[test]
fn what_lies_on_the_start_of_a_region_fires_and_what_lies_on_its_end_does_not() {
    let library = asset::compile(
        &mannequin::excerpt(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let montage = library.montage(Name::new("AM_ChargedAttack")).unwrap();
    let mut times: Vec<f64> = montage.notifies.iter().map(|it| it.time.into()).collect();
    times.sort_by(f64::total_cmp);
    let pair = times
        .windows(2)
        .find(|pair| pair[1] > pair[0] + 0.05 && pair[1] < 0.5)
        .unwrap();
    let mut p = in_region("AM_ChargedAttack", true, (pair[0], pair[1]), 1.0);
    let span = pair[1] - pair[0];
    let fired = instants(&p.run(span * 5.0 - 0.01));
    assert_eq!(fired.len(), 5, "{fired:?}");
    assert!(
        fired.iter().all(|at| (at - pair[0]).abs() < 1e-3),
        "{fired:?}"
    );
}

/// Whoever is beyond it goes to its start; the end of the montage and a link that leads out are its
/// end.
#[test]
fn a_region_is_entered_from_outside_and_ends_with_the_montage() {
    let mut p = in_region("AM_ChargedAttack", true, (1.8, 2.4), 1.0);
    assert!(p.run(0.1).iter().all(|event| event.position >= 1.7));
    assert!(p.position() > 1.8 && p.position() < 2.0, "{}", p.position());
    p.run(2.0);
    assert!(p.is_playing() && p.position() > 1.75, "{}", p.position());
    let mut p = in_region("AM_ChargedAttack", true, (1.6, 1.9), 1.0);
    p.run(1.0);
    assert!(
        p.position() > 1.6 - 1e-6 && p.position() < 1.9,
        "{}",
        p.position()
    );
    p.send(Transport::SetLooping(false));
    p.run(2.0);
    assert!(!p.is_playing(), "not while nothing loops");
}

/// Release lies in Hold at 1.099 s and leads, now and then, to Strike at 1.1 s, where SwordTrail
/// begins soon.
#[test]
fn a_branching_point_that_leads_out_of_a_region_ends_the_round() {
    let mut p = in_region("AM_ChargedAttack", true, (0.9, 1.0995), 1.0);
    let mut events = Vec::new();
    for _ in 0..300 {
        events.extend(p.step(0.1, &[]));
        assert!(p.position() < 1.1 + 1e-6, "{}", p.position());
    }
    let jumps = events
        .iter()
        .filter(|event| event.phase == Phase::Jumped)
        .count();
    let fired = instants(&events);
    // HoldGlow is under way where the region begins.
    assert!(
        jumps > 0 && fired.iter().all(|at| *at < 1.0995),
        "{jumps} {fired:?}"
    );
}

/// A paused preview shows the new graph as soon as it is edited.
#[test]
fn an_edit_of_a_paused_preview_is_looked_into_at_once() {
    let mut project = mannequin::sample();
    let compiled = |project: &asset::Project| {
        asset::compile(
            project,
            &mut asset::Cache::default(),
            asset::CompileOptions::default(),
        )
        .library
    };
    let library = compiled(&project);
    let hero = Name::new("PG_Hero");
    let mut p = Player(crate::Player::new(WorkerMode::Inline, library.clone()));
    p.0.ask_why(true);
    p.send(Transport::Show(PreviewSubject::Graph(hero)));
    p.send(Transport::Play);
    p.run(0.4);
    p.send(Transport::Pause);
    let all = Inspection {
        why: true,
        bone: Some(3),
        watched: None,
        times: true,
    };
    let before = p.0.inspect(&all);
    let hero = std::sync::Arc::make_mut(
        project
            .graphs
            .values_mut()
            .find(|graph| graph.name == "PG_Hero")
            .unwrap(),
    );
    let wiring = std::sync::Arc::make_mut(&mut hero.wiring);
    let kept = wiring.output.unwrap();
    wiring.nodes.retain(|node| node.id == kept);
    let fewer = compiled(&project);
    for (revision, library) in [(2, fewer.clone()), (3, library), (4, fewer)] {
        for inputs in [
            vec![EngineInput::SetLibrary { revision, library }],
            Vec::new(),
        ] {
            p.step(DT, &inputs);
            let found = p.0.inspect(&all);
            let ids =
                p.0.evaluator()
                    .proxy(PREVIEWED)
                    .unwrap()
                    .graph()
                    .parts()
                    .ids
                    .len();
            assert!(found.times.len() == ids && ids <= before.times.len());
            let frame = crate::PreviewFrame::of(&p.0, 0).unwrap();
            assert_eq!(
                (frame.graph.parts().ids.len(), frame.revision),
                (ids, revision)
            );
        }
    }
}
