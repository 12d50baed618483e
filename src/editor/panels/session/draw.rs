//! A lane: its header, and its plot.

use super::{
    lanes::{LaneContent, LaneNumbers, SessionLane},
    state::SessionPanelState,
    tracks::{NotifyBar, TrackEvents},
    view::TimeAxis,
};
use crate::{parts, theme};
use anim::{Name, event::Phase};
use egui::{
    Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, Ui, WidgetInfo, accesskit::Role, pos2,
    vec2,
};
use session::{RecordedEvent, SeriesInput, SeriesSpan, SessionSeries};
use std::collections::BTreeMap;

/// Points between two texts of a lane.
const GAP: f32 = 6.0;

/// The state that lanes are drawn of: the panel's, the series, and the time axis.
pub type LaneScene<'a, 'b> = (&'a SessionPanelState<'b>, &'a SessionSeries, TimeAxis);

/// Draws a lane with its header at the left of `plot_left`.
pub fn lane_ui(
    ui: &Ui,
    (rect, plot_left): (Rect, f32),
    scene: LaneScene<'_, '_>,
    lane: &SessionLane<'_>,
    hover: Option<Pos2>,
) {
    let (state, series, axis) = scene;
    let head = rect.with_max_x(plot_left);
    let plot = Rect::from_min_max(pos2(plot_left, rect.top()), rect.max);
    let at = series_at(state.rewound.tick(), series);
    let under = hover.map(|it| series_at(series.tick_at(axis.time(it.x)), series));
    header(ui, head, lane, &value_text(lane, at));
    let painter = ui.painter().with_clip_rect(plot.intersect(ui.clip_rect()));
    painter.rect_filled(plot, 0.0, theme::BASE);
    match &lane.content {
        LaneContent::Inputs(inputs) => draw_inputs(&painter, plot, scene, inputs),
        LaneContent::Blocks {
            recorded,
            edited,
            weights,
        } => {
            let (above, below) = halves(plot, edited.is_some());
            let (dim, colors) = (edited.is_some(), colors(recorded));
            draw_blocks(&painter, above, scene, (recorded, weights), &colors, dim);
            if let Some(edited) = edited {
                draw_blocks(&painter, below, scene, (edited, &[]), &colors, false);
            }
        }
        LaneContent::Events { recorded, edited } => {
            let (above, below) = halves(plot, edited.is_some());
            draw_events(
                &painter,
                above,
                scene,
                recorded,
                lane.color,
                edited.is_some(),
            );
            if let Some(edited) = edited {
                draw_events(&painter, below, scene, edited, lane.color, false);
            }
        }
        LaneContent::Numbers { .. } => draw_number_lane(&painter, plot, scene, lane),
    }
    if let (Some(hover), Some(under)) = (hover, under) {
        hover_line(&painter, plot, hover.x);
        let text = value_text(lane, under);
        if rect.y_range().contains(hover.y) && !text.is_empty() {
            tag(&painter, pos2(hover.x + 8.0, plot.center().y), &text);
        }
    }
    ui.painter().hline(
        rect.x_range(),
        rect.bottom() - 0.5,
        Stroke::new(1.0, theme::LINE),
    );
}

fn hover_line(painter: &Painter, plot: Rect, x: f32) {
    let stroke = Stroke::new(1.0, theme::HAIR_STRONG);
    painter.vline(x, plot.y_range(), stroke);
}

/// The place in the series of the tick before so many ticks.
fn series_at(tick: u64, series: &SessionSeries) -> usize {
    (tick.saturating_sub(series.first + 1) as usize).min(series.times.len().saturating_sub(1))
}

fn halves(plot: Rect, is_split: bool) -> (Rect, Rect) {
    if is_split {
        plot.split_top_bottom_at_fraction(0.5)
    } else {
        (plot, plot)
    }
}

/// A text over a plot, on a ground of its own.
fn tag(painter: &Painter, at: Pos2, text: &str) {
    let galley = painter.layout_no_wrap(text.to_owned(), theme::small(), theme::TEXT);
    let rect = Align2::LEFT_CENTER
        .anchor_size(at, galley.size())
        .expand2(vec2(4.0, 2.0));
    painter.rect_filled(rect, 3.0, theme::RAISE);
    painter.galley(rect.min + vec2(4.0, 2.0), galley, theme::TEXT);
}

fn header(ui: &Ui, head: Rect, lane: &SessionLane<'_>, value: &str) {
    let painter = ui.painter();
    painter.rect_filled(head, 0.0, theme::PANEL);
    painter.rect_filled(head.with_max_x(head.left() + 3.0), 0.0, lane.color);
    let is_two = !lane.line.is_empty() && head.height() > 36.0;
    let right = painter.layout_no_wrap(value.to_owned(), theme::small(), theme::TEXT_2);
    let room = head.with_min_x(head.left() + 12.0);
    let room = room.with_max_x(head.right() - right.size().x - 14.0);
    let (first, second) = if is_two {
        let middle = head.center().y;
        (
            room.with_max_y(middle + 1.0).with_min_y(head.top() + 3.0),
            Some(room.with_min_y(middle).with_max_y(head.bottom() - 3.0)),
        )
    } else {
        (room, None)
    };
    parts::text_in(
        ui,
        first,
        Align2::LEFT_CENTER,
        &lane.title,
        theme::text(),
        theme::TEXT,
    );
    if let Some(second) = second {
        let second = second.with_max_x(head.right() - 8.0);
        parts::text_in(
            ui,
            second,
            Align2::LEFT_CENTER,
            &lane.line,
            theme::small(),
            theme::TEXT_3,
        );
    }
    let at = pos2(
        head.right() - 8.0 - right.size().x,
        first.center().y - right.size().y * 0.5,
    );
    painter.galley(at, right, theme::TEXT_2);
    let response = ui.interact(
        head,
        ui.scope_id().with(("lane", &lane.key)),
        egui::Sense::hover(),
    );
    let name = format!("{} {value}", lane.title);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, name.trim()));
}

