//! What `info` says about notify classes, and the JSON schema for the payloads of their notifies.

#[cfg(test)]
mod tests;

use super::spelling::NameTextFn;
use anim::{
    Name,
    notify::{ClassKind, FieldKind},
};
use asset::{NotifyClass, notify_class::FieldType};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// A notify class: what kind of notify has it, and the fields of its payload.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotifyClassInfo {
    pub(super) name: String,
    /// `instant`, `state` or `either`.
    kind: &'static str,
    pub(super) fields: Vec<FieldInfo>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct FieldInfo {
    name: String,
    #[serde(rename = "type")]
    kind: &'static str,
    unit: String,
    /// The least and the most value. Null as a whole without a range, and null for an open end.
    range: Option<[Option<f32>; 2]>,
    choices: Vec<String>,
    /// The value of a notify that says none. Null in a bundle, whose notifies carry every value,
    /// and for a bone, a socket or a section, which belong to a skeleton or a montage.
    default: Value,
}

pub(super) fn authored_class(class: &NotifyClass) -> NotifyClassInfo {
    let field = |field: &asset::notify_class::Field| FieldInfo {
        name: field.name.clone(),
        kind: word(field.kind.kind()),
        unit: field.unit.clone(),
        range: match field.kind {
            FieldType::Number { range, .. } => range.map(|range| range.map(Some)),
            FieldType::Integer { range, .. } => {
                range.map(|range| range.map(|end| Some(end as f32)))
            }
            _ => None,
        },
        choices: field.kind.choices().map(str::to_owned).collect(),
        default: match &field.kind {
            FieldType::Number { default, .. } => json!(default),
            FieldType::Integer { default, .. } => json!(default),
            FieldType::Boolean { default } => json!(default),
            FieldType::Text { default }
            | FieldType::Choice { default, .. }
            | FieldType::Asset { default } => {
                json!(default)
            }
            FieldType::Vector { default } => json!(default),
            FieldType::Color { default } => json!(default),
            FieldType::Bone | FieldType::Socket | FieldType::Section => Value::Null,
        },
    };
    NotifyClassInfo {
        name: class.name.clone(),
        kind: kind_word(class.kind),
        fields: class.playing().map(field).collect(),
    }
}

pub(super) fn compiled_class(
    class: &anim::notify::NotifyClass,
    text: &NameTextFn<'_>,
) -> NotifyClassInfo {
    let end = |end: f32| end.is_finite().then_some(end);
    let field = |field: &anim::notify::NotifyField| FieldInfo {
        name: text(field.name),
        kind: word(field.kind()),
        unit: if field.unit == Name::NONE {
            String::new()
        } else {
            text(field.unit)
        },
        range: Some([end(field.low), end(field.high)]).filter(|range| *range != [None; 2]),
        choices: class
            .choices(field)
            .iter()
            .map(|choice| text(*choice))
            .collect(),
        default: Value::Null,
    };
    NotifyClassInfo {
        name: text(class.name),
        kind: kind_word(class.kind),
        fields: class.fields.iter().map(field).collect(),
    }
}

fn kind_word(kind: ClassKind) -> &'static str {
    match kind {
        ClassKind::Instant => "instant",
        ClassKind::State => "state",
        ClassKind::Either => "either",
    }
}

/// The type of a field as project files spell it.
fn word(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Number => "number",
        FieldKind::Integer => "integer",
        FieldKind::Boolean => "boolean",
        FieldKind::Text => "text",
        FieldKind::Choice => "choice",
        FieldKind::Vector => "vector",
        FieldKind::Color => "color",
        FieldKind::Bone => "bone",
        FieldKind::Socket => "socket",
        FieldKind::Asset => "asset",
        FieldKind::Section => "section",
    }
}

/// A JSON Schema, draft 2020-12, of notifies as `simulate --json` prints them, with one definition
/// for each class.
pub fn schema(classes: &[NotifyClassInfo]) -> Value {
    let definitions: Map<String, Value> = classes
        .iter()
        .map(|class| (class.name.clone(), class_schema(class)))
        .collect();
    let of = |class: &NotifyClassInfo| {
        let payload = json!({ "$ref": format!("#/$defs/{}", pointer(&class.name)) });
        json!({ "properties": { "class": { "const": class.name }, "payload": payload } })
    };
    let any: Vec<Value> = classes.iter().map(of).collect();
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Notify classes",
        "description": "A notify of a class, with its payload.",
        "type": "object",
        "required": ["class", "payload"],
        "$defs": definitions,
    });
    // Without any class nothing is valid. A schema without `oneOf` would take everything.
    schema["oneOf"] = if any.is_empty() {
        json!([false])
    } else {
        Value::Array(any)
    };
    schema
}

/// A name within a reference: what JSON pointers and addresses give a meaning is written otherwise.
fn pointer(name: &str) -> String {
    let escaped = name.replace('~', "~0").replace('/', "~1");
    let mut address = String::new();
    for byte in escaped.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                address.push(char::from(byte))
            }
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}

fn class_schema(class: &NotifyClassInfo) -> Value {
    let properties: Map<String, Value> = class
        .fields
        .iter()
        .map(|field| (field.name.clone(), field_schema(field)))
        .collect();
    let required: Vec<&str> = class
        .fields
        .iter()
        .map(|field| field.name.as_str())
        .collect();
    json!({
        "title": class.name,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
        "x-kind": class.kind,
    })
}

fn field_schema(field: &FieldInfo) -> Value {
    let numbers = |count: usize| json!({ "type": "array", "items": { "type": "number" }, "minItems": count, "maxItems": count });
    let mut schema = match field.kind {
        "number" => json!({ "type": "number" }),
        "integer" => json!({ "type": "integer", "minimum": i32::MIN, "maximum": i32::MAX }),
        "boolean" => json!({ "type": "boolean" }),
        "choice" => json!({ "enum": field.choices }),
        "vector" => numbers(3),
        "color" => {
            let mut color = numbers(4);
            color["items"] = json!({ "type": "number", "minimum": 0, "maximum": 1 });
            color
        }
        "text" | "asset" => json!({ "type": "string" }),
        _ => json!({ "type": ["string", "null"] }),
    };
    let [low, high] = field.range.unwrap_or_default();
    for (key, end) in [("minimum", low), ("maximum", high)] {
        if let Some(end) = end {
            schema[key] = json!(end);
        }
    }
    if !field.default.is_null() {
        schema["default"] = field.default.clone();
    }
    schema["x-type"] = json!(field.kind);
    if !field.unit.is_empty() {
        schema["x-unit"] = json!(field.unit);
    }
    schema
}
