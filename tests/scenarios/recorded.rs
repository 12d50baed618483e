//! Spans of recorded sessions as scenarios: they hold on what they were measured from, they catch
//! what breaks them, and their files keep them.

use crate::{
    edit::{montage, node, notifies, transition},
    sample::library,
};
use anim::Library;
use asset::{
    Cache, Id, Project, Scenario,
    scenario::{Expectation, ScenarioExpectation, ScenarioSession, ScenarioSource},
    script::Whom,
};
use engine::{EngineInput, Evaluator, RecordedSession, Recording, RecordingLimits, WorkerMode};
use scenario::{offers, record, recorded, run_scenarios, session_of};
use serde_json::json;
use std::{ops::Range, sync::Arc};

/// A scenario of a span of a session, with all that is offered.
fn spanning(library: &Arc<Library>, session: &RecordedSession, span: Range<u64>) -> Scenario {
    let source = ScenarioSource::Session(recorded(session, span).unwrap());
    let scenario = Scenario {
        name: "Span".to_owned(),
        description: String::new(),
        source,
        expect: Vec::new(),
    };
    let expect = offers(library, &scenario).unwrap();
    Scenario { expect, ..scenario }
}

fn failures(library: &Arc<Library>, scenario: &Scenario) -> Vec<String> {
    let outcome = run_scenarios(library, &[(Id(1), scenario)]).remove(0);
    let told = outcome.failures.into_iter();
    told.map(|it| format!("{}: {}", it.word, it.text)).collect()
}

/// What the scenario of the sample of this name plays, as a session.
fn played(project: &Project, library: &Arc<Library>, name: &str) -> RecordedSession {
    let scenario = project.tests.values().find(|it| it.name == name).unwrap();
    record(library, scenario).unwrap()
}

#[test]
fn a_span_of_any_session_holds_as_it_was_and_shows_what_the_session_shows() {
    let project = mannequin::sample();
    let library = library(&project, &mut Cache::default());
    for (at, scenario) in project.tests.values().enumerate() {
        let whole = record(&library, scenario).unwrap();
        let end = whole.end();
        // At the start, across a kept state, up to the end, and in the midst of something.
        let from = (17 + 31 * at as u64) % (end - 40);
        for span in [0..end.min(90), from..from + 40, end - 1..end, 0..end] {
            let test = spanning(&library, &whole, span.clone());
            assert!(
                failures(&library, &test).is_empty(),
                "{}, {span:?}",
                scenario.name
            );
            let cut = session_of(test.session().unwrap()).unwrap();
            assert_eq!((cut.first(), cut.end()), (0, span.end - span.start));
            cut.replay(WorkerMode::Inline, 0).unwrap();
            let pose = |session: &RecordedSession, tick| {
                let mut player =
                    engine::SessionPlayer::new(session.clone(), WorkerMode::Inline).unwrap();
                player.seek(tick).unwrap();
                player.evaluator().proxy(0).unwrap().pose().hash()
            };
            assert_eq!(pose(&cut, cut.end()), pose(&whole, span.end), "{span:?}");
        }
    }
}

#[test]
fn the_libraries_of_a_span_hold_no_more_than_it_plays() {
    let project = mannequin::sample();
    let library = library(&project, &mut Cache::default());
    let session = played(&project, &library, "Walk");
    let whole = session::write(&session, &Default::default()).unwrap().len();
    let span = recorded(&session, 60..120).unwrap();
    assert!(
        span.bytes.len() * 4 < whole,
        "{} of {whole}",
        span.bytes.len()
    );
    let known = session_of(&span).unwrap().libraries().remove(0);
    assert_eq!(known.clips.len(), library.clips.len());
    let keys = |library: &Library, name| {
        let clip = library.clip(anim::Name::new(name)).unwrap();
        (
            clip.length,
            clip.compressed.is_some() || !clip.keys.is_empty(),
        )
    };
    assert_eq!(
        keys(&known, "Death_Back"),
        (keys(&library, "Death_Back").0, false)
    );
}

