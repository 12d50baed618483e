use super::*;
use crate::{Montage, montage::Slot};
use std::sync::Arc;

#[test]
fn a_slot_is_in_the_first_group_that_lists_it_and_else_in_the_default_one() {
    let group = |id, name: &str, slots: &[&str]| SlotGroup {
        id: Id(id),
        name: name.into(),
        slots: slots.iter().map(|slot| (*slot).to_owned()).collect(),
    };
    let slot_groups = vec![
        group(1, "Upper", &["Arms", "Head"]),
        group(2, "Face", &["Head"]),
    ];
    let mut project = Project {
        slot_groups,
        ..Project::default()
    };
    assert_eq!(
        [project.group_of_slot("Arms"), project.group_of_slot("Legs")],
        ["Upper", DEFAULT_GROUP]
    );
    assert_eq!(
        (
            project.group_of_slot("Head"),
            project.groups_of_slot("Head")
        ),
        ("Face", vec!["Face", "Upper"])
    );
    let mut montage = Montage::new("m", Id(9), &mut 1);
    montage.slots = ["Legs", "Arms"]
        .map(|name| Slot {
            id: Id(3),
            name: name.into(),
            segments: vec![],
            locked: false,
        })
        .into();
    project.montages.insert(Id(8), Arc::new(montage));
    assert_eq!(project.slot_names(), ["Arms", "Head", "Legs"]);
}
