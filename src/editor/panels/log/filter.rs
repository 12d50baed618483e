//! The menu that leaves rows of the log out by what stands in a column.

use super::Book;
use crate::{
    icons, parts, theme,
    views::{LogColumn, LogView},
};
use egui::{Ui, containers::PopupCloseBehavior};
use std::collections::BTreeMap;
use studio::LogEntry;
use words::{Word, tr, word};

const COLUMNS: [(LogColumn, Word); 3] = [
    (LogColumn::Phase, word!("Phase")),
    (LogColumn::Source, word!("Source")),
    (LogColumn::Reason, word!("Reason")),
];

/// Number of rows for each text of each column.
type LogColumnCounts<'a> = BTreeMap<(LogColumn, &'a str), usize>;

/// The button of the filter, with a menu of what each column holds.
pub fn menu_ui<'a>(
    ui: &mut Ui,
    book: &Book<'_>,
    rows: impl IntoIterator<Item = &'a LogEntry>,
    log: &mut LogView,
) {
    let is_filtered = log.hidden != LogView::default().hidden;
    let button = parts::icon_button(
        ui,
        icons::FUNNEL,
        tr!("Filter by phase, source and reason"),
        is_filtered,
    );
    let popup = egui::Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    popup.show(|ui| {
        let counts = counted(book, rows);
        egui::ScrollArea::vertical()
            .max_height(440.0)
            .show(ui, |ui| {
                for (column, title) in COLUMNS {
                    ui.label(
                        egui::RichText::new(title)
                            .font(theme::strong())
                            .color(theme::TEXT_2),
                    );
                    counts
                        .iter()
                        .filter(|((of, _), _)| *of == column)
                        .for_each(|(key, count)| row_ui(ui, log, *key, *count));
                }
            });
        ui.separator();
        let reset = ui.add_enabled(is_filtered, egui::Button::new(tr!("Reset filter")));
        if reset
            .on_disabled_hover_text(tr!("Hides only ticks of states"))
            .clicked()
        {
            log.hidden = LogView::default().hidden;
            ui.close();
        }
    });
}

fn counted<'b>(
    book: &'b Book<'_>,
    rows: impl IntoIterator<Item = impl std::borrow::Borrow<LogEntry>>,
) -> LogColumnCounts<'b> {
    let mut counts = LogColumnCounts::new();
    for entry in rows {
        for (column, _) in COLUMNS {
            *counts
                .entry((column, book.value(&entry.borrow().event, column)))
                .or_default() += 1;
        }
    }
    counts
}

fn row_ui(ui: &mut Ui, log: &mut LogView, (column, text): (LogColumn, &str), count: usize) {
    let key = (column, text.to_owned());
    let mut shown = !log.hidden.contains(&key);
    let label = format!("{text}  ·  {count}");
    if ui.checkbox(&mut shown, label).clicked() {
        if shown {
            log.hidden.remove(&key);
        } else {
            log.hidden.insert(key);
        }
    }
}
