//! Recorded sessions: `cargo bench -p mutoscope-session --bench sessions`.
//!
//! What recording costs beside the tick that is recorded; what ten minutes of the sample's `PG_Hero`
//! take in memory; a seek; a replay against an edit; saving and restoring for a rollback. Medians,
//! in turns, of one process.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "support/turns.rs"]
#[allow(dead_code, reason = "the character of other benches too")]
mod turns;

use anim::{Library, Name, Request};
use engine::{
    EngineInput, Evaluator, RecordedSession, Recording, RecordingLimits, Rollback, SessionPlayer,
    WorkerMode, hash::world_hash,
};
use std::{
    hint::black_box,
    sync::Arc,
    time::{Duration, Instant},
};
use turns::{TICK, medians, timed};

const HERO: Name = Name::new("PG_Hero");
const MINUTES: u64 = 10;

fn main() {
    let project = mannequin::sample();
    let library = compiled(&project);
    tick_and_recording(&library);
    let session = driven(&library, MINUTES * 3600);
    whole(&session);
    seeks(&session);
    against(&session, project);
    rollback(&library);
}

fn compiled(project: &asset::Project) -> Arc<Library> {
    let options = asset::CompileOptions::default();
    asset::compile(project, &mut asset::Cache::default(), options).library
}

fn ask(request: Request) -> EngineInput {
    EngineInput::Request {
        character: 1,
        request,
    }
}

fn set(parameter: &str, value: f64) -> EngineInput {
    ask(Request::SetParameter {
        parameter: Name::new(parameter),
        value,
    })
}

/// A character on its graph that was driven for two seconds.
fn hero(library: &Arc<Library>) -> Evaluator {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let graph = library.graph(HERO).unwrap();
    let added = EngineInput::AddCharacter {
        character: 1,
        skeleton: graph.skeleton(),
        seed: 1,
    };
    evaluator.step(TICK, &[added, ask(Request::PlayGraph { graph: HERO })]);
    (0..120).for_each(|tick| drop(evaluator.step(TICK, &pad(tick))));
    evaluator
}

/// What a pad sets in every tick, and a montage now and then.
fn pad(tick: u64) -> Vec<EngineInput> {
    let time = tick as f64 * TICK;
    let wave = |period: f64| f64::from((time * std::f64::consts::TAU / period).sin() as f32);
    let mut inputs = vec![
        set("Speed", 2.0 + 2.0 * wave(7.0)),
        set("Direction", 60.0 * wave(11.0)),
    ];
    if tick % 600 == 300 {
        inputs.push(ask(Request::play(Name::new("AM_AttackCombo"), 1.0)));
    }
    inputs
}

fn driven(library: &Arc<Library>, ticks: u64) -> RecordedSession {
    let mut evaluator = hero(library);
    let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
    for tick in 0..ticks {
        let inputs = pad(tick);
        evaluator.step(TICK, &inputs);
        recording.add(TICK, &inputs, &mut evaluator);
    }
    recording.session()
}

/// What `add` takes, measured inside of one run of ticks: two runs differ by more than it is.
fn tick_and_recording(library: &Arc<Library>) {
    let mut evaluator = hero(library);
    let mut recording = Recording::new(&evaluator, RecordingLimits::default());
    let (mut stepping, mut adding) = (Duration::ZERO, Duration::ZERO);
    for tick in 0..20_000 {
        let inputs = pad(tick);
        let start = Instant::now();
        black_box(evaluator.step(TICK, &inputs));
        let stepped = Instant::now();
        recording.add(TICK, &inputs, &mut evaluator);
        adding += stepped.elapsed();
        stepping += stepped - start;
    }
    let part = adding.as_secs_f64() / stepping.as_secs_f64();
    let [hash] = medians([&mut || {
        timed(200, || {
            black_box(world_hash(&evaluator));
        })
    }]);
    println!(
        "tick {:.2} µs, recording it {:.3} µs: {:.2} %; its hash {:.3} µs",
        stepping.as_secs_f64() / 20_000.0 * 1e6,
        adding.as_secs_f64() / 20_000.0 * 1e6,
        part * 100.0,
        hash * 1e6
    );
}

