//! A session played with another library, as a session of its own.

use anim::Library;
use engine::{
    EngineInput, Evaluator, RecordedSession, Recording, RecordingLimits, SessionFault, WorkerMode,
};
use std::sync::Arc;

/// Plays the inputs of a session with another library and records what comes of it, tick by tick
/// beside the session: tick `n` of the one has the inputs of tick `n` of the other.
pub struct Replaying {
    session: RecordedSession,
    evaluator: Evaluator,
    recording: Recording,
    segment: usize,
    /// The library that is played, until the first tick has set it.
    library: Option<Arc<Library>>,
}

impl Replaying {
    /// A replay from the first state of the session, which is carried over to `library` by names as
    /// with [`EngineInput::SetLibrary`].
    pub fn new(session: RecordedSession, library: Arc<Library>) -> Self {
        let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
        if let Some(segment) = session.segments.first() {
            evaluator.restore(&segment.state);
        }
        let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
        recording.begin_at(
            session.first(),
            session.segments.first().map_or(0.0, |it| it.start),
        );
        Self {
            session,
            evaluator,
            recording,
            segment: 0,
            library: Some(library),
        }
    }

    /// Plays the next segment. False where none is left. An error if its ticks cannot be read.
    pub fn play_segment(&mut self) -> Result<bool, SessionFault> {
        let Some(segment) = self.session.segments.get(self.segment).cloned() else {
            return Ok(false);
        };
        let ticks = segment.ticks().map_err(|why| SessionFault::Unreadable {
            first: segment.first,
            why,
        })?;
        self.segment += 1;
        for tick in ticks {
            let others = tick.inputs.into_iter().filter(|it| it.library().is_none());
            let set = self.library.take().map(|library| EngineInput::SetLibrary {
                revision: self.evaluator.revision() + 1,
                library,
            });
            let inputs: Vec<EngineInput> = set.into_iter().chain(others).collect();
            self.evaluator.step(tick.dt, &inputs);
            self.recording.add(tick.dt, &inputs, &mut self.evaluator);
        }
        Ok(true)
    }

    /// Number of ticks before the end of what was played so far.
    pub fn end(&self) -> u64 {
        self.recording.end()
    }

    /// What was played so far.
    pub fn session(&self) -> RecordedSession {
        self.recording.session()
    }
}
