//! Layers that follow the world: hands on a carried crate, feet on the ground.

use super::builder::GraphBuilder;
use crate::{reaching::FEET_FREE, take::Take};
use anim::{
    graph::{
        CurveRule,
        control::{FeetSettings, LegSettings, Mode, PlantLock},
    },
    ik::foot_placement::{PelvisMode, Rate},
    warp::{Orientation, Slope, Springiness, Stride},
};
use asset::graph::controls::{ModifyBoneControl, TwoBoneIkControl};
use asset::graph::nodes::{ControlNode, LayeredPerBoneNode, SequencePlayerNode};
use asset::{
    BoneKey, Id,
    graph::{
        AlphaInput, ControlAlpha, ControlKind, Cover, EndRotation, FootPlacement, Layer, Leg,
        LegGoal, LegIk, Modify, NodeKind, OrientationWarping, PlacedLeg, Play, SlopeWarping, Space,
        StrideDrive, StrideWarping, Target, WarpedFoot, WarpedHeading,
    },
};

/// Coarsest level of detail with foot IK: at a tenth of the picture's height nobody sees where the
/// feet stand.
const FEET_LOD: i8 = 1;

/// Half the width of the crate, in metres.
const HALF: f64 = 0.2;

/// Adds carrying: the arms come from a clip, and the hands are moved to the sides of a crate before
/// the chest.
pub(super) fn carrying(builder: &mut GraphBuilder, source: Id) -> Id {
    let arms = NodeKind::SequencePlayer(SequencePlayerNode {
        clip: Some(Take::clip_id("Carry_Idle")),
        play: Play::default(),
    });
    let arms = builder.node("Carry_Idle", [1120.0, 1130.0], arms);
    // Whether a foot stands is said by what the legs do.
    let cover = Cover {
        curves: CurveRule::UseBase,
        ..Cover::default()
    };
    let layers = vec![Layer {
        source: Some(arms),
        weight: "Carrying".into(),
        mask: None,
        branches: branches(),
    }];
    let layered = NodeKind::LayeredPerBone(LayeredPerBoneNode {
        base: Some(source),
        layers,
        cover,
        lod_threshold: -1,
    });
    let held = builder.node("Arms carry", [1120.0, 980.0], layered);
    let left = builder.node(
        "Left hand on the crate",
        [1400.0, 980.0],
        hand(held, "l", 1.0),
    );
    builder.comment(
        "A crate is carried: arms from a clip, hands to its sides",
        [1100.0, 920.0],
        [820.0, 300.0],
        6,
    );
    builder.node(
        "Right hand on the crate",
        [1680.0, 980.0],
        hand(left, "r", -1.0),
    )
}

fn branches() -> Vec<asset::graph::Branch> {
    let arm = |side: &str| asset::graph::Branch {
        bone: BoneKey::from(format!("clavicle_{side}").as_str()),
        depth: 0,
    };
    vec![arm("l"), arm("r")]
}

fn target(at: [f64; 3], space: Space) -> Target {
    Target::new(at.map(Into::into), space)
}

fn hand(source: Id, side: &str, out: f64) -> NodeKind {
    NodeKind::Control(ControlNode {
        source: Some(source),
        alpha: ControlAlpha {
            input: AlphaInput::Value("Carrying".into()),
            ..ControlAlpha::default()
        },
        lod_threshold: 1,
        kind: ControlKind::TwoBoneIk(TwoBoneIkControl {
            end: BoneKey::from(format!("hand_{side}").as_str()),
            effector: target([out * HALF, -0.12, 0.36], Space::Bone("spine_05".into())),
            pole: target([out * 0.7, -0.6, -0.1], Space::Bone("spine_05".into())),
            end_rotation: EndRotation::Keep,
            stretch: None,
            twist_axis: None,
            too_close: Default::default(),
        }),
    })
}

/// Adds feet that follow the IK bones, which come from a figure with longer legs. Steps over the
/// ground are `scale` times as long; their height stays.
pub(super) fn shorter_steps(builder: &mut GraphBuilder, source: Id, scale: f64) -> Id {
    let control = |source, kind| {
        NodeKind::Control(ControlNode {
            source: Some(source),
            alpha: ControlAlpha::default(),
            lod_threshold: FEET_LOD,
            kind,
        })
    };
    let by = [scale.into(), 1.0.into(), scale.into()];
    let modify = ControlKind::ModifyBone(ModifyBoneControl {
        bone: "ik_foot_root".into(),
        translation: Modify::default(),
        rotation: Modify::default(),
        scale: Modify {
            mode: Mode::Replace,
            by,
            space: Space::ParentBone,
        },
    });
    let scaled = builder.node(
        "Steps of shorter legs",
        [260.0, 0.0],
        control(source, modify),
    );
    let goal = |side: &str| LegGoal {
        leg: leg(side),
        goal: format!("ik_foot_{side}").as_str().into(),
    };
    let legs = LegIk {
        legs: vec![goal("l"), goal("r")],
    };
    builder.node(
        "Feet go there",
        [520.0, 0.0],
        control(scaled, ControlKind::LegIk(legs)),
    )
}

