use super::*;
use crate::graph::nodes::{ControlNode, ReferencePoseNode};
use crate::{
    compile::{Cache, compile, graph::tests::*},
    graph::{ControlKind, NodeKind},
};

/// Over the reference pose, on a skeleton of one bone.
fn compiled(kind: ControlKind) -> (Vec<Kind>, Vec<control::ControlKind>) {
    let over = NodeKind::Control(ControlNode {
        source: Some(Id(10)),
        alpha: Default::default(),
        lod_threshold: -1,
        kind,
    });
    let nodes = vec![
        node(10, NodeKind::ReferencePose(ReferencePoseNode {})),
        node(11, over),
    ];
    let compiled = compile(
        &project(wiring(nodes, 11)),
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let told = compiled.diagnostics.into_iter().map(|it| it.kind).collect();
    let controls = compiled
        .library
        .graphs
        .iter()
        .flat_map(|graph| &graph.parts().controls);
    (told, controls.map(|control| control.kind.clone()).collect())
}

fn foot(bone: &str) -> Vec<WarpedFoot> {
    vec![WarpedFoot {
        ik: bone.into(),
        fk: bone.into(),
        thigh: bone.into(),
    }]
}

#[test]
fn feet_are_found_by_their_keys_and_numbers_become_values() {
    let stride = StrideWarping {
        pelvis: "root".into(),
        feet: foot("root"),
        drive: StrideDrive::RootMotion {
            speed: "Speed".into(),
        },
        ..StrideWarping::default()
    };
    let (told, controls) = compiled(ControlKind::StrideWarping(stride.clone()));
    assert!(told.is_empty(), "{told:?}");
    let [control::ControlKind::StrideWarping(found)] = &controls[..] else {
        panic!("{controls:?}")
    };
    let speed = anim::graph::Value::Parameter(0);
    assert_eq!(found.drive, control::StrideDrive::RootMotion { speed });
    assert_eq!(
        (
            found.feet.feet.len(),
            found.feet.solves_legs,
            found.settings
        ),
        (1, true, stride.settings)
    );
    let slope = SlopeWarping {
        pelvis: "root".into(),
        feet: foot("root"),
        ..SlopeWarping::default()
    };
    assert!(matches!(
        compiled(ControlKind::SlopeWarping(slope)).1[..],
        [control::ControlKind::SlopeWarping(_)]
    ));
    let direction = [0.0.into(), 0.0.into(), "Speed".into()];
    let heading = WarpedHeading::Direction(direction);
    let turned = OrientationWarping {
        feet: foot("root"),
        heading,
        ..OrientationWarping::default()
    };
    let (_, controls) = compiled(ControlKind::OrientationWarping(turned));
    let [control::ControlKind::OrientationWarping(found)] = &controls[..] else {
        panic!("{controls:?}")
    };
    assert!(
        matches!(found.heading, control::WarpedHeading::Direction([_, _, value]) if value == speed)
    );
}

#[test]
fn what_is_missing_is_told_and_the_pose_passes() {
    let none = StrideWarping {
        pelvis: "root".into(),
        ..StrideWarping::default()
    };
    assert_eq!(
        compiled(ControlKind::StrideWarping(none.clone())),
        (vec![Kind::ControlEmpty], Vec::new())
    );
    let gone = StrideWarping {
        feet: foot("leg"),
        ..none
    };
    let (told, controls) = compiled(ControlKind::StrideWarping(gone));
    assert!(
        matches!(&told[..], [Kind::BonesMissing { bones }] if bones[0] == "leg"),
        "{told:?}"
    );
    assert!(controls.is_empty());
    let feet = foot("root");
    let slope = SlopeWarping {
        pelvis: "root".into(),
        foot_root: Some("goals".into()),
        feet,
        ..Default::default()
    };
    let (told, _) = compiled(ControlKind::SlopeWarping(slope));
    assert_eq!(
        told,
        [Kind::BonesMissing {
            bones: vec!["goals".into()]
        }]
    );
}
