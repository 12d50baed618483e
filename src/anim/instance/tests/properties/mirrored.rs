//! A montage in a slot below a mirror.

use super::stage::{Character, clip, library, montage, notify, play, skeleton};
use crate::graph::nodes::{MirrorNode, OutputNode, SlotNode};
use crate::{
    Library, Name, Notify,
    graph::{Graph, GraphParts, NO_NODE, Node, Parameter, Value},
    instance::{AnimInstance, Request},
    mirror::{Axis, MirrorTable, NameSwap},
};
use std::sync::Arc;

const LEFT: Name = Name::new("foot_l");
const RIGHT: Name = Name::new("foot_r");

fn character() -> Character {
    let on = Parameter {
        name: Name::new("on"),
        default: 0.0,
        is_trigger: false,
        values: Vec::new(),
    };
    let table =
        MirrorTable::new(&skeleton(), Axis::X, &[0], NameSwap::new(&[(LEFT, RIGHT)])).unwrap();
    let graph = GraphParts {
        name: Name::new("graph"),
        skeleton: Name::new("skeleton"),
        nodes: vec![
            Node::Slot(SlotNode {
                source: NO_NODE,
                slot: Name::new("slot"),
                always_update_source: false,
            }),
            Node::Mirror(MirrorNode {
                source: 0,
                mirror: 0,
                on: Value::Parameter(0),
            }),
            Node::Output(OutputNode { source: 1 }),
        ],
        parameters: vec![on],
        mirrors: vec![Arc::new(table)],
        ..GraphParts::default()
    };
    let steps = |half: f32| -> Vec<Notify> {
        (0..8)
            .map(|at| Notify {
                id: at,
                ..notify("foot_l", (at as f32 + half) / 8.0, false, "")
            })
            .collect()
    };
    let mut of = montage(&[0.0], 1.0, &[-1]);
    of.notifies = steps(0.5).into();
    of.blend_out.time = 0.0;
    let made = library(vec![of]);
    let mut walk = (*clip("clip", 1.0)).clone();
    walk.notifies = steps(0.25).into();
    let graphs = vec![Arc::new(Graph::new(graph).unwrap())];
    let library = Library {
        clips: vec![Arc::new(walk)],
        graphs,
        ..(*made).clone()
    };
    Character {
        instance: AnimInstance::new(Arc::new(library), skeleton(), 1),
        proxy: Default::default(),
    }
}

/// From its first tick on, and while the mirror comes and goes.
#[test]
fn a_montage_below_a_mirror_moves_and_tells_as_its_mirror_image() {
    let mut c = character();
    c.tick(
        0.0,
        &[Request::PlayGraph {
            graph: Name::new("graph"),
        }],
    );
    for (tick, on) in [true, true, false, true, false, false, true]
        .into_iter()
        .enumerate()
    {
        let before = *c.instance.placement();
        let set = Request::SetParameter {
            parameter: Name::new("on"),
            value: f64::from(u8::from(on)),
        };
        let asked = if tick == 0 {
            vec![set, play("montage")]
        } else {
            vec![set]
        };
        let events = c.tick(0.125, &asked);
        let moved = before.relative_to(c.instance.placement()).translation.x;
        let way = if on { -0.125 } else { 0.125 };
        assert!((moved - way).abs() < 1e-5, "tick {tick}: {moved}");
        let steps: Vec<Name> = events
            .iter()
            .filter(|it| [LEFT, RIGHT].contains(&it.name))
            .map(|event| event.name)
            .collect();
        assert_eq!(steps, [if on { RIGHT } else { LEFT }; 2], "tick {tick}");
    }
}
