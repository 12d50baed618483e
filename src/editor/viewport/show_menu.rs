//! The menus of what meshes show and of what is shown over the scene, with how many ghosts there
//! are and how long paths reach.

use super::{
    GhostSettings, Overlay, OverlaySettings, ViewportShading,
    cards::{begin_menu, entry},
    moments::{AFTER, BEFORE},
};
use crate::{icons, parts, parts::NumberField, theme};
use egui::{Button, RichText, Stroke, Ui, vec2};
use words::tr;

const WIDTH: f32 = 216.0;
/// Points that the labels of numbers take.
const LABELS: f32 = 100.0;

/// Menu of the shading of meshes.
pub(super) fn shading_menu(ui: &mut Ui, settings: &mut OverlaySettings) {
    let title = settings.shading.title();
    let text = format!("{title}  {}", icons::CARET_DOWN);
    let response = flat_menu(ui, &text, false, |ui| {
        begin_menu(ui);
        for shading in ViewportShading::ALL {
            if entry(ui, shading.title(), settings.shading == shading) {
                settings.shading = shading;
            }
        }
    });
    let lines: Vec<String> = ViewportShading::ALL
        .map(|shading| format!("{}: {}", shading.title(), shading.what_it_does()))
        .into();
    response
        .accessible_name(tr!("Shading: {title}"))
        .on_hover_text(parts::tip(tr!("Shading"), &lines));
}

/// Menu of the overlays that are shown over the scene.
pub(super) fn show_menu(ui: &mut Ui, settings: &mut OverlaySettings) {
    let text = tr!("Show  {}", icons::CARET_DOWN);
    let response = flat_menu(ui, &text, true, |ui| {
        ui.set_width(WIDTH);
        parts::scrolled(ui, |ui| {
            overlays_ui(ui, settings);
            ui.separator();
            ghosts_ui(ui, &mut settings.ghost);
            path_ui(ui, &mut settings.path_span);
        });
    });
    let lines = [tr!("What is shown over the scene; ghosts and bone paths.").to_owned()];
    response
        .accessible_name(tr!("Show in the viewport"))
        .on_hover_text(parts::tip(tr!("Show"), &lines));
}

/// A button without a frame that opens a menu. One that `stays` closes by a click outside alone.
pub(super) fn flat_menu(
    ui: &mut Ui,
    text: &str,
    stays: bool,
    content: impl FnOnce(&mut Ui),
) -> egui::Response {
    let text = RichText::new(text).font(theme::text()).color(theme::TEXT);
    let button = Button::new(text)
        .fill(egui::Color32::TRANSPARENT)
        .stroke(Stroke::NONE)
        .min_size(vec2(0.0, theme::BUTTON));
    let closes = if stays {
        egui::PopupCloseBehavior::CloseOnClickOutside
    } else {
        egui::PopupCloseBehavior::CloseOnClick
    };
    let config = egui::containers::menu::MenuConfig::new().close_behavior(closes);
    let menu = egui::containers::menu::MenuButton::from_button(button).config(config);
    menu.ui(ui, content).0
}

/// A row for each overlay.
pub(super) fn overlays_ui(ui: &mut Ui, settings: &mut OverlaySettings) {
    for overlay in Overlay::ALL {
        let mut on = settings.is_on(overlay);
        if ui
            .checkbox(&mut on, overlay.title())
            .on_hover_text(overlay.what_it_does())
            .clicked()
        {
            settings.toggle(overlay);
        }
    }
}

fn ghosts_ui(ui: &mut Ui, ghost: &mut GhostSettings) {
    let most = f64::from(GhostSettings::MOST);
    let row = ShowRow {
        words: [tr!("Ghosts before"), tr!("Number of ghosts before")],
        tip: tr!("Ghosts before the shown moment."),
        color: BEFORE,
        value: ghost.before.into(),
        unit: "",
        range: 0.0..=most,
    };
    ghost.before = row.ui(ui) as u8;
    let row = ShowRow {
        words: [tr!("Ghosts after"), tr!("Number of ghosts after")],
        tip: tr!("Ghosts after the shown moment. A pose graph has none: its future is not known."),
        color: AFTER,
        value: ghost.after.into(),
        unit: "",
        range: 0.0..=most,
    };
    ghost.after = row.ui(ui) as u8;
    let row = ShowRow {
        words: [tr!("Ghost every"), tr!("Frames between ghosts")],
        tip: tr!("Frames from one ghost to the next; of a pose graph thirtieths of a second."),
        color: theme::TEXT,
        value: ghost.step.into(),
        unit: tr!("frames"),
        range: 1.0..=f64::from(GhostSettings::WIDEST),
    };
    ghost.step = row.ui(ui) as u16;
}

fn path_ui(ui: &mut Ui, span: &mut f32) {
    let row = ShowRow {
        words: [tr!("Path length"), tr!("Length of bone paths")],
        tip: tr!("Seconds that bone paths reach before and after the shown moment."),
        color: theme::TEXT,
        value: (*span).into(),
        unit: "s",
        range: 0.1..=10.0,
    };
    *span = row.ui(ui) as f32;
}

/// A number of the menu.
struct ShowRow {
    /// The label, and what a screen reader calls the field.
    words: [&'static str; 2],
    tip: &'static str,
    color: egui::Color32,
    value: f64,
    unit: &'static str,
    range: std::ops::RangeInclusive<f64>,
}

impl ShowRow {
    /// The number from now on.
    fn ui(self, ui: &mut Ui) -> f64 {
        let is_whole = self.unit != "s";
        let field = NumberField {
            name: self.words[1],
            value: self.value,
            unit: self.unit,
            decimals: if is_whole { 0 } else { 2 },
            speed: if is_whole { 0.1 } else { 0.01 },
            range: self.range,
            width: 84.0,
        };
        let edit = ui.horizontal(|ui| {
            let text = RichText::new(self.words[0]).color(self.color);
            let label = ui.label(text).on_hover_text(self.tip);
            ui.add_space((LABELS - label.rect.width()).max(0.0));
            field.kept(ui)
        });
        if is_whole {
            edit.inner.round()
        } else {
            edit.inner
        }
    }
}
