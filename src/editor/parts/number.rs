//! The one field for numbers: drag, or type an expression. What is refused is red, says why, and
//! changes nothing.

#[cfg(test)]
mod tests;

use super::expression::{Scale, evaluate};
use crate::theme;
use egui::{
    Atom, CursorIcon, Key, Pos2, Response, Stroke, StrokeKind, Ui, ViewportCommand, vec2,
    viewport::CursorGrab,
};
use std::{cell::Cell, cell::RefCell};
use words::tr;

/// How long a refusal is shown after the field lost the focus, seconds.
const REFUSAL_TIME: f64 = 4.0;

/// Grab of the pointer during a drag; the pointer is confined to the window if the platform cannot
/// lock it.
const GRAB: CursorGrab = if cfg!(target_os = "macos") {
    CursorGrab::Locked
} else {
    CursorGrab::Confined
};

/// The edit that a field made in this pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldEdit<T> {
    /// A drag goes on: the same gesture.
    Change(T),
    /// Typed: a step of its own.
    Set(T),
    /// The gesture is over.
    Done,
    /// The gesture is taken back.
    Cancel,
}

impl<T> FieldEdit<T> {
    /// Applies a function to the value of the edit.
    pub fn map<U>(self, value: impl FnOnce(T) -> U) -> FieldEdit<U> {
        match self {
            FieldEdit::Change(changed) => FieldEdit::Change(value(changed)),
            FieldEdit::Set(set) => FieldEdit::Set(value(set)),
            FieldEdit::Done => FieldEdit::Done,
            FieldEdit::Cancel => FieldEdit::Cancel,
        }
    }

    /// Value of the edit, for settings outside the document, which have no gestures; None if the
    /// edit has no value.
    pub fn value(self) -> Option<T> {
        match self {
            FieldEdit::Change(value) | FieldEdit::Set(value) => Some(value),
            FieldEdit::Done | FieldEdit::Cancel => None,
        }
    }
}

/// Text typed into a field, for use with other values too.
#[derive(Clone, Debug, Default)]
pub struct Typed {
    /// The typed text: a number, or an expression.
    pub text: String,
    /// The unit of the field.
    pub unit: String,
    /// The lowest and highest value of the field, in its unit.
    pub range: [f64; 2],
    /// Frames a second, from the field's [`Scale`].
    pub frame_rate: Option<f64>,
    /// Value of 100 % in the field's unit, from the field's [`Scale`].
    pub whole: Option<f64>,
}

impl Typed {
    /// Takes what was typed into the field that was left in this pass; None where none was.
    pub fn take(ui: &Ui) -> Option<Self> {
        ui.data_mut(|data| data.remove_temp(Self::id()))
    }

    fn id() -> egui::Id {
        egui::Id::unique("typed into a number field")
    }

    /// Evaluates the text for another value `current`; `of` is the index of that value and the
    /// number of values.
    pub fn value(&self, current: f64, of: (usize, usize)) -> Result<f64, String> {
        let scale = Scale {
            frame_rate: self.frame_rate,
            whole: self.whole,
            of: Some(of),
            ..Scale::default()
        };
        let value = evaluate(&self.text, &self.unit, current, scale)?;
        within(value, self.range, &self.unit, 3).map(|()| value)
    }
}

/// A drag of a value since its press.
#[derive(Clone, Copy)]
struct NumberDrag {
    from: f64,
    /// Distance dragged since the press, in steps of the field's speed.
    by: f64,
    press: Pos2,
}

/// A number with its unit. The wheel never changes it.
pub struct NumberField<'a> {
    /// Name of the field for screen readers.
    pub name: &'a str,
    /// Value of the field, in `unit`.
    pub value: f64,
    /// Shown behind the number, and understood when it is typed; may be empty.
    pub unit: &'a str,
    /// Digits after the point.
    pub decimals: usize,
    /// Change of the value for each point that the pointer is dragged.
    pub speed: f64,
    /// A drag stops at its ends; what is typed beyond them is refused.
    pub range: std::ops::RangeInclusive<f64>,
    /// Minimum width of the field, points.
    pub width: f32,
}

/// Why the text of a field is refused.
#[derive(Clone)]
struct NumberRefusal {
    reason: String,
    /// When the message goes away, in egui's time, seconds; None while the field is edited.
    until: Option<f64>,
}

