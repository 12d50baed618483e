//! How a blend space follows what it is asked for: both over the last seconds, a line an axis.

use crate::{
    kinds::blend_space::{Point, Trail},
    theme,
};
use asset::BlendSpace;
use egui::{Align2, Color32, Ui, Vec2, WidgetInfo, accesskit::Role, vec2};
use egui_plot::{Line, LineStyle, PlotBounds, PlotPoints};
use words::tr;

const KEPT: f64 = crate::kinds::blend_space::KEPT;

/// Right of each plot: its last number stands around its edge.
const BESIDE: f32 = 20.0;

/// Plots for each axis the input that was asked for and the value after smoothing.
pub fn response_ui(ui: &mut Ui, space: &BlendSpace, trail: &Trail) {
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        ui.label(
            egui::RichText::new(tr!("Response"))
                .font(theme::strong())
                .color(theme::TEXT),
        );
        let note = tr!("last {KEPT:.0} s: input (dashed) and result");
        ui.add_space(8.0);
        ui.label(
            egui::RichText::new(note)
                .font(theme::small())
                .color(theme::TEXT_3),
        );
    });
    if trail.points.len() < 2 {
        ui.horizontal(|ui| {
            ui.add_space(12.0);
            let line = tr!("No data. Play, and drag in the grid.");
            ui.label(
                egui::RichText::new(line)
                    .font(theme::small())
                    .color(theme::TEXT_2),
            );
        });
        return;
    }
    let count = space.axes.len().clamp(1, 2);
    let room = vec2(
        ui.available_width() / count as f32 - BESIDE,
        ui.available_height() - 4.0,
    );
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (at, axis) in space.axes.iter().enumerate().take(2) {
            let title = if axis.unit.is_empty() {
                axis.name.clone()
            } else {
                format!("{}, {}", axis.name, axis.unit)
            };
            axis_ui(
                ui,
                (&title, room),
                [axis.min.into(), axis.max.into()],
                trail,
                at,
            );
            ui.add_space(BESIDE);
        }
    });
}

fn axis_ui(
    ui: &mut Ui,
    (title, room): (&str, Vec2),
    [least, most]: [f64; 2],
    trail: &Trail,
    at: usize,
) {
    let now = trail.points.back().map_or(0.0, |point| point.0);
    let line = |name: &str, color: Color32, value: &dyn Fn(&Point) -> f64| {
        let points: Vec<[f64; 2]> = trail
            .points
            .iter()
            .map(|point| [point.0 - now, value(point)])
            .collect();
        Line::new(format!("{title} {name}"), PlotPoints::from(points))
            .color(color)
            .width(1.5)
    };
    let plot = crate::panels::compression::plot(&tr!("response {at}"), " s")
        .width(room.x)
        .height(room.y);
    let response = plot.show(ui, |plot| {
        // A line along an end of the axis is seen whole.
        let margin = (most - least) * 0.05;
        plot.set_plot_bounds(PlotBounds::from_min_max(
            [-KEPT, least - margin],
            [0.0, most + margin],
        ));
        let asked = line("input", theme::TEXT_2, &|point| point.1[at]);
        plot.line(asked.style(LineStyle::dashed_dense()));
        plot.line(line("now", theme::category(2), &|point| point.2[at]));
    });
    let rect = response.response.rect;
    ui.painter().text(
        rect.center_top(),
        Align2::CENTER_TOP,
        title,
        theme::small(),
        theme::TEXT_2,
    );
    let name = tr!("Response of {title}");
    response
        .response
        .widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &name));
}
