//! Requests and expectations as the scenarios write them.

use anim::Transform;
use asset::{
    scenario::{Expectation, ExpectedEvent, ExpectedPhase},
    script::{ScriptPlacement, ScriptRequest, ScriptRequestKind, ScriptValue},
};
use glam::{Quat, Vec3};

/// A request to the first character at a time, seconds.
pub fn at(at: f64, what: ScriptRequestKind) -> ScriptRequest {
    ScriptRequest {
        at,
        character: None,
        what,
    }
}

/// The figure plays its graph from the start on.
pub fn hero() -> ScriptRequest {
    let graph = crate::graph::HERO.to_owned();
    at(0.0, ScriptRequestKind::PlayGraph { graph })
}

fn set(time: f64, parameter: &str, value: ScriptValue) -> ScriptRequest {
    let parameter = parameter.to_owned();
    at(time, ScriptRequestKind::SetParameter { parameter, value })
}

/// Sets a number of the graph.
pub fn number(time: f64, parameter: &str, value: f64) -> ScriptRequest {
    set(time, parameter, ScriptValue::Number(value))
}

/// Sets a trigger or a truth of the graph.
pub fn truth(time: f64, parameter: &str, value: bool) -> ScriptRequest {
    set(time, parameter, ScriptValue::Truth(value))
}

/// Starts a montage at its start.
pub fn montage(time: f64, name: &str) -> ScriptRequest {
    let play = ScriptRequestKind::PlayMontage {
        montage: name.to_owned(),
        rate: 1.0,
        section: None,
        position: None,
        at_end: false,
        stop_group: true,
    };
    at(time, play)
}

/// A place of the world; `yaw` is in degrees to the left of straight ahead.
pub fn place(place: [f32; 3], yaw: f32) -> ScriptPlacement {
    ScriptPlacement(Transform::new(
        Vec3::from(place),
        Quat::from_rotation_y(yaw.to_radians()),
        Vec3::ONE,
    ))
}

/// Sets a warp target to a place.
pub fn target(name: &str, at_place: ScriptPlacement) -> ScriptRequest {
    let target = ScriptRequestKind::SetWarpTarget {
        target: name.to_owned(),
        place: Some(at_place),
        of: None,
        bone: String::new(),
        offset: None,
    };
    at(0.0, target)
}

/// Instants and states by their names and times, which may be off by half a tick.
pub fn events(events: &[(&str, f64)]) -> Expectation {
    let event = |(name, at): &(&str, f64)| ExpectedEvent {
        name: (*name).to_owned(),
        at: *at,
        phase: None,
    };
    Expectation::Events {
        events: events.iter().map(event).collect(),
        within: 0.012,
    }
}

/// Sections of a montage and their times.
pub fn sections(events: &[(&str, f64)]) -> Expectation {
    let event = |(name, at): &(&str, f64)| ExpectedEvent {
        name: (*name).to_owned(),
        at: *at,
        phase: Some(ExpectedPhase::Section),
    };
    Expectation::Events {
        events: events.iter().map(event).collect(),
        within: 0.012,
    }
}

/// The states of a machine in order.
pub fn states(machine: &str, states: &[&str]) -> Expectation {
    Expectation::States {
        machine: machine.to_owned(),
        states: states.iter().map(|state| (*state).to_owned()).collect(),
    }
}

/// A bone stands from one time to another.
pub fn planted(bone: &str, [from, to]: [f64; 2], within_mm: f64) -> Expectation {
    Expectation::Planted {
        bone: bone.to_owned(),
        from,
        to,
        within_mm,
    }
}

/// No bone jumps farther in a tick.
pub fn no_pop(most_cm: f64) -> Expectation {
    Expectation::NoPop {
        most_cm,
        bones: Vec::new(),
        from: None,
        to: None,
    }
}

/// The figure is at a place of the ground at a time, and faces so many degrees to the left.
pub fn root_at(at: f64, place: [f64; 3], facing: f64, within_mm: f64) -> Expectation {
    Expectation::RootAt {
        at,
        place,
        facing: Some(facing),
        within_mm,
        within_degrees: 1.0,
    }
}
