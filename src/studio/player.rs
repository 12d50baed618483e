//! A preview over an evaluator: one call for each of its frames. Invariant: the same orders after
//! the same state give the same poses and events.

use crate::{PlayerOrder, PreviewState, TICK, Transport, past::TickHistory, stage::PreviewStage};
use anim::{Event, Library};
use engine::{
    Decision, EngineInput, Evaluator, Inspected, Inspection, RecordedSession, Recording,
    RecordingLimits, SessionFault, SessionPlayer, WorkerMode,
};
use std::sync::Arc;

/// Ticks of an order at most.
const MOST_STEPS: u32 = 3600;

/// An evaluator and the preview that moves its character [`PREVIEWED`](crate::PREVIEWED).
pub struct Player {
    stage: PreviewStage,
    preview: PreviewState,
    past: TickHistory,
}

impl Player {
    /// Plays `library`, with no character yet; nothing is shown.
    pub fn new(mode: WorkerMode, library: Arc<Library>) -> Self {
        Self {
            stage: PreviewStage::new(Evaluator::new(mode, library)),
            preview: PreviewState::default(),
            past: TickHistory::default(),
        }
    }

    /// Advances by `dt` seconds, as [`Evaluator::step`]. While a preview is paused, time stands
    /// still for all characters, and without orders nothing is worked out at all. A preview that is
    /// put somewhere else first takes a tick of no time.
    pub fn step(&mut self, dt: f64, orders: &[PlayerOrder]) {
        let mut requests = Vec::new();
        self.stage.forget();
        for order in orders {
            self.past.hear(order);
            match order {
                PlayerOrder::Input(
                    input @ (EngineInput::Request { .. } | EngineInput::FollowMontage { .. }),
                ) => requests.push(input.clone()),
                PlayerOrder::Input(input) => {
                    self.stage.put(input.clone());
                    if let EngineInput::SetLibrary { .. } = input {
                        self.preview.rebind(&mut self.stage);
                    }
                }
                PlayerOrder::Transport(Transport::StepTicks(ticks)) => self.step_ticks(*ticks),
                PlayerOrder::Transport(transport) if transport.is_finite() => {
                    self.preview.handle(transport, &mut self.stage)
                }
                PlayerOrder::Transport(_) => {}
            }
        }
        if dt > 0.0 && self.preview.is_graph_playing() {
            self.past.keep(&self.preview, &self.stage);
        }
        self.preview.step(dt, requests, &mut self.stage);
    }

    /// See [`Transport::StepTicks`].
    fn step_ticks(&mut self, ticks: i32) {
        self.preview.handle(&Transport::Pause, &mut self.stage);
        let count = ticks.unsigned_abs().min(MOST_STEPS);
        if ticks < 0 {
            let (preview, stage) = (&mut self.preview, &mut self.stage);
            return self.past.go_back(count as usize, preview, stage);
        }
        for _ in 0..count {
            if self.preview.is_graph_shown(&self.stage) {
                self.past.keep(&self.preview, &self.stage);
                self.preview.step_graph(TICK, &mut self.stage);
            }
        }
    }

    /// Events of the previewed character in the last step. Events from being put somewhere else are
    /// not reported.
    pub fn events(&self) -> &[Event] {
        self.stage.events()
    }

    /// Decisions of the previewed character's state machines in the last step, as
    /// [`Player::events`].
    pub fn decisions(&self) -> &[Decision] {
        self.stage.decisions()
    }

    /// The playhead and what is shown.
    pub fn preview(&self) -> &PreviewState {
        &self.preview
    }

    /// The evaluator, between two steps.
    pub fn evaluator(&self) -> &Evaluator {
        &self.stage.evaluator
    }

    /// Sets whether to find why transitions are not taken, as [`Evaluator::ask_why`].
    pub fn ask_why(&mut self, asks: bool) {
        self.stage.evaluator.ask_why(asks);
    }

    /// Inspects the previewed character, as [`Evaluator::inspect`].
    pub fn inspect(&mut self, inspection: &Inspection) -> Inspected {
        self.stage.evaluator.inspect(crate::PREVIEWED, inspection)
    }

    /// Records every tick from here on, within limits.
    pub fn record(&mut self, limits: RecordingLimits) {
        self.stage.recording = Some(Recording::new(&self.stage.evaluator, limits));
    }

    /// What was recorded so far; None if nothing is recorded. It holds all inputs of the evaluator,
    /// so that a replay needs no preview and moves none.
    pub fn session(&self) -> Option<RecordedSession> {
        self.stage.recording.as_ref().map(Recording::session)
    }

    /// Marks the moment in the recording.
    pub fn mark(&mut self, text: String) {
        if let Some(recording) = &mut self.stage.recording {
            recording.mark(text);
        }
    }

    /// Bytes that the recording takes.
    pub fn recorded_bytes(&self) -> usize {
        self.stage.recording.as_ref().map_or(0, Recording::bytes)
    }

    /// Plays on from a tick of a session, with the library that it has now, and stands still there.
    /// The recording goes on with what the session has before the tick. An error if the session
    /// cannot be played up to the tick; nothing has changed then.
    pub fn go_on(&mut self, session: RecordedSession, tick: u64) -> Result<(), SessionFault> {
        let mut player = SessionPlayer::new(session, WorkerMode::Inline)?;
        player.seek(tick)?;
        self.stage.resume_recording(&player);
        self.stage.restore(&player.state());
        self.past.clear();
        self.preview.go_on(&self.stage);
        Ok(())
    }
}
