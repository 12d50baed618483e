//! The ruler above the lanes: seconds and ticks; the playhead is dragged along it, and with Shift a
//! span is marked.

use super::{draw::LaneScene, view::LanesView};
use crate::{
    action::{EditorAction, SessionAction},
    theme,
};
use egui::{Align2, Rect, Sense, Stroke, Ui, WidgetInfo, accesskit::Role, pos2};
use words::tr;

/// Points between two labels at least.
const APART: f32 = 96.0;
/// Steps of labels, seconds.
const STEPS: [f64; 14] = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0,
];

/// Shows the ruler.
pub fn ruler_ui(
    ui: &mut Ui,
    (rect, plot_left): (Rect, f32),
    scene: LaneScene<'_, '_>,
    view: &mut LanesView,
    actions: &mut Vec<EditorAction>,
) {
    let (state, series, axis) = scene;
    let painter = ui.painter().clone();
    painter.rect_filled(rect, 0.0, theme::PANEL);
    let head = rect.with_max_x(plot_left);
    let (time, tick) = (state.rewound.time(), state.rewound.tick());
    painter.text(
        head.left_center() + egui::vec2(12.0, 0.0),
        Align2::LEFT_CENTER,
        format!("{time:.3} s"),
        theme::strong(),
        theme::TEXT,
    );
    painter.text(
        head.right_center() - egui::vec2(8.0, 0.0),
        Align2::RIGHT_CENTER,
        tr!("tick {tick}"),
        theme::small(),
        theme::TEXT_2,
    );
    let plot = rect.with_min_x(plot_left);
    let painter = painter.with_clip_rect(plot);
    let per_second = f64::from(axis.right - axis.left) / axis.seconds;
    let is_wide = |step: &&f64| **step * per_second >= f64::from(APART);
    let step = STEPS.iter().find(is_wide).copied().unwrap_or(600.0);
    // Never “-0”.
    let mut at = (axis.from / step).ceil() * step + 0.0;
    while at <= axis.from + axis.seconds {
        let x = axis.x(at);
        painter.vline(
            x,
            plot.bottom() - 6.0..=plot.bottom(),
            Stroke::new(1.0, theme::HAIR_STRONG),
        );
        let text = format!("{at:.2} s");
        painter.text(
            pos2(x + 4.0, plot.center().y),
            Align2::LEFT_CENTER,
            text,
            theme::small(),
            theme::TEXT_2,
        );
        at += step;
    }
    if let Some((from, to)) = view.span {
        let span = Rect::from_x_y_ranges(
            axis.x(from)..=axis.x(to),
            plot.bottom() - 4.0..=plot.bottom(),
        );
        painter.rect_filled(span, 0.0, theme::ACCENT);
    }
    for mark in &state.rewound.session.marks {
        let x = axis.x(series.time(mark.tick));
        painter.vline(x, plot.y_range(), Stroke::new(1.0, theme::ACCENT));
        painter.text(
            pos2(x + 3.0, plot.top() + 1.0),
            Align2::LEFT_TOP,
            &mark.text,
            theme::small(),
            theme::ACCENT,
        );
    }
    let response = ui.interact(
        plot,
        ui.scope_id().with("session ruler"),
        Sense::click_and_drag(),
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, tr!("Time of the session")));
    let Some(at) = response.interact_pointer_pos() else {
        response.on_hover_text(tr!(
            "Drag to rewind. Shift+drag marks a span. Scroll with Ctrl to zoom, with Shift to move."
        ));
        return;
    };
    let time = axis.time(at.x);
    if ui.input(|input| input.modifiers.shift) {
        let from = ui
            .input(|input| input.pointer.press_origin())
            .map_or(time, |origin| axis.time(origin.x));
        view.span = Some((from.min(time), from.max(time))).filter(|(from, to)| to - from > 0.02);
    } else {
        actions.push(SessionAction::Seek(series.tick_at(time)).into());
    }
}