/// The value of a lane at a place of the series; empty where it has none.
fn value_text(lane: &SessionLane<'_>, at: usize) -> String {
    let LaneContent::Numbers {
        recorded,
        edited,
        unit,
        ..
    } = &lane.content
    else {
        return String::new();
    };
    let scale = if *unit == "cm" { 100.0 } else { 1.0 };
    let decimals = if *unit == "µs" { 0 } else { 2 };
    let of = |numbers: &LaneNumbers<'_>| {
        let value = numbers.at(at).map(|it| it * scale);
        value.map_or("–".to_owned(), |it| format!("{it:.decimals$}"))
    };
    let mut text = of(recorded);
    if let Some(edited) = edited {
        text = format!("{text} → {}", of(edited));
    }
    if !unit.is_empty() && text != "–" {
        text = format!("{text} {unit}");
    }
    text
}

fn draw_inputs(
    painter: &Painter,
    plot: Rect,
    (_, series, axis): LaneScene<'_, '_>,
    inputs: &[SeriesInput],
) {
    let mut free = f32::NEG_INFINITY;
    let y = plot.center().y;
    for input in visible(inputs, axis, |it| series.time(it.tick)) {
        let x = axis.x(series.time(input.tick));
        if input.is_parameter && x < free {
            continue;
        }
        let color = if input.is_parameter {
            theme::TEXT_3
        } else {
            theme::TEXT_2
        };
        flag(painter, (x, y), color);
        if x >= free {
            let drawn = painter.text(
                pos2(x + 10.0, y),
                Align2::LEFT_CENTER,
                &input.text,
                theme::small(),
                theme::TEXT_2,
            );
            free = drawn.right() + GAP;
        }
    }
}

fn flag(painter: &Painter, (x, y): (f32, f32), color: Color32) {
    let flag = vec![pos2(x, y - 4.0), pos2(x + 6.0, y), pos2(x, y + 4.0)];
    painter.add(Shape::convex_polygon(flag, color, Stroke::NONE));
}

/// The items in sight, of items in order of time.
fn visible<T>(items: &[T], axis: TimeAxis, time: impl Fn(&T) -> f64) -> &[T] {
    let (start, end) = (axis.from - axis.seconds * 0.2, axis.from + axis.seconds);
    let from = items.partition_point(|it| time(it) < start);
    let count = items[from..].partition_point(|it| time(it) <= end);
    &items[from..from + count]
}

