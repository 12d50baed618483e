//! A session of the engine's thread, shown at any moment and tried with edited assets.

use super::*;
use crate::{Engine, PREVIEWED, PreviewSubject, Snapshot, Transport};
use anim::Request;
use engine::{EngineInput, SessionPlayer, WorkerMode};
use std::time::{Duration, Instant};

const GRAPH: &str = "PG_Hero";

fn compiled(project: &asset::Project) -> Arc<Library> {
    let options = asset::CompileOptions::default();
    asset::compile(project, &mut asset::Cache::default(), options).library
}

/// What the engine's thread recorded of a graph whose speed was changed.
fn session() -> RecordedSession {
    let engine = Engine::start(WorkerMode::Inline, || {}).unwrap();
    let library = compiled(&mannequin::sample());
    engine.set_snapshot(Snapshot {
        revision: 1,
        library,
    });
    engine.transport(Transport::Show(PreviewSubject::Graph(Name::new(GRAPH))));
    engine.transport(Transport::Play);
    for value in [0.0, 2.5, 0.0, 4.0] {
        engine.send(EngineInput::Request {
            character: PREVIEWED,
            request: Request::SetParameter {
                parameter: Name::new("Speed"),
                value,
            },
        });
        std::thread::sleep(Duration::from_millis(400));
    }
    engine
        .session()
        .recv_timeout(Duration::from_secs(60))
        .unwrap()
}

