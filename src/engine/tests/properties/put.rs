//! Who is put somewhere did not go there: what its pose remembers, and when that counts no more.

use super::stage::{DT, GRAPH, add, ask, library_with, play};
use crate::{EngineInput, Evaluator, WorkerMode};
use anim::graph::nodes::InertializationNode;
use anim::{
    Graph, Library, Request, Transform,
    graph::{Node, NodeId, SmoothingMethod},
    inertialization::History,
    instance::Refusal,
};
use glam::{Quat, Vec3};
use std::sync::Arc;

const METHODS: [SmoothingMethod; 2] = [
    SmoothingMethod::Offset,
    SmoothingMethod::DeadBlend { half_life: 0.05 },
];
const HAND: usize = 3;
/// What the smoothing takes.
const SOURCE: NodeId = 3;

fn library(method: SmoothingMethod, wanted: History) -> Arc<Library> {
    let mut library = (*library_with(method)).clone();
    let mut parts = library.graph(GRAPH).unwrap().parts().clone();
    for node in &mut parts.nodes {
        if let Node::Inertialization(InertializationNode { history, .. }) = node {
            *history = wanted;
        }
    }
    library.graphs = vec![Graph::new(parts).unwrap().into()];
    library.into()
}

/// A few ticks of a walk, so that it has a history.
fn walking(method: SmoothingMethod, history: History) -> Evaluator {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library(method, history));
    evaluator.step(DT, &[add(0), ask(0, Request::PlayGraph { graph: GRAPH })]);
    (0..5).for_each(|_| drop(evaluator.step(DT, &[])));
    assert!(!decays(&mut evaluator));
    evaluator
}

/// Whether what is shown differs from what the smoothing takes.
fn decays(evaluator: &mut Evaluator) -> bool {
    let proxy = evaluator.proxy_mut(0).unwrap();
    let source = proxy.look(Some(SOURCE), None).unwrap();
    source.pose() != proxy.pose()
}

/// A jump decays; in the next tick something happens: whether it decays still.
fn goes_on(method: SmoothingMethod, history: History, inputs: &[EngineInput]) -> bool {
    let mut evaluator = walking(method, history);
    evaluator.step(DT, &[ask(0, play(1))]);
    assert!(decays(&mut evaluator), "a jump decays");
    assert_eq!(evaluator.step(DT, inputs), []);
    decays(&mut evaluator)
}

fn at(way: f32) -> Transform {
    Transform::from_translation(Vec3::X * way)
}

fn place(placement: Transform) -> EngineInput {
    EngineInput::Place {
        character: 0,
        placement,
    }
}

fn teleport(placement: Transform) -> EngineInput {
    EngineInput::Teleport {
        character: 0,
        placement,
    }
}

#[test]
fn who_is_teleported_forgets_what_it_did_and_who_is_placed_does_not() {
    for method in METHODS {
        let goes_on = |inputs: &[EngineInput]| goes_on(method, History::default(), inputs);
        assert!(goes_on(&[]) && goes_on(&[place(at(50.0))]));
        assert!(!goes_on(&[teleport(at(50.0))]) && !goes_on(&[teleport(at(0.0))]));
        // In the tick of the jump: what is asked with it does not count either (property 11.17).
        let mut evaluator = walking(method, History::default());
        evaluator.step(DT, &[ask(0, play(1)), teleport(at(2.0))]);
        assert!(!decays(&mut evaluator));
        assert!(
            evaluator
                .placement(0)
                .unwrap()
                .0
                .translation
                .abs_diff_eq(Vec3::X * 2.0, 0.1)
        );
    }
}

#[test]
fn a_farther_way_than_the_node_lets_be_one_is_a_teleport() {
    let within = |most_way| History {
        most_way,
        ..History::default()
    };
    for method in METHODS {
        assert!(goes_on(method, within(Some(3.0)), &[place(at(2.5))]));
        assert!(!goes_on(method, within(Some(3.0)), &[place(at(3.5))]));
        assert!(
            goes_on(method, within(Some(3.0)), &[]),
            "it stands far from where the world begins, and stays"
        );
        let carried = EngineInput::Carry {
            character: 0,
            placement: Some(at(3.5)),
        };
        assert!(!goes_on(method, within(Some(3.0)), &[carried]));
    }
}

