//! Property rows of one asset. Dragging a value is one gesture, one undo step.

use crate::{
    action::{Action, EditAction},
    parts::{self, FieldEdit, NumberField, Scale},
    session::Session,
    theme,
};
use document::Command;
use egui::Ui;
use std::collections::BTreeSet;

/// In the place of values that differ.
const MIXED: &str = "—";

/// What the rows of one asset share.
pub struct Rows<'b> {
    pub asset: asset::Id,
    pub session: &'b mut Session,
    pub actions: &'b mut Vec<Action>,
    /// Labels of the rows in which several items differ: they show a dash.
    pub mixed: BTreeSet<&'static str>,
    /// The label of the row that made the last edit.
    pub touched: Option<String>,
}

impl<'b> Rows<'b> {
    pub fn new(asset: asset::Id, session: &'b mut Session, actions: &'b mut Vec<Action>) -> Self {
        Self { asset, session, actions, mixed: BTreeSet::new(), touched: None }
    }

    /// An edit that is a step of its own.
    pub fn perform(&mut self, command: Command) {
        self.actions.push(EditAction::Perform(command, None).into());
    }

    /// A number row; changes of one drag share a gesture.
    pub fn number(&mut self, ui: &mut Ui, label: &str, field: NumberField<'_>, command: impl FnOnce(f64) -> Command) {
        let is_mixed = self.mixed.contains(label);
        let edit = parts::property(ui, label, |ui| field.show_in(ui, Scale::default(), is_mixed));
        self.apply_to(label, edit, command);
    }

    pub fn apply_to<T>(&mut self, label: &str, edit: Option<FieldEdit<T>>, command: impl FnOnce(T) -> Command) {
        if edit.is_some() {
            self.touched = Some(label.to_owned());
        }
        self.apply(edit, command);
    }

    pub fn apply<T>(&mut self, edit: Option<FieldEdit<T>>, command: impl FnOnce(T) -> Command) {
        match edit {
            Some(FieldEdit::Change(value)) => {
                let gesture = self.session.edits.field.unwrap_or_else(|| self.session.edits.gesture());
                self.session.edits.field = Some(gesture);
                self.actions.push(EditAction::Perform(command(value), Some(gesture)).into());
            }
            Some(FieldEdit::Set(value)) => self.perform(command(value)),
            Some(FieldEdit::Done) => {
                if let Some(gesture) = self.session.edits.field.take() {
                    self.actions.push(EditAction::EndGesture(gesture).into());
                }
            }
            Some(FieldEdit::Cancel) => {
                if let Some(gesture) = self.session.edits.field.take() {
                    self.actions.push(EditAction::CancelGesture(gesture).into());
                }
            }
            None => {}
        }
    }

    pub fn frame_rate(&mut self, ui: &mut Ui, value: f32, command: impl FnOnce(f32) -> Command) {
        let field = NumberField {
            name: "Frame rate",
            value: value.into(),
            unit: "fps",
            decimals: 0,
            speed: 0.2,
            range: 1.0..=1000.0,
            width: 84.0,
        };
        self.number(ui, "Frame rate", field, |value| command(value as f32));
    }

    pub fn rate_scale(&mut self, ui: &mut Ui, value: f32, command: impl FnOnce(f32) -> Command) {
        let field = NumberField {
            name: "Rate scale",
            value: value.into(),
            unit: "×",
            decimals: 2,
            speed: 0.01,
            range: -100.0..=100.0,
            width: 84.0,
        };
        self.number(ui, "Rate scale", field, |value| command(value as f32));
    }

