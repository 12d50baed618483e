//! Scales that are handed on to what hangs on them, and lengths that are brought to metres.

use crate::{
    fbx::fold,
    geometry::Geometry,
    scene::{ParsedMesh, ParsedNode, ParsedPart, ParsedScene, ParsedSkin, ParsedTake},
};
use anim::{Transform, mesh::MorphDelta};
use asset::source::{Channel, Track};
use glam::{Affine3A, Vec3};

fn node(children: &[usize], along: f32, scale: [f32; 3]) -> ParsedNode {
    ParsedNode {
        children: children.to_vec(),
        local: Transform {
            translation: Vec3::X * along,
            scale: scale.into(),
            ..Transform::IDENTITY
        },
        ..ParsedNode::default()
    }
}

fn held(values: &[f32]) -> Option<Channel> {
    let keys = values.len() / 3;
    Some(Channel {
        times: (0..keys).map(|at| at as f32).collect(),
        values: values.to_vec(),
        ..Channel::default()
    })
}

fn triangle() -> ParsedMesh {
    let geometry = Geometry {
        positions: vec![[1.0, 2.0, 3.0]; 3].into(),
        normals: Default::default(),
        tangents: Default::default(),
        uvs: Default::default(),
        colors: Default::default(),
        indices: Default::default(),
        influences: None,
        deltas: vec![MorphDelta {
            vertex: 1,
            position: [4.0, 5.0, 6.0],
            normal: [7.0, 8.0, 9.0],
        }]
        .into(),
        delta_tangents: Default::default(),
        attributes: Default::default(),
        attribute_values: Default::default(),
        names: Vec::new(),
        targets: Vec::new(),
    };
    ParsedMesh {
        parts: vec![ParsedPart {
            geometry: Some(geometry),
            ..ParsedPart::default()
        }],
        ..ParsedMesh::default()
    }
}

/// Scales along x of all nodes after those that may be are handed on.
fn kept(nodes: Vec<ParsedNode>, takes: Vec<ParsedTake>) -> Vec<f32> {
    let mut scene = ParsedScene {
        nodes,
        takes,
        ..ParsedScene::default()
    };
    fold::scales(&mut scene);
    let scales = scene.nodes.iter().map(|node| node.local.scale.x);
    scales.collect()
}

#[test]
fn a_scale_is_handed_on_only_where_it_is_the_same_along_all_axes_above_and_here() {
    let two = [2.0; 3];
    for (scale, is_handed_on) in [
        ([4.0; 3], true),
        ([4.0, 4.00038, 3.99962], true),
        ([4.0, 4.00042, 4.0], false),
        ([4.0, 4.0, 3.99958], false),
        ([0.05; 3], true),
        ([0.0; 3], false),
        ([-4.0; 3], false),
        ([f32::INFINITY; 3], false),
    ] {
        let found = kept(vec![node(&[1], 0.0, scale), node(&[], 0.0, two)], vec![]);
        let left = if is_handed_on {
            [1.0, 1.0]
        } else {
            [scale[0], 2.0]
        };
        assert_eq!(found, left, "{scale:?}");
    }
}

#[test]
fn a_scale_that_a_take_changes_stays() {
    for (values, left) in [
        (&[2.0, 2.0, 2.0, 2.0001, 2.0, 2.0][..], 1.0),
        (&[2.0, 2.0, 2.0, 2.0, 2.0, 2.001], 2.0),
    ] {
        let take = ParsedTake {
            tracks: [(
                0,
                Track {
                    scale: held(values),
                    ..Track::default()
                },
            )]
            .into(),
            ..ParsedTake::default()
        };
        let found = kept(vec![node(&[], 0.0, [2.0; 3])], vec![take]);
        assert_eq!(found, [left], "{values:?}");
    }
}

