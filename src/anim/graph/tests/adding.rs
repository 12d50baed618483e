//! Differences in graphs: put on bases, made, mixed, and refused where a full pose is wanted.

use super::{
    BoneLayer, Graph, GraphError, GraphParts, LayerRule, List, NO_NODE, Node, NodeId, Play,
    SmoothingMethod, SpacePlay, Value,
    mixing::{near, parts, standing, two},
    tests::Stage,
};
use crate::graph::nodes::{
    ApplyAdditiveNode, BlendSpaceNode, InertializationNode, LayeredNode, ListNode,
    MakeDynamicAdditiveNode, OutputNode, ReferencePoseNode, SavedPoseNode, SlotNode, UsedPoseNode,
};
use crate::{
    Clip, Name, Pose,
    additive::{AdditiveKind, AdditivePose},
    blend_space::{BlendSpace, BlendSpaceAxis, Sample},
    clip::{Keys, Track},
    mask::BoneMask,
    montage::Easing,
};
use glam::{Quat, Vec3};
use std::{f32::consts::FRAC_PI_2, sync::Arc};

const LOCAL: AdditiveKind = AdditiveKind::Local;

/// One key a bone: bone 0 moved along x and turned, bone 1 turned.
pub(super) fn still(
    name: u64,
    additive: Option<AdditiveKind>,
    x: f32,
    turns: [Quat; 2],
) -> Arc<Clip> {
    let (mut keys, mut tracks) = (vec![x, 0.0, 0.0], Vec::new());
    for (bone, turn) in turns.into_iter().enumerate() {
        let translation = Keys {
            first: 0,
            count: u32::from(bone == 0),
        };
        let rotation = Keys {
            first: keys.len() as u32,
            count: 1,
        };
        tracks.push(Track {
            bone: bone as u32,
            translation,
            rotation,
            scale: Keys::default(),
        });
        keys.extend(turn.to_array());
    }
    let clip = Clip {
        name: Name(name),
        length: 1.0,
        key_count: 1,
        rate_scale: 1.0,
        looping: true,
        additive,
        tracks: tracks.into(),
        keys: keys.into(),
        ..Clip::default()
    };
    Arc::new(Clip::new(clip, 2).unwrap())
}

/// Clips from index 3 on.
pub(super) fn with(parts: GraphParts, clips: Vec<Arc<Clip>>) -> Stage {
    let mut stage = Stage::of(parts);
    stage.library.clips.extend(clips);
    stage
}

fn put(base: NodeId, additive: NodeId) -> Node {
    Node::ApplyAdditive(ApplyAdditiveNode {
        base,
        additive,
        alpha: 0,
        lod: -1,
        kind: LOCAL,
        mask: None,
    })
}

/// Of each bone its part of the alpha, and of curves all of it.
#[test]
fn a_difference_is_added_where_the_mask_says() {
    let of = |weights: [f32; 2]| {
        let added = Node::ApplyAdditive(ApplyAdditiveNode {
            base: 0,
            additive: 1,
            alpha: 0,
            lod: -1,
            kind: LOCAL,
            mask: Some(0),
        });
        let nodes = vec![
            standing(1),
            standing(3),
            added,
            Node::Output(OutputNode { source: 2 }),
        ];
        with(
            GraphParts {
                masks: vec![BoneMask::new(&weights)],
                ..parts(nodes)
            },
            moves(),
        )
    };
    for (weight, x) in [(0.0, 10.0), (0.5, 11.0), (1.0, 12.0)] {
        near(of([weight, 1.0]).set([0.5, 0.0]), x);
    }
    let nodes = vec![
        standing(1),
        standing(3),
        Node::ApplyAdditive(ApplyAdditiveNode {
            base: 0,
            additive: 1,
            alpha: 0,
            lod: -1,
            kind: LOCAL,
            mask: Some(1),
        }),
        Node::Output(OutputNode { source: 2 }),
    ];
    let one = |weight: f32| GraphParts {
        masks: vec![BoneMask::new(&[weight])],
        ..parts(nodes.clone())
    };
    assert_eq!(Graph::new(one(1.0)), Err(GraphError::Table(2)));
    let two = |weight: f32| GraphParts {
        masks: vec![BoneMask::new(&[weight]); 2],
        ..parts(nodes.clone())
    };
    assert_eq!(Graph::new(two(f32::NAN)), Err(GraphError::Mask));
    assert!(Graph::new(two(1.0)).is_ok());
}

