//! Property rows of one asset. Dragging a value is one gesture, one undo step.

use crate::{
    action::{EditAction, EditorAction},
    icons,
    parts::{self, FieldEdit, NumberField, Scale},
    session::Session,
    theme,
    views::PanelViews,
};
use document::Command;
use egui::{Align2, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use std::collections::BTreeSet;
use words::tr;

/// Text in place of values that differ.
const MIXED: &str = "—";

/// The room that each row keeps for its reset arrow, in points.
const RESET: f32 = 26.0;
/// More options than these are searched.
const SEARCHED: usize = 12;
/// A button behind a field takes so much of its room, in points.
const TOOL: f32 = 30.0;
/// The widest that a field becomes, in points.
const WIDEST: f32 = 272.0;

/// Default value of a row, and the command that restores it.
struct Reset {
    default: String,
    command: Command,
}

/// State that the rows of one asset share.
pub struct PropertyRows<'b> {
    /// The asset that edits change.
    pub asset: asset::Id,
    /// What the window shares, to read.
    pub session: &'b Session,
    /// View state of the panels, for gestures and for what rows unfold.
    pub views: &'b mut PanelViews,
    /// Edits of this pass are added here.
    pub actions: &'b mut Vec<EditorAction>,
    /// Labels of the rows in which several items differ: they show a dash.
    pub mixed: BTreeSet<String>,
    /// The label of the row that made the last edit.
    pub touched: Option<String>,
    /// Points that a picture beside the rows takes.
    pub beside: f32,
    /// Reset of the next row; None if that row has none.
    reset: Option<Reset>,
    /// Rows so far: two groups may have rows of one label.
    count: usize,
}

impl<'b> PropertyRows<'b> {
    /// Rows of one asset, with no label marked as mixed.
    pub fn new(
        asset: asset::Id,
        (session, views): (&'b Session, &'b mut PanelViews),
        actions: &'b mut Vec<EditorAction>,
    ) -> Self {
        Self {
            asset,
            session,
            views,
            actions,
            mixed: BTreeSet::new(),
            touched: None,
            beside: 0.0,
            reset: None,
            count: 0,
        }
    }

    /// An edit that is a step of its own.
    pub fn perform(&mut self, command: Command) {
        self.actions.push(EditAction::Perform(command, None).into());
    }

    /// Whether the value of the next row is another than its default, what that is, and how it
    /// comes back.
    pub fn resets(
        &mut self,
        is_changed: bool,
        default: impl Into<String>,
        command: impl FnOnce() -> Command,
    ) {
        self.reset = is_changed.then(|| Reset {
            default: default.into(),
            command: command(),
        });
    }

    /// A row, with its reset arrow behind it.
    pub fn row<R>(&mut self, ui: &mut Ui, label: &str, field: impl FnOnce(&mut Ui) -> R) -> R {
        self.count += 1;
        let mut area = ui.available_rect_before_wrap();
        area.max.x -= RESET + self.beside;
        let shown = ui.scope_builder(egui::UiBuilder::new().max_rect(area), |ui| {
            parts::property(ui, label, field)
        });
        if let Some(reset) = self.reset.take() {
            let row = Rect::from_min_max(
                area.min,
                pos2(area.right() + RESET, area.top() + theme::ROW),
            );
            self.reset_ui(ui, row, label, reset);
        }
        shown.inner
    }

