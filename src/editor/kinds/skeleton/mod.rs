//! Skeletons: sockets, virtual bones, masks and blend profiles on their bones.

use crate::{
    action::{Entry, Now},
    app::App,
};
use asset::{AssetKind, Id};

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
            Self::AddSocket => now.unless(now.session.kinds.skeleton.selected_bone.is_some(), "Select a bone first"),
            Self::AddMask | Self::AddBlendProfile => now.needs_character(),
            Self::ShowWeights(_) | Self::AddVirtualBone { .. } => None,
        }
    }
}

/// What can be done to any skeleton that is shown stands in the Edit menu.
pub const MENU: &[Entry] = &[];

pub fn act(app: &mut App, _: &egui::Context, action: SkeletonAction) {
    match action {
        SkeletonAction::ShowWeights(id) => app.show_weights(id),
        SkeletonAction::AddMask => app.add_mask(),
        SkeletonAction::AddBlendProfile => app.add_blend_profile(),
        SkeletonAction::AddSocket => app.add_socket(),
        SkeletonAction::AddVirtualBone { source, target } => app.add_virtual_bone(source, target),
    }
}
