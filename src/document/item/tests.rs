use super::*;
use crate::{
    BlendSpaceCommand, Command, Document, MontageCommand, ProjectCommand, SkeletonCommand,
    edits::{CLIP, MONTAGE, RIG, SLOT, TRACK, add_segment, document, montage, montage_of, notify},
};
use anim::Transform;
use asset::{BlendSpace, Notify, blend_space::Sample, notify::Link, skeleton::Socket};

fn socket(id: u64, name: &str) -> Socket {
    Socket::new(Id(id), name, "root".into(), Transform::IDENTITY)
}

fn names(document: &Document) -> Vec<String> {
    let sockets = &document.project().skeletons[&RIG].sockets;
    sockets.iter().map(|socket| socket.name.clone()).collect()
}

#[test]
fn every_edit_of_a_list_finds_its_item_and_says_whether_it_changed() {
    use ItemCommand::{Add, Move, Put, Remove, Rename, Set};
    let (missing, taken) = (Err(EditError::ItemMissing), Err(EditError::IdTaken));
    let named = || Err(EditError::NameTaken { name: "B".into() });
    let rows = [
        (Set(socket(20, "A")), missing.clone(), vec![]),
        (Rename(Id(20), "A".into()), missing.clone(), vec![]),
        (Move(Id(20), 0), missing.clone(), vec![]),
        (Put(socket(20, " A ")), Ok(true), vec!["A"]),
        (Put(socket(20, "A")), Ok(false), vec!["A"]),
        (Add(socket(20, "B")), taken, vec!["A"]),
        (Add(socket(21, "B")), Ok(true), vec!["A", "B"]),
        (Put(socket(20, "B")), named(), vec!["A", "B"]),
        (Rename(Id(20), " B".into()), named(), vec!["A", "B"]),
        (Rename(Id(20), " A".into()), Ok(false), vec!["A", "B"]),
        (Rename(Id(20), " C ".into()), Ok(true), vec!["C", "B"]),
        (Move(Id(20), 9), Ok(true), vec!["B", "C"]),
        (Move(Id(20), 1), Ok(false), vec!["B", "C"]),
        (Set(socket(21, "D")), Ok(true), vec!["D", "C"]),
        (Remove(Id(21)), Ok(true), vec!["C"]),
        (Remove(Id(21)), missing, vec!["C"]),
    ];
    let mut document = document();
    for (command, expected, left) in rows {
        let command = Command::Skeleton(RIG, SkeletonCommand::Socket(command));
        let before = document.project().clone();
        let done = document.perform(&command, None);
        assert_eq!(done, expected, "{command:?}");
        assert_eq!(names(&document), left, "{command:?}");
        let changed = !Arc::ptr_eq(&before, document.project());
        assert_eq!(changed, done == Ok(true), "{command:?}");
    }
}

#[test]
fn an_item_without_a_name_is_not_renamed() {
    let mut document = document();
    let sample = Sample {
        id: Id(31),
        clip: CLIP,
        at: [0.0; 2],
        rate: 1.0,
    };
    let edit = |command| Command::BlendSpace(Id(30), BlendSpaceCommand::Sample(command));
    let space = BlendSpace::new("space", RIG);
    let rows = [
        (
            Command::Project(ProjectCommand::Add(Id(30), space.into())),
            true,
        ),
        (edit(ItemCommand::Put(sample)), true),
        (edit(ItemCommand::Rename(Id(31), "A".into())), false),
    ];
    for (command, changes) in rows {
        assert_eq!(document.perform(&command, None), Ok(changes), "{command:?}");
    }
}

#[test]
fn a_slot_that_is_set_keeps_nothing_that_is_linked_to_what_it_lost() {
    let mut document = document();
    let mut step = Notify::instant(Id(40), TRACK, "Step", 0.5);
    step.link = Link::Relative(Id(21));
    let mut slot = montage_of(&document).slots[0].clone();
    slot.name = "Upper".into();
    let commands = [
        add_segment(crate::edits::segment(21, 0.0)),
        notify(crate::NotifyCommand::Add(step)),
        montage(MontageCommand::Slot(ItemCommand::Set(slot))),
    ];
    for command in commands {
        assert_eq!(document.perform(&command, None), Ok(true), "{command:?}");
    }
    let montage = document.project().montages[&MONTAGE].clone();
    assert_eq!(montage.notifies[0].link, Link::Absolute);
    assert_eq!(
        (montage.slots[0].id, montage.slots[0].segments.len()),
        (SLOT, 0)
    );
}
