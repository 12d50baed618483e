use super::*;
use crate::{rows::ControlWords, tests::dice::Dice};
use anim::{
    Library, Name, Request, Transform,
    ground::{Shape, Terrain},
};
use engine::{
    CharacterId, EngineInput, Evaluator, RecordedSession, Recording, RecordingLimits, SessionFault,
    SessionPlayer, WorkerMode, hash::world_hash,
};
use glam::Vec3;
use std::sync::{Arc, LazyLock, atomic::AtomicBool};

mod causes;
#[path = "../../tests/support/dice.rs"]
mod dice;
mod provenance;
mod series;

const TICK: f64 = 1.0 / 60.0;

fn compiled(project: &asset::Project) -> Arc<Library> {
    asset::compile(
        project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library
}

static SAMPLE: LazyLock<Arc<Library>> = LazyLock::new(|| compiled(&mannequin::sample()));

fn ask(character: CharacterId, request: Request) -> EngineInput {
    EngineInput::Request { character, request }
}

/// What a player with a pad does in a tick: every graph, its parameters, montages and targets.
fn inputs(dice: &mut Dice, library: &Library, tick: u64) -> Vec<EngineInput> {
    let mut inputs = Vec::new();
    for character in 0..2 {
        let graph = dice.of(&library.graphs);
        if tick == 0 || dice.below(200) == 0 {
            inputs.push(EngineInput::AddCharacter {
                character,
                skeleton: graph.skeleton(),
                seed: dice.next(),
            });
            let graph = graph.name();
            inputs.push(ask(character, Request::PlayGraph { graph }));
        }
        for graph in &library.graphs {
            if let Some(known) = graph.parts().parameters.get(dice.below(40)) {
                let (parameter, value) = (known.name, f64::from(dice.between(-1.0, 5.0)));
                inputs.push(ask(character, Request::SetParameter { parameter, value }));
            }
        }
        let montage = dice.of(&library.montages).name;
        match dice.below(60) {
            0 => inputs.push(ask(
                character,
                Request::play(montage, dice.between(0.5, 2.0)),
            )),
            1 => inputs.push(ask(
                character,
                Request::StopMontage {
                    montage: None,
                    blend_out: None,
                },
            )),
            2 => inputs.push(ask(
                character,
                Request::SetLod {
                    lod: dice.below(3) as u32,
                },
            )),
            3 => inputs.push(EngineInput::Place {
                character,
                placement: Transform::from_translation(Vec3::from_array(dice.rolls())),
            }),
            4 => inputs.push(EngineInput::SetGround {
                ground: Some(Arc::new(Terrain {
                    shape: Shape::Slope {
                        angle: f64::from(dice.between(-20.0, 20.0)),
                    },
                    ..Terrain::default()
                })),
            }),
            5 => inputs.push(ask(
                character,
                Request::SetWarpTarget {
                    target: Name::new("Ledge"),
                    place: Transform::from_translation(Vec3::from_array(dice.rolls())),
                },
            )),
            _ => {}
        }
    }
    inputs
}

fn played(
    library: &Arc<Library>,
    seed: u64,
    ticks: u64,
    limits: RecordingLimits,
) -> RecordedSession {
    let mut dice = Dice(seed);
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let mut recording = Recording::new(&evaluator, limits);
    for tick in 0..ticks {
        let inputs = inputs(&mut dice, library, tick);
        let dt = match dice.below(30) {
            0 => f64::from(dice.between(0.0, 0.2)),
            _ => TICK,
        };
        evaluator.step(dt, &inputs);
        recording.add(dt, &inputs, &mut evaluator);
        if tick % 400 == 399 {
            recording.mark(format!("after {tick}"));
        }
    }
    recording.note("level", "test");
    recording.session()
}

fn hashes(session: &RecordedSession) -> Vec<u64> {
    let ticks = session.segments.iter().flat_map(|it| it.ticks().unwrap());
    ticks.map(|tick| tick.hash).collect()
}

fn writing(is_light: bool) -> SessionWriting {
    SessionWriting {
        origin: "test".to_owned(),
        title: "Sample".to_owned(),
        is_light,
    }
}

#[test]
fn a_session_read_from_its_file_plays_alike_from_every_state() {
    for seed in 0..3 {
        let session = played(&SAMPLE, seed, 700, RecordingLimits::UNLIMITED);
        let bytes = write(&session, &writing(false)).unwrap();
        let file = read(&bytes).unwrap();
        assert_eq!((file.fault.clone(), file.title.as_str()), (None, "Sample"));
        assert_eq!(file.notes, [("level".to_owned(), "test".to_owned())]);
        let read = file.session().unwrap();
        assert_eq!(
            (&read.marks, hashes(&read)),
            (&session.marks, hashes(&session))
        );
        for from in read.kept() {
            assert_eq!(
                read.replay(WorkerMode::workers(2).unwrap(), from)
                    .map_err(drop_states),
                Ok(()),
                "seed {seed}, from {from}"
            );
        }
        assert_eq!(write(&read, &writing(false)).unwrap(), bytes);
    }
}

/// For readable failures.
fn drop_states(fault: SessionFault) -> String {
    fault.to_string()
}

#[test]
fn a_light_session_asks_for_its_bundle_and_plays_with_it() {
    let session = played(&SAMPLE, 7, 100, RecordingLimits::UNLIMITED);
    let bytes = write(&session, &writing(true)).unwrap();
    assert!(bytes.len() < 200_000, "{} bytes", bytes.len());
    let mut file = read(&bytes).unwrap();
    let missing = file.session().unwrap_err();
    assert!(
        matches!(missing, SessionFileError::LibraryMissing { .. }),
        "{missing}"
    );
    assert_eq!(file.inputs().count(), 100);
    assert_eq!(file.give(&Arc::default()), Ok(false));
    assert_eq!(file.give(&SAMPLE), Ok(true));
    assert_eq!(hashes(&file.session().unwrap()), hashes(&session));
}

#[test]
fn a_file_that_is_cut_anywhere_gives_its_whole_segments() {
    let session = played(
        &SAMPLE,
        3,
        130,
        RecordingLimits {
            state_every: 40,
            ..RecordingLimits::UNLIMITED
        },
    );
    let bytes = write(&session, &writing(true)).unwrap();
    let whole = read(&bytes).unwrap();
    let (mut last, mut seen) = (0, Vec::new());
    for length in (0..bytes.len()).step_by(37).chain([bytes.len() - 1]) {
        match read(&bytes[..length]) {
            Ok(cut) => {
                let fault = cut.fault.clone().expect("something is missing");
                assert!(matches!(fault, SessionFileError::Cut { .. }), "{fault}");
                assert!(cut.end() >= last && cut.segments() <= whole.segments());
                last = cut.end();
                seen.push(cut.segments());
            }
            Err(why) => assert!(
                matches!(
                    why,
                    SessionFileError::NotASession | SessionFileError::Cut { .. }
                ),
                "{why}"
            ),
        }
    }
    seen.dedup();
    assert_eq!(seen, (0..=whole.segments()).collect::<Vec<_>>());
}

/// Whoever changes bytes can also change their checksum.
#[test]
fn bytes_that_were_never_written_so_are_refused_and_never_panic() {
    let session = played(
        &SAMPLE,
        5,
        60,
        RecordingLimits {
            state_every: 20,
            ..RecordingLimits::UNLIMITED
        },
    );
    let bytes = write(&session, &writing(true)).unwrap();
    let mut dice = Dice(9);
    let mut refused = 0;
    for _ in 0..300 {
        let mut hostile = bytes.clone();
        for _ in 0..1 + dice.below(3) {
            let at = dice.below(hostile.len());
            hostile[at] = dice.next() as u8;
        }
        repair(&mut hostile);
        let Ok(mut file) = read(&hostile) else {
            refused += 1;
            continue;
        };
        refused += usize::from(file.fault.is_some());
        let _ = file.give(&SAMPLE);
        let Ok(session) = file.session() else {
            refused += 1;
            continue;
        };
        if let Err(fault) = session.replay(WorkerMode::Inline, 0) {
            assert!(!fault.to_string().is_empty());
            refused += 1;
        }
    }
    assert!(refused > 200, "{refused}");
}

/// Sets the checksums of all chunks to what they should be, as far as chunks can be found.
fn repair(bytes: &mut [u8]) {
    let mut at = 16;
    while let Some(head) = bytes.get(at..at + 32) {
        let length = u64::from_le_bytes(head[16..24].try_into().unwrap()) as usize;
        let Some(payload) = bytes.get(at + 32..).and_then(|rest| rest.get(..length)) else {
            return;
        };
        let sum = xxhash_rust::xxh3::xxh3_64(payload).to_le_bytes();
        bytes[at + 24..at + 32].copy_from_slice(&sum);
        at += 32 + length;
    }
}

#[test]
fn other_versions_and_rules_are_named() {
    let session = played(&SAMPLE, 1, 5, RecordingLimits::UNLIMITED);
    let bytes = write(&session, &writing(true)).unwrap();
    let with = |at: usize, value: u32| {
        let mut bytes = bytes.clone();
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        read(&bytes).unwrap_err()
    };
    assert_eq!(with(8, 99), SessionFileError::Version { found: 99 });
    assert_eq!(with(12, 77), SessionFileError::FloatRule { found: 77 });
    assert_eq!(read(b"glTF").unwrap_err(), SessionFileError::NotASession);
    assert!(with(8, 99).to_string().contains("99"));
}

#[test]
fn a_seek_makes_no_more_than_a_segment_again() {
    let session = played(&SAMPLE, 11, 1500, RecordingLimits::UNLIMITED);
    let straight = hashes(&session);
    let mut player = SessionPlayer::new(session, WorkerMode::Inline).unwrap();
    let mut dice = Dice(4);
    for _ in 0..300 {
        let tick = dice.below(1500) as u64 + 1;
        let before = player.resimulated();
        player.seek(tick).unwrap();
        assert!(player.resimulated() - before <= 300);
        assert_eq!(world_hash(player.evaluator()), straight[tick as usize - 1]);
    }
    let outside = player.seek(1501);
    assert_eq!(outside, Err(SessionFault::Outside { tick: 1501 }));
}

#[test]
fn a_recording_stays_within_its_limits_and_its_first_tick_plays() {
    let limits = RecordingLimits {
        state_every: 50,
        bytes: 300_000,
        seconds: 8.0,
        ..RecordingLimits::default()
    };
    let session = played(&SAMPLE, 2, 1200, limits);
    assert!(
        session.first() > 400 && session.end() == 1200,
        "{}",
        session.first()
    );
    assert!(session.seconds() < 8.0 + 50.0 * 0.2);
    assert!(
        session
            .marks
            .iter()
            .all(|mark| mark.tick >= session.first())
    );
    assert_eq!(
        session.replay(WorkerMode::Inline, 0).map_err(drop_states),
        Ok(())
    );
    let bytes: usize = session.segments.iter().map(|it| it.bytes.len()).sum();
    assert!(bytes < 300_000);
}

/// An hour of edits in a window where nothing plays.
#[test]
fn changes_of_the_library_are_bounded_though_no_time_passes() {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, SAMPLE.clone());
    let mut recording = Recording::new(&evaluator, RecordingLimits::default());
    for revision in 1..400 {
        let library = Arc::new(Library::clone(&SAMPLE));
        let inputs = [EngineInput::SetLibrary { revision, library }];
        evaluator.step(0.0, &inputs);
        recording.add(0.0, &inputs, &mut evaluator);
    }
    let session = recording.session();
    let counts = session.segments.iter().map(|it| it.libraries.len());
    let count: usize = counts.sum();
    assert!((60..=65).contains(&count), "{count}");
    assert_eq!(session.end(), 399);
    assert_eq!(
        session.replay(WorkerMode::Inline, 0).map_err(drop_states),
        Ok(())
    );
}

