//! Several items of one kind at once: the rows are those of the first, a dash stands where they differ, and
//! what is changed there is changed in all.

use super::{Fields, item_ui};
use crate::{
    action::{Action, EditAction},
    parts,
    timeline::{
        Host,
        item::{self, Item},
    },
};
use asset::{Curve, CurveKey, Id, Note, Notify, SyncMarker, montage::Segment};
use document::{Command, CurveCommand, MontageCommand, NoteCommand, NotifyCommand, SyncMarkerCommand};
use egui::Ui;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The fields of the items, and the labels of the rows that show them.
const ROWS: &[(&str, &str)] = &[
    ("name", "Name"),
    ("time", "Time"),
    ("duration", "State"),
    ("duration", "Duration"),
    ("track", "Track"),
    ("socket", "Socket"),
    ("class", "Class"),
    ("branching", "Branching point"),
    ("action", "Action"),
    ("weight_threshold", "Weight threshold"),
    ("chance", "Chance"),
    ("from_lod", "LOD"),
    ("on_follower", "Fire when following"),
    ("on_dedicated_server", "Fire on server"),
    ("filterable", "Can be filtered"),
    ("clip", "Clip"),
    ("start", "Start"),
    ("clip_begin", "Clip begin"),
    ("clip_end", "Clip end"),
    ("rate", "Rate"),
    ("loops", "Loops"),
    ("text", "Text"),
    ("value", "Value"),
    ("interpolation", "To the next key"),
    ("in_tangent", "Tangent in"),
    ("out_tangent", "Tangent out"),
    ("kind", "Curve kind"),
    ("extrapolation", "Beyond its keys"),
    ("disabled", "Plays"),
    ("next", "Next section"),
];

type Records = BTreeMap<Id, Map<String, Value>>;