#[test]
fn an_edit_in_the_midst_of_what_a_span_plays_is_caught() {
    type Break = (&'static str, Range<u64>, &'static str, fn(&mut Project));
    let broken: [Break; 4] = [
        ("Combo", 20..120, "events", |it| {
            notifies(it, "AM_AttackCombo", |all| {
                all.retain(|it| !it.name.starts_with("Whoosh"))
            })
        }),
        ("Walk", 25..100, "poses_as_before", |it| {
            transition(it, "Idle", "Start", |it| {
                it["settings"]["duration"] = json!(0.6)
            })
        }),
        ("Stairs", 60..200, "poses_as_before", |it| {
            node(it, "Feet on the ground", |node| {
                node["alpha"] = json!({"input": {"value": 0.0}, "scale": 1.0, "bias": 0.0, "bounds": [0.0, 1.0]});
            })
        }),
        ("Lunge", 20..100, "poses_as_before", |it| {
            montage(it, "AM_Lunge").rate_scale = 0.8;
        }),
    ];
    let (mut project, mut cache) = (mannequin::sample(), Cache::default());
    let known = library(&project, &mut cache);
    for (name, span, word, edit) in broken {
        let session = played(&project, &known, name);
        let test = spanning(&known, &session, span);
        let mut edited = project.clone();
        edit(&mut edited);
        let found = failures(&library(&edited, &mut cache), &test);
        let is_caught = found.iter().any(|it| it.starts_with(word));
        assert!(is_caught, "{name}: {found:?}");
    }
    // What plays in no span: a clip of another state.
    let session = played(&project, &known, "Combo");
    let test = spanning(&known, &session, 20..80);
    project.clips.retain(|_, clip| clip.name != "Death_Back");
    assert!(failures(&library(&project, &mut cache), &test).is_empty());
}

/// Two characters with numbers of their own, of which one asks for what there is not.
fn two_with_a_refusal(library: &Arc<Library>) -> RecordedSession {
    let skeleton = library
        .graph(anim::Name::new("PG_Hero"))
        .unwrap()
        .skeleton();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let mut recording = Recording::new(&evaluator, RecordingLimits::default());
    for tick in 0..120 {
        let mut inputs = Vec::new();
        for character in [7, u32::MAX].into_iter().filter(|_| tick == 0) {
            inputs.push(EngineInput::AddCharacter {
                character,
                skeleton,
                seed: 3,
            });
            inputs.push(EngineInput::Request {
                character,
                request: anim::Request::PlayGraph {
                    graph: anim::Name::new("PG_Hero"),
                },
            });
        }
        if tick == 70 {
            inputs.push(EngineInput::Request {
                character: 7,
                request: anim::Request::play(anim::Name::new("No such montage"), 1.0),
            });
        }
        evaluator.step(1.0 / 60.0, &inputs);
        recording.add(1.0 / 60.0, &inputs, &mut evaluator);
    }
    recording.session()
}

#[test]
fn characters_of_a_session_have_their_numbers_and_a_refusal_that_was_there_is_none() {
    let project = mannequin::sample();
    let library = library(&project, &mut Cache::default());
    let mut test = spanning(&library, &two_with_a_refusal(&library), 60..110);
    let whom = |number| Some(Whom::Number(number));
    let named: Vec<_> = test.expect.iter().map(|it| it.character.clone()).collect();
    assert!(named.contains(&whom(7)) && named.contains(&whom(u32::MAX)));
    assert!(failures(&library, &test).is_empty());
    for character in [None, whom(8), Some(Whom::Name("Hero".to_owned()))] {
        test.expect = vec![ScenarioExpectation {
            character: character.clone(),
            what: Expectation::NoPop {
                most_cm: 100.0,
                bones: Vec::new(),
                from: None,
                to: None,
            },
        }];
        assert_eq!(failures(&library, &test).len(), 1, "{character:?}");
    }
}

