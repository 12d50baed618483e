//! Pose graphs: blend trees and state machines, played with the parameters that a game would set.

mod menu;

pub use crate::canvas::CanvasView;
pub use menu::MENU;

use crate::{action::ActionContext, drive::DriveParameterChoice, live::Listening};
use anim::Name;
use asset::{AssetKind, Id, graph::ParameterKind};
use studio::drive::MoverFigure;
use words::{Word, tr, word};

/// The title of its menu.
pub const TITLE: Word = word!("Graph");
/// The type of asset that this page edits.
pub const ASSET: AssetKind = AssetKind::Graph;
/// A graph plays on without an end.
pub const HAS_TIMELINE: bool = false;

/// Actions on pose graphs, on their canvas and on what drives them.
#[derive(Clone, Debug)]
pub enum GraphAction {
    New,
    /// The list of what can be added to the page, at the pointer.
    Add,
    /// Into what is selected: the states of a machine, the page of a state.
    Dive,
    /// The rule of a transition or conduit, where it stands on the page.
    EditRule(Id),
    /// Goes to the page around this one.
    Out,
    /// A comment around what is selected, or at the pointer.
    AddComment,
    /// All of the page in columns towards its output, or what is selected of it.
    Tidy,
    /// Aligns the selected nodes to an edge of the one that was selected first.
    Align(NodeAlignEdge),
    /// Spreads the selected nodes with equal room between them.
    Distribute(NodeDistributeAxis),
    /// Moves the selected nodes until the wires among them are level.
    Straighten,
    /// Moves the selected nodes by steps of the grid, across and down.
    Nudge(i8, i8),
    /// A point on the wire under the pointer, to lead it by.
    Reroute,
    /// Deletes what is selected, and what went through it goes on.
    Detach,
    /// Collapses the selected nodes into a page of their own.
    Collapse,
    /// The selected control for the other side of the skeleton too.
    Mirror,
    /// The selected nodes let their first input pass, or work again.
    Disable,
    /// A sub-graph back to the page that it lies on.
    Expand,
    /// Pastes the copied nodes with links to nodes that were not copied, where those poses are
    /// free.
    PasteLinked,
    /// A search on the page.
    Find,
    /// Selects the next one that the search found.
    FindNext,
    /// Shares of the selected bone and what machines decided, in the panel of the graph; or no
    /// longer.
    Why,
    /// The pose under the pointer, or of the selected node, beside the character; or no longer.
    Watch,
    /// The pose before the selected node beside the character, with figures of both, or no longer.
    Compare,
    /// Shows the pose of this node beside the character; None shows no other pose.
    WatchPose(Option<Id>),
    Restart,
    /// Every parameter to its default.
    ResetParameters,
    /// Sets parameters of the open graph by the names of their numbers.
    SetParameters(Vec<(Name, f64)>),
    /// Adds a parameter to the open graph under a free name.
    AddParameter(ParameterKind),
    /// Shows where a parameter of the open graph is named and given its range.
    EditParameter(Id),
    /// Deletes a parameter of the open graph.
    DeleteParameter(Id),
    /// Applies a preset of the open graph.
    ApplyPreset(Id),
    /// Keeps the current values of the parameters as a preset under a new name.
    KeepPreset,
    /// Keeps the settings of a control under a name, for any project.
    KeepNodePreset(Box<NodePreset>),
    /// Forgets kept settings of a control, by their place in the list.
    ForgetNodePreset(usize),
    /// Keeps the pose of the previewed character for Pose Snapshot nodes of this name.
    SnapshotPose(Name),
    /// Plays a montage on a slot of the open graph, or of another graph, which then comes to the
    /// front.
    PlayMontage(crate::on_slot::MontageTrial),
    /// Stops a montage that is tried on a slot; None stops all.
    StopMontages(Option<Id>),
    /// Starts or stops listening to live frames, with these settings.
    Listen(Listening),
    /// The open one from the keyboard, or no longer.
    Drive,
    /// Saves the driven inputs as a script for `mutoscope simulate`.
    SaveDriven,
    /// Sets which parameter of the open graph takes a figure.
    BindDrive(MoverFigure, DriveParameterChoice),
    /// Sets how fast the open graph is driven: the name of the pace, and its value.
    SetDrivePace(&'static str, f32),
}

/// Settings of a control under a name that the user gave.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct NodePreset {
    /// Name of the preset in the node's menu.
    pub name: String,
    /// Settings of the control; its bones and targets do not count.
    pub kind: asset::graph::ControlKind,
}

/// The edge that selected items are aligned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeAlignEdge {
    Top,
    Left,
    Bottom,
    Right,
}

/// The axis along which selected items are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeDistributeAxis {
    Across,
    Down,
}

impl GraphAction {
    /// Reason in one line why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
        match self {
            Self::New => now.needs_character(),
            Self::Add
            | Self::Dive
            | Self::Out
            | Self::AddComment
            | Self::Tidy
            | Self::Expand
            | Self::Reroute
            | Self::PasteLinked
            | Self::Find
            | Self::FindNext
            | Self::Why
            | Self::Watch
            | Self::Restart
            | Self::ResetParameters
            | Self::KeepPreset
            | Self::AddParameter(_)
            | Self::EditParameter(_)
            | Self::DeleteParameter(_)
            | Self::EditRule(_)
            | Self::StopMontages(_)
            | Self::Drive => now.unless(now.open == Some(ASSET), tr!("Open a pose graph first")),
            Self::Align(_)
            | Self::Distribute(_)
            | Self::Straighten
            | Self::Nudge(..)
            | Self::Detach
            | Self::Disable
            | Self::Mirror
            | Self::Collapse => now
                .unless(now.open == Some(ASSET), tr!("Open a pose graph first"))
                .or(now.unless(
                    !now.document.selection().items.is_empty(),
                    tr!("Select nodes on the canvas first"),
                )),
            Self::Compare => now.unless(
                matches!(now.open, Some(AssetKind::Graph | AssetKind::Montage)),
                tr!("Open a pose graph or a montage with warp windows first"),
            ),
            Self::SaveDriven => now.unless(now.has_driven, tr!("Drive a pose graph first")),
            Self::SetParameters(_)
            | Self::KeepNodePreset(_)
            | Self::ForgetNodePreset(_)
            | Self::SnapshotPose(_)
            | Self::PlayMontage(_)
            | Self::ApplyPreset(_)
            | Self::WatchPose(_)
            | Self::Listen(_)
            | Self::BindDrive(..)
            | Self::SetDrivePace(..) => None,
        }
    }
}
