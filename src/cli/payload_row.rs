//! What notifies carry, as JSON for `--json` and as text for lines.

#[cfg(test)]
mod tests;

use anim::{
    Name, Names,
    notify::{FieldValue, Payload},
};
use serde_json::{Map, Value, json};

/// The values of a payload by their fields. A bone, socket or section that was not chosen is null.
pub fn of(payload: &Payload<'_>, names: &Names) -> Map<String, Value> {
    payload
        .fields()
        .map(|(name, field)| (names.text(name).to_owned(), value(field, names)))
        .collect()
}

fn value(value: FieldValue<'_>, names: &Names) -> Value {
    let named = |name: Name| {
        if name == Name::NONE {
            Value::Null
        } else {
            Value::from(names.text(name))
        }
    };
    match value {
        FieldValue::Number(number) => single(number),
        FieldValue::Integer(number) => json!(number),
        FieldValue::Boolean(on) => json!(on),
        FieldValue::Text(text) | FieldValue::Asset(text) => json!(text),
        FieldValue::Vector(parts) => parts.to_array().map(single).to_vec().into(),
        FieldValue::Color(parts) => parts.to_array().map(single).to_vec().into(),
        FieldValue::Choice(name)
        | FieldValue::Bone(name)
        | FieldValue::Socket(name)
        | FieldValue::Section(name) => named(name),
    }
}

/// A number in the fewest digits that give the same `f32`. Null when it is not finite.
fn single(number: f32) -> Value {
    number
        .to_string()
        .parse::<f64>()
        .map_or(Value::Null, Value::from)
}

/// A payload as one line: the class, then each field with its value.
pub fn text(class: &str, payload: &Map<String, Value>) -> String {
    let field = |(name, value): (&String, &Value)| match value {
        Value::String(text) => format!("{name} {text}"),
        other => format!("{name} {other}"),
    };
    let fields: Vec<String> = payload.iter().map(field).collect();
    if fields.is_empty() {
        class.to_owned()
    } else {
        format!("{class}: {}", fields.join(", "))
    }
}
