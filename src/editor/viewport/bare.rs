//! A skeleton without a mesh: its bones are drawn, and a character is asked for.

use super::{
    card::{EDGE, paint_card},
    overlay::OverlaySettings,
    shown::ViewportState,
};
use crate::{parts, theme};
use egui::{Rect, Ui, UiBuilder, pos2, vec2};
use words::tr;

const SIZE: egui::Vec2 = vec2(340.0, 40.0);

impl ViewportState<'_> {
    /// Whether no mesh of the project has the skeleton that is shown.
    fn is_bare(&self) -> bool {
        let is_of = |id| move |mesh: &std::sync::Arc<asset::Mesh>| mesh.skeleton == id;
        self.skeleton
            .is_some_and(|id| !self.project.meshes.values().any(is_of(id)))
    }

    /// The overlays to draw over the character: as chosen, with the bones also if nothing else
    /// would be visible.
    pub(super) fn overlays(&self, chosen: OverlaySettings) -> OverlaySettings {
        OverlaySettings {
            bones: chosen.bones || self.is_bare(),
            ..chosen
        }
    }
}

/// Says what is missing, above the caption of the time; true when a character is to be imported.
pub(super) fn card(ui: &mut Ui, view: Rect, shown: &ViewportState<'_>) -> bool {
    if !shown.is_bare() || view.width() < SIZE.x + 2.0 * EDGE {
        return false;
    }
    let top = view.bottom() - 2.0 * EDGE - 2.0 * SIZE.y;
    let corner = pos2(view.right() - EDGE - SIZE.x, top);
    let card = Rect::from_min_size(corner, SIZE);
    paint_card(ui, card, "bare");
    let inside = UiBuilder::new()
        .id_salt("bare skeleton")
        .max_rect(card.shrink2(vec2(12.0, 4.0)))
        .layout(egui::Layout::left_to_right(egui::Align::Center));
    let mut row = ui.new_child(inside);
    row.label(egui::RichText::new(tr!("No mesh: bones shown")).color(theme::TEXT));
    let right = egui::Layout::right_to_left(egui::Align::Center);
    let import = |ui: &mut Ui| parts::button(ui, None, tr!("Import a character…"), false);
    row.with_layout(right, import)
        .inner
        .on_hover_text(tr!("Choose a file that has a mesh for this skeleton"))
        .clicked()
}
