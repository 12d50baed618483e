//! A session played with another library, as a session of its own.

use anim::Library;
use engine::{
    EngineInput, Evaluator, RecordedSession, Recording, RecordingLimits, SessionFault, SessionTick,
    WorkerMode,
};
use std::{sync::Arc, vec};

/// The inputs of a session for an evaluator that plays another library, tick by tick. Changes of
/// the library are left out of them.
pub struct SessionInputs {
    session: RecordedSession,
    ticks: vec::IntoIter<SessionTick>,
    /// The segment that comes next.
    segment: usize,
    /// The library that is played, until the first tick has set it.
    library: Option<Arc<Library>>,
}

impl SessionInputs {
    /// All inputs of the session, and an evaluator in its first state. The first tick carries the
    /// state over to `library` by names, as [`EngineInput::SetLibrary`] does.
    pub fn new(session: RecordedSession, library: Arc<Library>) -> (Self, Evaluator) {
        let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
        if let Some(segment) = session.segments.first() {
            evaluator.restore(&segment.state);
        }
        let inputs = Self {
            session,
            ticks: Vec::new().into_iter(),
            segment: 0,
            library: Some(library),
        };
        (inputs, evaluator)
    }

    /// Length and inputs of the next tick, for an evaluator of this revision. None at the end. An
    /// error if the ticks of the next segment cannot be read.
    pub fn tick(&mut self, revision: u64) -> Result<Option<(f64, Vec<EngineInput>)>, SessionFault> {
        while self.ticks.len() == 0 {
            let Some(segment) = self.session.segments.get(self.segment) else {
                return Ok(None);
            };
            let ticks = segment.ticks().map_err(|why| SessionFault::Unreadable {
                first: segment.first,
                why,
            })?;
            self.ticks = ticks.into_iter();
            self.segment += 1;
        }
        Ok(self.ticks.next().map(|tick| {
            let others = tick.inputs.into_iter().filter(|it| it.library().is_none());
            let set = self.library.take().map(|library| EngineInput::SetLibrary {
                revision: revision + 1,
                library,
            });
            (tick.dt, set.into_iter().chain(others).collect())
        }))
    }

    /// Whether all ticks of the segments that were begun are out.
    fn is_between(&self) -> bool {
        self.ticks.len() == 0
    }
}

/// Plays the inputs of a session with another library and records what comes of it, tick by tick
/// beside the session: tick `n` of the one has the inputs of tick `n` of the other.
pub struct Replaying {
    inputs: SessionInputs,
    evaluator: Evaluator,
    recording: Recording,
}

impl Replaying {
    /// A replay from the first state of the session, which is carried over to `library` by names as
    /// with [`EngineInput::SetLibrary`].
    pub fn new(session: RecordedSession, library: Arc<Library>) -> Self {
        let first = session.segments.first().map(|it| (it.first, it.start));
        let (inputs, evaluator) = SessionInputs::new(session, library);
        let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
        let (first, start) = first.unwrap_or_default();
        recording.begin_at(first, start);
        Self {
            inputs,
            evaluator,
            recording,
        }
    }

    /// Plays the next segment. False where none is left. An error if its ticks cannot be read.
    pub fn play_segment(&mut self) -> Result<bool, SessionFault> {
        while let Some((dt, inputs)) = self.inputs.tick(self.evaluator.revision())? {
            self.evaluator.step(dt, &inputs);
            self.recording.add(dt, &inputs, &mut self.evaluator);
            if self.inputs.is_between() {
                return Ok(true);
            }
        }
        Ok(false)
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
