//! Edits of the project's slot groups. A slot is in one group alone.

use crate::{
    EditError, SlotGroupCommand,
    field::{replace, trimmed},
};
use asset::{Id, Project, SlotGroup, slot_group::DEFAULT_GROUP};

pub(crate) fn apply(project: &mut Project, command: &SlotGroupCommand) -> Result<bool, EditError> {
    let groups = &mut project.slot_groups;
    match command {
        SlotGroupCommand::Add(group) => add(groups, group),
        SlotGroupCommand::Rename(id, name) => {
            let (at, name) = (index(groups, *id)?, free(groups, name, Some(*id))?);
            Ok(replace(&mut groups[at].name, name))
        }
        SlotGroupCommand::Remove(id) => {
            let at = index(groups, *id)?;
            groups.remove(at);
            Ok(true)
        }
        SlotGroupCommand::Move(slot, group) => move_slot(groups, &trimmed(slot)?, *group),
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
}
