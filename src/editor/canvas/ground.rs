//! The ground of a page: the camera over it, the pointer on it, and what it says while it is empty.

use super::{
    camera::{Camera, Lens},
    host::Host,
    state::{Page, Reveal},
};
use crate::{canvas::state::CanvasView, icons, parts, theme};
use egui::{Rect, Sense, Ui, pos2};

/// The camera over the page: as it was left, or with all in sight; then what the wheel and the keys
/// ask for.
pub(super) fn lens(
    ui: &Ui,
    host: &Host<'_>,
    page: Page,
    rect: Rect,
    bounds: Rect,
    chosen: Rect,
    view: &mut CanvasView,
) -> Lens {
    let known = view.camera(host.id, page);
    let all = |fit: fn(Rect, egui::Vec2) -> Camera| {
        if bounds.is_finite() {
            fit(bounds, rect.size())
        } else {
            Camera::default()
        }
    };
    let is_new = std::mem::take(&mut view.is_selection_new) && chosen.is_finite();
    let camera = match (view.reveal.take(), known) {
        (Some(Reveal::Selection), _) if chosen.is_finite() => {
            Camera::fitting(chosen.expand(120.0), rect.size())
        }
        (Some(_), _) => all(Camera::fitting),
        (None, None) => all(Camera::opening),
        (None, Some(camera)) if is_new && !(Lens { camera, rect }).seen().intersects(chosen) => {
            Camera {
                center: chosen.center(),
                ..camera
            }
        }
        (None, Some(camera)) => camera,
    };
    let mut lens = Lens { camera, rect };
    let pointer = ui
        .input(|input| input.pointer.hover_pos())
        .filter(|at| rect.contains(*at));
    let is_over = pointer.is_some_and(|at| ui.ctx().layer_id_at(at) == Some(ui.layer_id()));
    if let Some(at) = pointer.filter(|_| is_over && view.adding.is_none()) {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let factor = (scroll * 0.004).exp() * pinch;
        if factor != 1.0 {
            lens.camera = lens.zoomed(at, factor);
        }
        view.pointer = Some(lens.page(at));
    } else if view.adding.is_none() {
        view.pointer = None;
    }
    view.set_camera(host.id, page, lens.camera);
    lens
}

pub(super) fn empty_ui(ui: &mut Ui, rect: Rect, title: &str, line: &str) {
    let room = Rect::from_center_size(rect.center(), egui::vec2(rect.width().min(420.0), 140.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(room), |ui| {
        parts::empty_state(ui, icons::PATH, title, line, None);
    });
}

/// Under the bar, at its left: how large things are shown.
pub(super) fn zoom_label(ui: &Ui, lens: &Lens) {
    let text = format!("{:.0} %", lens.camera.zoom * 100.0);
    let at = pos2(lens.rect.left() + 12.0, lens.rect.bottom() - 12.0);
    ui.painter().text(
        at,
        egui::Align2::LEFT_BOTTOM,
        text,
        theme::small(),
        theme::TEXT_3,
    );
}

/// All of the canvas, for the pointer; what lies on it is found by where it is.
pub(super) fn ground(ui: &Ui, rect: Rect) -> egui::Response {
    ui.interact(rect, ui.scope_id().with("ground"), Sense::click_and_drag())
}
