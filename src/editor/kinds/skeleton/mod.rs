//! Skeletons: sockets, virtual bones, masks and blend profiles on their bones.

mod menu;

pub use menu::MENU;

use crate::action::Now;
use asset::{AssetKind, Id};

/// Of its menu.
pub const TITLE: &str = "Skeleton";
pub const ASSET: AssetKind = AssetKind::Skeleton;
pub const HAS_TIMELINE: bool = false;

/// What the Skeleton panel shows, of whatever is open.
#[derive(Default)]
pub struct View {
    pub selected_bone: Option<usize>,
    pub filter: String,
    /// Mask or blend profile whose numbers stand beside the bones.
    pub weights_column: Option<Id>,
    /// The panel brings this bone into view.
    pub revealed_bone: Option<usize>,
}

#[derive(Clone, Debug)]
pub enum SkeletonAction {
    /// Of a mask or blend profile, beside the bones; None shows where translations come from.
    ShowWeights(Option<Id>),
    AddMask,
    AddBlendProfile,
    /// On the selected bone.
    AddSocket,
    /// Bones by their index.
    AddVirtualBone {
        source: usize,
        target: usize,
    },
}

impl SkeletonAction {
    /// Why it would do nothing now, in one line.
    pub fn refusal(&self, now: &Now<'_>) -> Option<&'static str> {
        match self {
            Self::AddSocket => now.unless(now.has_bone, "Select a bone first"),
            Self::AddMask | Self::AddBlendProfile => now.needs_character(),
            Self::ShowWeights(_) | Self::AddVirtualBone { .. } => None,
        }
    }
}
