//! What the viewport is given to show, and what happened on it.

use super::{
    Compared, Drivable, GizmoHandle, HandleId, LimbOverlay, Pull, Sandbox, Tuning, Watched,
};
use crate::preferences::{InputPreset, Unit};
use asset::{Id, PreviewSettings, Project};
use egui::Color32;

/// What there is to see in this pass.
pub struct ViewportState<'a> {
    pub project: &'a Project,
    /// Every mesh of the project with this skeleton is drawn.
    pub skeleton: Option<Id>,
    /// Of skin weights, of every part that has it.
    pub profile: Option<&'a str>,
    /// Ignored while it is of another skeleton.
    pub frame: Option<&'a studio::PreviewFrame>,
    /// The name of what plays, such as a section's.
    pub caption: &'a str,
    /// Seconds.
    pub time: f64,
    pub frame_number: Option<f32>,
    pub weight: Option<f32>,
    pub flashes: &'a [NotifyFlash],
    pub selected_bone: Option<usize>,
    pub selected_socket: Option<Id>,
    /// The ground and the targets, where they have to do with what is shown.
    pub preview: Option<&'a PreviewSettings>,
    /// What can be moved, and the one to begin with.
    pub handles: &'a [GizmoHandle],
    pub offered_handle: Option<HandleId>,
    /// Of the selected node.
    pub limbs: &'a [LimbOverlay],
    pub empty: Option<Empty<'a>>,
    /// None while nothing is compared.
    pub compared: Option<Compared<'a>>,
    /// None while no pose of a graph is watched.
    pub watched: Option<Watched<'a>>,
    /// Where the open montage goes, where it warps.
    pub sandbox: Option<&'a Sandbox>,
    /// Before and after is on.
    pub compares: bool,
    /// Of the selected node, while it is compared.
    pub tuning: Option<Tuning>,
    /// None while what is open cannot be driven.
    pub drive: Option<Drivable>,
    pub unit: Unit,
    /// What buttons do.
    pub preset: InputPreset,
    /// The panel has no tab to be moved by.
    pub has_handle: bool,
}

impl ViewportState<'_> {
    pub fn is_driven(&self) -> bool {
        self.drive.as_ref().is_some_and(|drive| drive.is_on)
    }
}

/// Shown in the middle of an empty grid.
#[derive(Clone, Copy, Debug)]
pub struct Empty<'a> {
    pub icon: &'a str,
    pub title: &'a str,
    pub line: &'a str,
    pub button: Option<&'a str>,
}

/// A notify that has just fired, at a bone or else at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct NotifyFlash {
    pub text: String,
    pub color: Color32,
    pub bone: Option<usize>,
    /// 0..=1
    pub opacity: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViewportEvent {
    SelectBone(Option<usize>),
    /// Or a virtual bone.
    SelectSocket(Id),
    Handle(HandleId, Pull),
    /// The button of [`ViewportState::empty`].
    EmptyButton,
    /// Drive, or no longer.
    ToggleDrive,
    /// Of [`ViewportState::tuning`].
    ToggleComparing,
    /// Of [`ViewportState::has_handle`].
    HandleDragged,
}
