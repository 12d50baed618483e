//! The quick slots: which notify a digit adds.

use crate::{
    action::{EditAction, EditorAction, TimelineAction},
    panels::details::field_text,
    parts, theme,
    timeline::state::TimelineState,
};
use asset::{Project, QuickSlot, notify_class::Icon};
use document::{Command, ProjectCommand};
use egui::{
    Align2, Color32, Rect, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2,
    vec2,
};
use words::tr;

const ROW: f32 = 32.0;

/// The Quick slots panel: a notify under each digit.
pub fn quick_slots_ui(
    ui: &mut Ui,
    project: &Project,
    timeline: &TimelineState,
    actions: &mut Vec<EditorAction>,
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            for digit in QuickSlot::DIGITS {
                let slot = project.quick_slots.iter().find(|slot| slot.digit == digit);
                let is_held = timeline.held.contains_key(&digit);
                row_ui(ui, project, (digit, slot), is_held, actions);
            }
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                ui.add_space(12.0);
                let text = tr!(
                    "Press a digit to add at the playhead. Hold it during playback to add a state."
                );
                ui.add(
                    egui::Label::new(
                        egui::RichText::new(text)
                            .font(theme::small())
                            .color(theme::TEXT_3),
                    )
                    .wrap(),
                );
            });
        });
}

fn row_ui(
    ui: &mut Ui,
    project: &Project,
    (digit, slot): (u8, Option<&QuickSlot>),
    is_held: bool,
    actions: &mut Vec<EditorAction>,
) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let name = slot.map_or(tr!("empty"), |slot| slot.notify.name.as_str());
    response.widget_info(|| {
        WidgetInfo::labeled(
            Role::Button,
            slot.is_some(),
            tr!("Quick slot {digit} {name}"),
        )
    });
    let painter = ui.painter();
    if is_held {
        painter.rect_filled(rect, 0.0, theme::ACCENT_FILL);
    } else if response.hovered() && slot.is_some() {
        painter.rect_filled(rect, 0.0, theme::HAIR);
    }
    let cell = Rect::from_center_size(rect.left_center() + vec2(20.0, 0.0), vec2(18.0, 18.0));
    let border = if is_held {
        theme::ACCENT
    } else {
        theme::HAIR_STRONG
    };
    painter.rect_stroke(cell, 3.0, Stroke::new(1.0, border), StrokeKind::Inside);
    painter.text(
        cell.center(),
        Align2::CENTER_CENTER,
        digit.to_string(),
        theme::small(),
        theme::TEXT,
    );
    let Some(slot) = slot else {
        let outline = Rect::from_min_max(rect.min + vec2(38.0, 5.0), rect.max - vec2(12.0, 5.0));
        let corners = [
            outline.left_top(),
            outline.right_top(),
            outline.right_bottom(),
            outline.left_bottom(),
            outline.left_top(),
        ];
        painter.extend(Shape::dashed_line(
            &corners,
            Stroke::new(1.0, theme::HAIR),
            3.0,
            3.0,
        ));
        parts::text_in(
            ui,
            outline,
            Align2::CENTER_CENTER,
            tr!("Empty"),
            theme::small(),
            theme::TEXT_3,
        );
        response.on_hover_text(tr!(
            "To fill it, choose Keep in quick slot in a notify's menu"
        ));
        return;
    };
    slot_ui(ui, project, slot, rect);
    if response.clicked() {
        actions.push(TimelineAction::Quick(digit).into());
        actions.push(TimelineAction::EndQuick(digit).into());
    }
    parts::context_menu(&response, |ui| {
        if ui.button(tr!("Add at playhead")).clicked() {
            actions.push(TimelineAction::Quick(digit).into());
            actions.push(TimelineAction::EndQuick(digit).into());
        }
        if ui.button(tr!("Empty this slot")).clicked() {
            let command = Command::Project(ProjectCommand::ClearQuickSlot(digit));
            actions.push(EditAction::Perform(command, None).into());
        }
    });
    response.on_hover_text(parts::tip(
        &slot.notify.name,
        &[tr!("On the track {}", slot.track), payload(project, slot)],
    ));
}

fn slot_ui(ui: &Ui, project: &Project, slot: &QuickSlot, rect: Rect) {
    let class = slot
        .notify
        .class
        .and_then(|class| project.notify_classes.get(&class));
    let color = theme::category(class.map_or(slot.color, |class| class.color));
    mark_ui(ui, slot, rect.left_center() + vec2(46.0, 0.0), color);
    let icon = class.map_or(Icon::Dot, |class| class.icon);
    let class_name = class.map_or("", |class| class.name.as_str());
    let words = Rect::from_min_max(rect.min + vec2(62.0, 0.0), rect.max - vec2(12.0, 0.0));
    let right = ui
        .painter()
        .layout_no_wrap(class_name.to_owned(), theme::small(), theme::TEXT_3)
        .size()
        .x;
    let upper = Rect::from_min_max(
        words.min,
        pos2(words.right() - right - 8.0, words.center().y + 1.0),
    );
    let lower = Rect::from_min_max(pos2(words.left(), words.center().y), words.max);
    parts::text_in(
        ui,
        upper,
        Align2::LEFT_BOTTOM,
        &slot.notify.name,
        theme::medium(),
        theme::TEXT,
    );
    parts::text_in(
        ui,
        lower,
        Align2::LEFT_TOP,
        payload(project, slot),
        theme::small(),
        theme::TEXT_3,
    );
    let corner = words.right_top() + vec2(0.0, 3.0);
    let class_name = match class {
        Some(_) => format!("{} {class_name}", crate::kinds::notify_icon(icon)),
        None => String::new(),
    };
    ui.painter().text(
        corner,
        Align2::RIGHT_TOP,
        class_name,
        theme::small(),
        theme::TEXT_3,
    );
}

/// A diamond, a shield or a bar, as on a track.
fn mark_ui(ui: &Ui, slot: &QuickSlot, center: egui::Pos2, color: Color32) {
    let painter = ui.painter();
    let at = |x: f32, y: f32| center + vec2(x, y);
    if slot.notify.duration.is_some() {
        let bar = Rect::from_center_size(center, vec2(14.0, 10.0));
        let fill = theme::over(theme::BASE, color, 0.4);
        painter.rect(bar, 2.0, fill, Stroke::new(1.5, color), StrokeKind::Inside);
    } else if slot.notify.branching {
        let shield = vec![
            at(-5.5, -6.0),
            at(5.5, -6.0),
            at(5.5, 1.0),
            at(0.0, 7.0),
            at(-5.5, 1.0),
        ];
        painter.add(Shape::convex_polygon(shield, color, Stroke::NONE));
    } else {
        let diamond = vec![at(0.0, -6.0), at(6.0, 0.0), at(0.0, 6.0), at(-6.0, 0.0)];
        painter.add(Shape::convex_polygon(diamond, color, Stroke::NONE));
    }
}

/// Field values of the slot's notify in one line; its track if it has no fields.
fn payload(project: &Project, slot: &QuickSlot) -> String {
    let class = slot
        .notify
        .class
        .and_then(|class| project.notify_classes.get(&class));
    let said = |field: &asset::notify_class::Field| {
        let value = slot.notify.fields.get(&field.id)?;
        Some(
            format!("{} {} {}", field.name, field_text(value), field.unit)
                .trim_end()
                .to_owned(),
        )
    };
    let fields = class.map_or(Vec::new(), |class| {
        class.fields.iter().filter_map(said).collect()
    });
    if fields.is_empty() {
        slot.track.clone()
    } else {
        fields.join(" · ")
    }
}
