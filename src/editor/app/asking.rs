//! What every question has: a title, buttons, an answer.

use crate::{parts, theme};
use asset::Id;
use document::import::Choices;
use egui::{Align, Layout, RichText, Ui};

pub(super) enum Answer {
    Cancel,
    Import(Choices),
    Bind(Id),
}

pub(super) fn title_ui(ui: &mut Ui, title: &str) {
    ui.label(RichText::new(title).font(theme::title()));
    ui.add_space(8.0);
}

/// What goes on, and Cancel on its left: whether it was the former.
pub(super) fn button_row(ui: &mut Ui, go_on: impl FnOnce(&mut Ui) -> bool) -> Option<bool> {
    ui.add_space(8.0);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let goes_on = go_on(ui);
        let cancels = parts::button(ui, None, "Cancel", false).clicked();
        (goes_on || cancels).then_some(goes_on)
    })
    .inner
}