/// The first answer that fits; a generous wait, for the machine may be busy.
fn wait<T>(mut answer: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(120) {
        if let Some(answer) = answer() {
            return answer;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("no answer came");
}

fn frame_at(rewind: &Rewind, tick: u64) -> RewindFrame {
    rewind.send(RewindOrder::Seek(tick));
    wait(|| rewind.frame().filter(|frame| frame.tick == tick))
}

fn pose(session: &RecordedSession, tick: u64) -> u64 {
    let mut player = SessionPlayer::new(session.clone(), WorkerMode::Inline).unwrap();
    player.seek(tick).unwrap();
    player.evaluator().proxy(PREVIEWED).unwrap().pose().hash()
}

#[test]
fn any_moment_is_shown_and_an_edit_is_played_beside_it() {
    let session = session();
    let rewind = Rewind::start(|| {}).unwrap();
    rewind.send(RewindOrder::Open(session.clone()));
    let series = wait(|| {
        rewind.told().find_map(|told| match told {
            RewindTold::Series(series, true) => Some(series),
            _ => None,
        })
    });
    assert_eq!(
        (series.first, series.end()),
        (session.first(), session.end())
    );
    let speed = &series.parameters[&Name::new("Speed")];
    assert!(speed.contains(&2.5) && speed.contains(&4.0));
    for tick in [session.end(), 9, session.end() / 2, 40] {
        let frame = frame_at(&rewind, tick);
        let recorded = frame.recorded.expect("a character");
        assert_eq!(recorded.pose.hash(), pose(&session, tick));
        assert!(frame.edited.is_none());
    }
    let mut project = mannequin::sample();
    let graph = project.graphs.values_mut().find(|it| it.name == GRAPH);
    let wiring = &mut Arc::make_mut(graph.unwrap()).wiring;
    for node in &mut Arc::make_mut(wiring).nodes {
        if let asset::graph::NodeKind::StateMachine(machine) = &mut node.kind {
            let all = machine.transitions.iter_mut();
            all.filter_map(|it| it.settings.as_mut())
                .for_each(|it| it.duration *= 3.0);
        }
    }
    rewind.send(RewindOrder::Try(Some(compiled(&project))));
    let (mut edited, mut found) = (None, None);
    wait(|| {
        for told in rewind.told() {
            match told {
                RewindTold::Edited(session) => edited = Some(session),
                RewindTold::Compared {
                    found: it,
                    distances,
                    is_whole: true,
                } => {
                    found = Some((it, distances));
                }
                _ => {}
            }
        }
        found.as_ref().map(|_| ())
    });
    let (edited, (found, distances)) = (edited.unwrap(), found.unwrap());
    let first = found.first.expect("it differs");
    let tick = first + 4;
    let frame = frame_at(&rewind, tick);
    let (own, other) = (frame.recorded.unwrap(), frame.edited.expect("it is played"));
    assert_eq!(own.pose.hash(), pose(&session, tick));
    assert_eq!(other.pose.hash(), pose(&edited, tick));
    // The greatest distance of a tick, by the poses themselves.
    let last = tick - 1;
    let far = own
        .models
        .iter()
        .zip(&other.models)
        .map(|(a, b)| a.translation.distance(b.translation))
        .fold(0.0, f32::max);
    let told = distances[(last - found.ticks.start) as usize];
    assert!((told - far).abs() < 1e-5, "{told} {far}");
    rewind.send(RewindOrder::Try(None));
    assert!(frame_at(&rewind, tick + 1).edited.is_none());
}

#[test]
fn a_session_is_asked_and_what_cannot_be_played_is_told() {
    let session = session();
    let rewind = Rewind::start(|| {}).unwrap();
    rewind.send(RewindOrder::Explain(0..5));
    rewind.send(RewindOrder::Seek(3));
    rewind.send(RewindOrder::Open(session.clone()));
    rewind.send(RewindOrder::Explain(5..60));
    let rows = wait(|| {
        rewind.told().find_map(|told| match told {
            RewindTold::Rows(ticks, rows) if ticks.start == 5 => Some(rows),
            _ => None,
        })
    });
    assert!(!rows.is_empty() && rows.iter().all(|row| (5..60).contains(&row.tick)));
    let bone = Name::new("foot_l");
    rewind.send(RewindOrder::Trace { tick: 60, bone });
    let traced = wait(|| {
        rewind.told().find_map(|told| match told {
            RewindTold::Traced { provenance, .. } => Some(provenance),
            _ => None,
        })
    });
    let shares = traced.expect("the bone is there").shares;
    let sum: f32 = shares
        .iter()
        .filter(|it| !it.is_additive)
        .map(|it| it.weight)
        .sum();
    assert!((sum - 1.0).abs() < 1e-5, "{sum}");
    // A session whose bytes are damaged.
    let mut broken = session.clone();
    for segment in &mut broken.segments {
        *segment = Arc::new(engine::SessionSegment {
            first: segment.first,
            start: segment.start,
            state: segment.state.clone(),
            count: segment.count,
            seconds: segment.seconds,
            bytes: segment.bytes[..segment.bytes.len() / 2].to_vec(),
            libraries: segment.libraries.clone(),
        });
    }
    rewind.send(RewindOrder::Open(broken));
    let why = wait(|| {
        rewind.told().find_map(|told| match told {
            RewindTold::Fault(why) => Some(why),
            _ => None,
        })
    });
    assert!(why.contains("cannot be read"), "{why}");
    rewind.send(RewindOrder::Open(session.clone()));
    assert!(frame_at(&rewind, 12).recorded.is_some(), "it goes on");
}

/// Ticks of a graph whose speed changes, recorded without a thread.
fn recorded(library: &Arc<Library>, ticks: u64) -> RecordedSession {
    use engine::{Evaluator, Recording, RecordingLimits};
    let graph = Name::new(GRAPH);
    let skeleton = library.graph(graph).unwrap().skeleton();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
    let ask = |request| EngineInput::Request {
        character: FIRST,
        request,
    };
    for tick in 0..ticks {
        let mut inputs = Vec::new();
        if tick == 0 {
            let (character, seed) = (FIRST, 1);
            inputs.push(EngineInput::AddCharacter {
                character,
                skeleton,
                seed,
            });
            inputs.push(ask(Request::PlayGraph { graph }));
        }
        if tick % 97 == 3 {
            inputs.push(ask(Request::SetParameter {
                parameter: Name::new("Speed"),
                value: f64::from((tick / 97 % 4) as u8) * 1.4,
            }));
        }
        evaluator.step(1.0 / 60.0, &inputs);
        recording.add(1.0 / 60.0, &inputs, &mut evaluator);
    }
    recording.session()
}

/// The sample with feet that do not reach for the ground, and every clip faster.
fn faster() -> Arc<Library> {
    let mut project = mannequin::sample();
    for clip in project.clips.values_mut() {
        Arc::make_mut(clip).rate_scale = 1.2;
    }
    compiled(&project)
}

#[test]
fn a_search_finds_in_all_of_the_session_what_its_ledger_has() {
    let library = compiled(&mannequin::sample());
    let session = recorded(&library, 2_000);
    let rewind = Rewind::start(|| {}).unwrap();
    rewind.send(RewindOrder::Open(session.clone()));
    for (text, outcome) in [
        ("FOOT", None),
        ("start", Some(session::LedgerOutcome::Happened)),
        ("nothing is called so", None),
    ] {
        let filter = LedgerFilter {
            text: Some(text.to_owned()),
            outcome,
            ..LedgerFilter::default()
        };
        rewind.send(RewindOrder::Search(Some(filter.clone())));
        let mut told = 0;
        let found = wait(|| {
            let searched = rewind.told().find_map(|it| match it {
                RewindTold::Searched(rows, until, is_whole) => Some((rows, until, is_whole)),
                _ => None,
            });
            let (rows, until, is_whole) = searched?;
            told += 1;
            assert!(is_whole == (until == session.end()));
            is_whole.then_some(rows)
        });
        let all = session::read_ledger(&session, &LedgerFilter::default()).unwrap();
        let wanted: Vec<_> = all
            .into_iter()
            .filter(|row| {
                let text = text.to_lowercase();
                let texts = [&row.subject, &row.asset, &row.what, &row.reason];
                let is_in = texts.iter().any(|it| it.to_lowercase().contains(&text));
                is_in && outcome.is_none_or(|it| it == row.outcome)
            })
            .collect();
        assert_eq!(found.to_vec(), wanted, "{text}");
        assert!(told > 1, "it is told piece by piece");
        assert_eq!(wanted.is_empty(), text.starts_with("nothing"));
    }
}

#[test]
fn the_edited_tick_under_the_playhead_is_there_before_all_of_it_is_played() {
    let session = recorded(&compiled(&mannequin::sample()), 2_000);
    let edited = faster();
    let mut trial = trial::EditTrial::new(&session, edited.clone(), session::SeriesWish::default());
    let pose = |player: &SessionPlayer| player.evaluator().proxy(FIRST).unwrap().pose().hash();
    for tick in [1_950_u64, 1_234, 301, 300, 40] {
        let player = trial.player(tick).expect("the tick is there at once");
        player.seek(tick).unwrap();
        let at_once = pose(player);
        // As if the edit had been made at the state before.
        let segment = session.segment_of(tick).unwrap();
        let first = session.segments[segment].first;
        let mut plain = engine::Evaluator::new(WorkerMode::Inline, edited.clone());
        plain.restore(&session.segments[segment].state);
        for (at, made) in session.segments[segment]
            .ticks()
            .unwrap()
            .iter()
            .enumerate()
        {
            if first + at as u64 == tick {
                break;
            }
            let set = EngineInput::SetLibrary {
                revision: plain.revision() + 1,
                library: edited.clone(),
            };
            let set = (at == 0).then_some(set);
            let inputs: Vec<_> = set.into_iter().chain(made.inputs.iter().cloned()).collect();
            plain.step(made.dt, &inputs);
        }
        assert_eq!(at_once, plain.proxy(FIRST).unwrap().pose().hash(), "{tick}");
    }
    assert!(trial.player(2_001).is_none());
    while trial.has_work() {
        trial.work().unwrap();
    }
    let mut whole = session::Replaying::new(session.clone(), edited);
    while whole.play_segment().unwrap() {}
    let mut known = SessionPlayer::new(whole.session(), WorkerMode::Inline).unwrap();
    for tick in [1_950_u64, 301, 40] {
        known.seek(tick).unwrap();
        let player = trial.player(tick).unwrap();
        player.seek(tick).unwrap();
        assert_eq!(pose(player), pose(&known), "{tick}");
    }
}
