//! Several items of one kind at once: the rows are those of the first, a dash stands where they
//! differ, and what is changed there is changed in all.

mod record;
mod spread;

use super::{fields::TimelineFieldRows, item::item_ui};
use crate::{
    action::{EditAction, EditorAction, ViewAction},
    parts::{self, Typed},
    timeline::{
        TimelineHost,
        item::{self, Item},
    },
    toast::Tone,
};
use asset::Id;
use egui::Ui;
use record::record;
use spread::{MultiEditChange, spread};
use words::tr;

/// Plural name of the item's type.
fn plural(item: &Item<'_>) -> &'static str {
    match item {
        Item::Notify(_) => tr!("notifies"),
        Item::Segment(..) => tr!("segments"),
        Item::SyncMarker(_) => tr!("sync markers"),
        Item::Note(_) => tr!("notes"),
        Item::Sound(_) => tr!("sounds"),
        Item::CurveKey(..) => tr!("curve keys"),
        Item::Section(_) => tr!("sections"),
        Item::Curve(_) => tr!("curves"),
    }
}

/// Plural name of the items' type; None if their types differ.
fn kind(host: &TimelineHost<'_>, many: &[Id]) -> Option<&'static str> {
    let mut kinds = many
        .iter()
        .map(|id| item::find(host, *id).as_ref().map(plural));
    let first = kinds.next()??;
    kinds.all(|kind| kind == Some(first)).then_some(first)
}

/// The rows that several selected items share; one edit sets all of them.
pub fn many_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>) {
    let many = fields.many.clone();
    let kind = kind(&fields.host, &many);
    let what = format!("{} {}", many.len(), kind.unwrap_or(tr!("items")));
    if !parts::group_header(ui, tr!("Selected"), &what) {
        return;
    }
    let spans: Vec<(f64, f64)> = many
        .iter()
        .filter_map(|id| item::span(&fields.host, *id))
        .collect();
    let from = spans
        .iter()
        .map(|span| span.0)
        .fold(f64::INFINITY, f64::min);
    let to = spans.iter().map(|span| span.1).fold(0.0, f64::max);
    super::fact(ui, tr!("Items"), &names(&fields.host, &many));
    super::fact(ui, tr!("First start"), &format!("{from:.3} s"));
    super::fact(ui, tr!("Last end"), &format!("{to:.3} s"));
    if kind.is_none() {
        super::fact(
            ui,
            tr!("Edit all"),
            tr!("Drag or nudge to move all, Delete to remove all"),
        );
        return;
    }
    let places = record::places(&fields.host, many[0]);
    fields.rows.mixed = record::mixed(&fields.host, &many, &places);
    if fields.rows.views.edits.field.is_none() {
        let records = many
            .iter()
            .filter_map(|id| Some((*id, record(&fields.host, *id)?)));
        fields.rows.views.edits.pressed = records.collect();
    }
    let pressed = fields.rows.views.edits.pressed.clone();
    let known = fields.rows.actions.len();
    Typed::take(ui);
    item_ui(ui, fields, many[0]);
    fields.rows.mixed.clear();
    let touched = fields.rows.touched.take();
    let (host, typed) = (fields.host, Typed::take(ui));
    let is_forced = |label: &str| touched.as_deref() == Some(label);
    let forced = places
        .iter()
        .find(|(_, label)| is_forced(label))
        .map(|(place, _)| place.as_str());
    let mut refused = None;
    let mut kept = Vec::new();
    for action in fields.rows.actions.drain(known..) {
        let EditorAction::Edit(EditAction::Perform(command, gesture)) = action else {
            kept.push(action);
            continue;
        };
        let dragged = gesture.is_some().then_some(&pressed);
        let change = MultiEditChange {
            dragged,
            forced,
            typed: typed.as_ref(),
        };
        match spread(&host, &command, &many, &change) {
            Ok(command) => kept.push(EditAction::Perform(command, gesture).into()),
            // A drag stays where all of them fit.
            Err(reason) => refused = gesture.is_none().then_some(reason),
        }
    }
    fields.rows.actions.append(&mut kept);
    if let Some(reason) = refused {
        let title = tr!("Nothing changed").to_owned();
        let told = ViewAction::Tell(Tone::Warning, title, reason);
        fields.rows.actions.push(told.into());
    }
}

/// Names of the items, in order of time.
fn names(host: &TimelineHost<'_>, many: &[Id]) -> String {
    let name = |id: &Id| {
        Some(match item::find(host, *id)? {
            Item::Section(section) => section.name.clone(),
            Item::Segment(_, segment) => host.clip_name(segment.clip).to_owned(),
            Item::Notify(notify) => notify.name.clone(),
            Item::SyncMarker(marker) => marker.name.clone(),
            Item::Note(note) => note.text.clone(),
            Item::Sound(sound) => sound.name.clone(),
            Item::Curve(curve) => curve.name.clone(),
            Item::CurveKey(curve, key) => tr!("{} at {:.3} s", curve.name, key.time),
        })
    };
    let start = |id: &Id| item::span(host, *id).map_or(0.0, |span| span.0);
    let mut ordered = many.to_vec();
    ordered.sort_by(|a, b| start(a).total_cmp(&start(b)));
    ordered
        .iter()
        .filter_map(name)
        .collect::<Vec<_>>()
        .join(", ")
}
