//! Several items of one kind at once: the rows are those of the first, and what is changed there is changed in all.

use super::{Fields, item_ui};
use crate::{
    action::{Action, EditAction},
    parts,
    timeline::{
        Host,
        item::{self, Item},
    },
};
use asset::{CurveKey, Id, Notify, SyncMarker, montage::Segment};
use document::{Command, CurveCommand, MontageCommand, NotifyCommand, SyncMarkerCommand};
use egui::Ui;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

type Records = BTreeMap<Id, Map<String, Value>>;

/// What several of are called; None for what has no rows to be changed together.
fn plural(item: &Item<'_>) -> Option<&'static str> {
    match item {
        Item::Notify(_) => Some("notifies"),
        Item::Segment(..) => Some("segments"),
        Item::SyncMarker(_) => Some("sync markers"),
        Item::CurveKey(..) => Some("curve keys"),
        // A name of theirs is theirs alone.
        Item::Section(_) | Item::Curve(_) => None,
    }
}

/// What they are all called, if they are of one kind.
fn kind(host: &Host<'_>, many: &[Id]) -> Option<&'static str> {
    let mut kinds = many.iter().map(|id| item::find(host, *id).as_ref().and_then(plural));
    let first = kinds.next()??;
    kinds.all(|kind| kind == Some(first)).then_some(first)
}

pub fn many_ui(ui: &mut Ui, fields: &mut Fields<'_, '_>, many: &[Id]) {
    let kind = kind(&fields.host, many);
    let what = format!("{} {}", many.len(), kind.unwrap_or("items"));
    if !parts::group_header(ui, "Selected", &what) {
        return;
    }
    let spans: Vec<(f64, f64)> = many.iter().filter_map(|id| item::span(&fields.host, *id)).collect();
    let from = spans.iter().map(|span| span.0).fold(f64::INFINITY, f64::min);
    let to = spans.iter().map(|span| span.1).fold(0.0, f64::max);
    super::fact(ui, "From", &format!("{from:.3} s"));
    super::fact(ui, "To", &format!("{to:.3} s"));
    if kind.is_none() {
        super::fact(ui, "Together", "Drag or nudge moves all, Delete removes all");
        return;
    }
    let differing = differing(&fields.host, many);
    if !differing.is_empty() {
        super::fact(ui, "Differ in", &differing.join(", "));
    }
    if fields.session.edits.field.is_none() {
        let records = many.iter().filter_map(|id| Some((*id, record(&fields.host, *id)?)));
        fields.session.edits.pressed = records.collect();
    }
    let pressed = fields.session.edits.pressed.clone();
    let known = fields.actions.len();
    item_ui(ui, fields, many[0]);
    let host = fields.host;
    for action in &mut fields.actions[known..] {
        if let Action::Edit(EditAction::Perform(command, gesture)) = action {
            let dragged = gesture.is_some().then_some(&pressed);
            *command = spread(&host, command, many, dragged);
        }
    }
}

fn record(host: &Host<'_>, id: Id) -> Option<Map<String, Value>> {
    match item::find(host, id)? {
        Item::Notify(notify) => map(notify),
        Item::Segment(_, segment) => map(segment),
        Item::SyncMarker(marker) => map(marker),
        Item::CurveKey(_, key) => map(key),
        Item::Section(_) | Item::Curve(_) => None,
    }
}

fn map(value: &impl Serialize) -> Option<Map<String, Value>> {
    match serde_json::to_value(value).ok()? {
        Value::Object(map) => Some(map),
        _ => None,
    }
}

fn differing(host: &Host<'_>, many: &[Id]) -> Vec<String> {
    let records: Vec<_> = many.iter().filter_map(|id| record(host, *id)).collect();
    let mut keys: Vec<String> = records.iter().flat_map(|record| record.keys().cloned()).collect();
    keys.sort();
    keys.dedup();
    let differs = |key: &String| key != "id" && records.iter().any(|record| record.get(key) != records[0].get(key));
    keys.into_iter().filter(differs).map(|key| key.replace('_', " ")).collect()
}

/// The same change for all. While a value is dragged each number moves by as much; else all become the same.
fn spread(host: &Host<'_>, command: &Command, many: &[Id], dragged: Option<&Records>) -> Command {
    let changed = |first: Id| move |id: &&Id| **id != first;
    let mut commands = vec![command.clone()];
    match command {
        Command::Notify(asset, NotifyCommand::Set(after)) => {
            commands.extend(many.iter().filter(changed(after.id)).filter_map(|id| {
                let notify: Notify = with_change(host, after.id, after, *id, dragged)?;
                Some(Command::Notify(*asset, NotifyCommand::Set(notify)))
            }));
        }
        Command::SyncMarker(asset, SyncMarkerCommand::Set(after)) => {
            commands.extend(many.iter().filter(changed(after.id)).filter_map(|id| {
                let marker: SyncMarker = with_change(host, after.id, after, *id, dragged)?;
                Some(Command::SyncMarker(*asset, SyncMarkerCommand::Set(marker)))
            }));
        }
        Command::Curve(asset, CurveCommand::SetKey(after)) => {
            commands.extend(many.iter().filter(changed(after.id)).filter_map(|id| {
                let key: CurveKey = with_change(host, after.id, after, *id, dragged)?;
                Some(Command::Curve(*asset, CurveCommand::SetKey(key)))
            }));
        }
        Command::Montage(asset, MontageCommand::SetSegment { segment: after, .. }) => {
            commands.extend(many.iter().filter(changed(after.id)).filter_map(|id| {
                let segment: Segment = with_change(host, after.id, after, *id, dragged)?;
                let slot = host.montage()?.segment(*id)?.0.id;
                Some(Command::Montage(*asset, MontageCommand::SetSegment { slot, segment }))
            }));
        }
        // The row itself has changed nothing that the others have.
        _ => return command.clone(),
    }
    Command::Batch(commands)
}

/// Another item with what changed in the first.
fn with_change<T: Serialize + DeserializeOwned>(
    host: &Host<'_>,
    first: Id,
    after: &T,
    other: Id,
    dragged: Option<&Records>,
) -> Option<T> {
    // A drag is computed from the state at the press.
    let known = |id| dragged.map_or_else(|| record(host, id), |pressed| pressed.get(&id).cloned());
    let (before, after) = (known(first)?, map(after)?);
    let mut other = known(other)?;
    let gone = before.keys().filter(|key| !after.contains_key(*key));
    for key in after.keys().chain(gone).filter(|key| before.get(*key) != after.get(*key)) {
        let numbers = |map: &Map<String, Value>| map.get(key).and_then(Value::as_f64);
        match (numbers(&before), numbers(&after), numbers(&other), after.get(key)) {
            (Some(from), Some(to), Some(known), _) if dragged.is_some() => {
                other.insert(key.clone(), Value::from(known + to - from));
            }
            (.., Some(value)) => {
                other.insert(key.clone(), value.clone());
            }
            (.., None) => {
                other.remove(key);
            }
        }
    }
    serde_json::from_value(Value::Object(other)).ok()
}