/// A colour for each name of a lane, in the order in which the names come first.
pub fn colors(spans: &[SeriesSpan]) -> BTreeMap<Name, Color32> {
    let mut found = BTreeMap::new();
    for span in spans {
        let next = theme::PALETTE[found.len() % theme::PALETTE.len()];
        found.entry(span.name).or_insert(next);
    }
    found
}

fn draw_blocks(
    painter: &Painter,
    plot: Rect,
    (state, series, axis): LaneScene<'_, '_>,
    (spans, weights): (&[SeriesSpan], &[f32]),
    colors: &BTreeMap<Name, Color32>,
    is_dim: bool,
) {
    let end = axis.from + axis.seconds;
    let from = spans.partition_point(|it| series.time(it.ticks.end) < axis.from);
    for span in &spans[from..] {
        let (start, stop) = (series.time(span.ticks.start), series.time(span.ticks.end));
        if start > end {
            break;
        }
        let color = colors.get(&span.name).copied().unwrap_or(theme::TEXT_2);
        let rect = Rect::from_min_max(
            pos2(axis.x(start), plot.top() + 3.0),
            pos2(axis.x(stop).max(axis.x(start) + 1.0), plot.bottom() - 3.0),
        );
        let part = if is_dim { 0.28 } else { 0.42 };
        painter.rect_filled(rect, 2.0, theme::over(theme::BASE, color, part));
        draw_blend_in(painter, rect, (series, axis), (span, weights), color);
        painter.rect_filled(rect.with_max_x(rect.left() + 2.0), 0.0, color);
        let text = state.names.text(span.name);
        block_text(
            painter,
            rect.shrink2(vec2(6.0, 0.0)).intersect(plot),
            text,
            is_dim,
        );
    }
}

/// The text of a block, where there is room for some of it.
fn block_text(painter: &Painter, room: Rect, text: &str, is_dim: bool) {
    if room.width() <= 14.0 {
        return;
    }
    let color = if is_dim { theme::TEXT_2 } else { theme::TEXT };
    let clip = room.intersect(painter.clip_rect());
    let at = room.left_center();
    painter
        .with_clip_rect(clip)
        .text(at, Align2::LEFT_CENTER, text, theme::small(), color);
}

/// The part of a block in which its state has not all weight yet, as a ramp.
fn draw_blend_in(
    painter: &Painter,
    rect: Rect,
    (series, axis): (&SessionSeries, TimeAxis),
    (span, weights): (&SeriesSpan, &[f32]),
    color: Color32,
) {
    let first = (span.ticks.start - series.first.min(span.ticks.start)) as usize;
    let last = (span.ticks.end.saturating_sub(series.first) as usize).min(weights.len());
    let full = (first..last)
        .find(|at| weights[*at] >= 0.999)
        .unwrap_or(last);
    if full <= first + 1 {
        return;
    }
    let right = axis
        .x(series.time(series.first + full as u64 + 1))
        .min(rect.right());
    let ramp = vec![
        rect.left_bottom(),
        pos2(right, rect.top()),
        pos2(right, rect.bottom()),
    ];
    painter.add(Shape::convex_polygon(
        ramp,
        theme::over(theme::BASE, color, 0.6),
        Stroke::NONE,
    ));
}

