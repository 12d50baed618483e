//! How the figure moves: blend spaces, and the pose graph that a game drives by parameters.

mod additions;
mod aiming;
mod builder;
mod correctives;
mod finish;
mod locomotion;
mod overlay;
mod poses;
mod spaces;
mod standing;

use asset::graph::nodes::{
    CopyPoseNode, InertializationNode, ReferencePoseNode, SavedPoseNode, SlotNode, UsedPoseNode,
};
use asset::{
    BlendSpace, Id, PoseGraph,
    graph::{NodeKind, Parameter, ParameterKind, Preset, Setting},
};
use builder::GraphBuilder;
use overlay::over;

pub use correctives::correctives;
#[cfg(test)]
pub(crate) use correctives::{JOINTS, WHOLE};
pub(crate) use poses::id as poses_id;
pub use poses::poses;

/// Name of the pose graph of the tall build.
pub const HERO: &str = "PG_Hero";
/// Name of the pose graph of the stout build, which follows a hero.
pub const STOUT: &str = "PG_Stout";
/// Length of the stout build's steps as a part of the hero's. With steps as long as the hero's its
/// shorter legs would be stretched at the end of a step.
const STOUT_STEPS: f64 = 0.62;

/// Id of a graph by its name.
pub(crate) fn graph_id(name: &str) -> Id {
    crate::id("graph", name)
}

/// All blend spaces of the sample: locomotion, aim offset and lean.
pub fn blend_spaces(skeleton: Id) -> Vec<BlendSpace> {
    spaces::all(skeleton)
}

/// The graph of the tall build. From left to right: locomotion, aiming and additive layers,
/// montages, inertialization, and at last look-at, hands and feet.
pub fn hero(skeleton: Id) -> PoseGraph {
    let mut builder = GraphBuilder::new(HERO);
    parameters(&mut builder);
    let locomotion = locomotion::build(&mut builder);
    let saved = builder.node(
        "Save Locomotion",
        [260.0, 0.0],
        NodeKind::SavedPose(SavedPoseNode {
            source: Some(locomotion),
        }),
    );
    let mut used = |at| {
        builder.node(
            "",
            at,
            NodeKind::UsedPose(UsedPoseNode { saved: Some(saved) }),
        )
    };
    let plain = [used([560.0, 0.0]), used([560.0, 130.0])];
    let aimed = aiming::build(&mut builder, plain);
    let differing = additions::build(&mut builder, aimed);
    let montages = slots(&mut builder, differing);
    let smooth = NodeKind::Inertialization(InertializationNode {
        source: Some(montages),
        dead_blend: None,
        history: Default::default(),
        jumps: Default::default(),
    });
    let smooth = builder.node("", [0.0, 980.0], smooth);
    let finished = finish::build(&mut builder, smooth);
    let carrying = standing::carrying(&mut builder, finished);
    builder.comment(
        "Feet stay where they stand, on the ground there is",
        [1960.0, 920.0],
        [540.0, 170.0],
        4,
    );
    let sloped = standing::slope(&mut builder, carrying, [1980.0, 980.0]);
    let standing = standing::feet(&mut builder, sloped, [2240.0, 980.0]);
    builder.wiring.output = Some(standing);
    builder.comment("What the legs do", [-20.0, -60.0], [520.0, 170.0], 4);
    presets(&mut builder);
    builder.graph(skeleton)
}

/// The graph of the stout build, which copies the pose of a hero that a game binds as its partner.
/// Bones are retargeted; feet are lifted as the hero's are and step as far as its own legs reach.
/// At the hero's own speed it would slide.
pub fn stout(skeleton: Id) -> PoseGraph {
    let mut builder = GraphBuilder::new(STOUT);
    let rest = builder.node(
        "",
        [-240.0, 0.0],
        NodeKind::ReferencePose(ReferencePoseNode {}),
    );
    let kind = NodeKind::CopyPose(CopyPoseNode {
        source: Some(rest),
        partner: "Hero".to_owned(),
        retargets: true,
    });
    let copied = builder.node("As the hero", [0.0, 0.0], kind);
    let in_air = Parameter::new(
        builder.id("parameter", "InAir"),
        "InAir",
        ParameterKind::Bool { default: false },
    );
    builder.wiring.parameters.push(in_air);
    let stepping = standing::shorter_steps(&mut builder, copied, STOUT_STEPS);
    let standing = standing::feet(&mut builder, stepping, [780.0, 0.0]);
    builder.wiring.output = Some(standing);
    builder.graph(skeleton)
}

