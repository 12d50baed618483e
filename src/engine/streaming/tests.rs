use super::*;
use crate::{EngineInput, Evaluator, WorkerMode, dice::Dice};
use anim::{
    Clip, Pose, Request,
    codec::{self, encode},
    instance::Posed,
};
use std::{
    io::Cursor,
    sync::{
        LazyLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

const LONG: Name = Name::new("Long");
const SECONDS: f32 = 40.0;
const TICK: f64 = 1.0 / 60.0;
const SETTINGS: StreamingSettings = StreamingSettings {
    budget: usize::MAX,
    chunk: 4.0,
    shortest: 8.0,
};

/// The walk for 40 s, slower and slower, so that no two parts of it are the same; its root goes on
/// and on.
fn long(library: &Library) -> Clip {
    let walk = library.clip(Name::new("Walk_Fwd")).unwrap();
    let skeleton = library.skeleton(walk.skeleton).unwrap();
    let count = (SECONDS * 30.0) as u32 + 1;
    let frame = |at: u32| {
        let time = f64::from(at) / 30.0;
        let mut pose = Pose::reference(skeleton);
        walk.sample(
            skeleton,
            (time - 0.005 * time * time).rem_euclid(f64::from(walk.length)),
            &mut pose,
        );
        let mut root = pose.get(0);
        root.translation.z += 1.2 * time as f32;
        pose.set(0, &root);
        pose.curves.clear();
        pose
    };
    let frames: Vec<Pose> = (0..count).map(frame).collect();
    let shells = vec![codec::EncoderSettings::DEFAULT_SHELL; skeleton.len()];
    let source = codec::EncoderSource {
        skeleton,
        additive: None,
        bases: &[],
        frames: &frames,
        shells: &shells,
    };
    let compressed = encode(&source, &codec::EncoderSettings::default())
        .unwrap()
        .0;
    Clip {
        name: LONG,
        length: SECONDS,
        key_count: count,
        times: Default::default(),
        compressed: Some(compressed),
        looping: true,
        notifies: Default::default(),
        markers: Default::default(),
        curves: Default::default(),
        curve_keys: Default::default(),
        ..Clip::clone(walk)
    }
}

static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let compiled = asset::compile(
        &mannequin::excerpt(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let mut library = Library::clone(&compiled);
    library.clips.push(Arc::new(long(&library)));
    library.clips.sort_by_key(|clip| clip.name);
    library
        .clips
        .retain(|clip| [LONG, Name::new("Walk_Fwd")].contains(&clip.name));
    library.montages.clear();
    library.graphs.clear();
    library.meshes.clear();
    library.names.insert("Long").unwrap();
    bundle::write(&library, &bundle::Golden::default())
});

fn opened() -> Bundle {
    bundle::read(anim::Store::of(&BYTES), BYTES.len()).unwrap()
}

fn begun(settings: StreamingSettings) -> Streaming {
    Streaming::begin_streaming(&opened(), Cursor::new(BYTES.clone()), settings).unwrap()
}

fn ask(request: Request) -> EngineInput {
    EngineInput::Request {
        character: 0,
        request,
    }
}

fn play(position: f64, rate: f32) -> EngineInput {
    ask(Request::PlayClip {
        clip: LONG,
        position,
        rate,
    })
}

fn player(library: &Arc<Library>, position: f64, rate: f32) -> Evaluator {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let skeleton = library.clip(LONG).unwrap().skeleton;
    evaluator.step(
        0.0,
        &[
            EngineInput::AddCharacter {
                character: 0,
                skeleton,
                seed: 1,
            },
            play(position, rate),
        ],
    );
    evaluator
}

fn posed(evaluator: &Evaluator) -> &Posed {
    evaluator.shown(0).unwrap()
}

fn chunk_bytes(streaming: &Streaming) -> usize {
    streaming.streams[0]
        .chunks
        .iter()
        .map(|it| it.bytes)
        .max()
        .unwrap()
}

#[test]
fn with_what_is_next_ordered_early_a_whole_loop_is_played_to_the_bit() {
    for chunks in [2, 3, 100] {
        let mut streaming = begun(SETTINGS);
        assert_eq!(streaming.count(), 1, "the short one is whole");
        streaming.budget = chunks * chunk_bytes(&streaming);
        streaming.prefetch(LONG, 0.0);
        streaming.finish_loading();
        let (mut whole, mut streamed) = (
            player(&opened().library, 0.0, 1.0),
            player(streaming.library(), 0.0, 1.0),
        );
        for tick in 0..(SECONDS as usize + 6) * 60 {
            let status = streaming.finish_loading();
            assert!(
                status.here + status.ordered <= streaming.budget,
                "{status:?}"
            );
            whole.step(TICK, &[]);
            streamed.step(TICK, &[]);
            assert_eq!(posed(&whole), posed(&streamed), "tick {tick} with {chunks}");
            assert_eq!(whole.placement(0), streamed.placement(0));
        }
        assert_eq!(streaming.status().stalls, 0);
        assert!(streaming.status().chunks_here <= chunks);
    }
}

/// A clip of just that length comes in chunks, and one that is shorter by less than a float can say
/// is read whole.
#[test]
fn clips_as_long_as_the_shortest_come_in_chunks() {
    assert_eq!(
        begun(StreamingSettings {
            shortest: SECONDS,
            ..SETTINGS
        })
        .count(),
        1
    );
    assert_eq!(
        begun(StreamingSettings {
            shortest: SECONDS.next_up(),
            ..SETTINGS
        })
        .count(),
        0
    );
}

/// What docs/bundle.md says of a game that gives no settings: 16 MiB, 4 s, 8 s.
#[test]
fn without_settings_there_is_room_for_sixteen_mebibytes() {
    assert_eq!(
        StreamingSettings::default(),
        StreamingSettings {
            budget: 16_777_216,
            chunk: 4.0,
            shortest: 8.0
        }
    );
}

#[test]
fn apart_the_bundle_s_memory_goes_and_it_plays_the_same() {
    let words: Arc<[u128]> = match anim::Store::of(&BYTES) {
        anim::Store::Shared(words) => words,
        _ => unreachable!("a copy is shared"),
    };
    let bundle = bundle::read(words.clone().into(), BYTES.len()).unwrap();
    let source = || Cursor::new(BYTES.clone());
    let mut apart = Streaming::begin_apart(&bundle, source(), SETTINGS).unwrap();
    let mut together = Streaming::begin_streaming(&bundle, source(), SETTINGS).unwrap();
    assert_eq!(apart.library(), together.library());
    drop(bundle);
    assert!(Arc::strong_count(&words) > 1);
    let mut players = [&apart, &together].map(|it| player(it.library(), 37.0, 1.0));
    for _ in 0..400 {
        apart.finish_loading();
        together.finish_loading();
        players.iter_mut().for_each(|it| drop(it.step(TICK, &[])));
        assert_eq!(posed(&players[0]), posed(&players[1]));
    }
    drop((together, players));
    assert_eq!(Arc::strong_count(&words), 1, "nothing of it is left");
}

/// Answers while it is open.
struct Gate(Cursor<Vec<u8>>, Arc<AtomicBool>);

impl ChunkSource for Gate {
    fn read(&mut self, at: u64, into: &mut [u8]) -> io::Result<()> {
        if !self.1.load(Ordering::SeqCst) {
            return Err(io::Error::other("the disk is gone"));
        }
        ChunkSource::read(&mut self.0, at, into)
    }
}

#[test]
fn what_is_late_is_held_and_told_and_the_root_goes_on() {
    let open = Arc::new(AtomicBool::new(true));
    let gate = Gate(Cursor::new(BYTES.clone()), open.clone());
    let mut streaming = Streaming::begin_streaming(&opened(), gate, SETTINGS).unwrap();
    streaming.prefetch(LONG, 0.0);
    streaming.finish_loading();
    let (mut whole, mut streamed) = (
        player(&opened().library, 0.0, 1.0),
        player(streaming.library(), 0.0, 1.0),
    );
    open.store(false, Ordering::SeqCst);
    let chunk = f64::from(streaming.streams[0].chunked.chunk_frames()) / 30.0;
    let (mut held, mut failure) = (0, None);
    // The first two were here before it closed.
    for _ in 0..(2.0 * chunk * 60.0) as usize + 40 {
        failure = streaming.finish_loading().failure.or(failure);
        whole.step(TICK, &[]);
        streamed.step(TICK, &[]);
        assert_eq!(
            whole.placement(0),
            streamed.placement(0),
            "the root never waits"
        );
        held += usize::from(posed(&streamed).is_stalled());
        assert!(posed(&streamed).is_stalled() || posed(&whole) == posed(&streamed));
    }
    assert!((30..=41).contains(&held), "{held}");
    assert_eq!(streaming.status().stalls, held as u64);
    assert_eq!(
        failure.as_deref(),
        Some("Cannot read the keys of clip “Long”: the disk is gone.")
    );
    open.store(true, Ordering::SeqCst);
    let mut after = 0;
    while posed(&streamed).is_stalled() {
        streaming.finish_loading();
        whole.step(TICK, &[]);
        streamed.step(TICK, &[]);
        after += 1;
        assert!(after <= RETRY + 2, "it is tried again");
    }
    assert_eq!(posed(&whole), posed(&streamed));
    // What is next could not be read either, and is tried again as well.
    let mut after = 0;
    while streaming.status().failure.is_some() {
        streaming.finish_loading();
        whole.step(TICK, &[]);
        streamed.step(TICK, &[]);
        after += 1;
        assert!(after <= 2 * RETRY, "what could be read is no failure");
    }
}

/// Reads once it is allowed to.
struct Held(Cursor<Vec<u8>>, Receiver<()>);

impl ChunkSource for Held {
    fn read(&mut self, at: u64, into: &mut [u8]) -> io::Result<()> {
        let _ = self.1.recv();
        ChunkSource::read(&mut self.0, at, into)
    }
}

/// Room for one: what is on its way has to come before it can go for what is wanted now.
#[test]
fn what_finds_room_only_once_another_came_is_here_when_it_is_finished() {
    let (allow, allowed) = bounded(1000);
    let mut streaming = Streaming::begin_streaming(
        &opened(),
        Held(Cursor::new(BYTES.clone()), allowed),
        SETTINGS,
    )
    .unwrap();
    streaming.budget = chunk_bytes(&streaming);
    streaming.prefetch(LONG, 0.0);
    assert!(streaming.update().ordered > 0);
    streaming.prefetch(LONG, f64::from(SECONDS) * 0.5);
    let later = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(20));
        drop(allow);
    });
    let status = streaming.finish_loading();
    later.join().unwrap();
    let half = streaming.streams[0].chunked.count() / 2;
    let here: Vec<usize> = (0..streaming.streams[0].chunks.len())
        .filter(|chunk| streaming.streams[0].chunks[*chunk].state == ChunkState::Here)
        .collect();
    assert!(
        here.iter().all(|chunk| chunk.abs_diff(half) <= 1) && here.len() == 1,
        "{here:?} of {half}"
    );
    assert!(!status.is_starved && status.ordered == 0);
}

