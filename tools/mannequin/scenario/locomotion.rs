//! How the figure stands, walks, runs, turns and jumps.

use super::{
    requests::{at, hero, no_pop, number, planted, states, truth},
    scenario,
};
use anim::ground::{Shape, Terrain};
use asset::{Scenario, scenario::Expectation, script::ScriptRequestKind};

pub fn all() -> Vec<Scenario> {
    vec![walk(), run(), jump(), sneak(), turn(), stairs()]
}

fn walk() -> Scenario {
    let requests = vec![
        hero(),
        number(0.5, "Speed", 1.4),
        truth(2.8, "Limping", true),
        number(3.9, "Speed", 0.0),
    ];
    let cost = Expectation::CostBelow {
        clip: "Walk_Fwd".to_owned(),
        most: 100.0,
    };
    let expect = vec![
        states("Locomotion", &["Idle", "Start", "Move", "Stop", "Idle"]),
        planted("foot_l", [0.1, 0.4], 2.0),
        no_pop(12.0),
        cost,
    ];
    scenario(
        "Walk",
        "It starts, walks, limps and stops.",
        6.0,
        requests,
        expect,
    )
}

fn run() -> Scenario {
    let requests = vec![
        hero(),
        number(0.2, "Speed", 4.0),
        number(1.0, "Lean", 0.6),
        truth(1.8, "Pivot", true),
        number(2.9, "Direction", 35.0),
        number(3.6, "Speed", 5.2),
    ];
    let expect = vec![
        states("Locomotion", &["Idle", "Move", "Pivot", "Move"]),
        no_pop(24.0),
    ];
    scenario(
        "Run",
        "It runs, leans, turns back and runs aside.",
        4.5,
        requests,
        expect,
    )
}

fn jump() -> Scenario {
    let requests = vec![
        hero(),
        truth(0.3, "Jump", true),
        truth(0.3, "InAir", true),
        truth(1.4, "InAir", false),
    ];
    let way = ["Idle", "JumpStart", "JumpLoop", "JumpLand", "Idle"];
    let expect = vec![states("Locomotion", &way), no_pop(60.0)];
    scenario(
        "Jump",
        "It leaves the ground and lands.",
        3.0,
        requests,
        expect,
    )
}

fn sneak() -> Scenario {
    let requests = vec![
        hero(),
        truth(0.2, "Crouching", true),
        number(0.9, "Speed", 1.1),
        truth(1.2, "Aiming", true),
        number(1.2, "AimYaw", 40.0),
        number(1.8, "AimPitch", 20.0),
        number(2.4, "Speed", 0.0),
        truth(3.0, "Crouching", false),
        number(3.2, "AimYaw", -30.0),
        truth(3.8, "Limping", true),
        number(3.8, "Speed", 0.7),
    ];
    let way = ["Idle", "CrouchIdle", "Move", "CrouchIdle", "Idle", "Start"];
    let expect = vec![states("Locomotion", &way), no_pop(20.0)];
    scenario(
        "Sneak",
        "It crouches, sneaks and aims.",
        5.0,
        requests,
        expect,
    )
}

fn turn() -> Scenario {
    let requests = vec![
        hero(),
        truth(0.2, "TurnLeft", true),
        truth(1.6, "HitFront", true),
        truth(2.2, "HitLeft", true),
        number(1.4, "Fists", 0.8),
        truth(0.5, "Breathing", true),
        truth(2.6, "Looking", true),
        truth(3.0, "TurnRight", true),
    ];
    let expect = vec![
        states(
            "Locomotion",
            &["Idle", "TurnLeft", "Idle", "TurnRight", "Idle"],
        ),
        states("Hits", &["Unhurt", "Front", "Left", "Unhurt"]),
        no_pop(12.0),
    ];
    scenario(
        "Turn",
        "It turns on the spot, is hit, closes its hands and looks.",
        5.0,
        requests,
        expect,
    )
}

fn stairs() -> Scenario {
    let ground = Terrain {
        shape: Shape::Stairs {
            rise: 0.12,
            run: 0.35,
            steps: 0,
        },
        ..Terrain::default()
    };
    let requests = vec![
        hero(),
        at(
            0.0,
            ScriptRequestKind::SetGround {
                ground: Some(ground),
            },
        ),
        number(0.8, "Speed", 1.4),
        number(2.6, "Carrying", 1.0),
        number(3.0, "Speed", 0.0),
        number(3.6, "OnSlope", 1.0),
    ];
    // What it carries is there at once, and so are its hands.
    let until_it_carries = Expectation::NoPop {
        most_cm: 25.0,
        bones: Vec::new(),
        from: None,
        to: Some(2.55),
    };
    let expect = vec![planted("foot_r", [0.3, 0.6], 2.0), until_it_carries];
    scenario(
        "Stairs",
        "Its feet stand on steps, and it carries a crate.",
        5.0,
        requests,
        expect,
    )
}
