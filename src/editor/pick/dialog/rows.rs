//! The list of the built-in file dialog: its rows, and what keys and clicks do there.

use super::{DATE_COLUMN, Dialog, LIST_HEIGHT, REST_HEIGHT, SIZE_COLUMN};
use crate::pick::{
    PickKind,
    listing::{self, FolderEntry},
};
use crate::{icons, parts, theme};
use egui::{
    Align2, EventFilter, Key, Modifiers, Rect, Response, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, accesskit::Role, vec2,
};
use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};
use words::tr;

/// Row of the list for one entry.
#[derive(Clone)]
pub(super) struct FileDialogRow {
    pub(super) path: PathBuf,
    pub(super) name: String,
    pub(super) is_folder: bool,
    pub(super) facts: [String; 2],
}

impl FileDialogRow {
    pub(super) fn of(entry: &FolderEntry, now: SystemTime) -> FileDialogRow {
        let size = if entry.is_folder {
            String::new()
        } else {
            listing::size_text(entry.size)
        };
        let date = entry
            .modified
            .map(|modified| listing::date_text(modified, now))
            .unwrap_or_default();
        FileDialogRow {
            path: entry.path.clone(),
            name: entry.name.clone(),
            is_folder: entry.is_folder,
            facts: [size, date],
        }
    }
}

pub(super) fn position(rows: &[FileDialogRow], path: Option<&Path>) -> Option<usize> {
    rows.iter().position(|row| Some(row.path.as_path()) == path)
}

/// Arrows move in the list instead of the focus; Escape is the dialog's.
pub(super) fn keep_arrows(ui: &Ui, list: &Response) {
    let filter = EventFilter {
        vertical_arrows: true,
        escape: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(list.id, filter));
}

impl Dialog {
    pub(super) fn list(&mut self, ui: &mut Ui) -> Option<Vec<PathBuf>> {
        let rows = self.rows();
        let height = LIST_HEIGHT
            .min(ui.ctx().content_rect().height() - REST_HEIGHT)
            .max(2.0 * theme::ROW);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        let list = ui.interact(rect, ui.scope_id().with("list"), Sense::click());
        list.widget_info(|| WidgetInfo::labeled(Role::ListBox, true, tr!("Files")));
        if self.is_new && !self.kind.saves() {
            list.request_focus();
        }
        keep_arrows(ui, &list);
        let border = if list.has_focus() {
            theme::ACCENT
        } else {
            theme::HAIR
        };
        ui.painter().rect(
            rect,
            theme::RADIUS,
            theme::BASE,
            Stroke::new(1.0, border),
            StrokeKind::Inside,
        );
        let opened_by_key = self.keys(ui, &list, &rows);
        let mut inside = ui.new_child(
            egui::UiBuilder::new()
                .id_salt("rows")
                .max_rect(rect.shrink(2.0)),
        );
        let opened = self.rows_ui(&mut inside, &list, &rows);
        opened_by_key.or(opened)
    }

    pub(super) fn rows_ui(
        &mut self,
        ui: &mut Ui,
        list: &Response,
        rows: &[FileDialogRow],
    ) -> Option<Vec<PathBuf>> {
        if rows.is_empty() {
            let text = match (self.listing.is_reading(), self.listing.error()) {
                (true, _) => tr!("Reading…"),
                (false, Some(_)) => return None,
                (false, None) => tr!("Nothing to choose here"),
            };
            let rect = ui.max_rect();
            parts::text_in(
                ui,
                rect,
                Align2::CENTER_CENTER,
                text,
                theme::small(),
                theme::TEXT_2,
            );
            return None;
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut opened = None;
        ScrollArea::vertical().auto_shrink(false).show_rows(
            ui,
            theme::ROW,
            rows.len(),
            |ui, range| {
                self.scroll_to_cursor(ui, rows, range.start);
                for row in &rows[range] {
                    let response = self.row_ui(ui, row);
                    if !response.clicked() {
                        continue;
                    }
                    list.request_focus();
                    if self.is_second_click(ui, row) {
                        opened = opened.take().or(self.open_row(row, ui.ctx()));
                    } else {
                        self.click(row, rows, ui.input(|input| input.modifiers));
                    }
                }
            },
        );
        opened
    }

    /// egui counts clicks at a place: where one list follows another under the pointer, it would
    /// count to three.
    pub(super) fn is_second_click(&mut self, ui: &Ui, row: &FileDialogRow) -> bool {
        let now = ui.input(|input| input.time);
        let delay = ui
            .ctx()
            .options(|options| options.input_options.max_double_click_delay);
        let first = self
            .last_click
            .take()
            .filter(|(path, time)| *path == row.path && now - time <= delay);
        if first.is_none() {
            self.last_click = Some((row.path.clone(), now));
        }
        first.is_some()
    }

    pub(super) fn scroll_to_cursor(&mut self, ui: &Ui, rows: &[FileDialogRow], first: usize) {
        if !std::mem::take(&mut self.scrolls_to_cursor) {
            return;
        }
        if let Some(at) = position(rows, self.cursor.as_deref()) {
            let top = ui.max_rect().top() + (at as f32 - first as f32) * theme::ROW;
            let row =
                Rect::from_min_size(egui::pos2(ui.max_rect().left(), top), vec2(1.0, theme::ROW));
            ui.scroll_to_rect(row, None);
        }
    }

    pub(super) fn row_ui(&self, ui: &mut Ui, row: &FileDialogRow) -> Response {
        // Rows are no stops for Tab: the list is one, and arrows move in it.
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::CLICK);
        let is_selected = self.selected.contains(&row.path);
        response.widget_info(|| {
            WidgetInfo::selected(Role::ListBoxOption, true, is_selected, &row.name)
        });
        if is_selected {
            ui.painter().rect_filled(rect, 0.0, theme::ACCENT_FILL);
        } else if response.hovered() {
            ui.painter().rect_filled(rect, 0.0, theme::HAIR);
        }
        if self.cursor.as_deref() == Some(row.path.as_path()) {
            ui.painter().rect_stroke(
                rect,
                0.0,
                Stroke::new(1.0, theme::ACCENT),
                StrokeKind::Inside,
            );
        }
        let inner = rect.shrink2(vec2(8.0, 0.0));
        let icon = if row.is_folder {
            icons::FOLDER
        } else {
            icons::FILE
        };
        let color = if is_selected {
            theme::WHITE
        } else {
            theme::TEXT
        };
        parts::text_in(
            ui,
            inner,
            Align2::LEFT_CENTER,
            icon,
            theme::icon(16.0),
            theme::TEXT_2,
        );
        let size = Rect::from_min_max(
            inner.right_top() - vec2(DATE_COLUMN + SIZE_COLUMN, 0.0),
            inner.right_bottom() - vec2(DATE_COLUMN, 0.0),
        );
        let name = Rect::from_min_max(inner.left_top() + vec2(24.0, 0.0), size.left_bottom());
        parts::text_in(
            ui,
            name,
            Align2::LEFT_CENTER,
            &row.name,
            theme::text(),
            color,
        );
        parts::text_in(
            ui,
            size,
            Align2::RIGHT_CENTER,
            &row.facts[0],
            theme::small(),
            theme::TEXT_2,
        );
        parts::text_in(
            ui,
            inner,
            Align2::RIGHT_CENTER,
            &row.facts[1],
            theme::small(),
            theme::TEXT_2,
        );
        response
    }

