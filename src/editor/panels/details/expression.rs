//! A field for an expression: names are completed while it is typed, and what does not type is told
//! with its place.

#[cfg(test)]
mod tests;

use super::PropertyRows;
use crate::{parts, theme};
use asset::{
    Id, PoseGraph,
    expression::{Completion, ExpressionError, Scope, Type, compile, completions},
};
use document::Command;
use egui::{
    Align2, Color32, Key, Modifiers, Rect, Sense, Stroke, Ui, WidgetInfo, accesskit::Role,
    text::LayoutJob, vec2,
};
use std::ops::Range;
use words::tr;

const MOST_ROWS: usize = 8;
const WIDTH: f32 = 300.0;

/// Names that an expression of a pose graph can use.
pub struct ExpressionNames {
    parameters: Vec<asset::graph::Parameter>,
    states: Option<Vec<String>>,
    in_transition: bool,
    wanted: Type,
}

impl ExpressionNames {
    /// Names that the rule of a transition or conduit of a machine may use.
    pub fn of_rule(graph: &PoseGraph, machine: &asset::graph::Machine) -> Self {
        let states = machine
            .states
            .iter()
            .map(|state| state.name.clone())
            .collect();
        Self {
            parameters: graph.wiring.parameters.clone(),
            states: Some(states),
            in_transition: false,
            wanted: Type::Bool,
        }
    }

    /// Names that a rule shared by transitions of any machine may use.
    pub fn of_shared_rule(graph: &PoseGraph) -> Self {
        let states = graph
            .wiring
            .machines()
            .flat_map(|(_, it)| &it.states)
            .map(|state| state.name.clone())
            .collect();
        Self {
            parameters: graph.wiring.parameters.clone(),
            states: Some(states),
            in_transition: false,
            wanted: Type::Bool,
        }
    }

    /// Names that a number of a node may use.
    pub fn of_node(graph: &PoseGraph, node: Id) -> Self {
        let page = graph.layout.pages.get(&node);
        let is_transition = |page: &Id| {
            let mut machines = graph.wiring.machines();
            machines.any(|(_, machine)| machine.transitions.iter().any(|it| it.id == *page))
        };
        let in_transition = page.is_some_and(is_transition);
        Self {
            parameters: graph.wiring.parameters.clone(),
            states: None,
            in_transition,
            wanted: Type::Number,
        }
    }

    /// Names that the expression behind a parameter may use.
    pub fn of_parameter(graph: &PoseGraph) -> Self {
        let parameters = graph.wiring.parameters.clone();
        Self {
            parameters,
            states: None,
            in_transition: false,
            wanted: Type::Number,
        }
    }

    fn scope(&self) -> Scope<'_> {
        Scope {
            parameters: &self.parameters,
            states: self.states.as_deref(),
            in_transition: self.in_transition,
        }
    }

    fn error(&self, text: &str) -> Option<ExpressionError> {
        let is_nothing = text.trim().is_empty();
        if is_nothing {
            None
        } else {
            compile(text, &self.scope(), &self.wanted).err()
        }
    }
}

/// State of the field while it has the keyboard focus.
#[derive(Clone, Default)]
struct Typing {
    text: String,
    row: usize,
    /// Esc closed the list, until something else is typed.
    is_closed: bool,
}

/// The letters before the caret that a completion would take the place of.
fn word(text: &str, caret: usize) -> Range<usize> {
    let before = &text[..caret];
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    let start = before
        .char_indices()
        .rev()
        .take_while(|(_, letter)| is_part(*letter))
        .last();
    start.map_or(caret, |(at, _)| at)..caret
}

/// Completions of the word before the caret; empty if no name was begun, or if it is complete.
fn offered(text: &str, caret: usize, named: &ExpressionNames) -> Vec<Completion> {
    let word = word(text, caret);
    let begun = &text[word];
    let is_name = begun
        .chars()
        .next()
        .is_some_and(|letter| !letter.is_numeric() && letter != '.');
    let found = if is_name {
        completions(text, caret, &named.scope())
    } else {
        Vec::new()
    };
    if found.iter().any(|it| it.text == begun) {
        Vec::new()
    } else {
        found
    }
}

fn byte(text: &str, letter: usize) -> usize {
    text.char_indices()
        .nth(letter)
        .map_or(text.len(), |(at, _)| at)
}

