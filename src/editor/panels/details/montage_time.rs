//! Rows of a montage about its time: sync group, time stretch, and curves.

use super::{
    fields::TimelineFieldRows,
    keys::{CurveKeyRows, keys_ui},
    list_row::list_row_ui,
};
use crate::{
    action::{ClipAction, SelectAction},
    icons, parts,
};
use asset::{Curve, CurveKey, Id, Montage, source::Interpolation};
use document::{Command, MontageCommand, Selection};
use egui::Ui;
use words::{noun, tr};

/// The sync group of a montage.
pub fn sync_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, montage: &Montage) {
    if !parts::group_header(ui, tr!("Sync"), &montage.sync_group) {
        return;
    }
    let id = fields.host.id;
    let edit = move |command| Command::Montage(id, command);
    fields
        .rows
        .text(ui, tr!("Sync group"), &montage.sync_group, |group| {
            edit(MontageCommand::SetSyncGroup(group))
        });
    if montage.sync_group.is_empty() {
        return;
    }
    let first = montage.slots.first().map_or("", |slot| slot.name.as_str());
    let named = montage
        .slots
        .iter()
        .map(|slot| (Some(slot.id), slot.name.clone()));
    let options: Vec<(Option<Id>, String)> = [(None, tr!("First: {first}"))]
        .into_iter()
        .chain(named)
        .collect();
    fields.rows.choice(
        ui,
        tr!("Marker slot"),
        &montage.sync_slot,
        &options,
        |slot| edit(MontageCommand::SetSyncSlot(slot)),
    );
}

/// The time stretch of a montage.
pub fn stretch_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, montage: &Montage) {
    if !parts::group_header(ui, tr!("Time stretch"), "") {
        return;
    }
    let (id, length) = (fields.host.id, fields.host.length());
    let set = move |stretch| Command::Montage(id, MontageCommand::SetStretch(stretch));
    let known = &montage.stretch;
    let note = tr!("share of a rate change per time: 0 none, 1 full");
    fields
        .rows
        .toggle(ui, tr!("Time stretch"), known.is_some(), note, |on| {
            set(on.then(|| new_stretch(id, length as f32)))
        });
    let Some(stretch) = known else { return };
    let list = CurveKeyRows {
        name: tr!("Time stretch"),
        keys: &stretch.keys,
        unit: "s",
        length,
    };
    keys_ui(ui, fields, &list, |keys| {
        set(Some(Curve {
            keys,
            ..stretch.clone()
        }))
    });
}

/// The ends keep their speed, the middle takes the change.
fn new_stretch(montage: Id, length: f32) -> Curve {
    let own = |part: &str| Id::derive(&["time stretch", &montage.to_string(), part]);
    let key = |(part, time, value)| CurveKey::new(own(part), time, value, Interpolation::Linear);
    let keys = [
        ("begin", 0.0, 0.0),
        ("middle", length / 2.0, 1.0),
        ("end", length, 0.0),
    ]
    .map(key);
    Curve {
        keys: keys.into(),
        ..Curve::new(own("curve"), tr!("Time stretch"), 0)
    }
}

/// The curves of a montage.
pub fn curves_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, montage: &Montage) {
    if !parts::group_header(ui, tr!("Curves"), &montage.curves.len().to_string()) {
        return;
    }
    for curve in &montage.curves {
        let right = parts::count(curve.keys.len(), noun!("key"));
        if list_row_ui(ui, tr!("Curve"), &curve.name, &right, false) {
            fields
                .rows
                .actions
                .push(SelectAction::These(Selection::item(fields.host.id, curve.id)).into());
        }
    }
    if parts::property(ui, "", |ui| {
        parts::button(ui, Some(icons::PLUS), tr!("New curve"), false).clicked()
    }) {
        fields.rows.actions.push(ClipAction::AddCurve.into());
    }
}
