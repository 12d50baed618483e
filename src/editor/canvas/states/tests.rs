use super::*;
use asset::graph::{Alias, State, Transition};

fn machine() -> Machine {
    let state = |id: u64| State {
        id: Id(id),
        name: format!("S{id}"),
        kind: StateKind::pose(None),
    };
    let leads = |id: u64, from: u64, to: u64, priority| Transition {
        priority,
        ..Transition::new(Id(id), Id(from), Id(to), "true", 0.1)
    };
    Machine {
        states: [1, 2, 3, 4].map(state).to_vec(),
        transitions: vec![
            leads(10, 1, 2, 5),
            leads(11, 1, 2, 0),
            leads(12, 2, 1, 0),
            leads(13, 9, 3, 0),
            leads(14, 2, 2, 0),
        ],
        aliases: vec![Alias {
            id: Id(9),
            name: "Any".into(),
            states: Some(vec![Id(2)]),
        }],
        entry: Some(Id(1)),
        ..Machine::default()
    }
}

#[test]
fn what_nothing_leads_to_is_told_also_by_way_of_an_alias() {
    let states = States::new(&PoseGraph::new("G", Id(1)), &machine());
    let lost: Vec<u64> = states
        .boxes
        .iter()
        .filter(|it| it.is_unreachable)
        .map(|it| it.id.0)
        .collect();
    assert_eq!(lost, [4]);
    let mut without = machine();
    without.entry = None;
    assert!(reached(&without).is_empty());
}

#[test]
fn arrows_run_from_edge_to_edge_each_in_a_lane_of_its_own() {
    let states = States::new(&PoseGraph::new("G", Id(1)), &machine());
    let of = |id: u64| {
        states
            .arrows
            .iter()
            .find(|arrow| arrow.id == Id(id))
            .unwrap()
    };
    assert_eq!([of(10).rank, of(11).rank, of(12).rank], [2, 1, 1]);
    for arrow in states.arrows.iter().filter(|arrow| !arrow.is_loop()) {
        for (id, at) in [(arrow.from, arrow.start), (arrow.to, arrow.end)] {
            let rect = states.boxes.iter().find(|it| it.id == id).unwrap().rect;
            assert!(
                rect.expand(0.01).contains(at) && !rect.shrink(0.01).contains(at),
                "{at:?} of {rect:?}"
            );
        }
    }
    for (a, b) in [(10, 11), (10, 12), (11, 12)] {
        assert!(of(a).badge().distance(of(b).badge()) > 8.0, "{a} and {b}");
    }
    let badge = of(10).start.lerp(of(10).end, 0.25);
    assert_eq!(
        states.arrow_at(badge, 5.0).map(|arrow| arrow.id),
        Some(Id(10))
    );
    assert!(states.arrow_at(pos2(-500.0, 0.0), 5.0).is_none() && of(14).is_loop());
}