#[test]
fn a_parameter_that_is_set_each_tick_costs_no_more_than_six_bytes() {
    let library = &*SAMPLE;
    let names: Vec<Name> = library
        .graphs
        .iter()
        .flat_map(|it| &it.parts().parameters)
        .map(|it| it.name)
        .collect();
    let bytes = |count: usize| {
        let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
        let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
        let mut dice = Dice(3);
        for _ in 0..200 {
            let set = |parameter: &Name| {
                ask(
                    1,
                    Request::SetParameter {
                        parameter: *parameter,
                        value: f64::from(dice.between(-9.0, 9.0)),
                    },
                )
            };
            let inputs: Vec<EngineInput> = names[..count].iter().map(set).collect();
            evaluator.step(TICK, &inputs);
            recording.add(TICK, &inputs, &mut evaluator);
        }
        recording.session().segments[0].bytes.len()
    };
    let (none, all) = (bytes(0), bytes(8));
    assert!(
        (all - none) as f64 / 200.0 <= 6.0 * 8.0 + 2.0,
        "{}",
        (all - none) as f64 / 1600.0
    );
}

/// The hashes of the session's inputs, played whole with another library.
fn brute_force(session: &RecordedSession, library: &Arc<Library>) -> Vec<u64> {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let ticks = session.segments.iter().flat_map(|it| it.ticks().unwrap());
    ticks
        .map(|tick| {
            evaluator.step(tick.dt, &tick.inputs);
            world_hash(&evaluator)
        })
        .collect()
}