/// Adds a row with a field for an expression; the typed text takes effect when the field loses
/// focus.
pub fn expression_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    (label, value, unit): (&str, &str, &str),
    named: &ExpressionNames,
    command: impl FnOnce(String) -> Command,
) -> egui::Response {
    let id = ui.scope_id().with(("expression", label, rows.asset, value));
    let field = id.with("field");
    let known = || Typing {
        text: value.to_owned(),
        ..Typing::default()
    };
    let mut typing = ui
        .data(|data| data.get_temp::<Typing>(id))
        .unwrap_or_else(known);
    let has_focus = ui.memory(|memory| memory.has_focus(field));
    let caret = caret(ui, field, &typing.text);
    let list = if has_focus && !typing.is_closed {
        offered(&typing.text, caret, named)
    } else {
        Vec::new()
    };
    if !list.is_empty() {
        take_keys(ui, field, &mut typing, (&list, caret));
    }
    let error = named.error(&typing.text);
    let response = parts::property(ui, label, |ui| {
        let mark = error
            .as_ref()
            .filter(|_| list.is_empty())
            .map(|error| error.at.clone());
        let mut layouter = |ui: &Ui, text: &dyn egui::TextBuffer, _: f32| {
            ui.fonts_mut(|fonts| fonts.layout_job(marked(text.as_str(), mark.clone())))
        };
        let behind = 20.0 + 7.0 * unit.chars().count() as f32;
        let width = (ui.available_width() - behind).max(40.0);
        let edit = egui::TextEdit::singleline(&mut typing.text)
            .id(field)
            .desired_width(width);
        let response = ui.add(edit.layouter(&mut layouter)).accessible_name(label);
        if !unit.is_empty() {
            ui.weak(unit);
        }
        response
    });
    if response.changed() {
        (typing.row, typing.is_closed) = (0, false);
    }
    let written = typing.text.clone();
    let mut new = None;
    if response.has_focus() {
        let filter = egui::EventFilter {
            escape: !list.is_empty(),
            tab: !list.is_empty(),
            horizontal_arrows: true,
            vertical_arrows: true,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(field, filter));
        if let Some(chosen) = list_ui(ui, &response, &list, typing.row) {
            accept(ui, field, &mut typing, (&list[chosen], caret));
        }
        ui.data_mut(|data| data.insert_temp(id, typing));
    } else if response.lost_focus() {
        ui.data_mut(|data| data.remove::<Typing>(id));
        let is_escaped = ui.input(|input| input.key_pressed(Key::Escape));
        if !is_escaped && typing.text != value {
            new = Some(typing.text);
        }
    }
    if let Some(error) = error.filter(|_| list.is_empty())
        && let Some(mended) = wrong_ui(ui, (&written, &error), named)
    {
        ui.data_mut(|data| data.remove::<Typing>(id));
        new = Some(mended);
    }
    if let Some(text) = new {
        rows.touched = Some(label.to_owned());
        rows.perform(command(text));
    }
    response
}

/// Says what is wrong; the text with what was probably meant, where that was clicked.
fn wrong_ui(
    ui: &mut Ui,
    (text, error): (&str, &ExpressionError),
    named: &ExpressionNames,
) -> Option<String> {
    told_ui(ui, &error.problem.to_string());
    let mended = error.mended(text)?;
    if named
        .error(&mended)
        .is_some_and(|left| left.at.start <= error.at.start)
    {
        return None;
    }
    let button = ui.horizontal_wrapped(|ui| {
        ui.add_space(12.0);
        parts::button(ui, None, &tr!("Change to {mended}"), false)
    });
    // A press ends typing, after which what is above may take another height: it counts at once.
    let is_pressed = ui.input(|input| input.pointer.primary_pressed());
    let is_chosen = button.inner.clicked() || (is_pressed && button.inner.contains_pointer());
    is_chosen.then_some(mended)
}

/// Position of the caret in `text`, bytes.
fn caret(ui: &Ui, field: egui::Id, text: &str) -> usize {
    let state = egui::TextEdit::load_state(ui.ctx(), field);
    let range = state.and_then(|state| state.cursor.char_range());
    range.map_or(text.len(), |range| byte(text, range.primary.index.into()))
}

/// Up and down choose, Enter and Tab take, Esc closes the list alone.
fn take_keys(
    ui: &mut Ui,
    field: egui::Id,
    typing: &mut Typing,
    (list, caret): (&[Completion], usize),
) {
    let (up, down, takes, closes) = ui.input_mut(|input| {
        let mut pressed = |key| input.consume_key(Modifiers::NONE, key);
        let (up, down) = (pressed(Key::ArrowUp), pressed(Key::ArrowDown));
        (
            up,
            down,
            pressed(Key::Enter) | pressed(Key::Tab),
            pressed(Key::Escape),
        )
    });
    typing.row = (typing.row + usize::from(down))
        .min(list.len() - 1)
        .saturating_sub(usize::from(up));
    typing.is_closed = closes;
    if takes {
        accept(ui, field, typing, (&list[typing.row], caret));
    }
}

