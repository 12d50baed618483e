//! What every question has: a title, buttons, an answer.

use crate::{parts, theme};
use asset::Id;
use document::import::ImportChoices;
use egui::{Align, Layout, RichText, Ui, vec2};
use files::journal::OrphanJournal;

pub(super) enum QuestionAnswer {
    Cancel,
    Import(ImportChoices),
    /// The files of a table come in as it says.
    ImportMany,
    Bind(Id),
    /// Allows this number of further bytes for an import.
    Allow(u64),
    /// Whether names keep what stands before their colons.
    Prefixes(bool),
    Outside(DiskConflictChoice),
    Recover(Recover),
    Delete(Id),
    DeleteSeveral(Vec<Id>),
    /// The second takes the place of the first, which is deleted.
    Replace(Id, Id),
    /// Goes to what uses it: an asset, and what in it.
    Show(Id, Option<Id>),
    /// Put the report into the clipboard.
    CopyReport,
}

pub(super) fn title_ui(ui: &mut Ui, title: &str) {
    ui.label(RichText::new(title).font(theme::title()));
    ui.add_space(8.0);
}

/// Buttons to go on and, to the left, to change nothing. True if the former was clicked, false for
/// the latter; None without a click.
pub(super) fn button_row(
    ui: &mut Ui,
    cancel: &str,
    go_on: impl FnOnce(&mut Ui) -> bool,
) -> Option<bool> {
    ui.add_space(8.0);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let goes_on = go_on(ui);
        let cancels = parts::button(ui, None, cancel, false).clicked();
        (goes_on || cancels).then_some(goes_on)
    })
    .inner
}

/// One button that leaves everything as it is. Whether it was clicked.
pub(super) fn row_with(ui: &mut Ui, label: &str) -> bool {
    ui.add_space(8.0);
    let button = |ui: &mut Ui| parts::button(ui, None, label, false).clicked();
    ui.with_layout(Layout::right_to_left(Align::Center), button)
        .inner
}

/// A row that is clicked as a whole: what it does, and what comes of it.
pub(super) fn way_ui(ui: &mut Ui, title: &str, line: &str, is_chosen: bool) -> bool {
    let mut text = egui::text::LayoutJob::default();
    text.wrap.max_width = ui.available_width() - 24.0;
    text.append(
        title,
        0.0,
        egui::TextFormat::simple(theme::medium(), theme::TEXT),
    );
    text.append(
        &format!("\n{line}"),
        0.0,
        egui::TextFormat::simple(theme::small(), theme::TEXT_2),
    );
    let stroke = egui::Stroke::new(
        1.0,
        if is_chosen {
            theme::ACCENT
        } else {
            theme::HAIR_STRONG
        },
    );
    let button = egui::Button::new(text)
        .stroke(stroke)
        .min_size(vec2(ui.available_width(), 44.0));
    let response = ui.add(button);
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::accesskit::Role::Button, true, is_chosen, title)
    });
    ui.add_space(6.0);
    response.clicked()
}

pub(super) enum Recover {
    Restore(OrphanJournal),
    Forget(OrphanJournal),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiskConflictChoice {
    Merge,
    TakeTheirs,
    KeepMine,
}
