use super::*;
use crate::{
    Array, Transform,
    graph::{
        control::Fault,
        data::{node::Node, parts::GraphParts, value::NO_NODE},
        nodes::{CopyPoseNode, OutputNode, SequencePlayerNode},
        tests::Stage,
    },
    skeleton::Bone,
};
use glam::Vec3;

const MOUNT: Name = Name(71);
const SMILE: Name = Name(72);

fn stage(source: crate::graph::data::value::NodeId) -> Stage {
    let player = Node::SequencePlayer(SequencePlayerNode {
        clip: Some(1),
        play: None,
    });
    let copies = Node::CopyPose(CopyPoseNode {
        source,
        partner: MOUNT,
        retargets: false,
    });
    let nodes = if source == NO_NODE {
        vec![copies]
    } else {
        vec![player, copies]
    };
    let output = Node::Output(OutputNode {
        source: nodes.len() as u16 - 1,
    });
    Stage::of(GraphParts {
        nodes: [nodes, vec![output]].concat(),
        ..GraphParts::default()
    })
}

/// Of a skeleton with the last bone of the own, after one that the own lacks.
fn told(stage: &Stage, partner: Name) -> PartnerPose {
    let own = stage.skeleton.clone().into();
    let bone = |name, parent| Bone {
        name,
        parent,
        reference: Transform::IDENTITY.into(),
        reserved: 0,
    };
    let last = stage.skeleton.bones.last().unwrap().name;
    let bones = vec![bone(Name(99), -1), bone(last, 0)];
    let theirs = Arc::new(Skeleton::new(Name(9), bones.into(), Array::default()).unwrap());
    let mut pose = Pose::reference(&theirs);
    pose.set(0, &Transform::from_translation(Vec3::Y * 3.0));
    pose.set(1, &Transform::from_translation(Vec3::Z * 5.0));
    pose.set_curve(SMILE, 0.5);
    let mut copied = PartnerPose::default();
    copied.tell(partner, &pose, [&theirs, &own]);
    copied
}

#[test]
fn bones_of_the_same_names_and_curves_are_the_partners_and_the_rest_is_the_sources() {
    for source in [0, NO_NODE] {
        let (mut stage, mut alone) = (stage(source), stage(source));
        stage.copied = vec![told(&stage, Name(70)), told(&stage, MOUNT)];
        stage.update();
        alone.update();
        let (found, own) = (stage.evaluate(), alone.evaluate());
        assert_eq!(found.get(0), own.get(0));
        assert_eq!(found.get(1).translation, Vec3::Z * 5.0);
        assert_eq!((found.curve(SMILE), own.curve(SMILE)), (Some(0.5), None));
        assert_eq!(
            own.get(0).translation.x == 0.0,
            source == NO_NODE,
            "the source passes where nobody is there"
        );
        assert_eq!(stage.state.faults(), []);
        assert_eq!(
            alone
                .state
                .faults()
                .iter()
                .map(|fault| fault.1)
                .collect::<Vec<_>>(),
            [Fault::Partner]
        );
    }
}

#[test]
fn who_is_gone_in_this_tick_or_has_no_pose_is_missing_and_told_once() {
    let mut stage = stage(0);
    stage.update();
    let own = stage.evaluate();
    stage.copied = vec![told(&stage, MOUNT)];
    stage.copied[0].take_away();
    assert_eq!(stage.evaluate(), own);
    let skeletons = stage.copied[0].skeletons.clone().unwrap();
    stage.copied[0].tell(MOUNT, &Pose::default(), [&skeletons[0], &skeletons[1]]);
    assert_eq!(stage.evaluate(), own);
    (0..3).for_each(|_| stage.update());
    assert_eq!(stage.state.faults(), [(1, Fault::Partner)]);
}

#[test]
fn a_partner_of_other_proportions_is_copied_by_the_modes_of_the_own_bones() {
    let of = |length: f32, mode: u8| {
        let bone = |name, parent, y: f32| Bone {
            name: Name(name),
            parent,
            reference: Transform::from_translation(Vec3::Y * y).into(),
            reserved: 0,
        };
        let bones = vec![bone(1, -1, 0.0), bone(2, 0, length)];
        let mut skeleton = Skeleton::new(Name(9), bones.into(), Array::default()).unwrap();
        skeleton.retarget = vec![u32::from(mode); 2].into();
        Arc::new(skeleton)
    };
    for (mode, y) in [(0, 3.0), (1, 4.0), (2, 6.0), (3, 5.0)] {
        let (theirs, own) = (of(2.0, 0), of(4.0, mode));
        let mut pose = Pose::reference(&theirs);
        pose.set(1, &Transform::from_translation(Vec3::Y * 3.0));
        let mut copied = PartnerPose::default();
        copied.tell(MOUNT, &pose, [&theirs, &own]);
        let mut shown = Pose::reference(&own);
        copied.write(&mut shown, true);
        assert!(
            (shown.translation(1).y - y).abs() < 1e-6,
            "{mode}: {}",
            shown.translation(1)
        );
        copied.write(&mut shown, false);
        assert_eq!(shown.translation(1).y, 3.0);
    }
}
