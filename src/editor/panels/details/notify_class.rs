//! Details of a notify class: which notifies it is for, how they look, and its fields.

use super::{
    PropertyRows,
    field_value::{FieldValueOptions, value_ui},
    heading::identity,
    list_row::list_row_ui,
};
use crate::{
    action::NotifyClassAction,
    icons,
    kinds::notify_icon,
    parts::{self, NumberField},
    theme,
};
use anim::notify::FieldKind;
use asset::{
    NotifyClass, Project,
    notify_class::{ClassKind, Field, FieldType, Icon},
};
use document::{Command, ItemCommand, NotifyClassCommand};
use egui::Ui;
use words::{Word, noun, tr, word};

const KINDS: [(ClassKind, Word); 3] = [
    (ClassKind::Instant, word!("Instant notifies")),
    (
        ClassKind::State,
        word!("Notify states: begin, tick and end"),
    ),
    (ClassKind::Either, word!("Instant notifies and states")),
];

/// The details of a notify class.
pub fn notify_class_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    class: &NotifyClass,
) {
    let id = rows.asset;
    let command = move |command| Command::NotifyClass(id, command);
    identity(
        ui,
        notify_icon(class.icon),
        &class.name,
        tr!("Notify class"),
        &parts::count(class.fields.len(), noun!("field")),
    );
    let kinds = KINDS.map(|(kind, text)| (kind, text.into()));
    rows.choice(ui, tr!("For"), &class.kind, &kinds, |kind| {
        command(NotifyClassCommand::SetKind(kind))
    });
    let colors: Vec<(u8, String)> = (0u8..)
        .zip(theme::PALETTE_NAMES.map(String::from))
        .collect();
    rows.choice(ui, tr!("Colour"), &class.color, &colors, |color| {
        command(NotifyClassCommand::SetColor(color))
    });
    let icons = Icon::ALL.map(|icon| (icon, icon.word().to_owned()));
    rows.choice(ui, tr!("Icon"), &class.icon, &icons, |icon| {
        command(NotifyClassCommand::SetIcon(icon))
    });
    let users = project
        .users(id)
        .map(|(_, user)| user.name())
        .collect::<Vec<_>>()
        .join(", ");
    super::fact(
        ui,
        tr!("Used by"),
        if users.is_empty() {
            tr!("No notify")
        } else {
            &users
        },
    );
    if !parts::group_header(ui, tr!("Fields"), &class.fields.len().to_string()) {
        return;
    }
    for (at, field) in class.fields.iter().enumerate() {
        let is_shown = rows.views.kinds.notify_class.field == Some(field.id);
        let right = format!("{}{}", word(field.kind.kind()), unit(field));
        if list_row_ui(ui, tr!("Field"), &field.name, &right, is_shown) {
            rows.views.kinds.notify_class.field = (!is_shown).then_some(field.id);
        }
        if is_shown {
            ui.push_id(field.id, |ui| {
                field_ui(ui, rows, (at, class.fields.len()), field)
            });
        }
    }
    if parts::property(ui, "", |ui| {
        parts::button(ui, Some(icons::PLUS), tr!("Add field"), false).clicked()
    }) {
        rows.actions.push(NotifyClassAction::AddField.into());
    }
}

fn unit(field: &Field) -> String {
    if field.unit.is_empty() {
        String::new()
    } else {
        format!(", {}", field.unit)
    }
}

fn word(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Number => tr!("Number"),
        FieldKind::Integer => tr!("Integer"),
        FieldKind::Boolean => tr!("Bool"),
        FieldKind::Text => tr!("Text"),
        FieldKind::Choice => tr!("Choice"),
        FieldKind::Vector => tr!("Vector"),
        FieldKind::Color => tr!("Colour"),
        FieldKind::Bone => tr!("Bone"),
        FieldKind::Socket => tr!("Socket"),
        FieldKind::Asset => tr!("Game asset"),
        FieldKind::Section => tr!("Section of the montage"),
    }
}