struct Counted(Cursor<Vec<u8>>, Arc<AtomicUsize>);

impl ChunkSource for Counted {
    fn read(&mut self, at: u64, into: &mut [u8]) -> io::Result<()> {
        self.1.fetch_add(1, Ordering::SeqCst);
        ChunkSource::read(&mut self.0, at, into)
    }
}

/// Two play far from each other where three chunks have room: what is next of both does not push
/// each other out and in.
#[test]
fn what_has_no_room_is_not_read_again_and_again() {
    let reads = Arc::new(AtomicUsize::new(0));
    let source = Counted(Cursor::new(BYTES.clone()), reads.clone());
    let mut streaming = Streaming::begin_streaming(&opened(), source, SETTINGS).unwrap();
    streaming.budget = 3 * chunk_bytes(&streaming);
    let mut players = [1.0, 22.0].map(|position| player(streaming.library(), position, 1.0));
    for _ in 0..60 {
        streaming.finish_loading();
        players.iter_mut().for_each(|it| drop(it.step(TICK, &[])));
    }
    assert_eq!(reads.load(Ordering::SeqCst), 3);
    assert!(players.iter().all(|it| !posed(it).is_stalled()));
}

/// Fails as often as it says, then reads.
struct Flaky(Cursor<Vec<u8>>, usize);

