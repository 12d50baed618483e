//! The decisions of a span of a session, by playing it again with explaining on.

use crate::rows::{ControlWords, LedgerOutcome, LedgerRow, tick_rows};
use anim::Name;
use engine::{CharacterId, RecordedSession, SessionFault, SessionPlayer, WorkerMode};
use std::{
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Which rows of a ledger are wanted; what is None or empty wants all.
#[derive(Clone, Debug, Default)]
pub struct LedgerFilter {
    /// Ticks of the session.
    pub ticks: Option<Range<u64>>,
    /// Whom the rows are about.
    pub character: Option<CharacterId>,
    /// What they are about: the name of a subject or of where it is, or a state on the way of a
    /// transition. Upper and lower case are the same.
    pub subject: Option<String>,
    /// What became of it.
    pub outcome: Option<LedgerOutcome>,
    /// Part of the reason.
    pub reason: Option<String>,
    /// Part of the subject, of where it is, of what it is, or of the reason.
    pub text: Option<String>,
    /// Set by whoever wants no more of it: what was found so far is given.
    pub cancel: Arc<AtomicBool>,
}

impl LedgerFilter {
    fn wants(&self, row: &LedgerRow) -> bool {
        let is_named = |subject: &String| is_about(row, subject);
        let is_reason = |reason: &String| {
            let (row, reason) = (row.reason.to_lowercase(), reason.to_lowercase());
            row.contains(&reason)
        };
        self.character.is_none_or(|it| it == row.character)
            && self.outcome.is_none_or(|it| it == row.outcome)
            && self.subject.as_ref().is_none_or(is_named)
            && self.reason.as_ref().is_none_or(is_reason)
            && self.text.as_ref().is_none_or(|text| row.has_text(text))
    }
}

/// Whether a row is about something of this name.
fn is_about(row: &LedgerRow, name: &str) -> bool {
    let is_it = |text: &str| text.trim().to_lowercase() == name.trim().to_lowercase();
    row.name == Name::new(name.trim())
        || is_it(&row.subject)
        || is_it(&row.asset)
        || row.subject.split(" → ").any(is_it)
}

/// Reads the ledger of a session tick by tick. What a control says is told where it changes, so a
/// reader that goes on tells less than one that begins anew.
pub struct LedgerReader {
    player: SessionPlayer,
    filter: LedgerFilter,
    known: ControlWords,
}

impl LedgerReader {
    /// A reader at the start of what the filter wants. An error if the session cannot be played up to
    /// there.
    pub fn new(session: &RecordedSession, filter: LedgerFilter) -> Result<Self, SessionFault> {
        let mut player = SessionPlayer::new(session.clone(), WorkerMode::Inline)?;
        player.evaluator_mut().ask_why(true);
        let start = filter.ticks.as_ref().map_or(0, |ticks| ticks.start);
        player.seek(start.clamp(session.first(), session.end()))?;
        Ok(Self {
            player,
            filter,
            known: ControlWords::new(),
        })
    }

    /// Number of ticks of the session before the next that is read.
    pub fn tick(&self) -> u64 {
        self.player.tick()
    }

    /// The wanted rows of the next ticks, as many at most. Returns whether more are left to read. An
    /// error if a tick cannot be played.
    pub fn read(&mut self, ticks: u64, rows: &mut Vec<LedgerRow>) -> Result<bool, SessionFault> {
        let last = self.player.session().end();
        let wanted = self.filter.ticks.as_ref().map_or(last, |ticks| ticks.end);
        let end = wanted.min(last);
        let piece = end.min(self.tick().saturating_add(ticks));
        while self.tick() < piece && !self.filter.cancel.load(Ordering::Relaxed) {
            let tick = self.tick();
            if !self.player.step()? {
                return Ok(false);
            }
            let player = &self.player;
            let found = tick_rows(player.evaluator(), player.refused(), tick, &mut self.known);
            rows.extend(found.into_iter().filter(|row| self.filter.wants(row)));
        }
        Ok(self.tick() < end)
    }
}

/// The rows of a session that the filter wants, in order. An error if the session cannot be played
/// up to there.
pub fn read_ledger(
    session: &RecordedSession,
    filter: &LedgerFilter,
) -> Result<Vec<LedgerRow>, SessionFault> {
    let mut rows = Vec::new();
    LedgerReader::new(session, filter.clone())?.read(u64::MAX, &mut rows)?;
    Ok(rows)
}
