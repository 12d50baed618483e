//! Nodes of pose warping: bones by index, numbers as values.

use super::nodes::Builder;
use crate::{
    BoneKey, Id,
    diagnostic::Kind,
    graph::{OrientationWarping, SlopeWarping, StrideDrive, StrideWarping, WarpedFoot, WarpedHeading},
};
use anim::graph::control;

pub(super) fn bones_of<'a>(feet: &'a [WarpedFoot]) -> impl Iterator<Item = &'a BoneKey> + use<'a> {
    feet.iter().flat_map(|foot| [&foot.ik, &foot.fk, &foot.thigh])
}

pub(super) fn stride(builder: &mut Builder<'_>, node: Id, stride: &StrideWarping) -> Option<control::ControlKind> {
    let drive = match &stride.drive {
        StrideDrive::RootMotion { speed } => {
            control::StrideDrive::RootMotion { speed: builder.number(node, speed, "speed") }
        }
        StrideDrive::Given { scale, direction } => control::StrideDrive::Given {
            scale: builder.number(node, scale, "scale"),
            direction: direction.each_ref().map(|input| builder.number(node, input, "direction")),
        },
    };
    Some(control::ControlKind::StrideWarping(control::StrideWarping {
        pelvis: builder.bone(&stride.pelvis)?,
        feet: warped(builder, node, &stride.feet, stride.solves_legs)?,
        drive,
        settings: stride.settings,
    }))
}

pub(super) fn orientation(
    builder: &mut Builder<'_>,
    node: Id,
    orientation: &OrientationWarping,
) -> Option<control::ControlKind> {
    let heading = match &orientation.heading {
        WarpedHeading::Angle(angle) => control::WarpedHeading::Angle(builder.number(node, angle, "angle")),
        WarpedHeading::Direction(direction) => control::WarpedHeading::Direction(
            direction.each_ref().map(|input| builder.number(node, input, "direction")),
        ),
    };
    Some(control::ControlKind::OrientationWarping(control::OrientationWarping {
        spine: orientation.spine.iter().map(|bone| builder.bone(bone)).collect::<Option<_>>()?,
        foot_root: orientation.foot_root.as_ref().and_then(|bone| builder.bone(bone)),
        feet: warped(builder, node, &orientation.feet, orientation.solves_legs)?,
        heading,
        settings: orientation.settings,
    }))
}

pub(super) fn slope(builder: &mut Builder<'_>, node: Id, slope: &SlopeWarping) -> Option<control::ControlKind> {
    Some(control::ControlKind::SlopeWarping(control::SlopeWarping {
        pelvis: builder.bone(&slope.pelvis)?,
        foot_root: slope.foot_root.as_ref().and_then(|bone| builder.bone(bone)),
        feet: warped(builder, node, &slope.feet, slope.solves_legs)?,
        settings: slope.settings,
    }))
}

/// Without feet there is nothing to warp.
fn warped(builder: &mut Builder<'_>, node: Id, feet: &[WarpedFoot], solves_legs: bool) -> Option<control::WarpedFeet> {
    if feet.is_empty() {
        builder.error(node, Kind::ControlEmpty);
        return None;
    }
    let foot = |foot: &WarpedFoot| {
        let [ik, fk, thigh] = [&foot.ik, &foot.fk, &foot.thigh].map(|bone| builder.bone(bone));
        Some(control::WarpedFoot { ik: ik?, fk: fk?, thigh: thigh? })
    };
    Some(control::WarpedFeet { feet: feet.iter().map(foot).collect::<Option<_>>()?, solves_legs })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::nodes::{ControlNode, ReferencePoseNode};
    use crate::{
        compile::{Cache, compile, graph::tests::*},
        graph::{ControlKind, NodeKind},
    };

    /// Over the reference pose, on a skeleton of one bone.
    fn compiled(kind: ControlKind) -> (Vec<Kind>, Vec<control::ControlKind>) {
        let over =
            NodeKind::Control(ControlNode { source: Some(Id(10)), alpha: Default::default(), lod_threshold: -1, kind });
        let nodes = vec![node(10, NodeKind::ReferencePose(ReferencePoseNode {})), node(11, over)];
        let compiled = compile(&project(wiring(nodes, 11)), &mut Cache::default());
        let told = compiled.diagnostics.into_iter().map(|it| it.kind).collect();
        let controls = compiled.library.graphs.iter().flat_map(|graph| &graph.parts().controls);
        (told, controls.map(|control| control.kind.clone()).collect())
    }

    fn foot(bone: &str) -> Vec<WarpedFoot> {
        vec![WarpedFoot { ik: bone.into(), fk: bone.into(), thigh: bone.into() }]
    }

    #[test]
    fn feet_are_found_by_their_keys_and_numbers_become_values() {
        let stride = StrideWarping {
            pelvis: "root".into(),
            feet: foot("root"),
            drive: StrideDrive::RootMotion { speed: "Speed".into() },
            ..StrideWarping::default()
        };
        let (told, controls) = compiled(ControlKind::StrideWarping(stride.clone()));
        assert!(told.is_empty(), "{told:?}");
        let [control::ControlKind::StrideWarping(found)] = &controls[..] else { panic!("{controls:?}") };
        let speed = anim::graph::Value::Parameter(0);
        assert_eq!(found.drive, control::StrideDrive::RootMotion { speed });
        assert_eq!((found.feet.feet.len(), found.feet.solves_legs, found.settings), (1, true, stride.settings));
        let slope = SlopeWarping { pelvis: "root".into(), feet: foot("root"), ..SlopeWarping::default() };
        assert!(matches!(compiled(ControlKind::SlopeWarping(slope)).1[..], [control::ControlKind::SlopeWarping(_)]));
        let direction = [0.0.into(), 0.0.into(), "Speed".into()];
        let heading = WarpedHeading::Direction(direction);
        let turned = OrientationWarping { feet: foot("root"), heading, ..OrientationWarping::default() };
        let (_, controls) = compiled(ControlKind::OrientationWarping(turned));
        let [control::ControlKind::OrientationWarping(found)] = &controls[..] else { panic!("{controls:?}") };
        assert!(matches!(found.heading, control::WarpedHeading::Direction([_, _, value]) if value == speed));
    }

    #[test]
    fn what_is_missing_is_told_and_the_pose_passes() {
        let none = StrideWarping { pelvis: "root".into(), ..StrideWarping::default() };
        assert_eq!(compiled(ControlKind::StrideWarping(none.clone())), (vec![Kind::ControlEmpty], Vec::new()));
        let gone = StrideWarping { feet: foot("leg"), ..none };
        let (told, controls) = compiled(ControlKind::StrideWarping(gone));
        assert!(matches!(&told[..], [Kind::BonesMissing { bones }] if bones[0] == "leg"), "{told:?}");
        assert!(controls.is_empty());
        let feet = foot("root");
        let slope = SlopeWarping { pelvis: "root".into(), foot_root: Some("goals".into()), feet, ..Default::default() };
        let (told, _) = compiled(ControlKind::SlopeWarping(slope));
        assert_eq!(told, [Kind::BonesMissing { bones: vec!["goals".into()] }]);
    }
}
