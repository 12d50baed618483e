//! What every timeline can do, of a clip and of a montage.

use super::ActionContext;
use crate::preferences::Follow;
use crate::timeline::LinkKind;
use asset::{AssetKind, Id};
use std::collections::BTreeSet;
use words::tr;

/// Edits and view of the open timeline.
#[derive(Clone, Debug)]
pub enum TimelineAction {
    AddNotify,
    AddNotifyState,
    AddNotifyTrack,
    /// Copies a track with all its items, for another timeline.
    CopyTrack(Id),
    /// Duplicates a track with all its items.
    DuplicateTrack(Id),
    AddNote,
    /// The selected sound at the playhead, or the only one; else a file is asked for.
    AddSound,
    /// A sound of the project at the playhead.
    AddSoundOf(Id),
    ToggleSnapping,
    /// Segments at the playhead.
    Split,
    /// Segments and states at the playhead. With true, later segments close up.
    Trim(TrimEdge, bool),
    /// Deletes the selection; later segments close the gap.
    DeleteAndClose,
    CloseGaps,
    CloseGapsOf(Id),
    /// Up to the next segment.
    FillGap(Id),
    /// Notifies to this segment, or each to the one under it.
    Link {
        notifies: BTreeSet<Id>,
        follow: LinkKind,
        segment: Option<Id>,
    },
    /// Sets how new notifies follow a segment.
    SetNewLink(LinkKind),
    /// Later segments make room for what is pasted.
    PasteMakingRoom,
    /// A digit went down: its notify is added, a state while nothing else ends it.
    Quick(u8),
    /// The digit went up.
    EndQuick(u8),
    /// Puts a notify under a digit.
    KeepQuick(u8, Id),
    /// Sets how the timeline scrolls with the playhead during playback.
    Follow(Follow),
    ShowPlayhead,
    /// Opens the field of the time to go to.
    AskTime,
}

/// Edges that a trim brings to the playhead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrimEdge {
    Start,
    End,
}

impl TimelineAction {
    /// One line that says why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
        match self {
            Self::Quick(_) => now.needs_timeline(),
            Self::AddNote | Self::AddSound | Self::AddSoundOf(_) => now.needs_timeline(),
            Self::AddNotify
            | Self::AddNotifyState
            | Self::AddNotifyTrack
            | Self::ShowPlayhead
            | Self::AskTime => now.needs_timeline(),
            Self::Split | Self::Trim(..) | Self::CloseGaps | Self::PasteMakingRoom => now.unless(
                now.open == Some(AssetKind::Montage),
                tr!("Open a montage first"),
            ),
            Self::DeleteAndClose => now.needs_selection(),
            Self::ToggleSnapping
            | Self::Follow(_)
            | Self::CopyTrack(_)
            | Self::DuplicateTrack(_)
            | Self::CloseGapsOf(_)
            | Self::FillGap(_)
            | Self::Link { .. }
            | Self::EndQuick(_)
            | Self::KeepQuick(..)
            | Self::SetNewLink(_) => None,
        }
    }

    /// Action for the release of the key; None if the release does nothing.
    pub fn on_release(&self) -> Option<Self> {
        match self {
            Self::Quick(digit) => Some(Self::EndQuick(*digit)),
            _ => None,
        }
    }

    /// Adds at the playhead, so that the time of its press counts.
    pub fn is_timed(&self) -> bool {
        matches!(
            self,
            Self::Quick(_) | Self::AddNotify | Self::AddNotifyState
        )
    }
}
