//! What a pose is made of, against the pose itself.

use super::{
    BoneLayer, Contribution, GraphParts, List, NO_NODE, Node, NodeId, Value,
    adding::{still, with},
    mixing::{machine, near, parts, standing, two},
    tests::{Stage, montage, record},
    transition_graphs::doubled,
};
use crate::graph::nodes::{
    ApplyAdditiveNode, LayeredNode, ListNode, MachineNode, OutputNode, ReferencePoseNode,
    SavedPoseNode, SlotNode, UsedPoseNode,
};
use crate::{additive::AdditiveKind, mask::BoneMask, montage::Easing};
use glam::Quat;

impl Stage {
    fn contributions(&mut self, bone: Option<usize>) -> Vec<Contribution> {
        self.with(|state, tick, _, _| state.contributions(bone, tick))
    }
}

fn sum(all: &[Contribution]) -> f32 {
    all.iter()
        .filter(|it| !it.is_additive)
        .map(|it| it.weight)
        .sum()
}

/// Of a clip that stands at 10 times its index; what is no clip is the reference pose, at 0.
fn x(all: &[Contribution]) -> f32 {
    let full = all.iter().filter(|it| !it.is_additive);
    full.map(|it| it.weight * it.clip.map_or(0.0, |clip| 10.0 * clip as f32))
        .sum()
}

/// A machine that is used twice, once under a layer, and a montage over all.
fn mixed() -> Stage {
    let nodes = vec![
        standing(0),
        standing(1),
        standing(2),
        Node::Machine(MachineNode {
            first: 0,
            machine: 0,
        }),
        Node::SavedPose(SavedPoseNode { source: 3 }),
        Node::UsedPose(UsedPoseNode { saved: 4 }),
        standing(1),
        Node::Layered(LayeredNode {
            first: 3,
            layer: 0,
            count: 1,
            lod: -1,
            rule: Default::default(),
        }),
        Node::UsedPose(UsedPoseNode { saved: 4 }),
        two(7, 8, 1),
        Node::Slot(SlotNode {
            source: 9,
            slot: crate::Name::new("A"),
            always_update_source: false,
        }),
        Node::Output(OutputNode { source: 10 }),
    ];
    let layer = BoneLayer {
        weight: Value::Parameter(0),
        mask: BoneMask::new(&[0.6, 0.25]),
    };
    let links: Vec<NodeId> = vec![0, 1, 2, 5, 6];
    Stage::of(GraphParts {
        links,
        layers: vec![layer],
        machines: vec![machine(0.4)],
        ..parts(nodes)
    })
}

#[test]
fn the_shares_of_a_bone_sum_to_one_and_make_its_pose() {
    let mut stage = mixed();
    let full = montage("M", &[("A", 2)]);
    for tick in 0..80u32 {
        stage.montages = if tick % 20 < 8 {
            vec![record(&full, 0.25)]
        } else {
            Vec::new()
        };
        let pose = stage.set([f64::from(tick % 13) / 9.0, f64::from(tick % 17) / 11.0]);
        let own = stage.contributions(Some(0));
        assert!((sum(&own) - 1.0).abs() < 1e-4, "tick {tick}: {own:?}");
        near(x(&own), pose);
        let (other, whole) = (stage.contributions(Some(1)), stage.contributions(None));
        near(sum(&other), 1.0);
        near(x(&whole), (x(&own) + x(&other)) / 2.0);
        assert_eq!(own.iter().any(|it| it.montage == full.name), tick % 20 < 8);
    }
}

