//! Menus of the tree: of an asset, and of what is around it.

use super::tags;
use crate::{
    action::{
        ActionContext, EditAction, EditorAction, FileAction, MontageAction, ViewAction, menus,
    },
    panels::on_slot,
    parts,
    views::Renaming,
};
use asset::{AssetKind, Id};
use document::{Document, Selection};
use egui::Ui;
use std::{collections::BTreeSet, path::PathBuf};
use words::{noun, tr};

/// A button that says why it does nothing.
fn button(ui: &mut Ui, title: &str, refusal: Option<&str>) -> bool {
    let response = ui.add_enabled(refusal.is_none(), egui::Button::new(title));
    response
        .on_disabled_hover_text(refusal.unwrap_or_default())
        .clicked()
}

/// The context menu of several assets.
pub fn several_ui(
    ui: &mut Ui,
    document: &Document,
    (active, selected): (Option<Id>, Vec<Id>),
    actions: &mut Vec<EditorAction>,
) {
    let project = document.project();
    ui.label(parts::count(selected.len(), noun!("asset")));
    ui.separator();
    if ui.button(tr!("Open all")).clicked() {
        actions.extend(selected.iter().map(|id| ViewAction::OpenAsset(*id).into()));
    }
    let is_montage = |id: &Id| project.montages.contains_key(id);
    let all_clips = selected.iter().all(|id| project.clips.contains_key(id));
    let refusal = if !all_clips {
        Some(tr!("Select clips only"))
    } else if !active.as_ref().is_some_and(is_montage) {
        Some(tr!("Open a montage first"))
    } else {
        None
    };
    if button(ui, tr!("Add to the open montage"), refusal) {
        actions.extend(
            selected
                .iter()
                .map(|id| MontageAction::AppendClip(*id).into()),
        );
    }
    ui.separator();
    parts::menu_button(ui, tr!("Tags"), |ui| {
        tags::tags_menu_ui(ui, project, &selected, actions);
    });
    let files: BTreeSet<PathBuf> = selected
        .iter()
        .filter_map(|id| project.origin(*id))
        .map(|origin| PathBuf::from(&origin.file))
        .collect();
    let refusal = files
        .is_empty()
        .then_some(tr!("None of them comes from a file"));
    if button(ui, tr!("Import their files again"), refusal) {
        actions.push(FileAction::Reimport(files.into_iter().collect()).into());
    }
    if ui.button(tr!("Delete…")).clicked() {
        actions.push(EditAction::AskDelete(selected).into());
    }
}

/// The context menu of an asset.
pub fn asset_ui(
    ui: &mut Ui,
    document: &Document,
    (active, typed): (Option<Id>, &mut Option<Renaming>),
    (kind, id, name): (AssetKind, Id, &str),
    actions: &mut Vec<EditorAction>,
) {
    if ui.button(tr!("Open")).clicked() {
        actions.push(ViewAction::OpenAsset(id).into());
    }
    if kind == AssetKind::Clip {
        if ui.button(tr!("New montage from clip")).clicked() {
            actions.push(MontageAction::NewFrom(id).into());
        }
        let montage_is_open =
            active.is_some_and(|active| document.project().montages.contains_key(&active));
        let refusal = (!montage_is_open).then_some(tr!("Open a montage first"));
        if button(ui, tr!("Add to the open montage"), refusal) {
            actions.push(MontageAction::AppendClip(id).into());
        }
    }
    if kind == AssetKind::Montage {
        parts::menu_button(ui, tr!("Play on"), |ui| {
            on_slot::graphs_ui(ui, document.project(), id, actions);
        });
    }
    if kind == AssetKind::Montage && ui.button(tr!("New child montage")).clicked() {
        actions.push(MontageAction::NewChild(id).into());
    }
    ui.separator();
    if ui.button(tr!("Rename")).clicked() {
        *typed = Some(Renaming::new(Selection::asset(id), name));
    }
    let refusal = (!can_be_duplicated(kind)).then_some(tr!(
        "This asset comes from a file. Import the file again to get another copy"
    ));
    if button(ui, tr!("Duplicate"), refusal) {
        actions.push(EditAction::DuplicateAsset(id).into());
    }
    parts::menu_button(ui, tr!("Tags"), |ui| {
        tags::tags_menu_ui(ui, document.project(), &[id], actions);
    });
    if let Some(origin) = document.project().origin(id)
        && ui.button(tr!("Import its file again")).clicked()
    {
        actions.push(FileAction::Reimport(vec![PathBuf::from(&origin.file)]).into());
    }
    if ui.button(tr!("Delete…")).clicked() {
        actions.push(EditAction::AskDelete(vec![id]).into());
    }
}

/// Others than these are what their files say.
pub fn can_be_duplicated(kind: AssetKind) -> bool {
    match kind {
        AssetKind::Montage
        | AssetKind::Graph
        | AssetKind::BlendSpace
        | AssetKind::PoseAsset
        | AssetKind::NotifyClass => true,
        AssetKind::Clip
        | AssetKind::Skeleton
        | AssetKind::Mesh
        | AssetKind::Texture
        | AssetKind::Sound
        | AssetKind::Scenario => false,
    }
}

/// Ids of the actions that create or import assets, in menu order.
const NEW: [&str; 7] = [
    "montage.new",
    "graph.new",
    "blend_space.new",
    "pose_asset.new",
    "notify_class.custom",
    "file.import",
    "file.import_folder",
];

/// The menu of everything that can be added to the project.
pub fn new_ui(ui: &mut Ui, now: &ActionContext<'_>, actions: &mut Vec<EditorAction>) {
    for id in NEW {
        let Some(entry) = menus()
            .flat_map(|(_, entries)| entries)
            .find(|entry| entry.id == id)
        else {
            continue;
        };
        let action = (entry.action)();
        if button(ui, &entry.title, action.refusal(now)) {
            actions.push(action);
        }
    }
}
