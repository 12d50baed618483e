//! The report of a fault, while somebody reads it.

use crate::{
    app::asking::{self, QuestionAnswer},
    parts, theme,
};
use egui::{RichText, ScrollArea, Ui};
use words::tr;

/// A report, while somebody reads it.
pub(crate) struct FaultReport {
    pub(super) text: String,
    pub(super) path: String,
}

impl FaultReport {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn ui(&self, ui: &mut Ui) -> Option<QuestionAnswer> {
        asking::title_ui(ui, tr!("Mutoscope hit an internal error"));
        let line = tr!(
            "A report is saved in {}. It has no project data except what the error message contains, and is not sent anywhere. Copy it to send it to the developers.",
            self.path
        );
        ui.label(RichText::new(line).color(theme::TEXT_2));
        ui.add_space(12.0);
        ScrollArea::both().max_height(280.0).show(ui, |ui| {
            ui.add(egui::Label::new(RichText::new(&self.text).monospace().size(11.0)).extend());
        });
        let copy = |ui: &mut Ui| parts::button(ui, None, tr!("Copy report"), true).clicked();
        asking::button_row(ui, tr!("Close"), copy).map(|copies| {
            if copies {
                QuestionAnswer::CopyReport
            } else {
                QuestionAnswer::Cancel
            }
        })
    }
}
