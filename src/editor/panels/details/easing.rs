//! The picture of a blend beside the rows that make it: its end is dragged for the time, its middle
//! for the easing.

use super::fields::TimelineFieldRows;
use crate::{parts::FieldEdit, theme};
use anim::montage::Easing;
use asset::{graph::easing_word, montage::Blend};
use document::Command;
use egui::{
    CursorIcon, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    accesskit::Role, pos2, vec2,
};
use words::tr;

/// Points of the picture beside its rows.
pub const SIZE: Vec2 = vec2(104.0, 68.0);
/// The side of a handle, in points.
const HANDLE: f32 = 6.0;
/// Points from one easing of the list to the next.
const STEP: f32 = 14.0;
/// Change for each point of a drag, seconds.
const SPEED: f32 = 0.005;

/// Picture of a blend and its easing, with the edit that a drag makes.
pub struct Picture<'a, F> {
    /// The name of the blend, as its rows have it.
    pub name: &'a str,
    /// The blend as it is now.
    pub blend: &'a Blend,
    /// A blend-out goes down.
    pub falling: bool,
    /// Makes the edit that sets another blend.
    pub command: F,
}

impl<F: Fn(Blend) -> Command> Picture<'_, F> {
    /// Paints the picture into `rect`; drags change the time and the easing.
    pub fn ui(&self, ui: &Ui, fields: &mut TimelineFieldRows<'_, '_>, rect: Rect) {
        let inner = rect.shrink(8.0);
        let end = point(
            inner,
            self.blend.shape(),
            self.falling,
            if self.falling { 0.0 } else { 1.0 },
        );
        let id = ui.scope_id().with(("easing picture", self.name));
        let middle = ui.interact(rect, id, Sense::click_and_drag());
        let names = [
            tr!("{} easing picture", self.name),
            tr!("{} end", self.name),
        ];
        middle.widget_info(|| WidgetInfo::labeled(Role::Slider, true, &names[0]));
        let hit = Rect::from_center_size(end, Vec2::splat(HANDLE * 2.5));
        let handle = ui.interact(hit, id.with("end"), Sense::drag());
        handle.widget_info(|| WidgetInfo::labeled(Role::Slider, true, &names[1]));
        self.paint(ui, rect, inner, [&middle, &handle]);
        let time = self.time_edit(ui, &handle);
        fields.rows.apply(time, |time| {
            (self.command)(Blend {
                time,
                ..self.blend.clone()
            })
        });
        let easing = self.easing_edit(ui, &middle);
        fields.rows.apply(easing, |easing| {
            (self.command)(Blend {
                easing,
                curve: None,
                ..self.blend.clone()
            })
        });
        let known = if self.blend.curve.is_some() {
            tr!("Custom")
        } else {
            easing_word(self.blend.easing)
        };
        let tip = tr!(
            "{known} over {:.3} s. Drag the middle to change the easing, the square to change the time.",
            self.blend.time
        );
        middle
            .on_hover_cursor(CursorIcon::ResizeVertical)
            .on_hover_text(tip);
        let tip = tr!("{:.3} s. Drag to change the time.", self.blend.time);
        handle
            .on_hover_cursor(CursorIcon::ResizeHorizontal)
            .on_hover_text(tip);
    }

    /// A blend-out grows to the left, where it begins.
    fn time_edit(&self, ui: &Ui, handle: &Response) -> Option<FieldEdit<f32>> {
        let way = if self.falling { -1.0 } else { 1.0 };
        let make = |from: f32, by: Vec2| {
            let time = (from + way * by.x * SPEED).clamp(0.0, anim::limits::LONGEST_BLEND);
            (time * 1000.0).round() / 1000.0
        };
        dragged(ui, handle, self.blend.time, make)
    }

    fn easing_edit(&self, ui: &Ui, middle: &Response) -> Option<FieldEdit<Easing>> {
        let at = Easing::ALL
            .iter()
            .position(|easing| *easing == self.blend.easing)
            .unwrap_or(0);
        let make = |from: f32, by: Vec2| {
            let last = Easing::ALL.len() as f32 - 1.0;
            (from + ((by.x - by.y) / STEP).trunc()).clamp(0.0, last)
        };
        dragged(ui, middle, at as f32, make).map(|edit| edit.map(|at| Easing::ALL[at as usize]))
    }

    fn paint(&self, ui: &Ui, rect: Rect, inner: Rect, [middle, handle]: [&Response; 2]) {
        let painter = ui.painter();
        let is_over = middle.hovered() || middle.dragged() || handle.hovered() || handle.dragged();
        let border = if is_over {
            theme::HAIR_STRONG
        } else {
            theme::HAIR
        };
        painter.rect(
            rect,
            3.0,
            theme::BASE,
            Stroke::new(1.0, border),
            StrokeKind::Inside,
        );
        for part in [0.25, 0.5, 0.75] {
            let stroke = Stroke::new(1.0, theme::RAISE);
            painter.vline(inner.left() + inner.width() * part, inner.y_range(), stroke);
            painter.hline(inner.x_range(), inner.top() + inner.height() * part, stroke);
        }
        let shape = self.blend.shape();
        let line: Vec<Pos2> = (0..=32)
            .map(|at| point(inner, shape, self.falling, at as f32 / 32.0))
            .collect();
        let width = if middle.hovered() || middle.dragged() {
            2.0
        } else {
            1.5
        };
        painter.line(line, Stroke::new(width, theme::ACCENT));
        for (part, is_held) in [(0.0, self.falling), (1.0, !self.falling)] {
            let at = point(inner, shape, self.falling, part);
            let is_lit = is_held && (handle.hovered() || handle.dragged());
            let fill = if is_lit { theme::ACCENT } else { theme::BASE };
            let square = Rect::from_center_size(at, Vec2::splat(HANDLE));
            painter.rect(
                square,
                0.0,
                fill,
                Stroke::new(1.0, theme::ACCENT),
                StrokeKind::Inside,
            );
        }
    }
}

/// Point of the curve at `part` of the blend.
fn point(inner: Rect, shape: Easing, falling: bool, part: f32) -> Pos2 {
    let value = shape.apply(part);
    let value = if falling { 1.0 - value } else { value };
    pos2(
        inner.left() + inner.width() * part,
        inner.bottom() - inner.height() * value,
    )
}

/// Edit of a drag, made from the value at the press and the distance of the pointer since; None if
/// nothing changed.
fn dragged(
    ui: &Ui,
    response: &Response,
    value: f32,
    make: impl Fn(f32, Vec2) -> f32,
) -> Option<FieldEdit<f32>> {
    let id = response.id.with("at press");
    let (press, at) =
        ui.input(|input| (input.pointer.press_origin(), input.pointer.interact_pos()));
    if response.drag_started() {
        ui.data_mut(|data| data.insert_temp(id, value));
    }
    if ui.input(|input| input.key_pressed(egui::Key::Escape))
        && ui.data(|data| data.get_temp::<f32>(id)).is_some()
    {
        ui.data_mut(|data| data.remove::<f32>(id));
        return Some(FieldEdit::Cancel);
    }
    if response.drag_stopped() {
        let was_known = ui.data_mut(|data| data.remove_temp::<f32>(id)).is_some();
        return was_known.then_some(FieldEdit::Done);
    }
    let from = ui
        .data(|data| data.get_temp::<f32>(id))
        .filter(|_| response.dragged())?;
    let made = make(from, at? - press?);
    (made != value).then_some(FieldEdit::Change(made))
}
