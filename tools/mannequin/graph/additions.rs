//! Additive layers over whatever the body plays: leans, deep breaths and hits.

use super::{builder::GraphBuilder, spaces};
use anim::{graph::FirstTime, montage::Easing};
use asset::graph::nodes::{ApplyAdditiveNode, BlendSpaceEvaluatorNode, ReferencePoseNode};
use asset::{
    Id,
    graph::{Alpha, Machine, NodeKind, State, StateKind, Transition},
};

pub(super) fn build(builder: &mut GraphBuilder, source: Id) -> Id {
    let lean = NodeKind::BlendSpaceEvaluator(BlendSpaceEvaluatorNode {
        space: Some(spaces::space_id(spaces::LEAN)),
        x: "Lean".into(),
        y: 0.0.into(),
        time: 0.0.into(),
        teleports: true,
        looping: false,
        first: FirstTime::ExplicitTime,
    });
    let lean = builder.node("Lean", [0.0, 680.0], lean);
    let leaning = builder.node(
        "Add lean",
        [280.0, 500.0],
        added(source, lean, Alpha::Value(1.0.into())),
    );
    let breath = builder.player("Breathe_Add", [280.0, 680.0]);
    let breathed = builder.node(
        "Add breath",
        [560.0, 500.0],
        added(leaning, breath, breathing()),
    );
    let hits = hits(builder);
    builder.comment(
        "Added to everything: leans, deep breaths, hits",
        [-20.0, 440.0],
        [1120.0, 400.0],
        3,
    );
    builder.node(
        "Add hits",
        [840.0, 500.0],
        added(breathed, hits, Alpha::Value(1.0.into())),
    )
}

fn breathing() -> Alpha {
    Alpha::Switch {
        on: "Breathing".into(),
        time_in: 1.0,
        time_out: 1.5,
        easing: Easing::Smoothstep,
    }
}

fn added(base: Id, additive: Id, alpha: Alpha) -> NodeKind {
    NodeKind::ApplyAdditive(ApplyAdditiveNode {
        base: Some(base),
        additive: Some(additive),
        alpha,
        mesh_space: false,
        lod_threshold: -1,
        mask: None,
        branches: Vec::new(),
    })
}

/// The state machine of hits; it shows nothing until the figure is hit.
fn hits(builder: &mut GraphBuilder) -> Id {
    let states = [
        ("Unhurt", "", [0.0, 0.0]),
        ("Front", "Hit_Front_Add", [240.0, -80.0]),
        ("Left", "Hit_Left_Add", [240.0, 80.0]),
    ];
    let id = |builder: &GraphBuilder, name: &str| builder.id("hit", name);
    let mut made = Vec::new();
    for (name, clip, at) in states {
        let state = id(builder, name);
        builder.place(state, at);
        builder.turn_to(Some(state));
        let source = match clip {
            "" => builder.node(
                "Nothing",
                [0.0, 0.0],
                NodeKind::ReferencePose(ReferencePoseNode {}),
            ),
            clip => builder.player(clip, [0.0, 0.0]),
        };
        builder.turn_to(None);
        made.push(State {
            id: state,
            name: name.to_owned(),
            kind: StateKind::pose(Some(source)),
        });
    }
    let mut transitions = Vec::new();
    let mut link = |builder: &GraphBuilder, from: &str, to: &str, rule: &str, duration: f64| {
        let own = builder.id("hit transition", &transitions.len().to_string());
        let mut transition =
            Transition::new(own, id(builder, from), id(builder, to), rule, duration);
        if rule.is_empty() {
            transition.automatic = Some(-1.0);
        }
        if let Some(settings) = &mut transition.settings {
            settings.easing = Easing::Smoothstep;
        }
        transitions.push(transition);
    };
    for from in ["Unhurt", "Left"] {
        link(builder, from, "Front", "HitFront", 0.06);
    }
    for from in ["Unhurt", "Front"] {
        link(builder, from, "Left", "HitLeft", 0.06);
    }
    for from in ["Front", "Left"] {
        link(builder, from, "Unhurt", "", 0.2);
    }
    let machine = Machine {
        entry: Some(id(builder, "Unhurt")),
        states: made,
        transitions,
        ..Machine::default()
    };
    builder.node("Hits", [560.0, 680.0], NodeKind::StateMachine(machine))
}
