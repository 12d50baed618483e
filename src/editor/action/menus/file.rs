//! Of the File menu.

use crate::action::{Chord, Entry, FileAction, entry};
use egui::Key;

/// The File menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!("file.new", "New project", [], FileAction::NewProject),
    entry!("file.sample", "New from sample", [], FileAction::OpenSample),
    entry!(
        "file.open",
        "Open project…",
        [Chord::ctrl(Key::O)],
        FileAction::OpenFolder
    ),
    entry!(
        "file.open_file",
        "Open file…",
        [Chord::ctrl_shift(Key::O)],
        FileAction::Open
    ),
    entry!("file.close", "Close project", [], FileAction::CloseProject),
    entry!("file.save", "Save", [Chord::ctrl(Key::S)], FileAction::Save),
    entry!(
        "file.save_as",
        "Save as…",
        [Chord::ctrl_shift(Key::S)],
        FileAction::SaveAs
    ),
    entry!(
        "file.recover",
        "Recover unsaved work…",
        [],
        FileAction::Recover
    ),
    entry!(
        "file.outside",
        "Compare with disk…",
        [],
        FileAction::AskOutside
    ),
    entry!(
        "file.import",
        "Import…",
        [Chord::ctrl(Key::I)],
        FileAction::Import
    ),
    entry!(
        "file.import_folder",
        "Import folder…",
        [],
        FileAction::ImportFolder
    ),
    entry!(
        "file.reimport",
        "Import changed sources again",
        [],
        FileAction::Reimport(Vec::new())
    ),
    entry!(
        "file.export",
        "Export bundle…",
        [Chord::ctrl(Key::E)],
        FileAction::Export
    ),
    entry!(
        "file.export_gltf",
        "Export as glTF (.glb)…",
        [Chord::ctrl_shift(Key::E)],
        FileAction::ExportGltf
    ),
    entry!(
        "file.render",
        "Render picture or video…",
        [],
        FileAction::RenderFootage
    ),
    entry!("file.quit", "Quit", [Chord::ctrl(Key::Q)], FileAction::Quit),
];
