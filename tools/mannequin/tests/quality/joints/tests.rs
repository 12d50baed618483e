use super::{super::fixture::Broken, *};
use crate::math::euler;

fn turned(bone: &str, pitch: f64, turn: f64, lean: f64) -> Broken {
    Broken::new(&[(bone, &|_| (DVec3::ZERO, euler(pitch, turn, lean)))])
}

#[test]
fn the_reference_pose_is_fine() {
    Broken::new(&[]).expect(&CHECK, &[]);
}

#[test]
fn joints_beyond_their_limits_are_seen() {
    for (bone, [pitch, turn, lean], expected) in [
        ("calf_l", [-30.0, 0.0, 0.0], "knee_l is at -24"),
        ("calf_r", [152.0, 0.0, 0.0], "knee_r is at 157"),
        ("lowerarm_r", [30.0, 0.0, 0.0], "elbow_r is at -"),
        ("spine_02", [25.0, 20.0, 0.0], "spine_02 is at 31.9"),
        ("head", [0.0, 90.0, 0.0], "neck is at 90.0"),
        ("thigh_l", [40.0, 0.0, 0.0], "hip flexion_l is at -3"),
        ("thigh_r", [0.0, 0.0, 40.0], "hip abduction_r is at -"),
        ("foot_l", [70.0, 0.0, 0.0], "ankle_l is at 70.0"),
        ("foot_r", [-50.0, 0.0, 0.0], "ankle_r is at -50.0"),
        ("foot_r", [0.0, 70.0, 0.0], "foot turn_r is at -70.0"),
        ("ball_l", [50.0, 0.0, 0.0], "toes_l is at -50.0"),
    ] {
        turned(bone, pitch, turn, lean).expect(&CHECK, &[expected]);
    }
}

#[test]
fn shoulders_beyond_their_limits_are_seen() {
    let along = Rig::get().offset(Rig::get().bone("lowerarm_r")).normalize();
    let across = DQuat::from_rotation_arc(along, DVec3::new(1.0, 0.0, 0.3).normalize());
    let found = "shoulder elevation_r is at 90.0";
    Broken::new(&[("upperarm_r", &|_| (DVec3::ZERO, across))]).expect(&CHECK, &[found]);
    let rolled = crate::math::turned(along, 2.2);
    Broken::new(&[("upperarm_r", &|_| (DVec3::ZERO, rolled))]).expect(&CHECK, &["shoulder roll_r"]);
}

#[test]
fn a_wrist_bent_too_far_is_seen() {
    let rig = Rig::get();
    let across = rig.offset(rig.bone("hand_l")).cross(DVec3::Z).normalize();
    let bent = crate::math::turned(across, 1.6);
    Broken::new(&[("hand_l", &|_| (DVec3::ZERO, bent))]).expect(&CHECK, &["wrist_l is at 91.7"]);
}

#[test]
fn a_finger_bent_back_is_seen() {
    let rig = Rig::get();
    let hand = rig.offset(rig.bone("hand_l")).normalize();
    let back = crate::math::turned(hand.cross(hand.cross(DVec3::Z)).normalize(), -0.5);
    Broken::new(&[("index_02_l", &|_| (DVec3::ZERO, back))])
        .expect(&CHECK, &["index_02_l is at -2"]);
}

#[test]
fn a_hinge_that_flips_is_seen() {
    let rig = Rig::get();
    let along = rig.offset(rig.bone("lowerarm_r")).normalize();
    let rolled = |time: f64| {
        (
            DVec3::ZERO,
            crate::math::turned(along, if time > 0.5 { 0.5 } else { -0.5 }),
        )
    };
    let folded = |_: f64| {
        (
            DVec3::ZERO,
            crate::math::turned(rig.arm(Side::Right).hinge, 1.0),
        )
    };
    Broken::new(&[("upperarm_r", &rolled), ("lowerarm_r", &folded)])
        .expect(&CHECK, &["hinge of elbow_r turns 57"]);
}
