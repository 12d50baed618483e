//! Edits of the notes on a clip or montage.

use crate::{
    EditError, NoteCommand, clip,
    field::{place_in_time, replace, trimmed},
};
use asset::{Id, Note, Project};
use std::sync::Arc;

pub(crate) fn apply(project: &mut Project, id: Id, command: &NoteCommand) -> Result<bool, EditError> {
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
    place_in_time(note.time, "Time")?;
    Ok(Note { text: trimmed(&note.text)?, ..note.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Document};
    use asset::{Clip, Montage};

    const CLIP: Id = Id(1);
    const MONTAGE: Id = Id(2);

    fn document() -> Document {
        let mut project = Project::default();
        project.clips.insert(CLIP, Arc::new(Clip::new("c", Id(9), Default::default(), 30.0)));
        project.montages.insert(MONTAGE, Arc::new(Montage::new("m", Id(9), &mut 20)));
        Document::new(project)
    }

    #[test]
    fn notes_come_change_and_go_on_clips_and_montages() {
        for asset in [CLIP, MONTAGE] {
            let mut document = document();
            let start = document.project().clone();
            let mut make = |command| document.perform(&Command::Note(asset, command), None);
            let note = Note { id: Id(3), time: 0.5, text: " Check the hip ".into(), color: 4 };
            assert_eq!(make(NoteCommand::Add(note.clone())), Ok(true));
            assert_eq!(make(NoteCommand::Add(note.clone())), Err(EditError::IdTaken));
            assert_eq!(make(NoteCommand::Set(note.clone())), Ok(false), "spaces around it do not count");
            assert_eq!(make(NoteCommand::Set(Note { text: " ".into(), ..note.clone() })), Err(EditError::NameEmpty));
            assert!(make(NoteCommand::Set(Note { time: -1.0, ..note.clone() })).is_err());
            assert_eq!(make(NoteCommand::Set(Note { id: Id(4), ..note.clone() })), Err(EditError::ItemMissing));
            assert_eq!(make(NoteCommand::Remove(Id(3))), Ok(true));
            assert_eq!(make(NoteCommand::Remove(Id(3))), Err(EditError::ItemMissing));
            while document.undo() {}
            assert!(Arc::ptr_eq(document.project(), &start));
        }
    }
}
