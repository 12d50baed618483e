//! What the preview plays on: an evaluator, and what its next tick is to be told.

use crate::PREVIEWED;
use anim::{AnimInstance, AnimInstanceProxy, Event, Library, Name, Request, Transform};
use engine::{
    Decision, EngineInput, Evaluator, EvaluatorState, Recording, SessionPlayer, WorkerMode,
};
use std::sync::Arc;

pub(crate) struct PreviewStage {
    pub(crate) evaluator: Evaluator,
    /// Recording of every tick, while somebody wants one.
    pub(crate) recording: Option<Recording>,
    /// Inputs of the next tick, before what is asked for in it.
    inputs: Vec<EngineInput>,
    requests: Vec<EngineInput>,
    /// Library as it will be after `inputs`.
    library: Arc<Library>,
    has_previewed: bool,
    /// Events of the previewed character since they were taken last.
    events: Vec<Event>,
    decisions: Vec<Decision>,
}

impl PreviewStage {
    pub(crate) fn new(evaluator: Evaluator) -> Self {
        let (library, has_previewed) = (
            evaluator.library().clone(),
            evaluator.instance(PREVIEWED).is_some(),
        );
        let (inputs, requests, events, decisions) = Default::default();
        Self {
            evaluator,
            recording: None,
            inputs,
            requests,
            library,
            has_previewed,
            events,
            decisions,
        }
    }

    /// Adds an input of the next tick. What is asked for counts after all else.
    pub(crate) fn put(&mut self, input: EngineInput) {
        match input {
            EngineInput::SetLibrary { ref library, .. } => self.library = library.clone(),
            EngineInput::AddCharacter {
                character: PREVIEWED,
                skeleton,
                ..
            } => {
                self.has_previewed |= self.library.skeleton(skeleton).is_some();
            }
            EngineInput::RemoveCharacter {
                character: PREVIEWED,
            } => self.has_previewed = false,
            _ => {}
        }
        let is_asked = matches!(
            input,
            EngineInput::Request { .. } | EngineInput::FollowMontage { .. }
        );
        if is_asked {
            &mut self.requests
        } else {
            &mut self.inputs
        }
        .push(input);
    }

    /// Asks for something of the previewed character. Refused only where nothing compiled that
    /// could play: the problem is listed.
    pub(crate) fn ask(&mut self, request: Request) {
        self.put(EngineInput::Request {
            character: PREVIEWED,
            request,
        });
    }

    /// One without a skeleton that compiles shows nobody.
    pub(crate) fn add(&mut self, skeleton: Name) {
        self.put(EngineInput::AddCharacter {
            character: PREVIEWED,
            skeleton,
            seed: 0,
        });
    }

    pub(crate) fn remove(&mut self) {
        if self.has_previewed {
            self.put(EngineInput::RemoveCharacter {
                character: PREVIEWED,
            });
        }
    }

    /// The previewed character stands there, and did not go there.
    pub(crate) fn stand(&mut self, placement: Transform) {
        self.put(EngineInput::Teleport {
            character: PREVIEWED,
            placement,
        });
    }

    pub(crate) fn is_waiting(&self) -> bool {
        !self.inputs.is_empty() || !self.requests.is_empty()
    }

    /// A tick of `dt` seconds with everything that waits for one.
    pub(crate) fn run_tick(&mut self, dt: f64) {
        self.inputs.append(&mut self.requests);
        // Whoever watches sees what plays; what does not is of an asset whose problem is listed.
        self.evaluator.step(dt, &self.inputs);
        if let Some(recording) = &mut self.recording {
            recording.add(dt, &self.inputs, &mut self.evaluator);
        }
        self.inputs.clear();
        self.has_previewed = self.instance().is_some();
        self.events
            .extend_from_slice(self.evaluator.events(PREVIEWED));
        self.decisions.extend(self.evaluator.decisions(PREVIEWED));
    }

    /// The recording forgets what it has after so many ticks.
    pub(crate) fn cut_recording(&mut self, tick: u64) {
        let Some(recording) = &self.recording else {
            return;
        };
        let player = SessionPlayer::new(recording.session(), WorkerMode::Inline);
        let player = player.and_then(|mut player| player.seek(tick).map(|()| player));
        match player {
            Ok(player) => self.resume_recording(&player),
            // What cannot be played again is not worth keeping: it is recorded anew from here.
            Err(_) => self.recording = Some(Recording::new(&self.evaluator, recording.limits())),
        }
    }

    /// The recording goes on from where a player is.
    pub(crate) fn resume_recording(&mut self, player: &SessionPlayer) {
        if let Some(recording) = &self.recording
            && let Ok(resumed) = Recording::resume(player, recording.limits())
        {
            self.recording = Some(resumed);
        }
    }

    /// Restores the state of the evaluator at another moment, but with the current library.
    pub(crate) fn restore(&mut self, state: &EvaluatorState) {
        let (revision, library) = (self.evaluator.revision(), self.library.clone());
        self.evaluator.restore(state);
        if !Arc::ptr_eq(self.evaluator.library(), &library) {
            self.put(EngineInput::SetLibrary { revision, library });
        }
        self.flush();
    }

    /// Runs a tick of no time if anything waits for a tick.
    pub(crate) fn flush(&mut self) {
        if self.is_waiting() {
            self.run_tick(0.0);
        }
    }

    /// Forgets the events and decisions so far.
    pub(crate) fn forget(&mut self) {
        self.events.clear();
        self.decisions.clear();
    }

    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    pub(crate) fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// The one that the next tick has.
    pub(crate) fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// Whether there is a previewed character in the next tick.
    pub(crate) fn has_previewed(&self) -> bool {
        self.has_previewed
    }

    /// The previewed character's, after the last tick.
    pub(crate) fn instance(&self) -> Option<&AnimInstance> {
        self.evaluator.instance(PREVIEWED)
    }

    /// The previewed character's, after the last tick.
    pub(crate) fn proxy(&self) -> Option<&AnimInstanceProxy> {
        self.evaluator.proxy(PREVIEWED)
    }
}
