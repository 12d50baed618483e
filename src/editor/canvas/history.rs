//! Below a page of states: which state its machine was in over the last seconds.

use super::host::Host;
use crate::{
    graph_inspection::{Looking, StateBlock},
    parts, theme,
};
use asset::{Id, graph::Machine};
use egui::{
    Align2, Mesh, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};
use words::tr;

const HEIGHT: f32 = 40.0;
/// Width of the label before the blocks, points.
const LABEL: f32 = 64.0;
const SECONDS: f64 = 4.0;

/// Splits `rect` into the area of the page and the strip below it.
pub fn split(rect: Rect) -> (Rect, Rect) {
    let top = (rect.bottom() - HEIGHT).max(rect.top());
    (rect.with_max_y(top), rect.with_min_y(top))
}

/// Shows which states the machine was in during the last seconds.
pub fn strip_ui(
    ui: &Ui,
    rect: Rect,
    host: &Host<'_>,
    (at, machine): (Id, &Machine),
    looking: &Looking,
) {
    ui.painter().rect_filled(rect, 0.0, theme::BASE);
    ui.painter()
        .hline(rect.x_range(), rect.top(), Stroke::new(1.0, theme::HAIR));
    let inner = rect.shrink2(vec2(12.0, 8.0));
    let label = tr!("Last {SECONDS:.0} s");
    ui.painter().text(
        inner.left_center(),
        Align2::LEFT_CENTER,
        label,
        theme::small(),
        theme::TEXT_2,
    );
    let track = inner.with_min_x(inner.left() + LABEL);
    ui.painter().rect(
        track,
        3.0,
        theme::PANEL,
        Stroke::new(1.0, theme::HAIR),
        StrokeKind::Inside,
    );
    let plays = host
        .frame
        .is_some_and(|frame| frame.graph.name() == anim::Name::new(&host.graph.name));
    let blocks = if plays {
        looking.history.blocks(at.0, SECONDS)
    } else {
        Vec::new()
    };
    let (Some(now), false) = (looking.history.now(), blocks.is_empty()) else {
        let room = track.shrink2(vec2(8.0, 0.0));
        parts::text_in(
            ui,
            room,
            Align2::LEFT_CENTER,
            tr!("It had no weight"),
            theme::small(),
            theme::TEXT_3,
        );
        return;
    };
    let x = |time: f64| track.right() - ((now - time) / SECONDS) as f32 * track.width();
    let last = blocks.len() - 1;
    for (nth, block) in blocks.iter().enumerate() {
        let place = machine
            .states
            .iter()
            .position(|state| anim::Name::new(&state.name) == block.state);
        let name = place.map_or("", |place| machine.states[place].name.as_str());
        let color = if nth == last && block.to == now {
            theme::OK
        } else {
            theme::category(place.unwrap_or(0) as u8)
        };
        let rect = Rect::from_min_max(
            pos2(x(block.from), track.top()),
            pos2(x(block.to), track.bottom()),
        );
        let rect = rect.shrink(1.0);
        if rect.width() < 1.0 {
            continue;
        }
        ui.painter()
            .rect_filled(rect, 2.0, theme::over(theme::BASE, color, 0.28));
        weight_ui(ui, block, rect, &x, theme::over(theme::BASE, color, 0.5));
        let words = rect.shrink2(vec2(6.0, 0.0));
        if words.width() > 16.0 {
            parts::text_in(
                ui,
                words,
                Align2::LEFT_CENTER,
                name,
                theme::small(),
                theme::TEXT,
            );
        }
        let response = ui.interact(rect, ui.scope_id().with(("block", nth)), Sense::hover());
        let told = tr!(
            "{name} {:.2} s, until {:.2} s ago",
            block.to - block.from,
            now - block.to
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, tr!("Was in {told}")));
        response.on_hover_text(told);
    }
}

/// Weight of a state over time, as a filled curve in its block.
fn weight_ui(
    ui: &Ui,
    block: &StateBlock,
    rect: Rect,
    x: &dyn Fn(f64) -> f32,
    color: egui::Color32,
) {
    let mut mesh = Mesh::default();
    let end = block.weights.last().map(|(_, weight)| (block.to, *weight));
    for (nth, (time, weight)) in block.weights.iter().copied().chain(end).enumerate() {
        let at = x(time).clamp(rect.left(), rect.right());
        mesh.colored_vertex(
            pos2(at, rect.bottom() - rect.height() * weight.clamp(0.0, 1.0)),
            color,
        );
        mesh.colored_vertex(pos2(at, rect.bottom()), color);
        if nth > 0 {
            let first = 2 * nth as u32 - 2;
            mesh.add_triangle(first, first + 1, first + 2);
            mesh.add_triangle(first + 1, first + 2, first + 3);
        }
    }
    parts::mesh(ui.painter(), mesh);
}
