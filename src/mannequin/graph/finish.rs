//! What comes last: the head looks at something, and folded joints keep their volume.

use super::builder::Builder;
use crate::{Build, skeleton};
use asset::{
    BoneKey, Id,
    graph::{
        AlphaInput, ControlAlpha, ControlKind, CurveChange, CurveEdit, DriverSettings, DriverTarget, LookBone,
        NodeKind, Space, Target,
    },
};
use glam::{EulerRot, Quat, Vec3};

/// Curve of the corrective, joint above, the joint itself, joint below.
const JOINTS: [[&str; 4]; 4] = [
    ["elbow_l", "upperarm_l", "lowerarm_l", "hand_l"],
    ["elbow_r", "upperarm_r", "lowerarm_r", "hand_r"],
    ["knee_l", "thigh_l", "calf_l", "foot_l"],
    ["knee_r", "thigh_r", "calf_r", "foot_r"],
];
/// Degrees at which a corrective is whole; at half of it there is none.
const WHOLE: f64 = 120.0;

pub(super) fn build(builder: &mut Builder, source: Id) -> Id {
    let mut pose = builder.node("", [3240.0, 320.0], look(source));
    for (at, joint) in JOINTS.iter().enumerate() {
        pose = builder.node(joint[0], [3480.0, 320.0 + 90.0 * at as f32], driver(pose, joint));
    }
    builder.comment("The head looks, and folded joints keep their volume", [3220.0, 260.0], [760.0, 460.0], 5);
    builder.node("Correctives", [3740.0, 320.0], NodeKind::ModifyCurve { source: Some(pose), edits: edits() })
}

fn looking() -> AlphaInput {
    let easing = anim::montage::Easing::Smoothstep;
    AlphaInput::Switch { on: "Looking".into(), time_in: 0.4, time_out: 0.5, easing }
}

fn look(source: Id) -> NodeKind {
    let link = |(bone, weight): (&str, f64)| LookBone { bone: BoneKey::from(bone), weight };
    let at = ["LookTarget.x", "LookTarget.y", "LookTarget.z"].map(Into::into);
    NodeKind::Control {
        source: Some(source),
        alpha: ControlAlpha { input: looking(), ..ControlAlpha::default() },
        lod_threshold: 1,
        kind: ControlKind::LookAt {
            chain: [("neck_01", 0.25), ("neck_02", 0.25), ("head", 0.5)].map(link).into(),
            axis: [0.0, 0.0, 1.0],
            up_axis: Some([0.0, 1.0, 0.0]),
            target: Target { at, space: Space::Model },
            clamp: 75.0,
            time: 0.35,
            trigger: 15.0,
            easing: anim::montage::Easing::Smoothstep,
        },
    }
}

/// 1 where the limb is straight, 0 where it is folded as far as the corrective knows.
fn driver(source: Id, [curve, above, joint, below]: &[&str; 4]) -> NodeKind {
    let models = skeleton::skeleton(Build::Tall);
    let place = |name: &str| {
        let at = models.find(name).unwrap_or_default();
        Vec3::from(models.reference_models()[at].translation)
    };
    let (upper, lower) = ((place(joint) - place(above)).normalize(), (place(below) - place(joint)).normalize());
    let (x, y, z) = Quat::from_rotation_arc(lower, upper).to_euler(EulerRot::XYZ);
    let straight = DriverTarget { curve: (*curve).to_owned(), turns: vec![[x, y, z].map(f32::to_degrees)], scale: 1.0 };
    NodeKind::PoseDriver {
        asset: None,
        lod_threshold: -1,
        source: Some(source),
        bones: vec![BoneKey::from(*joint)],
        targets: vec![straight],
        settings: DriverSettings {
            kernel: anim::rbf::Kernel::Linear,
            solver: anim::rbf::Solver::Additive,
            radius: Some(WHOLE),
            swing: Some(lower.to_array()),
        },
        alpha: 1.0.into(),
    }
}

/// From how straight a limb is to how much of its corrective it shows.
fn edits() -> Vec<CurveEdit> {
    let of = |joint: &[&str; 4]| {
        let edit = |value: f64, change| CurveEdit { curve: joint[0].to_owned(), value: value.into(), change };
        [edit(-1.0, CurveChange::Scale), edit(1.0, CurveChange::Add), edit(0.5, CurveChange::Remap)]
    };
    JOINTS.iter().flat_map(of).collect()
}
