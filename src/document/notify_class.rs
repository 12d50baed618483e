//! Edits of a notify class. What notifies say for its fields goes along.

#[cfg(test)]
mod tests;

use crate::{
    EditError, NotifyClassCommand,
    field::{finite, has_room, replace},
    item::{self, ItemCommand, ListedItem, listed},
};
use anim::limits::{MOST_CHOICES, MOST_FIELDS};
use asset::{
    Id, Notify, NotifyClass, Project, is_finite,
    notify_class::{Field, FieldType, FieldValue},
};
use std::sync::Arc;
use words::tr;

pub(crate) fn apply(
    project: &mut Project,
    id: Id,
    command: &NotifyClassCommand,
) -> Result<bool, EditError> {
    let before = project
        .notify_classes
        .get(&id)
        .ok_or(EditError::AssetMissing)?
        .clone();
    let mut class = (*before).clone();
    let changed = edit(&mut class, project, command)?;
    if !changed {
        return Ok(false);
    }
    if let NotifyClassCommand::Field(command) = command {
        match (before.field(command.id()), class.field(command.id())) {
            (Some(old), Some(new)) => change_values(project, id, old, new),
            (Some(old), None) => each_notify(project, id, old.id, |notify| {
                notify.fields.remove(&old.id);
            }),
            (None, _) => {}
        }
    }
    project.notify_classes.insert(id, Arc::new(class));
    Ok(true)
}

fn edit(
    class: &mut NotifyClass,
    project: &Project,
    command: &NotifyClassCommand,
) -> Result<bool, EditError> {
    match command {
        NotifyClassCommand::SetKind(kind) => Ok(replace(&mut class.kind, *kind)),
        NotifyClassCommand::SetColor(color) => Ok(replace(&mut class.color, *color)),
        NotifyClassCommand::SetIcon(icon) => Ok(replace(&mut class.icon, *icon)),
        NotifyClassCommand::Field(command) => item::edit(class, project, command),
    }
}

/// A class as it may be added: each field as an edit of it takes it.
pub(crate) fn checked_class(
    project: &Project,
    class: &NotifyClass,
) -> Result<NotifyClass, EditError> {
    let mut checked = NotifyClass {
        fields: Vec::new(),
        ..class.clone()
    };
    for field in &class.fields {
        item::edit(&mut checked, project, &ItemCommand::Add(field.clone()))?;
    }
    Ok(checked)
}

impl ListedItem for Field {
    listed!(NotifyClass, fields, name);

    fn checked(&self, class: &NotifyClass, _: &Project) -> Result<Self, EditError> {
        let checked = checked(class, self)?;
        if class.field(self.id).is_none() {
            has_room(class.fields.len(), MOST_FIELDS, tr!("Fields"))?;
        }
        Ok(checked)
    }
}

fn checked(class: &NotifyClass, field: &Field) -> Result<Field, EditError> {
    let name = Field::checked_name(class, field.id, &field.name)?;
    finite(is_finite(field))?;
    let in_order = match &field.kind {
        FieldType::Number {
            range: Some([low, high]),
            ..
        } => low <= high,
        FieldType::Integer {
            range: Some([low, high]),
            ..
        } => low <= high,
        _ => true,
    };
    if !in_order {
        return Err(EditError::OutOfRange {
            field: tr!("Min"),
            range: tr!("at most Max").into(),
        });
    }
    let mut kind = field.kind.clone();
    if let FieldType::Choice { default, choices } = &mut kind {
        choices
            .iter_mut()
            .for_each(|choice| *choice = choice.trim().to_owned());
        let is_new = |at: usize| !choices[at].is_empty() && !choices[..at].contains(&choices[at]);
        if choices.is_empty() || choices.len() > MOST_CHOICES || !(0..choices.len()).all(is_new) {
            return Err(EditError::OutOfRange {
                field: tr!("Choices"),
                range: tr!("1 to {MOST_CHOICES} different choices").into(),
            });
        }
        if !choices.contains(default) {
            default.clone_from(&choices[0]);
        }
    }
    kind = within_range(kind);
    if kind.default().is_some_and(|default| !kind.takes(&default)) {
        return Err(EditError::OutOfRange {
            field: tr!("Default"),
            range: tr!("a value that the field takes").into(),
        });
    }
    Ok(Field {
        name,
        unit: field.unit.trim().to_owned(),
        kind,
        ..field.clone()
    })
}

/// A range takes its default along.
fn within_range(kind: FieldType) -> FieldType {
    match kind {
        FieldType::Number {
            default,
            range: Some([low, high]),
        } => FieldType::Number {
            default: default.clamp(low, high),
            range: Some([low, high]),
        },
        FieldType::Integer {
            default,
            range: Some([low, high]),
        } => FieldType::Integer {
            default: default.clamp(low, high),
            range: Some([low, high]),
        },
        other => other,
    }
}

/// Values that mean the same in a field of another type are kept; notifies follow the new name of a
/// choice.
fn change_values(project: &mut Project, class: Id, old: &Field, new: &Field) {
    if old.kind.kind() != new.kind.kind() {
        each_notify(project, class, new.id, |notify| {
            if let Some(value) = notify
                .fields
                .remove(&new.id)
                .and_then(|value| new.kind.fitted(&value))
            {
                notify.fields.insert(new.id, value);
            }
        });
    } else if let Some((before, after)) = renamed_choice(&old.kind, &new.kind) {
        each_notify(project, class, new.id, |notify| {
            if let Some(FieldValue::Choice(choice)) = notify
                .fields
                .get_mut(&new.id)
                .filter(|it| it.is_choice(before))
            {
                after.clone_into(choice);
            }
        });
    }
}

/// The only one that differs, before and after.
fn renamed_choice<'a>(old: &'a FieldType, new: &'a FieldType) -> Option<(&'a str, &'a str)> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.choices().collect(), new.choices().collect());
    let mut differ = old.iter().zip(&new).filter(|(old, new)| old != new);
    let first = differ
        .next()
        .filter(|_| old.len() == new.len() && !old.is_empty());
    first
        .filter(|_| differ.next().is_none())
        .map(|(old, new)| (*old, *new))
}

/// Every notify of the class that says something for the field. Assets without one stay the very
/// same.
fn each_notify(project: &mut Project, class: Id, field: Id, edit: impl Fn(&mut Notify)) {
    let says = |notify: &Notify| notify.class == Some(class) && notify.fields.contains_key(&field);
    for clip in project
        .clips
        .values_mut()
        .filter(|clip| clip.notifies.iter().any(says))
    {
        Arc::make_mut(clip).notifies.edit(says, &edit);
    }
    for montage in project
        .montages
        .values_mut()
        .filter(|montage| montage.notifies.iter().any(says))
    {
        Arc::make_mut(montage).notifies.edit(says, &edit);
    }
}