#[test]
fn what_an_edit_changes_is_what_two_whole_plays_differ_in() {
    let session = played(&SAMPLE, 21, 900, RecordingLimits::UNLIMITED);
    let recorded = hashes(&session);
    for edit in 0..5 {
        let mut project = mannequin::sample();
        match edit {
            0 => {
                for montage in project.montages.values_mut() {
                    Arc::make_mut(montage).blend_in.time += 0.1;
                }
            }
            1 => {
                for montage in project.montages.values_mut() {
                    Arc::make_mut(montage).rate_scale *= 1.5;
                }
            }
            2 => {
                for clip in project.clips.values_mut() {
                    Arc::make_mut(clip).notifies.clear();
                }
            }
            3 => project.montages.clear(),
            _ => {
                let kept: Vec<_> = project.montages.keys().copied().skip(2).collect();
                project.montages.retain(|id, _| kept.contains(id));
            }
        }
        let library = compiled(&project);
        let edited = brute_force(&session, &library);
        let differs = |at: &usize| recorded[*at] != edited[*at];
        let found = compare(&session, &library, &ComparisonSpan::default()).unwrap();
        assert_eq!(
            found.first,
            (0..900).find(differs).map(|at| at as u64),
            "edit {edit}"
        );
        assert_eq!(
            found.differing,
            (0..900).filter(differs).count() as u64,
            "edit {edit}"
        );
        assert!(!found.is_equal(), "edit {edit}");
        // Montages that are gone are refused where they were played.
        assert_eq!(
            found.refused.is_empty(),
            edit < 3,
            "edit {edit}: {:?}",
            found.refused
        );
        for machine in &found.machines {
            let differs = |tick: u64| recorded[tick as usize] != edited[tick as usize];
            assert!(
                machine.ticks.clone().all(differs),
                "edit {edit}: {machine:?}"
            );
        }
    }
}

