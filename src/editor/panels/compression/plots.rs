//! The largest error over time, and how many components take how many bits.

#[cfg(test)]
mod tests;

use super::title_ui;
use crate::{
    action::{EditorAction, TransportAction},
    compression::{CompressionState, Status, centimetres},
    session::Session,
    theme,
};
use anim::codec::CodecReport;
use egui::{Stroke, Ui};
use egui_plot::{
    AxisHints, Bar, BarChart, GridInput, GridMark, HLine, HoverPosition, Line, LineStyle, Plot,
    PlotBounds, PlotPoints, Points, VLine,
};
use words::tr;

/// Points on the screen: frames that are closer are drawn as steps of their largest, for steep
/// corners overshoot.
const DENSE: f32 = 4.0;
/// Points between labels of an axis: none, fully there.
const LABELS: egui::Rangef = egui::Rangef {
    min: 12.0,
    max: 24.0,
};
/// Approximate least number of marks on an axis.
const LEAST_MARKS: f64 = 4.0;

/// A press in the plot seeks.
pub fn errors_ui(
    ui: &mut Ui,
    status: &Status<'_>,
    report: &CodecReport,
    session: &Session,
    actions: &mut Vec<EditorAction>,
) {
    title_ui(
        ui,
        tr!("Largest error of each frame, cm"),
        tr!("click to seek"),
    );
    let length = f64::from(status.clip.length());
    let precision = f64::from(report.precision) * 100.0;
    let top = precision.max(f64::from(report.max_error.max(report.source.max)) * 100.0) * 1.15;
    let line = Line::new(
        tr!("Largest error"),
        PlotPoints::from(points(status, report, ui.available_width())),
    )
    .stroke(Stroke::new(1.5, theme::ACCENT))
    .fill(0.0)
    .fill_alpha(0.12);
    let worst = [
        status.time(report.worst_frame),
        f64::from(report.max_error) * 100.0,
    ];
    let worst = Points::new(tr!("Worst frame"), vec![worst])
        .radius(3.5)
        .color(theme::ACCENT);
    let source = [
        f64::from(report.source.time),
        f64::from(report.source.max) * 100.0,
    ];
    let source = Points::new(tr!("Error against the file"), vec![source])
        .radius(3.5)
        .color(theme::WHITE);
    let limit = if status.state == CompressionState::Missed {
        theme::ERROR
    } else {
        theme::OK
    };
    let limit = HLine::new(tr!("Tolerance"), precision)
        .stroke(Stroke::new(1.0, limit))
        .style(LineStyle::dashed_dense())
        .allow_hover(false);
    let playhead = VLine::new(tr!("Playhead"), session.transport.position)
        .stroke(Stroke::new(1.0, theme::WHITE))
        .allow_hover(false);
    let plot = base("errors", " s").label_formatter(|position| match position {
        HoverPosition::NearDataPoint { position, .. } => Some(format!(
            "{:.3} s\n{}",
            position.x,
            centimetres(position.y as f32 / 100.0)
        )),
        HoverPosition::Elsewhere { .. } => None,
    });
    let shown = plot.show(ui, |plot| {
        let end = (length * 1.04).max(1e-3);
        plot.set_plot_bounds(PlotBounds::from_min_max([-length * 0.01, 0.0], [end, top]));
        plot.line(line);
        plot.points(worst);
        if report.source.max > 0.0 {
            plot.points(source);
        }
        plot.hline(limit);
        plot.vline(playhead);
    });
    let response = shown.response.accessible_name(tr!("Error over time"));
    if let Some(pointer) = response
        .interact_pointer_pos()
        .filter(|_| response.clicked() || response.dragged())
    {
        actions.push(
            TransportAction::Seek(
                status.nearest_frame(shown.transform.value_from_position(pointer).x),
            )
            .into(),
        );
    }
}

/// Seconds and centimetres, for a plot of this width.
fn points(status: &Status<'_>, report: &CodecReport, width: f32) -> Vec<[f64; 2]> {
    let together = report
        .frames
        .len()
        .div_ceil((width / DENSE).max(1.0) as usize)
        .max(1);
    let last = report.frames.len().saturating_sub(1);
    let step = |(at, errors): (usize, &[f32])| {
        let largest = errors.iter().copied().fold(0.0, f32::max);
        let ends = if together == 1 {
            at..at
        } else {
            at * together..(at * together + errors.len()).min(last)
        };
        [ends.start, ends.end].map(|frame| [status.time(frame as u32), f64::from(largest) * 100.0])
    };
    let mut points: Vec<[f64; 2]> = report
        .frames
        .chunks(together)
        .enumerate()
        .flat_map(step)
        .collect();
    points.dedup();
    points
}

/// Shows how many components are stored with each number of bits.
pub fn widths_ui(ui: &mut Ui, report: &CodecReport) {
    let all: u32 = report.widths.iter().sum();
    title_ui(ui, tr!("Bits per component"), &tr!("{all} in total"));
    let used = report
        .widths
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0);
    let bar = |(bits, count): (usize, &u32)| {
        Bar::new(bits as f64, f64::from(*count)).fill(theme::category(1))
    };
    let bars = BarChart::new(tr!("Components"), used.map(bar).collect())
        .width(0.7)
        .color(theme::category(1))
        .element_formatter(Box::new(|bar, _| {
            tr!("{:.0} components\nof {:.0} bits", bar.value, bar.argument)
        }));
    let most = f64::from(report.widths.iter().copied().max().unwrap_or(0).max(1));
    let widest = report.widths.len() as f64 + 2.0;
    let shown = base("widths", "").show(ui, |plot| {
        plot.set_plot_bounds(PlotBounds::from_min_max([-1.0, 0.0], [widest, most * 1.1]));
        plot.bar_chart(bars);
    });
    shown.response.accessible_name(tr!("Components by width"));
}

/// Shows everything there is and stays so.
/// As all plots look: nothing of it moves under the pointer. `unit` is that of the time.
pub fn base(name: &str, unit: &'static str) -> Plot<'static> {
    let axis = |axis: AxisHints<'static>, unit| {
        let axis = axis
            .formatter(move |mark, _| format!("{}{unit}", trimmed(mark.value).replace('-', "−")));
        axis.label_spacing(LABELS).tick_label_font(theme::small())
    };
    let (x, y) = (axis(AxisHints::new_x(), unit), axis(AxisHints::new_y(), ""));
    Plot::new(name)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .allow_double_click_reset(false)
        .show_crosshair(false)
        .custom_x_axes(vec![x])
        .custom_y_axes(vec![y.min_thickness(40.0)])
        .grid_color(theme::HAIR)
        .x_grid_spacer(grid)
        .y_grid_spacer(grid)
}

/// A few round numbers.
fn grid(input: GridInput) -> Vec<GridMark> {
    let (from, to) = input.bounds;
    let step = round_step((to - from) / LEAST_MARKS);
    let marks = (from / step).ceil() as i64..=(to / step).floor() as i64;
    marks
        .map(|mark| GridMark {
            value: mark as f64 * step,
            step_size: step,
        })
        .collect()
}

/// The largest of 1, 2 and 5 times a power of ten that is no larger.
fn round_step(most: f64) -> f64 {
    let power = 10f64.powf(most.max(1e-9).log10().floor());
    [5.0, 2.0, 1.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| *step <= most * 1.000_001)
        .unwrap_or(power)
}

/// `value` with no more digits than it needs, at most 6 decimals.
fn trimmed(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
