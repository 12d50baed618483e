//! Edits of the project's slot groups. A slot is in one group alone.

use crate::{
    EditError, SlotGroupCommand,
    field::{replace, trimmed},
};
use asset::graph::nodes::SlotNode;
use asset::{
    Id, Montage, PoseGraph, Project, SlotGroup,
    graph::{Node, NodeKind},
    slot_group::DEFAULT_GROUP,
};
use std::sync::Arc;

pub(crate) fn apply(project: &mut Project, command: &SlotGroupCommand) -> Result<bool, EditError> {
    match command {
        SlotGroupCommand::RenameSlot(from, to) => rename_slot(project, from, &trimmed(to)?),
        SlotGroupCommand::Forget(slot) => move_slot(&mut project.slot_groups, slot, None),
        SlotGroupCommand::Add(group) => add(&mut project.slot_groups, group),
        SlotGroupCommand::Rename(id, name) => {
            let groups = &mut project.slot_groups;
            let (at, name) = (index(groups, *id)?, free(groups, name, Some(*id))?);
            Ok(replace(&mut groups[at].name, name))
        }
        SlotGroupCommand::Remove(id) => {
            let at = index(&project.slot_groups, *id)?;
            project.slot_groups.remove(at);
            Ok(true)
        }
        SlotGroupCommand::Move(slot, group) => move_slot(&mut project.slot_groups, &trimmed(slot)?, *group),
    }
}

fn rename_slot(project: &mut Project, from: &str, to: &str) -> Result<bool, EditError> {
    let has = |montage: &Montage, name: &str| montage.slots.iter().any(|slot| slot.name == name);
    if from == to {
        return Ok(false);
    }
    if project.montages.values().any(|montage| has(montage, from) && has(montage, to)) {
        return Err(EditError::NameTaken { name: to.to_owned() });
    }
    for entry in project.montages.values_mut().filter(|montage| montage.parent.is_none() && has(montage, from)) {
        let slots = &mut Arc::make_mut(entry).slots;
        slots.iter_mut().filter(|slot| slot.name == from).for_each(|slot| slot.name = to.to_owned());
    }
    let is_of = |node: &Node| matches!(&node.kind, NodeKind::Slot(SlotNode { slot, .. }) if slot == from);
    for entry in project.graphs.values_mut().filter(|graph| graph.wiring.nodes.iter().any(is_of)) {
        let graph: &mut PoseGraph = Arc::make_mut(entry);
        for node in &mut Arc::make_mut(&mut graph.wiring).nodes {
            if let NodeKind::Slot(SlotNode { slot, .. }) = &mut node.kind
                && slot == from
            {
                *slot = to.to_owned();
            }
        }
    }
    carry(project, from, to);
    Ok(true)
}

/// A name that is in no group yet takes the place of the one that goes.
pub(crate) fn carry(project: &mut Project, from: &str, to: &str) {
    let is_listed = project.slot_groups.iter().any(|group| group.slots.iter().any(|slot| slot == to));
    let is_used = project.montages.values().any(|montage| montage.slots.iter().any(|slot| slot.name == from));
    for group in &mut project.slot_groups {
        let Some(at) = group.slots.iter().position(|slot| slot == from) else { continue };
        if !is_listed {
            group.slots.insert(at + 1, to.to_owned());
        }
        if !is_used {
            group.slots.remove(at);
        }
    }
}

fn add(groups: &mut Vec<SlotGroup>, group: &SlotGroup) -> Result<bool, EditError> {
    if index(groups, group.id).is_ok() {
        return Err(EditError::IdTaken);
    }
    let name = free(groups, &group.name, None)?;
    groups.push(SlotGroup { id: group.id, name, slots: Vec::new() });
    for slot in &group.slots {
        move_slot(groups, &trimmed(slot)?, Some(group.id))?;
    }
    Ok(true)
}

fn move_slot(groups: &mut [SlotGroup], slot: &str, group: Option<Id>) -> Result<bool, EditError> {
    let to = group.map(|id| index(groups, id)).transpose()?;
    let mut changed = false;
    for (at, group) in groups.iter_mut().enumerate() {
        let before = group.slots.len();
        if Some(at) != to {
            group.slots.retain(|listed| listed != slot);
        } else if !group.slots.iter().any(|listed| listed == slot) {
            group.slots.push(slot.to_owned());
        }
        changed |= group.slots.len() != before;
    }
    Ok(changed)
}

fn index(groups: &[SlotGroup], id: Id) -> Result<usize, EditError> {
    groups.iter().position(|group| group.id == id).ok_or(EditError::ItemMissing)
}

