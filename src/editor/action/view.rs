//! What the window shows.

use super::ActionContext;
use crate::{
    dock::Panel,
    panels::help::Sheet,
    preferences::Preferences,
    toast::Tone,
    viewport::{Axes, Overlay, RootView, Tool, ViewportShading},
};
use asset::{AssetKind, Id};
use words::tr;

/// Windows, panels, tabs and what they show. Never an edit.
#[derive(Clone, Debug)]
pub enum ViewAction {
    OpenPalette,
    OpenAsset(Id),
    /// Opens the asset that is selected in the tree of assets.
    OpenSelected,
    /// The open document, or what is selected, in the tree of assets.
    RevealInAssets,
    CloseTab(Id),
    CloseActiveTab,
    NextTab,
    PreviousTab,
    ShowProblems,
    ShowEventLog,
    /// Shows the log of a notify, including events that did not happen.
    ShowLogOf(Id),
    /// Shows the payload of a notify in the details, where it can be edited.
    ShowPayload {
        asset: Id,
        notify: Id,
    },
    ShowJobs,
    /// Finds uses of the selected notify, or of the name that was searched for last.
    FindUses,
    /// Closes it where it is open.
    TogglePanel(Panel),
    ToggleOverlay(Overlay),
    /// Sets how the viewport shades meshes.
    SetShading(ViewportShading),
    /// Sets what a drag of a handle in the viewport does.
    SetTool(Tool),
    SetAxes(Axes),
    SnapHandles,
    /// Sets where root motion takes the character in the viewport.
    SetRootView(RootView),
    OpenSheet(Sheet),
    SetPreferences(Preferences),
    /// Docks it where it floats.
    FloatActivePanel,
    /// Shows a document in a panel of its own, beside the document in front.
    ShowBeside(Id),
    ShowActiveBeside,
    /// Takes the panel of its own away from a document.
    PutBack(Id),
    /// Resets the arrangement of the panels for documents of the open document's kind.
    ResetArrangement,
    /// Arranges the panels for a graph whose character is tuned by hand.
    ArrangeForTuning,
    /// Measures how far feet slide in the open blend space or graph, and finds what would help.
    MeasureSlide,
    ClearLog,
    FrameAll,
    FrameSelection,
    /// Keys go to the next panel, or to the one before.
    StepPanel(isize),
    ShowKeys,
    /// Shows a message in a corner of the window: its importance, its title and its second line.
    Tell(Tone, String, String),
    /// Opens the user guide at the page of a file; at its list for a file that is none.
    OpenGuide(&'static str),
}

impl ViewAction {
    /// One line that says why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
        match self {
            Self::CloseActiveTab => now.unless(now.active.is_some(), tr!("No document is open")),
            Self::NextTab | Self::PreviousTab => {
                now.unless(now.tabs.len() > 1, tr!("No other document is open"))
            }
            Self::ShowBeside(id) => now.needs_front_beside(Some(*id)),
            Self::ShowActiveBeside => now.needs_front_beside(now.active),
            Self::OpenSelected => now.unless(
                now.selected_asset().is_some(),
                tr!("Select an asset in the tree first"),
            ),
            Self::RevealInAssets => {
                let is_there = now.active.is_some() || now.selected_asset().is_some();
                now.unless(is_there, tr!("No document is open"))
            }
            Self::MeasureSlide => now.unless(
                matches!(now.open, Some(AssetKind::BlendSpace | AssetKind::Graph)),
                tr!("Open a blend space or a pose graph first"),
            ),
            Self::ArrangeForTuning => now.unless(
                now.open == Some(AssetKind::Graph),
                tr!("Open a pose graph first"),
            ),
            Self::ClearLog => now.unless(now.has_log, tr!("The log is empty")),
            Self::OpenPalette
            | Self::OpenAsset(_)
            | Self::CloseTab(_)
            | Self::ShowProblems
            | Self::ShowEventLog
            | Self::ShowLogOf(_)
            | Self::ShowPayload { .. }
            | Self::ShowJobs
            | Self::FindUses
            | Self::TogglePanel(_)
            | Self::ToggleOverlay(_)
            | Self::SetShading(_)
            | Self::SetTool(_)
            | Self::SetAxes(_)
            | Self::SnapHandles
            | Self::SetRootView(_)
            | Self::OpenSheet(_)
            | Self::SetPreferences(_)
            | Self::FloatActivePanel
            | Self::PutBack(_)
            | Self::ResetArrangement
            | Self::FrameAll
            | Self::FrameSelection
            | Self::StepPanel(_)
            | Self::ShowKeys
            | Self::Tell(..)
            | Self::OpenGuide(_) => None,
        }
    }
}
