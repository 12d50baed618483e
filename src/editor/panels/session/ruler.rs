//! The ruler above the lanes: seconds and ticks; the playhead is dragged along it, and with Shift a
//! span is marked.

use super::{
    draw::LaneScene,
    view::{LanesView, TimeAxis},
};
use crate::{
    action::{EditorAction, SessionAction},
    theme,
};
use egui::{Align2, Painter, Rect, Sense, Stroke, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
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
    ui.painter().rect_filled(rect, 0.0, theme::PANEL);
    head(ui.painter(), rect.with_max_x(plot_left), scene);
    let plot = rect.with_min_x(plot_left);
    let painter = ui.painter().with_clip_rect(plot);
    labels(&painter, plot, scene.2);
    span(&painter, plot, scene.2, view.span);
    marks(&painter, plot, scene);
    let response = ui.interact(
        plot,
        ui.scope_id().with("session ruler"),
        Sense::click_and_drag(),
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, tr!("Time of the session")));
    match response.interact_pointer_pos() {
        Some(at) => dragged(ui, at.x, scene, view, actions),
        None => drop(response.on_hover_text(tr!(
            "Drag to rewind. Shift+drag marks a span. Scroll with Ctrl to zoom, with Shift to move."
        ))),
    }
}

/// The playhead as seconds and as a tick.
fn head(painter: &Painter, head: Rect, (state, ..): LaneScene<'_, '_>) {
    let (time, tick) = (state.rewound.time(), state.rewound.tick());
    let at = head.left_center() + vec2(12.0, 0.0);
    let time = format!("{time:.3} s");
    painter.text(at, Align2::LEFT_CENTER, time, theme::strong(), theme::TEXT);
    let at = head.right_center() - vec2(8.0, 0.0);
    let tick = tr!("tick {tick}");
    painter.text(
        at,
        Align2::RIGHT_CENTER,
        tick,
        theme::small(),
        theme::TEXT_2,
    );
}

/// Seconds between two labels, so that they stand apart.
fn step(axis: TimeAxis) -> f64 {
    let per_second = f64::from(axis.right - axis.left) / axis.seconds;
    let is_wide = |step: &&f64| **step * per_second >= f64::from(APART);
    STEPS.iter().find(is_wide).copied().unwrap_or(600.0)
}

fn labels(painter: &Painter, plot: Rect, axis: TimeAxis) {
    let step = step(axis);
    // Never “-0”.
    let mut at = (axis.from / step).ceil() * step + 0.0;
    while at <= axis.from + axis.seconds {
        label(painter, plot, axis.x(at), &format!("{at:.2} s"));
        at += step;
    }
}

fn label(painter: &Painter, plot: Rect, x: f32, text: &str) {
    let stroke = Stroke::new(1.0, theme::HAIR_STRONG);
    painter.vline(x, plot.bottom() - 6.0..=plot.bottom(), stroke);
    let at = pos2(x + 4.0, plot.center().y);
    painter.text(at, Align2::LEFT_CENTER, text, theme::small(), theme::TEXT_2);
}

fn span(painter: &Painter, plot: Rect, axis: TimeAxis, span: Option<(f64, f64)>) {
    if let Some((from, to)) = span {
        let wide = axis.x(from)..=axis.x(to);
        let span = Rect::from_x_y_ranges(wide, plot.bottom() - 4.0..=plot.bottom());
        painter.rect_filled(span, 0.0, theme::ACCENT);
    }
}

fn marks(painter: &Painter, plot: Rect, (state, series, axis): LaneScene<'_, '_>) {
    for mark in &state.rewound.session.marks {
        let x = axis.x(series.time(mark.tick));
        painter.vline(x, plot.y_range(), Stroke::new(1.0, theme::ACCENT));
        let at = pos2(x + 3.0, plot.top() + 1.0);
        painter.text(
            at,
            Align2::LEFT_TOP,
            &mark.text,
            theme::small(),
            theme::ACCENT,
        );
    }
}

/// The playhead goes to the pointer, or a span is marked from where the press began.
fn dragged(
    ui: &Ui,
    x: f32,
    (_, series, axis): LaneScene<'_, '_>,
    view: &mut LanesView,
    actions: &mut Vec<EditorAction>,
) {
    let time = axis.time(x);
    let (shift, origin) = ui.input(|input| (input.modifiers.shift, input.pointer.press_origin()));
    // When the button comes up there is no origin any more.
    if let Some(origin) = origin.filter(|_| shift) {
        let from = axis.time(origin.x);
        let span = (from.min(time), from.max(time));
        view.span = Some(span).filter(|(from, to)| to - from > 0.02);
    } else if !shift {
        actions.push(SessionAction::Seek(series.tick_at(time)).into());
    }
}
