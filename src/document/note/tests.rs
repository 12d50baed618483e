use super::*;
use crate::{Command, Document, ItemCommand};
use asset::Id;
use asset::{Clip, Montage};
use std::sync::Arc;

const CLIP: Id = Id(1);
const MONTAGE: Id = Id(2);

fn document() -> Document {
    let mut project = Project::default();
    project.clips.insert(
        CLIP,
        Arc::new(Clip::new("c", Id(9), Default::default(), 30.0)),
    );
    project
        .montages
        .insert(MONTAGE, Arc::new(Montage::new("m", Id(9), &mut 20)));
    Document::new(project)
}

#[test]
fn notes_come_change_and_go_on_clips_and_montages() {
    for asset in [CLIP, MONTAGE] {
        let mut document = document();
        let start = document.project().clone();
        let mut make = |command| document.perform(&Command::Note(asset, command), None);
        let note = Note {
            id: Id(3),
            time: 0.5,
            text: " Check the hip ".into(),
            color: 4,
        };
        assert_eq!(make(ItemCommand::Add(note.clone())), Ok(true));
        assert_eq!(
            make(ItemCommand::Add(note.clone())),
            Err(EditError::IdTaken)
        );
        assert_eq!(
            make(ItemCommand::Set(note.clone())),
            Ok(false),
            "spaces around it do not count"
        );
        assert_eq!(
            make(ItemCommand::Set(Note {
                text: " ".into(),
                ..note.clone()
            })),
            Err(EditError::NameEmpty)
        );
        assert!(
            make(ItemCommand::Set(Note {
                time: -1.0,
                ..note.clone()
            }))
            .is_err()
        );
        assert_eq!(
            make(ItemCommand::Set(Note {
                id: Id(4),
                ..note.clone()
            })),
            Err(EditError::ItemMissing)
        );
        assert_eq!(make(ItemCommand::Remove(Id(3))), Ok(true));
        assert_eq!(
            make(ItemCommand::Remove(Id(3))),
            Err(EditError::ItemMissing)
        );
        while document.undo() {}
        assert!(Arc::ptr_eq(document.project(), &start));
    }
}
