//! Aiming: the arms of the aim pose over the legs, turned by an aim offset.

use super::{builder::GraphBuilder, overlay::over, spaces};
use asset::graph::nodes::{AimOffsetNode, TwoWayNode};
use asset::{
    Id,
    graph::{Alpha, NodeKind},
};

/// Blend times in and out, in seconds.
const TIMES: [f64; 2] = [0.2, 0.3];

fn while_aiming() -> Alpha {
    let [time_in, time_out] = TIMES;
    Alpha::Switch {
        on: "Aiming".into(),
        time_in,
        time_out,
        easing: anim::montage::Easing::Smoothstep,
    }
}

/// The aim layer. The two nodes have the same pose: the first is used as it is, the second gets the
/// arms of the aim pose.
pub(super) fn build(builder: &mut GraphBuilder, [passing, below]: [Id; 2]) -> Id {
    let pose = builder.player("Aim_Idle", [560.0, 260.0]);
    let armed = builder.node("", [820.0, 150.0], over(below, pose));
    let chosen = NodeKind::TwoWay(TwoWayNode {
        a: Some(passing),
        b: Some(armed),
        alpha: while_aiming(),
        always_update_children: false,
    });
    let chosen = builder.node("Aim or not", [1100.0, 0.0], chosen);
    let offset = NodeKind::AimOffset(AimOffsetNode {
        source: Some(chosen),
        space: Some(spaces::space_id(spaces::AIM)),
        x: "AimYaw".into(),
        y: "AimPitch".into(),
        alpha: while_aiming(),
        lod: 1,
        look: None,
    });
    builder.comment(
        "Aiming: arms over the legs, turned by an aim offset",
        [540.0, -60.0],
        [1060.0, 420.0],
        6,
    );
    builder.node("", [1340.0, 0.0], offset)
}
