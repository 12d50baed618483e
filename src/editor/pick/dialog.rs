//! The built-in file dialog. Invariant: it only looks and makes folders; it writes and removes
//! nothing.

use super::{
    PickKind, PickRequest,
    listing::{self, FolderEntry, FolderListing},
};
use crate::{icons, parts, theme};
use egui::{
    Align, Align2, Context, EventFilter, Frame, Id, Key, Layout, Margin, Modifiers, Rect, Response,
    RichText, ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui, WidgetInfo, accesskit::Role,
    vec2,
};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    time::SystemTime,
};

const WIDTH: f32 = 640.0;
const LIST_HEIGHT: f32 = 300.0;
/// Of everything but the list.
const REST_HEIGHT: f32 = 220.0;
const SIZE_COLUMN: f32 = 80.0;
const DATE_COLUMN: f32 = 96.0;
/// Letters that follow each other this fast are one word, in seconds.
const TYPING_TIME: f64 = 1.0;

pub(super) struct Dialog {
    title: String,
    kind: PickKind,
    filters: Vec<(&'static str, Vec<&'static str>)>,
    folder: PathBuf,
    listing: FolderListing,
    /// What the path field says; the folder again when Enter took it.
    path: String,
    name: String,
    filter: usize,
    shows_hidden: bool,
    selected: BTreeSet<PathBuf>,
    /// The row that arrows move and where a range starts.
    cursor: Option<PathBuf>,
    anchor: Option<PathBuf>,
    scrolls_to_cursor: bool,
    /// Row and time, seconds.
    last_click: Option<(PathBuf, f64)>,
    /// What is typed as the name of a new folder.
    new_folder: Option<String>,
    /// Asked whether this may be replaced.
    question: Option<PathBuf>,
    error: Option<String>,
    /// What was typed beside the fields, and when last, seconds.
    typed: (String, f64),
    /// The first pass puts the focus where typing starts.
    is_new: bool,
}

/// What the list shows of one entry.
#[derive(Clone)]
struct FileDialogRow {
    path: PathBuf,
    name: String,
    is_folder: bool,
    facts: [String; 2],
}

pub(super) fn frame() -> Frame {
    Frame::new()
        .fill(theme::RAISE)
        .stroke(Stroke::new(1.0, theme::HAIR_STRONG))
        .corner_radius(6)
        .inner_margin(Margin::same(16))
}

impl Dialog {
    /// Opens at the request's folder, or at the nearest one above it that exists.
    pub fn new<P>(request: &PickRequest<P>, ctx: &Context) -> Dialog {
        let folder = nearest_folder(&request.start);
        Dialog {
            title: request.title.clone(),
            kind: request.kind,
            filters: request.filters.clone(),
            listing: FolderListing::start(&folder, ctx),
            path: shown_path(&folder),
            folder,
            name: request.name.clone(),
            filter: 0,
            shows_hidden: false,
            selected: BTreeSet::new(),
            cursor: None,
            anchor: None,
            scrolls_to_cursor: false,
            last_click: None,
            new_folder: None,
            question: None,
            error: None,
            typed: (String::new(), f64::NEG_INFINITY),
            is_new: true,
        }
    }

    /// The answer, once there is one; empty when cancelled.
    pub fn ui(&mut self, ctx: &Context) -> Option<Vec<PathBuf>> {
        self.listing.poll();
        let shown = egui::Modal::new(Id::unique("pick"))
            .frame(frame())
            .show(ctx, |ui| self.content(ui));
        let mut answer = shown.inner;
        if let Some(path) = self.question.clone() {
            answer = self.question_ui(ctx, &path);
        } else if shown.is_top_modal && !shown.any_popup_open && escape(ctx) {
            answer = self.new_folder.take().is_none().then(Vec::new);
        }
        self.is_new = false;
        answer
    }

    fn content(&mut self, ui: &mut Ui) -> Option<Vec<PathBuf>> {
        ui.set_width(WIDTH);
        ui.label(
            RichText::new(&self.title)
                .font(theme::title())
                .color(theme::TEXT),
        );
        ui.add_space(4.0);
        let is_named = self.take_typed(ui);
        let typed = self.path_row(ui);
        self.new_folder_row(ui);
        let opened = self.list(ui);
        let entered = self.name_row(ui, is_named);
        self.error_row(ui);
        let pressed = self.buttons(ui);
        typed.or(opened).or(entered).or(pressed)
    }

