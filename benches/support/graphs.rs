//! Pose graphs of many nodes.

use asset::graph::nodes::{SequencePlayerNode, TwoWayNode};
use asset::{
    Id, PoseGraph, Project,
    graph::{Alpha, Layout, Node, NodeKind, Parameter, ParameterKind, Play, Wiring},
};

const COLUMNS: usize = 25;

/// From card to card: near enough to each other that their rows are shown.
pub const NEAR: [f32; 2] = [176.0, 108.0];

/// Rows of blends, each over the one before and a clip.
pub fn graph(project: &Project, (name, count): (&str, u64), apart: [f32; 2]) -> PoseGraph {
    let (clip, skeleton) = project
        .clips
        .iter()
        .find(|(_, it)| it.name == "Walk_Fwd")
        .map(|(id, it)| (*id, it.skeleton))
        .expect("the sample walks");
    let mut nodes = Vec::new();
    for at in 0..count {
        let before = at.checked_sub(1).map(Id);
        let alpha = Alpha::Value("Speed / 5".into());
        nodes.push(Node::new(
            Id(at),
            match at {
                _ if at < 2 || at % 2 == 0 => NodeKind::SequencePlayer(SequencePlayerNode {
                    clip: Some(clip),
                    play: Play {
                        rate: "Speed".into(),
                        ..Play::default()
                    },
                }),
                _ => NodeKind::TwoWay(TwoWayNode {
                    a: at.checked_sub(2).map(Id),
                    b: before,
                    alpha,
                    always_update_children: false,
                }),
            },
        ));
    }
    let place = |at: u64| {
        [
            (at as usize % COLUMNS) as f32 * apart[0],
            (at as usize / COLUMNS) as f32 * apart[1],
        ]
    };
    let layout = Layout {
        places: (0..count).map(|at| (Id(at), place(at))).collect(),
        ..Layout::default()
    };
    let speed = ParameterKind::Float {
        default: 1.0,
        range: Some([0.0, 5.0]),
    };
    let output = count.checked_sub(1).map(Id);
    let wiring = Wiring {
        parameters: vec![Parameter::new(Id(1 << 40), "Speed", speed)],
        nodes,
        output,
        ..Wiring::default()
    };
    PoseGraph {
        wiring: wiring.into(),
        layout: layout.into(),
        ..PoseGraph::new(name, skeleton)
    }
}
