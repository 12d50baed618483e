//! A blend space, and poses by weights, in a graph that stands in no file: to try them, and to
//! measure them.

use crate::graph::nodes::{
    AimOffsetNode, BlendSpacePlayerNode, ModifyCurveNode, PoseBlendNode, ReferencePoseNode,
};
use crate::{
    BlendSpace, Id, NamedPose, PoseAsset, PoseGraph, Project,
    graph::{
        Alpha, CurveChange, CurveEdit, Node, NodeKind, Parameter, ParameterKind, Play, Wiring,
    },
};
use anim::{Name, montage::Easing};
use std::ops::RangeInclusive;
use words::tr;

/// Id of a trial graph.
pub const TRIAL: Id = Id(u64::MAX);
/// The parameters of a blend space's axes.
pub const INPUTS: [&str; 2] = ["X", "Y"];

/// The parameter, the unit and the ends of each axis of a blend space.
pub fn inputs(space: &BlendSpace) -> impl Iterator<Item = (Name, &str, [f64; 2])> {
    let axes = INPUTS.into_iter().zip(&space.axes);
    axes.map(|(input, axis)| {
        (
            Name::new(input),
            axis.unit.as_str(),
            [axis.min.into(), axis.max.into()],
        )
    })
}

/// A graph that tries a blend space or a pose asset.
pub fn trial_of(project: &Project, id: Id) -> Option<PoseGraph> {
    let space = project
        .blend_spaces
        .get(&id)
        .map(|space| of_space(project, id, space));
    space.or_else(|| {
        project
            .pose_assets
            .get(&id)
            .map(|asset| of_poses(id, asset))
    })
}

/// The parameter of the weight of a pose, by its place.
pub fn weight(pose: usize) -> String {
    format!("W{pose}")
}

/// Range of the weight of a pose: −1 to 2 if the asset holds differences, otherwise 0 to 1.
pub fn pose_weights(asset: &PoseAsset) -> RangeInclusive<f64> {
    if asset.base.is_some() {
        -1.0..=2.0
    } else {
        0.0..=1.0
    }
}

/// Each pose by its weight over the reference pose, as curves of their names would mix them.
fn of_poses(id: Id, asset: &PoseAsset) -> PoseGraph {
    let allowed = pose_weights(asset).into_inner();
    let parameter = |pose| {
        let kind = ParameterKind::Float {
            default: 0.0,
            range: Some([allowed.0, allowed.1]),
        };
        Parameter::new(Id(TRIAL.0 - 100 - pose as u64), weight(pose), kind)
    };
    let edit = |(at, pose): (usize, &NamedPose)| CurveEdit {
        curve: pose.name.clone(),
        value: weight(at).as_str().into(),
        change: CurveChange::Blend(1.0.into()),
    };
    let [base, curves, blend] = [10, 11, 12].map(|at| Id(TRIAL.0 - at));
    let edits = asset.poses.iter().enumerate().map(edit).collect();
    let nodes = vec![
        Node::new(base, NodeKind::ReferencePose(ReferencePoseNode {})),
        Node::new(
            curves,
            NodeKind::ModifyCurve(ModifyCurveNode {
                source: Some(base),
                edits,
            }),
        ),
        Node::new(
            blend,
            NodeKind::PoseBlend(PoseBlendNode {
                source: Some(curves),
                asset: Some(id),
                easing: Easing::Linear,
            }),
        ),
    ];
    let parameters = (0..asset.poses.len()).map(parameter).collect();
    let wiring = Wiring {
        parameters,
        nodes,
        output: Some(blend),
        ..Wiring::default()
    };
    PoseGraph {
        wiring: wiring.into(),
        ..PoseGraph::new(tr!("{} (trial)", asset.name), asset.skeleton)
    }
}

/// Graph that plays a blend space; a space of differences plays over the reference pose.
fn of_space(project: &Project, id: Id, space: &BlendSpace) -> PoseGraph {
    let parameter = |(at, name): (usize, &str)| {
        let axis = space.axes.get(at);
        let [low, high] = axis.map_or([0.0, 1.0], |axis| [axis.min.into(), axis.max.into()]);
        Parameter::new(
            Id(TRIAL.0 - 1 - at as u64),
            name,
            ParameterKind::Float {
                default: 0.0,
                range: Some([low, high]),
            },
        )
    };
    let parameters = INPUTS.into_iter().enumerate().map(parameter).collect();
    let clips = || {
        space
            .samples
            .iter()
            .filter_map(|sample| project.clips.get(&sample.clip))
    };
    let (base, player) = (Id(TRIAL.0 - 10), Id(TRIAL.0 - 11));
    let [x, y] = INPUTS.map(Into::into);
    let nodes = if clips().any(|clip| clip.additive.is_some()) {
        let kind = NodeKind::AimOffset(AimOffsetNode {
            source: Some(base),
            space: Some(id),
            x,
            y,
            alpha: Alpha::Value(1.0.into()),
            lod: -1,
            look: None,
        });
        vec![
            Node::new(base, NodeKind::ReferencePose(ReferencePoseNode {})),
            Node::new(player, kind),
        ]
    } else {
        let kind = NodeKind::BlendSpacePlayer(BlendSpacePlayerNode {
            space: Some(id),
            x,
            y,
            play: Play::default(),
            looping: true,
        });
        vec![Node::new(player, kind)]
    };
    let wiring = Wiring {
        parameters,
        nodes,
        output: Some(player),
        ..Wiring::default()
    };
    PoseGraph {
        wiring: wiring.into(),
        ..PoseGraph::new(tr!("{} (trial)", space.name), space.skeleton)
    }
}
