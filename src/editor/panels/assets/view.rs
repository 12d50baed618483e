//! How the tree of assets is looked at: its grouping, what is folded, what is to be seen.

use crate::action::selected_asset;
use asset::Id;
use document::Document;
use std::collections::BTreeSet;
use words::tr;

/// The tree of assets, as it is looked at. Lasts as long as the window.
#[derive(Default)]
pub struct AssetsView {
    /// How the list is split into groups.
    pub grouping: Grouping,
    pub(super) folded: BTreeSet<(Grouping, String)>,
    /// Assets that are selected together, the one of the selection among them.
    pub group: BTreeSet<Id>,
    /// The row up to which the next pass selects all.
    pub(super) range_to: Option<Id>,
    /// The asset whose row the next pass scrolls to.
    pub reveal: Option<Id>,
    /// The open document of the last pass.
    pub(super) open: Option<Id>,
}

impl AssetsView {
    /// Assets that are selected in the tree; the one of the selection first.
    pub fn selected(&self, document: &Document) -> Vec<Id> {
        let Some(first) = selected_asset(document) else {
            return Vec::new();
        };
        let is_other = |id: &Id| *id != first && document.project().kind(*id).is_some();
        let others = self.group.iter().copied().filter(is_other);
        // A group that the selection has left is none.
        let others = others.filter(|_| self.group.contains(&first));
        std::iter::once(first).chain(others).collect()
    }
}

/// How the list of assets is split into groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grouping {
    #[default]
    Kind,
    Character,
    Folder,
    File,
}

impl Grouping {
    /// Every grouping, in the order of the menu.
    pub const ALL: [Grouping; 4] = [
        Grouping::Kind,
        Grouping::Character,
        Grouping::Folder,
        Grouping::File,
    ];

    /// The label in the menu.
    pub fn title(self) -> &'static str {
        match self {
            Grouping::Kind => tr!("By type"),
            Grouping::Character => tr!("By character"),
            Grouping::Folder => tr!("By folder"),
            Grouping::File => tr!("By file"),
        }
    }

    /// Tooltip of the grouping.
    pub fn tip(self) -> &'static str {
        match self {
            Grouping::Kind => tr!("Groups assets by type: montages, clips, meshes"),
            Grouping::Character => tr!("Groups assets by skeleton"),
            Grouping::Folder => tr!("Groups assets by source folder"),
            Grouping::File => tr!("Groups assets by source file"),
        }
    }
}
