//! Edits of the project's slot groups. A slot is in one group alone.

#[cfg(test)]
mod tests;

use crate::{
    EditError, SlotGroupCommand,
    field::trimmed,
    item::{self, ItemCommand, ListedItem, listed, own_name},
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
        SlotGroupCommand::Group(command) => edit_groups(project, command),
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

impl ListedItem for SlotGroup {
    listed!(Project, slot_groups, name);

    /// A group lists each slot once.
    fn checked(&self, project: &Project, _: &Project) -> Result<Self, EditError> {
        let name = Self::checked_name(project, self.id, &self.name)?;
        let mut slots: Vec<String> = Vec::new();
        for slot in &self.slots {
            let slot = trimmed(slot)?;
            if !slots.contains(&slot) {
                slots.push(slot);
            }
        }
        let id = self.id;
        Ok(SlotGroup { id, name, slots })
    }

    /// The default group keeps its name for itself.
    fn checked_name(project: &Project, id: Id, name: &str) -> Result<String, EditError> {
        let name = own_name::<Self>(project, id, name)?;
        if name == DEFAULT_GROUP {
            return Err(EditError::NameTaken { name });
        }
        Ok(name)
    }
}

/// Slots leave the other groups for one that is added or set.
fn edit_groups(project: &mut Project, command: &ItemCommand<SlotGroup>) -> Result<bool, EditError> {
    let before = project.clone();
    let changed = item::edit(project, &before, command)?;
    for slot in command.item().into_iter().flat_map(|group| &group.slots) {
        move_slot(&mut project.slot_groups, slot.trim(), Some(command.id()))?;
    }
    Ok(changed)
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
