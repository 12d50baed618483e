//! A session with no more of its libraries than it plays.

use anim::{Clip, Library, Lod, Mesh, Name};
use engine::{
    EvaluatorState, RecordedSession, SessionFault, SessionPlayer, SessionSegment, WorkerMode,
};
use std::{collections::BTreeSet, sync::Arc};

/// The session with thinner libraries, which plays with the same bits: clips that it never plays
/// keep their length and what lies on their timeline, but no keys, and meshes have no parts. The
/// session itself where a thinner one would not play alike. An error if it cannot be played.
pub fn thinned(session: &RecordedSession) -> Result<RecordedSession, SessionFault> {
    let played = played_clips(session)?;
    let mut libraries = Vec::new();
    let encoded: Vec<_> = session
        .segments
        .iter()
        .map(|segment| segment.state.encode(&mut libraries))
        .collect();
    for library in session.libraries() {
        engine::library_place(&mut libraries, &library);
    }
    let thin: Vec<_> = libraries
        .iter()
        .map(|library| Arc::new(thin_library(library, &played)))
        .collect();
    let segments = session.segments.iter().zip(encoded);
    let segments = segments.map(|(segment, state)| {
        let state = EvaluatorState::decode(&state, &thin).ok()?;
        let set = segment.libraries.iter();
        let set = set
            .map(|library| thin[engine::library_place(&mut libraries, library) as usize].clone());
        Some(Arc::new(SessionSegment {
            first: segment.first,
            start: segment.start,
            state,
            count: segment.count,
            seconds: segment.seconds,
            bytes: segment.bytes.clone(),
            libraries: set.collect(),
        }))
    });
    let found = segments
        .collect::<Option<_>>()
        .map(|segments| RecordedSession {
            segments,
            ..session.clone()
        });
    let plays = |it: &RecordedSession| it.replay(WorkerMode::Inline, it.first()).is_ok();
    Ok(found.filter(plays).unwrap_or_else(|| session.clone()))
}

/// Names of all clips that any character shows in a tick of the session.
fn played_clips(session: &RecordedSession) -> Result<BTreeSet<Name>, SessionFault> {
    let mut player = SessionPlayer::new(session.clone(), WorkerMode::Inline)?;
    let mut played = BTreeSet::new();
    while player.step()? {
        let evaluator = player.evaluator();
        let proxies = evaluator.characters().filter_map(|it| evaluator.proxy(it));
        let clips = proxies.flat_map(|proxy| proxy.playing());
        let clips = clips.filter_map(|part| evaluator.library().clips.get(part.clip? as usize));
        played.extend(clips.map(|clip| clip.name));
    }
    Ok(played)
}

fn thin_library(library: &Library, played: &BTreeSet<Name>) -> Library {
    let clip = |clip: &Arc<Clip>| match played.contains(&clip.name) {
        true => clip.clone(),
        false => Arc::new(without_keys(clip)),
    };
    let mesh = |mesh: &Arc<Mesh>| Arc::new(without_parts(mesh));
    Library {
        clips: library.clips.iter().map(clip).collect(),
        meshes: library.meshes.iter().map(mesh).collect(),
        sound_cues: Vec::new(),
        ..library.clone()
    }
}

fn without_keys(clip: &Clip) -> Clip {
    Clip {
        key_count: clip.key_count.min(2),
        times: Default::default(),
        tracks: Default::default(),
        keys: Default::default(),
        compressed: None,
        chunked: None,
        ..clip.clone()
    }
}

fn without_parts(mesh: &Mesh) -> Mesh {
    let lods = mesh.lods.iter().map(|lod| Lod {
        parts: Vec::new(),
        materials: Vec::new(),
        ..lod.clone()
    });
    Mesh {
        lods: lods.collect(),
        ..mesh.clone()
    }
}
