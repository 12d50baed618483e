//! What notifies carry: a value a field of their class, each of the field's type and within its
//! range.

#[cfg(test)]
mod tests;

use super::{Output, notifies::NotifyHost, notify_class::range};
use crate::{
    Id, Notify,
    diagnostic::{Kind, ValueProblem},
    notify_class::{Field, FieldType, FieldValue},
};
use anim::Name;

/// The notify with its class, and its values after those that are there already.
pub(super) fn carrying(
    compiled: anim::Notify,
    asset: Id,
    notify: &Notify,
    host: &NotifyHost<'_>,
    values: &mut Vec<u64>,
    out: &mut Output,
) -> anim::Notify {
    let Some(id) = notify.class else {
        return compiled;
    };
    let Some(class) = host.named.classes.get(&id) else {
        out.warn(asset, Some(notify.id), Kind::NotifyClassMissing);
        return compiled;
    };
    let is_state = notify.duration.is_some();
    if !class.kind.takes(is_state) {
        out.warn(
            asset,
            Some(notify.id),
            Kind::NotifyClassKind {
                class: class.name.clone(),
                is_state,
            },
        );
        return compiled;
    }
    let first = values.len();
    for field in class.playing() {
        match notify
            .fields
            .get(&field.id)
            .map(|value| of_value(field, value, host))
        {
            None => values.extend(of_default(field)),
            Some(Ok(words)) => values.extend(words),
            Some(Err((problem, nearest))) => {
                out.warn(
                    asset,
                    Some(notify.id),
                    Kind::BadValue {
                        field: field.name.clone(),
                        problem,
                    },
                );
                values.extend(nearest.unwrap_or_else(|| of_default(field)));
            }
        }
    }
    let (first_value, value_count) = (first as u32, (values.len() - first) as u32);
    anim::Notify {
        class: Name::new(&class.name),
        first_value,
        value_count,
        ..compiled
    }
}

type Words = Vec<u64>;

/// Problem of a value, and the nearest valid value.
type Bad = (ValueProblem, Option<Words>);

fn number(value: f32) -> u64 {
    value.to_bits().into()
}

fn integer(value: i32) -> u64 {
    u64::from(value as u32)
}

fn of_value(field: &Field, value: &FieldValue, host: &NotifyHost<'_>) -> Result<Words, Bad> {
    let bad = |problem| Err((problem, None));
    let found = |name: Option<&Name>, problem| name.map(|name| vec![name.0]).ok_or((problem, None));
    match (&field.kind, value) {
        (FieldType::Number { .. }, FieldValue::Number(value)) if !value.is_finite() => {
            bad(ValueProblem::Number)
        }
        (FieldType::Number { .. }, FieldValue::Number(value)) => {
            within(&field.kind, *value, number(*value), number)
        }
        (FieldType::Integer { .. }, FieldValue::Integer(value)) => {
            within(&field.kind, *value as f32, integer(*value), |nearest| {
                integer(nearest as i32)
            })
        }
        (FieldType::Boolean { .. }, FieldValue::Boolean(value)) => Ok(vec![(*value).into()]),
        (FieldType::Text { .. }, FieldValue::Text(text))
        | (FieldType::Asset { .. }, FieldValue::Asset(text)) => Ok(vec![Name::new(text).0]),
        (kind @ FieldType::Choice { .. }, FieldValue::Choice(choice)) => {
            if kind.choices().any(|known| known == choice) {
                Ok(vec![Name::new(choice).0])
            } else {
                bad(ValueProblem::Choice {
                    choice: choice.clone(),
                })
            }
        }
        (FieldType::Vector { .. }, FieldValue::Vector(parts)) => {
            numbers(parts, (f32::MIN, f32::MAX))
        }
        (FieldType::Color { .. }, FieldValue::Color(parts)) => numbers(parts, (0.0, 1.0)),
        (FieldType::Bone, FieldValue::Bone(key)) => found(
            host.named.bones.get(key),
            ValueProblem::Bone {
                bone: key.to_string(),
            },
        ),
        (FieldType::Socket, FieldValue::Socket(id)) => {
            found(host.named.sockets.get(id), ValueProblem::Socket)
        }
        (FieldType::Section, FieldValue::Section(id)) => match host.sections {
            Some(sections) => found(sections.get(id), ValueProblem::Section),
            None => bad(ValueProblem::SectionOnClip),
        },
        _ => bad(ValueProblem::Type),
    }
}

/// A number as its word, or that of the nearest end of its range.
fn within(
    kind: &FieldType,
    value: f32,
    word: u64,
    nearest: impl Fn(f32) -> u64,
) -> Result<Words, Bad> {
    let (low, high) = range(kind);
    if (low..=high).contains(&value) {
        Ok(vec![word])
    } else {
        Err((
            ValueProblem::Range { low, high },
            Some(vec![nearest(value.clamp(low, high))]),
        ))
    }
}

fn numbers(parts: &[f32], (low, high): (f32, f32)) -> Result<Words, Bad> {
    if parts.iter().any(|part| !part.is_finite()) {
        return Err((ValueProblem::Number, None));
    }
    let words = parts
        .iter()
        .map(|part| number(part.clamp(low, high)))
        .collect();
    if parts.iter().all(|part| (low..=high).contains(part)) {
        Ok(words)
    } else {
        Err((ValueProblem::Range { low, high }, Some(words)))
    }
}

/// Words of a field's default, made valid for the field; a default that does not fit was reported
/// at its class.
fn of_default(field: &Field) -> Words {
    let (low, high) = range(&field.kind);
    let finite = |value: f32| if value.is_finite() { value } else { 0.0 };
    match &field.kind {
        FieldType::Number { default, .. } => vec![number(finite(*default).clamp(low, high))],
        FieldType::Integer { default, range } => {
            let range = range.filter(|[low, high]| low <= high);
            vec![integer(
                range.map_or(*default, |[low, high]| (*default).clamp(low, high)),
            )]
        }
        FieldType::Boolean { default } => vec![(*default).into()],
        FieldType::Text { default } | FieldType::Asset { default } => vec![Name::new(default).0],
        kind @ FieldType::Choice { default, .. } => {
            let known = kind.choices().find(|choice| choice == default);
            vec![
                known
                    .or_else(|| kind.choices().next())
                    .map_or(Name::NONE, Name::new)
                    .0,
            ]
        }
        FieldType::Vector { default } => default.map(|part| number(finite(part))).to_vec(),
        FieldType::Color { default } => default
            .map(|part| number(finite(part).clamp(0.0, 1.0)))
            .to_vec(),
        FieldType::Bone | FieldType::Socket | FieldType::Section => vec![0],
    }
}
