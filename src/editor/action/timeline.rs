//! What every timeline can do, of a clip and of a montage.

use super::Now;
use crate::preferences::Follow;

#[derive(Clone, Debug)]
pub enum TimelineAction {
    AddNotify,
    AddNotifyState,
    AddNotifyTrack,
    AddNote,
    ToggleSnapping,
    /// While it plays.
    Follow(Follow),
    ShowPlayhead,
    /// Opens the field of the time to go to.
    AskTime,
}

impl TimelineAction {
    /// Why it would do nothing now, in one line.
    pub fn refusal(&self, now: &Now<'_>) -> Option<&'static str> {
        match self {
            Self::AddNotify
            | Self::AddNotifyState
            | Self::AddNotifyTrack
            | Self::AddNote
            | Self::ShowPlayhead
            | Self::AskTime => now.needs_timeline(),
            Self::ToggleSnapping | Self::Follow(_) => None,
        }
    }
}
