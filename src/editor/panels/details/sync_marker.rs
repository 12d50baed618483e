//! Rows of a sync marker.

use super::{fact, fields::TimelineFieldRows};
use asset::SyncMarker;
use document::{Command, ItemCommand};
use egui::Ui;
use words::tr;

/// The rows of the selected sync marker.
pub fn sync_marker_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, marker: &SyncMarker) {
    if !fields.selected_header(ui, &marker.name, tr!("sync marker")) {
        return;
    }
    let host = fields.host.id;
    let set = move |marker: SyncMarker| Command::SyncMarker(host, ItemCommand::Set(marker));
    fields.rows.text(ui, tr!("Name"), &marker.name, |name| {
        set(SyncMarker {
            name,
            ..marker.clone()
        })
    });
    let length = fields.host.length();
    fields.time_within(ui, tr!("Time"), (marker.time, length), |time| {
        set(SyncMarker {
            time,
            ..marker.clone()
        })
    });
    let skeleton = fields.host.skeleton();
    let clips = fields
        .host
        .project
        .clips
        .iter()
        .filter(|(id, clip)| **id != host && clip.skeleton == skeleton);
    let matching = clips.filter(|(_, clip)| {
        clip.sync_markers
            .iter()
            .any(|other| other.name == marker.name)
    });
    let names: Vec<&str> = matching.map(|(_, clip)| clip.name.as_str()).collect();
    fact(
        ui,
        tr!("Matches"),
        &if names.is_empty() {
            tr!("no other clip yet").to_owned()
        } else {
            names.join(", ")
        },
    );
}
