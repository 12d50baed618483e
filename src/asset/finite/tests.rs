use super::*;
use crate::graph::nodes::{SequencePlayerNode, TwoWayNode};
use crate::{
    Id,
    graph::{
        Alpha, Comment, Input, Machine, Node, NodeKind, Parameter, ParameterKind, Play, Settings,
        Transition,
    },
};
use std::collections::BTreeMap;

#[test]
fn a_number_that_is_not_finite_is_found_wherever_it_hides() {
    let node = |kind| Node::new(Id(1), kind);
    let two_way = |alpha| {
        node(NodeKind::TwoWay(TwoWayNode {
            a: None,
            b: None,
            alpha,
            always_update_children: true,
        }))
    };
    let with = |bad: f64| {
        let play = Play {
            bounds: Some([0.0, bad]),
            ..Play::default()
        };
        let mut transition = Transition::new(Id(3), Id(1), Id(2), "true", 0.1);
        transition.settings = Some(Settings {
            duration: bad,
            ..transition.settings.unwrap()
        });
        let machine = Machine {
            transitions: vec![transition],
            ..Machine::default()
        };
        let kind = ParameterKind::Float {
            default: 0.0,
            range: Some([bad, 1.0]),
        };
        [
            is_finite(&two_way(Alpha::Value(Input::Number(bad)))),
            is_finite(&node(NodeKind::SequencePlayer(SequencePlayerNode {
                clip: None,
                play,
            }))),
            is_finite(&node(NodeKind::StateMachine(machine))),
            is_finite(&Parameter::new(Id(1), "A", kind)),
            is_finite(&Comment {
                id: Id(1),
                text: "é".into(),
                page: None,
                at: [0.0, bad as f32],
                size: [1.0; 2],
                color: 0,
            }),
            is_finite(&BTreeMap::from([(Id(1), [bad, 0.0])])),
            is_finite(&(1, "a", Some(bad), ())),
        ]
    };
    assert_eq!(with(1.5), [true; 7]);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(with(bad), [false; 7]);
    }
}
