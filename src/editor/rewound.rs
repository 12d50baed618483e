//! A recorded session in the window: which one, what is known of it, and where the playhead is.

#[cfg(test)]
mod tests;

use anim::{Library, Name};
use asset::Project;
use engine::RecordedSession;
use session::{LedgerRow, Provenance, SessionComparison, SessionSeries};
use std::{ops::Range, path::PathBuf, sync::Arc};
use studio::{RewindFrame, RewindTold};

/// Where a session is from.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SessionSource {
    /// What plays in the window, as far back as it is kept.
    #[default]
    Preview,
    /// A file, or a test that was run: its title.
    Opened(String, Option<PathBuf>),
    /// What the preview had before it was played on from an earlier moment: its title.
    Branch(String),
}

/// The session as it plays with edited assets.
#[derive(Clone, Debug, Default)]
pub struct EditedSession {
    /// The session; None while it is played.
    pub session: Option<RecordedSession>,
    /// Its series; None while they are made.
    pub series: Option<Arc<SessionSeries>>,
    /// What differs; None while nothing is known.
    pub found: Option<Arc<SessionComparison>>,
    /// Greatest distance between both poses in each tick, metres.
    pub distances: Arc<[f32]>,
    /// Whether everything was compared.
    pub is_whole: bool,
}

impl EditedSession {
    /// The place in the series of a session at which the edited one begins.
    pub fn first(&self, series: &SessionSeries) -> usize {
        let first = self.series.as_ref().map_or(0, |it| it.first);
        first.saturating_sub(series.first) as usize
    }
}

/// What a bone's pose comes from, and where that was asked.
#[derive(Clone, Debug)]
pub struct TracedBone {
    /// Ticks of the session before it.
    pub tick: u64,
    /// The bone.
    pub bone: Name,
    /// None where the character has no such bone.
    pub provenance: Option<Provenance>,
}

/// The session of the Session panel.
#[derive(Default)]
pub struct Rewound {
    /// Where the session is from.
    pub source: SessionSource,
    /// The session so far.
    pub session: RecordedSession,
    /// Its series; None before the first are made.
    pub series: Option<Arc<SessionSeries>>,
    /// Whether the series are of all of it.
    pub is_whole: bool,
    /// Ticks of the session before the playhead; None follows what plays in the window.
    pub at: Option<u64>,
    /// The session is played, at the rate of the transport.
    pub playing: bool,
    /// Seconds of the session while it is played.
    pub clock: f64,
    /// What is shown at the playhead.
    pub frame: Option<RewindFrame>,
    /// The assets that the session is compared with when they change.
    pub base: Option<Arc<Library>>,
    /// The project when the window was rewound, and the number of its edits.
    pub root: Option<(Arc<Project>, usize)>,
    /// The session with edited assets; None while nothing is edited.
    pub edited: Option<EditedSession>,
    /// Title of the session that is shown beside in place of edits; None while none is.
    pub beside: Option<String>,
    /// Decisions, and the ticks that they are of.
    pub rows: Option<(Range<u64>, Vec<LedgerRow>)>,
    /// Decisions of all of the session that were searched for, the number of ticks before which
    /// everything was looked at, and whether that is all.
    pub searched: Option<(Arc<[LedgerRow]>, u64, bool)>,
    /// What the selected bone comes from.
    pub traced: Option<TracedBone>,
    /// The node without which the recorded pose stands beside; None while none does.
    pub without: Option<u64>,
    /// A sentence that says what cannot be shown, and why.
    pub fault: Option<String>,
    /// Sessions that were left for an earlier moment, the newest last.
    pub branches: Vec<(String, RecordedSession)>,
}

/// Branches that are kept.
const MOST_BRANCHES: usize = 8;

impl Rewound {
    /// Whether the window shows a moment of the session in place of what plays.
    pub fn is_on(&self) -> bool {
        self.at.is_some()
    }

    /// Whether the session is another one than what plays in the window.
    pub fn is_apart(&self) -> bool {
        self.source != SessionSource::Preview
    }

    /// The playhead, in ticks of the session; the end while it follows what plays.
    pub fn tick(&self) -> u64 {
        self.at.unwrap_or_else(|| self.session.end())
    }

