//! Items as tables of values, so that what changed in one can be changed in others.

use crate::timeline::{
    TimelineHost,
    item::{self, Item},
};
use asset::{Curve, Id, Notify, notify_class::FieldValue};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use words::{Word, tr, word};

/// The fields of the items, and the labels of the rows that show them.
const ROWS: &[(&str, Word)] = &[
    ("name", word!("Name")),
    ("time", word!("Time")),
    ("duration", word!("State")),
    ("duration", word!("Duration")),
    ("track", word!("Track")),
    ("link", word!("Link")),
    ("link", word!("To segment")),
    ("socket", word!("Socket")),
    ("class", word!("Class")),
    ("branching", word!("Branching point")),
    ("action", word!("Action")),
    ("weight_threshold", word!("Weight threshold")),
    ("chance", word!("Chance")),
    ("from_lod", word!("LOD")),
    ("on_follower", word!("Fire when following")),
    ("on_dedicated_server", word!("Fire on server")),
    ("filterable", word!("Can be filtered")),
    ("clip", word!("Clip")),
    ("start", word!("Start")),
    ("clip_begin", word!("Clip begin")),
    ("clip_end", word!("Clip end")),
    ("rate", word!("Rate")),
    ("loops", word!("Loops")),
    ("text", word!("Text")),
    ("sound", word!("Sound")),
    ("skip", word!("Skipped")),
    ("gain", word!("Gain")),
    ("value", word!("Value")),
    ("interpolation", word!("Interpolation")),
    ("in_tangent", word!("Tangent in")),
    ("out_tangent", word!("Tangent out")),
    ("kind", word!("Curve type")),
    ("extrapolation", word!("Outside keys")),
    ("disabled", word!("Plays")),
    ("next", word!("Next section")),
];

/// Fields of a timeline item as JSON, with the default values of a notify's payload written out;
/// None if there is no such item.
pub fn record(host: &TimelineHost<'_>, id: Id) -> Option<Map<String, Value>> {
    match item::find(host, id)? {
        Item::Notify(notify) => map(&written_out(host, notify)),
        Item::Segment(_, segment) => map(segment),
        Item::SyncMarker(marker) => map(marker),
        Item::Note(note) => map(note),
        Item::Sound(sound) => map(sound),
        Item::CurveKey(_, key) => map(key),
        Item::Section(section) => map(section),
        // Keys are items of their own.
        Item::Curve(curve) => map(&Curve {
            keys: Vec::new(),
            ..curve.clone()
        }),
    }
}

/// The fields of a value as JSON; None where it does not become an object.
pub fn map(value: &impl Serialize) -> Option<Map<String, Value>> {
    match serde_json::to_value(value).ok()? {
        Value::Object(map) => Some(map),
        _ => None,
    }
}

/// Fields of the notify's class, with their defaults.
fn defaults(host: &TimelineHost<'_>, notify: &Notify) -> Vec<(Id, FieldValue)> {
    let class = notify
        .class
        .and_then(|class| host.project.notify_classes.get(&class));
    let fields = class.map_or(&[][..], |class| &class.fields);
    fields
        .iter()
        .filter_map(|field| Some((field.id, field.kind.default()?)))
        .collect()
}

/// A field that a notify does not say has its default.
pub fn written_out(host: &TimelineHost<'_>, notify: &Notify) -> Notify {
    let mut notify = notify.clone();
    for (id, default) in defaults(host, &notify) {
        notify.fields.entry(id).or_insert(default);
    }
    notify
}

/// Says nothing of fields that have their defaults, unless `known` says it too.
pub fn shortened(host: &TimelineHost<'_>, mut notify: Notify, known: &Notify) -> Notify {
    for (id, default) in defaults(host, &notify) {
        if notify.fields.get(&id) == Some(&default) && known.fields.get(&id) != Some(&default) {
            notify.fields.remove(&id);
        }
    }
    notify
}

/// JSON pointer to the value of each row in a record, with the label of the row.
pub fn places(host: &TimelineHost<'_>, first: Id) -> Vec<(String, String)> {
    let mut places: Vec<(String, String)> = ROWS
        .iter()
        .map(|(key, label)| (format!("/{key}"), (*label).into()))
        .collect();
    let Some(Item::Notify(notify)) = item::find(host, first) else {
        return places;
    };
    let class = notify
        .class
        .and_then(|class| host.project.notify_classes.get(&class));
    for field in class.map_or(&[][..], |class| &class.fields) {
        let Ok(Value::String(key)) = serde_json::to_value(field.id) else {
            continue;
        };
        let place = format!("/fields/{key}");
        if let Some(FieldValue::Vector(_)) = field.kind.default() {
            let axis = |(at, name): (usize, &str)| {
                (
                    format!("{place}/vector/{at}"),
                    format!("{} {name}", field.name),
                )
            };
            places.extend(["x", "y", "z"].into_iter().enumerate().map(axis));
            continue;
        }
        // A value stands under the name of its type.
        let default = field
            .kind
            .default()
            .and_then(|value| map(&value))
            .unwrap_or_default();
        let kind = default
            .keys()
            .next()
            .map_or(String::new(), |kind| format!("/{kind}"));
        places.push((format!("{place}{kind}"), field.name.clone()));
    }
    places
}

/// The labels of the rows in which they differ.
pub fn mixed(
    host: &TimelineHost<'_>,
    many: &[Id],
    places: &[(String, String)],
) -> BTreeSet<String> {
    let records: Vec<Value> = many
        .iter()
        .filter_map(|id| record(host, *id).map(Value::Object))
        .collect();
    let Some((first, others)) = records.split_first() else {
        return BTreeSet::new();
    };
    let differs = |place: &str| {
        others
            .iter()
            .any(|other| other.pointer(place) != first.pointer(place))
    };
    let mut mixed: BTreeSet<String> = places
        .iter()
        .filter(|(place, _)| differs(place))
        .map(|(_, label)| label.clone())
        .collect();
    let states = records
        .iter()
        .filter(|record| record.get("duration").is_some())
        .count();
    if states == 0 || states == records.len() {
        mixed.remove(tr!("State"));
    }
    mixed
}
