//! Keys as rows, of curves that have no lane: each with its time and value, and what adds and takes
//! away.

use super::fields::TimelineFieldRows;
use crate::{
    icons,
    parts::{self, NumberField},
};
use asset::{CurveKey, Id, source::Interpolation};
use document::Command;
use egui::Ui;
use words::tr;

/// The curve that a group of key rows edits: its keys and the range in which keys can lie.
pub struct CurveKeyRows<'a> {
    /// The name in labels, such as a curve's.
    pub name: &'a str,
    /// Keys of the curve, in the order in which the rows show them.
    pub keys: &'a [CurveKey],
    /// The unit of the times.
    pub unit: &'a str,
    /// Times go from 0 to this; values from 0 to 1.
    pub length: f64,
}

/// `set` takes all of them, in any order.
pub fn keys_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    list: &CurveKeyRows<'_>,
    set: impl Fn(Vec<CurveKey>) -> Command,
) {
    for (at, key) in list.keys.iter().enumerate() {
        key_ui(ui, fields, list, (at, key), &set);
    }
    let label = tr!("Add key to {}", list.name);
    let is_added = parts::property(ui, "", |ui| {
        parts::button(ui, Some(icons::PLUS), tr!("Add key"), false)
            .on_hover_text(&label)
            .clicked()
    });
    if is_added {
        let new = new_key(list, fields.rows.views.edits.id());
        fields
            .rows
            .perform(set(list.keys.iter().cloned().chain([new]).collect()));
    }
}

fn key_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    list: &CurveKeyRows<'_>,
    (at, key): (usize, &CurveKey),
    set: &impl Fn(Vec<CurveKey>) -> Command,
) {
    let label = tr!("Key {}", at + 1);
    let names = [
        tr!("{} key {} time", list.name, at + 1),
        tr!("{} key {} value", list.name, at + 1),
    ];
    let mut removed = false;
    let edit = parts::property(ui, &label, |ui| {
        let width = ((ui.available_width() - 60.0) / 2.0).clamp(40.0, 84.0);
        let field = |name, value: f32, unit, range| NumberField {
            name,
            value: value.into(),
            unit,
            decimals: 3,
            speed: 0.005,
            range,
            width,
        };
        let time = field(&names[0], key.time, list.unit, 0.0..=list.length).show(ui);
        let value = field(&names[1], key.value, "", 0.0..=1.0).show(ui);
        let name = tr!("Remove {} key {}", list.name, at + 1);
        removed = parts::icon_button(ui, icons::X, &name, false).clicked();
        let time = time.map(|edit| {
            edit.map(|time| CurveKey {
                time: time as f32,
                ..key.clone()
            })
        });
        time.or_else(|| {
            value.map(|edit| {
                edit.map(|value| CurveKey {
                    value: value as f32,
                    ..key.clone()
                })
            })
        })
    });
    let with = |changed: CurveKey| {
        let take = |known: &CurveKey| {
            if known.id == changed.id {
                changed.clone()
            } else {
                known.clone()
            }
        };
        list.keys.iter().map(take).collect::<Vec<_>>()
    };
    fields
        .rows
        .apply_to(&label, edit, |changed| set(with(changed)));
    if removed {
        fields.rows.perform(set(list
            .keys
            .iter()
            .filter(|known| known.id != key.id)
            .cloned()
            .collect()));
    }
}

/// A new key in the middle of the widest gap, on the line.
fn new_key(list: &CurveKeyRows<'_>, id: Id) -> CurveKey {
    let ends = [(0.0, 0.0), (list.length as f32, 1.0)];
    let mut points: Vec<(f32, f32)> = list.keys.iter().map(|key| (key.time, key.value)).collect();
    if points.len() < 2 {
        points = ends.to_vec();
    }
    let wider =
        |a: &&[(f32, f32)], b: &&[(f32, f32)]| (a[1].0 - a[0].0).total_cmp(&(b[1].0 - b[0].0));
    let gap = points
        .windows(2)
        .max_by(wider)
        .map_or(ends, |gap| [gap[0], gap[1]]);
    let middle = |a: f32, b: f32| (a + b) / 2.0;
    CurveKey::new(
        id,
        middle(gap[0].0, gap[1].0),
        middle(gap[0].1, gap[1].1),
        Interpolation::Linear,
    )
}
