//! Of the menu of pose graphs.

use super::GraphAction;
use crate::action::{Chord, Entry, entry};
use egui::Key;

pub const MENU: &[Entry] = &[
    entry!("graph.new", "New pose graph", [], GraphAction::New),
    entry!("graph.add", "Add…", [Chord::plain(Key::Tab)], GraphAction::Add, on[Canvas]),
    entry!(
        "graph.dive",
        "Open what is selected",
        [Chord::plain(Key::Enter), Chord::plain(Key::PageDown)],
        GraphAction::Dive,
        on[Canvas]
    ),
    entry!("graph.out", "Out of this page", [Chord::plain(Key::PageUp)], GraphAction::Out, on[Canvas]),
    entry!("graph.comment", "Add comment", [Chord::plain(Key::C)], GraphAction::AddComment, on[Canvas]),
    entry!("graph.tidy", "Put in order", [Chord::plain(Key::Q)], GraphAction::Tidy, on[Canvas]),
    entry!("graph.find", "Find on this page", [Chord::ctrl(Key::F)], GraphAction::Find, on[Canvas]),
    entry!("graph.find_next", "Find the next", [Chord::plain(Key::F3)], GraphAction::FindNext, on[Canvas]),
    entry!("graph.why", "Why this pose?", [], GraphAction::Why),
    entry!("graph.watch", "Watch this pose", [Chord::plain(Key::V)], GraphAction::Watch, on[Canvas]),
    entry!("graph.restart", "Play from the start", [], GraphAction::Restart),
    entry!("graph.reset", "Set every parameter to its default", [], GraphAction::ResetParameters),
    entry!("graph.preset", "Keep parameters as a preset", [], GraphAction::KeepPreset),
    entry!("graph.drive", "Drive", [], GraphAction::Drive),
    entry!("graph.save_driven", "Save what was driven as a script…", [], GraphAction::SaveDriven),
];
