//! A layer that puts the arms of one pose over the legs of another, apart since several layers use
//! it.

use crate::{Build, skeleton::upper_body_mask};
use anim::graph::CurveRule;
use asset::{
    Id,
    graph::{Cover, Input, Layer, NodeKind, nodes::LayeredPerBoneNode},
};

/// The upper body of one pose over another one. It keeps its own direction in model space.
pub(super) fn over(base: Id, upper: Id) -> NodeKind {
    let mask = Some(upper_body_mask(Build::Tall));
    let layers = vec![Layer {
        source: Some(upper),
        weight: Input::Number(1.0),
        mask,
        branches: Vec::new(),
    }];
    NodeKind::LayeredPerBone(LayeredPerBoneNode {
        base: Some(base),
        layers,
        // Whether a foot stands is said by what the legs do.
        cover: Cover {
            mesh_rotation: true,
            curves: CurveRule::UseBase,
            ..Cover::default()
        },
        lod_threshold: -1,
    })
}