impl NumberField<'_> {
    /// Shows the field; None where nothing happened to it.
    pub fn show(self, ui: &mut Ui) -> Option<FieldEdit<f64>> {
        self.show_scaled(ui, Scale::default())
    }

    /// Shows a field for what is no document's, and returns its value from now on. Esc in a drag
    /// gives back the value that it had at the press.
    pub fn kept(self, ui: &mut Ui) -> f64 {
        let (id, value) = (ui.scope_id().with(("kept", self.name)), self.value);
        let edit = self.show(ui);
        let at_press = ui.data(|data| data.get_temp::<f64>(id));
        let is_held = ui.input(|input| input.pointer.any_down());
        if is_held && at_press.is_none() {
            ui.data_mut(|data| data.insert_temp(id, value));
        } else if !is_held {
            ui.data_mut(|data| data.remove::<f64>(id));
        }
        match edit {
            Some(FieldEdit::Change(value) | FieldEdit::Set(value)) => value,
            Some(FieldEdit::Cancel) => at_press.unwrap_or(value),
            Some(FieldEdit::Done) | None => value,
        }
    }

    /// Shows a field for a time or a share, which understands units beside its own.
    pub fn show_scaled(self, ui: &mut Ui, scale: Scale<'_>) -> Option<FieldEdit<f64>> {
        self.show_in(ui, scale, false)
    }

    /// Shows the field, with a dash if `is_mixed`, that is, if it shows several values; a typed
    /// value then counts even if it equals the value of the field.
    pub fn show_in(self, ui: &mut Ui, scale: Scale<'_>, is_mixed: bool) -> Option<FieldEdit<f64>> {
        let typed = Cell::new(None);
        let asked = Cell::new(None);
        let read = RefCell::new(None);
        let value = self.value;
        let last = RefCell::new(String::new());
        let unit = egui::RichText::new(format!(" {}", self.unit))
            .font(theme::small())
            .color(theme::TEXT_3);
        let parse = |text: &str| {
            let result = self.read(text, scale);
            text.clone_into(&mut last.borrow_mut());
            *read.borrow_mut() = Some(result.as_ref().err().cloned());
            typed.set(result.as_ref().ok().copied());
            result.ok()
        };
        // The value stays until the field is left: the text is of the old one.
        let field = egui::DragValue::from_get_set(|new| {
            if new.is_some() {
                asked.set(new);
            }
            value
        })
        .speed(self.speed)
        .range(self.range.clone())
        .clamp_existing_to_range(false)
        .fixed_decimals(self.decimals)
        .custom_formatter(|value, _| {
            if is_mixed {
                "—".to_owned()
            } else {
                number_text(value, self.decimals)
            }
        })
        .custom_parser(parse)
        .update_while_editing(true);
        // The value stands at the left, its unit at the right.
        let field = match self.unit {
            "" => field.suffix(Atom::grow()),
            _ => field.suffix((Atom::grow(), unit)),
        };
        let response = ui
            .scope(|ui| {
                ui.visuals_mut().widgets.inactive.weak_bg_fill = theme::BASE;
                ui.visuals_mut().widgets.inactive.bg_fill = theme::BASE;
                ui.visuals_mut().widgets.hovered.weak_bg_fill = theme::BASE;
                ui.style_mut()
                    .text_styles
                    .insert(egui::TextStyle::Button, theme::text());
                ui.add(field.min_size(vec2(self.width, theme::FIELD)))
                    .accessible_name(self.name)
            })
            .inner;
        let escaped = is_escaped(ui, &response);
        if !last.borrow().is_empty() {
            ui.data_mut(|data| data.insert_temp(response.id.with("text"), last.take()));
        }
        let text = ui
            .data(|data| data.get_temp::<String>(response.id.with("text")))
            .unwrap_or_default();
        // A function of several values gives others than the first something else.
        let counts = is_mixed || text.contains(['L', 'R', 'l', 'r']);
        let is_refused = read.borrow().as_ref().is_some_and(Option::is_some);
        let typed = last_typed(ui, &response, typed.get(), is_refused).filter(|_| counts);
        refusal_ui(
            ui,
            &response,
            read.into_inner().filter(|_| !escaped),
            escaped,
        );
        asked.set(
            self.pulled(ui, &response)
                .or(asked.get().filter(|_| !response.dragged())),
        );
        let asked = asked
            .get()
            .filter(|asked| *asked != value)
            .or(typed.filter(|_| response.lost_focus()));
        if response.drag_stopped() {
            return Some(if escaped {
                FieldEdit::Cancel
            } else {
                asked.map_or(FieldEdit::Done, FieldEdit::Change)
            });
        }
        if response.lost_focus() {
            let set = asked.filter(|_| !escaped);
            if set.is_some() {
                self.keep_typed(ui, &response, scale);
            }
            return set.map(FieldEdit::Set);
        }
        if response.has_focus() {
            return None;
        }
        asked.map(FieldEdit::Change)
    }

    /// Value during a drag, from the motion of the mouse rather than of the pointer, which stops at
    /// the edge of the screen. The pointer is hidden and held, and returns to where it was pressed.
    /// None without a drag.
    fn pulled(&self, ui: &Ui, response: &Response) -> Option<f64> {
        let id = response.id.with("pull");
        let send = |command| ui.ctx().send_viewport_cmd(command);
        let (press, at) =
            ui.input(|input| (input.pointer.press_origin(), input.pointer.interact_pos()));
        if let (true, Some(press), Some(at)) = (response.drag_started(), press, at) {
            // A drag is known as one some points after its press.
            let by = f64::from(at.x - press.x - response.drag_delta().x);
            ui.data_mut(|data| {
                data.insert_temp(
                    id,
                    NumberDrag {
                        from: self.value,
                        by,
                        press,
                    },
                )
            });
            send(ViewportCommand::CursorGrab(GRAB));
        }
        let mut pull = ui.data(|data| data.get_temp::<NumberDrag>(id))?;
        if !response.dragged() {
            ui.data_mut(|data| data.remove::<NumberDrag>(id));
            send(ViewportCommand::CursorGrab(CursorGrab::None));
            send(ViewportCommand::CursorPosition(pull.press));
            return None;
        }
        ui.set_cursor_icon(CursorIcon::None);
        let (motion, modifiers) = ui.input(|input| (input.pointer.motion(), input.modifiers));
        let moved = motion.map_or(response.drag_delta().x, |motion| {
            motion.x / ui.pixels_per_point()
        });
        pull.by += f64::from(moved) * if modifiers.shift { 0.1 } else { 1.0 };
        ui.data_mut(|data| data.insert_temp(id, pull));
        let value = pull.from + pull.by * self.speed;
        let whole = if modifiers.command {
            10.0 * self.speed
        } else {
            10f64.powi(-(self.decimals as i32))
        };
        let rounded = if pull.by == 0.0 || self.speed == 0.0 {
            pull.from
        } else {
            (value / whole).round() * whole
        };
        Some(
            egui::emath::round_to_decimals(rounded, self.decimals.max(3))
                .clamp(*self.range.start(), *self.range.end()),
        )
    }

    fn keep_typed(&self, ui: &Ui, response: &Response, scale: Scale<'_>) {
        let text = ui
            .data_mut(|data| data.remove_temp::<String>(response.id.with("text")))
            .unwrap_or_default();
        let Scale {
            frame_rate, whole, ..
        } = scale;
        let unit = scale.unit.unwrap_or(self.unit).to_owned();
        let typed = Typed {
            text,
            unit,
            range: self.bounds(),
            frame_rate,
            whole,
        };
        ui.data_mut(|data| data.insert_temp(Typed::id(), typed));
    }

    fn bounds(&self) -> [f64; 2] {
        [*self.range.start(), *self.range.end()]
    }

    fn read(&self, text: &str, scale: Scale<'_>) -> Result<f64, String> {
        let value = evaluate(text, scale.unit.unwrap_or(self.unit), self.value, scale)?;
        within(value, self.bounds(), self.unit, self.decimals).map(|()| value)
    }
}