/// Moves 4 (clip 3) and 8 (clip 4) along x.
fn moves() -> Vec<Arc<Clip>> {
    [(100, 4.0), (101, 8.0)]
        .map(|(name, x)| still(name, Some(LOCAL), x, [Quat::IDENTITY; 2]))
        .to_vec()
}

/// Properties 01.11 and 05.19.
#[test]
fn a_difference_counts_by_its_alpha_and_without_any_the_base_stays() {
    let mut stage = with(
        parts(vec![
            standing(1),
            standing(3),
            put(0, 1),
            Node::Output(OutputNode { source: 2 }),
        ]),
        moves(),
    );
    let mut base = Stage::of(parts(vec![
        standing(1),
        Node::Output(OutputNode { source: 0 }),
    ]));
    base.update();
    let base = base.evaluate();
    for (alpha, x) in [
        (0.25, 11.0),
        (0.0, 10.0),
        (1.0, 14.0),
        (7.0, 14.0),
        (-1.0, 10.0),
        (f64::NAN, 10.0),
    ] {
        near(stage.set([alpha, 0.0]), x);
        assert_eq!(stage.state.is_reached(1), x > 10.0, "{alpha}");
        assert_eq!(stage.evaluate() == base, x == 10.0, "bit for bit");
    }
    assert_eq!(stage.graph.buffer_count(), 2, "it writes over its base");
    for (nodes, x) in [
        (
            vec![
                standing(1),
                put(0, NO_NODE),
                Node::Output(OutputNode { source: 1 }),
            ],
            10.0,
        ),
        (
            vec![
                standing(3),
                put(NO_NODE, 0),
                Node::Output(OutputNode { source: 1 }),
            ],
            4.0,
        ),
        (
            vec![
                put(NO_NODE, NO_NODE),
                Node::Output(OutputNode { source: 0 }),
            ],
            0.0,
        ),
    ] {
        near(with(parts(nodes), moves()).set([1.0, 0.0]), x);
    }
}

