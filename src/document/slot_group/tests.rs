use super::*;
use crate::{Command, Document, ItemCommand, ProjectCommand};

fn group(id: u64, name: &str, slots: &[&str]) -> SlotGroup {
    SlotGroup {
        id: Id(id),
        name: name.into(),
        slots: slots.iter().map(|slot| (*slot).to_owned()).collect(),
    }
}

#[test]
fn a_slot_is_moved_from_group_to_group_and_is_never_in_two() {
    let mut document = Document::new(Project::default());
    let mut run = |command, expected| {
        let done = document.perform(&Command::Project(ProjectCommand::SlotGroups(command)), None);
        assert_eq!(done, expected);
        document.project().slot_groups.clone()
    };
    use ItemCommand::{Add, Remove, Rename};
    use SlotGroupCommand::{Group, Move};
    let taken = |name: &str| Err(EditError::NameTaken { name: name.into() });
    run(
        Group(Add(group(1, " Upper ", &["Arms", " Head", "Arms"]))),
        Ok(true),
    );
    run(Group(Add(group(1, "Other", &[]))), Err(EditError::IdTaken));
    run(Group(Add(group(2, "Upper", &[]))), taken("Upper"));
    run(
        Group(Add(group(2, DEFAULT_GROUP, &[]))),
        taken(DEFAULT_GROUP),
    );
    run(Group(Add(group(2, "  ", &[]))), Err(EditError::NameEmpty));
    let now = run(Group(Add(group(2, "Face", &["Head"]))), Ok(true));
    assert_eq!(
        now,
        [group(1, "Upper", &["Arms"]), group(2, "Face", &["Head"])]
    );
    run(Move("Arms".into(), Some(Id(1))), Ok(false));
    run(
        Move("Arms".into(), Some(Id(9))),
        Err(EditError::ItemMissing),
    );
    run(Move(" ".into(), None), Err(EditError::NameEmpty));
    let now = run(Move("Arms".into(), Some(Id(2))), Ok(true));
    assert_eq!(
        now,
        [group(1, "Upper", &[]), group(2, "Face", &["Head", "Arms"])]
    );
    run(Move("Head".into(), None), Ok(true));
    run(Move("Head".into(), None), Ok(false));
    run(Group(Rename(Id(1), "Face".into())), taken("Face"));
    run(Group(Rename(Id(1), "Upper".into())), Ok(false));
    run(
        Group(Rename(Id(9), "X".into())),
        Err(EditError::ItemMissing),
    );
    run(Group(Rename(Id(1), "Body".into())), Ok(true));
    let now = run(Group(Remove(Id(2))), Ok(true));
    assert_eq!(now, [group(1, "Body", &[])]);
    run(Group(Remove(Id(2))), Err(EditError::ItemMissing));
}

#[test]
fn a_slot_is_renamed_in_every_montage_and_graph_and_stays_in_its_group() {
    use crate::edits::{MONTAGE, SLOT, document, montage, montage_of};
    use asset::{Montage, PoseGraph, graph::Node};
    let groups = |command| Command::Project(ProjectCommand::SlotGroups(command));
    let mut document = document();
    let mut second = Montage::new("second", crate::edits::RIG, &mut 500);
    second.slots[0].name = "Arms".into();
    let mut graph = PoseGraph::new("graph", crate::edits::RIG);
    let kind = NodeKind::Slot(SlotNode {
        source: None,
        slot: "DefaultSlot".into(),
        always_update_source: false,
    });
    Arc::make_mut(&mut graph.wiring).nodes.push(Node {
        name: "s".into(),
        ..Node::new(Id(700), kind)
    });
    for command in [
        Command::Project(ProjectCommand::Add(Id(600), second.into())),
        Command::Project(ProjectCommand::Add(Id(601), graph.into())),
        groups(SlotGroupCommand::Group(ItemCommand::Add(group(
            1,
            "Body",
            &["DefaultSlot"],
        )))),
    ] {
        document.perform(&command, None).unwrap();
    }
    let rename =
        |from: &str, to: &str| groups(SlotGroupCommand::RenameSlot(from.into(), to.into()));
    assert_eq!(
        document.perform(&rename("DefaultSlot", " Whole "), None),
        Ok(true)
    );
    let node = &document.project().graphs[&Id(601)].wiring.nodes[0].kind;
    assert!(
        matches!(node, NodeKind::Slot(SlotNode { slot, .. }) if slot == "Whole"),
        "{node:?}"
    );
    assert_eq!(montage_of(&document).slots[0].name, "Whole");
    assert_eq!(
        document.project().slot_groups,
        [group(1, "Body", &["Whole"])]
    );
    assert_eq!(document.perform(&rename("Whole", "Whole"), None), Ok(false));
    assert_eq!(
        document.perform(&rename("Whole", ""), None),
        Err(EditError::NameEmpty)
    );
    // Of one montage alone: its new name joins the group, and the old one stays for the others.
    document
        .perform(
            &montage(crate::MontageCommand::Slot(ItemCommand::Rename(
                SLOT,
                "Upper".into(),
            ))),
            None,
        )
        .unwrap();
    assert_eq!(
        document.project().slot_groups,
        [group(1, "Body", &["Upper"])]
    );
    document.perform(&rename("Arms", "Upper"), None).unwrap();
    assert_eq!(document.project().montages[&Id(600)].slots[0].name, "Upper");
    let both = asset::montage::Slot {
        id: Id(701),
        name: "Other".into(),
        segments: vec![],
        locked: false,
    };
    document
        .perform(
            &Command::Montage(MONTAGE, crate::MontageCommand::Slot(ItemCommand::Add(both))),
            None,
        )
        .unwrap();
    let taken = document.perform(&rename("Upper", "Other"), None);
    assert_eq!(
        taken,
        Err(EditError::NameTaken {
            name: "Other".into()
        })
    );
    assert_eq!(
        document.perform(&groups(SlotGroupCommand::Forget("Upper".into())), None),
        Ok(true)
    );
    assert_eq!(document.project().slot_groups, [group(1, "Body", &[])]);
}
