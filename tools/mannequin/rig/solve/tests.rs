use super::*;
use crate::rig::FigurePose;

fn standing_feet() -> [FigureFoot; 2] {
    Side::BOTH.map(|side| FigureFoot {
        ankle: Rig::get().at(&side.of("foot")),
        turn: DQuat::IDENTITY,
        toe: 0.0,
        lead: 0.0,
    })
}

#[test]
fn limbs_keep_their_lengths_and_feet_their_places() {
    let mut pose = FigurePose::standing();
    pose.pelvis(0.03, -0.3, 0.1).hips(20.0, 30.0, 5.0);
    let body = body(
        &pose.0,
        &FigureRoot {
            at: DVec3::ZERO,
            yaw: 0.0,
        },
        &standing_feet(),
        &[],
        0.0,
    );
    let rig = Rig::get();
    for (bone, joint) in rig
        .joints
        .iter()
        .enumerate()
        .filter(|(_, joint)| copied_by(&joint.name).is_none())
    {
        let parent = joint
            .parent
            .map_or(DVec3::ZERO, |parent| body.joints[parent]);
        if joint.parent.is_some() && joint.name != "pelvis" {
            let length = body.joints[bone].distance(parent);
            assert!(
                (length - rig.offset(bone).length()).abs() < 1e-9,
                "{}: {length}",
                joint.name
            );
        }
    }
    assert!(body.joints[rig.bone("foot_l")].distance(rig.at("foot_l")) < 1e-9);
}

#[test]
fn arms_point_where_they_are_told() {
    let mut pose = FigurePose::standing();
    pose.hips(0.0, 40.0, 0.0).chest(10.0, 0.0, 0.0);
    pose.arm_in_root(Side::Right, [0.2, 0.1, 1.0], [-0.5, 0.8, 0.4]);
    pose.hand_in_root(Side::Right, [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]);
    let body = body(
        &pose.0,
        &FigureRoot {
            at: DVec3::ZERO,
            yaw: 0.0,
        },
        &standing_feet(),
        &[],
        0.0,
    );
    let rig = Rig::get();
    let joint = |name: &str| body.joints[rig.bone(name)];
    let upper = (joint("lowerarm_r") - joint("upperarm_r")).normalize();
    let fore = (joint("hand_r") - joint("lowerarm_r")).normalize();
    assert!(
        upper.abs_diff_eq(DVec3::new(-0.2, 0.1, 1.0).normalize(), 1e-9),
        "{upper}"
    );
    assert!(
        fore.abs_diff_eq(DVec3::new(0.5, 0.8, 0.4).normalize(), 1e-9),
        "{fore}"
    );
    let fingers = (joint("middle_01_r") - joint("hand_r")).normalize();
    assert!(fingers.y > 0.95, "{fingers}");
    let thumb = (joint("thumb_02_r") - joint("hand_r")).normalize();
    assert!(thumb.z < -0.2 || thumb.z > 0.2, "{thumb}");
}
