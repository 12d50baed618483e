//! The project's slot groups: what they are called, and which slot is in which.

use super::rows::PropertyRows;
use crate::{action::EditorAction, icons, parts, session::Session, theme, views::PanelViews};
use asset::graph::nodes::SlotNode;
use asset::{Id, Project, SlotGroup, graph::NodeKind, slot_group::DEFAULT_GROUP};
use document::{Command, ItemCommand, ProjectCommand, SlotGroupCommand};
use egui::{Label, RichText, Ui};
use words::{noun, tr};

/// The sheet of slot groups of the project.
pub fn slot_groups_ui(
    ui: &mut Ui,
    project: &Project,
    (session, views): (&Session, &mut PanelViews),
    actions: &mut Vec<EditorAction>,
) {
    let of_project = |command| Command::Project(ProjectCommand::SlotGroups(command));
    let mut rows = PropertyRows::new(Id::derive(&["slot groups"]), (session, views), actions);
    note(
        ui,
        tr!(
            "Montages in one slot group replace each other. Montages in different groups play together."
        ),
    );
    for group in &project.slot_groups {
        let mut is_deleted = false;
        ui.horizontal(|ui| {
            ui.vertical(|ui| {
                rows.text(ui, tr!("Group"), &group.name, |name| {
                    of_project(SlotGroupCommand::Group(ItemCommand::Rename(group.id, name)))
                });
            });
            let name = tr!("Delete slot group {}", group.name);
            is_deleted = parts::icon_button(ui, icons::X, &name, false).clicked();
        });
        if is_deleted {
            rows.perform(of_project(SlotGroupCommand::Group(ItemCommand::Remove(
                group.id,
            ))));
        }
    }
    if parts::property(ui, "", |ui| {
        parts::button(ui, Some(icons::PLUS), tr!("Add slot group"), false).clicked()
    }) {
        let group = SlotGroup {
            id: rows.views.edits.id(),
            name: free_name(project),
            slots: Vec::new(),
        };
        rows.perform(of_project(SlotGroupCommand::Group(ItemCommand::Add(group))));
    }
    note(ui, tr!("Each slot belongs to one group."));
    let named = project
        .slot_groups
        .iter()
        .map(|group| (Some(group.id), group.name.clone()));
    let options: Vec<(Option<Id>, String)> = [(None, DEFAULT_GROUP.to_owned())]
        .into_iter()
        .chain(named)
        .collect();
    for slot in project.slot_names() {
        let counted = project.group_of_slot(slot);
        let group = project
            .slot_groups
            .iter()
            .find(|group| group.name == counted)
            .map(|group| group.id);
        ui.push_id(slot, |ui| {
            rows.choice(ui, slot, &group, &options, |group| {
                of_project(SlotGroupCommand::Move(slot.to_owned(), group))
            });
            let label = tr!("Name of {slot}");
            rows.text(ui, &label, slot, |name| {
                of_project(SlotGroupCommand::RenameSlot(slot.to_owned(), name))
            });
            uses_ui(ui, &mut rows, project, slot);
        });
    }
}

/// Number of uses of the slot; a slot without uses can be removed.
fn uses_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, project: &Project, slot: &str) {
    let montages = project
        .montages
        .values()
        .filter(|it| it.slots.iter().any(|known| known.name == slot))
        .count();
    let is_of = |node: &asset::graph::Node| matches!(&node.kind, NodeKind::Slot(SlotNode { slot: of, .. }) if of == slot);
    let graphs = project
        .graphs
        .values()
        .filter(|graph| graph.wiring.nodes.iter().any(is_of))
        .count();
    let told = format!(
        "{}, {}",
        parts::count(montages, noun!("montage")),
        parts::count(graphs, noun!("graph"))
    );
    let mut is_forgotten = false;
    parts::property(ui, "", |ui| {
        ui.label(
            RichText::new(told)
                .font(theme::small())
                .color(theme::TEXT_3),
        );
        if montages == 0 {
            is_forgotten = parts::button(ui, None, &tr!("Forget {slot}"), false).clicked();
        }
    });
    if is_forgotten {
        rows.perform(Command::Project(ProjectCommand::SlotGroups(
            SlotGroupCommand::Forget(slot.to_owned()),
        )));
    }
}

fn free_name(project: &Project) -> String {
    let is_free = |name: &String| project.slot_groups.iter().all(|group| group.name != *name);
    (1..)
        .map(|at| format!("Group{at}"))
        .find(is_free)
        .unwrap_or_default()
}

fn note(ui: &mut Ui, text: &str) {
    ui.add(
        Label::new(
            RichText::new(text)
                .font(theme::small())
                .color(theme::TEXT_2),
        )
        .wrap(),
    );
}
