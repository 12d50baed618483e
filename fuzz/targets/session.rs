//! Bytes of a session: refused, or they play to the end or to a fault that is told, without a panic
//! that gets out.
#![no_main]

use anim::{Library, Name, Request};
use engine::{EngineInput, Evaluator, Recording, RecordingLimits, WorkerMode};
use fuzz::Changes;
use libfuzzer_sys::fuzz_target;
use session::{SessionWriting, read, write};
use std::sync::{Arc, LazyLock};

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(fuzz::moves);

/// A session without its library, for its bytes would be most of it.
static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let library = &*LIBRARY;
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let limits = RecordingLimits {
        state_every: 8,
        ..RecordingLimits::UNLIMITED
    };
    let mut recording = Recording::new(&evaluator, limits);
    let ask = |request| EngineInput::Request {
        character: 1,
        request,
    };
    for tick in 0..20 {
        let mut inputs = Vec::new();
        if let (0, Some(graph)) = (tick, library.graphs.first()) {
            inputs.push(EngineInput::AddCharacter {
                character: 1,
                skeleton: graph.skeleton(),
                seed: 1,
            });
            inputs.push(ask(Request::PlayGraph {
                graph: graph.name(),
            }));
            inputs.extend(library.montages.first().map(|it| ask(Request::play(it.name, 1.0))));
        }
        inputs.push(ask(Request::SetParameter {
            parameter: Name::new("Speed"),
            value: f64::from(tick),
        }));
        evaluator.step(1.0 / 60.0, &inputs);
        recording.add(1.0 / 60.0, &inputs, &mut evaluator);
        recording.mark("here");
    }
    let writing = SessionWriting {
        is_light: true,
        ..SessionWriting::default()
    };
    write(&recording.session(), &writing).unwrap_or_default()
});

/// Bytes before the first chunk, and of the head of a chunk.
const START: usize = 16;
const HEAD: usize = 32;

fuzz_target!(|changes: Changes| {
    let mut bytes = GOOD.clone();
    changes.apply(&mut bytes);
    repair(&mut bytes);
    let Ok(mut file) = read(&bytes) else {
        return;
    };
    file.inputs().for_each(drop);
    if file.give(&LIBRARY).is_err() {
        return;
    }
    if let Ok(session) = file.session() {
        // What panics in a damaged state is told as a fault of its tick.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let _ = session.replay(WorkerMode::Inline, 0);
        std::panic::set_hook(hook);
    }
});

/// Sets the checksums of all chunks that can be found.
fn repair(bytes: &mut [u8]) {
    let mut at = START;
    while let Some(head) = bytes.get(at..at + HEAD) {
        let length = head[16..24].try_into().map_or(0, u64::from_le_bytes) as usize;
        let end = (at + HEAD).checked_add(length);
        let Some(payload) = end.and_then(|end| bytes.get(at + HEAD..end)) else {
            return;
        };
        let sum = xxhash_rust::xxh3::xxh3_64(payload).to_le_bytes();
        bytes[at + 24..at + 32].copy_from_slice(&sum);
        at += HEAD + length;
    }
}