fn free(groups: &[SlotGroup], name: &str, except: Option<Id>) -> Result<String, EditError> {
    let name = trimmed(name)?;
    let is_taken = name == DEFAULT_GROUP || groups.iter().any(|group| group.name == name && Some(group.id) != except);
    if is_taken { Err(EditError::NameTaken { name }) } else { Ok(name) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Document, ProjectCommand};

    fn group(id: u64, name: &str, slots: &[&str]) -> SlotGroup {
        SlotGroup { id: Id(id), name: name.into(), slots: slots.iter().map(|slot| (*slot).to_owned()).collect() }
    }

    #[test]
    fn a_slot_is_moved_from_group_to_group_and_is_never_in_two() {
        let mut document = Document::new(Project::default());
        let mut run = |command, expected| {
            let done = document.perform(&Command::Project(ProjectCommand::SlotGroups(command)), None);
            assert_eq!(done, expected);
            document.project().slot_groups.clone()
        };
        use SlotGroupCommand::{Add, Move, Remove, Rename};
        let taken = |name: &str| Err(EditError::NameTaken { name: name.into() });
        run(Add(group(1, " Upper ", &["Arms", " Head", "Arms"])), Ok(true));
        run(Add(group(1, "Other", &[])), Err(EditError::IdTaken));
        run(Add(group(2, "Upper", &[])), taken("Upper"));
        run(Add(group(2, DEFAULT_GROUP, &[])), taken(DEFAULT_GROUP));
        run(Add(group(2, "  ", &[])), Err(EditError::NameEmpty));
        let now = run(Add(group(2, "Face", &["Head"])), Ok(true));
        assert_eq!(now, [group(1, "Upper", &["Arms"]), group(2, "Face", &["Head"])]);
        run(Move("Arms".into(), Some(Id(1))), Ok(false));
        run(Move("Arms".into(), Some(Id(9))), Err(EditError::ItemMissing));
        run(Move(" ".into(), None), Err(EditError::NameEmpty));
        let now = run(Move("Arms".into(), Some(Id(2))), Ok(true));
        assert_eq!(now, [group(1, "Upper", &[]), group(2, "Face", &["Head", "Arms"])]);
        run(Move("Head".into(), None), Ok(true));
        run(Move("Head".into(), None), Ok(false));
        run(Rename(Id(1), "Face".into()), taken("Face"));
        run(Rename(Id(1), "Upper".into()), Ok(false));
        run(Rename(Id(9), "X".into()), Err(EditError::ItemMissing));
        run(Rename(Id(1), "Body".into()), Ok(true));
        let now = run(Remove(Id(2)), Ok(true));
        assert_eq!(now, [group(1, "Body", &[])]);
        run(Remove(Id(2)), Err(EditError::ItemMissing));
    }

    #[test]
    fn a_slot_is_renamed_in_every_montage_and_graph_and_stays_in_its_group() {
        use crate::edits::{MONTAGE, SLOT, document, montage, montage_of};
        use asset::{Montage, PoseGraph, graph::Node};
        let groups = |command| Command::Project(ProjectCommand::SlotGroups(command));
        let mut document = document();
        let mut second = Montage::new("second", crate::edits::RIG, &mut 500);
        second.slots[0].name = "Arms".into();
        let mut graph = PoseGraph::new("graph", crate::edits::RIG);
        let kind = NodeKind::Slot(SlotNode { source: None, slot: "DefaultSlot".into(), always_update_source: false });
        Arc::make_mut(&mut graph.wiring).nodes.push(Node { id: Id(700), name: "s".into(), kind });
        for command in [
            Command::Project(ProjectCommand::AddMontage(Id(600), Box::new(second))),
            Command::Project(ProjectCommand::AddGraph(Id(601), Box::new(graph))),
            groups(SlotGroupCommand::Add(group(1, "Body", &["DefaultSlot"]))),
        ] {
            document.perform(&command, None).unwrap();
        }
        let rename = |from: &str, to: &str| groups(SlotGroupCommand::RenameSlot(from.into(), to.into()));
        assert_eq!(document.perform(&rename("DefaultSlot", " Whole "), None), Ok(true));
        let node = &document.project().graphs[&Id(601)].wiring.nodes[0].kind;
        assert!(matches!(node, NodeKind::Slot(SlotNode { slot, .. }) if slot == "Whole"), "{node:?}");
        assert_eq!(montage_of(&document).slots[0].name, "Whole");
        assert_eq!(document.project().slot_groups, [group(1, "Body", &["Whole"])]);
        assert_eq!(document.perform(&rename("Whole", "Whole"), None), Ok(false));
        assert_eq!(document.perform(&rename("Whole", ""), None), Err(EditError::NameEmpty));
        // Of one montage alone: its new name joins the group, and the old one stays for the others.
        document.perform(&montage(crate::MontageCommand::RenameSlot(SLOT, "Upper".into())), None).unwrap();
        assert_eq!(document.project().slot_groups, [group(1, "Body", &["Upper"])]);
        document.perform(&rename("Arms", "Upper"), None).unwrap();
        assert_eq!(document.project().montages[&Id(600)].slots[0].name, "Upper");
        let both = asset::montage::Slot { id: Id(701), name: "Other".into(), segments: vec![], locked: false };
        document.perform(&Command::Montage(MONTAGE, crate::MontageCommand::AddSlot(both)), None).unwrap();
        let taken = document.perform(&rename("Upper", "Other"), None);
        assert_eq!(taken, Err(EditError::NameTaken { name: "Other".into() }));
        assert_eq!(document.perform(&groups(SlotGroupCommand::Forget("Upper".into())), None), Ok(true));
        assert_eq!(document.project().slot_groups, [group(1, "Body", &[])]);
    }
}