fn draw_events(
    painter: &Painter,
    plot: Rect,
    (state, series, axis): LaneScene<'_, '_>,
    track: &TrackEvents,
    color: Color32,
    is_dim: bool,
) {
    let y = plot.center().y;
    let color = if is_dim {
        theme::over(theme::BASE, color, 0.6)
    } else {
        color
    };
    draw_bars(painter, y, (series, axis), &track.bars, color);
    let x_of = |event: &RecordedEvent| axis.x(series.time(event.tick + 1));
    let shown = visible(&track.events, axis, |it| series.time(it.tick));
    let (mut free, mut drawn) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
    for (at, event) in shown.iter().enumerate() {
        let x = x_of(event);
        if event.event.phase == Phase::End {
            end_bar(painter, (x, y), color);
            continue;
        }
        // Of those that lie on each other one is seen.
        if x - drawn < 1.0 {
            continue;
        }
        drawn = x;
        diamond(painter, (x, y), color, event.event.fired());
        if x < free {
            continue;
        }
        let next = shown[at + 1..]
            .iter()
            .map(x_of)
            .find(|next| *next > x + 4.0);
        let room = next.unwrap_or(plot.right()).min(plot.right()) - x - 15.0;
        if room > 12.0 {
            let room = Rect::from_x_y_ranges(x + 9.0..=x + 9.0 + room, plot.y_range());
            free = event_label(painter, room, state, event, is_dim);
        }
    }
}

/// The name of an event in a place beside it. Returns where the name ends.
fn event_label(
    painter: &Painter,
    room: Rect,
    state: &SessionPanelState<'_>,
    event: &RecordedEvent,
    is_dim: bool,
) -> f32 {
    let is_strong = event.event.fired() && !is_dim;
    let color = [theme::TEXT_3, theme::TEXT][usize::from(is_strong)];
    let text = event_text(state, event);
    let clip = room.intersect(painter.clip_rect());
    let drawn = painter.with_clip_rect(clip).text(
        room.left_center(),
        Align2::LEFT_CENTER,
        text,
        theme::small(),
        color,
    );
    drawn.right().min(room.right())
}

fn end_bar(painter: &Painter, (x, y): (f32, f32), color: Color32) {
    let ends = [pos2(x, y - 6.0), pos2(x, y + 6.0)];
    painter.line_segment(ends, Stroke::new(2.0, color));
}

/// Filled where the notify fired.
fn diamond(painter: &Painter, (x, y): (f32, f32), color: Color32, fired: bool) {
    let sides = [(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)];
    let points = sides.map(|(right, down)| pos2(x + right, y + down));
    let (fill, stroke) = if fired {
        (color, Stroke::NONE)
    } else {
        (Color32::TRANSPARENT, Stroke::new(1.0, color))
    };
    painter.add(Shape::convex_polygon(points.to_vec(), fill, stroke));
}

/// The name of an event, with the reason where it did not fire.
fn event_text(state: &SessionPanelState<'_>, event: &RecordedEvent) -> String {
    let text = state.names.text(event.event.name);
    if event.event.fired() {
        text.to_owned()
    } else {
        format!("{text} · {}", event.event.reason.short())
    }
}

/// The bars of notify states that fired, from begin to end.
fn draw_bars(
    painter: &Painter,
    y: f32,
    (series, axis): (&SessionSeries, TimeAxis),
    bars: &[NotifyBar],
    color: Color32,
) {
    let [from, to] = [axis.from, axis.from + axis.seconds].map(|it| series.tick_at(it));
    let color = theme::over(theme::BASE, color, 0.35);
    let shown = bars.iter().take_while(|it| it.ticks.start <= to);
    for bar in shown.filter(|it| it.fired && it.ticks.end >= from.saturating_sub(1)) {
        let left = axis.x(series.time(bar.ticks.start + 1));
        let right = axis.x(series.time(bar.ticks.end.saturating_add(1)));
        let bar = Rect::from_x_y_ranges(left..=right.max(left), y - 6.0..=y + 6.0);
        painter.rect_filled(bar, 1.0, color);
    }
}

fn draw_number_lane(
    painter: &Painter,
    plot: Rect,
    (_, series, axis): LaneScene<'_, '_>,
    lane: &SessionLane<'_>,
) {
    let LaneContent::Numbers {
        recorded,
        edited,
        is_filled,
        limit,
        ..
    } = &lane.content
    else {
        return;
    };
    let columns = columns(recorded, series, axis);
    let others = edited.as_ref().map(|it| self::columns(it, series, axis));
    let all = columns.iter().chain(others.iter().flatten());
    let Some(scale) = NumberScale::of(plot, all, *is_filled, *limit) else {
        return;
    };
    if *is_filled {
        let color = theme::over(theme::BASE, lane.color, 0.45);
        fill(painter, &columns, &scale, color);
    }
    match &others {
        Some(others) => {
            line(
                painter,
                &columns,
                &scale,
                theme::over(theme::BASE, lane.color, 0.5),
            );
            line(painter, others, &scale, theme::OK);
        }
        None => line(painter, &columns, &scale, lane.color),
    }
    limit.iter().for_each(|limit| scale.limit(painter, *limit));
    scale.ends(painter);
}