    /// What is typed beside the fields: of a file to save it is the name, else it finds the first
    /// that begins so. Whether the name goes on there.
    fn take_typed(&mut self, ui: &Ui) -> bool {
        if ui.ctx().text_edit_focused() || self.question.is_some() || self.new_folder.is_some() {
            return false;
        }
        let (typed, now) = ui.input(|input| {
            let text = |event: &egui::Event| {
                if let egui::Event::Text(text) = event {
                    Some(text.clone())
                } else {
                    None
                }
            };
            (
                input.events.iter().filter_map(text).collect::<String>(),
                input.time,
            )
        });
        if typed.trim().is_empty() {
            return false;
        }
        let goes_on = now - self.typed.1 <= TYPING_TIME;
        self.typed = (
            if goes_on {
                format!("{}{typed}", self.typed.0)
            } else {
                typed.clone()
            },
            now,
        );
        if self.kind.saves() {
            self.name = if goes_on {
                format!("{}{typed}", self.name)
            } else {
                typed
            };
            return true;
        }
        let (rows, wanted) = (self.rows(), self.typed.0.to_lowercase());
        if let Some(row) = rows
            .iter()
            .find(|row| row.name.to_lowercase().starts_with(&wanted))
        {
            self.click(row, &rows, Modifiers::NONE);
            self.scrolls_to_cursor = true;
        }
        false
    }

    fn path_row(&mut self, ui: &mut Ui) -> Option<Vec<PathBuf>> {
        ui.horizontal(|ui| {
            if parts::icon_button(ui, icons::ARROW_UP, "Up one folder", false).clicked() {
                self.go_up(ui.ctx());
            }
            if parts::icon_button(ui, icons::HOUSE, "Home folder", false).clicked() {
                self.go_home(ui.ctx());
            }
            let room = ui.available_width() - 2.0 * (theme::BUTTON + ui.spacing().item_spacing.x);
            let field = ui
                .add(text_field(&mut self.path, room))
                .accessible_name("Path");
            let typed = is_entered(ui, &field);
            if parts::icon_button(ui, icons::PLUS, "New folder", self.new_folder.is_some())
                .clicked()
            {
                self.new_folder = self.new_folder.is_none().then(String::new);
            }
            let eye = if self.shows_hidden {
                icons::EYE
            } else {
                icons::EYE_SLASH
            };
            if parts::icon_button(ui, eye, "Hidden files", self.shows_hidden).clicked() {
                self.shows_hidden = !self.shows_hidden;
            }
            typed.then(|| self.take_path(ui.ctx())).flatten()
        })
        .inner
    }

    fn new_folder_row(&mut self, ui: &mut Ui) {
        let Some(mut name) = self.new_folder.take() else {
            return;
        };
        let is_done = ui.horizontal(|ui| {
            let room = ui.available_width() - 64.0;
            let field = ui
                .add(text_field(&mut name, room).hint_text("New folder"))
                .accessible_name("New folder name");
            let entered = is_entered(ui, &field);
            if name.is_empty() && !entered {
                field.request_focus();
            }
            parts::button(ui, None, "Create", false).clicked() || entered
        });
        if is_done.inner && !name.trim().is_empty() {
            self.make_folder(ui.ctx(), name.trim())
        } else {
            self.new_folder = Some(name)
        }
    }

    fn name_row(&mut self, ui: &mut Ui, is_named: bool) -> Option<Vec<PathBuf>> {
        if !self.kind.saves() {
            return None;
        }
        ui.horizontal(|ui| {
            ui.label(
                RichText::new("Name")
                    .font(theme::text())
                    .color(theme::TEXT_2),
            );
            let field = ui
                .add(text_field(&mut self.name, ui.available_width()))
                .accessible_name("Name");
            if self.is_new {
                field.request_focus();
            }
            if is_named {
                focus_end(ui, field.id, &self.name);
            }
            is_entered(ui, &field)
                .then(|| self.accept(ui.ctx()))
                .flatten()
        })
        .inner
    }

