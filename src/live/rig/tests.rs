use super::*;
use crate::{
    humanoid::find,
    message::{Message, VmcTransform},
};
use anim::{Array, Pose, skeleton::Bone};
use proptest::prelude::*;
use std::f32::consts::FRAC_PI_2;

const SUBJECT: Name = Name::new("subject");

/// Name, parent, joint in model space: an A-pose, as the sample's figure stands, with a twist, five
/// spines and a tail.
const FIGURE: [(&str, &str, [f32; 3]); 17] = [
    ("root", "", [0.0, 0.0, 0.0]),
    ("pelvis", "root", [0.0, 1.0, 0.0]),
    ("spine_01", "pelvis", [0.0, 1.1, 0.0]),
    ("spine_02", "spine_01", [0.0, 1.2, 0.0]),
    ("spine_03", "spine_02", [0.0, 1.3, 0.0]),
    ("neck_01", "spine_03", [0.0, 1.5, 0.0]),
    ("neck_02", "neck_01", [0.0, 1.55, 0.0]),
    ("head", "neck_02", [0.0, 1.6, 0.0]),
    ("clavicle_l", "spine_03", [0.05, 1.45, 0.0]),
    ("upperarm_l", "clavicle_l", [0.2, 1.45, 0.0]),
    ("twist_l", "upperarm_l", [0.3, 1.35, 0.0]),
    ("lowerarm_l", "upperarm_l", [0.4, 1.25, 0.0]),
    ("hand_l", "lowerarm_l", [0.6, 1.05, 0.1]),
    ("upperarm_r", "spine_03", [-0.2, 1.45, 0.0]),
    ("lowerarm_r", "upperarm_r", [-0.45, 1.44, 0.0]),
    ("hand_r", "lowerarm_r", [-0.7, 1.44, 0.0]),
    ("tail", "pelvis", [0.0, 0.9, -0.1]),
];

/// Without the bones that are named; each bone is turned as it likes, so many times `tilt`.
fn skeleton(without: &[&str], tilt: f32) -> (Skeleton, Names) {
    let mut names = Names::default();
    let kept: Vec<_> = FIGURE
        .iter()
        .filter(|(name, ..)| !without.contains(name))
        .collect();
    let mut models: Vec<Transform> = Vec::new();
    let mut bones = Vec::new();
    for (at, (name, _, joint)) in kept.iter().enumerate() {
        let axis = Vec3::new(1.0, at as f32 - 5.0, 0.5).normalize();
        let rotation = Quat::from_axis_angle(axis, tilt * (at as f32 + 1.0));
        let model = Transform::new(Vec3::from_array(*joint), rotation, Vec3::ONE);
        let parents = |name: &str| {
            FIGURE
                .iter()
                .find(|(known, ..)| *known == name)
                .map(|(_, parent, _)| *parent)
        };
        let above = std::iter::successors(parents(name), |name| parents(name));
        let parent = above
            .into_iter()
            .find_map(|parent| kept.iter().position(|(known, ..)| *known == parent));
        let local = parent.map_or(model, |parent| models[parent].relative_to(&model));
        models.push(model);
        let name = names.insert(name).unwrap();
        bones.push(Bone {
            name,
            parent: parent.map_or(-1, |it| it as i32),
            reference: local.into(),
            reserved: 0,
        });
    }
    (
        Skeleton::new(Name::new("figure"), bones.into(), Array::default()).unwrap(),
        names,
    )
}

fn told(bones: &[(&str, VmcTransform)], root: Option<VmcTransform>) -> Performance {
    let mut performance = Performance::default();
    for (name, placed) in bones {
        performance.hear(Message::Bone(find(name).unwrap(), *placed));
    }
    root.map(|root| performance.hear(Message::Root(root)));
    performance
}

fn turned(rotation: Quat) -> VmcTransform {
    VmcTransform {
        position: Vec3::ZERO,
        rotation,
    }
}

