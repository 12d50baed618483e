use super::*;
use asset::graph::Transition;

#[test]
fn a_number_takes_the_place_of_another_and_the_rest_keep_their_order() {
    let leads = |id: u64, from: u64, priority| Transition {
        priority,
        ..Transition::new(Id(id), Id(from), Id(9), "true", 0.1)
    };
    let mut machine = Machine {
        transitions: vec![
            leads(1, 5, 7),
            leads(2, 5, -3),
            leads(3, 6, 0),
            leads(4, 5, 7),
        ],
        ..Machine::default()
    };
    let order = |machine: &Machine| {
        let mut order: Vec<(i32, u64)> = machine
            .transitions
            .iter()
            .filter(|it| it.from == Id(5))
            .map(|it| (it.priority, it.id.0))
            .collect();
        order.sort();
        order.into_iter().map(|(_, id)| id).collect::<Vec<_>>()
    };
    assert_eq!(order(&machine), [2, 1, 4]);
    reorder(&mut machine, Id(4), 1);
    assert_eq!(
        (order(&machine), machine.transitions[2].priority),
        (vec![4, 2, 1], 0),
        "others are left alone"
    );
    reorder(&mut machine, Id(4), 99);
    assert_eq!(order(&machine), [2, 1, 4]);
    reorder(&mut machine, Id(1), 2);
    assert_eq!(order(&machine), [2, 1, 4]);
}
