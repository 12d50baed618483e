//! Copies of the shown character, and what their ticks take on the game thread and on workers.

use crate::{
    icons,
    parts::{self, NumberField},
    theme,
};
use egui::{Align2, Color32, Rect, Sense, Stroke, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use studio::{CrowdFrame, CrowdOrder, CrowdTick};
use words::tr;

/// Height of the plot, points.
const PLOT: f32 = 120.0;

/// What the crowd is, and how it is looked at.
pub struct CrowdView {
    /// Whether it plays.
    pub is_on: bool,
    /// Number of copies.
    pub count: u32,
    /// Threads that work beside the game thread.
    pub workers: usize,
    /// What a tick may take, microseconds.
    pub budget: f64,
}

impl Default for CrowdView {
    fn default() -> Self {
        Self {
            is_on: false,
            count: 100,
            workers: std::thread::available_parallelism().map_or(1, |it| it.get() - 1),
            budget: 2000.0,
        }
    }
}

/// Shows the panel; `can_play` says whether something is shown that can be copied.
pub fn crowd_ui(ui: &mut Ui, view: &mut CrowdView, frame: Option<&CrowdFrame>, can_play: bool) {
    if !can_play {
        let line = tr!("Open a graph, a montage or a clip, and copies of its character play here.");
        parts::empty_state(ui, icons::PERSON, tr!("Nothing to copy"), line, None);
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    settings_ui(ui, view);
    let Some(frame) = frame.filter(|_| view.is_on) else {
        return;
    };
    let ticks = &frame.ticks;
    if ticks.is_empty() {
        return;
    }
    plot_ui(ui, ticks, view.budget as f32);
    numbers_ui(ui, ticks, frame.members.len());
}

fn settings_ui(ui: &mut Ui, view: &mut CrowdView) {
    play_ui(ui, view);
    let count = field(
        tr!("Copies"),
        view.count.into(),
        "",
        1.0..=CrowdOrder::MOST.into(),
    );
    view.count = parts::property(ui, tr!("Copies"), |ui| count.kept(ui)).round() as u32;
    let workers = field(
        tr!("Workers"),
        view.workers as f64,
        tr!("threads"),
        0.0..=64.0,
    );
    view.workers = parts::property(ui, tr!("Workers"), |ui| workers.kept(ui)).round() as usize;
    let budget = field(tr!("Budget"), view.budget, "µs", 10.0..=100_000.0);
    view.budget = parts::property(ui, tr!("Budget"), |ui| budget.kept(ui));
    ui.add_space(4.0);
}

fn play_ui(ui: &mut Ui, view: &mut CrowdView) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        let (icon, label) = match view.is_on {
            true => (icons::PAUSE, tr!("Stop the crowd")),
            false => (icons::PLAY, tr!("Play a crowd")),
        };
        if parts::button(ui, Some(icon), label, !view.is_on).clicked() {
            view.is_on = !view.is_on;
        }
    });
    ui.add_space(4.0);
}

fn field<'a>(
    name: &'a str,
    value: f64,
    unit: &'a str,
    range: std::ops::RangeInclusive<f64>,
) -> NumberField<'a> {
    NumberField {
        name,
        value,
        unit,
        decimals: 0,
        speed: 1.0,
        range,
        width: 96.0,
    }
}

/// The parts of a tick: their names and colours.
fn looks() -> [(&'static str, Color32); 3] {
    [
        (tr!("Game thread"), theme::PALETTE[5]),
        (tr!("Workers"), theme::PALETTE[1]),
        (tr!("Completion"), theme::PALETTE[3]),
    ]
}

fn parts_of(tick: CrowdTick) -> [f32; 3] {
    [tick.game, tick.worker, tick.completion]
}

/// A stacked bar for each tick, and the budget as a line.
fn plot_ui(ui: &mut Ui, ticks: &[CrowdTick], budget: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), PLOT), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, tr!("Time of each tick")));
    let plot = rect.shrink2(vec2(12.0, 4.0));
    let painter = ui.painter().with_clip_rect(plot);
    painter.rect_filled(plot, 2.0, theme::BASE);
    let most = ticks.iter().map(|it| it.total()).fold(budget, f32::max) * 1.1;
    let wide = plot.width() / ticks.len() as f32;
    for (at, tick) in ticks.iter().enumerate() {
        let left = plot.left() + at as f32 * wide;
        let mut bottom = plot.bottom();
        for (part, (_, color)) in parts_of(*tick).into_iter().zip(looks()) {
            let top = bottom - part / most * plot.height();
            let bar = Rect::from_x_y_ranges(left..=left + wide.max(1.0), top..=bottom);
            painter.rect_filled(bar, 0.0, color);
            bottom = top;
        }
    }
    let y = plot.bottom() - budget / most * plot.height();
    painter.hline(plot.x_range(), y, Stroke::new(1.0, theme::ERROR));
    let hover = response.hover_pos().filter(|at| plot.contains(*at));
    if let Some(at) = hover {
        let at = (((at.x - plot.left()) / wide) as usize).min(ticks.len() - 1);
        let lines = parts_of(ticks[at]).into_iter().zip(looks());
        let lines = lines.map(|(part, (name, _))| format!("{name}: {part:.0} µs"));
        response.on_hover_text(lines.collect::<Vec<_>>().join("\n"));
    }
}

fn median(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// Medians of the ticks in sight, and who waited.
fn numbers_ui(ui: &mut Ui, ticks: &[CrowdTick], members: usize) {
    let total = median(ticks.iter().map(|it| it.total()).collect());
    let rows = looks().into_iter().enumerate().map(|(at, (name, color))| {
        let value = median(ticks.iter().map(|it| parts_of(*it)[at]).collect());
        (name.to_owned(), color, tr!("{value:.0} µs"))
    });
    let per = total / members.max(1) as f32;
    let sum = (
        tr!("Tick of {members} copies"),
        theme::TEXT,
        tr!("{total:.0} µs, {per:.1} µs a copy"),
    );
    for (name, color, value) in rows.chain([sum]) {
        number_ui(ui, &name, color, &value);
    }
    let share = |it: &CrowdTick| it.worker / it.total().max(1e-3);
    let waits = median(ticks.iter().map(share).collect()) * 100.0;
    let text = tr!("The game thread helps workers and waits for them in {waits:.0} % of a tick");
    number_ui(ui, &text, theme::TEXT_3, "");
}

fn number_ui(ui: &mut Ui, name: &str, color: Color32, value: &str) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::LOG_ROW), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name} {value}")));
    let (left, right) = (rect.left() + 12.0, rect.right() - 12.0);
    let dot = pos2(left + 4.0, rect.center().y);
    ui.painter().circle_filled(dot, 4.0, color);
    let middle = if value.is_empty() {
        right
    } else {
        right - 150.0
    };
    let cell = parts::row_cell(rect, left + 16.0, middle);
    parts::text_in(
        ui,
        cell,
        Align2::LEFT_CENTER,
        name,
        theme::text(),
        theme::TEXT_2,
    );
    let cell = parts::row_cell(rect, middle, right);
    parts::text_in(
        ui,
        cell,
        Align2::RIGHT_CENTER,
        value,
        theme::text(),
        theme::TEXT,
    );
    response.on_hover_text(name);
}
