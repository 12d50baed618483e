use super::*;
use asset::Asset;

fn named<T: Asset>(list: &std::collections::BTreeMap<Id, std::sync::Arc<T>>, name: &str) -> Id {
    let found = list.iter().find(|(_, asset)| asset.name() == name);
    *found.unwrap_or_else(|| panic!("no {name}")).0
}

#[test]
fn what_cannot_be_tried_says_why() {
    let mut project = mannequin::sample();
    let hero = named(&project.graphs, "PG_Hero");
    let attack = named(&project.montages, "AM_ChargedAttack");
    assert_eq!(refusal(&project, hero, attack), None);

    let idle = named(&project.clips, "Idle");
    assert_eq!(
        refusal(&project, hero, idle).unwrap(),
        "“Idle” is not a montage. Only montages play on a slot."
    );
    assert_eq!(
        refusal(&project, idle, attack).unwrap(),
        "Open a pose graph with a slot first."
    );

    let montage = std::sync::Arc::make_mut(project.montages.get_mut(&attack).unwrap());
    for slot in &mut montage.slots {
        slot.name = "Nowhere".into();
    }
    assert_eq!(
        refusal(&project, hero, attack).unwrap(),
        "“PG_Hero” has no slot “Nowhere”. Add a Slot node with this name."
    );

    let other = *project
        .skeletons
        .keys()
        .find(|id| **id != project.graphs[&hero].skeleton)
        .unwrap();
    let montage = std::sync::Arc::make_mut(project.montages.get_mut(&attack).unwrap());
    montage.skeleton = other;
    let told = refusal(&project, hero, attack).unwrap();
    assert!(
        told.starts_with("“AM_ChargedAttack” uses ") && told.contains("“PG_Hero” "),
        "{told}"
    );
}

#[test]
fn a_slot_of_a_linked_graph_counts() {
    let mut project = mannequin::sample();
    let hero = named(&project.graphs, "PG_Hero");
    let attack = named(&project.montages, "AM_ChargedAttack");
    let mut outer = asset::PoseGraph::new("PG_Outer", project.graphs[&hero].skeleton);
    let linked = LinkedGraphNode {
        graph: Some(hero),
        inputs: Vec::new(),
        values: Default::default(),
        swap: None,
    };
    let node = asset::graph::Node::new(Id(1), NodeKind::LinkedGraph(linked));
    std::sync::Arc::make_mut(&mut outer.wiring).nodes.push(node);
    project.graphs.insert(Id(2), std::sync::Arc::new(outer));
    assert_eq!(refusal(&project, Id(2), attack), None);
}
