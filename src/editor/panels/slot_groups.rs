//! The project's slot groups: what they are called, and which slot is in which.

use super::rows::Rows;
use crate::{action::Action, icons, parts, session::Session, theme};
use asset::{Id, Project, SlotGroup, slot_group::DEFAULT_GROUP};
use document::{Command, ProjectCommand, SlotGroupCommand};
use egui::{Label, RichText, Ui};

pub fn slot_groups_ui(ui: &mut Ui, project: &Project, session: &mut Session, actions: &mut Vec<Action>) {
    let of_project = |command| Command::Project(ProjectCommand::SlotGroups(command));
    let mut rows = Rows::new(Id::derive(&["slot groups"]), session, actions);
    note(ui, "Montages in slots of one group replace each other; those of different groups play together.");
    for group in &project.slot_groups {
        let mut is_deleted = false;
        ui.horizontal(|ui| {
            ui.vertical(|ui| {
                rows.text(ui, "Group", &group.name, |name| of_project(SlotGroupCommand::Rename(group.id, name)));
            });
            let name = format!("Delete slot group {}", group.name);
            is_deleted = parts::icon_button(ui, icons::X, &name, false).clicked();
        });
        if is_deleted {
            rows.perform(of_project(SlotGroupCommand::Remove(group.id)));
        }
    }
    if parts::property(ui, "", |ui| parts::button(ui, Some(icons::PLUS), "Add slot group", false).clicked()) {
        let group = SlotGroup { id: rows.session.edits.id(), name: free_name(project), slots: Vec::new() };
        rows.perform(of_project(SlotGroupCommand::Add(group)));
    }
    note(ui, "Each slot of the project's montages is in one group.");
    let named = project.slot_groups.iter().map(|group| (Some(group.id), group.name.clone()));
    let options: Vec<(Option<Id>, String)> = [(None, DEFAULT_GROUP.to_owned())].into_iter().chain(named).collect();
    for slot in project.slot_names() {
        let counted = project.group_of_slot(slot);
        let group = project.slot_groups.iter().find(|group| group.name == counted).map(|group| group.id);
        rows.choice(ui, slot, &group, &options, |group| of_project(SlotGroupCommand::Move(slot.to_owned(), group)));
    }
}

fn free_name(project: &Project) -> String {
    let is_free = |name: &String| project.slot_groups.iter().all(|group| group.name != *name);
    (1..).map(|at| format!("Group{at}")).find(is_free).unwrap_or_default()
}

fn note(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).font(theme::small()).color(theme::TEXT_2)).wrap());
}
