//! Notify classes: their fields as a game reads them.

use super::Output;
use crate::{Id, NotifyClass, Project, diagnostic::Kind, notify_class::FieldType};
use anim::{
    Name,
    limits::{MOST_CHOICES, MOST_FIELDS},
    notify::NotifyField,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use words::tr;

/// Notify classes that play, by asset.
pub(super) type Classes = BTreeMap<Id, Arc<NotifyClass>>;

/// Every class with a name of its own, authored and compiled.
pub(super) fn compile(
    project: &Project,
    usable: &BTreeSet<Id>,
    out: &mut Output,
) -> (Classes, Vec<Arc<anim::notify::NotifyClass>>) {
    let mut classes = Classes::default();
    let mut compiled = Vec::new();
    for (&id, class) in project
        .notify_classes
        .iter()
        .filter(|(id, _)| usable.contains(id))
    {
        report_left_out(id, class, out);
        // What does not play was reported, and the rest is sound by construction.
        if let Ok(one) = anim::notify::NotifyClass::new(compile_one(id, class, out)) {
            classes.insert(id, class.clone());
            compiled.push(Arc::new(one));
        }
    }
    (classes, compiled)
}

fn report_left_out(id: Id, class: &NotifyClass, out: &mut Output) {
    let mut taken = BTreeSet::new();
    for field in &class.fields {
        let item = Some(field.id);
        if field.name.is_empty() {
            out.error(id, item, Kind::NameMissing);
        } else if !taken.insert(field.name.as_str()) {
            out.error(
                id,
                item,
                Kind::DuplicateFieldName {
                    name: field.name.clone(),
                },
            );
        }
        match &field.kind {
            FieldType::Choice { choices, .. } if choices.iter().all(String::is_empty) => {
                out.error(id, item, Kind::ChoiceEmpty);
            }
            FieldType::Choice { choices, .. } if choices.len() > MOST_CHOICES => {
                out.warn(
                    id,
                    item,
                    Kind::TooMany {
                        what: tr!("choices"),
                        most: MOST_CHOICES,
                    },
                );
            }
            _ => {}
        }
        if field
            .kind
            .default()
            .is_some_and(|default| !field.kind.takes(&default))
        {
            out.warn(id, item, Kind::BadDefault);
        }
    }
    if class.fields.len() > MOST_FIELDS {
        out.warn(
            id,
            None,
            Kind::TooMany {
                what: tr!("fields"),
                most: MOST_FIELDS,
            },
        );
    }
}

fn compile_one(id: Id, class: &NotifyClass, out: &mut Output) -> anim::notify::NotifyClass {
    let (mut fields, mut choices) = (Vec::new(), Vec::new());
    for field in class.playing() {
        let first_choice = choices.len() as u32;
        choices.extend(
            field
                .kind
                .choices()
                .map(|choice| out.name(id, Some(field.id), choice)),
        );
        let (low, high) = range(&field.kind);
        fields.push(NotifyField {
            name: out.name(id, Some(field.id), &field.name),
            unit: spelled(id, field.id, &field.unit, out),
            kind: field.kind.kind().index(),
            first_choice,
            choice_count: choices.len() as u32 - first_choice,
            low,
            high,
            reserved: 0,
        });
        if let FieldType::Text { default } | FieldType::Asset { default } = &field.kind {
            spelled(id, field.id, default, out);
        }
    }
    let name = Name::new(&class.name);
    anim::notify::NotifyClass {
        name,
        kind: class.kind,
        fields: fields.into(),
        choices: choices.into(),
    }
}

/// Name whose spelling is the text; none of an empty text.
fn spelled(id: Id, field: Id, text: &str, out: &mut Output) -> Name {
    if text.is_empty() {
        Name::NONE
    } else {
        out.name(id, Some(field), text)
    }
}

/// Ends of a field's range in order, however they are written; infinite if there is no range.
pub(super) fn range(kind: &FieldType) -> (f32, f32) {
    let ends = match kind {
        FieldType::Number {
            range: Some([low, high]),
            ..
        } => Some((*low, *high)),
        FieldType::Integer {
            range: Some([low, high]),
            ..
        } => Some((*low as f32, *high as f32)),
        _ => None,
    };
    let ends = ends.filter(|(low, high)| low <= high && low.is_finite() && high.is_finite());
    ends.unwrap_or((f32::NEG_INFINITY, f32::INFINITY))
}
