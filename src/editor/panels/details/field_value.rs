//! A row for a value of a field of a notify class, by its type.

use super::PropertyRows;
use crate::parts::NumberField;
use asset::{
    BoneKey,
    notify_class::{Field, FieldType, FieldValue},
};
use document::Command;
use egui::Ui;
use words::tr;

/// Beyond this no number is dragged or typed where the field has no range.
const FAR: f64 = 1e9;

/// Options of a field that is chosen from a skeleton or a montage, each with its label, no value
/// first; for an asset field, the names in use.
pub type FieldValueOptions = Vec<(Option<FieldValue>, String)>;

/// The row of a value; of one that is None of what has no default. `set` gets None where none was
/// chosen.
pub fn value_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    (label, field): (&str, &Field),
    value: Option<&FieldValue>,
    options: &FieldValueOptions,
    set: impl Fn(Option<FieldValue>) -> Command,
) {
    match (&field.kind, value) {
        (FieldType::Number { range, .. }, Some(FieldValue::Number(value))) => {
            let [low, high] = range.map_or([-FAR, FAR], |range| range.map(f64::from));
            let field = number(label, &field.unit, (*value).into(), 3, (low, high));
            rows.number(ui, label, field, |value| {
                set(Some(FieldValue::Number(value as f32)))
            });
        }
        (FieldType::Integer { range, .. }, Some(FieldValue::Integer(value))) => {
            let [low, high] = range.map_or([i32::MIN.into(), i32::MAX.into()], |range| {
                range.map(f64::from)
            });
            let field = number(label, &field.unit, (*value).into(), 0, (low, high));
            rows.number(ui, label, field, |value| {
                set(Some(FieldValue::Integer(value.round() as i32)))
            });
        }
        (FieldType::Boolean { .. }, Some(FieldValue::Boolean(value))) => {
            rows.toggle(ui, label, *value, "", |value| {
                set(Some(FieldValue::Boolean(value)))
            });
        }
        (FieldType::Text { .. }, Some(FieldValue::Text(text))) => {
            rows.text(ui, label, text, |text| set(Some(FieldValue::Text(text))));
        }
        (FieldType::Asset { .. }, Some(FieldValue::Asset(text))) => {
            let names: Vec<&str> = options.iter().map(|(_, name)| name.as_str()).collect();
            rows.text_of(ui, label, text, &names, |text| {
                set(Some(FieldValue::Asset(text)))
            });
        }
        (kind @ FieldType::Choice { .. }, Some(FieldValue::Choice(chosen))) => {
            let choices: Vec<(String, String)> = kind
                .choices()
                .map(|choice| (choice.to_owned(), choice.to_owned()))
                .collect();
            rows.choice(ui, label, chosen, &choices, |choice| {
                set(Some(FieldValue::Choice(choice)))
            });
        }
        (FieldType::Vector { .. }, Some(FieldValue::Vector(parts))) => {
            for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
                let label = format!("{label} {name}");
                let field = number(&label, &field.unit, parts[axis].into(), 3, (-FAR, FAR));
                rows.number(ui, &label, field, |value| {
                    let mut parts = *parts;
                    parts[axis] = value as f32;
                    set(Some(FieldValue::Vector(parts)))
                });
            }
        }
        (FieldType::Color { .. }, Some(FieldValue::Color(color))) => {
            rows.color(ui, label, *color, |color| {
                set(Some(FieldValue::Color(color)))
            });
        }
        (FieldType::Bone | FieldType::Socket | FieldType::Section, value) => {
            rows.choice(ui, label, &value.cloned(), options, set);
        }
        // Of another type than its field: the problem says so, and the reset beside it helps.
        _ => super::fact(ui, label, tr!("A value of another type")),
    }
}

fn number<'a>(
    name: &'a str,
    unit: &'a str,
    value: f64,
    decimals: usize,
    (low, high): (f64, f64),
) -> NumberField<'a> {
    let whole = if decimals == 0 { 0.1 } else { 0.01 };
    let speed = if high - low < FAR {
        ((high - low) / 400.0).max(1e-4)
    } else {
        whole
    };
    NumberField {
        name,
        value,
        unit,
        decimals,
        speed,
        range: low..=high,
        width: 84.0,
    }
}

/// Options of a bone field: no value, then the bones of a skeleton by their own keys.
pub fn bones<'a>(bones: impl Iterator<Item = (&'a BoneKey, &'a str)>) -> FieldValueOptions {
    let named = bones.map(|(key, name)| (Some(FieldValue::Bone(key.clone())), name.to_owned()));
    std::iter::once(none()).chain(named).collect()
}

/// The choice of no value, with its label.
pub fn none() -> (Option<FieldValue>, String) {
    (None, tr!("None").to_owned())
}

/// Text of a value in a few words, for a tooltip.
pub fn text(value: &FieldValue) -> String {
    let numbers = |numbers: &[f32]| {
        numbers
            .iter()
            .map(|number| format!("{number:.3}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    match value {
        FieldValue::Number(number) => format!("{number:.3}"),
        FieldValue::Integer(number) => number.to_string(),
        FieldValue::Boolean(true) => tr!("on").into(),
        FieldValue::Boolean(false) => tr!("off").into(),
        FieldValue::Text(text) | FieldValue::Choice(text) | FieldValue::Asset(text)
            if text.is_empty() =>
        {
            tr!("nothing").into()
        }
        FieldValue::Text(text) | FieldValue::Choice(text) | FieldValue::Asset(text) => {
            format!("“{text}”")
        }
        FieldValue::Vector(parts) => numbers(parts),
        FieldValue::Color(color) => numbers(color),
        FieldValue::Bone(_) | FieldValue::Socket(_) | FieldValue::Section(_) => tr!("None").into(),
    }
}
