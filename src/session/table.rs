//! Series as a table, for spreadsheets and scripts.

use crate::{SeriesSpan, SessionSeries};
use anim::{Name, Names};
use std::{fmt::Write, ops::Range};

/// The title of a column, and its cell of each tick.
type TableColumn<'a> = (String, Box<dyn Fn(usize) -> String + 'a>);

/// Series as CSV: a row for each of the ticks with its number and its seconds, then a column a series; a cell is
/// empty where there is no number. Machines and montages have the names of states and sections.
/// Cells that hold a comma, a quote or a line break are quoted. The decimal point is a point.
pub fn series_table(series: &SessionSeries, names: &Names, ticks: Range<u64>) -> String {
    let text = |name: Name| cell(names.text(name));
    let mut columns = cost_columns(series);
    columns.extend(span_columns(series, names));
    for (node, values) in &series.weights {
        let title = series.wish.nodes.get(node).map_or("", String::as_str);
        let title = cell(&format!("{title} weight"));
        columns.push((title, Box::new(move |at| number(values, at))));
    }
    for (name, values) in series.parameters.iter().chain(&series.curves) {
        columns.push((text(*name), Box::new(move |at| number(values, at))));
    }
    columns.extend(bone_columns(series, names));
    written(series, &columns, ticks)
}

fn written(series: &SessionSeries, columns: &[TableColumn<'_>], ticks: Range<u64>) -> String {
    let mut table = String::from("tick,seconds");
    for (title, _) in columns {
        let _ = write!(table, ",{title}");
    }
    for (at, time) in series.times.iter().enumerate() {
        let tick = series.first + at as u64;
        if !ticks.contains(&tick) {
            continue;
        }
        let _ = write!(table, "\n{tick},{time}");
        for (_, value) in columns {
            table.push(',');
            table.push_str(&value(at));
        }
    }
    table.push('\n');
    table
}

fn number(values: &[f32], at: usize) -> String {
    told(values.get(at).copied())
}

fn told(value: Option<f32>) -> String {
    let value = value.filter(|value| value.is_finite());
    value.map_or(String::new(), |value| value.to_string())
}

fn cost_columns(series: &SessionSeries) -> Vec<TableColumn<'_>> {
    let speed = Box::new(move |at| number(&series.root_speed, at));
    let mut columns: Vec<TableColumn<'_>> = vec![("root_speed_m_s".to_owned(), speed)];
    for (part, name) in ["game_us", "worker_us"].into_iter().enumerate() {
        let cost = move |at: usize| told(series.costs.get(at).map(|it| it[part]));
        columns.push((name.to_owned(), Box::new(cost)));
    }
    columns
}

fn span_columns<'a>(
    series: &'a SessionSeries,
    names: &'a Names,
) -> impl Iterator<Item = TableColumn<'a>> {
    let machines = series.machines.iter().map(|it| (it.name, &it.states));
    let montages = series.montages.iter().map(|it| (it.name, &it.sections));
    machines.chain(montages).map(move |(name, spans)| {
        let at = move |at: usize| {
            let found = span_at(spans, series.first + at as u64);
            found.map_or(String::new(), |it| cell(names.text(it.name)))
        };
        (
            cell(names.text(name)),
            Box::new(at) as Box<dyn Fn(usize) -> String>,
        )
    })
}

fn span_at(spans: &[SeriesSpan], tick: u64) -> Option<&SeriesSpan> {
    let after = spans.partition_point(|it| it.ticks.start <= tick);
    let span = spans.get(after.checked_sub(1)?)?;
    span.ticks.contains(&tick).then_some(span)
}

fn bone_columns<'a>(series: &'a SessionSeries, names: &'a Names) -> Vec<TableColumn<'a>> {
    let mut columns: Vec<TableColumn<'a>> = Vec::new();
    for (name, bone) in &series.bones {
        let name = names.text(*name);
        let speed = Box::new(move |at| number(&bone.speed, at));
        columns.push((cell(&format!("{name} m_s")), speed));
        let slide = Box::new(move |at| number(&bone.slide, at));
        columns.push((cell(&format!("{name} slide_mm")), slide));
        for (axis, letter) in ["x_m", "y_m", "z_m"].into_iter().enumerate() {
            let place = move |at: usize| told(bone.place.get(at).map(|it| it[axis]));
            columns.push((cell(&format!("{name} {letter}")), Box::new(place)));
        }
    }
    columns
}

fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