/// Adds the slots for montages: one over the arms, then one over everything.
fn slots(builder: &mut GraphBuilder, source: Id) -> Id {
    let saved = builder.node(
        "Save Body",
        [1160.0, 760.0],
        NodeKind::SavedPose(SavedPoseNode {
            source: Some(source),
        }),
    );
    let mut used = |at| {
        builder.node(
            "",
            at,
            NodeKind::UsedPose(UsedPoseNode { saved: Some(saved) }),
        )
    };
    let (legs, arms) = (used([1160.0, 500.0]), used([1160.0, 620.0]));
    let upper = builder.node("Upper body", [1380.0, 620.0], slot(arms, "UpperBody"));
    let layered = builder.node("", [1620.0, 500.0], over(legs, upper));
    builder.comment(
        "Montages: over the arms alone, and over everything",
        [1140.0, 440.0],
        [960.0, 420.0],
        1,
    );
    builder.node("Full body", [1900.0, 500.0], slot(layered, "DefaultSlot"))
}

fn slot(source: Id, slot: &str) -> NodeKind {
    NodeKind::Slot(SlotNode {
        source: Some(source),
        slot: slot.to_owned(),
        always_update_source: true,
    })
}

fn parameters(builder: &mut GraphBuilder) {
    let float = |default, low, high| ParameterKind::Float {
        default,
        range: Some([low, high]),
    };
    let off = || ParameterKind::Bool { default: false };
    for (name, unit, kind) in [
        ("Speed", "m/s", float(0.0, 0.0, 5.5)),
        ("Direction", "°", float(0.0, -180.0, 180.0)),
        ("Crouching", "", off()),
        ("Limping", "", off()),
        ("Jump", "", ParameterKind::Trigger),
        ("InAir", "", off()),
        ("TurnLeft", "", ParameterKind::Trigger),
        ("TurnRight", "", ParameterKind::Trigger),
        ("Pivot", "", ParameterKind::Trigger),
        ("Aiming", "", off()),
        ("AimYaw", "°", float(0.0, -70.0, 70.0)),
        ("AimPitch", "°", float(0.0, -50.0, 50.0)),
        ("Lean", "", float(0.0, -1.0, 1.0)),
        ("Breathing", "", off()),
        ("HitFront", "", ParameterKind::Trigger),
        ("HitLeft", "", ParameterKind::Trigger),
        ("Fists", "", float(0.0, 0.0, 1.0)),
        ("Carrying", "", float(0.0, 0.0, 1.0)),
        ("Veer", "°", float(0.0, -90.0, 90.0)),
        ("OnSlope", "", float(0.0, 0.0, 1.0)),
        ("Looking", "", off()),
        (
            "LookTarget",
            "m",
            ParameterKind::Vector {
                default: [0.6, 1.6, 2.0],
                range: Some([-5.0, 5.0]),
            },
        ),
    ] {
        let parameter = Parameter::new(builder.id("parameter", name), name, kind);
        builder.wiring.parameters.push(Parameter {
            unit: unit.to_owned(),
            ..parameter
        });
    }
}

fn presets(builder: &mut GraphBuilder) {
    let number = |value| Setting::Number(value);
    for (name, values) in [
        (
            "Stand",
            vec![("Speed", number(0.0)), ("Crouching", Setting::Bool(false))],
        ),
        (
            "Walk",
            vec![
                ("Speed", number(1.4)),
                ("Direction", number(0.0)),
                ("Crouching", Setting::Bool(false)),
            ],
        ),
        (
            "Jog",
            vec![
                ("Speed", number(3.0)),
                ("Direction", number(0.0)),
                ("Crouching", Setting::Bool(false)),
            ],
        ),
        (
            "Run",
            vec![
                ("Speed", number(5.0)),
                ("Direction", number(0.0)),
                ("Crouching", Setting::Bool(false)),
            ],
        ),
        (
            "Aim",
            vec![
                ("Aiming", Setting::Bool(true)),
                ("AimYaw", number(40.0)),
                ("AimPitch", number(15.0)),
            ],
        ),
        (
            "Sneak",
            vec![("Speed", number(1.1)), ("Crouching", Setting::Bool(true))],
        ),
    ] {
        let values = values
            .into_iter()
            .map(|(parameter, value)| (builder.id("parameter", parameter), value));
        let preset = Preset {
            id: builder.id("preset", name),
            name: name.to_owned(),
            values: values.collect(),
        };
        builder.wiring.presets.push(preset);
    }
}
