//! The built-in file dialog. Invariant: it only looks and makes folders; it writes and removes
//! nothing.

mod accept;
mod paths;
mod rows;

use super::{PickKind, PickRequest, listing::FolderListing};
use crate::{icons, parts, theme};
use egui::{
    Align, Align2, Context, Frame, Id, Key, Layout, Margin, Modifiers, Rect, Response, RichText,
    Sense, Stroke, TextEdit, Ui, WidgetInfo, accesskit::Role, vec2,
};
use paths::{expanded, is_taken, name_of, nearest_folder, shown_path, why_not};
use rows::FileDialogRow;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};
use words::tr;

const WIDTH: f32 = 640.0;
const LIST_HEIGHT: f32 = 300.0;
/// Height of everything except the list, points.
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
    /// Text of the path field; the folder again after Enter accepted it.
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
    /// Typed name of a new folder; None if no folder is being created.
    new_folder: Option<String>,
    /// Asked whether this may be replaced.
    question: Option<PathBuf>,
    error: Option<String>,
    /// Text typed outside the fields, and the time of the last input, seconds.
    typed: (String, f64),
    /// The first pass puts the focus where typing starts.
    is_new: bool,
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

    /// Handles text typed outside the fields: in a save dialog it becomes the file name, else it
    /// selects the first row that begins with it. Returns whether typing goes on in the name field.
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
            if parts::icon_button(ui, icons::ARROW_UP, tr!("Up one folder"), false).clicked() {
                self.go_up(ui.ctx());
            }
            if parts::icon_button(ui, icons::HOUSE, tr!("Home folder"), false).clicked() {
                self.go_home(ui.ctx());
            }
            let room = ui.available_width() - 2.0 * (theme::BUTTON + ui.spacing().item_spacing.x);
            let field = ui
                .add(text_field(&mut self.path, room))
                .accessible_name(tr!("Path"));
            let typed = is_entered(ui, &field);
            if parts::icon_button(
                ui,
                icons::PLUS,
                tr!("New folder"),
                self.new_folder.is_some(),
            )
            .clicked()
            {
                self.new_folder = self.new_folder.is_none().then(String::new);
            }
            let eye = if self.shows_hidden {
                icons::EYE
            } else {
                icons::EYE_SLASH
            };
            if parts::icon_button(ui, eye, tr!("Hidden files"), self.shows_hidden).clicked() {
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
                .add(text_field(&mut name, room).hint_text(tr!("New folder")))
                .accessible_name(tr!("New folder name"));
            let entered = is_entered(ui, &field);
            if name.is_empty() && !entered {
                field.request_focus();
            }
            parts::button(ui, None, tr!("Create"), false).clicked() || entered
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
                RichText::new(tr!("Name"))
                    .font(theme::text())
                    .color(theme::TEXT_2),
            );
            let field = ui
                .add(text_field(&mut self.name, ui.available_width()))
                .accessible_name(tr!("Name"));
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
            .map(|error| tr!("Cannot read “{}”. {error}", name_of(&self.folder)));
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
                parts::button(ui, None, tr!("Cancel"), false)
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
        shown.response.accessible_name(tr!("Files shown"));
    }

    fn verb(&self) -> &'static str {
        match self.kind {
            PickKind::OpenFiles => tr!("Open"),
            PickKind::OpenFolder => tr!("Choose"),
            // Single files are written by exports alone.
            PickKind::SaveFile => tr!("Export"),
            PickKind::SaveFolder => tr!("Save"),
        }
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
            None => self.error = Some(tr!("No home folder found.").into()),
        }
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
