//! The post-process graph of a figure: bent joints keep their volume whatever it plays.

use super::builder::GraphBuilder;
use crate::{Build, skeleton};
use asset::graph::nodes::{InputPoseNode, ModifyCurveNode, PoseDriverNode};
use asset::{
    BoneKey, Id, PoseGraph, Skeleton,
    graph::{CurveChange, CurveEdit, DriverSettings, DriverTarget, NodeKind},
};
use glam::{EulerRot, Quat, Vec3};

/// Curve of a corrective, then the joint above, the joint itself and the joint below.
pub(crate) const JOINTS: [[&str; 4]; 4] = [
    ["elbow_l", "upperarm_l", "lowerarm_l", "hand_l"],
    ["elbow_r", "upperarm_r", "lowerarm_r", "hand_r"],
    ["knee_l", "thigh_l", "calf_l", "foot_l"],
    ["knee_r", "thigh_r", "calf_r", "foot_r"],
];
/// Angle in degrees at which a corrective is fully on; it starts at half of that.
pub(crate) const WHOLE: f64 = 120.0;

/// The post-process graph for the mesh of a build.
pub fn correctives(build: Build, skeleton: Id) -> PoseGraph {
    let mut builder = GraphBuilder::new(build.post_process_name());
    let models = skeleton::skeleton(build);
    let mut pose = builder.node(
        "",
        [0.0, 0.0],
        NodeKind::InputPose(InputPoseNode {
            pose: "Base".to_owned(),
        }),
    );
    builder.comment(
        "Whatever the character plays",
        [-20.0, -60.0],
        [220.0, 160.0],
        4,
    );
    for (at, joint) in JOINTS.iter().enumerate() {
        let at = [240.0 + 220.0 * at as f32, 0.0];
        pose = builder.node(joint[0], at, driver(&models, pose, joint));
    }
    builder.comment(
        "How straight elbows and knees are",
        [220.0, -60.0],
        [900.0, 160.0],
        6,
    );
    let shown = NodeKind::ModifyCurve(ModifyCurveNode {
        source: Some(pose),
        edits: edits(),
    });
    builder.wiring.output = Some(builder.node("Correctives", [1140.0, 0.0], shown));
    builder.comment(
        "Folded ones keep their volume: none at 60°, whole at 120°",
        [1120.0, -60.0],
        [320.0, 160.0],
        5,
    );
    builder.graph(skeleton)
}

/// A pose driver whose value is 1 where the limb is straight and 0 where it bends by [`WHOLE`].
fn driver(models: &Skeleton, source: Id, [curve, above, joint, below]: &[&str; 4]) -> NodeKind {
    let place = |name: &str| {
        let at = models.find(name).unwrap_or_default();
        Vec3::from(models.reference_models()[at].translation)
    };
    let (upper, lower) = (
        (place(joint) - place(above)).normalize(),
        (place(below) - place(joint)).normalize(),
    );
    let (x, y, z) = Quat::from_rotation_arc(lower, upper).to_euler(EulerRot::XYZ);
    let straight = DriverTarget {
        curve: (*curve).to_owned(),
        turns: vec![[x, y, z].map(f32::to_degrees)],
        scale: 1.0,
    };
    NodeKind::PoseDriver(PoseDriverNode {
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
    })
}

/// Curve changes from how straight a limb is to how much of its corrective it shows.
fn edits() -> Vec<CurveEdit> {
    let of = |joint: &[&str; 4]| {
        let edit = |value: f64, change| CurveEdit {
            curve: joint[0].to_owned(),
            value: value.into(),
            change,
        };
        [
            edit(-1.0, CurveChange::Scale),
            edit(1.0, CurveChange::Add),
            edit(0.5, CurveChange::Remap),
        ]
    };
    JOINTS.iter().flat_map(of).collect()
}