    /// The arrow, and Backspace over the row, while nothing is typed.
    fn reset_ui(&mut self, ui: &Ui, row: Rect, label: &str, reset: Reset) {
        let side = vec2(20.0, 20.0);
        let arrow = Rect::from_center_size(row.right_center() - vec2(RESET / 2.0, 0.0), side);
        let response = ui.interact(
            arrow,
            ui.scope_id().with(("reset", label, self.count)),
            Sense::click(),
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, tr!("Reset {label}")));
        let color = if response.hovered() || response.has_focus() {
            theme::WHITE
        } else {
            theme::ACCENT
        };
        let font = theme::icon(14.0);
        ui.painter().text(
            arrow.center(),
            Align2::CENTER_CENTER,
            icons::ARROW_U_UP_LEFT,
            font,
            color,
        );
        parts::focus_ring(ui, &response);
        let is_over = ui.rect_contains_pointer(row) && !ui.ctx().text_edit_focused();
        self.views.is_over_reset |= is_over;
        let by_key = is_over && ui.input(|input| input.key_pressed(egui::Key::Backspace));
        if response.clicked() || by_key {
            self.touched = Some(label.to_owned());
            self.perform(reset.command);
        }
        response.on_hover_text(tr!("Reset to {}  (Backspace over the row)", reset.default));
    }

    /// A group header; its menu takes all of the group back, where something is not as it would be.
    pub fn group(&mut self, ui: &mut Ui, title: &str, right: &str, reset: Option<Command>) -> bool {
        let (open, response) = parts::group_header_response(ui, title, right);
        parts::context_menu(&response, |ui| {
            let entry = ui.add_enabled(reset.is_some(), egui::Button::new(tr!("Reset group")));
            if entry
                .on_disabled_hover_text(tr!("All values are defaults"))
                .clicked()
                && let Some(command) = reset
            {
                self.perform(command);
            }
        });
        open
    }

    /// A number row; changes of one drag share a gesture.
    pub fn number(
        &mut self,
        ui: &mut Ui,
        label: &str,
        field: NumberField<'_>,
        command: impl FnOnce(f64) -> Command,
    ) {
        let is_mixed = self.mixed.contains(label);
        let edit = self.row(ui, label, |ui| {
            let width = field_width(ui);
            NumberField { width, ..field }.show_in(ui, Scale::default(), is_mixed)
        });
        self.apply_to(label, edit, command);
    }

    /// Edits as [`Self::apply`] does, and remembers the label as the row of the last edit.
    pub fn apply_to<T>(
        &mut self,
        label: &str,
        edit: Option<FieldEdit<T>>,
        command: impl FnOnce(T) -> Command,
    ) {
        if edit.is_some() {
            self.touched = Some(label.to_owned());
        }
        self.apply(edit, command);
    }

    /// Makes the edit of a field. All changes of a drag are one gesture, so one undo step.
    pub fn apply<T>(&mut self, edit: Option<FieldEdit<T>>, command: impl FnOnce(T) -> Command) {
        match edit {
            Some(FieldEdit::Change(value)) => {
                let gesture = self
                    .views
                    .edits
                    .field
                    .unwrap_or_else(|| self.views.edits.gesture());
                self.views.edits.field = Some(gesture);
                self.actions
                    .push(EditAction::Perform(command(value), Some(gesture)).into());
            }
            Some(FieldEdit::Set(value)) => self.perform(command(value)),
            Some(FieldEdit::Done) => {
                if let Some(gesture) = self.views.edits.field.take() {
                    self.actions.push(EditAction::EndGesture(gesture).into());
                }
            }
            Some(FieldEdit::Cancel) => {
                if let Some(gesture) = self.views.edits.field.take() {
                    self.actions.push(EditAction::CancelGesture(gesture).into());
                }
            }
            None => {}
        }
    }

    /// A frame rate, 1 to 1000 frames per second.
    pub fn frame_rate(&mut self, ui: &mut Ui, value: f32, command: impl FnOnce(f32) -> Command) {
        let field = NumberField {
            name: tr!("Frame rate"),
            value: value.into(),
            unit: "fps",
            decimals: 0,
            speed: 0.2,
            range: 1.0..=1000.0,
            width: 84.0,
        };
        self.number(ui, tr!("Frame rate"), field, |value| command(value as f32));
    }

    /// A rate scale, -100 to 100; negative plays backwards.
    pub fn rate_scale(&mut self, ui: &mut Ui, value: f32, command: impl FnOnce(f32) -> Command) {
        let field = NumberField {
            name: tr!("Rate scale"),
            value: value.into(),
            unit: "×",
            decimals: 2,
            speed: 0.01,
            range: -100.0..=100.0,
            width: 84.0,
        };
        self.number(ui, tr!("Rate scale"), field, |value| command(value as f32));
    }

    /// A text row; what is typed counts when the field is left.
    pub fn text(
        &mut self,
        ui: &mut Ui,
        label: &str,
        value: &str,
        command: impl FnOnce(String) -> Command,
    ) {
        self.text_of(ui, label, value, &[], command);
    }

    /// A text row with a menu of what stands in others of its kind, where there are some.
    pub fn text_of(
        &mut self,
        ui: &mut Ui,
        label: &str,
        value: &str,
        known_texts: &[&str],
        command: impl FnOnce(String) -> Command,
    ) {
        let is_mixed = self.mixed.contains(label);
        let known = if is_mixed { "" } else { value };
        let id = ui.scope_id().with(("text", label, self.asset, value));
        let mut text = ui
            .data(|data| data.get_temp::<String>(id))
            .unwrap_or_else(|| known.to_owned());
        let (response, chosen) = self.row(ui, label, |ui| {
            let hint = if is_mixed { MIXED } else { "" };
            let width = field_width(ui) - if known_texts.is_empty() { 0.0 } else { TOOL };
            let edit = egui::TextEdit::singleline(&mut text)
                .hint_text(hint)
                .desired_width(width);
            (
                ui.add(edit).accessible_name(label),
                known_text_ui(ui, label, known_texts),
            )
        });
        if let Some(chosen) = chosen.filter(|chosen| *chosen != known) {
            ui.data_mut(|data| data.remove::<String>(id));
            self.touched = Some(label.to_owned());
            return self.perform(command(chosen.to_owned()));
        }
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

    /// A check box with a note behind it.
    pub fn toggle(
        &mut self,
        ui: &mut Ui,
        label: &str,
        value: bool,
        note: &str,
        command: impl FnOnce(bool) -> Command,
    ) {
        let is_mixed = self.mixed.contains(label);
        let clicked = self.row(ui, label, |ui| {
            let clicked = parts::check_box_of(ui, (!is_mixed).then_some(value), label);
            let note = egui::RichText::new(note)
                .font(theme::small())
                .color(theme::TEXT_3);
            ui.add(egui::Label::new(note).truncate());
            clicked
        });
        if clicked {
            self.touched = Some(label.to_owned());
            self.perform(command(is_mixed || !value));
        }
    }

    /// Linear RGBA, 0 to 1. What is changed while the picker is pressed is one gesture.
    pub fn color(
        &mut self,
        ui: &mut Ui,
        label: &str,
        value: [f32; 4],
        command: impl FnOnce([f32; 4]) -> Command,
    ) {
        let mut color = value;
        let changed = self.row(ui, label, |ui| {
            ui.color_edit_button_rgba_unmultiplied(&mut color)
                .accessible_name(label)
                .changed()
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

    /// A choice of one of `options`, each with its label.
    pub fn choice<T: PartialEq + Clone>(
        &mut self,
        ui: &mut Ui,
        label: &str,
        value: &T,
        options: &[(T, String)],
        command: impl FnOnce(T) -> Command,
    ) {
        self.choice_beside(ui, label, (value, options), 0.0, |_| (), command);
    }

    /// As [`Self::choice`], with a button behind the field that picks an option elsewhere. The
    /// button is on while `waits` is set; returns whether it was clicked.
    pub fn choice_or_pick<T: PartialEq + Clone>(
        &mut self,
        ui: &mut Ui,
        label: &str,
        chosen: (&T, &[(T, String)]),
        waits: bool,
        command: impl FnOnce(T) -> Command,
    ) -> bool {
        let name = if waits {
            tr!("Stop picking {label}")
        } else {
            tr!("Pick {label} in the viewport")
        };
        let button = |ui: &mut Ui| parts::icon_button(ui, icons::CURSOR, &name, waits).clicked();
        self.choice_beside(ui, label, chosen, TOOL, button, command)
    }

    /// `beside` stands behind the field, and takes so many points of it.
    fn choice_beside<T: PartialEq + Clone, R>(
        &mut self,
        ui: &mut Ui,
        label: &str,
        (value, options): (&T, &[(T, String)]),
        taken: f32,
        beside: impl FnOnce(&mut Ui) -> R,
        command: impl FnOnce(T) -> Command,
    ) -> R {
        let is_mixed = self.mixed.contains(label);
        let is_of = |option: &T| option == value && !is_mixed;
        let shown = options
            .iter()
            .find(|(option, _)| is_of(option))
            .map_or(MIXED, |(_, name)| name.as_str());
        let mut chosen = None;
        let asked = ui.scope_id().with(("search", label, self.asset));
        let result = self.row(ui, label, |ui| {
            let combo = egui::ComboBox::from_id_salt((label, ui.cursor().top() as i32))
                .selected_text(shown)
                .width(field_width(ui) - taken)
                .truncate()
                .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
                .icon(parts::chevron);
            let response = combo.show_ui(ui, |ui| {
                let (wanted, takes_first) = if options.len() > SEARCHED {
                    search_ui(ui, asked, label)
                } else {
                    (String::new(), false)
                };
                let mut found = options
                    .iter()
                    .filter(|(_, name)| parts::score(name, &wanted).is_some())
                    .peekable();
                if found.peek().is_none() {
                    ui.label(
                        egui::RichText::new(tr!("No match for “{wanted}”")).color(theme::TEXT_2),
                    );
                }
                for (at, (option, name)) in found.enumerate() {
                    if ui.selectable_label(is_of(option), name).clicked()
                        || (takes_first && at == 0)
                    {
                        chosen = Some(option.clone());
                        ui.close();
                    }
                }
            });
            if response.inner.is_none() {
                ui.data_mut(|data| data.remove::<String>(asked));
            }
            response.response.accessible_name(label);
            beside(ui)
        });
        if let Some(chosen) = chosen.filter(|chosen| !is_of(chosen)) {
            self.touched = Some(label.to_owned());
            self.perform(command(chosen));
        }
        result
    }
}

/// Menu of `texts`; draws nothing if there are none. Returns the chosen text.
fn known_text_ui<'a>(ui: &mut Ui, label: &str, texts: &[&'a str]) -> Option<&'a str> {
    if texts.is_empty() {
        return None;
    }
    let name = tr!("Names in use for {label}");
    let button =
        parts::icon_button_with(ui, icons::CARET_DOWN, &name, false, true, theme::icon(12.0));
    let entries = |ui: &mut Ui| {
        texts
            .iter()
            .copied()
            .filter(|text| ui.button(*text).clicked())
            .last()
    };
    egui::Popup::menu(&button)
        .show(|ui| {
            egui::ScrollArea::vertical()
                .max_height(320.0)
                .show(ui, entries)
                .inner
        })?
        .inner
}

