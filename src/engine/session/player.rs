//! Shows a recorded session again: any tick, forwards and backwards.

use super::{
    recording::{Recording, RecordingLimits},
    segment::{RecordedSession, SessionMark, SessionTick},
    tick_reader::TickError,
};
use crate::{Evaluator, EvaluatorState, InputRefusal, WorkerMode, hash::world_hash, panic_text};
use std::{
    fmt,
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};
use words::tr;

/// Reason why a session cannot be shown up to where it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionFault {
    /// The session has no such tick.
    Outside { tick: u64 },
    /// The ticks from `first` on cannot be read.
    Unreadable { first: u64, why: TickError },
    /// The tick came out differently: the session was recorded by another version, or with a
    /// handler of a game that is not here.
    Differs { tick: u64 },
    /// The tick cannot be evaluated, for the state before it is damaged.
    Broken { tick: u64, why: String },
}

impl fmt::Display for SessionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            SessionFault::Outside { tick } => tr!("the session has no tick {tick}"),
            SessionFault::Unreadable { first, why } => {
                tr!("the session from tick {first} on cannot be read: {why}")
            }
            SessionFault::Differs { tick } => {
                tr!("tick {tick} does not come out as it was recorded")
            }
            SessionFault::Broken { tick, why } => {
                tr!("tick {tick} cannot be evaluated: {why}")
            }
        })
    }
}

impl std::error::Error for SessionFault {}

/// Plays a session on an evaluator of its own. It makes at most one segment again for a seek.
pub struct SessionPlayer {
    session: RecordedSession,
    evaluator: Evaluator,
    /// The segment that is loaded, and its ticks.
    segment: usize,
    ticks: Vec<SessionTick>,
    /// Number of ticks of the session before now.
    at: u64,
    /// What the newest tick refused.
    refused: Vec<InputRefusal>,
    resimulated: u64,
}

impl SessionPlayer {
    /// A player at the start of the session. An error if the first segment cannot be read.
    pub fn new(session: RecordedSession, mode: WorkerMode) -> Result<Self, SessionFault> {
        let mut player = Self {
            at: session.first(),
            session,
            evaluator: Evaluator::new(mode, Arc::default()),
            segment: 0,
            ticks: Vec::new(),
            refused: Vec::new(),
            resimulated: 0,
        };
        player.load(0)?;
        Ok(player)
    }

    /// The session that it plays.
    pub fn session(&self) -> &RecordedSession {
        &self.session
    }

    /// The evaluator after the ticks so far.
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// As [`SessionPlayer::evaluator`], to ask it what changes no tick.
    pub fn evaluator_mut(&mut self) -> &mut Evaluator {
        &mut self.evaluator
    }

    /// The evaluator, to go on from here with other inputs.
    pub fn into_evaluator(self) -> Evaluator {
        self.evaluator
    }

    /// Number of ticks of the session before now.
    pub fn tick(&self) -> u64 {
        self.at
    }

    /// Seconds of the session before now.
    pub fn time(&self) -> f64 {
        let Some(segment) = self.session.segments.get(self.segment) else {
            return 0.0;
        };
        let made = (self.at - segment.first) as usize;
        let lengths = self.ticks.iter().take(made).map(|tick| tick.dt);
        lengths.fold(segment.start, |sum, dt| sum + dt)
    }

    /// Inputs of the newest tick that changed nothing, and why. None after a seek to where a segment
    /// begins.
    pub fn refused(&self) -> &[InputRefusal] {
        &self.refused
    }

    /// Ticks that were evaluated so far, for seeks and steps.
    pub fn resimulated(&self) -> u64 {
        self.resimulated
    }

    /// The tick that [`SessionPlayer::step`] makes; None at the end of the session, and where the
    /// next segment is yet to be loaded and cannot be read.
    pub fn upcoming(&mut self) -> Option<&SessionTick> {
        self.enter_next_segment().ok()?;
        let segment = self.session.segments.get(self.segment)?;
        self.ticks.get((self.at - segment.first) as usize)
    }

    /// Makes the next tick and compares it with what was recorded. False at the end of the session.
    pub fn step(&mut self) -> Result<bool, SessionFault> {
        self.enter_next_segment()?;
        let Some(segment) = self.session.segments.get(self.segment) else {
            return Ok(false);
        };
        let Some(tick) = self.ticks.get((self.at - segment.first) as usize) else {
            return Ok(false);
        };
        let evaluator = &mut self.evaluator;
        let made = catch_unwind(AssertUnwindSafe(|| {
            let refused = evaluator.step(tick.dt, &tick.inputs);
            (refused, world_hash(evaluator))
        }));
        let at = self.at;
        let (refused, hash) = made.map_err(|panic| SessionFault::Broken {
            tick: at,
            why: panic_text(panic.as_ref()),
        })?;
        self.refused = refused;
        self.at += 1;
        self.resimulated += 1;
        if hash == tick.hash {
            Ok(true)
        } else {
            Err(SessionFault::Differs { tick: at })
        }
    }

