//! What every timeline can do, of a clip and of a montage.

use super::Now;

#[derive(Clone, Debug)]
pub enum TimelineAction {
    AddNotify,
    AddNotifyState,
    AddNotifyTrack,
    ToggleSnapping,
}

impl TimelineAction {
    /// Why it would do nothing now, in one line.
    pub fn refusal(&self, now: &Now<'_>) -> Option<&'static str> {
        match self {
            Self::AddNotify | Self::AddNotifyState | Self::AddNotifyTrack => now.needs_timeline(),
            Self::ToggleSnapping => None,
        }
    }
}