#[test]
fn a_request_that_an_edit_refuses_fails_the_scenario() {
    let mut project = mannequin::sample();
    let known = library(&project, &mut Cache::default());
    let session = played(&project, &known, "Combo");
    let mut test = spanning(&known, &session, 0..60);
    test.expect.clear();
    assert!(failures(&known, &test).is_empty());
    project.montages.retain(|_, it| it.name != "AM_AttackCombo");
    let found = failures(&library(&project, &mut Cache::default()), &test);
    assert!(
        found.len() == 1 && found[0].starts_with("script"),
        "{found:?}"
    );
}

#[test]
fn a_scenario_with_a_session_reads_back_and_a_damaged_one_says_what_is_wrong() {
    let mut project = mannequin::excerpt();
    let library = library(&project, &mut Cache::default());
    let whole = mannequin::sample();
    let known = crate::sample::library(&whole, &mut Cache::default());
    let session = played(&whole, &known, "Walk");
    let test = spanning(&known, &session, 30..90);
    project.tests = [(Id(0xabc), Arc::new(test.clone()))].into();
    let files = formats::project::write(&project);
    let ends = |path: &&String| path.ends_with(".msession");
    assert_eq!(files.files.keys().filter(ends).count(), 1);
    let (back, _) = formats::project::read(&files).unwrap();
    assert!(back.tests == project.tests);

    let bytes = &test.session().unwrap().bytes;
    for cut in [0, 7, 40, bytes.len() / 2, bytes.len() - 1] {
        let broken = Scenario {
            source: ScenarioSource::Session(ScenarioSession {
                seconds: 1.0,
                bytes: bytes[..cut].into(),
            }),
            ..test.clone()
        };
        let found = failures(&library, &broken);
        assert!(
            found.len() == 1 && found[0].starts_with("script"),
            "{cut}: {found:?}"
        );
        assert!(offers(&library, &broken).is_err());
    }
}

#[test]
fn a_span_that_is_too_long_or_empty_is_refused() {
    let project = mannequin::sample();
    let library = library(&project, &mut Cache::default());
    let session = played(&project, &library, "Walk");
    assert!(recorded(&session, 5..5).is_err());
    assert!(recorded(&session, session.end() + 1..session.end() + 9).is_err());
    // More ticks than a script can have, though they take no time.
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
    let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
    for tick in 0..100_001 {
        let dt = if tick == 0 { 0.1 } else { 0.0 };
        evaluator.step(dt, &[]);
        recording.add(dt, &[], &mut evaluator);
    }
    let long = recording.session();
    assert!(recorded(&long, 0..long.end()).is_err());
    assert!(recorded(&long, 0..1_000).is_ok());
}

/// The windows are on the montages: their times say when they warp.
#[test]
fn series_have_warps_while_the_windows_of_the_montage_are_passed() {
    let project = mannequin::sample();
    let library = library(&project, &mut Cache::default());
    let session = played(&project, &library, "Vault");
    let mut builder = session::SeriesBuilder::new(session, Default::default()).unwrap();
    while builder.play(300).unwrap() {}
    let series = builder.series();
    assert!(!series.warps.is_empty());
    for span in &series.warps {
        let of = |montage: &Arc<anim::Montage>| {
            let own = montage
                .warps
                .of()
                .iter()
                .filter(|it| it.target == span.name);
            let notify = |id| montage.notifies.iter().find(|it| it.id == id);
            own.filter_map(|it| notify(it.notify).map(|it| it.end - it.time))
                .collect::<Vec<_>>()
        };
        let mut lengths = library.montages.iter().flat_map(of).map(f64::from);
        let took = (span.ticks.end - span.ticks.start) as f64 / 60.0;
        assert!(
            lengths.any(|length| (length - took).abs() < 3.0 / 60.0),
            "{took}"
        );
    }
}
