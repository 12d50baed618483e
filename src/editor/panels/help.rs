//! Windows over the others, and what this program is.

use crate::{parts, theme};
use egui::{Align, Layout, RichText, Ui, vec2};
use words::tr;

/// A window over the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    About,
    Preferences,
    SlotGroups,
    Bundles,
}

impl Sheet {
    /// Every sheet.
    #[cfg(test)]
    pub const ALL: [Sheet; 4] = [
        Sheet::About,
        Sheet::Preferences,
        Sheet::SlotGroups,
        Sheet::Bundles,
    ];

    fn title(self) -> &'static str {
        match self {
            Sheet::About => tr!("About Mutoscope"),
            Sheet::Preferences => tr!("Preferences"),
            Sheet::SlotGroups => tr!("Slot groups"),
            Sheet::Bundles => tr!("Bundles"),
        }
    }
}

const WIDTH: f32 = 520.0;
/// Left of the window's height for its title and edges, points.
const AROUND: f32 = 180.0;

/// Shows `content` under its title; true when it is to be closed.
pub fn sheet_ui(ctx: &egui::Context, sheet: Sheet, content: impl FnOnce(&mut Ui)) -> bool {
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(16);
    let modal = egui::Modal::new(egui::Id::unique("sheet"))
        .frame(frame)
        .show(ctx, |ui| {
            ui.set_width(WIDTH);
            let close = ui.horizontal(|ui| {
                ui.label(RichText::new(sheet.title()).font(theme::title()));
                let right = Layout::right_to_left(Align::Center);
                ui.with_layout(right, |ui| {
                    parts::button(ui, None, tr!("Close"), false).clicked()
                })
                .inner
            });
            ui.add_space(8.0);
            let height = (ctx.content_rect().height() - AROUND).max(120.0);
            egui::ScrollArea::vertical()
                .min_scrolled_height(height)
                .max_height(height)
                .auto_shrink([false, true])
                .show(ui, content);
            close.inner
        });
    modal.inner || modal.should_close()
}

fn row(ui: &mut Ui, what: &str, how: &str) {
    ui.allocate_ui_with_layout(
        vec2(ui.available_width(), theme::ROW),
        Layout::left_to_right(Align::Center),
        |ui| {
            ui.label(what);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.add_space(8.0);
                ui.label(RichText::new(how).color(theme::TEXT_2));
            });
        },
    );
}

/// `adapter` draws the viewport, or why none does.
pub fn about_ui(ui: &mut Ui, adapter: &str) {
    row(ui, tr!("Version"), env!("CARGO_PKG_VERSION"));
    row(ui, tr!("Graphics"), adapter);
    row(ui, tr!("Licence"), env!("CARGO_PKG_LICENSE"));
    row(
        ui,
        tr!("Font"),
        tr!("Inter 3.19, SIL Open Font License 1.1"),
    );
    row(ui, tr!("Icons"), tr!("Phosphor 2.1, MIT"));
    row(
        ui,
        tr!("Third party"),
        tr!("`mutoscope notices` prints all licences"),
    );
}