/// The frame over the reference pose, as transforms in model space.
fn shown(skeleton: &Skeleton, frame: &LiveFrame) -> Vec<Transform> {
    let mut pose = Pose::reference(skeleton);
    frame
        .bones
        .iter()
        .for_each(|(name, local)| pose.set(skeleton.find(*name).unwrap(), local));
    let mut models: Vec<Transform> = Vec::new();
    for bone in 0..skeleton.len() {
        let local = pose.get(bone);
        models.push(
            skeleton
                .parent(bone)
                .map_or(local, |parent| models[parent].compose(&local)),
        );
    }
    models
}

fn joint(skeleton: &Skeleton, models: &[Transform], name: &str) -> Vec3 {
    models[skeleton.find(Name::new(name)).unwrap()].translation
}

#[track_caller]
fn near(found: Vec3, expected: Vec3) {
    assert!(found.abs_diff_eq(expected, 1e-4), "{found}, not {expected}");
}

#[test]
fn a_t_pose_lifts_arms_that_hang_and_leaves_those_that_do_not() {
    for tilt in [0.0, 0.7] {
        let (skeleton, names) = skeleton(&[], tilt);
        let everything: Vec<_> = humanoid::bones()
            .iter()
            .map(|bone| (bone.name.as_str(), turned(Quat::IDENTITY)))
            .collect();
        let frame = PerformanceRig::new(&skeleton, &names).frame(SUBJECT, &told(&everything, None));
        assert_eq!(frame.subject, SUBJECT);
        let models = shown(&skeleton, &frame);
        let at = |name: &str| joint(&skeleton, &models, name);
        let upper = (0.2f32.powi(2) * 2.0).sqrt();
        near(at("lowerarm_l"), Vec3::new(0.2 + upper, 1.45, 0.0));
        near(at("hand_l"), Vec3::new(0.2 + upper + 0.3, 1.45, 0.0));
        for (name, _, joint) in FIGURE {
            if !["twist_l", "lowerarm_l", "hand_l"].contains(&name) {
                near(at(name), Vec3::from_array(joint));
            }
        }
        let between = skeleton.reference(skeleton.find(Name::new("neck_02")).unwrap());
        assert!(
            frame.bones.contains(&(Name::new("neck_02"), between)),
            "it holds still between neck and head"
        );
        assert!(
            !frame
                .bones
                .iter()
                .any(|(bone, _)| [Name::new("tail"), Name::new("twist_l")].contains(bone))
        );
    }
}

/// By hand: from the T-pose the left arm turns down by a right angle, and the forearm forwards.
#[test]
fn an_arm_goes_where_the_performer_s_goes() {
    let (skeleton, names) = skeleton(&[], 0.4);
    let down = turned(Quat::from_rotation_z(-FRAC_PI_2));
    let ahead = turned(Quat::from_rotation_y(-FRAC_PI_2));
    let performance = told(&[("LeftUpperArm", down), ("LeftLowerArm", ahead)], None);
    let models = shown(
        &skeleton,
        &PerformanceRig::new(&skeleton, &names).frame(SUBJECT, &performance),
    );
    let at = |name: &str| joint(&skeleton, &models, name);
    let upper = (0.2f32.powi(2) * 2.0).sqrt();
    near(at("lowerarm_l"), Vec3::new(0.2, 1.45 - upper, 0.0));
    // A bend about the T-pose's upright axis, which now lies to the side.
    near(at("hand_l"), at("lowerarm_l") + Vec3::Z * 0.3);
}

