//! Nodes of pose warping: bones by index, numbers as values.

#[cfg(test)]
mod tests;

use super::builder::Builder;
use crate::{
    Id,
    diagnostic::Kind,
    graph::{
        OrientationWarping, SlopeWarping, StrideDrive, StrideWarping, WarpedFoot, WarpedHeading,
    },
};
use anim::graph::control;
use words::tr;

pub(super) fn stride(
    builder: &mut Builder<'_>,
    node: Id,
    stride: &StrideWarping,
) -> Option<control::ControlKind> {
    let drive = match &stride.drive {
        StrideDrive::RootMotion { speed } => control::StrideDrive::RootMotion {
            speed: builder.number(node, speed, tr!("speed")),
        },
        StrideDrive::Given { scale, direction } => control::StrideDrive::Given {
            scale: builder.number(node, scale, tr!("scale")),
            direction: direction
                .each_ref()
                .map(|input| builder.number(node, input, tr!("direction"))),
        },
    };
    Some(control::ControlKind::StrideWarping(
        control::StrideWarping {
            pelvis: builder.bone(&stride.pelvis)?,
            feet: warped(builder, node, &stride.feet, stride.solves_legs)?,
            drive,
            settings: stride.settings,
        },
    ))
}

pub(super) fn orientation(
    builder: &mut Builder<'_>,
    node: Id,
    orientation: &OrientationWarping,
) -> Option<control::ControlKind> {
    let heading = match &orientation.heading {
        WarpedHeading::Angle(angle) => {
            control::WarpedHeading::Angle(builder.number(node, angle, tr!("angle")))
        }
        WarpedHeading::Direction(direction) => control::WarpedHeading::Direction(
            direction
                .each_ref()
                .map(|input| builder.number(node, input, tr!("direction"))),
        ),
    };
    Some(control::ControlKind::OrientationWarping(
        control::OrientationWarping {
            spine: orientation
                .spine
                .iter()
                .map(|bone| builder.bone(bone))
                .collect::<Option<_>>()?,
            foot_root: orientation
                .foot_root
                .as_ref()
                .and_then(|bone| builder.bone(bone)),
            feet: warped(builder, node, &orientation.feet, orientation.solves_legs)?,
            heading,
            settings: orientation.settings,
        },
    ))
}

pub(super) fn slope(
    builder: &mut Builder<'_>,
    node: Id,
    slope: &SlopeWarping,
) -> Option<control::ControlKind> {
    Some(control::ControlKind::SlopeWarping(control::SlopeWarping {
        pelvis: builder.bone(&slope.pelvis)?,
        foot_root: slope.foot_root.as_ref().and_then(|bone| builder.bone(bone)),
        feet: warped(builder, node, &slope.feet, slope.solves_legs)?,
        settings: slope.settings,
    }))
}

/// Feet of a pose warping node; None without feet, for there is nothing to warp.
fn warped(
    builder: &mut Builder<'_>,
    node: Id,
    feet: &[WarpedFoot],
    solves_legs: bool,
) -> Option<control::WarpedFeet> {
    if feet.is_empty() {
        builder.error(node, Kind::ControlEmpty);
        return None;
    }
    let foot = |foot: &WarpedFoot| {
        let [ik, fk, thigh] = [&foot.ik, &foot.fk, &foot.thigh].map(|bone| builder.bone(bone));
        Some(control::WarpedFoot {
            ik: ik?,
            fk: fk?,
            thigh: thigh?,
        })
    };
    Some(control::WarpedFeet {
        feet: feet.iter().map(foot).collect::<Option<_>>()?,
        solves_legs,
    })
}
