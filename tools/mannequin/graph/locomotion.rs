//! The locomotion state machine: idle, moving, transitions and jumps.

#[cfg(test)]
mod tests;

use super::{builder::GraphBuilder, overlay::over, spaces};
use anim::{graph::TransitionEnd, montage::Easing};
use asset::graph::nodes::{BlendListNode, BlendSpacePlayerNode, TransitionPoseNode, TwoWayNode};
use asset::{
    Id,
    graph::{
        Alias, Alpha, Input, ListPose, Logic, Machine, NodeKind, Play, Rule, Settings, State,
        StateKind, Transition,
    },
};

/// Rule under which the figure moves.
const GOES: &str = "Speed >= 0.1";

/// A transition: from state, to state, rule, seconds and method.
type LocomotionTransition = (
    &'static str,
    &'static str,
    &'static str,
    f64,
    LocomotionBlendMode,
);

#[derive(Clone, Copy)]
enum LocomotionBlendMode {
    Blend,
    /// The new state takes over at once, and the jump of the pose decays (inertialization).
    Jump,
    /// A transition graph: the legs change before what is above them.
    LegsFirst,
    /// It starts when the clip of the state has as much time left as the blend takes.
    AtEnd,
}

const ROWS: [LocomotionTransition; 27] = [
    (
        "Ground",
        "JumpStart",
        "Jump",
        0.25,
        LocomotionBlendMode::Jump,
    ),
    ("JumpStart", "JumpLoop", "", 0.1, LocomotionBlendMode::AtEnd),
    (
        "JumpLoop",
        "JumpLand",
        "not InAir",
        0.2,
        LocomotionBlendMode::Jump,
    ),
    (
        "JumpStart",
        "JumpLand",
        "not InAir and time_in_state() > 0.5",
        0.3,
        LocomotionBlendMode::Jump,
    ),
    (
        "JumpLand",
        "Move",
        "Speed >= 0.1 and fraction() > 0.35",
        0.3,
        LocomotionBlendMode::Jump,
    ),
    ("JumpLand", "Idle", "", 0.3, LocomotionBlendMode::AtEnd),
    (
        "Idle",
        "TurnLeft",
        "TurnLeft",
        0.2,
        LocomotionBlendMode::Blend,
    ),
    (
        "Idle",
        "TurnRight",
        "TurnRight",
        0.2,
        LocomotionBlendMode::Blend,
    ),
    ("TurnLeft", "Idle", "", 0.25, LocomotionBlendMode::AtEnd),
    ("TurnRight", "Idle", "", 0.25, LocomotionBlendMode::AtEnd),
    ("TurnLeft", "Start", GOES, 0.25, LocomotionBlendMode::Jump),
    ("TurnRight", "Start", GOES, 0.25, LocomotionBlendMode::Jump),
    (
        "Idle",
        "Break",
        "time_in_state() > 8",
        0.4,
        LocomotionBlendMode::Blend,
    ),
    ("Break", "Idle", "", 0.4, LocomotionBlendMode::AtEnd),
    (
        "Idle",
        "CrouchIdle",
        "Crouching",
        0.45,
        LocomotionBlendMode::LegsFirst,
    ),
    (
        "Idle",
        "Start",
        "Speed >= 0.1 and Speed < 2.2 and abs(Direction) < 30",
        0.2,
        LocomotionBlendMode::Blend,
    ),
    ("Idle", "Move", GOES, 0.3, LocomotionBlendMode::Jump),
    ("Break", "Move", GOES, 0.3, LocomotionBlendMode::Jump),
    (
        "Start",
        "Stop",
        "Speed < 0.1 and fraction() > 0.5",
        0.3,
        LocomotionBlendMode::Jump,
    ),
    (
        "Start",
        "Move",
        "Speed >= 2.2 or Crouching or abs(Direction) >= 30",
        0.3,
        LocomotionBlendMode::Jump,
    ),
    ("Start", "Move", "", 0.2, LocomotionBlendMode::AtEnd),
    (
        "Move",
        "Pivot",
        "Pivot and Speed > 2 and abs(Direction) < 30",
        0.3,
        LocomotionBlendMode::Jump,
    ),
    ("Pivot", "Move", "", 0.2, LocomotionBlendMode::AtEnd),
    (
        "Move",
        "Stop",
        "Speed < 0.1 and not Crouching",
        0.35,
        LocomotionBlendMode::Jump,
    ),
    ("Stop", "Move", GOES, 0.3, LocomotionBlendMode::Jump),
    ("Stop", "Idle", "", 0.4, LocomotionBlendMode::AtEnd),
    (
        "Move",
        "CrouchIdle",
        "Speed < 0.1 and Crouching",
        0.35,
        LocomotionBlendMode::Jump,
    ),
];

