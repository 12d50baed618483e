//! Edits of the notes on a clip or montage.

#[cfg(test)]
mod tests;

use crate::{
    EditError, NoteCommand, clip,
    field::{place_in_time, replace, trimmed},
};
use asset::{Id, Note, Project};
use std::sync::Arc;
use words::tr;

pub(crate) fn apply(
    project: &mut Project,
    id: Id,
    command: &NoteCommand,
) -> Result<bool, EditError> {
    let Some(entry) = project.montages.get_mut(&id) else {
        return clip::apply(project, id, |clip| edit(&mut clip.notes, command));
    };
    let mut montage = (**entry).clone();
    let changed = edit(&mut montage.notes, command)?;
    if changed {
        *entry = Arc::new(montage);
    }
    Ok(changed)
}

fn edit(notes: &mut Vec<Note>, command: &NoteCommand) -> Result<bool, EditError> {
    let index = |id: Id| notes.iter().position(|note| note.id == id);
    match command {
        NoteCommand::Add(note) => {
            if index(note.id).is_some() {
                return Err(EditError::IdTaken);
            }
            notes.push(checked(note)?);
            Ok(true)
        }
        NoteCommand::Remove(id) => {
            notes.remove(index(*id).ok_or(EditError::ItemMissing)?);
            Ok(true)
        }
        NoteCommand::Set(note) => {
            let at = index(note.id).ok_or(EditError::ItemMissing)?;
            Ok(replace(&mut notes[at], checked(note)?))
        }
    }
}

fn checked(note: &Note) -> Result<Note, EditError> {
    place_in_time(note.time, tr!("Time"))?;
    Ok(Note {
        text: trimmed(&note.text)?,
        ..note.clone()
    })
}
