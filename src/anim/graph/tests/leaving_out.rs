//! Bones that a level of detail does not need: nothing that it needs changes by a bit, whatever is
//! left out.

use super::{
    BoneLayer, GraphParts, LayerRule, Node, SmoothingMethod, Value,
    control::{Control, ControlAlpha, ControlKind, CopyBone},
    mixing::{parts, two},
    tests::{Stage, montage, record},
};
use crate::graph::nodes::{
    ApplyAdditiveNode, ControlNode, InertializationNode, LayeredNode, OutputNode,
    SequencePlayerNode, SlotNode,
};
use crate::{
    Clip, Name, Pose, Skeleton, Transform,
    additive::{AdditiveKind, NO_DELTA},
    codec::{self, EncoderSettings},
    fixture,
    inertialization::InertializationRequest,
    mask::BoneMask,
    required::{RequiredBones, Wanted},
    spaces::Space,
};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use std::sync::Arc;

const BONES: usize = 61;
const FRAMES: usize = 12;

/// Limbs of seven bones on one another and on the root.
fn skeleton() -> Skeleton {
    let parent = |bone: usize| {
        if bone.is_multiple_of(7) {
            bone / 3
        } else {
            bone - 1
        }
    };
    let parents: Vec<i32> = (0..BONES)
        .map(|bone| if bone == 0 { -1 } else { parent(bone) as i32 })
        .collect();
    fixture::skeleton(&parents, |bone| {
        Transform::from_translation(Vec3::new(0.01 * bone as f32, 0.1, 0.0))
    })
}

/// Every bone turns and moves; one of eight grows where it is `scaled`.
fn clip(name: u64, additive: Option<AdditiveKind>, scaled: bool) -> Arc<Clip> {
    let skeleton = skeleton();
    let frame = |at: usize| {
        let mut pose = Pose::reference(&skeleton);
        if additive.is_some() {
            pose.fill(BONES, &NO_DELTA);
        }
        for bone in 0..BONES {
            let t = at as f32 * 0.3 + bone as f32 + name as f32;
            let Transform {
                translation, scale, ..
            } = pose.get(bone);
            let rotation =
                Quat::from_euler(glam::EulerRot::XYZ, 0.6 * t.sin(), 0.3 * t.cos(), 0.1 * t);
            let scale = if scaled && bone % 8 == 3 {
                scale + 0.2 * t.sin()
            } else {
                scale
            };
            pose.set(
                bone,
                &Transform::new(translation + Vec3::Y * (0.1 * t.cos()), rotation, scale),
            );
        }
        pose
    };
    let frames: Vec<Pose> = (0..FRAMES).map(frame).collect();
    let shells = vec![EncoderSettings::DEFAULT_SHELL; BONES];
    let source = codec::EncoderSource {
        skeleton: &skeleton,
        additive,
        bases: &[],
        frames: &frames,
        shells: &shells,
    };
    Arc::new(Clip {
        name: Name(name),
        length: (FRAMES - 1) as f32 / 30.0,
        key_count: FRAMES as u32,
        rate_scale: 1.0,
        looping: true,
        additive,
        compressed: Some(
            codec::encode(&source, &EncoderSettings::default())
                .unwrap()
                .0,
        ),
        ..Clip::default()
    })
}

