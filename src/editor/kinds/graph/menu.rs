//! Of the menu of pose graphs.

use super::GraphAction;
use crate::action::{Entry, entry};

pub const MENU: &[Entry] = &[
    entry!("graph.new", "New pose graph", [], GraphAction::New),
    entry!("graph.restart", "Play from the start", [], GraphAction::Restart),
    entry!("graph.reset", "Set every parameter to its default", [], GraphAction::ResetParameters),
    entry!("graph.preset", "Keep parameters as a preset", [], GraphAction::KeepPreset),
    entry!("graph.drive", "Drive", [], GraphAction::Drive),
    entry!("graph.save_driven", "Save what was driven as a script…", [], GraphAction::SaveDriven),
];
