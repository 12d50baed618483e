//! What a drag does, in words beside the pointer.

use super::{
    DragKind, Scene,
    host::Host,
    item::{self, Item},
};
use crate::{session::Session, theme};
use egui::{Pos2, Rect, Stroke, StrokeKind, Ui, pos2, vec2};

fn chip_text(scene: &Scene<'_>, origin: &Host<'_>, kind: &DragKind, time: f64) -> Option<String> {
    let (DragKind::Move(id) | DragKind::TrimStart(id) | DragKind::TrimEnd(id) | DragKind::Tangent { key: id, .. }) =
        *kind
    else {
        return None;
    };
    let now = item::find(&scene.host, id);
    if let (DragKind::Tangent { out, .. }, Some(Item::CurveKey(_, key))) = (kind, now) {
        let slope = if *out { key.out_tangent } else { key.in_tangent };
        return Some(format!("slope {slope:.2} per second").replace('-', "−"));
    }
    let (start, end) = item::span(origin, id)?;
    let old = if matches!(kind, DragKind::TrimEnd(_)) { end } else { start };
    let frame = time * origin.frame_rate();
    let text = format!("{old:.3} → {time:.3} s · f {frame:.1}");
    match (item::find(origin, id), now) {
        (Some(Item::CurveKey(_, before)), Some(Item::CurveKey(_, key))) => {
            Some(format!("{text} · {:.3} → {:.3}", before.value, key.value).replace('-', "−"))
        }
        _ => Some(text),
    }
}

/// Old → new beside the pointer, and the reason when it is refused.
pub(super) fn chip_ui(
    ui: &Ui,
    scene: &Scene<'_>,
    session: &Session,
    origin: &Host<'_>,
    kind: &DragKind,
    time: f64,
    pointer: Pos2,
) {
    let Some(text) = chip_text(scene, origin, kind, time) else { return };
    let text = session.timeline.refused.clone().unwrap_or(text);
    let color = if session.timeline.refused.is_some() { theme::ERROR } else { theme::TEXT };
    text_ui(ui, text, color, pointer);
    let painter = tip_painter(ui);
    let Some(target) = &session.timeline.snapped else { return };
    let x = scene.x(target.time);
    let top = session.timeline.places.ruler_top;
    painter.vline(x, top..=ui.max_rect().bottom(), Stroke::new(1.0, theme::ACCENT));
    let label = painter.layout_no_wrap(format!("= {}", target.name), theme::small(), theme::ACCENT);
    let back = Rect::from_min_size(pos2(x + 3.0, top - 15.0), label.size() + vec2(8.0, 2.0));
    painter.rect_filled(back, 2.0, theme::RAISE);
    painter.galley(back.min + vec2(4.0, 1.0), label, theme::ACCENT);
}

fn tip_painter(ui: &Ui) -> egui::Painter {
    ui.ctx().layer_painter(egui::LayerId::new(egui::Order::Tooltip, egui::Id::unique("drag chip")))
}

/// One line beside the pointer.
pub(super) fn text_ui(ui: &Ui, text: String, color: egui::Color32, pointer: Pos2) {
    let painter = tip_painter(ui);
    let galley = painter.layout_no_wrap(text, theme::small(), color);
    let limit = ui.ctx().content_rect().right() - galley.size().x - 16.0;
    let at = pos2((pointer.x + 14.0).min(limit), pointer.y + 16.0);
    let rect = Rect::from_min_size(at, galley.size() + vec2(12.0, 6.0));
    painter.rect(rect, 3.0, theme::RAISE, Stroke::new(1.0, theme::HAIR_STRONG), StrokeKind::Inside);
    painter.galley(rect.min + vec2(6.0, 3.0), galley, color);
}
