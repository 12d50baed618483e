//! Of the File menu.

use crate::{
    action::{Chord, Entry, FileAction, ViewAction, entry},
    panels::help::Sheet,
};
use egui::Key;
use words::word;

/// The File menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!("file.new", word!("New project"), [], FileAction::NewProject),
    entry!(
        "file.sample",
        word!("New from sample"),
        [],
        FileAction::OpenSample
    ),
    entry!(
        "file.open",
        word!("Open project…"),
        [Chord::ctrl(Key::O)],
        FileAction::OpenFolder
    ),
    entry!(
        "file.open_file",
        word!("Open file…"),
        [Chord::ctrl_shift(Key::O)],
        FileAction::Open
    ),
    entry!(
        "file.close",
        word!("Close project"),
        [],
        FileAction::CloseProject
    ),
    entry!(
        "file.save",
        word!("Save"),
        [Chord::ctrl(Key::S)],
        FileAction::Save
    ),
    entry!(
        "file.save_as",
        word!("Save as…"),
        [Chord::ctrl_shift(Key::S)],
        FileAction::SaveAs
    ),
    entry!(
        "file.recover",
        word!("Recover unsaved work…"),
        [],
        FileAction::Recover
    ),
    entry!(
        "file.outside",
        word!("Compare with disk…"),
        [],
        FileAction::AskOutside
    ),
    entry!(
        "file.import",
        word!("Import…"),
        [Chord::ctrl(Key::I)],
        FileAction::Import
    ),
    entry!(
        "file.import_folder",
        word!("Import folder…"),
        [],
        FileAction::ImportFolder
    ),
    entry!(
        "file.reimport",
        word!("Import changed sources again"),
        [],
        FileAction::Reimport(Vec::new())
    ),
    entry!(
        "file.export",
        word!("Export bundle…"),
        [Chord::ctrl(Key::E)],
        FileAction::Export
    ),
    entry!(
        "file.bundles",
        word!("Bundles…"),
        [],
        ViewAction::OpenSheet(Sheet::Bundles)
    ),
    entry!(
        "file.build_bundles",
        word!("Build bundles…"),
        [],
        FileAction::BuildBundles
    ),
    entry!(
        "file.export_gltf",
        word!("Export as glTF (.glb)…"),
        [Chord::ctrl_shift(Key::E)],
        FileAction::ExportGltf
    ),
    entry!(
        "file.render",
        word!("Render picture or video…"),
        [],
        FileAction::RenderFootage
    ),
    entry!(
        "file.quit",
        word!("Quit"),
        [Chord::ctrl(Key::Q)],
        FileAction::Quit
    ),
];
