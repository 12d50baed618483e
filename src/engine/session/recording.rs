//! A session that is being recorded, within limits: what is oldest is dropped.

use super::{
    player::SessionPlayer,
    segment::{RecordedSession, SessionMark, SessionSegment, SessionTick},
    tick_reader::TickError,
    tick_writer::TickWriter,
};
use crate::{CharacterId, EngineInput, Evaluator, EvaluatorState, hash::world_hash};
use anim::{Library, Transform, float::Extreme, ground::Hits};
use std::{collections::VecDeque, sync::Arc};

/// Limits of what a recording keeps. Whole segments are dropped from the front, so a little more
/// than a segment may be above the limits for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordingLimits {
    /// Ticks between two states: a seek makes no more ticks again. At least 1.
    pub state_every: u32,
    /// Bytes of ticks and states.
    pub bytes: usize,
    /// Seconds of the session.
    pub seconds: f64,
    /// Changes of the library: each keeps a library in memory, and an editor makes them while no
    /// time passes.
    pub libraries: usize,
}

impl Default for RecordingLimits {
    /// A state every 300 ticks, 64 MiB, 10 minutes, 64 changes of the library.
    fn default() -> Self {
        Self {
            state_every: 300,
            bytes: 64 << 20,
            seconds: 600.0,
            libraries: 64,
        }
    }
}

impl RecordingLimits {
    /// A state every 300 ticks, and nothing is dropped.
    pub const UNLIMITED: Self = Self {
        state_every: 300,
        bytes: usize::MAX,
        seconds: f64::INFINITY,
        libraries: usize::MAX,
    };
}

/// Records the steps of an evaluator.
#[derive(Debug)]
pub struct Recording {
    limits: RecordingLimits,
    /// Segments that are complete, and their size in bytes.
    whole: VecDeque<(Arc<SessionSegment>, usize)>,
    /// Bytes and seconds of them.
    bytes: usize,
    seconds: f64,
    /// Changes of the library in them.
    libraries: usize,
    open: OpenSegment,
    writer: TickWriter,
    /// The newest tick of which not everything is known before the next step.
    pending: Option<SessionTick>,
    /// A tick that was written, kept for its buffer.
    spare: SessionTick,
    /// Whether the next tick begins a segment.
    is_due: bool,
    marks: Vec<SessionMark>,
    notes: Vec<(String, String)>,
}

/// The segment that grows.
#[derive(Clone, Debug)]
struct OpenSegment {
    first: u64,
    start: f64,
    state: EvaluatorState,
    state_bytes: usize,
    count: u32,
    seconds: f64,
    libraries: Vec<Arc<Library>>,
}

