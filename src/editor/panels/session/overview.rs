//! All of the session in a strip: how fast the character was, its first machine, and differences.

use super::{
    draw::{LaneScene, colors},
    state::SessionPanelState,
    view::LanesView,
};
use crate::{
    action::{EditorAction, SessionAction},
    parts,
    rewound::SessionSource,
    theme,
};
use egui::{Align2, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2};
use session::SessionSeries;
use words::{noun, tr};

/// Shows the strip; a click goes there, and what is shown below is centred there.
pub fn overview_ui(
    ui: &mut Ui,
    (rect, plot_left): (Rect, f32),
    (state, series): (&SessionPanelState<'_>, &SessionSeries),
    view: &mut LanesView,
    actions: &mut Vec<EditorAction>,
) {
    let painter = ui.painter().clone();
    painter.rect_filled(rect, 0.0, theme::PANEL);
    head(ui, rect.with_max_x(plot_left), state, series);
    let plot = rect.with_min_x(plot_left).with_max_x(rect.right() - 8.0);
    let last = series.times.last().copied().unwrap_or(0.0);
    let axis = super::view::TimeAxis {
        from: series.start,
        seconds: (last - series.start).max(0.1),
        left: plot.left(),
        right: plot.right(),
    };
    painter.rect_filled(plot, 0.0, theme::BASE);
    speeds(&painter, plot, (state, series, axis));
    states(&painter, plot, (state, series, axis));
    differences(&painter, plot, (state, series, axis));
    let window = Rect::from_x_y_ranges(
        axis.x(view.from).max(plot.left())..=axis.x(view.from + view.seconds).min(plot.right()),
        plot.y_range(),
    );
    painter.rect_stroke(
        window,
        2.0,
        Stroke::new(1.0, theme::ACCENT),
        StrokeKind::Inside,
    );
    let x = axis.x(state.rewound.time());
    painter.vline(x, plot.y_range(), Stroke::new(1.0, theme::WHITE));
    let response = ui.interact(
        plot,
        ui.scope_id().with("session overview"),
        Sense::click_and_drag(),
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, tr!("All of the session")));
    if let Some(at) = response.interact_pointer_pos() {
        let time = axis.time(at.x);
        view.from = time - view.seconds * 0.5;
        actions.push(SessionAction::Seek(series.tick_at(time)).into());
    }
}

fn head(ui: &Ui, head: Rect, state: &SessionPanelState<'_>, series: &SessionSeries) {
    let rewound = state.rewound;
    let seconds = series.times.last().copied().unwrap_or(0.0) - series.start;
    let ticks = series.times.len();
    let title = match &rewound.beside {
        Some(other) => tr!("{} | {other}", title(&rewound.source)),
        None => title(&rewound.source),
    };
    let found = rewound.edited.as_ref().and_then(|it| it.found.as_ref());
    let (line, color) = match (&rewound.edited, found) {
        (Some(_), Some(found)) if found.is_equal() => (tr!("no difference").to_owned(), theme::OK),
        (Some(_), Some(found)) => (
            parts::count(found.differing as usize, noun!("differing tick")),
            theme::OK,
        ),
        (Some(_), None) => (tr!("playing the edit…").to_owned(), theme::WARN),
        (None, _) if !rewound.is_whole => (tr!("reading…").to_owned(), theme::WARN),
        (None, _) => (String::new(), theme::TEXT_2),
    };
    let rows = [
        (title, theme::strong(), theme::TEXT),
        (
            tr!("{seconds:.1} s · {ticks} ticks"),
            theme::small(),
            theme::TEXT_2,
        ),
        (line, theme::small(), color),
    ];
    let fit = if head.height() < 40.0 { 1 } else { 3 };
    let height = head.height() / fit as f32;
    for (at, (text, font, color)) in rows.into_iter().take(fit).enumerate() {
        let top = head.top() + at as f32 * height;
        let row =
            Rect::from_x_y_ranges(head.left() + 12.0..=head.right() - 6.0, top..=top + height);
        parts::text_in(ui, row, Align2::LEFT_CENTER, &text, font, color);
    }
}

/// The title of a session, by where it is from.
fn title(source: &SessionSource) -> String {
    match source {
        SessionSource::Preview => tr!("What plays").to_owned(),
        SessionSource::Opened(title, _) | SessionSource::Branch(title) => title.clone(),
    }
}

/// A bar for each point: the greatest speed in it.
fn speeds(painter: &egui::Painter, plot: Rect, (_, series, axis): LaneScene<'_, '_>) {
    let width = plot.width().max(1.0) as usize;
    let mut tallest = vec![0.0_f32; width + 1];
    let mut from = 0;
    for (time, speed) in series.times.iter().zip(&series.root_speed) {
        let at = ((axis.x(*time) - plot.left()).max(0.0) as usize).min(width);
        if speed.is_finite() {
            for own in &mut tallest[from.min(at)..=at] {
                *own = own.max(*speed);
            }
        }
        from = at;
    }
    let most = tallest.iter().copied().fold(0.5_f32, f32::max);
    let room = plot.height() - 14.0;
    for (at, speed) in tallest
        .iter()
        .enumerate()
        .filter(|(_, speed)| **speed > 0.0)
    {
        let x = plot.left() + at as f32;
        let bottom = plot.top() + 2.0 + room;
        let top = bottom - speed / most * room;
        painter.vline(x, top..=bottom, Stroke::new(1.0, theme::HAIR_STRONG));
    }
}

fn states(painter: &egui::Painter, plot: Rect, (_, series, axis): LaneScene<'_, '_>) {
    let Some(machine) = series.machines.first() else {
        return;
    };
    let colors = colors(&machine.states);
    for span in &machine.states {
        let from = axis.x(series.time(span.ticks.start));
        let to = axis.x(series.time(span.ticks.end));
        let color = colors.get(&span.name).copied().unwrap_or(theme::TEXT_2);
        let rect = Rect::from_x_y_ranges(from..=to, plot.bottom() - 11.0..=plot.bottom() - 6.0);
        painter.rect_filled(rect, 0.0, theme::over(theme::BASE, color, 0.6));
    }
}

fn differences(painter: &egui::Painter, plot: Rect, (state, series, axis): LaneScene<'_, '_>) {
    let found = state
        .rewound
        .edited
        .as_ref()
        .and_then(|it| it.found.as_ref());
    let Some(found) = found else { return };
    let events = found.events.iter().map(|it| it.event.tick);
    let machines = found.machines.iter().map(|it| it.ticks.start);
    for tick in events.chain(machines).chain(found.first) {
        let x = axis.x(series.time(tick));
        let stroke = Stroke::new(1.5, theme::OK);
        painter.line_segment(
            [pos2(x, plot.bottom() - 5.0), pos2(x, plot.bottom())],
            stroke,
        );
    }
}
