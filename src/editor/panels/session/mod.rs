//! The recorded session: a bar, all of it in a strip, and lanes over time around the playhead.

mod bar;
mod draw;
mod lanes;
mod overview;
mod rows;
mod ruler;
pub(crate) mod state;
#[cfg(test)]
mod tests;
mod tracks;
pub(crate) mod view;

use crate::{action::EditorAction, icons, parts, theme};
use egui::{Rect, Sense, Ui, pos2, vec2};
use lanes::SessionLane;
use state::SessionPanelState;
use view::LanesView;
use words::tr;

/// Height of the bar, and of the strip that shows all of the session.
const BAR: f32 = 32.0;
const OVERVIEW: f32 = 44.0;
const RULER: f32 = 22.0;

/// Shows the panel.
pub fn session_ui(
    ui: &mut Ui,
    state: &SessionPanelState<'_>,
    view: &mut LanesView,
    actions: &mut Vec<EditorAction>,
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    bar::bar_ui(ui, state, view, actions);
    if let Some(fault) = &state.rewound.fault {
        fault_ui(ui, fault);
    }
    let Some(series) = state.rewound.series.clone() else {
        empty_ui(ui, state.rewound.session.is_empty());
        return;
    };
    view.follow(state, &series);
    let whole = ui.available_rect_before_wrap();
    let header = if whole.width() < 620.0 {
        132.0
    } else {
        theme::LANE_HEADER
    };
    let plot_left = whole.left() + header;
    // In a low panel the lanes are worth more than the strip.
    let height = if whole.height() < 200.0 {
        OVERVIEW * 0.5
    } else {
        OVERVIEW
    };
    let strip = Rect::from_min_size(whole.min, vec2(whole.width(), height));
    overview::overview_ui(ui, (strip, plot_left), (state, &series), view, actions);
    let rule = Rect::from_min_size(strip.left_bottom(), vec2(whole.width(), RULER));
    let axis = view.axis(plot_left, whole.right());
    ruler::ruler_ui(ui, (rule, plot_left), (state, &series, axis), view, actions);
    let below = Rect::from_min_max(rule.left_bottom(), whole.max);
    let lanes: Vec<SessionLane<'_>> = lanes::lanes(state, &series, view);
    let hover = ui
        .input(|input| input.pointer.latest_pos())
        .filter(|at| below.contains(*at) && at.x > plot_left);
    ui.scope_builder(egui::UiBuilder::new().max_rect(below), |ui| {
        ui.set_clip_rect(below.intersect(ui.clip_rect()));
        egui::ScrollArea::vertical()
            .id_salt("session lanes")
            .auto_shrink(false)
            .show(ui, |ui| {
                for lane in &lanes {
                    let height = lane.height();
                    let (rect, response) = ui
                        .allocate_exact_size(vec2(whole.width(), height), Sense::click_and_drag());
                    if ui.is_rect_visible(rect) {
                        draw::lane_ui(ui, (rect, plot_left), (state, &series, axis), lane, hover);
                    }
                    rows::lane_acted(&response, (state, &series, axis), lane, view, actions);
                }
            });
    });
    playhead(ui, (strip.bottom(), below.bottom()), state, axis);
    view.zoom(ui, below.union(strip), axis);
}

/// What is shown while there are no series.
fn empty_ui(ui: &mut Ui, is_empty: bool) {
    let (title, line) = if is_empty {
        (
            tr!("Nothing recorded yet"),
            tr!(
                "Whatever plays in the window is recorded, the last 10 minutes of it. Play something, or open a session."
            ),
        )
    } else {
        (
            tr!("Reading the session…"),
            tr!("Its series appear as they are made."),
        )
    };
    parts::empty_state(ui, icons::CLOCK_COUNTER_CLOCKWISE, title, line, None);
}

fn fault_ui(ui: &mut Ui, fault: &str) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::hover());
    let text = format!("{}  {fault}", icons::WARNING);
    parts::text_in(
        ui,
        rect.shrink2(vec2(10.0, 0.0)),
        egui::Align2::LEFT_CENTER,
        &text,
        theme::text(),
        theme::WARN,
    );
    response.on_hover_text(fault);
}

/// A line at the playhead over everything; none while it is out of sight.
fn playhead(
    ui: &Ui,
    (top, bottom): (f32, f32),
    state: &SessionPanelState<'_>,
    axis: view::TimeAxis,
) {
    let x = axis.x(state.rewound.time());
    if x < axis.left || x > axis.right {
        return;
    }
    let color = if state.rewound.is_on() {
        theme::WHITE
    } else {
        theme::OK
    };
    let painter = ui.painter();
    painter.line_segment(
        [pos2(x, top), pos2(x, bottom)],
        egui::Stroke::new(1.0, color),
    );
    handle(painter, (x, top), color);
}

/// The head of the playhead, which points down.
fn handle(painter: &egui::Painter, (x, top): (f32, f32), color: egui::Color32) {
    let corners = [
        (-5.0, 0.0),
        (5.0, 0.0),
        (5.0, 6.0),
        (0.0, 11.0),
        (-5.0, 6.0),
    ];
    let points = corners.map(|(right, down)| pos2(x + right, top + down));
    let shape = egui::Shape::convex_polygon(points.to_vec(), color, egui::Stroke::NONE);
    painter.add(shape);
}