impl Recording {
    /// A recording from the state that the evaluator is in. Contract: no step is open.
    pub fn new(evaluator: &Evaluator, limits: RecordingLimits) -> Self {
        Self {
            limits,
            whole: VecDeque::new(),
            bytes: 0,
            seconds: 0.0,
            libraries: 0,
            open: OpenSegment::new(evaluator.save(), 0, 0.0),
            writer: TickWriter::default(),
            pending: None,
            spare: SessionTick::default(),
            is_due: false,
            marks: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Counts ticks from `first` and seconds from `start` on, as the session does that is played
    /// beside it. Contract: nothing is recorded yet.
    pub fn begin_at(&mut self, first: u64, start: f64) {
        (self.open.first, self.open.start) = (first, start);
    }

    /// A recording that goes on from where a player is: what the session has before stays, what it
    /// has after is left out, and is still in the session. An error if the segment that the player
    /// is in cannot be read.
    pub fn resume(player: &SessionPlayer, limits: RecordingLimits) -> Result<Self, TickError> {
        let (session, tick) = (player.session(), player.tick());
        let mut recording = Self::new(player.evaluator(), limits);
        recording.begin_at(tick, player.time());
        recording.notes = session.notes.clone();
        let before = |mark: &&SessionMark| mark.tick <= tick;
        recording.marks = session.marks.iter().filter(before).cloned().collect();
        for segment in session.segments.iter().filter(|it| it.first < tick) {
            if segment.end() <= tick {
                let state = segment.state.encode(&mut Vec::new()).len();
                recording.keep(segment.clone(), state + segment.bytes.len());
                continue;
            }
            recording.open = OpenSegment::new(segment.state.clone(), segment.first, segment.start);
            for made in &segment.ticks()?[..(tick - segment.first) as usize] {
                recording.write(made);
            }
        }
        Ok(recording)
    }

    /// Call after each step, with what it was given. While a step is open, of the newest tick not
    /// everything is known; it becomes part of the session with the next call.
    pub fn add(&mut self, dt: f64, inputs: &[EngineInput], evaluator: &mut Evaluator) {
        let is_open = evaluator.is_open();
        let told = |(character, hits): (CharacterId, &Hits)| EngineInput::TellGround {
            character,
            hits: hits.clone().into(),
        };
        let answers = evaluator.answers().map(told);
        let mut tick = std::mem::take(&mut self.spare);
        // What a step takes it for.
        tick.dt = if dt > 0.0 { dt.lower(f64::MAX) } else { 0.0 };
        tick.inputs.clear();
        tick.inputs.extend(inputs.iter().cloned().chain(answers));
        if is_open {
            if let Some(mut before) = self.pending.replace(tick) {
                complete(&mut before, evaluator);
                self.write(&before);
                self.spare = before;
            }
            if let Some(state) = evaluator.take_kept_state() {
                self.begin_segment(state);
            }
        } else {
            self.pending = None;
            complete(&mut tick, evaluator);
            self.write(&tick);
            self.spare = tick;
            if self.is_due {
                self.begin_segment(evaluator.save());
            }
        }
        if is_open && self.is_due {
            evaluator.keep_next_state();
        }
    }

    /// Marks the moment after the newest tick.
    pub fn mark(&mut self, text: impl Into<String>) {
        self.marks.push(SessionMark {
            tick: self.end(),
            text: text.into(),
        });
    }

    /// Notes something about the whole session, in place of an earlier note of this name.
    pub fn note(&mut self, name: &str, text: impl Into<String>) {
        self.notes.retain(|note| note.0 != name);
        self.notes.push((name.to_owned(), text.into()));
    }

    /// The limits that it keeps.
    pub fn limits(&self) -> RecordingLimits {
        self.limits
    }

    /// Number of ticks so far, those included that were dropped.
    pub fn end(&self) -> u64 {
        self.open.first + u64::from(self.open.count)
    }

    /// Bytes of the ticks and states that are kept, about.
    pub fn bytes(&self) -> usize {
        self.bytes + self.open.state_bytes + self.writer.bytes().len()
    }

    /// What is recorded so far.
    pub fn session(&self) -> RecordedSession {
        let mut segments: Vec<_> = self.whole.iter().map(|it| it.0.clone()).collect();
        if self.open.count > 0 || segments.is_empty() {
            let open = self.open.clone().closed(self.writer.bytes().to_vec());
            segments.push(Arc::new(open));
        }
        let first = segments.first().map_or(0, |segment| segment.first);
        let is_there = |mark: &&SessionMark| mark.tick >= first;
        RecordedSession {
            marks: self.marks.iter().filter(is_there).cloned().collect(),
            segments,
            notes: self.notes.clone(),
        }
    }

    fn write(&mut self, tick: &SessionTick) {
        self.writer.write(tick);
        let open = &mut self.open;
        open.count += 1;
        open.seconds += tick.dt;
        let set = tick.inputs.iter().filter_map(EngineInput::library).cloned();
        let before = open.libraries.len();
        open.libraries.extend(set);
        // What follows needs the old library no more.
        self.is_due |= open.libraries.len() > before || open.count >= self.limits.state_every;
    }

    fn begin_segment(&mut self, state: EvaluatorState) {
        self.is_due = false;
        let (first, start) = (self.end(), self.open.start + self.open.seconds);
        let next = OpenSegment::new(state, first, start);
        let open = std::mem::replace(&mut self.open, next);
        let bytes = open.state_bytes + self.writer.bytes().len();
        let whole = open.closed(self.writer.take());
        self.keep(Arc::new(whole), bytes);
    }

    fn is_over(&self) -> bool {
        let limits = &self.limits;
        self.bytes > limits.bytes
            || self.seconds > limits.seconds
            || self.libraries > limits.libraries
    }

    /// Adds a whole segment and drops what is over the limits.
    fn keep(&mut self, whole: Arc<SessionSegment>, bytes: usize) {
        self.bytes += bytes;
        self.seconds += whole.seconds;
        self.libraries += whole.libraries.len();
        self.whole.push_back((whole, bytes));
        while self.is_over() {
            let Some((dropped, bytes)) = self.whole.pop_front() else {
                break;
            };
            self.bytes -= bytes;
            self.seconds -= dropped.seconds;
            self.libraries -= dropped.libraries.len();
        }
        let kept = self.whole.front().map_or(self.open.first, |it| it.0.first);
        self.marks.retain(|mark| mark.tick >= kept);
    }
}

/// What is known of a tick when the step after it begins, or when it is finished.
fn complete(tick: &mut SessionTick, evaluator: &Evaluator) {
    let told = |(character, delta): (CharacterId, &Transform)| EngineInput::TellRootMotion {
        character,
        delta: *delta,
    };
    tick.inputs
        .extend(evaluator.modified_root_motion().map(told));
    tick.events = evaluator
        .characters()
        .map(|character| evaluator.events(character).len() as u32)
        .sum();
    tick.hash = world_hash(evaluator);
}

impl OpenSegment {
    fn new(state: EvaluatorState, first: u64, start: f64) -> Self {
        Self {
            first,
            start,
            state_bytes: state.encode(&mut Vec::new()).len(),
            state,
            count: 0,
            seconds: 0.0,
            libraries: Vec::new(),
        }
    }

    fn closed(self, bytes: Vec<u8>) -> SessionSegment {
        SessionSegment {
            first: self.first,
            start: self.start,
            state: self.state,
            count: self.count,
            seconds: self.seconds,
            bytes,
            libraries: self.libraries,
        }
    }
}