    /// Shows the session after so many ticks: goes on from where it is in the same segment, else
    /// from the state at the segment's start. The ticks on the way are compared with what was
    /// recorded.
    pub fn seek(&mut self, tick: u64) -> Result<(), SessionFault> {
        let segment = self.session.segment_of(tick);
        let segment = segment.ok_or(SessionFault::Outside { tick })?;
        if segment != self.segment || tick < self.at {
            self.load(segment)?;
        }
        while self.at < tick {
            self.step()?;
        }
        Ok(())
    }

    /// Shows the session one tick earlier. False at its start.
    pub fn step_back(&mut self) -> Result<bool, SessionFault> {
        if self.at == self.session.first() {
            return Ok(false);
        }
        self.seek(self.at - 1).map(|()| true)
    }

    /// The state now, from which an evaluator goes on alike.
    pub fn state(&self) -> EvaluatorState {
        self.evaluator.save()
    }

    /// Goes on with a longer recording of the same ticks, at the tick where it is. A recording that
    /// no longer has this tick is begun anew.
    pub fn grow(&mut self, session: RecordedSession) -> Result<(), SessionFault> {
        let before = self.at.checked_sub(1).unwrap_or(self.at);
        let segment = session.segments.iter().rposition(|it| it.first <= before);
        self.session = session;
        match segment.filter(|_| self.at <= self.session.end()) {
            Some(segment) => {
                self.ticks = read(&self.session, segment)?;
                self.segment = segment;
                Ok(())
            }
            None => {
                self.ticks.clear();
                self.load(0)
            }
        }
    }

    fn enter_next_segment(&mut self) -> Result<(), SessionFault> {
        let segments = &self.session.segments;
        let is_over = segments
            .get(self.segment)
            .is_some_and(|segment| self.at == segment.end());
        let next = self.segment + 1;
        if is_over && next < segments.len() {
            self.ticks = read(&self.session, next)?;
            self.segment = next;
        }
        Ok(())
    }

    fn load(&mut self, segment: usize) -> Result<(), SessionFault> {
        let Some(whole) = self.session.segments.get(segment) else {
            return Ok(());
        };
        if segment != self.segment || self.ticks.is_empty() {
            self.ticks = read(&self.session, segment)?;
        }
        self.refused.clear();
        self.evaluator.restore(&whole.state);
        (self.segment, self.at) = (segment, whole.first);
        Ok(())
    }
}

fn read(session: &RecordedSession, segment: usize) -> Result<Vec<SessionTick>, SessionFault> {
    let whole = &session.segments[segment];
    whole.ticks().map_err(|why| SessionFault::Unreadable {
        first: whole.first,
        why,
    })
}

impl RecordedSession {
    /// The ticks of a span alone, as a session that begins with the state before them: its first
    /// tick is 0, and marks outside of the span are left out. An error if a tick up to the end of
    /// the span cannot be made again.
    pub fn cut(&self, span: Range<u64>) -> Result<Self, SessionFault> {
        let mut player = SessionPlayer::new(self.clone(), WorkerMode::Inline)?;
        player.seek(span.start)?;
        let mut recording = Recording::new(player.evaluator(), RecordingLimits::UNLIMITED);
        while player.tick() < span.end {
            let Some(tick) = player.upcoming().cloned() else {
                break;
            };
            player.step()?;
            recording.add(tick.dt, &tick.inputs, player.evaluator_mut());
        }
        let mut cut = recording.session();
        let marks = self.marks.iter().filter(|mark| span.contains(&mark.tick));
        cut.marks = marks
            .map(|mark| SessionMark {
                tick: mark.tick - span.start,
                text: mark.text.clone(),
            })
            .collect();
        cut.notes = self.notes.clone();
        Ok(cut)
    }

    /// Makes every tick again from the state at or before `from`, and compares the ticks and the
    /// states between the segments with what was recorded.
    pub fn replay(&self, mode: WorkerMode, from: u64) -> Result<(), SessionFault> {
        let mut player = SessionPlayer::new(self.clone(), mode)?;
        let from = self.segment_of(from.clamp(self.first(), self.end()));
        player.load(from.unwrap_or_default())?;
        let mut libraries = Vec::new();
        loop {
            let tick = player.at;
            let known = self.segments.iter().find(|it| it.first == tick);
            // A state that was read lacks what the next tick makes anew, as its bytes do.
            let mut bytes = |state: &EvaluatorState| state.encode(&mut libraries);
            let is_same = known.is_none_or(|known| {
                let now = player.evaluator.save();
                known.state == now || bytes(&known.state) == bytes(&now)
            });
            if !is_same {
                return Err(SessionFault::Differs { tick });
            }
            if !player.step()? {
                return Ok(());
            }
        }
    }
}
