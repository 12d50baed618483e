//! Shoulders, shoulder blade included: how far the arm is raised in each direction, and how far it
//! is rolled.

use super::{super::film::Moment, Angle, FREE};
use crate::rig::{Rig, Side};
use glam::{DQuat, DVec3};

/// How high the arm goes, degrees from hanging down, by the direction seen from above: degrees from
/// outwards, 90 forwards, 180 across the body, -90 backwards. Between them it changes evenly.
const CONE: [(f64, f64); 9] = [
    (-180.0, 60.0),
    (-130.0, 50.0),
    (-90.0, 70.0),
    (-50.0, 130.0),
    (-35.0, 180.0),
    (100.0, 180.0),
    (135.0, 125.0),
    (150.0, 95.0),
    (180.0, 60.0),
];
/// Degrees from straight up within which every direction is within reach.
const UP: f64 = 40.0;

pub fn angles(frame: &Moment, side: Side) -> [Angle; 2] {
    let (chest, limb) = (Rig::get().bone("spine_05"), Rig::get().arm(side));
    let to_chest = frame.turns[chest].inverse();
    let arm = to_chest * (frame.joints[limb.middle] - frame.joints[limb.root]).normalize();
    let hinge = to_chest * frame.turns[limb.root] * limb.hinge;
    let elevation = DVec3::NEG_Y.angle_between(arm).to_degrees();
    let highest = if elevation > 180.0 - UP {
        180.0
    } else {
        cone(arm.z.atan2(arm.x * side.sign()).to_degrees())
    };
    [
        Angle::of(side, "shoulder elevation", elevation, -FREE, highest + 5.0),
        Angle::of(side, "shoulder roll", roll(arm, hinge, side), -100.0, 100.0),
    ]
}

fn cone(direction: f64) -> f64 {
    let after = CONE
        .partition_point(|(at, _)| *at < direction)
        .clamp(1, CONE.len() - 1);
    let ((a, low), (b, high)) = (CONE[after - 1], CONE[after]);
    low + (high - low) * ((direction - a) / (b - a)).clamp(0.0, 1.0)
}

/// Degrees that the arm is turned inwards about itself, from where it gets by the shortest way over
/// the arm raised half forwards, half outwards, from hanging down with the elbow folding forwards.
fn roll(arm: DVec3, hinge: DVec3, side: Side) -> f64 {
    let raised = DVec3::new(side.sign(), 0.0, 1.0).normalize();
    let way =
        DQuat::from_rotation_arc(raised, arm) * DQuat::from_rotation_arc(DVec3::NEG_Y, raised);
    let natural = way * DVec3::NEG_Y.cross(DVec3::Z);
    let flat = (hinge - arm * hinge.dot(arm)).normalize();
    natural
        .cross(flat)
        .dot(arm)
        .atan2(natural.dot(flat))
        .to_degrees()
        * -side.sign()
}