const MORE: [LocomotionTransition; 2] = [
    (
        "CrouchIdle",
        "Idle",
        "not Crouching",
        0.45,
        LocomotionBlendMode::LegsFirst,
    ),
    ("CrouchIdle", "Move", GOES, 0.3, LocomotionBlendMode::Jump),
];

/// Each state with its place on the page of the machine.
const PLACES: [(&str, [f32; 2]); 12] = [
    ("Idle", [0.0, 0.0]),
    ("Break", [0.0, -140.0]),
    ("TurnLeft", [-240.0, -110.0]),
    ("TurnRight", [-240.0, 110.0]),
    ("CrouchIdle", [0.0, 160.0]),
    ("Start", [280.0, -60.0]),
    ("Stop", [280.0, 60.0]),
    ("Move", [560.0, 0.0]),
    ("Pivot", [560.0, -140.0]),
    ("JumpStart", [840.0, -120.0]),
    ("JumpLoop", [840.0, 0.0]),
    ("JumpLand", [840.0, 120.0]),
];

/// Adds the state machine and returns its node.
pub(super) fn build(builder: &mut GraphBuilder) -> Id {
    let mut states = Vec::new();
    for (name, at) in PLACES {
        let id = builder.id("state", name);
        builder.place(id, at);
        builder.turn_to(Some(id));
        let source = pose(builder, name);
        builder.turn_to(None);
        let kind = match StateKind::pose(Some(source)) {
            // A start begins at its start however often it is asked for.
            StateKind::Pose {
                source,
                on_entered,
                on_left,
                on_fully_blended,
                ..
            } => StateKind::Pose {
                source,
                reset_on_entry: name != "Move" && name != "Idle",
                inertialize_reentry: true,
                on_entered,
                on_left,
                on_fully_blended,
            },
            conduit => conduit,
        };
        states.push(State {
            id,
            name: name.to_owned(),
            kind,
        });
    }
    let ground = builder.id("alias", "Ground");
    builder.place(ground, [840.0, -260.0]);
    let stands = [
        "Idle",
        "Break",
        "TurnLeft",
        "TurnRight",
        "Start",
        "Stop",
        "Move",
        "Pivot",
    ];
    let alias = Alias {
        id: ground,
        name: "Ground".to_owned(),
        states: Some(
            stands
                .iter()
                .map(|name| builder.id("state", name))
                .collect(),
        ),
    };
    let transitions = ROWS
        .iter()
        .chain(&MORE)
        .enumerate()
        .map(|(at, row)| transition(builder, at, row))
        .collect();
    let machine = Machine {
        transitions,
        states,
        aliases: vec![alias],
        entry: Some(builder.id("state", "Idle")),
        ..Machine::default()
    };
    builder.node("Locomotion", [0.0, 0.0], NodeKind::StateMachine(machine))
}

fn transition(
    builder: &mut GraphBuilder,
    at: usize,
    (from, to, rule, duration, how): &LocomotionTransition,
) -> Transition {
    let end = |name: &str| builder.id(if name == "Ground" { "alias" } else { "state" }, name);
    let logic = match how {
        LocomotionBlendMode::Jump => Logic::Inertialize,
        LocomotionBlendMode::LegsFirst => Logic::Custom,
        LocomotionBlendMode::Blend | LocomotionBlendMode::AtEnd => Logic::Standard,
    };
    let (id, from, to) = (
        builder.id("transition", &at.to_string()),
        end(from),
        end(to),
    );
    let pose = matches!(how, LocomotionBlendMode::LegsFirst).then(|| legs_first(builder, id));
    Transition {
        settings: Some(Settings {
            easing: Easing::Smoothstep,
            logic,
            ..Settings::new(*duration)
        }),
        automatic: matches!(how, LocomotionBlendMode::AtEnd).then_some(-1.0),
        priority: at as i32,
        pose,
        ..Transition::new(id, from, to, Rule::from(*rule), *duration)
    }
}

