//! Skeletons: sockets, virtual bones, masks and blend profiles on their bones.

mod menu;
#[cfg(test)]
mod tests;

pub use menu::MENU;

use crate::action::ActionContext;
use asset::{AssetKind, Id, Skeleton};
use std::{collections::BTreeSet, sync::Arc};
use words::{Word, tr, word};

/// The title of its menu.
pub const TITLE: Word = word!("Skeleton");
/// The type of asset that this page edits.
pub const ASSET: AssetKind = AssetKind::Skeleton;
/// Skeletons do not play.
pub const HAS_TIMELINE: bool = false;

/// View state of the Skeleton panel, whatever document is open.
#[derive(Default)]
pub struct SkeletonView {
    /// Index in the shown skeleton.
    pub selected_bone: Option<usize>,
    /// Bones whose paths are shown, by their index; of none, that of the selected bone.
    pub paths: BTreeSet<usize>,
    /// Text that a bone's name must contain; empty shows all.
    pub filter: String,
    /// Mask or blend profile whose numbers stand beside the bones.
    pub weights_column: Option<Id>,
    /// The panel brings this bone into view.
    pub revealed_bone: Option<usize>,
    /// Skeleton that the bones belong to.
    of: Option<(Id, Arc<Skeleton>)>,
}

impl SkeletonView {
    /// Bones are the same ones where an edit or an import has put them elsewhere.
    pub fn follow(&mut self, shown: Option<(Id, Arc<Skeleton>)>) {
        let before = std::mem::replace(&mut self.of, shown);
        let (Some((was_id, was)), Some((id, now))) = (before, &self.of) else {
            return;
        };
        if was_id != *id {
            return self.paths.clear();
        }
        if !Arc::ptr_eq(&was, now) {
            let place = |at: usize| now.index(&was.bones.get(at)?.key);
            self.selected_bone = self.selected_bone.and_then(place);
            self.revealed_bone = self.revealed_bone.and_then(place);
            self.paths = self.paths.iter().copied().filter_map(place).collect();
        }
    }
}

/// Actions on skeletons.
#[derive(Clone, Debug)]
pub enum SkeletonAction {
    /// Shows the numbers of a mask or blend profile beside the bones; None shows the translation
    /// modes instead.
    ShowWeights(Option<Id>),
    AddMask,
    AddBlendProfile,
    /// Adds a socket on the selected bone.
    AddSocket,
    /// Shows where the selected bone goes, whatever is selected later, or no longer.
    TogglePath,
    /// Shows the path of the selected bone alone.
    ClearPaths,
    /// Bones by their index.
    AddVirtualBone {
        source: usize,
        target: usize,
    },
}

impl SkeletonAction {
    /// Reason in one line why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
        match self {
            Self::AddSocket | Self::TogglePath => {
                now.unless(now.has_bone, tr!("Select a bone first"))
            }
            Self::ClearPaths => now.unless(now.has_paths, tr!("No bone's path is kept")),
            Self::AddMask | Self::AddBlendProfile => now.needs_character(),
            Self::ShowWeights(_) | Self::AddVirtualBone { .. } => None,
        }
    }
}
