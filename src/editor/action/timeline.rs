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
    pub fn is_enabled(&self, now: &Now<'_>) -> bool {
        match self {
            Self::AddNotify | Self::AddNotifyState | Self::AddNotifyTrack => now.has_timeline(),
            Self::ToggleSnapping => true,
        }
    }
}