    /// The playhead in seconds of the session.
    pub fn time(&self) -> f64 {
        let at = self.tick();
        self.series.as_ref().map_or(0.0, |series| series.time(at))
    }

    /// Puts the playhead after so many ticks.
    pub fn seek(&mut self, tick: u64) {
        let (first, end) = (self.session.first(), self.session.end());
        self.at = Some(tick.clamp(first, end));
        self.clock = self.time();
    }

    /// Begins with a session from somewhere else.
    pub fn open(&mut self, source: SessionSource, session: RecordedSession) {
        *self = Self {
            source,
            session,
            branches: std::mem::take(&mut self.branches),
            ..Self::default()
        };
    }

    /// Keeps a session that is left; the oldest of too many goes.
    pub fn keep_branch(&mut self, title: String, session: RecordedSession) {
        self.branches.push((title, session));
        if self.branches.len() > MOST_BRANCHES {
            self.branches.remove(0);
        }
    }

    /// The tick so many ticks on, or back where it is less than 0; ticks without time are passed
    /// over, for nothing moves in them.
    pub fn stepped(&self, ticks: i32) -> u64 {
        let (first, end) = (self.session.first(), self.session.end());
        let mut at = self.tick().clamp(first, end);
        let Some(series) = &self.series else {
            let there = at.saturating_add_signed(ticks.into());
            return there.clamp(first, end);
        };
        for _ in 0..ticks.unsigned_abs() {
            let from = series.time(at);
            loop {
                let next = if ticks > 0 {
                    (at + 1).min(end)
                } else {
                    at.saturating_sub(1).max(first)
                };
                if next == at {
                    return at;
                }
                at = next;
                if series.time(at) != from {
                    break;
                }
            }
        }
        at
    }

    /// The nearest tick after the playhead, or before it, at which something begins: a state, a
    /// section, an event, or a difference.
    pub fn edge(&self, forward: bool) -> Option<u64> {
        let at = self.tick();
        let all = begins(self.series.as_ref()?).chain(self.differences());
        if forward {
            all.filter(|tick| *tick > at).min()
        } else {
            all.filter(|tick| *tick < at).max()
        }
    }

    /// Ticks after which an event or a machine differs.
    fn differences(&self) -> impl Iterator<Item = u64> {
        let found = self.edited.as_ref().and_then(|it| it.found.as_ref());
        found.into_iter().flat_map(|it| {
            let events = it.events.iter().map(|it| it.event.tick + 1);
            events.chain(it.machines.iter().map(|it| it.ticks.start + 1))
        })
    }

    /// Takes up what was told of the session.
    pub fn hear(&mut self, told: RewindTold) {
        match told {
            RewindTold::Series(series, is_whole) => {
                (self.series, self.is_whole) = (Some(series), is_whole);
            }
            RewindTold::Searched(rows, until, is_whole) => {
                self.searched = Some((rows, until, is_whole));
            }
            RewindTold::Rows(ticks, rows) => self.rows = Some((ticks, rows)),
            RewindTold::Traced {
                tick,
                bone,
                provenance,
            } => {
                self.traced = Some(TracedBone {
                    tick,
                    bone,
                    provenance,
                });
            }
            RewindTold::Fault(why) => self.fault = Some(why),
            RewindTold::Found(_) => {}
            RewindTold::Edited(session) => {
                self.edited.get_or_insert_default().session = Some(session);
            }
            RewindTold::EditedSeries(series, _) => {
                self.edited.get_or_insert_default().series = Some(series);
            }
            RewindTold::Compared {
                found,
                distances,
                is_whole,
            } => {
                let edited = self.edited.get_or_insert_default();
                (edited.found, edited.distances, edited.is_whole) =
                    (Some(found), distances, is_whole);
            }
        }
    }
}

/// Ticks after which a state, a section or an event begins.
fn begins(series: &SessionSeries) -> impl Iterator<Item = u64> {
    let states = series.machines.iter().flat_map(|it| &it.states);
    let sections = series.montages.iter().flat_map(|it| &it.sections);
    let spans = states.chain(sections).map(|it| it.ticks.start + 1);
    spans.chain(series.events.iter().map(|it| it.tick + 1))
}
