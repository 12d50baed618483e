//! The menu of the tags of assets, by which bundles take them.

use crate::action::{EditAction, EditorAction};
use asset::{Id, Project};
use document::{Command, PackagingCommand, ProjectCommand};
use egui::Ui;
use words::tr;

/// The menu of the tags of assets: each tag of the project, and a field for a new one. A tag that
/// some of the assets lack is put on all.
pub fn tags_menu_ui(
    ui: &mut Ui,
    project: &Project,
    assets: &[Id],
    actions: &mut Vec<EditorAction>,
) {
    let packaging = &project.packaging;
    let mut set = |tag: &str, is_tagged: bool| {
        let command = Command::Project(ProjectCommand::Packaging(PackagingCommand::Tag {
            assets: assets.to_vec(),
            tag: tag.to_owned(),
            is_tagged,
        }));
        actions.push(EditAction::Perform(command, None).into());
    };
    for tag in packaging.tag_names() {
        let has = |id: &Id| {
            packaging
                .tags
                .get(id)
                .is_some_and(|tags| tags.contains(tag))
        };
        let all_have = assets.iter().all(has);
        if ui.selectable_label(all_have, tag).clicked() {
            set(tag, !all_have);
        }
    }
    let id = ui.scope_id().with("new tag");
    let mut text: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let field = egui::TextEdit::singleline(&mut text)
        .hint_text(tr!("New tag"))
        .desired_width(120.0);
    let response = ui.add(field).accessible_name(tr!("New tag"));
    let is_entered = ui.input(|input| input.key_pressed(egui::Key::Enter));
    if response.lost_focus() && is_entered && !text.trim().is_empty() {
        set(text.trim(), true);
        text.clear();
        ui.close();
    }
    ui.data_mut(|data| data.insert_temp(id, text));
}
