//! How the decisions of a session are looked at.

use session::{LedgerFilter, LedgerOutcome};

/// View state of the Why? panel.
#[derive(Default)]
pub struct WhyView {
    /// Text that a row must contain; empty shows all.
    pub filter: String,
    /// Rows of this outcome alone.
    pub outcome: Option<LedgerOutcome>,
    /// Only what was decided in the tick under the playhead.
    pub is_at_playhead: bool,
    /// Rows of all of the session that fit, in place of the ones around the playhead.
    pub is_whole: bool,
    /// The row that is unfolded: its tick and its place in the tick.
    pub open: Option<(u64, usize)>,
}

impl WhyView {
    /// What is searched for in all of the session: a text and an outcome. None while nothing is.
    pub fn searched(&self) -> Option<(String, Option<LedgerOutcome>)> {
        let text = self.filter.trim().to_owned();
        let is_asked = self.is_whole && (!text.is_empty() || self.outcome.is_some());
        is_asked.then_some((text, self.outcome))
    }
}

/// The filter of a search.
pub fn search_filter((text, outcome): (String, Option<LedgerOutcome>)) -> LedgerFilter {
    LedgerFilter {
        text: Some(text),
        outcome,
        ..LedgerFilter::default()
    }
}