    /// A text row; what is typed counts when the field is left.
    pub fn text(&mut self, ui: &mut Ui, label: &str, value: &str, command: impl FnOnce(String) -> Command) {
        let is_mixed = self.mixed.contains(label);
        let known = if is_mixed { "" } else { value };
        let id = ui.scope_id().with(("text", label, self.asset, value));
        let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| known.to_owned());
        let response = parts::property(ui, label, |ui| {
            let hint = if is_mixed { MIXED } else { "" };
            let edit = egui::TextEdit::singleline(&mut text).hint_text(hint).desired_width(field_width(ui, 188.0));
            ui.add(edit).accessible_name(label)
        });
        if response.lost_focus() {
            ui.data_mut(|data| data.remove::<String>(id));
            let escaped = ui.input(|input| input.key_pressed(egui::Key::Escape));
            if !escaped && text != known {
                self.touched = Some(label.to_owned());
                self.perform(command(text));
            }
        } else if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(id, text));
        }
    }

    pub fn toggle(&mut self, ui: &mut Ui, label: &str, value: bool, note: &str, command: impl FnOnce(bool) -> Command) {
        let is_mixed = self.mixed.contains(label);
        let clicked = parts::property(ui, label, |ui| {
            let clicked = parts::check_box_of(ui, (!is_mixed).then_some(value), label);
            let note = egui::RichText::new(note).font(theme::small()).color(theme::TEXT_3);
            ui.add(egui::Label::new(note).truncate());
            clicked
        });
        if clicked {
            self.touched = Some(label.to_owned());
            self.perform(command(is_mixed || !value));
        }
    }

    /// Linear RGBA, 0 to 1. What is changed while the picker is pressed is one gesture.
    pub fn color(&mut self, ui: &mut Ui, label: &str, value: [f32; 4], command: impl FnOnce([f32; 4]) -> Command) {
        let mut color = value;
        let changed = parts::property(ui, label, |ui| {
            ui.color_edit_button_rgba_unmultiplied(&mut color).accessible_name(label).changed()
        });
        let id = ui.scope_id().with(("color", label, self.asset));
        let was_pressed = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
        let is_down = ui.input(|input| input.pointer.any_down());
        let edit = match (changed, was_pressed && !is_down) {
            (true, _) => Some(FieldEdit::Change(color.map(|part| part.clamp(0.0, 1.0)))),
            (false, true) => Some(FieldEdit::Done),
            (false, false) => None,
        };
        if changed || was_pressed {
            ui.data_mut(|data| data.insert_temp(id, changed || is_down));
        }
        self.apply_to(label, edit, command);
    }

    pub fn choice<T: PartialEq + Clone>(
        &mut self,
        ui: &mut Ui,
        label: &str,
        value: &T,
        options: &[(T, String)],
        command: impl FnOnce(T) -> Command,
    ) {
        let is_mixed = self.mixed.contains(label);
        let is_of = |option: &T| option == value && !is_mixed;
        let shown = options.iter().find(|(option, _)| is_of(option)).map_or(MIXED, |(_, name)| name.as_str());
        let mut chosen = None;
        parts::property(ui, label, |ui| {
            let combo = egui::ComboBox::from_id_salt((label, ui.cursor().top() as i32))
                .selected_text(shown)
                .width(field_width(ui, 196.0))
                .truncate()
                .icon(parts::chevron);
            let response = combo.show_ui(ui, |ui| {
                for (option, name) in options {
                    if ui.selectable_label(is_of(option), name).clicked() {
                        chosen = Some(option.clone());
                    }
                }
            });
            response.response.accessible_name(label);
        });
        if let Some(chosen) = chosen.filter(|chosen| !is_of(chosen)) {
            self.touched = Some(label.to_owned());
            self.perform(command(chosen));
        }
    }
}

/// A row that only shows.
pub fn fact(ui: &mut Ui, label: &str, value: &str) {
    fact_in(ui, label, value, theme::TEXT);
}

pub fn fact_in(ui: &mut Ui, label: &str, value: &str, color: egui::Color32) {
    parts::property(ui, label, |ui| ui.add(egui::Label::new(egui::RichText::new(value).color(color)).truncate()));
}

/// `wanted`, or what a narrow panel leaves.
fn field_width(ui: &Ui, wanted: f32) -> f32 {
    wanted.min(ui.available_width() - 20.0).max(40.0)
}