impl ChunkSource for Flaky {
    fn read(&mut self, at: u64, into: &mut [u8]) -> io::Result<()> {
        if let Some(left) = self.1.checked_sub(1) {
            self.1 = left;
            return Err(io::Error::other("the cable is loose"));
        }
        ChunkSource::read(&mut self.0, at, into)
    }
}

/// What could not be read is told until it could, whatever else is read meanwhile, and is tried
/// again after a while.
#[test]
fn a_failure_is_told_until_what_failed_is_here() {
    let source = Flaky(Cursor::new(BYTES.clone()), 1);
    let mut streaming = Streaming::begin_streaming(&opened(), source, SETTINGS).unwrap();
    let failed = "Cannot read the keys of clip “Long”: the cable is loose.";
    let told = |streaming: &mut Streaming, time: f64| {
        streaming.prefetch(LONG, time);
        streaming.finish_loading().failure
    };
    assert_eq!(told(&mut streaming, 1.0).as_deref(), Some(failed));
    assert_eq!(here(&streaming), [1], "what follows was ordered with it");
    assert_eq!(told(&mut streaming, 23.0).as_deref(), Some(failed));
    assert_eq!(here(&streaming), [1, 5, 6]);
    let tries = (0..10 * RETRY).take_while(|_| told(&mut streaming, 1.0).is_some());
    assert!((RETRY / 2..=2 * RETRY).contains(&(tries.count() as u64)));
    assert_eq!(here(&streaming), [0, 1, 5, 6]);
}

