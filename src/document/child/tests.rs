use crate::{
    Command, EditError, ItemCommand, MontageCommand, NotifyCommand, ProjectCommand,
    SlotGroupCommand,
    edits::{CLIP, MONTAGE, RIG, document, montage_of, segment},
};
use asset::{Id, child::Override};

const CHILD: Id = Id(500);
const PIECE: Id = Id(20);

fn child(command: MontageCommand) -> Command {
    Command::Montage(CHILD, command)
}

fn add(id: Id, parent: Id, name: &str) -> Command {
    Command::Project(ProjectCommand::AddChildMontage {
        id,
        parent,
        name: name.into(),
    })
}

fn with_child() -> crate::Document {
    let mut document = document();
    let slot = montage_of(&document).slots[0].id;
    let piece = MontageCommand::AddSegment {
        slot,
        segment: segment(PIECE.0, 0.0),
    };
    document
        .perform(&Command::Montage(MONTAGE, piece), None)
        .unwrap();
    document
        .perform(&add(CHILD, MONTAGE, " child "), None)
        .unwrap();
    document
}

#[test]
fn a_child_follows_its_parent_and_its_parts_are_edited_there() {
    let mut document = with_child();
    let own = |document: &crate::Document| document.project().montages[&CHILD].clone();
    assert_eq!(
        (own(&document).name.as_str(), own(&document).slots.len()),
        ("child", 1)
    );
    let rate = |id| Command::Montage(id, MontageCommand::SetRateScale(2.0));
    let refused = Err(EditError::PartOfParent {
        parent: "montage".into(),
    });
    let track = asset::NotifyTrack {
        id: Id(90),
        name: "T".into(),
        color: 0,
        locked: false,
    };
    for command in [
        rate(CHILD),
        child(MontageCommand::RemoveSegment(PIECE)),
        Command::Notify(CHILD, NotifyCommand::Track(ItemCommand::Add(track))),
        Command::Curve(CHILD, ItemCommand::Remove(Id(1))),
        Command::Batch(vec![rate(CHILD)]),
    ] {
        assert_eq!(document.perform(&command, None), refused, "{command:?}");
    }
    document.perform(&rate(MONTAGE), None).unwrap();
    assert_eq!(own(&document).rate_scale, 2.0);
    let before = own(&document);
    let elsewhere = SlotGroupCommand::Move("Arms".into(), None);
    document
        .perform(
            &Command::Project(ProjectCommand::SlotGroups(elsewhere)),
            None,
        )
        .unwrap();
    assert!(std::sync::Arc::ptr_eq(
        &before,
        &document.project().montages[&CHILD]
    ));
    document
        .perform(
            &Command::Project(ProjectCommand::RenameAsset(CHILD, "other".into())),
            None,
        )
        .unwrap();
    let deleted = document.perform(
        &Command::Project(ProjectCommand::DeleteAsset(MONTAGE)),
        None,
    );
    assert_eq!(
        deleted,
        Err(EditError::InUse {
            by: vec!["other".into()]
        })
    );
    document.undo();
    document.undo();
    assert_eq!(own(&document).rate_scale, 1.0);
}

#[test]
fn an_override_is_of_a_segment_and_a_clip_that_are_there() {
    let mut document = with_child();
    let set = |segment, clip| child(MontageCommand::SetOverride { segment, clip });
    let other = Id(501);
    let mut project = (**document.project()).clone();
    project.clips.insert(other, project.clips[&CLIP].clone());
    document = crate::Document::new(project);
    for (command, expected) in [
        (set(Id(99), Some(other)), Err(EditError::ItemMissing)),
        (set(PIECE, Some(Id(99))), Err(EditError::AssetMissing)),
        (set(PIECE, None), Ok(false)),
        (set(PIECE, Some(other)), Ok(true)),
        (set(PIECE, Some(other)), Ok(false)),
    ] {
        assert_eq!(document.perform(&command, None), expected, "{command:?}");
    }
    let own = &document.project().montages[&CHILD];
    assert_eq!(
        own.overrides,
        [Override {
            segment: PIECE,
            clip: other
        }]
    );
    assert_eq!(own.segment(PIECE).unwrap().1.clip, other);
    assert_eq!(montage_of(&document).segment(PIECE).unwrap().1.clip, CLIP);
    let on_parent = MontageCommand::SetOverride {
        segment: PIECE,
        clip: Some(other),
    };
    assert_eq!(
        document.perform(&Command::Montage(MONTAGE, on_parent), None),
        Err(EditError::NoParent)
    );
    document.perform(&set(PIECE, None), None).unwrap();
    assert_eq!(
        document.project().montages[&CHILD]
            .segment(PIECE)
            .unwrap()
            .1
            .clip,
        CLIP
    );
}

#[test]
fn a_detached_child_keeps_what_it_had_and_goes_its_own_way() {
    let mut document = with_child();
    let before = document.project().montages[&CHILD].clone();
    assert_eq!(
        document.perform(&child(MontageCommand::Detach), None),
        Ok(true)
    );
    let own = &document.project().montages[&CHILD];
    assert_eq!(
        (&own.slots, &own.sections, own.parent),
        (&before.slots, &before.sections, None)
    );
    assert_eq!(
        document.perform(&child(MontageCommand::Detach), None),
        Err(EditError::NoParent)
    );
    assert_eq!(
        document.perform(&child(MontageCommand::SetRateScale(3.0)), None),
        Ok(true)
    );
    assert_eq!(montage_of(&document).rate_scale, 1.0);
}

#[test]
fn children_of_children_go_so_far_and_no_farther() {
    let mut document = with_child();
    for at in 0..15 {
        document
            .perform(
                &add(Id(CHILD.0 + at + 1), Id(CHILD.0 + at), &format!("c{at}")),
                None,
            )
            .unwrap();
    }
    let last = Id(CHILD.0 + 15);
    assert_eq!(
        document.perform(&add(Id(600), last, "too far"), None),
        Err(EditError::TooManyParents)
    );
    assert!(!document.project().montages.contains_key(&Id(600)));
    assert_eq!(
        document.perform(&add(Id(600), Id(99), "x"), None),
        Err(EditError::AssetMissing)
    );
    assert_eq!(
        document.perform(&add(CHILD, MONTAGE, "x"), None),
        Err(EditError::IdTaken)
    );
    let taken = Err(EditError::NameTaken {
        name: "child".into(),
    });
    assert_eq!(
        document.perform(&add(Id(600), MONTAGE, "child"), None),
        taken
    );
    assert_eq!(
        document.perform(&add(Id(600), RIG, "x"), None),
        Err(EditError::AssetMissing)
    );
}