/// Adds the graph of a transition: two blends of its ends, of which the later one drives the upper
/// body.
fn legs_first(builder: &mut GraphBuilder, transition: Id) -> Id {
    builder.turn_to(Some(transition));
    let mut blend = |alpha: &str, y: f32| {
        let mut shown = |end, y| {
            builder.node(
                "",
                [0.0, y],
                NodeKind::TransitionPose(TransitionPoseNode { end }),
            )
        };
        let (a, b) = (
            Some(shown(TransitionEnd::From, y)),
            Some(shown(TransitionEnd::To, y + 110.0)),
        );
        let alpha = Alpha::Value(alpha.into());
        builder.node(
            "",
            [240.0, y + 40.0],
            NodeKind::TwoWay(TwoWayNode {
                a,
                b,
                alpha,
                always_update_children: false,
            }),
        )
    };
    let legs = blend("transition_alpha()", 0.0);
    let above = blend("transition_alpha() * transition_alpha()", 280.0);
    builder.comment(
        "The legs at the transition's pace",
        [-20.0, -60.0],
        [480.0, 270.0],
        4,
    );
    builder.comment(
        "What is above the hips lags behind",
        [-20.0, 220.0],
        [480.0, 270.0],
        6,
    );
    let pose = builder.node("Legs first", [500.0, 140.0], over(legs, above));
    builder.turn_to(None);
    pose
}

/// Adds what a state plays.
fn pose(builder: &mut GraphBuilder, state: &str) -> Id {
    match state {
        "Idle" => builder.player("Idle", [0.0, 0.0]),
        "Break" => builder.player("Idle_Break", [0.0, 0.0]),
        "TurnLeft" => builder.player("Turn_L90", [0.0, 0.0]),
        "TurnRight" => builder.player("Turn_R90", [0.0, 0.0]),
        "CrouchIdle" => builder.player("Crouch_Idle", [0.0, 0.0]),
        "Start" => builder.player("Walk_Start", [0.0, 0.0]),
        "Stop" => builder.player("Walk_Stop", [0.0, 0.0]),
        "Pivot" => builder.player("Jog_Pivot_180", [0.0, 0.0]),
        "JumpStart" => builder.player("Jump_Start", [0.0, 0.0]),
        "JumpLoop" => builder.player("Jump_Loop", [0.0, 0.0]),
        "JumpLand" => builder.player("Jump_Land", [0.0, 0.0]),
        _ => moving(builder),
    }
}

/// Adds the gait: the blend space, the limp or the sneak, each at the speed that the game asks for.
fn moving(builder: &mut GraphBuilder) -> Id {
    let play = Play {
        restarts: false,
        group: "Gait".to_owned(),
        ..Play::default()
    };
    let upright = builder.node(
        "",
        [0.0, 0.0],
        NodeKind::BlendSpacePlayer(BlendSpacePlayerNode {
            space: Some(spaces::space_id(spaces::LOCOMOTION)),
            x: "Direction".into(),
            y: "Speed".into(),
            play,
            looping: true,
        }),
    );
    let upright = super::standing::strides(builder, upright, [260.0, -120.0]);
    let limping = builder.player_at(
        "Walk_Limp",
        [0.0, 160.0],
        "clamp(Speed / 0.7, 0.6, 1.6)".into(),
    );
    let sneaking = builder.player_at(
        "Crouch_Walk_Fwd",
        [0.0, 300.0],
        "clamp(Speed / 1.1, 0.6, 1.6)".into(),
    );
    let pose = |source| ListPose {
        source: Some(source),
        time: 0.35,
    };
    let index: Input = "select(Crouching, 2, select(Limping, 1, 0))".into();
    builder.node(
        "Gait",
        [800.0, 80.0],
        NodeKind::BlendList(BlendListNode {
            index,
            poses: vec![pose(upright), pose(limping), pose(sneaking)],
            easing: Easing::Smoothstep,
            profile: None,
            inertialize: true,
            restarts: true,
        }),
    )
}