fn field_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, (at, count): (usize, usize), field: &Field) {
    let id = rows.asset;
    let command = move |command| Command::NotifyClass(id, command);
    let set = move |field: Field| command(NotifyClassCommand::Field(ItemCommand::Put(field)));
    rows.text(ui, tr!("Name"), &field.name, |name| {
        set(Field {
            name,
            ..field.clone()
        })
    });
    let kinds = FieldKind::ALL.map(|kind| (kind, word(kind).to_owned()));
    rows.choice(ui, tr!("Type"), &field.kind.kind(), &kinds, |kind| {
        let new = FieldType::of(kind);
        // What was the default stays it where it means the same.
        let default = field
            .kind
            .default()
            .and_then(|default| new.fitted(&default));
        set(Field {
            kind: default.map_or(new.clone(), |default| new.with_default(&default)),
            ..field.clone()
        })
    });
    rows.text(ui, tr!("Unit"), &field.unit, |unit| {
        set(Field {
            unit,
            ..field.clone()
        })
    });
    range_ui(ui, rows, field, set);
    if let Some(default) = field.kind.default() {
        value_ui(
            ui,
            rows,
            (tr!("Default"), field),
            Some(&default),
            &FieldValueOptions::new(),
            |value| {
                let kind =
                    value.map_or(field.kind.clone(), |value| field.kind.with_default(&value));
                set(Field {
                    kind,
                    ..field.clone()
                })
            },
        );
    }
    let moved = parts::property(ui, "", |ui| {
        let up = ui
            .add_enabled_ui(at > 0, |ui| {
                parts::button(ui, None, tr!("Move up"), false).clicked()
            })
            .inner;
        let down = ui
            .add_enabled_ui(at + 1 < count, |ui| {
                parts::button(ui, None, tr!("Move down"), false).clicked()
            })
            .inner;
        if up {
            Some(at - 1)
        } else {
            down.then_some(at + 1)
        }
    });
    if let Some(to) = moved {
        rows.perform(command(NotifyClassCommand::Field(ItemCommand::Move(
            field.id, to,
        ))));
    }
    if parts::property(ui, "", |ui| {
        parts::button(ui, Some(icons::TRASH), tr!("Delete field"), false).clicked()
    }) {
        rows.perform(command(NotifyClassCommand::Field(ItemCommand::Remove(
            field.id,
        ))));
    }
}

/// Rows for the allowed values of a field: its ends, or its choices.
fn range_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    field: &Field,
    set: impl Fn(Field) -> Command + Copy,
) {
    let number = |name, value: f64, decimals| NumberField {
        name,
        value,
        unit: &field.unit,
        decimals,
        speed: if decimals == 0 { 0.1 } else { 0.02 },
        range: -1e9..=1e9,
        width: 84.0,
    };
    let with = |kind: FieldType| {
        set(Field {
            kind,
            ..field.clone()
        })
    };
    match &field.kind {
        FieldType::Number { default, range } => {
            let within = |range| FieldType::Number {
                default: *default,
                range,
            };
            let note = tr!("limits the value");
            rows.toggle(ui, tr!("Range"), range.is_some(), note, |on| {
                with(within(on.then_some([0.0, 1.0])))
            });
            if let Some([low, high]) = *range {
                let (least, most) = (
                    number(tr!("Min"), low.into(), 3),
                    number(tr!("Max"), high.into(), 3),
                );
                rows.number(ui, tr!("Min"), least, |to| {
                    with(within(Some([(to as f32).min(high), high])))
                });
                rows.number(ui, tr!("Max"), most, |to| {
                    with(within(Some([low, (to as f32).max(low)])))
                });
            }
        }
        FieldType::Integer { default, range } => {
            let within = |range| FieldType::Integer {
                default: *default,
                range,
            };
            let note = tr!("limits the value");
            rows.toggle(ui, tr!("Range"), range.is_some(), note, |on| {
                with(within(on.then_some([0, 10])))
            });
            if let Some([low, high]) = *range {
                let (least, most) = (
                    number(tr!("Min"), low.into(), 0),
                    number(tr!("Max"), high.into(), 0),
                );
                rows.number(ui, tr!("Min"), least, |to| {
                    with(within(Some([(to.round() as i32).min(high), high])))
                });
                rows.number(ui, tr!("Max"), most, |to| {
                    with(within(Some([low, (to.round() as i32).max(low)])))
                });
            }
        }
        FieldType::Choice { default, choices } => {
            rows.text(ui, tr!("Choices"), &choices.join(", "), |text| {
                let choices = text.split(',').map(|choice| choice.trim().to_owned());
                let choices = choices.filter(|choice| !choice.is_empty()).collect();
                with(FieldType::Choice {
                    default: default.clone(),
                    choices,
                })
            });
        }
        _ => {}
    }
}
