//! What decides whether an action would do something.

use crate::rewound::Rewound;
use asset::{AssetKind, Id};
use document::Document;
use words::tr;

/// Editor state that decides whether an action would do something.
pub struct ActionContext<'a> {
    /// The project and the selection.
    pub document: &'a Document,
    /// Ids of the open documents.
    pub tabs: &'a [Id],
    /// The one that is edited, and its kind.
    pub active: Option<Id>,
    /// The type of `active`; None with no document open.
    pub open: Option<AssetKind>,
    /// The open document is played along a time axis.
    pub has_timeline: bool,
    /// The event log has rows.
    pub has_log: bool,
    /// A part of the open timeline repeats.
    pub has_loop: bool,
    /// A graph is driven, or was.
    pub has_driven: bool,
    /// The recorded session.
    pub rewound: &'a Rewound,
    /// The tree of assets has the keys.
    pub in_assets: bool,
    /// A bone is selected in the Skeleton panel.
    pub has_bone: bool,
    /// Paths of bones are kept, whatever is selected.
    pub has_paths: bool,
}

/// The asset that is selected in the tree; None while a part of an asset is selected, which is not
/// in the tree.
pub fn selected_asset(document: &Document) -> Option<Id> {
    let selection = document.selection();
    selection
        .asset
        .filter(|id| selection.items.is_empty() && document.project().kind(*id).is_some())
}

impl ActionContext<'_> {
    /// The asset that is selected in the tree; None while a part of an asset is selected, which is
    /// not in the tree.
    pub fn selected_asset(&self) -> Option<Id> {
        selected_asset(self.document)
    }

    /// The reason, unless something stands.
    pub fn unless(&self, stands: bool, reason: &'static str) -> Option<&'static str> {
        (!stands).then_some(reason)
    }

    /// Refuses while the open document has no timeline.
    pub fn needs_timeline(&self) -> Option<&'static str> {
        self.unless(self.has_timeline, tr!("Open a montage or a clip first"))
    }

    /// Refuses while the open document has neither a timeline nor a graph or blend space to play.
    pub fn needs_something_that_plays(&self) -> Option<&'static str> {
        let plays = self.has_timeline
            || matches!(self.open, Some(AssetKind::Graph | AssetKind::BlendSpace));
        self.unless(
            plays,
            tr!("Open a montage, a clip, a pose graph or a blend space first"),
        )
    }

    /// Refuses unless the document can be shown beside another one, and another document is open.
    pub fn needs_front_beside(&self, id: Option<Id>) -> Option<&'static str> {
        let kind = id.and_then(|id| self.document.project().kind(id));
        let has_other = self.tabs.iter().any(|tab| Some(*tab) != id);
        self.unless(
            matches!(kind, Some(AssetKind::Clip | AssetKind::Montage)),
            tr!("Only montages and clips can be shown beside another"),
        )
        .or(self.unless(has_other, tr!("Open a second document first")))
    }

    /// Refuses while no item of an asset is selected.
    pub fn needs_selection(&self) -> Option<&'static str> {
        self.unless(
            !self.document.selection().items.is_empty(),
            tr!("Select something on the timeline first"),
        )
    }

    /// Refuses while nothing is selected; in the tree of assets a selected asset is enough.
    pub fn needs_selection_or_asset(&self) -> Option<&'static str> {
        if self.in_assets {
            self.unless(
                self.selected_asset().is_some(),
                tr!("Select an asset in the tree first"),
            )
        } else {
            self.needs_selection()
        }
    }

    /// Refuses in a project without a skeleton.
    pub fn needs_character(&self) -> Option<&'static str> {
        self.unless(
            !self.document.project().skeletons.is_empty(),
            tr!("Import a character first"),
        )
    }
}
