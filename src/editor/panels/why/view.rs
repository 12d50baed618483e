//! How the decisions of a session are looked at.

use session::LedgerOutcome;

/// View state of the Why? panel.
#[derive(Default)]
pub struct WhyView {
    /// Text that a row must contain; empty shows all.
    pub filter: String,
    /// Rows of this outcome alone.
    pub outcome: Option<LedgerOutcome>,
    /// Only what was decided in the tick under the playhead.
    pub is_at_playhead: bool,
    /// The row that is unfolded: its tick and its place in the tick.
    pub open: Option<(u64, usize)>,
}
