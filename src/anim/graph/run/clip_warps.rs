//! What an instance keeps of clips with windows of motion warping.

use crate::{Library, Name, graph::data::value::NodeId, warp::LiveWarps};
use serde::{Deserialize, Serialize};

/// A clip with windows that a node plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ClipWarps {
    pub(super) node: NodeId,
    pub(super) clip: Name,
    /// The mirror that it is seen in.
    pub(super) mirror: Option<u16>,
    pub(super) live: LiveWarps,
    /// Frame of the last update.
    pub(super) frame: u64,
}

/// A clip with windows that went on in this tick.
#[derive(Clone, Copy, Debug)]
pub(in crate::graph) struct Went {
    pub(super) node: usize,
    pub(super) clip: Name,
    /// Index of the clip's root motion among the root motions of the tick.
    pub(super) root: usize,
    /// Index of the clip's first path among the paths of the tick.
    pub(super) first: usize,
    pub(super) count: usize,
}

impl ClipWarps {
    /// Adapts the warps after the library was compiled again: windows that changed start over.
    pub(super) fn rebind(&mut self, from: &Library, to: &Library) {
        let [before, after] =
            [from, to].map(|library| library.clip(self.clip).map(|clip| &clip.warps));
        if before != after {
            self.live = LiveWarps::default();
        }
        self.live.forget_root();
    }
}
