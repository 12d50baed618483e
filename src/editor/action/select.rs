//! What is selected. Never an edit.

use super::ActionContext;
use crate::{dock::Panel, picking::Picking};
use asset::{AssetKind, Id};
use document::Selection;
use words::tr;

/// An action on the selection.
#[derive(Clone, Debug)]
pub enum SelectAction {
    All,
    Nothing,
    These(Selection),
    Bone(Option<usize>),
    /// Selects a socket or a virtual bone of the skeleton that is shown.
    Socket(Id),
    /// Waits for a click on a bone or socket that sets a row of a notify; None ends the wait.
    Pick(Option<Picking>),
    /// Keys went to another panel than the one with what is selected.
    SayWhere(Panel),
    /// Goes to a time on the timeline of the open document, and shows the item there; none where it
    /// is 0.
    Moment {
        asset: Id,
        item: Id,
        /// Time on the timeline, seconds.
        time: f64,
    },
}

impl SelectAction {
    /// One line that says why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
        match self {
            Self::All => now.unless(
                now.has_timeline || now.open == Some(AssetKind::Graph),
                tr!("Open a montage, a clip or a pose graph first"),
            ),
            Self::Nothing
            | Self::SayWhere(_)
            | Self::These(_)
            | Self::Pick(_)
            | Self::Bone(_)
            | Self::Socket(_)
            | Self::Moment { .. } => None,
        }
    }
}
