//! What a notify carries: its class, and a row a field of it.

use super::{
    field_value::{self, FieldValueOptions, value_ui},
    fields::TimelineFieldRows,
};
use crate::{action::SelectAction, parts, picking::Picking, theme, timeline::TimelineHost};
use asset::{
    AssetKind, Id, Notify, NotifyClass, Project,
    notify_class::{Field, FieldType, FieldValue},
};
use document::Command;
use egui::Ui;
use std::collections::{BTreeMap, BTreeSet};
use words::tr;

/// The fields of a notify's class, with the values of this notify.
pub fn payload_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    notify: &Notify,
    set: impl Fn(Notify) -> Command + Copy,
) {
    if std::mem::take(&mut fields.rows.views.reveals_payload) {
        ui.scroll_to_cursor(Some(egui::Align::TOP));
    }
    let project = fields.host.project;
    let named = project
        .list(AssetKind::NotifyClass)
        .into_iter()
        .map(|(id, name)| (Some(id), name.to_owned()));
    let options: Vec<(Option<Id>, String)> = [(None, tr!("None").to_owned())]
        .into_iter()
        .chain(named)
        .collect();
    fields
        .rows
        .choice(ui, tr!("Class"), &notify.class, &options, |class| {
            set(with_class(project, notify, class))
        });
    let class = notify
        .class
        .and_then(|class| project.notify_classes.get(&class));
    // What several carry may be of several classes.
    let Some(class) = class.filter(|_| !fields.rows.mixed.contains(tr!("Class"))) else {
        return;
    };
    for field in &class.fields {
        let with = |value: Option<FieldValue>| {
            let mut notify = notify.clone();
            notify.fields.remove(&field.id);
            notify.fields.extend(value.map(|value| (field.id, value)));
            set(notify)
        };
        let (own, default) = (notify.fields.get(&field.id), field.kind.default());
        let options = options_of(fields.host, field);
        ui.push_id(field.id, |ui| {
            let can_reset = own.is_some() && own != default.as_ref();
            fields.rows.resets(
                can_reset,
                default
                    .as_ref()
                    .map_or(tr!("None").into(), field_value::text),
                || with(None),
            );
            let value = own.or(default.as_ref());
            if matches!(field.kind, FieldType::Bone | FieldType::Socket) && fields.many.len() == 1 {
                let wants_socket = field.kind == FieldType::Socket;
                let picking =
                    fields.picking((notify.id, Some(field.id)), wants_socket, &field.name);
                return pick_ui(ui, fields, picking, (&value.cloned(), &options), with);
            }
            value_ui(
                ui,
                &mut fields.rows,
                (&field.name, field),
                value,
                &options,
                with,
            );
            if class
                .sound_field()
                .is_some_and(|sound| sound.id == field.id)
            {
                heard_ui(ui, fields, value);
            }
        });
    }
}

/// Whether the sound that a notify names is one that can be heard here.
fn heard_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, value: Option<&FieldValue>) {
    let (Some(FieldValue::Asset(name) | FieldValue::Text(name)), false) =
        (value, fields.has_several())
    else {
        return;
    };
    match fields.host.project.sound_named(name) {
        Some((sound, _)) => super::sound::try_ui(ui, &mut fields.rows, sound),
        None if name.is_empty() => {}
        None => parts::property(ui, "", |ui| {
            let text = egui::RichText::new(tr!("Not heard here")).color(theme::TEXT_2);
            ui.add(egui::Label::new(text).truncate()).on_hover_text(
                tr!("The project has no sound of this name: the game may have one. To hear it here, drop a WAV, Ogg or FLAC file of this name on the window"),
            );
        }),
    }
}

/// A choice of a bone or socket, and the button that takes it from the viewport.
pub fn pick_ui<T: PartialEq + Clone>(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    picking: Picking,
    chosen: (&T, &[(T, String)]),
    set: impl Fn(T) -> Command,
) {
    let waits = fields.rows.session.picking.as_ref() == Some(&picking);
    if fields
        .rows
        .choice_or_pick(ui, &picking.label, chosen, waits, set)
    {
        let picking = (!waits).then_some(picking);
        fields.rows.actions.push(SelectAction::Pick(picking).into());
    }
}

/// The notify with another class. A value is kept for a field of the same name, if that field takes
/// the value.
pub fn with_class(project: &Project, notify: &Notify, class: Option<Id>) -> Notify {
    let of = |class: Option<Id>| class.and_then(|id| project.notify_classes.get(&id));
    let mut fields = BTreeMap::new();
    for field in of(class).into_iter().flat_map(|class| &class.fields) {
        let known =
            of(notify.class).and_then(|known| known.fields.iter().find(|it| it.name == field.name));
        let value = known.and_then(|known| field.kind.fitted(notify.fields.get(&known.id)?));
        fields.extend(value.map(|value| (field.id, value)));
    }
    Notify {
        class,
        fields,
        ..notify.clone()
    }
}

/// The names that notifies of the project say for it, and its default.
fn names_in_use(project: &Project, field: &Field) -> FieldValueOptions {
    let montages = project
        .montages
        .values()
        .flat_map(|montage| &montage.notifies);
    let clips = project.clips.values().flat_map(|clip| &clip.notifies);
    let all = montages
        .chain(clips)
        .chain(project.quick_slots.iter().map(|slot| &slot.notify));
    let said = all
        .filter_map(|notify| notify.fields.get(&field.id).cloned())
        .chain(field.kind.default());
    let name = |value: FieldValue| {
        if let FieldValue::Asset(name) = value {
            Some(name)
        } else {
            None
        }
    };
    let is_sound = |class: &NotifyClass| {
        class
            .sound_field()
            .is_some_and(|sound| sound.id == field.id)
    };
    let is_sound = project.notify_classes.values().any(|class| is_sound(class));
    let sounds = project.sounds.values().filter(|_| is_sound);
    let names: BTreeSet<String> = said
        .filter_map(name)
        .chain(sounds.map(|sound| sound.name.clone()))
        .filter(|name| !name.is_empty())
        .collect();
    names
        .into_iter()
        .map(|name| (Some(FieldValue::Asset(name.clone())), name))
        .collect()
}

/// Values to choose from: bones, sockets or sections of the notify's skeleton or montage, or asset
/// names in use. Empty for other fields.
fn options_of(host: TimelineHost<'_>, field: &Field) -> FieldValueOptions {
    let skeleton = host.project.skeletons.get(&host.skeleton());
    match field.kind {
        FieldType::Bone => {
            let bones = skeleton.map_or(&[][..], |skeleton| &skeleton.bones);
            field_value::bones(bones.iter().map(|bone| (&bone.key, bone.name.as_str())))
        }
        FieldType::Socket => {
            let sockets = skeleton.map_or(&[][..], |skeleton| &skeleton.sockets);
            let named = sockets
                .iter()
                .map(|socket| (Some(FieldValue::Socket(socket.id)), socket.name.clone()));
            std::iter::once(field_value::none()).chain(named).collect()
        }
        FieldType::Section => {
            let sections = host.sections().iter();
            let named = sections
                .map(|section| (Some(FieldValue::Section(section.id)), section.name.clone()));
            std::iter::once(field_value::none()).chain(named).collect()
        }
        FieldType::Asset { .. } => names_in_use(host.project, field),
        _ => FieldValueOptions::new(),
    }
}