/// An armature of 100 below one of 2: a joint with a mesh on it, and beside it a mesh alone.
#[test]
fn every_length_below_is_multiplied_and_every_bind_keeps_its_points() {
    let mut scene = ParsedScene {
        nodes: vec![
            node(&[1], 5.0, [2.0; 3]),
            node(&[2, 4], 0.5, [100.0; 3]),
            node(&[3], 0.01, [3.0; 3]),
            node(&[], 0.02, [7.0; 3]),
            node(&[], 0.03, [1.0; 3]),
        ],
        meshes: vec![triangle(), triangle()],
        skins: vec![ParsedSkin {
            joints: vec![2, 3],
            inverse_binds: Some(vec![
                Affine3A::from_translation(Vec3::Y),
                Affine3A::IDENTITY,
            ]),
        }],
        ..ParsedScene::default()
    };
    scene.nodes[3].mesh = Some(0);
    scene.nodes[3].skin = Some(0);
    scene.nodes[4].mesh = Some(1);
    let moves = Track {
        translation: held(&[0.01, 0.0, 0.0, 0.02, 0.0, 0.0]),
        scale: held(&[3.0; 6]),
        ..Track::default()
    };
    let above = Track {
        translation: held(&[0.5, 0.0, 0.0]),
        scale: held(&[100.0; 3]),
        ..Track::default()
    };
    scene.takes = vec![ParsedTake {
        tracks: [(1, above), (2, moves)].into(),
        ..ParsedTake::default()
    }];
    fold::scales(&mut scene);
    let along: Vec<f32> = scene
        .nodes
        .iter()
        .map(|it| it.local.translation.x)
        .collect();
    assert_eq!(along, [5.0, 1.0, 2.0, 4.0, 6.0]);
    let scales: Vec<f32> = scene.nodes.iter().map(|it| it.local.scale.x).collect();
    assert_eq!(scales, [1.0, 1.0, 3.0, 7.0, 1.0], "joints keep theirs");
    let tracks = &scene.takes[0].tracks;
    assert_eq!(tracks[&1].translation, held(&[1.0, 0.0, 0.0]));
    assert_eq!(tracks[&1].scale, None);
    assert_eq!(
        tracks[&2].translation,
        held(&[2.0, 0.0, 0.0, 4.0, 0.0, 0.0])
    );
    assert_eq!(tracks[&2].scale, held(&[3.0; 6]));
    let bind = scene.skins[0].inverse_binds.as_ref().unwrap()[0];
    assert_eq!(
        bind.transform_point3(Vec3::ONE),
        Vec3::new(200.0, 400.0, 200.0)
    );
    // The mesh that followed its node alone follows it as a joint, at what the node has lost.
    assert_eq!(scene.nodes[4].skin, Some(1));
    assert_eq!(scene.skins[1].joints, [4]);
    let bind = scene.skins[1].inverse_binds.as_ref().unwrap()[0];
    assert_eq!(bind, Affine3A::from_scale(Vec3::splat(200.0)));
    let influences = |mesh: usize| {
        let geometry = scene.meshes[mesh].parts[0].geometry.as_ref().unwrap();
        geometry.influences.as_ref().map(|it| it.joints.len())
    };
    assert_eq!((influences(0), influences(1)), (None, Some(3)));
}

#[test]
fn a_mesh_on_a_node_that_lost_nothing_stays_as_it_is() {
    let mut scene = ParsedScene {
        nodes: vec![node(&[1], 1.0, [1.0; 3]), node(&[], 1.0, [1.0, 2.0, 1.0])],
        meshes: vec![triangle()],
        ..ParsedScene::default()
    };
    scene.nodes[1].mesh = Some(0);
    fold::scales(&mut scene);
    assert_eq!((scene.nodes[1].skin, scene.skins.len()), (None, 0));
    // Nor does a mesh that is not there become anything.
    scene.nodes[0].local.scale = Vec3::splat(2.0);
    scene.nodes[1].mesh = Some(1);
    fold::scales(&mut scene);
    assert_eq!((scene.nodes[1].skin, scene.skins.len()), (None, 0));
}

#[test]
fn a_scale_of_the_options_multiplies_every_length_and_nothing_else() {
    for scale in [1.0, 0.9, 2.0] {
        let mut scene = ParsedScene {
            nodes: vec![node(&[], 3.0, [5.0; 3])],
            meshes: vec![triangle()],
            skins: vec![ParsedSkin {
                joints: vec![0],
                inverse_binds: Some(vec![Affine3A::from_scale_rotation_translation(
                    Vec3::splat(2.0),
                    glam::Quat::IDENTITY,
                    Vec3::Y,
                )]),
            }],
            takes: vec![ParsedTake {
                tracks: [(
                    0,
                    Track {
                        translation: held(&[1.0, 2.0, 3.0]),
                        scale: held(&[5.0; 3]),
                        ..Track::default()
                    },
                )]
                .into(),
                ..ParsedTake::default()
            }],
            ..ParsedScene::default()
        };
        fold::units(&mut scene, scale);
        let local = scene.nodes[0].local;
        assert_eq!(local.translation, Vec3::X * (3.0 * scale));
        assert_eq!(local.scale, Vec3::splat(5.0));
        let bind = scene.skins[0].inverse_binds.as_ref().unwrap()[0];
        assert_eq!(bind.translation, (Vec3::Y * scale).into());
        assert_eq!(bind.matrix3.x_axis, (Vec3::X * 2.0).into());
        let track = &scene.takes[0].tracks[&0];
        let values = [1.0, 2.0, 3.0].map(|x| x * scale);
        assert_eq!(track.translation, held(&values));
        assert_eq!(track.scale, held(&[5.0; 3]));
        let geometry = scene.meshes[0].parts[0].geometry.as_ref().unwrap();
        assert_eq!(geometry.positions[2], values);
        let delta = geometry.deltas[0];
        let moved = [4.0, 5.0, 6.0].map(|x| x * scale);
        assert_eq!((delta.position, delta.normal), (moved, [7.0, 8.0, 9.0]));
    }
}