/// The chunks that are here, of somewhat more than 4 s each.
fn here(streaming: &Streaming) -> Vec<usize> {
    let chunks = streaming.streams[0].chunks.iter().enumerate();
    let here = chunks.filter(|(_, it)| it.state == ChunkState::Here);
    here.map(|(chunk, _)| chunk).collect()
}

/// With each part that is asked for comes the next one. Once there is no more room, what goes is what
/// nobody asked for for the longest time.
#[test]
fn what_was_needed_longest_ago_goes_first() {
    let mut streaming = begun(SETTINGS);
    for (time, expected) in [
        (2.0, vec![0, 1]),
        (14.0, vec![0, 1, 3, 4]),
        (26.0, vec![0, 1, 3, 4, 6, 7]),
        (2.0, vec![0, 1, 3, 4, 6, 7]),
    ] {
        streaming.prefetch(LONG, time);
        streaming.finish_loading();
        assert_eq!(here(&streaming), expected);
    }
    streaming.budget = streaming.used;
    streaming.prefetch(LONG, 34.0);
    streaming.finish_loading();
    let left = here(&streaming);
    assert!(
        left.starts_with(&[0, 1]) && left.ends_with(&[6, 7, 8]) || left.ends_with(&[6, 7, 8, 9]),
        "{left:?}"
    );
    assert!(
        !left.contains(&4),
        "the part behind 14 s is the oldest of all: {left:?}"
    );
}

struct Broken;

impl ChunkSource for Broken {
    fn read(&mut self, _: u64, _: &mut [u8]) -> io::Result<()> {
        panic!("a source that is broken")
    }
}

#[test]
fn a_source_that_panics_and_a_budget_of_nothing_stop_nothing() {
    let mut streaming = Streaming::begin_streaming(&opened(), Broken, SETTINGS).unwrap();
    let mut streamed = player(streaming.library(), 3.0, 1.0);
    for _ in 0..200 {
        streaming.finish_loading();
        streamed.step(TICK, &[]);
        assert!(posed(&streamed).is_stalled());
    }
    let status = streaming.status();
    assert_eq!(
        status.failure.as_deref(),
        Some("Key streaming has stopped.")
    );
    assert_eq!((status.here, status.ordered), (0, 0));

    let mut streaming = begun(StreamingSettings {
        budget: 0,
        ..SETTINGS
    });
    let mut streamed = player(streaming.library(), 3.0, 1.0);
    streamed.step(TICK, &[]);
    assert!(
        streaming.update().is_starved,
        "what a tick needed has no room"
    );
    streamed.step(TICK, &[]);
    let status = streaming.finish_loading();
    assert!(status.is_starved && status.here == 0 && posed(&streamed).is_stalled());
}

/// Jumps, any rate, backwards, any budget, chunks of any length that come when they come: what is
/// not told to be held has the bits of the whole clip, and the budget holds at every moment.
#[test]
fn whatever_comes_when_it_is_the_clip_or_it_is_told() {
    for seed in 0..16 {
        let mut dice = Dice(seed);
        let mut within = |from: f64, to: f64| {
            from + (to - from) * dice.below(1 << 20) as f64 / f64::from(1 << 20)
        };
        let mut streaming = begun(StreamingSettings {
            chunk: within(0.1, 20.0) as f32,
            ..SETTINGS
        });
        streaming.budget = (within(0.0, 4.0) * chunk_bytes(&streaming) as f64) as usize;
        let (mut whole, mut streamed) = (
            player(&opened().library, 0.0, 1.0),
            player(streaming.library(), 0.0, 1.0),
        );
        for _ in 0..8 {
            let (position, rate, waits) = (
                within(-1.0, 41.0),
                within(-6.0, 6.0) as f32,
                within(0.0, 1.0) < 0.5,
            );
            let mut inputs = vec![play(position, rate)];
            for _ in 0..within(1.0, 90.0) as usize {
                let status = if waits {
                    streaming.finish_loading()
                } else {
                    streaming.update()
                };
                assert!(
                    status.here + status.ordered <= streaming.budget,
                    "{seed}: {status:?}"
                );
                assert_eq!(status.here + status.ordered, streaming.used);
                whole.step(TICK, &inputs);
                streamed.step(TICK, &inputs);
                inputs.clear();
                assert!(
                    posed(&streamed).is_stalled() || posed(&whole) == posed(&streamed),
                    "{seed} at {position}"
                );
                assert_eq!(whole.placement(0), streamed.placement(0));
            }
        }
    }
}