fn leg(side: &str) -> Leg {
    let key = |stem: &str| BoneKey::from(format!("{stem}_{side}").as_str());
    Leg {
        hip: key("thigh"),
        foot: key("foot"),
        settings: LegSettings {
            soft: 0.997,
            ..LegSettings::default()
        },
        ..Leg::default()
    }
}

/// Adds foot placement: planted feet stay and stand on the ground as it is. It is off in the air,
/// and where a clip or montage sets [`FEET_FREE`].
pub(super) fn feet(builder: &mut GraphBuilder, source: Id, at: [f32; 2]) -> Id {
    let free = AlphaInput::Curve(FEET_FREE.to_owned());
    let kind = NodeKind::Control(ControlNode {
        source: Some(source),
        // As much as the curve is not: without one, wholly.
        alpha: ControlAlpha {
            input: free,
            scale: -1.0,
            bias: 1.0,
            ..ControlAlpha::default()
        },
        lod_threshold: FEET_LOD,
        kind: ControlKind::FootPlacement(placement()),
    });
    builder.node("Feet on the ground", at, kind)
}

fn warped() -> Vec<WarpedFoot> {
    let key = |stem: &str, side: &str| BoneKey::from(format!("{stem}_{side}").as_str());
    let foot = |side: &str| WarpedFoot {
        ik: key("foot", side),
        fk: key("foot", side),
        thigh: key("thigh", side),
    };
    vec![foot("l"), foot("r")]
}

/// Adds stride and orientation warping: steps as long as the speed asks for, in the direction that
/// is asked for.
pub(super) fn strides(builder: &mut GraphBuilder, source: Id, at: [f32; 2]) -> Id {
    let control = |source, kind| {
        NodeKind::Control(ControlNode {
            source: Some(source),
            alpha: ControlAlpha::default(),
            lod_threshold: FEET_LOD,
            kind,
        })
    };
    let orientation = OrientationWarping {
        spine: ["pelvis", "spine_01", "spine_02", "spine_03"]
            .map(Into::into)
            .into(),
        foot_root: None,
        feet: warped(),
        heading: WarpedHeading::Angle("Veer".into()),
        settings: Orientation {
            interp_speed: 6.0,
            ..Orientation::default()
        },
        ..OrientationWarping::default()
    };
    let turned = control(source, ControlKind::OrientationWarping(orientation));
    let turned = builder.node("Legs go where it goes", at, turned);
    let stride = StrideWarping {
        pelvis: "pelvis".into(),
        feet: warped(),
        drive: StrideDrive::RootMotion {
            speed: "Speed".into(),
        },
        settings: Stride {
            clamp: [0.7, 1.4],
            interp_up: 6.0,
            interp_down: 6.0,
            ..Stride::default()
        },
        ..StrideWarping::default()
    };
    let stride = control(turned, ControlKind::StrideWarping(stride));
    builder.node(
        "Steps as long as it is fast",
        [at[0] + 260.0, at[1]],
        stride,
    )
}

/// Adds slope warping: the whole figure stands as the ground under the root does, for games that
/// know no ground for each foot.
pub(super) fn slope(builder: &mut GraphBuilder, source: Id, at: [f32; 2]) -> Id {
    let spring = Springiness {
        stiffness: 80.0,
        damping: 18.0,
    };
    let settings = Slope {
        normal_spring: spring,
        pelvis_spring: spring,
        ..Slope::default()
    };
    let slope = SlopeWarping {
        pelvis: "pelvis".into(),
        feet: warped(),
        settings,
        ..SlopeWarping::default()
    };
    let kind = NodeKind::Control(ControlNode {
        source: Some(source),
        alpha: ControlAlpha {
            input: AlphaInput::Value("OnSlope".into()),
            ..ControlAlpha::default()
        },
        lod_threshold: FEET_LOD,
        kind: ControlKind::SlopeWarping(slope),
    });
    builder.node("Stands as the slope does", at, kind)
}

fn placement() -> FootPlacement {
    let placed = |side: &str| PlacedLeg {
        leg: leg(side),
        ball: Some(BoneKey::from(format!("ball_{side}").as_str())),
        lock_curve: Some(format!("Contact_{}", side.to_uppercase())),
    };
    FootPlacement {
        pelvis: "pelvis".into(),
        legs: vec![placed("l"), placed("r")],
        in_air: "InAir".into(),
        settings: FeetSettings {
            radius: 0.0,
            step_up: 0.5,
            step_down: 0.5,
            pelvis_mode: PelvisMode::Interval,
            most_extension: 1.0,
            plane_spring: Rate {
                stiffness: 900.0,
                damping: 60.0,
            },
            lock: Some(PlantLock {
                distance: 0.06,
                speed: 0.25,
                radius: 0.15,
                angle: 35.0,
                ratio: 0.6,
            }),
            most_penetration: 0.0,
            ..FeetSettings::default()
        },
    }
}
