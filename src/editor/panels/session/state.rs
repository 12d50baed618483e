//! What the Session panel shows.

use crate::rewound::Rewound;
use anim::{Name, Names};
use asset::Project;
use std::sync::Arc;

/// What the Session panel shows.
pub struct SessionPanelState<'a> {
    /// The session, and where its playhead is.
    pub rewound: &'a Rewound,
    /// The project, for the tracks of notifies.
    pub project: &'a Arc<Project>,
    /// Texts of names.
    pub names: &'a Names,
    /// The selected bone; None if none is.
    pub bone: Option<Name>,
    /// Id and title of the selected node of a graph; None if none is.
    pub node: Option<(u64, String)>,
    /// Whether what is shown in the window plays.
    pub is_playing: bool,
}
