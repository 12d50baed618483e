//! Projects and files.

use super::{Chord, Entry, Now, entry};
use asset::Id;
use egui::Key;
use std::path::PathBuf;

#[derive(Clone, Debug)]
pub enum FileAction {
    NewProject,
    OpenSample,
    Open,
    OpenFolder,
    OpenPath(PathBuf),
    Save,
    SaveAs,
    Import,
    ImportPaths(Vec<PathBuf>),
    /// A file that was imported, once more with this scale.
    ImportScaled(PathBuf, f32),
    /// Asks which skeleton this clip or mesh shall play on.
    AskBinding(Id),
    Export,
    ExportGltf,
    Quit,
}

impl FileAction {
    /// Whether what is open now is gone afterwards.
    pub fn drops_project(&self) -> bool {
        match self {
            Self::NewProject | Self::OpenSample | Self::OpenPath(_) | Self::Quit => true,
            Self::Open
            | Self::OpenFolder
            | Self::Save
            | Self::SaveAs
            | Self::Import
            | Self::ImportPaths(_)
            | Self::ImportScaled(..)
            | Self::AskBinding(_)
            | Self::Export
            | Self::ExportGltf => false,
        }
    }

    /// Why it would do nothing now, in one line.
    pub fn refusal(&self, now: &Now<'_>) -> Option<&'static str> {
        match self {
            Self::Export => now.unless(!now.document.project().is_empty(), "The project is empty"),
            Self::ExportGltf => now.needs_character(),
            Self::NewProject
            | Self::OpenSample
            | Self::Open
            | Self::OpenFolder
            | Self::OpenPath(_)
            | Self::Save
            | Self::SaveAs
            | Self::Import
            | Self::ImportPaths(_)
            | Self::ImportScaled(..)
            | Self::AskBinding(_)
            | Self::Quit => None,
        }
    }
}

pub const MENU: &[Entry] = &[
    entry!("file.new", "New project", [], FileAction::NewProject),
    entry!("file.sample", "New from sample", [], FileAction::OpenSample),
    entry!("file.open", "Open project…", [Chord::ctrl(Key::O)], FileAction::OpenFolder),
    entry!("file.open_file", "Open file…", [Chord::ctrl_shift(Key::O)], FileAction::Open),
    entry!("file.save", "Save", [Chord::ctrl(Key::S)], FileAction::Save),
    entry!("file.save_as", "Save as…", [Chord::ctrl_shift(Key::S)], FileAction::SaveAs),
    entry!("file.import", "Import…", [Chord::ctrl(Key::I)], FileAction::Import),
    entry!("file.export", "Export bundle…", [Chord::ctrl(Key::E)], FileAction::Export),
    entry!("file.export_gltf", "Export as glTF (.glb)…", [Chord::ctrl_shift(Key::E)], FileAction::ExportGltf),
    entry!("file.quit", "Quit", [Chord::ctrl(Key::Q)], FileAction::Quit),
];