#[test]
fn a_bone_that_a_layer_does_not_cover_has_nothing_of_it() {
    let nodes = vec![
        standing(0),
        standing(2),
        Node::Layered(LayeredNode {
            first: 0,
            layer: 0,
            count: 1,
            lod: -1,
            rule: Default::default(),
        }),
        Node::Output(OutputNode { source: 2 }),
    ];
    let layer = BoneLayer {
        weight: Value::Parameter(0),
        mask: BoneMask::new(&[1.0, 0.0]),
    };
    let mut stage = Stage::of(GraphParts {
        links: vec![0, 1],
        layers: vec![layer],
        ..parts(nodes)
    });
    assert_eq!(stage.contributions(Some(0)), [], "before the first update");
    stage.set([0.75, 0.0]);
    let clips = |all: Vec<Contribution>| {
        all.iter()
            .map(|it| (it.clip, it.weight))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        clips(stage.contributions(Some(0))),
        [(Some(2), 0.75), (Some(0), 0.25)]
    );
    assert_eq!(clips(stage.contributions(Some(1))), [(Some(0), 1.0)]);
    assert_eq!(
        clips(stage.contributions(None)),
        [(Some(0), 0.625), (Some(2), 0.375)]
    );
    let playing = stage.with(|state, tick, _, _| state.playing(tick));
    assert_eq!(
        clips(playing),
        [(Some(0), 1.0), (Some(2), 0.75)],
        "by their weights in the graph"
    );
}

/// A link to nowhere is the reference pose, which is no clip.
#[test]
fn a_list_with_a_link_to_nowhere_shares_as_its_pose_is_mixed() {
    let list = List {
        index: Value::Parameter(0),
        times: vec![1.0; 3],
        easing: Easing::Linear,
        profile: crate::Name::NONE,
        inertializes: false,
        restarts: false,
    };
    let nodes = vec![
        standing(1),
        standing(2),
        Node::List(ListNode { first: 0, list: 0 }),
        Node::Output(OutputNode { source: 2 }),
    ];
    let mut stage = Stage::of(GraphParts {
        links: vec![0, 1, NO_NODE],
        lists: vec![list],
        ..parts(nodes)
    });
    for _ in 0..80 {
        stage.set([2.0, 0.0]);
    }
    for (index, ticks) in [(0.0, 20), (1.0, 10), (2.0, 7)] {
        for _ in 0..ticks {
            let pose = stage.set([index, 0.0]);
            let own = stage.contributions(Some(0));
            near(sum(&own), 1.0);
            near(x(&own), pose);
        }
    }
}

#[test]
fn what_lies_on_top_is_told_apart() {
    let additive = Some(AdditiveKind::Local);
    let nodes = vec![
        standing(1),
        standing(3),
        Node::ApplyAdditive(ApplyAdditiveNode {
            base: 0,
            additive: 1,
            alpha: 0,
            lod: -1,
            kind: AdditiveKind::Local,
            mask: None,
        }),
        Node::Output(OutputNode { source: 2 }),
    ];
    let mut stage = with(
        parts(nodes),
        vec![still(100, additive, 4.0, [Quat::IDENTITY; 2])],
    );
    for (alpha, top) in [(0.5, vec![(3, 0.5)]), (0.0, vec![])] {
        near(stage.set([alpha, 0.0]), 10.0 + 4.0 * alpha as f32);
        let all = stage.contributions(Some(0));
        let found: Vec<_> = all
            .iter()
            .filter(|it| it.is_additive)
            .map(|it| (it.clip.unwrap(), it.weight))
            .collect();
        assert_eq!(found, top);
        assert_eq!((sum(&all), x(&all)), (1.0, 10.0));
    }
}

#[test]
fn a_difference_that_adds_nothing_is_not_told() {
    let kind = AdditiveKind::Local;
    let nodes = vec![
        standing(1),
        Node::ReferencePose(ReferencePoseNode),
        Node::ApplyAdditive(ApplyAdditiveNode {
            base: 0,
            additive: 1,
            alpha: 0,
            lod: -1,
            kind,
            mask: None,
        }),
        Node::Output(OutputNode { source: 2 }),
    ];
    let mut stage = Stage::of(parts(nodes));
    stage.set([1.0, 0.0]);
    assert!(
        stage
            .contributions(Some(0))
            .iter()
            .all(|it| !it.is_additive)
    );
}

/// The graph takes what it leaves, then where it goes.
#[test]
fn a_transition_with_a_graph_of_its_own_is_made_of_its_ends() {
    let mut stage = Stage::of(doubled());
    stage.set([0.0, 0.0]);
    for value in [1.0, 1.0, 1.0, 2.0, 2.0, 1.0, 1.0] {
        let pose = stage.set([value, 0.0]);
        let all = stage.contributions(Some(0));
        near(sum(&all), 1.0);
        near(x(&all), pose);
    }
}