/// Property 01.5.
#[test]
fn a_difference_in_the_mesh_turns_about_the_axes_of_the_mesh() {
    let base = still(
        100,
        None,
        0.0,
        [Quat::from_rotation_z(FRAC_PI_2), Quat::IDENTITY],
    );
    let turn = |kind| {
        still(
            101,
            Some(kind),
            0.0,
            [Quat::IDENTITY, Quat::from_rotation_x(FRAC_PI_2)],
        )
    };
    let shown = |kind| {
        let nodes = vec![
            standing(3),
            standing(4),
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
        let mut stage = with(parts(nodes), vec![base.clone(), turn(kind)]);
        stage.set([1.0, 0.0]);
        stage.evaluate().rotation(1)
    };
    let half = std::f32::consts::FRAC_1_SQRT_2;
    assert!(
        shown(AdditiveKind::Mesh)
            .dot(Quat::from_xyzw(0.0, -half, 0.0, half))
            .abs()
            > 1.0 - 1e-6
    );
    assert!(
        shown(LOCAL)
            .dot(Quat::from_xyzw(half, 0.0, 0.0, half))
            .abs()
            > 1.0 - 1e-6
    );
}

/// Property 01.10.
#[test]
fn what_is_made_of_two_poses_gives_the_one_on_the_other() {
    let poses = [
        still(
            100,
            None,
            2.0,
            [Quat::from_rotation_z(0.7), Quat::from_rotation_x(-0.4)],
        ),
        still(
            101,
            None,
            -5.0,
            [Quat::from_rotation_y(1.1), Quat::from_rotation_z(2.0)],
        ),
    ];
    for kind in [LOCAL, AdditiveKind::Mesh, AdditiveKind::LocalBoneFrame] {
        let nodes = vec![
            standing(3),
            standing(4),
            standing(3),
            Node::MakeDynamicAdditive(MakeDynamicAdditiveNode {
                pose: 1,
                base: 2,
                kind,
            }),
            Node::ApplyAdditive(ApplyAdditiveNode {
                base: 0,
                additive: 3,
                alpha: 0,
                lod: -1,
                kind,
                mask: None,
            }),
            Node::Output(OutputNode { source: 4 }),
        ];
        let mut stage = with(parts(nodes), poses.to_vec());
        stage.set([1.0, 0.0]);
        let (found, mut wanted) = (stage.evaluate(), Pose::default());
        poses[1].sample(&stage.skeleton, 0.0, &mut wanted);
        for (found, wanted) in found.iter().zip(wanted.iter()) {
            assert!(
                found.translation.abs_diff_eq(wanted.translation, 1e-5),
                "{kind:?}: {found:?} {wanted:?}"
            );
            assert!(
                found.rotation.dot(wanted.rotation).abs() > 1.0 - 1e-6,
                "{kind:?}: {found:?} {wanted:?}"
            );
            assert!(
                found.scale.abs_diff_eq(Vec3::ONE, 1e-6),
                "{kind:?}: {found:?}"
            );
        }
    }
}

fn list() -> List {
    List {
        index: Value::Number(1.0),
        times: vec![0.5; 2],
        easing: Easing::Linear,
        profile: crate::Name::NONE,
        inertializes: false,
        restarts: false,
    }
}

fn space() -> SpacePlay {
    let axis = BlendSpaceAxis {
        min: 0.0,
        max: 1.0,
        wrap: false,
        smoothing: Default::default(),
    };
    let sample = |clip: u32, at| Sample {
        clip,
        at: [at, 0.0],
        rate: 1.0,
    };
    SpacePlay {
        space: Arc::new(BlendSpace::new(&[axis], &[sample(3, 0.0), sample(4, 1.0)], 0.0).unwrap()),
        input: [Value::Parameter(1), Value::Number(0.0)],
        looping: true,
        play: Play::default(),
    }
}

/// What is put on x = 10 with all of its weight, where parameter 1 is a quarter.
fn summed(middle: Vec<Node>, change: impl Fn(&mut GraphParts)) -> f32 {
    let mut nodes = vec![standing(1)];
    nodes.extend(middle);
    let top = nodes.len() as NodeId - 1;
    nodes.extend([put(0, top), Node::Output(OutputNode { source: top + 1 })]);
    let mut all = parts(nodes);
    change(&mut all);
    with(all, moves()).set([1.0, 0.25]) - 10.0
}

/// Spec 05 §8.6: of differences the weighted sum.
#[test]
fn differences_mix_by_their_weights_in_every_node() {
    near(
        summed(vec![standing(3), standing(4), two(1, 2, 1)], |_| {}),
        5.0,
    );
    near(summed(vec![standing(4), two(NO_NODE, 1, 1)], |_| {}), 2.0);
    near(
        summed(
            vec![
                standing(4),
                Node::ReferencePose(ReferencePoseNode),
                two(1, 2, 1),
            ],
            |_| {},
        ),
        6.0,
    );
    near(
        summed(vec![Node::BlendSpace(BlendSpaceNode { space: 0 })], |all| {
            all.spaces.push(space())
        }),
        5.0,
    );
    let listed = vec![
        standing(3),
        standing(4),
        Node::List(ListNode { first: 0, list: 0 }),
    ];
    near(
        summed(listed, |all| {
            (all.links, all.lists) = (vec![1, 2], vec![list()])
        }),
        8.0,
    );
    let covered = vec![
        standing(3),
        standing(4),
        Node::Layered(LayeredNode {
            first: 0,
            layer: 0,
            count: 1,
            lod: -1,
            rule: LayerRule::default(),
        }),
    ];
    let layer = BoneLayer {
        weight: Value::Parameter(1),
        mask: BoneMask::new(&[1.0, 0.0]),
    };
    near(
        summed(covered, |all| {
            (all.links, all.layers) = (vec![1, 2], vec![layer.clone()])
        }),
        5.0,
    );
    let smoothed = vec![
        standing(4),
        Node::Inertialization(InertializationNode {
            source: 1,
            method: SmoothingMethod::Offset,
            history: Default::default(),
            jumps: None,
        }),
    ];
    near(summed(smoothed, |_| {}), 8.0);
    let saved = vec![
        standing(4),
        Node::SavedPose(SavedPoseNode { source: 1 }),
        standing(3),
        Node::UsedPose(UsedPoseNode { saved: 2 }),
        two(3, 4, 1),
    ];
    near(summed(saved, |_| {}), 5.0);
}

#[test]
fn kinds_that_do_not_go_together_are_refused() {
    let refused = |nodes: Vec<Node>| Graph::new(parts(nodes)).unwrap_err();
    let make = |kind| {
        Node::MakeDynamicAdditive(MakeDynamicAdditiveNode {
            pose: NO_NODE,
            base: NO_NODE,
            kind,
        })
    };
    assert_eq!(
        refused(vec![make(LOCAL), Node::Output(OutputNode { source: 0 })]),
        GraphError::Kind(0)
    );
    let mesh = vec![
        make(AdditiveKind::Mesh),
        put(NO_NODE, 0),
        Node::Output(OutputNode { source: 1 }),
    ];
    assert_eq!(refused(mesh), GraphError::Kind(0));
    let twice = vec![
        standing(1),
        put(0, NO_NODE),
        put(NO_NODE, 1),
        Node::Output(OutputNode { source: 2 }),
    ];
    assert_eq!(refused(twice), GraphError::Kind(1));
    let slot = Node::Slot(SlotNode {
        source: 0,
        slot: Name(1),
        always_update_source: true,
    });
    assert_eq!(
        refused(vec![
            standing(1),
            slot,
            put(NO_NODE, 1),
            Node::Output(OutputNode { source: 2 })
        ]),
        GraphError::Kind(1)
    );
    let both = vec![
        standing(1),
        Node::SavedPose(SavedPoseNode { source: 0 }),
        Node::UsedPose(UsedPoseNode { saved: 1 }),
        Node::UsedPose(UsedPoseNode { saved: 1 }),
        put(2, 3),
        Node::Output(OutputNode { source: 4 }),
    ];
    assert_eq!(refused(both), GraphError::Kind(1));
    let rule = LayerRule {
        mesh_rotation: true,
        ..LayerRule::default()
    };
    let layered = Node::Layered(LayeredNode {
        first: 0,
        layer: 0,
        count: 0,
        lod: -1,
        rule,
    });
    let in_mesh = vec![
        standing(1),
        layered,
        put(NO_NODE, 1),
        Node::Output(OutputNode { source: 2 }),
    ];
    let error = Graph::new(GraphParts {
        links: vec![0],
        ..parts(in_mesh)
    })
    .unwrap_err();
    assert_eq!(error, GraphError::Kind(1));
}

/// Spec 01 §7: what does not fit is shown all the same, and told.
#[test]
fn clips_of_another_kind_are_shown_as_well_as_they_can_be() {
    let turned = [Quat::from_rotation_z(0.5), Quat::from_rotation_x(0.25)];
    let clips = vec![
        still(100, Some(LOCAL), 4.0, turned),
        still(101, Some(AdditiveKind::Mesh), 4.0, turned),
        still(102, None, 4.0, turned),
    ];
    let on_reference = |clip| {
        let mut stage = with(
            parts(vec![standing(clip), Node::Output(OutputNode { source: 0 })]),
            clips.clone(),
        );
        let told = stage.graph.mismatched_clips(&stage.library);
        stage.update();
        (stage.evaluate(), told)
    };
    let mut local = AdditivePose::default();
    let stage = Stage::of(parts(vec![
        standing(1),
        Node::Output(OutputNode { source: 0 }),
    ]));
    clips[0].sample_additive(&stage.skeleton, 0.0, &mut Default::default(), &mut local);
    let mut shown = Pose::reference(&stage.skeleton);
    local.apply(&stage.skeleton, 1.0, &mut shown);
    assert_eq!(on_reference(3), (shown, vec![(0, 3)]));
    assert_eq!(on_reference(5).1, []);
    let put_on_reference = |clip| {
        let mut stage = with(
            parts(vec![
                standing(clip),
                put(NO_NODE, 0),
                Node::Output(OutputNode { source: 1 }),
            ]),
            clips.clone(),
        );
        let told = stage.graph.mismatched_clips(&stage.library);
        stage.set([1.0, 0.0]);
        (stage.evaluate(), told)
    };
    let (mesh, told) = put_on_reference(4);
    let wanted = on_reference(4).0;
    assert!(
        mesh.iter()
            .zip(wanted.iter())
            .all(|(a, b)| a.rotation.dot(b.rotation).abs() > 1.0 - 1e-6)
    );
    assert_eq!((mesh.translation(0).x, told), (4.0, vec![(0, 4)]));
    let (full, told) = put_on_reference(5);
    assert_eq!(
        (full.translation(0).x, told),
        (4.0, vec![(0, 5)]),
        "as it is"
    );
    assert_eq!(put_on_reference(3).1, []);
}

/// Property 05.14.
#[test]
fn evaluating_a_difference_twice_gives_the_same_bits() {
    let nodes = vec![
        standing(1),
        standing(3),
        standing(4),
        two(1, 2, 1),
        put(0, 3),
        Node::Inertialization(InertializationNode {
            source: 4,
            method: SmoothingMethod::DeadBlend { half_life: 0.1 },
            history: Default::default(),
            jumps: None,
        }),
        Node::Output(OutputNode { source: 5 }),
    ];
    let mut stage = with(parts(nodes), moves());
    for tick in 0..20u8 {
        stage
            .state
            .parameters
            .copy_from_slice(&[f64::from(tick % 3) / 2.0, f64::from(tick % 5) / 4.0]);
        stage.update();
        let once = stage.evaluate();
        let state = stage.state.clone();
        assert_eq!((stage.evaluate(), &stage.state), (once, &state));
    }
}
