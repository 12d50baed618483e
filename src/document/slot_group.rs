//! Edits of the project's slot groups. A slot is in one group alone.

#[cfg(test)]
mod tests;

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
        SlotGroupCommand::Move(slot, group) => {
            move_slot(&mut project.slot_groups, &trimmed(slot)?, *group)
        }
    }
}

fn rename_slot(project: &mut Project, from: &str, to: &str) -> Result<bool, EditError> {
    let has = |montage: &Montage, name: &str| montage.slots.iter().any(|slot| slot.name == name);
    if from == to {
        return Ok(false);
    }
    if project
        .montages
        .values()
        .any(|montage| has(montage, from) && has(montage, to))
    {
        return Err(EditError::NameTaken {
            name: to.to_owned(),
        });
    }
    for entry in project
        .montages
        .values_mut()
        .filter(|montage| montage.parent.is_none() && has(montage, from))
    {
        let slots = &mut Arc::make_mut(entry).slots;
        slots
            .iter_mut()
            .filter(|slot| slot.name == from)
            .for_each(|slot| slot.name = to.to_owned());
    }
    let is_of =
        |node: &Node| matches!(&node.kind, NodeKind::Slot(SlotNode { slot, .. }) if slot == from);
    for entry in project
        .graphs
        .values_mut()
        .filter(|graph| graph.wiring.nodes.iter().any(is_of))
    {
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
    let is_listed = project
        .slot_groups
        .iter()
        .any(|group| group.slots.iter().any(|slot| slot == to));
    let is_used = project
        .montages
        .values()
        .any(|montage| montage.slots.iter().any(|slot| slot.name == from));
    for group in &mut project.slot_groups {
        let Some(at) = group.slots.iter().position(|slot| slot == from) else {
            continue;
        };
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
    groups.push(SlotGroup {
        id: group.id,
        name,
        slots: Vec::new(),
    });
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
    groups
        .iter()
        .position(|group| group.id == id)
        .ok_or(EditError::ItemMissing)
}

fn free(groups: &[SlotGroup], name: &str, except: Option<Id>) -> Result<String, EditError> {
    let name = trimmed(name)?;
    let is_taken = name == DEFAULT_GROUP
        || groups
            .iter()
            .any(|group| group.name == name && Some(group.id) != except);
    if is_taken {
        Err(EditError::NameTaken { name })
    } else {
        Ok(name)
    }
}
