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

/// The rows of a session that the filter wants, in order. An error if the session cannot be played
/// up to there.
pub fn read_ledger(
    session: &RecordedSession,
    filter: &LedgerFilter,
) -> Result<Vec<LedgerRow>, SessionFault> {
    let all = session.first()..session.end();
    let ticks = filter.ticks.clone().unwrap_or(all.clone());
    let (start, end) = (ticks.start.max(all.start), ticks.end.min(all.end));
    let mut player = SessionPlayer::new(session.clone(), WorkerMode::Inline)?;
    let (mut rows, mut known) = (Vec::new(), ControlWords::new());
    if start >= end {
        return Ok(rows);
    }
    player.evaluator_mut().ask_why(true);
    player.seek(start)?;
    while player.tick() < end && !filter.cancel.load(Ordering::Relaxed) {
        let tick = player.tick();
        if !player.step()? {
            break;
        }
        let found = tick_rows(player.evaluator(), player.refused(), tick, &mut known);
        rows.extend(found.into_iter().filter(|row| filter.wants(row)));
    }
    Ok(rows)
}
