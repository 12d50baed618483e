use super::*;
use crate::{Command, Document, ItemCommand, ProjectCommand};
use asset::{Clip, Montage};
use std::sync::Arc;

const CLIP: Id = Id(1);
const MONTAGE: Id = Id(2);
const SOUND: Id = Id(5);

fn file(name: &str, bytes: &[u8]) -> Box<SoundFile> {
    Box::new(SoundFile {
        name: name.into(),
        ending: "wav".into(),
        seconds: 1.0,
        bytes: Arc::from(bytes),
    })
}

fn add_sound(id: Id, name: &str) -> Command {
    Command::Project(ProjectCommand::Add(id, (*file(name, b"RIFF")).into()))
}

fn document() -> Document {
    let mut project = Project::default();
    let clip = Clip::new("c", Id(9), Default::default(), 30.0);
    project.clips.insert(CLIP, Arc::new(clip));
    let montage = Montage::new("m", Id(9), &mut 20);
    project.montages.insert(MONTAGE, Arc::new(montage));
    Document::new(project)
}

#[test]
fn a_sound_comes_is_replaced_and_goes_and_undo_brings_back_what_was() {
    let mut document = document();
    assert_eq!(
        document.perform(&add_sound(SOUND, " step "), None),
        Ok(true)
    );
    assert_eq!(document.project().sounds[&SOUND].name, "step");
    assert_eq!(
        document.perform(&add_sound(SOUND, "x"), None),
        Err(EditError::IdTaken)
    );
    let name = "step".to_owned();
    assert_eq!(
        document.perform(&add_sound(Id(6), "step"), None),
        Err(EditError::NameTaken { name })
    );
    let replace =
        |bytes| Command::Project(ProjectCommand::ReplaceSound(SOUND, file("other", bytes)));
    assert_eq!(document.perform(&replace(b"RIFF"), None), Ok(false));
    assert_eq!(document.perform(&replace(b"RIFX"), None), Ok(true));
    let sound = document.project().sounds[&SOUND].clone();
    assert_eq!((&*sound.bytes, sound.name.as_str()), (&b"RIFX"[..], "step"));
    document.undo();
    assert_eq!(&*document.project().sounds[&SOUND].bytes, b"RIFF");
    document.undo();
    assert!(document.project().sounds.is_empty());
}

#[test]
fn sounds_come_change_and_go_on_clips_and_montages() {
    for asset in [CLIP, MONTAGE] {
        let mut document = document();
        let lane = LaneSound {
            id: Id(3),
            name: " line ".into(),
            sound: SOUND,
            time: 0.5,
            skip: 0.0,
            gain: -3.0,
        };
        let add = Command::Sound(asset, ItemCommand::Add(lane.clone()));
        assert_eq!(document.perform(&add, None), Err(EditError::AssetMissing));
        document.perform(&add_sound(SOUND, "step"), None).unwrap();
        let start = document.project().clone();
        let mut make = |command| document.perform(&Command::Sound(asset, command), None);
        assert_eq!(make(ItemCommand::Add(lane.clone())), Ok(true));
        assert_eq!(
            make(ItemCommand::Add(lane.clone())),
            Err(EditError::IdTaken)
        );
        assert_eq!(make(ItemCommand::Set(lane.clone())), Ok(false));
        let with = |time, skip, gain| LaneSound {
            time,
            skip,
            gain,
            ..lane.clone()
        };
        for wrong in [
            with(-1.0, 0.0, 0.0),
            with(f32::NAN, 0.0, 0.0),
            with(0.0, -1.0, 0.0),
            with(0.0, 0.0, 13.0),
            with(0.0, 0.0, f32::NAN),
        ] {
            let refused = make(ItemCommand::Set(wrong));
            assert!(
                matches!(refused, Err(EditError::OutOfRange { .. })),
                "{refused:?}"
            );
        }
        assert_eq!(make(ItemCommand::Set(with(0.75, 0.25, 0.0))), Ok(true));
        let now = document.project().lane_sounds(asset)[0].clone();
        assert_eq!(
            (now.time, now.skip, now.name.as_str()),
            (0.75, 0.25, "line")
        );
        let delete = Command::Project(ProjectCommand::DeleteAsset(SOUND));
        assert!(matches!(
            document.perform(&delete, None),
            Err(EditError::InUse { .. })
        ));
        document
            .perform(&Command::Sound(asset, ItemCommand::Remove(Id(3))), None)
            .unwrap();
        assert!(document.project().lane_sounds(asset).is_empty());
        for _ in 0..3 {
            document.undo();
        }
        assert_eq!(*document.project(), start);
    }
}
