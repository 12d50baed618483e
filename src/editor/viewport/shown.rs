//! What the viewport is given to show, and what happened on it.

use super::{
    Compared, Drivable, GizmoHandle, HandleId, LimbOverlay, OtherMoments, Pull, Sandbox, Tuning,
    Watched,
};
use crate::preferences::{InputPreset, Unit};
use asset::{Id, PreviewScene, Project};
use egui::Color32;

/// What the viewport shows in this pass.
pub struct ViewportState<'a> {
    /// The project as it is edited, with its meshes and textures.
    pub project: &'a Project,
    /// The asset that is open.
    pub asset: Option<Id>,
    /// Every mesh of the project with this skeleton is drawn.
    pub skeleton: Option<Id>,
    /// The profile of skin weights that every part with it follows; None for the parts' own
    /// weights.
    pub profile: Option<&'a str>,
    /// Ignored while it is of another skeleton.
    pub frame: Option<&'a studio::PreviewFrame>,
    /// Metres from the middle of the world to where the character is, wherever it is shown.
    pub travelled: f32,
    /// The name of what plays, such as a section's.
    pub caption: &'a str,
    /// Playback position, seconds.
    pub time: f64,
    /// Frame on the timeline of a montage or clip, with its fraction; None for anything else.
    pub frame_number: Option<f32>,
    /// Weight of the last montage that plays, 0..=1; None while none plays.
    pub weight: Option<f32>,
    /// Notifies that fired lately, with their labels.
    pub flashes: &'a [NotifyFlash],
    /// Index in the skeleton.
    pub selected_bone: Option<usize>,
    /// The first selected item; it counts where the skeleton has a socket or virtual bone of that
    /// id.
    pub selected_socket: Option<Id>,
    /// The ground and the targets, where they have to do with what is shown.
    pub preview: Option<&'a PreviewScene>,
    /// Handles of everything that can be moved.
    pub handles: &'a [GizmoHandle],
    /// The handle that is chosen when it differs from the one offered before.
    pub offered_handle: Option<HandleId>,
    /// Limbs of the selected node.
    pub limbs: &'a [LimbOverlay],
    /// The words over an empty grid; None where there is something to show.
    pub empty: Option<Empty<'a>>,
    /// Comparison before and after a key reduction; None while nothing is compared.
    pub compared: Option<Compared<'a>>,
    /// Ghosts and paths of bones.
    pub moments: &'a OtherMoments,
    /// Copies of the character.
    pub crowd: &'a [studio::PreviewFrame],
    /// The watched pose; None while no pose of a graph is watched.
    pub watched: Option<Watched<'a>>,
    /// Path of the open montage, if the montage warps.
    pub sandbox: Option<&'a Sandbox>,
    /// Comparing before and after is on.
    pub compares: bool,
    /// Figures of the selected node before and after; None while the node is not compared.
    pub tuning: Option<Tuning>,
    /// State of driving; None while what is open cannot be driven.
    pub drive: Option<Drivable>,
    /// Metres or centimetres for lengths and speeds.
    pub unit: Unit,
    /// Preset that decides what mouse buttons do.
    pub preset: InputPreset,
    /// The panel has no tab to be moved by.
    pub has_handle: bool,
}

impl ViewportState<'_> {
    /// Whether a graph is driven now.
    pub fn is_driven(&self) -> bool {
        self.drive.as_ref().is_some_and(|drive| drive.is_on)
    }
}

/// Shown in the middle of an empty grid.
#[derive(Clone, Copy, Debug)]
pub struct Empty<'a> {
    /// One of [`crate::icons`].
    pub icon: &'a str,
    /// First line of the text.
    pub title: &'a str,
    /// Line that says what to do next.
    pub line: &'a str,
    /// The label of a button; None for no button.
    pub button: Option<&'a str>,
}

/// A notify that has just fired, at a bone or else at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct NotifyFlash {
    /// The name of the notify.
    pub text: String,
    /// The colour of the notify in the timeline.
    pub color: Color32,
    /// Index in the skeleton; None shows it at the root.
    pub bone: Option<usize>,
    /// Opacity of the flash, 0..=1.
    pub opacity: f32,
}

/// What a person did in the viewport during a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViewportEvent {
    SelectBone(Option<usize>),
    /// Selects a socket or a virtual bone.
    SelectSocket(Id),
    Handle(HandleId, Pull),
    /// The button of [`ViewportState::empty`].
    EmptyButton,
    /// An asset was dropped on the view.
    Dropped(Id),
    /// The skeleton that is shown has no mesh, and one is asked for.
    ImportCharacter,
    /// Drive, or no longer.
    ToggleDrive,
    /// Toggles the comparison of [`ViewportState::tuning`].
    ToggleComparing,
    /// The handle of [`ViewportState::has_handle`] was dragged.
    HandleDragged,
}
