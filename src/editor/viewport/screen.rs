//! Where a point of the world stands on the screen.

use super::navigation::glam_from;
use egui::{Pos2, Rect};
use glam::Vec3;
use render::OrbitCamera;

pub(super) fn project(camera: &OrbitCamera, rect: Rect, point: Vec3) -> Option<Pos2> {
    let at = camera.project(point, glam_from(rect.size()))?;
    Some(rect.min + egui::vec2(at.x, at.y))
}