/// What several of them are called.
fn plural(item: &Item<'_>) -> &'static str {
    match item {
        Item::Notify(_) => "notifies",
        Item::Segment(..) => "segments",
        Item::SyncMarker(_) => "sync markers",
        Item::Note(_) => "notes",
        Item::CurveKey(..) => "curve keys",
        Item::Section(_) => "sections",
        Item::Curve(_) => "curves",
    }
}

/// What they are all called, if they are of one kind.
fn kind(host: &Host<'_>, many: &[Id]) -> Option<&'static str> {
    let mut kinds = many.iter().map(|id| item::find(host, *id).as_ref().map(plural));
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
    super::fact(ui, "Items", &names(&fields.host, many));
    super::fact(ui, "First begins at", &format!("{from:.3} s"));
    super::fact(ui, "Last ends at", &format!("{to:.3} s"));
    if kind.is_none() {
        super::fact(ui, "Together", "Drag or nudge moves all, Delete removes all");
        return;
    }
    fields.rows.mixed = mixed(&fields.host, many);
    if fields.rows.session.edits.field.is_none() {
        let records = many.iter().filter_map(|id| Some((*id, record(&fields.host, *id)?)));
        fields.rows.session.edits.pressed = records.collect();
    }
    let pressed = fields.rows.session.edits.pressed.clone();
    let known = fields.rows.actions.len();
    item_ui(ui, fields, many[0]);
    fields.rows.mixed.clear();
    let touched = fields.rows.touched.take();
    let host = fields.host;
    for action in &mut fields.rows.actions[known..] {
        if let Action::Edit(EditAction::Perform(command, gesture)) = action {
            let dragged = gesture.is_some().then_some(&pressed);
            let change = Change { dragged, touched: touched.as_deref() };
            *command = spread(&host, command, many, &change);
        }
    }
}

/// In order of time.
fn names(host: &Host<'_>, many: &[Id]) -> String {
    let name = |id: &Id| {
        Some(match item::find(host, *id)? {
            Item::Section(section) => section.name.clone(),
            Item::Segment(_, segment) => host.clip_name(segment.clip).to_owned(),
            Item::Notify(notify) => notify.name.clone(),
            Item::SyncMarker(marker) => marker.name.clone(),
            Item::Note(note) => note.text.clone(),
            Item::Curve(curve) => curve.name.clone(),
            Item::CurveKey(curve, key) => format!("{} at {:.3} s", curve.name, key.time),
        })
    };
    let start = |id: &Id| item::span(host, *id).map_or(0.0, |span| span.0);
    let mut ordered = many.to_vec();
    ordered.sort_by(|a, b| start(a).total_cmp(&start(b)));
    ordered.iter().filter_map(name).collect::<Vec<_>>().join(", ")
}

fn record(host: &Host<'_>, id: Id) -> Option<Map<String, Value>> {
    match item::find(host, id)? {
        Item::Notify(notify) => map(notify),
        Item::Segment(_, segment) => map(segment),
        Item::SyncMarker(marker) => map(marker),
        Item::Note(note) => map(note),
        Item::CurveKey(_, key) => map(key),
        Item::Section(section) => map(section),
        // Keys are items of their own.
        Item::Curve(curve) => map(&Curve { keys: Vec::new(), ..curve.clone() }),
    }
}

fn map(value: &impl Serialize) -> Option<Map<String, Value>> {
    match serde_json::to_value(value).ok()? {
        Value::Object(map) => Some(map),
        _ => None,
    }
}

/// The rows in which they differ.
fn mixed(host: &Host<'_>, many: &[Id]) -> BTreeSet<&'static str> {
    let records: Vec<_> = many.iter().filter_map(|id| record(host, *id)).collect();
    let Some((first, others)) = records.split_first() else { return BTreeSet::new() };
    let differs = |key: &str| others.iter().any(|other| other.get(key) != first.get(key));
    let mut mixed: BTreeSet<_> = ROWS.iter().filter(|(key, _)| differs(key)).map(|(_, label)| *label).collect();
    let states = records.iter().filter(|record| record.contains_key("duration")).count();
    if states == 0 || states == records.len() {
        mixed.remove("State");
    }
    mixed
}

/// What changed in the first, and how.
struct Change<'a> {
    /// All as they were at the press, while a value is dragged.
    dragged: Option<&'a Records>,
    /// The row: all take its value, even where the first had it already.
    touched: Option<&'a str>,
}

impl Change<'_> {
    fn is_set(&self, key: &str) -> bool {
        self.dragged.is_none() && ROWS.iter().any(|(of, label)| *of == key && Some(*label) == self.touched)
    }
}

/// The same change for all. While a value is dragged each number moves by as much; else all become the same.
fn spread(host: &Host<'_>, command: &Command, many: &[Id], change: &Change<'_>) -> Command {
    let changed = |first: Id| move |id: &&Id| **id != first;
    let mut commands = vec![command.clone()];
    match command {
        Command::Notify(asset, NotifyCommand::Set(after)) => {
            commands.extend(many.iter().filter(changed(after.id)).filter_map(|id| {
                let notify: Notify = with_change(host, after.id, after, *id, change)?;
                Some(Command::Notify(*asset, NotifyCommand::Set(notify)))
            }));
        }
        Command::SyncMarker(asset, SyncMarkerCommand::Set(after)) => {
            commands.extend(many.iter().filter(changed(after.id)).filter_map(|id| {
                let marker: SyncMarker = with_change(host, after.id, after, *id, change)?;
                Some(Command::SyncMarker(*asset, SyncMarkerCommand::Set(marker)))
            }));
        }
        Command::Note(asset, NoteCommand::Set(after)) => {
            commands.extend(many.iter().filter(changed(after.id)).filter_map(|id| {
                let note: Note = with_change(host, after.id, after, *id, change)?;
                Some(Command::Note(*asset, NoteCommand::Set(note)))
            }));
        }
        Command::Curve(asset, CurveCommand::SetKey(after)) => {
            commands.extend(many.iter().filter(changed(after.id)).filter_map(|id| {
                let key: CurveKey = with_change(host, after.id, after, *id, change)?;
                Some(Command::Curve(*asset, CurveCommand::SetKey(key)))
            }));
        }
        Command::Montage(asset, MontageCommand::SetSegment { segment: after, .. }) => {
            commands.extend(many.iter().filter(changed(after.id)).filter_map(|id| {
                let segment: Segment = with_change(host, after.id, after, *id, change)?;
                let slot = host.montage()?.segment(*id)?.0.id;
                Some(Command::Montage(*asset, MontageCommand::SetSegment { slot, segment }))
            }));
        }
        Command::Curve(asset, CurveCommand::Set(after)) => {
            let set = Curve { keys: Vec::new(), ..after.clone() };
            commands.extend(many.iter().filter(changed(after.id)).filter_map(|id| {
                let curve: Curve = with_change(host, after.id, &set, *id, change)?;
                let Some(Item::Curve(known)) = item::find(host, *id) else { return None };
                Some(Command::Curve(*asset, CurveCommand::Set(Curve { keys: known.keys.clone(), ..curve })))
            }));
        }
        // A section that is to be played again and again leads to itself, and so do the others.
        Command::Montage(asset, MontageCommand::LinkSection { from, to }) => {
            commands.extend(many.iter().filter(changed(*from)).map(|id| {
                let to = if *to == Some(*from) { Some(*id) } else { *to };
                Command::Montage(*asset, MontageCommand::LinkSection { from: *id, to })
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
    change: &Change<'_>,
) -> Option<T> {
    let dragged = change.dragged;
    // A drag is computed from the state at the press.
    let known = |id| dragged.map_or_else(|| record(host, id), |pressed| pressed.get(&id).cloned());
    let (before, after) = (known(first)?, map(after)?);
    let mut other = known(other)?;
    let is_changed = |key: &str| key != "id" && (before.get(key) != after.get(key) || change.is_set(key));
    let gone = before.keys().filter(|key| !after.contains_key(*key));
    for key in after.keys().chain(gone).filter(|key| is_changed(key)) {
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