/// The reason where it is not.
fn within(value: f64, [least, most]: [f64; 2], unit: &str, decimals: usize) -> Result<(), String> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    let text = |value| number_text(value, decimals);
    let (least, most) = (text(least), text(most));
    Err(tr!("{} is outside {least} to {most} {unit}", text(value))
        .trim_end()
        .to_owned())
}

/// Value typed since the field got the focus; None while a refusal is shown.
fn last_typed(ui: &Ui, response: &Response, new: Option<f64>, is_refused: bool) -> Option<f64> {
    let id = response.id.with("typed");
    let typed = new
        .or_else(|| ui.data(|data| data.get_temp(id)))
        .filter(|_| !is_refused);
    let is_kept = response.has_focus();
    ui.data_mut(|data| match typed.filter(|_| is_kept) {
        Some(typed) => {
            data.insert_temp(id, typed);
        }
        None => data.remove::<f64>(id),
    });
    typed
}

/// Whether Esc was pressed in this pass or the one before. A field reports its lost focus in two
/// passes.
fn is_escaped(ui: &Ui, response: &Response) -> bool {
    let id = response.id.with("escaped");
    let pass = ui.ctx().cumulative_pass_nr();
    if ui.input(|input| input.key_pressed(Key::Escape)) {
        ui.data_mut(|data| data.insert_temp(id, pass));
    }
    ui.data(|data| data.get_temp::<u64>(id))
        .is_some_and(|escaped| pass - escaped <= 1)
}

/// `read` is what came of a text in this pass: a reason, or none.
fn refusal_ui(ui: &Ui, response: &Response, read: Option<Option<String>>, escaped: bool) {
    let id = response.id.with("refusal");
    let now = ui.input(|input| input.time);
    let known = ui.data(|data| data.get_temp::<NumberRefusal>(id));
    let refusal = match read {
        Some(reason) => reason.map(|reason| NumberRefusal {
            reason,
            until: None,
        }),
        None => known,
    };
    let refusal = refusal
        .filter(|_| !escaped && !response.dragged())
        .map(|refusal| NumberRefusal {
            until: if response.has_focus() {
                None
            } else {
                refusal.until.or(Some(now + REFUSAL_TIME))
            },
            ..refusal
        });
    let refusal = refusal.filter(|refusal| refusal.until.is_none_or(|until| now < until));
    let Some(refusal) = refusal else {
        ui.data_mut(|data| data.remove::<NumberRefusal>(id));
        return;
    };
    ui.painter().rect_stroke(
        response.rect,
        3.0,
        Stroke::new(1.0, theme::ERROR),
        StrokeKind::Inside,
    );
    response.show_tooltip_text(egui::RichText::new(&refusal.reason).color(theme::ERROR));
    if let Some(until) = refusal.until {
        ui.ctx().request_repaint_after_secs((until - now) as f32);
    }
    ui.data_mut(|data| data.insert_temp(id, refusal));
}

/// Formats a number with the typographic minus, and without a minus if it rounds to 0.
pub fn number_text(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}