#[test]
fn who_is_turned_inside_out_forgets_what_it_did() {
    let scaled = |scale: [f32; 3]| {
        [place(Transform {
            scale: scale.into(),
            ..Transform::IDENTITY
        })]
    };
    for method in METHODS {
        assert!(goes_on(
            method,
            History::default(),
            &scaled([2.0, 0.5, 1.0])
        ));
        for scale in [[-1.0, 1.0, 1.0], [1.0, 1.0, -2.0], [-1.0; 3]] {
            assert!(
                !goes_on(method, History::default(), &scaled(scale)),
                "{scale:?}"
            );
        }
    }
}

#[test]
fn beyond_its_level_of_detail_nothing_decays_and_nothing_is_remembered() {
    let level = |lod: u32| ask(0, Request::SetLod { lod });
    for method in METHODS {
        let down_to = |lod| History {
            lod,
            ..History::default()
        };
        assert!(
            goes_on(method, down_to(1), &[level(1)]) && goes_on(method, down_to(-1), &[level(3)])
        );
        assert!(!goes_on(method, down_to(0), &[level(1)]));
        let mut evaluator = walking(method, down_to(0));
        evaluator.step(DT, &[level(1), ask(0, play(1))]);
        evaluator.step(DT, &[level(0)]);
        assert!(!decays(&mut evaluator), "it begins anew");
        evaluator.step(DT, &[]);
        evaluator.step(
            DT,
            &[ask(
                0,
                Request::StopMontage {
                    montage: None,
                    blend_out: None,
                },
            )],
        );
        assert!(decays(&mut evaluator), "and goes on from there");
    }
}

/// Where the hand is in the world before and after the character is turned and moved, with a jump
/// in the same tick.
fn way_of_hand(method: SmoothingMethod, is_world: bool) -> f32 {
    let mut evaluator = walking(
        method,
        History {
            is_world,
            ..History::default()
        },
    );
    let hand = |evaluator: &Evaluator| {
        let model = Transform::from_affine(&evaluator.proxy(0).unwrap().models()[HAND]);
        evaluator
            .placement(0)
            .unwrap()
            .0
            .compose(&model)
            .translation
    };
    let before = hand(&evaluator);
    let turned = Transform {
        rotation: Quat::from_rotation_y(2.0),
        ..at(1.5)
    };
    evaluator.step(DT, &[ask(0, play(1)), place(turned)]);
    hand(&evaluator).distance(before)
}

#[test]
fn in_world_space_bones_stay_where_they_were_when_the_character_is_put_elsewhere() {
    for method in METHODS {
        let (along, stays) = (way_of_hand(method, false), way_of_hand(method, true));
        assert!(
            along > 1.2 && stays < 0.4,
            "{method:?}: {along} m, {stays} m"
        );
    }
}

/// One that is carried stands where it was put until it is carried elsewhere.
#[test]
fn who_is_carried_is_carried_where_it_is_teleported() {
    let mut evaluator = walking(METHODS[0], History::default());
    evaluator.step(
        DT,
        &[EngineInput::Carry {
            character: 0,
            placement: Some(at(1.0)),
        }],
    );
    evaluator.step(DT, &[teleport(at(7.0))]);
    evaluator.step(DT, &[]);
    assert_eq!(evaluator.placement(0).unwrap().0, &at(7.0));
    let refused = evaluator.step(
        DT,
        &[
            teleport(at(f32::NAN)),
            EngineInput::Teleport {
                character: 9,
                placement: at(0.0),
            },
        ],
    );
    let why: Vec<_> = refused.iter().map(|refused| refused.why).collect();
    assert_eq!(why, [Refusal::BadNumber, Refusal::CharacterUnknown]);
}