#[test]
fn an_edit_of_nothing_that_plays_changes_nothing() {
    let session = played(&SAMPLE, 22, 400, RecordingLimits::UNLIMITED);
    let same = compiled(&mannequin::sample());
    let found = compare(&session, &same, &ComparisonSpan::default()).unwrap();
    assert!(found.is_equal() && found.events.is_empty());
    let mut project = mannequin::sample();
    let (_, clip) = project.clips.iter().next().unwrap();
    let mut unused = asset::Clip::clone(clip);
    unused.name = "Unused".into();
    project.clips.insert(asset::Id(0x7777), Arc::new(unused));
    let more = compiled(&project);
    assert_ne!(*more, **SAMPLE);
    let found = compare(&session, &more, &ComparisonSpan::default()).unwrap();
    assert!(found.is_equal() && found.events.is_empty(), "{found:?}");
}

#[test]
fn explaining_changes_no_bit_and_every_row_has_its_reason() {
    let session = played(&SAMPLE, 31, 50_000, RecordingLimits::UNLIMITED);
    // A player compares every tick with what was recorded.
    let rows = read_ledger(&session, &LedgerFilter::default()).unwrap();
    assert!(rows.len() > 500, "{} rows", rows.len());
    for row in &rows {
        assert!(!row.reason.is_empty() && !row.what.is_empty(), "{row:?}");
    }
    let some = rows
        .iter()
        .find(|row| row.outcome == LedgerOutcome::DidNot)
        .unwrap();
    let filter = LedgerFilter {
        subject: Some(some.subject.to_uppercase()),
        ticks: Some(some.tick..some.tick + 1),
        ..LedgerFilter::default()
    };
    let found = read_ledger(&session, &filter).unwrap();
    assert!(found.contains(some), "{found:?}");
}

#[test]
fn the_last_and_the_next_time_are_those_of_a_search_through_everything() {
    let session = played(&SAMPLE, 41, 500, RecordingLimits::UNLIMITED);
    let rows = read_ledger(&session, &LedgerFilter::default()).unwrap();
    let entered = rows.iter().filter(|row| row.what == "state entered");
    let states: Vec<(u64, &str)> = entered
        .map(|row| (row.tick, row.subject.as_str()))
        .collect();
    assert!(states.len() > 5);
    let mut dice = Dice(6);
    for _ in 0..40 {
        let (_, state) = dice.of(&states);
        let from = dice.below(500) as u64;
        let predicate = Predicate::Entered {
            state: Name::new(state),
        };
        let all = states.iter().filter(|it| it.1 == state).map(|it| it.0);
        let expected = [
            all.clone().filter(|tick| *tick < from).max(),
            all.filter(|tick| *tick > from).min(),
        ];
        let found = [SearchDirection::Last, SearchDirection::Next].map(|direction| {
            find_tick(
                &session,
                &predicate,
                from,
                direction,
                &AtomicBool::new(false),
            )
            .unwrap()
        });
        assert_eq!(found, expected, "{state} from {from}");
    }
}

/// A rule that decides twice in a tick says so twice, and a control says only what is new.
#[test]
fn rows_of_a_tick_are_told_once() {
    let session = played(&SAMPLE, 51, 120, RecordingLimits::UNLIMITED);
    let mut player = SessionPlayer::new(session, WorkerMode::Inline).unwrap();
    player.evaluator_mut().ask_why(true);
    let mut known = ControlWords::new();
    player.step().unwrap();
    let first = tick_rows(player.evaluator(), player.refused(), 0, &mut known);
    let again = tick_rows(player.evaluator(), player.refused(), 0, &mut known);
    let solves = |rows: &[LedgerRow]| rows.iter().filter(|row| row.what == "solve").count();
    assert_eq!(solves(&again), 0);
    assert!(first.len() >= again.len());
}