/// From numbers to points.
struct NumberScale {
    plot: Rect,
    low: f32,
    high: f32,
}

impl NumberScale {
    /// A scale for all columns; None where there are none.
    fn of<'a>(
        plot: Rect,
        columns: impl Iterator<Item = &'a PointColumn>,
        from_zero: bool,
        limit: Option<f32>,
    ) -> Option<Self> {
        let start = (f32::INFINITY, f32::NEG_INFINITY);
        let (low, high) = columns.fold(start, |(low, high), it| {
            (low.min(it.low), high.max(it.high))
        });
        let low = if from_zero { low.min(0.0) } else { low };
        let high = high.max(limit.unwrap_or(high));
        let room = if high - low < 1e-6 { 0.5 } else { 0.0 };
        low.is_finite().then_some(Self {
            plot,
            low: low - room,
            high: high + room,
        })
    }

    fn y(&self, value: f32) -> f32 {
        let part = (value - self.low) / (self.high - self.low);
        self.bottom() - part * (self.plot.height() - 10.0)
    }

    fn bottom(&self) -> f32 {
        self.plot.bottom() - 5.0
    }

    /// A line that is not to be crossed.
    fn limit(&self, painter: &Painter, value: f32) {
        let stroke = Stroke::new(1.0, theme::ERROR);
        painter.hline(self.plot.x_range(), self.y(value), stroke);
    }

    /// The greatest and the least number, at the right.
    fn ends(&self, painter: &Painter) {
        let ends = [
            (self.high, Align2::RIGHT_TOP),
            (self.low, Align2::RIGHT_BOTTOM),
        ];
        for (value, at) in ends {
            let decimals = if value.abs() >= 100.0 { 0 } else { 2 };
            let text = parts::number_text(f64::from(value), decimals);
            let place = at.pos_in_rect(&self.plot.shrink2(vec2(4.0, 1.0)));
            painter.text(place, at, text, theme::small(), theme::TEXT_3);
        }
    }
}

fn fill(painter: &Painter, columns: &[PointColumn], scale: &NumberScale, color: Color32) {
    for column in columns {
        let height = scale.y(column.high)..=scale.bottom();
        painter.vline(column.x, height, Stroke::new(1.0, color));
    }
}

fn line(painter: &Painter, columns: &[PointColumn], scale: &NumberScale, color: Color32) {
    let mut points = Vec::with_capacity(columns.len() * 2);
    for column in columns {
        points.push(pos2(column.x, scale.y(column.low)));
        if column.high != column.low {
            points.push(pos2(column.x, scale.y(column.high)));
        }
    }
    painter.add(Shape::line(points, Stroke::new(1.2, color)));
}

/// The least and the greatest number of the ticks in a column of points.
struct PointColumn {
    x: f32,
    low: f32,
    high: f32,
}

/// One column a point at most, so that any number of ticks is drawn as fast as the plot is wide.
fn columns(numbers: &LaneNumbers<'_>, series: &SessionSeries, axis: TimeAxis) -> Vec<PointColumn> {
    let times = &series.times;
    let from = times
        .partition_point(|it| *it < axis.from)
        .saturating_sub(1);
    let to = times.partition_point(|it| *it <= axis.from + axis.seconds) + 1;
    let mut found: Vec<PointColumn> = Vec::new();
    for (at, time) in times.iter().enumerate().take(to).skip(from) {
        let Some(value) = numbers.at(at) else {
            continue;
        };
        let x = axis.x(*time);
        match found.last_mut() {
            Some(last) if x - last.x < 1.0 => {
                (last.low, last.high) = (last.low.min(value), last.high.max(value));
            }
            _ => found.push(PointColumn {
                x,
                low: value,
                high: value,
            }),
        }
    }
    found
}