/// The field above many options: what is wanted, and whether Enter takes the first that is found.
fn search_ui(ui: &mut Ui, asked: egui::Id, label: &str) -> (String, bool) {
    let known = ui.data(|data| data.get_temp::<String>(asked));
    let mut wanted = known.clone().unwrap_or_default();
    let hint = tr!("{}  Search", icons::MAGNIFYING_GLASS);
    let field = egui::TextEdit::singleline(&mut wanted)
        .hint_text(hint)
        .desired_width(ui.available_width());
    let response = ui.add(field).accessible_name(tr!("Search {label}"));
    if known.is_none() {
        response.request_focus();
    }
    ui.data_mut(|data| data.insert_temp(asked, wanted.clone()));
    let enters = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    (wanted.clone(), enters && !wanted.is_empty())
}

/// A row that only shows.
pub fn fact(ui: &mut Ui, label: &str, value: &str) {
    fact_in(ui, label, value, theme::TEXT);
}

/// A row of several items that cannot be changed, and why.
pub fn locked(ui: &mut Ui, label: &str, note: &str, reason: &str) {
    parts::property(ui, label, |ui| {
        ui.label(
            egui::RichText::new(icons::LOCK_SIMPLE)
                .font(theme::icon(14.0))
                .color(theme::TEXT_3),
        );
        let note = egui::RichText::new(format!("{MIXED} {note}")).color(theme::TEXT_3);
        ui.add(egui::Label::new(note).truncate().sense(Sense::hover()))
            .on_hover_text(reason)
    });
}

/// A value that cannot be changed, in this colour.
pub fn fact_in(ui: &mut Ui, label: &str, value: &str, color: egui::Color32) {
    parts::property(ui, label, |ui| {
        ui.add(egui::Label::new(egui::RichText::new(value).color(color)).truncate())
    });
}

/// Width that a row leaves for its field, points.
pub fn field_width(ui: &Ui) -> f32 {
    ui.available_width().clamp(40.0, WIDEST)
}