#[test]
fn hips_and_root_stand_where_the_performer_does() {
    let hips = VmcTransform {
        position: Vec3::new(0.1, 0.8, 0.3),
        rotation: Quat::from_rotation_y(0.4),
    };
    let root = VmcTransform {
        position: Vec3::new(2.0, 0.0, 1.0),
        rotation: Quat::from_rotation_y(1.1),
    };
    // Where bone 0 is the hips, it takes over the root as well.
    for without in [&[][..], &["root"]] {
        let (skeleton, names) = skeleton(without, 0.4);
        let rig = PerformanceRig::new(&skeleton, &names);
        let models = shown(
            &skeleton,
            &rig.frame(SUBJECT, &told(&[("Hips", hips)], Some(root))),
        );
        near(
            joint(&skeleton, &models, "pelvis"),
            root.position + root.rotation * hips.position,
        );
        let pelvis = skeleton.find(Name::new("pelvis")).unwrap();
        let reference = models_of_reference(&skeleton)[pelvis].rotation;
        assert!(
            (models[pelvis].rotation * reference.conjugate())
                .angle_between(Quat::from_rotation_y(1.5))
                < 1e-3
        );
        let still = turned(hips.rotation);
        let models = shown(
            &skeleton,
            &rig.frame(SUBJECT, &told(&[("Hips", still)], None)),
        );
        near(joint(&skeleton, &models, "pelvis"), Vec3::Y);
    }
}

fn models_of_reference(skeleton: &Skeleton) -> Vec<Transform> {
    models(skeleton)
}

#[test]
fn curves_pass_and_a_skeleton_of_something_else_has_no_bones() {
    let mut performance = told(&[("Hips", turned(Quat::IDENTITY))], None);
    performance.hear(Message::Value(Name::new("Joy"), 0.5));
    performance.hear(Message::Apply);
    let frame =
        PerformanceRig::new(&Skeleton::default(), &Names::default()).frame(SUBJECT, &performance);
    assert_eq!(
        frame,
        LiveFrame {
            subject: SUBJECT,
            bones: vec![],
            curves: vec![(Name::new("Joy"), 0.5)]
        }
    );
}

proptest! {
    /// Oracle: along the bones of the skeleton comes out, at each that was told, its turn out of
    /// the T-pose before the rotation that it has there, whatever is missing in between and however
    /// bones are turned.
    #[test]
    fn every_told_bone_is_turned_as_the_performer_s_is(
        turns in proptest::collection::vec(proptest::array::uniform4(-1.0f32..1.0), COUNT),
        is_told in proptest::collection::vec(any::<bool>(), COUNT),
        root in any::<bool>(),
        tilt in 0.0f32..2.0,
        missing in 0usize..4,
    ) {
        let without: &[&str] = [&[][..], &["spine_02"], &["clavicle_l", "neck_02"], &["root"]][missing];
        let (skeleton, names) = skeleton(without, tilt);
        let quat = |at: usize| Quat::from_vec4(glam::Vec4::from_array(turns[at]).normalize_or(glam::Vec4::W));
        let rig = PerformanceRig::new(&skeleton, &names);
        // Between two that are told the source would shine through: all are told that the skeleton
        // has.
        let mut performance = Performance::default();
        for (human, is_told) in is_told.into_iter().enumerate() {
            if is_told || rig.targets[human].is_some() {
                performance.hear(Message::Bone(human, turned(quat(human))));
            }
        }
        if root {
            performance.hear(Message::Root(turned(Quat::from_rotation_y(0.7))));
        }
        let models = shown(&skeleton, &rig.frame(SUBJECT, &performance));
        for (human, target) in rig.targets.iter().enumerate() {
            let Some(target) = target else { continue };
            let mut turn = Quat::IDENTITY;
            let chain: Vec<usize> = std::iter::successors(Some(human), |at| humanoid::bones()[*at].parent).collect();
            for at in chain.into_iter().rev() {
                turn *= performance.bones[at].map_or(Quat::IDENTITY, |placed| placed.rotation);
            }
            let stands = if root { Quat::from_rotation_y(0.7) } else { Quat::IDENTITY };
            let found = models[skeleton.find(target.name).unwrap()].rotation;
            let expected = stands * turn * target.rotation;
            prop_assert!(found.dot(expected).abs() > 0.9999, "{}: {found}, not {expected}", humanoid::bones()[human].name);
        }
    }
}
