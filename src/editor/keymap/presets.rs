//! Keys that hands know from other programs. What a preset does not name has the keys of its entry.

#[cfg(test)]
mod tests;

use super::chord;
use crate::{action::Entry, preferences::InputPreset};
use egui::KeyboardShortcut;

type PresetKeys = &'static [(&'static str, &'static [&'static str])];

const BLENDER: PresetKeys = &[
    ("edit.redo", &["Ctrl+Shift+Z"]),
    ("edit.delete", &["X", "Delete"]),
    ("edit.duplicate", &["Shift+D"]),
    ("select.none", &["Alt+A"]),
    ("select.all", &["A", "Ctrl+A"]),
    ("view.search", &["F3", "Ctrl+P", "Ctrl+Shift+P"]),
    ("view.next_tab", &["Ctrl+PageDown"]),
    ("view.previous_tab", &["Ctrl+PageUp"]),
    ("timeline.snapping", &["Shift+Tab"]),
    ("clip.key", &["I"]),
    ("graph.add", &["Shift+A"]),
    ("graph.dive", &["Tab", "Enter"]),
    ("graph.find_next", &["Shift+F3"]),
    ("graph.comment", &["Ctrl+J"]),
    ("graph.align_top", &[]),
    ("graph.align_left", &[]),
    ("graph.align_bottom", &[]),
    ("graph.align_right", &[]),
    ("view.move_handles", &["G"]),
    ("view.turn_handles", &["R"]),
    ("play.go_to", &["Ctrl+G"]),
    ("play.loop_in", &["Ctrl+Home"]),
    ("play.loop_out", &["Ctrl+End"]),
    ("play.start", &["Shift+Left"]),
    ("play.end", &["Shift+Right"]),
    ("play.back_10", &[]),
    ("play.forward_10", &[]),
    ("play.previous_edge", &["Up"]),
    ("play.next_edge", &["Down"]),
];

const MAYA: PresetKeys = &[
    ("edit.undo", &["Ctrl+Z", "Z"]),
    ("view.frame_all", &["A", "Home"]),
    ("play.toggle", &["Space", "Alt+V"]),
    ("play.back", &["Left", "Alt+Comma"]),
    ("play.forward", &["Right", "Alt+Period"]),
];

/// The keys of an entry in a preset.
pub fn chords(preset: InputPreset, entry: &Entry) -> Vec<KeyboardShortcut> {
    let other = match preset {
        InputPreset::Unreal => None,
        InputPreset::Blender => BLENDER.iter().find(|(id, _)| *id == entry.id),
        InputPreset::Maya => MAYA.iter().find(|(id, _)| *id == entry.id),
    };
    match other {
        Some((_, chords)) => chords
            .iter()
            .filter_map(|text| chord::read(text).ok())
            .collect(),
        None => entry.keys.to_vec(),
    }
}
