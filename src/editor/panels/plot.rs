//! The last seconds of parameters as lines, with their units.

use crate::{graph_inspection::Looking, icons, parts, theme};
use anim::Name;
use asset::{PoseGraph, graph::Parameter};
use egui::{Align2, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use egui_plot::{Legend, Line, LineStyle, PlotBounds, PlotPoints};
use words::tr;

/// Points; of the panel it has no more than that part.
const HEIGHT: std::ops::RangeInclusive<f32> = 84.0..=150.0;
const PART: f32 = 0.45;
/// Seconds that are shown.
const SPAN: f64 = 10.0;
/// Room for the label of now.
const AHEAD: f64 = 0.5;

/// Above the parameters, while it is asked for.
pub fn plot_ui(ui: &mut Ui, graph: &PoseGraph, settable: &[Parameter], looking: &Looking) {
    if !looking.is_plotting {
        return;
    }
    let all = || settable.iter().chain(&graph.wiring.parameters);
    let numbers: Vec<(String, String)> = looking
        .plotted
        .iter()
        .filter_map(|name| {
            let known = all().find(|it| it.numbers().iter().any(|(number, _)| number == name))?;
            let title = if known.unit.is_empty() {
                name.clone()
            } else {
                format!("{name} ({})", known.unit)
            };
            Some((name.clone(), title))
        })
        .collect();
    let height = (ui.available_height() * PART).clamp(*HEIGHT.start(), *HEIGHT.end());
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    ui.painter().rect_filled(rect, 0.0, theme::BASE);
    ui.scope_builder(
        egui::UiBuilder::new()
            .max_rect(rect.shrink(4.0))
            .id_salt("plot"),
        |ui| {
            if numbers.is_empty() {
                let line = tr!("Click the curve icons before parameter names.");
                parts::empty_state(ui, icons::WAVEFORM, tr!("Nothing to plot"), line, None);
            } else if looking.history.now().is_none() {
                parts::empty_state(
                    ui,
                    icons::WAVEFORM,
                    tr!("Nothing played yet"),
                    tr!("Press Space to play."),
                    None,
                );
            } else {
                lines_ui(ui, &numbers, looking);
            }
        },
    );
}

fn lines_ui(ui: &mut Ui, numbers: &[(String, String)], looking: &Looking) {
    let lines: Vec<(usize, &str, Vec<[f64; 2]>)> = numbers
        .iter()
        .enumerate()
        .map(|(at, (name, title))| {
            (
                at,
                title.as_str(),
                looking.history.parameter(Name::new(name)),
            )
        })
        .collect();
    let values = || {
        lines
            .iter()
            .flat_map(|(_, _, points)| points)
            .map(|point| point[1])
    };
    let (low, high) = (
        values().fold(f64::INFINITY, f64::min),
        values().fold(f64::NEG_INFINITY, f64::max),
    );
    let margin = ((high - low) * 0.1).max(0.05);
    let legend = Legend::default()
        .position(egui_plot::Corner::LeftTop)
        .text_style(egui::TextStyle::Small);
    let plot = super::compression::plot(tr!("parameters over time"), " s").legend(legend);
    let response = plot.show(ui, |plot| {
        if low <= high {
            plot.set_plot_bounds(PlotBounds::from_min_max(
                [-SPAN, low - margin],
                [AHEAD, high + margin],
            ));
        }
        for (at, title, points) in lines {
            let style = if at % 2 == 0 {
                LineStyle::Solid
            } else {
                LineStyle::dashed_dense()
            };
            let line = Line::new(title, PlotPoints::from(points))
                .color(theme::category(at as u8))
                .width(1.5);
            plot.line(line.style(style));
        }
    });
    let titles: Vec<&str> = numbers.iter().map(|(_, title)| title.as_str()).collect();
    let name = tr!("Plot of {}", titles.join(", "));
    response
        .response
        .widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &name));
}

/// Left of the name of a parameter's row, which is this one: takes its numbers into the plot, or
/// out of it.
pub fn toggle_ui(ui: &Ui, row: Rect, parameter: &Parameter, looking: &mut Looking) {
    let numbers: Vec<String> = parameter
        .numbers()
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    let is_on = looking.is_plotting && numbers.iter().any(|name| looking.plotted.contains(name));
    let rect = Rect::from_center_size(pos2(row.left() + 12.0, row.center().y), vec2(18.0, 18.0));
    let name = tr!("Plot {} over time", parameter.name);
    let response = ui.interact(
        rect,
        ui.scope_id().with(("plot", parameter.id)),
        Sense::click(),
    );
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, &name));
    let color = match (is_on, response.hovered()) {
        (true, _) => theme::ACCENT,
        (_, true) => theme::WHITE,
        _ => theme::HAIR_STRONG,
    };
    ui.painter().text(
        rect.center(),
        Align2::CENTER_CENTER,
        icons::WAVEFORM,
        theme::icon(13.0),
        color,
    );
    parts::focus_ring(ui, &response);
    if response.on_hover_text(name).clicked() {
        for number in numbers {
            if is_on {
                looking.plotted.remove(&number)
            } else {
                looking.plotted.insert(number)
            };
        }
        looking.is_plotting = true;
    }
}