    /// Takes its room also when there is nothing to say, so that nothing moves.
    fn error_row(&self, ui: &mut Ui) {
        let unread = self
            .listing
            .error()
            .map(|error| format!("Cannot read “{}”. {error}", name_of(&self.folder)));
        let text = self.error.clone().or(unread);
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), theme::FIELD), Sense::hover());
        if let Some(text) = text {
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
            let icon = Rect::from_min_size(rect.min, vec2(20.0, rect.height()));
            parts::text_in(
                ui,
                icon,
                Align2::LEFT_CENTER,
                icons::X_CIRCLE,
                theme::icon(14.0),
                theme::ERROR,
            );
            let words = rect.with_min_x(icon.right());
            parts::text_in(
                ui,
                words,
                Align2::LEFT_CENTER,
                text,
                theme::text(),
                theme::ERROR,
            );
        }
    }

    fn buttons(&mut self, ui: &mut Ui) -> Option<Vec<PathBuf>> {
        ui.horizontal(|ui| {
            self.filter_menu(ui);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if parts::button(ui, None, self.verb(), true).clicked() {
                    return self.accept(ui.ctx());
                }
                parts::button(ui, None, "Cancel", false)
                    .clicked()
                    .then(Vec::new)
            })
            .inner
        })
        .inner
    }

    fn filter_menu(&mut self, ui: &mut Ui) {
        let Some((name, _)) = self.filters.get(self.filter) else {
            return;
        };
        let menu = egui::ComboBox::from_id_salt("filter")
            .width(180.0)
            .selected_text(*name);
        let shown = menu.show_ui(ui, |ui| {
            for (at, (name, _)) in self.filters.iter().enumerate() {
                ui.selectable_value(&mut self.filter, at, *name);
            }
        });
        shown.response.accessible_name("Files shown");
    }

    fn verb(&self) -> &'static str {
        match self.kind {
            PickKind::OpenFiles => "Open",
            PickKind::OpenFolder => "Choose",
            // Single files are written by exports alone.
            PickKind::SaveFile => "Export",
            PickKind::SaveFolder => "Save",
        }
    }

    fn list(&mut self, ui: &mut Ui) -> Option<Vec<PathBuf>> {
        let rows = self.rows();
        let height = LIST_HEIGHT
            .min(ui.ctx().content_rect().height() - REST_HEIGHT)
            .max(2.0 * theme::ROW);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        let list = ui.interact(rect, ui.scope_id().with("list"), Sense::click());
        list.widget_info(|| WidgetInfo::labeled(Role::ListBox, true, "Files"));
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

    fn rows_ui(
        &mut self,
        ui: &mut Ui,
        list: &Response,
        rows: &[FileDialogRow],
    ) -> Option<Vec<PathBuf>> {
        if rows.is_empty() {
            let text = match (self.listing.is_reading(), self.listing.error()) {
                (true, _) => "Reading…",
                (false, Some(_)) => return None,
                (false, None) => "Nothing to choose here",
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
    fn is_second_click(&mut self, ui: &Ui, row: &FileDialogRow) -> bool {
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

    fn scroll_to_cursor(&mut self, ui: &Ui, rows: &[FileDialogRow], first: usize) {
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

    fn row_ui(&self, ui: &mut Ui, row: &FileDialogRow) -> Response {
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

    fn rows(&self) -> Vec<FileDialogRow> {
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

    fn keys(&mut self, ui: &Ui, list: &Response, rows: &[FileDialogRow]) -> Option<Vec<PathBuf>> {
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

    fn move_cursor(&mut self, rows: &[FileDialogRow], by: isize, extends: bool) {
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
    fn click(&mut self, row: &FileDialogRow, rows: &[FileDialogRow], modifiers: Modifiers) {
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

    /// Goes into a folder, or takes a file.
    fn open_row(&mut self, row: &FileDialogRow, ctx: &Context) -> Option<Vec<PathBuf>> {
        if row.is_folder {
            self.go_to(&row.path, ctx);
            return None;
        }
        self.accept(ctx)
    }

    fn go_to(&mut self, folder: &Path, ctx: &Context) {
        self.listing = FolderListing::start(folder, ctx);
        self.folder = folder.to_owned();
        self.path = shown_path(folder);
        self.selected.clear();
        (self.cursor, self.anchor, self.error, self.new_folder) = (None, None, None, None);
    }

    /// The folder that was left is under the cursor then.
    fn go_up(&mut self, ctx: &Context) {
        let left = self.folder.clone();
        if let Some(parent) = left.parent() {
            self.go_to(parent, ctx);
            (self.cursor, self.anchor) = (Some(left.clone()), Some(left));
            self.scrolls_to_cursor = true;
        }
    }

    fn go_home(&mut self, ctx: &Context) {
        match std::env::home_dir() {
            Some(home) => self.go_to(&home, ctx),
            None => self.error = Some("No home folder found.".into()),
        }
    }

    /// What the path field says: a folder to go to, a file to take, or a new name to save under.
    fn take_path(&mut self, ctx: &Context) -> Option<Vec<PathBuf>> {
        let path = self.folder.join(expanded(self.path.trim()));
        if path.is_dir() {
            self.go_to(&path, ctx);
            return None;
        }
        let parent = path
            .parent()
            .filter(|parent| parent.is_dir())
            .map(Path::to_owned);
        match (self.kind, parent, path.file_name()) {
            (PickKind::OpenFiles, ..) if path.is_file() => return Some(vec![path]),
            (PickKind::SaveFile | PickKind::SaveFolder, Some(parent), Some(name)) => {
                let name = name.to_string_lossy().into_owned();
                self.go_to(&parent, ctx);
                self.name = name;
            }
            _ => self.error = Some(why_not(&path)),
        }
        None
    }

    fn accept(&mut self, ctx: &Context) -> Option<Vec<PathBuf>> {
        self.error = None;
        match self.kind {
            PickKind::OpenFiles => self.accept_files(ctx),
            PickKind::OpenFolder => {
                Some(vec![self.selected.first().unwrap_or(&self.folder).clone()])
            }
            PickKind::SaveFile | PickKind::SaveFolder => self.accept_name(ctx),
        }
    }

    fn accept_files(&mut self, ctx: &Context) -> Option<Vec<PathBuf>> {
        let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = self
            .selected
            .iter()
            .cloned()
            .partition(|path| path.is_dir());
        match (files.is_empty(), folders.first()) {
            (false, _) => return Some(files),
            (true, Some(folder)) => self.go_to(folder, ctx),
            (true, None) => self.error = Some("Select a file first.".into()),
        }
        None
    }

    fn accept_name(&mut self, ctx: &Context) -> Option<Vec<PathBuf>> {
        let name = self.name.trim();
        if name.is_empty() {
            self.error = Some("Type a name first.".into());
            return None;
        }
        let path = self.folder.join(expanded(name));
        if self.kind == PickKind::SaveFile && path.is_dir() {
            self.name.clear();
            self.go_to(&path, ctx);
            return None;
        }
        let path = self.with_extension(path);
        if !path.parent().is_some_and(Path::is_dir) {
            self.error = path.parent().map(why_not);
        } else if is_taken(&path) {
            self.question = Some(path);
        } else {
            return Some(vec![path]);
        }
        None
    }

    /// With the active filter's extension, unless the name has one of them.
    fn with_extension(&self, path: PathBuf) -> PathBuf {
        let wanted = self
            .filters
            .get(self.filter)
            .map_or(&[][..], |(_, extensions)| extensions);
        let own = path
            .extension()
            .map(|own| own.to_string_lossy().to_lowercase());
        let is_fine =
            own.is_some_and(|own| wanted.iter().any(|wanted| wanted.to_lowercase() == own));
        match wanted
            .first()
            .filter(|_| !is_fine && self.kind == PickKind::SaveFile)
        {
            Some(extension) => {
                let mut path = path.into_os_string();
                path.push(format!(".{extension}"));
                path.into()
            }
            None => path,
        }
    }

    fn make_folder(&mut self, ctx: &Context, name: &str) {
        let path = self.folder.join(name);
        match std::fs::create_dir(&path) {
            Ok(()) => self.go_to(&path, ctx),
            Err(error) => {
                self.error = Some(format!(
                    "Cannot create “{name}”. {}",
                    listing::words(&error)
                ));
                self.new_folder = Some(name.to_owned());
            }
        }
    }

    fn question_ui(&mut self, ctx: &Context, path: &Path) -> Option<Vec<PathBuf>> {
        let (verb, line) = match self.kind {
            PickKind::SaveFolder => (
                "Use",
                "The folder has files in it. Some of them may be replaced.",
            ),
            _ => (
                "Replace",
                "The file already exists. Its content will be lost.",
            ),
        };
        let shown = egui::Modal::new(Id::unique("pick question"))
            .frame(frame())
            .show(ctx, |ui| {
                let title = format!("{verb} “{}”?", name_of(path));
                ui.label(RichText::new(title).font(theme::title()).color(theme::TEXT));
                ui.label(RichText::new(line).font(theme::text()).color(theme::TEXT_2));
                ui.add_space(8.0);
                ui.horizontal(|ui| {
                    let is_agreed = parts::button(ui, None, verb, false).clicked();
                    let keep = parts::button(ui, None, "Keep", false);
                    if ui.memory(|memory| memory.focused().is_none()) {
                        keep.request_focus();
                    }
                    (is_agreed, keep.clicked())
                })
                .inner
            });
        let (is_agreed, is_kept) = shown.inner;
        if is_agreed {
            return Some(vec![path.to_owned()]);
        }
        if is_kept || escape(ctx) {
            self.question = None;
        }
        None
    }
}

impl PickKind {
    fn saves(self) -> bool {
        matches!(self, PickKind::SaveFile | PickKind::SaveFolder)
    }

    fn wants_files(self) -> bool {
        matches!(self, PickKind::OpenFiles | PickKind::SaveFile)
    }
}

impl FileDialogRow {
    fn of(entry: &FolderEntry, now: SystemTime) -> FileDialogRow {
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

fn position(rows: &[FileDialogRow], path: Option<&Path>) -> Option<usize> {
    rows.iter().position(|row| Some(row.path.as_path()) == path)
}

fn text_field(text: &mut String, width: f32) -> TextEdit<'_> {
    TextEdit::singleline(text)
        .desired_width(width)
        .min_size(vec2(0.0, theme::BUTTON))
        .align(Align2::LEFT_CENTER)
}

/// Gives a field the focus, with the caret behind its text.
fn focus_end(ui: &Ui, field: Id, text: &str) {
    use egui::text::{CCursor, CCursorRange};
    let mut state = egui::text_edit::TextEditState::load(ui.ctx(), field).unwrap_or_default();
    state
        .cursor
        .set_char_range(Some(CCursorRange::one(CCursor::new(text.chars().count()))));
    state.store(ui.ctx(), field);
    ui.memory_mut(|memory| memory.request_focus(field));
}

/// Takes the key, so that the list does not take it as well.
fn is_entered(ui: &Ui, field: &Response) -> bool {
    field.lost_focus() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
}

fn escape(ctx: &Context) -> bool {
    ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
}

/// Arrows move in the list instead of the focus; Escape is the dialog's.
fn keep_arrows(ui: &Ui, list: &Response) {
    let filter = EventFilter {
        vertical_arrows: true,
        escape: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(list.id, filter));
}

fn nearest_folder(start: &Path) -> PathBuf {
    let above = start
        .ancestors()
        .find(|folder| folder.is_dir())
        .map(Path::to_owned);
    above
        .or_else(std::env::home_dir)
        .unwrap_or_else(|| PathBuf::from("/"))
}

/// Ends in a separator, so that typing goes on inside the folder.
fn shown_path(folder: &Path) -> String {
    let text = folder.display().to_string();
    if text.ends_with(std::path::MAIN_SEPARATOR) {
        text
    } else {
        text + std::path::MAIN_SEPARATOR_STR
    }
}

/// `~` is the home folder.
fn expanded(text: &str) -> PathBuf {
    let home = text
        .strip_prefix('~')
        .filter(|rest| rest.is_empty() || rest.starts_with(['/', '\\']));
    match home.zip(std::env::home_dir()) {
        Some((rest, home)) => home.join(rest.trim_start_matches(['/', '\\'])),
        None => PathBuf::from(text),
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// Whether saving there replaces something: a file, or a folder that is not empty.
fn is_taken(path: &Path) -> bool {
    match std::fs::read_dir(path) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => path.exists(),
    }
}

fn why_not(path: &Path) -> String {
    let reason = match std::fs::metadata(path) {
        Ok(_) => "Wrong file type.".into(),
        Err(error) => listing::words(&error),
    };
    format!("“{}” cannot be chosen. {reason}", name_of(path))
}
