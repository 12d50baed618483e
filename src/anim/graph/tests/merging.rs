//! Blends of two that lie on one another are laid in one pass: the same bits as one after the
//! other.

use super::{
    Alpha, GraphParts, GraphWatch, NO_NODE, Node, NodeId, Parameter, Value, WatchRequest,
    mixing::{parts, standing, two},
    tests::Stage,
};
use crate::graph::nodes::{ModifyCurveNode, OutputNode, TwoWayNode};
use crate::{
    Name, Pose, Transform,
    dice::Dice,
    pose::{BoneAttribute, blend, blend_onto, blend_stack},
};
use glam::{Quat, Vec3};
use proptest::prelude::*;

/// What an alpha may be that somebody set.
const HOSTILE: [f64; 14] = [
    0.0,
    1.0,
    0.5,
    0.25,
    1e-9,
    1e-5,
    1.1e-5,
    1.0 - 1.1e-5,
    1.0 - 1e-7,
    -3.0,
    7.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

const COUNT: usize = 12;

/// A row of blends, each of what those before it give and another clip. `apart` puts a curve edit
/// that does nothing between them, so that none is merged. Bit `n` of `loose` cuts the second
/// source of a blend off, `always` goes on.
fn row(apart: bool, loose: usize, always: bool) -> GraphParts {
    let mut nodes = vec![standing(2)];
    for at in 0..COUNT {
        let below = nodes.len() as NodeId - 1;
        nodes.push(standing(at as u32 % 3));
        let b = if loose & (1 << at) == 0 {
            below + 1
        } else {
            NO_NODE
        };
        if b == NO_NODE {
            nodes.pop();
        }
        nodes.push(Node::TwoWay(TwoWayNode {
            a: below,
            b,
            alpha: at as u16,
            always_update_children: always,
        }));
        if apart {
            nodes.push(Node::ModifyCurve(ModifyCurveNode {
                source: nodes.len() as NodeId - 1,
                first: 0,
                count: 0,
            }));
        }
    }
    nodes.push(Node::Output(OutputNode {
        source: nodes.len() as NodeId - 1,
    }));
    let parameter = |at: usize| Parameter {
        name: Name(at as u64 + 1),
        default: 0.0,
        is_trigger: false,
        values: Vec::new(),
    };
    GraphParts {
        parameters: (0..COUNT).map(parameter).collect(),
        alphas: (0..COUNT)
            .map(|at| Alpha::Value(Value::Parameter(at as u16)))
            .collect(),
        ..parts(nodes)
    }
}

proptest! {
    #[test]
    fn merged_blends_give_the_bits_of_those_that_are_apart(
        alphas in prop::collection::vec(prop::sample::select(&HOSTILE[..]), COUNT),
        loose in 0usize..1 << COUNT,
        always in any::<bool>(),
    ) {
        let [merged, apart] = [false, true].map(|apart| {
            let mut stage = Stage::of(row(apart, loose, always));
            stage.state.parameters.copy_from_slice(&alphas);
            stage.update();
            (stage.evaluate().hash(), stage.evaluate().hash())
        });
        prop_assert_eq!(merged, apart);
        prop_assert_eq!(merged.0, merged.1);
    }

    /// Whoever looks at a blend sees the same, whether it has a pose of its own or not.
    #[test]
    fn merged_blends_show_what_those_show_that_are_apart(
        alphas in prop::collection::vec(prop::sample::select(&HOSTILE[..]), COUNT),
        loose in 0usize..1 << COUNT,
        always in any::<bool>(),
    ) {
        let [merged, apart] = [false, true].map(|apart| {
            let mut stage = Stage::of(row(apart, loose, always));
            stage.state.parameters.copy_from_slice(&alphas);
            stage.update();
            let nodes = stage.graph.nodes.iter().enumerate();
            let blends: Vec<usize> =
                nodes.filter(|(_, it)| matches!(it.node, Node::TwoWay(_))).map(|(at, _)| at).collect();
            let mut watch = GraphWatch::default();
            let mut shown = |at: usize| {
                let look = WatchRequest { node: Some(at as NodeId), done: None };
                stage.with(|state, tick, _, _| watch.look(state, tick, look).map(|pose| pose.hash()))
            };
            blends.into_iter().map(&mut shown).collect::<Vec<_>>()
        });
        prop_assert_eq!(merged.len(), COUNT);
        prop_assert!(merged[COUNT - 1].is_some());
        prop_assert_eq!(merged, apart);
    }

    #[test]
    fn a_stack_gives_the_bits_of_blends_one_after_the_other(
        alphas in prop::collection::vec(1.1e-5f32..1.0 - 1.1e-5, 1..9),
        bones in 1usize..40,
        scaled in 0usize..12,
        seed in any::<u64>(),
    ) {
        let poses: Vec<Pose> = (0..=alphas.len()).map(|at| posed(bones, at, at >= scaled, seed)).collect();
        let (mut wanted, mut next) = (poses[0].clone(), Pose::default());
        for (pose, alpha) in poses[1..].iter().zip(&alphas) {
            blend(&wanted, pose, *alpha, &mut next);
            std::mem::swap(&mut wanted, &mut next);
        }
        let covers: Vec<(&Pose, f32)> = poses[1..].iter().zip(alphas.iter().copied()).collect();
        // What a used buffer held does not count.
        for mut out in [Pose::default(), posed(bones, 7, true, seed), posed(bones + 9, 3, false, seed)] {
            blend_stack(&poses[0], &covers, &mut out);
            prop_assert_eq!(out.hash(), wanted.hash());
            prop_assert_eq!(out.has_even_scale(1.0), wanted.has_even_scale(1.0));
        }
        let mut onto = poses[0].clone();
        blend_onto(&mut onto, &covers);
        prop_assert_eq!(onto.hash(), wanted.hash());
    }
}

/// Bones turned anyhow, some curves and attributes, scales of one unless they are to differ.
fn posed(bones: usize, nth: usize, is_scaled: bool, seed: u64) -> Pose {
    let seed = seed
        .wrapping_add(nth as u64)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut dice = Dice(seed | 1);
    let mut local = |_| {
        let axis = Vec3::from_array(dice.rolls()).normalize_or(Vec3::X);
        let scale = if is_scaled {
            Vec3::splat(1.0 + 0.5 * dice.roll())
        } else {
            Vec3::ONE
        };
        Transform::new(
            Vec3::from_array(dice.rolls()),
            Quat::from_axis_angle(axis, 3.1 * dice.roll()),
            scale,
        )
    };
    let mut pose = Pose::new((0..bones).map(&mut local));
    for name in (1..5).filter(|name| nth.is_multiple_of(*name as usize)) {
        pose.set_curve(Name(name), dice.roll());
        pose.set_attribute(
            BoneAttribute {
                name: Name(name),
                bone: nth as u32 % 2,
            },
            -dice.roll(),
        );
    }
    pose
}

#[test]
fn a_row_of_blends_is_one_pass_as_long_as_it_is_short() {
    let nodes = vec![
        standing(0),
        standing(1),
        two(0, 1, 0),
        standing(2),
        // The second source of a blend is laid on its own.
        two(3, 2, 1),
        standing(1),
        two(4, 5, 0),
        Node::Output(OutputNode { source: 6 }),
    ];
    let mut stage = Stage::of(parts(nodes));
    let merged: Vec<bool> = stage
        .graph
        .nodes
        .iter()
        .map(|placed| placed.is_merged)
        .collect();
    assert_eq!(
        merged,
        [false, false, false, false, true, false, false, false]
    );
    assert!(!stage.graph.writers.contains(&4));
    // (20 to 5 by a half) to 10 by a half.
    super::mixing::near(stage.set([0.5, 0.5]), 11.25);
    let row = Stage::of(row(false, 0, false));
    let kept: Vec<usize> = (0..row.graph.nodes.len())
        .filter(|at| {
            matches!(row.graph.nodes[*at].node, Node::TwoWay(_)) && !row.graph.nodes[*at].is_merged
        })
        .collect();
    assert_eq!(
        kept,
        [14, 24],
        "eight poses are laid at once, then what becomes of them and the rest"
    );
}
