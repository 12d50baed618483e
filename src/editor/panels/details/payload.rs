//! What a notify carries: its class, and a row a field of it.

use super::{
    Fields,
    field_value::{self, Options, value_ui},
};
use crate::timeline::Host;
use asset::{
    AssetKind, Id, Notify,
    notify_class::{Field, FieldType, FieldValue},
};
use document::Command;
use egui::Ui;

pub fn payload_ui(ui: &mut Ui, fields: &mut Fields<'_, '_>, notify: &Notify, set: impl Fn(Notify) -> Command + Copy) {
    let project = fields.host.project;
    let named = project.list(AssetKind::NotifyClass).into_iter().map(|(id, name)| (Some(id), name.to_owned()));
    let options: Vec<(Option<Id>, String)> = [(None, "None".to_owned())].into_iter().chain(named).collect();
    fields.rows.choice(ui, "Class", &notify.class, &options, |class| set(Notify { class, ..notify.clone() }));
    let class = notify.class.and_then(|class| project.notify_classes.get(&class));
    // What several carry may be of several classes.
    let Some(class) = class.filter(|_| !fields.rows.mixed.contains("Class")) else { return };
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
            fields.rows.resets(can_reset, default.as_ref().map_or("None".into(), field_value::text), || with(None));
            value_ui(ui, &mut fields.rows, (&field.name, field), own.or(default.as_ref()), &options, with);
        });
    }
}

/// Of the skeleton or the montage that the notify is on; nothing of other fields.
fn options_of(host: Host<'_>, field: &Field) -> Options {
    let skeleton = host.project.skeletons.get(&host.skeleton());
    match field.kind {
        FieldType::Bone => {
            let bones = skeleton.map_or(&[][..], |skeleton| &skeleton.bones);
            field_value::bones(bones.iter().map(|bone| (&bone.key, bone.name.as_str())))
        }
        FieldType::Socket => {
            let sockets = skeleton.map_or(&[][..], |skeleton| &skeleton.sockets);
            let named = sockets.iter().map(|socket| (Some(FieldValue::Socket(socket.id)), socket.name.clone()));
            std::iter::once(field_value::none()).chain(named).collect()
        }
        FieldType::Section => {
            let sections = host.sections().iter();
            let named = sections.map(|section| (Some(FieldValue::Section(section.id)), section.name.clone()));
            std::iter::once(field_value::none()).chain(named).collect()
        }
        _ => Options::new(),
    }
}
