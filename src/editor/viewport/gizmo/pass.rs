//! What the handles are shown and dragged by in one pass.

use super::handle::{Axes, GizmoHandle, HandleId, Tool};
use crate::viewport::{navigation::glam_from, screen::project};
use egui::{Pos2, Rect};
use glam::Vec3;
use render::OrbitCamera;

/// Input of a pass.
pub(crate) struct Pass<'a> {
    /// The camera of this pass.
    pub camera: &'a OrbitCamera,
    /// The viewport on the screen, points.
    pub rect: Rect,
    /// Every handle of the scene.
    pub handles: &'a [GizmoHandle],
    /// The one that is chosen when it is new.
    pub offered: Option<HandleId>,
    /// Whether a drag moves or rotates.
    pub tool: Tool,
    /// The axes that the drag follows.
    pub axes: Axes,
    /// Snapping is on; Ctrl inverts it.
    pub snaps: bool,
}

impl Pass<'_> {
    pub(super) fn on_screen(&self, point: Vec3) -> Option<Pos2> {
        project(self.camera, self.rect, point)
    }

    pub(super) fn ray(&self, at: Pos2) -> render::Ray {
        self.camera
            .ray(glam_from(at - self.rect.min), glam_from(self.rect.size()))
    }
}