/// Blends in one pass, differences of both kinds, a layer, a montage, a control, and what remembers
/// the pose.
fn graph(rule: LayerRule) -> GraphParts {
    let player = |clip: u32| {
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(clip),
            play: None,
        })
    };
    let put = |base, additive, kind| {
        Node::ApplyAdditive(ApplyAdditiveNode {
            base,
            additive,
            alpha: 1,
            lod: -1,
            kind,
            mask: None,
        })
    };
    let copy = CopyBone {
        from: 33,
        to: 12,
        translation: true,
        rotation: true,
        scale: true,
        space: Space::Model,
    };
    let weights: Vec<f32> = (0..BONES).map(|bone| (bone % 5) as f32 / 4.0).collect();
    GraphParts {
        links: vec![6, 7],
        layers: vec![BoneLayer {
            weight: Value::Number(0.75),
            mask: BoneMask::new(&weights),
        }],
        controls: vec![Control {
            alpha: ControlAlpha::default(),
            lod_threshold: -1,
            kind: ControlKind::CopyBone(copy),
        }],
        ..parts(vec![
            player(0),
            player(1),
            two(0, 1, 0),
            player(2),
            two(2, 3, 1),
            player(3),
            put(4, 5, AdditiveKind::Local),
            player(1),
            Node::Layered(LayeredNode {
                first: 0,
                layer: 0,
                count: 1,
                lod: -1,
                rule,
            }),
            player(4),
            put(8, 9, AdditiveKind::Mesh),
            Node::Slot(SlotNode {
                source: 10,
                slot: Name::new("slot"),
                always_update_source: false,
            }),
            Node::Control(ControlNode {
                source: 11,
                control: 0,
            }),
            Node::Inertialization(InertializationNode {
                source: 12,
                method: SmoothingMethod::Offset,
                history: Default::default(),
                jumps: None,
            }),
            Node::Output(OutputNode { source: 13 }),
        ])
    }
}

fn stage(rule: LayerRule, clips: &[Arc<Clip>]) -> Stage {
    let mut stage = Stage::of(graph(rule));
    (stage.library.clips, stage.skeleton) = (clips.to_vec(), skeleton());
    stage.state.parameters.copy_from_slice(&[0.375, 0.625]);
    stage.montages = vec![record(&montage("M", &[("slot", 2)]), 0.25)];
    stage
}

fn clips() -> Vec<Arc<Clip>> {
    let full = [(1, false), (2, true), (3, false)].map(|(name, scaled)| clip(name, None, scaled));
    let added = [(4, AdditiveKind::Local), (5, AdditiveKind::Mesh)]
        .map(|(name, kind)| clip(name, Some(kind), true));
    [full.as_slice(), &added].concat()
}

/// That and what the control reads.
fn requiring(bones: &[usize], skeleton: &Skeleton) -> RequiredBones {
    let mut required = RequiredBones::default();
    required.set(
        skeleton,
        &Wanted {
            bones: &[bones, &[33, 12]].concat(),
            ..Wanted::default()
        },
    );
    required
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn what_a_level_needs_is_as_if_it_needed_all_also_where_the_level_changes(
        levels in prop::collection::vec(prop::collection::vec(0usize..BONES, 0..5), 3),
        mesh_rotation in any::<bool>(),
        mesh_scale in any::<bool>(),
        asked in 0usize..9,
    ) {
        let (rule, clips) = (LayerRule { mesh_rotation, mesh_scale, ..LayerRule::default() }, clips());
        let (mut whole, mut level) = (stage(rule, &clips), stage(rule, &clips));
        for tick in 0..9 {
            // A blend that begins at a change would begin at what was shown: the reference pose.
            if tick == asked && asked % 3 == 2 {
                let request = InertializationRequest { duration: 0.04, ..InertializationRequest::default() };
                whole.state.inertialize(request.clone());
                level.state.inertialize(request);
            }
            let required = requiring(&levels[tick / 3], &whole.skeleton);
            level.required = Some(required.clone());
            whole.update();
            level.update();
            let (wanted, mut found) = (whole.evaluate(), level.evaluate());
            required.keep(&whole.skeleton, &mut found);
            for bone in 0..BONES {
                match required.compact(bone) {
                    Some(_) => prop_assert_eq!(found.get(bone), wanted.get(bone), "bone {} in tick {}", bone, tick),
                    None => prop_assert_eq!(found.get(bone), whole.skeleton.reference(bone), "bone {}", bone),
                }
            }
            prop_assert_eq!(&found.curves, &wanted.curves);
        }
    }
}
