//! Migration of slot groups: in older projects each montage named the group of its slots, now the
//! project has a table.

#[cfg(test)]
mod tests;

use crate::ImportReport;
use asset::{Id, Montage, Project, SlotGroup, slot_group::DEFAULT_GROUP};
use serde_json::Value;
use std::collections::BTreeMap;
use words::tr;

/// The slot group that a montage names in its file.
pub(super) struct OldGroup {
    path: String,
    montage: String,
    group: String,
    slots: Vec<String>,
}

/// Reads the group from a montage's file. None if the file names none.
pub(super) fn of_file(path: &str, bytes: &[u8], montage: &Montage) -> Option<OldGroup> {
    let file: Value = serde_json::from_slice(bytes).ok()?;
    let group = file.pointer("/asset/group")?.as_str()?.trim();
    let slots = montage.slots.iter().map(|slot| slot.name.clone()).collect();
    (!group.is_empty()).then(|| OldGroup {
        path: path.to_owned(),
        montage: montage.name.clone(),
        group: group.to_owned(),
        slots,
    })
}

/// Moves the groups to the project's table. What the table already says of a slot stays; then the
/// first montage by name decides. Contradictions are notes.
pub(super) fn take_over(project: &mut Project, mut old: Vec<OldGroup>, report: &mut ImportReport) {
    old.sort_by(|a, b| (&a.montage, &a.path).cmp(&(&b.montage, &b.path)));
    let listed = project
        .slot_groups
        .iter()
        .flat_map(|group| group.slots.iter().map(|slot| (slot, &group.name)));
    let mut groups: BTreeMap<String, String> = listed
        .map(|(slot, name)| (slot.clone(), name.clone()))
        .collect();
    for OldGroup {
        path, group, slots, ..
    } in old
    {
        for slot in slots {
            match groups.get(&slot) {
                None => {
                    add(project, &group, &slot);
                    groups.insert(slot, group.clone());
                }
                Some(known) if *known == group => {}
                Some(known) => report.note(
                    path.as_str(),
                    tr!(
                        "Its group was “{group}”, but another montage puts its slot “{slot}” in “{known}”. A slot has one group. Rename one of the slots, or leave it."
                    ),
                ),
            }
        }
    }
}

fn add(project: &mut Project, group: &str, slot: &str) {
    if group == DEFAULT_GROUP {
        return;
    }
    if let Some(known) = project
        .slot_groups
        .iter_mut()
        .find(|known| known.name == group)
    {
        return known.slots.push(slot.to_owned());
    }
    let id = Id::derive(&["slot group", group]);
    project.slot_groups.push(SlotGroup {
        id,
        name: group.to_owned(),
        slots: vec![slot.to_owned()],
    });
}
