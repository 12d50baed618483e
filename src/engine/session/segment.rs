//! A session as a value: its segments and marks.

use super::tick_reader::{TickError, TickReader};
use crate::{EngineInput, EvaluatorState};
use anim::Library;
use std::sync::Arc;

/// One tick of a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SessionTick {
    /// Length of the tick, seconds; at least 0.
    pub dt: f64,
    /// Everything that the evaluator was given, in order: answers of a game's ground and what a
    /// game made of root motion included.
    pub inputs: Vec<EngineInput>,
    /// Number of events of all characters in the tick.
    pub events: u32,
    /// [`crate::hash::world_hash`] after the tick.
    pub hash: u64,
}

/// A state and the ticks that follow it.
#[derive(Debug)]
pub struct SessionSegment {
    /// Number of ticks of the session before the state, those included that were dropped.
    pub first: u64,
    /// Seconds of the session before the state: the sum of the lengths of its ticks.
    pub start: f64,
    /// The state before the first tick of the segment.
    pub state: EvaluatorState,
    /// Number of ticks in the segment.
    pub count: u32,
    /// Sum of the lengths of the ticks in the segment, seconds.
    pub seconds: f64,
    /// The ticks, each as what differs from the one before.
    pub bytes: Vec<u8>,
    /// Libraries of the inputs that set one, in order.
    pub libraries: Vec<Arc<Library>>,
}

impl SessionSegment {
    /// All ticks of the segment. An error names the first that cannot be read; surplus bytes are
    /// one, at the tick after the last.
    pub fn ticks(&self) -> Result<Vec<SessionTick>, TickError> {
        let mut reader = TickReader::new(&self.bytes, &self.libraries);
        let mut ticks = Vec::new();
        for at in 0..self.count {
            ticks.push(reader.tick(at)?);
        }
        if reader.is_done() {
            Ok(ticks)
        } else {
            Err(TickError {
                tick: self.count,
                at: self.bytes.len(),
                is_length: false,
            })
        }
    }

    /// Number of ticks of the session before the end of the segment.
    pub fn end(&self) -> u64 {
        self.first + u64::from(self.count)
    }
}

/// A moment that somebody marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionMark {
    /// Number of ticks of the session before the mark.
    pub tick: u64,
    /// What the mark says.
    pub text: String,
}

/// A recorded session. A copy of it shares its segments.
#[derive(Clone, Debug, Default)]
pub struct RecordedSession {
    /// The segments in order; each begins where the one before ends.
    pub segments: Vec<Arc<SessionSegment>>,
    /// Marks, ascending by tick.
    pub marks: Vec<SessionMark>,
    /// What a game notes about the session, such as its level and its input device: name and text.
    pub notes: Vec<(String, String)>,
}

impl RecordedSession {
    /// Number of ticks before the first that is still there.
    pub fn first(&self) -> u64 {
        self.segments.first().map_or(0, |segment| segment.first)
    }

    /// Number of ticks before the end, those included that were dropped.
    pub fn end(&self) -> u64 {
        self.segments.last().map_or(0, |segment| segment.end())
    }

    /// Number of ticks that are there.
    pub fn len(&self) -> u64 {
        self.end() - self.first()
    }

    /// Whether no tick is there.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Seconds that are there.
    pub fn seconds(&self) -> f64 {
        self.segments.iter().map(|segment| segment.seconds).sum()
    }

    /// The numbers of ticks before which there is a state. Ascending.
    pub fn kept(&self) -> impl Iterator<Item = u64> {
        self.segments.iter().map(|segment| segment.first)
    }

    /// Index of the segment that a tick is in; the tick at the end of the session is in the last
    /// one. None outside of the session.
    pub fn segment_of(&self, tick: u64) -> Option<usize> {
        let after = self.segments.partition_point(|it| it.first <= tick);
        let at = after.checked_sub(1)?;
        (tick <= self.end()).then_some(at)
    }

    /// The tick that a time of the session lies in: the first one after whose end the time comes
    /// not. The last tick where the time lies beyond the end. An error where the ticks of its
    /// segment cannot be read.
    pub fn tick_at(&self, time: f64) -> Result<u64, TickError> {
        let after = self.segments.partition_point(|it| it.start <= time);
        let Some(segment) = self.segments.get(after.saturating_sub(1)) else {
            return Ok(0);
        };
        let (mut at, mut tick) = (segment.start, segment.first);
        for known in segment.ticks()? {
            at += known.dt;
            if at > time {
                return Ok(tick);
            }
            tick += 1;
        }
        Ok(tick.min(self.end().saturating_sub(1)))
    }

    /// The part of the session that plays the library it ends with: what follows its last change of
    /// library.
    pub fn with_last_library(&self) -> Self {
        let last = self
            .segments
            .iter()
            .rposition(|it| !it.libraries.is_empty());
        let from = last.map_or(0, |at| (at + 1).min(self.segments.len() - 1));
        let first = self.segments.get(from).map_or(0, |it| it.first);
        let mut marks = self.marks.clone();
        marks.retain(|mark| mark.tick >= first);
        Self {
            segments: self.segments.get(from..).unwrap_or_default().to_vec(),
            marks,
            notes: self.notes.clone(),
        }
    }

    /// The same session with other numbers of ticks and seconds before it, to stand beside another
    /// one.
    pub fn begun_at(&self, first: u64, start: f64) -> Self {
        let (own, began) = (
            self.first(),
            self.segments.first().map_or(0.0, |it| it.start),
        );
        let moved = |segment: &Arc<SessionSegment>| {
            Arc::new(SessionSegment {
                first: segment.first - own + first,
                start: segment.start - began + start,
                state: segment.state.clone(),
                count: segment.count,
                seconds: segment.seconds,
                bytes: segment.bytes.clone(),
                libraries: segment.libraries.clone(),
            })
        };
        let marks = self.marks.iter().map(|mark| SessionMark {
            tick: mark.tick.saturating_sub(own) + first,
            text: mark.text.clone(),
        });
        Self {
            segments: self.segments.iter().map(moved).collect(),
            marks: marks.collect(),
            notes: self.notes.clone(),
        }
    }

    /// Every library that the session plays, each once, in the order of their use.
    pub fn libraries(&self) -> Vec<Arc<Library>> {
        let mut libraries = Vec::new();
        for segment in &self.segments {
            segment.state.list_libraries(&mut libraries);
            for library in &segment.libraries {
                crate::library_place(&mut libraries, library);
            }
        }
        libraries
    }
}
