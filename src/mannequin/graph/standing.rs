//! What the world asks for: hands on what is carried, and feet on the ground there is.

use super::builder::Builder;
use crate::{reaching::FEET_FREE, take::Take};
use anim::{
    graph::control::PlantLock,
    ik::foot_placement::{PelvisMode, Rate},
};
use asset::{
    BoneKey, Id,
    graph::{
        AlphaInput, ControlAlpha, ControlKind, Cover, EndRotation, FootPlacement, Layer, Leg, NodeKind, PlacedLeg,
        Play, Space, Target,
    },
};

/// Half of the width of the crate, metres.
const HALF: f64 = 0.2;

/// A crate is held before the chest: arms from a clip, hands brought to its sides.
pub(super) fn carrying(builder: &mut Builder, source: Id) -> Id {
    let arms = NodeKind::SequencePlayer { clip: Some(Take::clip_id("Carry_Idle")), play: Play::default() };
    let arms = builder.node("Carry_Idle", [1120.0, 1130.0], arms);
    let layers = vec![Layer { source: Some(arms), weight: "Carrying".into(), mask: None, branches: branches() }];
    let layered = NodeKind::LayeredPerBone { base: Some(source), layers, cover: Cover::default(), lod_threshold: -1 };
    let held = builder.node("Arms carry", [1120.0, 980.0], layered);
    let left = builder.node("Left hand on the crate", [1380.0, 980.0], hand(held, "l", 1.0));
    builder.comment("A crate is carried: arms from a clip, hands to its sides", [1100.0, 920.0], [780.0, 300.0], 6);
    builder.node("Right hand on the crate", [1640.0, 980.0], hand(left, "r", -1.0))
}

fn branches() -> Vec<asset::graph::Branch> {
    let arm = |side: &str| asset::graph::Branch { bone: BoneKey::from(format!("clavicle_{side}").as_str()), depth: 0 };
    vec![arm("l"), arm("r")]
}

fn target(at: [f64; 3], space: Space) -> Target {
    Target { at: at.map(Into::into), space }
}

fn hand(source: Id, side: &str, out: f64) -> NodeKind {
    NodeKind::Control {
        source: Some(source),
        alpha: ControlAlpha { input: AlphaInput::Value("Carrying".into()), ..ControlAlpha::default() },
        lod_threshold: 1,
        kind: ControlKind::TwoBoneIk {
            end: BoneKey::from(format!("hand_{side}").as_str()),
            effector: target([out * HALF, -0.12, 0.36], Space::Bone("spine_05".into())),
            pole: target([out * 0.7, -0.6, -0.1], Space::Bone("spine_05".into())),
            end_rotation: EndRotation::Keep,
            stretch: None,
            twist_axis: None,
            too_close: Default::default(),
        },
    }
}

/// Feet stay where they are planted and stand as the ground does; nothing of it in the air, nor where a clip or a montage
/// has the feet go elsewhere.
pub(super) fn feet(builder: &mut Builder, source: Id, at: [f32; 2]) -> Id {
    let free = AlphaInput::Curve(FEET_FREE.to_owned());
    let kind = NodeKind::Control {
        source: Some(source),
        // As much as the curve is not: without one, wholly.
        alpha: ControlAlpha { input: free, scale: -1.0, bias: 1.0, ..ControlAlpha::default() },
        lod_threshold: 2,
        kind: ControlKind::FootPlacement(placement()),
    };
    builder.node("Feet on the ground", at, kind)
}

fn placement() -> FootPlacement {
    let leg = |side: &str| PlacedLeg {
        leg: Leg {
            hip: BoneKey::from(format!("thigh_{side}").as_str()),
            foot: BoneKey::from(format!("foot_{side}").as_str()),
            soft: 0.99,
            ..Leg::default()
        },
        ball: Some(BoneKey::from(format!("ball_{side}").as_str())),
        lock_curve: Some(format!("Contact_{}", side.to_uppercase())),
    };
    FootPlacement {
        pelvis: "pelvis".into(),
        legs: vec![leg("l"), leg("r")],
        in_air: "InAir".into(),
        radius: 0.0,
        pelvis_mode: PelvisMode::Interval,
        most_extension: 1.0,
        plane_spring: Rate { stiffness: 900.0, damping: 60.0 },
        lock: Some(PlantLock { distance: 0.06, speed: 0.25, radius: 0.15, angle: 35.0, ratio: 0.6 }),
        most_penetration: 0.0,
        ..FootPlacement::default()
    }
}