    pub(super) fn rows(&self) -> Vec<FileDialogRow> {
        let extensions = self
            .filters
            .get(self.filter)
            .map_or(&[][..], |(_, extensions)| extensions);
        let is_shown = |entry: &&FolderEntry| {
            let suits =
                entry.is_folder || (self.kind.wants_files() && entry.has_extension(extensions));
            suits && (self.shows_hidden || !entry.is_hidden())
        };
        let now = SystemTime::now();
        self.listing
            .entries()
            .iter()
            .filter(is_shown)
            .map(|entry| FileDialogRow::of(entry, now))
            .collect()
    }

    pub(super) fn keys(
        &mut self,
        ui: &Ui,
        list: &Response,
        rows: &[FileDialogRow],
    ) -> Option<Vec<PathBuf>> {
        if !list.has_focus() && ui.memory(|memory| memory.focused().is_some()) {
            return None;
        }
        let pressed =
            |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key)) as isize;
        let extends = ui.input(|input| input.modifiers.shift);
        let by = pressed(Key::ArrowDown) - pressed(Key::ArrowUp);
        if by != 0 {
            self.move_cursor(rows, by, extends);
        }
        if pressed(Key::Backspace) > 0 {
            self.go_up(ui.ctx());
            return None;
        }
        if pressed(Key::Enter) == 0 {
            return None;
        }
        match position(rows, self.cursor.as_deref()) {
            Some(at) if self.selected.len() < 2 => self.open_row(&rows[at], ui.ctx()),
            _ => self.accept(ui.ctx()),
        }
    }

    pub(super) fn move_cursor(&mut self, rows: &[FileDialogRow], by: isize, extends: bool) {
        let Some(last) = rows.len().checked_sub(1) else {
            return;
        };
        let to = match position(rows, self.cursor.as_deref()) {
            Some(at) => at.saturating_add_signed(by).min(last),
            None if by < 0 => last,
            None => 0,
        };
        self.click(
            &rows[to],
            rows,
            Modifiers {
                shift: extends,
                ..Modifiers::NONE
            },
        );
        self.scrolls_to_cursor = true;
    }

    /// Selects a row as a click with these modifiers does.
    pub(super) fn click(
        &mut self,
        row: &FileDialogRow,
        rows: &[FileDialogRow],
        modifiers: Modifiers,
    ) {
        self.error = None;
        let is_many = self.kind == PickKind::OpenFiles;
        let range =
            position(rows, self.anchor.as_deref()).zip(position(rows, Some(row.path.as_path())));
        match range {
            Some((from, to)) if is_many && modifiers.shift => {
                let picked = &rows[from.min(to)..=from.max(to)];
                self.selected = picked.iter().map(|row| row.path.clone()).collect();
            }
            _ if is_many && modifiers.command => {
                if !self.selected.remove(&row.path) {
                    self.selected.insert(row.path.clone());
                }
                self.anchor = Some(row.path.clone());
            }
            _ => {
                self.selected = [row.path.clone()].into();
                self.anchor = Some(row.path.clone());
            }
        }
        self.cursor = Some(row.path.clone());
        if self.kind == PickKind::SaveFile && !row.is_folder {
            self.name = row.name.clone();
        }
    }
}