fn accept(ui: &Ui, field: egui::Id, typing: &mut Typing, (chosen, caret): (&Completion, usize)) {
    let word = word(&typing.text, caret);
    let end = typing.text[..word.start].chars().count() + chosen.text.chars().count();
    typing.text.replace_range(word, &chosen.text);
    typing.row = 0;
    let mut state = egui::TextEdit::load_state(ui.ctx(), field).unwrap_or_default();
    state
        .cursor
        .set_char_range(Some(egui::text::CCursorRange::one(
            egui::text::CCursor::new(end),
        )));
    state.store(ui.ctx(), field);
    ui.memory_mut(|memory| memory.request_focus(field));
}

/// The text, with a line under what is wrong.
fn marked(text: &str, wrong: Option<Range<usize>>) -> LayoutJob {
    let plain = |color: Color32, line: Stroke| egui::TextFormat {
        font_id: theme::text(),
        color,
        underline: line,
        ..egui::TextFormat::default()
    };
    let mut job = LayoutJob {
        wrap: egui::text::TextWrapping::no_max_width(),
        ..LayoutJob::default()
    };
    let wrong = wrong
        .filter(|at| text.get(at.clone()).is_some())
        .unwrap_or(text.len()..text.len());
    let (own, bad) = (
        plain(theme::TEXT, Stroke::NONE),
        plain(theme::ERROR, Stroke::new(1.0, theme::ERROR)),
    );
    job.append(&text[..wrong.start], 0.0, own.clone());
    job.append(&text[wrong.clone()], 0.0, bad);
    job.append(&text[wrong.end..], 0.0, own);
    job
}

fn told_ui(ui: &mut Ui, line: &str) {
    ui.horizontal_wrapped(|ui| {
        ui.add_space(12.0);
        ui.label(
            egui::RichText::new(line)
                .font(theme::small())
                .color(theme::ERROR),
        );
    });
}

/// Below the field; the row that was clicked.
fn list_ui(ui: &Ui, field: &egui::Response, list: &[Completion], row: usize) -> Option<usize> {
    if list.is_empty() {
        return None;
    }
    let mut chosen = None;
    let area = egui::Area::new(field.id.with("list"))
        .order(egui::Order::Foreground)
        .constrain(true);
    area.fixed_pos(field.rect.left_bottom() + vec2(0.0, 2.0))
        .show(ui.ctx(), |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_width(WIDTH);
                ui.spacing_mut().item_spacing.y = 0.0;
                let height = list.len().min(MOST_ROWS) as f32 * theme::ROW;
                let scroll = egui::ScrollArea::vertical()
                    .max_height(height)
                    .min_scrolled_height(height);
                scroll.show(ui, |ui| {
                    for (at, it) in list.iter().enumerate() {
                        if row_ui(ui, it, at == row) {
                            chosen = Some(at);
                        }
                    }
                });
            });
        });
    chosen
}

fn row_ui(ui: &mut Ui, it: &Completion, is_active: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(WIDTH - 8.0, theme::ROW), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(Role::MenuItem, true, is_active, tr!("Complete {}", it.text))
    });
    if is_active {
        response.scroll_to_me(None);
    }
    if is_active || response.hovered() {
        ui.painter().rect_filled(
            rect,
            3.0,
            if is_active {
                theme::ACCENT_FILL
            } else {
                theme::HAIR
            },
        );
    }
    let (left, right) = (rect.left_center() + vec2(8.0, 0.0), rect.right() - 8.0);
    let name = ui.painter().text(
        left,
        Align2::LEFT_CENTER,
        &it.text,
        theme::text(),
        theme::TEXT,
    );
    let rest = Rect::from_x_y_ranges(
        name.right() + 12.0..=right.max(name.right() + 12.0),
        rect.y_range(),
    );
    parts::text_in(
        ui,
        rest,
        Align2::RIGHT_CENTER,
        it.tells.as_str(),
        theme::small(),
        theme::TEXT_3,
    );
    // A click takes the focus from the field only after it has been seen here.
    response.is_pointer_button_down_on()
}
