//! Series as a table, for spreadsheets and scripts.

use crate::SessionSeries;
use anim::{Name, Names};
use std::fmt::Write;

/// Series as CSV: a row a tick with its number and its seconds, then a column a series; a cell is
/// empty where there is no number. Machines and montages have the names of states and sections.
/// Cells that hold a comma, a quote or a line break are quoted. The decimal point is a point.
pub fn series_table(series: &SessionSeries, names: &Names) -> String {
    let text = |name: Name| cell(names.text(name));
    let mut columns: Vec<(String, Box<dyn Fn(usize) -> String + '_>)> = Vec::new();
    let number = |values: &[f32], at: usize| {
        let value = values.get(at).filter(|value| value.is_finite());
        value.map_or(String::new(), f32::to_string)
    };
    columns.push((
        "root_speed_m_s".to_owned(),
        Box::new(move |at| number(&series.root_speed, at)),
    ));
    for (at, name) in ["game_us", "worker_us"].into_iter().enumerate() {
        columns.push((
            name.to_owned(),
            Box::new(move |tick| {
                let cost = series.costs.get(tick).map(|it| it[at]);
                cost.map_or(String::new(), |cost| cost.to_string())
            }),
        ));
    }
    let spans = series
        .machines
        .iter()
        .map(|it| (it.name, &it.states))
        .chain(series.montages.iter().map(|it| (it.name, &it.sections)));
    for (name, spans) in spans {
        columns.push((
            text(name),
            Box::new(move |at| {
                let tick = series.first + at as u64;
                let after = spans.partition_point(|it| it.ticks.start <= tick);
                let span = after.checked_sub(1).map(|at| &spans[at]);
                let span = span.filter(|it| it.ticks.contains(&tick));
                span.map_or(String::new(), |it| text(it.name))
            }),
        ));
    }
    for (name, values) in series.parameters.iter().chain(&series.curves) {
        columns.push((text(*name), Box::new(move |at| number(values, at))));
    }
    for (name, bone) in &series.bones {
        columns.push((
            cell(&format!("{} m_s", names.text(*name))),
            Box::new(move |at| number(&bone.speed, at)),
        ));
        for (axis, letter) in ["x_m", "y_m", "z_m"].into_iter().enumerate() {
            columns.push((
                cell(&format!("{} {letter}", names.text(*name))),
                Box::new(move |at| {
                    let place = bone.place.get(at).map(|it| it[axis]);
                    let place = place.filter(|it| it.is_finite());
                    place.map_or(String::new(), |it| it.to_string())
                }),
            ));
        }
    }
    let mut table = String::from("tick,seconds");
    for (title, _) in &columns {
        let _ = write!(table, ",{title}");
    }
    for (at, time) in series.times.iter().enumerate() {
        let _ = write!(table, "\n{},{time}", series.first + at as u64);
        for (_, value) in &columns {
            table.push(',');
            table.push_str(&value(at));
        }
    }
    table.push('\n');
    table
}

fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
