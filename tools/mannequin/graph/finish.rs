//! The last layers: the head looks at a target, and hands close.

use super::{builder::GraphBuilder, poses};
use anim::graph::CurveRule;
use asset::graph::controls::LookAtControl;
use asset::graph::nodes::{ControlNode, LayeredPerBoneNode, PoseByNameNode};
use asset::{
    BoneKey, Id,
    graph::{
        AlphaInput, Branch, ControlAlpha, ControlKind, Cover, Layer, LookBone, NodeKind, Space,
        Target,
    },
};

pub(super) fn build(builder: &mut GraphBuilder, source: Id) -> Id {
    let looking = builder.node("", [260.0, 980.0], look(source));
    builder.comment("The head looks", [240.0, 920.0], [260.0, 250.0], 5);
    let fists = NodeKind::PoseByName(PoseByNameNode {
        asset: Some(poses::id()),
        pose: poses::FISTS.to_owned(),
        weight: 1.0.into(),
    });
    let fists = builder.node("Fists", [560.0, 1130.0], fists);
    builder.comment(
        "Hands close: a named pose, over the fingers alone",
        [540.0, 920.0],
        [580.0, 300.0],
        2,
    );
    builder.node("Close hands", [820.0, 980.0], closed(looking, fists))
}

/// The fingers of one pose over another one, whose curves stay: the contact curves of the fist pose
/// would be wrong.
fn closed(base: Id, fists: Id) -> NodeKind {
    let fingers = ["thumb_01", "index_01", "middle_01", "ring_01", "pinky_01"];
    let both = fingers
        .iter()
        .flat_map(|finger| ["l", "r"].map(|side| format!("{finger}_{side}")));
    let branches = both
        .map(|bone| Branch {
            bone: BoneKey::from(bone.as_str()),
            depth: 0,
        })
        .collect();
    let layers = vec![Layer {
        source: Some(fists),
        weight: "Fists".into(),
        mask: None,
        branches,
    }];
    let cover = Cover {
        curves: CurveRule::UseBase,
        ..Cover::default()
    };
    NodeKind::LayeredPerBone(LayeredPerBoneNode {
        base: Some(base),
        layers,
        cover,
        lod_threshold: -1,
    })
}

fn looking() -> AlphaInput {
    let easing = anim::montage::Easing::Smoothstep;
    AlphaInput::Switch {
        on: "Looking".into(),
        time_in: 0.4,
        time_out: 0.5,
        easing,
    }
}

fn look(source: Id) -> NodeKind {
    let link = |(bone, weight): (&str, f64)| LookBone {
        bone: BoneKey::from(bone),
        weight,
    };
    let at = ["LookTarget.x", "LookTarget.y", "LookTarget.z"].map(Into::into);
    NodeKind::Control(ControlNode {
        source: Some(source),
        alpha: ControlAlpha {
            input: looking(),
            ..ControlAlpha::default()
        },
        lod_threshold: 1,
        kind: ControlKind::LookAt(LookAtControl {
            chain: [("neck_01", 0.25), ("neck_02", 0.25), ("head", 0.5)]
                .map(link)
                .into(),
            axis: [0.0, 0.0, 1.0],
            up_axis: Some([0.0, 1.0, 0.0]),
            up: [0.0, 1.0, 0.0],
            target: Target::new(at, Space::Model),
            clamp: 75.0,
            time: 0.35,
            trigger: 15.0,
            easing: anim::montage::Easing::Smoothstep,
        }),
    })
}