fn whole(session: &RecordedSession) {
    let ticks: usize = session.segments.iter().map(|it| it.bytes.len()).sum();
    let states = session.segments.iter();
    let states: usize = states
        .map(|it| it.state.encode(&mut Vec::new()).len())
        .sum();
    println!(
        "{MINUTES} minutes: ticks {:.2} MiB, states {:.2} MiB in {} segments, {:.1} B a tick",
        ticks as f64 / f64::from(1 << 20),
        states as f64 / f64::from(1 << 20),
        session.segments.len(),
        ticks as f64 / session.len() as f64
    );
}

fn seeks(session: &RecordedSession) {
    let mut player = SessionPlayer::new(session.clone(), WorkerMode::Inline).unwrap();
    let mut most = Duration::ZERO;
    let mut tick = 1;
    for _ in 0..50 {
        tick = (tick * 7919 + 13) % session.len();
        let start = Instant::now();
        player.seek(tick).unwrap();
        most = most.max(start.elapsed());
    }
    println!("seek anywhere: at most {:.2} ms", most.as_secs_f64() * 1e3);
}

fn against(session: &RecordedSession, project: asset::Project) {
    let mut edits = vec![("nothing", project.clone())];
    let mut notifies = project.clone();
    for clip in notifies.clips.values_mut() {
        Arc::make_mut(clip).notifies.clear();
    }
    edits.push(("no notifies", notifies));
    let mut faster = project;
    for montage in faster.montages.values_mut() {
        Arc::make_mut(montage).rate_scale *= 1.5;
    }
    edits.push(("faster montages", faster));
    let start = Instant::now();
    session.replay(WorkerMode::Inline, 0).unwrap();
    let plain = start.elapsed().as_secs_f64();
    println!("the same ticks played again: {plain:.3} s");
    for (name, project) in edits {
        let library = compiled(&project);
        let start = Instant::now();
        let found = ::session::compare(session, &library, &::session::ComparisonSpan::default());
        let found = found.unwrap();
        println!(
            "against {name}: {:.3} s, {:.2} of that; {} of {} ticks differ, {} events",
            start.elapsed().as_secs_f64(),
            start.elapsed().as_secs_f64() / plain,
            found.differing,
            session.len(),
            found.events.len()
        );
    }
}

fn rollback(library: &Arc<Library>) {
    let evaluator = hero(library);
    let mut other = hero(library);
    let saved = evaluator.save();
    let bytes = saved.encode(&mut Vec::new()).len();
    let [save, restore, both, encode] = medians([
        &mut || timed(200, || drop(black_box(evaluator.save()))),
        &mut || timed(200, || other.restore(black_box(&saved))),
        &mut || {
            let mut own = hero(library);
            timed(200, || {
                let saved = own.save();
                own.restore(&saved);
            })
        },
        &mut || timed(200, || drop(black_box(saved.encode(&mut Vec::new())))),
    ]);
    println!(
        "save {:.2} µs, restore {:.2} µs, both {:.2} µs; {bytes} bytes, encoded in {:.2} µs",
        save * 1e6,
        restore * 1e6,
        both * 1e6,
        encode * 1e6
    );
    let mut evaluator = hero(library);
    let mut rollback = Rollback::new(8);
    (0..8).for_each(|tick| rollback.step(&mut evaluator, TICK, pad(tick)));
    let first = rollback.oldest(&evaluator).unwrap();
    let (mut eight, mut ticks) = (hero(library), 0);
    let [corrected, plain] = medians([
        &mut || {
            timed(50, || {
                assert!(rollback.correct(&mut evaluator, first, pad(7)));
            })
        },
        &mut || {
            timed(50, || {
                (0..8).for_each(|_| drop(eight.step(TICK, &pad(ticks))));
                ticks += 1;
            })
        },
    ]);
    println!(
        "8 ticks back and made again {:.1} µs, {:.2} of making them",
        corrected * 1e6,
        corrected / plain
    );
}
