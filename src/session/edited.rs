//! The other side of a comparison: the session with another library, or another session.

use anim::Library;
use engine::{
    EngineInput, Evaluator, InputRefusal, RecordedSession, SessionFault, SessionPlayer,
    SessionSegment, SessionTick, WorkerMode,
};
use std::sync::Arc;

/// What a session is compared with, tick by tick.
pub enum ComparedSide {
    /// The same inputs with another library.
    Library(Box<Evaluator>),
    /// The ticks of another session, from its first on.
    Session(Box<SessionPlayer>),
}

impl ComparedSide {
    /// The session with another library, from the state of a segment on.
    pub fn of_library(library: &Arc<Library>, segment: Option<&Arc<SessionSegment>>) -> Self {
        let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
        if let Some(segment) = segment {
            evaluator.restore(&segment.state);
        }
        evaluator.queue(EngineInput::SetLibrary {
            revision: evaluator.revision() + 1,
            library: library.clone(),
        });
        Self::Library(Box::new(evaluator))
    }

    /// Another session. An error if it cannot be played.
    pub fn of_session(session: RecordedSession) -> Result<Self, SessionFault> {
        let player = SessionPlayer::new(session, WorkerMode::Inline)?;
        Ok(Self::Session(Box::new(player)))
    }

    /// What it shows.
    pub fn evaluator(&self) -> &Evaluator {
        match self {
            Self::Library(evaluator) => evaluator,
            Self::Session(player) => player.evaluator(),
        }
    }

    /// Makes the tick beside one of the session. Returns what it refused; None where the other
    /// session has ended. An error if the other session cannot be played.
    pub fn step(&mut self, tick: &SessionTick) -> Result<Option<Vec<InputRefusal>>, SessionFault> {
        match self {
            Self::Library(evaluator) => Ok(Some(step_edited(evaluator, tick))),
            Self::Session(player) => Ok(player.step()?.then(|| player.refused().to_vec())),
        }
    }
}

/// A tick with the edited library: what set another one in the session is left out. Returns what
/// the evaluator refused.
fn step_edited(edited: &mut Evaluator, tick: &SessionTick) -> Vec<InputRefusal> {
    if tick.inputs.iter().any(|input| input.library().is_some()) {
        let others = tick.inputs.iter().filter(|input| input.library().is_none());
        edited.step(tick.dt, &others.cloned().collect::<Vec<_>>())
    } else {
        edited.step(tick.dt, &tick.inputs)
    }
}
